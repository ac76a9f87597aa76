//! What a check came to, for people and for programs.

use std::fmt::Write;
use std::time::Duration;

use bustan_core::{Explore, Picture, Style};
use bustan_harness::check::Outcome;
use bustan_harness::coverage::Coverage;
use serde_json::{Map, Value, json};

use crate::divergence;
use crate::finding::text;
use crate::words::count;

/// The check of one game.
pub(super) struct Checked {
    game: &'static str,
    /// The names of the engine under test and of the other.
    engines: [String; 2],
    games: u64,
    plies: u64,
    jobs: usize,
    elapsed: Duration,
    interrupted: bool,
    policies: Vec<&'static str>,
    events: &'static [&'static str],
    coverage: Coverage,
    /// For people and for programs.
    findings: Vec<(String, Value)>,
    unwritten: Vec<String>,
}

impl Checked {
    /// `rates`: whether it is worth telling how often findings came up.
    pub(super) fn new<G: Explore + Picture>(outcome: &Outcome<G>, style: Style, rates: bool) -> Self {
        let findings = outcome.findings.iter().map(|finding| {
            let rate = rates.then(|| format!("It came up {}.\n", finding.frequency()));
            (text(finding, style) + &rate.unwrap_or_default(), finding.object().into())
        });
        Self {
            game: G::NAME,
            engines: outcome.engines.clone(),
            games: outcome.games,
            plies: outcome.plies,
            jobs: outcome.workers,
            elapsed: outcome.elapsed,
            interrupted: outcome.interrupted,
            policies: G::POLICIES.iter().map(|policy| policy.name).collect(),
            events: G::EVENTS,
            coverage: outcome.coverage.clone(),
            findings: findings.collect(),
            unwritten: outcome.unwritten.iter().map(ToString::to_string).collect(),
        }
    }

    /// The verdict in a sentence, the findings, and what the games reached.
    pub(super) fn text(&self, seed: u64) -> String {
        let Self { game, engines: [subject, oracle], .. } = self;
        let seconds = self.elapsed.as_secs_f64();
        let rate = self.plies as f64 / seconds.max(0.001);
        let mut text = String::new();
        for (finding, _) in &self.findings {
            text += &format!("{finding}\n");
        }
        let _ = match verdict(!self.findings.is_empty(), self.interrupted) {
            "diverge" if self.findings.len() > 1 => {
                writeln!(text, "{game}: {subject} DIFFERS from {oracle}: {} findings", self.findings.len())
            }
            "diverge" => writeln!(text, "{game}: {subject} DIFFERS from {oracle}"),
            "interrupted" => writeln!(text, "{game}: interrupted; {subject} agreed with {oracle} until then"),
            _ => writeln!(text, "{game}: {subject} agrees with {oracle}"),
        };
        let _ = writeln!(
            text,
            "{}, {} in {seconds:.1} s: {rate:.0} plies/s with {}, seed {seed}\n",
            count(self.games, "game", "games"),
            count(self.plies, "ply", "plies"),
            count(self.jobs as u64, "job", "jobs"),
        );
        text + &self.table() + "\n"
    }

    /// What each policy reached.
    fn table(&self) -> String {
        let tallies = &self.coverage.policies;
        let row = |name: &str, counts: Vec<u64>| {
            let total: u64 = counts.iter().sum();
            let cells = counts.into_iter().chain([total]).map(|count| count.to_string());
            std::iter::once(name.to_string()).chain(cells).collect::<Vec<String>>()
        };
        let titles = ["reached"].into_iter().chain(self.policies.iter().copied()).chain(["all"]);
        let mut rows: Vec<Vec<String>> = vec![titles.map(String::from).collect()];
        rows.push(row("games", tallies.iter().map(|tally| tally.games).collect()));
        rows.push(row("plies", tallies.iter().map(|tally| tally.plies).collect()));
        for (i, event) in self.events.iter().enumerate() {
            rows.push(row(event, tallies.iter().map(|tally| tally.events[i]).collect()));
        }
        let columns = rows[0].len();
        let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let mut text = String::new();
        for row in &rows {
            let _ = write!(text, "{:<1$}", row[0], widths[0]);
            for (cell, &width) in row.iter().zip(&widths).skip(1) {
                let _ = write!(text, "  {cell:>width$}");
            }
            text.push('\n');
        }
        text
    }

    fn json(&self) -> Value {
        let policies = self.policies.iter().zip(&self.coverage.policies).map(|(name, tally)| {
            let events: Map<String, Value> = self
                .events
                .iter()
                .zip(&tally.events)
                .map(|(event, &count)| (event.to_string(), count.into()))
                .collect();
            (name.to_string(), json!({"games": tally.games, "plies": tally.plies, "events": events}))
        });
        json!({
            "game": self.game,
            "engines": self.engines,
            "games": self.games,
            "plies": self.plies,
            "seconds": self.elapsed.as_secs_f64(),
            "coverage": policies.collect::<Map<String, Value>>(),
        })
    }
}

/// The whole run.
pub(super) struct Summary {
    pub(super) seed: u64,
    pub(super) checked: Vec<Checked>,
}

impl Summary {
    pub(super) fn diverges(&self) -> bool {
        self.checked.iter().any(|checked| !checked.findings.is_empty())
    }

    /// What could not be written.
    pub(super) fn unwritten(&self) -> Vec<&String> {
        self.checked.iter().flat_map(|checked| &checked.unwritten).collect()
    }

    pub(super) fn json(&self) -> Value {
        let sum = |figure: fn(&Checked) -> u64| self.checked.iter().map(figure).sum::<u64>();
        let findings = self.checked.iter().flat_map(|checked| &checked.findings).map(|(_, object)| object);
        let interrupted = self.checked.iter().any(|checked| checked.interrupted);
        json!({
            "verdict": verdict(self.diverges(), interrupted),
            "games": sum(|checked| checked.games),
            "plies": sum(|checked| checked.plies),
            "seconds": self.checked.iter().map(|checked| checked.elapsed.as_secs_f64()).sum::<f64>(),
            "seed": self.seed,
            "jobs": self.checked.iter().map(|checked| checked.jobs).max(),
            "findings": findings.collect::<Vec<_>>(),
            "checked": self.checked.iter().map(Checked::json).collect::<Vec<_>>(),
        })
    }
}

fn verdict(diverges: bool, interrupted: bool) -> &'static str {
    match (diverges, interrupted) {
        (false, true) => "interrupted",
        _ => divergence::verdict(diverges),
    }
}
