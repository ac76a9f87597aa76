//! Counting move sequences, and playing at random.

use bustan_vocabulary::{Draw, Playout};

use super::board::Board;
use super::lane::Lane;

impl<T: Lane> Board<T> {
    /// The number of legal sequences of exactly `depth` moves. The board is unchanged afterwards.
    pub(super) fn perft(&mut self, depth: u32) -> u64 {
        let nodes = self.descend(depth);
        self.survey();
        nodes
    }

    /// Likewise, but where everyone can move need not be right afterwards. The last ply is not played but
    /// counted.
    fn descend(&mut self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let cells = self.cells(self.turn);
        if depth == 1 {
            return u64::from(cells.count());
        }
        let mut nodes = 0;
        for at in cells.iter() {
            let ply = self.make(at);
            nodes += self.descend(depth - 1);
            self.unmake(&ply);
        }
        nodes
    }

    /// Plays uniformly random legal moves to the end of the game. `draw(n)` answers a number below `n`, all
    /// equally likely. The moves are not remembered.
    pub(super) fn playout(&mut self, draw: &mut Draw<'_>) -> Playout {
        let mut done = Playout::default();
        while !self.over {
            let cells = self.cells(self.turn);
            let count = cells.count();
            self.make(cells.nth(draw(count)));
            done.plies += 1;
            done.legal += u64::from(count);
        }
        done
    }
}
