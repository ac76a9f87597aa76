//! The symmetries of the board and the players.

use bustan_vocabulary::abrobad::{Abrobad, Cell, Move, Player, Position};

use crate::Symmetric;

/// Six of the board, each with the players as they are and, from number 6 on, exchanged: who begins is
/// nothing to a game that is under way.
///
/// Give each cell three coordinates, one for each way a row can run, from 0 to 3 and together always 5. Then
/// the symmetries of the board are the ways to order the coordinates.
impl Symmetric for Abrobad {
    fn symmetries(_: &Position) -> usize {
        12
    }

    fn image(position: &Position, symmetry: usize) -> Position {
        let mut stones = [None; 12];
        for (cell, stone) in Cell::BOARD.into_iter().zip(position.stones()) {
            if let Some(place) = image(cell, symmetry).place() {
                stones[place] = stone.map(|player| Self::image_player(player, symmetry));
            }
        }
        let turn = Self::image_player(position.turn(), symmetry);
        // There are as many stones of either player's image as before.
        Position::new(stones, turn, position.ply()).unwrap_or_else(|_| position.clone())
    }

    fn image_move(_: &Position, mv: &Move, symmetry: usize) -> Move {
        match *mv {
            Move::End => Move::End,
            Move::Place(cell) => Move::Place(image(cell, symmetry)),
            Move::Slide(from, to) => Move::Slide(image(from, symmetry), image(to, symmetry)),
        }
    }

    fn image_player(player: Player, symmetry: usize) -> Player {
        if symmetry >= 6 { player.opponent() } else { player }
    }

    fn canonical(position: &Position) -> Position {
        (1..12).fold(position.clone(), |first, symmetry| first.min(Self::image(position, symmetry)))
    }
}

/// The orders of the coordinates, the first of which changes nothing.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];

/// For each symmetry of the board and each place of [`Cell::BOARD`] the place where it comes to lie.
const IMAGES: [[u8; 12]; 6] = {
    let mut images = [[0; 12]; 6];
    let mut symmetry = 0;
    while symmetry < 6 {
        let mut place = 0;
        while place < 12 {
            let (from, order) = (coordinates(place), ORDERS[symmetry]);
            images[symmetry][place] = place_at([from[order[0]], from[order[1]], from[order[2]]]);
            place += 1;
        }
        symmetry += 1;
    }
    images
};

/// The three coordinates of a cell of the board.
const fn coordinates(place: usize) -> [u8; 3] {
    match Cell::BOARD[place].centre() {
        Some((x, y)) => {
            let across = (x + 2 - y) / 2;
            [across, y, 5 - across - y]
        }
        None => panic!("every cell of the board has a centre"),
    }
}

/// The place of the cell with these coordinates.
const fn place_at([across, y, _]: [u8; 3]) -> u8 {
    let mut place = 0;
    while coordinates(place)[0] != across || coordinates(place)[1] != y {
        place += 1;
    }
    place as u8
}

/// Where a cell comes to lie.
fn image(cell: Cell, symmetry: usize) -> Cell {
    cell.place().map_or(cell, |place| Cell::BOARD[usize::from(IMAGES[symmetry % 6][place])])
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use alloc::vec::Vec;

    #[test]
    fn the_symmetries_turn_and_mirror_the_triangle() {
        let mut images: Vec<Vec<u8>> =
            (0..6).map(|symmetry| Cell::BOARD.map(|cell| image(cell, symmetry).get()).to_vec()).collect();
        assert_eq!(images[0], (1..=12).collect::<Vec<u8>>());
        // The mirror from left to right is one of them, and so is the turn by a third that takes the short
        // side 1 2 to 9 12.
        assert!(images.contains(&[2, 1, 5, 4, 3, 9, 8, 7, 6, 12, 11, 10].to_vec()));
        assert!(images.contains(&[9, 12, 5, 8, 11, 2, 4, 7, 10, 1, 3, 6].to_vec()));
        images.iter_mut().for_each(|image| image.sort_unstable());
        assert!(images.iter().all(|image| *image == images[0]));
    }

    #[test]
    fn the_later_half_exchanges_the_players() {
        let position: Position = "x.o......... x 4".parse().unwrap();
        assert_eq!(Abrobad::image(&position, 6).to_string(), "o.x......... o 4");
        assert_eq!(Abrobad::image_player(Player::O, 7), Player::X);
        let mv = "1-13".parse().unwrap();
        assert_eq!(Abrobad::image_move(&position, &mv, 6).to_string(), "1-13");
        assert_eq!(Abrobad::image_move(&position, &Move::End, 11), Move::End);
    }

    #[test]
    fn the_canonical_position_is_that_of_all_images() {
        let position: Position = "xo..x...o..x x 9".parse().unwrap();
        let canonical = Abrobad::canonical(&position);
        for symmetry in 0..12 {
            assert_eq!(Abrobad::canonical(&Abrobad::image(&position, symmetry)), canonical);
        }
    }
}
