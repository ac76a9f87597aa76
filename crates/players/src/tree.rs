//! The tree of a Monte Carlo tree search: results, selection of moves, and proofs.

use bustan_guide::Recurrence;
use bustan_vocabulary::Standing;
use rustc_hash::FxHashMap;

use crate::table::mix;
use crate::{Opinion, Value};

/// The value of [`Edge::child`] before the edge is visited.
pub(crate) const NONE: u32 = u32::MAX;

/// The value of [`Node::turn`] when the game is over.
pub(crate) const NOBODY: u8 = u8::MAX;

/// The weight of exploration: how much playouts prefer moves with few visits to moves with good results.
const CURIOSITY: f64 = 0.45;

/// The maximum numbers of positions and of moves of a tree that still grows. The tree then takes about 500
/// megabytes.
const MOST_NODES: usize = 1_500_000;
const MOST_MOVES: usize = 6_000_000;

/// In a game of points, the lead at which the part of the result that depends on the size of the win reaches
/// half of its maximum.
const HALF: f64 = 12.0;

/// The part of a result that depends only on winning, not on the size of the win.
const WINNING: f64 = 0.8;

/// The results of the players, from 0 to 1, by player index.
pub(crate) type Shares = [f64; Standing::MOST];

/// The key of a node: positions with equal keys share it. It contains the hash and, if they matter, the
/// earlier positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    hash: u64,
    past: u64,
}

/// A position in the tree.
#[derive(Clone, Debug)]
pub(crate) struct Node<M> {
    key: Key,
    pub(crate) visits: u32,
    /// The sums of the results of playouts through the position.
    sums: Shares,
    /// The index of the player to move, or [`NOBODY`].
    pub(crate) turn: u8,
    /// Whether the moves are listed.
    pub(crate) listed: bool,
    /// The number of visits after which the moves are listed, as far as known.
    pub(crate) due: u32,
    /// With two players, the bounds on the lead of the first player under perfect play.
    low: i32,
    high: i32,
    /// The leads under perfect play and the number of moves to the end of the game, once they are proven.
    known: Option<([i32; Standing::MOST], u32)>,
    pub(crate) edges: Vec<Edge<M>>,
    /// Listed moves that have not been added to the tree, the most promising last.
    waiting: Vec<M>,
}

impl<M> Node<M> {
    /// Whether the value of the position is proven.
    pub(crate) const fn is_known(&self) -> bool {
        self.known.is_some()
    }
}

/// A move in the tree.
#[derive(Clone, Debug)]
pub(crate) struct Edge<M> {
    pub(crate) mv: M,
    /// The index of the node after the move, or [`NONE`].
    pub(crate) child: u32,
    visits: u32,
}

/// The tree of a search.
#[derive(Clone, Debug)]
pub(crate) struct Tree<M> {
    nodes: Vec<Node<M>>,
    places: FxHashMap<Key, u32>,
    pub(crate) root: u32,
    players: usize,
    by_points: bool,
    recurrence: Recurrence,
    /// The number of listed moves.
    moves: usize,
}

impl<M: Clone + PartialEq> Tree<M> {
    /// Returns a tree with a single position.
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

    /// Whether the tree must not list more moves.
    pub(crate) const fn is_full(&self) -> bool {
        self.nodes.len() > MOST_NODES || self.moves > MOST_MOVES
    }

    /// The largest possible lead of a player.
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

    /// Returns the node of the position with hash `hash` after an edge, and creates it if necessary.
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

    /// Stores the list of moves of a position, the most promising last.
    pub(crate) fn list(&mut self, at: u32, moves: Vec<M>) {
        self.moves += moves.len();
        let node = self.node_mut(at);
        node.waiting = moves;
        node.listed = true;
    }

    /// The result, from 0 to 1, for a lead at the end.
    fn share(&self, lead: i32) -> f64 {
        let lead = f64::from(lead);
        if !self.by_points {
            return 0.5 + 0.5 * lead;
        }
        let sign = f64::from(i8::from(lead > 0.0) - i8::from(lead < 0.0));
        0.5 + 0.5 * (WINNING * sign + (1.0 - WINNING) * lead / (lead.abs() + HALF))
    }

    /// The results of a completed game.
    pub(crate) fn shares(&self, end: Standing) -> Shares {
        std::array::from_fn(|player| if player < self.players { self.share(end.lead(player)) } else { 0.0 })
    }

    /// The results of a position whose value is proven.
    pub(crate) fn known_shares(&self, at: u32) -> Shares {
        let leads = self.node(at).known.map_or([0; Standing::MOST], |(leads, _)| leads);
        std::array::from_fn(|player| if player < self.players { self.share(leads[player]) } else { 0.0 })
    }

    /// The bounds on the lead of `player` after an edge.
    fn bounds(&self, edge: &Edge<M>, player: u8) -> (i32, i32) {
        let most = self.most();
        match (edge.child, player) {
            (NONE, _) => (-most, most),
            (child, 0) => (self.node(child).low, self.node(child).high),
            (child, _) => (-self.node(child).high, -self.node(child).low),
        }
    }

    /// Selects the edge that a playout follows; `None` if no edge is worth following.
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

    /// Adds the result of a playout with the path `way` and the last position `last`, and propagates proven
    /// values.
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

    /// Counts a result at a node. With two players, it is clamped to the proven bounds.
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

    /// Derives the proven value of a position from its successors.
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
        // Orders moves with proven values by their value for the player to move. A player who is ahead
        // prefers a fast end.
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

    /// The assessments of the moves of the root that are in the tree. The first is the move to play: the most
    /// visited one, unless another is proven to be at least as good.
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
        // Whether a move cannot be better than a proven one.
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
                // Such moves are in the same class only if both are inferior.
                (Some(_), None) => std::cmp::Ordering::Less,
                (None, Some(_)) => std::cmp::Ordering::Greater,
                (None, None) => other.work.cmp(&one.work),
            };
            of_other.cmp(&of_one).then(alike)
        });
        rated.into_iter().map(|((opinion, ..), _)| opinion).collect()
    }

    /// Returns the subtree after `moves`, without positions that can no longer be reached; `None` if it was
    /// not visited.
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

/// The binary logarithm, interpolated linearly between powers of two, so that it is the same on every
/// machine.
fn log2(number: u32) -> f64 {
    let exponent = number.ilog2();
    f64::from(exponent) + f64::from(number) / f64::from(1u32 << exponent) - 1.0
}
