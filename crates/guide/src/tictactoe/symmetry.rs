//! The symmetries of the board.

use bustan_vocabulary::tictactoe::{Cell, Move, Position, TicTacToe};

use crate::Symmetric;

/// The eight of the square: symmetry `n` mirrors the board left to right when `n` is 4 or more, then turns it
/// clockwise by `n % 4` quarters. The players are no symmetry, for X always begins.
impl Symmetric for TicTacToe {
    fn symmetries(_: &Position) -> usize {
        8
    }

    fn image(position: &Position, symmetry: usize) -> Position {
        let mut marks = [None; 9];
        for (place, mark) in position.marks().iter().enumerate() {
            marks[image(place, symmetry)] = *mark;
        }
        Position::new(marks, position.turn(), position.misere())
    }

    fn image_move(_: &Position, mv: &Move, symmetry: usize) -> Move {
        Move(mv.0.place().map_or(mv.0, |place| Cell::BOARD[image(place, symmetry)]))
    }

    fn canonical(position: &Position) -> Position {
        (1..8).fold(position.clone(), |first, symmetry| first.min(Self::image(position, symmetry)))
    }
}

/// Where a place of [`Cell::BOARD`] comes to lie.
fn image(place: usize, symmetry: usize) -> usize {
    let (row, column) = (place / 3, place % 3);
    let start = if symmetry >= 4 { (row, 2 - column) } else { (row, column) };
    let (row, column) = (0..symmetry % 4).fold(start, |(row, column), _| (column, 2 - row));
    3 * row + column
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn the_symmetries_turn_and_mirror() {
        let position: Position = "xo....... x".parse().unwrap();
        let images = [
            "xo.......",
            "..x..o...",
            ".......ox",
            "...o..x..",
            ".ox......",
            ".....o..x",
            "......xo.",
            "x..o.....",
        ];
        for (symmetry, image) in images.iter().enumerate() {
            assert_eq!(TicTacToe::image(&position, symmetry).to_string(), alloc::format!("{image} x"));
        }
        let mv = "b3".parse().unwrap();
        assert_eq!(TicTacToe::image_move(&position, &mv, 1).to_string(), "c2");
        assert_eq!(TicTacToe::image_move(&position, &"d4".parse().unwrap(), 1).to_string(), "d4");
    }

    #[test]
    fn the_canonical_position_is_that_of_all_images() {
        let position: Position = "xo..x...o x misere".parse().unwrap();
        let canonical = TicTacToe::canonical(&position);
        for symmetry in 0..8 {
            assert_eq!(TicTacToe::canonical(&TicTacToe::image(&position, symmetry)), canonical);
        }
    }
}
