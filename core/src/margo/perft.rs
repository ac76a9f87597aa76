//! Counting sequences of moves, and playing at random.

use bustan_vocabulary::{Draw, Playout};

use super::{Board, Stage};

impl Board {
    /// The number of legal sequences of exactly `depth` moves. The moves of the last ply are counted but not
    /// played. Afterwards the board is unchanged.
    pub fn perft(&mut self, depth: u32) -> u64 {
        match depth {
            0 => return 1,
            1 => return u64::from(self.legal_count()),
            _ => {}
        }
        let mut nodes = 0;
        for place in self.legal_from..self.legal.len() {
            let point = self.legal[place];
            self.make(point);
            nodes += self.perft(depth - 1);
            self.undo();
        }
        if self.can_swap() {
            self.make_swap();
            nodes += self.perft(depth - 1);
            self.undo();
        }
        nodes
    }

    /// Plays uniformly random legal moves until the game is over. `draw(n)` must return a uniformly random
    /// number below `n`. Afterwards at most the last move can be taken back.
    pub fn playout(&mut self, draw: &mut Draw<'_>) -> Playout {
        let mut done = Playout::default();
        while self.stage == Stage::Open {
            self.settle();
            let count = self.legal_count();
            let choice = draw(count) as usize;
            match self.placements().get(choice) {
                Some(&point) => self.make(point),
                None => self.make_swap(),
            }
            done.plies += 1;
            done.legal += u64::from(count);
        }
        done
    }
}
