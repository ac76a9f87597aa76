//! The engine of Strip as a program that can crash and takes long to start.

use bustan_harness::compare::engine_participant::EngineParticipant;
use bustan_harness::compare::participant::{End, Fault, Observed, Participant, Unset, Verdict};
use bustan_harness::erased::{Move, Player, Position, Reason, own_observation};
use bustan_vocabulary::{Draw, NoStart, Playout, Ruling};

use super::{Flaw, Strip, StripEngine};

impl StripEngine {
    /// Turns the engine into a program that can crash and is not restarted unnecessarily.
    pub(crate) fn program(self) -> StripProgram {
        StripProgram { flaws: self.flaws().to_vec(), engine: Box::new(EngineParticipant::new(self)) }
    }
}

/// An engine of Strip with flaws of programs.
pub(crate) struct StripProgram {
    flaws: Vec<Flaw>,
    engine: Box<dyn Participant>,
}

impl StripProgram {
    fn has(&self, flaw: Flaw) -> bool {
        self.flaws.contains(&flaw)
    }

    fn marks(&self) -> usize {
        let observed = self.engine.observe().expect("it can tell");
        own_observation::<Strip>(observed.own().expect("it is an observation of Strip")).board.len()
    }
}

impl Participant for StripProgram {
    fn name(&self) -> String {
        self.engine.name()
    }

    fn setup(&mut self, position: &Position) -> Result<(), Unset> {
        if self.has(Flaw::Unset) && !position.is_start() {
            return Err(NoStart::Unable);
        }
        self.engine.setup(position)
    }

    fn play(&mut self, player: Player, mv: &Move) -> Verdict {
        self.engine.play(player, mv)
    }

    fn turn(&self) -> Option<Player> {
        self.engine.turn()
    }

    fn verdict(&self, player: Player, mv: &Move) -> Ruling<Reason> {
        self.engine.verdict(player, mv)
    }

    fn legal_moves(&self) -> Option<Vec<Move>> {
        self.engine.legal_moves()
    }

    fn observe(&self) -> Option<Observed> {
        self.engine.observe()
    }

    fn undo(&mut self) -> Option<bool> {
        if self.has(Flaw::Forward) { None } else { self.engine.undo() }
    }

    fn hash(&self) -> Option<u64> {
        self.engine.hash()
    }

    fn position(&self) -> Option<Position> {
        self.engine.position()
    }

    fn duplicate(&self) -> Option<Box<dyn Participant>> {
        Some(Box::new(Self { flaws: self.flaws.clone(), engine: self.engine.duplicate()? }))
    }

    fn is_costly(&self) -> bool {
        [Flaw::Spreads, Flaw::Unset, Flaw::Forward].into_iter().any(|flaw| self.has(flaw))
    }

    fn fault(&self) -> Option<Fault> {
        let marks = if self.has(Flaw::Fault) { self.marks() } else { 0 };
        (marks >= 3).then(|| Fault {
            end: End::Failure,
            command: String::new(),
            cause: String::new(),
            words: format!("process died at mark {marks}"),
        })
    }

    fn perft(&mut self, depth: u32) -> Option<u64> {
        self.engine.perft(depth)
    }

    fn playout(&mut self, draw: &mut Draw<'_>) -> Option<Playout> {
        self.engine.playout(draw)
    }
}
