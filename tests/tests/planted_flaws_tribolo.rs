//! The tester, tested: each flaw of Tribolo planted in an engine is found by the check's own generation, quickly, and
//! shrunk to a game of a move or none on a small board.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use bustan_core::tribolo::Tribolo;
use bustan_core::{Explore, Record};
use bustan_harness::check::{self, Outcome, Plan, Progress};
use bustan_harness::generate::Conduct;
use bustan_harness::lockstep::Makers;
use bustan_harness::scrutiny::{Scrutiny, scrutinise};
use bustan_harness::shrink::Effort;
use bustan_reference::tribolo::ReferenceEngine;
use bustan_tests::flawed_tribolo::{FlawedTribolo, TriboloFlaw};

/// The longest a shrunk game may be.
const MOST_MOVES: usize = 1;

/// The most cells that the board of a shrunk game may have.
const MOST_CELLS: usize = 9;

/// The longest that finding a flaw may take.
const MOST_TIME: Duration = Duration::from_secs(5);

/// The longest that finding it and shrinking may take.
const MOST_TIME_IN_ALL: Duration = Duration::from_secs(10);

fn hunt(flaw: TriboloFlaw, seed: u64) -> Outcome<Tribolo> {
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
    check::run(&plan, makers(&|| FlawedTribolo::new(flaw)), &Progress::default(), &|_| {})
}

fn makers(subject: &(dyn Fn() -> FlawedTribolo + Sync)) -> Makers<'_, FlawedTribolo, ReferenceEngine> {
    Makers { subject, oracle: &ReferenceEngine::default }
}

/// Held by the test that runs, so that none shares its core with the others.
static CORE: Mutex<()> = Mutex::new(());

fn is_found_and_shrunk(flaw: TriboloFlaw) {
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
        assert!(Tribolo::is_start(&best.record.start), "not a game from the start: {shown}");
        assert!(best.record.moves.len() <= MOST_MOVES, "{shown}");
        assert!(best.record.start.size().count() <= MOST_CELLS, "{shown}");
        assert!(outcome.elapsed < MOST_TIME && taken < MOST_TIME_IN_ALL, "{shown}");
        let record: Record<Tribolo> = best.record.to_string().parse().expect("what is written can be read");
        let Scrutiny::Diverged(again) = scrutinise(makers(&|| FlawedTribolo::new(flaw)), &record, |_| {}) else {
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
                is_found_and_shrunk(TriboloFlaw::$flaw);
            }
        )*
    };
}

flaws! {
    a_line_of_two_colours_is_found_and_shrunk: TwoColours;
    a_closing_wall_is_found_and_shrunk: WallCloses;
    a_closing_edge_is_found_and_shrunk: EdgeCloses;
    a_single_jump_is_found_and_shrunk: OneJump;
    a_single_skip_is_found_and_shrunk: OneSkip;
    declining_is_found_and_shrunk: Declining;
    a_single_loser_is_found_and_shrunk: OneLoser;
    a_missing_direction_is_found_and_shrunk: SevenDirections;
    a_forgotten_mover_is_found_and_shrunk: MoverForgotten;
}
