//! What the README says the program prints, it prints.

#[allow(dead_code)]
mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use common::{program, stdout, temporary};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn readme() -> String {
    fs::read_to_string(root().join("README.md")).expect("there is a README")
}

/// The sessions on a terminal: each command with what it prints.
fn sessions(readme: &str) -> Vec<(String, String)> {
    let blocks = readme.split("\n```console\n$ ").skip(1).map(|rest| rest.split("\n```\n").next().unwrap_or(rest));
    blocks.filter_map(|block| block.split_once('\n')).map(|(line, told)| (line.into(), told.into())).collect()
}

/// The examples of a line each that begin with `bustan COMMAND`, as words without the comment.
fn examples(readme: &str, command: &str) -> Vec<Vec<String>> {
    let opening = format!("bustan {command} ");
    let lines = readme.lines().filter(|line| line.starts_with(&opening));
    let words = |line: &str| {
        // A quotation mark begins or ends one word, whatever is in it.
        let code = line.split(" #").next().unwrap_or(line);
        let quoted = code.split('"').enumerate().flat_map(|(i, part)| match i % 2 {
            1 => vec![part.to_string()],
            _ => part.split_whitespace().map(String::from).collect(),
        });
        quoted.skip(1).collect()
    };
    lines.map(words).collect()
}

/// Runs an example where the README is and gives what it prints, which must be a success.
#[track_caller]
fn printed(words: &[String]) -> String {
    let output = program().args(words).current_dir(root()).output().expect("the program starts");
    assert_eq!(output.status.code(), Some(0), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("the output is text")
}

/// Lines without the white space at their ends, which no reader sees.
fn visible(text: &str) -> Vec<&str> {
    text.trim_end().lines().map(str::trim_end).collect()
}

#[test]
fn the_session_of_the_protocol_is_what_the_program_answers() {
    let readme = readme();
    let protocol = sessions(&readme).into_iter().find(|(line, _)| line.ends_with("| bustan gtp dominions"));
    let (line, told) = protocol.expect("the README shows the protocol");
    let input = line.split('\'').nth(1).expect("the commands are quoted").replace("\\n", "\n");
    assert_eq!(visible(&stdout(&["gtp", "dominions"], &input)), visible(&told));
}

/// The README's own mistake in the engine that it tests first.
const FORGOTTEN: &str = ", \"a3 b2 c1\"]";

/// Whether lines are those that are told; a line of three dots stands for any number of lines, three dots behind a blank for the rest of
/// the line.
fn is_told(printed: &[&str], told: &[&str]) -> bool {
    match told.split_first() {
        None => printed.is_empty(),
        Some((&"...", rest)) => (0..=printed.len()).any(|left_out| is_told(&printed[left_out..], rest)),
        Some((line, rest)) => printed.split_first().is_some_and(|(first, others)| {
            let same = line.strip_suffix(" ...").map_or(first == line, |beginning| first.starts_with(beginning));
            same && is_told(others, rest)
        }),
    }
}

/// Runs the lines of a session as a shell would, and compares what they print as far as it is told.
#[track_caller]
fn replay_session(line: &str, told: &str, dir: &Path) {
    let program = Path::new(env!("CARGO_BIN_EXE_bustan"));
    let folder = program.parent().expect("the program is in a folder");
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").expect("there is a path"));
    let output =
        Command::new("sh").args(["-c", line]).env("PATH", path).current_dir(dir).output().expect("there is a shell");
    let printed = String::from_utf8(output.stdout).expect("the output is text");
    assert!(is_told(&visible(&printed), &visible(told)), "{line}\nprints\n{printed}\ntold is\n{told}");
}

/// A directory with the engine in Python that the README tests first, in good order.
fn with_an_engine(name: &str) -> PathBuf {
    let dir = temporary(name);
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).expect("there is room");
    for file in ["template.py", "my_engine.py"] {
        fs::copy(root().join("tests/examples/python").join(file), dir.join(file)).expect("an example can be copied");
    }
    dir
}

#[test]
fn the_way_to_the_first_finding_is_what_the_program_shows() {
    let readme = readme();
    let dir = with_an_engine("first-finding");
    let engine = dir.join("my_engine.py");
    let right = fs::read_to_string(&engine).expect("the example can be read");
    let wrong = right.replacen(FORGOTTEN, "]", 1);
    assert!(wrong != right && readme.contains(&format!("sed -i 's/{FORGOTTEN}/]/' my_engine.py")));
    let all = sessions(&readme);
    let steps: Vec<_> = all.iter().filter(|(line, _)| line.contains("--against 'python3 template.py'")).collect();
    let (stranger, steps): (Vec<_>, Vec<_>) = steps.into_iter().partition(|(line, _)| line.contains("--with"));
    let (found, mended) = steps.split_at_checked(3).expect("something is found, played again, and walked down to");
    assert_eq!(
        (mended.len(), stranger.len()),
        (2, 1),
        "it is gone, and nothing else comes up; a stranger finds it, too"
    );
    for (code, steps) in [(&wrong, found), (&right, mended), (&wrong, &stranger)] {
        fs::write(&engine, code).expect("there is room");
        steps.iter().for_each(|(line, told)| replay_session(line, told, &dir));
    }
}

#[test]
fn the_finding_shown_first_is_found() {
    let readme = readme();
    let (line, told) = sessions(&readme).into_iter().next().expect("the README begins with a session");
    let dir = temporary("first-session");
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).expect("there is room");
    let line = line.replace("tests/examples", root().join("tests/examples").to_str().expect("the path is text"));
    replay_session(&line, &told, &dir);
}

#[test]
fn the_workflow_for_other_engines_holds_them_against_the_reference() {
    let workflow = fs::read_to_string(root().join("tests/examples/github-action.yml")).expect("there is a workflow");
    let value = |key: &str| workflow.lines().find_map(|line| line.trim_start().strip_prefix(key)).map(str::trim);
    let check = value("run: bustan ").expect("it checks").replace("--time 1m", "--games 20");
    let output = Command::new("sh")
        .args(["-c", &format!("'{}' {check}", env!("CARGO_BIN_EXE_bustan"))])
        .current_dir(with_an_engine("workflow"))
        .env("ENGINE", value("ENGINE:").expect("it names the engine"))
        .env("GAME", value("GAME:").expect("it names the game"))
        .env("GITHUB_RUN_NUMBER", "7")
        .output()
        .expect("there is a shell");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stdout).contains("my engine agrees with reference"));
}

#[test]
fn every_example_of_looking_works() {
    let readme = readme();
    for (command, least) in [("show", 1), ("perft", 1), ("replay", 2)] {
        let examples = examples(&readme, command);
        assert!(examples.len() >= least, "{command}: {examples:?}");
        for mut words in examples {
            // Counting three plies of the standard board is a measurement.
            if command == "perft" && !words.iter().any(|word| word == "--size") {
                continue;
            }
            if let Some(i) = words.iter().position(|word| word.ends_with(".svg")) {
                words[i] = temporary("readme.svg").to_str().expect("the path is text").into();
            }
            assert!(!printed(&words).is_empty(), "{words:?}");
        }
    }
}

#[test]
fn sessions_and_examples_are_taken_out_of_the_text() {
    let text = "a\n```console\n$ bustan gtp x\n=\n\n= 2\n\n```\n\nbustan show \"3 white\" --json   # a position\nb";
    assert_eq!(sessions(text), [("bustan gtp x".into(), "=\n\n= 2\n".into())]);
    assert_eq!(examples(text, "show"), [["show", "3 white", "--json"]]);
}
