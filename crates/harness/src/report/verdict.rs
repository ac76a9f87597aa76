//! Summarises the result of a run in one word, which is the same in all reports.

use std::fmt;

/// The minimum number of finished games for a verdict that engines agree, unless fewer games were requested.
pub const FEWEST_GAMES: u64 = 3;

/// The result of comparing two engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The engines agree in everything that was compared.
    Agree,
    /// There is a finding.
    Differ,
    /// Too little was compared for a verdict.
    NotTested,
    /// The run was interrupted from outside, and had found nothing until then.
    Interrupted,
    /// The run is in progress or was killed, and had found nothing until then.
    Unfinished,
    /// The run ended before it reached the game.
    NotRun,
}

impl Verdict {
    /// Returns the word for the verdict.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Agree => "agree",
            Self::Differ => "differ",
            Self::NotTested => "not tested",
            Self::Interrupted => "interrupted",
            Self::Unfinished => "unfinished",
            Self::NotRun => "not run",
        }
    }

    /// Returns the verdict with the word `word`.
    pub fn of_word(word: &str) -> Option<Self> {
        const ALL: [Verdict; 6] = [
            Verdict::Agree,
            Verdict::Differ,
            Verdict::NotTested,
            Verdict::Interrupted,
            Verdict::Unfinished,
            Verdict::NotRun,
        ];
        ALL.into_iter().find(|verdict| verdict.word() == word)
    }

    /// Returns the verdict on several games, which is the worst of their verdicts. A game that was not run
    /// counts as interrupted.
    pub fn of_all(verdicts: impl IntoIterator<Item = Self>) -> Self {
        const WORST_FIRST: [Verdict; 5] =
            [Verdict::Differ, Verdict::Unfinished, Verdict::Interrupted, Verdict::NotRun, Verdict::NotTested];
        let all: Vec<Self> = verdicts.into_iter().collect();
        match WORST_FIRST.into_iter().find(|verdict| all.contains(verdict)) {
            Some(Self::NotRun) => Self::Interrupted,
            Some(verdict) => verdict,
            None if all.is_empty() => Self::NotTested,
            None => Self::Agree,
        }
    }
}

/// Returns a sentence that two engines differ in games of earlier findings.
pub fn still_differ([subject, oracle]: &[String; 2], still: &[String]) -> String {
    format!("{subject} differs from {oracle} in games of earlier findings: {}", still.join(", "))
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_games_have_the_worst_verdict_of_one() {
        use Verdict::*;
        for (games, all) in [
            (&[Agree, Agree][..], Agree),
            (&[Agree, NotTested], NotTested),
            (&[Agree, NotTested, NotRun], Interrupted),
            (&[Interrupted, NotRun], Interrupted),
            (&[Unfinished, Interrupted], Unfinished),
            (&[Agree, Differ, Unfinished], Differ),
            (&[], NotTested),
        ] {
            assert_eq!(Verdict::of_all(games.iter().copied()), all, "{games:?}");
        }
    }
}
