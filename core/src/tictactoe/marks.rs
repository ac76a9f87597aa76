//! The board as sets of bits: the marks, as a value that is cheap to copy, and the rules applied to them. Bit
//! `i` represents the cell at place `i`, counted row by row from the top left.

use crate::shared::bits;

/// The marks of both players, which also determine the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Marks {
    /// The cells of X's and of O's marks.
    pub(super) of: [u16; 2],
}

impl Marks {
    pub(super) const EMPTY: Self = Self { of: [0; 2] };

    pub(super) const fn all(self) -> u16 {
        self.of[0] | self.of[1]
    }

    pub(super) const fn free(self) -> u16 {
        FULL & !self.all()
    }

    pub(super) const fn count(self) -> u32 {
        self.all().count_ones()
    }

    /// The player to move, 0 or 1, also when the game is over: X first, then O in turn [tictactoe 1.2].
    pub(super) const fn turn(self) -> usize {
        self.count() as usize % 2
    }

    /// Whether the last mover has a line. The other player never has one, because a line ends the game.
    pub(super) const fn is_lined(self) -> bool {
        has_line(self.of[1 - self.turn()])
    }

    /// Whether the game is over, because of a line [tictactoe 1.4] or a full board [tictactoe 1.6].
    pub(super) const fn is_over(self) -> bool {
        self.free() == 0 || self.is_lined()
    }

    /// The cells that can be marked: all empty ones [tictactoe 1.2] unless a line has ended the game. There
    /// are no other moves [tictactoe 1.3].
    pub(super) const fn open(self) -> u16 {
        if self.is_lined() { 0 } else { self.free() }
    }

    /// The marks after a legal move. `bit` is the bit of its cell.
    pub(super) const fn with(mut self, bit: u16) -> Self {
        let turn = self.turn();
        self.of[turn] |= bit;
        self
    }

    pub(super) fn perft(self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.open().count_ones().into(),
            _ => bits(self.open()).map(|cell| self.with(1 << cell).perft(depth - 1)).sum(),
        }
    }

    /// The lead of the player to move: 1 for a win, -1 for a loss, 0 for a tie [tictactoe 1.6]. Meaningful
    /// only when the game is over. Only the last mover can have a line, which wins or, in the misère game,
    /// loses [tictactoe 1.5].
    pub(super) const fn lead(self, misere: bool) -> i32 {
        match (self.is_lined(), misere) {
            (false, _) => 0,
            (true, false) => -1,
            (true, true) => 1,
        }
    }
}

// The geometry.

/// The number of cells.
const CELLS: usize = 9;

/// All cells.
const FULL: u16 = (1 << CELLS) - 1;

/// The lines: rows, columns and diagonals [tictactoe 1.4].
const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

/// Whether each set of cells contains a line.
static LINED: [bool; 1 << CELLS] = {
    let mut lined = [false; 1 << CELLS];
    let mut set = 0;
    while set < lined.len() {
        let mut line = 0;
        while line < LINES.len() {
            lined[set] |= set as u16 & LINES[line] == LINES[line];
            line += 1;
        }
        set += 1;
    }
    lined
};

/// Whether `cells` contains a line.
pub(super) const fn has_line(cells: u16) -> bool {
    LINED[cells as usize]
}

/// For each set of cells, the number whose digits in base 3 are 1 for the cells of the set and 0 for the
/// others.
static TERNARY: [u32; 1 << CELLS] = {
    let mut values = [0; 1 << CELLS];
    let mut set = 0;
    while set < values.len() {
        let (mut cell, mut weight) = (0, 1);
        while cell < CELLS {
            if set >> cell & 1 == 1 {
                values[set] += weight;
            }
            (cell, weight) = (cell + 1, 3 * weight);
        }
        set += 1;
    }
    values
};

/// The position number of a board with these marks of X and O [tictactoe 2.1].
pub(super) fn number([x, o]: [u16; 2]) -> u32 {
    TERNARY[usize::from(o)] + 2 * TERNARY[usize::from(x)]
}

/// The number of position numbers, one more than the largest.
pub(super) const NUMBERS: u32 = 3u32.pow(CELLS as u32);

/// The marks of X and O in the position with this number.
pub(super) fn marks(mut number: u32) -> [u16; 2] {
    let mut of = [0; 2];
    for cell in 0..CELLS {
        match number % 3 {
            1 => of[1] |= 1 << cell,
            2 => of[0] |= 1 << cell,
            _ => {}
        }
        number /= 3;
    }
    of
}

/// The place to which each symmetry of the square maps each cell, the identity first [tictactoe 2.2].
pub(super) static IMAGES: [[u8; CELLS]; 8] = {
    let mut images = [[0; CELLS]; 8];
    let mut symmetry = 0;
    while symmetry < 8 {
        let mut place = 0;
        while place < CELLS {
            let (mut column, mut row) = (place % 3, place / 3);
            if symmetry & 1 != 0 {
                column = 2 - column;
            }
            if symmetry & 2 != 0 {
                row = 2 - row;
            }
            if symmetry & 4 != 0 {
                (column, row) = (row, column);
            }
            images[symmetry][place] = (3 * row + column) as u8;
            place += 1;
        }
        symmetry += 1;
    }
    images
};

/// The smallest position number among the symmetric images of the marks [tictactoe 2.3].
pub(super) fn canonical(of: [u16; 2]) -> u32 {
    let image =
        |cells: u16, images: &[u8; CELLS]| bits(cells).fold(0, |set: u16, cell| set | 1 << images[cell]);
    let numbers = IMAGES.iter().map(|images| number(of.map(|cells| image(cells, images))));
    numbers.min().unwrap_or_default()
}
