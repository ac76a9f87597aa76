//! Outcomes of positions, and how the outcome of a position is derived from those of its children.

#[cfg(doc)]
use bustan_vocabulary::Solve;

use serde::{Deserialize, Serialize};

use super::SolveError;

/// The outcome of a position, for the player to move or, in a game for more than two players, for the
/// [player](Solve::own_turn) of the graph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Outcome {
    /// The game will end.
    Ends {
        /// The player's lead at the end of the game.
        lead: i16,
        /// The number of moves to the end of the game.
        remoteness: u16,
    },
    /// Neither side can force an end of the game.
    #[default]
    Draw,
}

impl Outcome {
    /// Returns the outcome of a final position with this lead.
    ///
    /// # Errors
    /// Fails if the lead is too large for an outcome.
    pub fn ended(lead: i32) -> Result<Self, SolveError> {
        // The largest lead is reserved for draws in files.
        let lead = i16::try_from(lead).ok().filter(|lead| lead.unsigned_abs() < i16::MAX.unsigned_abs());
        lead.map(|lead| Self::Ends { lead, remoteness: 0 }).ok_or(SolveError::TooLarge)
    }

    /// A sort key by the value of the outcome for its player: larger is better.
    pub fn worth(self) -> impl Ord {
        match self {
            Self::Ends { lead, remoteness } if lead >= 0 => (lead, -i32::from(remoteness)),
            Self::Ends { lead, remoteness } => (lead, i32::from(remoteness)),
            // A draw is worse than any tie.
            Self::Draw => (0, i32::MIN),
        }
    }

    /// The outcome from the point of view of the other side.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Ends { lead, remoteness } => Self::Ends { lead: -lead, remoteness },
            Self::Draw => Self::Draw,
        }
    }

    /// The outcome one move earlier.
    #[must_use]
    pub const fn earlier(self) -> Self {
        match self {
            Self::Ends { lead, remoteness } => Self::Ends { lead, remoteness: remoteness.saturating_add(1) },
            Self::Draw => Self::Draw,
        }
    }
}

/// The outcome of a move that leads to a position with this outcome: in a game for two players, for the
/// player who makes the move; otherwise for the player of the graph.
///
/// `own_turn` is the result of [`Solve::own_turn`] for the position before the move.
pub const fn of_move(own_turn: Option<bool>, outcome: Outcome) -> Outcome {
    match own_turn {
        None => outcome.reversed().earlier(),
        Some(_) => outcome.earlier(),
    }
}

/// The outcome of a position whose children have these outcomes; `None` if there are none. `own_turn` is the
/// result of [`Solve::own_turn`] for the position.
///
/// In a game with cycles, outcomes have this property, but it does not suffice to find them.
pub fn best(own_turn: Option<bool>, children: impl IntoIterator<Item = Outcome>) -> Option<Outcome> {
    let moves = children.into_iter().map(|outcome| of_move(own_turn, outcome));
    match own_turn {
        Some(false) => {
            moves.map(Outcome::reversed).max_by_key(|outcome| outcome.worth()).map(Outcome::reversed)
        }
        _ => moves.max_by_key(|outcome| outcome.worth()),
    }
}
