//! Tests random bad and odd inputs of every kind: whatever is typed, read or answered, the program ends in
//! time and reports the error on one line, or finds the planted bug. The same seed gives the same inputs.
//!
//! By default, a few hundred inputs are tried. `BUSTAN_CASES=24000 cargo test -p bustan-cli bad_inputs` tries
//! more, `BUSTAN_SEED=7` tries others, and `BUSTAN_CASE=4711` tries a single input, as named by a failure.
use crate::common;
use bustan_vocabulary::Game;

use std::fmt::Display;
use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::str::FromStr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use bustan_harness::base::Dice;
use bustan_harness::bustan_vocabulary::Record;
use bustan_harness::bustan_vocabulary::abrobad::Abrobad;
use bustan_harness::bustan_vocabulary::dominions::Dominions;
use bustan_harness::bustan_vocabulary::margo::Margo;
use bustan_harness::bustan_vocabulary::tictactoe::TicTacToe;
use bustan_harness::bustan_vocabulary::tribolo::Tribolo;

/// The default number of inputs.
const CASES: u64 = 400;

/// The time limit of a command, in seconds. Most commands take a fraction of a second, or end by a signal.
/// Some wait several times for an engine that never answers.
const LIMIT: &str = "180";

/// The maximum length of a text, in characters.
const LONGEST: usize = 25_000;

/// The exit code of a process that SIGKILL has ended.
const KILLED: i32 = 128 + 9;

/// A game with correct texts, from which bad texts are derived.
struct Material {
    game: &'static str,
    sizes: &'static [&'static str],
    positions: &'static [&'static str],
    records: &'static [&'static str],
    moves: &'static [&'static str],
    /// The functions that return whether the game can parse a text as a size, a position or a record.
    reads_size: fn(&str) -> bool,
    reads_position: fn(&str) -> bool,
    reads_record: fn(&str) -> bool,
}

fn reads_size<G: Game>(text: &str) -> bool {
    !text.trim().is_empty()
        && G::initial(&text.split('x').collect::<Vec<_>>()).or_else(|_| G::initial(&[text])).is_ok()
}

fn reads_position<G: Game>(text: &str) -> bool {
    G::Position::from_str(text).is_ok()
}

fn reads_record<G: Game>(text: &str) -> bool {
    text.parse::<Record<G>>().is_ok()
}

macro_rules! material {
    ($game:ty: $sizes:expr, $positions:expr, $records:expr, $moves:expr) => {
        Material {
            game: <$game>::NAME,
            sizes: &$sizes,
            positions: &$positions,
            records: &$records,
            moves: &$moves,
            reads_size: reads_size::<$game>,
            reads_position: reads_position::<$game>,
            reads_record: reads_record::<$game>,
        }
    };
}

const MATERIAL: [Material; 5] = [
    material!(
        Dominions: ["2", "3", "9"],
        ["9 white 0 2 W63i9 B55h8", "2 white 0 2 W40b2 B3a1", "2 black 0 3 W3a1 B2a2* W24b2", "3 black 1 3 W1b2 B2c2*"],
        ["W[P63i9];B[P55h8];W[P30h9];B[P63g8];W[P62g9];B[P51f8]", "Start[2 white 0 0];W[P3a1];B[P2a2]", "W[pass];B[pass]"],
        ["P63i9", "P55h8", "pass", "P0o77i9", "P3a1"]
    ),
    material!(
        Margo: ["2", "4", "5 swap players 3", "3 atari", "7 cutting off"],
        ["4 white 2 WE1:0 BE5:0", "3 swap black 2 WA1:0", "19 players 3 grey 2 BAK37:0 WA1:0", "4 atari white 6 won BA1:0"],
        ["1 C5* 2 E5 3 C7 4 Resign\nWhite wins\n", "Start[4 swap] 1 C5* 2 E5", "Start[3 atari white 0];W[A3];B[A1];W[C1]"],
        ["C5", "E5", "swap", "A1", "B2"]
    ),
    material!(
        Tribolo: ["5x4", "16 11", "8x1", "3x3 seed 1", "4x3 RB...G...#.. blue"],
        ["5x1 .RBG. blue", "8x1 .RRB#GR. blue 0", "4x3 RB...G...#.. blue", "3x1 BRG red"],
        ["Start[8x1 .RRB#GR. blue 0];B[a1];G[h1]", "Start[5x1 BR.GB blue 0];B[c1]"],
        ["a1", "h1", "c1", "h7"]
    ),
    material!(
        TicTacToe: ["3", "3 misere", "misere"],
        ["x...o.... x", "xo....... x misere", "......... x", "xxxoo.... o"],
        ["X[b2];O[a1]", "X[a3];O[b1];X[c1];O[c3];X[b2]", "Start[x...o.... x];X[b2]"],
        ["b2", "a1", "c3"]
    ),
    material!(
        Abrobad: ["12"],
        ["............ x 0", "x.....xo.... x 3", "..x......... o"],
        ["X[1];O[5];X[12]", "X[7];O[3]"],
        ["7", "7-12", "0", "12"]
    ),
];

/// Words that are often mistaken for numbers, names and files.
const WORDS: &[&str] = &[
    "",
    " ",
    "-1",
    "0",
    "1",
    "255",
    "256",
    "257",
    "65536",
    "4294967295",
    "4294967296",
    "18446744073709551616",
    "1e9",
    "NaN",
    "+1",
    "0x10",
    "\u{0661}",
    "\u{feff}",
    "\u{202e}",
    "\u{1f600}",
    "\t",
    "\n",
    "\x1b[31m",
    "%s%n",
    "$(id)",
    "../../etc/passwd",
    "a\u{301}",
    "--",
    "-",
    "--help",
    "--json",
    "white",
    "black",
    "green",
    "any",
    "x",
    "W",
    "[",
    "]",
    ";",
    "#",
    "Start[",
    "seed",
    "players",
    "swap",
    "misere",
    "over",
    "null",
];

/// The options of all commands, with a value for those that need one.
const OPTIONS: &[(&str, Option<&str>)] = &[
    ("--size", Some("3")),
    ("--position", Some("x")),
    ("--depth", Some("1")),
    ("--memory", Some("64")),
    ("--jobs", Some("1")),
    ("--games", Some("1")),
    ("--time", Some("50ms")),
    ("--seed", Some("1")),
    ("--policy", Some("uniform")),
    ("--max-findings", Some("2")),
    ("--shrink-time", Some("1s")),
    ("--engine", Some("fast")),
    ("--from", Some("0")),
    ("--to", Some("0")),
    ("--number", Some("1")),
    ("--timeout", Some("1s")),
    ("--with", Some("fast")),
    ("--without", Some("undo")),
    ("--colours", Some("red,blue")),
    ("--color", Some("never")),
    ("--game", Some("margo")),
    ("--symmetry", None),
    ("--thorough", None),
    ("--keep-going", None),
    ("--history", None),
    ("--misere", None),
    ("--json", None),
    ("--each", None),
    ("--octal", None),
    ("--groups", None),
    ("--divide", None),
];

const COMMANDS: &[&str] =
    &["show", "replay", "perft", "divide", "playout", "gtp", "solve", "exhaust", "check", "query"];

/// Programs that are not engines, or bad engines, as command lines for a shell.
const ENGINES: &[&str] = &[
    "exit 0",
    "exit 3",
    "kill -9 $$",
    "cat",
    "yes",
    "exec >&-; sleep 1000",
    "head -c 3000000 /dev/zero",
    "while read -r line; do printf '?\\n\\n'; done",
    "while read -r line; do printf '= \\n\\n'; done",
    "while read -r line; do printf '= x\\n\\n= y\\n\\n'; done",
    "while read -r line; do printf '=7 x\\n\\n'; done",
    "while read -r line; do printf '= \\377\\376\\n\\n'; done",
    "read -r line; printf '= one\\n\\n'; exit 1",
    "while read -r line; do printf '= {\"board\":[1e999]}\\n\\n'; done",
    "while read -r line; do case $line in *legal*) printf '= a1 zz a1\\n\\n';; *) printf '= \\n\\n';; esac; done",
    "while read -r line; do case $line in *state*) printf '= {}\\n\\n';; *play*) printf '? illegal move: no\\n\\n';; *) printf '=\\n\\n';; esac; done",
];

/// Programs that never answer, so that each of them costs a timeout.
const SILENT: &[&str] = &[
    "exec sleep 1000",
    "exec <&-; sleep 1000",
    "head -c 100000 /dev/urandom; sleep 1000",
    "trap '' TERM INT HUP; while :; do sleep 1; done",
];

/// The expected result of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expected {
    /// The command refuses the input.
    Refusal,
    /// The command succeeds.
    Success,
    /// The input may be right or wrong, which only the command's own parser can decide.
    Either,
    /// The command writes a finding about an engine, or refuses to begin.
    Finding,
    /// The command ends by this signal, or before the signal arrives.
    Signal(i32),
}

/// An input and its expected result.
#[derive(Debug)]
struct Case {
    arguments: Vec<String>,
    input: Vec<u8>,
    expected: Expected,
    /// A signal, and the delay after which it is sent, in milliseconds.
    signal: Option<(&'static str, u32)>,
    /// Different arguments that must have the same result.
    twin: Option<Vec<String>>,
}

impl Case {
    fn new(arguments: &[&str], input: &[u8], expected: Expected) -> Self {
        let arguments = arguments.iter().map(ToString::to_string).collect();
        Self { arguments, input: input.into(), expected, signal: None, twin: None }
    }
}

fn main_seed() -> u64 {
    number("BUSTAN_SEED").unwrap_or(0)
}

fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} takes a number, not {text:?}")))
}

fn one<'a>(dice: &mut Dice, texts: &[&'a str]) -> &'a str {
    dice.pick::<&str>(texts)
}

/// Inserts one or a few mistakes into a correct text.
fn spoilt(text: &str, dice: &mut Dice) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..1 + dice.below(3) {
        let at = dice.below(chars.len() as u32 + 1) as usize;
        let word: Vec<char> = one(dice, WORDS).chars().collect();
        match dice.below(7) {
            0 => chars.truncate(at),
            1 => drop(chars.drain(..at)),
            2 if at < chars.len() => drop(chars.remove(at)),
            3 if at < chars.len() => chars[at] = word.first().copied().unwrap_or('?'),
            4 => drop(chars.splice(at..at, word)),
            5 => {
                let again: Vec<char> = chars[at..].to_vec();
                let times = if dice.one_in(20) { 500 } else { 1 };
                (0..times).for_each(|_| chars.extend(&again));
            }
            _ => {
                let mut words: Vec<String> =
                    chars.iter().collect::<String>().split(' ').map(String::from).collect();
                let other = dice.below(words.len() as u32) as usize;
                let last = words.len() - 1;
                words.swap(other, last);
                chars = words.join(" ").chars().collect();
            }
        }
    }
    // The system does not accept arguments of more than about 100,000 bytes.
    chars.truncate(LONGEST);
    chars.into_iter().collect()
}

/// Inserts some mistakes into correct bytes.
fn damaged(bytes: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let at = dice.below(bytes.len() as u32) as usize;
    match dice.below(4) {
        0 => bytes.truncate(at),
        1 => bytes[at] ^= 1 << dice.below(8),
        2 => bytes.insert(at, dice.below(256) as u8),
        _ => {
            let end = (at + 1 + dice.below(40) as usize).min(bytes.len());
            bytes[at..end].iter_mut().for_each(|byte| *byte = !*byte);
        }
    }
    bytes
}

/// Replaces the byte 0, which an argument cannot contain.
fn argument(text: String) -> String {
    text.replace('\0', "0")
}

fn either(right: bool) -> Expected {
    if right { Expected::Either } else { Expected::Refusal }
}

fn a_size(dice: &mut Dice) -> Case {
    let material = dice.pick(&MATERIAL);
    let size = argument(if dice.one_in(3) {
        one(dice, WORDS).to_string()
    } else {
        spoilt(one(dice, material.sizes), dice)
    });
    let expected = either((material.reads_size)(&size));
    Case::new(&["perft", material.game, "1", "--size", &size], b"", expected)
}

fn a_position(dice: &mut Dice) -> Case {
    let material = dice.pick(&MATERIAL);
    let position = argument(spoilt(one(dice, material.positions), dice));
    let arguments = ["show", "--game", material.game, "--json", "--", &position];
    let mut case = Case::new(&arguments, b"", either((material.reads_position)(&position)));
    case.twin = Some(
        ["show", "--game", material.game, "--json", "--engine", "reference", "--", &position]
            .map(String::from)
            .into(),
    );
    case
}

/// A position on a small board, from which a command other than `show` begins.
fn a_beginning(dice: &mut Dice) -> Case {
    let small = |material: &&Material| ["tictactoe", "abrobad", "tribolo"].contains(&material.game);
    let materials: Vec<&Material> = MATERIAL.iter().filter(small).collect();
    let material = *dice.pick(&materials);
    let position = argument(spoilt(one(dice, material.positions), dice));
    let commands = [
        &["perft", "1"][..],
        &["divide", "1"],
        &["exhaust", "--depth", "1", "--out", "found"],
        &["check", "--games", "1", "--out", "found"],
    ];
    let (command, rest) = dice.pick(&commands).split_first().expect("a command has a name");
    let start = format!("--position={position}");
    let arguments = [&[*command, material.game], rest, &[&start]].concat();
    let mut case = Case::new(&arguments, b"", either((material.reads_position)(&position)));
    case.twin = Some(["show", "--game", material.game, "--json", "--", &position].map(String::from).into());
    case
}

fn a_record(dice: &mut Dice) -> Case {
    let material = dice.pick(&MATERIAL);
    let record = spoilt(one(dice, material.records), dice);
    let bytes =
        if dice.one_in(4) { damaged(&[record.as_bytes(), b" "].concat(), dice) } else { record.into_bytes() };
    let marked = String::from_utf8(bytes.clone());
    let right =
        marked.is_ok_and(|text| (material.reads_record)(text.strip_prefix('\u{feff}').unwrap_or(&text)));
    let mut case = Case::new(&["replay", "-", "--game", material.game], &bytes, either(right));
    // Comparing two engines in everything takes longer.
    let engine = if dice.one_in(8) { "both" } else { "reference" };
    case.twin = Some(["replay", "-", "--game", material.game, "--engine", engine].map(String::from).into());
    case
}

fn options(dice: &mut Dice) -> Case {
    let mut arguments = vec![one(dice, COMMANDS).to_string()];
    // Most commands begin with the game. The file for replay and query does not exist.
    arguments.push(one(dice, &["tictactoe", "tictactoe", "abrobad", "no/such/file", "-"]).to_string());
    for _ in 0..1 + dice.below(4) {
        let &(option, value) = dice.pick(OPTIONS);
        arguments.push(option.into());
        let word = |dice: &mut Dice| argument(one(dice, WORDS).to_string());
        match value {
            Some(value) => arguments.push(if dice.one_in(2) { word(dice) } else { value.into() }),
            None if dice.one_in(8) => arguments.push(word(dice)),
            None => {}
        }
        if dice.one_in(8) {
            arguments.push(word(dice));
        }
    }
    // An unlimited check would run for its default of 30 seconds.
    let bounded =
        |arguments: &[String]| arguments.iter().any(|word| ["--time", "--games"].contains(&word.as_str()));
    if ["check", "playout"].contains(&arguments[0].as_str()) && !bounded(&arguments) {
        arguments.extend(["--games".into(), "1".into()]);
    }
    // With one job and without optimisation, visiting every position of Abrobad takes minutes.
    if arguments[0] == "exhaust" {
        if !arguments.iter().any(|word| word == "--depth") {
            arguments.extend(["--depth".into(), "2".into()]);
        }
        let deep = |word: &&mut String| word.len() > 2 && word.bytes().all(|byte| byte.is_ascii_digit());
        arguments.iter_mut().filter(deep).for_each(|word| *word = "1".into());
    }
    if let Some(at) = arguments
        .iter()
        .position(|word| word == "1e9" || word.len() > 8 && word.bytes().all(|b| b.is_ascii_digit()))
    {
        arguments[at] = "1".into();
    }
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    Case::new(&words, b"", Expected::Either)
}

fn a_database(dice: &mut Dice, shared: &Path) -> Case {
    let whole = fs::read(shared.join("whole.db")).expect("the file was solved");
    if dice.one_in(20) {
        return Case::new(&["query", "../whole.db", "........."], b"", Expected::Success);
    }
    let bytes = damaged(&whole, dice);
    let expected = if bytes == whole { Expected::Success } else { Expected::Refusal };
    Case::new(&["query", "input", "........."], &bytes, expected)
}

fn a_question(dice: &mut Dice) -> Case {
    let position = argument(spoilt(one(dice, MATERIAL[3].positions), dice));
    Case::new(
        &["query", "../whole.db", "--", &position],
        b"",
        either((MATERIAL[3].reads_position)(&position)),
    )
}

/// Files that are of the wrong kind, do not exist, or must not be touched.
fn a_file(dice: &mut Dice) -> Case {
    let odd = one(
        dice,
        &[
            "../fifo",
            "../circle",
            "..",
            "/dev/null",
            "/dev/zero",
            "no/such/file",
            "../dangling/file",
            "/proc/1/mem",
            "",
            "input/x",
        ],
    );
    let input = MATERIAL[0].records[0].as_bytes();
    match dice.below(7) {
        0 => Case::new(&["query", odd, "........."], input, Expected::Refusal),
        1 if odd != "../fifo" => Case::new(&["replay", odd], input, Expected::Refusal),
        1 | 2 => Case::new(&["replay", "input", "--svg", odd], input, Expected::Refusal),
        3 => Case::new(&["replay", "input", "--record", odd], input, Expected::Refusal),
        4 => Case::new(&["solve", "tictactoe", "--db", odd], input, Expected::Refusal),
        5 => {
            let over = one(dice, &["input", "./input", ".//./input"]);
            let option = one(dice, &["--svg", "--record"]);
            Case::new(&["replay", "input", option, over], input, Expected::Refusal)
        }
        _ => Case::new(&["solve", "tictactoe", "--db", "input"], input, Expected::Refusal),
    }
}

fn a_session(dice: &mut Dice) -> Case {
    let material = dice.pick(&MATERIAL);
    let mut input = Vec::new();
    for _ in 0..dice.below(12) {
        let players = ["white", "black", "blue", "red", "green", "x", "o", "grey", "nobody"];
        let mut line = match dice.below(12) {
            0 => format!("boardsize {}", one(dice, material.sizes)),
            1 => format!("bustan-setup {}", one(dice, material.positions)),
            2 => format!("{} bustan-state", dice.below(u32::MAX)),
            3 => "bustan-legal".into(),
            4 => "undo".into(),
            5 => format!("genmove {}", one(dice, &players)),
            6 => "bustan-perft 1".into(),
            7 => "clear_board".into(),
            8 => "showboard".into(),
            9 => one(
                dice,
                &["final_score", "list_commands", "known_command x", "bustan-position", "quit", "name"],
            )
            .to_string(),
            _ => format!("play {} {}", one(dice, &players), one(dice, material.moves)),
        };
        if dice.one_in(3) {
            line = spoilt(&line, dice);
        }
        // Doubling a digit here would yield a correct command that takes hours.
        line = line.replace("bustan-perft 11", "bustan-perft 1");
        let bytes = if dice.one_in(10) {
            damaged(&[line.as_bytes(), b"#"].concat(), dice)
        } else {
            line.into_bytes()
        };
        input.extend(bytes);
        input.push(b'\n');
    }
    let engine = one(dice, &["fast", "reference"]);
    let size = one(dice, material.sizes);
    Case::new(&["gtp", material.game, "--engine", engine, "--size", size], &input, Expected::Success)
}

fn a_signal(dice: &mut Dice) -> Case {
    let (name, number) = *dice.pick(&[("INT", 2), ("TERM", 15), ("HUP", 1), ("KILL", 9)]);
    let command = *dice.pick(&[
        &["check", "tictactoe", "--time", "30s", "--out", "found"][..],
        &["check", "--time", "30s", "--out", "found"],
        &["check", "dominions", "--size", "2", "--time", "30s", "--jobs", "1", "--out", "found"],
        &["exhaust", "abrobad", "--out", "found"],
        &["solve", "abrobad", "--db", "solved.db"],
        &["playout", "tictactoe", "--games", "100000000"],
        &["perft", "margo", "40"],
        &["gtp", "dominions"],
    ]);
    let mut case = Case::new(command, b"", Expected::Signal(number));
    case.signal = Some((name, 1 + dice.below(300)));
    case
}

fn an_engine(dice: &mut Dice, engines: &[&str]) -> Case {
    let engine = format!("sh -c '{}'", one(dice, engines).replace('\'', "'\\''"));
    let game = dice.pick(&MATERIAL).game;
    let mut arguments = vec![
        "check",
        game,
        "--against",
        &engine,
        "--timeout",
        "200ms",
        "--games",
        "2",
        "--shrink-time",
        "200ms",
    ];
    arguments.extend(["--out", "found"]);
    if dice.one_in(4) {
        arguments.extend(["--with", "fast"]);
    }
    Case::new(&arguments, b"", Expected::Finding)
}

/// Returns the input with the number `case`.
fn draw(case: u64, shared: &Path) -> Case {
    let dice = &mut Dice::of_game(main_seed(), case);
    match dice.weighted(&[100, 160, 160, 160, 100, 60, 80, 100, 10, 10, 1, 60]) {
        0 => a_size(dice),
        1 => a_position(dice),
        2 => a_record(dice),
        3 => options(dice),
        4 => a_database(dice, shared),
        5 => a_question(dice),
        6 => a_file(dice),
        7 => a_session(dice),
        8 => a_signal(dice),
        9 => an_engine(dice, ENGINES),
        10 => an_engine(dice, SILENT),
        _ => a_beginning(dice),
    }
}

/// Runs the program in a separate directory.
fn run(arguments: &[String], case: &Case, dir: &Path) -> Output {
    let mut command = Command::new("timeout");
    command.args(["-s", "KILL", LIMIT]);
    if let Some((signal, after)) = case.signal {
        let after = format!("{}.{:03}", after / 1000, after % 1000);
        command.args(["timeout", "--foreground", "--preserve-status", "-s", signal, &after]);
    }
    let input = File::open(dir.join("input")).expect("the input is there");
    let command = command.arg(env!("CARGO_BIN_EXE_bustan")).args(arguments).current_dir(dir).stdin(input);
    command.output().expect("there is a program timeout")
}

/// Returns an error that describes what is wrong with the result of an input, if anything is.
fn judge(case: &Case, output: &Output, dir: &Path) -> Result<(), String> {
    let wrong = |problem: &dyn Display| Err(problem.to_string());
    let message = common::complaints(output);
    // A program that is killed by its signal ends with the corresponding code.
    let code = output.status.code().unwrap_or(KILLED);
    if code == KILLED && case.expected != Expected::Signal(9) {
        return wrong(&"it takes longer than the limit");
    }
    if message.contains("panicked at") && code != 1 {
        return wrong(&"it panicked");
    }
    if !match case.expected {
        Expected::Refusal => code == 2,
        Expected::Success => code == 0,
        Expected::Either => code == 0 || code == 2,
        Expected::Finding => code == 1 || code == 2,
        Expected::Signal(signal) => [0, 128 + signal].contains(&code),
    } {
        return wrong(&format!("exit code {code}, not {:?}", case.expected));
    }
    let one_line =
        message.starts_with("error: ") && message.ends_with('\n') && message.matches('\n').count() == 1;
    // A run without a verdict also states this in its summary.
    let told_in_full = match case.arguments[0].as_str() {
        "check" => message.contains(": not tested: "),
        "exhaust" => message.contains("the positions need more memory than allowed"),
        _ => false,
    };
    if code == 2 && !(one_line && (told_in_full || output.stdout.is_empty())) {
        return wrong(&"a refusal is one line on standard error and nothing on standard output");
    }
    if code == 0 && case.signal.is_none() && message.contains("error") {
        return wrong(&"an error with exit code 0");
    }
    if message.chars().any(|c| c.is_control() && c != '\n') {
        return wrong(&"control characters on standard error");
    }
    let files = || fs::read_dir(dir.join("found")).into_iter().flatten().flatten();
    if case.expected == Expected::Finding && code == 1 {
        let original = files().find(|file| file.file_name().to_string_lossy().ends_with(".original.txt"));
        if original.is_none_or(|file| file.metadata().is_ok_and(|data| data.len() == 0)) {
            return wrong(&"a finding that is not on disk");
        }
    }
    // A file that a process was writing when it ended has a temporary name.
    let parts = files().filter(|file| file.file_name().to_string_lossy().ends_with(".part")).count();
    if parts > usize::from(matches!(case.expected, Expected::Signal(_))) {
        return wrong(&"an unfinished file is left");
    }
    match fs::read(dir.join("input")) {
        Ok(input) if input == case.input => Ok(()),
        _ => wrong(&"the input was changed"),
    }
}

/// Tries the input with this number. Returns an error with the fault and the command line that reproduces it.
fn attempt(number: u64, shared: &Path, dir: &Path) -> Result<(), String> {
    let _ = fs::remove_dir_all(dir);
    fs::create_dir_all(dir).expect("there is room");
    let case = draw(number, shared);
    fs::write(dir.join("input"), &case.input).expect("there is room");
    let output = run(&case.arguments, &case, dir);
    let mut judged = judge(&case, &output, dir);
    if let (Ok(()), Some(twin)) = (&judged, &case.twin) {
        let other = run(twin, &case, dir);
        judged = judge(&case, &other, dir);
        // If the game is over, there is nothing to check.
        let over = case.arguments[0] == "check" && other.status.success();
        if judged.is_ok() && !over && (other.status, &other.stderr) != (output.status, &output.stderr) {
            judged = Err(format!("{twin:?} says {}", String::from_utf8_lossy(&other.stderr)));
        }
    }
    judged.map_err(|problem| {
        let told = String::from_utf8_lossy(&output.stderr);
        let input = String::from_utf8_lossy(&case.input);
        let cut = |text: &str| text.chars().take(600).collect::<String>();
        format!(
            "BUSTAN_SEED={} BUSTAN_CASE={number}: {problem}\n  {:?}{}\n  input {:?}\n  {:?}, standard error {:?}",
            main_seed(),
            case.arguments.iter().map(|word| cut(word)).collect::<Vec<_>>(),
            case.signal.map(|(signal, after)| format!(", SIG{signal} after {after} ms")).unwrap_or_default(),
            cut(&input),
            output.status,
            cut(&told),
        )
    })
}

/// Creates the files shared by all inputs: odd files and a correct one.
fn shared() -> PathBuf {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("bad-inputs");
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).expect("there is room");
    assert!(Command::new("mkfifo").arg(dir.join("fifo")).status().expect("there is mkfifo").success());
    symlink("circle", dir.join("circle")).expect("links can be made");
    symlink("nowhere", dir.join("dangling")).expect("links can be made");
    let solved = Command::new(env!("CARGO_BIN_EXE_bustan"))
        .args(["solve", "tictactoe", "--db", "whole.db"])
        .current_dir(&dir)
        .output();
    assert!(solved.expect("the program starts").status.success());
    dir
}

#[test]
fn every_input_is_refused_in_one_line_or_right() {
    let shared = &shared();
    let one = number("BUSTAN_CASE");
    let (first, cases) = one.map_or((0, number("BUSTAN_CASES").unwrap_or(CASES)), |case| (case, case + 1));
    let (next, wrong) = (&AtomicU64::new(first), &Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for worker in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(move || {
                loop {
                    let case = next.fetch_add(1, Ordering::Relaxed);
                    if case >= cases {
                        return;
                    }
                    if let Err(problem) = attempt(case, shared, &shared.join(worker.to_string())) {
                        wrong.lock().unwrap().push(problem);
                    }
                }
            });
        }
    });
    let wrong = wrong.lock().unwrap();
    assert!(wrong.is_empty(), "{} of {cases}:\n{}", wrong.len(), wrong.join("\n"));
}
