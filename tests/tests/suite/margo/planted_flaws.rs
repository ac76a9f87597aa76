//! Tests the tester: a check with its standard generation must find each flaw planted in an engine of Margo
//! within 10,000 plies, and shrink it to a short game from an empty board while replaying a limited number of
//! moves. The limits are numbers of plies and moves instead of seconds, so that they do not depend on the
//! load of the machine.

use bustan_harness::compare::lockstep::{Factories, Factory};
use bustan_harness::erased::rules;
use bustan_harness::run::check::Plan;
use bustan_harness::shrink::Budget;
use bustan_reference::margo::ReferenceEngine;
use bustan_tests::flawed_margo::{FlawedMargo, MargoFlaw};
use bustan_tests::is_thorough;
use bustan_tests::planted::{hunt, plan};
use bustan_vocabulary::margo::Margo;

/// The maximum number of plies until a flaw is found.
const MOST_PLIES: u64 = 10_000;

/// The maximum number of moves replayed while shrinking.
const MOST_WORK: u64 = 1_000_000;

fn factories(subject: &dyn Factory) -> Factories<'_> {
    Factories { subject, oracle: &ReferenceEngine::default }
}

/// Searches for a flaw, and expects shrunk games of at most `most` moves.
fn is_found_and_shrunk(flaw: MargoFlaw, most: usize) {
    for seed in 0..if is_thorough() { 2 } else { 1 } {
        let subject = || FlawedMargo::new(flaw);
        let mut plan = plan(rules::<Margo>(), seed);
        if flaw == MargoFlaw::BuriedLifted {
            // The games of this flaw become short enough only with all the short random games that a check
            // plays by default.
            plan.budget.hunt = Budget::default().hunt;
        }
        let hunt = hunt(flaw, &plan, factories(&subject));
        let (best, shown) = (hunt.finding().best(), hunt.shown());
        println!("{shown}");
        assert!(best.record.start.is_start(), "not a game from the start: {shown}");
        assert!(best.record.moves.len() <= most, "{shown}");
        assert!(hunt.outcome.plies < MOST_PLIES, "{shown}");
        assert!(hunt.work() < MOST_WORK, "{shown}");
        hunt.comes_again(factories(&subject));
    }
}

#[test]
fn without_a_flaw_nothing_is_found() {
    for seed in 0..2 {
        let plan = Plan { games: Some(20), ..plan(rules::<Margo>(), seed) };
        let subject = || FlawedMargo::new(MargoFlaw::None);
        let findings = hunt(MargoFlaw::None, &plan, factories(&subject)).outcome.findings;
        assert!(findings.is_empty(), "seed {seed}: {}", findings[0].best().headline);
    }
}

macro_rules! flaws {
    ($($test:ident: $flaw:ident, $most:literal;)*) => {
        $(
            #[test]
            fn $test() {
                is_found_and_shrunk(MargoFlaw::$flaw, $most);
            }
        )*

        #[test]
        fn every_flaw_is_tried() {
            assert_eq!([$(MargoFlaw::$flaw),*], MargoFlaw::ALL);
        }
    };
}

// A limit of more than a dozen moves is necessary because the rules require a long game: a third iteration
// has never been observed before the seventeenth move, and a capture of the ball that a captured pyramid had
// buried never before the sixteenth; a zombie that is pinned indirectly is below a pyramid of fourteen balls.
flaws! {
    an_iteration_that_stops_early_is_found_and_shrunk: FirstEmptyRound, 24;
    a_ko_that_ignores_the_turn_is_found_and_shrunk: TurnlessKo, 12;
    a_simple_ko_is_found_and_shrunk: SimpleKo, 12;
    a_lifted_buried_ball_is_found_and_shrunk: BuriedLifted, 24;
    a_cut_at_the_edge_is_found_and_shrunk: EdgeCut, 12;
    a_cut_by_one_ball_is_found_and_shrunk: OneBallCut, 12;
    zombies_by_direct_support_are_found_and_shrunk: DirectZombies, 24;
    a_suicide_judged_early_is_found_and_shrunk: EarlySuicide, 12;
    a_stale_split_is_found_and_shrunk: StaleSplit, 12;
    freedoms_on_level_one_are_found_and_shrunk: LevelOneFreedoms, 12;
}
