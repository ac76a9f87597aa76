//! The frames that workers exchange and store on disk, as packed numbers.
//!
//! Sorted numbers are stored as differences, with seven bits per byte, as in a
//! [database](bustan_solve::database).

use bustan_solve::{Counts, Outcome};
use serde::{Deserialize, Serialize};

use crate::owner::owner;

/// The content of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Kind {
    /// Numbers for all workers.
    Tally,
    /// Sorted numbers of positions that can be reached by a move.
    Found,
    /// Sorted pairs of a reached position and its parent.
    Edges,
    /// Expanded positions: for each, its lead if it is final, otherwise its number of children.
    Nodes,
    /// Sorted positions with a child that has been decided with a lead above 0.
    Ahead,
    /// Sorted positions with a child that has been decided with a lead of 0 or below.
    Behind,
    /// Sorted numbers of positions whose outcomes are requested.
    Query,
    /// The outcomes of requested positions, in the order of the query.
    Answer,
    /// Sorted positions, each with its outcome.
    Solved,
    /// Counts of a worker's positions.
    Counts,
}

impl Kind {
    pub(crate) const ALL: [Self; 10] = [
        Self::Tally,
        Self::Found,
        Self::Edges,
        Self::Nodes,
        Self::Ahead,
        Self::Behind,
        Self::Query,
        Self::Answer,
        Self::Solved,
        Self::Counts,
    ];
}

/// A message from one worker to another.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Frame {
    pub(crate) to: u32,
    pub(crate) from: u32,
    pub(crate) kind: Kind,
    #[serde(with = "serde_bytes")]
    pub(crate) bytes: Vec<u8>,
}

/// Appends a number, with seven bits per byte.
pub(crate) fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

const fn zigzag(number: i64) -> u64 {
    (number << 1 ^ number >> 63) as u64
}

const fn unzigzag(number: u64) -> i64 {
    (number >> 1) as i64 ^ -((number & 1) as i64)
}

/// Reads numbers from the front of a byte slice. Returns `None` at the end, and if the bytes do not encode a
/// number.
#[derive(Clone, Debug)]
pub(crate) struct Unpack<'b>(pub(crate) &'b [u8]);

impl Unpack<'_> {
    pub(crate) fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.0.split_first()?;
            self.0 = rest;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    fn signed(&mut self) -> Option<i64> {
        self.number().map(unzigzag)
    }
}

/// Packs sorted numbers, which may have duplicates.
pub(crate) fn sorted(numbers: &[u64]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(2 * numbers.len());
    let mut before = 0;
    for &number in numbers {
        put(&mut bytes, number - before);
        before = number;
    }
    bytes
}

pub(crate) fn unsorted(bytes: &[u8]) -> impl Iterator<Item = u64> + '_ {
    let (mut unpack, mut before) = (Unpack(bytes), 0u64);
    std::iter::from_fn(move || {
        before = before.wrapping_add(unpack.number()?);
        Some(before)
    })
}

/// Packs sorted pairs of child and parent.
pub(crate) fn edges(pairs: &[(u64, u64)]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(4 * pairs.len());
    let mut before = 0;
    for &(child, parent) in pairs {
        put(&mut bytes, child - before);
        put(&mut bytes, zigzag(parent.wrapping_sub(child) as i64));
        before = child;
    }
    bytes
}

pub(crate) fn unedges(bytes: &[u8]) -> impl Iterator<Item = (u64, u64)> + '_ {
    let (mut unpack, mut before) = (Unpack(bytes), 0u64);
    std::iter::from_fn(move || {
        before = before.wrapping_add(unpack.number()?);
        Some((before, before.wrapping_add(unpack.signed()? as u64)))
    })
}

/// An expanded position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Walked {
    pub(crate) number: u64,
    /// The lead, if the position is final.
    pub(crate) ended: Option<i16>,
    /// The number of children.
    pub(crate) children: u64,
}

/// Packs expanded positions, sorted by number.
pub(crate) fn nodes(nodes: &[Walked]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(4 * nodes.len());
    let mut before = 0;
    for node in nodes {
        put(&mut bytes, node.number - before);
        put(&mut bytes, node.children << 1 | u64::from(node.ended.is_some()));
        if let Some(lead) = node.ended {
            put(&mut bytes, zigzag(lead.into()));
        }
        before = node.number;
    }
    bytes
}

pub(crate) fn unnodes(bytes: &[u8]) -> impl Iterator<Item = Walked> + '_ {
    let (mut unpack, mut before) = (Unpack(bytes), 0u64);
    std::iter::from_fn(move || {
        before = before.wrapping_add(unpack.number()?);
        let told = unpack.number()?;
        let ended = if told & 1 == 1 { Some(unpack.signed()? as i16) } else { None };
        Some(Walked { number: before, ended, children: told >> 1 })
    })
}

/// Appends an outcome. A draw is encoded as a lead that does not occur.
fn put_outcome(bytes: &mut Vec<u8>, outcome: Outcome) {
    match outcome {
        Outcome::Draw => put(bytes, zigzag(i16::MAX.into())),
        Outcome::Ends { lead, remoteness } => {
            put(bytes, zigzag(lead.into()));
            put(bytes, remoteness.into());
        }
    }
}

fn outcome(unpack: &mut Unpack<'_>) -> Option<Outcome> {
    match unpack.signed()? as i16 {
        i16::MAX => Some(Outcome::Draw),
        lead => Some(Outcome::Ends { lead, remoteness: unpack.number()? as u16 }),
    }
}

pub(crate) fn outcomes(outcomes: impl IntoIterator<Item = Outcome>) -> Vec<u8> {
    let mut bytes = Vec::new();
    outcomes.into_iter().for_each(|outcome| put_outcome(&mut bytes, outcome));
    bytes
}

pub(crate) fn unoutcomes(bytes: &[u8]) -> impl Iterator<Item = Outcome> + '_ {
    let mut unpack = Unpack(bytes);
    std::iter::from_fn(move || outcome(&mut unpack))
}

/// Packs positions with their outcomes, sorted by number.
pub(crate) fn solved(entries: impl IntoIterator<Item = (u64, Outcome)>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut before = 0;
    for (number, outcome) in entries {
        put(&mut bytes, number - before);
        put_outcome(&mut bytes, outcome);
        before = number;
    }
    bytes
}

pub(crate) fn unsolved(bytes: &[u8]) -> impl Iterator<Item = (u64, Outcome)> + '_ {
    let (mut unpack, mut before) = (Unpack(bytes), 0u64);
    std::iter::from_fn(move || {
        before = before.wrapping_add(unpack.number()?);
        Some((before, outcome(&mut unpack)?))
    })
}

/// Packs numbers in any order.
pub(crate) fn numbers(numbers: &[u64]) -> Vec<u8> {
    let mut bytes = Vec::new();
    numbers.iter().for_each(|&number| put(&mut bytes, number));
    bytes
}

pub(crate) fn unnumbers(bytes: &[u8]) -> Vec<u64> {
    let mut unpack = Unpack(bytes);
    std::iter::from_fn(|| unpack.number()).collect()
}

pub(crate) fn counts(counts: &Counts) -> Vec<u8> {
    let mut bytes = Vec::new();
    put(&mut bytes, counts.moves());
    put(&mut bytes, counts.most());
    for (lead, positions) in counts.ends() {
        put(&mut bytes, zigzag(lead.into()));
        put(&mut bytes, positions);
    }
    bytes
}

pub(crate) fn uncounts(bytes: &[u8]) -> Counts {
    let mut unpack = Unpack(bytes);
    let (moves, most) = (unpack.number().unwrap_or_default(), unpack.number().unwrap_or_default());
    Counts::of(std::iter::from_fn(|| Some((unpack.signed()? as i16, unpack.number()?))), moves, most)
}

/// Distributes items to their owners, in the given order.
pub(crate) fn dealt<T>(
    items: impl IntoIterator<Item = T>,
    number: impl Fn(&T) -> u64,
    workers: usize,
) -> Vec<Vec<T>> {
    let mut parts: Vec<Vec<T>> = std::iter::repeat_with(Vec::new).take(workers).collect();
    for item in items {
        parts[owner(number(&item), workers)].push(item);
    }
    parts
}

/// Distributes the content of a frame over `workers` workers. Returns a frame for each worker that receives a
/// part of it.
pub(crate) fn dealt_anew(kind: Kind, bytes: &[u8], workers: usize) -> Vec<(usize, Vec<u8>)> {
    fn packed<T>(parts: Vec<Vec<T>>, pack: impl Fn(&[T]) -> Vec<u8>) -> Vec<(usize, Vec<u8>)> {
        let parts = parts.into_iter().enumerate().filter(|(_, part)| !part.is_empty());
        parts.map(|(to, part)| (to, pack(&part))).collect()
    }
    match kind {
        Kind::Found | Kind::Ahead | Kind::Behind => {
            packed(dealt(unsorted(bytes), |&number| number, workers), sorted)
        }
        Kind::Edges => packed(dealt(unedges(bytes), |edge| edge.0, workers), edges),
        Kind::Nodes => packed(dealt(unnodes(bytes), |node| node.number, workers), nodes),
        Kind::Solved => {
            packed(dealt(unsolved(bytes), |entry| entry.0, workers), |part| solved(part.iter().copied()))
        }
        Kind::Tally | Kind::Query | Kind::Answer | Kind::Counts => vec![(0, bytes.to_vec())],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_packed_is_unpacked(mut list: Vec<u64>, pairs: Vec<(u64, u64)>, leads: Vec<(u64, Option<(i16, u16)>)>) {
            prop_assert_eq!(&unnumbers(&numbers(&list)), &list);
            list.sort_unstable();
            prop_assert_eq!(unsorted(&sorted(&list)).collect::<Vec<_>>(), list);
            let mut pairs = pairs;
            pairs.sort_unstable();
            prop_assert_eq!(unedges(&edges(&pairs)).collect::<Vec<_>>(), pairs);
            let mut entries: Vec<(u64, Outcome)> = leads.into_iter().map(|(number, ends)| (number, match ends {
                Some((lead, remoteness)) if lead < i16::MAX => Outcome::Ends { lead, remoteness },
                _ => Outcome::Draw,
            })).collect();
            entries.sort_unstable_by_key(|entry| entry.0);
            prop_assert_eq!(unsolved(&solved(entries.iter().copied())).collect::<Vec<_>>(), &entries[..]);
            let told: Vec<Outcome> = entries.iter().map(|entry| entry.1).collect();
            prop_assert_eq!(unoutcomes(&outcomes(told.iter().copied())).collect::<Vec<_>>(), told);
            let walked: Vec<Walked> = entries.iter().map(|&(number, outcome)| Walked {
                number,
                ended: match outcome { Outcome::Ends { lead, .. } => Some(lead), Outcome::Draw => None },
                children: number >> 1,
            }).collect();
            prop_assert_eq!(unnodes(&nodes(&walked)).collect::<Vec<_>>(), walked);
        }
    }
}
