//! Pictures of Dominions: a compact board for terminals and a drawing for publication.
//!
//! Both draw an observation and check nothing. They leave out cells that the board does not have.

mod caption;
mod shapes;
mod svg;
mod terminal;

use alloc::string::String;

use bustan_vocabulary::dominions::{Dominions, Observation};

use crate::{Overlay, Picture, Style};

impl Picture for Dominions {
    /// See [`Picture::board`]. A cell shows its tile in three characters. With colours, the controller is
    /// black on white for White and white on dark grey for Black, and a star follows a captured tile. Without
    /// colours, the controller is an initial, a capital for a captured tile. In the alternative style the
    /// tile's number is octal and, with colours, follows its owner, 0 for White and 1 for Black.
    fn board(seen: &Observation, style: Style, overlay: &Overlay<'_, Self>) -> String {
        terminal::board(seen, style, overlay)
    }

    fn caption(seen: &Observation, style: Style, overlay: &Overlay<'_, Self>) -> String {
        terminal::caption(seen, style, overlay)
    }

    /// See [`Picture::svg`]. A captured tile has a dot in its owner's colour.
    fn svg(seen: &Observation, overlay: &Overlay<'_, Self>) -> String {
        svg::document(seen, overlay)
    }
}
