//! Helpers for runs with a flawed engine under test.

use bustan_harness::compare::divergence::Kind;
use bustan_harness::compare::engine_participant::FactoryFn;
use bustan_harness::compare::lockstep::{Factories, Factory};
use bustan_harness::erased::rules;
use bustan_harness::generate::GameConfig;
use bustan_harness::report::command::Command;
use bustan_harness::report::finding::{Finding, ReplayCommand, RunExtent, SearchCommand};
use bustan_harness::run::check::{self, Outcome, Plan, Progress};

use crate::strip::{Flaw, Strip, StripEngine};

/// Whether tests with many cases run all of them, as in nightly runs, instead of a sample.
pub(crate) fn is_thorough() -> bool {
    std::env::var_os("BUSTAN_THOROUGH").is_some()
}

/// Returns the plan of most runs.
pub(crate) fn plan(seed: u64) -> Plan {
    Plan {
        seed,
        search: search(&[]),
        replay: ReplayCommand::new(|file, _| {
            Command::new(["bustan", "replay", &file.display().to_string(), "--engine", "both"])
        }),
        ..Plan::new(400, GameConfig::drawn(rules::<Strip>(), 100))
    }
}

/// Returns a search whose command, with the given options, reproduces a finding.
pub(crate) fn search(options: &[&str]) -> SearchCommand {
    let words: Vec<String> =
        ["bustan", "check", "strip"].iter().chain(options).map(ToString::to_string).collect();
    SearchCommand::new(move |RunExtent { seed, games, keeps_going }| {
        let limits = [format!("--seed={seed}"), format!("--games={games}")];
        let going = keeps_going.then(|| "--keep-going".to_string());
        Command::new(words.iter().cloned().chain(limits).chain(going))
    })
}

/// Runs `plan` with a flawed engine under test.
pub(crate) fn run(flaw: Flaw, plan: &Plan) -> Outcome {
    let subject = FactoryFn(move || StripEngine::new(flaw).program());
    check::run(plan, factories(&subject), &Progress::default(), &|_| {})
}

/// Returns the finding of the game that ended a run. Others may have been found while it was shrunk.
pub(crate) fn of_game(outcome: &Outcome) -> &Finding {
    let findings: Vec<_> = outcome.findings.iter().filter(|finding| !finding.met).collect();
    let [finding] = findings[..] else { panic!("{} findings", findings.len()) };
    finding
}

/// Returns factories that compare `subject` with an engine without flaws.
pub(crate) fn factories(subject: &dyn Factory) -> Factories<'_> {
    Factories { subject, oracle: &|| StripEngine::new(Flaw::None) }
}

/// All flaws, each with the kind of finding that it must cause and the maximum length of its game.
pub(crate) const FLAWS: [(Flaw, Kind, usize); 32] = [
    (Flaw::Legality, Kind::Verdict, 3),
    (Flaw::ReasonOrder, Kind::Verdict, 4),
    (Flaw::Score, Kind::Observation, 5),
    (Flaw::Undo, Kind::Undo, 1),
    (Flaw::UndoScore, Kind::Undo, 1),
    (Flaw::UndoTwice, Kind::Undo, 2),
    (Flaw::UndoList, Kind::Undo, 1),
    (Flaw::HashBlind, Kind::Hash, 1),
    (Flaw::HashOrder, Kind::Hash, 1),
    (Flaw::HashTurn, Kind::Law, 1),
    (Flaw::Clone, Kind::Clone, 1),
    (Flaw::CloneForgets, Kind::Clone, 2),
    (Flaw::Panic, Kind::Panic, 4),
    (Flaw::PanicAsked, Kind::Panic, 1),
    (Flaw::Text, Kind::Text, 1),
    (Flaw::Twice, Kind::LegalSet, 2),
    (Flaw::Missing, Kind::LegalSet, 3),
    (Flaw::Surplus, Kind::LegalSet, 4),
    (Flaw::Refusal, Kind::Refusal, 2),
    (Flaw::SetupLax, Kind::Setup, 0),
    (Flaw::SetupWipes, Kind::Setup, 0),
    (Flaw::Fault, Kind::Fault, 3),
    (Flaw::Turn, Kind::Turn, 1),
    (Flaw::TwoTongues, Kind::Verdict, 1),
    (Flaw::Count, Kind::Count, 2),
    (Flaw::CountTwo, Kind::Count, 1),
    (Flaw::CountUndone, Kind::Count, 1),
    (Flaw::Playout, Kind::Count, 1),
    (Flaw::Odds, Kind::Count, 3),
    (Flaw::Dice, Kind::Count, 1),
    (Flaw::HashSetup, Kind::Hash, 2),
    (Flaw::PanicRaw, Kind::Panic, 3),
];
