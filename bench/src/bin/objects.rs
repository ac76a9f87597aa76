//! The cost of games as objects: `objects GAME GAMES [ROUNDS]` checks the same games with the types of the game and as an
//! object, in turn. It prints a JSON array: the plies for each second of processor time in the best round of each.

use std::env;
use std::process::ExitCode;

use bustan_games::{GAMES, Plays, Visit, visit};
use bustan_guide::{Compose, Explore};
use bustan_harness::compare::lockstep::Factories;
use bustan_harness::erased::{self, Erased};
use bustan_harness::generate::GameConfig;
use bustan_harness::run::check::{self, Plan, Progress};
use bustan_harness::run::stall;
use bustan_vocabulary::Typed;

/// The longest game.
const MOST_MOVES: usize = 200;

/// Checks of a game, both ways.
struct BothWays {
    games: u64,
    rounds: usize,
}

/// The plies of a check for each second of processor time.
fn speed(check: impl FnOnce() -> u64) -> f64 {
    let begun = stall::taken();
    let plies = check();
    plies as f64 / stall::taken().saturating_sub(begun).as_secs_f64()
}

impl Visit for BothWays {
    type Output = [f64; 2];

    fn visit<G, F, R>(self) -> [f64; 2]
    where
        G: Explore + Compose + Typed,
        F: Plays<G>,
        R: Plays<G>,
    {
        let rules = erased::rules::<G>();
        let most = MOST_MOVES.min(G::MOST_MOVES);
        let own = Plan { seed: 7, jobs: 1, ..Plan::new(self.games, GameConfig::<G>::drawn(most)) };
        let object =
            Plan { seed: 7, jobs: 1, ..Plan::new(self.games, GameConfig::<Erased>::drawn_of(rules, most)) };
        let (subject, oracle) = (|| erased::taking::<F>(rules), || erased::taking::<R>(rules));
        let mut best = [0.0; 2];
        for _ in 0..self.rounds {
            let factories = Factories { subject: &F::default, oracle: &R::default };
            let typed = speed(|| check::run(&own, factories, &Progress::default(), &|_| {}).plies);
            let factories = Factories { subject: &subject, oracle: &oracle };
            let erased = speed(|| check::run(&object, factories, &Progress::default(), &|_| {}).plies);
            best = [f64::max(best[0], typed), f64::max(best[1], erased)];
        }
        best
    }
}

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let [game, games, rest @ ..] = &words[..] else { return usage() };
    let (Ok(games), Ok(rounds)) = (games.parse(), rest.first().map_or(Ok(3), |rounds| rounds.parse())) else {
        return usage();
    };
    let Some([own, object]) = visit(game, BothWays { games, rounds }) else { return usage() };
    println!("[{own:.0}, {object:.0}]");
    ExitCode::SUCCESS
}

fn usage() -> ExitCode {
    eprintln!("the arguments are GAME GAMES [ROUNDS], and the games are {}", GAMES.join(", "));
    ExitCode::from(2)
}
