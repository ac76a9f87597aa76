//! The state of a game, as a position and as an observation.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use bustan_vocabulary::Game;
use bustan_vocabulary::tictactoe::{Cell, Move, Observation, Player, Position, TicTacToe};

use super::number::{canonical, number};
use super::rules::{over, scores, winner};

/// The full state at one moment of a game. The number of moves is the number of marks [tictactoe 3.4].
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) marks: BTreeMap<Cell, Player>,
    /// The player to move. When the game is over, the player whose turn it would be.
    pub(super) turn: Player,
    pub(super) misere: bool,
}

impl State {
    /// The state that a position describes.
    pub(super) fn at(position: &Position) -> Self {
        let marks = Cell::BOARD.into_iter().filter_map(|cell| Some((cell, position.mark(cell)?))).collect();
        Self { marks, turn: position.turn(), misere: position.misere() }
    }

    /// Makes a legal move: adds a mark and gives the turn to the other player [tictactoe 1.2].
    pub(super) fn make(&mut self, mv: Move) {
        self.marks.insert(mv.0, self.turn);
        self.turn = self.turn.opponent();
    }

    /// The player to move; `None` when the game is over.
    pub(super) fn to_move(&self) -> Option<Player> {
        if over(self) { None } else { Some(self.turn) }
    }

    /// This state as a position.
    pub(super) fn position(&self) -> Position {
        Position::new(Cell::BOARD.map(|cell| self.marks.get(&cell).copied()), self.turn, self.misere)
    }

    /// Everything that can be observed of the state.
    pub(super) fn observe(&self) -> Observation {
        Observation {
            game: TicTacToe::NAME,
            size: 3,
            ply: self.marks.len() as u32,
            to_move: self.to_move(),
            over: over(self),
            winner: winner(self),
            scores: scores(self),
            board: self.marks.clone(),
            hash: number(self),
            canonical: canonical(self),
            misere: self.misere,
        }
    }

    /// A hash of everything that distinguishes positions of a game: the marks and the player to move. It is
    /// the same in every run.
    pub(super) fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.marks, self.to_move()).hash(&mut hasher);
        hasher.finish()
    }
}
