//! The tester, tested: each flaw of Dominions planted in an engine is found by the check's own generation, quickly, and
//! shrunk to a game of a few moves from an empty board.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use bustan_core::dominions::Dominions;
use bustan_core::{Explore, Record};
use bustan_harness::check::{self, Outcome, Plan, Progress};
use bustan_harness::generate::Conduct;
use bustan_harness::lockstep::Makers;
use bustan_harness::scrutiny::{Scrutiny, scrutinise};
use bustan_harness::shrink::Effort;
use bustan_reference::dominions::ReferenceEngine;
use bustan_tests::flawed::{Flaw, FlawedEngine};

/// The longest a shrunk game may be.
const MOST_MOVES: usize = 6;

/// The longest that finding and shrinking may take.
const MOST_TIME: Duration = Duration::from_secs(10);

fn hunt(flaw: Flaw, seed: u64) -> Outcome<Dominions> {
    let plan = Plan {
        seed,
        games: None,
        time: Some(MOST_TIME),
        jobs: 1,
        conduct: Conduct { policy: None, start: None, max_plies: 1000 },
        max_findings: 1,
        effort: Effort::default(),
        reports: None,
        command: String::new(),
    };
    check::run(&plan, makers(&|| FlawedEngine::new(flaw)), &Progress::default(), &|_| {})
}

fn makers(subject: &(dyn Fn() -> FlawedEngine + Sync)) -> Makers<'_, FlawedEngine, ReferenceEngine> {
    Makers { subject, oracle: &ReferenceEngine::default }
}

/// Held by the test that runs, so that none shares its core with the others.
static CORE: Mutex<()> = Mutex::new(());

fn is_found_and_shrunk(flaw: Flaw) {
    let _core = CORE.lock();
    for seed in 0..4 {
        let begun = Instant::now();
        let outcome = hunt(flaw, seed);
        let taken = begun.elapsed();
        let [finding] = &outcome.findings[..] else {
            panic!("{flaw}, seed {seed}: {} findings", outcome.findings.len())
        };
        let best = finding.best();
        let shown = format!(
            "{flaw}, seed {seed}: game {}, {:?} to find, {taken:?} with shrinking, {}\n  {}\n  {}",
            finding.game,
            outcome.elapsed,
            finding.length(),
            best.headline,
            best.record
        );
        assert!(Dominions::is_start(&best.record.start), "not a game from the start: {shown}");
        assert!(best.record.moves.len() <= MOST_MOVES, "{shown}");
        assert!(taken < MOST_TIME, "{shown}");
        let record: Record<Dominions> = best.record.to_string().parse().expect("what is written can be read");
        let Scrutiny::Diverged(again) = scrutinise(makers(&|| FlawedEngine::new(flaw)), &record, |_| {}) else {
            panic!("played again it shows nothing: {shown}")
        };
        assert_eq!(again.signature, best.signature, "{shown}");
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
