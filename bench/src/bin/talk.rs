//! Measures how fast `bustan check` communicates with external programs, compared with the simplest loop that
//! compares two programs.
//!
//! ```text
//! cargo build --release && cargo run --release -p bustan-bench --bin talk
//! ```
//!
//! The simple loop queries the legal moves of two programs, compares the two responses, and plays one of the
//! moves in both, one command after another. `bustan check` on one core also compares the states, and makes
//! its other checks. Both use the same programs, `bustan gtp` of this build, in one run. The last row is a
//! program against an in-process engine, on all cores, so it has no corresponding simple loop.

use std::env;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use bustan_harness::base::Dice;

/// The duration of each loop.
const TIME: Duration = Duration::from_secs(5);

/// The programs that play against themselves: the name of the game, the arguments of `bustan gtp`, and the
/// players in turn order.
const PAIRS: [(&str, &str, [&str; 2]); 3] = [
    ("Tic-Tac-Toe", "tictactoe", ["x", "o"]),
    ("Margo, size 5", "margo --size 5", ["white", "black"]),
    ("Dominions, side 9", "dominions", ["white", "black"]),
];

/// A running program, with its streams.
struct Program {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl Program {
    fn start(bustan: &Path, words: &str) -> io::Result<Self> {
        let mut command = Command::new(bustan);
        command.arg("gtp").args(words.split(' ')).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn()?;
        let (stdin, stdout) = child.stdin.take().zip(child.stdout.take()).ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(Self { child, stdin, stdout: BufReader::new(stdout) })
    }

    /// Sends a command. Returns the response, without the sign at its start.
    fn ask(&mut self, command: &str) -> io::Result<String> {
        self.stdin.write_all(format!("{command}\n").as_bytes())?;
        let mut answer = String::new();
        loop {
            let before = answer.len();
            if self.stdout.read_line(&mut answer)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            if answer[before..].trim().is_empty() {
                break;
            }
        }
        match answer.strip_prefix('=') {
            Some(text) => Ok(text.trim().into()),
            None => Err(io::Error::other(format!("{command}: {answer}"))),
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // If the program has already ended, it cannot be killed; this is not an error.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the plies per second of the simple loop.
fn bare(bustan: &Path, words: &str, players: [&str; 2]) -> io::Result<f64> {
    let mut programs = [Program::start(bustan, words)?, Program::start(bustan, words)?];
    let (mut dice, mut plies, mut turn) = (Dice::new(1), 0u64, 0);
    let begun = Instant::now();
    while begun.elapsed() < TIME {
        let [one, other] = &mut programs;
        let list = one.ask("bustan-legal")?;
        if other.ask("bustan-legal")? != list {
            return Err(io::Error::other("the lists differ"));
        }
        let moves: Vec<&str> = list.split_whitespace().collect();
        if moves.is_empty() {
            programs.iter_mut().try_for_each(|program| program.ask("clear_board").map(drop))?;
            turn = 0;
            continue;
        }
        let command = format!("play {} {}", players[turn % 2], dice.pick(&moves));
        programs.iter_mut().try_for_each(|program| program.ask(&command).map(drop))?;
        (plies, turn) = (plies + 1, turn + 1);
    }
    Ok(plies as f64 / begun.elapsed().as_secs_f64())
}

/// Returns the plies per second of a `bustan check` with the given arguments.
fn check(bustan: &Path, arguments: &[&str]) -> io::Result<f64> {
    let time = format!("{}s", TIME.as_secs());
    let done = Command::new(bustan).arg("check").args(arguments).args(["--time", &time]).output()?;
    let text = String::from_utf8_lossy(&done.stdout);
    let rate = text.split(" plies/s").next().and_then(|line| line.split_whitespace().last());
    let rate = rate.and_then(|rate| rate.replace(',', "").parse().ok()).filter(|_| done.status.success());
    rate.ok_or_else(|| io::Error::other(format!("bustan check {}: {text}", arguments.join(" "))))
}

fn measure(bustan: &Path) -> io::Result<()> {
    println!("| game | bare loop | bustan check | ratio |\n|---|---|---|---|");
    let name = bustan.display();
    for (label, words, players) in PAIRS {
        let command = format!("{name} gtp {words}");
        let alone = bare(bustan, words, players)?;
        let checked =
            check(bustan, &["any", "--against", &command, "--with", &command, "--jobs", "1", "--seed", "1"])?;
        println!("| {label} | {alone:.0} plies/s | {checked:.0} plies/s | {:.2} |", checked / alone);
    }
    let command = format!("{name} gtp dominions");
    let checked = check(bustan, &["dominions", "--size", "9", "--with", "fast", "--against", &command])?;
    println!("| Dominions, side 9, against the fast engine | | {checked:.0} plies/s | |");
    Ok(())
}

fn main() -> ExitCode {
    let beside = |exe: PathBuf| exe.with_file_name(format!("bustan{}", env::consts::EXE_SUFFIX));
    let measured = env::current_exe().map(beside).and_then(|bustan| measure(&bustan));
    match measured {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("talk: {error}");
            ExitCode::FAILURE
        }
    }
}
