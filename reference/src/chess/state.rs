//! The state of a game, its moves, and its observation.

use std::hash::{DefaultHasher, Hash, Hasher};

use bustan_vocabulary::Game;
use bustan_vocabulary::chess::{
    Cell, Chess, Draws, Kind, Move, Observation, Parts, Player, Position, Rights, castling as rights_text,
};

use super::board::{Board, between, cells};
use super::castling::{carry_out, castling, lose_rights};
use super::check::{in_turn, is_in_check};
use super::draws::is_repeated;
use super::end::{is_over, winner};
use super::pawns::{behind, captures_en_passant, exchange, is_double_step};

/// The full state at one moment of a game.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) board: Board,
    /// The player to move. When the game is over, the player whose turn it would be.
    pub(super) turn: Player,
    /// The rooks that may still castle.
    pub(super) rights: Rights,
    /// The square that a pawn of the opponent crossed in the last move, if the pawn can be captured there.
    pub(super) en_passant: Option<Cell>,
    /// The number of moves of both players since the last capture or pawn move.
    pub(super) halfmoves: u32,
    /// The number of the full move, as in FEN.
    pub(super) fullmoves: u32,
    pub(super) chess960: bool,
    pub(super) draws: Draws,
    /// Whether the position was set up as drawn by repetition.
    pub(super) drawn: bool,
    /// The number of times that the position has occurred since the setup.
    pub(super) appeared: u32,
}

impl State {
    /// The state that a position describes. The position occurs for the first time [chess 7.8]. If a player
    /// may castle, the king and the rook are in their places, because a [`Position`] ensures that
    /// [chess 9.6].
    pub(super) fn at(position: &Position) -> Self {
        let Parts { board, turn, rights, en_passant, halfmoves, fullmoves, chess960, draws, drawn } =
            position.parts().clone();
        let board = Board { men: board };
        Self { board, turn, rights, en_passant, halfmoves, fullmoves, chess960, draws, drawn, appeared: 1 }
    }

    /// The state after the pieces have been moved for the player to move. Nothing else changes.
    pub(super) fn moved(&self, mv: Move) -> Self {
        let mut after = self.clone();
        let player = self.turn;
        if let Some(castling) = castling(self, player, mv) {
            carry_out(&mut after, castling);
            return after;
        }
        if self.is_pawn(mv.from) && captures_en_passant(self, player, mv.from, mv.to) {
            // The pawn of the opponent is captured as if it had moved only one square [chess 3.4].
            if let Some(captured) = behind(player, mv.to) {
                after.board.put(captured, None);
            }
        }
        after.board.carry(mv.from, mv.to);
        exchange(&mut after, player, mv);
        after
    }

    /// Makes a legal move. The opponent moves next [chess 1.4].
    pub(super) fn make(&mut self, mv: Move) {
        let player = self.turn;
        let mut after = self.moved(mv);
        let counted = !self.is_pawn(mv.from) && !self.board.is_of(mv.to, player.opponent());
        after.halfmoves = if counted { self.halfmoves.saturating_add(1) } else { 0 };
        after.fullmoves = self.fullmoves + u32::from(player == Player::Black);
        after.rights = {
            let mut before = self.clone();
            lose_rights(&mut before, player, mv);
            before.rights
        };
        after.turn = player.opponent();
        after.en_passant = None;
        if self.is_pawn(mv.from) && is_double_step(self, player, mv.from, mv.to) {
            after.en_passant = between(mv.from, mv.to).next();
        }
        after.forget_useless_en_passant();
        *self = after;
    }

    /// Clears the en passant square if no legal capture on it exists [chess 9.8].
    pub(super) fn forget_useless_en_passant(&mut self) {
        let Some(to) = self.en_passant else { return };
        let takes = |from| {
            self.is_pawn(from)
                && captures_en_passant(self, self.turn, from, to)
                && in_turn(self, Move::new(from, to)).is_ok()
        };
        if !cells().any(takes) {
            self.en_passant = None;
        }
    }

    fn is_pawn(&self, cell: Cell) -> bool {
        self.board.at(cell).is_some_and(|man| man.kind == Kind::Pawn)
    }

    /// The player to move; `None` when the game is over.
    pub(super) fn to_move(&self) -> Option<Player> {
        if is_over(self) { None } else { Some(self.turn) }
    }

    /// The parts of the position. Numbers of moves are limited to what a position can record [chess 9.9].
    fn parts(&self) -> Parts {
        Parts {
            board: self.board.men,
            turn: self.turn,
            rights: self.rights,
            en_passant: self.en_passant,
            halfmoves: self.halfmoves.min(Position::MOST),
            fullmoves: self.fullmoves.min(Position::MOST),
            chess960: self.chess960,
            draws: self.draws,
            drawn: is_repeated(self),
        }
    }

    /// This state as a position.
    pub(super) fn position(&self) -> Option<Position> {
        Position::new(self.parts()).ok()
    }

    /// Everything that can be observed of the state.
    pub(super) fn observe(&self) -> Observation {
        let board = cells().filter_map(|cell| Some((cell, self.board.at(cell)?)));
        Observation {
            game: Chess::NAME,
            ply: 2 * (self.fullmoves - 1) + u32::from(self.turn == Player::Black),
            to_move: self.to_move(),
            over: is_over(self),
            winner: winner(self),
            board: board.collect(),
            castling: rights_text(&self.parts()),
            en_passant: self.en_passant,
            check: is_in_check(self, self.turn),
            halfmoves: self.halfmoves,
            fullmoves: self.fullmoves,
            turn: self.turn,
        }
    }

    /// A hash of everything that distinguishes positions of a game. It is the same in every run.
    pub(super) fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.board, self.turn, self.rights, self.en_passant).hash(&mut hasher);
        hasher.finish()
    }
}
