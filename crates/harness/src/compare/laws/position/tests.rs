//! Each law of a position, broken by exactly one planted bug.

use std::fmt::Debug;
use std::sync::atomic::{AtomicUsize, Ordering};

use bustan_core::dominions;
use bustan_core::tictactoe::FastEngine;
use bustan_vocabulary::dominions::Dominions;
use bustan_vocabulary::tictactoe::{Player, TicTacToe};
use bustan_vocabulary::{Engine, Game, NoStart, Ruling};
use serde::Serialize;
use serde_json::json;

use super::*;
use crate::compare::divergence::Role;
use crate::compare::lockstep::Factory;
use crate::erased::{Guided, rules};

/// An engine that plays like `E` and reports observations of type `O`.
struct Altered<E: Engine, O> {
    engine: E,
    show: fn(&E) -> Option<O>,
    turn: fn(&E) -> Option<<E::Game as Game>::Player>,
    hash: fn(&E) -> Option<u64>,
    rule: Rule<E>,
}

/// Returns the engine's ruling on a move.
type Rule<E> = fn(
    &E,
    <<E as Engine>::Game as Game>::Player,
    &<<E as Engine>::Game as Game>::Move,
) -> Ruling<<<E as Engine>::Game as Game>::Reason>;

impl<E: Engine + Default, O> Altered<E, O> {
    /// Returns the engine with another observation.
    fn showing(show: fn(&E) -> Option<O>) -> Self {
        Self { engine: E::default(), show, turn: E::turn, hash: E::hash, rule: E::verdict }
    }
}

impl<E: Engine + Default> Altered<E, E::Observation> {
    /// Returns the engine without any alteration.
    fn unaltered() -> Self {
        Self::showing(E::observe)
    }
}

impl<E: Engine, O: Serialize + PartialEq + Debug + 'static> Engine for Altered<E, O> {
    type Game = E::Game;
    type Observation = O;

    fn name(&self) -> String {
        "altered".into()
    }

    fn setup(
        &mut self,
        position: &<E::Game as Game>::Position,
    ) -> Result<(), NoStart<<E::Game as Game>::Invalid>> {
        self.engine.setup(position)
    }

    fn play(
        &mut self,
        player: <E::Game as Game>::Player,
        mv: &<E::Game as Game>::Move,
    ) -> Result<(), Option<<E::Game as Game>::Reason>> {
        self.engine.play(player, mv)
    }

    fn turn(&self) -> Option<<E::Game as Game>::Player> {
        (self.turn)(&self.engine)
    }

    fn verdict(
        &self,
        player: <E::Game as Game>::Player,
        mv: &<E::Game as Game>::Move,
    ) -> Ruling<<E::Game as Game>::Reason> {
        (self.rule)(&self.engine, player, mv)
    }

    fn legal_moves(&self) -> Option<Vec<<E::Game as Game>::Move>> {
        self.engine.legal_moves()
    }

    fn observe(&self) -> Option<O> {
        (self.show)(&self.engine)
    }

    fn hash(&self) -> Option<u64> {
        (self.hash)(&self.engine)
    }

    fn position(&self) -> Option<<E::Game as Game>::Position> {
        self.engine.position()
    }
}

/// Returns the law that an engine breaks at `start`, or after the player to move has played `mv`.
fn said<G: Guided>(engine: impl Factory, start: &str, mv: &str) -> Result<(), String> {
    let mut recorder = Recorder::new(Role::Subject, &engine);
    let rules = rules::<G>();
    let (Ok(start), Ok(mv)) = (rules.position(start), rules.mv(mv)) else { panic!("{start} {mv}") };
    assert!(recorder.engine.setup(&start).is_ok());
    recorder.note(true);
    words(recorder.keeps_laws(None, recorder.engine.legal_moves().as_deref()))?;
    words(recorder.tells_turns_apart())?;
    let last = (recorder.trail.turn().unwrap().unwrap(), mv);
    assert!(recorder.engine.play(last.0, &last.1).is_ok());
    recorder.note(true);
    words(recorder.keeps_laws(Some(&last), recorder.engine.legal_moves().as_deref()))
}

/// Returns the law that an altered engine of Tic-Tac-Toe breaks at the start of the game.
fn of<O: Serialize + PartialEq + Debug + 'static>(
    engine: fn() -> Altered<FastEngine, O>,
) -> Result<(), String> {
    said::<TicTacToe>(engine, "......... x", "b2")
}

/// Returns an altered observation of an engine.
fn shown<E: Engine>(engine: &E, alter: fn(&mut E::Observation)) -> Option<E::Observation> {
    let mut seen = Engine::observe(engine)?;
    alter(&mut seen);
    Some(seen)
}

/// Converts a finding to the text of its signature.
fn words(found: Result<(), Violation>) -> Result<(), String> {
    found.map_err(|found| found.signature.to_string())
}

/// Returns the signature text of a broken law.
fn law(what: &[&str]) -> Result<(), String> {
    words(broken("", what, ""))
}

#[test]
fn each_law_of_a_position_is_broken_by_one_mistake_alone() {
    assert_eq!(of(Altered::unaltered), Ok(()));
    let refuses = || Altered { rule: |_, _, _| Ruling::Refused, ..Altered::unaltered() };
    assert_eq!(of(refuses), law(&["listed", "illegal"]));
    let unsure = || Altered { rule: |_, _, _| Ruling::Unknown, ..Altered::unaltered() };
    assert_eq!(of(unsure), Ok(()));
    let turn =
        || Altered::showing(|engine: &FastEngine| shown(engine, |seen| seen.to_move = Some(Player::O)));
    assert_eq!(of(turn), law(&["observed", "turn"]));
    let marks = || Altered::showing(|engine: &FastEngine| shown(engine, |seen| seen.board.clear()));
    assert_eq!(of(marks), law(&["inconsistent"]));
    let told = || {
        Altered::showing(|engine: &FastEngine| {
            shown(engine, |seen| {
                seen.winner = Some(Player::X);
                seen.scores.insert(Player::X, 1);
            })
        })
    };
    assert_eq!(of(told), law(&["winner"]));
    let plies =
        || Altered::showing(|engine: &FastEngine| Some(json!({ "ply": Engine::observe(engine)?.ply * 2 })));
    assert_eq!(of(plies), law(&["ply"]));
}

#[test]
fn the_end_and_the_winner_are_held_to_the_turn_in_any_observation() {
    let at_end = |engine: fn() -> Altered<FastEngine, _>| said::<TicTacToe>(engine, "xx.oo.... x", "c3");
    let sound = || {
        Altered::showing(|engine: &FastEngine| {
            let winner = engine.turn().is_none().then_some("x");
            Some(json!({ "over": engine.turn().is_none(), "winner": winner }))
        })
    };
    assert_eq!(at_end(sound), Ok(()));
    let over_too_soon = || Altered::showing(|_| Some(json!({ "over": true })));
    assert_eq!(at_end(over_too_soon), law(&["over"]));
    let never_over = || Altered::showing(|_| Some(json!({ "over": false })));
    assert_eq!(at_end(never_over), law(&["over"]));
    let won_too_soon = || Altered::showing(|_| Some(json!({ "winner": "x" })));
    assert_eq!(at_end(won_too_soon), law(&["winner"]));
}

#[test]
fn the_turn_passes_to_the_next_player() {
    let stays = || Altered {
        turn: |_| Some(Player::X),
        rule: |_, _, _| Ruling::Legal,
        ..Altered::showing(|engine: &FastEngine| shown(engine, |seen| seen.to_move = Some(Player::X)))
    };
    assert_eq!(of(stays), law(&["turn", "order"]));
}

#[test]
fn a_dozen_of_listed_moves_are_asked_about_spread_over_the_list() {
    static ASKED_ABOUT: AtomicUsize = AtomicUsize::new(0);
    let counting = || Altered {
        rule: |_, _, _| {
            ASKED_ABOUT.fetch_add(1, Ordering::Relaxed);
            Ruling::Legal
        },
        ..Altered::<dominions::FastEngine, _>::unaltered()
    };
    let mut recorder = Recorder::new(Role::Subject, &counting);
    let start = rules::<Dominions>().initial(&["3"]).unwrap();
    assert!(recorder.engine.setup(&start).is_ok());
    recorder.note(true);
    let legal = recorder.engine.legal_moves().unwrap();
    for (listed, asked) in [(0, 0), (1, 1), (12, 12), (13, 7), (24, 12), (25, 9)] {
        ASKED_ABOUT.store(0, Ordering::Relaxed);
        assert!(recorder.keeps_laws(None, Some(&legal[..listed])).is_ok());
        assert_eq!(ASKED_ABOUT.load(Ordering::Relaxed), asked, "{listed} listed");
    }
}

#[test]
fn another_player_on_turn_is_another_position_with_another_hash() {
    let start = "2 white 0 0";
    assert_eq!(said::<Dominions>(Altered::<dominions::FastEngine, _>::unaltered, start, "P1a1"), Ok(()));
    let forgets = || Altered { hash: |_| Some(7), ..Altered::<dominions::FastEngine, _>::unaltered() };
    assert_eq!(said::<Dominions>(forgets, start, "P1a1"), law(&["turn", "hash"]));
    let mut recorder = Recorder::new(Role::Subject, &forgets);
    assert!(recorder.engine.setup(&rules::<Dominions>().position(start).unwrap()).is_ok());
    recorder.note(true);
    let headline = recorder.tells_turns_apart().unwrap_err().headline;
    assert!(headline.ends_with("and its hash is the same"), "{headline}");
    let tells_nothing = || Altered { hash: |_| None, ..Altered::<dominions::FastEngine, _>::unaltered() };
    assert_eq!(said::<Dominions>(tells_nothing, start, "P1a1"), Ok(()));
}

#[test]
fn the_result_is_held_to_the_scores() {
    let at_end = |engine: fn() -> Altered<dominions::FastEngine, _>| {
        let mut recorder = Recorder::new(Role::Subject, &engine);
        assert!(recorder.engine.setup(&rules::<Dominions>().position("2 white 2 3 W3a1").unwrap()).is_ok());
        recorder.note(true);
        words(recorder.keeps_laws(None, None))
    };
    assert_eq!(at_end(Altered::unaltered), Ok(()));
    let wrong =
        || Altered::showing(|engine: &dominions::FastEngine| shown(engine, |seen| seen.winner = None));
    assert_eq!(at_end(wrong), law(&["result", "winner"]));
}
