//! Checks that games reach all the events that are counted for them.

use bustan_games::{GAMES, Visit, visit};
use bustan_guide::Explore;

/// The names of the events of a game for which `reached` returns `false`.
pub fn missing<G: Explore>(reached: impl Fn(usize) -> bool) -> Vec<&'static str> {
    let events = G::EVENTS.iter().zip(0..);
    events.filter(|(_, number)| !reached(*number)).map(|(event, _)| event.name).collect()
}

/// Checks that `visitor`, which returns the [`missing`] events of a game, returns none for any game.
///
/// # Panics
/// Panics if an event is missing. The message lists all missing events.
#[track_caller]
pub fn assert_all_are_reached(visitor: impl Visit<Output = Vec<&'static str>> + Copy) {
    let missing: Vec<_> =
        GAMES.iter().map(|game| (game, visit(game, visitor).expect("the game is registered"))).collect();
    assert!(missing.iter().all(|(_, events)| events.is_empty()), "{missing:?}");
}
