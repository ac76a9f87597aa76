//! Solves games stage by stage, with a file for each stage.

use std::collections::{BTreeMap, BTreeSet};

use super::{Done, SpilledError, Tiers, Work, found, lookup, solved, tiers};
use crate::layers::{children, decided, forwards, stage};
use crate::solution::{Counts, Table};
use crate::{EVERY, Outcome, SolveError};
use bustan_harness::base::parallel;
use bustan_harness::spill::{Sorter, SpillError, merged};

/// The maximum number of positions in a block, after which results are combined.
const BLOCK: usize = 64 * EVERY;

/// The number of positions that one core solves at a time.
const FEW: usize = 256;

/// The memory per position while it is solved, in bytes: its number, its outcome if it is final, and its
/// number of children.
const POSITION: usize = 8 + 8 + 4;

/// The memory per child while its parent is solved, in bytes: its number in three lists (in the order of
/// generation, sorted within a family, and sorted over all families) and its outcome.
const CHILD: usize = 3 * 8 + 6;

/// The prefix of the names of files with positions of a stage that were found in earlier stages.
pub(super) fn ahead(side: usize, stage: u32) -> String {
    format!("{side}-{stage}-ahead")
}

/// The files of positions found in earlier stages, by the stage of the positions.
type Ahead = BTreeMap<u32, Vec<String>>;

/// The completed steps.
#[derive(Default)]
struct FinishedSteps {
    /// The number of positions of each explored stage.
    stages: BTreeMap<u32, u64>,
    ahead: Ahead,
    counts: Counts,
    solved: BTreeSet<u32>,
    table: Table,
}

impl FinishedSteps {
    fn positions(&self) -> u64 {
        self.stages.values().sum()
    }

    fn note(&mut self, step: &Done, of: usize) {
        match step {
            Done::Stage { side, stage, positions, counts, ahead } if *side == of => {
                self.stages.insert(*stage, *positions);
                self.counts.add(counts);
                self.ahead.remove(stage);
                for (stage, runs) in ahead {
                    self.ahead.entry(*stage).or_default().extend(runs.iter().cloned());
                }
            }
            Done::Solved { side, stage, table } if *side == of => {
                self.solved.insert(*stage);
                table.iter().for_each(|row| self.table.note(row.outcome, row.positions));
            }
            _ => {}
        }
    }
}

pub(super) fn solve(work: Work<'_>, done: &[Done]) -> Result<Tiers, SpilledError> {
    let mut known = FinishedSteps::default();
    done.iter().for_each(|step| known.note(step, work.side));
    if known.stages.is_empty() {
        let start = work.representative(work.graph.start());
        let stage = stage(work.graph, start);
        let mut first = Sorter::new(work.place, ahead(work.side, stage), 0, true);
        first.push(start)?;
        known.ahead.insert(stage, first.into_runs()?);
    }
    while let Some((stage, runs)) = known.ahead.pop_first() {
        let step = explore(work, &known, stage, &runs)?;
        work.done(&step)?;
        runs.iter().try_for_each(|run| work.place.remove(run))?;
        known.note(&step, work.side);
    }
    let positions = known.positions();
    work.found(positions)?;
    let stages: Vec<u32> = known.stages.keys().copied().collect();
    for &stage in stages.iter().rev() {
        if known.solved.contains(&stage) {
            continue;
        }
        let before = known.stages.range(stage + 1..).map(|(_, positions)| positions).sum();
        let step = decide(work, stage, before)?;
        work.done(&step)?;
        work.place.remove(&found(work.side, stage))?;
        known.solved.insert(stage);
        if let Done::Solved { table, .. } = &step {
            table.iter().for_each(|row| known.table.note(row.outcome, row.positions));
        }
    }
    work.solved(positions)?;
    let names = stages.iter().map(|&stage| solved(work.side, stage)).collect();
    Ok(tiers(work, positions, known.counts, known.table, names)?)
}

/// Explores the positions of a stage, which are in the files `runs`.
fn explore(work: Work<'_>, known: &FinishedSteps, here: u32, runs: &[String]) -> Result<Done, SpilledError> {
    let Work { graph, side, place, watch, .. } = work;
    let before = known.positions();
    let memory = watch.limits.memory;
    // Children of a block may be in sets and in lists at the same time.
    let block = (memory / (16 << 10)).clamp(16, BLOCK as u64) as usize;
    let room = memory / 8 * 3;
    let mut counts = Counts::default();
    let mut next: BTreeMap<u32, Sorter<'_, u64>> = BTreeMap::new();
    let mut numbers = merged::<u64>(place, &format!("{}-merged", ahead(side, here)), runs, true)?;
    let mut tier = place.create::<u64>(&found(side, here))?;
    loop {
        let numbers: Vec<u64> = numbers.by_ref().take(block).collect::<Result<_, _>>()?;
        if numbers.is_empty() {
            break;
        }
        work.found(before + tier.records())?;
        let part = EVERY.min(block.div_ceil(16));
        for found in parallel::chunks(&numbers, part, |_, part| children(graph, part, watch)) {
            let (children, part) = found?;
            counts.add(&part);
            for child in children {
                let stage = stage(graph, child);
                forwards(here, stage);
                let sorter = next.entry(stage).or_insert_with(|| {
                    Sorter::new(place, format!("{}-{here}", ahead(side, stage)), room, true)
                });
                sorter.push(child)?;
            }
            relieve(&mut next, room)?;
        }
        numbers.into_iter().try_for_each(|number| tier.push(number))?;
    }
    drop(numbers);
    let positions = place.finish(tier, true)?;
    let runs = |(stage, sorter): (u32, Sorter<'_, u64>)| Ok((stage, sorter.into_runs()?));
    let ahead = next.into_iter().map(runs).collect::<Result<Vec<_>, SpillError>>()?;
    Ok(Done::Stage { side, stage: here, positions, counts, ahead })
}

/// Moves the largest sorters from memory to disk until the rest fit into `room` bytes.
fn relieve(sorters: &mut BTreeMap<u32, Sorter<'_, u64>>, room: u64) -> Result<(), SpillError> {
    while sorters.values().map(Sorter::bytes).sum::<u64>() > room {
        match sorters.values_mut().max_by_key(|sorter| sorter.bytes()) {
            Some(largest) => largest.flush()?,
            None => break,
        }
    }
    Ok(())
}

/// Positions with all their children.
struct Family {
    numbers: Vec<u64>,
    /// For each position, its outcome if it is final.
    ends: Vec<Option<Outcome>>,
    counts: Vec<u32>,
    children: Vec<u64>,
    /// The children, sorted and each once.
    unique: Vec<u64>,
}

impl Family {
    fn of(work: Work<'_>, numbers: &[u64]) -> Result<Self, SolveError> {
        let mut walker = work.graph.walker();
        let mut family = Self {
            numbers: numbers.to_vec(),
            ends: Vec::with_capacity(numbers.len()),
            counts: Vec::with_capacity(numbers.len()),
            children: Vec::new(),
            unique: Vec::new(),
        };
        for &number in numbers {
            let before = family.children.len();
            let ended = walker.expand(number, &mut |child| family.children.push(work.representative(child)));
            family.ends.push(ended.map(Outcome::ended).transpose()?);
            family.counts.push((family.children.len() - before) as u32);
        }
        family.unique = family.children.clone();
        family.unique.sort_unstable();
        family.unique.dedup();
        Ok(family)
    }

    /// Derives the outcomes of the positions from those of their children.
    fn decide(
        &self,
        work: Work<'_>,
        wanted: &[u64],
        outcomes: &[Outcome],
    ) -> Result<Vec<Outcome>, SolveError> {
        let mut rest = self.children.iter();
        let decide = |((&number, &ended), &count): ((&u64, &Option<Outcome>), &u32)| {
            let of = |child| outcomes[wanted.partition_point(|other| other < child)];
            let children: Vec<Outcome> = rest.by_ref().take(count as usize).map(of).collect();
            ended.map_or_else(|| decided(work.graph.own_turn(number), children), Ok)
        };
        self.numbers.iter().zip(&self.ends).zip(&self.counts).map(decide).collect()
    }
}

/// Solves the positions of a stage. All later stages must be solved. `before` is the number of positions
/// solved so far.
fn decide(work: Work<'_>, here: u32, before: u64) -> Result<Done, SpilledError> {
    let Work { graph, side, place, watch, .. } = work;
    let room = (watch.limits.memory / 4 * 3) as usize;
    let mut numbers = place.open::<u64>(&found(side, here))?;
    let mut tier = place.create::<(u64, Outcome)>(&solved(side, here))?;
    let mut table = Table::default();
    // An estimate of the number of children per position, until it is known.
    let mut many = 64;
    let mut over = false;
    while !over {
        let mut families: Vec<Family> = Vec::new();
        let mut bytes = 0;
        while bytes < room && !over {
            watch.go_on()?;
            // Only a part of the available memory is used, so that an estimate that is too low does not
            // exceed it by much.
            let block = ((room - bytes) / 2 / (POSITION + many * CHILD)).clamp(16, BLOCK);
            let block: Vec<u64> = numbers.by_ref().take(block).collect::<Result<_, _>>()?;
            over = block.is_empty();
            for family in parallel::chunks(&block, FEW, |_, part| Family::of(work, part)) {
                let family = family?;
                bytes += family.numbers.len() * POSITION + family.children.len() * CHILD;
                many = family.children.len().div_ceil(family.numbers.len());
                families.push(family);
            }
        }
        let mut wanted = Vec::with_capacity(families.iter().map(|family| family.unique.len()).sum());
        families.iter_mut().for_each(|family| wanted.append(&mut std::mem::take(&mut family.unique)));
        parallel::sort(&mut wanted, |&number| number);
        wanted.dedup();
        let stages: BTreeSet<u32> = wanted.iter().map(|&child| stage(graph, child)).collect();
        let mut outcomes = vec![Outcome::Draw; wanted.len()];
        let mut read = 0;
        for &stage in &stages {
            forwards(here, stage);
            lookup::read(place, &solved(side, stage), &wanted, |at, outcome| {
                outcomes[at] = outcome;
                read += 1;
            })?;
        }
        if read != wanted.len() {
            return Err(numbers.unfit().into());
        }
        for (family, decided) in families.iter().zip(parallel::chunks(&families, 1, |_, families| {
            families
                .iter()
                .map(|family| family.decide(work, &wanted, &outcomes))
                .collect::<Result<Vec<_>, _>>()
        })) {
            for (&number, outcome) in family.numbers.iter().zip(decided?.into_iter().flatten()) {
                table.note(outcome, 1);
                tier.push((number, outcome))?;
            }
        }
        work.solved(before + tier.records())?;
    }
    place.finish(tier, true)?;
    Ok(Done::Solved { side, stage: here, table: table.rows() })
}
