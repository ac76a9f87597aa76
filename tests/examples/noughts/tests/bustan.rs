//! Everything that is needed to test an engine with Bustan: a newtype, the engine's answers, and a line.

use bustan_harness::bustan_vocabulary::tictactoe::{
    Cell, Invalid, Move, Player, Position, Reason, TicTacToe,
};
use bustan_harness::bustan_vocabulary::{Engine, NoStart};
use bustan_reference::tictactoe::ReferenceEngine;
use noughts::{Board, Mark};

#[derive(Default)]
struct Mine(Board);

impl Engine for Mine {
    type Game = TicTacToe;
    type Observation = ();

    fn name(&self) -> String {
        "noughts".into()
    }

    // This engine can only start with the empty board of the standard game.
    fn setup(&mut self, position: &Position) -> Result<(), NoStart<Invalid>> {
        if *position != Position::initial(false) {
            return Err(NoStart::Unable);
        }
        self.0 = Board::default();
        Ok(())
    }

    fn play(&mut self, player: Player, mv: &Move) -> Result<(), Option<Reason>> {
        let cell = mv.0.place().filter(|_| self.turn() == Some(player));
        if cell.is_some_and(|cell| self.0.mark(cell)) { Ok(()) } else { Err(None) }
    }

    fn turn(&self) -> Option<Player> {
        self.0.next().map(|mark| if mark == Mark::Cross { Player::X } else { Player::O })
    }

    fn legal_moves(&self) -> Option<Vec<Move>> {
        Some(self.0.free().into_iter().map(|cell| Move(Cell::BOARD[cell])).collect())
    }

    fn undo(&mut self) -> Option<bool> {
        Some(self.0.take_back())
    }
}

bustan_harness::engine_tests!(Mine, ReferenceEngine);

/// Further tests.
mod more {
    use super::*;
    use bustan_harness::{generate::fuzz, generate::strategies, testing};
    use proptest::prelude::*;
    use proptest::test_runner::FileFailurePersistence;

    // A finding, kept as a test.
    #[test]
    fn three_from_the_top_left_win() {
        testing::assert_agrees_on::<Mine, ReferenceEngine>("X[a3];O[a1];X[b2];O[b1];X[c1]");
    }

    // Bodies of fuzz targets: with `cargo fuzz`, each goes into `fuzz_target!(|data: &[u8]| ...)`.
    #[test]
    fn bytes_of_all_kinds_choose_games_on_which_all_is_well() {
        for data in (0..500).map(fuzz::random) {
            fuzz::lockstep::<Mine, ReferenceEngine>(&data);
            fuzz::undo::<Mine>(&data);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_failure_persistence(FileFailurePersistence::WithSource("regressions")))]

        // Games of the reference engine, for your own properties.
        #[test]
        fn who_marked_last_has_won_or_nobody_has(record in strategies::game_from::<ReferenceEngine>(
            Just(Position::initial(false)), 0..=9,
        )) {
            let mut board = Board::default();
            for (_, mv) in &record.moves {
                let mover = board.next();
                prop_assert!(board.mark(mv.0.place().unwrap()));
                prop_assert!(board.winner().is_none() || board.winner() == mover);
            }
        }
    }
}
