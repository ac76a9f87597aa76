//! An engine's verdict on a move.

/// An engine's answer to the query whether a player may play a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling<R> {
    /// The move is legal.
    Legal,
    /// The move is illegal, for the first reason that applies.
    Illegal(R),
    /// The move is illegal, and the engine does not give reasons.
    Refused,
    /// The engine cannot decide this without playing the move.
    Unknown,
}

impl<R> Ruling<R> {
    /// Converts to the result of [`Engine::play`](crate::Engine::play); `None` if the ruling is
    /// [`Unknown`](Self::Unknown).
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
    /// Converts the result of an engine that computes either the effect of a move or the reason why it is
    /// illegal.
    fn from(result: Result<T, R>) -> Self {
        match result {
            Ok(_) => Self::Legal,
            Err(reason) => Self::Illegal(reason),
        }
    }
}
