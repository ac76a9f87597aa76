//! Tests individual steps of shrinking a game.

use std::collections::BTreeMap;

use bustan_harness::base::Stop;
use bustan_harness::compare::audit::{Audit, audit};
use bustan_harness::compare::lockstep::Factories;
use bustan_harness::erased::unknown;
use bustan_harness::shrink::{Budget, shrink};
use bustan_harness::testing::{Answers, Words};

/// A game of eight moves, each one of four words. Only the flawed engine notices white's `b` if black has
/// played `a`.
#[derive(Clone, Debug)]
struct Echo {
    flawed: bool,
    said: Vec<String>,
}

impl Answers for Echo {
    fn legal(&self) -> Vec<String> {
        if self.said.len() == 8 { Vec::new() } else { ["a", "b", "c", "d"].map(String::from).into() }
    }

    fn play(&mut self, mv: &str) -> bool {
        self.said.push(mv.into());
        true
    }

    fn state(&self) -> impl serde::Serialize {
        let white = self.said.last().filter(|_| self.said.len().is_multiple_of(2));
        let mut black = self.said.iter().step_by(2);
        let heard = self.flawed && white.is_some_and(|word| word == "b") && black.any(|word| word == "a");
        BTreeMap::from([("heard", heard)])
    }
}

#[test]
fn neighbours_are_left_out_together_wherever_they_are() {
    let echo = |flawed| Words::new(Echo { flawed, said: Vec::new() });
    let (subject, oracle) = (|| echo(true), || echo(false));
    let factories = Factories { subject: &subject, oracle: &oracle };
    let record = unknown().record("play black a\nplay white c\nplay black d\nplay white b").unwrap();
    let Audit::Diverged(divergence) = audit(factories, &record, |_| {}) else { panic!("they differ") };
    // Without any search, shrinking only removes moves of the game.
    let budget = Budget { start: 0, hunt: 0, deepen: 0, ..Budget::default() };
    let shrunk = shrink(factories, &divergence, budget, Stop::default()).unwrap();
    assert_eq!(shrunk.divergence.record.to_string(), "clear_board\nplay black a\nplay white b");
}
