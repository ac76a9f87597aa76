//! Positions as text.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use thiserror::Error;

use super::{Player, PlayerError, Point, Position, Setup, Size, Stage};

/// An inconsistency of a position, in its text or between its parts.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// The first word of the text is not a size from 2 to 19.
    #[error("{0:?} is not a size; a position begins with the size of the board, 2 to 19")]
    Size(String),
    /// An option has an unacceptable value.
    #[error("{0}")]
    Option(String),
    /// The word at the place of the player to move does not name a player.
    #[error(transparent)]
    NoPlayer(PlayerError),
    /// A word is neither a ball nor one of the other parts of a position.
    #[error("{0:?} is not a ball on a point, such as WC5:0 or BB2:1")]
    Word(String),
    /// A ball is on a point that the pyramid does not have.
    #[error("there is no point {0} over a board of size {1}")]
    OffBoard(Point, Size),
    /// There are two balls on one point.
    #[error("there are two balls on {0}")]
    Twice(Point),
    /// A ball or the turn belongs to a player who does not take part.
    #[error("{0} does not take part in a game of two")]
    Player(Player),
    /// The number of moves is larger than a position can record.
    #[error("{} moves are too many; a position may have at most {}", .0, Position::MAX_PLY)]
    Ply(u32),
    /// The player cannot be to move after this number of moves.
    #[error("{turn} is not to move at ply {ply}")]
    Turn {
        /// The number of moves given.
        ply: u32,
        /// The player given.
        turn: Player,
    },
    /// A player has more balls on the board than the player has placed.
    #[error("balls of {player} on the board: {balls}, but only {moves} placed")]
    TooMany {
        /// The owner of the balls.
        player: Player,
        /// The number of balls.
        balls: u32,
        /// The number of balls that the player has placed.
        moves: u32,
    },
    /// The board is empty, although after this number of moves it cannot be.
    #[error("the board cannot be empty at ply {0}")]
    Empty(u32),
    /// The position is marked as won by a capture, but the game does not have the variant `atari`.
    #[error("a capture wins the game only with the option atari")]
    NotAtari,
    /// The position is marked as ended, but no move has been played.
    #[error("the game cannot have ended before the first move")]
    Ended,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.setup(), self.turn(), self.ply())?;
        f.write_str(match self.stage() {
            Stage::Open => "",
            Stage::Over => " over",
            Stage::Won => " won",
        })?;
        self.balls().iter().try_for_each(|(point, player)| write!(f, " {}{point}", player.initial()))
    }
}

impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let mut words = text.split_ascii_whitespace().peekable();
        let first = words.next().unwrap_or_default();
        let size = first.parse().map_err(|_| PositionError::Size(first.into()))?;
        let mut setup = Setup::standard(size);
        setup.read_options(&mut words).map_err(PositionError::Option)?;
        let ends = |word: &str| ["over", "won"].iter().any(|end| word.eq_ignore_ascii_case(end));
        // The words of balls contain digits.
        let turn = words.next_if(|word| word.bytes().all(|b| b.is_ascii_alphabetic()) && !ends(word));
        let turn: Option<Player> = turn.map(str::parse).transpose().map_err(PositionError::NoPlayer)?;
        let ply = turn.and_then(|_| words.next_if(|word| word.bytes().all(|b| b.is_ascii_digit())));
        let ply =
            ply.map(|word| word.parse::<u32>().map_err(|_| PositionError::Word(word.into()))).transpose()?;
        let ended = words.next_if(|word| ends(word));
        let stage = match ended {
            None => Stage::Open,
            Some(word) if word.eq_ignore_ascii_case("over") => Stage::Over,
            Some(_) => Stage::Won,
        };
        let balls: Vec<(Point, Player)> = words
            .map(|word| ball(word).ok_or_else(|| PositionError::Word(word.into())))
            .collect::<Result<_, _>>()?;
        match turn.zip(ply) {
            Some((turn, ply)) => Self::new(setup, turn, ply, stage, balls),
            None => Self::earliest(setup, turn, stage, balls),
        }
    }
}

/// Parses a ball such as `WC5:0`.
fn ball(word: &str) -> Option<(Point, Player)> {
    let (initial, point) = word.split_at_checked(1)?;
    Some((point.parse().ok()?, initial.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn text_round_trips() {
        for text in [
            "7 white 0",
            "2 swap atari cutting off players 3 white 0",
            "3 swap black 1 WA1:0",
            "3 swap black 2 WA1:0",
            "2 white 4 over BA1:0 WA3:0 BC1:0 WC3:0",
            "2 black 5 WA1:0 WA3:0 WB2:1 BC1:0 BC3:0",
            "4 atari white 6 won BA1:0",
            "19 players 3 grey 2 BAK37:0 WA1:0",
        ] {
            let position: Position = text.parse().unwrap();
            let mut words: Vec<&str> = text.split(' ').collect();
            let balls = words.iter().position(|word| word.contains(':')).unwrap_or(words.len());
            words[balls..].sort_by_key(|word| word[1..].to_string());
            assert_eq!(position.to_string(), words.join(" "));
        }
    }

    #[test]
    fn words_that_follow_from_the_balls_may_be_left_out() {
        for (short, full) in [
            ("9", "9 white 0"),
            ("3 w", "3 white 0"),
            ("3 WA1:0", "3 black 1 WA1:0"),
            ("3 white WA1:0", "3 white 2 WA1:0"),
            ("3 ba1:0", "3 white 2 BA1:0"),
            ("3 players 3 grey WA1:0", "3 players 3 grey 2 WA1:0"),
            ("3 swap black WA1:0", "3 swap black 1 WA1:0"),
            ("2 over WA1:0 BA3:0 BC1:0 WC3:0", "2 white 4 over WA1:0 BA3:0 BC1:0 WC3:0"),
        ] {
            assert_eq!(short.parse::<Position>().unwrap().to_string(), full);
        }
    }

    #[test]
    fn ply_and_turn_determine_a_swap() {
        for (text, swapped) in [
            ("3 swap black 1 WA1:0", false),
            ("3 swap black 2 WA1:0", true),
            ("3 swap white 2 WA1:0 BA3:0", false),
            ("3 swap white 3 WA1:0 BA3:0", true),
            ("3 swap players 3 black 2 WA1:0", true),
            ("3 swap players 3 grey 2 WA1:0 BC1:0", false),
        ] {
            assert_eq!(text.parse::<Position>().unwrap().swapped(), swapped, "{text}");
        }
    }

    #[test]
    fn contradictions_are_named() {
        for (text, message) in [
            ("", "\"\" is not a size; a position begins with the size of the board, 2 to 19"),
            ("400", "\"400\" is not a size; a position begins with the size of the board, 2 to 19"),
            ("4 players 5", "players is 2 or 3, not \"5\""),
            ("4 swap swap", "swap is given twice"),
            (
                "4 red WA1:0",
                "\"red\" is not a player; the players are white and black, and grey in games of three",
            ),
            ("4 WC5:0 XA1:0", "\"XA1:0\" is not a ball on a point, such as WC5:0 or BB2:1"),
            ("4 WA2:0", "\"WA2:0\" is not a ball on a point, such as WC5:0 or BB2:1"),
            ("4 white 99999999999", "\"99999999999\" is not a ball on a point, such as WC5:0 or BB2:1"),
            ("4 black 1 WJ1:0", "\"WJ1:0\" is not a ball on a point, such as WC5:0 or BB2:1"),
            ("4 black 1 WI1:0", "there is no point I1:0 over a board of size 4"),
            ("4 WA1:0 BA1:0", "there are two balls on A1:0"),
            ("4 GA1:0", "grey does not take part in a game of two"),
            ("4 grey", "grey does not take part in a game of two"),
            ("4 black 1 WA1:0 WA3:0", "balls of white on the board: 2, but only 1 placed"),
            ("4 black 1 BA1:0", "balls of black on the board: 1, but only 0 placed"),
            ("4 black 2 WA1:0", "black is not to move at ply 2"),
            ("4 swap white 1 WA1:0", "white is not to move at ply 1"),
            ("4 black", "the board cannot be empty at ply 1"),
            (
                "4 black 1000000001 WA1:0",
                "1000000001 moves are too many; a position may have at most 999999999",
            ),
            (
                "4 black 4294967295 WA1:0",
                "4294967295 moves are too many; a position may have at most 999999999",
            ),
            ("4 black 1 won WA1:0", "a capture wins the game only with the option atari"),
            ("4 white 0 over", "the game cannot have ended before the first move"),
        ] {
            assert_eq!(text.parse::<Position>().unwrap_err().to_string(), message, "{text}");
        }
    }
}
