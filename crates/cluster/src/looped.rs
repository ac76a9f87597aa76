//! Solves games in which positions can repeat: forwards along the moves, then backwards along the edges.
//!
//! Forwards, each tier contains the positions that are one move further from the start. The owner of a
//! position adds it if it is new, and stores its parents. Backwards, each tier contains the positions with
//! one lead and one remoteness, largest leads first: their owner reports them to the owners of their parents.
//! A parent is then decided, or has one fewer child that could avoid a loss. The order of these levels is the
//! same as in the backward search of `bustan-solve`.

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
    /// The lead, once the position is decided.
    lead: Option<i16>,
    /// The number of children that are not known to be wins for the player who moves at them; once the
    /// position is decided, its remoteness.
    left: u16,
}

/// The bytes of a position: its number, its entry in a hash map that is at worst half full, its state, and
/// the index of its first parent.
const POSITION: u64 = 8 + 2 * 17 + 6 + 4;

/// The bytes of an edge while edges are sorted by child.
const EDGE: u64 = 4 + 8 + 8;

/// A worker's share of the positions, and the results about them.
#[derive(Default)]
struct Share {
    /// The index of each number.
    places: HashMap<u64, u32, FxBuildHasher>,
    numbers: Vec<u64>,
    nodes: Vec<Node>,
    /// For each edge, the index of the child and the number of the parent.
    children: Vec<u32>,
    parents: Vec<u64>,
    counts: Counts,
}

impl Share {
    /// Returns the index of a position, and adds the position if it is new.
    fn enter(&mut self, number: u64) -> u32 {
        *self.places.entry(number).or_insert_with(|| {
            self.numbers.push(number);
            self.nodes.push(Node::default());
            (self.numbers.len() - 1) as u32
        })
    }

    /// Processes a frame of a forward tier.
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

    /// The bytes in use; `u64::MAX` if the number of positions or edges does not fit in 32 bits.
    fn bytes(&self) -> u64 {
        match u32::try_from(self.numbers.len().max(self.parents.len())) {
            Ok(_) => self.numbers.len() as u64 * POSITION + self.parents.len() as u64 * EDGE,
            Err(_) => u64::MAX,
        }
    }

    /// Sorts the parents by child. Returns the index of each child's first parent.
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

/// Finds all positions and the edges between them.
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

/// The result of expanding some positions.
struct Expanded {
    nodes: Vec<Walked>,
    /// The children of positions that are not final, each with the number of its parent.
    edges: Vec<(u64, u64)>,
    /// The children of final positions. They are positions, too, but there is no edge to them.
    found: Vec<u64>,
}

/// Expands some positions.
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
            // A frame takes effect only after all workers have finished the earlier levels, and no move
            // within this level leads to the same level. Therefore, frames can be processed in any order.
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

/// The level of positions with one absolute lead and one remoteness.
struct Level<'g> {
    graph: &'g dyn Positions,
    size: u16,
    remoteness: u16,
}

impl Level<'_> {
    /// Processes the positions that have a child that was decided in the previous level.
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
            // From the point of view of the side that moves at the parent.
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
