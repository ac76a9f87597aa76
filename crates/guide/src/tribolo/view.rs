//! A position as a table of cells, with the lines through them, for policies, events, reductions and
//! pictures.
//!
//! Jumps are computed by following lines from a cell, independently of the engines. They do not decide what
//! is legal.

use alloc::vec;
use alloc::vec::Vec;

use bustan_vocabulary::tribolo::{Cell, Content, Observation, Player, Position, Size};

/// A step to a neighbour, as columns to the right and rows down.
pub(super) type Step = (i8, i8);

/// The eight directions.
pub(super) const STEPS: [Step; 8] = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

/// The result of following a line from a cell, for a player who may jump along it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// The line does not start with an opponent's cell.
    Nothing,
    /// The line leads over this number of cells of one opponent to a cell of the player.
    Jump(usize),
    /// The opponent's cells are followed by an empty cell.
    Gap,
    /// The opponent's cells are followed by a wall.
    Wall,
    /// The opponent's cells are followed by the edge of the board.
    Edge,
    /// The opponent's cells are followed by a cell of the third player.
    Mixed,
}

/// A position as a table.
#[derive(Clone, Debug)]
pub(super) struct View {
    pub(super) size: Size,
    cells: Vec<Content>,
}

impl View {
    /// Returns the cells of an observation, without those that the board does not have.
    pub(super) fn new(seen: &Observation) -> Self {
        let size = Size::new(seen.width, seen.height).unwrap_or(Size::STANDARD);
        let mut view = Self { size, cells: vec![Content::Empty; size.count()] };
        seen.board.iter().for_each(|(&cell, &content)| view.put(cell, content));
        view
    }

    /// Returns the cells of a position.
    pub(super) fn of(position: &Position) -> Self {
        Self { size: position.size(), cells: position.cells().to_vec() }
    }

    /// The contents of the cells, in row-major order.
    pub(super) fn into_cells(self) -> Vec<Content> {
        self.cells
    }

    /// The content of a cell; `None` off the board.
    pub(super) fn at(&self, cell: Cell) -> Option<Content> {
        self.size.index(cell).map(|index| self.cells[index])
    }

    /// Changes the content of a cell, if the cell is on the board.
    pub(super) fn put(&mut self, cell: Cell, content: Content) {
        if let Some(index) = self.size.index(cell) {
            self.cells[index] = content;
        }
    }

    /// Whether a cell is on the board and empty.
    pub(super) fn is_empty(&self, cell: Cell) -> bool {
        self.at(cell) == Some(Content::Empty)
    }

    /// The neighbour in a direction, if it is on the board.
    pub(super) fn step(&self, cell: Cell, (right, down): Step) -> Option<Cell> {
        let neighbour =
            Cell::new(cell.column().checked_add_signed(right)?, cell.row().checked_add_signed(down)?)?;
        self.size.has(neighbour).then_some(neighbour)
    }

    /// The cells in a direction, without the first.
    pub(super) fn ray(&self, cell: Cell, step: Step) -> impl Iterator<Item = Cell> + '_ {
        core::iter::successors(self.step(cell, step), move |&cell| self.step(cell, step))
    }

    /// The result of following a line in a direction.
    pub(super) fn line(&self, from: Cell, step: Step, player: Player) -> Line {
        let mut ray = self.ray(from, step);
        let owner = |cell: Cell| self.at(cell).and_then(Content::owner);
        let Some(over) = ray.next().and_then(owner).filter(|&over| over != player) else {
            return Line::Nothing;
        };
        let mut jumped = 1;
        loop {
            match ray.next().and_then(|cell| self.at(cell)) {
                None => return Line::Edge,
                Some(Content::Wall) => return Line::Wall,
                Some(Content::Empty) => return Line::Gap,
                Some(Content::Owned(owner)) if owner == over => jumped += 1,
                Some(Content::Owned(owner)) if owner == player => return Line::Jump(jumped),
                Some(Content::Owned(_)) => return Line::Mixed,
            }
        }
    }

    /// The directions in which a player can jump from a cell, with the number of cells jumped over.
    pub(super) fn jumps(&self, from: Cell, player: Player) -> impl Iterator<Item = (Step, usize)> + '_ {
        STEPS.into_iter().filter_map(move |step| match self.line(from, step, player) {
            Line::Jump(jumped) => Some((step, jumped)),
            _ => None,
        })
    }

    /// The position after a player's move.
    pub(super) fn after(&self, mv: Cell, player: Player) -> Self {
        let mut after = self.clone();
        for (step, jumped) in self.jumps(mv, player) {
            self.ray(mv, step).take(jumped).for_each(|cell| after.put(cell, Content::Owned(player)));
        }
        after.put(mv, Content::Owned(player));
        after
    }

    /// The number of cells on which each player could move.
    pub(super) fn mobility(&self) -> [u32; 3] {
        let mut counts = [0; 3];
        for cell in self.size.cells().filter(|&cell| self.is_empty(cell)) {
            for player in Player::ALL {
                counts[player as usize] += u32::from(self.jumps(cell, player).next().is_some());
            }
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(text: &str) -> View {
        View::of(&text.parse().unwrap())
    }

    fn cell(name: &str) -> Cell {
        name.parse().unwrap()
    }

    #[test]
    fn lines_are_distinguished() {
        for (row, line) in [
            (".RRB", Line::Jump(2)),
            (".RR.", Line::Gap),
            (".RR#", Line::Wall),
            (".RRR", Line::Edge),
            (".RGB", Line::Mixed),
            (".BRB", Line::Nothing),
            (".#RB", Line::Nothing),
            ("..RB", Line::Nothing),
        ] {
            let found = view(&alloc::format!("4x1 {row} blue")).line(cell("a1"), (1, 0), Player::Blue);
            assert_eq!(found, line, "{row}");
        }
    }

    #[test]
    fn a_move_converts_what_it_jumps_over() {
        let view = view("5x3 BR.GB..R....B.. blue");
        assert_eq!(view.jumps(cell("c1"), Player::Blue).count(), 3);
        let after = view.after(cell("c1"), Player::Blue);
        assert_eq!(after.into_cells(), "5x3 BBBBB..B....B.. blue".parse::<Position>().unwrap().cells());
        assert_eq!(view.mobility(), [1, 0, 1]);
    }

    #[test]
    fn rays_end_at_the_edge() {
        let view = view("3x3 ......... blue");
        for step in STEPS {
            assert_eq!(view.ray(cell("b2"), step).count(), 1);
        }
        assert_eq!(view.ray(cell("a1"), (1, 1)).count(), 2);
    }
}
