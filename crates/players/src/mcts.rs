//! Monte Carlo tree search.
//!
//! Each playout descends the tree, plays a random game from the position at which it leaves the tree, and
//! adds the result to every position on its path. At each position, moves with good results for the player to
//! move or with few visits are preferred (UCT). With several players, results are counted separately for each
//! of them (max^n).
//!
//! - *Many moves.* If there are hundreds of moves, a search cannot try all of them. The moves of a position
//!   are listed only after a number of visits that depends on the number of moves. They are sorted by
//!   immediate gain and added to the tree one by one.
//! - *Proof.* The results of ended games are exact, and so is everything that can be derived from them. With
//!   two players, a position has a lower and an upper bound on the lead under perfect play. With more
//!   players, it has exact leads once all its successors have them. Positions with a proven value are not
//!   visited again, and moves that cannot be the best are skipped.
//! - *Transpositions.* Equal positions share a node if earlier positions do not matter. If positions may
//!   repeat, they share a node only after the same number of moves, so that the tree has no cycles. If
//!   earlier positions matter, they share a node only after the same positions.
//! - *Reuse.* If the game continues, the matching part of the tree is kept.

use std::sync::atomic::AtomicBool;

use bustan_guide::Explore;
use bustan_harness::base::Dice;
use bustan_vocabulary::{Engine, Game, Record};

use crate::limits::Clock;
use crate::table::{Table, choices, make, place, standing, unmake};
use crate::tree::{NOBODY, NONE, Tree};
use crate::{Bot, BotError, Limits, Opinion, Thought};

/// A player that uses Monte Carlo tree search.
pub struct Mcts<E: Engine> {
    name: String,
    limits: Limits,
    dice: Dice,
    table: Table<E>,
    tree: Option<Tree<<E::Game as Game>::Move>>,
    /// The engine at the current position of a playout.
    scratch: E,
    /// The path of a playout: its positions and the edges between them.
    way: Vec<(u32, usize)>,
}

/// The number of moves of a position per visit: the moves are listed once the position has been visited
/// `moves / MOVES_PER_VISIT` times.
const MOVES_PER_VISIT: usize = 8;

impl<E: Engine<Game: Explore> + Clone + Default> Mcts<E> {
    /// Returns a player with a name for reports. `seed` determines its playouts.
    pub fn new(name: String, limits: Limits, seed: u64) -> Self {
        Self {
            name,
            limits,
            dice: Dice::new(seed),
            table: Table::new(),
            tree: None,
            scratch: E::default(),
            way: Vec::new(),
        }
    }

    /// Prepares the tree for the position at the end of a game: reuses the previous tree if it contains the
    /// position, otherwise creates a new one.
    fn prepare(&mut self, game: &Record<E::Game>) -> Result<(), BotError> {
        let followed = self.table.follow(game)?;
        let engine = self.table.engine();
        let turn = engine.turn().ok_or(BotError::Over)?;
        let behind = followed.map_or(&[][..], |moves| &game.moves[game.moves.len() - moves..]);
        let old = self.tree.take().filter(|_| followed.is_some());
        let tree = old.and_then(|tree| tree.behind(behind.iter().map(|(_, mv)| mv)));
        let tree = match tree {
            Some(tree) => tree,
            None => {
                let hash = engine.hash().ok_or_else(|| unhashed(engine))?;
                let recurrence = E::Game::recurrence(&game.start);
                Tree::new(standing(engine)?, place::<E::Game>(turn) as u8, hash, recurrence)
            }
        };
        self.tree = Some(tree);
        Ok(())
    }

    /// Runs one playout.
    fn playout(&mut self, tree: &mut Tree<<E::Game as Game>::Move>) -> Result<(), BotError> {
        self.scratch.clone_from(self.table.engine());
        self.way.clear();
        let mut at = tree.root;
        loop {
            let node = tree.node(at);
            if node.is_known() || node.turn == NOBODY {
                break;
            }
            if !node.listed && !self.list(tree, at)? {
                break;
            }
            let Some(edge) = tree.choose(at) else { break };
            self.way.push((at, edge));
            let node = tree.node(at);
            let player = E::Game::PLAYERS[usize::from(node.turn)];
            make(&mut self.scratch, player, &node.edges[edge].mv)?;
            at = match node.edges[edge].child {
                NONE => self.reach(tree, at, edge)?,
                child => child,
            };
        }
        let shares = if tree.node(at).is_known() {
            tree.known_shares(at)
        } else {
            self.scratch
                .playout(&mut |n| self.dice.below(n))
                .ok_or_else(|| BotError::Unanswered(self.scratch.name(), "a random game"))?;
            tree.shares(standing(&self.scratch)?)
        };
        tree.add(&self.way, at, shares);
        Ok(())
    }

    /// Lists the moves of a position, unless it has not been visited often enough for their number. Returns
    /// whether the moves are listed.
    fn list(&mut self, tree: &mut Tree<<E::Game as Game>::Move>, at: u32) -> Result<bool, BotError> {
        let node = tree.node(at);
        let (visits, turn) = (node.visits, usize::from(node.turn));
        if visits < node.due || tree.is_full() {
            return Ok(false);
        }
        let moves = choices(&self.scratch)?;
        let due = (moves.len() / MOVES_PER_VISIT) as u32;
        if visits < due && at != tree.root {
            tree.node_mut(at).due = due;
            return Ok(false);
        }
        let player = E::Game::PLAYERS[turn];
        let mut gains = Vec::with_capacity(moves.len());
        for mv in moves {
            make(&mut self.scratch, player, &mv)?;
            let standing = standing(&self.scratch)?;
            let over = self.scratch.turn().is_none();
            unmake(&mut self.scratch)?;
            let ended = if over { standing.lead(turn).signum() } else { 0 };
            gains.push(((ended, standing.estimate(turn)), mv));
        }
        // The most promising move is last; among equal gains, the first by name is last.
        gains.sort_by(|(one, a), (other, b)| one.cmp(other).then_with(|| b.cmp(a)));
        tree.list(at, gains.into_iter().map(|(_, mv)| mv).collect());
        Ok(true)
    }

    /// Returns the node of the position that the playout has reached by an edge.
    fn reach(&self, tree: &mut Tree<<E::Game as Game>::Move>, at: u32, edge: usize) -> Result<u32, BotError> {
        let engine = &self.scratch;
        let hash = engine.hash().ok_or_else(|| unhashed(engine))?;
        let turn = engine.turn().map_or(NOBODY, |player| place::<E::Game>(player) as u8);
        let end = if turn == NOBODY { Some(standing(engine)?) } else { None };
        Ok(tree.reach(at, edge, hash, turn, end))
    }

    fn thought(
        &mut self,
        game: &Record<E::Game>,
        stop: &AtomicBool,
    ) -> Result<Thought<<E::Game as Game>::Move>, BotError> {
        self.prepare(game)?;
        let mut moves = choices(self.table.engine())?;
        if moves.len() == 1
            && let Some(mv) = moves.pop()
        {
            return Ok(Thought::of(mv));
        }
        let Some(mut tree) = self.tree.take() else { return Err(BotError::Over) };
        let mut clock = Clock::new(self.limits, stop);
        while !tree.node(tree.root).is_known() && clock.goes_on() {
            self.playout(&mut tree)?;
        }
        let ranked: Vec<Opinion<_>> = tree.ranked();
        self.tree = Some(tree);
        // The search may have been stopped before the first playout.
        let best = ranked.first().map(|opinion| opinion.mv.clone()).or_else(|| moves.into_iter().next());
        Ok(Thought { best: best.ok_or(BotError::Over)?, moves: ranked, work: clock.done })
    }
}

fn unhashed<E: Engine>(engine: &E) -> BotError {
    BotError::Unanswered(engine.name(), "a hash")
}

impl<G: Explore, E: Engine<Game = G> + Clone + Default + Send> Bot<G> for Mcts<E> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn think(&mut self, game: &Record<G>, stop: &AtomicBool) -> Result<Thought<G::Move>, BotError> {
        self.thought(game, stop).inspect_err(|_| (self.table, self.tree) = (Table::new(), None))
    }
}
