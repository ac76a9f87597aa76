//! The rules do not distinguish directions or players: a game that is rotated, reflected, or played with the
//! players exchanged is equivalent. Each engine is compared with itself.

use bustan_core::dominions::FastEngine;
use bustan_reference::dominions::ReferenceEngine;
use bustan_tests::dominions::pair::{seen, sorted_legal};
use bustan_tests::dominions::strategies::{game, recoloured, scattered, short_game, side};
use bustan_tests::dominions::symmetry::Symmetry;
use bustan_tests::laws::config;
use bustan_tests::regressions;
use bustan_vocabulary::dominions::{Dominions, Observation, Position};
use bustan_vocabulary::{Engine, Record};
use proptest::prelude::*;

/// Plays a game and its image on two instances of an engine, and compares them after every move.
fn same_from_elsewhere<E>(record: &Record<Dominions>, symmetry: Symmetry) -> Result<(), TestCaseError>
where
    E: Engine<Game = Dominions, Observation = Observation> + Default,
{
    let (mut engine, mut image) = (E::default(), E::default());
    prop_assert_eq!(engine.setup(&record.start), Ok(()));
    prop_assert_eq!(image.setup(&symmetry.position(&record.start)), Ok(()));
    compare(&engine, &image, symmetry)?;
    for (player, mv) in &record.moves {
        prop_assert_eq!(engine.play(*player, mv), Ok(()));
        prop_assert_eq!(
            image.play(symmetry.player(*player), &symmetry.mv(*mv)),
            Ok(()),
            "{} {:?}",
            mv,
            symmetry
        );
        compare(&engine, &image, symmetry)?;
    }
    Ok(())
}

fn compare<E>(engine: &E, image: &E, symmetry: Symmetry) -> Result<(), TestCaseError>
where
    E: Engine<Game = Dominions, Observation = Observation>,
{
    let name = engine.name();
    prop_assert_eq!(symmetry.observation(&seen(engine)), seen(image), "{} {:?}", name, symmetry);
    prop_assert_eq!(symmetry.moves(&sorted_legal(engine)), sorted_legal(image), "{} {:?}", name, symmetry);
    Ok(())
}

/// Checks that an engine accepts a position if and only if it accepts its image, and that the legal moves
/// correspond.
fn set_up_from_elsewhere<E>(position: &Position, symmetry: Symmetry) -> Result<(), TestCaseError>
where
    E: Engine<Game = Dominions, Observation = Observation> + Default,
{
    let (mut engine, mut image) = (E::default(), E::default());
    let accepted = engine.setup(position).is_ok();
    prop_assert_eq!(
        image.setup(&symmetry.position(position)).is_ok(),
        accepted,
        "{} {:?}",
        engine.name(),
        symmetry
    );
    if accepted { compare(&engine, &image, symmetry) } else { Ok(()) }
}

proptest! {
    #![proptest_config(config(128, regressions!("dominions_symmetry")))]

    #[test]
    fn the_optimised_engine_has_no_preferred_direction_or_player(record in game()) {
        for symmetry in Symmetry::all(record.start.side()) {
            same_from_elsewhere::<FastEngine>(&record, symmetry)?;
        }
    }

    #[test]
    fn the_reference_engine_has_no_preferred_direction_or_player(
        record in prop_oneof![short_game(2, 12), short_game(3, 20), short_game(4, 20)],
        choice in any::<prop::sample::Index>(),
    ) {
        let symmetry = choice.index(24);
        for symmetry in Symmetry::all(record.start.side()).skip(symmetry).take(1) {
            same_from_elsewhere::<ReferenceEngine>(&record, symmetry)?;
        }
    }

    #[test]
    fn positions_are_accepted_wherever_they_are_seen_from(
        position in prop_oneof![recoloured(), scattered(side(), 4)],
        choice in any::<prop::sample::Index>(),
    ) {
        for symmetry in Symmetry::all(position.side()).skip(choice.index(22)).take(3) {
            set_up_from_elsewhere::<FastEngine>(&position, symmetry)?;
            set_up_from_elsewhere::<ReferenceEngine>(&position, symmetry)?;
        }
    }
}
