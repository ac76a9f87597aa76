//! Limits that a program states: how many moves it takes back in a row.
//!
//! A program need not keep a whole game. One that keeps the last moves of it answers `?` to an `undo` beyond them, and
//! that is no difference of rules. An engine whose taking back is broken answers the same, so nothing is believed: a
//! limit goes with the number of moves, and a fault goes with a move.
//!
//! A program that gives such a limit as its reason, as in "cannot undo", needs to have taken back one move before; any
//! other must have taken back many.

use super::{Astray, Recorder, plain, watched};
use crate::compare::compared::Limit;
use crate::compare::divergence::{Kind, Violation};
use crate::erased::{Move, Player};

/// The fewest moves that a program must have taken back in a row for its refusal to be a limit.
const FEWEST: usize = 16;

/// The words of programs whose refusal states a limit of theirs. They are compared without regard to case.
const STATED: [&str; 9] = [
    "cannot undo",
    "can't undo",
    "can not undo",
    "unable to undo",
    "nothing to undo",
    "no more",
    "limit",
    "history",
    "too far",
];

/// The longest words about a limit, in characters.
const LONGEST: usize = 80;

/// Whether a refusal to take back states a limit of the program.
fn states_limit(words: &str) -> bool {
    let words = words.to_lowercase();
    STATED.iter().any(|stated| words.contains(stated))
}

impl Recorder<'_> {
    /// The limits that were found since the last time.
    pub(crate) fn take_limit(&mut self) -> Option<Limit> {
        self.limit.take()
    }

    /// Whether it is a limit that the engine, which has taken back all moves of a game after the one of index `kept`,
    /// does not take back that one. If it is, the engine has then played the whole game again.
    ///
    /// It must have taken back moves in a row, many unless it states a limit, and refuse this one twice without a
    /// change of its state. Then it replays the game, with half the number of moves after that one, and must take
    /// that one back, too.
    pub(super) fn is_limited(&mut self, moves: &[(Player, Move)], kept: usize) -> Result<bool, Astray> {
        let taken = moves.len() - kept - 1;
        if taken == 0 && !self.took_back {
            return self.never_takes_back(moves);
        }
        let fewest = |words: &str| if states_limit(words) { 1 } else { FEWEST };
        let Some(words) = self.refused_undo().filter(|words| taken >= fewest(words)) else {
            return Ok(false);
        };
        if self.undo() != Some(false) {
            return Ok(false);
        }
        let (_, mv) = &moves[kept];
        let when = format!("after it did not take back {mv}");
        self.still(taken, Kind::Undo, &when).map_err(|violation| (Some(kept + 1), violation))?;
        let after = taken / 2;
        self.play_anew(&moves[..=kept + after])?;
        if !(0..=after).all(|_| self.undo() == Some(true)) {
            return Err((None, self.keeps_move(mv, kept)));
        }
        let when = format!("after {mv} was taken back, with {after} moves after it");
        self.still(moves.len() - kept, Kind::Undo, &when).map_err(|violation| (Some(kept), violation))?;
        self.play_anew(moves)?;
        self.limit = Some(Limit::new(taken, plain(&words, LONGEST)));
        Ok(true)
    }

    /// Whether the engine, which has not taken back a single move so far, states a limit and does so after other moves of
    /// the game, too. If so, it has then played the whole game again.
    fn never_takes_back(&mut self, moves: &[(Player, Move)]) -> Result<bool, Astray> {
        let Some(words) = self.states_limit() else { return Ok(false) };
        for length in [1, moves.len() / 2, moves.len()] {
            self.play_anew(&moves[..length])?;
            if length > 0 && self.undo() != Some(false) {
                return Ok(false);
            }
        }
        self.play_anew(moves)?;
        self.limit = Some(Limit::new(0, plain(&words, LONGEST)));
        Ok(true)
    }

    /// Whether the engine, which was just asked to take back a move and did not, may never do so: it has not taken back
    /// any move so far, and states a limit. A walk finds out.
    pub(crate) fn may_never_take_back(&self) -> bool {
        !self.took_back && self.states_limit().is_some()
    }

    /// What the engine said when it did not take back the last move, if that states a limit.
    fn states_limit(&self) -> Option<String> {
        self.refused_undo().filter(|words| states_limit(words))
    }

    /// Begins the game again, and plays these moves of it.
    fn play_anew(&mut self, moves: &[(Player, Move)]) -> Result<(), Astray> {
        let begun = self.start.clone().is_some_and(|start| self.setup(&start).is_ok());
        if begun && watched(self.role, "play", || self.engine.play_all(moves)).is_ok() {
            return Ok(());
        }
        let words = format!("{}: refuses to replay the same game", self.name);
        Err((None, Violation::new(Kind::Undo, &["again"], words)))
    }

    /// The engine's words when it did not take back the last move, if there were any.
    fn refused_undo(&self) -> Option<String> {
        watched(self.role, "refused_undo", || self.engine.refused_undo())
    }

    /// The violation of an engine that does not take back a move, with its own words if it gave any.
    pub(crate) fn keeps(&self, what: &str) -> Violation {
        let refused = self.refused_undo().filter(|words| !words.trim().is_empty());
        let said =
            refused.map(|words| format!(" (it says {:?})", plain(&words, LONGEST))).unwrap_or_default();
        let words = format!("{}: does not take back {what}{said}", self.name);
        Violation::new(Kind::Undo, &["refused"], words)
    }

    /// The same of the move of a ply, from 0.
    pub(super) fn keeps_move(&self, mv: &Move, ply: usize) -> Violation {
        self.keeps(&format!("{mv}, the move of ply {}", ply + 1))
    }
}
