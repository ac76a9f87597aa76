//! The part of Bustan that is mutated.

use std::path::{Path, PathBuf};

use clap::ValueEnum;

/// Which part of Bustan is mutated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
    /// The fast engine of a game, but for what only solving uses
    Engine,
    /// The code of the fast engine of a game that supports solving
    Solve,
    /// The reference engine of a game
    Reference,
    /// The harness itself
    Harness,
    /// The crate that solves games
    Solver,
}

impl Part {
    /// Returns the part to which a mutant with this name belongs.
    pub(crate) fn of_name(name: &str) -> Self {
        let file = name.split(':').next().unwrap_or_default();
        match file.split('/').next() {
            Some("reference") => Self::Reference,
            Some("harness") => Self::Harness,
            Some("solve") => Self::Solver,
            _ if file.ends_with("/solve.rs") => Self::Solve,
            _ => Self::Engine,
        }
    }

    /// Returns the package that contains the sources.
    pub(crate) fn package(self) -> &'static str {
        match self {
            Self::Engine | Self::Solve => "bustan-core",
            Self::Reference => "bustan-reference",
            Self::Harness => "bustan-harness",
            Self::Solver => "bustan-solve",
        }
    }

    /// Returns the folder of the package, relative to the workspace root.
    pub(crate) fn crate_folder(self) -> &'static Path {
        Path::new(match self {
            Self::Engine | Self::Solve => "core",
            Self::Reference => "reference",
            Self::Harness => "crates/harness",
            Self::Solver => "crates/solve",
        })
    }

    /// Returns a file in the form that is used in names of mutants.
    pub(crate) fn label(self, file: &str) -> String {
        match self {
            Self::Engine | Self::Solve => file.trim_start_matches("core/src/").into(),
            Self::Reference => file.replacen("/src/", "/", 1),
            Self::Harness | Self::Solver => file.trim_start_matches("crates/").replacen("/src/", "/", 1),
        }
    }
}

/// Tests that search for mutants that no check finds.
pub(crate) struct Suite {
    /// The package that contains the tests.
    pub(crate) package: &'static str,
    /// The folder of the package, relative to the workspace root.
    pub(crate) folder: &'static str,
    /// The test programs of the package, as arguments of cargo.
    pub(crate) program: &'static [&'static str],
    /// The selected tests, as arguments of the program; all if there are none.
    pub(crate) arguments: Vec<String>,
}

/// The unit tests of a package.
const LIB: &[&str] = &["--lib"];
/// The tests of a package in its folder `tests`.
const SUITE: &[&str] = &["--test", "suite"];

/// The name that selects all sources of the solver, most of which are not in a folder.
const ALL: &str = "all";

/// The game whose fast engine is not in `core`.
const CHESS: &str = "chess";

/// The sources to mutate: a part of Bustan and, within it, a game or a folder.
#[derive(Clone, Debug)]
pub(crate) struct Subject {
    pub(crate) part: Part,
    /// The game; for the harness and the solver, a folder in its `src`; or [`ALL`] for the solver.
    pub(crate) of: String,
    /// Whether only unit tests may find mutants.
    pub(crate) unit_tests: bool,
}

impl Subject {
    /// Returns the subject.
    ///
    /// # Errors
    /// Fails if there are no sources of that name.
    pub(crate) fn new(workspace: &Path, part: Part, of: &str, unit_tests: bool) -> Result<Self, String> {
        let subject = Self { part, of: of.into(), unit_tests };
        let folder = subject.folder();
        let is_one =
            !of.is_empty() && !of.contains(['.', '*']) && (!of.contains('/') || part == Part::Harness);
        if !is_one || !workspace.join(&folder).is_dir() {
            return Err(format!("{of}: {} is not a source directory", folder.display()));
        }
        if part == Part::Reference && of != CHESS && !workspace.join("core/src").join(of).is_dir() {
            return Err(format!("{of}: its fast engine is not in core/src, and a check needs both engines"));
        }
        Ok(subject)
    }

    /// Returns the name of the subject in reports and in names of files.
    pub(crate) fn name(&self) -> String {
        let name = match self.part {
            Part::Engine => self.of.clone(),
            Part::Solve => format!("{}-solve", self.of),
            Part::Reference => format!("{}-reference", self.of),
            Part::Harness => format!("harness-{}", self.of.replace('/', "-")),
            Part::Solver => format!("solver-{}", self.of),
        };
        if self.unit_tests { name + "-unit-tests" } else { name }
    }

    /// Returns the package of the game's fast engine and its path in Rust.
    pub(crate) fn fast_engine(&self) -> (&'static str, String) {
        match self.of.as_str() {
            CHESS => ("bustan-chess", "bustan_chess::FastEngine".into()),
            of => ("bustan-core", format!("bustan_core::{of}::FastEngine")),
        }
    }

    /// Returns the source folder, relative to the workspace root.
    pub(crate) fn folder(&self) -> PathBuf {
        let sources = self.part.crate_folder().join("src");
        if self.part == Part::Solver && self.of == ALL { sources } else { sources.join(&self.of) }
    }

    /// Returns the root file of the crate, relative to the workspace root.
    pub(crate) fn root(&self) -> PathBuf {
        self.part.crate_folder().join("src/lib.rs")
    }

    /// Whether the other games of the crate can be omitted, so that they need not be compiled.
    pub(crate) fn is_one_game(&self) -> bool {
        matches!(self.part, Part::Engine)
    }

    /// Whether the mutants of a file belong to the subject.
    pub(crate) fn has(&self, file: &Path) -> bool {
        let is = |name| file.file_name().is_some_and(|is| is == name);
        file.starts_with(self.folder())
            && match self.part {
                Part::Engine => !is("solve.rs") && !is("tests.rs"),
                Part::Solve => is("solve.rs"),
                Part::Reference | Part::Harness | Part::Solver => !is("tests.rs"),
            }
    }

    /// Whether a mutant whose name starts the line may belong to the subject.
    pub(crate) fn is_named(&self, line: &str) -> bool {
        let file = line.split(':').next().unwrap_or_default();
        let folder = self.part.label(&self.folder().join("").to_string_lossy());
        file.starts_with(&folder)
            && match self.part {
                Part::Engine => !file.ends_with("/solve.rs"),
                Part::Solve => file.ends_with("/solve.rs"),
                Part::Reference | Part::Harness | Part::Solver => true,
            }
    }

    /// Whether a check must find the mutants.
    pub(crate) fn is_checked(&self) -> bool {
        matches!(self.part, Part::Engine | Part::Reference)
    }

    /// Returns the tests that search for mutants that no check finds, in the order in which they run.
    pub(crate) fn suites(&self) -> Vec<Suite> {
        let mut suites = self.all_suites();
        suites.retain(|suite| !self.unit_tests || suite.program == LIB);
        suites
    }

    /// Returns the tests like [`suites`](Self::suites), even if only unit tests may find mutants.
    fn all_suites(&self) -> Vec<Suite> {
        let suite = |[package, folder]: [&'static str; 2], program, arguments: &[&str]| Suite {
            package,
            folder,
            program,
            arguments: arguments.iter().map(|&word| word.to_owned()).collect(),
        };
        let core = ["bustan-core", "core"];
        let reference = ["bustan-reference", "reference"];
        let harness = ["bustan-harness", "crates/harness"];
        let solve = ["bustan-solve", "crates/solve"];
        let tests = ["bustan-tests", "tests"];
        let cli = ["bustan-cli", "crates/cli"];
        let game = format!("{}::", self.of);
        match self.part {
            Part::Engine => vec![suite(core, LIB, &[&game])],
            Part::Solve => vec![
                suite(core, LIB, &[&game]),
                suite(tests, SUITE, &["graphs::"]),
                suite(solve, SUITE, &["solve::", "tribolo::"]),
            ],
            // Some reference engines have no unit tests, and the few unit tests of all of them take no time.
            Part::Reference => vec![
                suite(reference, LIB, &[]),
                suite(reference, SUITE, &[&game]),
                suite(tests, SUITE, &["cases::", "playthroughs::", "laws::both_engines"]),
            ],
            Part::Solver => vec![suite(solve, LIB, &[]), suite(solve, SUITE, &[])],
            // The solver depends on the files most, and its tests are the slowest.
            Part::Harness if self.of.starts_with("spill") => {
                vec![suite(harness, LIB, &[]), suite(harness, SUITE, &[]), suite(solve, SUITE, &[])]
            }
            // The unit tests next to the sources come first, because they find most mutants. The tests of the
            // harness use a small game, which cannot reveal all mutants. The tests with other games and
            // programs follow.
            Part::Harness => {
                let beside = format!("{}::", self.of.split('/').next().unwrap_or_default());
                let flawed = ["planted_flaws::", "laws::", "testing::"];
                vec![
                    suite(harness, LIB, &[&beside]),
                    suite(harness, LIB, &["--skip", &beside]),
                    suite(harness, SUITE, &[]),
                    suite(tests, SUITE, &flawed),
                    suite(cli, SUITE, &["any::", "foreign::", "symmetry::"]),
                ]
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Part;

    #[test]
    fn a_name_says_which_part_its_mutant_is_of() {
        for (name, part) in [
            ("margo/groups.rs: replace < with <= in Board::join", Part::Engine),
            ("margo/solve.rs: replace | with ^ in Board::number", Part::Solve),
            ("reference/chess/board.rs: replace between with ()", Part::Reference),
            ("harness/spill/tier.rs: replace < with <= in open", Part::Harness),
            ("solve/lib.rs: replace < with <= in solve", Part::Solver),
        ] {
            assert_eq!(Part::of_name(name), part, "{name}");
        }
    }

    #[test]
    fn names_leave_out_the_folders_that_all_files_of_a_part_share() {
        assert_eq!(Part::Engine.label("core/src/margo/groups.rs"), "margo/groups.rs");
        assert_eq!(Part::Solve.label("core/src/margo/solve.rs"), "margo/solve.rs");
        assert_eq!(Part::Reference.label("reference/src/chess/board.rs"), "reference/chess/board.rs");
        assert_eq!(Part::Harness.label("crates/harness/src/shrink/mod.rs"), "harness/shrink/mod.rs");
        assert_eq!(Part::Solver.label("crates/solve/src/lib.rs"), "solve/lib.rs");
    }
}
