//! Solves games in which positions can repeat: forwards along the moves, then backwards along the edges.
//!
//! Forwards, each tier has the positions one move further. Their owner enters those it has not seen, and keeps
//! for each the positions from which a move leads there. Backwards, each tier has the positions of one lead and
//! one remoteness, largest leads first: their owner tells those from which a move leads there. These are
//! decided, or have one child less that could save them, as in the harness's own way backwards, whose order of
//! levels this follows.

use std::collections::{BTreeSet, HashMap};

use bustan_solve::{Counts, Outcome, SolveError};
use rustc_hash::FxBuildHasher;

use crate::error::ClusterError;
use crate::owner::owner;
use crate::pack::{self, Frame, Kind, Walked};
use crate::positions::Positions;
use crate::worker::{BLOCK, Entries, Worker};

/// The state of a position.
#[derive(Clone, Copy, Debug, Default)]
struct Node {
    /// The lead of a position that is decided.
    lead: Option<i16>,
    /// The number of children not known to be wins for their player; once the position is decided, its
    /// remoteness.
    left: u16,
}

/// The bytes of a position: its number, its place in a map that is at worst half full, its state, and where its
/// parents begin.
const POSITION: u64 = 8 + 2 * 17 + 6 + 4;

/// The bytes of an edge while edges are sorted by child.
const EDGE: u64 = 4 + 8 + 8;

/// What a worker knows about its share of the positions.
#[derive(Default)]
struct Share {
    /// The place of each number.
    places: HashMap<u64, u32, FxBuildHasher>,
    numbers: Vec<u64>,
    nodes: Vec<Node>,
    /// The place of the child, and the number of the parent.
    children: Vec<u32>,
    parents: Vec<u64>,
    counts: Counts,
}

impl Share {
    /// The place of a position, which may be new.
    fn enter(&mut self, number: u64) -> u32 {
        *self.places.entry(number).or_insert_with(|| {
            self.numbers.push(number);
            self.nodes.push(Node::default());
            (self.numbers.len() - 1) as u32
        })
    }

    /// Learns what a frame of a tier forwards says.
    fn learn(&mut self, frame: &Frame) -> Result<(), ClusterError> {
        match frame.kind {
            Kind::Found => pack::unsorted(&frame.bytes).for_each(|number| {
                self.enter(number);
            }),
            Kind::Edges => {
                for (child, parent) in pack::unedges(&frame.bytes) {
                    let child = self.enter(child);
                    self.children.push(child);
                    self.parents.push(parent);
                }
            }
            Kind::Nodes => {
                for Walked { number, ended, children } in pack::unnodes(&frame.bytes) {
                    let place = self.enter(number);
                    let ended = ended.map(|lead| Outcome::Ends { lead, remoteness: 0 });
                    self.counts.note(ended, children);
                    self.nodes[place as usize] = match ended {
                        Some(Outcome::Ends { lead, .. }) => Node { lead: Some(lead), left: 0 },
                        _ => Node {
                            lead: None,
                            left: u16::try_from(children).map_err(|_| SolveError::TooLong)?,
                        },
                    };
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The bytes in use; more than there are if places and edges are too many to be counted in 32 bits.
    fn bytes(&self) -> u64 {
        match u32::try_from(self.numbers.len().max(self.parents.len())) {
            Ok(_) => self.numbers.len() as u64 * POSITION + self.parents.len() as u64 * EDGE,
            Err(_) => u64::MAX,
        }
    }

    /// Sorts the parents by child. The answer says where those of each child begin.
    fn link(&mut self) -> Vec<u32> {
        let mut starts = vec![0u32; self.numbers.len() + 1];
        self.children.iter().for_each(|&child| starts[child as usize] += 1);
        let mut edges = 0;
        for start in &mut starts {
            edges += *start;
            *start = edges;
        }
        let mut parents = vec![0; self.parents.len()];
        for (child, parent) in std::mem::take(&mut self.children).into_iter().zip(&self.parents) {
            let start = &mut starts[child as usize];
            *start -= 1;
            parents[*start as usize] = *parent;
        }
        self.parents = parents;
        starts
    }
}

pub(crate) fn solve(worker: &mut Worker<'_, '_>) -> Result<(Counts, Entries), ClusterError> {
    let mut share = explore(worker)?;
    let starts = share.link();
    decide(worker, &mut share, &starts)?;
    let Share { numbers, nodes, counts, .. } = share;
    let mut entries: Vec<(u64, Outcome)> = numbers
        .into_iter()
        .zip(nodes)
        .map(|(number, node)| {
            let outcome = match node.lead {
                Some(lead) => Outcome::Ends { lead, remoteness: node.left },
                None => Outcome::Draw,
            };
            (number, outcome)
        })
        .collect();
    entries.sort_unstable_by_key(|entry| entry.0);
    Ok((counts, Box::new(entries.into_iter())))
}

/// Finds all positions, and the edges between them.
fn explore(worker: &mut Worker<'_, '_>) -> Result<Share, ClusterError> {
    let mut share = Share::default();
    let mut walker = worker.graph.walker();
    let (start, workers) = (worker.representative(worker.graph.start()), worker.link.workers);
    if !worker.again()? && worker.link.index == 0 {
        worker.link.send(owner(start, workers), Kind::Found, pack::sorted(&[start]));
    }
    let keeper = worker.keeper()?;
    worker.close(keeper, |frame| share.learn(frame))?;
    let mut walked = 0;
    loop {
        let frontier = walked..share.numbers.len();
        walked = frontier.end;
        worker.found(frontier.len() as u64);
        if worker.link.sum(frontier.len() as u64)? == 0 {
            return Ok(share);
        }
        let again = worker.again()?;
        let mut keeper = worker.keeper()?;
        let mut frontier = share.numbers[frontier].to_vec();
        frontier.sort_unstable();
        for block in frontier.chunks(BLOCK).take(if again { 0 } else { usize::MAX }) {
            worker.fits(share.bytes())?;
            let Expanded { nodes, edges, mut found } = expand(worker, &mut *walker, block)?;
            worker.link.send(worker.link.index, Kind::Nodes, pack::nodes(&nodes));
            for (to, mut edges) in pack::dealt(edges, |edge| edge.0, workers).into_iter().enumerate() {
                if !edges.is_empty() {
                    edges.sort_unstable();
                    worker.link.send(to, Kind::Edges, pack::edges(&edges));
                }
            }
            found.sort_unstable();
            for (to, found) in pack::dealt(found, |&number| number, workers).into_iter().enumerate() {
                if !found.is_empty() {
                    worker.link.send(to, Kind::Found, pack::sorted(&found));
                }
            }
            worker.link.pace()?;
            while let Some(frame) = worker.link.receive() {
                keeper.keep(&frame)?;
                share.learn(&frame)?;
            }
        }
        worker.close(keeper, |frame| share.learn(frame))?;
        worker.fits(share.bytes())?;
    }
}

/// What was found from some positions.
struct Expanded {
    nodes: Vec<Walked>,
    /// The children of those that have not ended, each with the number of its parent.
    edges: Vec<(u64, u64)>,
    /// The children of those that have ended: positions as well, to which no edge leads from there.
    found: Vec<u64>,
}

/// Finds the children of some positions.
fn expand(
    worker: &Worker<'_, '_>,
    walker: &mut dyn Positions,
    block: &[u64],
) -> Result<Expanded, ClusterError> {
    let (mut nodes, mut edges, mut found) = (Vec::with_capacity(block.len()), Vec::new(), Vec::new());
    for &number in block {
        let before = edges.len();
        let ended = walker.expand(number, &mut |child| edges.push((child, number)));
        let children = (edges.len() - before) as u64;
        edges[before..].iter_mut().for_each(|edge| edge.0 = worker.representative(edge.0));
        let ended = match ended.map(Outcome::ended).transpose()? {
            Some(Outcome::Ends { lead, .. }) => {
                found.extend(edges.drain(before..).map(|edge| edge.0));
                Some(lead)
            }
            _ => None,
        };
        nodes.push(Walked { number, ended, children });
    }
    Ok(Expanded { nodes, edges, found })
}

/// Decides every position that can be decided.
fn decide(worker: &mut Worker<'_, '_>, share: &mut Share, starts: &[u32]) -> Result<(), ClusterError> {
    let ended: Vec<(u16, u32)> = share
        .nodes
        .iter()
        .zip(0..)
        .filter_map(|(node, place)| node.lead.map(|lead| (lead.unsigned_abs(), place)))
        .collect();
    let own: BTreeSet<u64> = ended.iter().map(|&(size, _)| size.into()).collect();
    let own: Vec<u64> = own.into_iter().collect();
    let sizes: BTreeSet<u64> = worker.link.tally(&own)?.into_iter().flatten().collect();
    let workers = worker.link.workers;
    for size in sizes.into_iter().rev() {
        let size = size as u16;
        let mut frontier: Vec<u32> =
            ended.iter().filter(|(lead, _)| *lead == size).map(|&(_, place)| place).collect();
        let mut remoteness = 0u16;
        while worker.link.sum(frontier.len() as u64)? > 0 {
            worker.solved(frontier.len() as u64);
            remoteness = remoteness.checked_add(1).ok_or(SolveError::TooLong)?;
            let mut next = Vec::new();
            let level = Level { graph: worker.graph, size, remoteness };
            let again = worker.again()?;
            let mut keeper = worker.keeper()?;
            // A frame counts only once all workers have told everything of the levels before, and nothing of
            // this level leads to the same level, so frames may be taken as they come.
            for block in frontier.chunks(BLOCK).take(if again { 0 } else { usize::MAX }) {
                for kind in [Kind::Ahead, Kind::Behind] {
                    let mut told = Vec::new();
                    for &place in block {
                        let lead = share.nodes[place as usize].lead.unwrap_or_default();
                        if (lead > 0) == (kind == Kind::Ahead) {
                            let of = starts[place as usize] as usize..starts[place as usize + 1] as usize;
                            told.extend_from_slice(&share.parents[of]);
                        }
                    }
                    told.sort_unstable();
                    for (to, told) in pack::dealt(told, |&number| number, workers).into_iter().enumerate() {
                        if !told.is_empty() {
                            worker.link.send(to, kind, pack::sorted(&told));
                        }
                    }
                }
                worker.link.pace()?;
                while let Some(frame) = worker.link.receive() {
                    keeper.keep(&frame)?;
                    level.learn(share, &frame, &mut next);
                }
            }
            worker.close(keeper, |frame| {
                level.learn(share, frame, &mut next);
                Ok(())
            })?;
            frontier = next;
        }
    }
    Ok(())
}

/// The positions of one lead, in either direction, and one remoteness.
struct Level<'g> {
    graph: &'g dyn Positions,
    size: u16,
    remoteness: u16,
}

impl Level<'_> {
    /// Learns which positions have a child that was decided in the level before.
    fn learn(&self, share: &mut Share, frame: &Frame, next: &mut Vec<u32>) {
        let ahead = frame.kind == Kind::Ahead;
        if !ahead && frame.kind != Kind::Behind {
            return;
        }
        for parent in pack::unsorted(&frame.bytes) {
            let Some(&place) = share.places.get(&parent) else { continue };
            let node = &mut share.nodes[place as usize];
            if node.lead.is_some() {
                continue;
            }
            let own = self.graph.own_turn(parent);
            // For the side that moves from the parent.
            let behind = if own == Some(true) { !ahead && self.size > 0 } else { ahead };
            if behind {
                node.left -= 1;
                if node.left > 0 {
                    continue;
                }
            }
            let lead = if behind == (own == Some(false)) { self.size as i16 } else { -(self.size as i16) };
            *node = Node { lead: Some(lead), left: self.remoteness };
            next.push(place);
        }
    }
}
