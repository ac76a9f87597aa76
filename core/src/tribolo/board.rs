//! A game in progress: the board, and making and taking back moves.

use bustan_vocabulary::tribolo::Size;

use super::hash;
use super::lane::{Lane, Lanes, Word};
use super::lines::{At, Flips, Lines, others};
use super::row::{EMPTY, Row, sweep};
use super::select::Cells;

/// The most rows a board has.
const ROWS: usize = Size::MAX as usize;

/// A game: the contents of the cells, the player on turn, and the cells at which everyone can move.
#[derive(Clone)]
pub(super) struct Board<T: Lane> {
    pub(super) size: Size,
    pub(super) rows: [Row<T>; ROWS],
    /// By row: the jumps of every player, in the lanes of [`Row`].
    reach: [Lanes<T>; ROWS],
    /// The lanes that have a jump in some row.
    any: Lanes<T>,
    pub(super) lines: Lines<T::Word>,
    /// The cells each player owns [tribolo 3.4].
    pub(super) scores: [u16; 3],
    /// The hash of the cells alone.
    hash: u64,
    /// The player on turn; when the game is over, the player asked first in vain [tribolo 4.4].
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
}

impl<T: Lane> Board<T> {
    /// A board of walls, with nobody on turn.
    pub(super) fn new(size: Size) -> Self {
        Self {
            size,
            rows: [Row::WALLS; ROWS],
            reach: [Lanes::NONE; ROWS],
            any: Lanes::NONE,
            lines: Lines::new(usize::from(size.height())),
            scores: [0; 3],
            hash: 0,
            turn: 0,
            over: true,
            ply: 0,
        }
    }

    /// Makes a wall an empty cell.
    pub(super) fn open(&mut self, at: At) {
        self.rows[at.row].open(at.column);
    }

    /// Adds a cell that stays a wall to the hash.
    pub(super) fn keep_wall(&mut self, at: At) {
        self.hash ^= hash::cell(at, hash::WALL);
    }

    /// Gives an empty cell to a player.
    pub(super) fn give(&mut self, at: At, player: usize) {
        self.toggle_own(at, player);
        self.scores[player] += 1;
    }

    /// Finds everything that follows from the contents of the cells; `asked` is the first player asked for a
    /// move.
    pub(super) fn begin(&mut self, asked: u8) {
        self.rows[..usize::from(self.size.height())].iter_mut().for_each(Row::survey);
        self.survey();
        self.ask(asked);
    }

    /// Finds where everyone can move. Each row keeps its own jumps.
    #[inline(always)]
    pub(super) fn survey(&mut self) {
        let height = usize::from(self.size.height());
        self.any = sweep(&self.rows[..height], &mut self.reach[..height]);
    }

    /// Gives the turn to the first player who can move, asking `first` first [tribolo 1.7] [tribolo 3.1]. A
    /// player who cannot move is skipped [tribolo 3.2]. If nobody can, the game is over [tribolo 3.3].
    #[inline(always)]
    fn ask(&mut self, first: u8) {
        let (second, third) = others(usize::from(first));
        let asked = [first, second as u8, third as u8];
        let able = asked.into_iter().find(|&player| self.has_move(usize::from(player)));
        self.over = able.is_none();
        self.turn = able.unwrap_or(first);
    }

    #[inline(always)]
    fn has_move(&self, player: usize) -> bool {
        (self.any.0[player] | self.any.0[player + 4]).bits() != 0
    }

    /// The cells at which a player has a jump.
    #[inline(always)]
    pub(super) fn cells(&self, player: u8) -> Cells<T> {
        Cells::new(&self.reach[..usize::from(self.size.height())], usize::from(player))
    }

    /// Whether a player has a jump at a cell of the board, so that a move there is legal [tribolo 2.4].
    pub(super) fn can_move(&self, at: At, player: u8) -> bool {
        let (reach, player) = (self.reach[at.row].0, usize::from(player));
        (reach[player] | reach[player + 4]).bits() >> at.column & 1 != 0
    }

    /// A 64-bit hash of the cells' contents and the player on turn; when the game is over, nobody is on turn.
    pub(super) const fn hash(&self) -> u64 {
        self.hash ^ if self.over { hash::OVER } else { hash::turn(self.turn) }
    }

    /// Moves for the player on turn, who has a jump at `at`. All cells jumped over there change hands
    /// [tribolo 2.5], and no others do [tribolo 2.6].
    #[inline(always)]
    pub(super) fn make(&mut self, at: At) -> Ply<T::Word> {
        let mover = usize::from(self.turn);
        let ply = Ply { at, mover: self.turn, flips: self.lines.flips(at, mover) };
        self.toggle(&ply);
        let (next, last) = others(mover);
        let (all, of_next) = (ply.flips.all.count(), ply.flips.next.count());
        self.scores[mover] += all + 1;
        self.scores[next] -= of_next;
        self.scores[last] -= all - of_next;
        self.ply += 1;
        self.survey();
        self.ask(next as u8);
        ply
    }

    /// Takes back the last move. The jumps on record are wrong until the next [`survey`](Self::survey).
    #[inline(always)]
    pub(super) fn unmake(&mut self, ply: &Ply<T::Word>) {
        let mover = usize::from(ply.mover);
        self.toggle(ply);
        let (next, last) = others(mover);
        let (all, of_next) = (ply.flips.all.count(), ply.flips.next.count());
        self.scores[mover] -= all + 1;
        self.scores[next] += of_next;
        self.scores[last] += all - of_next;
        self.ply -= 1;
        self.turn = ply.mover;
        self.over = false;
    }

    /// Gives the cells of a move to the mover, or takes them back.
    #[inline(always)]
    fn toggle(&mut self, ply: &Ply<T::Word>) {
        let mover = usize::from(ply.mover);
        let (next, last) = others(mover);
        let own = T::Word::put(mover, 1);
        let mut changed = 1u32 << ply.at.row;
        for (at, of_next) in ply.flips.cells(ply.at) {
            let owner = if of_next { next } else { last };
            self.rows[at.row].toggle(at.column, owner, mover);
            self.lines.toggle(at, own | T::Word::put(owner, 1));
            self.hash ^= hash::cell(at, owner) ^ hash::cell(at, mover);
            changed |= 1 << at.row;
        }
        self.toggle_own(ply.at, mover);
        while changed != 0 {
            self.rows[changed.trailing_zeros() as usize].survey();
            changed &= changed - 1;
        }
    }

    /// Gives an empty cell to a player, or takes it back.
    #[inline(always)]
    fn toggle_own(&mut self, at: At, player: usize) {
        self.rows[at.row].toggle(at.column, EMPTY, player);
        self.lines.toggle(at, T::Word::put(player, 1));
        self.hash ^= hash::cell(at, player);
    }
}
