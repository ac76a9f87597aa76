//! Counting sequences of moves, and playing at random.

use bustan_vocabulary::{Draw, Playout};

use super::board::{Board, STANDARD};
use super::lane::Word;

impl<W: Word> Board<W> {
    /// The number of legal sequences of exactly `depth` moves. Afterwards the board is unchanged.
    pub(super) fn perft(&mut self, depth: u32) -> u64 {
        let nodes = self.descend(depth);
        self.survey();
        nodes
    }

    /// Does the same as [`perft`](Self::perft), but leaves `legal` wrong. The moves of the last ply are
    /// counted but not played.
    fn descend(&mut self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let cells = self.legal;
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

    /// Plays uniformly random legal moves until the game is over. `draw(n)` must return a uniformly random
    /// number below `n`. The moves are not recorded, so they cannot be taken back.
    pub(super) fn playout(&mut self, draw: &mut Draw<'_>) -> Playout {
        if self.height == STANDARD {
            self.playout_on(STANDARD, draw)
        } else {
            self.playout_on(self.height, draw)
        }
    }

    /// Does the same as [`playout`](Self::playout), given the height of the board, which may be a constant.
    #[inline(always)]
    fn playout_on(&mut self, height: usize, draw: &mut Draw<'_>) -> Playout {
        let mut done = Playout::default();
        while !self.over {
            let (count, at) = self.legal.drawn(height, &mut *draw);
            self.make_on(at, height);
            done.plies += 1;
            done.legal += u64::from(count);
        }
        done
    }
}
