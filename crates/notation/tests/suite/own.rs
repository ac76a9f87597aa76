//! Tests that the texts which Bustan writes about a game can be parsed, whatever other formats they resemble.

use bustan_games::all;
use bustan_harness::erased::Record;
use bustan_notation::{Asked, Unread, begun, games, listed, listed_of_some_game, position};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(32) })]

    #[test]
    fn positions_and_records_of_each_game_are_read(
        seed in any::<u64>(),
        choices in prop::collection::vec(any::<prop::sample::Index>(), 0..20),
    ) {
        for game in all() {
            let rules = game.rules;
            let mut state = seed;
            let mut draw = |bound: u32| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (state >> 33) as u32 % bound
            };
            let mut record = Record::new(rules.start(&mut draw));
            let mut engine = game.reference.engine();
            engine.setup(&record.start).expect("it is a start");
            for choice in &choices {
                let (Some(player), Some(moves)) = (engine.turn(), engine.legal_moves()) else { break };
                if moves.is_empty() {
                    break;
                }
                let mv = choice.get(&moves).clone();
                engine.play(player, &mv).expect("it is legal");
                record.moves.push((player, mv));
            }
            let end = engine.position().expect("the reference reports positions");
            let text = end.to_string();
            prop_assert_eq!(position(rules, &text).map(|read| read.to_string()), Ok(text.clone()));
            prop_assert_eq!(begun(rules, &text).map(|read| read.start.to_string()), Ok(text.clone()));
            let lines = format!("{text}\n{text}\n");
            let read = listed(rules, &lines).map(|all| all.iter().map(|one| one.position.to_string()).collect::<Vec<_>>());
            prop_assert_eq!(read, Ok(vec![text.clone(), text]));
            let written = record.to_string();
            let asked = Asked { game: Some(rules.name()), number: None, programs: false };
            let read = games(&written, &asked).expect("it is a record");
            prop_assert_eq!(read.len(), 1, "{}", written);
            prop_assert_eq!(read[0].record.to_string(), written.clone());
            // The name of the game may be omitted, unless the record also fits another game.
            match games(&written, &Asked { game: None, ..asked }) {
                Ok(read) => prop_assert_eq!(read[0].record.to_string(), written.clone()),
                Err(Unread::Text(error)) => {
                    prop_assert!(error.problem.starts_with("this fits "), "{}: {}", written, error)
                }
                Err(Unread::Number(number)) => prop_assert!(false, "nobody asked for {number}"),
            }
            if written.trim().is_empty() {
                continue;
            }
            // The start is the position in the record; a player who cannot move in it is skipped in the game.
            let shown = if record.moves.is_empty() { record.start.to_string() } else { end.to_string() };
            let read = listed(rules, &format!("# a finding\n\n{written}\n")).map_err(|error| error.to_string());
            prop_assert_eq!(read.map(|all| all[0].position.to_string()), Ok(shown), "{}", written);
        }
    }
}

/// A finding may end with an illegal move, and the position in its record may be a FEN.
#[test]
fn a_record_that_cannot_be_played_is_refused_with_its_reason() {
    let record = "# a finding\n\nStart[8/8/8/7K/k1p3R1/8/1P6/8 w - - 0 1];W[b2b4];B[c4b3]\n";
    let asked = Asked { game: None, number: None, programs: false };
    assert_eq!(games(record, &asked).unwrap()[0].record.moves.len(), 2);
    let refused = listed_of_some_game(record).unwrap_err();
    assert_eq!((refused.line, refused.column), (3, 50));
    assert!(refused.problem.ends_with("en passant would expose the king"), "{refused}");
}
