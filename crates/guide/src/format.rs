//! Formats in which people keep games and positions.

/// A format of files, by which a file of the wrong kind is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// The name with its article, such as `a game in PGN`.
    pub name: &'static str,
    /// Whether each line is a position, so that the line, and not the file, is refused.
    pub lists_positions: bool,
}

impl Format {
    /// A format whose lines are not positions.
    pub const fn new(name: &'static str) -> Self {
        Self { name, lists_positions: false }
    }

    /// A format in which each line is a position.
    pub const fn of_positions(name: &'static str) -> Self {
        Self { name, lists_positions: true }
    }
}
