//! The tester, tested: each flaw of Dominions planted in an engine is found by the check's own generation, quickly, and
//! shrunk to a game of a few moves from an empty board.

use std::sync::Mutex;
use std::time::Duration;

use bustan_core::Explore;
use bustan_core::dominions::Dominions;
use bustan_harness::lockstep::Makers;
use bustan_reference::dominions::ReferenceEngine;
use bustan_tests::flawed::{Flaw, FlawedEngine};
use bustan_tests::planted::{hunt, plan};

/// The longest a shrunk game may be.
const MOST_MOVES: usize = 6;

/// The longest that finding and shrinking may take.
const MOST_TIME: Duration = Duration::from_secs(10);

fn makers(subject: &(dyn Fn() -> FlawedEngine + Sync)) -> Makers<'_, FlawedEngine, ReferenceEngine> {
    Makers { subject, oracle: &ReferenceEngine::default }
}

/// Held by the test that runs, so that none shares its core with the others.
static CORE: Mutex<()> = Mutex::new(());

fn is_found_and_shrunk(flaw: Flaw) {
    let _core = CORE.lock();
    for seed in 0..4 {
        let subject = || FlawedEngine::new(flaw);
        let hunt = hunt(flaw, &plan(seed, MOST_TIME), makers(&subject));
        let (best, shown) = (hunt.finding().best(), hunt.shown());
        assert!(Dominions::is_start(&best.record.start), "not a game from the start: {shown}");
        assert!(best.record.moves.len() <= MOST_MOVES, "{shown}");
        assert!(hunt.taken < MOST_TIME, "{shown}");
        hunt.comes_again(makers(&subject));
    }
}

macro_rules! flaws {
    ($($test:ident: $flaw:ident;)*) => {
        $(
            #[test]
            fn $test() {
                is_found_and_shrunk(Flaw::$flaw);
            }
        )*

        #[test]
        fn every_flaw_is_tried() {
            assert_eq!([$(Flaw::$flaw),*], Flaw::ALL);
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
