//! The state of a game: squares, groups, hands.

use std::collections::BTreeSet;

use bustan_vocabulary::dominions::{Cell, Move, Piece, Player, Side, Tile};

use super::DominionsFlaw;
use super::groups::{Groups, Key};

/// The length of a row of squares: 17 columns and a margin on either side. There is also a margin row at the
/// bottom and at the top.
pub(super) const WIDTH: usize = 19;

/// The difference between the number of a square and that of its neighbour in each direction, in the order of
/// the bits of tile numbers.
const STEPS: [isize; 6] =
    [WIDTH as isize + 1, WIDTH as isize, -1, -(WIDTH as isize) - 1, -(WIDTH as isize), 1];

/// The content of a square.
#[derive(Clone, Copy, Debug)]
pub(super) enum Square {
    /// Off the board.
    Outside,
    /// An empty cell.
    Empty,
    /// A tile and the key of its group.
    Tile(Piece, Key),
}

/// The state of a game.
#[derive(Clone, Debug)]
pub(super) struct Game {
    pub(super) flaw: DominionsFlaw,
    pub(super) side: Side,
    pub(super) squares: Vec<Square>,
    pub(super) groups: Groups,
    /// The tiles that each player has left; bit `t` represents tile `t`.
    pub(super) hands: [u64; 2],
    pub(super) turn: Player,
    pub(super) passes: u8,
    pub(super) ply: u32,
    /// Whether the last move was a pass; `None` before the first move.
    pub(super) last_was_pass: Option<bool>,
    pub(super) over: bool,
    /// The squares that the last move captured.
    pub(super) taken: Vec<usize>,
}

/// The number of the square of a cell.
pub(super) fn square(cell: Cell) -> usize {
    (usize::from(cell.row()) + 1) * WIDTH + usize::from(cell.column())
}

/// The cell of a square, which must be on the board.
pub(super) fn cell(square: usize) -> Option<Cell> {
    Cell::new((square / WIDTH - 1) as u8, (square % WIDTH) as u16)
}

impl Game {
    /// The neighbouring square in direction `d`, which is the number of a tile bit, and its content.
    pub(super) fn beside(&self, at: usize, d: usize) -> (usize, Square) {
        let next = at.wrapping_add_signed(STEPS[d]);
        (next, self.squares.get(next).copied().unwrap_or(Square::Outside))
    }

    /// The squares at which the beams of a tile on `at` point, with their contents.
    pub(super) fn beams(&self, at: usize, tile: Tile) -> impl Iterator<Item = (usize, Square)> {
        (0..6).filter(move |d| tile.number() >> d & 1 == 1).map(move |d| self.beside(at, d))
    }

    /// The tile on a square.
    pub(super) fn tile(&self, at: usize) -> Option<Tile> {
        match self.squares[at] {
            Square::Tile(piece, _) => Some(piece.tile),
            _ => None,
        }
    }

    /// The squares and the group keys of the tiles to which `tile` is linked, or would be linked, on `at`.
    pub(super) fn linked(&self, at: usize, tile: Tile) -> impl Iterator<Item = (usize, Key)> {
        self.beams(at, tile).filter_map(|(next, square)| match square {
            Square::Tile(_, key) => Some((next, key)),
            _ => None,
        })
    }

    /// The squares of the tiles that are linked to one of `from`, directly or indirectly, including `from`.
    pub(super) fn section(&self, mut from: Vec<usize>) -> BTreeSet<usize> {
        let mut section = BTreeSet::new();
        while let Some(at) = from.pop() {
            if section.insert(at)
                && let Some(tile) = self.tile(at)
            {
                from.extend(self.linked(at, tile).map(|(next, _)| next));
            }
        }
        section
    }

    /// Plays a legal move.
    pub(super) fn make(&mut self, mv: Move) {
        self.taken.clear();
        match mv {
            Move::Place(tile, cell) => {
                self.place(tile, square(cell));
                self.passes = 0;
                let kept = self.flaw == DominionsFlaw::PassesKept && self.last_was_pass == Some(true);
                self.last_was_pass = Some(kept);
            }
            Move::Pass => {
                self.over = self.last_was_pass.unwrap_or(self.flaw == DominionsFlaw::FirstPassEnds);
                self.passes += 1;
                self.last_was_pass = Some(true);
            }
        }
        self.turn = self.turn.opponent();
        self.ply += 1;
    }

    /// Stores the key of a group on its squares.
    pub(super) fn rename(&mut self, squares: &[usize], name: Key) {
        for &at in squares {
            if let Square::Tile(_, key) = &mut self.squares[at] {
                *key = name;
            }
        }
    }

    /// The player to move; `None` when the game is over.
    pub(super) fn to_move(&self) -> Option<Player> {
        (!self.over).then_some(self.turn)
    }

    /// The tiles that `player` has left, sorted.
    pub(super) fn hand(&self, player: Player) -> Vec<Tile> {
        Tile::all().filter(|tile| self.hands[player as usize] >> tile.number() & 1 == 1).collect()
    }
}
