//! The state of a game, as a position and as an observation.

use std::hash::{DefaultHasher, Hash, Hasher};

use bustan_vocabulary::Game;
use bustan_vocabulary::abrobad::{Abrobad, Cell, Observation, Player, Position};

use super::board::Board;
use super::end::{groups, over, scores, winner};
use super::turn::must_place;

/// The full state at one moment of a game.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) board: Board,
    /// The player to move. When the game is over, the player whose turn it would be [abrobad 4.2].
    pub(super) turn: Player,
    /// The number of moves played.
    pub(super) ply: u32,
}

impl State {
    /// The state that a position describes.
    pub(super) fn at(position: &Position) -> Self {
        let stones = Cell::BOARD.into_iter().zip(position.stones());
        let stones = stones.filter_map(|(cell, stone)| Some((cell, (*stone)?))).collect();
        Self { board: Board { stones }, turn: position.turn(), ply: position.ply() }
    }

    /// The player to move; `None` when the game is over.
    pub(super) fn to_move(&self) -> Option<Player> {
        if over(&self.board) { None } else { Some(self.turn) }
    }

    /// This state as a position. If the number of moves exceeds what a position can record, as many rounds as
    /// needed are subtracted [abrobad 4.4]. It is never too small for the stones, because a [`Position`]
    /// ensures that at the start [abrobad 4.3].
    pub(super) fn position(&self) -> Option<Position> {
        let mut ply = self.ply;
        while ply > Position::MAX_PLY {
            ply -= Player::ALL.len() as u32;
        }
        Position::new(Cell::BOARD.map(|cell| self.board.at(cell)), self.turn, ply).ok()
    }

    /// Everything that can be observed of the state.
    pub(super) fn observe(&self) -> Observation {
        Observation {
            game: Abrobad::NAME,
            size: Cell::BOARD.len() as u8,
            ply: self.ply,
            to_move: self.to_move(),
            over: over(&self.board),
            winner: winner(self),
            scores: scores(self),
            board: self.board.stones.clone(),
            groups: groups(&self.board),
            must_place: must_place(&self.board, self.turn),
            turn: self.turn,
        }
    }

    /// A hash of everything that distinguishes positions of a game: the stones and the player to move. It is
    /// the same in every run.
    pub(super) fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.board, self.turn).hash(&mut hasher);
        hasher.finish()
    }
}
