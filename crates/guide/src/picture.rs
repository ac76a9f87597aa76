//! Pictures of a game.

use alloc::string::String;

use bustan_vocabulary::Game;

/// The style of a board on a terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Whether to use ANSI colours. Without them, the board is plain text.
    pub colour: bool,
    /// Whether to use the game's alternative signs or names of pieces, such as the octal tile numbers of
    /// Dominions.
    pub alternative: bool,
    /// Whether to print the numbers of the groups, on a line below each row of pieces.
    pub groups: bool,
}

/// The marks that a picture shows in addition to the position.
#[derive(Clone, Copy, Debug)]
pub struct Overlay<'a, G: Game> {
    /// The move that led to the position.
    pub last: Option<&'a G::Move>,
    /// A disputed move that was not played, with its player. It is drawn as a ghost.
    pub question: Option<(G::Player, &'a G::Move)>,
    /// The cells to mark, by their names in the observation.
    pub marked: &'a [String],
    /// Whether the drawing is the clickable board of a page that shows the other information itself: the
    /// board alone, with a click target on each cell and the legend in its description.
    pub touch: bool,
    /// Whether only the board and its marks are drawn, without the caption and other facts of the
    /// observation. For observations that an engine reported only in part.
    pub board_only: bool,
    /// Whether the board is drawn from the side of the second player, in games that [can flip
    /// it](crate::Touch::FLIPS).
    pub flipped: bool,
}

// Not derived, because a derived implementation would require `G: Default`.
impl<G: Game> Default for Overlay<'_, G> {
    fn default() -> Self {
        Self { last: None, question: None, marked: &[], touch: false, board_only: false, flipped: false }
    }
}

/// Pictures of an observed position.
pub trait Picture: Game {
    /// Renders the board for a terminal: several lines, each terminated by a line feed. Parentheses surround
    /// the cell of a disputed move, with the piece that it would place, and brackets surround marked cells.
    fn board(seen: &Self::Observation, style: Style, overlay: &Overlay<'_, Self>) -> String;

    /// Renders the lines below the board for a terminal, each terminated by a line feed: the player to move
    /// or the winner, the scores, and the meaning of the signs on the board. By default, there are none.
    fn caption(seen: &Self::Observation, style: Style, overlay: &Overlay<'_, Self>) -> String {
        let _ = (seen, style, overlay);
        String::new()
    }

    /// Renders the board as a complete SVG document, with the same caption.
    fn svg(seen: &Self::Observation, overlay: &Overlay<'_, Self>) -> String;
}

/// Implements [`Picture`] with the modules `terminal` and `svg` of the invoking module.
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
