//! What is said about a position under and behind its drawing.

use alloc::format;
use alloc::string::String;

use crate::dominions::{Observation, Piece, Player};

/// `White` or `Black`.
pub(super) const fn name(player: Player) -> &'static str {
    match player {
        Player::White => "White",
        Player::Black => "Black",
    }
}

/// How far the game has come and whose turn it is, e.g. `After 62 moves, White to move`.
pub(super) fn status(seen: &Observation) -> String {
    let moves = if seen.ply == 1 { "1 move".into() } else { format!("{} moves", seen.ply) };
    match (seen.to_move, seen.winner) {
        (Some(player), _) if seen.ply == 0 => format!("{} to begin", name(player)),
        (Some(player), _) => format!("After {moves}, {} to move", name(player)),
        (None, Some(player)) => format!("{} has won after {moves}", name(player)),
        (None, None) => format!("Tied after {moves}"),
    }
}

/// A player's score and what it comes of, e.g. `−14 = 18 on the board − 32 in hand`.
pub(super) fn score(seen: &Observation, player: Player) -> String {
    let controlled = seen.board.values().filter(|piece| piece.controller == player).count();
    let hand = seen.hands.get(player).len();
    format!("{} = {controlled} on the board \u{2212} {hand} in hand", signed(*seen.scores.get(player)))
}

/// A number with a proper minus sign.
fn signed(number: i32) -> String {
    if number < 0 { format!("\u{2212}{}", number.unsigned_abs()) } else { format!("{number}") }
}

/// A tile for people who point at it, e.g. `White's tile 63, captured by Black`.
pub(super) fn piece(piece: &Piece) -> String {
    let Piece { tile, owner, controller } = piece;
    let captured = if owner == controller { String::new() } else { format!(", captured by {}", name(*controller)) };
    format!("{}'s tile {tile}{captured}", name(*owner))
}

/// The whole picture in words.
pub(super) fn description(seen: &Observation) -> String {
    let scores = Player::ALL.map(|player| format!("{} {}", name(player), signed(*seen.scores.get(player))));
    format!(
        "A Dominions board of side {} with {} tiles. {}. Score: {}.",
        seen.size,
        seen.board.len(),
        status(seen),
        scores.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dominions::sample::observation;

    #[test]
    fn the_status_tells_how_far_the_game_is() {
        for (position, text) in [
            ("9 white", "White to begin"),
            ("9 black 0 1 W1c1", "After 1 move, Black to move"),
            ("9 white 1 2 W1c1", "After 2 moves, White to move"),
            ("9 white 2 2", "Tied after 2 moves"),
        ] {
            assert_eq!(status(&observation(position)), text);
        }
        let won = Observation { winner: Some(Player::Black), ..observation("9 white 2 3 B1c1") };
        assert_eq!(status(&won), "Black has won after 3 moves");
    }

    #[test]
    fn scores_add_up_in_words() {
        let seen = observation("9 white 0 2 W1c1 B2c2*");
        assert_eq!(score(&seen, Player::White), "\u{2212}60 = 2 on the board \u{2212} 62 in hand");
        assert!(description(&seen).ends_with("Score: White \u{2212}60, Black \u{2212}62."));
    }
}
