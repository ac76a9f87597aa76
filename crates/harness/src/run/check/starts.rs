//! Detects that no game of a run can start, so that the run ends early.

use std::collections::BTreeSet;

use super::plan::Plan;
use crate::generate::Start;

/// The minimum number of attempts to start before a run gives up.
const FEWEST: u64 = 100;

/// The number of attempts for each distinct start before a run with random starts gives up, because it hardly
/// draws new ones.
const EACH: u64 = 20;

/// The number of attempts after which a run gives up even if it still draws new starts.
const MOST: u64 = 10_000;

/// The starts that the games of a run have tried, while no game has started.
#[derive(Debug, Default)]
pub(super) struct Starts {
    /// Whether a game started, showed a difference, or was stopped.
    begun: bool,
    attempts: u64,
    tried: BTreeSet<String>,
}

impl Starts {
    /// Records the starts of a game that could not start at any of them; `None` if the game started.
    pub(super) fn note(&mut self, tried: Option<Vec<String>>) {
        match tried.filter(|tried| !self.begun && !tried.is_empty()) {
            Some(tried) => {
                self.attempts += tried.len() as u64;
                self.tried.extend(tried);
            }
            None => *self = Self { begun: true, ..Self::default() },
        }
    }

    /// Whether no game of `plan` can start. Always `false` for a shard and for a run with a journal, which
    /// play all their games.
    pub(super) fn are_in_vain_for(&self, plan: &Plan) -> bool {
        let list = match &plan.config.start {
            Some(Start::Among(positions)) => Some(&**positions),
            _ => None,
        };
        plan.shard.is_whole() && plan.log.is_none() && self.are_in_vain(list)
    }

    /// Whether no game can start at any position of `list`, if there is one.
    fn are_in_vain<P: ToString>(&self, list: Option<&[P]>) -> bool {
        if self.begun || self.attempts < FEWEST {
            return false;
        }
        match list {
            // A file may list a position twice.
            Some(list) => {
                self.attempts >= list.len() as u64
                    && list.iter().all(|position| self.tried.contains(&position.to_string()))
            }
            None => self.attempts >= MOST.min(FEWEST + EACH * self.tried.len() as u64),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the number of games after which a run gives up, of at most `most` games, if each tries the
    /// starts in `tried`.
    fn games(list: Option<&[&str]>, most: usize, tried: impl Fn(usize) -> Vec<String>) -> Option<usize> {
        let mut starts = Starts::default();
        (1..=most).find(|&game| {
            starts.note(Some(tried(game)));
            starts.are_in_vain(list)
        })
    }

    fn starts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_run_gives_up_when_it_sees_no_new_start() {
        assert_eq!(games(None, 200, |_| starts(&["a"])), Some(120));
        assert_eq!(games(None, 200, |_| starts(&["a", "b"])), Some(70));
        let new = |game: usize| vec![game.to_string()];
        assert_eq!(games(None, 9_999, new), None);
        assert_eq!(games(None, 10_000, new), Some(10_000));
    }

    #[test]
    fn a_run_with_a_list_gives_up_after_each_of_its_positions() {
        let list = ["a", "b", "b", "c"];
        let late = |game: usize| starts(if game < 500 { &["a", "b"] } else { &["a", "c"] });
        assert_eq!(games(Some(&list), 600, late), Some(500));
        assert_eq!(games(Some(&list[..3]), 600, late), Some(50));
        assert_eq!(games(Some(&list), 499, late), None);
    }

    #[test]
    fn a_run_with_a_game_that_began_or_was_given_does_not_give_up() {
        for other in [None, Some(Vec::new())] {
            let mut noted = Starts::default();
            noted.note(other);
            (0..1000).for_each(|_| noted.note(Some(starts(&["a"]))));
            assert!(!noted.are_in_vain::<String>(None));
        }
    }
}
