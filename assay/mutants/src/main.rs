//! Measures the strength of `check`: mutates an engine of a game in every way that cargo-mutants knows, and
//! records for each mutant whether a check of ten seconds on one core finds it, after what time, and with
//! which finding.
//!
//! `assay/mutants/run GAME [--part reference]`
//!
//! The mutants are those that `cargo mutants --list` prints for `core/src/GAME`, except for `solve.rs` and
//! tests, which no check runs. `--part` selects other sources; the reference engines are checked as well, all
//! other parts are only tested. A copy of the workspace in the target directory contains nearly all mutants,
//! each controlled by a switch, so that one build is enough; see [`schema`]. The others are built one by one:
//! the harness is compiled once and does not depend on the mutated engine, so only the engine and a small
//! program are recompiled. Each mutant is checked in a separate process, with limits of time and memory. It
//! is *killed* by a finding, if the process fails, or if it hangs; it *survives* a check that reports that
//! the engines agree, or that too little was compared. Survivors are then tested.
//!
//! The result of each mutant is immediately appended to a file, so that an interrupted run can be resumed.
//! The file is valid only for the current sources of the engine; if they have changed, the run starts again.

mod list;
mod programs;
mod schema;
mod subject;
mod table;
mod tree;

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use clap::Parser;
use list::Mutant;
use programs::{Tests, Trial};
use serde::{Deserialize, Serialize};
use serde_json::json;
use subject::{Part, Subject};
use tree::Tree;

/// The maximum CPU time, in seconds, of a check that switches a mutant on, if a surviving mutant must be
/// built separately in any case.
const EVALUATED: u64 = 1;

/// Mutates the fast engine of a game or another part, and counts what is found
#[derive(Debug, Parser)]
struct Args {
    /// The game, such as dominions; with `--part harness` a folder of its sources, such as compare; with `--part solver`
    /// the folder spilled, or all
    of: String,
    /// The part to mutate
    #[arg(long, value_enum, default_value_t = Part::Engine)]
    part: Part,
    /// How much processor time a check may take, in seconds
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// The seed of the checks
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Test only shard K of N: every Nth mutant, starting with the Kth; written as K/N
    #[arg(long, value_parser = shard, default_value = "1/1")]
    shard: (usize, usize),
    /// Try this number of mutants, spread over the list
    #[arg(long)]
    sample: Option<usize>,
    /// Try the mutants that are named in this file, one on a line; each must be killed
    #[arg(long)]
    only: Option<PathBuf>,
    /// Try the mutants again that survived before, and those that only tests found and a check may find
    #[arg(long)]
    again: bool,
    /// Leave out the mutants that have to be built one by one
    #[arg(long)]
    switched: bool,
    /// With `--part solve`, `--part harness` and `--part solver`, have the unit tests alone find the mutants: the other tests take
    /// minutes for each that survives
    #[arg(long)]
    unit_tests: bool,
    /// Check each mutant with this number of seeds, and print the result of each check as a JSON object on a line
    #[arg(long, value_name = "SEEDS", conflicts_with_all = ["again", "jobs", "log"])]
    spread: Option<u64>,
    /// The most games of a check with --spread
    #[arg(long, default_value_t = 4000)]
    games: u64,
    /// How many checks to run at once
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    /// Where to write the result of each mutant [default: in the folder mutants of the target directory]
    #[arg(long)]
    log: Option<PathBuf>,
}

fn shard(text: &str) -> Result<(usize, usize), String> {
    let parts = text.split_once('/').and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
    parts.filter(|&(k, n)| (1..=n).contains(&k)).ok_or_else(|| "K/N, with K from 1 to N".into())
}

/// The result of a mutant.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Fate {
    /// The compiler rejects the mutant.
    Unbuilt,
    /// A check found the mutant. Holds the signature of the finding, or how the process ended.
    Killed(String),
    /// The check, if there is one, found nothing, but a test fails. Holds the name of the test.
    Tested(String),
    /// The check reported that too little was compared, and the tests pass. Holds the reason of the check.
    Uncompared(String),
    /// The check, if there is one, reported that the engines agree, and the tests pass.
    Survived,
}

impl Fate {
    /// Whether a check or a test found the mutant.
    const fn is_found(&self) -> bool {
        matches!(self, Self::Killed(_) | Self::Tested(_))
    }

    /// Whether the mutant was built but neither a check nor a test found it.
    const fn is_left(&self) -> bool {
        matches!(self, Self::Uncompared(_) | Self::Survived)
    }
}

/// A mutant that was tried.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Tried {
    mutant: String,
    fate: Fate,
    /// The CPU time of the check, which ends with the finding.
    seconds: f64,
    plies: u64,
}

/// The first line of the file of results: the data that must be equal for a run to be resumed.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Head {
    of: String,
    sources: String,
    seconds: u64,
    seed: u64,
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Tries the mutants and prints the table. Returns whether the results are as expected; see
/// [`is_as_expected`].
fn run(args: &Args) -> Result<bool, String> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().map_err(text)?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| workspace.join("target"), PathBuf::from);
    let home = target.join("mutants");
    fs::create_dir_all(&home).map_err(text)?;
    let subject = Subject::new(&workspace, args.part, &args.of, args.unit_tests)?;
    fits(args, &subject)?;
    let all = list::list(&workspace, &subject)?;
    let argued = table::argued(&workspace, &subject)?;
    let wanted = wanted(args, &subject, &all)?;
    if let Some(seeds) = args.spread {
        return spread(args, &subject, seeds, &workspace, &home, &wanted).map(|()| true);
    }
    let head = Head {
        of: subject.name(),
        sources: list::digest(&workspace, &subject)?,
        seconds: args.seconds,
        seed: args.seed,
    };
    let name = if args.only.is_some() { "only".into() } else { subject.name() };
    let file = args.log.clone().unwrap_or_else(|| home.join(format!("{name}.jsonl")));
    // Mutants that must be killed are always tried again, because the harness may have changed.
    if args.only.is_some() && file.exists() {
        fs::remove_file(&file).map_err(text)?;
    }
    let (log, mut done) = resume(&file, &head)?;
    let open: Vec<&Mutant> = wanted
        .iter()
        .copied()
        .filter(|mutant| match done.get(&mutant.name) {
            Some(tried) => args.again && is_worth_another(&subject, tried),
            None => true,
        })
        .collect();
    eprintln!(
        "{}: {} mutants, {} of them tried before",
        subject.name(),
        wanted.len(),
        wanted.len() - open.len()
    );
    if !open.is_empty() {
        try_all(args, &subject, &workspace, &home, &open, &log)?;
        done = read(&file, &head)?.unwrap_or_default();
    }
    let tried: Vec<&Tried> = wanted.iter().filter_map(|mutant| done.get(&mutant.name)).collect();
    print!("{}", table::table(&subject.name(), &all, &tried, &argued));
    Ok(is_as_expected(args, wanted.len(), &tried, &argued))
}

/// Checks that the arguments are suitable for the subject.
fn fits(args: &Args, subject: &Subject) -> Result<(), String> {
    if args.spread.is_some() && !subject.is_checked() {
        return Err(format!("--spread is for engines, and no check runs {}", subject.name()));
    }
    if args.unit_tests && subject.is_checked() {
        return Err(format!("--unit-tests is for what no check runs, and a check runs {}", args.of));
    }
    if args.jobs > 1 && !subject.is_checked() {
        return Err(format!(
            "--jobs is for checks, and what finds mutants of {} are tests, which write the same files",
            subject.name()
        ));
    }
    Ok(())
}

/// Returns the mutants that the arguments select.
fn wanted<'m>(args: &Args, subject: &Subject, all: &'m [Mutant]) -> Result<Vec<&'m Mutant>, String> {
    match &args.only {
        Some(file) => match list::named(file, subject, all)? {
            named if named.is_empty() => {
                Err(format!("{}: names no mutant of {}", file.display(), subject.name()))
            }
            named => Ok(named),
        },
        None => {
            let (k, n) = args.shard;
            let mine: Vec<&Mutant> = all.iter().skip(k - 1).step_by(n).collect();
            let step = args.sample.map_or(1, |sample| mine.len().div_ceil(sample.max(1)).max(1));
            Ok(mine.into_iter().step_by(step).collect())
        }
    }
}

/// Whether the results are as expected. Prints each mutant for which they are not: with `--only`, all wanted
/// mutants must be found; otherwise, the survivors must be those that are argued to be equivalent.
fn is_as_expected(args: &Args, wanted: usize, tried: &[&Tried], argued: &BTreeMap<String, String>) -> bool {
    if args.only.is_some() {
        let (found, rest): (Vec<&Tried>, Vec<&Tried>) = tried.iter().partition(|tried| tried.fate.is_found());
        for tried in rest {
            println!("not found: {}", tried.mutant);
        }
        return found.len() == wanted;
    }
    let (left, others): (Vec<&Tried>, Vec<&Tried>) = tried.iter().partition(|tried| tried.fate.is_left());
    let open = left.into_iter().filter(|tried| !argued.contains_key(&tried.mutant)).count();
    let refuted: Vec<_> = others.into_iter().filter(|tried| argued.contains_key(&tried.mutant)).collect();
    for tried in &refuted {
        println!("argued equivalent, and it does not survive: {}", tried.mutant);
    }
    open == 0 && refuted.is_empty()
}

/// Whether a mutant must be tried again: if it survived, if only tests found it although a check may find it
/// now, or if its tests did not compile, because this can have another reason.
fn is_worth_another(subject: &Subject, tried: &Tried) -> bool {
    match &tried.fate {
        Fate::Tested(how) => subject.is_checked() || how.starts_with(tree::BUILD_OF),
        fate => fate.is_left(),
    }
}

/// The programs that search for mutants.
struct Hunters {
    /// The program that checks an engine.
    trial: Option<Trial>,
    /// The tests, for mutants that no check finds.
    tests: Option<Tests>,
}

impl Hunters {
    /// Builds the programs.
    fn new(args: &Args, subject: &Subject, tree: &Tree, home: &Path) -> Result<Self, String> {
        let name = subject.name();
        let trial = match subject.is_checked() {
            true => Some(tree.build()?.keep(home, &name)?),
            false => None,
        };
        // If a check must find all mutants, tests do not count.
        let tests = match args.only.is_some() && trial.is_some() {
            true => None,
            false => Some(tree.tests()?.ok_or("the tests of the copy do not compile")?.keep(home, &name)?),
        };
        Ok(Self { trial, tests })
    }

    /// Checks that the programs find nothing if no mutant is switched on.
    fn check_unmutated(&self, args: &Args) -> Result<(), String> {
        match self.hunt(args, args.seconds, None)?.0 {
            Fate::Survived => Ok(()),
            Fate::Killed(how) => Err(format!("with no mutant switched on a check finds {how}")),
            Fate::Tested(failed) => Err(format!("with no mutant switched on the test {failed} fails")),
            Fate::Uncompared(why) => {
                Err(format!("with no mutant switched on a check compares too little: {why}"))
            }
            Fate::Unbuilt => Err("the copy does not compile".into()),
        }
    }

    /// Tries one mutant, or the sources as built, with a check of `seconds` seconds and with the tests.
    /// Returns the result, the CPU time of the check in seconds, and its number of plies.
    fn hunt(&self, args: &Args, seconds: u64, mutant: Option<usize>) -> Result<(Fate, f64, u64), String> {
        let mut came = match &self.trial {
            Some(trial) => trial.check(args, seconds, mutant)?,
            None => (Fate::Survived, 0.0, 0),
        };
        if came.0.is_left()
            && let Some(tests) = &self.tests
            && let Some(failed) = tests.run(mutant)?
        {
            came.0 = Fate::Tested(failed);
        }
        Ok(came)
    }
}

/// Builds the mutants, tries each that has no result yet, and records the results.
fn try_all(
    args: &Args,
    subject: &Subject,
    workspace: &Path,
    home: &Path,
    open: &[&Mutant],
    log: &Mutex<File>,
) -> Result<(), String> {
    let mut tree = Tree::new(workspace, home, subject)?;
    let alone = tree.plant(open)?;
    let hunters = Hunters::new(args, subject, &tree, home)?;
    hunters.check_unmutated(args)?;
    let again = try_switched(args, &hunters, open, &alone, log)?;
    if args.switched {
        eprintln!("left out because they have to be built one by one: {}", again.len());
        return Ok(());
    }
    for (at, mutant) in again.iter().enumerate() {
        eprintln!("built alone, {} of {}: {}", at + 1, again.len(), mutant.name);
        note(log, mutant, tried_alone(args, subject, &mut tree, mutant)?)?;
    }
    Ok(())
}

/// Tries each mutant that can be switched on, and records the results. Returns those that must be built
/// separately.
fn try_switched<'m>(
    args: &Args,
    hunters: &Hunters,
    open: &[&'m Mutant],
    alone: &BTreeSet<usize>,
    log: &Mutex<File>,
) -> Result<Vec<&'m Mutant>, String> {
    let (next, ended) = (AtomicUsize::new(0), AtomicUsize::new(0));
    // The compiler does not evaluate code with a mutant switched on: a survivor in a function that may be
    // called at compile time is built separately.
    let again: Mutex<Vec<&Mutant>> =
        Mutex::new(open.iter().copied().filter(|mutant| alone.contains(&mutant.number)).collect());
    let work = || -> Result<(), String> {
        while let Some(mutant) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
            if alone.contains(&mutant.number) {
                continue;
            }
            let came = match (&hunters.trial, mutant.evaluated) {
                // A longer check and the tests would therefore be useless.
                (Some(trial), true) => trial.check(args, args.seconds.min(EVALUATED), Some(mutant.number))?,
                _ => hunters.hunt(args, args.seconds, Some(mutant.number))?,
            };
            if mutant.evaluated && came.0.is_left() {
                again.lock().map_err(text)?.push(mutant);
                continue;
            }
            let number = ended.fetch_add(1, Ordering::Relaxed) + 1;
            if number.is_multiple_of(50) || came.0.is_left() {
                eprintln!("{number} of {}: {} {:?}", open.len(), mutant.name, came.0);
            }
            note(log, mutant, came)?;
        }
        Ok(())
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..args.jobs.max(1)).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .try_for_each(|worker| worker.join().map_err(|_| "a thread panicked".to_string())?)
    })?;
    again.into_inner().map_err(text)
}

/// Records the result of a mutant.
fn note(log: &Mutex<File>, mutant: &Mutant, (fate, seconds, plies): (Fate, f64, u64)) -> Result<(), String> {
    let tried = Tried { mutant: mutant.name.clone(), fate, seconds, plies };
    let line = serde_json::to_string(&tried).map_err(text)? + "\n";
    log.lock().map_err(text)?.write_all(line.as_bytes()).map_err(text)
}

/// Tries a mutant that is built separately. Returns the result.
fn tried_alone(
    args: &Args,
    subject: &Subject,
    tree: &mut Tree,
    mutant: &Mutant,
) -> Result<(Fate, f64, u64), String> {
    if !tree.alone(mutant)? {
        return Ok((Fate::Unbuilt, 0.0, 0));
    }
    let trial = if subject.is_checked() { Some(tree.build()?) } else { None };
    let mut came = Hunters { trial, tests: None }.hunt(args, args.seconds, None)?;
    let is_open = came.0.is_left() && !(args.only.is_some() && subject.is_checked());
    if is_open && let Some(failed) = tree.first_failure()? {
        came.0 = Fate::Tested(failed);
    }
    Ok(came)
}

/// Checks each mutant that can be switched on with several seeds, and prints the result of each check.
fn spread(
    args: &Args,
    subject: &Subject,
    seeds: u64,
    workspace: &Path,
    home: &Path,
    wanted: &[&Mutant],
) -> Result<(), String> {
    let mut tree = Tree::new(workspace, home, subject)?;
    let alone = tree.plant(wanted)?;
    let trial = tree.build()?.keep(home, &subject.name())?;
    let left = wanted.iter().filter(|mutant| alone.contains(&mutant.number)).count();
    eprintln!("{left} of {} mutants cannot be switched on and are left out", wanted.len());
    for mutant in wanted.iter().filter(|mutant| !alone.contains(&mutant.number)) {
        for seed in args.seed..args.seed + seeds {
            let (told, _) = trial.report(&[args.seconds, seed, args.games], Some(mutant.number))?;
            let mut told = told.unwrap_or_else(|how| json!({ "ended": how }));
            told["flaw"] = json!(mutant.name);
            told["seed"] = json!(seed);
            println!("{told}");
        }
    }
    Ok(())
}

/// Opens the file of results: to append to it if it belongs to the current sources and limits, otherwise to
/// start a new one. Also returns the results that it contains.
fn resume(file: &Path, head: &Head) -> Result<(Mutex<File>, BTreeMap<String, Tried>), String> {
    let named = |error| format!("{}: {error}", file.display());
    if let Some(done) = read(file, head)? {
        let log = OpenOptions::new().append(true).open(file).map_err(named)?;
        // An incomplete line is ignored.
        let content = fs::read(file).map_err(named)?;
        let whole = content.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        log.set_len(whole as u64).map_err(named)?;
        return Ok((Mutex::new(log), done));
    }
    let mut log = File::create(file).map_err(named)?;
    writeln!(log, "{}", serde_json::to_string(head).map_err(text)?).map_err(named)?;
    Ok((Mutex::new(log), BTreeMap::new()))
}

/// Returns the recorded results, by mutant; `None` if the file does not exist or belongs to other sources or
/// limits.
fn read(file: &Path, head: &Head) -> Result<Option<BTreeMap<String, Tried>>, String> {
    let Ok(content) = fs::read_to_string(file) else { return Ok(None) };
    let mut lines = content.lines();
    let first: Option<Head> = lines.next().and_then(|line| serde_json::from_str(line).ok());
    if first.as_ref() != Some(head) {
        return Ok(None);
    }
    // A line that is incomplete because the program was killed is ignored.
    let tried = lines.filter_map(|line| serde_json::from_str(line).ok());
    Ok(Some(tried.map(|tried: Tried| (tried.mutant.clone(), tried)).collect()))
}

fn text(error: impl ToString) -> String {
    error.to_string()
}
