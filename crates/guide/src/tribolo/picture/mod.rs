//! Pictures of Tribolo: a grid of letters for terminals, and an SVG with coloured discs.
//!
//! Both renderers draw the observation as given, without validating it, and omit cells that are not on the
//! board.

mod caption;
mod svg;
mod terminal;

use alloc::collections::BTreeSet;
use alloc::string::String;

use bustan_vocabulary::tribolo::{Cell, Observation, Player, Tribolo};

use super::view::View;
use crate::Overlay;
use crate::picture::drawn;
use crate::sheet::named;

pub(super) use svg::cell_alone;

drawn!(Tribolo);

/// The cells of the board that `marked` names.
fn cells(view: &View, marked: &[String]) -> BTreeSet<Cell> {
    named(marked, |&cell| view.size.has(cell)).collect()
}

/// The cell of a disputed move and its player, if the cell is on the board.
fn ghost(view: &View, overlay: &Overlay<'_, Tribolo>) -> Option<(Cell, Player)> {
    let (player, mv) = overlay.question?;
    view.size.has(mv.0).then_some((mv.0, player))
}
