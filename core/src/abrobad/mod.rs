//! The optimised engine. It stores sets of cells as bits, so that three numbers represent a board.
//!
//! [`Board`] is a game in progress, [`FastEngine`] wraps a board for the tooling, and [`Graph`] numbers all
//! positions for the solver.
//!
//! # How it works
//! - *Placing.* A table of all sets of cells contains the neighbours of the player's own stones. The player
//!   may place a stone on any other empty cell. While there is such a cell, only placements are legal.
//! - *Sliding.* Cells are numbered so that the numbers increase in three of the six directions. The first
//!   empty cell on a line is therefore the lowest or the highest bit of the line's empty cells, whatever
//!   stones are in between.
//! - *Groups* are found by a flood fill when they are queried, because only the end of the game needs them.
//! - *Undo* restores a copy of the board, which is kept for each move.

mod solve;
mod stones;
#[cfg(test)]
mod tests;

use alloc::vec::Vec;

use bustan_vocabulary::abrobad::{Cell, Group, Move, Observation, Player, Position, Reason};
use bustan_vocabulary::{Draw, Playout, Standing};

pub use solve::Graph;

use crate::shared::{bits, fast_engine, mix};
use stones::{Act, Stones, flood};

fast_engine!(abrobad::Abrobad, Board::new(), |_, position| Ok(Board::from_position(position)));

/// A game: the stones, the player to move, and the moves that can be taken back.
///
/// ```
/// use bustan_core::abrobad::Board;
///
/// let mut board = Board::new();
/// assert_eq!(board.legal_count(), 12);
/// board.play("1".parse().unwrap())?;
/// assert_eq!(board.play("1-2".parse().unwrap()).unwrap_err().to_string(), "must-place");
/// assert!(board.undo());
/// # Ok::<(), bustan_vocabulary::abrobad::Reason>(())
/// ```
#[derive(Clone)]
pub struct Board {
    stones: Stones,
    ply: u32,
    /// The stones before each move that can be taken back.
    before: Vec<Stones>,
}

impl Default for Board {
    fn default() -> Self {
        Self::new()
    }
}

impl Board {
    /// A new game: the empty board, X to move.
    pub const fn new() -> Self {
        Self { stones: Stones::EMPTY, ply: 0, before: Vec::new() }
    }

    /// A game that starts from a position. Any position is allowed [abrobad 4.1]; on a full board the game is
    /// over [abrobad 4.2].
    pub fn from_position(position: &Position) -> Self {
        let mut of = [0; 2];
        for (place, stone) in position.stones().iter().enumerate() {
            if let Some(player) = stone {
                of[*player as usize] |= 1 << place;
            }
        }
        let stones = Stones { of, turn: position.turn() as u8 };
        Self { stones, ply: position.ply(), before: Vec::new() }
    }

    /// The current position, from which [`from_position`](Self::from_position) can start a game.
    pub fn position(&self) -> Position {
        self.stones.position(self.ply)
    }

    /// Checks whether `player` may play `mv` in the current position.
    ///
    /// # Errors
    /// Returns the first reason against the move [abrobad 2.5].
    pub fn check(&self, player: Player, mv: Move) -> Result<(), Reason> {
        self.judge(player, mv).map(|_| ())
    }

    fn judge(&self, player: Player, mv: Move) -> Result<Act, Reason> {
        let stones = self.stones;
        if stones.is_over() {
            return Err(Reason::GameOver);
        }
        if player != stones.player() {
            return Err(Reason::NotYourTurn);
        }
        let place = |cell: Cell| cell.place().ok_or(Reason::OffBoard);
        let vacant =
            |cell: usize| if stones.free() >> cell & 1 == 1 { Ok(()) } else { Err(Reason::Occupied) };
        let idle = || if stones.places() == 0 { Ok(()) } else { Err(Reason::MustPlace) };
        match mv {
            Move::Place(cell) => {
                let cell = place(cell)?;
                vacant(cell)?;
                if stones.touches_own(cell) { Err(Reason::AdjacentOwn) } else { Ok(Act::Place(cell as u8)) }
            }
            Move::Slide(from, to) => {
                // Of all reasons that concern the board, an occupied target comes first [abrobad 2.5].
                let (from, to) = (place(from)?, place(to)?);
                vacant(to)?;
                idle()?;
                if stones.own() >> from & 1 == 0 {
                    return Err(Reason::NotOwn);
                }
                let slides = stones.slides(from) >> to & 1 == 1;
                if slides { Ok(Act::Slide(from as u8, to as u8)) } else { Err(Reason::NoSlide) }
            }
            Move::End => idle().map(|()| Act::End),
        }
    }

    /// Plays a move of the player to move.
    ///
    /// # Errors
    /// Returns the first reason against the move, and leaves the game unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), Reason> {
        self.play_for(self.stones.player(), mv)
    }

    /// Plays a move of `player`.
    ///
    /// # Errors
    /// Returns the first reason against the move, and leaves the game unchanged.
    pub fn play_for(&mut self, player: Player, mv: Move) -> Result<(), Reason> {
        let act = self.judge(player, mv)?;
        self.before.push(self.stones);
        self.stones = self.stones.after(act);
        self.ply += 1;
        Ok(())
    }

    /// Takes back the last move. Returns `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let Some(before) = self.before.pop() else { return false };
        self.stones = before;
        self.ply -= 1;
        true
    }

    /// All legal moves, each once.
    pub fn legal_moves(&self) -> impl Iterator<Item = Move> + '_ {
        let stones = self.stones;
        let name = |cell: usize| Cell::BOARD[cell];
        let (over, places) = (stones.is_over(), stones.places());
        let idle = !over && places == 0;
        let movers = if idle { stones.own() } else { 0 };
        let slides = bits(movers)
            .flat_map(move |from| bits(stones.slides(from)).map(move |to| Move::Slide(name(from), name(to))));
        bits(places).map(move |cell| Move::Place(name(cell))).chain(slides).chain(idle.then_some(Move::End))
    }

    /// The number of legal moves.
    pub fn legal_count(&self) -> u32 {
        self.stones.count_acts()
    }

    /// The number of legal sequences of exactly `depth` moves. The moves of the last ply are counted but not
    /// played.
    pub fn perft(&self, depth: u32) -> u64 {
        self.stones.perft(depth)
    }

    /// Plays uniformly random legal moves until the game is over. `draw(n)` must return a uniformly random
    /// number below `n`. Afterwards no moves can be taken back.
    pub fn playout(&mut self, draw: &mut Draw<'_>) -> Playout {
        let mut done = Playout::default();
        self.before.clear();
        while !self.stones.is_over() {
            let count = self.stones.count_acts();
            let mut left = draw(count);
            let mut chosen = Act::End;
            self.stones.each_act(|act| {
                if left == 0 {
                    chosen = act;
                }
                left = left.wrapping_sub(1);
            });
            self.stones = self.stones.after(chosen);
            self.ply += 1;
            done.plies += 1;
            done.legal += u64::from(count);
        }
        done
    }

    /// The player to move; `None` when the game is over.
    pub const fn turn(&self) -> Option<Player> {
        if self.is_over() { None } else { Some(self.stones.player()) }
    }

    /// Whether the game is over.
    pub const fn is_over(&self) -> bool {
        self.stones.is_over()
    }

    /// The number of moves played.
    pub const fn ply(&self) -> u32 {
        self.ply
    }

    /// The winner; `None` until the game is over.
    pub fn winner(&self) -> Option<Player> {
        self.stones.winner().map(|player| Player::ALL[usize::from(player)])
    }

    /// The standing: who has won.
    pub fn standing(&self) -> Standing {
        Standing::of_result(self.winner().map(|player| player as usize), &[0; 2])
    }

    /// The stone on `cell`, if any.
    pub fn stone(&self, cell: Cell) -> Option<Player> {
        let place = cell.place()?;
        Player::ALL.into_iter().find(|&player| self.stones.of[player as usize] >> place & 1 == 1)
    }

    /// All groups, sorted by their smallest cell.
    pub fn groups(&self) -> Vec<Group> {
        let mut groups = Vec::new();
        for player in Player::ALL {
            let mut left = self.stones.of[player as usize];
            while left != 0 {
                let group = flood(left & left.wrapping_neg(), left);
                left &= !group;
                groups.push(Group {
                    colour: player,
                    cells: bits(group).map(|cell| Cell::BOARD[cell]).collect(),
                });
            }
        }
        groups.sort_unstable_by_key(|group| group.cells[0]);
        groups
    }

    /// Whether the player to move must place a stone; `false` when the game is over.
    pub fn must_place(&self) -> bool {
        self.stones.places() != 0
    }

    /// A 64-bit hash of the stones and the player to move. Different positions have different hashes.
    pub fn hash(&self) -> u64 {
        mix(u64::from(self.stones.number()) + 1)
    }

    /// Everything that can be observed of the position.
    pub fn observe(&self) -> Observation {
        let winner = self.winner();
        let stones = Cell::BOARD.into_iter().filter_map(|cell| Some((cell, self.stone(cell)?)));
        Observation {
            game: "abrobad",
            size: Cell::BOARD.len() as u8,
            ply: self.ply,
            to_move: self.turn(),
            over: self.is_over(),
            winner,
            // [abrobad 3.5]
            scores: Player::ALL
                .into_iter()
                .map(|player| (player, u32::from(winner == Some(player))))
                .collect(),
            board: stones.collect(),
            groups: self.groups(),
            must_place: self.must_place(),
            turn: self.stones.player(),
        }
    }
}
