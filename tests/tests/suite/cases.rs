//! Positions judged by hand. Every case in `cases/<game>.txt` must hold for all engines of the game,
//! including the engine with planted flaws if no flaw is switched on.

use bustan_core::tictactoe::FastEngine;
use bustan_games::{GAMES, Plays, Visit, visit};
use bustan_guide::{Explore, Picture};
use bustan_tests::cases::failures;
use bustan_tests::flawed_chess::{ChessFlaw, FlawedChess};
use bustan_tests::flawed_dominions::{DominionsFlaw, FlawedDominions};
use bustan_tests::flawed_margo::{FlawedMargo, MargoFlaw};
use bustan_tests::flawed_tictactoe::{FlawedTicTacToe, TicTacToeFlaw};
use bustan_tests::flawed_tribolo::{FlawedTribolo, TriboloFlaw};
use bustan_tests::sheet::{self, Block, blocks};

/// Runs the cases of a game with both of its engines. Returns the failures.
struct Both<'a>(&'a [Block]);

impl Visit for Both<'_> {
    type Output = Vec<String>;

    fn visit<G, F, R>(self) -> Vec<String>
    where
        G: Explore + Picture,
        F: Plays<G>,
        R: Plays<G>,
    {
        [failures(self.0, F::default), failures(self.0, R::default)].concat()
    }
}

/// Runs the cases of a game with the engine in which flaws can be planted, if there is one, without a flaw.
fn on_unflawed(game: &str, cases: &[Block]) -> Vec<String> {
    match game {
        "dominions" => failures(cases, || FlawedDominions::new(DominionsFlaw::None)),
        "margo" => failures(cases, || FlawedMargo::new(MargoFlaw::None)),
        "tribolo" => failures(cases, || FlawedTribolo::new(TriboloFlaw::None)),
        "chess" => failures(cases, || FlawedChess::new(ChessFlaw::None)),
        "tictactoe" => TicTacToeFlaw::None.plant(|| failures(cases, FlawedTicTacToe::default)),
        _ => Vec::new(),
    }
}

#[test]
fn every_case_holds_on_every_engine() {
    let mut found = Vec::new();
    for game in GAMES {
        let cases = sheet::read("cases", game, "case");
        found.extend(visit(game, Both(&cases)).expect("the game is registered"));
        found.extend(on_unflawed(game, &cases));
    }
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

/// The failure of a Tic-Tac-Toe case that consists of `lines`; empty if it passes.
fn told(lines: &str) -> String {
    let cases = blocks(&format!("case: one\n{lines}"), "case").expect("a case can be read");
    failures(&cases, FastEngine::default).concat()
}

#[test]
fn a_case_that_holds_passes() {
    let lines = "rule: [tictactoe 1.4]\nstart: xx.oo.... x\nlegal: c3 c2\nillegal: a1 a2 occupied\n";
    // The first of the cells is empty, so the case fails.
    assert!(told(lines).contains("\"a1 occupied\" is expected"), "{}", told(lines));
    assert_eq!(told(&lines.replace("a1 a2", "a3 a2")), "");
    assert_eq!(
        told("start: ......... o\ninvalid: with 0 marks of x and 0 of o, o cannot be the player to move\n"),
        ""
    );
    assert_eq!(
        told(
            "start: xx.oo.... x\nplay: c3\nturn: -\nsee winner: x\nsee scores: o 0, x 1\nresult: X+1\nmoves: -\n\
             undo: 1\nundo: none\nmoves: a1 b1 c1 c2 c3\nsequences 1: 5\nposition: xx.oo.... x\n\
             same: xx.oo.... x\nother: xx.o.o... x\nkeep: all\nplay: c3\nundo: 1\nkept: all\n"
        ),
        ""
    );
}

#[test]
fn a_wrong_expectation_is_found() {
    let start = "start: xx.oo.... x\n";
    for (line, fault) in [
        ("legal: a3", "\"a3 is listed true\" is expected and \"a3 is listed false\" is there"),
        ("illegal: a3 off-board", "\"a3 off-board\" is expected and \"a3 occupied\" is there"),
        ("illegal o: a1 occupied", "\"a1 occupied\" is expected and \"a1 not-your-turn\" is there"),
        ("illegal: c3 occupied", "\"c3 occupied\" is expected and \"c3 Legal\" is there"),
        ("moves: c3", "\"c3\" is expected and \"a1 b1 c1 c2 c3\" is there"),
        ("sequences 1: 4", "\"4\" is expected and \"5\" is there"),
        ("position: xx.oo.... o", "\"xx.oo.... o\" is expected and \"xx.oo.... x\" is there"),
        ("turn: o", "\"o\" is expected and \"x\" is there"),
        ("result: X+1", "\"X+1\" is expected and \"0\" is there"),
        ("see ply: 3", "\"3\" is expected and \"4\" is there"),
        ("see plies: 4", "nothing is observed at \"plies\""),
        ("same: xx.o.o... x", "\"same\" is expected and \"other\" is there"),
        ("other: xx.oo.... x", "\"other\" is expected and \"same\" is there"),
        ("undo: 1", "\"undo Some(true)\" is expected and \"undo Some(false)\" is there"),
        ("keep: all\nplay: c3\nkept: all", "something has changed after keep"),
        ("kept: all", "nothing is kept"),
        ("legal:", "no move is named"),
        ("play: a3", "\"a3 Legal\" is expected and \"a3 Illegal(Occupied)\" is there"),
        ("invalid: so", "the start is not refused"),
        (
            "start: ......... o\nlegal: a1",
            "the start is refused: with 0 marks of x and 0 of o, o cannot be the player to move",
        ),
        (
            "start: ......... o",
            "the start is refused: with 0 marks of x and 0 of o, o cannot be the player to move",
        ),
        (
            "start: ......... o\ninvalid: no",
            "\"no\" is expected and \"with 0 marks of x and 0 of o, o cannot be the player to move\" is \
             there",
        ),
    ] {
        let told = told(&format!("{start}{line}\n"));
        assert!(told.starts_with("one does not hold on fast: line "), "{line}: {told}");
        assert!(told.ends_with(fault), "{line}: {told}");
    }
}

#[test]
fn a_case_that_says_nothing_or_what_nobody_knows_is_refused() {
    for (lines, fault) in [
        ("start: ......... x\n", "line 1: nothing is expected"),
        ("start: ......... x\nplay: a1\nundo: 1\n", "line 1: nothing is expected"),
        ("", "line 1: nothing is expected"),
        ("legal: a1\n", "line 2: the case has no start yet"),
        ("start: ......... x\nlegl: a1\n", "line 3: legl: there is no such line in a case"),
        ("start: ......... x\nlegal x: a1\n", "line 3: legal x: there is no such line in a case"),
        ("rule: tictactoe 1.4\nstart: ......... x\n", "line 2: rule: there is no such line in a case"),
        ("start: ......... x\nillegal: a1\n", "line 3: illegal: a move and a reason are needed"),
    ] {
        assert_eq!(told(lines), format!("one does not hold on fast: {fault}"), "{lines}");
    }
    assert!(told("start: ......... x\nlegal: a\n").contains("\"a\" cannot be read"));
}
