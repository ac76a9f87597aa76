//! Tests stepping through a game: a page shows the same as a finding.

use bustan_harness::compare::known::KnownDifferences;
use bustan_harness::report::stepped::{Thoroughness, stepped};
use serde_json::Value;

use crate::running::{factories, of_game, plan, run};
use crate::strip::{Flaw, StripEngine};
use bustan_harness::erased::Record;

/// Steps through a record on an engine with a flaw and an engine without.
fn steps(flaw: Flaw, record: &Record, closely: Thoroughness) -> Value {
    stepped(factories(&move || StripEngine::new(flaw)), &mut KnownDifferences::default(), record, closely)
        .object()
}

#[test]
fn a_game_is_shown_up_to_where_the_engines_differ_and_both_of_their_states_there() {
    let outcome = run(Flaw::Score, &plan(0));
    let record = &of_game(&outcome).best().record;
    let differ = steps(Flaw::Score, record, Thoroughness::Along);
    let agree = steps(Flaw::None, record, Thoroughness::Along);
    let plies = |object: &Value| object["plies"].as_array().unwrap().len();
    assert_eq!((&differ["verdict"], &agree["verdict"]), (&"differ".into(), &"agree".into()), "{differ:#}");
    assert_eq!((plies(&differ), plies(&agree)), (record.moves.len(), record.moves.len() + 1));
    assert_eq!(agree["finding"], Value::Null);
    let finding = &differ["finding"];
    assert_eq!((&finding["shown"], &finding["headline"]), (&record.moves.len().into(), &differ["words"]));
    let [subject, oracle] = [0, 1].map(|engine| &finding["states"][engine]["reported"]);
    assert!(subject.is_object() && oracle.is_object() && subject != oracle, "{finding:#}");
    for (ply, shown) in agree["plies"].as_array().unwrap().iter().enumerate() {
        assert_eq!(shown["said"].is_null(), ply == 0, "{shown}");
        let state = &shown["states"][0]["reported"];
        let board = &shown["boards"][0]["svg"];
        assert_eq!((board, &state["to_move"]), (&"<svg/>".into(), &shown["turn"]), "{shown}");
    }
}

#[test]
fn what_shows_only_next_to_the_game_shows_if_it_is_looked_at_closely() {
    let verdicts = |flaw: Flaw| {
        let outcome = run(flaw, &plan(0));
        let record = &of_game(&outcome).best().record;
        [Thoroughness::Whole, Thoroughness::Along]
            .map(|closely| steps(flaw, record, closely)["verdict"].clone())
    };
    assert_eq!(verdicts(Flaw::Undo), ["differ", "differ"]);
    assert_eq!(verdicts(Flaw::HashBlind), ["differ", "agree"]);
}

#[test]
fn a_move_that_both_engines_refuse_is_reported() {
    let record: Record = of_game(&run(Flaw::Score, &plan(0))).best().record.clone();
    let moves = vec![record.moves[0].clone(); 2];
    let twice = Record { moves, ..record };
    let refused = steps(Flaw::None, &twice, Thoroughness::Along);
    assert_eq!(refused["verdict"], "refused");
    assert!(refused["words"].as_str().unwrap().contains("refuse the move of ply 2"), "{refused:#}");
}
