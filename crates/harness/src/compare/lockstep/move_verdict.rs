//! An engine's stance on a move, in words that say how it was determined.

use crate::compare::participant::Verdict;
use crate::compare::verdict_words;

/// How a verdict was determined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum VerdictSource {
    /// The engine was queried.
    Asking,
    /// The engine was made to play the move.
    Playing,
    /// The engine lists moves, and the move is or is not among them.
    Listing,
}

/// An engine's verdict on a move, and how it was determined.
pub(super) struct MoveVerdict {
    pub(super) verdict: Verdict,
    pub(super) by: VerdictSource,
}

impl Clone for MoveVerdict {
    fn clone(&self) -> Self {
        *self
    }
}

impl Copy for MoveVerdict {}

impl MoveVerdict {
    /// Returns the stance of an engine that was queried.
    pub(super) fn asked(verdict: Verdict) -> Self {
        Self { verdict, by: VerdictSource::Asking }
    }

    /// Returns the stance of an engine that was made to play the move.
    pub(super) fn played(verdict: Verdict) -> Self {
        Self { verdict, by: VerdictSource::Playing }
    }

    /// Returns the stance of an engine that lists moves. `listed` means that the move is among them.
    pub(super) fn listed(listed: bool) -> Self {
        Self { verdict: if listed { Ok(()) } else { Err(None) }, by: VerdictSource::Listing }
    }

    /// Describes the stance on the move `mv`, in words that follow the engine's name and a colon.
    pub(super) fn of(&self, mv: &str) -> String {
        match (self.by, &self.verdict) {
            (VerdictSource::Asking, verdict) => format!("{mv} is {}", verdict_words(verdict)),
            (VerdictSource::Playing, Ok(())) => format!("plays {mv}"),
            (VerdictSource::Playing, Err(None)) => format!("refuses {mv}"),
            (VerdictSource::Playing, Err(Some(reason))) => format!("refuses {mv} ({reason})"),
            (VerdictSource::Listing, Ok(())) => format!("lists {mv}"),
            (VerdictSource::Listing, Err(_)) => format!("does not list {mv}"),
        }
    }

    /// Describes the stance as [`of`](Self::of) does, for a move that was just mentioned.
    pub(super) fn of_it(&self) -> String {
        match self.by {
            VerdictSource::Asking => format!("says it is {}", verdict_words(&self.verdict)),
            VerdictSource::Playing | VerdictSource::Listing => self.of("it"),
        }
    }
}

/// Describes the stances of two engines on a move, each with its name:
/// `theirs: refuses a1 (ko); mine: plays it`.
pub(super) fn both(first: (&str, MoveVerdict), second: (&str, MoveVerdict), mv: &str) -> String {
    let asked = [first.1.by, second.1.by] == [VerdictSource::Asking; 2];
    let other = if asked { verdict_words(&second.1.verdict) } else { second.1.of_it() };
    format!("{}: {}; {}: {other}", first.0, first.1.of(mv), second.0)
}

#[cfg(test)]
mod tests {
    use bustan_vocabulary::tictactoe::{Reason, TicTacToe};

    use super::*;
    use crate::erased::shared_reason;

    #[test]
    fn words_say_who_plays_a_move_who_refuses_it_and_why() {
        let occupied: Verdict = Err(Some(shared_reason::<TicTacToe>(Reason::Occupied)));
        let told = |a: MoveVerdict, b: MoveVerdict| both(("theirs", a), ("mine", b), "a1");
        let (asked, played, listed) = (MoveVerdict::asked, MoveVerdict::played, MoveVerdict::listed);
        for (one, other, words) in [
            (asked(occupied), asked(Ok(())), "theirs: a1 is illegal (occupied); mine: legal"),
            (asked(Ok(())), played(occupied), "theirs: a1 is legal; mine: refuses it (occupied)"),
            (played(occupied), played(Ok(())), "theirs: refuses a1 (occupied); mine: plays it"),
            (played(Ok(())), asked(Err(None)), "theirs: plays a1; mine: says it is illegal"),
            (listed(false), played(Err(None)), "theirs: does not list a1; mine: refuses it"),
            (listed(true), asked(occupied), "theirs: lists a1; mine: says it is illegal (occupied)"),
        ] {
            assert_eq!(told(one, other), words);
        }
    }
}
