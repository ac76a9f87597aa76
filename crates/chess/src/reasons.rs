//! The reasons why a move that `cozy-chess` does not allow is illegal.

use bustan_vocabulary::chess::Reason;
use cozy_chess::{
    BitBoard, Board, File, Move, Piece, Rank, Square, get_between_rays, get_bishop_moves, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_pawn_quiets, get_rook_moves,
};

use crate::names::home;

/// The rook with which the side to move castles if its king moves from `from` to `to`; `None` if the side has
/// no castling right, or if the move is not castling. `to` is the square of the rook in Chess960, and the
/// target square of the king in the standard game.
pub(crate) fn castling(board: &Board, from: Square, to: Square, chess960: bool) -> Option<Square> {
    let color = board.side_to_move();
    if from != board.king(color) {
        return None;
    }
    let rights = board.castle_rights(color);
    [(rights.short, File::G), (rights.long, File::C)].into_iter().find_map(|(rook, target)| {
        let rook = home(rook?, color);
        // [chess 8.5]
        let named = if chess960 { rook } else { home(target, color) };
        (named == to).then_some(rook)
    })
}

/// Returns why the side to move may not castle with a rook [chess 5.5].
pub(crate) fn against_castling(board: &Board, rook: Square) -> Reason {
    let color = board.side_to_move();
    let king = board.king(color);
    let short = rook.file() > king.file();
    let [king_to, rook_to] = if short { [File::G, File::F] } else { [File::C, File::D] };
    let (king_to, rook_to) = (home(king_to, color), home(rook_to, color));
    let ways =
        get_between_rays(king, king_to) | get_between_rays(rook, rook_to) | get_between_rays(king, rook);
    let ways = ways | king_to.bitboard() | rook_to.bitboard();
    let others = board.occupied() ^ king.bitboard() ^ rook.bitboard();
    if (ways & others).is_empty() { Reason::Check } else { Reason::NoMove }
}

/// Returns why a piece of the side to move may not make the move [chess 5.5]. `crossed` is the square on
/// which a pawn can be captured en passant.
pub(crate) fn against(board: &Board, mv: Move, crossed: Option<Square>) -> Reason {
    let piece = board.piece_on(mv.from).unwrap_or(Piece::King);
    if !reach(board, piece, mv.from, crossed).has(mv.to) {
        return Reason::NoMove;
    }
    let promotes = piece == Piece::Pawn && mv.to.rank() == Rank::Eighth.relative_to(board.side_to_move());
    if promotes == mv.promotion.is_some() { Reason::Check } else { Reason::Promotion }
}

/// The squares to which a piece of the side to move could move if checks were ignored.
fn reach(board: &Board, piece: Piece, from: Square, crossed: Option<Square>) -> BitBoard {
    let (color, occupied) = (board.side_to_move(), board.occupied());
    let reach = match piece {
        Piece::Knight => get_knight_moves(from),
        Piece::Bishop => get_bishop_moves(from, occupied),
        Piece::Rook => get_rook_moves(from, occupied),
        Piece::Queen => get_bishop_moves(from, occupied) | get_rook_moves(from, occupied),
        Piece::King => get_king_moves(from),
        Piece::Pawn => {
            let targets = board.colors(!color) | crossed.map_or(BitBoard::EMPTY, Square::bitboard);
            get_pawn_quiets(from, color, occupied) | get_pawn_attacks(from, color) & targets
        }
    };
    reach & !board.colors(color)
}
