//! The tree of a Monte Carlo tree search: results, choices, and proofs.

use bustan_guide::Recurrence;
use bustan_vocabulary::Standing;
use rustc_hash::FxHashMap;

use crate::table::mix;
use crate::{Opinion, Value};

/// The child of an edge that has not been visited.
pub(crate) const NONE: u32 = u32::MAX;

/// The value in place of the player on turn when the game is over.
pub(crate) const NOBODY: u8 = u8::MAX;

/// The weight with which a playout prefers moves with few visits over those with good results.
const CURIOSITY: f64 = 0.45;

/// The largest number of positions and moves of a tree that still grows: about 500 megabytes.
const MOST_NODES: usize = 1_500_000;
const MOST_MOVES: usize = 6_000_000;

/// The lead in a game of points at which the part of the result that depends on the size of the win reaches
/// half of its limit.
const HALF: f64 = 12.0;

/// The part of a result that depends on winning, not on the size of the win.
const WINNING: f64 = 0.8;

/// The results of each player, from 0 to 1, by place.
pub(crate) type Shares = [f64; Standing::MOST];

/// The key by which positions share a node: the hash, and the earlier positions as far as they matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    hash: u64,
    past: u64,
}

/// A position.
#[derive(Clone, Debug)]
pub(crate) struct Node<M> {
    key: Key,
    pub(crate) visits: u32,
    /// The sums of the results of its playouts.
    sums: Shares,
    /// The place of the player on turn, or [`NOBODY`].
    pub(crate) turn: u8,
    /// Whether its moves are listed.
    pub(crate) listed: bool,
    /// The number of visits after which they are listed, as far as is known.
    pub(crate) due: u32,
    /// The bounds on the lead of the first player under perfect play, with two players.
    low: i32,
    high: i32,
    /// The leads under perfect play, once they are known, and the number of moves to the end.
    known: Option<([i32; Standing::MOST], u32)>,
    pub(crate) edges: Vec<Edge<M>>,
    /// The moves that have not joined the tree yet, the most promising last.
    waiting: Vec<M>,
}

impl<M> Node<M> {
    /// Whether its value is proven.
    pub(crate) const fn is_known(&self) -> bool {
        self.known.is_some()
    }
}

/// A move.
#[derive(Clone, Debug)]
pub(crate) struct Edge<M> {
    pub(crate) mv: M,
    /// The position after it, or [`NONE`].
    pub(crate) child: u32,
    visits: u32,
}

/// The tree.
#[derive(Clone, Debug)]
pub(crate) struct Tree<M> {
    nodes: Vec<Node<M>>,
    places: FxHashMap<Key, u32>,
    pub(crate) root: u32,
    players: usize,
    by_points: bool,
    recurrence: Recurrence,
    /// The number of moves listed.
    moves: usize,
}

impl<M: Clone + PartialEq> Tree<M> {
    /// The tree of one position.
    pub(crate) fn new(standing: Standing, turn: u8, hash: u64, recurrence: Recurrence) -> Self {
        let mut tree = Self {
            nodes: Vec::new(),
            places: FxHashMap::default(),
            root: 0,
            players: standing.players(),
            by_points: standing.is_by_points(),
            recurrence,
            moves: 0,
        };
        tree.enter(Key { hash, past: 0 }, turn, None);
        tree.nodes[0].due = 0;
        tree
    }

    pub(crate) fn node(&self, at: u32) -> &Node<M> {
        &self.nodes[at as usize]
    }

    pub(crate) fn node_mut(&mut self, at: u32) -> &mut Node<M> {
        &mut self.nodes[at as usize]
    }

    /// Whether no more moves may be listed.
    pub(crate) const fn is_full(&self) -> bool {
        self.nodes.len() > MOST_NODES || self.moves > MOST_MOVES
    }

    /// The largest lead that a player can have.
    const fn most(&self) -> i32 {
        if self.by_points { i32::MAX } else { 1 }
    }

    fn enter(&mut self, key: Key, turn: u8, end: Option<Standing>) -> u32 {
        let at = self.nodes.len() as u32;
        let most = self.most();
        let known = end.map(|end| {
            (std::array::from_fn(|player| if player < self.players { end.lead(player) } else { 0 }), 0)
        });
        let (low, high) = known.map_or((-most, most), |(leads, _): ([i32; 4], u32)| (leads[0], leads[0]));
        self.nodes.push(Node {
            key,
            visits: 0,
            sums: Shares::default(),
            turn,
            listed: false,
            due: 1,
            low,
            high,
            known,
            edges: Vec::new(),
            waiting: Vec::new(),
        });
        self.places.insert(key, at);
        at
    }

    /// Returns the position with this hash after an edge.
    pub(crate) fn reach(&mut self, at: u32, edge: usize, hash: u64, turn: u8, end: Option<Standing>) -> u32 {
        let Key { hash: before, past } = self.node(at).key;
        let past = match self.recurrence {
            Recurrence::Never => 0,
            Recurrence::Free => past + 1,
            Recurrence::Counts => past.wrapping_add(mix(before)),
        };
        let key = Key { hash, past };
        let child = match self.places.get(&key) {
            Some(&child) => child,
            None => self.enter(key, turn, end),
        };
        self.node_mut(at).edges[edge].child = child;
        child
    }

    /// Lists the moves of a position, the most promising last.
    pub(crate) fn list(&mut self, at: u32, moves: Vec<M>) {
        self.moves += moves.len();
        let node = self.node_mut(at);
        node.waiting = moves;
        node.listed = true;
    }

    /// The share of a lead.
    fn share(&self, lead: i32) -> f64 {
        let lead = f64::from(lead);
        if !self.by_points {
            return 0.5 + 0.5 * lead;
        }
        let sign = f64::from(i8::from(lead > 0.0) - i8::from(lead < 0.0));
        0.5 + 0.5 * (WINNING * sign + (1.0 - WINNING) * lead / (lead.abs() + HALF))
    }

    /// The results of a game that has ended.
    pub(crate) fn shares(&self, end: Standing) -> Shares {
        std::array::from_fn(|player| if player < self.players { self.share(end.lead(player)) } else { 0.0 })
    }

    /// The results at a position whose value is proven.
    pub(crate) fn known_shares(&self, at: u32) -> Shares {
        let leads = self.node(at).known.map_or([0; Standing::MOST], |(leads, _)| leads);
        std::array::from_fn(|player| if player < self.players { self.share(leads[player]) } else { 0.0 })
    }

    /// The bounds on the lead of a player after an edge.
    fn bounds(&self, edge: &Edge<M>, player: u8) -> (i32, i32) {
        let most = self.most();
        match (edge.child, player) {
            (NONE, _) => (-most, most),
            (child, 0) => (self.node(child).low, self.node(child).high),
            (child, _) => (-self.node(child).high, -self.node(child).low),
        }
    }

    /// The edge that a playout takes; `None` if no edge is worth it.
    pub(crate) fn choose(&mut self, at: u32) -> Option<usize> {
        let node = self.node(at);
        let room = 3 + 2 * node.visits.isqrt() as usize;
        if node.edges.len() < room && !node.waiting.is_empty() {
            return self.open(at);
        }
        let (turn, two) = (node.turn, self.players == 2);
        let least = if two { if turn == 0 { node.low } else { -node.high } } else { i32::MIN };
        let log = log2(node.visits.max(1));
        let mut best: Option<(f64, usize)> = None;
        for (number, edge) in node.edges.iter().enumerate() {
            let urgency = match edge.child {
                NONE => f64::INFINITY,
                child => {
                    let child = self.node(child);
                    if child.is_known() || (two && self.bounds(edge, turn).1 <= least) {
                        continue;
                    }
                    let mean = child.sums[usize::from(turn)] / f64::from(child.visits.max(1));
                    mean + CURIOSITY * (log / f64::from(edge.visits.max(1))).sqrt()
                }
            };
            if best.is_none_or(|(most, _)| urgency > most) {
                best = Some((urgency, number));
            }
        }
        match best {
            Some((_, number)) => Some(number),
            None if !node.waiting.is_empty() => self.open(at),
            None => (!node.edges.is_empty()).then_some(0),
        }
    }

    /// Adds the most promising of the waiting moves to the tree.
    fn open(&mut self, at: u32) -> Option<usize> {
        let node = self.node_mut(at);
        let mv = node.waiting.pop()?;
        node.edges.push(Edge { mv, child: NONE, visits: 0 });
        Some(node.edges.len() - 1)
    }

    /// Adds the result of a playout that went this way to `last`, and propagates what is proven.
    pub(crate) fn add(&mut self, way: &[(u32, usize)], last: u32, mut shares: Shares) {
        self.count(last, &mut shares);
        for &(at, edge) in way.iter().rev() {
            let node = self.node_mut(at);
            node.edges[edge].visits += 1;
            let child = node.edges[edge].child;
            if self.node(child).low > -self.most()
                || self.node(child).high < self.most()
                || self.node(child).is_known()
            {
                self.prove(at);
            }
            self.count(at, &mut shares);
        }
    }

    /// Counts a result, limited to what is not proven to be impossible.
    fn count(&mut self, at: u32, shares: &mut Shares) {
        if self.players == 2 {
            let node = self.node(at);
            let (low, high) = (node.low, node.high);
            let least = if low == -self.most() { 0.0 } else { self.share(low) };
            let most = if high == self.most() { 1.0 } else { self.share(high) };
            shares[0] = shares[0].clamp(least, most);
            shares[1] = 1.0 - shares[0];
        }
        let node = self.node_mut(at);
        node.visits += 1;
        node.sums.iter_mut().zip(shares).for_each(|(sum, share)| *sum += *share);
    }

    /// Derives the proven value of a position from its children.
    fn prove(&mut self, at: u32) {
        let node = self.node(at);
        if node.is_known() || !node.listed {
            return;
        }
        let turn = usize::from(node.turn);
        let complete = node.waiting.is_empty();
        let leads_of = |edge: &Edge<M>| match edge.child {
            NONE => None,
            child => self.node(child).known,
        };
        // Moves with a proven value, the best for the player on turn first; a player who is ahead hurries.
        let worth = |&(leads, moves): &([i32; Standing::MOST], u32)| {
            let lead = leads[turn];
            (lead, if lead >= 0 { -i64::from(moves) } else { i64::from(moves) })
        };
        let best = node.edges.iter().filter_map(leads_of).max_by_key(worth);
        let later = best.map(|(leads, moves)| (leads, moves + 1));
        if self.players > 2 {
            let all = complete && node.edges.iter().all(|edge| leads_of(edge).is_some());
            self.node_mut(at).known = later.filter(|_| all);
            return;
        }
        let most = self.most();
        let bounds = node.edges.iter().map(|edge| self.bounds(edge, node.turn));
        let (low, high) = bounds
            .fold((-most, -most), |(low, high), (least, greatest)| (low.max(least), high.max(greatest)));
        let high = if complete { high } else { most };
        let known = later.filter(|(leads, _)| leads[turn] >= high);
        let node = self.node_mut(at);
        (node.low, node.high) = if turn == 0 { (low, high) } else { (-high, -low) };
        if let Some((leads, _)) = known {
            (node.low, node.high) = (leads[0], leads[0]);
        }
        node.known = known;
    }

    /// The opinions of the moves of the root that have joined the tree, the one to play first: the one
    /// visited most, unless another one is proven to be as good.
    pub(crate) fn ranked(&self) -> Vec<Opinion<M>> {
        let root = self.node(self.root);
        let turn = usize::from(root.turn);
        let rated = |edge: &Edge<M>| {
            let child = (edge.child != NONE).then(|| self.node(edge.child));
            let known = child.and_then(|child| child.known).map(|(leads, moves)| (leads[turn], moves + 1));
            let mean = child.map_or(0.0, |child| child.sums[turn] / f64::from(child.visits.max(1)));
            let value = known.map(|(lead, moves)| Value::Lead { lead, moves: Some(moves) });
            let value = value.or_else(|| child.map(|_| Value::Share(mean)));
            let share = known.map_or(mean, |(lead, _)| self.share(lead));
            (Opinion { mv: edge.mv.clone(), value, work: edge.visits.into() }, known, share)
        };
        // A move that cannot be better than a proven one is hopeless.
        let two = self.players == 2;
        let least = if turn == 0 { root.low } else { -root.high };
        let hopeless = |edge: &Edge<M>| two && self.bounds(edge, root.turn).1 <= least;
        let mut rated: Vec<_> = root.edges.iter().map(|edge| (rated(edge), hopeless(edge))).collect();
        let open = rated.iter().filter(|((_, known, _), hopeless)| known.is_none() && !hopeless);
        let hoped =
            open.max_by_key(|((opinion, ..), _)| opinion.work).map_or(0.0, |((_, _, share), _)| *share);
        let class = |known: bool, share: f64, hopeless: bool| match known {
            true => 2 * u8::from(share >= hoped),
            false => u8::from(!hopeless),
        };
        let hurry = |known: Option<(i32, u32)>| match known {
            Some((lead, moves)) if lead >= 0 => -i64::from(moves),
            Some((_, moves)) => moves.into(),
            None => 0,
        };
        rated.sort_by(|((one, one_known, one_share), one_hopeless), ((other, known, share), hopeless)| {
            let of_one = class(one_known.is_some(), *one_share, *one_hopeless);
            let of_other = class(known.is_some(), *share, *hopeless);
            let alike = match (one_known, known) {
                (Some(_), Some(_)) => share.total_cmp(one_share).then(hurry(*known).cmp(&hurry(*one_known))),
                // These are in one class only if both are behind.
                (Some(_), None) => std::cmp::Ordering::Less,
                (None, Some(_)) => std::cmp::Ordering::Greater,
                (None, None) => other.work.cmp(&one.work),
            };
            of_other.cmp(&of_one).then(alike)
        });
        rated.into_iter().map(|((opinion, ..), _)| opinion).collect()
    }

    /// The subtree after these moves, without positions that can no longer be reached; `None` if it was not
    /// visited.
    pub(crate) fn behind<'m>(self, mut moves: impl Iterator<Item = &'m M>) -> Option<Self>
    where
        M: 'm,
    {
        let root = moves.try_fold(self.root, |at, mv| {
            let edge = self.node(at).edges.iter().find(|edge| edge.mv == *mv)?;
            (edge.child != NONE).then_some(edge.child)
        })?;
        if root == self.root {
            return Some(self);
        }
        let mut places = vec![NONE; self.nodes.len()];
        let mut order = vec![root];
        places[root as usize] = 0;
        let mut next = 0;
        while next < order.len() {
            for edge in &self.node(order[next]).edges {
                if edge.child != NONE && places[edge.child as usize] == NONE {
                    places[edge.child as usize] = order.len() as u32;
                    order.push(edge.child);
                }
            }
            next += 1;
        }
        let mut old: Vec<Option<Node<M>>> = self.nodes.into_iter().map(Some).collect();
        let mut nodes: Vec<Node<M>> = order.iter().filter_map(|&at| old[at as usize].take()).collect();
        for edge in nodes.iter_mut().flat_map(|node| &mut node.edges).filter(|edge| edge.child != NONE) {
            edge.child = places[edge.child as usize];
        }
        nodes[0].due = 0;
        let moves = nodes.iter().map(|node| node.edges.len() + node.waiting.len()).sum();
        let places = (0..).zip(&nodes).map(|(at, node)| (node.key, at)).collect();
        Some(Self { nodes, places, root: 0, moves, ..self })
    }
}

/// The logarithm to base 2, linear between powers of two: the same on every machine.
fn log2(number: u32) -> f64 {
    let exponent = number.ilog2();
    f64::from(exponent) + f64::from(number) / f64::from(1u32 << exponent) - 1.0
}
