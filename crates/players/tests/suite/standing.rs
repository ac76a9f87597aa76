//! Tests that the standings of engines agree with their observations.

use bustan_harness::base::Dice;
use bustan_vocabulary::Engine;
use serde_json::Value;

use crate::common::{EachGame, Fast, each_game, random_game};

struct Compare;

impl EachGame for Compare {
    fn each<G: Fast>(&mut self) {
        let mut dice = Dice::new(5);
        for number in 0..60 {
            let start = G::start(&mut |n| dice.below(n));
            let plies = if number % 3 == 0 { dice.below(40) as usize } else { 400 };
            let (game, engine) = random_game::<G>(&start, plies, &mut dice);
            let (standing, seen) = (engine.standing().unwrap(), engine.observe().unwrap());
            let seen: Value = serde_json::to_value(&seen).unwrap();
            let name = |player: usize| Value::from(G::PLAYERS[player].to_string());
            if engine.turn().is_none() {
                let winner = standing.winner().map_or(Value::Null, name);
                assert_eq!(winner, seen["winner"], "{game}");
            }
            let Some(scores) = seen["scores"].as_object() else { continue };
            assert_eq!(scores.len(), standing.players(), "{game}");
            if standing.is_by_points() {
                for player in 0..standing.players() {
                    let score = &scores[&G::PLAYERS[player].to_string()];
                    assert_eq!(*score, Value::from(standing.points(player)), "{game}");
                }
            }
        }
    }
}

#[test]
fn every_engine_tells_the_standing_that_it_observes() {
    each_game(&mut Compare);
}
