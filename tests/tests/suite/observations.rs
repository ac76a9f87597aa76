//! Observations that are parsed from JSON, even if the engine reports only part of them or invalid values.

use bustan_games::{GAMES, Plays, Visit, visit};
use bustan_guide::{Explore, Picture, Style};
use bustan_harness::base::Dice;
use bustan_harness::compare::lockstep::Factories;
use bustan_harness::erased::{own_observation, rules};
use bustan_harness::run::check;
use bustan_tests::planted::plan;
use bustan_vocabulary::tictactoe::{self, TicTacToe};
use bustan_vocabulary::{Engine, NoStart};
use serde_json::{Value, json};

/// Plays random games in which the observation is formatted and parsed again after each move.
struct ReadBack;

impl Visit for ReadBack {
    type Output = ();

    fn visit<G, F, R>(self)
    where
        G: Explore + Picture,
        F: Plays<G>,
        R: Plays<G>,
    {
        let mut dice = Dice::new(3);
        for _ in 0..6 {
            let start = G::start(&mut |n| dice.below(n));
            let mut engine = F::default();
            engine.setup(&start).unwrap();
            let first = engine.observe().unwrap();
            // A game has one more observation than moves, unless it ends earlier.
            for _ in 0..=G::MOST_MOVES.min(10_000) {
                let seen = engine.observe().unwrap();
                let form = serde_json::to_value(&seen).unwrap();
                // Missing parts keep the values of the given observation.
                assert_eq!(G::read_observation(form.clone(), &seen).as_ref(), Some(&seen), "{form}");
                let read = G::read_observation(form.clone(), &first).unwrap();
                assert_eq!(serde_json::to_value(&read).unwrap(), form);
                let Some(player) = engine.turn() else { break };
                let moves = engine.legal_moves().unwrap();
                engine.play(player, dice.pick(&moves)).unwrap();
            }
            for nonsense in [Value::Null, json!({}), json!([1]), json!({"board": {"a1": "x"}})] {
                assert_eq!(G::read_observation(nonsense, &first), None);
            }
        }
    }
}

#[test]
fn what_is_observed_is_read_back_from_its_json_form() {
    for game in GAMES {
        visit(game, ReadBack).unwrap();
    }
}

/// A Tic-Tac-Toe engine that reports a wrong board as soon as there are three marks.
#[derive(Default)]
struct Teller<const SHIFT: bool>(bustan_core::tictactoe::FastEngine);

impl<const SHIFT: bool> Engine for Teller<SHIFT> {
    type Game = TicTacToe;
    type Observation = Value;

    fn name(&self) -> String {
        "teller".into()
    }

    fn setup(&mut self, position: &tictactoe::Position) -> Result<(), NoStart<tictactoe::Invalid>> {
        self.0.setup(position)
    }

    fn play(
        &mut self,
        player: tictactoe::Player,
        mv: &tictactoe::Move,
    ) -> Result<(), Option<tictactoe::Reason>> {
        self.0.play(player, mv)
    }

    fn turn(&self) -> Option<tictactoe::Player> {
        self.0.turn()
    }

    fn observe(&self) -> Option<Value> {
        let seen = self.0.observe()?;
        Some(match (seen.ply, SHIFT) {
            (0..3, _) => json!({ "board": seen.board }),
            (_, true) => json!({ "board": { "a1": "x" } }),
            (_, false) => {
                json!({ "board": { "d9": "x", "a4": "o" }, "size": 200, "canonical": 4_000_000_000_u32 })
            }
        })
    }
}

fn told<const SHIFT: bool>() -> check::Outcome {
    let factories = Factories {
        subject: &Teller::<SHIFT>::default,
        oracle: &bustan_reference::tictactoe::ReferenceEngine::default,
    };
    let plan = check::Plan { games: Some(50), ..plan(rules::<TicTacToe>(), 0) };
    check::run(&plan, factories, &check::Progress::default(), &|_| {})
}

#[test]
fn a_board_that_is_reported_in_part_is_drawn_next_to_the_other() {
    let outcome = told::<true>();
    let best = outcome.findings[0].best();
    let seen = best.seen[0].as_ref().expect("the engine was asked");
    assert_eq!(seen.reported, json!({ "board": { "a1": "x" } }));
    assert!(seen.is_partial());
    assert_eq!(seen.board().map(|seen| own_observation::<TicTacToe>(seen).board.len()), Some(1));
    assert!(best.svg().is_some() && best.subject_svg().is_some());
    let text = best.text("", None, Style::default(), 100);
    let beside = |line: &str| line.starts_with("reference: ") && line.ends_with(" teller:");
    assert!(text.lines().any(beside) && text.contains("1 [X] . [.]\n"), "{text}");
}

#[test]
fn nonsense_is_reported_whether_it_can_be_drawn_or_not() {
    let outcome = told::<false>();
    let best = outcome.findings[0].best();
    assert_eq!(best.record.moves.len(), 3);
    assert!(best.signature.to_string().contains("board"), "{}", best.signature);
    assert_eq!(best.headline, "reference: a2 stays; teller: it is captured (and 4 more)");
    assert!(best.text("", None, Style::default(), 100).contains("reference"));
    assert!(best.svg().is_some());
}
