//! Searches for a planted flaw as `check` does, but with less effort to shrink the game, and replays the
//! finding.

use std::fmt::Display;

use bustan_harness::compare::audit::{Audit, audit};
use bustan_harness::compare::lockstep::Factories;
use bustan_harness::erased::Rules;
use bustan_harness::generate::GameConfig;
use bustan_harness::report::finding::Finding;
use bustan_harness::run::check::{self, Outcome, Plan, Progress};
use bustan_harness::shrink::Budget;

/// The maximum number of games of a search. A flaw that they do not reveal counts as not found.
const MOST_GAMES: u64 = 1_000;

/// The default budget of a check, but with a quarter of the effort for finding shorter games.
fn budget() -> Budget {
    let usual = Budget::default();
    Budget { hunt: usual.hunt / 4, deepen: usual.deepen / 4, ..usual }
}

/// Plans up to `MOST_GAMES` games in sequence, with all policies and from all starts, until the first
/// finding.
pub fn plan(rules: Rules, seed: u64) -> Plan {
    Plan {
        seed,
        budget: budget(),
        ..Plan::new(MOST_GAMES, GameConfig::drawn(rules, 1000.min(rules.most_moves())))
    }
}

/// The result of a search.
#[derive(Debug)]
pub struct Hunt {
    /// The result of the run.
    pub outcome: Outcome,
    /// The flaw and the seed, for messages.
    what: String,
}

/// Searches for `flaw` according to `plan`.
pub fn hunt(flaw: impl Display, plan: &Plan, factories: Factories<'_>) -> Hunt {
    let outcome = check::run(plan, factories, &Progress::default(), &|_| {});
    Hunt { outcome, what: format!("{flaw}, seed {}", plan.seed) }
}

impl Hunt {
    /// The finding of the game that ended the run. Other findings may have been made while it was shrunk.
    ///
    /// # Panics
    /// Panics if there is not exactly one such finding.
    pub fn finding(&self) -> &Finding {
        let findings: Vec<_> = self.outcome.findings.iter().filter(|finding| !finding.met).collect();
        let [finding] = findings[..] else { panic!("{}: {} findings", self.what, findings.len()) };
        finding
    }

    /// The cost of shrinking the finding, in replayed moves.
    ///
    /// # Panics
    /// Panics if the finding was not shrunk.
    pub fn work(&self) -> u64 {
        self.finding().shrunk.as_ref().expect("it was made short").cost
    }

    /// A summary of the finding in a few lines.
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

    /// Checks that the game of the finding, formatted and parsed again, reveals the same divergence when it
    /// is replayed with all checks.
    ///
    /// # Panics
    /// Panics if it does not.
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
