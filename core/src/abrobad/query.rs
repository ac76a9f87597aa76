//! What can be read off a board: stones, groups, the result.

use alloc::vec::Vec;

use bustan_vocabulary::abrobad::{Cell, Group, Observation, Player};

use super::tables::{bits, flood};
use super::{Board, Stones};

impl Board {
    pub(super) const fn stones(&self) -> Stones {
        self.stones
    }

    /// The player on turn, `None` when the game is over.
    pub const fn turn(&self) -> Option<Player> {
        if self.is_over() { None } else { Some(self.stones.player()) }
    }

    /// Whether the game is over.
    pub const fn is_over(&self) -> bool {
        self.stones.is_over()
    }

    /// Moves played.
    pub const fn ply(&self) -> u32 {
        self.ply
    }

    /// Who has won; `None` while the game goes on.
    pub fn winner(&self) -> Option<Player> {
        self.stones.winner().map(|player| Player::ALL[usize::from(player)])
    }

    /// The stone on a cell.
    pub fn stone(&self, cell: Cell) -> Option<Player> {
        let place = cell.place()?;
        Player::ALL.into_iter().find(|&player| self.stones.of[player as usize] >> place & 1 == 1)
    }

    /// All groups, ordered by their smallest cell.
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

    /// Whether the player on turn must place a stone; never when the game is over.
    pub fn must_place(&self) -> bool {
        self.stones.places() != 0
    }

    /// A 64-bit hash of stones and turn. No two positions have the same.
    pub fn hash(&self) -> u64 {
        mix(self.stones.number().into())
    }

    /// All of this at once.
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

/// The finaliser of SplitMix64 (Steele, Lea and Flood, 2014), which maps no two numbers to one.
const fn mix(number: u64) -> u64 {
    let x = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}
