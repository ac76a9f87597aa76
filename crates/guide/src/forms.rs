//! Texts of a game that can be copied to an engine, a file or a page.

use alloc::string::String;

/// A text of a game or position that other programs can read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// The name of the format, such as `FEN` or `PGN`.
    pub name: String,
    /// The text, which may have several lines.
    pub text: String,
    /// The URL of a page that shows the game or position, if any.
    pub link: Option<String>,
}

impl Form {
    /// Returns a form without a URL.
    pub fn new(name: &str, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: text.into(), link: None }
    }
}

/// The protocol of a program under test. If the rules of a game are unknown, the texts of the game depend on
/// the protocol.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dialect {
    /// The name of the protocol: `uci`, `usi`, `ucci`, `gtp` or `uhp`; empty for any other.
    pub protocol: String,
    /// The kind or size of the board that the options of the program select, if any.
    pub board: Option<String>,
}
