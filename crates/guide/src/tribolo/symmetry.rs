//! The symmetries of the board and of the players.

use alloc::vec;

use bustan_vocabulary::tribolo::{Cell, Content, Move, Player, Position, Size, Tribolo};

use crate::Symmetric;

/// The number of symmetries of a rectangle, including quarter rotations.
const BOARD: usize = 8;

/// The number of rotations of the colours.
const COLOURS: usize = 3;

/// The eight symmetries of the rectangle, combined with the three of the players. Symmetry `n` mirrors the
/// board left to right if `n % 8` is at least 4, rotates it clockwise by `n % 4` quarters of a turn, and
/// rotates the colours `n / 8` times: blue becomes red, red becomes green, and green becomes blue. A quarter
/// rotation exchanges width and height.
impl Symmetric for Tribolo {
    fn symmetries(_: &Position) -> usize {
        BOARD * COLOURS
    }

    /// # Panics
    /// Never panics: the image has the same number of cells, and of owned cells.
    fn image(position: &Position, symmetry: usize) -> Position {
        let size = position.size();
        let (width, height) = (size.width(), size.height());
        let turned = if symmetry.is_multiple_of(2) { Some(size) } else { Size::new(height, width) };
        let turned = turned.expect("both sides are sides of a board");
        let mut cells = vec![Content::Empty; turned.count()];
        for (cell, &content) in size.cells().zip(position.cells()) {
            if let Some(index) = turned.index(image(size, cell, symmetry)) {
                cells[index] = match content {
                    Content::Owned(player) => Content::Owned(Self::image_player(player, symmetry)),
                    other => other,
                };
            }
        }
        let asked = Self::image_player(position.asked(), symmetry);
        Position::new(turned, cells, asked, position.ply()).expect("an image has as many cells owned")
    }

    fn image_move(position: &Position, mv: &Move, symmetry: usize) -> Move {
        Move(image(position.size(), mv.0, symmetry))
    }

    fn image_player(player: Player, symmetry: usize) -> Player {
        player.cycle()[symmetry / BOARD % COLOURS]
    }
}

/// The image of a cell. If the cell is not on the board, its image is not on the image of the board: only
/// column and row are exchanged if width and height are.
fn image(size: Size, cell: Cell, symmetry: usize) -> Cell {
    let last = Cell::new(25, Cell::ROWS - 1).unwrap_or(cell);
    if !size.has(cell) {
        let turned =
            if symmetry.is_multiple_of(2) { Some(cell) } else { Cell::new(cell.row(), cell.column()) };
        return turned.unwrap_or(last);
    }
    let (width, height) = (size.width(), size.height());
    let column = if symmetry % BOARD >= 4 { width - 1 - cell.column() } else { cell.column() };
    let row = cell.row();
    let (x, y) = match symmetry % 4 {
        0 => (column, row),
        1 => (height - 1 - row, column),
        2 => (width - 1 - column, height - 1 - row),
        _ => (row, width - 1 - column),
    };
    Cell::new(x, y).unwrap_or(cell)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeSet;
    use alloc::string::{String, ToString};
    use alloc::vec::Vec;

    fn images(text: &str) -> Vec<String> {
        let position: Position = text.parse().unwrap();
        (0..24).map(|symmetry| Tribolo::image(&position, symmetry).to_string()).collect()
    }

    #[test]
    fn boards_are_turned_and_mirrored_and_colours_rotated() {
        let images = images("3x2 BR#.G. red 2");
        for (symmetry, image) in [
            (0, "3x2 BR#.G. red 2"),
            (1, "2x3 .BGR.# red 2"),
            (2, "3x2 .G.#RB red 2"),
            (3, "2x3 #.RGB. red 2"),
            (4, "3x2 #RB.G. red 2"),
            (5, "2x3 .#GR.B red 2"),
            (8, "3x2 RG#.B. green 2"),
            (17, "2x3 .GRB.# blue 2"),
        ] {
            assert_eq!(images[symmetry], image, "{symmetry}");
        }
        assert_eq!(images.iter().collect::<BTreeSet<_>>().len(), 24);
    }

    #[test]
    fn moves_are_turned_along_and_stay_off_the_board() {
        let position: Position = "5x1 .RB.. blue".parse().unwrap();
        for symmetry in 0..24 {
            let image = Tribolo::image(&position, symmetry);
            for cell in
                (0..26).flat_map(|column| (0..Cell::ROWS).filter_map(move |row| Cell::new(column, row)))
            {
                let Move(there) = Tribolo::image_move(&position, &Move(cell), symmetry);
                let expected = position.at(cell).map(|content| match content {
                    Content::Owned(player) => Content::Owned(Tribolo::image_player(player, symmetry)),
                    other => other,
                });
                assert_eq!(image.at(there), expected, "{cell} {symmetry}");
            }
        }
    }

    #[test]
    fn two_symmetries_one_after_the_other_are_a_third() {
        let position = Position::from_seed(Size::new(5, 3).unwrap(), 1);
        let all: BTreeSet<String> = images(&position.to_string()).into_iter().collect();
        for image in &all {
            assert_eq!(images(image).into_iter().collect::<BTreeSet<_>>(), all);
            assert_eq!(Tribolo::canonical(&image.parse().unwrap()), Tribolo::canonical(&position));
        }
    }
}
