//! The board: 64 squares, their geometry, and the pieces on them.

use bustan_vocabulary::chess::{Cell, Kind, Man, Player};

/// The pieces on the board, by square, rank by rank [chess 1.1].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Board {
    pub(super) men: [Option<Man>; 64],
}

/// All squares.
pub(super) fn cells() -> impl Iterator<Item = Cell> {
    (0..8).flat_map(|rank| (0..8).filter_map(move |file| Cell::new(file, rank)))
}

/// The file and the rank of a square, from 0.
pub(super) fn coordinates(cell: Cell) -> (i8, i8) {
    (cell.file() as i8, cell.rank() as i8)
}

/// The square on a file and a rank; `None` if there is no such square.
pub(super) fn cell_at(file: i8, rank: i8) -> Option<Cell> {
    Cell::new(u8::try_from(file).ok()?, u8::try_from(rank).ok()?)
}

/// The number of files and ranks from one square to another. A number is negative towards the left or towards
/// the first rank, as White sees the board.
pub(super) fn distance(from: Cell, to: Cell) -> (i8, i8) {
    let ((file, rank), (other_file, other_rank)) = (coordinates(from), coordinates(to));
    (other_file - file, other_rank - rank)
}

/// The squares strictly between two squares on one file, rank or diagonal.
pub(super) fn between(from: Cell, to: Cell) -> impl Iterator<Item = Cell> {
    let (files, ranks) = distance(from, to);
    let (file, rank) = coordinates(from);
    let steps = files.abs().max(ranks.abs());
    (1..steps).filter_map(move |step| cell_at(file + step * files.signum(), rank + step * ranks.signum()))
}

/// The index, from 0, of the rank with this number as `player` sees the board. Numbers start at 1, on the
/// rank where the player's king begins [chess 1.3].
pub(super) fn rank_of(player: Player, number: u8) -> u8 {
    match player {
        Player::White => number - 1,
        Player::Black => 8 - number,
    }
}

/// Whether a square is on the rank with this number, as `player` sees the board.
pub(super) fn is_on_rank(cell: Cell, player: Player, number: u8) -> bool {
    cell.rank() == rank_of(player, number)
}

/// The change of the rank index in one step forward, as `player` sees the board.
pub(super) fn forward(player: Player) -> i8 {
    match player {
        Player::White => 1,
        Player::Black => -1,
    }
}

impl Board {
    /// The piece on a square, if any.
    pub(super) fn at(&self, cell: Cell) -> Option<Man> {
        self.men[cell.place()]
    }

    /// Whether a square is empty.
    pub(super) fn is_empty(&self, cell: Cell) -> bool {
        self.at(cell).is_none()
    }

    /// Whether a square has a piece of `player`.
    pub(super) fn is_of(&self, cell: Cell, player: Player) -> bool {
        self.at(cell).is_some_and(|man| man.player == player)
    }

    /// Puts a piece on a square, or empties the square if `man` is `None`.
    pub(super) fn put(&mut self, cell: Cell, man: Option<Man>) {
        self.men[cell.place()] = man;
    }

    /// Moves a piece. A piece on the target square is captured [chess 2.2].
    pub(super) fn carry(&mut self, from: Cell, to: Cell) {
        let man = self.at(from);
        self.put(from, None);
        self.put(to, man);
    }

    /// The squares with pieces of `player`, and the kinds of these pieces.
    pub(super) fn of(&self, player: Player) -> impl Iterator<Item = (Cell, Kind)> {
        let own = move |cell| self.at(cell).filter(|man| man.player == player).map(|man| (cell, man.kind));
        cells().filter_map(own)
    }

    /// The square of the king of `player`, if there is one.
    pub(super) fn king(&self, player: Player) -> Option<Cell> {
        self.of(player).find(|&(_, kind)| kind == Kind::King).map(|(cell, _)| cell)
    }
}
