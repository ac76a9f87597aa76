//! Checks that games reach all the events that their game counts.

use bustan_games::{GAMES, Visit, visit};
use bustan_guide::Explore;

/// The names of a game's events that are not `reached`.
pub fn missing<G: Explore>(reached: impl Fn(usize) -> bool) -> Vec<&'static str> {
    let events = G::EVENTS.iter().zip(0..);
    events.filter(|(_, number)| !reached(*number)).map(|(event, _)| event.name).collect()
}

/// Checks that a visitor that returns the [`missing`] events returns none for any game.
///
/// # Panics
/// If an event is missing. The message lists all that are.
#[track_caller]
pub fn assert_all_are_reached(visitor: impl Visit<Output = Vec<&'static str>> + Copy) {
    let missing: Vec<_> =
        GAMES.iter().map(|game| (game, visit(game, visitor).expect("the game is registered"))).collect();
    assert!(missing.iter().all(|(_, events)| events.is_empty()), "{missing:?}");
}
