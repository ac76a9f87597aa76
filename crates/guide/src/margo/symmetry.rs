//! The symmetries of the pyramid.

use bustan_vocabulary::margo::{Cell, Margo, Move, Point, Position};

use crate::Symmetric;

/// The eight symmetries of the square. Symmetry `n` mirrors the board left to right if `n` is at least 4,
/// then rotates it clockwise by `n % 4` quarters of a turn. Exchanging the players is not a symmetry, because
/// the number of balls that each has placed depends on who moved first, and on the swap.
impl Symmetric for Margo {
    fn symmetries(_: &Position) -> usize {
        8
    }

    fn image(position: &Position, symmetry: usize) -> Position {
        let balls = position.balls().iter().filter_map(|(&point, &player)| {
            Some((Point::at(image(position, point.cell(), symmetry), point.level())?, player))
        });
        // The balls that support a ball are rotated together with it.
        Position::new(position.setup(), position.turn(), position.ply(), position.stage(), balls)
            .unwrap_or_else(|_| position.clone())
    }

    fn image_move(position: &Position, mv: &Move, symmetry: usize) -> Move {
        match *mv {
            Move::Place(cell) => Move::Place(image(position, cell, symmetry)),
            Move::Swap => Move::Swap,
        }
    }
}

/// The image of a cell.
fn image(position: &Position, cell: Cell, symmetry: usize) -> Cell {
    // Coordinates of cells are smaller than this number, in both directions.
    let across = 2 * position.setup().size.get();
    if cell.x() >= across || cell.y() >= across {
        return cell;
    }
    let start = if symmetry >= 4 { (across - cell.x(), cell.y()) } else { (cell.x(), cell.y()) };
    let (x, y) = (0..symmetry % 4).fold(start, |(x, y), _| (y, across - x));
    Cell::new(x, y).unwrap_or(cell)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::{String, ToString};
    use alloc::vec::Vec;

    #[test]
    fn the_symmetries_turn_and_mirror_every_level() {
        let position: Position = "3 WA1:0 BC1:0 WA3:0 BC3:0 WB2:1".parse().unwrap();
        let images: Vec<String> =
            (0..8).map(|symmetry| Margo::image(&position, symmetry).to_string()).collect();
        assert_eq!(images[1], "3 black 5 BA3:0 WA5:0 WB4:1 BC3:0 WC5:0");
        assert_eq!(images[4], "3 black 5 BC1:0 BC3:0 WD2:1 WE1:0 WE3:0");
        let mv = |text: &str| text.parse::<Move>().unwrap();
        assert_eq!(Margo::image_move(&position, &mv("B2"), 1), mv("B4"));
        assert_eq!(Margo::image_move(&position, &mv("F2"), 1), mv("F2"));
        assert_eq!(Margo::image_move(&position, &mv("swap"), 3), Move::Swap);
    }
}
