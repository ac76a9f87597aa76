//! A copy of the workspace with mutants.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::list::Mutant;
use crate::programs::{TestProgram, Tests, Trial};
use crate::subject::{Part, Subject, Suite};
use crate::{schema, text};

/// The parts of the workspace that the copy needs.
const PARTS: [&str; 7] = ["Cargo.toml", "Cargo.lock", "core", "reference", "crates", "assay/trial", "tests"];

/// The packages of the copy.
const MEMBERS: &str = r#""core", "reference", "crates/*", "assay/trial", "tests", "tests/flawed""#;

/// The pattern for packages that check a mutated engine. Cargo rejects the pattern if there are no such
/// packages.
const GAMES: &str = r#", "games/*/*""#;

/// The code of the compiler's error about missing patterns in a match.
const MISSING_PATTERNS: &str = "E0004";

/// The profile of the copy: the same as for tests, but with fully optimised engines.
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

/// The manifest and the source of the crate that checks engines of a game. It only depends on the engine that
/// is not mutated.
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

/// The manifest and the source of the program that makes the checking crate check the mutated engine.
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

/// Returns the two packages for a mutated engine: for each, the folder, the root file, the manifest and the
/// source.
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

/// The module that is added to the mutated crate. It determines which mutant is switched on. At compile time,
/// none is.
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

/// Code that is added to a crate without the standard library, because the switch needs it.
const STANDARD: &str = "#[cfg(not(test))]\nextern crate std;\n";

/// The compiler features that the switch needs. Lints are allowed that reject code which always fails,
/// because mutants may contain such code.
const FEATURES: &str = "#![feature(core_intrinsics, const_eval_select)]
#![allow(internal_features, arithmetic_overflow, unconditional_panic)]
";

/// The maximum CPU time, in seconds, of each process that builds a single mutant. Evaluation at compile time
/// may never end.
const BUILD: u64 = 600;

/// The prefix of the name of a failure that is not a test: the compiler rejects the tests of a package.
pub(crate) const BUILD_OF: &str = "build of ";

/// The copy of the workspace.
pub(crate) struct Tree {
    workspace: PathBuf,
    root: PathBuf,
    subject: Subject,
    /// Whether the copy contains a single mutant, without a switch.
    alone: bool,
    /// A lock that gives exclusive use of the copy.
    _lock: File,
}

impl Tree {
    /// Makes the copy equal to the workspace. Files that are already correct are not written.
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

    /// Plants the mutants that can be switched on in the copy. Returns the numbers of the others: mutants
    /// that have no switch, and mutants that the compiler rejects.
    pub(crate) fn plant(&mut self, all: &[&Mutant]) -> Result<BTreeSet<usize>, String> {
        let library = self.library()?;
        let standard = if library.contains("#![no_std]") { STANDARD } else { "" };
        write(&self.root.join(self.subject.root()), &[FEATURES, &library, standard, SWITCH].concat())?;
        let mut alone = BTreeSet::new();
        loop {
            // A file without mutants is restored to the original.
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

    /// Returns the numbers of the mutants because of which the compiler rejects the crate.
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
                // If patterns are missing, the mutant of the next guard that deletes an arm is blamed. It may
                // be the wrong one; then the next round blames the following one.
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

    /// Returns the root file of the crate, without the other games if they can be omitted.
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
        // With switches, the compiler does not evaluate any mutant.
        let limit = if self.alone { format!("ulimit -t {BUILD}; ") } else { String::new() };
        cargo
            .args(["-c", &format!("{limit}exec cargo \"$@\""), "cargo", "+nightly", command, "--quiet"])
            .current_dir(&self.root)
            .env("CARGO_TARGET_DIR", self.root.join("target"))
            .env("RUSTFLAGS", "-Awarnings")
            .env_remove("RUSTC_WRAPPER");
        // The user's default toolchain must not override the toolchain named in the arguments.
        cargo.env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO");
        cargo
    }

    /// Builds the program that checks mutants.
    pub(crate) fn build(&self) -> Result<Trial, String> {
        let program = format!("trial-{}", self.subject.name());
        let built = self.cargo("build").args(["--package", &program]).status().map_err(text)?;
        match built.success() {
            true => Ok(Trial(self.root.join("target/debug").join(program))),
            false => Err("the copy does not compile".into()),
        }
    }

    /// Builds the tests; returns `None` if the compiler rejects them.
    pub(crate) fn tests(&self) -> Result<Option<Tests>, String> {
        let suites = self.subject.suites();
        let mut programs = Vec::new();
        for suite in &suites {
            let Some(program) = self.test_program(suite)? else { return Ok(None) };
            programs.push(program);
        }
        Ok(Some(Tests(programs)))
    }

    /// Builds the suites of tests one by one, and runs each before the next is built. Returns the name of the
    /// first test that fails, if any.
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

    /// Builds a suite of tests; returns `None` if the compiler rejects it.
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
        // A package may also have programs, which are built as well.
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

    /// Builds the mutated part with a single mutant, without a switch; returns `false` if the compiler
    /// rejects it.
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

/// Writes a file unless it already has this content.
fn write(file: &Path, content: &str) -> Result<(), String> {
    if fs::read_to_string(file).is_ok_and(|is| is == content) {
        return Ok(());
    }
    fs::create_dir_all(file.parent().unwrap_or(file)).map_err(text)?;
    fs::write(file, content).map_err(|error| format!("{}: {error}", file.display()))
}
