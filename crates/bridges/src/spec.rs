//! Specifications of a program: its protocol, the command that starts it, and its options.

use std::fmt;
use std::str::FromStr;

use bustan_harness::protocol::foreign::{BridgedProtocol, split_words};
use thiserror::Error;

/// The option that selects a variant.
pub(crate) const VARIANT: &str = "UCI_Variant";

/// The values of [`VARIANT`] that mean chess, including Chess960.
const STANDARD: [&str; 6] = ["chess", "normal", "standard", "fischerandom", "fischerrandom", "chess960"];

/// A protocol of external programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// The Universal Chess Interface, also for variants of chess.
    Uci,
    /// The Universal Shogi Interface.
    Usi,
    /// The Universal Chinese Chess Protocol.
    Ucci,
    /// The Go Text Protocol, without Bustan's private commands.
    Gtp,
    /// The Universal Hive Protocol.
    Uhp,
}

impl Protocol {
    /// All protocols.
    pub const ALL: [Self; 5] = [Self::Uci, Self::Usi, Self::Ucci, Self::Gtp, Self::Uhp];

    /// The name of the protocol in a specification.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Uci => "uci",
            Self::Usi => "usi",
            Self::Ucci => "ucci",
            Self::Gtp => "gtp",
            Self::Uhp => "uhp",
        }
    }

    /// The name of the game of programs with this protocol, unless an option selects another.
    pub const fn game(self) -> &'static str {
        match self {
            Self::Uci => "chess",
            Self::Usi => "shogi",
            Self::Ucci => "xiangqi",
            Self::Gtp => "Go",
            Self::Uhp => "Hive",
        }
    }

    /// The terms of the protocol for messages: what the bridge requests from a program for each command of
    /// Bustan's protocol, and which answers the commands of the program's protocol wait for. Commands that
    /// are not listed are the same in both.
    pub const fn spoken(self) -> BridgedProtocol {
        match self {
            Self::Uci => BridgedProtocol {
                asked: SEARCHING,
                awaited: &[
                    ("uci", "`uciok`"),
                    ("isready", "`readyok`"),
                    ("go", "`bestmove`"),
                    ("stop", "`bestmove`"),
                ],
            },
            Self::Usi => BridgedProtocol {
                asked: SEARCHING,
                awaited: &[
                    ("usi", "`usiok`"),
                    ("isready", "`readyok`"),
                    ("go", "`bestmove`"),
                    ("stop", "`bestmove`"),
                ],
            },
            Self::Ucci => BridgedProtocol {
                asked: SEARCHING,
                awaited: &[
                    ("ucci", "`ucciok`"),
                    ("isready", "`readyok`"),
                    ("go", "`bestmove`"),
                    ("stop", "`bestmove`"),
                ],
            },
            Self::Gtp => BridgedProtocol {
                asked: &[
                    ("bustan-legal", "for its legal moves (all_legal, or is_legal)"),
                    ("bustan-state", "for its stones (list_stones, captures)"),
                ],
                awaited: &[("", "answer")],
            },
            Self::Uhp => BridgedProtocol {
                asked: &[
                    ("clear_board", "to begin a game (newgame)"),
                    ("bustan-legal", "for its legal moves (validmoves)"),
                    ("bustan-setup", "to begin at a position (newgame)"),
                ],
                awaited: &[("", "`ok`")],
            },
        }
    }
}

/// The requests of the bridge to programs that search for moves.
const SEARCHING: &[(&str, &str)] = &[
    ("clear_board", "to begin a game (position)"),
    ("play", "to play a move (position)"),
    ("undo", "to take a move back (position)"),
    ("genmove", "for a move (go)"),
    ("bustan-setup", "to begin at a position (position)"),
    ("bustan-position", "for the position (d)"),
    ("bustan-legal", "for its legal moves (go perft 1, or go searchmoves)"),
    ("bustan-state", "for the position and its legal moves (d, go perft 1)"),
    ("bustan-perft", "to count moves (go perft)"),
];

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A program, its protocol, and the options to set.
///
/// ```
/// use bustan_bridges::{Protocol, Spec};
///
/// let spec: Spec = "uci:stockfish --quiet;Threads=1;Clear Hash".parse()?;
/// assert_eq!((spec.protocol, spec.words.len()), (Protocol::Uci, 2));
/// assert_eq!(spec.options, [("Threads".into(), Some("1".into())), ("Clear Hash".into(), None)]);
/// # Ok::<(), bustan_bridges::SpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The protocol.
    pub protocol: Protocol,
    /// The program and its arguments, at least one word.
    pub words: Vec<String>,
    /// The options in the given order, each with its value if it has one.
    pub options: Vec<(String, Option<String>)>,
    /// Whether the program only plays, as in a match, in which the tooling checks the moves. A program that
    /// searches for moves is then not queried about legal moves, and need not support such a query.
    pub plays_only: bool,
    /// Whether the lines between the bridge and the program are
    /// [passed on](bustan_harness::protocol::foreign::Wire) between the answers.
    pub passes_on: bool,
}

impl Spec {
    /// The name of the program's game: that of its protocol, or the variant of chess that an option selects.
    ///
    /// ```
    /// use bustan_bridges::Spec;
    ///
    /// let game = |text: &str| text.parse().map(|spec: Spec| spec.game().to_string());
    /// assert_eq!(game("uci:fairy-stockfish;UCI_Variant=atomic")?, "atomic");
    /// assert_eq!(game("gtp:gnugo --mode gtp;boardsize=5")?, "Go");
    /// # Ok::<(), bustan_bridges::SpecError>(())
    /// ```
    pub fn game(&self) -> &str {
        let chooses = |name: &str| name.eq_ignore_ascii_case(VARIANT);
        let mut chosen = self.options.iter().filter(|(name, _)| chooses(name));
        let variant = chosen.find_map(|(_, value)| value.as_deref());
        let variant =
            variant.filter(|variant| !STANDARD.iter().any(|name| variant.eq_ignore_ascii_case(name)));
        match (self.protocol, variant) {
            (Protocol::Uci, Some(variant)) => variant,
            (protocol, _) => protocol.game(),
        }
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    /// Parses `PROTOCOL:COMMAND;OPTION=VALUE;...`. The command is split into words like in a shell.
    fn from_str(text: &str) -> Result<Self, SpecError> {
        let unknown = || SpecError::Protocol(text.into());
        let (name, rest) = text.split_once(':').ok_or_else(unknown)?;
        let protocol =
            Protocol::ALL.into_iter().find(|protocol| protocol.name() == name).ok_or_else(unknown)?;
        let mut parts = rest.split(';');
        let command = parts.next().unwrap_or_default();
        let words = split_words(command).ok_or_else(|| SpecError::Quotes(command.into()))?;
        if words.first().is_none_or(String::is_empty) {
            return Err(SpecError::Empty(protocol));
        }
        let options = parts.map(str::trim).filter(|part| !part.is_empty()).map(|part| {
            let (name, value) = match part.split_once('=') {
                Some((name, value)) => (name.trim(), Some(value.trim().to_string())),
                None => (part, None),
            };
            if name.is_empty() { Err(SpecError::Option(part.into())) } else { Ok((name.to_string(), value)) }
        });
        let options: Vec<(String, Option<String>)> = options.collect::<Result<_, _>>()?;
        for (at, (name, _)) in options.iter().enumerate() {
            if options[..at].iter().any(|(other, _)| other.eq_ignore_ascii_case(name)) {
                return Err(SpecError::Twice(name.clone()));
            }
        }
        Ok(Self { protocol, words, options, plays_only: false, passes_on: false })
    }
}

/// Why a text is not a valid specification of a program.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SpecError {
    /// The text does not start with the name of a protocol.
    #[error("{0:?} does not begin with a protocol: uci:, usi:, ucci:, gtp: or uhp:")]
    Protocol(String),
    /// The command is missing.
    #[error("{0}: needs a command, as in {0}:./engine")]
    Empty(Protocol),
    /// A quotation mark is not closed.
    #[error("a quotation mark is not closed in the command line {0:?}")]
    Quotes(String),
    /// An option is given twice.
    #[error("the option {0:?} is given twice")]
    Twice(String),
    /// An option has no name.
    #[error("{0:?} is an option without a name")]
    Option(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_is_no_specification_is_refused_with_what_is_wrong() {
        let refused = |text: &str| text.parse::<Spec>().unwrap_err();
        assert_eq!(refused("stockfish"), SpecError::Protocol("stockfish".into()));
        assert_eq!(refused("xboard:crafty"), SpecError::Protocol("xboard:crafty".into()));
        assert_eq!(refused("uci:"), SpecError::Empty(Protocol::Uci));
        assert_eq!(refused("uci: ;Threads=1"), SpecError::Empty(Protocol::Uci));
        assert_eq!(refused("uci:'a b"), SpecError::Quotes("'a b".into()));
        assert_eq!(refused("gtp:gnugo;=5"), SpecError::Option("=5".into()));
        assert_eq!(refused("uci:eng;Threads=1;threads=2"), SpecError::Twice("threads".into()));
    }
}
