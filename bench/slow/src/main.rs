//! Measures how many games and moves a check takes to find each planted flaw, over several seeds.
//!
//! `cargo run --release -p bustan-slow -- GAME [FLAW...]` prints one JSON object a line: the flaw, the seed, and what a
//! check of that seed came to.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::{self, ExitCode};

use bustan_flawed::flawed_chess::{ChessFlaw, FlawedChess};
use bustan_flawed::flawed_dominions::{DominionsFlaw, FlawedDominions};
use bustan_flawed::flawed_margo::{FlawedMargo, MargoFlaw};
use bustan_flawed::flawed_tictactoe::{Adapted, FlawedTicTacToe, TicTacToeFlaw};
use bustan_flawed::flawed_tribolo::{FlawedTribolo, TriboloFlaw};
use bustan_guide::{Explore, Picture};
use bustan_harness::compare::lockstep::{Factories, Factory};
use bustan_reference::{chess, dominions, margo, tribolo};
use clap::Parser;
use serde_json::json;

/// Measures how many games and moves a check takes to find each planted flaw
#[derive(Debug, Parser)]
struct Args {
    /// The game: chess, dominions, margo, tribolo or tictactoe
    game: String,
    /// The flaws, all of the game if none is named
    flaws: Vec<String>,
    /// How many seeds to try
    #[arg(long, default_value_t = 8)]
    seeds: u64,
    /// The first of them
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The most games of a check
    #[arg(long, default_value_t = 4_000)]
    games: u64,
}

impl Args {
    /// Checks the engine with a flaw against the other one, if the flaw is asked for; whether it is.
    fn hunt<G: Explore + Picture>(
        &self,
        flaw: impl Display,
        subject: &dyn Factory<G>,
        oracle: &dyn Factory<G>,
    ) -> bool {
        let name = format!("{}/{flaw}", self.game);
        if !self.flaws.is_empty() && self.flaws.iter().all(|wanted| *wanted != flaw.to_string()) {
            return false;
        }
        for seed in self.seed..self.seed + self.seeds {
            bustan_trial::check(Factories { subject, oracle }, seed, None, Some(self.games), |mut told| {
                told["flaw"] = json!(name);
                told["seed"] = json!(seed);
                if writeln!(io::stdout(), "{told}").is_err() {
                    // Nobody reads on.
                    process::exit(2);
                }
            });
        }
        true
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
    let hunted = match args.game.as_str() {
        "chess" => ChessFlaw::ALL
            .iter()
            .filter(|&&flaw| args.hunt(flaw, &|| FlawedChess::new(flaw), &chess::ReferenceEngine::default))
            .count(),
        "dominions" => DominionsFlaw::ALL
            .iter()
            .filter(|&&flaw| {
                args.hunt(flaw, &|| FlawedDominions::new(flaw), &dominions::ReferenceEngine::default)
            })
            .count(),
        "margo" => MargoFlaw::ALL
            .iter()
            .filter(|&&flaw| args.hunt(flaw, &|| FlawedMargo::new(flaw), &margo::ReferenceEngine::default))
            .count(),
        "tribolo" => TriboloFlaw::ALL
            .iter()
            .filter(|&&flaw| {
                args.hunt(flaw, &|| FlawedTribolo::new(flaw), &tribolo::ReferenceEngine::default)
            })
            .count(),
        "tictactoe" => TicTacToeFlaw::ALL
            .iter()
            .filter(|&&flaw| flaw.plant(|| args.hunt(flaw, &FlawedTicTacToe::default, &Adapted::default)))
            .count(),
        game => return Err(format!("{game}: no flaws are planted in a game of that name")),
    };
    match hunted {
        0 => Err(format!("{}: no flaw of {} has such a name", args.flaws.join(" "), args.game)),
        _ => Ok(()),
    }
}
