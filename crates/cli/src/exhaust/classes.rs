//! `bustan exhaust` for classes of positions, such as all positions with certain pieces.

mod summary;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use bustan_guide::{ClassRequest, ClassSelection, Classes, Style};
use bustan_harness::compare::lockstep::Factories;
use bustan_harness::erased::{Position, Rules};
use bustan_harness::report::command::Command;
use bustan_harness::report::finding::Finding;
use bustan_harness::run::classes;
use bustan_harness::run::classes::{
    Compare, Done, Ending, JournalEntry, Outcome, Plan, Progress, Tally, blocks,
};
use indicatif::ProgressBar;

use super::Args;
use crate::accept;
use crate::args::{find, jobs};
use crate::check::budget;
use crate::failure::{DIVERGENCE, Failure};
use crate::foreign::{ComparedEngines, hold};
use crate::slice;
use crate::start::judged;
use crate::watch::{bar, cut_off, drawing, found, say, stop_on_signals};
use crate::words::count;
use crate::{files, replay};
use summary::Summary;

/// The options that name classes.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct NamedClasses {
    /// Visit all positions of chess with at most N pieces instead: every placement of every set of pieces,
    /// with either player to move, all castling rights and en passant squares. At each position both engines
    /// are set up and compared in their states and lists of legal moves; with --depth 1 also after each move
    #[arg(long, value_name = "N", value_parser = crate::number::number(0..=u32::MAX), allow_negative_numbers = true,
        conflicts_with_all = ["material", "symmetry", "spill", "position", "memory"])]
    men: Option<u32>,
    /// The same for these sets of pieces, separated by commas, as in KRk,KPkp: capitals are white's
    #[arg(long, value_name = "PIECES", value_delimiter = ',',
        conflicts_with_all = ["symmetry", "spill", "position", "memory"])]
    material: Option<Vec<String>>,
    /// Of these positions, visit only those with a castling right or an en passant square
    #[arg(long)]
    special: bool,
}

impl NamedClasses {
    /// Whether any classes are named.
    const fn is_given(&self) -> bool {
        self.men.is_some() || self.material.is_some()
    }

    fn which(&self) -> ClassSelection<'_> {
        match &self.material {
            Some(names) => ClassSelection::Named(names),
            None => ClassSelection::UpTo(self.men.unwrap_or_default()),
        }
    }

    /// The named classes, whose positions have the options of `like`.
    fn classes(&self, like: &Position) -> Result<Box<dyn Classes<Position>>, Failure> {
        let option = if self.material.is_some() { "--material" } else { "--men" };
        let asked = ClassRequest { which: self.which(), special: self.special };
        match like.classes(&asked) {
            Some(classes) => classes.map_err(|problem| Failure::Usage(format!("{option}: {problem}"))),
            None => {
                Err(Failure::Usage(format!("{option} is only for chess, not for {}", like.rules().name())))
            }
        }
    }

    /// The positions as text that follows "every position".
    fn words(&self) -> String {
        let special = if self.special { " with a castling right or an en passant square" } else { "" };
        match self.which() {
            ClassSelection::UpTo(men) => format!(" of at most {men} pieces{special}"),
            ClassSelection::Named(names) => format!(" of {}{special}", names.join(", ")),
        }
    }

    /// The options as command-line arguments.
    fn arguments(&self) -> Vec<String> {
        let men = self.men.map(|men| ["--men".to_string(), men.to_string()]);
        let material = self.material.as_ref().map(|names| ["--material".to_string(), names.join(",")]);
        let special = self.special.then(|| "--special".to_string());
        men.into_iter().chain(material).flatten().chain(special).collect()
    }
}

/// The combined results of the shards of a run.
#[derive(Clone, Debug)]
pub(crate) struct Merged {
    /// The tally of each class.
    tallies: Vec<Tally>,
    /// The number of the first block that showed a difference.
    diverged: Option<u64>,
}

impl Merged {
    /// Combines the results of `shards`, each given with its directory.
    pub(crate) fn new(shards: Vec<(PathBuf, Vec<JournalEntry>)>) -> Result<Self, Failure> {
        let (mut open, mut over) = (Vec::new(), Vec::new());
        for (dir, entries) in shards {
            match entries.into_iter().next_back() {
                Some(JournalEntry::Over(done, diverged)) => over.push((done, diverged)),
                _ => open.push(dir.display().to_string()),
            }
        }
        if !open.is_empty() {
            return Err(slice::not_over(&open));
        }
        let classes = over.iter().map(|(done, _)| done.tallies.len()).max().unwrap_or_default();
        let mut tallies = vec![Tally::default(); classes];
        for (done, _) in &over {
            tallies.iter_mut().zip(&done.tallies).for_each(|(tally, other)| tally.add(other));
        }
        Ok(Self { tallies, diverged: over.iter().filter_map(|(_, diverged)| *diverged).min() })
    }
}

impl Args {
    /// Whether the run is about classes. Without classes, options that apply only to classes are refused.
    pub(crate) fn is_about_classes(&self) -> Result<bool, Failure> {
        let problem = match self.named.is_given() {
            true => return Ok(true),
            false if self.named.special => "--special needs --men or --material",
            false if self.against.is_given() => {
                "--against needs --men or --material: a program can visit only such positions"
            }
            false if self.accept.is_given() => {
                "--accept, --accept-file and --ignore need --men or --material: without them every \
                 difference is a finding"
            }
            false => return Ok(false),
        };
        Err(Failure::Usage(problem.into()))
    }

    /// Whether programs are compared.
    pub(crate) fn starts_programs(&self) -> bool {
        self.against.is_given()
    }

    /// The start position of games, whose options apply to all positions.
    fn like(&self, rules: Rules) -> Result<Position, Failure> {
        self.start.position(rules, &self.setup)
    }

    /// The command that repeats a run on the positions of classes.
    fn command_of_classes(&self, rivals: Option<&ComparedEngines>) -> Command {
        let mut words = ["bustan", "exhaust", &self.game].map(String::from).to_vec();
        words.extend(self.named.arguments());
        words.extend(rivals.into_iter().flat_map(ComparedEngines::options).cloned());
        words.extend(self.start.arguments());
        words.extend(self.depth.into_iter().flat_map(|depth| ["--depth".to_string(), depth.to_string()]));
        if let Ok(known) = self.accept.known() {
            words.extend(accept::options(known.accepted(), &known));
        }
        words.extend(self.setup.iter().cloned());
        Command::new(words)
    }
}

pub(super) fn run(args: &Args) -> Result<ExitCode, Failure> {
    // Signals are handled from the beginning, because a program may take long to start.
    let stop = stop_on_signals();
    if let Some(depth) = args.depth.filter(|depth| *depth > 1) {
        let problem = format!("--depth {depth}: with --men and --material it is 0 or 1");
        return Err(Failure::Usage(problem));
    }
    args.accept.suit(&args.game)?;
    args.accept.known()?;
    let rules = find(&args.game)?.rules;
    // Wrong classes are reported before a program is started.
    let classes = args.named.classes(&args.like(rules)?)?;
    args.slice.has_share(blocks(&*classes), "blocks of positions")?;
    let rivals = args.against.started()?;
    let rivals = rivals.map(|rivals| rivals.reproducible(args.slice.is_reproducible()));
    let home = || Ok(Some(args.against.begins(args.like(rules)?)));
    let run = Run { args, rivals: rivals.as_ref(), stop };
    hold(rules, rivals.as_ref(), &home, |factories| run.enumerate(rules, factories))
}

/// A run whose engines are known.
struct Run<'a> {
    args: &'a Args,
    rivals: Option<&'a ComparedEngines>,
    stop: Arc<AtomicBool>,
}

impl Run<'_> {
    fn enumerate(self, rules: Rules, factories: Factories<'_>) -> Result<ExitCode, Failure> {
        let Self { args, rivals, stop } = self;
        let like = args.like(rules)?;
        args.against.warn_of_left_out(&like);
        let start = args.against.begins(like);
        judged(factories, &start)?;
        args.accept.keys_exist(factories, &start)?;
        let files: Vec<&Path> = args.against.words().into_iter().chain(args.accept.files()).collect();
        let course = match &args.merged_classes {
            Some(_) => None,
            None => args.slice.course::<JournalEntry>(args.out.as_deref(), slice::arguments(), &files)?,
        };
        let compare = match &args.merged_classes {
            Some(Merged { tallies, diverged }) => Compare::Only(*diverged, tallies.clone()),
            None => Compare::Share(
                args.slice.part(),
                visited(course.as_ref().map_or(&[], |course| &course.entries)),
            ),
        };
        let plan = Plan {
            classes: args.named.classes(&start)?,
            start,
            depth: args.depth.unwrap_or_default(),
            jobs: jobs(args.jobs),
            budget: budget(rivals, None),
            known: args.accept.known()?,
            compare,
            log: course.map(|course| (Arc::new(course.journal), args.slice.every())),
            reports: Some(files::reports(args.out.as_deref())?),
            command: args.command_of_classes(rivals),
            replay: replay::command(rules, rivals).accepting(accept::OPTION),
        };
        let progress = Progress { stop, ..Progress::default() };
        let outcome = watched(rules, &progress, |found| classes::run(&plan, factories, &progress, found));
        if let Some(Merged { diverged, .. }) = &args.merged_classes
            && *diverged != outcome.diverged
            && outcome.ending != Ending::Interrupted
        {
            let problem =
                "the divergence of the shards is not reproducible: has an engine changed since they ran?";
            return Err(Failure::Usage(problem.into()));
        }
        let style = Style { colour: args.colour.on_stdout(), alternative: false, groups: false };
        let summary = Summary {
            outcome: &outcome,
            plan: &plan,
            engines: names(factories),
            words: args.named.words(),
            style,
            programs: rivals.is_some(),
            timed: !args.slice.is_reproducible(),
        };
        conclude(args, &summary, &progress)
    }
}

/// The progress of the run that wrote `entries`. A run that found a difference must find it again.
fn visited(entries: &[JournalEntry]) -> Done {
    let done = |entry: &JournalEntry| match entry {
        JournalEntry::Visited(done) | JournalEntry::Over(done, None) => Some(done.clone()),
        JournalEntry::Over(_, Some(_)) => None,
    };
    entries.iter().rev().find_map(done).unwrap_or_default()
}

/// The names of the engine under test and of the other engine.
fn names(factories: Factories<'_>) -> [String; 2] {
    [factories.subject, factories.oracle].map(|factory| factory.make().name())
}

/// Prints the results of a run, and returns the exit code.
fn conclude(args: &Args, summary: &Summary<'_>, progress: &Progress) -> Result<ExitCode, Failure> {
    let outcome: &Outcome = summary.outcome;
    outcome.warnings.iter().for_each(|warning| eprintln!("warning: {warning}"));
    let printed =
        if args.json { files::print_json("exhaust", &summary.json()) } else { files::print(&summary.text()) };
    // The exit code matters even if nobody reads standard output.
    let code = printed.or_else(Failure::unless_unread).map_or_else(Failure::report, |()| ExitCode::SUCCESS);
    if let Some(error) = &outcome.unwritten {
        Failure::Usage(error.to_string()).report();
    }
    if args.slice.is_logged() && progress.stop.load(Ordering::Relaxed) {
        return Ok(cut_off());
    }
    match &outcome.ending {
        Ending::Diverged => Ok(ExitCode::from(DIVERGENCE)),
        Ending::Unable(words) => Err(Failure::Usage(words.clone())),
        Ending::Interrupted if code == ExitCode::SUCCESS => Ok(cut_off()),
        Ending::Complete if summary.nothing() => {
            Err(Failure::Usage(format!("nothing was compared: {}", summary::NOTHING)))
        }
        Ending::Interrupted | Ending::Complete => Ok(code),
    }
}

/// Shows the progress of a run on standard error while `run` runs. `run` receives the function to call with
/// findings.
fn watched<T>(rules: Rules, progress: &Progress, run: impl FnOnce(&(dyn Fn(&Finding) + Sync)) -> T) -> T {
    let bar = bar(rules.name(), None);
    let begun = Instant::now();
    let draw = |bar: &ProgressBar| {
        let positions = progress.positions.load(Ordering::Relaxed);
        let elapsed = begun.elapsed().as_secs_f64().max(0.001);
        let rate = positions as f64 / elapsed;
        let (blocks, of) = (progress.blocks.load(Ordering::Relaxed), progress.of.load(Ordering::Relaxed));
        let done = blocks.saturating_sub(progress.before.load(Ordering::Relaxed));
        // Blocks of later classes may have more positions.
        let left = of.saturating_sub(blocks) as f64 / done as f64 * elapsed;
        let left =
            if left >= 1.0 && left.is_finite() { format!(", about {left:.0} s left") } else { String::new() };
        let doing = if progress.shrinking.load(Ordering::Relaxed) { ", shrinking" } else { "" };
        let positions = count(positions, "position", "positions");
        bar.set_message(format!("{positions}, {rate:.0} positions/s, block {blocks} of {of}{left}{doing}"));
    };
    let found = |finding: &Finding| {
        found();
        let verb = if finding.shrunk.is_some() { "shrunk" } else { "found, shrinking" };
        say(&bar, &format!("{verb}: {} ({})", finding.best().headline, finding.length()));
    };
    drawing(rules.name(), &bar, draw, || run(&found))
}
