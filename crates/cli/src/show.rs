//! `bustan show`.

use std::path::PathBuf;
use std::process::ExitCode;

use bustan_games::{DEFAULT_GAME, Registered};
use bustan_guide::Style;
use bustan_harness::compare::watch::answer;
use bustan_harness::erased::{Overlay, Position, Rules};
use serde_json::json;

use crate::args::{EngineChoice, GameNames, find};
use crate::colour::Colour;
use crate::failure::Failure;
use crate::{files, view};

/// Show a position
///
/// Prints the board, the scores and the groups. The position is in the game's own text form, the one that
/// bustan-position of the protocol prints; its words need no quotes.
///
/// Without colours the letter before a tile of Dominions says who controls it; a capital letter means that
/// the tile was captured.
#[derive(Debug, clap::Args)]
#[command(override_usage = "bustan show [OPTIONS] <POSITION>...")]
#[command(after_help = "Examples:\n  \
    bustan show 9 white 0 2 W63i9 B55h8\n  \
    bustan show '9 white 0 2 W63i9 B55h8' --svg board.svg")]
pub(crate) struct Args {
    /// The position
    #[arg(required_unless_present = "svg")]
    position: Vec<String>,
    /// The game
    #[arg(long, default_value = DEFAULT_GAME, value_parser = GameNames)]
    game: String,
    /// Which engine judges the position
    #[arg(long, value_enum, default_value_t)]
    engine: EngineChoice,
    /// Draw the position as SVG, on standard output instead of the text unless a file is given
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-")]
    svg: Option<PathBuf>,
    /// Alternative names of the pieces: in Dominions the octal tile numbers, in Tribolo X, O and + for the
    /// players
    #[arg(long)]
    octal: bool,
    /// Number the groups below the pieces
    #[arg(long)]
    groups: bool,
    #[command(flatten)]
    colour: Colour,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: Args) -> Result<ExitCode, Failure> {
    let game = find(&args.game)?;
    args.show(game)
}

impl Args {
    fn position(&self, rules: Rules) -> Result<Position, Failure> {
        let words = self.position.join(" ");
        rules.position(&words).map_err(|error| {
            // An option that may have a value takes the next word, even if that is the position or its
            // beginning.
            let taken = self.svg.as_ref().map(|path| path.to_string_lossy()).filter(|path| path != "-");
            match taken {
                Some(taken) if words.is_empty() || rules.position(&format!("{taken} {words}")).is_ok() => {
                    let problem =
                        format!("--svg takes {taken:?} for its file; put the position before --svg");
                    Failure::Usage(problem)
                }
                _ => Failure::Position(error),
            }
        })
    }

    fn show(self, game: &Registered) -> Result<ExitCode, Failure> {
        let (rules, kind) = (game.rules, self.engine.of(game));
        let position = self.position(rules)?;
        let begin = || kind.at(&position).map(|engine| (engine.observe(), engine));
        let begun = answer(begin).map_err(|message| Failure::Panicked {
            engine: kind.engine().name(),
            doing: "at this position".into(),
            message,
        })?;
        let (seen, engine) = begun.map_err(|invalid| Failure::Position(invalid.to_string()))?;
        let seen = seen.ok_or_else(|| Failure::Unanswered(engine.name(), "the position"))?;
        if let Some(path) = &self.svg {
            let instead = files::is_standard_stream(path);
            if instead && self.json {
                return Err(Failure::Usage(
                    "--json and --svg without a file both write to standard output".into(),
                ));
            }
            files::write(path, &seen.svg(&Overlay::default()))?;
            if instead {
                return Ok(ExitCode::SUCCESS);
            }
        }
        if self.json {
            let legal = engine.legal_moves().map(|moves| {
                let mut moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
                moves.sort_unstable();
                moves
            });
            files::print_json(&json!({
                "game": rules.name(),
                "engine": engine.name(),
                "position": position.to_string(),
                "final_score": seen.final_score(),
                "state": view::object(&seen)?,
                "legal": legal,
            }))?;
        } else {
            let style =
                Style { colour: self.colour.on_stdout(), alternative: self.octal, groups: self.groups };
            files::print(&view::text(&seen, style, &[])?)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
