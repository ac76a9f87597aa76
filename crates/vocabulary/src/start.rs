//! Reasons why an engine does not start from a position.

use alloc::string::String;
use core::error::Error;
use core::fmt;

/// Why an engine does not start from a position; see [`Engine::setup`](crate::Engine::setup).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoStart<I> {
    /// The position could not arise by the rules, for this reason of the game.
    Invalid(I),
    /// The engine refuses the position, with this message.
    Refused(String),
    /// The engine cannot start from this position, whether or not it is valid.
    Unable,
}

impl<I> NoStart<I> {
    /// Whether the engine reports the position as invalid.
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
