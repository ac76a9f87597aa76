//! Parsing of the names of players, shared by all games.

use alloc::string::String;

use thiserror::Error;

/// A text that does not name a player.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text:?} is not a player; the players are {players}")]
pub struct PlayerError {
    /// The text that was parsed.
    pub text: String,
    /// A description of the players of the game, for messages.
    players: &'static str,
}

/// Returns the player of `all` whose name, or whose name's first letter, is `text`, in either case. `players`
/// describes the players in the error.
pub(crate) fn named<P: Copy>(
    text: &str,
    all: &[P],
    name: impl Fn(P) -> &'static str,
    players: &'static str,
) -> Result<P, PlayerError> {
    let is = |name: &str| text.eq_ignore_ascii_case(name) || text.eq_ignore_ascii_case(&name[..1]);
    let found = all.iter().copied().find(|&player| is(name(player)));
    found.ok_or_else(|| PlayerError { text: text.into(), players })
}
