//! Coordinates of cells relative to the centre of the board, used by policies, reductions and pictures.

use bustan_vocabulary::dominions::{Cell, Direction, Side, Tile};

/// A place relative to the centre of a board, in axial coordinates: `q` increases to the right, and `r` to
/// the bottom right. It need not be on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    /// The number of steps to the right, after `r` steps to the bottom right from the centre.
    pub(crate) q: i32,
    /// The number of rows below the centre.
    pub(crate) r: i32,
}

impl Place {
    /// Returns the place of `cell` on a board of this side.
    pub(crate) fn of(cell: Cell, side: Side) -> Self {
        let side = i32::from(side.get());
        Self { q: i32::from(cell.column()) - side, r: side - 1 - i32::from(cell.row()) }
    }

    /// Returns the name of the cell at this place for a board of this side. The cell need not be on the
    /// board. `None` if it has no name.
    pub(crate) fn cell(self, side: Side) -> Option<Cell> {
        let side = i32::from(side.get());
        Cell::new((side - 1 - self.r).try_into().ok()?, (self.q + side).try_into().ok()?)
    }

    /// Returns the adjacent place in this direction.
    pub(crate) const fn step(self, direction: Direction) -> Self {
        let Self { q, r } = self;
        let (q, r) = match direction {
            Direction::TopRight => (q + 1, r - 1),
            Direction::TopLeft => (q, r - 1),
            Direction::Left => (q - 1, r),
            Direction::BottomLeft => (q - 1, r + 1),
            Direction::BottomRight => (q, r + 1),
            Direction::Right => (q + 1, r),
        };
        Self { q, r }
    }

    /// The number of steps from the centre.
    pub(crate) fn distance(self) -> u32 {
        let Self { q, r } = self;
        q.unsigned_abs().max(r.unsigned_abs()).max((q + r).unsigned_abs())
    }

    /// Returns the place shifted by `by`.
    pub(crate) const fn shifted(self, by: Self) -> Self {
        Self { q: self.q + by.q, r: self.r + by.r }
    }

    /// Returns the place relative to `start` as the centre.
    pub(crate) const fn from(self, start: Self) -> Self {
        Self { q: self.q - start.q, r: self.r - start.r }
    }
}

/// The cell next to `cell` in this direction; `None` off the board.
pub(crate) fn neighbour(side: Side, cell: Cell, direction: Direction) -> Option<Cell> {
    Place::of(cell, side).step(direction).cell(side).filter(|&cell| side.has(cell))
}

/// The opposite direction.
pub(crate) const fn opposite(direction: Direction) -> Direction {
    Direction::ALL[(direction as usize + 3) % 6]
}

/// The value of the direction in a tile number.
pub(crate) const fn bit(direction: Direction) -> u8 {
    1 << direction as u8
}

/// One of the twelve symmetries of a hexagonal board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Symmetry {
    turns: u8,
    mirrored: bool,
}

impl Symmetry {
    /// All twelve symmetries, starting with the identity.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        [false, true].into_iter().flat_map(|mirrored| (0..6).map(move |turns| Self { turns, mirrored }))
    }

    /// The image of a place.
    pub(crate) fn place(self, place: Place) -> Place {
        let start = if self.mirrored { Place { q: place.r, r: place.q } } else { place };
        (0..self.turns).fold(start, |Place { q, r }, _| Place { q: -r, r: q + r })
    }

    /// The image of a direction.
    pub(crate) const fn direction(self, direction: Direction) -> Direction {
        let start = if self.mirrored { 9 - direction as u8 } else { direction as u8 };
        Direction::ALL[((start + 6 - self.turns) % 6) as usize]
    }

    /// The image of a tile: its beams are the images of the beams of `tile`.
    pub(crate) fn tile(self, tile: Tile) -> Tile {
        let beams = Direction::ALL.into_iter().filter(|&direction| tile.has_beam(direction));
        let number = beams.fold(0, |number, direction| number | bit(self.direction(direction)));
        Tile::new(number).unwrap_or(tile)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_name_their_cells() {
        for side in Side::all() {
            for cell in side.cells() {
                let place = Place::of(cell, side);
                assert_eq!(place.cell(side), Some(cell));
                assert!(place.distance() < u32::from(side.get()));
            }
        }
        assert_eq!(Place::of("i9".parse().unwrap(), Side::STANDARD), Place { q: 0, r: 0 });
        assert_eq!(Place { q: -9, r: 9 }.cell(Side::STANDARD), None);
    }

    #[test]
    fn steps_are_those_of_the_notation() {
        let names = ["j10", "j9", "i8", "h8", "h9", "i10"];
        for (direction, name) in Direction::ALL.into_iter().zip(names) {
            let there = neighbour(Side::STANDARD, "i9".parse().unwrap(), direction);
            assert_eq!(there, name.parse().ok());
            assert_eq!(neighbour(Side::STANDARD, there.unwrap(), opposite(direction)), "i9".parse().ok());
        }
        assert_eq!(neighbour(Side::STANDARD, "a1".parse().unwrap(), Direction::Left), None);
    }

    #[test]
    fn symmetries_take_neighbours_to_neighbours() {
        let place = Place { q: 2, r: -3 };
        for symmetry in Symmetry::all() {
            for direction in Direction::ALL {
                let stepped = symmetry.place(place).step(symmetry.direction(direction));
                assert_eq!(symmetry.place(place.step(direction)), stepped, "{symmetry:?} {direction:?}");
            }
            assert_eq!(symmetry.place(place).distance(), place.distance());
            let tile = Tile::new(11).unwrap();
            assert_eq!(symmetry.tile(tile).beams(), tile.beams());
        }
    }
}
