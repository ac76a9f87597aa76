//! Pictures of a game.

use alloc::string::String;

use bustan_vocabulary::Game;

/// The style of a board on a terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Whether to use ANSI colours; without them the board is plain text.
    pub colour: bool,
    /// Whether to use the game's alternative names for its pieces, such as the octal tile numbers of
    /// Dominions.
    pub alternative: bool,
    /// Whether to number the groups below the pieces.
    pub groups: bool,
}

/// The marks that a picture shows on top of a position.
#[derive(Clone, Copy, Debug)]
pub struct Overlay<'a, G: Game> {
    /// The move that led to the position.
    pub last: Option<&'a G::Move>,
    /// A move that was not played, drawn as a ghost, and its player.
    pub question: Option<(G::Player, &'a G::Move)>,
    /// Cells that stand out, by their names in the observation.
    pub marked: &'a [String],
    /// Whether the drawing is to be touched on a page that shows the rest in its own words: the board alone,
    /// with a target on each cell and the legend in its description.
    pub touch: bool,
    /// Whether only the board and its marks are drawn: no caption, and nothing else from the observation. For
    /// an observation that an engine reported only in part.
    pub board_only: bool,
    /// Whether the board is drawn from the side of the second player, in games that [can flip it](crate::Touch::FLIPS).
    pub flipped: bool,
}

// Not derived: a derived impl would require `G: Default`.
impl<G: Game> Default for Overlay<'_, G> {
    fn default() -> Self {
        Self { last: None, question: None, marked: &[], touch: false, board_only: false, flipped: false }
    }
}

/// Pictures of an observed position.
pub trait Picture: Game {
    /// The board for a terminal: several lines, each ended by a line feed. Parentheses surround the cell of a
    /// disputed move, with the piece that it would place there, and brackets surround marked cells.
    fn board(seen: &Self::Observation, style: Style, overlay: &Overlay<'_, Self>) -> String;

    /// The lines below the board for a terminal, each ended by a line feed: whose turn it is or who has won,
    /// the scores, and the meaning of the signs on the board. By default there are none.
    fn caption(seen: &Self::Observation, style: Style, overlay: &Overlay<'_, Self>) -> String {
        let _ = (seen, style, overlay);
        String::new()
    }

    /// The board as a complete SVG document, with the same caption.
    fn svg(seen: &Self::Observation, overlay: &Overlay<'_, Self>) -> String;
}

/// Implements [`Picture`] by the modules `terminal` and `svg` of the invoking module.
macro_rules! drawn {
    ($Game:ident) => {
        impl $crate::Picture for $Game {
            fn board(
                seen: &Observation,
                style: $crate::Style,
                overlay: &$crate::Overlay<'_, Self>,
            ) -> String {
                terminal::board(seen, style, overlay)
            }

            fn caption(
                seen: &Observation,
                style: $crate::Style,
                overlay: &$crate::Overlay<'_, Self>,
            ) -> String {
                terminal::caption(seen, style, overlay)
            }

            fn svg(seen: &Observation, overlay: &$crate::Overlay<'_, Self>) -> String {
                svg::document(seen, overlay)
            }
        }
    };
}

pub(crate) use drawn;
