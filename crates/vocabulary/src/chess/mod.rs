//! Chess: the king must not be captured.
//!
//! Two players with sixteen pieces each take turns on a board of 64 squares. A player whose king is attacked
//! and who has no move that saves it has lost.
//!
//! The options are Chess960, in which the pieces of the first rank start in a random order, and the draws
//! that end a game besides stalemate.
//!
//! # Rules
//! The document `docs/rules/chess.md` in the repository contains all rules, with their sources and with
//! decisions where the sources are silent. Both engines of this project follow it.
//!
//! # Where to find what
//! [`Cell`], [`Man`] and [`Player`] are in `board.rs`, [`Move`] and [`Reason`] in `moves.rs`, [`Position`] in
//! `position.rs`. `fen.rs` reads and prints positions, `setup.rs` has the starting positions.
//! [`Observation`], the state that engines report, is in this module.

mod board;
mod fen;
mod moves;
mod position;
mod setup;

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;

use serde::{Deserialize, Deserializer, Serialize};

pub use crate::player::PlayerError;
pub use board::{Cell, CellError, Kind, Man, ManError, Player};
pub use fen::{castling, names_files};
pub use moves::{Move, MoveError, Reason};
pub use position::{Draws, Invalid, Parts, Position, PositionError, Rights, Wing};

use crate::{Draw, Game};

/// The game, as the type that implements [`Game`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chess;

/// The facts that make two positions the same: the pieces, the player to move (or, after the end, next to
/// move), the castling rights and the en passant square.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Identity {
    board: BTreeMap<Cell, Man>,
    turn: Player,
    castling: String,
    en_passant: Option<Cell>,
}

impl Game for Chess {
    const NAME: &'static str = "chess";
    const PLAYERS: &'static [Player] = &Player::ALL;
    const REASONS: &'static [Reason] = &Reason::ALL;
    const OPTIONS: &'static str = "chess960, draws claim, draws auto";
    const UNSOLVED: &'static str = "it has too many positions to visit them all";

    type Player = Player;
    type Move = Move;
    type Reason = Reason;
    type Position = Position;
    type Invalid = Invalid;
    type Observation = Observation;
    type Identity = Identity;

    fn code(mv: &Move) -> Option<u64> {
        let promotion = mv.promotion.map_or(0, |kind| kind as u64 + 1);
        Some((mv.from.place() as u64) << 16 | (mv.to.place() as u64) << 8 | promotion)
    }

    fn decode(code: u64) -> Option<Move> {
        let cell = |shift: u32| Cell::BOARD.get((code >> shift) as usize & 0xff).copied();
        let promotion = match code as u8 {
            0 => None,
            kind => Some(*Kind::ALL.get(usize::from(kind) - 1)?),
        };
        Some(Move { from: cell(16)?, to: cell(8)?, promotion })
    }

    fn initial(words: &[&str]) -> Result<Position, String> {
        Position::from_words(words)
    }

    fn initial_words(position: &Position) -> Option<String> {
        position.words()
    }

    /// Returns one of the 960 starting positions of Chess960, drawn at random.
    fn random_setup(like: &Position, draw: &mut Draw<'_>) -> Option<Position> {
        like.drawn_by_lot(draw)
    }

    /// Returns the FEN with the options that the program knows.
    fn text_for(position: &Position, knows: &mut dyn FnMut(&str) -> bool) -> Option<String> {
        Some(position.fen_for(knows))
    }

    fn read_from(text: &str, like: &Position) -> Option<Position> {
        Position::read_like(text, like)
    }

    fn without_draws(position: &Position) -> Position {
        let parts = Parts { draws: Draws::None, drawn: false, ..position.parts().clone() };
        Position::new(parts).unwrap_or_else(|_| position.clone())
    }

    fn identity(seen: &Observation) -> Identity {
        let Observation { board, turn, castling, en_passant, .. } = seen.clone();
        Identity { board, turn, castling, en_passant }
    }

    /// Reduces a larger number of moves to the largest that a position can record.
    fn without_history(seen: &Observation) -> Observation {
        let left_out = seen.fullmoves.saturating_sub(Position::MOST);
        Observation {
            ply: seen.ply.saturating_sub(2 * left_out),
            fullmoves: seen.fullmoves - left_out,
            halfmoves: seen.halfmoves.min(Position::MOST),
            ..seen.clone()
        }
    }

    fn read_observation<'de, D: Deserializer<'de>>(form: D, like: &Observation) -> Option<Observation> {
        let read = Observation::deserialize(form).ok()?;
        Some(Observation { game: like.game, turn: like.turn, ..read })
    }

    fn to_move(seen: &Observation) -> Option<Player> {
        seen.to_move
    }

    /// Returns `W+1` or `B+1`, or `0` for a draw and until the game is over.
    fn final_score(seen: &Observation) -> String {
        seen.winner.map_or_else(|| "0".into(), |winner| format!("{}+1", winner.initial()))
    }
}

/// The complete observable state, in the format of the protocol's `bustan-state`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Observation {
    /// Always `chess`.
    #[serde(skip_deserializing)]
    pub game: &'static str,
    /// The number of moves played by both players, computed from `fullmoves` and the player to move.
    pub ply: u32,
    /// The player to move; `None` when the game is over.
    pub to_move: Option<Player>,
    /// Whether the game is over.
    pub over: bool,
    /// The winner; `None` until the game is over, and after a draw.
    pub winner: Option<Player>,
    /// The pieces.
    pub board: BTreeMap<Cell, Man>,
    /// The castling rights in the notation of FEN, such as `KQkq` or `-`.
    pub castling: String,
    /// The square on which a pawn can be captured en passant.
    pub en_passant: Option<Cell>,
    /// Whether the king of `turn` is in check.
    pub check: bool,
    /// The number of moves of both players since a capture or a pawn move.
    pub halfmoves: u32,
    /// The fullmove number of FEN: it starts at 1 and increases after each move by Black.
    pub fullmoves: u32,
    /// The player to move or, when the game is over, the player who would be next to move; not part of the
    /// JSON form.
    #[serde(skip)]
    pub turn: Player,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn setups_are_reported_in_words() {
        let position = Chess::initial(&["chess960", "7"]).unwrap();
        assert_eq!(Chess::initial_words(&position).unwrap(), "8 chess960 7");
        assert_eq!(Chess::random_setup(&position, &mut |_| 9), Chess::initial(&["chess960", "9"]).ok());
        let standard = Chess::initial(&[]).unwrap();
        assert_eq!(Chess::random_setup(&standard, &mut |_| 9), None);
    }
}
