//! Varies the best game.
//!
//! A game from which no move can be removed need not be the shortest: a chain of stones or a piece may take
//! another path, and a stone may as well belong to the other player. Therefore, random
//! [changes](super::change) are tried, half of which also remove a move of each player. A game of the same
//! length that shows the same divergence in another state is varied further, and a shorter game becomes the
//! best and is shrunk.

use std::collections::{HashMap, HashSet};

use super::change::{Change, ChangeKind};
use super::deepen::FAVOUR;
use super::leave_out::of_plies;
use super::near::Places;
use super::replay::{Line, asks};
use super::state_graph::Key;
use super::{Budget, Shrinker};
use crate::base::Dice;
use crate::compare::divergence::Divergence;
use crate::compare::lockstep::Checked;
use crate::erased::{Move, Record};

/// The seed of the games, an arbitrary constant.
const GAMES: u64 = 0x0056_6172_7900;

/// The number of consecutive changes without any work, such as known ones, after which the search ends.
const IDLE: u32 = 1_000;

/// The number of moves tried in place of another: `TRIED` if engines undo, `TRIED_ANEW` if they replay each
/// game from its start.
const TRIED: usize = 8;
const TRIED_ANEW: usize = 2;

/// `ORDERS`: The number of games in which players make each other's moves, for each move that is removed.
/// `CROSSED`: The part of the time, in percent, that all these games may take.
const ORDERS: usize = 8;
const CROSSED: u32 = 50;

/// The gain of a shorter game, in new games of the same length.
const SHORTER: u64 = 4;

/// The maximum number of games that are kept to be varied.
const KEPT: usize = 32;

/// The games with the length of the best game that show the same divergence.
#[derive(Default)]
pub(super) struct GamesToVary {
    games: Vec<Record>,
    /// The states before the last moves of games, each with the last move.
    seen: HashSet<(Key, Move)>,
    /// A cache of the legal moves at positions where a move is to be chosen. The key is the hash of the
    /// starting position and the moves that lead to the position.
    lists: HashMap<u64, Vec<Move>>,
}

impl GamesToVary {
    /// Returns the game to vary next: in half of the cases the last one, otherwise a random one.
    fn draw(&self, dice: &mut Dice) -> Option<Record> {
        let last = self.games.len().checked_sub(1)?;
        let at = if dice.one_in(2) { last } else { dice.below(self.games.len() as u32) as usize };
        self.games.get(at).cloned()
    }

    /// Keeps a game if the state before its last move is new. Returns whether it is.
    fn keep(&mut self, game: Record, state: Key) -> bool {
        let Some((_, last)) = game.moves.last() else { return false };
        let new = self.seen.insert((state, last.clone()));
        if new {
            if self.games.len() == KEPT {
                self.games.remove(0);
            }
            self.games.push(game);
        }
        new
    }
}

impl Shrinker<'_, '_> {
    /// Plays games that differ a little from the best game, or from other games of its length that show the
    /// same divergence.
    pub(super) fn vary(&mut self, budget: Budget) {
        if !self.best.record.start.is_start() {
            return;
        }
        self.limit = self.replayer.limit(budget.shrink);
        self.cross_sides(budget);
        let end = self.replayer.limit(budget.regenerate);
        self.limit = self.replayer.limit(budget.shrink);
        let mut idle = 0;
        while self.len() > 2 && self.replayer.cost < end && !self.stop.now() && idle < IDLE {
            let cost = self.replayer.cost;
            let mut dice = Dice::of_game(GAMES, self.progress.next.vary);
            self.progress.next.vary += 1;
            let varied = &mut self.progress.varied;
            if varied.games.first().is_none_or(|game| game.moves.len() != self.best.record.moves.len()) {
                *varied = GamesToVary::default();
                let state = self.replayer.before_the_last(&self.best.record);
                varied.keep(self.best.record.clone(), state);
                if self.turn_about(budget) {
                    continue;
                }
            }
            let Some(base) = self.progress.varied.draw(&mut dice) else { return };
            let (kind, length) = (self.progress.change_stats.next(), self.len());
            let gained = match self.changed(&base, kind, &mut dice) {
                Ok(lines) => lines.iter().any(|line| self.tries_varied(line, budget)),
                Err(seen) if self.replayer.wanted.covers(&seen.signature) => {
                    let shown = self.replayer.confirm(&seen);
                    shown.is_some_and(|shown| self.take_varied(shown, budget))
                }
                Err(seen) => {
                    self.replayer.meet(&seen);
                    false
                }
            };
            let cost = self.replayer.cost - cost;
            idle = if cost > 1 { 0 } else { idle + 1 };
            // The work of removing moves from a shorter game is not part of the change's cost. A change
            // without any work counts as 1, so that its kind is not drawn forever.
            let shorter = self.len() < length;
            let cost = if shorter { 1 } else { cost.max(1) };
            self.progress.change_stats.note(kind, cost, if shorter { SHORTER } else { gained.into() });
        }
    }

    /// Makes the other player begin, on the turned board. Returns whether this shortens the game.
    pub(super) fn turn_about(&mut self, budget: Budget) -> bool {
        if self.is_long() {
            return false;
        }
        let lines = self.progress.extent.other_sides(&self.best.record);
        let shorter = self.accept_first(lines.into_iter()).is_some();
        if shorter {
            self.limit = self.replayer.limit(budget.shrink);
            self.settle();
        }
        shorter
    }

    /// Tries games that result from removing one move and letting each player make the moves of the other
    /// player, in several orders.
    pub(super) fn cross_sides(&mut self, budget: Budget) {
        let mut dice = Dice::of_game(GAMES, self.progress.next.vary);
        self.progress.next.vary += 1;
        let record = &self.best.record;
        let games = Change::crossed(record, asks(self.replayer.wanted.kind()), ORDERS, &mut dice);
        let lines: Vec<Line> = games.iter().map(|plies| of_plies(record, plies)).collect();
        if self.in_part(CROSSED, |this| this.accept_first(lines.into_iter())).is_some() {
            self.limit = self.replayer.limit(budget.shrink);
            self.settle();
        }
    }

    /// Makes a varied game the best if it is shorter, or keeps it to be varied if it is new. Returns whether
    /// it did either.
    fn take_varied(&mut self, shown: Box<Divergence>, budget: Budget) -> bool {
        if self.alike.as_ref().is_some_and(|alike| !alike.allows(&shown)) {
            return false;
        }
        let length = self.len();
        let mut gained = shown.record.moves.len() < length;
        if gained {
            self.best = shown;
            self.note_alike();
        } else if shown.record.moves.len() == length {
            let state = self.replayer.before_the_last(&shown.record);
            gained = self.progress.varied.keep(shown.record.clone(), state);
        }
        if self.len() < length {
            self.limit = self.replayer.limit(budget.shrink);
            self.take_known_ways();
            self.settle();
        }
        gained
    }

    /// Plays a varied game if there is time. Returns whether the game was shorter or new.
    fn tries_varied(&mut self, line: &Line, budget: Budget) -> bool {
        let played = !self.stop.now() && line.moves.len() <= self.len();
        let shown = if played { self.replayer.run(line) } else { None };
        shown.is_some_and(|shown| self.take_varied(shown, budget))
    }

    /// Returns games that differ from `base` by a change of the kind `kind`.
    ///
    /// # Errors
    /// Returns a divergence found at the position where a move is replaced.
    fn changed(&mut self, base: &Record, kind: ChangeKind, dice: &mut Dice) -> Checked<Vec<Line>> {
        let question = asks(self.replayer.wanted.kind());
        let Some(change) = Change::draw(base, kind, question, dice) else { return Ok(Vec::new()) };
        let line = |moves: Vec<Move>| Line { start: base.start.clone(), moves };
        let of = |ply: &Option<usize>| ply.map(|ply| base.moves[ply].1.clone());
        let Some(open) = change.plies.iter().position(Option::is_none) else {
            let line = line(change.plies.iter().filter_map(of).collect());
            return Ok(if line == Line::of(base) { Vec::new() } else { vec![line] });
        };
        let [mut before, after] = [&change.plies[..open], &change.plies[open + 1..]]
            .map(|plies| plies.iter().filter_map(of).collect::<Vec<_>>());
        let mut legal = self.listed(base, &before)?;
        legal.retain(|mv| change.replaced.is_none_or(|ply| base.moves[ply].1 != *mv));
        let most = if self.replayer.takes_back() { TRIED } else { TRIED_ANEW };
        let places: Vec<Places> = change.gone(base).map(|mv| Places::of(&mv.to_string())).collect();
        let mut lines = Vec::new();
        while lines.len() < most && !legal.is_empty() {
            let weights: Vec<u32> = legal.iter().map(|mv| weight(&mv.to_string(), &places)).collect();
            before.push(legal.swap_remove(dice.weighted(&weights)));
            lines.push(line([&before[..], &after[..]].concat()));
            before.pop();
            lines.pop_if(|line| self.replayer.has_failed(line));
        }
        Ok(lines)
    }

    /// Returns the legal moves after `moves`, played by the players of `base` in turn. Returns no moves if
    /// `moves` cannot be played.
    ///
    /// # Errors
    /// Returns a divergence found at the position after `moves`.
    fn listed(&mut self, base: &Record, moves: &[Move]) -> Checked<Vec<Move>> {
        let there = Line { start: base.start.clone(), moves: moves.to_vec() }.hash();
        if let Some(legal) = self.progress.varied.lists.get(&there) {
            return Ok(legal.clone());
        }
        let players = base.moves.iter().map(|(player, _)| *player);
        let before: Vec<_> = players.zip(moves.iter().cloned()).collect();
        let brought = self.replayer.bring(&base.start, &before)?;
        let legal = if brought { self.replayer.lockstep.ensure_legal()? } else { Vec::new() };
        legal.iter().for_each(|mv| self.progress.extent.note(&mv.to_string()));
        self.progress.varied.lists.insert(there, legal.clone());
        Ok(legal)
    }
}

/// Returns the weight of `mv` as a replacement, given the places of the removed moves: a move near them is
/// likelier, and a move with the same places is likeliest.
fn weight(mv: &str, gone: &[Places]) -> u32 {
    let places = Places::of(mv);
    match gone.iter().any(|other| places.are_near(other)) {
        _ if gone.contains(&places) => FAVOUR.pow(3),
        true => FAVOUR,
        false => 1,
    }
}
