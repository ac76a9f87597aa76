//! Text descriptions of players.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use bustan_harness::base::duration;
use thiserror::Error;

use crate::Limits;

/// A description of a player: a method, its first limit after a colon, and more options after commas.
///
/// ```
/// use bustan_players::{Method, Spec};
///
/// let spec: Spec = "mcts:10000".parse()?;
/// assert_eq!((spec.method, spec.limits.work), (Method::Mcts, Some(10_000)));
/// let spec: Spec = "alphabeta:6,nodes=1000,time=500ms".parse()?;
/// assert_eq!((spec.limits.depth, spec.limits.work), (Some(6), Some(1000)));
/// assert!("mcts:many".parse::<Spec>().is_err());
/// # Ok::<(), bustan_players::SpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The method for the selection of moves.
    pub method: Method,
    /// The limits of the analysis of a move.
    pub limits: Limits,
    /// The seed of random choices, if specified.
    pub seed: Option<u64>,
    text: String,
}

/// The method by which a player selects moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Method {
    /// Any legal move, with uniform probability.
    Uniform,
    /// Monte Carlo tree search.
    Mcts,
    /// Alpha-beta search in a game for two players.
    AlphaBeta,
    /// Alpha-beta search in which all others play against the player as if they were one.
    Paranoid,
    /// Alpha-beta search in which, in each round, only one of the others searches for the best reply. The
    /// rest play the moves with the largest immediate gain.
    BestReply,
    /// Perfect play by a file of solved positions.
    Solved(PathBuf),
    /// A level, which stands for a different player in each game.
    Level(Level),
}

/// A level of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// For beginners.
    Easy,
    /// For most users.
    Normal,
    /// The strongest play with about a second per move.
    Strong,
}

/// Why a text is not a valid description of a player.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SpecError {
    /// The method does not exist.
    #[error(
        "unknown player {0:?}; the players are uniform, mcts:PLAYOUTS, alphabeta:DEPTH, paranoid:DEPTH, \
         bestreply:DEPTH, twoply, solved:FILE, easy, normal and strong"
    )]
    Unknown(String),
    /// The method does not accept the text after the colon.
    #[error("{method}:{value}: {takes}")]
    Value {
        /// The method.
        method: &'static str,
        /// The text after the colon.
        value: String,
        /// The values that the method accepts.
        takes: &'static str,
    },
    /// The option does not exist, or the method does not accept it.
    #[error("{text}: {option:?} is not an option of this player; {takes}")]
    Option {
        /// The description of the player.
        text: String,
        /// The option.
        option: String,
        /// The options that the method accepts.
        takes: &'static str,
    },
    /// The value of an option is invalid.
    #[error("{text}: {option}: {problem}")]
    OptionValue {
        /// The description of the player.
        text: String,
        /// The option.
        option: String,
        /// A description of the error.
        problem: String,
    },
    /// The method does not support the game.
    #[error("{text} does not play {game}: {problem}")]
    Unfit {
        /// The description of the player.
        text: String,
        /// The name of the game.
        game: &'static str,
        /// The reason.
        problem: String,
    },
}

/// The maximum depth of a search.
const DEEPEST: u32 = 200;

/// The number of playouts or positions of a search without a limit.
const WORK: u64 = 10_000;

/// The options that a method accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MethodOptions {
    /// Only a seed.
    Seed,
    /// A time limit and a seed; a level has its own other limits.
    Time,
    /// A number of playouts.
    Playouts,
    /// A depth and a number of positions.
    Nodes,
    /// A number of positions; the depth is fixed.
    Plies(u32),
}

impl MethodOptions {
    fn words(self) -> &'static str {
        match self {
            Self::Seed => "it takes seed=S",
            Self::Time => "it takes time=T and seed=S",
            Self::Playouts => "it takes playouts=N, time=T and seed=S",
            Self::Nodes => "it takes depth=D, nodes=N, time=T and seed=S",
            Self::Plies(_) => "it takes nodes=N, time=T and seed=S",
        }
    }
}

const METHODS: [(&str, Method, MethodOptions); 9] = [
    ("uniform", Method::Uniform, MethodOptions::Seed),
    ("mcts", Method::Mcts, MethodOptions::Playouts),
    ("alphabeta", Method::AlphaBeta, MethodOptions::Nodes),
    ("paranoid", Method::Paranoid, MethodOptions::Nodes),
    ("bestreply", Method::BestReply, MethodOptions::Nodes),
    ("twoply", Method::Paranoid, MethodOptions::Plies(2)),
    ("easy", Method::Level(Level::Easy), MethodOptions::Time),
    ("normal", Method::Level(Level::Normal), MethodOptions::Time),
    ("strong", Method::Level(Level::Strong), MethodOptions::Time),
];

impl SpecError {
    /// Returns the error that a player does not support the game with this name.
    pub fn unfit(game: &'static str, spec: &Spec, problem: String) -> Self {
        Self::Unfit { text: spec.to_string(), game, problem }
    }
}

impl Spec {
    /// Returns the player that a level stands for, given the [levels](bustan_guide::Explore::LEVELS) of a
    /// game. A spec without a level is returned unchanged.
    ///
    /// # Errors
    /// Fails if the game's text for the level is not a valid description of a player.
    pub fn in_game(&self, levels: [&str; 3]) -> Result<Self, SpecError> {
        let Method::Level(level) = self.method else { return Ok(self.clone()) };
        let mut spec: Self = levels[level as usize].parse()?;
        if self.limits.time.is_some() {
            spec.limits = self.limits;
        }
        Ok(Self { seed: self.seed, text: self.text.clone(), ..spec })
    }

    /// Parses an option.
    fn set(&mut self, option: &str, takes: MethodOptions) -> Result<(), SpecError> {
        let text = || self.text.clone();
        let wrong = |problem: &str| SpecError::OptionValue {
            text: text(),
            option: option.into(),
            problem: problem.into(),
        };
        let number = |text: &str| above_0(text).ok_or_else(|| wrong("expected a positive integer"));
        let (key, value) = option.split_once('=').unwrap_or((option, ""));
        match (key, takes) {
            ("seed", _) => {
                self.seed = Some(value.parse().map_err(|_| wrong("expected a non-negative integer"))?);
            }
            (
                "time",
                MethodOptions::Time
                | MethodOptions::Playouts
                | MethodOptions::Nodes
                | MethodOptions::Plies(_),
            ) => {
                let time = duration::parse(value).map_err(|problem| wrong(&problem))?;
                if time.is_zero() {
                    return Err(wrong("the time must be longer than 0"));
                }
                self.limits.time = Some(time);
            }
            ("playouts", MethodOptions::Playouts)
            | ("nodes", MethodOptions::Nodes | MethodOptions::Plies(_)) => {
                self.limits.work = Some(number(value)?);
            }
            ("depth", MethodOptions::Nodes) => {
                let depth = depth(value).ok_or_else(|| wrong("expected a number from 1 to 200"))?;
                self.limits.depth = Some(depth);
            }
            _ => {
                let takes = takes.words();
                return Err(SpecError::Option { text: text(), option: option.into(), takes });
            }
        }
        Ok(())
    }
}

fn above_0(text: &str) -> Option<u64> {
    text.parse().ok().filter(|&number| number > 0)
}

fn depth(text: &str) -> Option<u32> {
    text.parse().ok().filter(|depth| (1..=DEEPEST).contains(depth))
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let spec = |method| Self { method, limits: Limits::default(), seed: None, text: text.into() };
        let wrong = |method, value: &str, takes| SpecError::Value { method, value: value.into(), takes };
        if let Some(file) = text.strip_prefix("solved:") {
            return match file {
                "" => Err(wrong("solved", "", "expected a file that solve --db has written")),
                _ => Ok(spec(Method::Solved(file.into()))),
            };
        }
        let mut parts = text.split(',');
        let head = parts.next().unwrap_or_default();
        let (name, value) = head.split_once(':').map_or((head, None), |(name, value)| (name, Some(value)));
        let known = METHODS.into_iter().find(|(known, ..)| *known == name);
        let (name, method, takes) = known.ok_or_else(|| SpecError::Unknown(head.into()))?;
        let mut spec = spec(method);
        match (takes, value) {
            (_, None) => {}
            (MethodOptions::Playouts, Some(value)) => {
                let takes = "expected a number of playouts, as in mcts:10000";
                spec.limits.work = Some(above_0(value).ok_or_else(|| wrong(name, value, takes))?);
            }
            (MethodOptions::Nodes, Some(value)) => {
                let takes = "expected a number of moves from 1 to 200, as in alphabeta:6";
                spec.limits.depth = Some(depth(value).ok_or_else(|| wrong(name, value, takes))?);
            }
            (_, Some(value)) => {
                return Err(wrong(name, value, "this player does not take a value after a colon"));
            }
        }
        parts.try_for_each(|option| spec.set(option, takes))?;
        if let MethodOptions::Plies(plies) = takes {
            spec.limits.depth = Some(plies);
        }
        if spec.limits == Limits::default() && matches!(takes, MethodOptions::Playouts | MethodOptions::Nodes)
        {
            spec.limits.work = Some(WORK);
        }
        Ok(spec)
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn refused(text: &str) -> String {
        text.parse::<Spec>().unwrap_err().to_string()
    }

    #[test]
    fn players_are_read_as_they_are_written() {
        let read = |text: &str| {
            let spec: Spec = text.parse().unwrap();
            assert_eq!(spec.to_string(), text);
            (spec.method, spec.limits, spec.seed)
        };
        let work = |work| Limits { work: Some(work), ..Limits::default() };
        let depth = |depth| Limits { depth: Some(depth), ..Limits::default() };
        assert_eq!(read("uniform,seed=0"), (Method::Uniform, Limits::default(), Some(0)));
        assert_eq!(read("mcts"), (Method::Mcts, work(WORK), None));
        assert_eq!(read("mcts:5,seed=7"), (Method::Mcts, work(5), Some(7)));
        assert_eq!(read("twoply"), (Method::Paranoid, depth(2), None));
        assert_eq!(read("bestreply:3"), (Method::BestReply, depth(3), None));
        let timed = Limits { time: Some(Duration::from_millis(1500)), ..Limits::default() };
        assert_eq!(read("mcts,time=1.5s"), (Method::Mcts, timed, None));
        assert_eq!(read("strong,time=1500ms"), (Method::Level(Level::Strong), timed, None));
        // The file name may contain any characters.
        let file = Method::Solved("a,b:c=d.db".into());
        assert_eq!(read("solved:a,b:c=d.db"), (file, Limits::default(), None));
    }

    #[test]
    fn other_texts_are_refused_with_what_would_do() {
        for (text, problem) in [
            ("", "unknown player \"\"; the players are uniform, mcts:PLAYOUTS"),
            ("MCTS", "unknown player \"MCTS\""),
            ("mcts:0", "mcts:0: expected a number of playouts"),
            ("mcts:-1", "mcts:-1: expected a number of playouts"),
            ("mcts:99999999999999999999", "mcts:99999999999999999999: expected a number"),
            (
                "mcts:5,depth=3",
                "mcts:5,depth=3: \"depth=3\" is not an option of this player; it takes playouts=N",
            ),
            ("mcts:5,", "mcts:5,: \"\" is not an option of this player"),
            ("alphabeta:201", "alphabeta:201: expected a number of moves from 1 to 200"),
            ("bestreply:x", "bestreply:x: expected a number of moves"),
            ("alphabeta,depth=0", "alphabeta,depth=0: depth=0: expected a number from 1 to 200"),
            ("twoply:3", "twoply:3: this player does not take a value after a colon"),
            ("twoply,depth=3", "twoply,depth=3: \"depth=3\" is not an option"),
            ("easy,nodes=3", "easy,nodes=3: \"nodes=3\" is not an option of this player; it takes time=T"),
            ("strong,time=0", "strong,time=0: time=0: the time must be longer than 0"),
            ("strong,time=2d", "strong,time=2d: time=2d: \"2d\" is not a duration"),
            ("uniform,seed=-1", "uniform,seed=-1: seed=-1: expected a non-negative integer"),
            ("solved:", "solved:: expected a file that solve --db has written"),
        ] {
            assert!(refused(text).starts_with(problem), "{text}: {}", refused(text));
        }
    }
}
