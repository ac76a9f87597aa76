//! Tests that the README and the book are correct: the program prints the output that they show.

mod book;
mod links;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use self::book::{Step, blocks, is_told, pages, root, steps};
use crate::common::{complaints, path, temporary};
use bustan_games::fuzz::targets;

/// The pages whose examples have a separate test. Another test follows the examples of all other pages.
const README: &str = "README.md";
const INTRODUCTION: &str = "docs/introduction.md";
const TUTORIAL: &str = "docs/tutorial.md";
const ON_FINDINGS: &str = "docs/how-to/read-a-finding.md";

fn page(name: &str) -> String {
    fs::read_to_string(root().join(name)).expect("a page can be read")
}

/// Removes trailing white space from lines, because readers do not see it.
fn visible(text: &str) -> Vec<&str> {
    text.trim_end().lines().map(str::trim_end).collect()
}

/// A reader who types the commands of a page in a directory like a clone of this repository. The directory
/// contains the Python engine of the tutorial, without its bugs, and two versions of an engine for Dominions.
struct Reader {
    dir: PathBuf,
    path: String,
}

impl Reader {
    fn new(name: &str) -> Self {
        let dir = temporary(name);
        let _ = fs::remove_dir_all(&dir);
        fs::create_dir_all(&dir).expect("there is room");
        for file in ["template.py", "my_engine.py"] {
            fs::copy(root().join("tests/examples/python").join(file), dir.join(file))
                .expect("a file can be copied");
        }
        let program = Path::new(env!("CARGO_BIN_EXE_bustan"));
        let folder = program.parent().expect("the program is in a folder");
        let path = format!("{}:{}", folder.display(), path());
        let reader = Self { dir, path };
        reader.does(&format!("ln -s '{}' tests", root().join("tests").display()));
        for version in ["new-version", "old-version"] {
            let script = "#!/bin/sh\nexec python3 tests/examples/python/dominions.py\n";
            fs::write(reader.dir.join(version), script).expect("there is room");
            reader.does(&format!("chmod +x {version}"));
        }
        reader
    }

    /// Types a command.
    fn types(&self, line: &str) -> Output {
        let mut shell = Command::new("sh");
        shell.args(["-c", line]).env("PATH", &self.path).current_dir(&self.dir).stdin(Stdio::null());
        shell.output().expect("there is a shell")
    }

    /// Types a command, checks that it succeeds, and returns its output.
    #[track_caller]
    fn does(&self, line: &str) -> String {
        let output = self.types(line);
        assert_eq!(output.status.code(), Some(0), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(complaints(&output), "", "{line}");
        String::from_utf8(output.stdout).expect("the output is text")
    }

    /// Types a command of a session, compares its output with the quoted output, and returns it.
    #[track_caller]
    fn sees(&self, line: &str, told: &str) -> String {
        let output = self.types(line);
        let printed = String::from_utf8(output.stdout).expect("the output is text");
        assert!(is_told(&visible(&printed), &visible(told)), "{line}\nprints\n{printed}\ntold is\n{told}");
        printed
    }

    /// Follows a step, unless it requires the Rust toolchain, and returns the command's output.
    #[track_caller]
    fn follows(&mut self, step: &Step) -> String {
        let line = &step.line;
        let command = line.split_whitespace().next().unwrap_or_default();
        match (&step.told, command) {
            (Some(told), _) => self.sees(line, told),
            (None, "bustan") => {
                let bounded = bounded(line);
                let printed = self.does(&bounded);
                assert!(!printed.is_empty() || line.starts_with("bustan gtp "), "{line}");
                if bounded == *line {
                    numbers(line)
                        .for_each(|number| assert!(printed.contains(number), "{line}\nprints\n{printed}"));
                }
                printed
            }
            (None, "cd") => {
                let to = line.split_whitespace().nth(1).expect("it says where to go");
                self.dir.push(to);
                assert!(self.dir.is_dir(), "{line}");
                String::new()
            }
            (None, "mkdir" | "cp" | "sed" | "printf") => self.does(line),
            (None, "cargo") => String::new(),
            (None, setting) if setting.contains('=') && line.contains(" cargo ") => String::new(),
            // The fuzz targets require nightly Rust and take some minutes to build.
            (None, script) if script.starts_with("fuzz/") => {
                assert!(root().join(script).is_file(), "{line}");
                let target = line.split_whitespace().nth(1).filter(|_| script == "fuzz/run");
                assert!(target.is_none_or(|name| targets().any(|target| target == name)), "{line}");
                String::new()
            }
            // A measurement takes minutes.
            (None, script) if script.starts_with("bench/") || script.starts_with("assay/") => {
                assert!(root().join(script).is_file(), "{line}");
                String::new()
            }
            (None, other) => panic!("who can tell whether {other} works? {line}"),
        }
    }

    /// Compares a picture that a command drew with the picture in the book.
    #[track_caller]
    fn draws(&self, drawn: &str, shown: &str) {
        let paths = [self.dir.join(drawn), root().join("docs/images").join(shown)];
        let [drawing, picture] =
            paths.each_ref().map(|path| fs::read_to_string(path).expect("there is a picture"));
        let [drawn, shown] = paths.each_ref().map(|path| path.display());
        assert!(drawing == picture, "the picture differs; if that is right: cp {drawn} {shown}");
    }

    /// Follows all steps of a page in order, and returns the whole output.
    #[track_caller]
    fn follows_all(&mut self, text: &str) -> String {
        steps(text).iter().map(|step| self.follows(step)).collect()
    }
}

/// Removes an option and its value from a command.
fn without(line: &str, option: &str) -> String {
    match line.split_once(&format!(" {option} ")) {
        None => line.into(),
        Some((before, behind)) => format!("{before} {}", behind.split_once(' ').map_or("", |(_, rest)| rest)),
    }
}

/// The numbers of three or more digits in the comment after a command.
fn numbers(line: &str) -> impl Iterator<Item = &str> {
    let comment = line.split_once(" # ").map_or("", |(_, comment)| comment);
    comment.split(|c: char| !c.is_ascii_digit()).filter(|number| number.len() >= 3)
}

/// A smaller version of an example, which takes only seconds.
fn bounded(line: &str) -> String {
    let with =
        |line: &str, command: &str, options: &str| line.replacen(command, &format!("{command} {options}"), 1);
    let game = line.split_whitespace().nth(2).unwrap_or_default();
    match line.split_whitespace().nth(1) {
        // Shards divide the games among them, so each is quick.
        Some("check") if line.contains(" --shard ") => line.into(),
        Some("check") => {
            let line = ["--time", "--games", "--max-findings"]
                .iter()
                .fold(line.to_string(), |line, o| without(&line, o));
            // The URL of a page goes to standard error, to which these examples otherwise print nothing.
            let line = line.replace(" --keep-going", "").replace(" --serve", "");
            let line = with(&line, "check", "--games 1");
            // On a large board, a Python program takes a minute per game.
            let slow = game == "dominions" && line.contains("--against");
            if slow { with(&without(&line, "--size"), "check", "--size 2") } else { line }
        }
        // All other sets of pieces take minutes.
        Some("exhaust") if line.contains(" --men ") || line.contains(" --material ") => {
            let line =
                ["--men", "--material", "--depth"].iter().fold(line.to_string(), |line, o| without(&line, o));
            with(&line.replace(" --special", ""), "exhaust", "--material Kk")
        }
        Some("exhaust") if !["tictactoe", "tribolo"].contains(&game) => {
            with(&without(line, "--depth"), "exhaust", "--depth 1")
        }
        Some("playout") => with(&without(line, "--games"), "playout", "--games 5"),
        // The server would run until it is stopped. The test stops it once it has printed its URL.
        Some("serve") => {
            let served = with(line, "bustan serve", "--no-open");
            let waits = "while kill -0 $! && [ ! -s url ]; do sleep 0.1; done";
            format!("rm -f url; {served} > url & {waits}; kill $!; wait $! && cat url")
        }
        // Counting three plies of the standard board is a measurement.
        Some("perft") if !line.contains(" --") => line.replacen(" 3", " 1", 1),
        _ => line.into(),
    }
}

#[test]
fn the_finding_of_the_readme_is_found_and_drawn() {
    let mut reader = Reader::new("book-readme");
    reader.follows_all(&page(README));
    reader.draws("bustan-findings/chess-verdict-legal-illegal-no-move-0-0.svg", "en-passant.svg");
}

#[test]
fn the_finding_of_the_introduction_is_found_and_drawn() {
    let mut reader = Reader::new("book-introduction");
    let printed = reader.follows_all(&page(INTRODUCTION));
    let quotations = page(ON_FINDINGS);
    let quotations: Vec<_> =
        blocks(&quotations).into_iter().filter(|block| block.language == "text").collect();
    assert_eq!(quotations.len(), 4);
    let told = quotations.iter().flat_map(|block| ["..."].iter().chain(&block.lines).copied()).chain(["..."]);
    let told: Vec<_> = told.collect();
    assert!(is_told(&visible(&printed), &told), "{ON_FINDINGS} quotes\n{}\nfrom\n{printed}", told.join("\n"));
    reader.draws("bustan-findings/dominions-verdict-legal-illegal-oscillation-0-0.svg", "oscillation.svg");
}

#[test]
fn the_tutorial_comes_to_what_it_says() {
    Reader::new("book-tutorial").follows_all(&page(TUTORIAL));
}

#[test]
fn the_examples_of_all_other_chapters_work() {
    let mut commands = 0;
    for (name, text) in pages() {
        if ![README, INTRODUCTION, TUTORIAL].contains(&name.as_str()) {
            commands += steps(&text).len();
            let mut reader = Reader::new(&format!("book-{}", name.replace('/', "-")));
            reader.follows_all(&text);
            if name == ON_FINDINGS {
                reader.draws("sample.svg", "sample.svg");
            }
        }
    }
    assert!(commands > 40, "only {commands} commands were found");
}

#[test]
fn files_that_chapters_show_are_as_shown() {
    for (chapter, language, file) in [
        (TUTORIAL, "python", "tests/examples/python/template.py"),
        ("docs/how-to/ci.md", "yaml", "tests/examples/github-action.yml"),
        ("docs/how-to/rust.md", "text", "tests/examples/noughts/tests/planted.rs"),
    ] {
        let text = page(chapter);
        let shown: Vec<_> = blocks(&text).into_iter().filter(|block| block.language == language).collect();
        assert_eq!(shown.len(), 1, "{chapter}");
        assert!(
            page(file).contains(&shown[0].lines.join("\n")),
            "{chapter} shows something else than {file}"
        );
    }
}

#[test]
fn the_page_for_rust_prints_the_crate_that_is_compiled() {
    let text = page("docs/how-to/rust.md");
    let printed = blocks(&text).into_iter().filter(|block| block.language == "rust,ignore");
    let printed = Vec::from_iter(printed.map(|block| block.lines.join("\n")));
    let [tests, engine] =
        ["tests/bustan.rs", "src/lib.rs"].map(|file| page(&format!("tests/examples/noughts/{file}")));
    assert!(tests.starts_with(&printed[0]), "{tests}");
    assert_eq!(printed[1], engine.trim_end());
}

#[test]
fn the_workflow_for_other_engines_compares_them_with_the_reference() {
    let workflow = page("tests/examples/github-action.yml");
    let value =
        |key: &str| workflow.lines().find_map(|line| line.trim_start().strip_prefix(key)).map(str::trim);
    let check = value("run: bustan ").expect("it checks").replace("--time 1m", "--games 20");
    let [engine, game] =
        ["ENGINE:", "GAME:"].map(|key| value(key).expect("it names the engine and the game"));
    let settings = format!("export ENGINE='{engine}' GAME='{game}' GITHUB_RUN_NUMBER=7");
    let printed = Reader::new("book-workflow").does(&format!("{settings}; bustan {check}"));
    assert!(printed.contains("my engine agrees with reference"), "{printed}");
}

#[test]
fn commands_are_taken_out_of_a_text() {
    let text = "a\n```console\n$ bustan gtp x\n=\n\n= 2\n\n$ bustan b\n```\n\n```sh\nbustan show \"3 white\"  # one\n\ncd a\n\
                ```\n```text\nbustan c\n```\nb";
    let told = |line: &str, told: &str| Step { line: line.into(), told: Some(told.into()) };
    let typed = |line: &str| Step { line: line.into(), told: None };
    let expected = [
        told("bustan gtp x", "=\n\n= 2\n\n"),
        told("bustan b", ""),
        typed("bustan show \"3 white\"  # one"),
        typed("cd a"),
    ];
    assert_eq!(steps(text), expected);
}

#[test]
fn what_is_printed_is_compared_with_what_is_reported() {
    for (told, same) in [
        (&["a", "b c", "d"][..], true),
        (&["..."], true),
        (&["...", "d"], true),
        (&["a", "b ...", "d"], true),
        (&["a", "...", "b c", "...", "d"], true),
        (&["a", "b c"], false),
        (&["a", "b", "d"], false),
        (&["a", "c ...", "d"], false),
        (&["...", "b c"], false),
    ] {
        assert_eq!(is_told(&["a", "b c", "d"], told), same, "{told:?}");
    }
}

#[test]
fn examples_are_bounded() {
    for (line, expected) in [
        ("bustan check   # all", "bustan check --games 1   # all"),
        ("bustan check margo --time 2m", "bustan check --games 1 margo "),
        ("bustan check margo --keep-going --games 8 --out f", "bustan check --games 1 margo --out f"),
        ("bustan check margo --serve --time 8h", "bustan check --games 1 margo "),
        (
            "bustan check dominions --size 9 --against 'a b'",
            "bustan check --size 2 --games 1 dominions --against 'a b'",
        ),
        ("bustan exhaust tictactoe   # 5478", "bustan exhaust tictactoe   # 5478"),
        ("bustan exhaust margo --depth 7 --symmetry", "bustan exhaust --depth 1 margo --symmetry"),
        ("bustan perft dominions 3", "bustan perft dominions 1"),
        ("bustan perft dominions 3 --size 2", "bustan perft dominions 3 --size 2"),
        ("bustan show 3", "bustan show 3"),
    ] {
        assert_eq!(bounded(line), expected);
    }
    assert_eq!(
        numbers("bustan exhaust tribolo --seed 123   # 5478, 76 of 765").collect::<Vec<_>>(),
        ["5478", "765"]
    );
}

#[test]
#[should_panic(expected = "who can tell whether rm works?")]
fn commands_that_nobody_can_test_are_no_examples() {
    Reader::new("book-stranger").follows(&Step { line: "rm -r x".into(), told: None });
}

#[test]
#[should_panic(expected = "prints")]
fn another_output_than_is_reported_fails() {
    Reader::new("book-other").follows_all("```console\n$ printf 'a\\nb\\n'\na\nc\n```\n");
}
