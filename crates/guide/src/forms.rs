//! Forms in which a game is pasted into an engine, a file or a page.

use alloc::string::String;

/// A text that other programs read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// The name of the form, such as `FEN` or `PGN`.
    pub name: String,
    /// The text, which may have several lines.
    pub text: String,
    /// The address of a page that shows it, if there is one.
    pub link: Option<String>,
}

impl Form {
    /// A form that no page shows.
    pub fn new(name: &str, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: text.into(), link: None }
    }
}

/// The protocol that a program under test speaks. The forms of a game whose rules are unknown depend on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dialect {
    /// The name of the protocol: `uci`, `usi`, `ucci`, `gtp` or `uhp`; empty if it is another.
    pub protocol: String,
    /// The kind or size of board that its options choose, if they do.
    pub board: Option<String>,
}
