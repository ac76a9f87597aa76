//! Finds a game that leads from the start to a given position.
//!
//! A divergence found late in a long game soon shrinks to a few moves from a set-up position, because
//! irrelevant pieces can be removed one by one. The moves of a game can seldom be removed, because each
//! depends on earlier ones. The result should still be a game from the start, so this module searches for a
//! path to that position: backwards, one move at a time, trying the moves that the game's
//! [`Explore::before`](bustan_guide::Explore::before) proposes and keeping those that an engine accepts.

use std::collections::HashSet;

use crate::base::Dice;
use crate::compare::panics::answer;
use crate::compare::participant::Participant;
use crate::erased::{Move, Position};

/// A starting position and the moves played from it.
pub(crate) type Way = (Position, Vec<Move>);

/// Returns a path to `goal` that `engine` accepts, if one is found within `budget` attempts to step back one
/// move. Adds the number of attempts to `cost`.
pub(crate) fn backward(
    engine: &mut dyn Participant,
    goal: &Position,
    dice: &mut Dice,
    budget: u64,
    cost: &mut u64,
) -> Option<Way> {
    let mut search = Search { engine, dice, dead: HashSet::new(), left: budget, moves: Vec::new() };
    let start = search.back(goal);
    *cost += budget - search.left;
    search.moves.reverse();
    Some((start?, search.moves))
}

struct Search<'s> {
    engine: &'s mut dyn Participant,
    dice: &'s mut Dice,
    /// The visited positions, as text. No path to the start was found from them, or the search is still below
    /// them.
    dead: HashSet<String>,
    /// The number of remaining attempts.
    left: u64,
    /// The moves to the goal, last move first.
    moves: Vec<Move>,
}

impl Search<'_> {
    fn back(&mut self, goal: &Position) -> Option<Position> {
        if goal.is_start() {
            return Some(goal.clone());
        }
        if !self.dead.insert(goal.to_string()) {
            return None;
        }
        let mut ways = goal.before();
        while !ways.is_empty() && self.left > 0 {
            // Mostly tries the likeliest move first, sometimes a random one, because no single order works
            // everywhere.
            let place = if self.dice.one_in(4) { self.dice.below(ways.len() as u32) as usize } else { 0 };
            let (before, mv) = ways.remove(place);
            self.left -= 1;
            if !self.leads(&before, &mv, goal) {
                continue;
            }
            self.moves.push(mv);
            if let Some(start) = self.back(&before) {
                return Some(start);
            }
            self.moves.pop();
        }
        None
    }

    /// Whether `mv` leads from `before` to `goal` on the engine.
    fn leads(&mut self, before: &Position, mv: &Move, goal: &Position) -> bool {
        let Some(player) = before.first_to_move() else { return false };
        let engine = &mut *self.engine;
        let led = answer(|| {
            engine.setup(before).ok()?;
            engine.play(player, mv).ok()?;
            engine.position()
        });
        if led.is_err() {
            // After a panic, the engine's answers are meaningless.
            self.left = 0;
        }
        led.is_ok_and(|led| led.as_ref() == Some(goal))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::engine_participant::EngineParticipant;
    use crate::erased::rules;
    use bustan_reference::margo::ReferenceEngine;
    use bustan_vocabulary::margo::Margo;

    fn position(text: &str) -> Position {
        rules::<Margo>().position(text).unwrap()
    }

    fn way(goal: &str) -> Option<Way> {
        let (mut engine, mut dice) = (EngineParticipant::new(ReferenceEngine::default()), Dice::new(1));
        backward(&mut engine, &position(goal), &mut dice, 1_000, &mut 0)
    }

    #[test]
    fn the_way_found_leads_to_the_goal() {
        let goal = "4 white 10 WA1:0 BC1:0 WA3:0 BC3:0 WE1:0 BE3:0 WB2:1 BD2:1 WG7:0 BG1:0";
        let (start, moves) = way(goal).unwrap();
        assert!(start.is_start());
        let mut engine = EngineParticipant::new(ReferenceEngine::default());
        engine.setup(&start).unwrap();
        for mv in &moves {
            engine.play(engine.turn().unwrap(), mv).unwrap();
        }
        assert_eq!(engine.position().unwrap().to_string(), position(goal).to_string());
    }

    #[test]
    fn a_way_may_lead_by_captures() {
        let (_, moves) = way("3 white 4 WE5:0 BC1:0 BA3:0").unwrap();
        assert_eq!(moves.len(), 4);
    }

    #[test]
    fn attempts_are_counted_and_no_more_are_made_than_allowed() {
        let goal = position("3 white 4 WE5:0 BC1:0 BA3:0");
        let tried = |budget| {
            let (mut engine, mut dice, mut cost) =
                (EngineParticipant::new(ReferenceEngine::default()), Dice::new(1), 5);
            let found = backward(&mut engine, &goal, &mut dice, budget, &mut cost).is_some();
            (found, cost)
        };
        let (found, cost) = tried(1_000);
        assert!(found && (9..1_005).contains(&cost), "{cost}");
        assert_eq!(tried(cost - 5), (true, cost));
        assert_eq!(tried(cost - 6), (false, cost - 1));
        assert_eq!(tried(0), (false, 5));
    }

    #[test]
    fn where_no_way_leads_none_is_found() {
        // There are more moves than balls, but four moves are too few for a ball to have been lifted.
        assert!(way("4 white 4 WA1:0 BG7:0").is_none());
    }
}
