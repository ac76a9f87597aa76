//! Conversion of positions to boards.

use bustan_vocabulary::chess::{Cell, Invalid, Parts, Player, Position, Wing};
use cozy_chess::{
    BitBoard, Board, BoardBuilder, CastleRights, Color, Piece, Rank, Square, get_bishop_moves,
    get_king_moves, get_knight_moves, get_pawn_attacks, get_rook_moves,
};

use crate::Refusal;
use crate::names::{cell, color, piece, player, square};

/// Returns the board of a position, with the counters of a new game.
///
/// # Errors
/// Returns the first fault of the position.
pub(crate) fn board(position: &Position) -> Result<Board, Refusal> {
    let parts = position.parts();
    validate(parts).map_err(Refusal::Invalid)?;
    let mut builder = BoardBuilder::empty();
    for (square, man) in builder.board.iter_mut().zip(parts.board) {
        *square = man.map(|man| (piece(man.kind), color(man.player)));
    }
    builder.side_to_move = color(parts.turn);
    for player in Player::ALL {
        let file = |wing| parts.rights.rook(player, wing).map(|rook| square(rook).file());
        let rights = CastleRights { short: file(Wing::King), long: file(Wing::Queen) };
        *builder.castle_rights_mut(color(player)) = rights;
    }
    builder.en_passant = parts.en_passant.map(square);
    builder.build().map_err(Refusal::Builder)
}

/// The pieces as sets of squares, without the rest of a game.
struct Men {
    pieces: [BitBoard; Piece::NUM],
    colors: [BitBoard; Color::NUM],
}

impl Men {
    fn of(parts: &Parts) -> Self {
        let mut men = Self { pieces: [BitBoard::EMPTY; Piece::NUM], colors: [BitBoard::EMPTY; Color::NUM] };
        for cell in Cell::BOARD {
            if let Some(man) = parts.board[cell.place()] {
                men.toggle(piece(man.kind), color(man.player), square(cell));
            }
        }
        men
    }

    fn toggle(&mut self, piece: Piece, color: Color, square: Square) {
        self.pieces[piece as usize] ^= square.bitboard();
        self.colors[color as usize] ^= square.bitboard();
    }

    fn all(&self) -> BitBoard {
        self.colors[0] | self.colors[1]
    }

    fn get(&self, color: Color, piece: Piece) -> BitBoard {
        self.colors[color as usize] & self.pieces[piece as usize]
    }

    /// The opponent's pieces that attack the king of a color: those that the king could capture if it moved
    /// like them.
    fn checkers(&self, color: Color) -> BitBoard {
        let Some(king) = self.get(color, Piece::King).next_square() else { return BitBoard::EMPTY };
        let of = |piece: Piece| self.get(!color, piece);
        get_bishop_moves(king, self.all()) & (of(Piece::Bishop) | of(Piece::Queen))
            | get_rook_moves(king, self.all()) & (of(Piece::Rook) | of(Piece::Queen))
            | get_knight_moves(king) & of(Piece::Knight)
            | get_king_moves(king) & of(Piece::King)
            | get_pawn_attacks(king, color) & of(Piece::Pawn)
    }
}

/// Checks whether a game can start with these parts.
fn validate(parts: &Parts) -> Result<(), Invalid> {
    let mut men = Men::of(parts);
    let side = color(parts.turn);
    // [chess 9.1]
    for color in Color::ALL {
        let (count, player) = (men.get(color, Piece::King).len(), player(color));
        if count != 1 {
            return Err(Invalid::Kings { player, count });
        }
    }
    for color in Color::ALL {
        let (count, player) = (men.colors[color as usize].len(), player(color));
        if count > 16 {
            return Err(Invalid::Pieces { player, count });
        }
    }
    for color in Color::ALL {
        let (count, player) = (men.get(color, Piece::Pawn).len(), player(color));
        if count > 8 {
            return Err(Invalid::Pawns { player, count });
        }
    }
    // [chess 9.2]
    let ends = Rank::First.bitboard() | Rank::Eighth.bitboard();
    if let Some(pawn) = (men.pieces[Piece::Pawn as usize] & ends).next_square() {
        return Err(Invalid::Pawn(cell(pawn)));
    }
    // [chess 9.3]
    if !men.checkers(!side).is_empty() {
        return Err(Invalid::InCheck(parts.turn.opponent()));
    }
    let checks = men.checkers(side).len();
    if let Some(crossed) = parts.en_passant {
        // [chess 9.4]
        let on = |rank: Rank| Square::new(square(crossed).file(), rank.relative_to(!side));
        let (from, over, to) = (on(Rank::Second), on(Rank::Third), on(Rank::Fourth));
        let is_clear = (men.all() & (from.bitboard() | over.bitboard())).is_empty();
        if !is_clear || over != square(crossed) || !men.get(!side, Piece::Pawn).has(to) {
            return Err(Invalid::EnPassant(crossed));
        }
        men.toggle(Piece::Pawn, !side, to);
        men.toggle(Piece::Pawn, !side, from);
        if !men.checkers(side).is_empty() {
            return Err(Invalid::EnPassant(crossed));
        }
    }
    // [chess 9.5]
    if checks > 2 { Err(Invalid::Checks(checks)) } else { Ok(()) }
}
