//! Arguments that several commands take.

use bustan_core::Game;
use bustan_harness::registry::{self, GAMES, SOLVABLE, Visit, VisitGraph};
use clap::builder::{IntoResettable, PossibleValuesParser, Resettable, ValueParser};
use clap::{Args, ValueEnum};

use crate::failure::Failure;

/// Which of a game's two engines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum EngineChoice {
    /// The optimised one.
    #[default]
    Fast,
    /// The slow one that follows the rules document.
    Reference,
}

/// Accepts the names of the games.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameNames;

impl IntoResettable<ValueParser> for GameNames {
    fn into_resettable(self) -> Resettable<ValueParser> {
        Resettable::Value(PossibleValuesParser::new(GAMES).into())
    }
}

/// Accepts the names of the games that can be solved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SolvableNames;

impl IntoResettable<ValueParser> for SolvableNames {
    fn into_resettable(self) -> Resettable<ValueParser> {
        Resettable::Value(PossibleValuesParser::new(SOLVABLE).into())
    }
}

/// Does a command for the game of this name.
pub(crate) fn visit<T, V: Visit<Output = Result<T, Failure>>>(game: &str, visitor: V) -> Result<T, Failure> {
    registry::visit(game, visitor).unwrap_or_else(|| Err(Failure::Usage(format!("there is no game {game:?}"))))
}

/// Does a command for the game of this name, which is to be one that can be solved.
pub(crate) fn visit_graph<T, V: VisitGraph<Output = Result<T, Failure>>>(game: &str, visitor: V) -> Result<T, Failure> {
    registry::visit_graph(game, visitor)
        .unwrap_or_else(|| Err(Failure::Usage(format!("there is no game {game:?} that can be solved"))))
}

/// How much memory may be used.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Memory {
    /// How many megabytes may be used for positions
    #[arg(long, value_name = "MB", default_value_t = 2048, allow_negative_numbers = true)]
    memory: u64,
}

impl Memory {
    /// The same in bytes.
    pub(crate) const fn bytes(self) -> u64 {
        self.memory.saturating_mul(1 << 20)
    }
}

/// Where the games begin.
#[derive(Clone, Debug, Args)]
pub(crate) struct Start {
    #[command(flatten)]
    size: Size,
    /// Begin at this position, in the game's own text form, instead of at the setup of a size
    #[arg(long, value_name = "POSITION", conflicts_with = "size")]
    position: Option<String>,
}

impl Start {
    /// The position at the start, with these options of the game's setup unless it is given.
    pub(crate) fn position<G: Game>(&self, setup: &[String]) -> Result<G::Position, Failure> {
        let Some(text) = &self.position else { return self.size.initial_with::<G>(setup) };
        match setup.first() {
            None => text.parse().map_err(|error| Failure::Position(format!("{error}"))),
            Some(word) => Err(Failure::Usage(format!("{word:?} is unexpected: --position says all about the setup"))),
        }
    }

    /// The arguments as they were given, each after a blank.
    pub(crate) fn given(&self) -> String {
        let size = self.size.given().map(|size| format!(" --size {size}"));
        let position = self.position.as_ref().map(|position| format!(" --position '{position}'"));
        [size, position].into_iter().flatten().collect()
    }
}

/// The size of the board.
#[derive(Clone, Debug, Args)]
pub(crate) struct Size {
    /// Size of the board; width and height as WxH where the game has both. Options of the game's setup may follow, all in
    /// quotes, as in '5 swap players 3' for Margo
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    size: Option<String>,
}

impl Size {
    /// The initial position of this size.
    pub(crate) fn initial<G: Game>(&self) -> Result<G::Position, Failure> {
        self.initial_with::<G>(&[])
    }

    /// The initial position of this size with these options of the game's setup, which may be written like options of the
    /// command.
    pub(crate) fn initial_with<G: Game>(&self, setup: &[String]) -> Result<G::Position, Failure> {
        let number = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        let mut words = match self.given().map(|size| (size, size.split_once(['x', 'X']))) {
            None => Vec::new(),
            Some((_, Some((width, height)))) if number(width) && number(height) => vec![width, height],
            Some((size, _)) => vec![size],
        };
        words.extend(setup.iter().map(|word| word.trim_start_matches("--")));
        G::initial(&words).map_err(|problem| match setup.iter().find(|word| word.starts_with("--")) {
            // The first word of the setup ends the options; what follows is taken for more words.
            Some(word) => {
                Failure::Size(format!("{problem}; if {word} is an option of the command, it comes before the setup"))
            }
            None => Failure::Size(problem),
        })
    }

    /// The size as it was given, if it was.
    pub(crate) fn given(&self) -> Option<&str> {
        self.size.as_deref()
    }
}
