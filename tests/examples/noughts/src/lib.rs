//! Tic-Tac-Toe, written without any knowledge of Bustan.
//!
//! It stands in for your engine: it has its own names for everything and no dependencies. The folder
//! `tests` shows how to test it: `bustan.rs` has everything that is needed, and `planted.rs` shows the effect
//! of a mistake.

/// A player's mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Marks first.
    Cross,
    /// Marks second.
    Nought,
}

/// The lines of three cells that win. Cells are numbered from 0 to 8, row by row from the top left.
pub const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// A game.
#[derive(Clone, Debug)]
pub struct Board {
    cells: [Option<Mark>; 9],
    /// The marked cells, in order.
    marked: Vec<usize>,
    lines: &'static [[usize; 3]],
}

impl Default for Board {
    fn default() -> Self {
        Self::with_lines(&LINES)
    }
}

impl Board {
    /// Starts a game in which these lines win.
    pub fn with_lines(lines: &'static [[usize; 3]]) -> Self {
        Self { cells: [None; 9], marked: Vec::new(), lines }
    }

    /// The player who is next; `None` when the game is over.
    pub fn next(&self) -> Option<Mark> {
        let next = if self.marked.len().is_multiple_of(2) { Mark::Cross } else { Mark::Nought };
        (self.winner().is_none() && self.marked.len() < 9).then_some(next)
    }

    /// The player who has three in a line.
    pub fn winner(&self) -> Option<Mark> {
        let owner = |line: &[usize; 3]| {
            let [one, two, three] = line.map(|cell| self.cells[cell]);
            one.filter(|_| one == two && two == three)
        };
        self.lines.iter().find_map(owner)
    }

    /// The cells that may be marked.
    pub fn free(&self) -> Vec<usize> {
        let empty = |&cell: &usize| self.cells[cell].is_none();
        if self.next().is_none() { Vec::new() } else { (0..9).filter(empty).collect() }
    }

    /// Marks a cell for the next player. Returns `false` if that is not possible.
    pub fn mark(&mut self, cell: usize) -> bool {
        let next = self.next().filter(|_| self.cells.get(cell) == Some(&None));
        if next.is_some() {
            self.cells[cell] = next;
            self.marked.push(cell);
        }
        next.is_some()
    }

    /// Takes the last mark back. Returns `false` if there was none.
    pub fn take_back(&mut self) -> bool {
        let last = self.marked.pop();
        if let Some(cell) = last {
            self.cells[cell] = None;
        }
        last.is_some()
    }
}
