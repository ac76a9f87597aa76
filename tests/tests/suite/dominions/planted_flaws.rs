//! Tests the tester: a check with its standard generation must find each flaw planted in an engine of
//! Dominions within few plies, and shrink it to a game of a few moves from an empty board while replaying a
//! limited number of moves. The limits are numbers of plies and moves instead of seconds, so that they do not
//! depend on the load of the machine.

use bustan_harness::compare::lockstep::{Factories, Factory};
use bustan_harness::erased::rules;
use bustan_harness::run::check::Plan;
use bustan_reference::dominions::ReferenceEngine;
use bustan_tests::flawed_dominions::{DominionsFlaw, FlawedDominions};
use bustan_tests::planted::{hunt, plan};
use bustan_vocabulary::dominions::Dominions;

/// The maximum length of a shrunk game.
const MOST_MOVES: usize = 6;

/// The maximum number of plies until a flaw is found.
const MOST_PLIES: u64 = 2_000;

/// The maximum number of moves replayed while shrinking.
const MOST_WORK: u64 = 100_000;

fn factories(subject: &dyn Factory) -> Factories<'_> {
    Factories { subject, oracle: &ReferenceEngine::default }
}

fn is_found_and_shrunk(flaw: DominionsFlaw) {
    for seed in 0..4 {
        let subject = || FlawedDominions::new(flaw);
        let hunt = hunt(flaw, &plan(rules::<Dominions>(), seed), factories(&subject));
        let (best, shown) = (hunt.finding().best(), hunt.shown());
        println!("{shown}");
        assert!(best.record.start.is_start(), "not a game from the start: {shown}");
        assert!(best.record.moves.len() <= MOST_MOVES, "{shown}");
        assert!(hunt.outcome.plies < MOST_PLIES, "{shown}");
        assert!(hunt.work() < MOST_WORK, "{shown}");
        hunt.comes_again(factories(&subject));
    }
}

#[test]
fn without_a_flaw_nothing_is_found() {
    for seed in 0..2 {
        let plan = Plan { games: Some(20), ..plan(rules::<Dominions>(), seed) };
        let subject = || FlawedDominions::new(DominionsFlaw::None);
        let findings = hunt(DominionsFlaw::None, &plan, factories(&subject)).outcome.findings;
        assert!(findings.is_empty(), "seed {seed}: {}", findings[0].best().headline);
    }
}

macro_rules! flaws {
    ($($test:ident: $flaw:ident;)*) => {
        $(
            #[test]
            fn $test() {
                is_found_and_shrunk(DominionsFlaw::$flaw);
            }
        )*

        #[test]
        fn every_flaw_is_tried() {
            assert_eq!([$(DominionsFlaw::$flaw),*], DominionsFlaw::ALL);
        }
    };
}

flaws! {
    shared_keys_are_found_and_shrunk: SharedKeys;
    a_removed_captor_is_found_and_shrunk: CaptorRemoved;
    a_first_pass_that_ends_the_game_is_found_and_shrunk: FirstPassEnds;
    guessed_oscillation_is_found_and_shrunk: GuessedOscillation;
    a_spared_captor_is_found_and_shrunk: CaptorSpared;
    a_stale_flag_is_found_and_shrunk: StaleWholeFlag;
}
