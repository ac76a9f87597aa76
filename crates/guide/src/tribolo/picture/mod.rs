//! Pictures of Tribolo: a grid of letters for terminals, one of coloured discs for publication.
//!
//! Both draw an observation and check nothing. They leave out cells that the board does not have.

mod caption;
mod svg;
mod terminal;

use alloc::collections::BTreeSet;
use alloc::string::String;

use bustan_vocabulary::tribolo::{Cell, Observation, Player, Tribolo};

use super::view::View;
use crate::{Overlay, Picture, Style};

impl Picture for Tribolo {
    /// See [`Picture::board`]. A cell is its owner's initial, `#` a wall, `.` empty; `'` follows a cell that
    /// the last move took. In the alternative style the players are `X`, `O` and `+`, which differ more
    /// without colours.
    fn board(seen: &Observation, style: Style, overlay: &Overlay<'_, Self>) -> String {
        terminal::board(seen, style, overlay)
    }

    fn caption(seen: &Observation, style: Style, overlay: &Overlay<'_, Self>) -> String {
        terminal::caption(seen, style, overlay)
    }

    /// See [`Picture::svg`]. Owned cells are discs in the owner's colour with its initial, walls are dark
    /// squares. The last move has a thick outline, and the cells it took have a dot below the initial.
    fn svg(seen: &Observation, overlay: &Overlay<'_, Self>) -> String {
        svg::document(seen, overlay)
    }
}

/// The cells of `marked` names that the board has.
fn cells(view: &View, marked: &[String]) -> BTreeSet<Cell> {
    marked.iter().filter_map(|name| name.parse().ok()).filter(|&cell| view.size.has(cell)).collect()
}

/// The cell of a move in question and its player, if the board has the cell.
fn ghost(view: &View, overlay: &Overlay<'_, Tribolo>) -> Option<(Cell, Player)> {
    let (player, mv) = overlay.question?;
    view.size.has(mv.0).then_some((mv.0, player))
}
