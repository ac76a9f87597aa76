//! The solution of a game: the outcome of every position.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::Outcome;

/// Counts collected while a graph is traversed.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Counts {
    ends: BTreeMap<Reverse<i16>, u64>,
    moves: u64,
    most: u64,
}

impl Counts {
    /// Counts a position with this number of children, or a final position with this outcome.
    pub fn note(&mut self, ended: Option<Outcome>, children: u64) {
        if let Some(Outcome::Ends { lead, .. }) = ended {
            *self.ends.entry(Reverse(lead)).or_default() += 1;
        }
        self.moves += children;
        self.most = self.most.max(children);
    }

    /// The absolute values of the leads of final positions, the largest first.
    pub(super) fn sizes(&self) -> BTreeSet<Reverse<u16>> {
        self.ends.keys().map(|lead| Reverse(lead.0.unsigned_abs())).collect()
    }

    /// Adds the counts of another part of the graph.
    pub fn add(&mut self, other: &Self) {
        for (&lead, &positions) in &other.ends {
            *self.ends.entry(lead).or_default() += positions;
        }
        self.moves += other.moves;
        self.most = self.most.max(other.most);
    }

    /// Returns counts with these totals: the numbers of final positions by lead, the number of all children,
    /// and the largest number of children of a position.
    pub fn of(ends: impl IntoIterator<Item = (i16, u64)>, moves: u64, most: u64) -> Self {
        let ends = ends.into_iter().map(|(lead, positions)| (Reverse(lead), positions)).collect();
        Self { ends, moves, most }
    }

    /// The numbers of final positions by lead, the best lead first.
    pub fn ends(&self) -> impl Iterator<Item = (i16, u64)> + '_ {
        self.ends.iter().map(|(lead, &positions)| (lead.0, positions))
    }

    /// The number of children, summed over all positions.
    pub const fn moves(&self) -> u64 {
        self.moves
    }

    /// The largest number of children of a position.
    pub const fn most(&self) -> u64 {
        self.most
    }
}

/// Every position of a game with its outcome.
#[derive(Clone, Debug)]
pub struct Solution {
    start: u64,
    counts: Counts,
    numbers: Vec<u64>,
    outcomes: Vec<Outcome>,
}

/// An outcome, and the number of positions that have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// The outcome.
    pub outcome: Outcome,
    /// The number of positions.
    pub positions: u64,
}

impl Solution {
    /// Returns a solution for positions that are sorted by number and include the start.
    pub fn new(
        start: u64,
        counts: Counts,
        positions: usize,
        solved: impl Iterator<Item = (u64, Outcome)>,
    ) -> Self {
        let (mut numbers, mut outcomes) = (Vec::with_capacity(positions), Vec::with_capacity(positions));
        for (number, outcome) in solved {
            numbers.push(number);
            outcomes.push(outcome);
        }
        Self { start, counts, numbers, outcomes }
    }

    /// The number of positions.
    pub fn positions(&self) -> u64 {
        self.numbers.len() as u64
    }

    /// The bytes of memory of the positions.
    pub(super) const fn bytes(&self) -> u64 {
        (self.numbers.capacity() * size_of::<u64>() + self.outcomes.capacity() * size_of::<Outcome>()) as u64
    }

    /// The outcome of the start.
    pub fn at_start(&self) -> Outcome {
        self.of(self.start).unwrap_or(Outcome::Draw)
    }

    /// The outcome of the position with this number; `None` if it cannot be reached. If only one of several
    /// symmetric positions was solved, only the [canonical](bustan_vocabulary::Solve::canonical) one has an
    /// outcome.
    pub fn of(&self, number: u64) -> Option<Outcome> {
        self.numbers.binary_search(&number).ok().map(|at| self.outcomes[at])
    }

    /// All positions and their outcomes, by number.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (u64, Outcome)> + '_ {
        self.numbers.iter().copied().zip(self.outcomes.iter().copied())
    }

    /// The number of positions with each outcome: the best leads first, by remoteness for equal leads, and
    /// draws last.
    pub fn table(&self) -> Vec<Row> {
        let mut table = Table::default();
        self.outcomes.iter().for_each(|&outcome| table.note(outcome, 1));
        table.rows()
    }

    /// The counts of the solution, without its positions.
    pub fn figures(&self) -> Figures {
        Figures {
            positions: self.positions(),
            at_start: self.at_start(),
            counts: self.counts.clone(),
            table: self.table(),
        }
    }
}

/// Counts positions by outcome.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    /// The numbers of positions by lead and remoteness. In practice, either there are few leads or games are
    /// short.
    ends: BTreeMap<Reverse<i16>, Vec<u64>>,
    draws: u64,
}

impl Table {
    /// Counts positions with this outcome.
    pub(super) fn note(&mut self, outcome: Outcome, positions: u64) {
        let Outcome::Ends { lead, remoteness } = outcome else {
            self.draws += positions;
            return;
        };
        let counts = self.ends.entry(Reverse(lead)).or_default();
        if counts.len() <= remoteness.into() {
            counts.resize(usize::from(remoteness) + 1, 0);
        }
        counts[usize::from(remoteness)] += positions;
    }

    /// The outcomes that occur, in the order of [`Solution::table`].
    pub(super) fn rows(self) -> Vec<Row> {
        let row = |outcome, positions| (positions > 0).then_some(Row { outcome, positions });
        let ended = self.ends.into_iter().flat_map(|(Reverse(lead), counts)| {
            let outcome = move |remoteness| Outcome::Ends { lead, remoteness };
            (0..=u16::MAX)
                .zip(counts)
                .filter_map(move |(remoteness, positions)| row(outcome(remoteness), positions))
        });
        ended.chain(row(Outcome::Draw, self.draws)).collect()
    }
}

/// The counts of a solution, without its positions.
#[derive(Clone, Debug)]
pub struct Figures {
    pub(super) positions: u64,
    pub(super) at_start: Outcome,
    pub(super) counts: Counts,
    pub(super) table: Vec<Row>,
}

impl Figures {
    /// The number of positions.
    pub const fn positions(&self) -> u64 {
        self.positions
    }

    /// The outcome of the start.
    pub const fn at_start(&self) -> Outcome {
        self.at_start
    }

    /// The number of positions with each outcome, in the order of [`Solution::table`].
    pub fn table(&self) -> &[Row] {
        &self.table
    }

    /// The numbers of final positions by the lead of the player of the outcomes, the best lead first.
    pub fn ends(&self) -> impl Iterator<Item = (i16, u64)> + '_ {
        self.counts.ends()
    }

    /// The number of moves, summed over all positions.
    pub const fn moves(&self) -> u64 {
        self.counts.moves
    }

    /// The largest number of moves in a position.
    pub const fn most_moves(&self) -> u64 {
        self.counts.most
    }

    /// The average number of moves in a position that is not final.
    pub fn branching(&self) -> f64 {
        let going = self.positions - self.counts.ends.values().sum::<u64>();
        if going == 0 { 0.0 } else { self.counts.moves as f64 / going as f64 }
    }
}
