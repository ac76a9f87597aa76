//! An observed position as a table of cells, for what steers and counts.

use bustan_vocabulary::abrobad::{Cell, Move, Observation, Player};

/// The stones by the places of [`Cell::BOARD`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct View {
    stones: [Option<Player>; 12],
}

impl View {
    pub(super) fn new(seen: &Observation) -> Self {
        Self { stones: Cell::BOARD.map(|cell| seen.board.get(&cell).copied()) }
    }

    pub(super) fn at(&self, cell: Cell) -> Option<Player> {
        self.stones[cell.place()?]
    }

    /// The board with a stone of a player put or slid where a move says; the end of the game leaves it as it
    /// is.
    pub(super) fn after(mut self, mv: Move, player: Player) -> Self {
        let mut set = |cell: Cell, stone| {
            if let Some(place) = cell.place() {
                self.stones[place] = stone;
            }
        };
        match mv {
            Move::End => {}
            Move::Place(cell) => set(cell, Some(player)),
            Move::Slide(from, to) => {
                set(from, None);
                set(to, Some(player));
            }
        }
        self
    }

    /// The neighbours of a cell.
    pub(super) fn around(cell: Cell) -> impl Iterator<Item = Cell> {
        Cell::BOARD.into_iter().filter(move |&other| {
            let Some(((x, y), (z, w))) = cell.centre().zip(other.centre()) else { return false };
            matches!((x.abs_diff(z), y.abs_diff(w)), (2, 0) | (1, 1))
        })
    }

    /// How many neighbours of a cell have a stone of a player, the stone on `without` left out.
    pub(super) fn beside(&self, cell: Cell, player: Player, without: Option<Cell>) -> usize {
        Self::around(cell).filter(|&other| Some(other) != without && self.at(other) == Some(player)).count()
    }

    /// How many empty cells have no neighbour of a player.
    pub(super) fn open(&self, player: Player) -> usize {
        let open = |&cell: &Cell| self.at(cell).is_none() && self.beside(cell, player, None) == 0;
        Cell::BOARD.into_iter().filter(open).count()
    }
}
