//! A game in progress: the board, and making and taking back moves.

use bustan_vocabulary::tribolo::Size;

use super::hash;
use super::lane::Word;
use super::lines::{At, Flips, Line, Lines, others};
use super::row::{Rows, sweep};
use super::select::Cells;

/// The height of the standard board, padded.
pub(super) const STANDARD: usize = filled_up(Size::STANDARD);

/// The height of a board, padded with rows of walls to a multiple of 4.
const fn filled_up(size: Size) -> usize {
    (size.height() as usize).next_multiple_of(4)
}

/// A game: the contents of the cells, the player to move, and the cells at which that player can move.
#[derive(Clone)]
pub(super) struct Board<W: Word> {
    pub(super) size: Size,
    /// The number of rows, padding included.
    pub(super) height: usize,
    /// The empty cells.
    pub(super) empty: Cells<W>,
    /// By player: the cells owned, by row.
    pub(super) rows: [Rows<W>; 3],
    /// By player: the cells owned, by all other lines.
    pub(super) lines: [Lines; 3],
    /// The cells at which the player to move can move; none when the game is over.
    pub(super) legal: Cells<W>,
    /// The hash of the cells alone.
    hash: u64,
    /// The player to move; when the game is over, the first player who was asked for a move [tribolo 4.4].
    pub(super) turn: u8,
    pub(super) over: bool,
    pub(super) ply: u32,
}

/// A move made, with all that it takes to undo it.
#[derive(Clone, Copy)]
pub(super) struct Ply<W> {
    pub(super) at: At,
    mover: u8,
    pub(super) flips: Flips<W>,
    /// The subset of the cells that belonged to the player after the mover.
    of_next: Flips<W>,
}

impl<W: Word> Board<W> {
    /// A board of walls, without a player to move.
    pub(super) fn new(size: Size) -> Self {
        Self {
            size,
            height: filled_up(size),
            empty: Cells::new(),
            rows: [Rows::new(); 3],
            lines: [Lines::new(); 3],
            legal: Cells::new(),
            hash: 0,
            turn: 0,
            over: true,
            ply: 0,
        }
    }

    /// Makes a wall an empty cell.
    pub(super) fn open(&mut self, at: At) {
        self.empty.toggle(at);
    }

    /// Adds a cell that stays a wall to the hash.
    pub(super) fn keep_wall(&mut self, at: At) {
        self.hash ^= hash::cell(at, hash::WALL);
    }

    /// Gives an empty cell to a player, or takes it back.
    pub(super) fn give(&mut self, at: At, player: usize) {
        self.give_on(at, player, self.height);
    }

    /// Does the same, given the height of the board.
    #[inline(always)]
    fn give_on(&mut self, at: At, player: usize, height: usize) {
        self.empty.toggle(at);
        self.toggle(at, player, height);
    }

    /// Finds everything that follows from the contents of the cells; `asked` is the first player asked for a
    /// move.
    pub(super) fn begin(&mut self, asked: u8) {
        self.ask(asked, self.height);
    }

    /// Finds where the player to move can move.
    pub(super) fn survey(&mut self) {
        self.legal = self.cells(self.turn);
    }

    /// Gives the turn to the first player who can move, asking `first` first [tribolo 1.7] [tribolo 3.1]. A
    /// player who cannot move is skipped [tribolo 3.2]. If no player can, the game is over [tribolo 3.3].
    #[inline(always)]
    fn ask(&mut self, first: u8, height: usize) {
        self.turn = first;
        for _ in 0..3 {
            self.legal = self.reach(self.turn, height);
            self.over = !self.has_move();
            if !self.over {
                return;
            }
            self.turn = others(usize::from(self.turn)).0 as u8;
        }
    }

    /// Whether the player to move has a jump.
    #[inline(always)]
    fn has_move(&self) -> bool {
        !self.legal.is_empty()
    }

    /// The cells at which a player has a jump, computed from scratch.
    #[inline(always)]
    fn reach(&self, player: u8, height: usize) -> Cells<W> {
        let player = usize::from(player);
        let (next, last) = others(player);
        let [own, next, last] = [player, next, last].map(|player| &self.rows[player]);
        sweep(own, [next, last], self.empty, height)
    }

    /// The cells at which a player has a jump.
    pub(super) fn cells(&self, player: u8) -> Cells<W> {
        self.reach(player, self.height)
    }

    /// Whether the player to move has a jump at a cell of the board, so that a move there is legal
    /// [tribolo 2.4].
    pub(super) fn can_move(&self, at: At) -> bool {
        self.legal.has(at)
    }

    /// The number of cells that each player owns [tribolo 3.4].
    pub(super) fn scores(&self) -> [u32; 3] {
        self.rows.each_ref().map(Rows::count)
    }

    /// A 64-bit hash of the cells' contents and the player to move; when the game is over, it includes no
    /// player to move.
    pub(super) const fn hash(&self) -> u64 {
        self.hash ^ if self.over { hash::OVER } else { hash::turn(self.turn) }
    }

    /// The cells that a player jumps over by moving at an empty cell, in all directions at once [tribolo 2.5].
    #[inline(always)]
    pub(super) fn flips(&self, at: At, player: usize, height: usize) -> Flips<W> {
        let (next, last) = others(player);
        let sets = [player, next, last].map(|player| {
            let [column, diagonal, other] = self.lines[player].at(at, height);
            [self.rows[player].row(at.row) << 1, column, diagonal, other]
        });
        Flips::new(
            at,
            core::array::from_fn(|line| Line { own: sets[0][line], others: [sets[1][line], sets[2][line]] }),
        )
    }

    /// Moves for the player to move, who has a jump at `at`. All cells jumped over there change hands
    /// [tribolo 2.5], and no others do [tribolo 2.6].
    pub(super) fn make(&mut self, at: At) -> Ply<W> {
        if self.height == STANDARD { self.make_on(at, STANDARD) } else { self.make_on(at, self.height) }
    }

    /// Does the same, given the height of the board, which may be a constant.
    #[inline(always)]
    pub(super) fn make_on(&mut self, at: At, height: usize) -> Ply<W> {
        let mover = usize::from(self.turn);
        let (next, _) = others(mover);
        let flips = self.flips(at, mover, height);
        let mut of_next = Flips::NONE;
        for (at, this) in flips.cells(at) {
            let owner = self.owner(at);
            self.toggle(at, owner, height);
            self.toggle(at, mover, height);
            of_next = of_next.with(this, owner == next);
        }
        self.give_on(at, mover, height);
        self.ply += 1;
        self.ask(next as u8, height);
        Ply { at, mover: mover as u8, flips, of_next }
    }

    /// Takes back the last move. The recorded moves are wrong until the next [`survey`](Self::survey).
    #[inline(always)]
    pub(super) fn unmake(&mut self, ply: &Ply<W>) {
        let height = self.height;
        let mover = usize::from(ply.mover);
        let (next, last) = others(mover);
        for (at, this) in ply.flips.cells(ply.at) {
            let owner = if ply.of_next.has(this) { next } else { last };
            self.toggle(at, owner, height);
            self.toggle(at, mover, height);
        }
        self.give_on(ply.at, mover, height);
        self.ply -= 1;
        self.turn = ply.mover;
        self.over = false;
    }

    /// The owner of a cell that has one.
    #[inline(always)]
    fn owner(&self, at: At) -> usize {
        usize::from(self.rows[1].has(at)) + 2 * usize::from(self.rows[2].has(at))
    }

    /// Gives a cell to a player, or takes it away.
    #[inline(always)]
    fn toggle(&mut self, at: At, player: usize, height: usize) {
        self.rows[player].toggle(at, height);
        self.lines[player].toggle(at, height);
        self.hash ^= hash::cell(at, player);
    }
}
