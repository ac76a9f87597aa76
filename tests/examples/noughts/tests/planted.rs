//! Shows the effect of a mistake: the same board with one line forgotten.

use std::panic;

use bustan_harness::bustan_vocabulary::tictactoe::{
    Cell, Invalid, Move, Player, Position, Reason, TicTacToe,
};
use bustan_harness::bustan_vocabulary::{Engine, NoStart};
use bustan_harness::testing;
use bustan_reference::tictactoe::ReferenceEngine;
use noughts::{Board, LINES, Mark};

/// Three in a row from the bottom left to the top right do not win. It has only what the tests need.
struct Flawed(Board);

impl Default for Flawed {
    fn default() -> Self {
        Self(Board::with_lines(&LINES[..7]))
    }
}

impl Engine for Flawed {
    type Game = TicTacToe;
    type Observation = ();

    fn name(&self) -> String {
        "flawed".into()
    }

    fn setup(&mut self, position: &Position) -> Result<(), NoStart<Invalid>> {
        if *position != Position::initial(false) {
            return Err(NoStart::Unable);
        }
        *self = Self::default();
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
}

/// The message of a failing test.
#[track_caller]
fn message(test: impl FnOnce() + panic::UnwindSafe) -> String {
    let payload = panic::catch_unwind(test).expect_err("the test fails");
    *payload.downcast().expect("it says why")
}

#[test]
fn a_forgotten_line_shows_in_the_shortest_game_there_is() {
    let told = message(|| testing::assert_agrees::<Flawed, ReferenceEngine>(200));
    assert_eq!(
        told,
        r#"tictactoe: reference: nobody is to move; flawed: o

The game (5 moves, shrunk from 6, proven shortest for this difference from this start):
  X[a1];O[a3];X[c3];O[b3];X[b2]

reference:                flawed:
3  O  O *X*               board: not reported
2  . *X* .                not reported: canonical, hash, over, ply,
1 *X* .  .                  scores, size, to_move, winner
   a  b  c
game over: x wins
scores: x 1, o 0 (X+1)
* * three in a row

Found in game 1 (policy line), signature turn-over-too-late.
Find it again: BUSTAN_SEED=0 BUSTAN_GAMES=2 cargo test a_forgotten_line_shows_in_the_shortest_game_there_is
As a test: bustan_harness::testing::assert_agrees_on::<Flawed, ReferenceEngine>("X[a1];O[a3];X[c3];O[b3];X[b2]");
"#
    );
}

#[test]
#[should_panic = "reference: nobody is to move; flawed: o"]
fn the_line_it_ends_with_shows_it_again() {
    testing::assert_agrees_on::<Flawed, ReferenceEngine>("X[a1];O[a3];X[c3];O[b3];X[b2]");
}

// Only a comparison with the rules shows that a line is missing: this engine is consistently wrong.
#[test]
fn the_laws_alone_do_not_show_it() {
    testing::assert_lawful::<Flawed>(200);
}
