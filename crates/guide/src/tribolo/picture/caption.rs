//! The text about a position, below its drawing and in its tooltips.

use alloc::format;
use alloc::string::String;

use bustan_vocabulary::tribolo::{Cell, Content, Observation, Tribolo};

use crate::sheet::Caption;

pub(super) fn caption(seen: &Observation) -> Caption {
    let scores = seen.scores.iter().map(|(&player, &cells)| (player, cells.into()));
    Caption::new::<Tribolo>(seen, seen.ply, seen.winner, scores)
}

/// The tooltip of a cell, such as `c5: blue's cell, just taken`.
pub(super) fn cell(cell: Cell, content: Content, taken: bool) -> String {
    match content {
        Content::Empty => format!("{cell}: empty"),
        Content::Wall => format!("{cell}: a wall"),
        Content::Owned(player) => {
            format!("{cell}: {player}'s cell{}", if taken { ", just taken" } else { "" })
        }
    }
}
