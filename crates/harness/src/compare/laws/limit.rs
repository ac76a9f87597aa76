//! Limits that a program states: the number of moves that it undoes in a row.
//!
//! A program need not store a whole game. If it stores only the last moves, it answers `?` to any further
//! `undo`, which is not a difference in the rules. An engine whose undo is broken gives the same answer, so
//! the answer is verified: a limit depends on the number of moves undone, whereas a fault depends on the
//! move.
//!
//! A program whose message states such a limit, as in "cannot undo", must have undone one move before; any
//! other program must have undone many moves.

use super::undo_walk::{Astray, WalkedGame};
use crate::compare::compared::UndoLimit;
use crate::compare::divergence::{Kind, Violation, plain};
use crate::compare::recorder::Recorder;
use crate::erased::{Move, Player, Position};

/// The minimum number of moves that a program must have undone in a row for its refusal to count as a limit.
const FEWEST: usize = 16;

/// Phrases in messages of programs that state a limit. They are compared regardless of case.
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

/// The longest message about a limit, in characters.
const LONGEST: usize = 80;

/// Whether a message about a refused undo states a limit of the program.
fn states_limit(words: &str) -> bool {
    let words = words.to_lowercase();
    STATED.iter().any(|stated| words.contains(stated))
}

impl Recorder<'_> {
    /// Returns the limit that was found since the last call.
    pub(crate) fn take_limit(&mut self) -> Option<UndoLimit> {
        self.limit.take()
    }

    /// Whether the engine does not undo the move of index `kept` because of a limit. The engine has undone
    /// all later moves of the game. If the result is `true`, the engine has then replayed the whole game.
    ///
    /// For a limit, the engine must have undone moves in a row, many unless it states a limit, and must
    /// refuse to undo this move twice without changing its state. Then it replays the game with half the
    /// number of moves after this move, and must undo them and the move itself.
    pub(super) fn is_limited(&mut self, game: WalkedGame<'_>, kept: usize) -> Result<bool, Astray> {
        let WalkedGame { start, moves, .. } = game;
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
        self.limit = Some(UndoLimit::new(taken, plain(&words, LONGEST)));
        Ok(true)
    }

    /// Whether the engine, which has not undone any move so far, states a limit and does not undo other moves
    /// of the game either. If so, the engine has then replayed the whole game.
    fn never_takes_back(&mut self, game: WalkedGame<'_>) -> Result<bool, Astray> {
        let Some(words) = self.states_limit() else { return Ok(false) };
        let WalkedGame { start, moves, .. } = game;
        for length in [1, moves.len() / 2, moves.len()] {
            self.play_anew(start, &moves[..length])?;
            if length > 0 && self.engine.undo() != Some(false) {
                return Ok(false);
            }
        }
        self.play_anew(start, moves)?;
        self.limit = Some(UndoLimit::new(0, plain(&words, LONGEST)));
        Ok(true)
    }

    /// Whether the engine, which has just refused to undo a move, may not support undo at all: it has not
    /// undone any move so far, and states a limit. A walk determines whether this is the case.
    pub(crate) fn may_never_take_back(&self) -> bool {
        !self.engine.has_undone() && self.states_limit().is_some()
    }

    /// Returns the engine's message about the last move that it did not undo, if the message states a limit.
    fn states_limit(&self) -> Option<String> {
        self.engine.refused_undo().filter(|words| states_limit(words))
    }

    /// Starts the game again, and plays `moves`.
    fn play_anew(&mut self, start: &Position, moves: &[(Player, Move)]) -> Result<(), Astray> {
        if self.engine.setup(start).is_ok() && self.engine.play_all(moves) {
            return Ok(());
        }
        let words = format!("{}: refuses to replay the same game", self.name);
        Err((None, Violation::new(Kind::Undo, &["again"], words)))
    }

    /// Returns the violation of an engine that does not undo `what`, with the engine's message if there was
    /// one.
    pub(crate) fn keeps(&self, what: &str) -> Violation {
        let refused = self.engine.refused_undo().filter(|words| !words.trim().is_empty());
        let said =
            refused.map(|words| format!(" (it says {:?})", plain(&words, LONGEST))).unwrap_or_default();
        let words = format!("{}: does not take back {what}{said}", self.name);
        Violation::new(Kind::Undo, &["refused"], words)
    }

    /// Returns the violation of an engine that does not undo the move of ply `ply`, counted from 0.
    pub(super) fn keeps_move(&self, mv: &Move, ply: usize) -> Violation {
        self.keeps(&format!("{mv}, the move of ply {}", ply + 1))
    }
}
