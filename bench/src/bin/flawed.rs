//! A slow engine of a game with a classic error, which serves the protocol on its standard streams.
//!
//! ```text
//! cargo run --release -p bustan-bench --bin flawed -- chess castles-into-check --pause 200
//! ```
//!
//! If only the name of a game is given, the program prints the names of the errors, one per line. If the name
//! of an error, or `none`, is given as well, the program serves an engine with this error, and waits for the
//! given number of microseconds before it responds to each command. `bench/classics/run` uses it.

use std::fmt::Display;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use bustan_flawed::flawed_chess::{ChessFlaw, FlawedChess};
use bustan_flawed::flawed_dominions::{DominionsFlaw, FlawedDominions};
use bustan_flawed::flawed_margo::{FlawedMargo, MargoFlaw};
use bustan_harness::erased::{ErasedEngine, Guided, rules};
use bustan_harness::protocol::gtp::{Options, Session, serve};
use bustan_vocabulary::{Engine, Game};

/// Reads lines, and waits for `pause` after each of them. Each line is consumed in one read.
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

/// The arguments after the name of the game: the name of an error, and the pause before each response.
struct Wanted<'a> {
    error: Option<&'a str>,
    pause: Duration,
}

impl<'a> Wanted<'a> {
    fn of(args: &'a [String]) -> Result<Self, String> {
        let (error, pause) = match args {
            [] => (None, "0"),
            [error] => (Some(error.as_str()), "0"),
            [error, option, pause] if option == "--pause" => (Some(error.as_str()), pause.as_str()),
            _ => return Err(USAGE.into()),
        };
        let number = pause.parse().map_err(|_| format!("--pause {pause}: not a number of microseconds"))?;
        Ok(Self { error, pause: Duration::from_micros(number) })
    }

    /// Prints the names of the flaws, or serves the engine with the wanted flaw.
    fn serve<F, E>(&self, flaws: &[F], none: F, engine: fn(F) -> E) -> Result<(), String>
    where
        F: Copy + Display,
        E: Engine<Game: Guided, Observation = <<E as Engine>::Game as Game>::Observation> + Clone + Send,
    {
        let Some(name) = self.error else {
            let names: String = flaws.iter().map(|flaw| format!("{flaw}\n")).collect();
            return io::stdout().write_all(names.as_bytes()).map_err(|error| error.to_string());
        };
        let mut known = flaws.iter().copied().chain([none]);
        let flaw = known
            .find(|flaw| flaw.to_string() == name)
            .ok_or_else(|| format!("{name}: no error has this name"))?;
        let home = rules::<E::Game>().initial(&[]).map_err(|_| "the standard game has a beginning")?;
        let session = Session::new(ErasedEngine::new(engine(flaw)), home, Options::default());
        let mut session = session.map_err(|error| error.to_string())?;
        let lines = Paused { lines: BufReader::new(io::stdin()), pause: self.pause };
        serve(lines, io::stdout().lock(), &mut session).map_err(|error| error.to_string())
    }
}

const USAGE: &str = "usage: flawed chess|dominions|margo [ERROR [--pause MICROSECONDS]]";

fn run(args: &[String]) -> Result<(), String> {
    let (game, rest) = args.split_first().ok_or(USAGE)?;
    let wanted = Wanted::of(rest)?;
    match game.as_str() {
        "chess" => {
            let all = [&ChessFlaw::ALL[..], &ChessFlaw::CLASSIC].concat();
            wanted.serve(&all, ChessFlaw::None, FlawedChess::new)
        }
        "dominions" => {
            let all = [&DominionsFlaw::ALL[..], &DominionsFlaw::CLASSIC].concat();
            wanted.serve(&all, DominionsFlaw::None, FlawedDominions::new)
        }
        "margo" => {
            let all = [&MargoFlaw::ALL[..], &MargoFlaw::CLASSIC].concat();
            wanted.serve(&all, MargoFlaw::None, FlawedMargo::new)
        }
        _ => Err(USAGE.into()),
    }
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
