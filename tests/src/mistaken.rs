//! An engine and a vocabulary with a mistake, for any game. They serve to test invariants that the engines
//! with planted flaws do not break.

use std::fmt::{self, Debug, Display};
use std::marker::PhantomData;
use std::str::FromStr;

use bustan_vocabulary::{Draw, Engine, Game, NoStart, Playout, Ruling};

/// The mistake of omitting one legal move from the list after the third move.
pub const FORGETS_MOVE: u8 = 0;

/// The mistake of changing the hash permanently when the third move is taken back.
pub const UNDO_SPOILS_HASH: u8 = 1;

/// The mistake of panicking at the third move.
pub const PANICS_AT_THIRD: u8 = 2;

/// The number of moves after which each mistake occurs, or the number of the move at which it occurs.
const THIRD: usize = 3;

/// An engine with one of the mistakes of this module.
#[derive(Clone, Debug, Default)]
pub struct Mistaken<E, const MISTAKE: u8> {
    engine: E,
    plies: usize,
    spoilt: bool,
}

impl<E: Engine, const MISTAKE: u8> Engine for Mistaken<E, MISTAKE> {
    type Game = E::Game;
    type Observation = E::Observation;

    fn name(&self) -> String {
        format!("{} with mistake {MISTAKE}", self.engine.name())
    }

    fn setup(
        &mut self,
        position: &<E::Game as Game>::Position,
    ) -> Result<(), NoStart<<E::Game as Game>::Invalid>> {
        self.engine.setup(position)?;
        (self.plies, self.spoilt) = (0, false);
        Ok(())
    }

    fn play(
        &mut self,
        player: <E::Game as Game>::Player,
        mv: &<E::Game as Game>::Move,
    ) -> Result<(), Option<<E::Game as Game>::Reason>> {
        self.engine.play(player, mv)?;
        self.plies += 1;
        assert!(MISTAKE != PANICS_AT_THIRD || self.plies != THIRD, "the third move");
        Ok(())
    }

    fn turn(&self) -> Option<<E::Game as Game>::Player> {
        self.engine.turn()
    }

    fn verdict(
        &self,
        player: <E::Game as Game>::Player,
        mv: &<E::Game as Game>::Move,
    ) -> Ruling<<E::Game as Game>::Reason> {
        self.engine.verdict(player, mv)
    }

    fn legal_moves(&self) -> Option<Vec<<E::Game as Game>::Move>> {
        let mut moves = self.engine.legal_moves()?;
        if MISTAKE == FORGETS_MOVE && self.plies == THIRD && moves.len() > 1 {
            moves.pop();
        }
        Some(moves)
    }

    fn observe(&self) -> Option<E::Observation> {
        self.engine.observe()
    }

    fn undo(&mut self) -> Option<bool> {
        let done = self.engine.undo()?;
        if done {
            self.spoilt |= MISTAKE == UNDO_SPOILS_HASH && self.plies == THIRD;
            self.plies -= 1;
        }
        Some(done)
    }

    fn hash(&self) -> Option<u64> {
        Some(self.engine.hash()? ^ u64::from(self.spoilt))
    }

    fn position(&self) -> Option<<E::Game as Game>::Position> {
        self.engine.position()
    }

    fn duplicate(&self) -> Option<Self> {
        let Self { plies, spoilt, .. } = *self;
        Some(Self { engine: self.engine.duplicate()?, plies, spoilt })
    }

    fn playout(&mut self, draw: &mut Draw<'_>) -> Option<Playout> {
        self.engine.playout(draw)
    }
}

/// The game `G`, with the last two characters of its moves exchanged in print.
#[derive(Clone, Copy, Debug)]
pub struct Misspelt<G>(PhantomData<G>);

/// A move of [`Misspelt`].
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MisspeltMove<M>(M);

impl<M: Display> Display for MisspeltMove<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text: Vec<char> = self.0.to_string().chars().collect();
        if let [.., one, other] = &mut text[..] {
            std::mem::swap(one, other);
        }
        f.write_str(&String::from_iter(text))
    }
}

impl<M: Debug> Debug for MisspeltMove<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<M: FromStr> FromStr for MisspeltMove<M> {
    type Err = M::Err;

    fn from_str(text: &str) -> Result<Self, M::Err> {
        text.parse().map(Self)
    }
}

impl<G: Game> Game for Misspelt<G> {
    const NAME: &'static str = G::NAME;
    const PLAYERS: &'static [G::Player] = G::PLAYERS;

    type Player = G::Player;
    type Move = MisspeltMove<G::Move>;
    type Reason = G::Reason;
    type Position = G::Position;
    type Invalid = G::Invalid;
    type Observation = G::Observation;
    type Identity = G::Identity;

    fn initial(words: &[&str]) -> Result<G::Position, String> {
        G::initial(words)
    }

    fn identity(seen: &G::Observation) -> G::Identity {
        G::identity(seen)
    }

    fn to_move(seen: &G::Observation) -> Option<G::Player> {
        G::to_move(seen)
    }

    fn final_score(seen: &G::Observation) -> String {
        G::final_score(seen)
    }
}
