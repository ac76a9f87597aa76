//! Solves games backwards from the final positions, for graphs with cycles and for all others that fit in
//! memory.
//!
//! The children of each position are listed once, and then the edges are reversed. Outcomes propagate from
//! children to parents, largest leads first and by remoteness for equal leads, so the first outcome that a
//! position gets is its final one:
//!
//! - If a child is a win with the current lead for the side that moves to it, its parent is decided
//!   immediately, because no better lead can be found.
//! - If a child is a loss for that side, the parent's count of children decreases. When it reaches 0, the
//!   parent is a loss with the lead of the last child, which is the smallest loss by the longest path.
//! - At lead 0, a child that ties decides its parent. Positions that remain undecided are draws.
//!
//! In a game for two players, the side that moves to a position is the side that is not to move in it. If one
//! player plays against all others, the graph returns which side moved, and all leads are those of the
//! player.

use std::collections::BTreeSet;

use super::numbered::Numbered;
use super::slots::Slots;
use super::solution::Counts;
use super::{EVERY, LimitCheck, Outcome, Solution, SolveError};

/// The state of a position.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Node {
    /// The lead, or [`OPEN`] if the position is undecided.
    lead: Lead,
    /// The number of children that are not known to be wins for their player; once the position is decided,
    /// its remoteness.
    left: u16,
}

/// An encoded lead. The encoding 0 means that the lead is unknown, so that zeroed memory is valid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Lead(i16);

const OPEN: Lead = Lead(0);

impl Lead {
    /// Encodes a lead: leads that are not negative are shifted, because 0 encodes [`OPEN`].
    fn of(lead: i16) -> Self {
        Self(if lead >= 0 { lead + 1 } else { lead })
    }

    fn get(self) -> Option<i16> {
        (self != OPEN).then(|| if self.0 > 0 { self.0 - 1 } else { self.0 })
    }
}

impl Node {
    /// Returns the state of a position that is not final, with this number of children.
    pub(super) fn open(children: usize) -> Result<Self, SolveError> {
        Ok(Self { lead: OPEN, left: u16::try_from(children).map_err(|_| SolveError::TooLong)? })
    }

    /// Returns the state of a decided position.
    pub(super) fn decided(lead: i16, remoteness: u16) -> Self {
        Self { lead: Lead::of(lead), left: remoteness }
    }

    /// The lead and the remoteness, if the position is decided.
    pub(super) fn known(self) -> Option<(i16, u16)> {
        self.lead.get().map(|lead| (lead, self.left))
    }

    /// The number of children that are not known to be wins for their player, until the position is decided.
    pub(super) const fn left(self) -> u16 {
        self.left
    }

    /// The final outcome: a draw if the position has remained undecided.
    pub(super) fn outcome(self) -> Outcome {
        self.known().map_or(Outcome::Draw, |(lead, remoteness)| Outcome::Ends { lead, remoteness })
    }

    /// Processes a child that was decided with `lead`, whose absolute value is `size`. Returns whether this
    /// decides the position, which then gets this remoteness. `own` is the result of
    /// [`Solve::own_turn`](bustan_vocabulary::Solve::own_turn) for the position.
    #[inline]
    pub(super) fn update(&mut self, own: Option<bool>, lead: i16, size: u16, remoteness: u16) -> bool {
        if self.lead != OPEN {
            return false;
        }
        // From the point of view of the side that moves at this position.
        let behind = if own == Some(true) { lead < 0 } else { lead > 0 };
        if behind {
            self.left -= 1;
            if self.left > 0 {
                return false;
            }
        }
        let lead = if behind == (own == Some(false)) { size as i16 } else { -(size as i16) };
        *self = Self::decided(lead, remoteness);
        true
    }
}

pub(super) fn solve<T: Slots>(
    graph: &dyn Numbered,
    mut slots: T,
    watch: LimitCheck<'_>,
) -> Result<Solution, SolveError> {
    let mut explored = explore(graph, &mut slots, watch)?;
    let links = explored.reverse(&slots);
    let Explored { mut nodes, ends, counts, .. } = explored;
    decide(graph, &slots, &mut nodes, &links, ends, watch)?;
    drop(links);
    let start = watch.representative(graph, graph.start());
    let positions = slots.given_out();
    let solved = slots.sorted().map(|(number, slot)| (number, nodes[slot as usize].outcome()));
    Ok(Solution::new(start, counts, positions, solved))
}

/// The result of traversing the graph once.
struct Explored {
    nodes: Vec<Node>,
    /// The number of parents, by slot.
    parents: Vec<u32>,
    /// The children of all positions, in the order in which the positions were found.
    children: Vec<u32>,
    /// The slots of final positions.
    ends: Vec<u32>,
    counts: Counts,
}

/// The bytes per slot: a node and the number of its parents.
pub(super) const PER_SLOT: u64 = 4 + 4;

/// The bytes of a position in a solution. Writing it to a file takes less memory than finding it.
const SOLVED: u64 = 8 + 6;

/// The bytes of a slot in a list of children, parents, final positions, or positions whose parents have yet
/// to be decided.
const LISTED: u64 = 4;

fn explore<T: Slots>(
    graph: &dyn Numbered,
    slots: &mut T,
    watch: LimitCheck<'_>,
) -> Result<Explored, SolveError> {
    let mut walker = graph.walker();
    let mut explored = Explored {
        nodes: Vec::new(),
        parents: Vec::new(),
        children: Vec::new(),
        ends: Vec::new(),
        counts: Counts::default(),
    };
    slots.enter(watch.representative(graph, graph.start()));
    let (mut at, mut next_look) = (0, 0);
    let mut numbers = Vec::new();
    while let Some(slot) = slots.given(at) {
        // Edges are counted as well, because a few positions may have many children.
        if at + explored.children.len() >= next_look {
            explored.check(slots, watch)?;
            next_look = at + explored.children.len() + EVERY;
        }
        at += 1;
        explored.grow(slots.len());
        let before = explored.children.len();
        numbers.clear();
        let ended = walker.expand(slots.number(slot), &mut |child| numbers.push(child));
        for &number in &numbers {
            let (child, fresh) = slots.enter(watch.representative(graph, number));
            if fresh {
                explored.grow(slots.len());
            }
            explored.parents[child as usize] += 1;
            explored.children.push(child);
        }
        let ended = ended.map(Outcome::ended).transpose()?;
        let children = explored.children.len() - before;
        explored.counts.note(ended, children as u64);
        let node = &mut explored.nodes[slot as usize];
        match ended {
            Some(Outcome::Ends { lead, .. }) => {
                node.lead = Lead::of(lead);
                explored.ends.push(slot);
            }
            _ => *node = Node::open(children)?,
        }
    }
    explored.check(slots, watch)?;
    Ok(explored)
}

impl Explored {
    /// Allocates memory for the slots that are in use.
    fn grow(&mut self, slots: usize) {
        if slots > self.nodes.len() {
            self.grow_to(slots);
        }
    }

    #[cold]
    fn grow_to(&mut self, slots: usize) {
        self.nodes.resize(slots, Node::default());
        self.parents.resize(slots, 0);
    }

    /// Checks that the memory in use, and the memory needed if no more positions are found, is within the
    /// limit.
    fn check<T: Slots>(&self, slots: &T, watch: LimitCheck<'_>) -> Result<(), SolveError> {
        let positions = slots.given_out() as u64;
        let edges = self.children.len() as u64;
        let kept = slots.bytes() + (self.nodes.capacity() + self.parents.capacity()) as u64 * 4;
        let listed = |slots: usize| slots as u64 * LISTED;
        let ends = listed(self.ends.capacity());
        // While edges are reversed, they are in memory twice.
        let turning = kept + ends + listed(self.children.capacity()) + edges * LISTED;
        // Final positions are in memory twice while they are sorted by lead. Later, the positions decided
        // last are in memory together with those decided before them.
        let deciding = kept + edges * LISTED + 2 * ends.max(positions * LISTED);
        let telling = kept + positions * (SOLVED + T::SORTING);
        watch.found(slots.given_out(), turning.max(deciding).max(telling))?;
        match u32::try_from(edges) {
            Ok(_) => Ok(()),
            Err(_) => Err(SolveError::Memory { positions, limit: watch.limits.memory }),
        }
    }

    /// Reverses the edges.
    fn reverse<T: Slots>(&mut self, slots: &T) -> Links {
        let mut starts = std::mem::take(&mut self.parents);
        let mut edges = 0;
        for start in &mut starts {
            edges += *start;
            *start = edges;
        }
        let mut parents = vec![0; edges as usize];
        let mut children = std::mem::take(&mut self.children).into_iter();
        for slot in (0..).map_while(|at| slots.given(at)) {
            let node = self.nodes[slot as usize];
            let count = if node.lead == OPEN { node.left } else { 0 };
            for child in children.by_ref().take(count.into()) {
                let start = &mut starts[child as usize];
                *start -= 1;
                parents[*start as usize] = slot;
            }
        }
        Links { starts, parents }
    }
}

/// The parents of each position.
struct Links {
    /// The index of the first parent of each slot; its last parent precedes the first parent of the next
    /// slot.
    starts: Vec<u32>,
    parents: Vec<u32>,
}

impl Links {
    fn of(&self, slot: u32) -> &[u32] {
        let slot = slot as usize;
        let end = self.starts.get(slot + 1).map_or(self.parents.len(), |&end| end as usize);
        &self.parents[self.starts[slot] as usize..end]
    }
}

/// Decides every position that can be decided.
fn decide<T: Slots>(
    graph: &dyn Numbered,
    slots: &T,
    nodes: &mut [Node],
    links: &Links,
    ends: Vec<u32>,
    watch: LimitCheck<'_>,
) -> Result<(), SolveError> {
    let size = |slot: u32| nodes[slot as usize].lead.get().map_or(0, i16::unsigned_abs);
    let sizes: BTreeSet<u16> = ends.iter().map(|&slot| size(slot)).collect();
    let mut levels: Vec<(u16, Vec<u32>)> = Vec::new();
    for &wanted in sizes.iter().rev() {
        levels.push((wanted, ends.iter().copied().filter(|&slot| size(slot) == wanted).collect()));
    }
    drop(ends);
    let for_two = graph.own_turn(graph.start()).is_none();
    let mut solved = 0;
    for (size, mut frontier) in levels {
        let mut next = Vec::new();
        let mut remoteness = 0u16;
        while !frontier.is_empty() {
            watch.solved(solved)?;
            solved += frontier.len();
            remoteness = remoteness.checked_add(1).ok_or(SolveError::TooLong)?;
            for &slot in &frontier {
                let lead = nodes[slot as usize].lead.get().unwrap_or_default();
                for &parent in links.of(slot) {
                    let node = &mut nodes[parent as usize];
                    if node.lead != OPEN {
                        continue;
                    }
                    let own = if for_two { None } else { graph.own_turn(slots.number(parent)) };
                    if node.update(own, lead, size, remoteness) {
                        next.push(parent);
                    }
                }
            }
            frontier.clear();
            std::mem::swap(&mut frontier, &mut next);
        }
    }
    watch.solved(solved)
}
