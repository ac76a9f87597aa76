//! The guides of Tic-Tac-Toe and Abrobad must count the right events, guide games as declared, and parse what
//! they print.

use std::collections::BTreeSet;
use std::fmt::{Debug, Display};
use std::str::FromStr;

use bustan_guide::{Explore, Symmetric};
use bustan_harness::base::Dice;
use bustan_reference as reference;
use bustan_vocabulary::abrobad::{self, Abrobad};
use bustan_vocabulary::tictactoe::{self, TicTacToe};
use bustan_vocabulary::{Engine, Game, Record, Ruling};
use proptest::prelude::*;

/// The names of the events of the last move, sorted.
fn events<E>(start: &str, moves: &str) -> Vec<&'static str>
where
    E: Engine<Game: Explore, Observation = <<E as Engine>::Game as Game>::Observation> + Default,
{
    let mut engine = E::default();
    engine.setup(&read(start)).unwrap_or_else(|fault| panic!("{start}: {fault}"));
    let mut found = Vec::new();
    for mv in moves.split(' ').map(read) {
        let before = engine.observe().expect("the engine observes");
        engine
            .play(engine.turn().expect("a player"), &mv)
            .unwrap_or_else(|reason| panic!("{mv}: {reason:?}"));
        found.clear();
        let after = engine.observe().expect("the engine observes");
        E::Game::events(&before, &mv, &after, &mut |event| found.push(E::Game::EVENTS[event].name));
    }
    found.sort_unstable();
    found
}

fn read<T: FromStr<Err: Debug>>(text: &str) -> T {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

#[test]
fn events_of_tictactoe_are_distinguished_from_observations() {
    type Reference = reference::tictactoe::ReferenceEngine;
    for (start, moves, expected) in [
        (".........", "b2", &[][..]),
        ("xx.oo....", "c3", &["rows", "wins-of-x"]),
        ("xo.xo....", "a1", &["columns", "wins-of-x"]),
        ("xo..xo...", "c1", &["diagonals", "wins-of-x"]),
        ("xx.oo.x..", "c2", &["rows", "wins-of-o"]),
        ("xx.oo.... x misere", "c3", &["misere-losses", "rows", "wins-of-o"]),
        (".xxxooxoo", "a3", &["columns", "double-lines", "last-mark-lines", "rows", "wins-of-x"]),
        ("xoxoxxo.o", "b1", &["ties"]),
    ] {
        assert_eq!(events::<Reference>(start, moves), expected, "{start} {moves}");
    }
}

#[test]
fn events_of_abrobad_are_distinguished_from_observations() {
    type Reference = reference::abrobad::ReferenceEngine;
    for (start, moves, expected) in [
        ("............", "7", &[][..]),
        ("xoo.xox....x x 7", "0", &["ends", "ends-that-lose"]),
        ("xoo.xox....x x 7", "5-4", &["merges", "slides"]),
        ("xoo.xox....x x 7", "7-8", &["merges", "placings-reopened", "slides"]),
        ("xooxxox....x x 8", "1-8", &["jumps", "merges", "slides"]),
        ("xooxxox....x x 8", "4-10", &["jumps", "slides", "splits"]),
        ("xoxoxooxxox. o 11", "12", &["boards-filled", "even-ends"]),
    ] {
        assert_eq!(events::<Reference>(start, moves), expected, "{start} {moves}");
    }
}

/// The weights that a policy gives to the moves at the position after `moves`.
fn weights<E>(policy: &str, start: &str, moves: &str) -> Vec<u32>
where
    E: Engine<Game: Explore, Observation = <<E as Engine>::Game as Game>::Observation> + Default,
{
    let mut engine = E::default();
    engine.setup(&read(start)).unwrap_or_else(|fault| panic!("{start}: {fault}"));
    let number = E::Game::POLICIES.iter().position(|known| known.name == policy).expect("a policy");
    let moves: Vec<_> = moves.split(' ').map(read).collect();
    let mut weights = Vec::new();
    E::Game::weigh(number, &engine.observe().expect("the engine observes"), &moves, &mut weights);
    assert_eq!(weights.len(), moves.len());
    weights
}

#[test]
fn each_policy_prefers_what_it_is_named_for() {
    type Marks = reference::tictactoe::ReferenceEngine;
    type Stones = reference::abrobad::ReferenceEngine;
    for (policy, better_and_worse) in
        [("line", "c3 b1"), ("block", "c2 b1"), ("tie", "b1 c3"), ("uniform", "b1 b1")]
    {
        let found = weights::<Marks>(policy, "xx.oo....", better_and_worse);
        assert!(found[0] > found[1] || policy == "uniform", "{policy} {found:?}");
    }
    let closed = "xoo.xox....x x 7";
    for (policy, better_and_worse) in
        [("slide", "5-4 0"), ("end", "0 5-4"), ("gather", "7-8 1-4"), ("scatter", "7-10 5-4")]
    {
        let found = weights::<Stones>(policy, closed, better_and_worse);
        assert!(found[0] > found[1], "{policy} {found:?}");
    }
    let found = weights::<Stones>("crowd", "......x..... o 1", "7 8 12");
    assert!(found[1] > found[2], "{found:?}");
}

#[test]
fn starts_are_of_every_kind_and_proposals_meet_every_reason() {
    let mut dice = Dice::new(1);
    let mut misere = BTreeSet::new();
    let mut reasons = BTreeSet::new();
    for _ in 0..400 {
        let start = TicTacToe::start(&mut |n| dice.below(n));
        assert!(TicTacToe::is_start(&start));
        misere.insert(start.misere());
        let mut engine = reference::abrobad::ReferenceEngine::default();
        engine.setup(&Abrobad::start(&mut |n| dice.below(n))).expect("every position will do");
        for _ in 0..20 {
            let Some(player) = engine.turn() else { break };
            let seen = engine.observe().expect("the engine observes");
            for _ in 0..4 {
                let mv = Abrobad::proposal(&seen, &mut |n| dice.below(n)).expect("cells can always be named");
                if let Ruling::Illegal(reason) = engine.verdict(player, &mv) {
                    reasons.insert(reason);
                }
            }
            let moves = engine.legal_moves().expect("the engine lists moves");
            engine.play(player, dice.pick(&moves)).expect("a listed move");
        }
    }
    assert_eq!(misere.len(), 2);
    use abrobad::Reason::*;
    assert_eq!(reasons, BTreeSet::from([OffBoard, Occupied, MustPlace, AdjacentOwn, NotOwn, NoSlide]));
}

fn marks<const N: usize, P: Clone + Debug + 'static>(
    players: [P; 2],
) -> impl Strategy<Value = [Option<P>; N]> {
    prop::collection::vec(prop::option::of(prop::sample::select(players.to_vec())), N)
        .prop_map(|marks| marks.try_into().unwrap_or_else(|_| unreachable!("as many as asked for")))
}

/// Checks that a printed value is parsed as the same value, also in capitals and with other white space.
fn reads<T: FromStr<Err: Display> + Display + PartialEq + Debug>(value: &T) -> Result<(), TestCaseError> {
    let text = value.to_string();
    for written in [text.clone(), text.to_ascii_uppercase(), format!("  {} ", text.replace(' ', "\t "))] {
        let read = written.parse::<T>();
        prop_assert!(
            read.as_ref().is_ok_and(|read| read == value),
            "{written:?} {:?}",
            read.map_err(|e| e.to_string())
        );
    }
    Ok(())
}

proptest! {
    #![proptest_config(bustan_tests::laws::config(256, bustan_tests::regressions!("small_games")))]

    #[test]
    fn positions_are_read_as_they_are_written(
        nine in marks::<9, _>(tictactoe::Player::ALL),
        twelve in marks::<12, _>(abrobad::Player::ALL),
        second in any::<bool>(),
        misere in any::<bool>(),
        ply in 12..=abrobad::Position::MAX_PLY,
    ) {
        reads(&tictactoe::Position::new(nine, tictactoe::Player::ALL[usize::from(second)], misere))?;
        let turn = abrobad::Player::ALL[usize::from(second)];
        reads(&abrobad::Position::new(twelve, turn, ply).expect("enough moves for any stones"))?;
    }

    #[test]
    fn no_text_brings_a_parser_down(text in prop_oneof![any::<String>(), "[xoXO. 0-9a-c;\\[\\]#-]{0,30}"]) {
        macro_rules! read_or_refused {
            ($($read:ty),*) => {$(
                match text.parse::<$read>() {
                    Ok(value) => prop_assert_eq!(value.to_string().parse::<$read>().ok(), Some(value)),
                    Err(error) => prop_assert!(!error.to_string().contains(char::is_control)),
                }
            )*};
        }
        read_or_refused!(tictactoe::Cell, tictactoe::Move, tictactoe::Player, tictactoe::Position, Record<TicTacToe>);
        read_or_refused!(abrobad::Cell, abrobad::Move, abrobad::Player, abrobad::Position, Record<Abrobad>);
    }

    #[test]
    fn images_have_one_canonical_form(
        nine in marks::<9, _>(tictactoe::Player::ALL),
        twelve in marks::<12, _>(abrobad::Player::ALL),
    ) {
        let marks = tictactoe::Position::new(nine, tictactoe::Player::X, false);
        for symmetry in 0..8 {
            prop_assert_eq!(TicTacToe::canonical(&TicTacToe::image(&marks, symmetry)), TicTacToe::canonical(&marks));
        }
        let stones = abrobad::Position::new(twelve, abrobad::Player::X, 12).expect("enough moves");
        for symmetry in 0..12 {
            prop_assert_eq!(Abrobad::canonical(&Abrobad::image(&stones, symmetry)), Abrobad::canonical(&stones));
        }
    }
}
