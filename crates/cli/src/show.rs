//! `bustan show`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bustan_games::GAMES;
use bustan_guide::Style;
use bustan_harness::compare::panics::answer;
use bustan_harness::erased::{Overlay, Position};
use serde_json::{Value, json};

use crate::args::{EngineChoice, GameNames, find, rules_of};
use crate::colour::Colour;
use crate::each::Items;
use crate::failure::Failure;
use crate::positions::{self, Listed};
use crate::watch::reading;
use crate::{files, view};

/// Show a position
///
/// Prints the board, the scores and the groups. The position is in the game's own text form, the one that
/// bustan-position of the protocol prints; its words need no quotes. The name of the game may come first. In chess it may also be EPD, or as in UCI, such as
/// startpos moves e2e4. A file shows each of its positions, or the last position of each of its games.
///
/// Without colours, the letter before a tile of Dominions shows which player controls it; a capital letter
/// means that the tile was captured.
#[derive(Debug, clap::Args)]
#[command(override_usage = "bustan show [OPTIONS] [GAME] <POSITION>...")]
#[command(after_help = "Examples:\n  \
    bustan show 9 white 0 2 W63i9 B55h8\n  \
    bustan show '9 white 0 2 W63i9 B55h8' --svg board.svg\n  \
    bustan show startpos moves e2e4 e7e5\n  \
    bustan show chess game.pgn")]
pub(crate) struct Args {
    /// The position, or a file; - is standard input. The name of the game may be the first word
    #[arg(required_unless_present = "svg")]
    position: Vec<String>,
    /// The game, if the position fits several [default: the one that it fits]
    #[arg(long, value_parser = GameNames)]
    game: Option<String>,
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

/// Whether a path leads to a file or something else that can be read.
fn is_readable(path: &Path) -> bool {
    path.exists() && !path.is_dir()
}

pub(crate) fn run(args: Args) -> Result<ExitCode, Failure> {
    let args = args.with_first_word()?;
    let positions = args.positions()?;
    if args.svg.is_some() && positions.len() > 1 {
        let problem = format!("--svg draws one position, and there are {}", positions.len());
        return Err(Failure::Usage(problem));
    }
    let each = Items {
        command: "show",
        words: ["position", "positions"],
        json: args.json,
        is_file: args.svg.as_deref().is_some_and(files::is_standard_stream),
    };
    let objects = each.item(&positions, |number, shown| {
        let position = &shown.position;
        let title =
            if positions.len() > 1 { format!("position {number}: {position}\n\n") } else { String::new() };
        let title = if number > 1 { format!("\n{title}") } else { title };
        args.show(&title, shown)
    })?;
    each.print(&objects)?;
    Ok(ExitCode::SUCCESS)
}

/// A position to show.
struct Shown {
    position: Position,
    /// The name of its file and the line number; `None` if the position was typed on the command line.
    place: Option<(String, usize)>,
}

impl Shown {
    /// The failure for a position that an engine refuses.
    fn refused(&self, invalid: &impl ToString) -> Failure {
        match &self.place {
            Some((file, line)) => positions::impossible(file, *line, invalid),
            None => Failure::Position(invalid.to_string()),
        }
    }
}

impl Args {
    /// Removes the first word from the position and uses it as the game, if it names a game and is not a
    /// file.
    fn with_first_word(mut self) -> Result<Self, Failure> {
        // Words in quotation marks form a single argument.
        let first = self.position.first().map(|text| text.split_once(' ').unwrap_or((text, "")));
        let Some((game, rest)) = first.filter(|(word, _)| self.game.is_none() && GAMES.contains(word)) else {
            return Ok(self);
        };
        if Path::new(game).exists() {
            return Ok(self);
        }
        let (game, rest) = (game.to_string(), rest.to_string());
        match rest.is_empty() {
            true => drop(self.position.remove(0)),
            false => self.position[0] = rest,
        }
        if self.position.is_empty() {
            return Err(Failure::Usage(format!(
                "{game} is a game: write a position of it, or a file, after it"
            )));
        }
        Ok(Self { game: Some(game), ..self })
    }

    /// The positions to show: the typed one, or those of a file.
    fn positions(&self) -> Result<Vec<Shown>, Failure> {
        let words = self.position.join(" ");
        let typed = match &self.game {
            Some(game) => bustan_notation::position(rules_of(game)?, &words),
            None => bustan_notation::position_of_some_game(&words),
        };
        let error = match (typed, &self.position[..]) {
            (Ok(position), _) => return Ok(vec![Shown { position, place: None }]),
            (Err(_), [file]) if file == "-" || is_readable(Path::new(file)) => {
                return self.listed(Path::new(file));
            }
            (Err(error), _) => error,
        };
        // An option with an optional value consumes the next word, even if the word is the position or its
        // beginning.
        let taken = self.svg.as_ref().map(|path| path.to_string_lossy()).filter(|path| path != "-");
        let is_position = |text: &str| match &self.game {
            Some(game) => rules_of(game).is_ok_and(|rules| bustan_notation::position(rules, text).is_ok()),
            None => bustan_notation::position_of_some_game(text).is_ok(),
        };
        match taken {
            Some(taken) if words.is_empty() || is_position(&format!("{taken} {words}")) => Err(
                Failure::Usage(format!("--svg takes {taken:?} for its file; put the position before --svg")),
            ),
            _ => Err(files::not_a_position(&words, error)),
        }
    }

    /// The positions in a file.
    fn listed(&self, file: &Path) -> Result<Vec<Shown>, Failure> {
        let text = files::read(file)?;
        let (name, rules) = (files::name(file), self.game.as_deref().map(rules_of).transpose()?);
        let listed = reading(&name, || match rules {
            Some(rules) => bustan_notation::listed(rules, &text),
            None => bustan_notation::listed_of_some_game(&text),
        });
        let listed = listed.map_err(|error| Failure::Record(name.clone(), error))?;
        let shown = |Listed { line, position, .. }| Shown { position, place: Some((name.clone(), line)) };
        Ok(listed.into_iter().map(shown).collect())
    }

    /// Shows a position below a title. Returns the object that `--json` prints.
    fn show(&self, title: &str, shown: &Shown) -> Result<Option<Value>, Failure> {
        let position = &shown.position;
        let game = find(position.rules().name())?;
        let kind = self.engine.of(game);
        let begin = || kind.at(position).map(|engine| (engine.observe(), engine));
        let begun = answer(begin).map_err(|message| Failure::Panicked {
            engine: kind.engine().name(),
            doing: "at this position".into(),
            message,
        })?;
        let (seen, engine) = begun.map_err(|invalid| shown.refused(&invalid))?;
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
                return Ok(None);
            }
        }
        if !self.json {
            let style =
                Style { colour: self.colour.on_stdout(), alternative: self.octal, groups: self.groups };
            files::print(&(title.to_string() + &view::text(&seen, style, &[])?))?;
            return Ok(None);
        }
        let legal = engine.legal_moves().map(|moves| {
            let mut moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
            moves.sort_unstable();
            moves
        });
        Ok(Some(json!({
            "game": game.rules.name(),
            "engine": engine.name(),
            "position": position.to_string(),
            "final_score": seen.final_score(),
            "state": view::object(&seen)?,
            "legal": legal,
        })))
    }
}
