//! Solves games in which no position repeats, layer by layer.
//!
//! Every move leads to a position of a later stage; see [`Solve::stage`]. Forwards, the positions of one
//! stage are all known once the earlier stages have been explored. Backwards, the outcomes of all children
//! are known when a stage is reached. Therefore, the graph is traversed twice and no edges are stored.
//! Positions of the same stage do not affect each other, so they are processed on all cores.

use std::collections::{BTreeMap, HashSet};

use rustc_hash::FxBuildHasher;

use super::numbered::Numbered;
use super::solution::Counts;
use super::{EVERY, LimitCheck, Outcome, Solution, SolveError, best};
use bustan_harness::base::parallel;

type Set = HashSet<u64, FxBuildHasher>;

/// The positions of a stage, sorted by their numbers, and their outcomes once they are known.
#[derive(Default)]
struct Layer {
    numbers: Vec<u64>,
    outcomes: Vec<Outcome>,
}

/// The number of positions in a block. After each block, limits are checked and results are combined.
const BLOCK: usize = 64 * EVERY;

/// The number of positions that one core decides at a time.
const FEW: usize = 256;

/// The bytes of a position: its number and its outcome, and both once more in the solution.
const BYTES: u64 = 8 + 6 + 16;

/// The bytes of a number in a hash set that is at worst half full.
const AHEAD: u64 = 18;

/// The bytes of a number in a list.
const CHILD: u64 = 8;

pub(super) fn solve(graph: &dyn Numbered, watch: LimitCheck<'_>) -> Result<Solution, SolveError> {
    let (mut layers, counts) = explore(graph, watch)?;
    let stages: Vec<u32> = layers.keys().copied().collect();
    let mut solved = 0;
    for &stage in stages.iter().rev() {
        let numbers = std::mem::take(&mut layers.entry(stage).or_default().numbers);
        let mut outcomes = Vec::with_capacity(numbers.len());
        for block in numbers.chunks(BLOCK) {
            watch.solved(solved)?;
            let decided = parallel::chunks(block, FEW, |_, part| -> Result<Vec<Outcome>, SolveError> {
                let mut walker = graph.walker();
                part.iter().map(|&number| decide(graph, &mut *walker, number, &layers, watch)).collect()
            });
            for part in decided {
                let part = part?;
                solved += part.len();
                outcomes.extend(part);
            }
        }
        layers.insert(stage, Layer { numbers, outcomes });
    }
    watch.solved(solved)?;
    let start = watch.representative(graph, graph.start());
    let mut all: Vec<(u64, Outcome)> = Vec::with_capacity(solved);
    while let Some((_, layer)) = layers.pop_first() {
        all.extend(layer.numbers.into_iter().zip(layer.outcomes));
    }
    parallel::sort(&mut all, |&(number, _)| number);
    Ok(Solution::new(start, counts, solved, all.into_iter()))
}

/// The stage of a position, in a game with stages.
pub(super) fn stage(graph: &dyn Numbered, number: u64) -> u32 {
    graph.stage(number).unwrap_or_default()
}

/// Checks that a move increases the stage.
pub(super) fn forwards(here: u32, next: u32) {
    assert!(next > here, "a move leads from stage {here} to stage {next}, which is not a later one");
}

/// Finds all positions, stage by stage.
fn explore(
    graph: &dyn Numbered,
    watch: LimitCheck<'_>,
) -> Result<(BTreeMap<u32, Layer>, Counts), SolveError> {
    let mut layers = BTreeMap::new();
    let mut counts = Counts::default();
    let mut ahead: BTreeMap<u32, Set> = BTreeMap::new();
    let start = watch.representative(graph, graph.start());
    ahead.entry(stage(graph, start)).or_default().insert(start);
    let mut found = 0;
    while let Some((here, set)) = ahead.pop_first() {
        let mut numbers: Vec<u64> = set.into_iter().collect();
        parallel::sort(&mut numbers, |&number| number);
        for block in numbers.chunks(BLOCK) {
            let known = (found + numbers.len()) as u64 * BYTES;
            let waiting = |ahead: &BTreeMap<u32, Set>| {
                ahead.values().map(|set| set.capacity() as u64 * AHEAD).sum::<u64>()
            };
            watch.found(found, known + waiting(&ahead))?;
            let parts = parallel::chunks(block, EVERY, |_, part| children(graph, part, watch));
            let parts: Vec<(Vec<u64>, Counts)> = parts.into_iter().collect::<Result<_, _>>()?;
            let mut held: u64 = parts.iter().map(|(children, _)| children.capacity() as u64 * CHILD).sum();
            for (children, part) in parts {
                watch.found(found, known + waiting(&ahead) + held)?;
                held -= children.capacity() as u64 * CHILD;
                counts.add(&part);
                for child in children {
                    let next = stage(graph, child);
                    forwards(here, next);
                    ahead.entry(next).or_default().insert(child);
                }
            }
            found += block.len();
        }
        layers.insert(here, Layer { numbers, outcomes: Vec::new() });
    }
    watch.found(found, found as u64 * BYTES)?;
    Ok((layers, counts))
}

/// The children of positions, sorted and each once.
pub(super) fn children(
    graph: &dyn Numbered,
    numbers: &[u64],
    watch: LimitCheck<'_>,
) -> Result<(Vec<u64>, Counts), SolveError> {
    let mut walker = graph.walker();
    let (mut found, mut counts) = (Set::default(), Counts::default());
    for &number in numbers {
        let mut children = 0;
        let ended = walker.expand(number, &mut |child| {
            children += 1;
            found.insert(watch.representative(graph, child));
        });
        counts.note(ended.map(Outcome::ended).transpose()?, children);
    }
    Ok((found.into_iter().collect(), counts))
}

/// Derives the outcome of a position from those of its children.
fn decide(
    graph: &dyn Numbered,
    walker: &mut dyn Numbered,
    number: u64,
    layers: &BTreeMap<u32, Layer>,
    watch: LimitCheck<'_>,
) -> Result<Outcome, SolveError> {
    let mut children = Vec::new();
    let ended = walker.expand(number, &mut |child| {
        let child = watch.representative(graph, child);
        let layer = &layers[&stage(graph, child)];
        children.extend(layer.numbers.binary_search(&child).ok().map(|at| layer.outcomes[at]));
    });
    match ended {
        Some(lead) => Outcome::ended(lead),
        // All children were found.
        None => decided(graph.own_turn(number), children),
    }
}

/// Derives the outcome of a position that is not final from those of all its children.
pub(super) fn decided(
    own_turn: Option<bool>,
    children: impl IntoIterator<Item = Outcome>,
) -> Result<Outcome, SolveError> {
    match best(own_turn, children) {
        Some(Outcome::Ends { remoteness: u16::MAX, .. }) => Err(SolveError::TooLong),
        // A position that is not final has a child.
        outcome => Ok(outcome.unwrap_or(Outcome::Draw)),
    }
}
