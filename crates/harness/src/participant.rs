//! Who takes part in a game: an engine in this process, or a program that plays in one of its own.

use std::fmt;

use bustan_vocabulary::{Draw, Engine, Game, NoStart, Playout, Ruling};
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::diff::json;
use crate::foreign::State;

/// What a participant says about a move: that it is legal, or why not.
pub type Verdict<G> = Result<(), Option<<G as Game>::Reason>>;

/// Why a participant does not start from a position.
pub type Unset<G> = NoStart<<G as Game>::Invalid>;

/// What the harness asks of whoever takes part in a game `G`.
///
/// Every [`Engine`] is one; what it takes beside an engine, only programs in processes of their own need.
/// What a participant cannot answer it answers with `None`, and the harness compares the rest.
pub trait Participant<G: Game> {
    /// The name in reports.
    fn name(&self) -> String;

    /// Starts a new game at a position and forgets the old one.
    ///
    /// # Errors
    /// Why it does not start there. Unless it is [`Unable`](NoStart::Unable), it then holds whatever it held
    /// before.
    fn setup(&mut self, position: &G::Position) -> Result<(), Unset<G>>;

    /// Plays a move for a player.
    ///
    /// # Errors
    /// The reason for which it refuses the move, if it gives one. Nothing has changed then.
    fn play(&mut self, player: G::Player, mv: &G::Move) -> Verdict<G>;

    /// The player on turn, `None` when the game is over.
    fn turn(&self) -> Option<G::Player>;

    /// Whether it can tell who is on turn. If not, what [`turn`](Self::turn) answers means nothing.
    fn knows_turn(&self) -> bool {
        true
    }

    /// What [`play`](Self::play) would answer now.
    fn verdict(&self, player: G::Player, mv: &G::Move) -> Ruling<G::Reason> {
        let _ = (player, mv);
        Ruling::Unknown
    }

    /// All legal moves of the player on turn, each once, in any order.
    fn legal_moves(&self) -> Option<Vec<G::Move>> {
        None
    }

    /// Everything it believes about the position.
    fn observe(&self) -> Option<Observed<G>> {
        None
    }

    /// The result in the words of [`Game::final_score`], told apart from what it [observes](Self::observe).
    fn final_score(&self) -> Option<String> {
        None
    }

    /// Takes back the last move: whether there was one since [`setup`](Self::setup).
    fn undo(&mut self) -> Option<bool> {
        None
    }

    /// A 64-bit hash of the position.
    fn hash(&self) -> Option<u64> {
        None
    }

    /// The position in a form from which [`setup`](Self::setup) restores it.
    fn position(&self) -> Option<G::Position> {
        None
    }

    /// A second one in the same state that shares nothing with this one.
    fn duplicate(&self) -> Option<Box<dyn Participant<G>>> {
        None
    }

    /// The board as it draws it for people, several lines of text. It is shown where two participants differ.
    fn drawing(&self) -> Option<String> {
        None
    }

    /// Whether it takes long to make another one. Such a one is set up again after it was found to be wrong,
    /// where others are made anew.
    fn is_costly(&self) -> bool {
        false
    }

    /// Why nothing more can be asked of it, as when its process died. Its answers mean nothing from then on.
    fn fault(&self) -> Option<Fault> {
        None
    }

    /// The number of legal sequences of exactly `depth` moves from here.
    fn perft(&mut self, depth: u32) -> Option<u64>;

    /// Plays uniformly random legal moves to the end; see [`Engine::playout`].
    fn playout(&mut self, draw: &mut Draw<'_>) -> Option<Playout>;
}

impl<G: Game, E: Engine<Game = G>> Participant<G> for E {
    fn name(&self) -> String {
        Engine::name(self)
    }

    fn setup(&mut self, position: &G::Position) -> Result<(), Unset<G>> {
        Engine::setup(self, position)
    }

    fn play(&mut self, player: G::Player, mv: &G::Move) -> Verdict<G> {
        Engine::play(self, player, mv)
    }

    fn turn(&self) -> Option<G::Player> {
        Engine::turn(self)
    }

    fn verdict(&self, player: G::Player, mv: &G::Move) -> Ruling<G::Reason> {
        Engine::verdict(self, player, mv)
    }

    fn legal_moves(&self) -> Option<Vec<G::Move>> {
        Engine::legal_moves(self)
    }

    fn observe(&self) -> Option<Observed<G>> {
        Engine::observe(self).map(Observed::new)
    }

    fn undo(&mut self) -> Option<bool> {
        Engine::undo(self)
    }

    fn hash(&self) -> Option<u64> {
        Engine::hash(self)
    }

    fn position(&self) -> Option<G::Position> {
        Engine::position(self)
    }

    fn duplicate(&self) -> Option<Box<dyn Participant<G>>> {
        Engine::duplicate(self).map(|engine| Box::new(engine) as Box<dyn Participant<G>>)
    }

    fn perft(&mut self, depth: u32) -> Option<u64> {
        Engine::perft(self, depth)
    }

    fn playout(&mut self, draw: &mut Draw<'_>) -> Option<Playout> {
        Engine::playout(self, draw)
    }
}

/// Why nothing more can be asked of a participant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// In which way it ended.
    pub end: End,
    /// The name of the command that was being answered; empty where there was none.
    pub command: String,
    /// What happened: a line without what varies from one time to the next, then lines with details.
    pub words: String,
}

/// In which way a participant ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum End {
    /// It failed: it died, or answered with what is no answer.
    Failure,
    /// It did not answer in time.
    Silence,
    /// It was given up, because the run was to end.
    Interruption,
}

/// What a participant believes about a position.
#[derive(Clone)]
pub enum Observed<G: Game> {
    /// In the game's own terms.
    Own(G::Observation),
    /// In the words of a program.
    Said(State),
    /// In terms of an engine's own, as JSON.
    Other(Value),
}

impl<G: Game> Observed<G> {
    /// What an engine shows, in the game's own terms if it is of that type.
    pub fn new<T: Serialize + 'static>(seen: T) -> Self {
        let mut seen = Some(seen);
        match (&mut seen as &mut dyn std::any::Any)
            .downcast_mut::<Option<G::Observation>>()
            .and_then(Option::take)
        {
            Some(own) => Self::Own(own),
            None => Self::Other(json(&seen)),
        }
    }

    /// The observation in the game's own terms, if it is told in these.
    pub fn own(&self) -> Option<&G::Observation> {
        match self {
            Self::Own(seen) => Some(seen),
            Self::Said(_) | Self::Other(_) => None,
        }
    }

    /// Whether this is text, and letter for letter what the other is as JSON.
    pub(crate) fn is_printed(&self, other: &Self) -> bool {
        match self {
            Self::Said(state) => state.is_printed(other),
            Self::Own(_) | Self::Other(_) => false,
        }
    }
}

impl<G: Game> PartialEq for Observed<G> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Own(one), Self::Own(other)) => one == other,
            (Self::Said(one), Self::Said(other)) => one == other,
            (Self::Other(one), Self::Other(other)) => one == other,
            _ => false,
        }
    }
}

impl<G: Game> fmt::Debug for Observed<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Own(seen) => seen.fmt(f),
            Self::Said(seen) => seen.fmt(f),
            Self::Other(seen) => seen.fmt(f),
        }
    }
}

impl<G: Game> Serialize for Observed<G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Own(seen) => seen.serialize(serializer),
            Self::Said(seen) => seen.serialize(serializer),
            Self::Other(seen) => seen.serialize(serializer),
        }
    }
}
