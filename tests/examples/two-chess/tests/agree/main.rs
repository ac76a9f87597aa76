//! The packages `chess` and `cozy-chess` agree.

mod planted;

use bustan_harness::testing::{Answers, assert_any_agrees};
use chess::{Board, ChessMove, MoveGen};
use serde_json::{Value, json};

/// The first two fields of a position: the board, and the colour to move unless the game is over.
fn state(position: &str, over: bool) -> Value {
    let words: Vec<&str> = position.split(' ').collect();
    let colour = if words[1] == "w" { "white" } else { "black" };
    json!({ "board": words[0], "to_move": if over { Value::Null } else { colour.into() } })
}

#[derive(Clone)]
struct Cozy(cozy_chess::Board);

impl Answers for Cozy {
    fn legal(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.0.generate_moves(|some| {
            moves.extend(
                some.into_iter().map(|mv| cozy_chess::util::display_uci_move(&self.0, mv).to_string()),
            );
            false
        });
        moves
    }

    fn play(&mut self, mv: &str) -> bool {
        let read = cozy_chess::util::parse_uci_move(&self.0, mv).ok();
        read.is_some_and(|mv| self.0.try_play(mv).is_ok())
    }

    fn state(&self) -> impl serde::Serialize {
        state(&self.0.to_string(), !self.0.generate_moves(|_| true))
    }
}

#[derive(Clone)]
struct Chess(Board);

impl Answers for Chess {
    fn legal(&self) -> Vec<String> {
        MoveGen::new_legal(&self.0).map(|mv| mv.to_string()).collect()
    }

    fn play(&mut self, mv: &str) -> bool {
        let legal = mv.parse::<ChessMove>().ok().filter(|mv| self.0.legal(*mv));
        legal.inspect(|mv| self.0 = self.0.make_move_new(*mv)).is_some()
    }

    fn state(&self) -> impl serde::Serialize {
        state(&self.0.to_string(), MoveGen::new_legal(&self.0).len() == 0)
    }
}

#[test]
fn the_packages_agree() {
    assert_any_agrees(Chess(Board::default()), Cozy(cozy_chess::Board::default()));
}
