//! The reasons that programs give for refusing a move.

use std::fmt;
use std::sync::LazyLock;

use super::words::{self, Known, Words};

/// The maximum length of a reason, in bytes. Longer reasons are truncated.
const LONGEST: usize = 80;

/// All reasons seen so far.
static REASONS: Words = LazyLock::new(|| Known::of(&[]));

/// The reason that a program gives for refusing a move, as one line of up to 80 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Reason(pub(super) u32);

impl Reason {
    /// Returns the reason with these words; `None` if there are no words.
    pub fn of(words: &str) -> Option<Self> {
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        let words = &words[..words.floor_char_boundary(LONGEST)];
        if words.is_empty() { None } else { words::index(&REASONS, words).map(Self) }
    }

    /// Returns the words of the reason.
    pub fn words(&self) -> &'static str {
        words::word(&REASONS, self.0)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.words())
    }
}

impl fmt::Debug for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.words())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_one_line_of_bounded_length() {
        assert_eq!(Reason::of(" ko\n here "), Reason::of("ko here"));
        assert_eq!(Reason::of("ko here").unwrap().to_string(), "ko here");
        assert_eq!(Reason::of(" \t"), None);
        let long = "\u{e9}".repeat(LONGEST);
        assert_eq!(Reason::of(&long).unwrap().words().len(), LONGEST);
        let odd = format!("a{long}");
        assert_eq!(Reason::of(&odd).unwrap().words().len(), LONGEST - 1);
        assert_ne!(Reason::of("ko"), Reason::of("suicide"));
    }
}
