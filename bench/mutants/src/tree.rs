//! A copy of the workspace that has mutants.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::list::Mutant;
use crate::{Args, Fate, schema, text};

/// What of the workspace the copy needs.
const PARTS: [&str; 6] = ["Cargo.toml", "Cargo.lock", "core", "reference", "crates", "bench/trial"];

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
bustan-reference = { opt-level = 3 }
bustan-vocabulary = { opt-level = 3 }
"#;

/// The crate that checks engines of a game. It knows no fast one.
const CHECKING: [&str; 2] = [
    r#"[package]
name = "checking-GAME"
edition = "2024"

[dependencies]
bustan-harness = { workspace = true }
bustan-reference = { workspace = true }
bustan-trial = { path = "../../../bench/trial" }
bustan-vocabulary = { workspace = true }
"#,
    r#"
use bustan_harness::compare::lockstep::{Factories, Factory};
use bustan_reference::GAME::ReferenceEngine;
use bustan_vocabulary::Engine;

pub fn program(subject: &dyn Factory<<ReferenceEngine as Engine>::Game>) -> std::process::ExitCode {
    bustan_trial::program(Factories { subject, oracle: &ReferenceEngine::default })
}
"#,
];

/// The program that has it check the fast one.
const PROGRAM: [&str; 2] = [
    r#"[package]
name = "trial-GAME"
edition = "2024"

[dependencies]
bustan-core = { workspace = true }
checking-GAME = { path = "../checking" }
"#,
    r#"
fn main() -> std::process::ExitCode {
    checking_GAME::program(&bustan_core::GAME::FastEngine::default)
}
"#,
];

/// What the mutated crate has besides: which mutant is switched on. While the compiler evaluates, none is.
const SWITCH: &str = r#"
#[cfg(not(test))]
extern crate std;

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

/// The features of the compiler that the switch needs.
const FEATURES: &str = "#![feature(core_intrinsics, const_eval_select)]\n#![allow(internal_features)]\n";

/// How long a check may take beyond its time, in seconds on the clock. It notices itself that it hangs, unless it only
/// waits.
const GRACE: u64 = 600;

/// How a fate begins that is no finding: the check said what it could not compare, or that there were too few games.
pub(crate) const SAID: &str = "said";

/// How long a build of one mutant may take, in seconds. What the compiler evaluates may have no end.
const BUILD: u64 = 300;

/// How much processor time the tests of an engine may take before they hang, in seconds.
const TESTS: u64 = 120;

/// The most memory of a check, and of the tests of an engine, in KiB.
const MEMORY: u64 = 1 << 20;

/// The copy.
pub(crate) struct Tree {
    workspace: PathBuf,
    root: PathBuf,
    game: String,
    /// Whether it has one mutant and no switches.
    alone: bool,
    /// Whoever holds it has the copy for itself.
    _lock: File,
}

/// The program that checks one mutant.
pub(crate) struct Trial(PathBuf);

/// The program that runs the engine's own tests.
pub(crate) struct Tests(PathBuf);

impl Tree {
    /// Makes the copy what the workspace is, with one game. Files that are as they should be are left alone.
    pub(crate) fn new(workspace: &Path, home: &Path, game: &str) -> Result<Self, String> {
        let root = home.join("tree");
        let lock = File::create(home.join("lock")).map_err(text)?;
        lock.try_lock().map_err(|_| format!("{}: another run has it", root.display()))?;
        let tree =
            Self { workspace: workspace.to_owned(), root, game: game.into(), alone: false, _lock: lock };
        for part in PARTS {
            tree.copy(Path::new(part))?;
        }
        let manifest = fs::read_to_string(workspace.join("Cargo.toml")).map_err(text)?;
        let members = manifest.lines().take_while(|line| !line.starts_with("[profile"));
        let members = members.map(|line| match line.starts_with("members = ") {
            true => r#"members = ["core", "reference", "crates/*", "bench/trial", "games/*/*"]"#,
            false => line,
        });
        write(&tree.root.join("Cargo.toml"), &(members.collect::<Vec<_>>().join("\n") + PROFILE))?;
        for (name, main, [manifest, source]) in
            [("checking", "lib.rs", CHECKING), ("program", "main.rs", PROGRAM)]
        {
            let package = tree.root.join("games").join(game).join(name);
            write(&package.join("Cargo.toml"), &manifest.replace("GAME", game))?;
            write(&package.join("src").join(main), &source.replace("GAME", game))?;
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

    /// Puts mutants of the game into the copy that can be switched on. Returns the numbers of the others: those that
    /// have no switch and those that the compiler refuses.
    pub(crate) fn plant(&mut self, all: &[&Mutant]) -> Result<BTreeSet<usize>, String> {
        write(&self.root.join("core/src/lib.rs"), &(FEATURES.to_string() + &self.library()? + SWITCH))?;
        let mut alone = BTreeSet::new();
        loop {
            // A file that has no mutants any more is the original again.
            self.copy(&Path::new("core/src").join(&self.game))?;
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
                self.game,
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
            .args(["--package", "bustan-core", "--message-format=json"])
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
                // The switch before the error is that of the branch in which it is.
                let before = content.get(..at).and_then(|before| before.rsplit_once(schema::SWITCH));
                let number = before.and_then(|(_, rest)| rest.split(')').next()?.parse::<usize>().ok());
                let error = || format!("the copy does not compile: {}", message["rendered"]);
                refused.insert(number.ok_or_else(error)?);
            }
        }
        if refused.is_empty() {
            return Err("the copy does not compile".into());
        }
        Ok(refused)
    }

    /// The root of the crate, with no other games: they would only have to be compiled.
    fn library(&self) -> Result<String, String> {
        let library = fs::read_to_string(self.workspace.join("core/src/lib.rs")).map_err(text)?;
        let other = |line: &str| {
            let game = line.strip_prefix("pub mod ").and_then(|line| line.strip_suffix(';'));
            game.is_some_and(|game| game != self.game)
        };
        Ok(library.lines().filter(|line| !other(line)).map(|line| line.to_owned() + "\n").collect())
    }

    fn cargo(&self, command: &str) -> Command {
        let mut cargo = Command::new("timeout");
        // Everything is compiled the first time, which takes long; where switches are, the compiler evaluates no mutant.
        let most = if self.alone { BUILD } else { 0 };
        cargo
            .args([&most.to_string(), "cargo", "+nightly", command, "--quiet"])
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
        let program = format!("trial-{}", self.game);
        let built = self.cargo("build").args(["--package", &program]).status().map_err(text)?;
        match built.success() {
            true => Ok(Trial(self.root.join("target/debug").join(program))),
            false => Err("the copy does not compile".into()),
        }
    }

    /// Builds the tests that the engines have of their own; `None` if the compiler refuses them.
    pub(crate) fn tests(&self) -> Result<Option<Tests>, String> {
        let told = self
            .cargo("test")
            .args(["--package", "bustan-core", "--lib", "--no-run", "--message-format=json"])
            .stderr(Stdio::null())
            .output()
            .map_err(text)?;
        let lines = String::from_utf8_lossy(&told.stdout).into_owned();
        let messages = lines.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let program =
            messages.filter_map(|message| Some(message["executable"].as_str()?.to_owned())).next_back();
        Ok(program.filter(|_| told.status.success()).map(|path| Tests(path.into())))
    }

    /// Builds the program with one mutant and no switches; `None` if the compiler refuses it.
    pub(crate) fn alone(&mut self, mutant: &Mutant) -> Result<Option<Trial>, String> {
        self.alone = true;
        self.copy(mutant.file.parent().unwrap_or(&mutant.file))?;
        write(&self.root.join("core/src/lib.rs"), &self.library()?)?;
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
        let built = self.cargo("build").args(["--package", "bustan-core"]).stderr(Stdio::null()).status();
        match built.map_err(text)?.success() {
            true => self.build().map(Some),
            false => Ok(None),
        }
    }
}

impl Tests {
    /// Keeps the tests of a game under a name of their own, for other builds are to come.
    pub(crate) fn keep(self, home: &Path, game: &str) -> Result<Self, String> {
        let kept = home.join(format!("tests-{game}"));
        replace(&self.0, &kept)?;
        Ok(Self(kept))
    }

    /// Runs those of a game on one mutant, or on the engine as it was built: which fails first, if any.
    pub(crate) fn run(&self, game: &str, mutant: Option<usize>) -> Result<Option<String>, String> {
        let told = Command::new("timeout")
            .args([&(TESTS + GRACE).to_string(), "sh", "-c", &limits(TESTS)])
            .arg(&self.0)
            .args([&format!("{game}::"), "--test-threads=1"])
            .env("RUST_BACKTRACE", "0")
            .env("BUSTAN_MUTANT", switch(mutant))
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .output()
            .map_err(text)?;
        if told.status.success() {
            return Ok(None);
        }
        // What a test prints comes between its name and the verdict.
        let said = String::from_utf8_lossy(&told.stdout).into_owned();
        let failed = said
            .split("\ntest ")
            .skip(1)
            .find(|test| !test.lines().next().unwrap_or_default().ends_with("ok"));
        let name = failed.and_then(|test| test.split_whitespace().next()).unwrap_or("the tests");
        Ok(Some(name.to_owned()))
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
            None => Fate::Killed(format!("{SAID}: {}", told["reason"].as_str().unwrap_or_default())),
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
    command.args(["-c", &limits(seconds)]);
    command
}

fn limits(seconds: u64) -> String {
    format!("ulimit -v {MEMORY}; ulimit -t {seconds}; ulimit -c 0; exec \"$0\" \"$@\"")
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
