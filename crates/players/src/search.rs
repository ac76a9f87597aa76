//! Alpha-beta search with iterative deepening.
//!
//! All values are from the point of view of the searching player, who maximises them, while the others
//! minimise them. With one opponent, this is minimax. With several opponents, it is *paranoid* search: all
//! others play against the searching player as if they were one player, so the value is what the searching
//! player can guarantee. This is often too pessimistic to be useful, and a round of play takes many levels of
//! the tree. In *best-reply* search, only one of the others searches for a reply in each round. The rest play
//! the move with the largest immediate gain, and these moves do not count towards the depth.
//!
//! Positions are stored in a transposition table. If earlier positions matter, a value is reused only after
//! the same positions, in any order; the stored best move is always used as a hint.
//!
//! The search ends when its limits are reached, when a win or a loss is certain, or when no line has reached
//! the horizon: the value is then that of perfect play.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use bustan_guide::{Explore, Recurrence};
use bustan_vocabulary::{Engine, Game, Record};
use rustc_hash::FxHashMap;

use crate::limits::Clock;
use crate::slots::{Bound, Slot, Slots};
use crate::table::{Table, choices, make, mix, place, standing, unmake};
use crate::{Bot, BotError, Limits, Opinion, Thought, Value};

/// The assumed play of the others, if there are more than two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Others {
    /// All others play together against the searching player.
    Together,
    /// In each round, one of the others plays the best reply, and the rest play the move with the largest
    /// immediate gain.
    BestReply,
}

/// A player that uses alpha-beta search.
pub struct Search<E: Engine> {
    name: String,
    limits: Limits,
    others: Others,
    table: Table<E>,
    slots: Slots<<E::Game as Game>::Move>,
}

impl<E: Engine<Game: Explore> + Default> Search<E> {
    /// Returns a player with a name for reports.
    pub fn new(name: String, limits: Limits, others: Others) -> Self {
        Self { name, limits, others, table: Table::new(), slots: Slots::new() }
    }
}

/// The depth at which a search without a depth limit ends.
const DEEPEST: u32 = 200;

/// One unit of a lead. Smaller amounts count moves: they make a player who is ahead prefer fast wins, and a
/// player who is behind prefer slow losses.
const UNIT: i32 = 1 << 12;

/// The value of a win in a game that is not decided by points.
const WIN: i32 = 1 << 29;

/// An upper bound on the absolute value of estimates.
const LIMIT: i32 = 1 << 28;

/// A value larger than all others.
const INFINITE: i32 = i32::MAX;

/// Converts a value that counts the moves from one position so that it counts them from a position `plies`
/// moves later. Values without a count of moves do not change.
const fn nearer(value: i32, plies: i32) -> i32 {
    if value % UNIT == 0 { value } else { value + value.signum() * plies }
}

/// The state of a search at a position of a line.
#[derive(Clone, Copy)]
struct LineState {
    /// The number of moves from the root.
    ply: i32,
    /// The remaining depth.
    depth: u32,
    /// The hash of the earlier positions, if they matter.
    past: u64,
    /// Whether one of the others has already searched for a reply in the current round.
    replied: bool,
}

struct Searching<'a, E: Engine> {
    engine: &'a mut E,
    slots: &'a mut Slots<<E::Game as Game>::Move>,
    clock: Clock<'a>,
    others: Others,
    recurrence: Recurrence,
    /// The index of the searching player.
    own: usize,
    /// Whether a line has ended at the horizon since the flag was last reset.
    horizon: bool,
    /// Whether a limit was reached.
    over: bool,
    /// Scores of moves that caused cutoffs elsewhere in the tree (the history heuristic).
    good: FxHashMap<<E::Game as Game>::Move, u64>,
}

impl<G: Explore, E: Engine<Game = G>> Searching<'_, E> {
    /// The value of the current position: exact if the game is over, otherwise an estimate.
    fn judged(&self, at: LineState, over: bool) -> Result<i32, BotError> {
        let standing = standing(self.engine)?;
        let ended = |lead: i32, unit: i32| lead * unit - lead.signum() * at.ply;
        Ok(match (over, standing.is_by_points()) {
            (true, true) => ended(standing.lead(self.own), UNIT),
            (true, false) => ended(standing.lead(self.own), WIN),
            (false, _) => {
                let most = LIMIT / UNIT;
                standing.estimate(self.own).clamp(-most, most) * UNIT
            }
        })
    }

    /// The moves of the current position, ordered by hint and immediate gain, the most promising first.
    fn ordered(&mut self, turn: usize, hint: Option<&G::Move>, depth: u32) -> Result<Vec<G::Move>, BotError> {
        let moves = choices(self.engine)?;
        let player = G::PLAYERS[turn];
        // Directly above the horizon, ordering costs more than it saves.
        if depth < 2 {
            let mut moves = moves;
            if let Some(at) = hint.and_then(|hint| moves.binary_search(hint).ok()) {
                moves[..=at].rotate_right(1);
            }
            return Ok(moves);
        }
        let mut ordered = Vec::with_capacity(moves.len());
        for mv in moves {
            make(self.engine, player, &mv)?;
            let standing = standing(self.engine)?;
            unmake(self.engine)?;
            let gain = match turn == self.own || self.others == Others::BestReply {
                true => standing.estimate(turn),
                false => -standing.estimate(self.own),
            };
            let hinted = hint == Some(&mv);
            let good = self.good.get(&mv).copied().unwrap_or_default();
            ordered.push(((hinted, standing.lead(turn), gain, good), mv));
        }
        ordered.sort_by(|(one, _), (other, _)| other.cmp(one));
        Ok(ordered.into_iter().map(|(_, mv)| mv).collect())
    }

    /// The hash of the earlier positions for the successors of the position with hash `hash`, after earlier
    /// positions with hash `past`.
    fn past(&self, past: u64, hash: u64) -> u64 {
        match self.recurrence {
            Recurrence::Never | Recurrence::Free => 0,
            Recurrence::Counts => past.wrapping_add(mix(hash)),
        }
    }

    fn hash(&self) -> Result<u64, BotError> {
        self.engine.hash().ok_or_else(|| BotError::Unanswered(self.engine.name(), "a hash"))
    }

    fn value(&mut self, at: LineState, alpha: i32, beta: i32) -> Result<i32, BotError> {
        let Some(player) = self.engine.turn() else { return self.judged(at, true) };
        if !self.clock.goes_on() {
            self.over = true;
            return Ok(0);
        }
        let turn = place::<G>(player);
        let at = LineState { replied: at.replied && turn != self.own, ..at };
        if at.depth == 0 && !at.replied {
            self.horizon = true;
            return self.judged(at, false);
        }
        let hash = self.hash()?;
        // Values depend on the searching player, and on whether a reply has been searched for in the round.
        let key = hash ^ mix(2 * self.own as u64 + u64::from(at.replied));
        let hint = match self.recalled(key, at, alpha, beta) {
            ControlFlow::Break(value) => return Ok(value),
            ControlFlow::Continue(hint) => hint,
        };
        let outer = std::mem::replace(&mut self.horizon, false);
        let searched = self.searched(at, turn, hint.as_ref(), hash, (alpha, beta))?;
        if self.over {
            return Ok(0);
        }
        let Some((value, best)) = searched else { return self.judged(at, true) };
        self.keep(key, at, value, best, (alpha, beta));
        self.horizon |= outer;
        Ok(value)
    }

    /// Looks up a key: breaks with a value that suffices for the window, or continues with the stored best
    /// move as a hint.
    #[inline]
    fn recalled(
        &mut self,
        key: u64,
        at: LineState,
        alpha: i32,
        beta: i32,
    ) -> ControlFlow<i32, Option<G::Move>> {
        let Some(known) = self.slots.get(key) else { return ControlFlow::Continue(None) };
        let value = nearer(known.value, -at.ply);
        let enough = known.past == at.past && (known.settled || known.depth >= at.depth);
        let decides = match known.bound {
            Bound::Exact => true,
            Bound::AtLeast => value >= beta,
            Bound::AtMost => value <= alpha,
        };
        if enough && decides {
            self.horizon |= !known.settled;
            return ControlFlow::Break(value);
        }
        ControlFlow::Continue(Some(known.best.clone()))
    }

    /// The best move of the current position, with its value within the window; `None` if there is no move.
    /// Meaningless once a limit was reached.
    #[inline]
    fn searched(
        &mut self,
        at: LineState,
        turn: usize,
        hint: Option<&G::Move>,
        hash: u64,
        (mut alpha, mut beta): (i32, i32),
    ) -> Result<Option<(i32, G::Move)>, BotError> {
        let (player, own) = (G::PLAYERS[turn], turn == self.own);
        let past = self.past(at.past, hash);
        let mut found: Option<(i32, G::Move)> = None;
        for (mv, next) in self.lines(at, turn, hint)? {
            make(self.engine, player, &mv)?;
            let value = self.value(LineState { past, ..next }, alpha, beta)?;
            unmake(self.engine)?;
            if self.over {
                return Ok(None);
            }
            let better =
                found.as_ref().is_none_or(|&(best, _)| if own { value > best } else { value < best });
            if better {
                found = Some((value, mv));
            }
            if own {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if alpha >= beta {
                break;
            }
        }
        if let Some((_, best)) = found.as_ref().filter(|_| alpha >= beta) {
            *self.good.entry(best.clone()).or_default() += u64::from(at.depth).pow(2);
        }
        Ok(found)
    }

    /// Stores the value and the best move of a position, which were found with the window `(low, high)`.
    #[inline]
    fn keep(&mut self, key: u64, at: LineState, value: i32, best: G::Move, (low, high): (i32, i32)) {
        let bound = match value {
            _ if value <= low => Bound::AtMost,
            _ if value >= high => Bound::AtLeast,
            _ => Bound::Exact,
        };
        self.slots.put(Slot {
            key,
            past: at.past,
            value: nearer(value, at.ply),
            bound,
            depth: at.depth,
            settled: !self.horizon,
            best,
        });
    }

    /// The moves to search from a position, each with the state after it.
    fn lines(
        &mut self,
        at: LineState,
        turn: usize,
        hint: Option<&G::Move>,
    ) -> Result<Vec<(G::Move, LineState)>, BotError> {
        let counted = LineState { ply: at.ply + 1, depth: at.depth.saturating_sub(1), ..at };
        if turn == self.own || self.others == Others::Together {
            let moves = self.ordered(turn, hint, at.depth)?;
            return Ok(moves.into_iter().map(|mv| (mv, counted)).collect());
        }
        let moves = self.ordered(turn, None, 2)?;
        let free = LineState { ply: at.ply + 1, ..at };
        let first = moves.first().cloned();
        if at.replied {
            return Ok(first.into_iter().map(|mv| (mv, free)).collect());
        }
        // If no other player follows, waiting is not possible, and one of the replies must be the best move.
        let replies = moves.into_iter().map(|mv| (mv, LineState { replied: true, ..counted }));
        let waits = first.map(|mv| (mv, free)).filter(|_| self.others_follow(turn));
        Ok(waits.into_iter().chain(replies).collect())
    }

    /// Whether another of the others moves before the searching player, in turn order.
    fn others_follow(&self, turn: usize) -> bool {
        let players = self.engine.standing().map_or(G::PLAYERS.len(), |standing| standing.players());
        (turn + 1) % players != self.own
    }

    /// Searches all moves of the root to a depth, and puts the best move first. `None` if a limit was reached
    /// before the first move was searched.
    fn root(&mut self, moves: &mut [Opinion<G::Move>], depth: u32) -> Result<Option<i32>, BotError> {
        let Some(player) = self.engine.turn() else { return Err(BotError::Over) };
        let hash = self.hash()?;
        let at = LineState { ply: 1, depth: depth - 1, past: self.past(0, hash), replied: false };
        let mut alpha = -INFINITE;
        let mut best = None;
        let mut values = vec![None; moves.len()];
        for number in 0..moves.len() {
            make(self.engine, player, &moves[number].mv)?;
            let value = self.value(at, alpha, INFINITE)?;
            unmake(self.engine)?;
            if self.over {
                break;
            }
            if value > alpha {
                alpha = value;
                best = Some(number);
                values[number] = Some(value);
            }
        }
        let Some(best) = best else { return Ok(None) };
        if !self.over {
            for (opinion, value) in moves.iter_mut().zip(values) {
                opinion.value = value.map(|value| self.reported(value));
            }
        } else {
            moves[best].value = Some(self.reported(alpha));
        }
        moves[..=best].rotate_right(1);
        Ok(Some(alpha))
    }

    /// Converts an internal value for reports.
    fn reported(&self, value: i32) -> Value {
        let by_points = self.engine.standing().is_none_or(|standing| standing.is_by_points());
        let unit = if by_points { UNIT } else { WIN };
        let lead = (value as f64 / f64::from(unit)).round() as i32;
        let moves = (lead * unit - value).unsigned_abs();
        match value % UNIT {
            _ if self.horizon && (by_points || value.abs() < LIMIT) => Value::Estimate(value / UNIT),
            0 => Value::Lead { lead, moves: None },
            _ => Value::Lead { lead, moves: Some(moves) },
        }
    }
}

impl<G: Explore, E: Engine<Game = G> + Default + Send> Bot<G> for Search<E> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn think(&mut self, game: &Record<G>, stop: &AtomicBool) -> Result<Thought<G::Move>, BotError> {
        // After an error, the engine may be at any position.
        self.searched(game, stop).inspect_err(|_| self.table = Table::new())
    }
}

impl<G: Explore, E: Engine<Game = G> + Default> Search<E> {
    fn searched(&mut self, game: &Record<G>, stop: &AtomicBool) -> Result<Thought<G::Move>, BotError> {
        let recurrence = G::recurrence(&game.start);
        let goes_on = self.table.follow(game)?.is_some();
        // If the game does not continue, the earlier positions of stored values are unknown.
        if !goes_on || recurrence == Recurrence::Counts {
            self.slots = Slots::new();
        }
        let own = place::<G>(self.table.engine().turn().ok_or(BotError::Over)?);
        let mut searching = Searching {
            engine: self.table.engine_mut(),
            slots: &mut self.slots,
            clock: Clock::new(self.limits, stop),
            others: self.others,
            recurrence,
            own,
            horizon: false,
            over: false,
            good: FxHashMap::default(),
        };
        let moves = searching.ordered(own, None, 2)?;
        let mut moves: Vec<Opinion<G::Move>> =
            moves.into_iter().map(|mv| Opinion { mv, value: None, work: 0 }).collect();
        if moves.is_empty() {
            return Err(BotError::Over);
        }
        for depth in 1..=self.limits.depth.unwrap_or(DEEPEST) {
            searching.horizon = false;
            let value = searching.root(&mut moves, depth)?;
            // A win or a loss within the horizon is certain. One beyond the horizon, which the table may
            // contain, need not be the fastest.
            let won = |value: i32| value.abs() > LIMIT && WIN - value.abs() <= depth as i32;
            let decided = !searching.horizon || value.is_some_and(won);
            if searching.over || decided {
                break;
            }
        }
        Ok(Thought { best: moves[0].mv.clone(), work: searching.clock.done, moves })
    }
}
