//! Tests the tester: a check with its standard generation must find each flaw planted in a chess engine, and
//! shrink it to a position with few pieces and few moves. The limits are numbers of plies and moves instead
//! of seconds, so that they do not depend on the load of the machine.

use bustan_harness::compare::lockstep::{Factories, Factory};
use bustan_harness::erased::{own_position, rules};
use bustan_harness::run::check::Plan;
use bustan_harness::shrink::Budget;
use bustan_reference::chess::ReferenceEngine;
use bustan_tests::flawed_chess::{ChessFlaw, FlawedChess};
use bustan_tests::planted::{hunt, plan};
use bustan_vocabulary::chess::Chess;

/// The maximum number of plies until a flaw is found.
const MOST_PLIES: u64 = 40_000;

/// The maximum number of moves replayed while shrinking.
const MOST_WORK: u64 = 10_000;

/// The budget for shrinking, which includes only a little search for even shorter games, because both engines
/// are slow.
const BUDGET: Budget =
    Budget { shrink: 6_000, start: 300, hunt: 300, deepen: 300, all: 10_000, ..Budget::PROGRAMS };

fn factories(subject: &dyn Factory) -> Factories<'_> {
    Factories { subject, oracle: &ReferenceEngine::default }
}

/// Searches for a flaw with a seed that depends on the flaw, and expects a shrunk game of at most `moves`
/// moves from a position with at most `men` pieces.
fn is_found_and_shrunk(flaw: ChessFlaw, moves: usize, men: usize) {
    let subject = || FlawedChess::new(flaw);
    let plan = Plan { budget: BUDGET, ..plan(rules::<Chess>(), flaw as u64) };
    let hunt = hunt(flaw, &plan, factories(&subject));
    let (best, shown) = (hunt.finding().best(), hunt.shown());
    println!("{shown}");
    assert!(best.record.moves.len() <= moves, "{shown}");
    assert!(
        own_position::<Chess>(&best.record.start).parts().board.iter().flatten().count() <= men,
        "{shown}"
    );
    assert!(hunt.outcome.plies < MOST_PLIES, "{shown}");
    assert!(hunt.work() < MOST_WORK, "{shown}");
    hunt.comes_again(factories(&subject));
}

#[test]
fn without_a_flaw_nothing_is_found() {
    let plan = Plan { games: Some(8), ..plan(rules::<Chess>(), 0) };
    let subject = || FlawedChess::new(ChessFlaw::None);
    let findings = hunt(ChessFlaw::None, &plan, factories(&subject)).outcome.findings;
    assert!(findings.is_empty(), "{}", findings[0].best().headline);
}

macro_rules! flaws {
    ($($test:ident: $flaw:ident, $moves:literal, $men:literal;)*) => {
        $(
            #[test]
            fn $test() {
                is_found_and_shrunk(ChessFlaw::$flaw, $moves, $men);
            }
        )*

        #[test]
        fn every_flaw_is_tried() {
            assert_eq!([$(ChessFlaw::$flaw),*], ChessFlaw::ALL);
        }
    };
}

// A wrong verdict on a move is found at a position, so the move is not part of the game.
flaws! {
    castling_through_check_is_found_and_shrunk: CastlesThroughCheck, 1, 4;
    castling_out_of_check_is_found_and_shrunk: CastlesOutOfCheck, 1, 4;
    castling_over_a_piece_is_found_and_shrunk: CastlesOverPiece, 1, 4;
    castling_that_uncovers_the_king_is_found_and_shrunk: CastlingUncovers, 1, 4;
    a_right_kept_without_the_rook_is_found_and_shrunk: RightsKept, 1, 4;
    a_right_not_restored_is_found_and_shrunk: UndoForgetsRights, 2, 3;
    en_passant_that_uncovers_the_king_is_found_and_shrunk: EnPassantUncovers, 1, 5;
    en_passant_after_one_step_is_found_and_shrunk: EnPassantAfterOneStep, 1, 4;
    en_passant_that_takes_nothing_is_found_and_shrunk: EnPassantTakesNothing, 2, 4;
    a_double_step_over_a_piece_is_found_and_shrunk: DoubleStepJumps, 1, 4;
    promotion_to_a_queen_only_is_found_and_shrunk: QueenOnly, 1, 3;
    a_pinned_knight_that_moves_is_found_and_shrunk: PinnedKnightMoves, 1, 4;
    a_lost_stalemate_is_found_and_shrunk: StalemateLoses, 1, 4;
    a_repetition_that_ignores_rights_is_found_and_shrunk: RepetitionIgnoresRights, 12, 5;
    a_game_that_goes_on_with_a_knight_alone_is_found_and_shrunk: LoneKnightAlive, 1, 3;
    a_count_that_goes_on_is_found_and_shrunk: PawnsCounted, 1, 3;
}
