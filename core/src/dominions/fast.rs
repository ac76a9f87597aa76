//! The engine for the tooling: a board that remembers its history.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use bustan_vocabulary::dominions::{Dominions, Invalid, Move, Observation, Player, Position, Reason, Side};
use bustan_vocabulary::{Draw, Engine, NoStart, Playout, Ruling, Standing};

use super::{Board, Journal};

/// A [`Board`] with the moves that led to its position, so that they can be taken back.
pub struct FastEngine {
    board: Board,
    journal: Journal,
}

impl FastEngine {
    /// The current board.
    pub const fn board(&self) -> &Board {
        &self.board
    }
}

// Not derived: `clone_from` reuses the memory of an existing engine.
impl Clone for FastEngine {
    fn clone(&self) -> Self {
        Self { board: self.board.clone(), journal: self.journal.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        self.board.clone_from(&source.board);
        self.journal.clone_from(&source.journal);
    }
}

impl Default for FastEngine {
    fn default() -> Self {
        Self { board: Board::new(Side::STANDARD), journal: Journal::new() }
    }
}

impl fmt::Debug for FastEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FastEngine({})", self.board.position())
    }
}

impl Engine for FastEngine {
    type Game = Dominions;
    type Observation = Observation;

    fn name(&self) -> String {
        "fast".into()
    }

    fn setup(&mut self, position: &Position) -> Result<(), NoStart<Invalid>> {
        self.board = Board::from_position(position)?;
        self.journal.clear();
        Ok(())
    }

    fn play(&mut self, player: Player, mv: &Move) -> Result<(), Option<Reason>> {
        self.board.play_noted(player, *mv, &mut self.journal).map_err(Some)
    }

    fn turn(&self) -> Option<Player> {
        self.board.turn()
    }

    fn verdict(&self, player: Player, mv: &Move) -> Ruling<Reason> {
        self.board.check(player, *mv).into()
    }

    fn legal_moves(&self) -> Option<Vec<Move>> {
        let pass = self.board.turn().map(|_| Move::Pass);
        let mut moves = Vec::with_capacity(self.board.legal_count() as usize + 1);
        // `for_each` runs one loop per cell; collecting the moves one by one would take twice as long.
        self.board.legal_placements().for_each(|mv| moves.push(mv));
        moves.extend(pass);
        Some(moves)
    }

    fn observe(&self) -> Option<Observation> {
        Some(self.board.observe())
    }

    fn standing(&self) -> Option<Standing> {
        Some(self.board.standing())
    }

    fn undo(&mut self) -> Option<bool> {
        Some(self.board.undo(&mut self.journal))
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
        Some(self.board.perft(depth, &mut self.journal))
    }

    fn playout(&mut self, draw: &mut Draw<'_>) -> Option<Playout> {
        self.journal.clear();
        Some(self.board.playout(draw))
    }
}
