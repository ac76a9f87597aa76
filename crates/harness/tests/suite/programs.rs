//! Tests that games of slow engines are shrunk as far as those of quick engines, whatever the slow engines
//! cannot do.

use bustan_harness::compare::divergence::Kind;
use bustan_harness::compare::engine_participant::{EngineParticipant, FactoryFn};
use bustan_harness::compare::lockstep::Factories;
use bustan_harness::compare::participant::{Participant, Unset, Verdict};
use bustan_harness::erased::{Move, Player, Position, own_observation, rules};
use bustan_harness::generate::{GameConfig, Start};
use bustan_harness::report::command::Command;
use bustan_harness::report::finding::ReplayCommand;
use bustan_harness::run::check::{self, Plan, Progress};
use bustan_harness::shrink::Budget;
use bustan_reference::margo::ReferenceEngine;
use bustan_vocabulary::NoStart;
use bustan_vocabulary::margo::Margo;

use crate::running::{FLAWS, of_game, plan};
use crate::strip::{Flaw, StripEngine};

/// The kinds of divergence that depend only on a position, so that a replay may save work.
const BY_POSITION: [Kind; 6] =
    [Kind::Turn, Kind::Observation, Kind::Verdict, Kind::LegalSet, Kind::Panic, Kind::Fault];

#[test]
fn games_of_programs_become_as_short_as_those_of_engines() {
    let guises: [&[Flaw]; 3] = [&[Flaw::Unset], &[Flaw::Forward], &[Flaw::Unset, Flaw::Forward]];
    let mut tried = 0;
    for (flaw, kind, most) in FLAWS.into_iter().filter(|(_, kind, _)| BY_POSITION.contains(kind)) {
        for guise in guises {
            let subject = FactoryFn(|| StripEngine::with(&[&[flaw], guise].concat()).program());
            let quick = || StripEngine::new(Flaw::None);
            let slow = FactoryFn(|| StripEngine::with(&[&[Flaw::None], guise].concat()).program());
            for factories in [
                Factories { subject: &subject, oracle: &quick },
                Factories { subject: &subject, oracle: &slow },
            ] {
                let plan = Plan { budget: Budget::PROGRAMS, ..plan(1) };
                let outcome = check::run(&plan, factories, &Progress::default(), &|_| {});
                let finding = of_game(&outcome);
                let best = finding.best();
                assert!(finding.shrunk.is_some(), "{flaw:?} {guise:?}: {}", finding.length());
                assert_eq!(best.signature.kind(), kind, "{flaw:?} {guise:?}: {best}");
                assert!(best.record.moves.len() <= most, "{flaw:?} {guise:?}: {}\n{best}", best.record);
                tried += 1;
            }
        }
    }
    assert!(tried > 50, "{tried}");
}

/// An engine of Margo that can only be set up at a start, has no undo, and refuses the third ball above the
/// first level.
struct Flat(EngineParticipant<ReferenceEngine>);

impl Participant for Flat {
    fn name(&self) -> String {
        "flat".into()
    }

    fn setup(&mut self, position: &Position) -> Result<(), Unset> {
        if position.is_start() { self.0.setup(position) } else { Err(NoStart::Unable) }
    }

    fn play(&mut self, player: Player, mv: &Move) -> Verdict {
        self.0.play(player, mv)?;
        let seen = self.0.observe().expect("an observation");
        let seen = own_observation::<Margo>(seen.own().expect("an observation of Margo"));
        if seen.board.keys().filter(|point| point.level() > 0).count() < 3 {
            return Ok(());
        }
        assert_eq!(self.0.undo(), Some(true));
        Err(None)
    }

    fn turn(&self) -> Option<Player> {
        self.0.turn()
    }

    fn is_costly(&self) -> bool {
        true
    }
}

#[test]
fn ways_to_a_position_that_cannot_be_set_up_are_found_on_the_other_engine() {
    let subject = FactoryFn(|| Flat(EngineParticipant::new(ReferenceEngine::default())));
    let oracle = ReferenceEngine::default;
    let factories = Factories { subject: &subject, oracle: &oracle };
    let config = GameConfig {
        start: Some(Start::At(rules::<Margo>().position("3").unwrap())),
        ..GameConfig::drawn(rules::<Margo>(), 100)
    };
    let plan = Plan {
        seed: 2,
        // The game would stay unchanged if all paths were sought on the program.
        budget: Budget { hunt: 0, deepen: 0, all: 400, ..Budget::PROGRAMS },
        replay: ReplayCommand::new(|_, _| Command::default()),
        ..Plan::new(50, config)
    };
    let outcome = check::run(&plan, factories, &Progress::default(), &|_| {});
    let [finding] = &outcome.findings[..] else { panic!("{} findings", outcome.findings.len()) };
    assert!(finding.original.record.moves.len() > 40, "{}", finding.original.record);
    assert_eq!(finding.best().record.moves.len(), 11, "{}", finding.best().record);
}
