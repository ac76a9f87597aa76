//! Measures how many games and moves a check takes to find each planted flaw, over several seeds.
//!
//! `assay/slow/run GAME [FLAW...]` prints one JSON object per line: the flaw, the seed, and the result of a
//! check with that seed. `assay/slow/run --compare BEFORE AFTER` compares two files of such lines.

mod compare;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{self, ExitCode};

use bustan_flaws::planted;
use bustan_harness::compare::lockstep::Factories;
use bustan_harness::erased::{Guided, rules};
use bustan_tests::fuzzed::{Hold, Subject, hold};
use bustan_vocabulary::Engine;
use clap::Parser;
use serde_json::json;

/// Measures how many games and moves a check takes to find each planted flaw
#[derive(Debug, Parser)]
struct Args {
    /// The game: chess, dominions, margo, tribolo or tictactoe
    #[arg(required_unless_present = "compare")]
    game: Option<String>,
    /// The flaws, all of the game if none is named
    flaws: Vec<String>,
    /// How many seeds to try
    #[arg(long, default_value_t = 8)]
    seeds: u64,
    /// The first seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The most games of a check
    #[arg(long, default_value_t = 4_000)]
    games: u64,
    /// Compare two files, each of which contains the output of this program or of bustan-mutants --spread
    #[arg(long, num_args = 2, value_names = ["BEFORE", "AFTER"], exclusive = true)]
    compare: Vec<PathBuf>,
}

/// Checks the engine with a flaw against the oracle.
struct Hunt<'a> {
    args: &'a Args,
    /// The name of the game and of the flaw.
    name: String,
}

impl Hold for Hunt<'_> {
    type Output = ();

    fn hold<G, S, O>(self, subject: Subject<S>, oracle: fn() -> O)
    where
        G: Guided,
        S: Engine<Game = G, Observation = G::Observation> + Clone + Send,
        O: Engine<Game = G, Observation = G::Observation> + Clone,
    {
        let Args { seed: first, seeds, games, .. } = *self.args;
        for seed in first..first + seeds {
            let factories = Factories { subject: &|| subject.make(), oracle: &oracle };
            bustan_trial::check(rules::<G>(), factories, seed, None, Some(games), |mut told| {
                told["flaw"] = json!(self.name);
                told["seed"] = json!(seed);
                if writeln!(io::stdout(), "{told}").is_err() {
                    // The process that reads the output has closed it.
                    process::exit(2);
                }
            });
        }
    }
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &Args) -> Result<(), String> {
    if let [before, after] = &args.compare[..] {
        print!("{}", compare::compare([before, after])?);
        return Ok(());
    }
    let game = args.game.as_deref().unwrap_or_default();
    let flaws = planted(game);
    let flawless = || format!("{game}: no flaws are planted in a game of that name");
    if flaws.is_empty() {
        return Err(flawless());
    }
    let mut hunted = false;
    for (place, flaw) in flaws.into_iter().enumerate() {
        if args.flaws.is_empty() || args.flaws.contains(&flaw) {
            let name = format!("{game}/{flaw}");
            hold(game, Some(place), Hunt { args, name }).ok_or_else(flawless)?;
            hunted = true;
        }
    }
    match hunted {
        true => Ok(()),
        false => Err(format!("{}: no flaw of {game} has such a name", args.flaws.join(" "))),
    }
}
