//! An engine's verdict on a move.

/// An engine's answer to the question whether a player may play a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling<R> {
    /// The player may play it.
    Legal,
    /// The player may not play it, for this reason: the first that applies.
    Illegal(R),
    /// The player may not play it, and the engine gives no reason.
    Refused,
    /// Only playing the move would show it.
    Unknown,
}

impl<R> Ruling<R> {
    /// The same as a result of [`Engine::play`](crate::Engine::play); `None` if it is unknown.
    pub fn answer(self) -> Option<Result<(), Option<R>>> {
        match self {
            Self::Legal => Some(Ok(())),
            Self::Illegal(reason) => Some(Err(Some(reason))),
            Self::Refused => Some(Err(None)),
            Self::Unknown => None,
        }
    }
}

impl<T, R> From<Result<T, R>> for Ruling<R> {
    /// The ruling of an engine that works out either the effect of a move or the reason why it is illegal.
    fn from(result: Result<T, R>) -> Self {
        match result {
            Ok(_) => Self::Legal,
            Err(reason) => Self::Illegal(reason),
        }
    }
}
