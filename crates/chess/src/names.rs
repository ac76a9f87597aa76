//! Conversion of squares, pieces and players between the types of Bustan and `cozy-chess`.

use bustan_vocabulary::chess::{Cell, Kind, Player};
use cozy_chess::{Color, File, Piece, Rank, Square};

/// Converts a square; both types number squares rank by rank from a1.
pub(crate) fn cell(square: Square) -> Cell {
    Cell::BOARD[square as usize]
}

pub(crate) fn square(cell: Cell) -> Square {
    Square::index(cell.place())
}

pub(crate) fn player(color: Color) -> Player {
    match color {
        Color::White => Player::White,
        Color::Black => Player::Black,
    }
}

pub(crate) fn color(player: Player) -> Color {
    match player {
        Player::White => Color::White,
        Player::Black => Color::Black,
    }
}

pub(crate) fn kind(piece: Piece) -> Kind {
    match piece {
        Piece::Pawn => Kind::Pawn,
        Piece::Knight => Kind::Knight,
        Piece::Bishop => Kind::Bishop,
        Piece::Rook => Kind::Rook,
        Piece::Queen => Kind::Queen,
        Piece::King => Kind::King,
    }
}

pub(crate) fn piece(kind: Kind) -> Piece {
    match kind {
        Kind::Pawn => Piece::Pawn,
        Kind::Knight => Piece::Knight,
        Kind::Bishop => Piece::Bishop,
        Kind::Rook => Piece::Rook,
        Kind::Queen => Piece::Queen,
        Kind::King => Piece::King,
    }
}

/// The square on a file and on the first rank of a color.
pub(crate) fn home(file: File, color: Color) -> Square {
    Square::new(file, Rank::First.relative_to(color))
}
