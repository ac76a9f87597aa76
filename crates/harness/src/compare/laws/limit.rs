//! Limits that a program states: the number of moves that it undoes in a row.
//!
//! A program need not keep a whole game. If it keeps the last moves only, it answers `?` to an `undo` beyond
//! them, and that is not a difference of rules. An engine whose undo is broken answers the same, so nothing
//! is believed: a limit goes with the number of moves, and a fault goes with a move.
//!
//! A program that gives such a limit as its reason, as in "cannot undo", needs to have undone one move
//! before; any other must have undone many.

use super::walk::{Astray, Played};
use crate::compare::compared::Limit;
use crate::compare::divergence::{Kind, Violation, plain};
use crate::compare::recorder::Recorder;
use crate::erased::{Move, Player, Position};

/// The fewest moves that a program must have undone in a row for its refusal to be a limit.
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

/// Whether a refusal to undo states a limit of the program.
fn states_limit(words: &str) -> bool {
    let words = words.to_lowercase();
    STATED.iter().any(|stated| words.contains(stated))
}

impl Recorder<'_> {
    /// The limit that was found since the last call.
    pub(crate) fn take_limit(&mut self) -> Option<Limit> {
        self.limit.take()
    }

    /// Whether it is a limit that the engine, which has undone all moves of a game after the one of index
    /// `kept`, does not undo that one. If it is, the engine has then played the whole game again.
    ///
    /// It must have undone moves in a row, many unless it states a limit, and refuse this one twice without a
    /// change of its state. Then it replays the game, with half the number of moves after that one, and must
    /// undo that one, too.
    pub(super) fn is_limited(&mut self, game: Played<'_>, kept: usize) -> Result<bool, Astray> {
        let Played { start, moves, .. } = game;
        let taken = moves.len() - kept - 1;
        if taken == 0 && !self.engine.has_undone() {
            return self.never_takes_back(game);
        }
        let fewest = |words: &str| if states_limit(words) { 1 } else { FEWEST };
        let Some(words) = self.engine.refused_undo().filter(|words| taken >= fewest(words)) else {
            return Ok(false);
        };
        if self.engine.undo() != Some(false) {
            return Ok(false);
        }
        let (_, mv) = &moves[kept];
        let when = format!("after it did not take back {mv}");
        self.still(taken, Kind::Undo, &when).map_err(|violation| (Some(kept + 1), violation))?;
        let after = taken / 2;
        self.play_anew(start, &moves[..=kept + after])?;
        if !(0..=after).all(|_| self.engine.undo() == Some(true)) {
            return Err((None, self.keeps_move(mv, kept)));
        }
        let when = format!("after {mv} was taken back, with {after} moves after it");
        self.still(moves.len() - kept, Kind::Undo, &when).map_err(|violation| (Some(kept), violation))?;
        self.play_anew(start, moves)?;
        self.limit = Some(Limit::new(taken, plain(&words, LONGEST)));
        Ok(true)
    }

    /// Whether the engine, which has not undone a single move so far, states a limit and does so after other
    /// moves of the game, too. If so, it has then played the whole game again.
    fn never_takes_back(&mut self, game: Played<'_>) -> Result<bool, Astray> {
        let Some(words) = self.states_limit() else { return Ok(false) };
        let Played { start, moves, .. } = game;
        for length in [1, moves.len() / 2, moves.len()] {
            self.play_anew(start, &moves[..length])?;
            if length > 0 && self.engine.undo() != Some(false) {
                return Ok(false);
            }
        }
        self.play_anew(start, moves)?;
        self.limit = Some(Limit::new(0, plain(&words, LONGEST)));
        Ok(true)
    }

    /// Whether the engine, which was just asked to undo a move and did not, may never do so: it has not
    /// undone any move so far, and states a limit. A walk finds out.
    pub(crate) fn may_never_take_back(&self) -> bool {
        !self.engine.has_undone() && self.states_limit().is_some()
    }

    /// The engine's words when it did not undo the last move, if they state a limit.
    fn states_limit(&self) -> Option<String> {
        self.engine.refused_undo().filter(|words| states_limit(words))
    }

    /// Begins the game again, and plays these moves of it.
    fn play_anew(&mut self, start: &Position, moves: &[(Player, Move)]) -> Result<(), Astray> {
        if self.engine.setup(start).is_ok() && self.engine.play_all(moves) {
            return Ok(());
        }
        let words = format!("{}: refuses to replay the same game", self.name);
        Err((None, Violation::new(Kind::Undo, &["again"], words)))
    }

    /// The violation of an engine that does not undo a move, with its own words if it gave any.
    pub(crate) fn keeps(&self, what: &str) -> Violation {
        let refused = self.engine.refused_undo().filter(|words| !words.trim().is_empty());
        let said =
            refused.map(|words| format!(" (it says {:?})", plain(&words, LONGEST))).unwrap_or_default();
        let words = format!("{}: does not take back {what}{said}", self.name);
        Violation::new(Kind::Undo, &["refused"], words)
    }

    /// The violation of an engine that does not undo the move of this ply, counted from 0.
    pub(super) fn keeps_move(&self, mv: &Move, ply: usize) -> Violation {
        self.keeps(&format!("{mv}, the move of ply {}", ply + 1))
    }
}
