//! What can be read off a board: marks, the result, the position number.

use bustan_vocabulary::tictactoe::{Cell, Observation, Player};

use super::tables::{self, canonical};
use super::{Board, Marks};

impl Marks {
    /// By how much the player on turn has won: 1, or -1 for having lost, or 0 for a tie [tictactoe 1.6]. Only
    /// of a game that is over. A line is the last mover's, who has won or, in the misère game, lost
    /// [tictactoe 1.5].
    pub(super) const fn lead(self, misere: bool) -> i32 {
        match (self.is_lined(), misere) {
            (false, _) => 0,
            (true, false) => -1,
            (true, true) => 1,
        }
    }
}

impl Board {
    /// The player on turn, `None` when the game is over.
    pub const fn turn(&self) -> Option<Player> {
        if self.is_over() { None } else { Some(Player::ALL[self.marks.turn()]) }
    }

    /// Whether the game is over.
    pub const fn is_over(&self) -> bool {
        self.marks.is_over()
    }

    /// Who has won; `None` while the game goes on and when it is a tie.
    pub const fn winner(&self) -> Option<Player> {
        let turn = Player::ALL[self.marks.turn()];
        match self.marks.lead(self.misere) {
            0 => None,
            1 => Some(turn),
            _ => Some(turn.opponent()),
        }
    }

    /// The mark on a cell.
    pub fn mark(&self, cell: Cell) -> Option<Player> {
        let place = cell.place()?;
        Player::ALL.into_iter().find(|&player| self.marks.of[player as usize] >> place & 1 == 1)
    }

    /// The position number; see [`Observation::hash`].
    pub fn number(&self) -> u32 {
        tables::number(self.marks.of)
    }

    /// A 64-bit hash of the marks, from which the turn follows. No two positions have the same.
    pub fn hash(&self) -> u64 {
        mix(self.number().into())
    }

    /// All of this at once.
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

/// The finaliser of SplitMix64 (Steele, Lea and Flood, 2014), which maps no two numbers to one.
const fn mix(number: u64) -> u64 {
    let x = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}
