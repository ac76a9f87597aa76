//! `bustan shrink`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::{fs, iter};

use bustan_games::compiled::Compiled;
use bustan_games::fuzz::{played, targets};
use bustan_games::{Plays, Visit};
use bustan_guide::Style;
use bustan_harness::compare::lockstep::Factories;
use bustan_harness::generate::GameConfig;
use bustan_harness::generate::fuzz::{Input, Law};
use bustan_harness::report::whole;
use bustan_harness::run::check::{Outcome, Plan, Progress};
use bustan_harness::shrink::Budget;

use crate::args::{visit, word};
use crate::check::{GameSummary, Summary, conclude, show};
use crate::colour::Colour;
use crate::failure::Failure;
use crate::watch::stop_on_signals;
use crate::{files, replay};

/// The longest input that is read, in bytes; a longer file is no input. Scripts are far shorter.
const LONGEST: u64 = 1 << 16;

/// Make the game of a fuzzer's input short
///
/// Plays the game of an input on which a fuzz target broke off. If the engines differ, makes it as short as
/// it can be, and writes the same report as bustan check. Exit code 0: the engines agree along the game; 1:
/// they differ; 2: bad arguments, or no input of this version.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  \
    bustan shrink --fuzz dominions_undo fuzz/artifacts/dominions_undo/crash-1f0e")]
pub(crate) struct Args {
    /// The fuzz target
    #[arg(long, value_name = "TARGET", value_parser = target)]
    fuzz: String,
    /// The input
    file: PathBuf,
    /// Directory for findings: records, reports and pictures [default: bustan-findings, if there are any]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Also write the short game as an input into this directory, named by what differs
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    #[command(flatten)]
    colour: Colour,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Reads the name of a target whose inputs are games.
fn target(name: &str) -> Result<String, String> {
    match targets().find(|target| target == name) {
        Some(target) if played(&target).is_some() => Ok(target),
        Some(_) => Err("its inputs are texts, which cargo fuzz tmin makes short".into()),
        None => {
            let games: Vec<String> = targets().filter(|target| played(target).is_some()).collect();
            Err(format!("there are {}", games.join(", ")))
        }
    }
}

pub(crate) fn run(args: Args) -> ExitCode {
    // From the first moment.
    let stop = stop_on_signals();
    let (game, law) = played(&args.fuzz).expect("only targets with games are taken");
    let data = match files::read_bytes(&args.file, LONGEST) {
        Ok(data) => data,
        Err(Failure::TooLong(file, most)) => {
            return Failure::Usage(format!(
                "{file}: no input of {}: it has more than {most} bytes",
                args.fuzz
            ))
            .report();
        }
        Err(failure) => return failure.report(),
    };
    let shrinking = Shrinking { args: &args, law, data, stop };
    visit(game, shrinking).unwrap_or_else(Failure::report)
}

struct Shrinking<'a> {
    args: &'a Args,
    law: Law,
    data: Vec<u8>,
    stop: Arc<AtomicBool>,
}

impl Visit for Shrinking<'_> {
    type Output = Result<ExitCode, Failure>;

    fn visit<G, F, R>(self) -> Self::Output
    where
        G: Compiled,
        F: Plays<G>,
        R: Plays<G>,
    {
        let Self { args, law, data, stop } = self;
        let target = &args.fuzz;
        let input = Input::<G>::read(law, &data).ok_or_else(|| {
            let file = files::name(&args.file);
            Failure::Usage(format!("{file}: no input of {target}, or one of another version of it"))
        })?;
        let command = format!("bustan shrink --fuzz {target} {}", word(&args.file.to_string_lossy()));
        let reports = files::reports(args.out.as_deref())?.of_run(&command, 0, &[G::NAME]);
        let factories = Factories { subject: F::factory(), oracle: R::factory() };
        let plan = Plan {
            seed: 0,
            games: Some(1),
            time: None,
            jobs: 1,
            config: GameConfig { policy: Some(0), input: Some(input), ..GameConfig::drawn(usize::MAX) },
            max_findings: 1,
            budget: Budget::default(),
            reports: Some(reports.clone()),
            command,
            replay: replay::command::<G>(replay::BOTH),
        };
        let progress = Progress { stop, ..Progress::default() };
        let outcome = show(G::NAME, &plan, &progress, |found| G::check(&plan, factories, &progress, found));
        let style = Style { colour: args.colour.on_stdout(), alternative: false, groups: false };
        let mut summary = Summary::new(plan.seed, &[G::NAME], style.colour);
        summary.add(GameSummary::new(&outcome, style, false).without_coverage());
        let mut printed = Ok(());
        if !args.json {
            printed = files::print(&summary.last_line()).or_else(Failure::unless_unread);
        }
        let code = conclude(&summary, &reports, printed, args.json, false);
        if let Some(dir) = &args.keep
            && let Err(failure) = keep(dir, factories, law, &outcome, &data)
        {
            // A difference matters more than a file: the exit code stays.
            failure.report();
        }
        Ok(code)
    }
}

/// Writes the short game of a finding, or else the input as it is, into a directory.
fn keep<G: Compiled>(
    dir: &Path,
    factories: Factories<'_, G>,
    law: Law,
    outcome: &Outcome<G>,
    data: &[u8],
) -> Result<(), Failure> {
    let Some(finding) = outcome.findings.first() else { return Ok(()) };
    let short = G::keep(factories, law, finding.best());
    let bytes = short.as_deref().unwrap_or(data);
    fs::create_dir_all(dir).map_err(|error| Failure::Write(files::name(dir), error))?;
    let signature = finding.best().signature.to_string();
    let names = iter::once(signature.clone()).chain((2..).map(|number| format!("{signature}-{number}")));
    let mut paths = names.map(|name| dir.join(name));
    let free = |path: &PathBuf| fs::read(path).map_or(!path.exists(), |there| there == bytes);
    let path = paths.find(free).expect("there is always another name");
    whole::write(&path, bytes).map_err(|error| Failure::Write(files::name(&path), error))?;
    let what = if short.is_some() { "the short game" } else { "the input as it is" };
    eprintln!("kept {what}: {}", files::name(&path));
    Ok(())
}
