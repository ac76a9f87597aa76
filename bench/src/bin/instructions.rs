//! Instructions per ply of the optimised engine of Dominions: `cargo run --release -p bustan-bench --bin instructions`.
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

/// Numbers of games under callgrind, which runs some fifty times slower.
const FEW: u32 = 50;
const MANY: u32 = 1050;

/// Games in a round of the speed measurement, about a fifth of a second, and rounds.
const GAMES: u32 = 20_000;
const ROUNDS: u32 = 9;

const SEED: u64 = 1;

/// The argument with which this program runs itself, followed by the number of games.
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
            Self::Usage(argument) => write!(f, "unexpected argument {argument:?}; this command takes none"),
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

fn count(games: u32) -> Result<Count, Failure> {
    let this = env::current_exe().map_err(|error| Failure::Valgrind(error.to_string()))?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(this)
        .args([PLAY, &games.to_string()])
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
fn speed() -> f64 {
    let rounds = (0..ROUNDS).map(|round| {
        let start = Instant::now();
        let done = playouts(GAMES, SEED + u64::from(round));
        done.plies as f64 / start.elapsed().as_secs_f64()
    });
    rounds.fold(0.0, f64::max)
}

fn report() -> Result<(), Failure> {
    let (few, many) = (count(FEW)?, count(MANY)?);
    let plies = many.plies - few.plies;
    let instructions = (many.instructions - few.instructions) as f64 / plies as f64;
    let done = playouts(MANY, SEED);
    let (games, all) = (f64::from(MANY), done.plies as f64);
    println!(
        "Dominions, side 9, uniformly random games: {:.1} plies, {:.1} legal moves a ply",
        all / games,
        done.legal as f64 / all
    );
    println!("instructions per ply: {instructions:.0}");
    println!("plies per second:     {:.0}", speed());
    Ok(())
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        [] => report(),
        [PLAY, games] => games
            .parse()
            .map(|games| println!("{}", playouts(games, SEED).plies))
            .map_err(|error: ParseIntError| Failure::Usage(format!("{games}: {error}"))),
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
