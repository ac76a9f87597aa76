//! Contradictions between the parts of an observation.

use alloc::format;
use alloc::string::String;

use bustan_vocabulary::tribolo::{Cell, Content, Observation, Player};

/// Describes a contradiction between parts of an observation, if any; see
/// [`Explore::inconsistency`](crate::Explore::inconsistency).
pub(super) fn inconsistency(seen: &Observation) -> Option<String> {
    for player in Player::ALL {
        let owned = seen.board.values().filter(|&&content| content == Content::Owned(player)).count();
        let score = seen.scores.get(&player).copied().unwrap_or_default();
        if owned != score as usize {
            return Some(format!("{player} owns {owned} cells and has the score {score}"));
        }
    }
    let destinations = seen.to_move.and_then(|player| seen.moves.get(&player)).cloned().unwrap_or_default();
    if !seen.jumps.keys().eq(&destinations) {
        return Some("the jumps of the player to move do not match the legal moves".into());
    }
    let owner = |cell: &Cell| seen.board.get(cell).and_then(|content| content.owner());
    let wrong = seen.jumps.iter().find(|(cell, over)| {
        let jumped = |over: &Cell| owner(over).is_some_and(|owner| Some(owner) != seen.to_move);
        seen.board.contains_key(cell) || over.is_empty() || !over.iter().all(jumped)
    });
    if let Some((cell, _)) = wrong {
        return Some(format!("the jumps from {cell} do not lead from an empty cell over opponents"));
    }
    if seen.over && seen.moves.values().any(|moves| !moves.is_empty()) {
        return Some("the game is over, but a player has a move".into());
    }
    None
}

/// The first player with a legal move, in cyclic order from `player`.
pub(super) fn first_with_a_move(seen: &Observation, player: Player) -> Option<Player> {
    player.cycle().into_iter().find(|player| seen.moves.get(player).is_some_and(|moves| !moves.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use bustan_core::tribolo::FastEngine;
    use bustan_vocabulary::Engine;

    fn seen() -> Observation {
        let mut engine = FastEngine::default();
        engine.setup(&"8x1 .RRB#GR. red".parse().unwrap()).unwrap();
        engine.observe().unwrap()
    }

    #[test]
    fn observations_of_engines_are_consistent() {
        assert_eq!(inconsistency(&seen()), None);
        assert_eq!(first_with_a_move(&seen(), Player::Red), Some(Player::Green));
    }

    #[test]
    fn contradictions_are_named() {
        let change = |change: fn(&mut Observation)| {
            let mut seen = seen();
            change(&mut seen);
            inconsistency(&seen).unwrap_or_default()
        };
        assert_eq!(
            change(|seen| *seen.scores.get_mut(&Player::Red).unwrap() = 2),
            "red owns 3 cells and has the score 2"
        );
        assert!(change(|seen| seen.jumps.clear()).contains("do not match"));
        assert!(change(|seen| *seen.jumps.values_mut().next().unwrap() = Vec::new()).contains("from h1"));
        assert!(
            change(|seen| seen.jumps.values_mut().next().unwrap().push("f1".parse().unwrap()))
                .contains("from h1")
        );
        assert!(change(|seen| (seen.over, seen.to_move) = (true, None)).contains("do not match"));
        assert!(
            change(|seen| {
                (seen.over, seen.to_move) = (true, None);
                seen.jumps.clear();
            })
            .contains("a player has a move")
        );
    }
}
