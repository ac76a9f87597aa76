//! The test functions that the harness provides for authors of engines. They must find planted flaws, print
//! how to reproduce them, and reject invalid arguments.

use std::fmt::Display;
use std::panic::{self, UnwindSafe};
use std::process::Command;

use bustan_core::tictactoe::FastEngine;
use bustan_core::{dominions, margo, tribolo};
use bustan_games::fast::chess;
use bustan_games::{GAMES, Plays, Visit, visit};
use bustan_guide::{Explore, Picture};
use bustan_harness::base::Dice;
use bustan_harness::compare::audit::{Audit, audit};
use bustan_harness::compare::lockstep::Factories;
use bustan_harness::erased::shared_record;
use bustan_harness::generate::fuzz::DRAWN;
use bustan_harness::generate::strategies::{game, game_from};
use bustan_harness::run::descend::descend;
use bustan_harness::testing::{
    assert_agrees, assert_agrees_on, assert_agrees_on_bytes, assert_lawful, assert_lawful_on,
};
use bustan_reference::tictactoe::ReferenceEngine;
use bustan_tests::events::{assert_all_are_reached, missing};
use bustan_tests::flawed_chess::{ChessFlaw, FlawedChess};
use bustan_tests::flawed_dominions::{DominionsFlaw, FlawedDominions};
use bustan_tests::flawed_margo::{FlawedMargo, MargoFlaw};
use bustan_tests::flawed_tictactoe::{Adapted, FlawedTicTacToe, TicTacToeFlaw};
use bustan_tests::flawed_tribolo::{FlawedTribolo, TriboloFlaw};
use bustan_vocabulary::chess::Chess;
use bustan_vocabulary::tictactoe::{Invalid, Move, Player, Position, Reason, TicTacToe};
use bustan_vocabulary::{Engine, Game, NoStart, Record};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, TestError, TestRunner};

/// The message of a failing test; empty if it passes.
fn said(test: impl FnOnce() + UnwindSafe) -> String {
    match panic::catch_unwind(test) {
        Ok(()) => String::new(),
        Err(payload) => match (payload.downcast_ref::<String>(), payload.downcast_ref::<&str>()) {
            (Some(text), _) => text.clone(),
            (_, Some(text)) => (*text).into(),
            _ => panic::resume_unwind(payload),
        },
    }
}

mod fast {
    bustan_harness::engine_tests!(bustan_core::tictactoe::FastEngine, bustan_reference::tictactoe::ReferenceEngine; 20);
}

mod reference {
    bustan_harness::engine_tests!(bustan_reference::margo::ReferenceEngine; 2);
}

#[test]
fn a_flaw_is_reported_with_a_short_game_and_the_line_that_plays_it() {
    TicTacToeFlaw::UndoForgetsTurn.plant(|| {
        let told = said(|| assert_agrees::<FlawedTicTacToe, Adapted>(400));
        assert!(told.contains("The game (1 move, shrunk from "), "{told}");
        assert!(
            told.contains(
                "cargo test testing::a_flaw_is_reported_with_a_short_game_and_the_line_that_plays_it\n"
            ),
            "{told}"
        );
        let call = "As a test: bustan_harness::testing::assert_agrees_on::<FlawedTicTacToe, Adapted>(\"";
        let record =
            told.split(call).nth(1).and_then(|rest| rest.split('"').next()).expect("the call is told");
        let again = said(|| assert_agrees_on::<FlawedTicTacToe, Adapted>(record));
        assert_eq!(again.lines().next(), told.lines().next());
    });
}

#[test]
fn a_flaw_shows_in_the_laws_alone() {
    TicTacToeFlaw::UndoForgetsTurn.plant(|| {
        let told = said(|| assert_lawful::<FlawedTicTacToe>(400));
        assert!(told.contains("testing::assert_lawful_on::<FlawedTicTacToe>(\""), "{told}");
        let again = said(|| assert_lawful_on::<FlawedTicTacToe>("X[b2]"));
        assert!(again.starts_with("tictactoe: ") && again.contains("The game (1 move):"), "{again}");
    });
    TicTacToeFlaw::None.plant(|| assert_lawful_on::<FlawedTicTacToe>("X[b2]"));
}

#[test]
fn what_bytes_find_is_made_short() {
    let data: Vec<u8> = [DRAWN].into_iter().chain(1..=u8::MAX).collect();
    TicTacToeFlaw::UndoForgetsTurn.plant(|| {
        let told = said(|| assert_agrees_on_bytes::<FlawedTicTacToe, Adapted>(&data));
        assert!(told.contains("The game (shrunk from "), "{told}");
    });
    TicTacToeFlaw::None.plant(|| assert_agrees_on_bytes::<FlawedTicTacToe, Adapted>(&data));
    let old = said(|| assert_agrees_on_bytes::<FlawedTicTacToe, Adapted>(b"old"));
    assert_eq!(old, "not an input of this version of fuzz::lockstep");
}

#[test]
fn a_game_is_played_to_its_last_move_or_refused() {
    let on = |record: &'static str| said(|| assert_agrees_on::<FastEngine, ReferenceEngine>(record));
    assert_eq!(on("X[b2];O[a1]"), "");
    assert_eq!(on("Start[x...o.... x]"), "");
    // The last move may be the disputed move, which engines refuse.
    assert_eq!(on("X[b2];O[b2]"), "");
    assert_eq!(on("Start[xx....... x]"), "");
    assert_eq!(on("X[b2];O[b2];O[a1]"), "both engines refuse move 2 of 3, b2, occupied");
    assert_eq!(
        on("Start[xx....... x];X[a1]"),
        "the game cannot begin: with 2 marks of x and 0 of o, x cannot be the player to move"
    );
    assert!(on("X[b2").starts_with("\"X[b2\": line 1, column "), "{}", on("X[b2"));
}

#[test]
fn the_environment_says_how_many_games_and_which() {
    let with = |variable: &str, value: &str| {
        let mut test = Command::new(std::env::current_exe().expect("a test is a program"));
        let output =
            test.args(["--exact", "testing::fast::agrees_along_random_games"]).env(variable, value).output();
        let output = output.expect("a test can be run");
        (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    assert!(with("BUSTAN_GAMES", "3").0 && with("BUSTAN_SEED", "3").0);
    let (passed, told) = with("BUSTAN_GAMES", "0");
    assert!(!passed && told.contains("BUSTAN_GAMES is 0: a test without games proves nothing"), "{told}");
    for variable in ["BUSTAN_GAMES", "BUSTAN_SEED"] {
        let (passed, told) = with(variable, "many");
        assert!(
            !passed && told.contains(&format!("{variable} is \"many\", which is not a number of 64 bits")),
            "{told}"
        );
    }
}

/// The reference engine without undo. With `STARTS` it accepts only one start position, otherwise none.
struct Forward<const STARTS: bool>(ReferenceEngine);

impl<const STARTS: bool> Default for Forward<STARTS> {
    fn default() -> Self {
        Self(ReferenceEngine::default())
    }
}

impl<const STARTS: bool> Engine for Forward<STARTS> {
    type Game = TicTacToe;
    type Observation = ();

    fn name(&self) -> String {
        "forward".into()
    }

    fn setup(&mut self, position: &Position) -> Result<(), NoStart<Invalid>> {
        let known = STARTS && *position == Position::initial(false);
        if known { self.0.setup(position) } else { Err(NoStart::Unable) }
    }

    fn play(&mut self, player: Player, mv: &Move) -> Result<(), Option<Reason>> {
        self.0.play(player, mv).map_err(|_| None)
    }

    fn turn(&self) -> Option<Player> {
        self.0.turn()
    }

    fn legal_moves(&self) -> Option<Vec<Move>> {
        self.0.legal_moves()
    }
}

#[test]
fn an_engine_that_knows_next_to_nothing_is_held_to_that() {
    assert_agrees::<Forward<true>, ReferenceEngine>(200);
    assert_lawful::<Forward<true>>(200);
    let record = shared_record::<TicTacToe>(&Record::new(Position::initial(false)));
    let factories = Factories { subject: &Forward::<true>::default, oracle: &ReferenceEngine::default };
    let descent = descend(factories, &record, 5).expect("both can be walked");
    assert_eq!(descent.steps[0].nodes, [15_120; 2]);
}

#[test]
fn games_that_never_begin_prove_nothing() {
    let told = said(|| assert_agrees::<Forward<false>, ReferenceEngine>(20));
    assert!(told.starts_with("no move was played"), "{told}");
    let told = said(|| assert_agrees_on::<Forward<false>, ReferenceEngine>("X[b2]"));
    assert_eq!(told, "the game cannot begin: the engine cannot be set up there");
}

/// Plays games of the reference engine on the fast engine.
struct Games;

impl Visit for Games {
    type Output = ();

    fn visit<G, F, R>(self)
    where
        G: Explore + Picture,
        F: Plays<G>,
        R: Plays<G>,
    {
        let mut runner = TestRunner::deterministic();
        let mut drawn = |lengths| {
            let strategy = game::<R>(lengths);
            let mut draw = || strategy.new_tree(&mut runner).expect("no game is rejected").current();
            (0..40).map(|_| draw()).collect::<Vec<Record<G>>>()
        };
        let length = |record: &Record<G>| record.moves.len();
        let longest = drawn(12..=12).iter().map(length).max();
        let records = drawn(0..=12);
        assert!(records.iter().map(length).max() > longest.map(|longest| longest / 2), "{}", G::NAME);
        for record in &records {
            let mut engine = F::default();
            engine.setup(&record.start).expect("games start where they can");
            for (player, mv) in &record.moves {
                assert_eq!(engine.play(*player, mv), Ok(()), "{record}");
            }
        }
    }
}

#[test]
fn strategies_play_legal_games_of_every_game() {
    for game in GAMES {
        visit(game, Games).expect("the game is registered");
    }
}

/// The number of cases that proptest tries by default.
const CASES: u32 = 256;

/// Counts the events in [`CASES`] games of the strategy.
#[derive(Clone, Copy)]
struct Events;

impl Visit for Events {
    /// The events that are never reached.
    type Output = Vec<&'static str>;

    fn visit<G, F, R>(self) -> Self::Output
    where
        G: Explore + Picture,
        F: Plays<G>,
        R: Plays<G>,
    {
        let mut runner = TestRunner::deterministic();
        let strategy = game::<F>(0..=120);
        let mut counts = vec![0; G::EVENTS.len()];
        for _ in 0..CASES {
            let record = strategy.new_tree(&mut runner).expect("no game is rejected").current();
            let mut engine = F::default();
            engine.setup(&record.start).expect("games start where they can");
            let mut earlier = Vec::new();
            for ((player, mv), ply) in record.moves.iter().zip(0..) {
                let before = engine.observe().expect("it observes");
                for proposed in (0..4).filter_map(|seed| {
                    let mut dice = Dice::of_game(seed, ply);
                    G::proposal(&before, &mut |n| dice.below(n))
                }) {
                    if let Some(Err(Some(reason))) = engine.verdict(*player, &proposed).answer()
                        && let Some(event) = G::refusal_event(reason)
                    {
                        counts[event] += 1;
                    }
                }
                engine.play(*player, mv).expect("the moves are legal");
                let after = engine.observe().expect("it observes");
                G::events(&before, mv, &after, &mut |event| counts[event] += 1);
                earlier.push(before);
                G::repetition_events(&mut earlier.iter().rev(), &after, &mut |event| counts[event] += 1);
            }
        }
        missing::<G>(|event| counts[event] > 0)
    }
}

#[test]
fn as_many_games_as_proptest_draws_reach_every_event() {
    assert_all_are_reached(Events);
}

/// Checks that a property of games of up to `longest` moves of engine `E` fails for a flawed engine, and that
/// proptest shrinks the game to at most `most` moves.
fn shrinks<E>(flaw: impl Display, longest: usize, most: usize, holds: impl Fn(&Record<E::Game>) -> bool)
where
    E: Engine<Game: Explore> + Default,
{
    shrinks_in(flaw, &game::<E>(0..=longest), most, holds);
}

/// Does the same as [`shrinks`] with the games of a strategy.
fn shrinks_in<G: Game>(
    flaw: impl Display,
    games: &impl Strategy<Value = Record<G>>,
    most: usize,
    holds: impl Fn(&Record<G>) -> bool,
) {
    let config = Config { cases: CASES, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRunner::deterministic().new_rng());
    let failed = runner.run(games, |record| {
        prop_assert!(holds(&record));
        Ok(())
    });
    let Err(TestError::Fail(_, record)) = failed else { panic!("{flaw}: {failed:?}") };
    println!("{flaw}: {record}");
    assert!(record.moves.len() <= most, "{flaw}: {record}");
}

/// Whether two engines list the same moves, give the same verdicts for all players, and report the same
/// observations throughout a game.
fn same<A, B>(mut one: A, mut other: B, record: &Record<A::Game>) -> bool
where
    A: Engine<Game: Game<Move: Ord>>,
    B: Engine<Game = A::Game, Observation = A::Observation>,
{
    let alike = |one: &A, other: &B| {
        let [mut moves, mut others] = [one.legal_moves(), other.legal_moves()];
        [&mut moves, &mut others].into_iter().flatten().for_each(|moves| moves.sort());
        let judged =
            |player: <A::Game as Game>::Player, mv| one.verdict(player, mv) == other.verdict(player, mv);
        moves == others
            && moves
                .iter()
                .flatten()
                .all(|mv| <A::Game as Game>::PLAYERS.iter().all(|&player| judged(player, mv)))
            && one.observe() == other.observe()
    };
    if one.setup(&record.start).is_err() || other.setup(&record.start).is_err() {
        return true;
    }
    alike(&one, &other)
        && record.moves.iter().all(|(player, mv)| {
            let played = [one.play(*player, mv), other.play(*player, mv)];
            played[0] == played[1] && alike(&one, &other)
        })
}

// The limits are those of a check, but two moves higher for most flaws of Tic-Tac-Toe. Some games are shrunk
// to their last move, which is played from the position before it.

#[test]
fn flaws_of_dominions_shrink_with_proptest_as_with_a_check() {
    for flaw in DominionsFlaw::ALL {
        shrinks::<dominions::FastEngine>(flaw, 16, 6, |record| {
            same(FlawedDominions::new(flaw), bustan_reference::dominions::ReferenceEngine::default(), record)
        });
    }
}

#[test]
fn flaws_of_margo_shrink_with_proptest_as_with_a_check() {
    for flaw in MargoFlaw::ALL {
        shrinks::<margo::FastEngine>(flaw, 60, 8, |record| {
            same(FlawedMargo::new(flaw), bustan_reference::margo::ReferenceEngine::default(), record)
        });
    }
}

#[test]
fn flaws_of_tribolo_shrink_with_proptest_as_with_a_check() {
    for flaw in TriboloFlaw::ALL {
        shrinks::<tribolo::FastEngine>(flaw, 20, 1, |record| {
            same(FlawedTribolo::new(flaw), bustan_reference::tribolo::ReferenceEngine::default(), record)
        });
    }
}

#[test]
fn flaws_of_chess_shrink_with_proptest_as_with_a_check() {
    let is_same = |flaw, record: &Record<Chess>| {
        same(FlawedChess::new(flaw), bustan_reference::chess::ReferenceEngine::default(), record)
    };
    for flaw in ChessFlaw::ALL {
        let factories = Factories {
            subject: &|| FlawedChess::new(flaw),
            oracle: &bustan_reference::chess::ReferenceEngine::default,
        };
        match flaw {
            // A game that is drawn too early takes a dozen moves back and forth, which no strategy generates.
            ChessFlaw::RepetitionIgnoresRights => {}
            ChessFlaw::UndoForgetsRights => shrinks::<chess::FastEngine>(flaw, 8, 2, |record| {
                !matches!(audit(factories, &shared_record(record), |_| {}), Audit::Diverged(_))
            }),
            // Random games rarely reach positions with only the pieces that this flaw needs.
            ChessFlaw::LoneKnightAlive => {
                let start = "8/8/4k3/8/3p4/8/4N3/4K3 w - - 0 1 draws auto".parse().expect("a position");
                let games = game_from::<chess::FastEngine>(Just(start), 0..=8);
                shrinks_in(flaw, &games, 2, |record| is_same(flaw, record));
            }
            _ => shrinks::<chess::FastEngine>(flaw, 8, 2, |record| is_same(flaw, record)),
        }
    }
}

#[test]
fn flaws_of_tic_tac_toe_shrink_with_proptest_as_with_a_check() {
    for flaw in TicTacToeFlaw::ALL {
        flaw.plant(|| {
            let factories = Factories { subject: &FlawedTicTacToe::default, oracle: &Adapted::default };
            let full = [TicTacToeFlaw::FullBoardWins, TicTacToeFlaw::TieForO].contains(&flaw);
            // Two of the flaws are in undo, so comparing results after each move is not enough.
            shrinks::<Adapted>(flaw, 9, if full { 9 } else { 5 }, |record| {
                !matches!(audit(factories, &shared_record(record), |_| {}), Audit::Diverged(_))
            });
        });
    }
}

#[test]
fn a_game_that_a_filter_lets_pass_is_made_short() {
    let even =
        game::<ReferenceEngine>(0..=9).prop_filter("of an even length", |record| record.moves.len() % 2 == 0);
    // Half of eight moves is an even number, half of six is odd: only some of the shrunk games pass the
    // filter.
    let mut dice = TestRunner::deterministic();
    for _ in 0..20 {
        let mut runner = TestRunner::new_with_rng(Config::default(), dice.new_rng());
        let failed = runner.run(&even, |record| {
            prop_assert!(record.moves.len() < 4);
            Ok(())
        });
        let Err(TestError::Fail(_, record)) = failed else { panic!("{failed:?}") };
        assert!([4, 6].contains(&record.moves.len()), "{record}");
    }
}

#[test]
fn a_game_on_which_a_property_fails_is_made_short() {
    let mut runner = TestRunner::new_with_rng(Config::default(), TestRunner::deterministic().new_rng());
    let start = TicTacToe::start(&mut |_| 0);
    let failed = runner.run(&game_from::<ReferenceEngine>(Just(start), 0..=9), |record| {
        prop_assert!(record.moves.len() < 5);
        Ok(())
    });
    let Err(TestError::Fail(_, record)) = failed else { panic!("{failed:?}") };
    assert_eq!(record.moves.len(), 5, "{record}");
}
