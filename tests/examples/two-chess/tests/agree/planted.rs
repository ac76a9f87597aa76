//! Shows the effect of a mistake: one of the packages does not castle.

use std::panic;

use bustan_harness::testing::{Answers, assert_any_agrees};

use super::{Chess, Cozy};

#[derive(Clone)]
struct Forgetful(Chess);

impl Answers for Forgetful {
    fn legal(&self) -> Vec<String> {
        let mut moves = self.0.legal();
        moves.retain(|mv| mv != "e1g1");
        moves
    }

    fn play(&mut self, mv: &str) -> bool {
        self.0.play(mv)
    }

    fn state(&self) -> impl serde::Serialize {
        self.0.state()
    }
}

#[test]
fn castling_that_is_forgotten_is_found_and_reported_in_a_short_game() {
    let mine = Forgetful(Chess(chess::Board::default()));
    let test = move || assert_any_agrees(mine, Cozy(cozy_chess::Board::default()));
    let told = panic::catch_unwind(test).expect_err("the test fails");
    let told = told.downcast::<String>().expect("it says why");
    assert!(told.contains("e1g1") && told.contains("As a test: "), "{told}");
    println!("{told}");
}
