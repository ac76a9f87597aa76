//! Tests the tester: a check with its standard generation must find each flaw planted in an engine of Tribolo
//! within few plies, and shrink it to a game of at most one move on a small board while replaying a limited
//! number of moves. The limits are numbers of plies and moves instead of seconds, so that they do not depend
//! on the load of the machine.

use bustan_harness::compare::lockstep::{Factories, Factory};
use bustan_harness::erased::{own_position, rules};
use bustan_harness::run::check::Plan;
use bustan_reference::tribolo::ReferenceEngine;
use bustan_tests::flawed_tribolo::{FlawedTribolo, TriboloFlaw};
use bustan_tests::planted::{hunt, plan};
use bustan_vocabulary::tribolo::Tribolo;

/// The maximum length of a shrunk game.
const MOST_MOVES: usize = 1;

/// The maximum number of cells of the board of a shrunk game. One flaw needs 17 cells in a line, and a line
/// for the player to move.
fn most_cells(flaw: TriboloFlaw) -> usize {
    if flaw == TriboloFlaw::LongRuns { 51 } else { 9 }
}

/// The maximum number of plies until a flaw is found.
const MOST_PLIES: u64 = 2_000;

/// The maximum number of moves replayed while shrinking.
const MOST_WORK: u64 = 100_000;

fn factories(subject: &dyn Factory) -> Factories<'_> {
    Factories { subject, oracle: &ReferenceEngine::default }
}

fn is_found_and_shrunk(flaw: TriboloFlaw) {
    for seed in 0..4 {
        let subject = || FlawedTribolo::new(flaw);
        let hunt = hunt(flaw, &plan(rules::<Tribolo>(), seed), factories(&subject));
        let (best, shown) = (hunt.finding().best(), hunt.shown());
        println!("{shown}");
        assert!(best.record.start.is_start(), "not a game from the start: {shown}");
        assert!(best.record.moves.len() <= MOST_MOVES, "{shown}");
        assert!(own_position::<Tribolo>(&best.record.start).size().count() <= most_cells(flaw), "{shown}");
        assert!(hunt.outcome.plies < MOST_PLIES, "{shown}");
        assert!(hunt.work() < MOST_WORK, "{shown}");
        hunt.comes_again(factories(&subject));
    }
}

#[test]
fn without_a_flaw_nothing_is_found() {
    for seed in 0..4 {
        let plan = Plan { games: Some(60), ..plan(rules::<Tribolo>(), seed) };
        let subject = || FlawedTribolo::new(TriboloFlaw::None);
        let findings = hunt(TriboloFlaw::None, &plan, factories(&subject)).outcome.findings;
        assert!(findings.is_empty(), "seed {seed}: {}", findings[0].best().headline);
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

        #[test]
        fn every_flaw_is_tried() {
            assert_eq!([$(TriboloFlaw::$flaw),*], TriboloFlaw::ALL);
        }
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
    long_lines_left_out_are_found_and_shrunk: LongRuns;
}
