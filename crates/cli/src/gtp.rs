//! `bustan gtp`.

use std::io::{self, BufWriter};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use bustan_games::Registered;
use bustan_harness::compare::engine_participant::EngineKind;
use bustan_harness::erased::{Observation, Position, Rules};
use bustan_harness::protocol::gtp::{Chooser, Options, Session, serve};
use bustan_players::Spec;

use crate::args::{EngineChoice, GameNames, Size, find, seeded, setup_help};
use crate::failure::Failure;
use crate::number::number;

/// Speak the engine protocol on standard input and output
///
/// The Go Text Protocol, version 2, with the private commands bustan-setup, bustan-position, bustan-legal,
/// bustan-state, bustan-perft and bustan-variants; the command list_commands lists them all.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    printf 'play white P63i9\\nbustan-state\\n' | bustan gtp dominions --engine reference\n  \
    bustan gtp margo --size 5 --players 3\n  \
    printf 'genmove white\\n' | bustan gtp dominions --player mcts:10000\n  \
    bustan gtp tribolo --size 16 11 --seed 7")]
pub(crate) struct Args {
    /// The game
    #[arg(value_parser = GameNames)]
    game: String,
    /// Which engine answers
    #[arg(long, value_enum, default_value_t)]
    engine: EngineChoice,
    #[command(flatten)]
    size: Size,
    /// Which player chooses the moves of genmove: for instance mcts:10000, alphabeta:6, strong or solved:FILE; it plays
    /// on the optimised engine, whichever answers [default: uniform]
    #[arg(long, value_name = "PLAYER")]
    player: Option<Spec>,
    /// Seed of the moves that genmove chooses and of a setup drawn at random [default: 0]
    #[arg(long, value_name = "S", value_parser = number(0..=u64::MAX), allow_negative_numbers = true)]
    seed: Option<u64>,
    #[arg(value_name = "SETUP", help = setup_help(), trailing_var_arg = true, allow_hyphen_values = true)]
    setup: Vec<String>,
}

pub(crate) fn run(args: Args) -> Result<ExitCode, Failure> {
    let game = find(&args.game)?;
    args.session(game)
}

impl Args {
    fn session(self, game: &Registered) -> Result<ExitCode, Failure> {
        let rules = game.rules;
        // Words that are not numbers are not part of the size.
        let setup = seeded(rules, &self.size, &self.setup, self.seed);
        let kept = setup.iter().map(|word| word.trim_start_matches("--").to_string());
        let kept = kept.skip_while(|word| word.parse::<u32>().is_ok()).collect();
        let options = Options { seed: self.seed.unwrap_or_default(), kept, ..Options::default() };
        let home = self.size.initial_with(rules, &setup)?;
        let seed = options.seed;
        let chooser = |spec: &Spec| chooser(rules, spec, players(&game.fast, &home)?, seed);
        let chooser = self.player.as_ref().map(chooser).transpose()?;
        let (mut input, mut output) = (io::stdin().lock(), BufWriter::new(io::stdout().lock()));
        let session = Session::new(self.engine.of(game).engine(), home, options)
            .map_err(|invalid| Failure::Position(invalid.to_string()))?;
        let mut session = session.choosing(chooser).reading(Observation::read_move);
        serve(&mut input, &mut output, &mut session).map_err(Failure::Session)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The number of players in a game from `start`.
pub(crate) fn players(referee: &EngineKind, start: &Position) -> Result<usize, Failure> {
    let engine = referee.at(start).map_err(|invalid| Failure::Position(invalid.to_string()))?;
    let standing =
        engine.standing().ok_or_else(|| Failure::Unanswered(engine.name(), "which player is ahead"))?;
    Ok(standing.players())
}

/// The chooser that makes a player choose the moves of a session.
pub(crate) fn chooser(rules: Rules, spec: &Spec, players: usize, seed: u64) -> Result<Chooser, Failure> {
    let bot = bustan_games::bot(rules, spec, players, seed);
    let mut bot = bot.map_err(|error| Failure::Usage(error.to_string()))?;
    let stop = AtomicBool::new(false);
    Ok(Box::new(move |game| {
        bot.think(game, &stop).map(|thought| thought.best).map_err(|error| error.to_string())
    }))
}
