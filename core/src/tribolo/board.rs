//! A game in progress: the board, and making moves and taking them back.

use bustan_vocabulary::tribolo::Size;

use super::hash;
use super::lane::Word;
use super::lines::{At, Flips, Line, Lines, others};
use super::row::{Rows, sweep};
use super::select::Cells;

/// The padded height of the standard board.
pub(super) const STANDARD: usize = filled_up(Size::STANDARD);

/// The height of a board after padding it with rows of walls to a multiple of 4.
const fn filled_up(size: Size) -> usize {
    (size.height() as usize).next_multiple_of(4)
}

/// A game: the contents of the cells, the player to move, and that player's legal moves.
#[derive(Clone)]
pub(super) struct Board<W: Word> {
    pub(super) size: Size,
    /// The number of rows, padding included.
    pub(super) height: usize,
    /// The empty cells.
    pub(super) empty: Cells<W>,
    /// By player: the owned cells, by row.
    pub(super) rows: [Rows<W>; 3],
    /// By player: the owned cells, by column and diagonal.
    pub(super) lines: [Lines; 3],
    /// The cells at which the player to move has a legal move; empty when the game is over.
    pub(super) legal: Cells<W>,
    /// The hash of the cells alone.
    hash: u64,
    /// The player to move; when the game is over, the first player who was asked for a move [tribolo 4.4].
    pub(super) turn: u8,
    pub(super) over: bool,
    pub(super) ply: u32,
}

/// A move that was made, with the data needed to undo it.
#[derive(Clone, Copy)]
pub(super) struct Ply<W> {
    pub(super) at: At,
    mover: u8,
    pub(super) flips: Flips<W>,
    /// The `flips` that belonged to the player after the mover.
    of_next: Flips<W>,
}

impl<W: Word> Board<W> {
    /// A board that consists of walls, without a player to move.
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

    /// Turns a wall into an empty cell.
    pub(super) fn open(&mut self, at: At) {
        self.empty.toggle(at);
    }

    /// Adds a wall to the hash. Must be called for each cell that stays a wall.
    pub(super) fn keep_wall(&mut self, at: At) {
        self.hash ^= hash::cell(at, hash::WALL);
    }

    /// Gives an empty cell to `player`, or takes it back and makes it empty.
    pub(super) fn give(&mut self, at: At, player: usize) {
        self.give_on(at, player, self.height);
    }

    /// Does the same as [`give`](Self::give), given the height of the board.
    #[inline(always)]
    fn give_on(&mut self, at: At, player: usize, height: usize) {
        self.empty.toggle(at);
        self.toggle(at, player, height);
    }

    /// Computes everything that follows from the contents of the cells. `asked` is the first player who is
    /// asked for a move.
    pub(super) fn begin(&mut self, asked: u8) {
        self.ask(asked, self.height);
    }

    /// Finds the legal moves of the player to move.
    pub(super) fn survey(&mut self) {
        self.legal = self.cells(self.turn);
    }

    /// Gives the turn to the first player, in cyclic order from `first`, who has a legal move [tribolo 1.7]
    /// [tribolo 3.1]. A player without a legal move is skipped [tribolo 3.2]. If no player has one, the game
    /// is over [tribolo 3.3].
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

    /// Whether the player to move has a legal move.
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

    /// The cells at which `player` has a jump.
    pub(super) fn cells(&self, player: u8) -> Cells<W> {
        self.reach(player, self.height)
    }

    /// Whether the player to move has a jump at `at`, which must be on the board, so that a move there is
    /// legal [tribolo 2.4].
    pub(super) fn can_move(&self, at: At) -> bool {
        self.legal.has(at)
    }

    /// The number of cells that each player owns [tribolo 3.4].
    pub(super) fn scores(&self) -> [u32; 3] {
        self.rows.each_ref().map(Rows::count)
    }

    /// A 64-bit hash of the contents of the cells and the player to move (no player when the game is over).
    pub(super) const fn hash(&self) -> u64 {
        self.hash ^ if self.over { hash::OVER } else { hash::turn(self.turn) }
    }

    /// The cells that `player` jumps over by moving at the empty cell `at`, in all directions [tribolo 2.5].
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

    /// Makes a move of the player to move, who must have a jump at `at`. All cells jumped over change hands
    /// [tribolo 2.5], and no others do [tribolo 2.6].
    pub(super) fn make(&mut self, at: At) -> Ply<W> {
        if self.height == STANDARD { self.make_on(at, STANDARD) } else { self.make_on(at, self.height) }
    }

    /// Does the same as [`make`](Self::make), given the height of the board, which may be a constant.
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

    /// Takes back the last move. Afterwards `legal` is wrong until the next call of [`survey`](Self::survey).
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

    /// The owner of an owned cell.
    #[inline(always)]
    fn owner(&self, at: At) -> usize {
        usize::from(self.rows[1].has(at)) + 2 * usize::from(self.rows[2].has(at))
    }

    /// Gives a cell to `player`, or takes it away from `player`, without changing the set of empty cells.
    #[inline(always)]
    fn toggle(&mut self, at: At, player: usize, height: usize) {
        self.rows[player].toggle(at, height);
        self.lines[player].toggle(at, height);
        self.hash ^= hash::cell(at, player);
    }
}
