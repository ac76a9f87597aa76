//! Counting sequences of moves, and playing at random.

use bustan_vocabulary::{Draw, Playout};

use super::Board;
use super::journal::{Journal, Ply};

impl Board {
    /// The number of legal sequences of exactly `depth` moves, passes included. The moves of the last ply are
    /// counted but not played. Afterwards the board and `journal` are unchanged.
    pub fn perft(&mut self, depth: u32, journal: &mut Journal) -> u64 {
        match depth {
            0 => return 1,
            _ if self.passes == 2 => return 0,
            1 => return u64::from(self.legal_count()) + 1,
            _ => {}
        }
        let mut nodes = 0;
        for cell in 0..self.grid.cells {
            for tile in self.legal_at(cell).iter() {
                self.place(cell, tile.number(), journal);
                nodes += self.perft(depth - 1, journal);
                self.undo(journal);
            }
        }
        self.pass_turn();
        journal.plies.push(Ply::Pass);
        nodes += self.perft(depth - 1, journal);
        self.undo(journal);
        nodes
    }

    /// Plays uniformly random legal placements, and passes only if there is none, until the game is over.
    /// `draw(n)` must return a uniformly random number below `n`.
    pub fn playout(&mut self, draw: &mut Draw<'_>) -> Playout {
        let mut done = Playout::default();
        while self.passes < 2 {
            let placements = self.placements();
            let count = placements.total();
            if count == 0 {
                self.pass_turn();
            } else {
                let (cell, tile) = self.select(&placements, draw(count));
                self.place(cell, tile, &mut ());
            }
            done.plies += 1;
            done.legal += u64::from(count) + 1;
        }
        done
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bustan_vocabulary::dominions::Side;

    fn perft(side: u8, depth: u32) -> u64 {
        Board::new(Side::new(side).unwrap()).perft(depth, &mut Journal::new())
    }

    #[test]
    fn small_boards_have_these_counts() {
        assert_eq!((perft(2, 1), perft(2, 2)), (106, 3139));
        assert_eq!(perft(3, 1), 574);
    }
}
