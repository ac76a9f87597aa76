//! Outcomes of positions, and how that of a position follows from those of its children.

#[cfg(doc)]
use bustan_vocabulary::Solve;

use serde::{Deserialize, Serialize};

use super::SolveError;

/// The outcome of a position for the player on turn or, in a game for more than two, for the
/// [player](Solve::own_turn) whose graph it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Outcome {
    /// The game ends.
    Ends {
        /// This player's lead at the end.
        lead: i16,
        /// The number of moves to the end.
        remoteness: u16,
    },
    /// Neither side can force an end.
    #[default]
    Draw,
}

impl Outcome {
    /// The outcome of a position at which the game has ended with this lead.
    ///
    /// # Errors
    /// Fails if the lead is too large for an outcome.
    pub fn ended(lead: i32) -> Result<Self, SolveError> {
        // The largest lead represents draws in files.
        let lead = i16::try_from(lead).ok().filter(|lead| lead.unsigned_abs() < i16::MAX.unsigned_abs());
        lead.map(|lead| Self::Ends { lead, remoteness: 0 }).ok_or(SolveError::TooLarge)
    }

    /// The worth to the player whose outcome it is: larger is better.
    pub fn worth(self) -> impl Ord {
        match self {
            Self::Ends { lead, remoteness } if lead >= 0 => (lead, -i32::from(remoteness)),
            Self::Ends { lead, remoteness } => (lead, i32::from(remoteness)),
            // Worse than any tie.
            Self::Draw => (0, i32::MIN),
        }
    }

    /// The same outcome for the other side.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Ends { lead, remoteness } => Self::Ends { lead: -lead, remoteness },
            Self::Draw => Self::Draw,
        }
    }

    /// The same outcome one move earlier.
    #[must_use]
    pub const fn earlier(self) -> Self {
        match self {
            Self::Ends { lead, remoteness } => Self::Ends { lead, remoteness: remoteness.saturating_add(1) },
            Self::Draw => Self::Draw,
        }
    }
}

/// The outcome of a move that leads to a position with this outcome: in a game for two, for the player who
/// makes the move; else for the player whose graph it is.
///
/// `own_turn` is the graph's answer for the position at which the move is made; see [`Solve::own_turn`].
pub const fn of_move(own_turn: Option<bool>, outcome: Outcome) -> Outcome {
    match own_turn {
        None => outcome.reversed().earlier(),
        Some(_) => outcome.earlier(),
    }
}

/// The outcome of a position whose moves lead to positions with these outcomes; `None` if there are none.
/// `own_turn` is the graph's answer for the position; see [`Solve::own_turn`].
///
/// In a game with loops this is a property of the result, not a way to find it.
pub fn best(own_turn: Option<bool>, children: impl IntoIterator<Item = Outcome>) -> Option<Outcome> {
    let moves = children.into_iter().map(|outcome| of_move(own_turn, outcome));
    match own_turn {
        Some(false) => {
            moves.map(Outcome::reversed).max_by_key(|outcome| outcome.worth()).map(Outcome::reversed)
        }
        _ => moves.max_by_key(|outcome| outcome.worth()),
    }
}
