//! Undoes moves back to a player's last decision.

use bustan_vocabulary::{Engine, Game};

/// Undoes moves until `player` is to move at the position before the player's last move, so that the player
/// can choose again. The later moves of other players are undone with it. If there is no such move, returns
/// to the initial position.
///
/// Returns the number of moves undone, or `None` if the engine cannot undo.
///
/// ```
/// use bustan_vocabulary::Engine;
/// use bustan_core::tribolo::FastEngine;
/// use bustan_vocabulary::tribolo::Player;
/// use bustan_harness::run::decision::take_back_to;
///
/// let mut engine = FastEngine::default();
/// engine.setup(&"8x1 .RRB#GR. blue".parse()?)?;
/// engine.play(Player::Blue, &"a1".parse()?).expect("a jump over red cells");
/// engine.play(Player::Green, &"h1".parse()?).expect("red is skipped");
/// assert_eq!(take_back_to(&mut engine, Player::Blue), Some(2));
/// assert_eq!(engine.turn(), Some(Player::Blue));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn take_back_to<E: Engine>(engine: &mut E, player: <E::Game as Game>::Player) -> Option<u32> {
    let mut taken_back = 0;
    while engine.undo()? {
        taken_back += 1;
        if engine.turn() == Some(player) {
            break;
        }
    }
    Some(taken_back)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bustan_core::tribolo::FastEngine;
    use bustan_reference::tribolo::ReferenceEngine;
    use bustan_vocabulary::tribolo::{Player, Position};

    /// Returns the index of the last decision, found by searching the whole game.
    fn expected(turns: &[Player], player: Player) -> usize {
        turns.iter().rposition(|&turn| turn == player).unwrap_or(0)
    }

    fn in_a_game<E: Engine<Game = bustan_vocabulary::tribolo::Tribolo> + Default + Clone>(start: &Position) {
        let mut engine = E::default();
        engine.setup(start).expect("every position will do");
        let mut turns = Vec::new();
        let mut positions = vec![engine.position()];
        while let Some(player) = engine.turn() {
            for asked in Player::ALL {
                let mut twin = engine.clone();
                let back_at = expected(&turns, asked);
                assert_eq!(
                    take_back_to(&mut twin, asked),
                    Some((turns.len() - back_at) as u32),
                    "{asked} in {start}"
                );
                assert_eq!(twin.position(), positions[back_at], "{asked} in {start}");
            }
            let moves = engine.legal_moves().unwrap_or_default();
            assert_eq!(engine.play(player, &moves[turns.len() % moves.len()]), Ok(()));
            turns.push(player);
            positions.push(engine.position());
        }
    }

    #[test]
    fn it_goes_back_to_the_last_decision_or_to_the_initial_position() {
        for start in ["8x1 .RRB#GR. blue", "7x1 .RB#BR. red", "4x4 B..GR.RB.BG.G.R. green", "1x1 . blue"] {
            let start = start.parse().expect("a position");
            in_a_game::<FastEngine>(&start);
            in_a_game::<ReferenceEngine>(&start);
        }
    }
}
