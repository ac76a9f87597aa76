//! The result of a check, for humans and for programs.

use std::fmt::Write;
use std::time::Duration;

use anstyle::{AnsiColor, Style as Colours};
use bustan_guide::{Convention, Style};
use bustan_harness::compare::compared::Comparison;
use bustan_harness::erased::Rules;
use bustan_harness::generate::coverage::{Coverage, Effects, FEW, Row, Table};
use bustan_harness::report::games::Games;
use bustan_harness::report::verdict::{Verdict, still_differ};
use bustan_harness::run::check::{AcceptedGames, Outcome};
use serde_json::{Map, Value, json};

use crate::earlier::Earlier;
use crate::finding::{object, text};
use crate::words::{count, folded, grouped, rounded, width};

/// The maximum number of rarely reached events that are named for each game.
const NAMED: usize = 6;

/// The minimum time spent shrinking after the games that is mentioned.
const WORTH_TELLING: Duration = Duration::from_secs(1);

/// The result of the check of one game.
pub(crate) struct GameSummary {
    /// The name of the game, with the symmetry if the check is about one.
    game: String,
    /// The names of the engine under test and of the other engine.
    engines: [String; 2],
    verdict: Verdict,
    /// The reason why the game was not tested, or why something was not compared.
    reason: Option<String>,
    games: u64,
    finished: u64,
    plies: u64,
    jobs: usize,
    elapsed: Duration,
    shrinking: Duration,
    coverage: Table,
    compared: Comparison,
    /// The properties and effects of the moves, if the game is unknown.
    effects: Effects,
    /// The positions of a file that both engines refuse.
    refused: Vec<String>,
    /// A line for each reason why the file's positions were skipped, because an engine cannot play there.
    skipped: Vec<String>,
    /// Whether to print what was compared, which, for a program, depends on its reports.
    by_program: bool,
    /// Events that are not findings, as sentences.
    warnings: Vec<String>,
    /// The conventions of the engine under test that explained a difference, each with the number of its games.
    conventions: Vec<(Convention, u64)>,
    /// Deviations of programs from the protocol, although they may play the game correctly.
    hints: Vec<String>,
    /// The findings of earlier runs.
    earlier: Vec<Earlier>,
    /// The accepted differences that occurred.
    accepted: Vec<AcceptedGames>,
    /// The accepted differences that did not occur.
    unshown: Vec<String>,
    /// Each finding as text and as JSON.
    findings: Vec<(String, Value)>,
    /// Files that could not be written, and differences that did not occur again.
    unwritten: Vec<String>,
    /// Whether the check was interrupted before it was complete, even if it had found something.
    cut_off: bool,
}

impl GameSummary {
    /// Builds the summary of an outcome. `rates`: whether to print how often findings occurred.
    pub(crate) fn new(rules: Rules, outcome: &Outcome, style: Style, rates: bool) -> Self {
        let games = Games::of(&outcome.findings);
        let findings = outcome.findings.iter().map(|finding| {
            let extent = finding.extent().map(|extent| format!(", {extent}")).unwrap_or_default();
            let rate = rates.then(|| format!("It occurred {}{extent}.\n", finding.frequency()));
            (text(finding, style, &games) + &rate.unwrap_or_default(), object(finding).into())
        });
        Self {
            game: rules.name().into(),
            engines: outcome.engines.clone(),
            verdict: outcome.verdict,
            reason: outcome.reason.clone(),
            games: outcome.games,
            finished: outcome.finished,
            plies: outcome.plies,
            jobs: outcome.workers,
            elapsed: outcome.elapsed,
            shrinking: outcome.shrinking,
            coverage: Table::of(rules, &outcome.coverage),
            compared: outcome.compared.clone(),
            effects: outcome.coverage.effects.clone(),
            refused: outcome.coverage.refused.keys().cloned().collect(),
            skipped: Vec::new(),
            by_program: false,
            warnings: outcome.warnings.clone(),
            conventions: conventions(rules, &outcome.coverage),
            hints: Vec::new(),
            earlier: Vec::new(),
            accepted: outcome.accepted.clone(),
            unshown: outcome.unshown.iter().map(ToString::to_string).collect(),
            findings: findings.collect(),
            unwritten: outcome
                .unwritten
                .iter()
                .map(ToString::to_string)
                .chain(outcome.lost.clone())
                .chain(outcome.broken_off.clone().filter(|_| outcome.verdict == Verdict::Differ))
                .collect(),
            cut_off: outcome.cut_off,
        }
    }

    /// Returns the summary with `name` in place of the name of the game.
    pub(crate) fn named(self, name: &str) -> Self {
        Self { game: name.into(), ..self }
    }

    /// Adds the results of rechecking the findings of earlier runs.
    pub(crate) fn behind(self, earlier: Vec<Earlier>) -> Self {
        Self { earlier, ..self }
    }

    /// Adds the positions of a file that were skipped because an engine cannot play there, as a line for each
    /// reason.
    pub(crate) fn without_positions(self, skipped: Vec<String>) -> Self {
        Self { skipped, ..self }
    }

    /// Marks the summary as being about a program, with hints about its deviations from the protocol.
    pub(crate) fn about_program(self, hints: Vec<String>) -> Self {
        Self { by_program: true, hints, ..self }
    }

    /// Removes the coverage, which is meaningless for a single game.
    pub(crate) fn without_coverage(self) -> Self {
        Self { coverage: Table::default(), ..self }
    }

    /// The verdict as a sentence.
    fn sentence(&self) -> String {
        let [subject, oracle] = &self.engines;
        match self.verdict {
            Verdict::Differ if self.findings.len() > 1 => {
                format!("{subject} differs from {oracle}: {} findings", self.findings.len())
            }
            Verdict::Differ if self.findings.is_empty() => {
                let still: Vec<String> = self.earlier.iter().filter_map(Earlier::shown).collect();
                still_differ(&self.engines, &still)
            }
            Verdict::Differ => format!("{subject} differs from {oracle}"),
            Verdict::Agree => {
                let apart = self.reason.as_ref().map(|reason| format!(", {reason}")).unwrap_or_default();
                format!("{subject} agrees with {oracle}{apart}")
            }
            Verdict::NotTested => format!("not tested: {}", self.reason.as_deref().unwrap_or_default()),
            Verdict::Interrupted if self.plies == 0 => "interrupted before anything was compared".into(),
            verdict => format!("{verdict}; {subject} agreed with {oracle} until then"),
        }
    }

    /// The table of the events that each policy reached.
    fn table(&self) -> String {
        let rows = self.coverage.rows();
        let columns = rows.first().map_or(0, Vec::len);
        let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let mut text = format!("\n{}\n", self.game);
        for row in &rows {
            let _ = write!(text, "{:<1$}", row[0], widths[0]);
            for (cell, &width) in row.iter().zip(&widths).skip(1) {
                let _ = write!(text, "  {cell:>width$}");
            }
            text.push('\n');
        }
        text
    }

    /// The rarely reached events and their counts as text; `None` if there are none or nothing was played.
    fn few(&self) -> Option<String> {
        let few: Vec<String> =
            self.coverage.few().iter().map(|(event, count)| format!("{} {count}", event.name)).collect();
        let (named, others) = few.split_at(few.len().min(NAMED));
        let more = if others.is_empty() { String::new() } else { format!(" and {} more", others.len()) };
        (!few.is_empty() && self.plies > 0).then(|| format!("{}{more}", named.join(", ")))
    }

    fn json(&self, timed: bool) -> Value {
        let policies = self.coverage.policies.iter().map(|Row { policy, tally }| {
            let events = self.coverage.events.iter().zip(&tally.events);
            let events: Map<String, Value> =
                events.map(|(event, &count)| (event.name.clone(), count.into())).collect();
            (policy.name.clone(), json!({"games": tally.games, "plies": tally.plies, "events": events}))
        });
        let mut object = json!({
            "game": self.game,
            "engines": self.engines,
            "verdict": self.verdict.word(),
            "reason": self.reason,
            "games": self.games,
            "finished": self.finished,
            "plies": self.plies,
            "compared": self.compared.object(&self.engines),
            "shapes": self.effects.shapes,
            "changed": self.effects.keys,
            "refused_positions": self.refused,
            "skipped_positions": self.skipped,
            "warnings": self.warnings,
            "conventions": self.conventions.iter().map(|(one, games)| {
                json!({"convention": one.name, "key": one.key, "games": games})
            }).collect::<Vec<_>>(),
            "hints": self.hints,
            "earlier": self.earlier.iter().map(Earlier::object).collect::<Vec<_>>(),
            "accepted": self.accepted.iter().map(|AcceptedGames { words, games, ended, .. }| {
                json!({"signature": words, "games": games, "ended_games": ended})
            }).collect::<Vec<_>>(),
            "coverage": policies.collect::<Map<String, Value>>(),
            "few": self.coverage.few().iter().map(|(event, count)| {
                (event.name.clone(), json!(count))
            }).collect::<Map<String, Value>>(),
        });
        if timed {
            object["seconds"] = json!(self.elapsed.as_secs_f64());
            object["shrinking_seconds"] = json!(self.shrinking.as_secs_f64());
        }
        object
    }
}

/// The conventions of a game that explained a difference, each with the number of its games.
fn conventions(rules: Rules, coverage: &Coverage) -> Vec<(Convention, u64)> {
    let all = rules.conventions().iter();
    all.filter_map(|one| Some((*one, *coverage.conventions.get(one.name)?))).collect()
}

/// The result of the whole run.
pub(crate) struct Summary<'a> {
    seed: u64,
    /// The games to check, including those that the run did not reach.
    games: &'a [&'a str],
    /// The noun for the games, singular and plural.
    called: [&'static str; 2],
    colour: bool,
    /// Whether to print times, speeds and the number of jobs.
    timed: bool,
    /// Whether an interrupted run can be resumed.
    going_on: bool,
    checked: Vec<GameSummary>,
}

impl<'a> Summary<'a> {
    pub(crate) const fn new(seed: u64, games: &'a [&'a str], colour: bool) -> Self {
        let called = ["game", "games"];
        Self { seed, games, called, colour, timed: true, going_on: false, checked: Vec::new() }
    }

    /// Removes times, speeds and the number of jobs.
    pub(crate) fn untimed(self) -> Self {
        Self { timed: false, ..self }
    }

    /// Marks the run as one that can be resumed.
    pub(crate) fn going_on(self) -> Self {
        Self { going_on: true, ..self }
    }

    /// Whether the run was interrupted and can be resumed.
    pub(crate) fn goes_on(&self) -> bool {
        let cut_off = self.checked.iter().any(|checked| checked.cut_off) || !self.not_run().is_empty();
        self.going_on && cut_off
    }

    /// Makes the summary name symmetries of a game instead of games.
    pub(crate) fn of_symmetries(self) -> Self {
        Self { called: ["symmetry", "symmetries"], ..self }
    }

    pub(crate) fn add(&mut self, checked: GameSummary) {
        self.checked.push(checked);
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.checked.is_empty()
    }

    pub(crate) fn verdict(&self) -> Verdict {
        let not_run = self.not_run().iter().map(|_| Verdict::NotRun);
        Verdict::of_all(self.checked.iter().map(|checked| checked.verdict).chain(not_run))
    }

    /// The games that the run did not reach.
    fn not_run(&self) -> &'a [&'a str] {
        &self.games[self.checked.len()..]
    }

    /// The errors in writing files.
    pub(crate) fn unwritten(&self) -> Vec<&String> {
        self.checked.iter().flat_map(|checked| &checked.unwritten).collect()
    }

    /// The games that were not tested, each with the reason.
    pub(crate) fn untested(&self) -> Vec<String> {
        let untested = self.checked.iter().filter(|checked| checked.verdict == Verdict::NotTested);
        untested.map(|checked| format!("{}: {}", checked.game, checked.sentence())).collect()
    }

    /// The result of the last game, on one line.
    pub(crate) fn last_line(&self) -> String {
        self.checked.last().map(|checked| self.line(checked)).unwrap_or_default()
    }

    fn line(&self, checked: &GameSummary) -> String {
        let seconds = checked.elapsed.as_secs_f64();
        let rate = checked.plies as f64 / seconds.max(0.001);
        let game = if checked.finished == 1 { "game " } else { "games" };
        let ply = if checked.plies == 1 { "ply  " } else { "plies" };
        let speed = format!(" {seconds:>6.1} s {:>7} plies/s", grouped(rate as u64));
        let line = format!(
            "{} {:>7} {game} {:>11} {ply}{}",
            self.head(&checked.game, checked.verdict),
            grouped(checked.finished),
            grouped(checked.plies),
            if self.timed { speed } else { String::new() },
        );
        line.trim_end().to_string() + "\n"
    }

    /// The beginning of a line: the game and its verdict.
    fn head(&self, game: &str, verdict: Verdict) -> String {
        let longest = self.games.iter().map(|game| game.len()).max().unwrap_or(0);
        let colours = Colours::new();
        let colours = match verdict {
            Verdict::Agree => colours.fg_color(Some(AnsiColor::Green.into())),
            Verdict::Differ => colours.bold().fg_color(Some(AnsiColor::Red.into())),
            _ => colours.fg_color(Some(AnsiColor::Yellow.into())),
        };
        let colours = if self.colour { colours } else { Colours::new() };
        format!("{game:longest$}  {colours}{:11}{colours:#}", verdict.word())
    }

    /// The text after the lines of the games: the games that were not run, a closing line, the events that
    /// were not reached, tables if requested, and the findings.
    pub(crate) fn rest(&self, coverage: bool) -> String {
        let mut text = String::new();
        for game in self.not_run() {
            let _ = writeln!(text, "{}", self.head(game, Verdict::NotRun).trim_end());
        }
        text += &self.last_sentence();
        text += &self.reached();
        if coverage {
            self.checked
                .iter()
                .filter(|checked| checked.plies > 0)
                .for_each(|checked| text += &checked.table());
        }
        self.programs(&mut text);
        self.conventions(&mut text);
        for position in self.checked.iter().flat_map(|checked| &checked.refused) {
            let _ = writeln!(text, "both engines refuse the position {position:?}");
        }
        for skipped in self.checked.iter().flat_map(|checked| &checked.skipped) {
            let _ = writeln!(text, "{skipped}");
        }
        self.accepted(&mut text);
        for warning in self.checked.iter().flat_map(|checked| &checked.warnings) {
            let _ = writeln!(text, "warning: {warning}");
        }
        if let Some(width) = width(&std::io::stdout()) {
            text = folded(&text, width);
        }
        for (finding, _) in self.checked.iter().flat_map(|checked| &checked.findings) {
            let _ = write!(text, "\n{finding}");
        }
        let hints: Vec<&String> = self.checked.iter().flat_map(|checked| &checked.hints).collect();
        if !hints.is_empty() {
            text.push_str("\nPossible cause (bustan probe shows more):\n");
            hints.into_iter().for_each(|hint| text += &format!("  {hint}\n"));
        }
        text
    }

    /// The closing line: what was played, and the verdict.
    fn last_sentence(&self) -> String {
        let sum = |figure: fn(&GameSummary) -> u64| self.checked.iter().map(figure).sum::<u64>();
        // Engines that differ at the start of a game do not play a move.
        let amount = match (sum(|checked| checked.plies), sum(|checked| checked.finished)) {
            (0, games) if games > 0 => count(games, "game", "games") + " without a move",
            (plies, _) => rounded(plies, "ply", "plies"),
        };
        let jobs = self.checked.iter().map(|checked| checked.jobs).max().unwrap_or(0);
        format!(
            "\n{}{}: {} (seed {}{})\n",
            if self.games.len() > 1 {
                count(self.games.len() as u64, self.called[0], self.called[1]) + ", "
            } else {
                String::new()
            },
            amount,
            self.closing(),
            self.seed,
            if self.timed { format!(", {}", count(jobs as u64, "job", "jobs")) } else { String::new() },
        )
    }

    /// Adds what was compared with programs.
    fn programs(&self, text: &mut String) {
        for checked in self.checked.iter().filter(|checked| checked.by_program) {
            if self.timed && checked.shrinking >= WORTH_TELLING {
                let seconds = checked.shrinking.as_secs_f64();
                let _ = writeln!(text, "plus {seconds:.1} s spent shrinking findings");
            }
            let sentences = [checked.compared.sentence(), checked.compared.not_compared(&checked.engines)];
            for sentence in sentences.into_iter().flatten().chain(checked.effects.words()) {
                let name = if self.games.len() > 1 { format!("{}: ", checked.game) } else { String::new() };
                let _ = writeln!(text, "{name}{sentence}");
            }
        }
    }

    /// Adds the conventions that explained a difference.
    fn conventions(&self, text: &mut String) {
        for (Convention { key, name, remedy, .. }, games) in
            self.checked.iter().flat_map(|one| &one.conventions)
        {
            let games = count(*games, "game", "games");
            let by_rules = match *remedy {
                "" => String::new(),
                remedy => format!("to compare {key} by the rules, use {remedy}; "),
            };
            let _ = writeln!(
                text,
                "convention: {name} ({games}), not a finding; {by_rules}to ignore {key}, use --accept \
                 observation-{}",
                key.replace('_', "-")
            );
        }
    }

    /// Adds the accepted differences: those that occurred in a game, and those that did not.
    fn accepted(&self, text: &mut String) {
        for checked in &self.checked {
            for AcceptedGames { words, games, ended, .. } in &checked.accepted {
                let cut = match ended {
                    0 => String::new(),
                    ended if ended == games => ", and nothing after it was checked".into(),
                    ended => format!(", of which {ended} ended with it"),
                };
                let games = count(*games, "game", "games");
                let _ = writeln!(text, "{}: accepted in {games}{cut}: {words}", checked.game);
            }
        }
        let nowhere = |one: &&String| self.checked.iter().all(|checked| checked.unshown.contains(one));
        for accepted in self.checked.iter().take(1).flat_map(|checked| &checked.unshown).filter(nowhere) {
            let _ = writeln!(text, "accepted, but no game showed it: {accepted}");
        }
    }

    /// The coverage of events: a line for each game with rarely reached events, or else the lowest count of any event.
    fn reached(&self) -> String {
        let played: Vec<&GameSummary> = self.checked.iter().filter(|checked| checked.plies > 0).collect();
        let line = |checked: &&GameSummary| {
            let of = if self.games.len() > 1 { format!("{}: ", checked.game) } else { String::new() };
            Some(format!("{of}events that occurred fewer than {FEW} times: {}\n", checked.few()?))
        };
        let few: String = played.iter().filter_map(line).collect();
        match played.iter().filter_map(|checked| checked.coverage.least()).min() {
            Some(least) if few.is_empty() => {
                format!("every event at least {}\n", count(least, "time", "times"))
            }
            _ => few,
        }
    }

    /// The verdict on the run as text.
    fn closing(&self) -> String {
        if let ([checked], []) = (&self.checked[..], self.not_run()) {
            return checked.sentence();
        }
        if self.verdict() == Verdict::Agree {
            let apart = self.checked.iter().any(|checked| checked.reason.is_some());
            return if apart { "all agree, except for what was not compared" } else { "all agree" }.into();
        }
        let games = |verdict: Verdict| -> Vec<&str> {
            let checked = self.checked.iter().filter(|checked| checked.verdict == verdict);
            checked.map(|checked| checked.game.as_str()).collect()
        };
        let named = |(verdict, games): (Verdict, Vec<&str>)| {
            (!games.is_empty()).then(|| format!("{} {}", games.join(", "), conjugated(verdict, games.len())))
        };
        let unusual = [Verdict::Differ, Verdict::NotTested, Verdict::Interrupted]
            .map(|verdict| (verdict, games(verdict)));
        let unusual = unusual.into_iter().chain([(Verdict::NotRun, self.not_run().to_vec())]);
        let agree = games(Verdict::Agree).len();
        let rest = (agree > 0).then(|| format!("{agree} {}", conjugated(Verdict::Agree, agree)));
        unusual.filter_map(named).chain(rest).collect::<Vec<_>>().join("; ")
    }

    pub(crate) fn json(&self) -> Value {
        let sum = |figure: fn(&GameSummary) -> u64| self.checked.iter().map(figure).sum::<u64>();
        let findings = self.checked.iter().flat_map(|checked| &checked.findings).map(|(_, object)| object);
        let not_run =
            self.not_run().iter().map(|game| json!({"game": game, "verdict": Verdict::NotRun.word()}));
        let mut object = json!({
            "verdict": self.verdict().word(),
            "games": sum(|checked| checked.games),
            "finished": sum(|checked| checked.finished),
            "plies": sum(|checked| checked.plies),
            "seed": self.seed,
            "findings": findings.collect::<Vec<_>>(),
            "checked": self.checked.iter().map(|one| one.json(self.timed)).chain(not_run).collect::<Vec<_>>(),
        });
        if self.timed {
            let seconds = self.checked.iter().map(|checked| checked.elapsed.as_secs_f64());
            object["seconds"] = json!(seconds.sum::<f64>());
            object["jobs"] = json!(self.checked.iter().map(|checked| checked.jobs).max());
        }
        object
    }
}

/// A verdict as the verb of a sentence about `games` games.
fn conjugated(verdict: Verdict, games: usize) -> &'static str {
    match (verdict, games) {
        (Verdict::Agree, 1) => "agrees",
        (Verdict::Differ, 1) => "differs",
        (verdict, _) => verdict.word(),
    }
}
