//! The symmetries of the board and the players.

use bustan_vocabulary::dominions::{Cell, Direction, Dominions, Move, Piece, Player, Position, Side, Tile};

use crate::Symmetric;

/// Twelve symmetries of the board, each also, from number 12 on, with the players exchanged: it does not
/// matter to a game in progress which player began. Symmetry `n` mirrors the board if `n % 12` is 6 or more,
/// then rotates it by `n % 6` sixths. Tiles are mirrored and rotated along with it.
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
        // Different tiles and cells stay different, and their number stays the same.
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

/// A vector of columns to the right and rows towards the bottom right, mirrored and rotated.
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
    // The centre is in column n and in the n-th row from the bottom.
    let from_centre = (cell.column() as i16 - n, n - 1 - i16::from(cell.row()));
    let (q, r) = vector(from_centre, symmetry);
    Cell::new((n - 1 - r) as u8, (q + n) as u16).unwrap_or(cell)
}

/// The step of a direction, as a vector.
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
            // The corner a1 with a tile of one beam distinguishes all of them.
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
        // The beam of tile 1 points away from the centre and does so in every image.
        assert_eq!(Dominions::image_move(&position, &mv, 0).to_string(), "P1j10");
        let images: BTreeSet<String> =
            (0..12).map(|symmetry| Dominions::image_move(&position, &mv, symmetry).to_string()).collect();
        assert_eq!(images.len(), 6);
        assert!(images.contains("P32i10") && images.contains("P8h8"), "{images:?}");
        assert_eq!(Dominions::image_move(&position, &Move::Pass, 5), Move::Pass);
    }
}
