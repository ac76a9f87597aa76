//! Solves graphs with cycles, with positions and edges in files.
//!
//! The positions are found ply by ply: the successors of the positions of a ply are sorted, and those of
//! earlier plies are removed. Every position then gets an index, in the order of numbers. The edges from
//! parents to children are sorted by child and divided into parts, whose number of parents is limited by the
//! available memory. The state of the positions of each part is in a separate file. If there is only one
//! part, it stays in memory and is saved to its file periodically.
//!
//! A step informs the parents of all positions that were decided in the previous one, in the order of
//! [`retrograde`](crate::retrograde): largest leads first, and by remoteness for equal leads.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::mem;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::{Done, SpilledError, Tiers, Work, solved, tiers};
use crate::layers::children;
use crate::retrograde::Node;
use crate::solution::{Counts, Table};
use crate::{EVERY, Outcome, Row, SolveError};
use bustan_harness::base::parallel;
use bustan_harness::spill::packed::Reader;
use bustan_harness::spill::{Place, Record, Sorter, SpillError, merged};

/// The interval at which the state of positions is saved to disk if it is in memory.
const SAVE: Duration = Duration::from_secs(5);

/// The maximum number of parts: one file of each part is open at the same time.
const PARTS: usize = 64;

/// The number of positions that one core processes at a time.
const FEW: usize = 256;

/// A completed step of a graph with cycles.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Step {
    /// The positions of a ply were explored, and `next` new positions were found.
    Ply { ply: u32, counts: Counts, next: u64 },
    /// The positions of all plies were combined.
    All { positions: u64 },
    /// The edges were divided into `parts` parts with `part` positions each.
    Linked { part: u64, parts: usize },
    /// The positions decided with leads of absolute value `size` and a remoteness below `remoteness` have
    /// been propagated to their parents. `files` are the numbers of the files with the state of each part.
    Told { size: u16, remoteness: u16, files: Vec<u64> },
    /// The outcomes of all positions were written.
    Solved { table: Vec<Row> },
}

fn ply_name(side: usize, ply: u32) -> String {
    format!("{side}-ply-{ply}.tier")
}

fn all_name(side: usize) -> String {
    format!("{side}-all.tier")
}

fn edges_name(side: usize, part: usize) -> String {
    format!("{side}-edges-{part}.tier")
}

fn state_name(side: usize, part: usize, file: u64) -> String {
    format!("{side}-state-{part}-{file}.tier")
}

impl Step {
    pub(super) fn files(&self, side: usize, needed: &mut BTreeSet<String>) {
        let mut without = |kind: &str| {
            let begin = format!("{side}-{kind}");
            needed.retain(|name| !name.starts_with(&begin));
        };
        match self {
            Self::Ply { ply, .. } => needed.extend([ply_name(side, *ply), ply_name(side, ply + 1)]),
            Self::All { .. } => {
                without("ply-");
                needed.insert(all_name(side));
            }
            Self::Linked { parts, .. } => {
                needed
                    .extend((0..*parts).flat_map(|part| [edges_name(side, part), state_name(side, part, 0)]));
            }
            Self::Told { files, .. } => {
                without("state-");
                needed.extend((0..).zip(files).map(|(part, &file)| state_name(side, part, file)));
            }
            Self::Solved { .. } => {
                ["all", "edges-", "state-"].into_iter().for_each(without);
                needed.insert(solved(side, 0));
            }
        }
    }
}

/// The state of a position. Files contain the states in the order of the positions.
impl Record for Node {
    const KIND: u8 = 4;
    type Key = ();

    fn key(&self) {}

    fn rank(&self) -> u64 {
        0
    }

    #[inline]
    fn put(&self, _: &Self, bytes: &mut Vec<u8>) {
        let lead = self.known().map_or(i16::MAX, |(lead, _)| lead);
        bytes.extend(lead.to_le_bytes());
        bytes.extend(self.left().to_le_bytes());
    }

    #[inline]
    fn take(_: &Self, bytes: &mut Reader<'_>) -> Option<Self> {
        let (lead, left) = (bytes.number(2)? as i16, bytes.number(2)? as u16);
        if lead == i16::MAX { Self::open(left.into()).ok() } else { Some(Self::decided(lead, left)) }
    }
}

/// The completed steps.
#[derive(Default)]
struct FinishedSteps {
    plies: Vec<u64>,
    counts: Counts,
    all: Option<u64>,
    linked: Option<(u64, usize)>,
    told: Option<(u16, u16, Vec<u64>)>,
    table: Option<Vec<Row>>,
}

impl FinishedSteps {
    fn note(&mut self, step: &Step) {
        match step {
            Step::Ply { counts, next, .. } => {
                self.counts.add(counts);
                self.plies.push(*next);
            }
            Step::All { positions } => self.all = Some(*positions),
            Step::Linked { part, parts } => self.linked = Some((*part, *parts)),
            Step::Told { size, remoteness, files } => self.told = Some((*size, *remoteness, files.clone())),
            Step::Solved { table } => self.table = Some(table.clone()),
        }
    }
}

pub(super) fn solve(work: Work<'_>, done: &[Done]) -> Result<Tiers, SpilledError> {
    let side = work.side;
    let mut known = FinishedSteps::default();
    for step in done {
        match step {
            Done::Loops { side: of, step } if *of == side => known.note(step),
            _ => {}
        }
    }
    let positions = match known.all {
        Some(positions) => positions,
        None => {
            explore(work, &mut known)?;
            unite(work, &known)?
        }
    };
    work.found(positions)?;
    let table = match known.table {
        Some(table) => table,
        None => {
            let (part, parts) = match known.linked {
                Some(linked) => linked,
                None => link(work, positions)?,
            };
            let mut states = States {
                place: work.place,
                side,
                part,
                positions,
                files: vec![0; parts],
                saved: vec![0; parts],
                next: 1,
                loaded: None,
            };
            let told = known.told.map(|(size, remoteness, files)| {
                states.next = files.iter().max().map_or(1, |&file| file + 1);
                (states.files, states.saved) = (files.clone(), files);
                (size, remoteness)
            });
            decide(work, &known.counts, &mut states, told)?;
            write(work, states)?
        }
    };
    let mut counted = Table::default();
    table.iter().for_each(|row| counted.note(row.outcome, row.positions));
    work.solved(positions)?;
    Ok(tiers(work, positions, known.counts, counted, vec![solved(side, 0)])?)
}

fn done(work: Work<'_>, step: Step) -> Result<(), SpillError> {
    work.done(&Done::Loops { side: work.side, step })
}

/// The memory for sorting records, in bytes.
const fn room(work: Work<'_>) -> u64 {
    work.watch.limits.memory / 8 * 3
}

/// The number of positions processed between two checks of the limits.
fn block(work: Work<'_>) -> usize {
    // Children of a block may be in sets and in lists at the same time.
    (work.watch.limits.memory / (16 << 10)).clamp(16, 64 * EVERY as u64) as usize
}

/// Finds all positions, ply by ply.
fn explore(work: Work<'_>, known: &mut FinishedSteps) -> Result<(), SpilledError> {
    let Work { graph, side, place, watch, .. } = work;
    if known.plies.is_empty() {
        let mut first = place.create::<u64>(&ply_name(side, 0))?;
        first.push(work.representative(graph.start()))?;
        place.finish(first, true)?;
    }
    while known.plies.last() != Some(&0) {
        let ply = known.plies.len() as u32;
        let before = 1 + known.plies.iter().sum::<u64>();
        let mut counts = Counts::default();
        let mut sorter = Sorter::new(place, format!("{side}-children"), room(work), true);
        let mut numbers = place.open::<u64>(&ply_name(side, ply))?;
        loop {
            let numbers: Vec<u64> = numbers.by_ref().take(block(work)).collect::<Result<_, _>>()?;
            if numbers.is_empty() {
                break;
            }
            work.found(before)?;
            for found in parallel::chunks(&numbers, FEW, |_, part| children(graph, part, watch)) {
                let (children, part) = found?;
                counts.add(&part);
                children.into_iter().try_for_each(|child| sorter.push(child))?;
            }
        }
        let plies: Vec<String> = (0..=ply).map(|ply| ply_name(side, ply)).collect();
        let mut earlier = merged::<u64>(place, &format!("{side}-known"), &plies, true)?.peekable();
        let mut next = place.create::<u64>(&ply_name(side, ply + 1))?;
        for child in sorter.finish()? {
            let child = child?;
            while earlier.next_if(|other| matches!(other, Ok(other) if *other < child)).is_some() {}
            match earlier.peek() {
                Some(Ok(other)) if *other == child => {}
                Some(Err(_)) => drop(earlier.next().transpose()?),
                _ => next.push(child)?,
            }
        }
        drop(earlier);
        let step = Step::Ply { ply, counts, next: place.finish(next, true)? };
        known.note(&step);
        done(work, step)?;
    }
    Ok(())
}

/// Combines the positions of all plies and returns their number.
fn unite(work: Work<'_>, known: &FinishedSteps) -> Result<u64, SpilledError> {
    let Work { side, place, .. } = work;
    let plies: Vec<String> = (0..=known.plies.len() as u32).map(|ply| ply_name(side, ply)).collect();
    let mut all = place.create::<u64>(&all_name(side))?;
    for number in merged::<u64>(place, &format!("{side}-known"), &plies, true)? {
        all.push(number?)?;
    }
    let positions = place.finish(all, true)?;
    done(work, Step::All { positions })?;
    plies.iter().try_for_each(|name| place.remove(name))?;
    Ok(positions)
}

/// Writes the edges, sorted by child and divided into parts by parent, and the state of all positions.
/// Returns the number of positions in a part, and the number of parts.
fn link(work: Work<'_>, positions: u64) -> Result<(u64, usize), SpilledError> {
    // The state may use half of the memory; each part has a file with its own block.
    let part = (work.watch.limits.memory / 2 / size_of::<Node>() as u64).clamp(1, positions);
    let parts = positions.div_ceil(part) as usize;
    if parts > PARTS {
        return Err(SolveError::Memory { positions, limit: work.watch.limits.memory }.into());
    }
    let edges = walk(work, part)?;
    deal(work, edges, part, parts)?;
    done(work, Step::Linked { part, parts })?;
    Ok((part, parts))
}

/// The number of a child, and the index of its parent shifted left by one bit. The lowest bit is set if the
/// player of the graph is to move at the parent.
type Edge = (u64, u64);

/// Expands all positions: writes the state of each, with `part` positions per file, and returns the edges.
fn walk(work: Work<'_>, part: u64) -> Result<Sorter<'_, Edge>, SpilledError> {
    let Work { side, place, watch, .. } = work;
    let mut edges = Sorter::new(place, format!("{side}-links"), room(work), false);
    let mut numbers = place.open::<u64>(&all_name(side))?;
    let mut from = 0;
    let mut state = place.create::<Node>(&state_name(side, 0, 0))?;
    loop {
        let numbers: Vec<u64> = numbers.by_ref().take(block(work)).collect::<Result<_, _>>()?;
        if numbers.is_empty() {
            break;
        }
        watch.go_on()?;
        let expanded =
            parallel::chunks(&numbers, FEW, |at, numbers| expand(work, numbers, from + (at * FEW) as u64));
        for expanded in expanded {
            let (found, nodes) = expanded?;
            found.into_iter().try_for_each(|edge| edges.push(edge))?;
            for node in nodes {
                if from > 0 && from % part == 0 {
                    let next = place.create::<Node>(&state_name(side, (from / part) as usize, 0))?;
                    place.finish(mem::replace(&mut state, next), true)?;
                }
                state.push(node)?;
                from += 1;
            }
        }
    }
    place.finish(state, true)?;
    Ok(edges)
}

/// Returns the edges from the positions `numbers`, whose indices start at `from`, and the state of each of
/// these positions.
fn expand(work: Work<'_>, numbers: &[u64], from: u64) -> Result<(Vec<Edge>, Vec<Node>), SolveError> {
    let graph = work.graph;
    let mut walker = graph.walker();
    let (mut edges, mut nodes) = (Vec::new(), Vec::with_capacity(numbers.len()));
    for (&number, place) in numbers.iter().zip(from..) {
        let before = edges.len();
        let parent = place << 1 | u64::from(graph.own_turn(number) == Some(true));
        let ended = walker.expand(number, &mut |child| {
            edges.push((work.representative(child), parent));
        });
        nodes.push(match ended.map(Outcome::ended).transpose()? {
            Some(Outcome::Ends { lead, .. }) => {
                edges.truncate(before);
                Node::decided(lead, 0)
            }
            _ => Node::open(edges.len() - before)?,
        });
    }
    Ok((edges, nodes))
}

/// Writes each edge to the file of the part of its parent. The child is written as its index.
fn deal(work: Work<'_>, edges: Sorter<'_, Edge>, part: u64, parts: usize) -> Result<(), SpilledError> {
    let Work { side, place, .. } = work;
    let mut all = place.open::<u64>(&all_name(side))?;
    let mut here = None;
    let create = |part| place.create::<(u64, u64)>(&edges_name(side, part));
    let mut files = (0..parts).map(create).collect::<Result<Vec<_>, _>>()?;
    for edge in edges.finish()? {
        let (child, parent) = edge?;
        while here.is_none_or(|(number, _)| number < child) {
            let Some(number) = all.next() else { return Err(all.unfit().into()) };
            here = Some((number?, here.map_or(0, |(_, at)| at + 1)));
        }
        match here {
            Some((number, at)) if number == child => {
                files[((parent >> 1) / part) as usize].push((at, parent))?
            }
            _ => return Err(all.unfit().into()),
        }
    }
    for file in files {
        place.finish(file, true)?;
    }
    Ok(())
}

/// The state of all positions, of which one part is in memory.
struct States<'w> {
    place: &'w Place,
    side: usize,
    /// The number of positions per part, and in total.
    part: u64,
    positions: u64,
    /// `files`: the current file of each part. `saved`: the file of each part in the journal. `next`: the
    /// number of the next file.
    files: Vec<u64>,
    saved: Vec<u64>,
    next: u64,
    /// The index of the part in memory, its states, and whether they differ from the file.
    loaded: Option<(usize, Vec<Node>, bool)>,
}

impl States<'_> {
    fn load(&mut self, part: usize) -> Result<&mut Vec<Node>, SpillError> {
        if self.loaded.as_ref().is_none_or(|(loaded, ..)| *loaded != part) {
            self.store(false)?;
            let tier = self.place.open::<Node>(&state_name(self.side, part, self.files[part]))?;
            let length = self.part.min(self.positions - part as u64 * self.part);
            let mut nodes = Vec::with_capacity(length as usize);
            for node in tier {
                nodes.push(node?);
            }
            self.loaded = Some((part, nodes, false));
        }
        let (_, nodes, _) = self.loaded.as_mut().expect("the part was loaded");
        Ok(nodes)
    }

    /// Marks the part in memory as changed.
    fn change(&mut self) {
        if let Some((.., changed)) = &mut self.loaded {
            *changed = true;
        }
    }

    /// Writes the part in memory to disk if it has changed.
    fn store(&mut self, sync: bool) -> Result<(), SpillError> {
        let Some((part, nodes, changed @ true)) = &mut self.loaded else { return Ok(()) };
        let mut state = self.place.create::<Node>(&state_name(self.side, *part, self.next))?;
        nodes.iter().try_for_each(|&node| state.push(node))?;
        self.place.finish(state, sync)?;
        if self.files[*part] != self.saved[*part] {
            self.place.remove(&state_name(self.side, *part, self.files[*part]))?;
        }
        self.files[*part] = self.next;
        self.next += 1;
        *changed = false;
        Ok(())
    }

    /// Records the progress in the journal.
    fn save(&mut self, work: Work<'_>, size: u16, remoteness: u16) -> Result<(), SpillError> {
        self.store(true)?;
        done(work, Step::Told { size, remoteness, files: self.files.clone() })?;
        for (part, (&file, saved)) in self.files.iter().zip(&mut self.saved).enumerate() {
            if *saved != file {
                self.place.remove(&state_name(self.side, part, *saved))?;
                *saved = file;
            }
        }
        Ok(())
    }
}

/// The name of the file of positions that the last step has decided.
fn front_name(side: usize) -> String {
    format!("{side}-front.run")
}

/// Decides every position that can be decided, starting where an earlier process stopped.
fn decide(
    work: Work<'_>,
    counts: &Counts,
    states: &mut States<'_>,
    told: Option<(u16, u16)>,
) -> Result<(), SpilledError> {
    let for_two = work.graph.own_turn(work.graph.start()).is_none();
    let mut saved = Instant::now();
    let mut decided = 0;
    for Reverse(size) in counts.sizes() {
        let mut remoteness = match told {
            // This lead is complete.
            Some((of, _)) if of < size => continue,
            Some((of, remoteness)) if of == size => remoteness,
            _ => 0,
        };
        let mut front = front(work, states, size, remoteness, None)?;
        while front > 0 {
            decided += front;
            if let Err(stopped) = work.solved(decided) {
                states.save(work, size, remoteness)?;
                return Err(stopped.into());
            }
            if saved.elapsed() >= SAVE {
                states.save(work, size, remoteness)?;
                saved = Instant::now();
            }
            let next = remoteness.checked_add(1).ok_or(SolveError::TooLong)?;
            front = self::front(work, states, size, next, Some(for_two))?;
            remoteness = next;
        }
    }
    Ok(())
}

/// Writes the file of the positions that were decided with a lead of absolute value `size` and with
/// `remoteness`, and returns their number. If `tell` is given, first informs the parents of the positions in
/// the previous file; `tell` states whether the game is for two players.
fn front(
    work: Work<'_>,
    states: &mut States<'_>,
    size: u16,
    remoteness: u16,
    tell: Option<bool>,
) -> Result<u64, SpilledError> {
    let (side, place) = (work.side, work.place);
    // The file that is being read is replaced only when the new one is complete.
    let mut front = place.create::<u64>(&front_name(side))?;
    for part in 0..states.files.len() {
        let from = part as u64 * states.part;
        let nodes = states.load(part)?;
        let mut some = tell.is_none();
        if let Some(for_two) = tell {
            some = apply(work, nodes, part, from, for_two, size, remoteness)?;
        }
        if some {
            for (node, at) in nodes.iter().zip(from..) {
                if let Some((lead, decided)) = node.known()
                    && lead.unsigned_abs() == size
                    && decided == remoteness
                {
                    front.push(at << 1 | u64::from(lead < 0))?;
                }
            }
        }
        // Counts of children may have changed even if no position was decided.
        if tell.is_some() {
            states.change();
        }
    }
    Ok(place.finish(front, false)?)
}

/// Informs the positions of a part about their children that the last step decided. Returns whether this
/// decides any position of the part.
fn apply(
    work: Work<'_>,
    nodes: &mut [Node],
    part: usize,
    from: u64,
    for_two: bool,
    size: u16,
    remoteness: u16,
) -> Result<bool, SpilledError> {
    let mut front = work.place.open::<u64>(&front_name(work.side))?;
    let mut edges = work.place.open::<(u64, u64)>(&edges_name(work.side, part))?;
    let Some(mut child) = front.next().transpose()? else { return Ok(false) };
    let mut over = false;
    let mut decided = false;
    while let Some(block) = edges.block_where(|_, last| !over && child >> 1 <= last)? {
        let mut failed = None;
        edges.unpack(&block, |(at, parent): (u64, u64)| {
            while child >> 1 < at && !over && failed.is_none() {
                match front.next() {
                    Some(Ok(next)) => child = next,
                    Some(Err(error)) => failed = Some(error),
                    None => over = true,
                }
            }
            if !over && child >> 1 == at {
                let own = (!for_two).then_some(parent & 1 == 1);
                let lead = if child & 1 == 1 { -(size as i16) } else { size as i16 };
                decided |= nodes[((parent >> 1) - from) as usize].update(own, lead, size, remoteness);
            }
        })?;
        if let Some(error) = failed {
            return Err(error.into());
        }
    }
    Ok(decided)
}

/// Writes the outcomes of all positions, and returns the number of positions with each outcome.
fn write(work: Work<'_>, mut states: States<'_>) -> Result<Vec<Row>, SpilledError> {
    let Work { side, place, .. } = work;
    let mut numbers = place.open::<u64>(&all_name(side))?;
    let mut tier = place.create::<(u64, Outcome)>(&solved(side, 0))?;
    let mut table = Table::default();
    for part in 0..states.files.len() {
        for node in states.load(part)? {
            let Some(number) = numbers.next().transpose()? else { return Err(numbers.unfit().into()) };
            table.note(node.outcome(), 1);
            tier.push((number, node.outcome()))?;
        }
    }
    place.finish(tier, true)?;
    let table = table.rows();
    done(work, Step::Solved { table: table.clone() })?;
    place.remove(&all_name(side))?;
    place.remove(&front_name(side))?;
    for part in 0..states.files.len() {
        place.remove(&edges_name(side, part))?;
        place.remove(&state_name(side, part, states.files[part]))?;
        place.remove(&state_name(side, part, states.saved[part]))?;
    }
    Ok(table)
}
