//! The result of a run over classes of positions, as text and as JSON.

use std::fmt::Write;

use bustan_guide::Style;
use bustan_harness::report::finding::Finding;
use bustan_harness::report::games::Games;
use bustan_harness::report::verdict::Verdict;
use bustan_harness::run::classes::{Compare, Ending, Outcome, Plan, Tally};
use serde_json::{Value, json};

use super::super::summary::COLUMNS;
use crate::finding;
use crate::words::{count, folded};

/// The reason why nothing was compared.
pub(super) const NOTHING: &str = "the program reports neither its legal moves nor any part of a position";

/// The result of a run, and the names of its engines.
pub(super) struct Summary<'a> {
    pub(super) outcome: &'a Outcome,
    pub(super) plan: &'a Plan,
    /// The names of the engine under test and of the other engine.
    pub(super) engines: [String; 2],
    /// The positions as text that follows "every position".
    pub(super) words: String,
    pub(super) style: Style,
    /// Whether an engine is a program, so that the comparison depends on its reports.
    pub(super) programs: bool,
    /// Whether to print times and the number of jobs.
    pub(super) timed: bool,
}

impl Summary<'_> {
    fn verdict(&self) -> Verdict {
        match self.outcome.ending {
            Ending::Complete if self.nothing() => Verdict::NotTested,
            Ending::Complete => Verdict::Agree,
            Ending::Interrupted => Verdict::Interrupted,
            Ending::Unable(_) => Verdict::NotTested,
            Ending::Diverged => Verdict::Differ,
        }
    }

    /// Whether a program reported nothing that could be compared.
    pub(super) fn nothing(&self) -> bool {
        let all = self.outcome.all();
        self.programs && all.positions > 0 && all.accepted.is_empty() && all.compared.sentence().is_none()
    }

    /// Lines about what was compared with programs, and which differences were accepted.
    fn compared(&self, all: &Tally) -> String {
        let sentences = [all.compared.sentence_of("position"), all.compared.not_compared(&self.engines)];
        let sentences = sentences.into_iter().flatten().filter(|_| self.programs);
        let sentences: Vec<String> = sentences.collect();
        let mut text = if sentences.is_empty() { String::new() } else { sentences.join("; ") + "\n" };
        for (words, positions) in &all.accepted {
            let _ = writeln!(text, "accepted at {}: {words}", count(*positions, "position", "positions"));
        }
        text
    }

    /// The text after "every position" if only the positions of a shard were compared.
    fn of_shard(&self) -> String {
        match self.plan.compare {
            Compare::Share(shard, _) if !shard.is_whole() => format!(" of shard {shard}"),
            _ => String::new(),
        }
    }

    /// The name of the class in which the engines differ.
    fn class(&self) -> Option<String> {
        let class = self.outcome.diverged? / self.plan.classes.blocks();
        self.plan.classes.names().into_iter().nth(class as usize)
    }

    /// The finding, the verdict as a sentence, and the positions by class.
    pub(super) fn text(&self) -> String {
        let Self { outcome, engines: [subject, oracle], .. } = self;
        let games = Games::of(self.findings());
        let found = self.findings().map(|found| finding::text(found, self.style, &games) + "\n");
        let mut text: String = found.collect();
        let (game, words, shard) = (self.plan.start.rules().name(), &self.words, self.of_shard());
        let all = outcome.all();
        let _ = match &outcome.ending {
            Ending::Complete if self.nothing() => writeln!(text, "{game}: not tested: {NOTHING}"),
            Ending::Complete => {
                writeln!(text, "{game}: {subject} agrees with {oracle} on every position{words}{shard}")
            }
            Ending::Interrupted if all.positions == 0 => {
                writeln!(text, "{game}: interrupted before anything was compared")
            }
            Ending::Interrupted => {
                writeln!(text, "{game}: interrupted; {subject} agreed with {oracle} until then")
            }
            Ending::Diverged => {
                let class = self.class().unwrap_or_default();
                writeln!(text, "{game}: {subject} differs from {oracle} at a position of {class}")
            }
            Ending::Unable(words) => writeln!(text, "{game}: not tested to the end: {words}"),
        };
        if outcome.ending != Ending::Diverged {
            text += &self.compared(&all);
        }
        text + &self.counts(&all) + "\n" + &self.table(&all) + &ends(&all)
    }

    /// The totals of all classes, as a sentence. If the engines differ, the totals cover the classes before
    /// the difference.
    fn counts(&self, all: &Tally) -> String {
        let outcome = self.outcome;
        let seconds = outcome.elapsed.as_secs_f64();
        let jobs = count(outcome.workers as u64, "job", "jobs");
        let rate = outcome.visited as f64 / seconds.max(0.001);
        let before = match &outcome.ending {
            Ending::Diverged => format!(" in the classes before {}", self.class().unwrap_or_default()),
            _ => String::new(),
        };
        // A program that expects only possible positions has not refused any.
        let refuser = if self.programs { self.engines[1].as_str() } else { "both" };
        let speed = format!("; {} in {seconds:.1} s: {rate:.0}/s with {jobs}", outcome.visited);
        format!(
            "{}{before}, {} refused by {refuser}, {}{}\n",
            count(all.positions, "position", "positions"),
            all.refused,
            count(all.moves, "move", "moves"),
            if self.timed { speed } else { String::new() },
        )
    }

    /// All findings; the one that ended the run comes last.
    fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.outcome.others.iter().chain(&self.outcome.finding)
    }

    fn table(&self, all: &Tally) -> String {
        let mut text = format!(
            "{:<6} {:>11} {:>11} {:>11} {:>12} {:>6}\n",
            "class", "positions", "refused", "ended", "moves", "most"
        );
        let mut line = |class: &str, tally: &Tally| {
            let Tally { positions, refused, ended, moves, most, .. } = tally;
            let _ =
                writeln!(text, "{class:<6} {positions:>11} {refused:>11} {ended:>11} {moves:>12} {most:>6}");
        };
        for (class, tally) in self.counted() {
            line(&class, tally);
        }
        line("all", all);
        text
    }

    /// The classes in which at least one position was counted.
    fn counted(&self) -> impl Iterator<Item = (String, &Tally)> {
        let all = self.plan.classes.names().into_iter().zip(&self.outcome.tallies);
        all.filter(|(_, tally)| **tally != Tally::default())
    }

    pub(super) fn json(&self) -> Value {
        let outcome = self.outcome;
        let object = |tally: &Tally| {
            let Tally { positions, refused, ended, moves, most, results, .. } = tally;
            json!({
                "positions": positions, "refused": refused, "ended": ended, "moves": moves, "most": most, "ends": results,
            })
        };
        let class = |(name, tally): (String, &Tally)| {
            let mut object = object(tally);
            object["class"] = json!(name);
            object
        };
        let mut object = object(&outcome.all());
        object["game"] = json!(self.plan.start.rules().name());
        object["engines"] = json!(self.engines);
        object["start"] = json!(self.plan.start.to_string());
        object["depth"] = json!(self.plan.depth);
        object["verdict"] = json!(self.verdict().word());
        object["complete"] = json!(outcome.ending == Ending::Complete);
        object["classes"] = self.counted().map(class).collect();
        object["accepted"] = json!(outcome.all().accepted);
        if self.programs {
            object["compared"] = outcome.all().compared.object(&self.engines);
        }
        object["differs_in"] = json!(self.class());
        object["warnings"] = json!(outcome.warnings);
        object["findings"] = self.findings().map(finding::object).collect();
        if self.timed {
            object["seconds"] = json!(outcome.elapsed.as_secs_f64());
            object["visited"] = json!(outcome.visited);
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

/// The number of games that ended with each result.
fn ends(all: &Tally) -> String {
    let ends: Vec<String> = all.results.iter().map(|(result, number)| format!("{result} {number}")).collect();
    if ends.is_empty() { String::new() } else { folded(&format!("ends: {}\n", ends.join(", ")), COLUMNS) }
}
