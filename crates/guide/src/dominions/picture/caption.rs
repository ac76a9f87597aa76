//! The text about a position, below its drawing and in its tooltips.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use bustan_vocabulary::dominions::{Dominions, Observation, Piece, Player};

use crate::Overlay;
use crate::sheet::Caption;

pub(super) fn caption(seen: &Observation) -> Caption {
    let scores = Player::ALL.map(|player| (player, i64::from(*seen.scores.get(player))));
    Caption::new::<Dominions>(seen, seen.ply, seen.winner, scores)
}

/// The scores as items of the legend; empty if only the board is drawn.
pub(super) fn tallies(seen: &Observation, overlay: &Overlay<'_, Dominions>) -> Vec<String> {
    if overlay.board_only { Vec::new() } else { Player::ALL.map(|player| tally(seen, player)).into() }
}

/// The composition of a player's score, such as `white: 18 on the board, 32 in hand`.
fn tally(seen: &Observation, player: Player) -> String {
    let controlled = seen.board.values().filter(|piece| piece.controller == player).count();
    format!("{player}: {controlled} on the board, {} in hand", seen.hands.get(player).len())
}

/// The tooltip of a tile, such as `white's tile 63, captured by black`.
pub(super) fn piece(piece: &Piece) -> String {
    let Piece { tile, owner, controller } = piece;
    let captured = if owner == controller { String::new() } else { format!(", captured by {controller}") };
    format!("{owner}'s tile {tile}{captured}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dominions::sample::observation;

    #[test]
    fn scores_are_shown_with_their_parts() {
        let seen = observation("9 white 0 2 W1c1 B2c2*");
        assert_eq!(caption(&seen).text(&[]), "white to move\nscores: white -60, black -62 (W+2)\n");
        assert_eq!(tally(&seen, Player::White), "white: 2 on the board, 62 in hand");
        let won = Observation { winner: Some(Player::Black), ..observation("9 white 2 3 B1c1") };
        assert!(caption(&won).text(&[]).starts_with("game over: black wins\n"));
        assert!(caption(&observation("9 white 2 2")).text(&[]).starts_with("game over: shared\n"));
    }
}
