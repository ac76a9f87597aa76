//! The state of a game, its moves, and its observation.

use std::hash::{DefaultHasher, Hash, Hasher};

use bustan_vocabulary::Game;
use bustan_vocabulary::tribolo::{Cell, Content, Move, Observation, Player, Position, Reason, Tribolo};

use super::board::Board;
use super::moves::{after, conversions, destinations, jumps, jumps_at};
use super::turn::{scores, to_move, winner};

/// The full state at one moment of a game.
#[derive(Clone, Debug)]
pub(super) struct State {
    board: Board,
    /// The first player to be asked for a move: the player after the mover [tribolo 3.1].
    asked: Player,
    /// The number of moves played.
    ply: u32,
    /// The cells that the last move jumped over, sorted.
    taken: Vec<Cell>,
}

impl State {
    /// The state that a position describes.
    pub(super) fn at(position: &Position) -> Self {
        Self { board: Board::of(position), asked: position.asked(), ply: position.ply(), taken: Vec::new() }
    }

    /// The player to move; `None` when the game is over.
    pub(super) fn to_move(&self) -> Option<Player> {
        to_move(&jumps(&self.board), self.asked)
    }

    /// The state after a move of `player`.
    ///
    /// # Errors
    /// Returns the first reason against an illegal move, in the order of [`Reason`] [tribolo 2.7].
    pub(super) fn play(&self, player: Player, mv: Move) -> Result<Self, Reason> {
        let jumps = jumps(&self.board);
        match to_move(&jumps, self.asked) {
            None => return Err(Reason::GameOver),
            Some(on_turn) if on_turn != player => return Err(Reason::NotYourTurn),
            Some(_) => {}
        }
        let jumps = jumps_at(&self.board, jumps, player, mv)?;
        let mut taken: Vec<Cell> = jumps.iter().flat_map(|jump| jump.over.iter().copied()).collect();
        taken.sort();
        Ok(Self { board: after(&self.board, &jumps), asked: player.next(), ply: self.ply + 1, taken })
    }

    /// The legal moves of the player to move, sorted.
    pub(super) fn legal_moves(&self) -> Vec<Move> {
        let jumps = jumps(&self.board);
        let moves =
            to_move(&jumps, self.asked).map(|player| destinations(&jumps, player)).unwrap_or_default();
        moves.into_iter().map(Move).collect()
    }

    /// This state as a position. The position names the player to move or, when the game is over, the player
    /// who was asked first [tribolo 4.4]. There are never more moves than owned cells, because each move adds
    /// one [tribolo 4.3].
    pub(super) fn position(&self) -> Option<Position> {
        let player = self.to_move().unwrap_or(self.asked);
        Position::new(self.board.size, self.board.row_major().to_vec(), player, self.ply).ok()
    }

    /// Everything that can be observed of the state.
    pub(super) fn observe(&self) -> Observation {
        let jumps = jumps(&self.board);
        let to_move = to_move(&jumps, self.asked);
        Observation {
            game: Tribolo::NAME,
            width: self.board.size.width(),
            height: self.board.size.height(),
            ply: self.ply,
            to_move,
            over: to_move.is_none(),
            winner: if to_move.is_none() { winner(&self.board) } else { None },
            scores: scores(&self.board),
            board: self.board.occupied().collect(),
            jumps: to_move.map(|player| conversions(&jumps, player)).unwrap_or_default(),
            moves: Player::ALL.into_iter().map(|player| (player, destinations(&jumps, player))).collect(),
            taken: self.taken.clone(),
        }
    }

    /// A hash of everything that distinguishes positions of a game: the contents of the cells and the player
    /// to move. It is the same in every run.
    pub(super) fn hash(&self) -> u64 {
        let cells: Vec<(Cell, Content)> = self.board.occupied().collect();
        let mut hasher = DefaultHasher::new();
        (cells, self.to_move()).hash(&mut hasher);
        hasher.finish()
    }
}
