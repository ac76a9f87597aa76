//! Solves games in which every move leads to a later stage: forwards and then backwards, stage by stage.
//!
//! Forwards, all positions of a stage are known once the earlier stages have been expanded, because each
//! position was sent to its owner. Backwards, the owner of a position requests the outcomes of its children
//! from their owners, for many positions at a time. Edges are not stored.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::Range;

use bustan_solve::{Counts, Outcome, SolveError, best};
use rustc_hash::FxBuildHasher;

use crate::error::ClusterError;
use crate::owner::owner;
use crate::pack::{self, Frame, Kind};
use crate::positions::Positions;
use crate::worker::{BLOCK, Entries, Worker};

type Set = HashSet<u64, FxBuildHasher>;

/// The positions of a stage, sorted by their numbers, and their outcomes once they are known.
#[derive(Default)]
struct Layer {
    numbers: Vec<u64>,
    outcomes: Vec<Outcome>,
}

impl Layer {
    fn place(&self, number: u64) -> Option<usize> {
        self.numbers.binary_search(&number).ok()
    }
}

/// The bytes of a position: its number and its outcome, and both once more while the layers are combined.
const POSITION: u64 = 8 + 6 + 16;

/// The bytes of a number in a hash set that is half full in the worst case.
const AHEAD: u64 = 18;

/// The stage that a worker reports if it has no more stages.
const NONE: u64 = u64::MAX;

/// The number of positions whose children are requested at a time.
const ASKING: usize = 4 * BLOCK;

pub(crate) fn solve(worker: &mut Worker<'_, '_>) -> Result<(Counts, Entries), ClusterError> {
    let (mut layers, counts) = explore(worker)?;
    let own: Vec<u64> = layers.keys().map(|&stage| stage.into()).collect();
    let stages: BTreeSet<u64> = worker.link.tally(&own)?.into_iter().flatten().collect();
    for stage in stages.into_iter().rev() {
        decide(worker, &mut layers, stage as u32)?;
    }
    let mut entries: Vec<(u64, Outcome)> =
        layers.into_values().flat_map(|layer| layer.numbers.into_iter().zip(layer.outcomes)).collect();
    entries.sort_unstable_by_key(|entry| entry.0);
    Ok((counts, Box::new(entries.into_iter())))
}

/// The positions of later stages that a worker has received, and its counts.
#[derive(Default)]
struct LaterStages {
    stages: BTreeMap<u32, Set>,
    counts: Counts,
}

impl LaterStages {
    fn learn(&mut self, graph: &dyn Positions, frame: &Frame) {
        match frame.kind {
            Kind::Found => {
                for number in pack::unsorted(&frame.bytes) {
                    let stage = graph.stage(number).unwrap_or_default();
                    self.stages.entry(stage).or_default().insert(number);
                }
            }
            Kind::Counts => self.counts.add(&pack::uncounts(&frame.bytes)),
            _ => {}
        }
    }

    fn bytes(&self) -> u64 {
        self.stages.values().map(|set| set.capacity() as u64 * AHEAD).sum()
    }
}

/// Finds all positions, stage by stage.
fn explore(worker: &mut Worker<'_, '_>) -> Result<(BTreeMap<u32, Layer>, Counts), ClusterError> {
    let (graph, workers) = (worker.graph, worker.link.workers);
    let mut walker = graph.walker();
    let mut layers: BTreeMap<u32, Layer> = BTreeMap::new();
    let mut ahead = LaterStages::default();
    let start = worker.representative(graph.start());
    if !worker.again()? && worker.link.index == 0 {
        worker.link.send(owner(start, workers), Kind::Found, pack::sorted(&[start]));
    }
    let keeper = worker.keeper()?;
    worker.close(keeper, |frame| {
        ahead.learn(graph, frame);
        Ok(())
    })?;
    let mut found = 0;
    loop {
        let next = ahead.stages.keys().next().map_or(NONE, |&stage| stage.into());
        let here = worker.link.tally(&[next])?.into_iter().flatten().min().unwrap_or(NONE);
        if here == NONE {
            return Ok((layers, ahead.counts));
        }
        let here = here as u32;
        let mut numbers: Vec<u64> = ahead.stages.remove(&here).unwrap_or_default().into_iter().collect();
        numbers.sort_unstable();
        found += numbers.len() as u64;
        worker.found(numbers.len() as u64);
        let again = worker.again()?;
        let mut keeper = worker.keeper()?;
        let mut counts = Counts::default();
        for block in numbers.chunks(BLOCK).take(if again { 0 } else { usize::MAX }) {
            worker.fits(found * POSITION + ahead.bytes())?;
            let children = expand(worker, &mut *walker, here, block, &mut counts)?;
            for (to, found) in pack::dealt(children, |&number| number, workers).into_iter().enumerate() {
                if !found.is_empty() {
                    worker.link.send(to, Kind::Found, pack::sorted(&found));
                }
            }
            worker.link.pace()?;
            while let Some(frame) = worker.link.receive() {
                keeper.keep(&frame)?;
                ahead.learn(graph, &frame);
            }
        }
        if !again {
            worker.link.send(worker.link.index, Kind::Counts, pack::counts(&counts));
        }
        worker.close(keeper, |frame| {
            ahead.learn(graph, frame);
            Ok(())
        })?;
        layers.insert(here, Layer { numbers, outcomes: Vec::new() });
    }
}

/// Returns the children of positions of a stage, sorted and without duplicates. Adds the positions to
/// `counts`.
fn expand(
    worker: &Worker<'_, '_>,
    walker: &mut dyn Positions,
    stage: u32,
    block: &[u64],
    counts: &mut Counts,
) -> Result<Vec<u64>, ClusterError> {
    let mut children = Vec::new();
    for &number in block {
        let before = children.len();
        let ended = walker.expand(number, &mut |child| children.push(child));
        counts.note(ended.map(Outcome::ended).transpose()?, (children.len() - before) as u64);
    }
    children.iter_mut().for_each(|child| *child = worker.representative(*child));
    children.sort_unstable();
    children.dedup();
    let stage_of = |child| worker.graph.stage(child).unwrap_or_default();
    if let Some(&child) = children.iter().find(|&&child| stage_of(child) <= stage) {
        let next = stage_of(child);
        panic!("a move leads from stage {stage} to stage {next}, which is not a later one");
    }
    Ok(children)
}

/// Decides the positions of a stage. All positions of later stages must be decided.
fn decide(
    worker: &mut Worker<'_, '_>,
    layers: &mut BTreeMap<u32, Layer>,
    stage: u32,
) -> Result<(), ClusterError> {
    let numbers = std::mem::take(&mut layers.entry(stage).or_default().numbers);
    let again = worker.again()?;
    let mut keeper = worker.keeper()?;
    let mut layer = Layer { outcomes: vec![Outcome::Draw; numbers.len()], numbers };
    // The outcomes come from the tier on disk or from this worker.
    let learn = |layer: &mut Layer, frame: &Frame| {
        for (number, outcome) in pack::unsolved(&frame.bytes) {
            if let Some(place) = layer.place(number) {
                layer.outcomes[place] = outcome;
            }
        }
    };
    if !again {
        let mut walker = worker.graph.walker();
        let times = worker.link.most(layer.numbers.len().div_ceil(ASKING) as u64)?;
        for time in 0..times as usize {
            let asking = layer.numbers.chunks(ASKING).nth(time).unwrap_or_default();
            let outcomes = ask(worker, layers, &mut *walker, asking)?;
            let bytes = pack::solved(asking.iter().copied().zip(outcomes));
            let index = worker.link.index as u32;
            let frame = Frame { to: index, from: index, kind: Kind::Solved, bytes };
            keeper.keep(&frame)?;
            worker.solved(asking.len() as u64);
            learn(&mut layer, &frame);
        }
    }
    worker.close(keeper, |frame| {
        learn(&mut layer, frame);
        Ok(())
    })?;
    layers.insert(stage, layer);
    Ok(())
}

/// Computes the outcomes of positions from those of their children, which are requested from their owners.
fn ask(
    worker: &mut Worker<'_, '_>,
    layers: &BTreeMap<u32, Layer>,
    walker: &mut dyn Positions,
    asking: &[u64],
) -> Result<Vec<Outcome>, ClusterError> {
    let (graph, workers) = (worker.graph, worker.link.workers);
    let (mut children, mut each) = (Vec::new(), Vec::with_capacity(asking.len()));
    for &number in asking {
        let before = children.len();
        let ended = walker.expand(number, &mut |child| children.push(child));
        each.push((ended, before..children.len()));
    }
    children.iter_mut().for_each(|child| *child = worker.representative(*child));
    let mut wanted = children.clone();
    wanted.sort_unstable();
    wanted.dedup();
    let wanted = pack::dealt(wanted, |&number| number, workers);
    for (to, wanted) in wanted.iter().enumerate().filter(|(_, wanted)| !wanted.is_empty()) {
        worker.link.send(to, Kind::Query, pack::sorted(wanted));
    }
    let mut queries = Vec::new();
    worker.link.close(|frame| {
        queries.push(frame);
        Ok(())
    })?;
    for Frame { from, bytes, .. } in queries {
        // A requested position has already been sent to its owner.
        let answers = pack::unsorted(&bytes).map(|number| {
            let layer = layers.get(&graph.stage(number).unwrap_or_default());
            layer.and_then(|layer| Some(layer.outcomes[layer.place(number)?])).unwrap_or(Outcome::Draw)
        });
        let answers = pack::outcomes(answers);
        worker.link.send(from as usize, Kind::Answer, answers);
    }
    let mut known: HashMap<u64, Outcome, FxBuildHasher> = HashMap::default();
    worker.link.close(|frame| {
        known.extend(wanted[frame.from as usize].iter().copied().zip(pack::unoutcomes(&frame.bytes)));
        Ok(())
    })?;
    let outcome = |(&number, (ended, of)): (&u64, (Option<i32>, Range<usize>))| match ended {
        Some(lead) => Outcome::ended(lead),
        None => {
            let children = children[of].iter().filter_map(|child| known.get(child).copied());
            match best(graph.own_turn(number), children) {
                Some(Outcome::Ends { remoteness: u16::MAX, .. }) => Err(SolveError::TooLong),
                outcome => Ok(outcome.unwrap_or(Outcome::Draw)),
            }
        }
    };
    Ok(asking.iter().zip(each).map(outcome).collect::<Result<_, _>>()?)
}
