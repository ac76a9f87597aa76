//! The symmetries of a hexagonal board, with and without exchanging the players.
//!
//! The rules do not distinguish directions and, apart from who begins, players. So a game whose cells and
//! tiles are rotated or reflected, and whose players may be exchanged, must be an equivalent game. This
//! oracle needs no second engine.
//!
//! Everything is derived from the notation: the coordinates of the cells, and the step in each direction.

use bustan_vocabulary::dominions::{
    Cell, Direction, Each, Group, Move, Observation, Piece, Player, Position, Section, Side, Tile,
};

/// The step in a direction, as coordinates whose sum is zero. The first coordinate increases to the right,
/// the second towards the bottom right.
const fn step(direction: Direction) -> [i32; 3] {
    match direction {
        Direction::TopRight => [1, -1, 0],
        Direction::TopLeft => [0, -1, 1],
        Direction::Left => [-1, 0, 1],
        Direction::BottomLeft => [-1, 1, 0],
        Direction::BottomRight => [0, 1, -1],
        Direction::Right => [1, 0, -1],
    }
}

/// A symmetry of the game on the board with a given side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry {
    side: Side,
    /// The number of rotations by 60 degrees, which follow the reflection.
    turns: u8,
    mirrored: bool,
    /// Whether White and Black are exchanged.
    exchanged: bool,
}

impl Symmetry {
    /// All 24 symmetries: the twelve symmetries of the board, each with and without exchanging the players.
    /// The first is the identity.
    pub fn all(side: Side) -> impl Iterator<Item = Self> {
        (0..24).map(move |n| Self { side, turns: n % 6, mirrored: n / 6 % 2 == 1, exchanged: n >= 12 })
    }

    /// Reflects and rotates a vector of coordinates whose sum is zero.
    fn vector(self, [x, y, z]: [i32; 3]) -> [i32; 3] {
        let start = if self.mirrored { [y, x, z] } else { [x, y, z] };
        (0..self.turns).fold(start, |[x, y, z], _| [-y, -z, -x])
    }

    /// The image of a cell.
    ///
    /// # Panics
    /// Panics if the cell is not on the board.
    pub fn cell(self, cell: Cell) -> Cell {
        let side = i32::from(self.side.get());
        let (q, r) = (i32::from(cell.column()) - side, side - 1 - i32::from(cell.row()));
        let [q, r, _] = self.vector([q, r, -q - r]);
        let row = u8::try_from(side - 1 - r).ok();
        let column = u16::try_from(q + side).ok();
        row.zip(column)
            .and_then(|(row, column)| Cell::new(row, column))
            .filter(|&cell| self.side.has(cell))
            .expect("a symmetry maps the board to itself")
    }

    /// The image of a direction.
    ///
    /// # Panics
    /// Never panics, because a step is mapped to a step.
    pub fn direction(self, direction: Direction) -> Direction {
        let pointing = self.vector(step(direction));
        Direction::ALL.into_iter().find(|&other| step(other) == pointing).expect("a step becomes a step")
    }

    /// The tile whose beams point in the images of the directions in which the beams of `tile` point.
    ///
    /// # Panics
    /// Never panics, because the number of beams is preserved.
    pub fn tile(self, tile: Tile) -> Tile {
        let beams = Direction::ALL.into_iter().filter(|&direction| tile.has_beam(direction));
        let number = beams.map(|direction| 1 << self.direction(direction) as u8).sum();
        Tile::new(number).expect("a tile keeps its beams")
    }

    /// The image of a player.
    pub const fn player(self, player: Player) -> Player {
        if self.exchanged { player.opponent() } else { player }
    }

    /// The image of a piece.
    pub fn piece(self, piece: Piece) -> Piece {
        Piece {
            tile: self.tile(piece.tile),
            owner: self.player(piece.owner),
            controller: self.player(piece.controller),
        }
    }

    /// The image of a move.
    pub fn mv(self, mv: Move) -> Move {
        match mv {
            Move::Place(tile, cell) => Move::Place(self.tile(tile), self.cell(cell)),
            Move::Pass => Move::Pass,
        }
    }

    /// The images of moves, sorted.
    pub fn moves(self, moves: &[Move]) -> Vec<Move> {
        sorted(moves.iter().map(|&mv| self.mv(mv)))
    }

    /// The image of a position.
    ///
    /// # Panics
    /// Never panics, because the image of a consistent position is consistent.
    pub fn position(self, position: &Position) -> Position {
        let tiles = position.tiles().iter().map(|(&cell, &piece)| (self.cell(cell), self.piece(piece)));
        Position::new(position.side(), self.player(position.turn()), position.passes(), position.ply(), tiles)
            .expect("a position stays consistent")
    }

    /// The image of an observation, with its lists sorted.
    pub fn observation(self, seen: &Observation) -> Observation {
        let cells = |cells: &[Cell]| sorted(cells.iter().map(|&cell| self.cell(cell)));
        let mut groups: Vec<Group> = seen
            .groups
            .iter()
            .map(|group| Group {
                controller: self.player(group.controller),
                cells: cells(&group.cells),
                liberties: group.liberties,
                liberty_cells: cells(&group.liberty_cells),
            })
            .collect();
        groups.sort_unstable_by_key(|group| group.cells[0]);
        let mut sections: Vec<Section> = seen
            .sections
            .iter()
            .map(|section| Section { cells: cells(&section.cells), liberties: section.liberties })
            .collect();
        sections.sort_unstable_by_key(|section| section.cells[0]);
        Observation {
            to_move: seen.to_move.map(|player| self.player(player)),
            winner: seen.winner.map(|player| self.player(player)),
            scores: Each::new(|player| *seen.scores.get(self.player(player))),
            board: seen.board.iter().map(|(&cell, &piece)| (self.cell(cell), self.piece(piece))).collect(),
            hands: Each::new(|player| {
                sorted(seen.hands.get(self.player(player)).iter().map(|&tile| self.tile(tile)))
            }),
            groups,
            sections,
            ..seen.clone()
        }
    }
}

fn sorted<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.collect();
    items.sort_unstable();
    items
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_symmetries_of_a_board_differ_and_map_it_onto_itself() {
        for side in Side::all() {
            let cells: Vec<Cell> = side.cells().collect();
            let mut images = HashSet::new();
            for symmetry in Symmetry::all(side) {
                let image: Vec<Cell> = cells.iter().map(|&cell| symmetry.cell(cell)).collect();
                assert_eq!(sorted(image.iter().copied()), sorted(cells.iter().copied()));
                images.insert((image, symmetry.player(Player::White)));
            }
            assert_eq!(images.len(), 24);
        }
    }

    #[test]
    fn neighbours_stay_neighbours_in_the_direction_that_follows() {
        let side = Side::STANDARD;
        // The cells around i9 in the order of the directions. The names are from the notation.
        let around = ["j10", "j9", "i8", "h8", "h9", "i10"].map(|name| name.parse::<Cell>().unwrap());
        for symmetry in Symmetry::all(side) {
            for (direction, cell) in Direction::ALL.into_iter().zip(around) {
                assert_eq!(symmetry.cell(cell), around[symmetry.direction(direction) as usize]);
            }
        }
    }
}
