//! Limits that a program states: how many moves it takes back in a row.
//!
//! A program need not keep a whole game. One that keeps the last moves of it answers `?` to an `undo` beyond them, and
//! that is no difference of rules. An engine whose taking back is broken answers the same, so nothing is believed: a
//! limit goes with the number of moves, and a fault goes with a move.

use bustan_vocabulary::Game;

use super::{Astray, Recorder, plain, watched};
use crate::compare::compared::Limit;
use crate::compare::divergence::{Kind, Violation};

/// The fewest moves that a program must have taken back in a row for its refusal to be a limit.
const FEWEST: usize = 16;

/// The longest words about a limit, in characters.
const LONGEST: usize = 80;

impl<G: Game> Recorder<'_, G> {
    /// The limits that were found since the last time.
    pub(crate) fn take_limit(&mut self) -> Option<Limit> {
        self.limit.take()
    }

    /// Whether it is a limit that the engine, which has taken back all moves of a game after the one of index `kept`,
    /// does not take back that one. If it is, the engine has then played the whole game again.
    ///
    /// It must have taken back many moves in a row, say that it cannot take back this one, and say so again without
    /// being changed. Then it plays the game anew, with half as many moves after the one in question, and must take
    /// that one back, too.
    pub(super) fn is_limited(&mut self, moves: &[(G::Player, G::Move)], kept: usize) -> Result<bool, Astray> {
        let taken = moves.len() - kept - 1;
        let Some(words) = self.refused_undo().filter(|_| taken >= FEWEST) else { return Ok(false) };
        if self.undo() != Some(false) {
            return Ok(false);
        }
        let (_, mv) = &moves[kept];
        let when = format!("after it did not take back {mv}");
        self.still(taken, Kind::Undo, &when).map_err(|violation| (Some(kept + 1), violation))?;
        let after = taken / 2;
        self.play_anew(&moves[..=kept + after])?;
        if !(0..=after).all(|_| self.undo() == Some(true)) {
            return Err((None, self.keeps(mv, kept)));
        }
        let when = format!("after {mv} was taken back, with {after} moves after it");
        self.still(moves.len() - kept, Kind::Undo, &when).map_err(|violation| (Some(kept), violation))?;
        self.play_anew(moves)?;
        self.limit = Some(Limit::new(taken, plain(&words, LONGEST)));
        Ok(true)
    }

    /// Begins the game again, and plays these moves of it.
    fn play_anew(&mut self, moves: &[(G::Player, G::Move)]) -> Result<(), Astray> {
        let begun = self.start.clone().is_some_and(|start| self.setup(&start).is_ok());
        if begun && watched(self.role, "play", || self.engine.play_all(moves)).is_ok() {
            return Ok(());
        }
        let words = format!("{}: refuses to replay the same game", self.name);
        Err((None, Violation::new(Kind::Undo, &["again"], words)))
    }

    /// What the engine said when it did not take back the last move, if it says something.
    fn refused_undo(&self) -> Option<String> {
        watched(self.role, "refused_undo", || self.engine.refused_undo())
    }
}
