//! Hunts a planted flaw as `check` does, with less search for still shorter games, and replays the finding.

use std::fmt::Display;

use bustan_harness::compare::audit::{Audit, audit};
use bustan_harness::compare::lockstep::Factories;
use bustan_harness::erased::Rules;
use bustan_harness::generate::GameConfig;
use bustan_harness::report::finding::Finding;
use bustan_harness::run::check::{self, Outcome, Plan, Progress};
use bustan_harness::shrink::Budget;

/// The most games of a hunt. A flaw that they do not show counts as not found.
const MOST_GAMES: u64 = 1_000;

/// What a check spends by default, but a quarter of it on the search for games that are still shorter.
fn budget() -> Budget {
    let usual = Budget::default();
    Budget { hunt: usual.hunt / 4, deepen: usual.deepen / 4, ..usual }
}

/// Games of all policies from all starts, one after the other, until the first finding or `MOST_GAMES` of
/// them.
pub fn plan(rules: Rules, seed: u64) -> Plan {
    Plan {
        seed,
        budget: budget(),
        ..Plan::new(MOST_GAMES, GameConfig::drawn(rules, 1000.min(rules.most_moves())))
    }
}

/// The result of such games.
#[derive(Debug)]
pub struct Hunt {
    /// The run.
    pub outcome: Outcome,
    /// What was hunted, and with which seed.
    what: String,
}

/// Hunts `flaw` as planned.
pub fn hunt(flaw: impl Display, plan: &Plan, factories: Factories<'_>) -> Hunt {
    let outcome = check::run(plan, factories, &Progress::default(), &|_| {});
    Hunt { outcome, what: format!("{flaw}, seed {}", plan.seed) }
}

impl Hunt {
    /// The finding of the game that ended the run; others may have come up while that was shrunk.
    ///
    /// # Panics
    /// When there is not exactly one.
    pub fn finding(&self) -> &Finding {
        let findings: Vec<_> = self.outcome.findings.iter().filter(|finding| !finding.met).collect();
        let [finding] = findings[..] else { panic!("{}: {} findings", self.what, findings.len()) };
        finding
    }

    /// The work of shrinking it, in moves replayed.
    ///
    /// # Panics
    /// When it was not shrunk.
    pub fn work(&self) -> u64 {
        self.finding().shrunk.as_ref().expect("it was made short").cost
    }

    /// The finding in a few lines.
    pub fn shown(&self) -> String {
        let (finding, outcome) = (self.finding(), &self.outcome);
        let best = finding.best();
        format!(
            "{}: game {} of {} moves, {} plies to find, {} moves to shrink, {}\n  {}\n  {}",
            self.what,
            finding.game,
            finding.original.record.moves.len(),
            outcome.plies,
            self.work(),
            finding.length(),
            best.headline,
            best.record
        )
    }

    /// Makes sure that the game found, written and read back, shows the same when it is replayed with every
    /// check.
    ///
    /// # Panics
    /// When it does not.
    pub fn comes_again(&self, factories: Factories<'_>) {
        let best = self.finding().best();
        let read = best.record.start.rules().record(&best.record.to_string());
        let record = read.expect("what is written can be read");
        let Audit::Diverged(again) = audit(factories, &record, |_| {}) else {
            panic!("played again it shows nothing: {}", self.shown())
        };
        assert_eq!(again.signature, best.signature, "{}", self.shown());
    }
}
