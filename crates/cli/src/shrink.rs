//! `bustan shrink`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{fs, iter};

use bustan_games::fuzz::{played, targets};
use bustan_games::{DEFAULT_GAME, Registered};
use bustan_guide::Style;
use bustan_harness::any::Any;
use bustan_harness::base::{atomic_file, duration};
use bustan_harness::compare::lockstep::Factories;
use bustan_harness::erased::{Position, Record, Rules};
use bustan_harness::generate::fuzz::{self, Input, Law};
use bustan_harness::generate::{FixedGame, GameConfig};
use bustan_harness::report::command::Command;
use bustan_harness::report::finding::{ReplayCommand, SearchCommand};
use bustan_harness::report::{Reports, store};
use bustan_harness::run::check::{self, Outcome, Plan, Progress};
use bustan_harness::shrink::Budget;
use bustan_notation::{Asked, Game};
use bustan_vocabulary::Game as _;

use crate::accept::{self, Accept};
use crate::args::{MOST_JOBS, find, jobs};
use crate::check::{GameSummary, Summary, budget, conclude, show};
use crate::colour::Colour;
use crate::failure::Failure;
use crate::foreign::{Against, ComparedEngines, GamesAndAny, hold, unknown_game};
use crate::notation;
use crate::number::number;
use crate::replay::is_blank;
use crate::symmetry::{Mirrors, seen};
use crate::watch::{cut_off, stop_on_signals};
use crate::words::count;
use crate::{files, replay};

/// The maximum size of an input, in bytes; a longer file is refused. Inputs are far smaller.
const LONGEST: u64 = 1 << 16;

/// Shrink a recorded game or a fuzzer input
///
/// Plays the game of a record, such as one that an earlier run found, a game of chess in PGN or a session of
/// GTP, or of an input on which a fuzz target failed. If the engines differ, shrinks the game and writes the
/// same report as bustan check. Exit code 0: the engines agree along the game; 1: they differ; 2: bad
/// arguments, not a record, not an input of this version, or no engine can start the game.
#[derive(Debug, clap::Args)]
#[command(allow_missing_positional = true)]
#[command(after_help = "Examples:\n  \
    bustan shrink game.txt --game margo --against ./engine\n  \
    bustan shrink game.txt --game any --against ./mine --with 'gnugo --mode gtp' --time 5m\n  \
    bustan shrink --fuzz dominions_undo fuzz/artifacts/dominions_undo/crash-1f0e")]
pub(crate) struct Args {
    /// The game, if the record fits several; any for one that this program does not know [default: the one that the
    /// record fits]
    #[arg(value_name = "GAME", value_parser = GamesAndAny, conflicts_with = "game")]
    named: Option<String>,
    /// The record, or - for standard input; with --fuzz the input
    file: PathBuf,
    /// The game, also as the first word
    #[arg(long, value_parser = GamesAndAny, hide_possible_values = true)]
    game: Option<String>,
    /// Which game to shrink, from 1, of a file that has several [default: each]
    #[arg(long, value_name = "N", value_parser = number(1..=usize::MAX), allow_negative_numbers = true)]
    number: Option<usize>,
    /// The fuzz target whose input this is
    #[arg(long, value_name = "TARGET", value_parser = target, conflicts_with_all = ["game", "named", "against", "number"])]
    fuzz: Option<String>,
    /// Time limit; the shrunk game may then differ from run to run [default: 30s with a program; otherwise
    /// the work is limited, not the time]
    #[arg(long, value_name = "D", value_parser = duration::parse, allow_negative_numbers = true)]
    time: Option<Duration>,
    /// How many shorter games to try in parallel on programs, each on its own processes [default: the number
    /// of cores]
    #[arg(long, value_name = "J", value_parser = number(1..=MOST_JOBS), allow_negative_numbers = true)]
    jobs: Option<u16>,
    #[command(flatten)]
    against: Against,
    #[command(flatten)]
    mirrors: Mirrors,
    #[command(flatten)]
    accept: Accept,
    /// Directory for findings: records, reports and pictures [default: bustan-findings, if there are any]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Also write the shrunk game as an input into this directory, named after the difference
    #[arg(long, value_name = "DIR", requires = "fuzz")]
    keep: Option<PathBuf>,
    #[command(flatten)]
    colour: Colour,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Parses the name of a fuzz target whose inputs are games.
fn target(name: &str) -> Result<String, String> {
    match targets().find(|target| target == name) {
        Some(target) if played(&target).is_some() => Ok(target),
        Some(_) => Err("its inputs are texts; minimise them with cargo fuzz tmin".into()),
        None => {
            let games: Vec<String> = targets().filter(|target| played(target).is_some()).collect();
            Err(format!("there are {}", games.join(", ")))
        }
    }
}

pub(crate) fn run(args: Args) -> ExitCode {
    // Signals are handled from the beginning, because a program may take long to start.
    let stop = stop_on_signals();
    let args = Args { game: args.game.or(args.named), named: None, ..args };
    let shrunk = match &args.fuzz {
        Some(target) => input(&args, target, stop),
        None => record(&args, stop),
    };
    shrunk.unwrap_or_else(Failure::report)
}

/// Shrinks the game of a fuzzer's input.
fn input(args: &Args, target: &str, stop: Arc<AtomicBool>) -> Result<ExitCode, Failure> {
    let (game, law) = played(target).expect("only targets with games are taken");
    let data = files::read_bytes(&args.file, LONGEST).map_err(|failure| match failure {
        Failure::TooLong(file, most) => {
            Failure::Usage(format!("{file}: not a {target} input: it has more than {most} bytes"))
        }
        failure => failure,
    })?;
    InputShrink { args, target, law, data, stop }.shrink(find(game)?)
}

/// Shrinks a recorded game.
fn record(args: &Args, stop: Arc<AtomicBool>) -> Result<ExitCode, Failure> {
    if args.game.as_deref() == Some(Any::NAME) && !args.against.is_given() {
        return Err(unknown_game());
    }
    let file = files::name(&args.file);
    let text = files::read(&args.file)?;
    if is_blank(&text) {
        return Err(Failure::NoGame(file));
    }
    let programs = args.against.are_two() || args.mirrors.is_given();
    let asked = Asked { game: args.game.as_deref(), number: args.number, programs };
    let games = notation::games(&file, &text, &asked)?;
    let Some(rules) = games.first().map(Game::rules) else { return Err(Failure::NoGame(file)) };
    if args.json && games.len() > 1 {
        let problem = format!(
            "--json prints one object, and {file} has {} games; choose one with --number",
            games.len()
        );
        return Err(Failure::Usage(problem));
    }
    args.accept.suit(rules.name())?;
    let mirror = args.mirrors.one(rules.name())?;
    let rivals = seen(args.against.started()?, mirror.as_ref());
    let (mut code, mut done) = (ExitCode::SUCCESS, 0);
    for (number, game) in (1..).zip(&games) {
        // A given number is part of the command that shrinks the game again.
        let number = args.number.or((games.len() > 1).then_some(number));
        let game =
            RecordShrink { args, rules, rivals: rivals.as_ref(), game, number, stop: Arc::clone(&stop) };
        let home = || Ok(Some(game.record().start).filter(Position::is_start));
        let shrunk = hold(rules, rivals.as_ref(), &home, |factories| game.shrink(factories))?;
        code = if code == ExitCode::SUCCESS { shrunk } else { code };
        if stop.load(Ordering::Relaxed) {
            done += u64::from(shrunk != cut_off());
            break;
        }
        done += 1;
    }
    let total = games.len() as u64;
    if total > 1 && done < total {
        let line = format!("interrupted after {done} of {}\n", count(total, "game", "games"));
        files::print(&line).or_else(Failure::unless_unread)?;
        code = if code == ExitCode::SUCCESS { cut_off() } else { code };
    }
    Ok(code)
}

/// The game of an input.
struct InputShrink<'a> {
    args: &'a Args,
    target: &'a str,
    law: Law,
    data: Vec<u8>,
    stop: Arc<AtomicBool>,
}

impl InputShrink<'_> {
    fn shrink(self, game: &Registered) -> Result<ExitCode, Failure> {
        let (rules, factories) = (game.rules, game.factories());
        let Self { args, target, law, data, stop } = self;
        let input = Input::read(rules, law, &data).ok_or_else(|| {
            let file = files::name(&args.file);
            Failure::Usage(format!("{file}: not a {target} input, or from an incompatible version"))
        })?;
        let known = args.accept.known()?;
        let file = args.file.to_string_lossy();
        let words = ["bustan", "shrink", "--fuzz", target, &*file].map(String::from).into_iter();
        let command = Command::new(words.chain(accept::options(known.accepted(), &known)));
        if let Ok(start) = rules.initial(&[]) {
            args.accept.keys_exist(factories, &start)?;
        }
        let shrinking = Shrinking { args, command, rivals: None, stop };
        let (code, outcome) = shrinking.run(rules, FixedGame::Input(input), factories, Budget::default())?;
        if let Some(dir) = &args.keep
            && let Err(failure) = keep(dir, factories, law, &outcome, &data)
        {
            // A difference takes precedence over a file that could not be written, so the exit code is
            // unchanged.
            failure.report();
        }
        Ok(code)
    }
}

/// The game of a record.
struct RecordShrink<'a> {
    args: &'a Args,
    rules: Rules,
    rivals: Option<&'a ComparedEngines>,
    game: &'a Game,
    /// The number of the game, from 1, if the file has several.
    number: Option<usize>,
    stop: Arc<AtomicBool>,
}

impl RecordShrink<'_> {
    fn shrink(&self, factories: Factories<'_>) -> Result<ExitCode, Failure> {
        self.args.against.warn_of_left_out(&self.game.record.start);
        let record = self.record();
        let Self { args, rules, rivals, .. } = *self;
        let known = args.accept.known()?;
        args.accept.keys_exist(factories, &record.start)?;
        let file = args.file.to_string_lossy();
        let mut words = ["bustan", "shrink", &*file].map(String::from).to_vec();
        if rules.name() != DEFAULT_GAME {
            words.extend(["--game", rules.name()].map(String::from));
        }
        words.extend(self.number.into_iter().flat_map(|number| ["--number".into(), number.to_string()]));
        words.extend(rivals.into_iter().flat_map(ComparedEngines::options).cloned());
        words.extend(accept::options(known.accepted(), &known));
        let stop = Arc::clone(&self.stop);
        let shrinking = Shrinking { args, command: Command::new(words), rivals, stop };
        let budget = budget(rivals, args.time);
        shrinking.run(rules, FixedGame::Record(record), factories, budget).map(|(code, _)| code)
    }
}

impl RecordShrink<'_> {
    /// The game, from the position at which the engines begin it.
    fn record(&self) -> Record {
        let Record { start, moves } = self.game.record.clone();
        Record { start: self.args.against.begins(start), moves }
    }
}

/// A game to shrink.
struct Shrinking<'a> {
    args: &'a Args,
    /// The command that shrinks the game.
    command: Command,
    /// The programs that play the game, if any.
    rivals: Option<&'a ComparedEngines>,
    stop: Arc<AtomicBool>,
}

impl Shrinking<'_> {
    fn run(
        self,
        rules: Rules,
        given: FixedGame,
        factories: Factories<'_>,
        budget: Budget,
    ) -> Result<(ExitCode, Outcome), Failure> {
        let Self { args, command, rivals, stop } = self;
        let reports = files::reports(args.out.as_deref())?.of_run(&command.text, 0, &[rules.name()]);
        let replay = replay::command(rules, rivals).accepting(accept::OPTION);
        let plan = Plan {
            jobs: jobs(args.jobs),
            known: args.accept.known()?,
            ..shorten(rules, given, budget, args.file.parent(), reports.clone(), command, replay)
        };
        let progress = Progress { stop, ..Progress::default() };
        let outcome =
            show(rules.name(), &plan, &progress, |found| check::run(&plan, factories, &progress, found));
        let style = Style { colour: args.colour.on_stdout(), alternative: false, groups: false };
        let games = [rules.name()];
        let mut summary = Summary::new(plan.seed, &games, style.colour);
        summary.add(GameSummary::new(rules, &outcome, style, false).without_coverage());
        let mut printed = Ok(());
        if !args.json {
            printed = files::print(&summary.last_line()).or_else(Failure::unless_unread);
        }
        Ok((conclude(&summary, &reports, printed, args.json, false), outcome))
    }
}

/// The plan of a run that shrinks a game, with one job for each core. `findings` is the directory that may
/// contain a finding about the game.
pub(crate) fn shorten(
    rules: Rules,
    given: FixedGame,
    budget: Budget,
    findings: Option<&Path>,
    reports: Reports,
    command: Command,
    replay: ReplayCommand,
) -> Plan {
    let offered = match (&given, findings) {
        (FixedGame::Record(record), Some(dir)) if rules.is_opaque() => store::was_offered(dir, &record.start),
        _ => false,
    };
    let config =
        GameConfig { policy: Some(0), given: Some(given), offered, ..GameConfig::drawn(rules, usize::MAX) };
    let search = SearchCommand::by(command);
    Plan { jobs: jobs(None), budget, reports: Some(reports), search, replay, ..Plan::new(1, config) }
}

/// Writes the shrunk game of a finding, or else the unchanged input, to a directory.
fn keep(
    dir: &Path,
    factories: Factories<'_>,
    law: Law,
    outcome: &Outcome,
    data: &[u8],
) -> Result<(), Failure> {
    let Some(finding) = outcome.findings.first() else { return Ok(()) };
    let short = fuzz::divergence_input(factories, law, finding.best());
    let bytes = short.as_deref().unwrap_or(data);
    fs::create_dir_all(dir).map_err(|error| Failure::Write(files::name(dir), error))?;
    let signature = finding.best().signature.to_string();
    let names = iter::once(signature.clone()).chain((2..).map(|number| format!("{signature}-{number}")));
    let mut paths = names.map(|name| dir.join(name));
    let free = |path: &PathBuf| fs::read(path).map_or(!path.exists(), |there| there == bytes);
    let path = paths.find(free).expect("there is always another name");
    atomic_file::write(&path, bytes).map_err(|error| Failure::Write(files::name(&path), error))?;
    let what = if short.is_some() { "the shrunk game" } else { "the unchanged input" };
    eprintln!("kept {what}: {}", files::name(&path));
    Ok(())
}
