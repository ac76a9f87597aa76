//! `bustan gtp`.

use std::io::{self, BufWriter};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use bustan_games::compiled::Compiled;
use bustan_games::{Plays, Visit};
use bustan_harness::protocol::gtp::{Chooser, Options};
use bustan_players::Spec;
use bustan_vocabulary::{Engine, Game};

use crate::args::{EngineChoice, GameNames, Size, seeded, setup_help, visit};
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
    /// Which player chooses the moves of genmove, such as mcts:10000, alphabeta:6, strong or solved:FILE; it plays
    /// on the optimised engine, whichever answers [default: uniform]
    #[arg(long, value_name = "PLAYER")]
    player: Option<Spec>,
    /// Seed of the moves that genmove chooses and of a setup drawn by lot [default: 0]
    #[arg(long, value_name = "S", value_parser = number(0..=u64::MAX), allow_negative_numbers = true)]
    seed: Option<u64>,
    #[arg(value_name = "SETUP", help = setup_help(), trailing_var_arg = true, allow_hyphen_values = true)]
    setup: Vec<String>,
}

pub(crate) fn run(args: Args) -> Result<ExitCode, Failure> {
    let game = args.game.clone();
    visit(&game, args)
}

impl Visit for Args {
    type Output = Result<ExitCode, Failure>;

    fn visit<G, F, R>(self) -> Self::Output
    where
        G: Compiled,
        F: Plays<G>,
        R: Plays<G>,
    {
        match self.engine {
            EngineChoice::Fast => self.session::<G, F, F>(),
            EngineChoice::Reference => self.session::<G, F, R>(),
        }
    }
}

impl Args {
    fn session<G: Compiled, F: Plays<G>, E: Plays<G>>(self) -> Result<ExitCode, Failure> {
        // Words that are not numbers are not part of the size.
        let setup = seeded::<G>(&self.size, &self.setup, self.seed);
        let kept = setup.iter().map(|word| word.trim_start_matches("--").to_string());
        let kept = kept.skip_while(|word| word.parse::<u32>().is_ok()).collect();
        let options = Options { seed: self.seed.unwrap_or_default(), kept, ..Options::default() };
        let home = self.size.initial_with::<G>(&setup)?;
        let seed = options.seed;
        let chooser = |spec: &Spec| chooser::<G>(spec, players::<F>(&home)?, seed);
        let chooser = self.player.as_ref().map(chooser).transpose()?;
        let (mut input, mut output) = (io::stdin().lock(), BufWriter::new(io::stdout().lock()));
        E::serve(home, options, chooser, &mut input, &mut output)
            .map_err(|invalid| Failure::Position(invalid.to_string()))?
            .map_err(Failure::Session)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The number of players in a game from this position.
pub(crate) fn players<F: Engine + Default>(start: &<F::Game as Game>::Position) -> Result<usize, Failure> {
    let mut engine = F::default();
    engine.setup(start).map_err(|invalid| Failure::Position(invalid.to_string()))?;
    let standing = engine.standing().ok_or_else(|| Failure::Unanswered(engine.name(), "who is ahead"))?;
    Ok(standing.players())
}

/// What has a player choose the moves of a session.
pub(crate) fn chooser<G: Compiled>(spec: &Spec, players: usize, seed: u64) -> Result<Chooser<G>, Failure> {
    let mut bot = G::player(spec, players, seed).map_err(|error| Failure::Usage(error.to_string()))?;
    let stop = AtomicBool::new(false);
    Ok(Box::new(move |game| {
        bot.think(game, &stop).map(|thought| thought.best).map_err(|error| error.to_string())
    }))
}
