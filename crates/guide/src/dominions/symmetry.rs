//! The symmetries of the board and the players.

use bustan_vocabulary::dominions::{Cell, Direction, Dominions, Move, Piece, Player, Position, Side, Tile};

use crate::Symmetric;

/// The twelve symmetries of the board, numbered from 0. From number 12 on, the players are exchanged as well:
/// for a game in progress, it does not matter which player moved first. Symmetry `n` mirrors the board if `n
/// % 12` is at least 6, then rotates it by `n % 6` sixths of a turn. Tiles are mirrored and rotated together
/// with the board.
impl Symmetric for Dominions {
    fn symmetries(_: &Position) -> usize {
        24
    }

    fn image(position: &Position, symmetry: usize) -> Position {
        let tiles = position.tiles().iter().map(|(&cell, piece)| {
            let image = Piece {
                tile: tile(piece.tile, symmetry),
                owner: Self::image_player(piece.owner, symmetry),
                controller: Self::image_player(piece.controller, symmetry),
            };
            (self::cell(position.side(), cell, symmetry), image)
        });
        let turn = Self::image_player(position.turn(), symmetry);
        // The images of different tiles and cells are different, and the numbers of tiles and moves do not
        // change.
        Position::new(position.side(), turn, position.passes(), position.ply(), tiles)
            .unwrap_or_else(|_| position.clone())
    }

    fn image_move(position: &Position, mv: &Move, symmetry: usize) -> Move {
        match *mv {
            Move::Place(placed, at) => {
                Move::Place(tile(placed, symmetry), cell(position.side(), at, symmetry))
            }
            Move::Pass => Move::Pass,
        }
    }

    fn image_player(player: Player, symmetry: usize) -> Player {
        if symmetry >= 12 { player.opponent() } else { player }
    }
}

/// The image of a vector, which consists of columns to the right and rows towards the bottom right.
fn vector((q, r): (i16, i16), symmetry: usize) -> (i16, i16) {
    let start = if symmetry % 12 >= 6 { (r, q) } else { (q, r) };
    (0..symmetry % 6).fold(start, |(q, r), _| (-r, q + r))
}

/// The image of a cell.
fn cell(side: Side, cell: Cell, symmetry: usize) -> Cell {
    if !side.has(cell) {
        return cell;
    }
    let n = i16::from(side.get());
    // The centre is in column `n` and in the `n`-th row from the bottom.
    let from_centre = (cell.column() as i16 - n, n - 1 - i16::from(cell.row()));
    let (q, r) = vector(from_centre, symmetry);
    Cell::new((n - 1 - r) as u8, (q + n) as u16).unwrap_or(cell)
}

/// The step in a direction, as a vector.
const fn step(direction: Direction) -> (i16, i16) {
    match direction {
        Direction::TopRight => (1, -1),
        Direction::TopLeft => (0, -1),
        Direction::Left => (-1, 0),
        Direction::BottomLeft => (-1, 1),
        Direction::BottomRight => (0, 1),
        Direction::Right => (1, 0),
    }
}

/// The image of a tile: its beams are the images of the beams of `tile`.
fn tile(tile: Tile, symmetry: usize) -> Tile {
    let mut image = 0;
    for from in Direction::ALL.into_iter().filter(|&direction| tile.has_beam(direction)) {
        let pointing = vector(step(from), symmetry);
        for to in Direction::ALL.into_iter().filter(|&to| step(to) == pointing) {
            image |= 1 << to as u8;
        }
    }
    Tile::new(image).unwrap_or(tile)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeSet;
    use alloc::string::{String, ToString};

    #[test]
    fn the_symmetries_differ_and_keep_the_board() {
        for side in Side::all() {
            let position = Position::initial(side);
            for symmetry in 0..24 {
                let cells: BTreeSet<Cell> =
                    side.cells().map(|cell| super::cell(side, cell, symmetry)).collect();
                assert!(cells.iter().all(|&cell| side.has(cell)));
                assert_eq!(cells.len(), side.cells().count());
            }
            // The images of a tile with one beam in the corner a1 distinguish all symmetries.
            let mv: Move = "P1a2".parse().unwrap();
            let image = |symmetry| {
                let player = Dominions::image_player(Player::White, symmetry);
                alloc::format!("{player} {}", Dominions::image_move(&position, &mv, symmetry))
            };
            let images: BTreeSet<String> = (0..24).map(image).collect();
            assert_eq!(images.len(), 24);
        }
    }

    #[test]
    fn tiles_turn_along() {
        let position = Position::initial(Side::STANDARD);
        let mv: Move = "P1j10".parse().unwrap();
        // The beam of tile 1 points away from the centre, and does so in every image.
        assert_eq!(Dominions::image_move(&position, &mv, 0).to_string(), "P1j10");
        let images: BTreeSet<String> =
            (0..12).map(|symmetry| Dominions::image_move(&position, &mv, symmetry).to_string()).collect();
        assert_eq!(images.len(), 6);
        assert!(images.contains("P32i10") && images.contains("P8h8"), "{images:?}");
        assert_eq!(Dominions::image_move(&position, &Move::Pass, 5), Move::Pass);
    }
}
