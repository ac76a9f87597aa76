//! Arguments shared by several commands.

use std::ffi::{OsStr, OsString};
use std::sync::OnceLock;

#[cfg(feature = "cluster")]
use bustan_games::VisitGraph;
use bustan_games::{GAMES, Registered};
use bustan_harness::compare::engine_participant::EngineKind;
use bustan_harness::erased::{Position, Rules};
use clap::builder::{IntoResettable, PossibleValuesParser, Resettable, ValueParser};
use clap::{Arg, Args, Command, ValueEnum};

use crate::failure::Failure;
use crate::files;
use crate::number::number;
use crate::usage::is_program;

/// One of a game's two engines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum EngineChoice {
    /// The optimised engine.
    #[default]
    Fast,
    /// The slow engine that follows the rules document.
    Reference,
}

impl EngineChoice {
    /// The chosen engine of `game`.
    pub(crate) const fn of(self, game: &Registered) -> &EngineKind {
        match self {
            Self::Fast => &game.fast,
            Self::Reference => &game.reference,
        }
    }
}

/// The parser for names of games.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameNames;

impl IntoResettable<ValueParser> for GameNames {
    fn into_resettable(self) -> Resettable<ValueParser> {
        Resettable::Value(PossibleValuesParser::new(GAMES).into())
    }
}

/// The game named `game`.
pub(crate) fn find(game: &str) -> Result<&'static Registered, Failure> {
    bustan_games::find(game).ok_or_else(|| Failure::Usage(format!("unknown game {game:?}")))
}

/// The rules of the game named `game`. Unlike [`find`], accepts a game that Bustan does not know.
pub(crate) fn rules_of(game: &str) -> Result<Rules, Failure> {
    bustan_games::rules_of(game).ok_or_else(|| Failure::Usage(format!("unknown game {game:?}")))
}

/// Runs `visitor` for the game named `game`, which must be solvable.
#[cfg(feature = "cluster")]
pub(crate) fn visit_graph<T, V: VisitGraph<Output = Result<T, Failure>>>(
    game: &str,
    visitor: V,
) -> Result<T, Failure> {
    bustan_games::visit_graph(game, visitor)
        .unwrap_or_else(|| Err(Failure::Usage(format!("{game:?} is not a game that can be solved"))))
}

/// The maximum number of jobs of a command.
pub(crate) const MOST_JOBS: u16 = 256;

/// The number of jobs to run in parallel: `given`, or else the number of cores.
pub(crate) fn jobs(given: Option<u16>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    given.map_or_else(cores, usize::from)
}

/// The limit on memory.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Memory {
    /// Memory limit for positions, in megabytes; 2G means 2 gigabytes
    #[arg(long, value_name = "MB", default_value_t = 2048, value_parser = megabytes, allow_negative_numbers = true)]
    memory: u64,
}

/// Parses a number of megabytes or gigabytes.
fn megabytes(text: &str) -> Result<u64, String> {
    let (digits, unit) = match text.strip_suffix(['G', 'g']) {
        Some(digits) => (digits, 1 << 10),
        None => (text.strip_suffix(['M', 'm']).unwrap_or(text), 1),
    };
    number(0..=u64::MAX)(digits).map(|number| number.saturating_mul(unit))
}

impl Memory {
    /// The limit in bytes.
    pub(crate) const fn bytes(self) -> u64 {
        self.memory.saturating_mul(1 << 20)
    }
}

/// Where the games begin.
#[derive(Clone, Debug, Args)]
pub(crate) struct Start {
    #[command(flatten)]
    size: Size,
    /// Begin at this position: in the game's own text form, instead of at the setup of a size
    #[arg(long, value_name = "POSITION", conflicts_with = "size")]
    position: Option<String>,
}

impl Start {
    /// The start position: the given one, or else the initial position with the options in `setup`.
    pub(crate) fn position(&self, rules: Rules, setup: &[String]) -> Result<Position, Failure> {
        let Some(text) = &self.position else { return self.size.initial_with(rules, setup) };
        match setup.first() {
            None => {
                bustan_notation::position(rules, text).map_err(|problem| files::not_a_position(text, problem))
            }
            Some(word) => Err(Failure::Usage(format!(
                "{word:?} is unexpected: --position already determines the setup"
            ))),
        }
    }

    /// Whether the options specify a position or the seed of one.
    pub(crate) fn is_exact(&self) -> bool {
        self.position.is_some() || names_seed(&self.size, &[])
    }

    /// The size, if one was given.
    pub(crate) fn size(&self) -> Option<&str> {
        self.size.given()
    }

    /// The command-line arguments, one by one.
    pub(crate) fn arguments(&self) -> Vec<String> {
        let options = [("--size", self.size()), ("--position", self.position.as_deref())];
        let given = options.into_iter().filter_map(|(option, value)| Some([option, value?]));
        given.flatten().map(String::from).collect()
    }
}

/// The size of the board.
#[derive(Clone, Debug, Args)]
pub(crate) struct Size {
    /// Size of the board; width and height as WxH if the game has both. Options of the game's setup may
    /// follow, all in quotes, as in '5 swap players 3' for Margo
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    size: Option<String>,
    /// The size that was set without an option, because two programs begin on different boards.
    #[arg(skip)]
    set: OnceLock<String>,
}

impl Size {
    /// The initial position for the size.
    pub(crate) fn initial(&self, rules: Rules) -> Result<Position, Failure> {
        self.initial_with(rules, &[])
    }

    /// The initial position for the size and the options in `setup`, which may look like options of the
    /// command.
    pub(crate) fn initial_with(&self, rules: Rules, setup: &[String]) -> Result<Position, Failure> {
        if let Some(blank) = self.given().filter(|size| size.trim().is_empty()) {
            return Err(Failure::Size(format!(
                "size {blank:?} is empty; omit --size for the standard board"
            )));
        }
        let number = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        let mut words = match self.given().map(|size| (size, size.split_once(['x', 'X']))) {
            None => Vec::new(),
            Some((_, Some((width, height)))) if number(width) && number(height) => vec![width, height],
            Some((size, _)) => vec![size],
        };
        words.extend(setup.iter().map(|word| word.trim_start_matches("--")));
        if let Some(game) = setup.iter().find(|word| GAMES.contains(&word.as_str())) {
            return Err(Failure::Usage(format!(
                "one game at a time: {game} is not an option of {}",
                rules.name()
            )));
        }
        // Options of the command come before the setup, wherever they were typed.
        rules.initial(&words).map_err(|problem| {
            if let Some(word) = setup.iter().find(|word| word.starts_with("--")) {
                return Failure::Size(format!("{problem}; and the command has no option {word}"));
            }
            match setup.iter().any(|word| is_program(word)) {
                true => Failure::Size(format!("{problem}; a program is named with --against")),
                false => Failure::Size(problem),
            }
        })
    }

    /// The size, if one was given.
    pub(crate) fn given(&self) -> Option<&str> {
        self.size.as_deref().or_else(|| self.set.get().map(String::as_str))
    }
}

/// The `--help` text about the options of a game's setup.
pub(crate) fn setup_help() -> String {
    format!("Options of the game's setup, with or without dashes ({})", bustan_games::options())
}

/// Where games begin, with options of the setup that have no dashes.
#[derive(Clone, Debug, Args)]
pub(crate) struct Setup {
    #[command(flatten)]
    start: Start,
    #[arg(value_name = "SETUP", help = setup_help())]
    setup: Vec<String>,
}

impl Setup {
    /// The position at which games begin. A random setup uses `seed`, unless the options specify one. A seed
    /// for a game without random setups is an error.
    pub(crate) fn initial(&self, rules: Rules, seed: Option<u64>) -> Result<Position, Failure> {
        if seed.is_some() && !is_drawn(rules) {
            return Err(Failure::Usage(format!(
                "{} has no random setup, so it does not take a seed",
                rules.name()
            )));
        }
        let seed = seed.filter(|_| self.start.position.is_none());
        self.start.position(rules, &seeded(rules, &self.start.size, &self.setup, seed))
    }

    /// Whether any option was given, or a size was set.
    pub(crate) fn is_given(&self) -> bool {
        self.start.size().is_some() || self.start.position.is_some() || !self.setup.is_empty()
    }

    /// Sets the size, as the option would, if it was not given.
    pub(crate) fn set_size(&self, size: usize) {
        self.start.size.set.get_or_init(|| size.to_string());
    }

    /// Whether the options specify a position or the seed of one.
    pub(crate) fn is_exact(&self) -> bool {
        self.start.is_exact() || names_seed(&self.start.size, &self.setup)
    }

    /// The size, if one was given.
    pub(crate) fn size(&self) -> Option<&str> {
        self.start.size()
    }

    /// The command-line arguments, one by one.
    pub(crate) fn arguments(&self) -> Vec<String> {
        [self.start.arguments(), self.setup.clone()].concat()
    }
}

/// The options in `setup`, with `seed` added if the game has random setups and the options specify no seed.
pub(crate) fn seeded(rules: Rules, size: &Size, setup: &[String], seed: Option<u64>) -> Vec<String> {
    let seed = seed.filter(|_| !names_seed(size, setup) && is_drawn(rules));
    let seed = seed.map(|seed| ["seed".to_string(), seed.to_string()]);
    setup.iter().cloned().chain(seed.into_iter().flatten()).collect()
}

/// Whether the setups of a game are random.
pub(crate) fn is_drawn(rules: Rules) -> bool {
    rules.initial(&[]).is_ok_and(|like| like.random_setup(&mut |_| 0).is_some())
}

/// Whether the size or the setup specifies the seed of a random setup.
fn names_seed(size: &Size, setup: &[String]) -> bool {
    let words = setup.iter().map(String::as_str).chain(size.given()).flat_map(str::split_whitespace);
    words.map(|word| word.trim_start_matches("--")).any(|word| word.eq_ignore_ascii_case("seed"))
}

/// Moves the options of the command before its other arguments. Otherwise, the options of a game's setup,
/// which may look like options, would take everything after them.
pub(crate) fn options_first(program: &Command, arguments: Vec<OsString>) -> Vec<OsString> {
    let command = arguments.get(1).and_then(|name| program.find_subcommand(name));
    let Some(command) = command.filter(|command| command.get_positionals().any(Arg::is_trailing_var_arg_set))
    else {
        return arguments;
    };
    let known = |word: &OsStr| {
        let name = word.to_str()?.strip_prefix("--")?;
        let name = name.split_once('=').map_or(name, |(name, _)| name);
        let names =
            |arg: &&Arg| arg.get_long_and_visible_aliases().is_some_and(|names| names.contains(&name));
        command.get_arguments().find(names)
    };
    let mut options = arguments[..2].to_vec();
    let mut others = Vec::new();
    let mut rest = arguments.into_iter().skip(2);
    while let Some(word) = rest.next() {
        if word == "--" {
            others.push(word);
            others.extend(rest);
            break;
        }
        let Some(option) = known(&word) else {
            others.push(word);
            continue;
        };
        let apart = option.get_action().takes_values() && !word.to_string_lossy().contains('=');
        options.push(word);
        if apart {
            match rest.next() {
                Some(value) => options.push(value),
                // If no value follows, the parser reports that it is missing.
                None => others.extend(options.pop()),
            }
        }
    }
    options.extend(others);
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    use clap::CommandFactory;

    fn ordered(line: &str) -> String {
        let arguments = line.split(' ').map(OsString::from).collect();
        let ordered = options_first(&crate::Cli::command(), arguments);
        ordered.join(OsStr::new(" ")).to_string_lossy().into_owned()
    }

    #[test]
    fn options_of_a_command_may_stand_after_those_of_a_setup() {
        for (line, expected) in [
            (
                "bustan gtp tribolo --size 5 4 --seed 7 --engine reference",
                "bustan gtp --size 5 --seed 7 --engine reference tribolo 4",
            ),
            ("bustan gtp margo --players 3 --engine=fast", "bustan gtp --engine=fast margo --players 3"),
            (
                "bustan exhaust margo --swap --symmetry --depth 2",
                "bustan exhaust --symmetry --depth 2 margo --swap",
            ),
            ("bustan gtp margo -- --engine fast", "bustan gtp margo -- --engine fast"),
            ("bustan gtp margo --engine", "bustan gtp margo --engine"),
            ("bustan perft margo 3 --size 4", "bustan perft margo 3 --size 4"),
            ("bustan", "bustan"),
        ] {
            assert_eq!(ordered(line), expected);
        }
    }
}
