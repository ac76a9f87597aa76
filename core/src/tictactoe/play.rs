//! What is legal, playing, taking back, counting.

use bustan_vocabulary::tictactoe::{Cell, Move, Player, Reason};
use bustan_vocabulary::{Draw, Playout};

use super::Board;
use super::tables::bits;

impl Board {
    /// Whether a player may play a move now.
    ///
    /// # Errors
    /// The first reason that applies why not [tictactoe 1.8].
    pub fn check(&self, player: Player, mv: Move) -> Result<(), Reason> {
        self.judge(player, mv).map(|_| ())
    }

    /// The bit of the cell to be marked.
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

    /// Plays a move for the player on turn.
    ///
    /// # Errors
    /// The first reason that applies why the move is illegal. Nothing has changed then.
    pub fn play(&mut self, mv: Move) -> Result<(), Reason> {
        self.play_for(Player::ALL[self.marks.turn()], mv)
    }

    /// Plays a move for a player.
    ///
    /// # Errors
    /// The first reason that applies why the move is illegal. Nothing has changed then.
    pub fn play_for(&mut self, player: Player, mv: Move) -> Result<(), Reason> {
        let bit = self.judge(player, mv)?;
        self.before.push(self.marks);
        self.marks = self.marks.with(bit);
        Ok(())
    }

    /// Takes back the last move; whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(before) = self.before.pop() else { return false };
        self.marks = before;
        true
    }

    /// All legal moves, each once.
    pub fn legal_moves(&self) -> impl Iterator<Item = Move> + use<> {
        bits(self.marks.open()).map(|cell| Move(Cell::BOARD[cell]))
    }

    /// The number of legal moves.
    pub const fn legal_count(&self) -> u32 {
        self.marks.open().count_ones()
    }

    /// The number of legal sequences of exactly `depth` moves. The last ply is not played but counted.
    pub fn perft(&self, depth: u32) -> u64 {
        self.marks.perft(depth)
    }

    /// Plays uniformly random legal moves to the end of the game. `draw(n)` answers a number below `n`, all
    /// equally likely. Nothing can be taken back afterwards.
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
}
