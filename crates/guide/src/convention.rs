//! Conventions: notations of a value that are not differences of rules.

use bustan_vocabulary::Game;

/// A notation for a value that some engines use, although they play by the same rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Convention {
    /// The key of the observation whose value the convention changes.
    pub key: &'static str,
    /// A short description, such as `en passant square after every double push`.
    pub name: &'static str,
    /// The options with which an engine can be compared without the convention, as a phrase that follows
    /// "use"; empty if there are none.
    pub remedy: &'static str,
    /// The number that the engine always reports, irrespective of the rules, if any. In this case, nothing
    /// can be compared under the key.
    pub always: Option<u32>,
}

/// Converts an observation by the rules to that of an engine that follows a convention. The parameters are
/// the index of the convention, the start of the game, the last move, if any, and the observation.
pub type Convert<G> = fn(
    usize,
    &<G as Game>::Position,
    Option<&<G as Game>::Move>,
    &<G as Game>::Observation,
) -> <G as Game>::Observation;

/// The conventions of a game. Each of them is exact: the rules determine the value that an engine which
/// follows the convention reports, so any other value is a difference.
pub struct Conventions<G: Game> {
    /// The conventions. Conventions for the same key are tried in this order.
    pub all: &'static [Convention],
    /// Lines of moves from [`start`](Self::start), separated by spaces. Any two conventions for the same key
    /// differ in at least one position of these lines.
    pub lines: &'static [&'static str],
    /// Returns the start of the lines, with the options of the given position.
    pub start: fn(&G::Position) -> Option<G::Position>,
    /// Returns the observation of an engine that follows a convention.
    pub shown: Convert<G>,
    /// Returns the position with the value that an observation has under a key.
    pub told: fn(&G::Position, &str, &G::Observation) -> G::Position,
}
