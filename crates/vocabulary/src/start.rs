//! Why an engine does not start from a position.

use alloc::string::String;
use core::error::Error;
use core::fmt;

/// Why an engine does not start from a position; see [`Engine::setup`](crate::Engine::setup).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoStart<I> {
    /// The position could not arise by the rules, for this reason of the game.
    Invalid(I),
    /// The engine refuses the position, in these words.
    Refused(String),
    /// The engine has no way to start from this position, valid or not.
    Unable,
}

impl<I> NoStart<I> {
    /// Whether the engine reports the position as wrong.
    pub const fn refuses(&self) -> bool {
        matches!(self, Self::Invalid(_) | Self::Refused(_))
    }
}

impl<I> From<I> for NoStart<I> {
    fn from(invalid: I) -> Self {
        Self::Invalid(invalid)
    }
}

impl<I: fmt::Display> fmt::Display for NoStart<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid(invalid) => invalid.fmt(f),
            Self::Refused(words) => f.write_str(words),
            Self::Unable => f.write_str("the engine cannot be set up there"),
        }
    }
}

impl<I: Error> Error for NoStart<I> {}
