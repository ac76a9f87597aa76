//! Instructions per ply of an optimised engine: `cargo run --release -p bustan-bench --bin instructions`, possibly followed by
//! the name of a game, `dominions` or `margo`.
//!
//! It runs itself in valgrind's callgrind for two numbers of uniformly random games on the standard board, the complete legal
//! set known at every ply, and divides the difference in instructions by the difference in plies, so that starting up does
//! not count. Drawing the random numbers does. The speed is measured beside it without valgrind, the best of a few rounds.
//!
//! That is the build at hand. For one that may use AVX2 and the like:
//!
//! ```text
//! RUSTFLAGS="-C target-cpu=x86-64-v3" cargo run --release -p bustan-bench --bin instructions
//! ```

use std::env;
use std::fmt;
use std::io;
use std::num::ParseIntError;
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use bustan_bench::playouts;
use bustan_core::{Game, Playout, dominions, margo};

/// An engine to be measured.
struct Subject {
    name: &'static str,
    title: &'static str,
    play: fn(u32, u64) -> Playout,
    /// Numbers of games under callgrind, which runs some fifty times slower.
    few: u32,
    many: u32,
    /// Games in a round of the speed measurement, about a fifth of a second.
    games: u32,
}

const SUBJECTS: [Subject; 2] = [
    Subject {
        name: "dominions",
        title: "Dominions, side 9",
        play: standard::<dominions::FastEngine>,
        few: 50,
        many: 1050,
        games: 20_000,
    },
    Subject {
        name: "margo",
        title: "Margo, size 7",
        play: standard::<margo::FastEngine>,
        few: 5,
        many: 55,
        games: 400,
    },
];

/// Uniformly random games on the standard board.
fn standard<E: bustan_core::Engine + Default>(games: u32, seed: u64) -> Playout {
    let start = E::Game::initial(&[]).expect("every game has a standard board");
    playouts::<E>(&start, games, seed)
}

/// Rounds of the speed measurement.
const ROUNDS: u32 = 9;

const SEED: u64 = 1;

/// The argument with which this program runs itself, followed by the game and the number of games.
const PLAY: &str = "--play";

#[derive(Debug)]
enum Failure {
    Usage(String),
    NoValgrind(io::Error),
    Valgrind(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(argument) => {
                write!(f, "unexpected argument {argument:?}; this command takes the name of a game, dominions or margo")
            }
            Self::NoValgrind(error) if error.kind() == io::ErrorKind::NotFound => f.write_str(
                "valgrind is needed to count instructions and is not installed (Debian: apt install valgrind)",
            ),
            Self::NoValgrind(error) => write!(f, "valgrind could not be started: {error}"),
            Self::Valgrind(said) => write!(f, "valgrind did not count: {said}"),
        }
    }
}

impl std::error::Error for Failure {}

/// What one run under callgrind came to.
struct Count {
    plies: u64,
    instructions: u64,
}

fn count(subject: &Subject, games: u32) -> Result<Count, Failure> {
    let this = env::current_exe().map_err(|error| Failure::Valgrind(error.to_string()))?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(this)
        .args([PLAY, subject.name, &games.to_string()])
        .stdin(Stdio::null())
        .output()
        .map_err(Failure::NoValgrind)?;
    let (said, plies) = (String::from_utf8_lossy(&output.stderr), String::from_utf8_lossy(&output.stdout));
    let instructions = said.lines().find_map(collected);
    match (instructions, plies.trim().parse()) {
        (Some(instructions), Ok(plies)) => Ok(Count { plies, instructions }),
        _ => Err(Failure::Valgrind(said.lines().last().unwrap_or("it said nothing").into())),
    }
}

/// The number in callgrind's line `==1234== Collected : 56789`.
fn collected(line: &str) -> Option<u64> {
    let (_, number) = line.split_once("Collected : ")?;
    number.split_ascii_whitespace().next()?.parse().ok()
}

/// Plies per second: of the best round, which the rest of the machine disturbed least.
fn speed(subject: &Subject) -> f64 {
    let rounds = (0..ROUNDS).map(|round| {
        let start = Instant::now();
        let done = (subject.play)(subject.games, SEED + u64::from(round));
        done.plies as f64 / start.elapsed().as_secs_f64()
    });
    rounds.fold(0.0, f64::max)
}

fn report(subject: &Subject) -> Result<(), Failure> {
    let (few, many) = (count(subject, subject.few)?, count(subject, subject.many)?);
    let plies = many.plies - few.plies;
    let instructions = (many.instructions - few.instructions) as f64 / plies as f64;
    let done = (subject.play)(subject.many, SEED);
    let (games, all) = (f64::from(subject.many), done.plies as f64);
    println!(
        "{}, uniformly random games: {:.1} plies, {:.1} legal moves a ply",
        subject.title,
        all / games,
        done.legal as f64 / all
    );
    println!("instructions per ply: {instructions:.0}");
    println!("plies per second:     {:.0}", speed(subject));
    Ok(())
}

fn subject(name: &str) -> Result<&'static Subject, Failure> {
    SUBJECTS.iter().find(|subject| subject.name == name).ok_or_else(|| Failure::Usage(name.into()))
}

fn run(arguments: &[&str]) -> Result<(), Failure> {
    match *arguments {
        [] => report(&SUBJECTS[0]),
        [PLAY, name, games] => {
            let games = games.parse().map_err(|error: ParseIntError| Failure::Usage(format!("{games}: {error}")))?;
            println!("{}", (subject(name)?.play)(games, SEED).plies);
            Ok(())
        }
        [name] => report(subject(name)?),
        [_, other, ..] => Err(Failure::Usage(other.into())),
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::from(2)
        }
    }
}
