//! `bustan exhaust`.

pub(crate) mod classes;
mod summary;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use bustan_games::Registered;
use bustan_guide::Style;
use bustan_harness::erased::Position;
use bustan_harness::report::command::Command;
use bustan_harness::report::finding::Finding;
use bustan_harness::run::exhaust::run as visit_all;
use bustan_harness::run::exhaust::{Compare, Ending, JournalEntry, Outcome, Outline, Plan, Progress, Spill};
use bustan_harness::shrink::Budget;
use bustan_harness::spill::LEAST;
use indicatif::ProgressBar;

use crate::accept::Accept;
use crate::args::{GameNames, MOST_JOBS, Memory, Start, find, jobs, setup_help};
use crate::colour::Colour;
use crate::failure::{BAD_INPUT, DIVERGENCE, Failure};
use crate::foreign::Against;
use crate::merge;
use crate::number::number;
use crate::slice::{self, Slice};
use crate::start::judged;
use crate::watch::{bar, cut_off, drawing, found, say, stop_on_signals};
use crate::words::count;
use crate::{files, replay};
use classes::NamedClasses;
use summary::Summary;

/// Compare both engines of a game on every position
///
/// Visits every position that is reached from the start, ply by ply. Both engines are set up there, compared
/// in everything they show, in every legal move and where it leads and in a sample of illegal ones, and
/// checked against the invariants of every game. If the rules forbid repetition, the history is ignored, so
/// that more positions are visited than games reach. In chess, --men and --material visit all positions with
/// certain pieces instead, also for a program. Ctrl-C ends the run with its summary. Exit code 0: they agree
/// on every position asked for; 1: they differ; 2: bad arguments, the positions take more memory than
/// allowed, or a file of them cannot be used; 128 + N: signal N cut the run off before anything was found.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    bustan exhaust tictactoe                 5478 positions\n  \
    bustan exhaust margo --size 3            51039 positions, without the history\n  \
    bustan exhaust chess --men 3             all positions of at most 3 pieces\n  \
    bustan exhaust tribolo --size 4 4 --seed 1   129 positions from one setup\n  \
    bustan exhaust tribolo --position '4x3 RB...G...#.. blue'\n  \
    bustan exhaust dominions --size 2 --depth 3 --symmetry\n  \
    bustan exhaust dominions --size 2 --symmetry --memory 64 --spill work\n  \
    bustan exhaust chess --men 4 --special   those with a castling right or an en passant square\n  \
    bustan exhaust chess --material KRk,KPkp --against uci:./engine")]
pub(crate) struct Args {
    /// The game
    #[arg(value_parser = GameNames)]
    game: String,
    #[command(flatten)]
    start: Start,
    /// How many moves to play from the start [default: to the end of all games; 0 with --men and --material]
    #[arg(long, value_name = "D", value_parser = number(0..=u32::MAX), allow_negative_numbers = true)]
    depth: Option<u32>,
    #[command(flatten)]
    named: NamedClasses,
    #[command(flatten)]
    against: Against,
    #[command(flatten)]
    accept: Accept,
    /// Visit only one position of each symmetric set
    #[arg(long)]
    symmetry: bool,
    #[command(flatten)]
    memory: Memory,
    /// Keep the positions in files of this directory. It must contain nothing else. Use this for games with
    /// more positions than fit into memory; the same command resumes an ended run. The files are removed at
    /// the end
    #[arg(long, value_name = "DIR")]
    spill: Option<PathBuf>,
    /// How many positions to visit at once, at most 256 [default: the number of cores]
    #[arg(long, value_name = "J", value_parser = number(1..=MOST_JOBS), allow_negative_numbers = true)]
    jobs: Option<u16>,
    /// Directory for findings: records, reports and pictures [default: bustan-findings, if there are any]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    slice: Slice,
    /// The combined results of the shards, if they are being merged.
    #[arg(skip)]
    merged: Option<Merged>,
    /// The combined results of the shards over classes, if they are being merged.
    #[arg(skip)]
    merged_classes: Option<classes::Merged>,
    #[command(flatten)]
    colour: Colour,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[arg(value_name = "SETUP", help = setup_help(), trailing_var_arg = true, allow_hyphen_values = true)]
    setup: Vec<String>,
}

/// The combined results of the shards of a run.
#[derive(Clone, Debug)]
pub(crate) struct Merged {
    /// The positions that the shards visited, if the engines agree in all of them.
    outline: Option<Outline>,
    /// The number of the first position that showed a difference.
    diverged: Option<u64>,
}

impl Merged {
    /// Combines the results of `shards`, each given with its directory.
    pub(crate) fn new(shards: Vec<(PathBuf, Vec<JournalEntry>)>) -> Result<Self, Failure> {
        let mut open = Vec::new();
        let mut over: Vec<(PathBuf, Outline)> = Vec::new();
        for (dir, entries) in shards {
            match entries.into_iter().next_back() {
                Some(JournalEntry::Over(outline)) => over.push((dir, outline)),
                _ => open.push(dir.display().to_string()),
            }
        }
        if !open.is_empty() {
            return Err(slice::not_over(&open));
        }
        let diverged = over.iter().filter_map(|(_, outline)| outline.diverged).min();
        let mut agree = over.iter().filter(|(_, outline)| outline.diverged.is_none());
        let first = agree.next();
        if let Some((dir, outline)) = first
            && let Some((other, _)) = agree.find(|(_, other)| other != outline)
        {
            let [dir, other] = [dir, other].map(|dir| dir.display().to_string());
            return Err(Failure::Usage(format!("{dir} and {other} reached different positions")));
        }
        let outline = first.filter(|_| diverged.is_none()).map(|(_, outline)| outline.clone());
        Ok(Self { outline, diverged })
    }
}

pub(crate) fn run(args: Args) -> ExitCode {
    let ended = match args.is_about_classes() {
        Ok(true) => classes::run(&args),
        Ok(false) => find(&args.game).and_then(|game| args.visit(game)),
        Err(failure) => Err(failure),
    };
    ended.unwrap_or_else(Failure::report)
}

impl Args {
    fn visit(self, game: &Registered) -> Result<ExitCode, Failure> {
        let (rules, factories) = (game.rules, game.factories());
        // Signals are handled from the beginning.
        let stop = stop_on_signals();
        let start = self.start.position(rules, &self.setup)?;
        judged(factories, &start)?;
        let plan = self.plan(start)?;
        let progress = Progress { stop, ..Progress::default() };
        let mut outcome =
            watched(rules.name(), &progress, |found| visit_all(&plan, factories, &progress, found));
        let unspilled = outcome.unspilled.take().map(|error| Failure::Spilled(error.into()));
        if outcome.layers.is_empty()
            && let Some(error) = unspilled
        {
            return Err(error);
        }
        let style = Style { colour: self.colour.on_stdout(), alternative: false, groups: false };
        let names = [&game.fast, &game.reference].map(|kind| kind.engine().name());
        let summary = Summary::new(&outcome, &plan, names, style, !self.slice.is_reproducible());
        if let Some(Merged { outline, diverged }) = &self.merged {
            let same = outline.as_ref().is_none_or(|outline| *outline == outcome.outline());
            if !(same && *diverged == outcome.diverged) && outcome.ending != Ending::Interrupted {
                let problem =
                    "the results of the shards are not reproducible: has an engine changed since they ran?";
                return Err(Failure::Usage(problem.into()));
            }
        }
        let printed = if self.json {
            files::print_json("exhaust", &summary.json())
        } else {
            files::print(&summary.text())
        };
        Ok(self.conclude(printed, &outcome, unspilled, &progress))
    }

    /// The positions to visit, and how to handle findings.
    fn plan(&self, start: Position) -> Result<Plan, Failure> {
        let course = match self.merged {
            Some(_) => None,
            None => self.slice.course::<JournalEntry>(self.out.as_deref(), slice::arguments(), &[])?,
        };
        let reports = files::reports(self.out.as_deref())?;
        let compared = course.iter().flat_map(|course| &course.entries);
        let compared =
            compared.map(|entry| if let JournalEntry::Compared(number) = entry { *number } else { 0 });
        let compare = match &self.merged {
            Some(merged) => Compare::Only(merged.diverged),
            // The plies that are finished on disk were compared by this build. No other comparison is known
            // to have been made.
            None if self.spill.is_some() => Compare::Share(self.slice.part(), 0),
            None => Compare::Share(self.slice.part(), compared.max().unwrap_or(0)),
        };
        let spill = match &self.spill {
            None => None,
            Some(_) if self.memory.bytes() < LEAST => {
                return Err(Failure::Usage(format!("--spill needs --memory {} or more", LEAST >> 20)));
            }
            Some(dir) => Some(Spill { dir: dir.clone(), work: self.work(&start.to_string(), compare)? }),
        };
        Ok(Plan {
            depth: self.depth,
            symmetry: self.symmetry,
            memory: self.memory.bytes(),
            spill,
            jobs: jobs(self.jobs),
            budget: Budget::default(),
            compare,
            log: course.map(|course| (Arc::new(course.journal), self.slice.every())),
            reports: Some(reports),
            command: self.command(),
            replay: replay::command(start.rules(), None),
            start,
        })
    }

    /// Reports files that could not be written and work that could not be finished, and returns the exit
    /// code.
    fn conclude(
        &self,
        printed: Result<(), Failure>,
        outcome: &Outcome,
        unspilled: Option<Failure>,
        progress: &Progress,
    ) -> ExitCode {
        // The exit code matters even if nobody reads standard output.
        let code =
            printed.or_else(Failure::unless_unread).map_or_else(Failure::report, |()| ExitCode::SUCCESS);
        if let Some(error) = &outcome.unwritten {
            Failure::Usage(error.to_string()).report();
        }
        if let Some(error) = unspilled {
            error.report();
        }
        if outcome.ending == Ending::Memory {
            let problem = "the positions need more memory than allowed; allow more with --memory, use disk \
                           with --spill, or visit fewer with --depth or --symmetry";
            Failure::Usage(problem.into()).report();
        }
        if self.slice.is_logged() && progress.stop.load(Ordering::Relaxed) {
            return cut_off();
        }
        match outcome.ending {
            Ending::Diverged => ExitCode::from(DIVERGENCE),
            Ending::Memory | Ending::Disk | Ending::Refused => ExitCode::from(BAD_INPUT),
            Ending::Interrupted if code == ExitCode::SUCCESS => cut_off(),
            _ => code,
        }
    }
}

impl Args {
    /// Returns the run with the results of its shards, for `merge`.
    pub(crate) fn merging(self, merge: merge::Args, merged: Merged) -> Self {
        let merge::Args { out, spill, jobs, colour, json, .. } = merge;
        let (out, merged, slice) = (Some(out), Some(merged), self.slice.merging());
        Self { out, spill, jobs, colour, json, merged, slice, ..self }
    }

    /// Returns the run over classes with the results of its shards, for `merge`.
    pub(crate) fn merging_classes(self, merge: merge::Args, merged: classes::Merged) -> Self {
        let merge::Args { out, jobs, colour, json, .. } = merge;
        let (out, merged_classes, slice) = (Some(out), Some(merged), self.slice.merging());
        Self { out, jobs, colour, json, merged_classes, slice, ..self }
    }

    /// The parameters that determine which positions are visited from `start`, and the engines, which are
    /// those of this build of the program.
    fn work(&self, start: &str, compare: Compare) -> Result<Vec<String>, Failure> {
        let mut work = vec![self.game.clone(), start.into()];
        work.extend(self.depth.map(|depth| format!("--depth {depth}")));
        work.extend(self.symmetry.then(|| "--symmetry".into()));
        let part = self.slice.part();
        work.extend((!part.is_whole()).then(|| format!("--shard {part}")));
        match compare {
            Compare::Share(..) => {}
            Compare::Only(None) => work.push("(compared before)".into()),
            Compare::Only(Some(number)) => work.push(format!("(only position {number})")),
        }
        work.push(format!("by the build {}", slice::build()?));
        Ok(work)
    }

    /// The command that repeats the run.
    fn command(&self) -> Command {
        let mut words = ["bustan", "exhaust", &self.game].map(String::from).to_vec();
        words.extend(self.start.arguments());
        words.extend(self.depth.into_iter().flat_map(|depth| ["--depth".to_string(), depth.to_string()]));
        words.extend(self.symmetry.then(|| "--symmetry".to_string()));
        words.extend(self.setup.iter().cloned());
        Command::new(words)
    }
}

/// Shows the progress of a run on standard error while `run` runs. `run` receives the function to call with
/// findings.
fn watched<T>(game: &str, progress: &Progress, run: impl FnOnce(&(dyn Fn(&Finding) + Sync)) -> T) -> T {
    let bar = bar(game, None);
    let begun = Instant::now();
    let draw = |bar: &ProgressBar| {
        let positions = progress.positions.load(Ordering::Relaxed);
        let (ply, size) = (progress.ply.load(Ordering::Relaxed), progress.size.load(Ordering::Relaxed));
        let before = progress.before.load(Ordering::Relaxed);
        let rate = positions.saturating_sub(before) as f64 / begun.elapsed().as_secs_f64().max(0.001);
        // The number of remaining plies is unknown.
        let left = (progress.behind.load(Ordering::Relaxed) + size).saturating_sub(positions) as f64 / rate;
        let left = if left >= 1.0 && left.is_finite() {
            format!(", about {left:.0} s left of it")
        } else {
            String::new()
        };
        let disk = match progress.bytes.load(Ordering::Relaxed) >> 20 {
            0 => String::new(),
            megabytes => format!(", {megabytes} MB on disk"),
        };
        let doing = if progress.shrinking.load(Ordering::Relaxed) { ", shrinking" } else { "" };
        let positions = count(positions, "position", "positions");
        bar.set_message(format!(
            "{positions}, {rate:.0} positions/s, ply {ply} of {size}{left}{disk}{doing}"
        ));
    };
    let found = |finding: &Finding| {
        found();
        let verb = if finding.shrunk.is_some() { "shrunk" } else { "found, shrinking" };
        say(&bar, &format!("{verb}: {} ({})", finding.best().headline, finding.length()));
    };
    drawing(game, &bar, draw, || run(&found))
}
