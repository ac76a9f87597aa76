//! What comes of a position, and of one from those behind it.

use bustan_vocabulary::Solve;

use super::SolveError;

/// What comes of a position: for the player on turn; in a game for more than two, for the
/// [one](Solve::own_turn) whom the graph is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The game ends.
    Ends {
        /// By how much this player will lead.
        lead: i16,
        /// After how many moves.
        remoteness: u16,
    },
    /// Neither side can force an end.
    Draw,
}

impl Outcome {
    /// Of a position at which the game has ended with this lead.
    pub(super) fn ended(lead: i32) -> Result<Self, SolveError> {
        // The largest stands for draws in files.
        let lead = i16::try_from(lead).ok().filter(|lead| lead.unsigned_abs() < i16::MAX.unsigned_abs());
        lead.map(|lead| Self::Ends { lead, remoteness: 0 }).ok_or(SolveError::TooLarge)
    }

    /// What this is worth to the player whose outcome it is: the larger, the better.
    pub fn worth(self) -> impl Ord {
        match self {
            Self::Ends { lead, remoteness } if lead >= 0 => (lead, -i32::from(remoteness)),
            Self::Ends { lead, remoteness } => (lead, i32::from(remoteness)),
            // Worse than a tie by any way.
            Self::Draw => (0, i32::MIN),
        }
    }

    /// The same seen by the other side.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Ends { lead, remoteness } => Self::Ends { lead: -lead, remoteness },
            Self::Draw => Self::Draw,
        }
    }

    /// The same one move earlier.
    #[must_use]
    pub const fn earlier(self) -> Self {
        match self {
            Self::Ends { lead, remoteness } => Self::Ends { lead, remoteness: remoteness.saturating_add(1) },
            Self::Draw => Self::Draw,
        }
    }
}

/// What comes of a move that leads to a position with this outcome: in a game for two, for the player who
/// makes the move; else for the one whom the graph is for.
pub fn of_move<S: Solve>(graph: &S, number: u64, outcome: Outcome) -> Outcome {
    match graph.own_turn(number) {
        None => outcome.reversed().earlier(),
        Some(_) => outcome.earlier(),
    }
}

/// What comes of the position of a number from which moves lead to positions with these outcomes; `None` for
/// none.
///
/// With loops in the game this is a property of what was found, not a way to find it.
pub fn best<S: Solve>(
    graph: &S,
    number: u64,
    children: impl IntoIterator<Item = Outcome>,
) -> Option<Outcome> {
    let moves = children.into_iter().map(|outcome| of_move(graph, number, outcome));
    match graph.own_turn(number) {
        Some(false) => {
            moves.map(Outcome::reversed).max_by_key(|outcome| outcome.worth()).map(Outcome::reversed)
        }
        _ => moves.max_by_key(|outcome| outcome.worth()),
    }
}
