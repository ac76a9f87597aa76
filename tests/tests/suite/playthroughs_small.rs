//! Playthroughs of Tic-Tac-Toe and Abrobad: every observable of short games after every move, in files that
//! are reviewed as text.
//!
//! Both engines must agree with the file. After an intended change, write the files anew and review them:
//!
//! ```text
//! BUSTAN_BLESS=1 cargo test -p bustan-tests playthroughs_small
//! ```

use std::fmt::{Debug, Write};
use std::str::FromStr;

use bustan_guide::{Overlay, Picture, Style};
use bustan_reference as reference;
use bustan_tests::golden;
use bustan_vocabulary::{Engine, Game};

fn read<T: FromStr<Err: Debug>>(text: &str) -> T {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

/// Writes down everything observable: position, board, state, legal moves, result.
fn describe<E>(engine: &E, text: &mut String)
where
    E: Engine<Game: Picture, Observation = <<E as Engine>::Game as Game>::Observation>,
{
    let seen = engine.observe().expect("the engine observes");
    let mut legal: Vec<String> = engine.legal_moves().iter().flatten().map(ToString::to_string).collect();
    legal.sort_unstable();
    let legal = if legal.is_empty() { "none".into() } else { legal.join(" ") };
    let position = engine.position().expect("the engine knows its position");
    let board = E::Game::board(&seen, Style { groups: true, ..Style::default() }, &Overlay::default());
    let state = serde_json::to_string(&seen).expect("an observation is JSON");
    let score = E::Game::final_score(&seen);
    let _ = write!(text, "position: {position}\n{board}state: {state}\nlegal: {legal}\nscore: {score}\n");
}

/// The text of a game of some moves; those with a `!` before them are refused.
fn playthrough<E>(start: &str, moves: &str) -> String
where
    E: Engine<Game: Picture, Observation = <<E as Engine>::Game as Game>::Observation> + Default,
{
    let mut engine = E::default();
    engine.setup(&read(start)).unwrap_or_else(|fault| panic!("{start}: {fault}"));
    let mut text = String::new();
    describe(&engine, &mut text);
    for word in moves.split(' ') {
        let player = engine.turn().unwrap_or(E::Game::PLAYERS[0]);
        match word.strip_prefix('!') {
            Some(refused) => match engine.play(player, &read(refused)) {
                Err(Some(reason)) => writeln!(text, "\n{player} is refused {refused}: {reason}"),
                other => panic!("{refused}: {other:?}"),
            },
            None => {
                engine.play(player, &read(word)).unwrap_or_else(|reason| panic!("{word}: {reason:?}"));
                let heading = writeln!(text, "\n{player} plays {word}");
                describe(&engine, &mut text);
                heading
            }
        }
        .expect("writing to a string");
    }
    text
}

/// Writes or compares the text of the reference engine, which is reviewed; that of the optimised engine must
/// be the same.
fn check<F, R>(name: &str, start: &str, moves: &str)
where
    F: Engine<Game: Picture, Observation = <<F as Engine>::Game as Game>::Observation> + Default,
    R: Engine<Game = F::Game, Observation = F::Observation> + Default,
{
    let name = format!("playthroughs/{name}.txt");
    golden::check(&name, &playthrough::<R>(start, moves));
    golden::compare(&name, &playthrough::<F>(start, moves));
}

#[test]
fn a_diagonal_wins_or_loses() {
    type Fast = bustan_core::tictactoe::FastEngine;
    type Reference = reference::tictactoe::ReferenceEngine;
    check::<Fast, Reference>("tictactoe-diagonal", ".........", "b2 a1 !a1 a3 !d4 b1 c1 !c2");
    check::<Fast, Reference>("tictactoe-misere", "xoxoxo... x misere", "a1");
    check::<Fast, Reference>("tictactoe-tie", "xoxoxxo.o x", "b1");
}

#[test]
fn stones_are_placed_slid_and_the_game_ended() {
    type Fast = bustan_core::abrobad::FastEngine;
    type Reference = reference::abrobad::ReferenceEngine;
    check::<Fast, Reference>("abrobad-placing", "............", "7 8 !3 !7-3 !8 12 1");
    check::<Fast, Reference>("abrobad-slides", "xoo.xox....x x 7", "!4 !2-4 !1-8 7-8 9 10 11 0");
    check::<Fast, Reference>("abrobad-filled", "xoxoxooxxox. o 11", "12 !0");
}
