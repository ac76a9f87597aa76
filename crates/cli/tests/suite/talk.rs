//! Tests which commands a program receives, and when.

use bustan_harness::compare::participant::Participant;
use bustan_harness::erased::{Move, Player, Rules};
use bustan_harness::protocol::foreign::{Foreign, Program};
use bustan_vocabulary::Engine;

fn rules() -> Rules {
    bustan_games::find("tictactoe").unwrap().rules
}

fn x() -> Player {
    rules().player("x").unwrap()
}

fn o() -> Player {
    rules().player("o").unwrap()
}

/// Starts a process that plays Tic-Tac-Toe, and begins a game.
fn program() -> Foreign {
    let words = [env!("CARGO_BIN_EXE_bustan"), "gtp", "tictactoe"].map(String::from).to_vec();
    let mut engine = Foreign::new(rules(), &Program::of_words(words).unwrap(), None);
    begin(&mut engine);
    engine
}

fn begin(engine: &mut Foreign) {
    assert!(engine.setup(&rules().initial(&[]).unwrap()).is_ok(), "{:?}", engine.fault());
}

fn mv(text: &str) -> Move {
    rules().mv(text).unwrap()
}

/// Reads the board and the legal moves of `engine`, and checks the number of moves.
fn look(engine: &Foreign, legal: usize) {
    assert!(engine.observe().is_some());
    assert_eq!(engine.legal_moves().map(|moves| moves.len()), Some(legal), "{:?}", engine.fault());
}

/// The last `count` commands that `engine` received.
fn told(engine: &Foreign, count: usize) -> Vec<String> {
    let said = engine.transcript();
    let told: Vec<String> =
        said.iter().filter_map(|line| line.strip_prefix("> ")).map(String::from).collect();
    told[told.len() - count..].to_vec()
}

#[test]
fn a_game_begins_when_it_is_announced() {
    let (mut engine, start) = (program(), rules().initial(&[]).unwrap());
    let clears =
        |engine: &Foreign| engine.transcript().iter().filter(|line| *line == "> clear_board").count();
    look(&engine, 9);
    let before = clears(&engine);
    engine.announce_setup(&start);
    let announced = ["clear_board", "bustan-state", "bustan-legal"];
    assert_eq!(told(&engine, 3), announced);
    begin(&mut engine);
    look(&engine, 9);
    assert_eq!((told(&engine, 3), clears(&engine)), (announced.map(String::from).to_vec(), before + 1));
    // The same applies to a position.
    let marked = rules().position("x........ o").unwrap();
    engine.announce_setup(&marked);
    let announced = ["bustan-setup x........ o", "bustan-state", "bustan-legal"];
    assert_eq!(told(&engine, 3), announced);
    assert!(engine.setup(&marked).is_ok());
    look(&engine, 8);
    assert_eq!(told(&engine, 3), announced);
    // A refused position changes nothing.
    let won = rules().position("xxx...... o").unwrap();
    engine.announce_setup(&won);
    assert!(engine.setup(&won).is_err_and(|error| error.refuses()));
    look(&engine, 8);
    // A setup that takes more than one command is not sent ahead, because the size must be accepted first.
    let before = told(&engine, 6);
    engine.announce_setup(&start);
    assert_eq!(told(&engine, 6), before);
    begin(&mut engine);
    assert_eq!(told(&engine, 4)[..2], ["boardsize 3", "clear_board"]);
    look(&engine, 9);
    assert!(engine.fault().is_none(), "{:?}", engine.fault());
}

#[test]
fn moves_are_taken_back_at_once_and_only_the_end_is_looked_at() {
    let mut engine = program();
    for (ply, (player, cell)) in [(x(), "b2"), (o(), "a1"), (x(), "c3")].into_iter().enumerate() {
        look(&engine, 9 - ply);
        assert!(engine.play(player, &mv(cell)).is_ok());
    }
    look(&engine, 6);
    engine.announce_undo(3);
    let announced = ["undo", "undo", "undo", "bustan-state", "bustan-legal"];
    assert_eq!(told(&engine, 5), announced);
    let before = told(&engine, 8);
    assert_eq!(engine.undo_all(3), Some(3));
    look(&engine, 9);
    assert_eq!(told(&engine, 8), before);
    // No move is left to take back, and the process can continue to play.
    assert_eq!(engine.undo_all(2), Some(0));
    assert!(engine.fault().is_none() && engine.takes_back());
    begin(&mut engine);
    look(&engine, 9);
    assert!(engine.play(x(), &mv("a1")).is_ok());
    // Some of the announced moves cannot be taken back.
    engine.announce_undo(2);
    assert_eq!(engine.undo_all(2), Some(1));
    begin(&mut engine);
    look(&engine, 9);
    assert!(engine.fault().is_none());
}

#[test]
fn nobody_waits_for_a_list_that_is_not_looked_at() {
    let mut engine = program();
    look(&engine, 9);
    engine.spare_list();
    assert!(engine.play(x(), &mv("b2")).is_ok());
    assert_eq!(told(&engine, 2), ["play x b2", "bustan-state"]);
    // The list after the next change is expected to be read, as before.
    assert!(engine.play(o(), &mv("a1")).is_ok());
    assert_eq!(told(&engine, 3), ["play o a1", "bustan-state", "bustan-legal"]);
    look(&engine, 7);
    engine.spare_list();
    assert_eq!(engine.undo(), Some(true));
    assert_eq!(told(&engine, 2), ["undo", "bustan-state"]);
    // If the list is read nevertheless, it is requested.
    look(&engine, 8);
    assert_eq!(told(&engine, 1), ["bustan-legal"]);
}

#[test]
fn a_list_that_is_asked_for_ahead_is_read_before_anything_else_is_said() {
    let mut engine = program();
    engine.announce_list();
    engine.announce_list();
    assert_eq!(told(&engine, 1), ["bustan-legal"]);
    let asked = engine.transcript().iter().filter(|line| *line == "> bustan-legal").count();
    assert_eq!(asked, 1);
    // Another answer is not mistaken for the list, nor the list for another answer.
    assert!(engine.position().is_some_and(|position| position == rules().initial(&[]).unwrap()));
    look(&engine, 9);
    engine.announce_list();
    assert!(engine.play(x(), &mv("b2")).is_ok());
    engine.announce_list();
    assert_eq!(engine.undo(), Some(true));
    engine.announce_list();
    begin(&mut engine);
    look(&engine, 9);
    assert!(engine.fault().is_none(), "{:?}", engine.fault());
    let sound = bustan_core::tictactoe::FastEngine::default();
    assert_eq!(engine.observe().is_some(), Engine::observe(&sound).is_some());
}
