//! What an engine says about a move that it is asked about.

/// Whether a player may play a move, as an engine says when it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling<R> {
    /// The player may play it.
    Legal,
    /// The player may not, for this reason: the first that applies.
    Illegal(R),
    /// The player may not, and the engine gives no reason.
    Refused,
    /// The engine can only tell by playing the move.
    Unknown,
}

impl<R> Ruling<R> {
    /// The same in the form in which [`Engine::play`](crate::Engine::play) answers; `None` when it is
    /// unknown.
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
    /// The ruling of an engine that works out what becomes of a move, or why it is illegal.
    fn from(result: Result<T, R>) -> Self {
        match result {
            Ok(_) => Self::Legal,
            Err(reason) => Self::Illegal(reason),
        }
    }
}
