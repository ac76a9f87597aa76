//! The divergences found when one of two engines has a planted bug, and the answers of a lockstep about its
//! game.

use bustan_core::tictactoe::FastEngine;
use bustan_vocabulary::abrobad::{self, Abrobad};
use bustan_vocabulary::tictactoe::{self, TicTacToe};
use bustan_vocabulary::{Engine, NoStart};
use serde_json::Value;

use super::faulty::{FREE, Faulty, GAME, Mistake, TAKEN, played};
use super::*;
use crate::base::Stop;
use crate::compare::known::Accepted;
use crate::erased::{own_observation, rules, shared_position, unknown};
use crate::testing::{Answers, Words};

/// Returns the standard start of Tic-Tac-Toe.
fn start() -> Position {
    rules::<TicTacToe>().initial(&[]).unwrap()
}

fn mv(text: &str) -> Move {
    rules::<TicTacToe>().mv(text).unwrap()
}

fn player(text: &str) -> Player {
    rules::<TicTacToe>().player(text).unwrap()
}

/// Runs an action on a faulty engine and a sound one in lockstep.
fn with(mistake: Mistake, role: Role, act: impl FnOnce(&mut Lockstep<'_>)) {
    let faulty = move || Faulty::new(mistake);
    let factories = match role {
        Role::Subject => Factories { subject: &faulty, oracle: &FastEngine::default },
        Role::Oracle => Factories { subject: &FastEngine::default, oracle: &faulty },
    };
    act(&mut Lockstep::new(factories, Checks::ALL, start()));
}

/// Starts a game at the standard start.
fn begin(lockstep: &mut Lockstep<'_>) {
    assert!(lockstep.begin(&start()).unwrap());
}

/// Returns the finding for a planted bug in the engine under test or the oracle.
fn found(mistake: Mistake, role: Role, prepare: impl FnOnce(&mut Lockstep<'_>)) -> Option<String> {
    let mut found = None;
    with(mistake, role, |lockstep| {
        prepare(lockstep);
        found = played(lockstep).err().map(|found| found.signature.to_string());
    });
    found
}

#[test]
fn a_mistake_of_either_engine_is_found_by_its_name() {
    let expected = [
        (Mistake::Nothing, "", ""),
        (Mistake::CannotBeDuplicated, "", ""),
        (
            Mistake::RefusesTheStart,
            "setup-refuses-the-position-with-marks-of-x-and-of-o-x-cannot-b-accepts-the",
            "setup-accepts-the-position-refuses-the-position-with-marks-of-x-and-of-o-x-b",
        ),
        (Mistake::HasAnotherOnTurn, "turn-another-player", "turn-another-player"),
        (Mistake::IsOver, "turn-over-too-early", "turn-over-too-late"),
        (Mistake::IsNotOverAtTheEnd, "turn-over-too-late", "turn-over-too-early"),
        (Mistake::ShowsAWinner, "observation-winner", "observation-winner"),
        (Mistake::ListsALess, "legal-set-unlisted-legal", "legal-set-listed-legal"),
        (Mistake::ListsAMore, "legal-set-listed-illegal-occupied", "legal-set-unlisted-illegal-occupied"),
        (Mistake::ListsTwice, "legal-set-twice", "legal-set-twice"),
        (Mistake::CallsLegalIllegal, "verdict-illegal-legal", "verdict-legal-illegal"),
        (Mistake::CallsIllegalLegal, "verdict-legal-illegal-occupied", "verdict-illegal-occupied-legal"),
        (
            Mistake::GivesAnotherReason,
            "verdict-illegal-off-board-illegal-occupied",
            "verdict-illegal-occupied-illegal-off-board",
        ),
        (
            Mistake::PlaysWhatItRefuses,
            "verdict-contradicts-illegal-occupied-legal",
            "verdict-contradicts-illegal-occupied-legal",
        ),
        (Mistake::RefusesWhatItLists, "verdict-illegal-legal", "verdict-legal-illegal"),
        (Mistake::ChangesWhenItRefuses, "refusal-hash", "refusal-hash"),
        (Mistake::CountsAMore, "count-perft", "count-perft"),
        (Mistake::CountsASequenceMore, "count-perft-two", "count-perft-two"),
        (Mistake::HashesAlike, "hash-different-positions", "hash-different-positions"),
        (Mistake::IsElsewhere, "text-positions-differ", "text-positions-differ"),
        (Mistake::ChangesWhenItTakesBack, "undo-hash", "undo-hash"),
        (Mistake::ShowsAWinnerWhenItTakesBack, "undo-observation-winner", "undo-observation-winner"),
        (
            Mistake::ListsLessWhereItBegins(1),
            "text-position-legal-moves-illegal-legal",
            "text-position-legal-moves-legal-illegal",
        ),
        (
            Mistake::CallsIllegalWhereItBegins,
            "text-position-legal-moves-illegal-off-board-legal",
            "text-position-legal-moves-legal-illegal-off-board",
        ),
        (Mistake::HashesWhereItBegins, "hash-equal-positions", "hash-equal-positions"),
        (Mistake::CallsIllegalAndListsALess, "verdict-illegal-legal", "verdict-legal-illegal"),
        (Mistake::Panics, "panic-subject-play-no-more", "panic-oracle-play-no-more"),
        (Mistake::PlaysOutWithoutMoves, "count-playout-legal", "count-playout-legal"),
        (Mistake::PanicsIn("undo"), "panic-subject-undo-no-more", "panic-oracle-undo-no-more"),
        (Mistake::PanicsIn("position"), "panic-subject-position-no-more", "panic-oracle-position-no-more"),
        (Mistake::PanicsIn("perft"), "panic-subject-perft-no-more", "panic-oracle-perft-no-more"),
        (Mistake::PanicsIn("perft of two"), "panic-subject-perft-no-more", "panic-oracle-perft-no-more"),
        (Mistake::PanicsIn("playout"), "panic-subject-playout-no-more", "panic-oracle-playout-no-more"),
    ];
    let found = expected.map(|(mistake, ..)| {
        let [by_subject, by_oracle] =
            [Role::Subject, Role::Oracle].map(|role| found(mistake, role, |_| {}).unwrap_or_default());
        (mistake, by_subject, by_oracle)
    });
    assert_eq!(found, expected.map(|(mistake, one, other)| (mistake, one.into(), other.into())));
}

#[test]
fn an_oracle_that_is_trusted_is_not_held_to_the_laws() {
    let trusting = |mistake, role| found(mistake, role, |lockstep| lockstep.trust_oracle(true));
    for mistake in [Mistake::CountsAMore, Mistake::ChangesWhenItTakesBack, Mistake::PlaysWhatItRefuses] {
        assert_eq!(trusting(mistake, Role::Oracle), None, "{mistake:?}");
        assert!(trusting(mistake, Role::Subject).is_some(), "{mistake:?}");
    }
    assert_eq!(trusting(Mistake::ListsALess, Role::Oracle).as_deref(), Some("legal-set-listed-legal"));
}

#[test]
fn of_several_moves_that_differ_the_one_that_is_wanted_comes_first() {
    let mistake = Mistake::ListsALessAndAMore;
    let more = "legal-set-listed-illegal-occupied";
    let less = "legal-set-unlisted-legal";
    assert_eq!(found(mistake, Role::Subject, |_| {}).as_deref(), Some(more));
    let preferring =
        |signature: Signature| found(mistake, Role::Subject, move |lockstep| lockstep.prefer(signature));
    assert_eq!(preferring(Signature::listed(false, "legal")).as_deref(), Some(less));
    assert_eq!(preferring(Signature::listed(true, "illegal, occupied")).as_deref(), Some(more));
    // The preferred signature does not occur.
    assert_eq!(preferring(Signature::listed(true, "legal")).as_deref(), Some(more));
    let expecting = |text: &str| found(mistake, Role::Subject, |lockstep| lockstep.expect(Some(mv(text))));
    assert_eq!(expecting(FREE).as_deref(), Some(less));
    assert_eq!(expecting(TAKEN).as_deref(), Some(more));
    assert_eq!(expecting("c1").as_deref(), Some(more));
}

#[test]
fn what_is_known_is_passed_over_and_nothing_else() {
    let knowing = |mistake, accepted: &[&str]| {
        let accepted: Vec<Accepted> = accepted.iter().map(|text| text.parse().unwrap()).collect();
        found(mistake, Role::Subject, |lockstep| lockstep.pass_over(KnownDifferences::accepting(accepted)))
    };
    let both = ["legal-set-listed-illegal-occupied", "legal-set-unlisted-legal"];
    assert_eq!(knowing(Mistake::ListsALessAndAMore, &both[..1]).as_deref(), Some(both[1]));
    assert_eq!(knowing(Mistake::ListsALessAndAMore, &both[1..]).as_deref(), Some(both[0]));
    // After the known differences, the laws find more differences.
    let more = knowing(Mistake::ShowsAWinner, &["observation-winner"]);
    assert_eq!(more.as_deref(), Some("law-inconsistent"));
    let more = knowing(Mistake::HashesAlike, &["hash-different-positions"]);
    assert_eq!(more.as_deref(), Some("law-symmetry-hash"));
    assert_eq!(
        knowing(Mistake::HashesAlike, &["observation-winner"]).as_deref(),
        Some("hash-different-positions")
    );
}

/// Returns the finding for a planted bug in both engines.
fn found_in_both(mistake: Mistake) -> Option<String> {
    let faulty = move || Faulty::new(mistake);
    let factories = Factories { subject: &faulty, oracle: &faulty };
    let mut lockstep = Lockstep::new(factories, Checks::ALL, start());
    played(&mut lockstep).err().map(|found| found.signature.to_string())
}

#[test]
fn what_both_engines_get_wrong_in_one_way_is_found_where_it_contradicts_itself() {
    assert_eq!(found_in_both(Mistake::Nothing), None);
    assert_eq!(found_in_both(Mistake::IsOver).as_deref(), Some("law-end"));
    assert_eq!(found_in_both(Mistake::IsNotOverAtTheEnd).as_deref(), Some("law-end"));
    assert_eq!(found_in_both(Mistake::RefusesWhatItLists).as_deref(), Some("legal-set-both-illegal"));
    assert_eq!(found_in_both(Mistake::ListsALess).as_deref(), Some("legal-set-none-legal"));
    assert_eq!(found_in_both(Mistake::ListsAMore).as_deref(), Some("legal-set-both-illegal-occupied"));
}

/// Runs an action on two engines. The engine under test lists an extra move after two moves, which is known.
fn with_a_known_list(checks: Checks, act: impl FnOnce(&mut Lockstep<'_>)) {
    with(Mistake::ListsAMore, Role::Subject, |lockstep| {
        lockstep.checks = checks;
        let accepted: Accepted = "legal-set-listed-illegal-occupied".parse().unwrap();
        lockstep.pass_over(KnownDifferences::accepting([accepted]));
        begin(lockstep);
        act(lockstep);
    });
}

/// Plays moves for the player to move.
fn step(lockstep: &mut Lockstep<'_>, moves: &[&str]) {
    for text in moves {
        let player = lockstep.turn().unwrap();
        assert!(lockstep.step(player, &mv(text), false).unwrap());
    }
}

#[test]
fn moves_that_both_list_belong_to_the_ply_at_which_lists_are_known_to_differ() {
    with_a_known_list(Checks::ALL, |lockstep| {
        step(lockstep, &GAME[..2]);
        assert_eq!(lockstep.legal().len(), 7);
        lockstep.list().unwrap();
        assert_eq!(lockstep.ensure_legal().unwrap().len(), 7);
    });
    with_a_known_list(Checks { legal: false, ..Checks::ALL }, |lockstep| {
        step(lockstep, &GAME[..2]);
        assert_eq!(lockstep.legal(), []);
        lockstep.list().unwrap();
        assert_eq!(lockstep.legal().len(), 7);
        lockstep.back().unwrap();
        step(lockstep, &["c3"]);
        assert_eq!(lockstep.legal(), []);
    });
}

#[test]
fn a_sample_of_refusals_is_looked_at_closely() {
    assert_eq!((Checks::ALL.refusals, Checks::SAMPLED.refusals), (1, 4));
    assert_eq!(Checks { refusals: 1, ..Checks::SAMPLED }, Checks::ALL);
}

#[test]
fn lists_are_compared_where_the_engines_were_led_to() {
    for legal in [false, true] {
        with(Mistake::ListsALess, Role::Subject, |lockstep| {
            lockstep.checks.legal = legal;
            begin(lockstep);
            let moves = [(player("x"), mv(GAME[0])), (player("o"), mv(GAME[1]))];
            assert!(lockstep.lead(&moves, true).unwrap());
            let found = lockstep.list().map_err(|found| found.signature.to_string());
            assert_eq!(found, Err("legal-set-unlisted-legal".into()));
        });
    }
}

#[test]
fn a_move_that_both_refuse_is_no_move_of_the_game() {
    with(Mistake::Nothing, Role::Subject, |lockstep| {
        begin(lockstep);
        step(lockstep, &GAME[..2]);
        for (by, text) in [("x", TAKEN), ("o", FREE), ("o", TAKEN)] {
            assert!(!lockstep.step(player(by), &mv(text), true).unwrap(), "{by} {text}");
            assert_eq!(lockstep.plies(), 2);
        }
        step(lockstep, &GAME[2..]);
        assert!(!lockstep.step(player("o"), &mv(FREE), false).unwrap());
    });
}

#[test]
fn random_games_are_held_to_equal_lots() {
    for (mistake, found) in [(Mistake::Nothing, None), (Mistake::TakesTheFirst, Some("count-playout-odds"))] {
        for role in [Role::Subject, Role::Oracle] {
            with(mistake, role, |lockstep| {
                let position = rules::<TicTacToe>().position("xoxxo.o.. x").unwrap();
                assert!(lockstep.begin(&position).unwrap());
                let played =
                    lockstep.playout(1, Stop::default()).map_err(|found| found.signature.to_string());
                assert_eq!(played.err().as_deref(), found, "{mistake:?}");
            });
        }
    }
}

#[test]
fn of_an_engine_that_took_back_the_board_now_is_shown_next_to_that_of_before() {
    for role in [Role::Subject, Role::Oracle] {
        with(Mistake::ShowsAWinnerWhenItTakesBack, role, |lockstep| {
            begin(lockstep);
            step(lockstep, &GAME[..3]);
            let found = lockstep.back().unwrap_err();
            assert_eq!((found.shown, found.record.moves.len()), (2, 3));
            let winners =
                found.seen.map(|seen| own_observation::<TicTacToe>(seen.unwrap().board().unwrap()).winner);
            let wrong =
                [Role::Subject, Role::Oracle].map(|wrong| (role == wrong).then_some(tictactoe::Player::X));
            assert_eq!(winners, wrong);
        });
    }
}

#[test]
fn an_engine_that_is_not_as_it_was_after_moves_were_taken_back_has_no_game() {
    for role in [Role::Subject, Role::Oracle] {
        with(Mistake::ChangesWhenItTakesBack, role, |lockstep| {
            begin(lockstep);
            step(lockstep, &GAME[..3]);
            assert!(!lockstep.retract(2, true).unwrap());
            assert!(lockstep.at_hand().is_none());
        });
    }
}

/// Returns the finding about the texts of the game after two moves, with the `accepted` difference known.
fn said_by_texts(mistake: Mistake, accepted: &str) -> Option<String> {
    let mut found = None;
    with(mistake, Role::Subject, |lockstep| {
        let accepted: Accepted = accepted.parse().unwrap();
        lockstep.pass_over(KnownDifferences::accepting([accepted]));
        begin(lockstep);
        step(lockstep, &GAME[..2]);
        found = lockstep.text().err().map(|found| found.signature.to_string());
    });
    found
}

#[test]
fn what_is_known_of_lists_is_no_news_of_a_position_set_up_if_it_was_so_in_the_game() {
    assert_eq!(said_by_texts(Mistake::ListsAMore, "legal-set-listed-illegal-occupied"), None);
    assert_eq!(said_by_texts(Mistake::ListsALess, "legal-set-unlisted-legal"), None);
    assert_eq!(said_by_texts(Mistake::CallsIllegalAndListsALess, "verdict-illegal-legal"), None);
    let found = said_by_texts(Mistake::ListsLessWhereItBegins(1), "legal-set-unlisted-legal");
    assert_eq!(found.as_deref(), Some("text-position-legal-moves-illegal-legal"));
}

#[test]
fn how_many_moves_are_legal_for_one_of_two_engines_set_up_is_reported() {
    for (less, more) in [
        (1, None),
        (2, Some("1 more move is legal for one of them only")),
        (4, Some("3 more moves are legal for one of them only")),
    ] {
        with(Mistake::ListsLessWhereItBegins(less), Role::Oracle, |lockstep| {
            begin(lockstep);
            step(lockstep, &GAME[..2]);
            let found = lockstep.text().unwrap_err();
            assert_eq!(found.details, more.into_iter().collect::<Vec<_>>());
        });
    }
}

#[test]
fn sequences_of_two_moves_are_counted_where_no_moves_are_known_to_differ() {
    with(Mistake::Nothing, Role::Subject, |lockstep| {
        begin(lockstep);
        assert!(lockstep.count_two().unwrap());
        step(lockstep, &GAME);
        assert!(!lockstep.count_two().unwrap());
    });
    with_a_known_list(Checks::ALL, |lockstep| assert!(!lockstep.count_two().unwrap()));
}

#[test]
fn a_check_that_shows_what_is_known_is_forgiven() {
    let forgiven = |accepted: Option<&str>| {
        let mut forgiven = None;
        with(Mistake::CountsAMore, Role::Subject, |lockstep| {
            let accepted = accepted.map(|text| text.parse::<Accepted>().unwrap());
            lockstep.pass_over(KnownDifferences::accepting(accepted));
            begin(lockstep);
            step(lockstep, &GAME[..2]);
            let checked = lockstep.forgiving(Lockstep::count);
            if checked.is_ok() {
                assert_eq!(lockstep.known().passed().count(), 1);
                assert_eq!(lockstep.known_mut().passed().count(), 1);
                step(lockstep, &GAME[2..]);
            }
            forgiven = Some(checked.map_err(|found| found.signature.to_string()));
        });
        forgiven.unwrap()
    };
    assert_eq!(forgiven(Some("count-perft")), Ok(()));
    assert_eq!(forgiven(Some("observation-winner")), Err("count-perft".into()));
    assert_eq!(forgiven(None), Err("count-perft".into()));
    with(Mistake::Nothing, Role::Subject, |lockstep| {
        lockstep.pass_over(KnownDifferences::accepting(["count-perft".parse::<Accepted>().unwrap()]));
        begin(lockstep);
        assert!(lockstep.forgiving(Lockstep::count).is_ok());
        assert_eq!(lockstep.known().passed().count(), 0);
    });
}

/// An engine of Abrobad that reports its observations in its own format.
#[derive(Default)]
struct Formal {
    engine: bustan_core::abrobad::FastEngine,
    /// The number of moves of the setup position at which the engine is wrong.
    wrong_at: Option<u32>,
    begun: u32,
}

impl Engine for Formal {
    type Game = Abrobad;
    type Observation = Value;

    fn name(&self) -> String {
        "formal".into()
    }

    fn setup(&mut self, position: &abrobad::Position) -> Result<(), NoStart<abrobad::Invalid>> {
        self.begun = position.ply();
        Engine::setup(&mut self.engine, position)
    }

    fn play(&mut self, player: abrobad::Player, mv: &abrobad::Move) -> Result<(), Option<abrobad::Reason>> {
        Engine::play(&mut self.engine, player, mv)
    }

    fn turn(&self) -> Option<abrobad::Player> {
        Engine::turn(&self.engine)
    }

    fn observe(&self) -> Option<Value> {
        let mut seen = serde_json::to_value(Engine::observe(&self.engine)?).ok()?;
        if self.wrong_at == Some(self.begun) {
            seen["winner"] = "x".into();
        }
        Some(seen)
    }

    fn position(&self) -> Option<abrobad::Position> {
        Engine::position(&self.engine)
    }
}

#[test]
fn what_a_position_does_not_restore_need_not_be_shown_where_it_is_set_up() {
    let said = |ply: u32, wrong_at: Option<u32>| {
        let formal = || Formal { wrong_at, ..Formal::default() };
        let factories = Factories { subject: &formal, oracle: &bustan_core::abrobad::FastEngine::default };
        let start: abrobad::Position = format!("x.....xo.... x {ply}").parse().unwrap();
        let start = shared_position::<Abrobad>(&start);
        let mut lockstep = Lockstep::new(factories, Checks::ALL, start.clone());
        assert!(lockstep.begin(&start).unwrap());
        let mv = lockstep.legal()[0].clone();
        assert!(lockstep.step(lockstep.turn().unwrap(), &mv, false).unwrap());
        lockstep.text().err().map(|found| found.signature.to_string())
    };
    assert_eq!(said(3, None), None);
    assert_eq!(said(3, Some(4)).as_deref(), Some("text-position-observation-winner"));
    // A position text cannot state a larger number of moves.
    let most = abrobad::Position::MAX_PLY;
    assert_eq!(said(most, None), None);
    assert_eq!(said(most, Some(most - 1)).as_deref(), Some("text-position-observation-winner"));
}

/// Returns the standard start of a game unknown to Bustan.
fn anywhere() -> Position {
    unknown().initial(&[]).unwrap()
}

/// Returns the next player after the moves of a record of an unknown game.
fn next(record: &str) -> Option<String> {
    let record = unknown().record(record).unwrap();
    next_in_order(&anywhere(), &record.moves).map(|player| player.to_string())
}

/// A game of six moves to the left, to the right, or on the spot. The state has the number of moves and the
/// place.
#[derive(Clone, Debug)]
struct Walk {
    steps: u64,
    place: i64,
}

impl Answers for Walk {
    fn legal(&self) -> Vec<String> {
        if self.steps == 6 { Vec::new() } else { vec!["left".into(), "right".into(), "stay".into()] }
    }

    fn play(&mut self, mv: &str) -> bool {
        self.steps += 1;
        self.place += match mv {
            "left" => -1,
            "right" => 1,
            _ => 0,
        };
        true
    }

    fn state(&self) -> impl serde::Serialize {
        serde_json::json!({ "steps": self.steps, "place": self.place, "size": 3, "name": "red" })
    }
}

#[test]
fn numbers_that_change_with_every_move_are_counters() {
    let walk = || Words::new(Walk { steps: 0, place: 0 });
    let mut lockstep = Lockstep::new(Factories { subject: &walk, oracle: &walk }, Checks::ALL, anywhere());
    assert!(lockstep.begin(&anywhere()).unwrap());
    for (mv, counters) in
        [("right", &["place", "steps"][..]), ("left", &["place", "steps"]), ("stay", &["steps"])]
    {
        let player = lockstep.turn().unwrap();
        assert!(lockstep.step(player, &unknown().mv(mv).unwrap(), true).unwrap());
        assert_eq!(lockstep.counters(), counters.iter().map(ToString::to_string).collect(), "{mv}");
    }
    // After two moves, the place is the same as at the start.
    let counters = lockstep.counters();
    assert_eq!(lockstep.key(0, &counters), lockstep.key(2, &counters));
    assert_ne!(lockstep.key(0, &counters), lockstep.key(1, &counters));
}

#[test]
fn engines_of_one_name_are_marked_unless_one_factory_makes_both() {
    let [one, other] = [0, 1].map(|place| move || Words::new(Walk { steps: 0, place }));
    let names = |subject, oracle| {
        let lockstep = Lockstep::new(Factories { subject, oracle }, Checks::ALL, anywhere());
        [Role::Subject, Role::Oracle].map(|role| lockstep.name(role).to_string())
    };
    assert_eq!(names(&one, &other), ["Walk (1)", "Walk (2)"]);
    assert_eq!(names(&one, &one), ["Walk", "Walk"]);
}

#[test]
fn players_take_turns_and_two_who_are_not_of_the_game_alternate() {
    for (record, player) in [
        ("clear_board", "black"),
        ("play black a", "white"),
        ("play white a", "black"),
        ("play black a\nplay black b", "white"),
        ("play red a\nplay blue b", "red"),
        ("play red a\nplay blue b\nplay red c", "blue"),
    ] {
        assert_eq!(next(record).as_deref(), Some(player), "{record}");
    }
    assert_eq!(next("play red a"), None);
}
