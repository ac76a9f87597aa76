//! Counts the instructions per ply of the optimised engine of a game, by default Dominions: `cargo run
//! --release -p bustan-bench --bin instructions -- tribolo`.
//!
//! The program runs itself in valgrind's callgrind for two numbers of uniformly random games on the standard
//! board, with the complete set of legal moves computed at every ply. It divides the difference in
//! instructions by the difference in plies, so that the start of the program does not count. Drawing random
//! numbers counts, and so does setting up a game if setups are random. The speed is measured without
//! valgrind, as the best of several rounds.
//!
//! The current build is measured. To build with AVX2 and similar features:
//!
//! ```text
//! RUSTFLAGS="-C target-cpu=x86-64-v3" cargo run --release -p bustan-bench --bin instructions
//! ```

use std::env;
use std::fmt;
use std::io;
use std::num::ParseIntError;
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

use bustan_games::{DEFAULT_GAME, GAMES, find};
use bustan_harness::run::playout;
use bustan_harness::run::playout::{Summary, Until};

/// The number of games of the shorter run under callgrind, which is about fifty times slower. `MANY`: the
/// number of games of the longer run.
const FEW: u64 = 50;
const MANY: u64 = 1050;

/// The number of rounds of the speed measurement. `ROUND`: the duration of each round.
const ROUNDS: u64 = 9;
const ROUND: Duration = Duration::from_millis(200);

const SEED: u64 = 1;

/// The argument with which the program runs itself. The game and the number of games follow it.
const PLAY: &str = "--play";

/// Plays random games with the optimised engine.
fn play(game: &str, seed: u64, until: Until) -> Result<Summary, Failure> {
    let engine = find(game).map(|game| game.fast.engine());
    let summary =
        engine.and_then(|engine| playout::run(&engine, seed, until, 1, &playout::Progress::default()));
    summary.ok_or_else(|| Failure::NoGame(game.into()))
}

#[derive(Debug)]
enum Failure {
    Usage(String),
    NoGame(String),
    NoValgrind(io::Error),
    Valgrind(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(argument) => write!(f, "unexpected argument {argument:?}; this command takes a game"),
            Self::NoGame(game) => write!(f, "unknown game {game:?}; the games are {}", GAMES.join(", ")),
            Self::NoValgrind(error) if error.kind() == io::ErrorKind::NotFound => f.write_str(
                "valgrind is needed to count instructions and is not installed (Debian: apt install valgrind)",
            ),
            Self::NoValgrind(error) => write!(f, "valgrind could not be started: {error}"),
            Self::Valgrind(said) => write!(f, "valgrind did not count: {said}"),
        }
    }
}

impl std::error::Error for Failure {}

/// The result of one run under callgrind.
struct Count {
    plies: u64,
    instructions: u64,
}

fn count(game: &str, games: u64) -> Result<Count, Failure> {
    let this = env::current_exe().map_err(|error| Failure::Valgrind(error.to_string()))?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(this)
        .args([PLAY, game, &games.to_string()])
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

/// Returns the number in callgrind's line `==1234== Collected : 56789`.
fn collected(line: &str) -> Option<u64> {
    let (_, number) = line.split_once("Collected : ")?;
    number.split_ascii_whitespace().next()?.parse().ok()
}

/// Returns the plies per second in the best round, which is the round that other work of the machine
/// disturbed least.
fn speed(game: &str) -> Result<f64, Failure> {
    (0..ROUNDS).try_fold(0.0, |best, round| {
        let done = play(game, SEED + round, Until::Elapsed(ROUND))?;
        Ok(done.plies_per_second.max(best))
    })
}

fn report(game: &str) -> Result<(), Failure> {
    let done = play(game, SEED, Until::Games(MANY))?;
    let (few, many) = (count(game, FEW)?, count(game, MANY)?);
    let plies = many.plies - few.plies;
    let instructions = (many.instructions - few.instructions) as f64 / plies as f64;
    println!(
        "{game}, standard board, uniformly random games: {:.1} plies, {:.1} legal moves a ply",
        done.mean_plies, done.mean_legal
    );
    println!("instructions per ply: {instructions:.0}");
    println!("plies per second:     {:.0}", speed(game)?);
    Ok(())
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        [] => report(DEFAULT_GAME),
        [PLAY, game, games] => games
            .parse()
            .map_err(|error: ParseIntError| Failure::Usage(format!("{games}: {error}")))
            .and_then(|games| play(game, SEED, Until::Games(games)))
            .map(|done| println!("{}", done.plies)),
        [game] if !game.starts_with('-') => report(game),
        [other, ..] => Err(Failure::Usage(other.into())),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::from(2)
        }
    }
}
