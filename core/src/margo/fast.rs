//! The engine for the tooling.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use bustan_vocabulary::margo::{Invalid, Margo, Move, Observation, Player, Position, Reason, Setup, Size};
use bustan_vocabulary::{Engine, NoStart, Playout, Ruling};

use super::Board;

/// A [`Board`] as an engine for the tooling. It begins as the empty standard board.
#[derive(Clone)]
pub struct FastEngine {
    board: Board,
}

impl FastEngine {
    /// The board as it stands.
    pub const fn board(&self) -> &Board {
        &self.board
    }
}

impl Default for FastEngine {
    fn default() -> Self {
        Self { board: Board::new(Setup::standard(Size::STANDARD)) }
    }
}

impl fmt::Debug for FastEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FastEngine({})", self.board.position())
    }
}

impl Engine for FastEngine {
    type Game = Margo;
    type Observation = Observation;

    fn name(&self) -> String {
        "fast".into()
    }

    fn setup(&mut self, position: &Position) -> Result<(), NoStart<Invalid>> {
        self.board = self.board.at(position)?;
        Ok(())
    }

    fn play(&mut self, player: Player, mv: &Move) -> Result<(), Option<Reason>> {
        self.board.play_for(player, *mv).map_err(Some)
    }

    fn turn(&self) -> Option<Player> {
        self.board.turn()
    }

    fn verdict(&self, player: Player, mv: &Move) -> Ruling<Reason> {
        self.board.check(player, *mv).into()
    }

    fn legal_moves(&self) -> Option<Vec<Move>> {
        Some(self.board.legal_moves().collect())
    }

    fn observe(&self) -> Option<Observation> {
        Some(self.board.observe())
    }

    fn undo(&mut self) -> Option<bool> {
        Some(self.board.undo())
    }

    fn hash(&self) -> Option<u64> {
        Some(self.board.hash())
    }

    fn position(&self) -> Option<Position> {
        Some(self.board.position())
    }

    fn duplicate(&self) -> Option<Self> {
        Some(self.clone())
    }

    fn perft(&mut self, depth: u32) -> Option<u64> {
        Some(self.board.perft(depth))
    }

    fn playout(&mut self, draw: &mut impl FnMut(u32) -> u32) -> Option<Playout> {
        Some(self.board.playout(draw))
    }
}
