//! `bustan gtp`.

use std::io::{self, BufWriter};
use std::process::ExitCode;

use bustan_games::{Plays, Visit};
use bustan_guide::{Explore, Picture};
use bustan_harness::protocol::gtp::Options;

use crate::args::{EngineChoice, GameNames, Size, seeded, setup_help, visit};
use crate::failure::Failure;
use crate::number::number;

/// Speak the engine protocol on standard input and output
///
/// The Go Text Protocol, version 2, with the private commands bustan-setup, bustan-position, bustan-legal,
/// bustan-state and bustan-perft; the command list_commands lists them all.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    printf 'play white P63i9\\nbustan-state\\n' | bustan gtp dominions --engine reference\n  \
    bustan gtp margo --size 5 --players 3\n  \
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
        G: Explore + Picture,
        F: Plays<G>,
        R: Plays<G>,
    {
        match self.engine {
            EngineChoice::Fast => self.session::<G, F>(),
            EngineChoice::Reference => self.session::<G, R>(),
        }
    }
}

impl Args {
    fn session<G: Picture, E: Plays<G>>(self) -> Result<ExitCode, Failure> {
        // Words that are not numbers are not part of the size.
        let setup = seeded::<G>(&self.size, &self.setup, self.seed);
        let kept = setup.iter().map(|word| word.trim_start_matches("--").to_string());
        let kept = kept.skip_while(|word| word.parse::<u32>().is_ok()).collect();
        let options = Options { seed: self.seed.unwrap_or_default(), kept, ..Options::default() };
        let home = self.size.initial_with::<G>(&setup)?;
        let (mut input, mut output) = (io::stdin().lock(), BufWriter::new(io::stdout().lock()));
        E::serve(home, options, &mut input, &mut output)
            .map_err(|invalid| Failure::Position(invalid.to_string()))?
            .map_err(Failure::Session)?;
        Ok(ExitCode::SUCCESS)
    }
}
