//! Reading the names of players, which is the same in all games.

use alloc::string::String;
use core::error::Error;
use core::fmt;

/// A text that names no player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerError {
    /// The text.
    pub text: String,
    /// The players of the game, in words.
    players: &'static str,
}

impl fmt::Display for PlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a player; the players are {}", self.text, self.players)
    }
}

impl Error for PlayerError {}

/// The one of `all` players that a text names, in full or by the first letter, in any case; `players` says in
/// words who they are.
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
