//! The result of a run over all positions, as text and as JSON.

use std::fmt::Write;

use bustan_guide::Style;
use bustan_harness::report::finding::Finding;
use bustan_harness::report::games::Games;
use bustan_harness::report::verdict::Verdict;
use bustan_harness::run::exhaust::{Compare, Ending, Layer, Outcome, Plan};
use serde_json::{Value, json};

use crate::finding;
use crate::words::{count, folded};

/// The maximum length of lines of text; the table is narrower.
pub(super) const COLUMNS: usize = 80;

/// The result of a run, and the names of its engines.
pub(super) struct Summary<'a> {
    outcome: &'a Outcome,
    plan: &'a Plan,
    /// The names of the engine under test and of the other engine.
    engines: [String; 2],
    style: Style,
    /// Whether to print times and the number of jobs.
    timed: bool,
}

impl<'a> Summary<'a> {
    pub(super) const fn new(
        outcome: &'a Outcome,
        plan: &'a Plan,
        engines: [String; 2],
        style: Style,
        timed: bool,
    ) -> Self {
        Self { outcome, plan, engines, style, timed }
    }

    /// The text after "every position" if only the positions of a shard were compared.
    fn of_shard(&self) -> String {
        match self.plan.compare {
            Compare::Share(shard, _) if !shard.is_whole() => format!(" of shard {shard}"),
            _ => String::new(),
        }
    }

    fn verdict(&self) -> Verdict {
        match self.outcome.ending {
            Ending::Complete | Ending::Depth => Verdict::Agree,
            Ending::Memory | Ending::Disk => Verdict::Unfinished,
            Ending::Interrupted => Verdict::Interrupted,
            Ending::Refused => Verdict::NotTested,
            Ending::Diverged => Verdict::Differ,
        }
    }

    /// The reason why the run ended, as a word.
    fn ending(&self) -> &'static str {
        match self.outcome.ending {
            Ending::Complete => "complete",
            Ending::Depth => "depth",
            Ending::Memory => "memory",
            Ending::Disk => "disk",
            Ending::Interrupted => "signal",
            Ending::Refused => "refused",
            Ending::Diverged => "finding",
        }
    }

    /// The finding, the verdict as a sentence, and the positions by ply.
    pub(super) fn text(&self) -> String {
        let Self { outcome, engines: [subject, oracle], .. } = self;
        let (game, seconds) = (self.plan.start.rules().name(), outcome.elapsed.as_secs_f64());
        let games = Games::of(self.findings());
        let found = self.findings().map(|found| finding::text(found, self.style, &games) + "\n");
        let mut text: String = found.collect();
        let agrees = format!("{subject} agrees with {oracle}");
        let _ = match outcome.ending {
            Ending::Complete => writeln!(text, "{game}: {agrees} on every position{}", self.of_shard()),
            Ending::Depth => {
                let depth = self.plan.depth.unwrap_or_default();
                writeln!(
                    text,
                    "{game}: {agrees} on every position{} after at most {}",
                    self.of_shard(),
                    count(depth.into(), "move", "moves")
                )
            }
            Ending::Memory => {
                writeln!(
                    text,
                    "{game}: stopped at the memory limit; {subject} agreed with {oracle} until then"
                )
            }
            Ending::Disk => {
                writeln!(
                    text,
                    "{game}: stopped by a file of positions; {subject} agreed with {oracle} until then"
                )
            }
            Ending::Interrupted if outcome.positions() == 0 => {
                writeln!(text, "{game}: interrupted before anything was compared")
            }
            Ending::Interrupted => {
                let again = match self.plan.spill {
                    Some(_) => "; run the same command again to resume after the last completed ply",
                    None => "",
                };
                writeln!(text, "{game}: interrupted; {subject} agreed with {oracle} until then{again}")
            }
            Ending::Diverged => writeln!(text, "{game}: {subject} differs from {oracle}"),
            Ending::Refused => writeln!(text, "{game}: not tested; no game starts at {}", self.plan.start),
        };
        let positions = outcome.positions();
        let rate = positions as f64 / seconds.max(0.001);
        let jobs = count(outcome.workers as u64, "job", "jobs");
        let speed = format!(" in {seconds:.1} s: {rate:.0} positions/s with {jobs}");
        let _ = writeln!(
            text,
            "{}{}, {}{}",
            count(positions, "position", "positions"),
            self.symmetry(),
            count(outcome.moves(), "move", "moves"),
            if self.timed { speed } else { String::new() },
        );
        text + "\n" + &self.table() + &self.ends()
    }

    /// All findings; the one that ended the run comes last.
    fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.outcome.others.iter().chain(&self.outcome.finding)
    }

    fn symmetry(&self) -> String {
        match self.outcome.classes {
            Some(_) if self.plan.symmetry => " that differ in more than symmetry".into(),
            Some(classes) => format!(", {classes} that differ in more than symmetry"),
            None => String::new(),
        }
    }

    fn table(&self) -> String {
        let mut text = format!(
            "{:>4} {:>11} {:>11} {:>12} {:>9} {:>6}\n",
            "ply", "positions", "ended", "moves", "branching", "most"
        );
        let mut line = |ply: &str, layer: &Layer| {
            let Layer { positions, ended, moves, most } = layer;
            let branching = branching(layer);
            let _ =
                writeln!(text, "{ply:>4} {positions:>11} {ended:>11} {moves:>12} {branching:>9.2} {most:>6}");
        };
        for (ply, layer) in self.outcome.layers.iter().enumerate() {
            line(&ply.to_string(), layer);
        }
        line("all", &self.all());
        text
    }

    fn all(&self) -> Layer {
        self.outcome.layers.iter().fold(Layer::default(), |all, layer| Layer {
            positions: all.positions + layer.positions,
            ended: all.ended + layer.ended,
            moves: all.moves + layer.moves,
            most: all.most.max(layer.most),
        })
    }

    fn ends(&self) -> String {
        // A result of several words ends in a number, too.
        let end = |(result, number): (&String, &u64)| match result.split_once(' ') {
            Some(_) => format!("{result}: {number}"),
            None => format!("{result} {number}"),
        };
        let ends: Vec<String> = self.outcome.results.iter().map(end).collect();
        if ends.is_empty() {
            return String::new();
        }
        folded(&format!("ends: {}\n", ends.join(", ")), COLUMNS)
    }

    pub(super) fn json(&self) -> Value {
        let outcome = self.outcome;
        let layer = |(ply, layer): (usize, &Layer)| {
            json!({
                "ply": ply,
                "positions": layer.positions,
                "ended": layer.ended,
                "moves": layer.moves,
                "branching": branching(layer),
                "most": layer.most,
            })
        };
        let mut object = json!({
            "game": self.plan.start.rules().name(),
            "engines": self.engines,
            "start": self.plan.start.to_string(),
            "verdict": self.verdict().word(),
            "ending": self.ending(),
            "complete": outcome.ending == Ending::Complete,
            "symmetry": self.plan.symmetry,
            "positions": outcome.positions(),
            "classes": outcome.classes,
            "moves": outcome.moves(),
            "branching": branching(&self.all()),
            "plies": outcome.layers.iter().enumerate().map(layer).collect::<Vec<_>>(),
            "ends": outcome.results,
            "findings": self.findings().map(finding::object).collect::<Vec<_>>(),
        });
        if self.timed {
            object["seconds"] = json!(outcome.elapsed.as_secs_f64());
            object["jobs"] = json!(outcome.workers);
        }
        if let Compare::Share(shard, _) = self.plan.compare
            && !shard.is_whole()
        {
            object["shard"] = json!(shard.to_string());
        }
        object
    }
}

/// The average number of moves at a position where the game is not over.
fn branching(layer: &Layer) -> f64 {
    let going = layer.positions - layer.ended;
    if going == 0 { 0.0 } else { layer.moves as f64 / going as f64 }
}
