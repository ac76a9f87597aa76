//! What comes of a position, and of one from those behind it.

/// What comes of a position for the player on turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The game ends.
    Ends {
        /// By how much the player on turn will lead.
        lead: i16,
        /// After how many moves.
        remoteness: u16,
    },
    /// Neither side can force an end.
    Draw,
}

impl Outcome {
    /// What this is worth to the player whose outcome it is: the larger, the better.
    pub fn worth(self) -> impl Ord {
        match self {
            Self::Ends { lead, remoteness } if lead >= 0 => (lead, -i32::from(remoteness)),
            Self::Ends { lead, remoteness } => (lead, i32::from(remoteness)),
            // Worse than a tie by any way.
            Self::Draw => (0, i32::MIN),
        }
    }

    /// The same one move earlier, seen by the player who makes it.
    #[must_use]
    pub fn before(self) -> Self {
        match self {
            Self::Ends { lead, remoteness } => Self::Ends { lead: -lead, remoteness: remoteness.saturating_add(1) },
            Self::Draw => Self::Draw,
        }
    }
}

/// What comes of a position from which a move leads to each of these; `None` for none.
///
/// With loops in the game this is a property of what was found, not a way to find it.
pub fn best(children: impl IntoIterator<Item = Outcome>) -> Option<Outcome> {
    children.into_iter().map(Outcome::before).max_by_key(|outcome| outcome.worth())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(lead: i16, remoteness: u16) -> Outcome {
        Outcome::Ends { lead, remoteness }
    }

    #[test]
    fn who_wins_hurries_and_who_loses_holds_out() {
        assert_eq!(best([ends(-1, 4), ends(-1, 2), ends(1, 9), ends(0, 1), Outcome::Draw]), Some(ends(1, 3)));
        assert_eq!(best([ends(1, 3), ends(1, 7), ends(1, 5)]), Some(ends(-1, 8)));
        assert_eq!(best([ends(1, 3), ends(0, 7), ends(0, 5), Outcome::Draw]), Some(ends(0, 6)));
        assert_eq!(best([ends(1, 3), Outcome::Draw]), Some(Outcome::Draw));
        assert_eq!(best([]), None);
    }

    #[test]
    fn more_points_are_better_than_a_shorter_way() {
        assert_eq!(best([ends(-3, 8), ends(-2, 1)]), Some(ends(3, 9)));
        assert_eq!(best([ends(3, 9), ends(2, 1)]), Some(ends(-2, 2)));
    }
}
