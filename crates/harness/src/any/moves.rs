//! Moves as words.

use std::fmt;
use std::str::FromStr;

/// A move in the notation of an engine, which is one word.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(String);

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// A text that is not one word, and therefore not a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{:?} {}", .0, why(.0))]
pub struct MoveError(pub String);

/// Returns the reason why a text is not a move, as words that follow the text.
fn why(text: &str) -> &'static str {
    if text.starts_with('#') { "begins a comment" } else { "is not a move, which is one word" }
}

impl FromStr for Move {
    type Err = MoveError;

    /// Parses a word. A word that begins with `#` is not a move, because engines would interpret it as a
    /// comment.
    fn from_str(text: &str) -> Result<Self, MoveError> {
        let word = !text.is_empty()
            && !text.starts_with('#')
            && !text.contains(|c: char| c.is_whitespace() || c.is_control());
        if word { Ok(Self(text.into())) } else { Err(MoveError(text.into())) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_may_have_any_signs_but_that_of_comments_at_its_beginning() {
        for word in ["Qxf7#", "e8=Q+", "O-O-O", "N@f3!?", "a#b", "[;]", "\"x\""] {
            assert_eq!(word.parse::<Move>().unwrap().to_string(), word);
        }
        for (text, why) in [
            ("#", "begins a comment"),
            ("#e4", "begins a comment"),
            ("", "one word"),
            ("e4 e5", "one word"),
            ("e4\u{7}", "one word"),
        ] {
            let problem = text.parse::<Move>().unwrap_err().to_string();
            assert!(problem.ends_with(why), "{problem}");
        }
    }
}
