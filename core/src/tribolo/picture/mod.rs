//! Pictures of Tribolo: a grid of letters for terminals, one of coloured discs for publication.
//!
//! Both draw what an observation says and check nothing. What it says of cells that the board does not have is left out.

mod caption;
mod svg;
mod terminal;

use alloc::collections::BTreeSet;
use alloc::string::String;

use super::view::View;
use super::{Cell, Move, Observation, Player, Tribolo};
use crate::{Picture, Style};

impl Picture for Tribolo {
    /// See [`Picture::board`]. A cell is its owner's initial, `#` a wall, `.` empty; brackets are marks, and `'` follows what the
    /// last move took. In the alternative style the players are `X`, `O` and `+`, which differ more without colours.
    fn board(seen: &Observation, style: Style, marked: &[String]) -> String {
        terminal::board(seen, style, marked)
    }

    /// See [`Picture::svg`]. Owned cells are discs in the owner's colour with its initial, walls are dark squares. The last move has
    /// a thick outline, and what it took a dot below the initial.
    fn svg(seen: &Observation, last: Option<&Move>, marked: &[String]) -> String {
        svg::document(seen, last.copied(), marked)
    }
}

/// The cells of `marked` names that the board has.
fn cells(view: &View, marked: &[String]) -> BTreeSet<Cell> {
    marked.iter().filter_map(|name| name.parse().ok()).filter(|&cell| view.size.has(cell)).collect()
}

/// `Blue`, `Red` or `Green`.
const fn name(player: Player) -> &'static str {
    match player {
        Player::Blue => "Blue",
        Player::Red => "Red",
        Player::Green => "Green",
    }
}
