//! The words in which programs say why they refuse a move.

use std::fmt;

/// The longest reason, in bytes. The rest of a longer one is left out.
const LONGEST: usize = 80;

/// Why a program refuses a move, in its own words on one line, up to 80 bytes of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Reason {
    bytes: [u8; LONGEST],
    length: u8,
}

impl Reason {
    /// The reason in these words; `None` for an empty text.
    pub fn of(words: &str) -> Option<Self> {
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        let length = words.floor_char_boundary(LONGEST);
        let mut bytes = [0; LONGEST];
        bytes[..length].copy_from_slice(&words.as_bytes()[..length]);
        (length > 0).then_some(Self { bytes, length: length as u8 })
    }

    /// The words.
    pub fn words(&self) -> &str {
        // The bytes come from a text, which is cut between two characters.
        str::from_utf8(&self.bytes[..self.length.into()]).unwrap_or_default()
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
