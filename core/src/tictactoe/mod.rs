//! The optimised engine: the marks of each player as nine bits.
//!
//! [`Board`] is a game in progress, [`FastEngine`] wraps a board for the tooling, and [`Graph`] numbers all
//! positions for the solver.
//!
//! # How it works
//! Bit `i` represents the cell at place `i` of [`Cell::BOARD`](bustan_vocabulary::tictactoe::Cell::BOARD). A
//! line is a set of three bits, and a table of 512 bits shows whether a set of marks contains a line. The
//! position number is the sum of two values from a table; the numbers of its symmetric images come from the
//! same table after the cells have been permuted. To take moves back, a board keeps the marks before each
//! move.

mod marks;
mod solve;
#[cfg(test)]
mod tests;

use alloc::vec::Vec;

use bustan_vocabulary::tictactoe::{Cell, Invalid, Move, Observation, Player, Position, Reason};
use bustan_vocabulary::{Draw, Playout, Standing};

pub use solve::Graph;

use crate::shared::{bits, fast_engine, mix};
use marks::{Marks, canonical, has_line, number};

fast_engine!(tictactoe::TicTacToe, Board::new(false), |_, position| Board::from_position(position));

/// A game: the marks, whether the game is misère, and the moves that can be taken back.
///
/// ```
/// use bustan_core::tictactoe::Board;
///
/// let mut board = Board::new(false);
/// board.play("b2".parse().unwrap())?;
/// assert_eq!(board.play("b2".parse().unwrap()).unwrap_err().to_string(), "occupied");
/// assert_eq!(board.legal_count(), 8);
/// assert!(board.undo());
/// # Ok::<(), bustan_vocabulary::tictactoe::Reason>(())
/// ```
#[derive(Clone)]
pub struct Board {
    marks: Marks,
    misere: bool,
    /// The marks before each move that can be undone.
    before: Vec<Marks>,
}

impl Board {
    /// A new game. In the misère game, three in a row lose.
    pub const fn new(misere: bool) -> Self {
        Self { marks: Marks::EMPTY, misere, before: Vec::new() }
    }

    /// A game that starts from a position.
    ///
    /// # Errors
    /// Returns why no game can reach the position [tictactoe 3.1]: the numbers of marks [tictactoe 3.2], or a
    /// line that would have ended the game earlier [tictactoe 3.3].
    pub fn from_position(position: &Position) -> Result<Self, Invalid> {
        let mut of = [0; 2];
        for (place, mark) in position.marks().iter().enumerate() {
            if let Some(player) = mark {
                of[*player as usize] |= 1 << place;
            }
        }
        let turn = position.turn();
        let [x, o] = of.map(u16::count_ones);
        if x != o + turn as u32 {
            return Err(Invalid::Counts { x, o, turn });
        }
        if has_line(of[turn as usize]) {
            return Err(Invalid::Line(turn));
        }
        Ok(Self { marks: Marks { of }, misere: position.misere(), before: Default::default() })
    }

    /// The current position, from which [`from_position`](Self::from_position) can start a game.
    pub fn position(&self) -> Position {
        let of = self.marks.of;
        let mark = |place| Player::ALL.into_iter().find(|&player| of[player as usize] >> place & 1 == 1);
        Position::new(core::array::from_fn(mark), Player::ALL[self.marks.turn()], self.misere)
    }

    /// Checks whether `player` may play `mv` in the current position.
    ///
    /// # Errors
    /// Returns the first reason against the move [tictactoe 1.8].
    pub fn check(&self, player: Player, mv: Move) -> Result<(), Reason> {
        self.judge(player, mv).map(|_| ())
    }

    /// Returns the bit of the cell that the move marks, or the first reason against the move.
    fn judge(&self, player: Player, mv: Move) -> Result<u16, Reason> {
        if self.marks.is_over() {
            return Err(Reason::GameOver);
        }
        if player as usize != self.marks.turn() {
            return Err(Reason::NotYourTurn);
        }
        let bit = 1 << mv.0.place().ok_or(Reason::OffBoard)?;
        if self.marks.all() & bit != 0 { Err(Reason::Occupied) } else { Ok(bit) }
    }

    /// Plays a move of the player to move.
    ///
    /// # Errors
    /// Returns the first reason against the move, and leaves the game unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), Reason> {
        self.play_for(Player::ALL[self.marks.turn()], mv)
    }

    /// Plays a move of `player`.
    ///
    /// # Errors
    /// Returns the first reason against the move, and leaves the game unchanged.
    pub fn play_for(&mut self, player: Player, mv: Move) -> Result<(), Reason> {
        let bit = self.judge(player, mv)?;
        self.before.push(self.marks);
        self.marks = self.marks.with(bit);
        Ok(())
    }

    /// Takes back the last move. Returns `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let Some(before) = self.before.pop() else { return false };
        self.marks = before;
        true
    }

    /// All legal moves, each once, in the order of their cells.
    pub fn legal_moves(&self) -> impl Iterator<Item = Move> + use<> {
        bits(self.marks.open()).map(|cell| Move(Cell::BOARD[cell]))
    }

    /// The number of legal moves.
    pub const fn legal_count(&self) -> u32 {
        self.marks.open().count_ones()
    }

    /// The number of legal sequences of exactly `depth` moves. The moves of the last ply are counted but not
    /// played.
    pub fn perft(&self, depth: u32) -> u64 {
        self.marks.perft(depth)
    }

    /// Plays uniformly random legal moves until the game is over. `draw(n)` must return a uniformly random
    /// number below `n`. Afterwards no moves can be taken back.
    pub fn playout(&mut self, draw: &mut Draw<'_>) -> Playout {
        let mut done = Playout::default();
        self.before.clear();
        while !self.marks.is_over() {
            let mut open = self.marks.open();
            let count = open.count_ones();
            for _ in 0..draw(count) {
                open &= open - 1;
            }
            self.marks = self.marks.with(open & open.wrapping_neg());
            done.plies += 1;
            done.legal += u64::from(count);
        }
        done
    }

    /// The player to move; `None` when the game is over.
    pub const fn turn(&self) -> Option<Player> {
        if self.is_over() { None } else { Some(Player::ALL[self.marks.turn()]) }
    }

    /// Whether the game is over.
    pub const fn is_over(&self) -> bool {
        self.marks.is_over()
    }

    /// The winner; `None` until the game is over, and if it is a tie.
    pub const fn winner(&self) -> Option<Player> {
        let turn = Player::ALL[self.marks.turn()];
        match self.marks.lead(self.misere) {
            0 => None,
            1 => Some(turn),
            _ => Some(turn.opponent()),
        }
    }

    /// The standing: who has won.
    pub fn standing(&self) -> Standing {
        Standing::of_result(self.winner().map(|player| player as usize), &[0; 2])
    }

    /// The mark on `cell`, if any.
    pub fn mark(&self, cell: Cell) -> Option<Player> {
        let place = cell.place()?;
        Player::ALL.into_iter().find(|&player| self.marks.of[player as usize] >> place & 1 == 1)
    }

    /// The position number, as in [`Observation::hash`].
    pub fn number(&self) -> u32 {
        number(self.marks.of)
    }

    /// A 64-bit hash of the marks, which also determine the player to move. Different positions have
    /// different hashes.
    pub fn hash(&self) -> u64 {
        mix(u64::from(self.number()) + 1)
    }

    /// Everything that can be observed of the position.
    pub fn observe(&self) -> Observation {
        let winner = self.winner();
        let marks = Cell::BOARD.into_iter().filter_map(|cell| Some((cell, self.mark(cell)?)));
        Observation {
            game: "tictactoe",
            size: 3,
            ply: self.marks.count(), // [tictactoe 3.4]
            to_move: self.turn(),
            over: self.is_over(),
            winner,
            // [tictactoe 1.7]
            scores: Player::ALL
                .into_iter()
                .map(|player| (player, u32::from(winner == Some(player))))
                .collect(),
            board: marks.collect(),
            hash: self.number(),
            canonical: canonical(self.marks.of),
            misere: self.misere,
        }
    }
}
