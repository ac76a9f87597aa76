//! The text about a position, below its drawing and in its tooltips.

use alloc::format;
use alloc::string::String;

use bustan_vocabulary::margo::{Margo, Observation, Player, Point};

use super::State;
use crate::sheet::Caption;

pub(super) fn caption(seen: &Observation) -> Caption {
    let scores = seen.scores.iter().map(|(&player, &balls)| (player, balls.into()));
    let mut caption = Caption::new::<Margo>(seen, seen.ply, seen.winner, scores);
    if seen.by_capture && seen.to_move.is_none() && seen.winner.is_some() {
        caption.turn.push_str(" by a capture");
    }
    caption
}

/// The meaning of the numbers of levels.
pub(super) const LEVELS: &str = "level 0: on the board, 1: on four balls of level 0, and so on";

/// The tooltip of a ball, such as `C5:0: white's ball, buried`.
pub(super) fn ball(point: Point, player: Player, state: State) -> String {
    let state = match state {
        State::Alive => "",
        State::Zombie => ", a zombie",
        State::Buried => ", buried",
    };
    format!("{point}: {player}'s ball{state}")
}
