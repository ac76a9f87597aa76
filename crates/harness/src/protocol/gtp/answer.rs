//! The answers of the protocol.

use std::fmt::{self, Write};

use thiserror::Error;

use super::Line;

/// The reason why a command is refused; printed as the message that follows `?`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The command is unknown.
    #[error("unknown command")]
    UnknownCommand,
    /// The command has the wrong number of words, or a word that cannot be parsed.
    #[error("syntax error")]
    Syntax,
    /// The line has more than [`Line::LIMIT`] bytes.
    #[error("line too long; the limit is {} bytes", Line::LIMIT)]
    LineTooLong,
    /// The game has no board of that size.
    #[error("unacceptable size")]
    UnacceptableSize,
    /// The engine refuses the move. Holds the reason, if the engine gives one.
    #[error("illegal move{}", .0.iter().map(|reason| format!(": {reason}")).collect::<String>())]
    IllegalMove(Option<String>),
    /// No move has been played since the game was set up.
    #[error("cannot undo")]
    CannotUndo,
    /// The game is over, so no move can be chosen.
    #[error("game over")]
    GameOver,
    /// The text is not a position, or the engine reports that no game can reach the position.
    #[error("invalid position: {0}")]
    Position(String),
    /// The depth exceeds the limit of the session, which the variant holds.
    #[error("depth too large; the limit is {0}")]
    Depth(u32),
    /// The engine does not support the query.
    #[error("the engine cannot answer that")]
    Unanswered,
    /// The player that chooses moves failed to choose one. Holds the player's message.
    #[error("{0}")]
    Player(String),
}

/// An answer to one command. It is formatted as a block of lines, with the empty line that ends it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub(super) id: String,
    pub(super) result: Result<String, Refusal>,
}

/// The maximum length of a refusal's message, in characters. A longer one would quote too much of the
/// command.
const LONGEST_MESSAGE: usize = 400;

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.result {
            Ok(text) => {
                write!(f, "={} ", self.id)?;
                write_lines(f, text)?;
            }
            Err(refusal) => {
                let message = refusal.to_string();
                let mut printable = message.chars().map(|c| if c.is_control() { ' ' } else { c });
                write!(f, "?{} ", self.id)?;
                printable.by_ref().take(LONGEST_MESSAGE).try_for_each(|c| f.write_char(c))?;
                if printable.next().is_some() {
                    f.write_str("...")?;
                }
            }
        }
        f.write_str("\n\n")
    }
}

/// Writes a text without its blank lines, which would end the answer early. A text that begins with a line
/// feed starts on a new line.
fn write_lines(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    if !text.contains('\n') {
        return f.write_str(text);
    }
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    if !text.starts_with('\n')
        && let Some(first) = lines.next()
    {
        f.write_str(first)?;
    }
    lines.try_for_each(|line| write!(f, "\n{line}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(id: &str, result: Result<&str, Refusal>) -> String {
        Answer { id: id.into(), result: result.map(String::from) }.to_string()
    }

    #[test]
    fn an_answer_repeats_the_id_and_ends_with_an_empty_line() {
        assert_eq!(printed("", Ok("")), "= \n\n");
        assert_eq!(printed("7", Ok("")), "=7 \n\n");
        assert_eq!(printed("7", Ok("2")), "=7 2\n\n");
        assert_eq!(printed("7", Err(Refusal::CannotUndo)), "?7 cannot undo\n\n");
    }

    #[test]
    fn an_answer_has_no_empty_line_inside() {
        assert_eq!(printed("", Ok("a\n\n  \nb\n\n")), "= a\nb\n\n");
        assert_eq!(printed("", Ok("\n\na")), "= \na\n\n");
        assert_eq!(printed("", Err(Refusal::Position("a\n\nb".into()))), "? invalid position: a  b\n\n");
    }

    #[test]
    fn a_message_is_cut_where_it_quotes_too_much() {
        let message = printed("", Err(Refusal::Position("x".repeat(1 << 20))));
        assert!(message.len() < 500 && message.ends_with("x...\n\n"));
    }
}
