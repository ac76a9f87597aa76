//! Playing moves.

use bustan_vocabulary::margo::{Move, Player, Reason};

use super::history::Snapshot;
use super::journal::Ply;
use super::{Board, Stage, hash};

impl Board {
    /// Plays a move of the player to move.
    ///
    /// # Errors
    /// Returns the first reason against the move, and leaves the game unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), Reason> {
        self.play_for(Self::player(self.turn), mv)
    }

    /// Plays a move of `player`.
    ///
    /// # Errors
    /// Returns the first reason against the move, and leaves the game unchanged.
    pub fn play_for(&mut self, player: Player, mv: Move) -> Result<(), Reason> {
        self.check(player, mv)?;
        match self.open_point(mv) {
            Some(point) => self.make(point),
            None => self.make_swap(),
        }
        Ok(())
    }

    /// Plays a legal placement.
    pub(super) fn make(&mut self, point: u16) {
        self.note(false);
        let (colour, steps, balls) = (self.turn + 1, self.steps.len(), self.ball_count());
        let others = balls - self.balls[usize::from(self.turn)];
        self.place(point, colour);
        self.trace_placed(point, colour);
        if self.ball_count() <= balls {
            self.trace_lifted(steps);
        }
        self.turn = self.next_turn();
        self.ply += 1;
        let captured = self.ball_count() - self.balls[usize::from(colour - 1)] < others;
        // Lifting balls of other colours wins [margo 10.1]; lifting own balls does not [margo 10.3].
        if self.setup.atari && captured {
            self.stage = Stage::Won;
        }
        self.remember();
        self.survey();
    }

    /// Plays the swap. The balls and the colour to move do not change [margo 9.1]. The swap counts as a move,
    /// but not as another occurrence of the position [margo 9.2].
    pub(super) fn make_swap(&mut self) {
        self.note(true);
        self.ply += 1;
        self.survey();
    }

    fn note(&mut self, swap: bool) {
        let (legal_from, repeating_from) = (self.legal_from, self.repeating_from);
        self.plies.push(Ply { swap, steps: self.steps.len(), legal_from, repeating_from });
    }

    /// Adds the position to the history, with the player who is to move or would be if the game were not over
    /// [margo 6.5].
    fn remember(&mut self) {
        let (balls, turn) = (self.ball_count(), self.turn);
        let now = Snapshot { hash: self.hash ^ hash::turn(turn), turn, plane: &self.plane, change: (0, 0) };
        self.history.push(now, balls);
    }

    /// Starts a game at the current position, which is the first one in the history [margo 6.3] [margo 8.6].
    pub(super) fn begin(&mut self) {
        self.steps.clear();
        self.remember();
        self.survey();
    }

    /// Discards the records needed to take back the moves played so far, which saves memory. The history
    /// keeps the positions, and the last capture is still known.
    pub(super) fn settle(&mut self) {
        self.steps.clear();
        self.plies.clear();
        self.legal.drain(..self.legal_from);
        self.repeating.drain(..self.repeating_from);
        (self.legal_from, self.repeating_from) = (0, 0);
    }
}
