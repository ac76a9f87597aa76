//! What is legal, playing, taking back, counting.

use bustan_vocabulary::abrobad::{Cell, Move, Player, Reason};
use bustan_vocabulary::{Draw, Playout};

use super::stones::Act;
use super::tables::bits;
use super::{Board, Stones};

impl Board {
    /// Whether a player may play a move now.
    ///
    /// # Errors
    /// The first reason that applies why not [abrobad 2.5].
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
                // That the target is occupied comes before all else that may be wrong on the board
                // [abrobad 2.5].
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

    /// Plays a move for the player on turn.
    ///
    /// # Errors
    /// The first reason that applies why the move is illegal. Nothing has changed then.
    pub fn play(&mut self, mv: Move) -> Result<(), Reason> {
        self.play_for(self.stones.player(), mv)
    }

    /// Plays a move for a player.
    ///
    /// # Errors
    /// The first reason that applies why the move is illegal. Nothing has changed then.
    pub fn play_for(&mut self, player: Player, mv: Move) -> Result<(), Reason> {
        let act = self.judge(player, mv)?;
        self.before.push(self.stones);
        self.stones = self.stones.after(act);
        self.ply += 1;
        Ok(())
    }

    /// Takes back the last move; whether there was one.
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

    /// The number of legal sequences of exactly `depth` moves. The last ply is not played but counted.
    pub fn perft(&self, depth: u32) -> u64 {
        self.stones.perft(depth)
    }

    /// Plays uniformly random legal moves to the end of the game. `draw(n)` answers a number below `n`, all
    /// equally likely. Nothing can be taken back afterwards.
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
}

impl Stones {
    fn perft(self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.count_acts().into(),
            _ => {
                let mut nodes = 0;
                self.each_act(|act| nodes += self.after(act).perft(depth - 1));
                nodes
            }
        }
    }
}
