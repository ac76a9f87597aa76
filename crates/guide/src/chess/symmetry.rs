//! The symmetries of chess.

use bustan_vocabulary::chess::{Cell, Chess, Man, Move, Parts, Player, Position, Wing};

use super::changed;
use crate::Symmetric;

/// Symmetry 1 exchanges the players and turns the board upside down. If there are no castling rights,
/// symmetry 2 mirrors the board left to right, and symmetry 3 is the composition of both.
impl Symmetric for Chess {
    fn symmetries(position: &Position) -> usize {
        if position.parts().rights.all().next().is_some() { 2 } else { 4 }
    }

    /// Keeps the fullmove number, although it increases after the other player's moves in the image.
    fn image(position: &Position, symmetry: usize) -> Position {
        changed(position, |parts| {
            let old = parts.clone();
            *parts = Parts { board: [None; 64], rights: Parts::EMPTY.rights, ..old.clone() };
            for cell in Cell::BOARD {
                let man = old.board[cell.place()];
                let man = man.map(|man| Man { player: Self::image_player(man.player, symmetry), ..man });
                parts.board[image(cell, symmetry).place()] = man;
            }
            parts.turn = Self::image_player(old.turn, symmetry);
            parts.en_passant = old.en_passant.map(|cell| image(cell, symmetry));
            for (player, wing, rook) in old.rights.all() {
                let wing = match wing {
                    Wing::King if symmetry & 2 != 0 => Wing::Queen,
                    Wing::Queen if symmetry & 2 != 0 => Wing::King,
                    wing => wing,
                };
                parts.rights.set(Self::image_player(player, symmetry), wing, Some(image(rook, symmetry)));
            }
        })
    }

    fn image_move(_: &Position, mv: &Move, symmetry: usize) -> Move {
        Move { from: image(mv.from, symmetry), to: image(mv.to, symmetry), ..*mv }
    }

    fn image_player(player: Player, symmetry: usize) -> Player {
        if symmetry & 1 != 0 { player.opponent() } else { player }
    }

    fn keeps_ply(symmetry: usize) -> bool {
        symmetry & 1 == 0
    }

    fn are_same_but_for_ply(one: &Position, other: &Position) -> bool {
        let unnumbered = |position| changed(position, |parts| parts.fullmoves = 1);
        unnumbered(one) == unnumbered(other)
    }
}

/// The image of a square.
fn image(cell: Cell, symmetry: usize) -> Cell {
    let file = if symmetry & 2 != 0 { 7 - cell.file() } else { cell.file() };
    let rank = if symmetry & 1 != 0 { 7 - cell.rank() } else { cell.rank() };
    Cell::new(file, rank).unwrap_or(cell)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn players_are_exchanged_and_boards_mirrored() {
        let position: Position = "r3k2r/8/8/8/3P4/8/8/4K2R b Kkq d3 3 7".parse().unwrap();
        assert_eq!(Chess::symmetries(&position), 2);
        assert_eq!(Chess::image(&position, 1).to_string(), "4k2r/8/8/3p4/8/8/8/R3K2R w KQk d6 3 7");
        let position: Position = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1 draws auto".parse().unwrap();
        assert_eq!(Chess::symmetries(&position), 4);
        assert_eq!(Chess::image(&position, 2).to_string(), "3k4/8/8/8/8/8/7P/3K4 w - - 0 1 draws auto");
        let mv = "a2a4".parse().unwrap();
        assert_eq!(Chess::image_move(&position, &mv, 3).to_string(), "h7h5");
    }

    #[test]
    fn only_the_number_of_the_move_may_differ() {
        let [one, other, third] = ["w - - 0 1", "w - - 0 9", "w - - 1 9"]
            .map(|rest| alloc::format!("4k3/8/8/8/8/8/P7/4K3 {rest}").parse::<Position>().unwrap());
        assert!(Chess::are_same_but_for_ply(&one, &other));
        assert!(!Chess::are_same_but_for_ply(&one, &third));
    }
}
