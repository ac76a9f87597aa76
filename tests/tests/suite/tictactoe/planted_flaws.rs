//! Tests the tester: a check with its standard generation must find each of twelve flaws planted in
//! Tic-Tac-Toe by comparison with the reference engine. The invariants alone find most of them, with the
//! flawed engine on both sides. An exhaustive run over all positions finds the same flaws.

use std::thread;

use bustan_harness::compare::lockstep::Factories;
use bustan_harness::erased::rules;
use bustan_harness::report::finding::ReplayCommand;
use bustan_harness::run::check::{self, Outcome, Plan, Progress};
use bustan_harness::run::exhaust;
use bustan_harness::shrink::Budget;
use bustan_tests::flawed_tictactoe::{Adapted, FlawedTicTacToe, Planted, TicTacToeFlaw};
use bustan_tests::planted::plan;
use bustan_vocabulary::Engine;
use bustan_vocabulary::tictactoe::Observation;

/// The maximum number of games until a flaw is found.
const GAMES: u64 = 400;

fn hunt<B>(seed: u64) -> Outcome
where
    B: Engine<Game = Planted, Observation = Observation> + Default,
{
    let budget = Budget { deepen: 2000, hunt: 2000, ..Budget::default() };
    let plan = Plan { games: Some(GAMES), budget, ..plan(rules::<Planted>(), seed) };
    let factories = Factories { subject: &FlawedTicTacToe::default, oracle: &B::default };
    check::run(&plan, factories, &Progress::default(), &|_| {})
}

/// Whether a flaw is found with a game of at most `most` moves. The result must be the same for all seeds.
fn found<B>(most: usize) -> bool
where
    B: Engine<Game = Planted, Observation = Observation> + Default,
{
    // A flaw is planted for the whole process, while other tests wait. Therefore the seeds are tried in
    // parallel.
    let outcomes = thread::scope(|scope| {
        [0, 1, 2]
            .map(|seed| scope.spawn(move || hunt::<B>(seed)))
            .map(|hunted| hunted.join().expect("it ends"))
    });
    let found = outcomes.map(|outcome| {
        outcome.findings.first().is_some_and(|finding| {
            let best = finding.best();
            assert!(best.record.moves.len() <= most, "{} moves: {}", best.record.moves.len(), best.headline);
            true
        })
    });
    assert!(found.iter().all(|&one| one == found[0]), "found with some seeds only");
    found[0]
}

/// Whether an exhaustive run finds a flaw. The result must be the same with and without symmetry.
fn found_by_exhaustion<B>() -> bool
where
    B: Engine<Game = Planted, Observation = Observation> + Default,
{
    let found = [false, true].map(|symmetry| {
        let plan = exhaust::Plan {
            start: rules::<Planted>().initial(&[]).expect("the only board"),
            depth: None,
            symmetry,
            memory: 1 << 30,
            spill: None,
            jobs: 2,
            budget: Budget { deepen: 0, hunt: 0, ..Budget::default() },
            compare: exhaust::Compare::ALL,
            log: None,
            reports: None,
            command: Default::default(),
            replay: ReplayCommand::default(),
        };
        let factories = Factories { subject: &FlawedTicTacToe::default, oracle: &B::default };
        exhaust::run(&plan, factories, &exhaust::Progress::default(), &|_| {}).finding.is_some()
    });
    assert_eq!(found[0], found[1], "found with or without symmetry only");
    found[0]
}

macro_rules! flaws {
    ($($test:ident: $flaw:ident, $alone:literal, $most:literal;)*) => {
        $(
            #[test]
            fn $test() {
                TicTacToeFlaw::$flaw.plant(|| {
                    assert!(found::<Adapted>($most), "against the reference");
                    assert_eq!(found::<FlawedTicTacToe>($most), $alone, "by the laws alone");
                    assert!(found_by_exhaustion::<Adapted>(), "at all positions, against the reference");
                    assert_eq!(found_by_exhaustion::<FlawedTicTacToe>(), $alone, "at all positions, by the laws alone");
                });
            }
        )*

        #[test]
        fn every_flaw_is_tried() {
            assert_eq!([$(TicTacToeFlaw::$flaw),*], TicTacToeFlaw::ALL);
        }
    };
}

flaws! {
    a_wrong_row_of_the_symmetries_is_found: WrongSymmetry, true, 0;
    three_symmetries_of_eight_are_found: ThreeSymmetries, true, 0;
    a_missing_diagonal_is_found: MissingDiagonal, true, 5;
    x_always_on_turn_is_found: AlwaysX, true, 3;
    a_full_board_that_wins_is_found: FullBoardWins, false, 9;
    a_forgotten_cell_is_found: CellForgotten, true, 1;
    a_move_text_off_by_one_is_found: TextOffByOne, true, 1;
    a_hash_that_ignores_a_cell_is_found: HashIgnoresCell, true, 1;
    an_undo_that_forgets_the_turn_is_found: UndoForgetsTurn, true, 1;
    moves_after_the_end_are_found: MovesAfterEnd, true, 5;
    a_tie_for_o_is_found: TieForO, false, 9;
    an_unlisted_move_is_found: UnlistedMove, true, 1;
}

#[test]
fn without_a_flaw_nothing_is_found() {
    TicTacToeFlaw::None.plant(|| {
        assert!(!found::<Adapted>(0) && !found::<FlawedTicTacToe>(0));
        assert!(!found_by_exhaustion::<Adapted>() && !found_by_exhaustion::<FlawedTicTacToe>());
    });
}
