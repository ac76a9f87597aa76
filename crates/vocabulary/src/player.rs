//! Reading the names of players, in the same way for all games.

use alloc::string::String;

use thiserror::Error;

/// A text that does not name a player.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text:?} is not a player; the players are {players}")]
pub struct PlayerError {
    /// The text.
    pub text: String,
    /// The players of the game, in words.
    players: &'static str,
}

/// Returns the one of `all` players that a text names, in full or by the first letter, in any case; `players`
/// describes them in the error.
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
