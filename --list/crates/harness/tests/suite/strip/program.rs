//! The engine of Strip in the guise of a program: it can die, and takes long to start.

use bustan_guide::Explore;
use bustan_harness::compare::participant::{End, Fault, Observed, Participant};
use bustan_vocabulary::{Draw, Engine, NoStart, Playout, Ruling};

use super::{Flaw, Invalid, Mark, Player, Position, Reason, Strip, StripEngine};

impl StripEngine {
    /// The engine as a program that can die, and that is not restarted without need.
    pub(crate) fn program(self) -> StripProgram {
        StripProgram(self)
    }
}

/// An engine of Strip with flaws of programs.
pub(crate) struct StripProgram(StripEngine);

impl Participant<Strip> for StripProgram {
    fn name(&self) -> String {
        Engine::name(&self.0)
    }

    fn setup(&mut self, position: &Position) -> Result<(), NoStart<Invalid>> {
        if self.0.has(Flaw::Unset) && !Strip::is_start(position) {
            return Err(NoStart::Unable);
        }
        Engine::setup(&mut self.0, position)
    }

    fn play(&mut self, player: Player, mv: &Mark) -> Result<(), Option<Reason>> {
        Engine::play(&mut self.0, player, mv)
    }

    fn turn(&self) -> Option<Player> {
        Engine::turn(&self.0)
    }

    fn verdict(&self, player: Player, mv: &Mark) -> Ruling<Reason> {
        Engine::verdict(&self.0, player, mv)
    }

    fn legal_moves(&self) -> Option<Vec<Mark>> {
        Engine::legal_moves(&self.0)
    }

    fn observe(&self) -> Option<Observed<Strip>> {
        Participant::observe(&self.0)
    }

    fn undo(&mut self) -> Option<bool> {
        if self.0.has(Flaw::Forward) { None } else { Engine::undo(&mut self.0) }
    }

    fn hash(&self) -> Option<u64> {
        Engine::hash(&self.0)
    }

    fn position(&self) -> Option<Position> {
        Engine::position(&self.0)
    }

    fn duplicate(&self) -> Option<Box<dyn Participant<Strip>>> {
        Some(Box::new(Engine::duplicate(&self.0)?.program()))
    }

    fn is_costly(&self) -> bool {
        [Flaw::Spreads, Flaw::Unset, Flaw::Forward].into_iter().any(|flaw| self.0.has(flaw))
    }

    fn fault(&self) -> Option<Fault> {
        let marks = self.0.marks();
        (self.0.has(Flaw::Fault) && marks >= 3).then(|| Fault {
            end: End::Failure,
            command: String::new(),
            cause: String::new(),
            words: format!("process died at mark {marks}"),
        })
    }

    fn perft(&mut self, depth: u32) -> Option<u64> {
        Engine::perft(&mut self.0, depth)
    }

    fn playout(&mut self, draw: &mut Draw<'_>) -> Option<Playout> {
        Participant::playout(&mut self.0, draw)
    }
}
