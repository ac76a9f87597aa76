//! Steers random games of an unknown game towards a given state.
//!
//! The best game often contains detours, and so do the games made from its moves. What matters is the state
//! before its last move. The moves that lead to that state are unknown, but engines reveal what each move
//! changed when it was last played. Moves that brought the state nearer to the goal are therefore made more
//! likely, and moves that took it further away less likely.

use std::collections::{BTreeMap, HashMap};

use serde_json::Value;

use crate::erased::{Move, Player};
use crate::shrink::traces::flat;

/// The individual values of a state, by location.
type Places = BTreeMap<String, String>;

/// The weights of a move that brings the state nearer to the goal, of a move with unknown or no effect, and
/// of a move that takes the state further away.
const NEARER: u32 = 16;
const UNKNOWN: u32 = 4;
const FURTHER: u32 = 1;

/// The minimum distance of values that differ; the difference of single characters is added to it.
const DIFFER: u64 = 8;

/// The changes that moves made, and the state that games head for.
#[derive(Default)]
pub(crate) struct Heading {
    /// A hash of the game to which the goal belongs; `None` without a goal.
    game: Option<u64>,
    goal: Places,
    effects: HashMap<(Player, Move), Places>,
}

impl Heading {
    /// Whether there is a goal state.
    pub(crate) fn has_goal(&self) -> bool {
        self.game.is_some()
    }

    /// Whether the goal state belongs to the game with the hash `game`.
    pub(crate) fn is_of(&self, game: u64) -> bool {
        self.game == Some(game)
    }

    /// Sets the goal to the state `shown`, which belongs to the game with the hash `game`.
    pub(crate) fn head_for(&mut self, game: u64, shown: &Value) {
        self.game = Some(game);
        self.goal = flat(shown);
    }

    /// Records what a move changed. Values that are no longer reported do not count as changed.
    pub(crate) fn learn(&mut self, player: Player, mv: &Move, before: &Value, after: &Value) {
        let before = flat(before);
        let mut changed = flat(after);
        changed.retain(|place, value| before.get(place) != Some(value));
        self.effects.insert((player, mv.clone()), changed);
    }

    /// Multiplies the weight of each legal move by a factor that is higher for moves that bring the state
    /// nearer to the goal.
    pub(crate) fn weigh(&self, player: Player, legal: &[Move], shown: &Value, weights: &mut [u32]) {
        let here = flat(shown);
        for (mv, weight) in legal.iter().zip(weights) {
            *weight = weight.saturating_mul(self.weight(player, mv, &here));
        }
    }

    fn weight(&self, player: Player, mv: &Move, here: &Places) -> u32 {
        let Some(changed) = self.effects.get(&(player, mv.clone())) else { return UNKNOWN };
        let (mut before, mut after) = (0, 0);
        for (place, value) in changed {
            let Some(goal) = self.goal.get(place) else { continue };
            before += here.get(place).map_or(2 * DIFFER, |here| apart(here, goal));
            after += apart(value, goal);
        }
        match after.cmp(&before) {
            std::cmp::Ordering::Less => NEARER,
            std::cmp::Ordering::Equal => UNKNOWN,
            std::cmp::Ordering::Greater => FURTHER,
        }
    }
}

/// Returns the distance between two values.
fn apart(one: &str, other: &str) -> u64 {
    match (one.as_bytes(), other.as_bytes()) {
        _ if one == other => 0,
        ([one], [other]) => DIFFER + u64::from(one.abs_diff(*other)).min(DIFFER),
        _ => 2 * DIFFER,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::erased::unknown;

    #[test]
    fn moves_that_bring_a_state_nearer_are_likelier() {
        let (player, mv) = (unknown().players()[0], |text: &str| unknown().mv(text).unwrap());
        let mut heading = Heading::default();
        heading.head_for(1, &json!({ "white": "h4", "black": "b5", "taken": 1 }));
        for (text, to) in [("d2", "d2"), ("f2", "f2"), ("e1", "e1")] {
            heading.learn(player, &mv(text), &json!({ "white": "a9" }), &json!({ "white": to }));
        }
        let weighed = |shown: Value| {
            let mut weights = [1; 4];
            heading.weigh(player, &["d2", "f2", "e1", "e2"].map(mv), &shown, &mut weights);
            weights
        };
        // A move that changes nothing is as likely as a move with an unknown effect.
        let begun = json!({ "white": "e1", "black": "e8", "taken": 0 });
        assert_eq!(weighed(begun), [UNKNOWN, NEARER, UNKNOWN, UNKNOWN]);
        let on_the_way = json!({ "white": "e2", "black": "e8", "taken": 0 });
        assert_eq!(weighed(on_the_way), [FURTHER, NEARER, FURTHER, UNKNOWN]);
    }
}
