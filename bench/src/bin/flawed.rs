//! A slow engine of chess with a classic error, which speaks the protocol on its standard streams.
//!
//! ```text
//! cargo run --release -p bustan-bench --bin flawed -- castles-into-check --pause 200
//! ```
//!
//! Without arguments it prints the names of the errors, one to a line. With the name of an error, or `none`, it serves an
//! engine with it, and waits for so many microseconds before it answers each command. `bench/classics/run` uses it.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use bustan_flawed::flawed_chess::{ChessFlaw, FlawedChess};
use bustan_harness::protocol::gtp::{Options, Session, serve};
use bustan_vocabulary::Game;
use bustan_vocabulary::chess::Chess;

/// The errors that can be served, and none.
fn flaws() -> impl Iterator<Item = ChessFlaw> {
    ChessFlaw::ALL.into_iter().chain(ChessFlaw::CLASSIC)
}

/// Reads lines, and waits for a while after each of them: a line is consumed at once.
struct Paused<R> {
    lines: R,
    pause: Duration,
}

impl<R: BufRead> Read for Paused<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.lines.read(buffer)
    }
}

impl<R: BufRead> BufRead for Paused<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.lines.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        if amount > 0 {
            thread::sleep(self.pause);
        }
        self.lines.consume(amount);
    }
}

/// The error with this name.
fn named(name: &str) -> Result<ChessFlaw, String> {
    flaws()
        .chain([ChessFlaw::None])
        .find(|flaw| flaw.to_string() == name)
        .ok_or_else(|| format!("{name}: no error has this name"))
}

fn run(args: &[String]) -> Result<(), String> {
    let (flaw, pause) = match args {
        [] => {
            let names: String = flaws().map(|flaw| format!("{flaw}\n")).collect();
            return io::stdout().write_all(names.as_bytes()).map_err(|error| error.to_string());
        }
        [flaw] => (named(flaw)?, 0),
        [flaw, option, pause] if option == "--pause" => (
            named(flaw)?,
            pause.parse().map_err(|_| format!("--pause {pause}: not a number of microseconds"))?,
        ),
        _ => return Err("usage: flawed [ERROR [--pause MICROSECONDS]]".into()),
    };
    let home = Chess::initial(&[]).map_err(|_| "the standard game has a beginning")?;
    let mut session =
        Session::new(FlawedChess::new(flaw), home, Options::default()).map_err(|error| error.to_string())?;
    let lines = Paused { lines: BufReader::new(io::stdin()), pause: Duration::from_micros(pause) };
    serve(lines, io::stdout().lock(), &mut session).map_err(|error| error.to_string())
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
