//! Conventions: ways to write a value that are not a difference of rules.

use bustan_vocabulary::Game;

/// A way in which some engines write a value although they play by the same rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Convention {
    /// The key of the observation that it is about.
    pub key: &'static str,
    /// The convention in a few words, such as `en passant square after every double push`.
    pub name: &'static str,
    /// The options that compare an engine without the convention, as text after "use"; empty if there are
    /// none.
    pub remedy: &'static str,
    /// The number that is always shown, whatever the rules say, if there is one: then nothing can be compared
    /// under the key.
    pub always: Option<u32>,
}

/// Converts the observation by the rules to that of an engine that follows the convention with this number,
/// in a game that started at this position, after this move if there was one.
pub type Convert<G> = fn(
    usize,
    &<G as Game>::Position,
    Option<&<G as Game>::Move>,
    &<G as Game>::Observation,
) -> <G as Game>::Observation;

/// The conventions of a game. Each is exact: the rules determine the value that an engine which follows it
/// shows, so any other value is a difference.
pub struct Conventions<G: Game> {
    /// The conventions, those about one key in the order in which they are tried.
    pub all: &'static [Convention],
    /// Lines of moves from [`start`](Self::start), separated by blanks. They distinguish the conventions: no
    /// two about one key show the same at all of their positions.
    pub lines: &'static [&'static str],
    /// The start of these lines in a game with the options of this position.
    pub start: fn(&G::Position) -> Option<G::Position>,
    /// The observation of an engine that follows a convention.
    pub shown: Convert<G>,
    /// A position with the value that an observation shows under this key.
    pub told: fn(&G::Position, &str, &G::Observation) -> G::Position,
}
