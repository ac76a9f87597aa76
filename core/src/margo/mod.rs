//! The optimised engine. It updates groups, freedoms and the legal moves as balls are placed and lifted.
//!
//! [`Board`] is a game in progress, [`FastEngine`] wraps a board for the tooling, and [`Graph`] numbers the
//! positions of small boards for the solver.
//!
//! # How it works
//! - *Links.* Each visible ball has twelve bits, one for each place where another ball may touch it: four on
//!   its level, four below, four above. A bit is set if the two balls are connected. A cut or a burial clears
//!   bits, and a lift may set some.
//! - *Groups* are labels on balls, with a record for each label: size and freedoms. When links are added, the
//!   smaller group takes the label of the larger. When links are removed, a search finds whether the balls
//!   that lost a link are still connected with each other; only parts that are not get a new label.
//! - *Freedoms* are counted once for each ball next to the hole, together with the sum of the hole numbers
//!   and the sum of their squares. All three are additive, and they show whether the group has no freedom,
//!   one, or more than one; see `groups::Group`.
//! - *Captures.* A stable position stays stable unless a group loses its last freedom, so most placements
//!   need no iteration. While balls are lifted, groups only gain freedoms. So after the first iteration, a
//!   ball can only become liftable if the last ball above it has been lifted.
//! - *Legality.* Most candidate moves need no trial. In a hole, a ball lives if a neighbouring hole is empty
//!   or a neighbour of its own colour has another freedom; it captures only groups whose only freedom it
//!   takes. Above the board, a ball takes no freedom; it lives if it touches a group of its colour that has a
//!   freedom, and it captures only if it cuts or buries. Often it is clear that a ball lives and that no
//!   position can occur again; then its captures do not matter. Otherwise, in a hole and with two players,
//!   the first iteration of the captures usually decides. The engine makes, judges and unmakes only the other
//!   candidates that may capture.
//! - *Repetition* is impossible if there are more balls than ever before, or if in no earlier position
//!   certain points held what they will hold after the move; see `traces`. Otherwise the engine looks up the
//!   hash, and compares positions with an equal hash ball by ball.
//! - *Undo.* A journal records every change; a move is taken back by reversing its changes in reverse order.

mod capture;
mod grid;
mod groups;
mod hash;
mod history;
mod journal;
mod legal;
mod links;
mod perft;
mod place;
mod play;
mod query;
mod setup;
mod solve;
#[cfg(test)]
mod tests;
mod traces;

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

pub use solve::Graph;

use bustan_vocabulary::margo::{Player, Setup, Stage};

use crate::shared::fast_engine;
use grid::Grid;
use groups::{Group, NONE};
use history::History;
use journal::{Ply, Step};
use traces::Traces;

fast_engine!(margo::Margo, Board::new(Setup::standard(Size::STANDARD)), Board::at);

/// The colour number of an empty point. The colour number of a player is 1 more than the player's number.
const EMPTY: u8 = 0;
/// The colour number of the point that represents all points beyond the pyramid.
const WALL: u8 = 4;

/// The ball on a point, and everything that follows from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Spot {
    colour: u8,
    /// The number of balls that rest on this ball.
    carries: u8,
    /// The number of occupied supports; 4 for holes.
    support: u8,
    /// The number of empty holes next to this point; 0 above the board.
    room: u8,
    /// The links to the balls that this ball is connected with, as a set of bits; see [`links`].
    links: u16,
    /// The label of the ball's group; [`NONE`] for buried balls and empty points.
    group: u16,
}

impl Spot {
    /// Whether there is a ball on the point.
    const fn is_ball(self) -> bool {
        self.colour.wrapping_sub(1) < 3
    }
}

/// A game: the balls, the player to move, the history, and everything that follows from them, updated with
/// every move.
///
/// ```
/// use bustan_core::margo::Board;
/// use bustan_vocabulary::margo::{Setup, Size};
///
/// let mut board = Board::new(Setup::standard(Size::STANDARD));
/// assert_eq!(board.legal_count(), 49);
/// board.play("C5".parse().unwrap())?;
/// assert_eq!(board.play("B2".parse().unwrap()).unwrap_err().to_string(), "unsupported");
/// assert!(board.undo());
/// # Ok::<(), bustan_vocabulary::margo::Reason>(())
/// ```
#[derive(Clone)]
pub struct Board {
    grid: Arc<Grid>,
    setup: Setup,
    /// The number of players, 2 or 3.
    players: u8,

    /// The spot of each point, and a last one that represents all points off the board.
    spots: Vec<Spot>,
    /// The record of each label.
    groups: Vec<Group>,
    /// The labels that are not in use.
    labels: Vec<u16>,
    /// The empty points on which a ball would not float, as a set of bits.
    open: Vec<u64>,
    /// The points of balls that do not carry another, as a set of bits.
    bare: Vec<u64>,
    /// The colours of all points, two bits each.
    plane: Vec<u64>,
    /// The hash of the balls alone.
    hash: u64,
    /// The number of balls on the board, by player.
    balls: [u16; 3],

    /// The player to move, numbered from 0, also when the game is over.
    turn: u8,
    ply: u32,
    stage: Stage,

    /// The legal placements, in one list for each move that can be taken back, followed by the current list,
    /// which starts at `legal_from`.
    legal: Vec<u16>,
    legal_from: usize,
    /// The placements that would repeat a position, stored in the same way as `legal`.
    repeating: Vec<u16>,
    repeating_from: usize,
    history: History,
    traces: Traces,
    steps: Vec<Step>,
    plies: Vec<Ply>,
    scratch: Scratch,
}

/// Working memory. Its contents do not outlive a call.
#[derive(Clone, Default)]
struct Scratch {
    /// The balls reached by a search, including those not yet explored.
    reached: Vec<u16>,
    /// For each point, the stamp of the last search that reached it.
    stamps: Vec<u32>,
    /// A number larger than all stamps.
    next_stamp: u32,
    /// The balls that have lost a link and are still on the board.
    severed: Vec<u16>,
    /// Balls that carry no other, in groups that may be without freedom.
    suspects: Vec<u16>,
    /// The balls that are being lifted.
    lifted: Vec<u16>,
    /// For each point, the number of balls on it that are being lifted; all 0 between calls.
    relieved: Vec<u8>,
}

impl Scratch {
    fn new(points: usize) -> Self {
        Self { stamps: vec![0; points + 1], next_stamp: 1, relieved: vec![0; points + 1], ..Self::default() }
    }

    /// Returns the first of `count` consecutive numbers that are not the stamp of any point.
    fn fresh_stamps(&mut self, count: usize) -> u32 {
        let count = count as u32;
        if self.next_stamp > u32::MAX - count {
            self.stamps.fill(0);
            self.next_stamp = 1;
        }
        self.next_stamp += count;
        self.next_stamp - count
    }
}

impl Board {
    /// A new game: the empty board, White to move [margo 1.5].
    pub fn new(setup: Setup) -> Self {
        let mut board = Self::bare(setup, Arc::new(Grid::new(setup.size)));
        board.begin();
        board
    }

    /// An empty board whose legal moves are not known yet; call [`begin`](Self::begin) to find them.
    fn bare(setup: Setup, grid: Arc<Grid>) -> Self {
        let points = grid.points();
        let holes = usize::from(grid.size).pow(2);
        let spot = |point: usize| Spot {
            colour: if point == points { WALL } else { EMPTY },
            carries: 0,
            // A hole supports a ball without other balls [margo 2.1].
            support: if point < holes { 4 } else { 0 },
            room: 0,
            links: 0,
            group: NONE,
        };
        let mut board = Self {
            setup,
            players: setup.players().len() as u8,
            spots: (0..=points).map(spot).collect(),
            groups: vec![Group::EMPTY; points],
            labels: (0..points as u16).rev().collect(),
            open: vec![0; points.div_ceil(64)],
            bare: vec![0; points.div_ceil(64)],
            plane: vec![0; points.div_ceil(32)],
            hash: 0,
            balls: [0; 3],
            turn: 0,
            ply: 0,
            stage: Stage::Open,
            legal: Vec::new(),
            legal_from: 0,
            repeating: Vec::new(),
            repeating_from: 0,
            history: History::new(points.div_ceil(32)),
            traces: Traces::new(points),
            steps: Vec::new(),
            plies: Vec::new(),
            scratch: Scratch::new(points),
            grid,
        };
        for hole in 0..holes as u16 {
            toggle(&mut board.open, hole);
            board.add_room(hole);
        }
        board
    }

    /// The player with this number, from 0, in turn order [margo 1.5] [margo 12.1].
    const fn player(number: u8) -> Player {
        Player::ALL[number as usize]
    }

    /// The number of balls on the board.
    fn ball_count(&self) -> u16 {
        self.balls.iter().sum()
    }
}

/// Adds a point to a set of bits, or removes it.
fn toggle(set: &mut [u64], point: u16) {
    set[usize::from(point) / 64] ^= 1 << (point % 64);
}
