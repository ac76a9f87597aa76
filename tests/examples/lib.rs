//! Adapters to start from, in several languages: the files that `bustan new` writes.
//!
//! Each adapter implements the protocol of Bustan for an engine in a separate file. The engine plays
//! Tic-Tac-Toe; for another game, it is a stub that knows only moves of the start position.

#![no_std]

/// A file of an adapter.
#[derive(Clone, Copy, Debug)]
pub struct File {
    /// The path of the file in the folder of the adapter.
    pub path: &'static str,
    /// The text of the file.
    pub text: &'static str,
}

/// An adapter in one language.
#[derive(Clone, Copy, Debug)]
pub struct Adapter {
    /// The name of the language.
    pub language: &'static str,
    /// The files of the adapter, except for the engine.
    pub files: &'static [File],
    /// The file that contains an engine of Tic-Tac-Toe.
    pub engine: File,
    /// The text of the engine file with a stub instead of the engine.
    pub stub: &'static str,
    /// The start of the test that checks the rules, and its replacement for a stub. A stub would fail the
    /// test, so the replacement skips the test.
    pub skips: [&'static str; 2],
    /// The command that builds the program; `None` if nothing needs to be built.
    pub build: Option<&'static str>,
    /// The command line of the program.
    pub run: &'static str,
    /// The command that runs the tests.
    pub test: &'static str,
}

/// The workflow that runs the tests of an adapter on every push.
pub const WORKFLOW: File =
    File { path: ".github/workflows/bustan.yml", text: include_str!("github-action.yml") };

/// All adapters.
pub const ADAPTERS: [Adapter; 4] = [
    Adapter {
        language: "python",
        files: &[
            File { path: "template.py", text: include_str!("python/template.py") },
            File { path: "test_bustan.py", text: include_str!("python/test_bustan.py") },
        ],
        engine: File { path: "my_engine.py", text: include_str!("python/my_engine.py") },
        stub: include_str!("python/stub_engine.py"),
        skips: [
            "    def test_the_engine_follows_the_rules",
            "    @unittest.skip(\"my_engine.py is a stub; remove this line once your engine is in it\")\n    def test_the_engine_follows_the_rules",
        ],
        build: None,
        run: "python3 template.py",
        test: "python3 -m unittest",
    },
    Adapter {
        language: "javascript",
        files: &[
            File { path: "template.mjs", text: include_str!("javascript/template.mjs") },
            File { path: "bustan.test.mjs", text: include_str!("javascript/bustan.test.mjs") },
        ],
        engine: File { path: "my_engine.mjs", text: include_str!("javascript/my_engine.mjs") },
        stub: include_str!("javascript/stub_engine.mjs"),
        skips: [
            "test(\"the engine follows the rules\", ",
            "// my_engine.mjs is a stub; remove .skip once your engine is in it.\ntest.skip(\"the engine follows the rules\", ",
        ],
        build: None,
        run: "node template.mjs",
        test: "node --test",
    },
    Adapter {
        language: "rust",
        files: &[
            File { path: "Cargo.toml", text: include_str!("rust/manifest.toml") },
            File { path: "src/main.rs", text: include_str!("rust/src/main.rs") },
            File { path: "tests/bustan.rs", text: include_str!("rust/tests/bustan.rs") },
        ],
        engine: File { path: "src/my_engine.rs", text: include_str!("rust/src/my_engine.rs") },
        stub: include_str!("rust/src/stub_engine.rs"),
        skips: [
            "fn the_engine_follows_the_rules",
            "#[ignore = \"src/my_engine.rs is a stub; remove this line once your engine is in it\"]\nfn the_engine_follows_the_rules",
        ],
        build: Some("cargo build"),
        run: "target/debug/adapter",
        test: "cargo test",
    },
    Adapter {
        language: "c",
        files: &[
            File { path: "template.c", text: include_str!("c/template.c") },
            File { path: "my_engine.h", text: include_str!("c/my_engine.h") },
            File { path: "Makefile", text: include_str!("c/Makefile") },
        ],
        engine: File { path: "my_engine.c", text: include_str!("c/my_engine.c") },
        stub: include_str!("c/stub_engine.c"),
        skips: [
            "\tbustan check",
            "# my_engine.c is a stub; remove the # of the next line once your engine is in it.\n#\tbustan check",
        ],
        build: Some("make"),
        run: "./adapter",
        test: "make test",
    },
];

impl Adapter {
    /// The files for Tic-Tac-Toe, including the engine.
    pub fn tictactoe(&self) -> impl Iterator<Item = File> {
        self.files.iter().copied().chain([self.engine])
    }

    /// The files for another game, with a stub in place of the engine.
    pub fn other(&self) -> impl Iterator<Item = File> {
        self.files.iter().copied().chain([File { text: self.stub, ..self.engine }])
    }
}

/// The players of a stub. The first one is to move at the start.
pub const STUB_PLAYERS: &str = "x o";

/// The moves that a stub knows.
pub const STUB_MOVES: &str = "a1 b1 c1";

/// The game named in the files.
pub const GAME: &str = "tictactoe";
