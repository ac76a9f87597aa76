//! A copy of the workspace that has mutants.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::list::Mutant;
use crate::subject::{Part, Subject, Suite};
use crate::{Args, Fate, schema, text};

/// What of the workspace the copy needs.
const PARTS: [&str; 7] = ["Cargo.toml", "Cargo.lock", "core", "reference", "crates", "assay/trial", "tests"];

/// The packages of the copy.
const MEMBERS: &str = r#""core", "reference", "crates/*", "assay/trial", "tests", "tests/flawed""#;

/// Those that check a mutated engine. Cargo refuses this where there are none.
const GAMES: &str = r#", "games/*/*""#;

/// The error of the compiler about a match that leaves out patterns.
const MISSING_PATTERNS: &str = "E0004";

/// How the copy is built: as tests are, and the engines in full.
const PROFILE: &str = r#"
[profile.dev]
opt-level = 1
codegen-units = 16
lto = "off"
debug = false
incremental = false

[profile.dev.package]
bustan-core = { opt-level = 2 }
bustan-chess = { opt-level = 2 }
cozy-chess = { opt-level = 2 }
bustan-reference = { opt-level = 3 }
bustan-vocabulary = { opt-level = 3 }
"#;

/// The crate that checks engines of a game. It knows only the engine that is not mutated.
const CHECKING: [&str; 2] = [
    r#"[package]
name = "checking-NAME"
edition = "2024"

[dependencies]
OTHER_CRATE = { workspace = true }
bustan-harness = { workspace = true }
bustan-trial = { path = "../../../assay/trial" }
bustan-vocabulary = { workspace = true }
"#,
    r#"
use bustan_harness::compare::lockstep::{Factories, Factory};
use bustan_harness::erased::rules;
use bustan_vocabulary::Engine;

type Other = OTHER_ENGINE;

pub fn program(mutated: &dyn Factory) -> std::process::ExitCode {
    bustan_trial::program(rules::<<Other as Engine>::Game>(), Factories { FACTORIES })
}
"#,
];

/// The program that has it check the one that is mutated.
const PROGRAM: [&str; 2] = [
    r#"[package]
name = "trial-NAME"
edition = "2024"

[dependencies]
MUTATED_CRATE = { workspace = true }
checking = { package = "checking-NAME", path = "../checking" }
"#,
    r#"
fn main() -> std::process::ExitCode {
    checking::program(&MUTATED_ENGINE::default)
}
"#,
];

/// The two for a mutated engine: the folder of each, its root, its manifest and its source.
fn packages(subject: &Subject) -> [(&'static str, &'static str, [String; 2]); 2] {
    let fast = subject.fast_engine();
    let reference = ("bustan-reference", format!("bustan_reference::{}::ReferenceEngine", subject.of));
    let (mutated, other, factories) = match subject.part {
        Part::Reference => (reference, fast, "subject: &Other::default, oracle: mutated"),
        _ => (fast, reference, "subject: mutated, oracle: &Other::default"),
    };
    let filled = |template: &str| {
        template
            .replace("NAME", &subject.name())
            .replace("FACTORIES", factories)
            .replace("MUTATED_CRATE", mutated.0)
            .replace("MUTATED_ENGINE", &mutated.1)
            .replace("OTHER_CRATE", other.0)
            .replace("OTHER_ENGINE", &other.1)
    };
    [("checking", "lib.rs", CHECKING.map(filled)), ("program", "main.rs", PROGRAM.map(filled))]
}

/// What the mutated crate has besides: which mutant is switched on. While the compiler evaluates, none is.
const SWITCH: &str = r#"
pub(crate) mod mutant {
    use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    static ON: AtomicUsize = AtomicUsize::new(usize::MAX);

    pub(crate) const fn is_on(number: usize) -> bool {
        core::intrinsics::const_eval_select((number,), never, now)
    }

    const fn never(_: usize) -> bool {
        false
    }

    fn now(number: usize) -> bool {
        match ON.load(Relaxed) {
            usize::MAX => {
                let on = std::env::var("BUSTAN_MUTANT").ok().and_then(|on| on.parse().ok());
                ON.store(on.unwrap_or(usize::MAX - 1), Relaxed);
                now(number)
            }
            on => on == number,
        }
    }
}
"#;

/// What a crate that does without the standard library has besides: the switch needs it.
const STANDARD: &str = "#[cfg(not(test))]\nextern crate std;\n";

/// The features of the compiler that the switch needs. Behind a switch there may be what always fails.
const FEATURES: &str = "#![feature(core_intrinsics, const_eval_select)]
#![allow(internal_features, arithmetic_overflow, unconditional_panic)]
";

/// How long a check may take beyond its time, in seconds on the clock. It notices itself that it hangs, unless it only
/// waits.
const GRACE: u64 = 600;

/// How much processor time each process of a build of one mutant may take, in seconds. What the compiler evaluates may
/// have no end.
const BUILD: u64 = 600;

/// How the name of what failed begins when it is no test, but that the compiler refuses the tests of a package.
pub(crate) const BUILD_OF: &str = "build of ";

/// How much processor time a program of tests may take before it hangs, in seconds.
const TESTS: u64 = 300;

/// How long it may take on the clock, in seconds: it hangs, too, if its tests wait for what never comes.
const TESTS_CLOCK: u64 = 3600;

/// The most memory of a check, in KiB.
const MEMORY: u64 = 1 << 20;

/// The most memory of a program of tests, in KiB. Some of the harness read and write a great deal at once.
const MEMORY_OF_TESTS: u64 = 4 << 20;

/// The copy.
pub(crate) struct Tree {
    workspace: PathBuf,
    root: PathBuf,
    subject: Subject,
    /// Whether it has one mutant and no switches.
    alone: bool,
    /// Whoever holds it has the copy for itself.
    _lock: File,
}

/// The program that checks one mutant.
pub(crate) struct Trial(PathBuf);

/// The programs that run tests.
pub(crate) struct Tests(Vec<TestProgram>);

/// A program that runs tests.
struct TestProgram {
    program: PathBuf,
    /// Its arguments, which say which of the tests count.
    arguments: Vec<String>,
    /// Where tests expect to begin: the folder of their package.
    folder: PathBuf,
    /// For their temporary files, of which some stay when a program is ended.
    temporary: PathBuf,
}

impl Tree {
    /// Makes the copy what the workspace is. Files that are as they should be are left alone.
    pub(crate) fn new(workspace: &Path, home: &Path, subject: &Subject) -> Result<Self, String> {
        let root = home.join("tree");
        let lock = File::create(home.join("lock")).map_err(text)?;
        lock.try_lock().map_err(|_| format!("{}: another run has it", root.display()))?;
        let (workspace, subject) = (workspace.to_owned(), subject.clone());
        let tree = Self { workspace, root, subject, alone: false, _lock: lock };
        for part in PARTS {
            tree.copy(Path::new(part))?;
        }
        let manifest = fs::read_to_string(tree.workspace.join("Cargo.toml")).map_err(text)?;
        let members = manifest.lines().take_while(|line| !line.starts_with("[profile"));
        let games = if tree.subject.is_checked() { GAMES } else { "" };
        let members = members.map(|line| match line.starts_with("members = ") {
            true => format!("members = [{MEMBERS}{games}]"),
            false => line.into(),
        });
        write(&tree.root.join("Cargo.toml"), &(members.collect::<Vec<_>>().join("\n") + PROFILE))?;
        if tree.subject.is_checked() {
            for (name, main, [manifest, source]) in packages(&tree.subject) {
                let package = tree.root.join("games").join(tree.subject.name()).join(name);
                write(&package.join("Cargo.toml"), &manifest)?;
                write(&package.join("src").join(main), &source)?;
            }
        }
        Ok(tree)
    }

    fn copy(&self, part: &Path) -> Result<(), String> {
        let (from, to) = (self.workspace.join(part), self.root.join(part));
        if !from.is_dir() {
            let content = fs::read(&from).map_err(|error| format!("{}: {error}", from.display()))?;
            if part != Path::new("Cargo.toml") && fs::read(&to).ok().as_ref() != Some(&content) {
                fs::create_dir_all(to.parent().unwrap_or(&self.root)).map_err(text)?;
                fs::write(&to, content).map_err(text)?;
            }
            return Ok(());
        }
        for entry in fs::read_dir(&from).map_err(text)? {
            let name = entry.map_err(text)?.file_name();
            if name != "node_modules" && name != "target" {
                self.copy(&part.join(name))?;
            }
        }
        Ok(())
    }

    /// Puts mutants into the copy that can be switched on. Returns the numbers of the others: those that
    /// have no switch and those that the compiler refuses.
    pub(crate) fn plant(&mut self, all: &[&Mutant]) -> Result<BTreeSet<usize>, String> {
        let library = self.library()?;
        let standard = if library.contains("#![no_std]") { STANDARD } else { "" };
        write(&self.root.join(self.subject.root()), &[FEATURES, &library, standard, SWITCH].concat())?;
        let mut alone = BTreeSet::new();
        loop {
            // A file that has no mutants any more is the original again.
            self.copy(&self.subject.folder())?;
            let mut files: BTreeMap<&Path, Vec<&Mutant>> = BTreeMap::new();
            for &mutant in all.iter().filter(|mutant| !alone.contains(&mutant.number)) {
                files.entry(&mutant.file).or_default().push(mutant);
            }
            for (file, mutants) in files {
                let source = fs::read_to_string(self.workspace.join(file)).map_err(text)?;
                let (planted, rest) = schema::plant(&source, &mutants)
                    .map_err(|error| format!("{}: {error}", file.display()))?;
                alone.extend(rest);
                write(&self.root.join(file), &planted)?;
            }
            let refused = self.refused()?;
            eprintln!(
                "{}: the compiler refuses {} switches, {} before",
                self.subject.name(),
                refused.len(),
                alone.len()
            );
            if refused.is_empty() {
                return Ok(alone);
            }
            alone.extend(refused);
        }
    }

    /// The mutants on whose account the compiler refuses the crate.
    fn refused(&self) -> Result<BTreeSet<usize>, String> {
        let told = self
            .cargo("check")
            .args(["--package", self.subject.part.package(), "--message-format=json"])
            .stderr(Stdio::inherit())
            .output()
            .map_err(text)?;
        let mut refused = BTreeSet::new();
        if told.status.success() {
            return Ok(refused);
        }
        for line in String::from_utf8_lossy(&told.stdout).lines() {
            let Ok(message) = serde_json::from_str::<Value>(line) else { continue };
            let message = &message["message"];
            if message["level"] != "error" {
                continue;
            }
            for span in
                message["spans"].as_array().into_iter().flatten().filter(|span| span["is_primary"] == true)
            {
                let file = self.root.join(span["file_name"].as_str().unwrap_or_default());
                let content = fs::read_to_string(file).unwrap_or_default();
                let at = span["byte_start"].as_u64().unwrap_or_default() as usize;
                // Where patterns are missing, the first guard behind that deletes an arm is blamed. It may be an
                // innocent one; the next round blames the next.
                let number = match message["code"]["code"] == MISSING_PATTERNS {
                    true => schema::guard_behind(&content, at),
                    false => schema::switch_before(&content, at),
                };
                let error = || format!("the copy does not compile: {}", message["rendered"]);
                refused.insert(number.ok_or_else(error)?);
            }
        }
        if refused.is_empty() {
            return Err("the copy does not compile".into());
        }
        Ok(refused)
    }

    /// The root of the crate, with no other games where they would only have to be compiled.
    fn library(&self) -> Result<String, String> {
        let library = fs::read_to_string(self.workspace.join(self.subject.root())).map_err(text)?;
        let other = |line: &str| {
            let game = line.strip_prefix("pub mod ").and_then(|line| line.strip_suffix(';'));
            self.subject.is_one_game() && game.is_some_and(|game| game != self.subject.of)
        };
        Ok(library.lines().filter(|line| !other(line)).map(|line| line.to_owned() + "\n").collect())
    }

    fn cargo(&self, command: &str) -> Command {
        let mut cargo = Command::new("sh");
        // Where switches are, the compiler evaluates no mutant.
        let limit = if self.alone { format!("ulimit -t {BUILD}; ") } else { String::new() };
        cargo
            .args(["-c", &format!("{limit}exec cargo \"$@\""), "cargo", "+nightly", command, "--quiet"])
            .current_dir(&self.root)
            .env("CARGO_TARGET_DIR", self.root.join("target"))
            .env("RUSTFLAGS", "-Awarnings")
            .env_remove("RUSTC_WRAPPER");
        // The default toolchain of whoever runs this must not win over the one that is named.
        cargo.env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO");
        cargo
    }

    /// Builds the program.
    pub(crate) fn build(&self) -> Result<Trial, String> {
        let program = format!("trial-{}", self.subject.name());
        let built = self.cargo("build").args(["--package", &program]).status().map_err(text)?;
        match built.success() {
            true => Ok(Trial(self.root.join("target/debug").join(program))),
            false => Err("the copy does not compile".into()),
        }
    }

    /// Builds the tests; `None` if the compiler refuses them.
    pub(crate) fn tests(&self) -> Result<Option<Tests>, String> {
        let suites = self.subject.suites();
        let mut programs = Vec::new();
        for suite in &suites {
            let Some(program) = self.test_program(suite)? else { return Ok(None) };
            programs.push(program);
        }
        Ok(Some(Tests(programs)))
    }

    /// Builds one suite of tests after the other, and runs each before the next is built: the first test that fails,
    /// if any does.
    pub(crate) fn first_failure(&self) -> Result<Option<String>, String> {
        for suite in &self.subject.suites() {
            let Some(program) = self.test_program(suite)? else {
                return Ok(Some(format!("{BUILD_OF}{}", suite.package)));
            };
            if let Some(failed) = program.fails(None)? {
                return Ok(Some(failed));
            }
        }
        Ok(None)
    }

    /// Builds a suite of tests; `None` if the compiler refuses it.
    fn test_program(&self, suite: &Suite) -> Result<Option<TestProgram>, String> {
        let told = self
            .cargo("test")
            .args(["--package", suite.package, "--no-run", "--message-format=json"])
            .args(suite.program)
            .stderr(Stdio::null())
            .output()
            .map_err(text)?;
        let lines = String::from_utf8_lossy(&told.stdout).into_owned();
        let messages = lines.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        // A package may have programs of its own, which are built as well.
        let mut tests = messages.filter(|message| message["profile"]["test"] == true);
        let path = tests.find_map(|message| Some(message["executable"].as_str()?.to_owned()));
        let Some(path) = path.filter(|_| told.status.success()) else { return Ok(None) };
        let (folder, temporary) = (self.root.join(suite.folder), self.temporary());
        fs::create_dir_all(&temporary).map_err(text)?;
        let arguments = suite.arguments.clone();
        Ok(Some(TestProgram { program: path.into(), arguments, folder, temporary }))
    }

    fn temporary(&self) -> PathBuf {
        self.root.join("target/temporary")
    }

    /// Builds what is mutated with one mutant and no switches; `false` if the compiler refuses it.
    pub(crate) fn alone(&mut self, mutant: &Mutant) -> Result<bool, String> {
        self.alone = true;
        self.copy(&self.subject.folder())?;
        write(&self.root.join(self.subject.root()), &self.library()?)?;
        let file = self.root.join(&mutant.file);
        let source = fs::read_to_string(&file).map_err(text)?;
        let lines: Vec<usize> =
            std::iter::once(0).chain(source.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let offset = |place: crate::list::Place| {
            let line = &source[lines[place.line - 1]..];
            lines[place.line - 1] + line.char_indices().nth(place.column - 1).map_or(line.len(), |(at, _)| at)
        };
        let (start, end) = (offset(mutant.span.start), offset(mutant.span.end));
        write(&file, &format!("{}{}{}", &source[..start], mutant.replacement, &source[end..]))?;
        let built = self
            .cargo("build")
            .args(["--package", self.subject.part.package()])
            .stderr(Stdio::null())
            .status();
        built.map(|built| built.success()).map_err(text)
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(self.temporary());
    }
}

impl Tests {
    /// Keeps the programs under names of their own, for other builds are to come.
    pub(crate) fn keep(self, home: &Path, name: &str) -> Result<Self, String> {
        let mut kept = self.0;
        for (at, tests) in kept.iter_mut().enumerate() {
            let place = home.join(format!("tests-{name}-{at}"));
            replace(&tests.program, &place)?;
            tests.program = place;
        }
        Ok(Self(kept))
    }

    /// Runs the tests on one mutant, or on the sources as they are: which fails first, if any.
    pub(crate) fn run(&self, mutant: Option<usize>) -> Result<Option<String>, String> {
        for program in &self.0 {
            if let Some(failed) = program.fails(mutant)? {
                return Ok(Some(failed));
            }
        }
        Ok(None)
    }
}

impl TestProgram {
    /// Runs its tests up to the first that fails: the name of that, if any does.
    fn fails(&self, mutant: Option<usize>) -> Result<Option<String>, String> {
        let mut child = Command::new("timeout")
            .args([&TESTS_CLOCK.to_string(), "sh", "-c", &limits(TESTS, MEMORY_OF_TESTS)])
            .arg(&self.program)
            .args(&self.arguments)
            .arg("--test-threads=1")
            .current_dir(&self.folder)
            .env("RUST_BACKTRACE", "0")
            .env("BUSTAN_MUTANT", switch(mutant))
            .env("TMPDIR", &self.temporary)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(text)?;
        // What a test prints comes between its name and the verdict.
        let (mut running, mut failed) = (None, false);
        for line in child.stdout.take().into_iter().flat_map(|out| BufReader::new(out).split(b'\n')) {
            let Ok(line) = line else { break };
            let line = String::from_utf8_lossy(&line).into_owned();
            if line == "running 0 tests" {
                running = Some("that is asked for, of which there is none,".into());
                failed = true;
            }
            if let Some((name, _)) = line.strip_prefix("test ").and_then(|rest| rest.split_once(" ... ")) {
                running = Some(name.to_owned());
            }
            if line.ends_with("FAILED") && running.is_some() {
                failed = true;
                // `timeout` passes this signal on, unlike the one that ends it at once.
                if !Command::new("kill")
                    .arg(child.id().to_string())
                    .status()
                    .is_ok_and(|ended| ended.success())
                {
                    child.kill().map_err(text)?;
                }
                break;
            }
        }
        let status = child.wait().map_err(text)?;
        match failed || !status.success() {
            true => Ok(Some(running.unwrap_or_else(|| "before the first".into()))),
            false => Ok(None),
        }
    }
}

/// What the mutated crate reads.
fn switch(mutant: Option<usize>) -> String {
    mutant.map_or("none".into(), |number| number.to_string())
}

impl Trial {
    /// Keeps the program of a game under a name of its own, for other builds are to come.
    pub(crate) fn keep(self, home: &Path, game: &str) -> Result<Self, String> {
        let kept = home.join(format!("trial-{game}"));
        replace(&self.0, &kept)?;
        Ok(Self(kept))
    }

    /// Checks one mutant, or the engine as it was built: what came of it, the seconds of processor time that it took, and
    /// the plies until then.
    pub(crate) fn check(
        &self,
        args: &Args,
        seconds: u64,
        mutant: Option<usize>,
    ) -> Result<(Fate, f64, u64), String> {
        let (told, elapsed) = self.tell(&[seconds, args.seed], mutant)?;
        let told = match told {
            Ok(told) => told,
            Err(how) => return Ok((Fate::Killed(how), elapsed, 0)),
        };
        let (seconds, plies) =
            (told["seconds"].as_f64().unwrap_or(elapsed), told["plies"].as_u64().unwrap_or(0));
        let fate = match told["kind"].as_str() {
            Some(kind) => Fate::Killed(kind.into()),
            None if told["reason"].is_null() && told["agree"] == true => Fate::Survived,
            None => Fate::Uncompared(told["reason"].as_str().unwrap_or_default().into()),
        };
        Ok((fate, seconds, plies))
    }

    /// Runs the program with these numbers, of which the first is the seconds of processor time that it may take, on one
    /// mutant or on the engine as it was built: what it tells, or how its process ended, and the seconds that it took.
    pub(crate) fn tell(
        &self,
        numbers: &[u64],
        mutant: Option<usize>,
    ) -> Result<(Result<Value, String>, f64), String> {
        let seconds = numbers[0];
        let mut command = limited(2 * seconds + 60);
        command
            .arg(&self.0)
            .args(numbers.iter().map(u64::to_string))
            .env("RUST_BACKTRACE", "0")
            .env("BUSTAN_MUTANT", switch(mutant))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let begun = Instant::now();
        let mut child = command.spawn().map_err(text)?;
        let limit = Duration::from_secs(seconds + GRACE);
        while !has_ended(&mut child).map_err(text)? {
            if begun.elapsed() > limit {
                child.kill().map_err(text)?;
                child.wait().map_err(text)?;
                return Ok((Err("hangs".into()), begun.elapsed().as_secs_f64()));
            }
            sleep(Duration::from_millis(2));
        }
        let elapsed = taken(child.id()).unwrap_or_else(|| begun.elapsed()).as_secs_f64();
        let status = child.wait().map_err(text)?;
        let mut told = String::new();
        child.stdout.take().map(|mut out| out.read_to_string(&mut told)).transpose().map_err(text)?;
        Ok((serde_json::from_str(&told).map_err(|_| format!("ends the process: {status}")), elapsed))
    }
}

/// Runs the program that comes next with limits of memory and of processor time, in seconds, so that a loop without an
/// end does not outlive a run that is killed.
fn limited(seconds: u64) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", &limits(seconds, MEMORY)]);
    command
}

fn limits(seconds: u64, memory: u64) -> String {
    format!("ulimit -v {memory}; ulimit -t {seconds}; ulimit -c 0; exec \"$0\" \"$@\"")
}

/// Whether a process has ended, without reaping it: it can still be asked what it took.
#[cfg(target_os = "linux")]
fn has_ended(child: &mut Child) -> io::Result<bool> {
    use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
    use nix::unistd::Pid;

    let process = Pid::from_raw(child.id().try_into().map_err(io::Error::other)?);
    let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
    Ok(waitid(Id::Pid(process), flags)? != WaitStatus::StillAlive)
}

/// Whether a process has ended.
#[cfg(not(target_os = "linux"))]
fn has_ended(child: &mut Child) -> io::Result<bool> {
    Ok(child.try_wait()?.is_some())
}

/// The processor time that a process took, where the system tells it in hundredths of a second.
fn taken(process: u32) -> Option<Duration> {
    let told = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name, in brackets, may hold anything.
    let (_, fields) = told.rsplit_once(')')?;
    let fields: Vec<u64> =
        fields.split(' ').skip(12).take(2).filter_map(|field| field.parse().ok()).collect();
    (fields.len() == 2).then(|| Duration::from_millis(10 * fields.iter().sum::<u64>()))
}

/// Puts a copy of a program where another one is that may still run.
fn replace(from: &Path, to: &Path) -> Result<(), String> {
    if to.exists() {
        fs::remove_file(to).map_err(text)?;
    }
    fs::copy(from, to).map(drop).map_err(text)
}

/// Writes a file if it holds anything else.
fn write(file: &Path, content: &str) -> Result<(), String> {
    if fs::read_to_string(file).is_ok_and(|is| is == content) {
        return Ok(());
    }
    fs::create_dir_all(file.parent().unwrap_or(file)).map_err(text)?;
    fs::write(file, content).map_err(|error| format!("{}: {error}", file.display()))
}
