//! An engine in this process that is handled like an external program.

use bustan_harness::compare::engine_participant::EngineParticipant;
use bustan_harness::compare::participant::{Observed, Participant, Unset, Verdict};
use bustan_harness::erased::{Guided, Move, Player, Position};
use bustan_vocabulary::{Draw, Engine, Playout};

/// An engine that is handled like an external program: every query counts as expensive, and it does not count
/// sequences of moves.
pub struct Program<E>(EngineParticipant<E>);

impl<E: Engine<Game: Guided>> Program<E> {
    /// Wraps an engine, which must be able to start games at any position.
    pub fn new(engine: E) -> Self {
        Self(EngineParticipant::new(engine))
    }
}

impl<E: Engine<Game: Guided>> Participant for Program<E> {
    fn name(&self) -> String {
        self.0.name()
    }

    fn setup(&mut self, position: &Position) -> Result<(), Unset> {
        self.0.setup(position)
    }

    fn play(&mut self, player: Player, mv: &Move) -> Verdict {
        self.0.play(player, mv)
    }

    fn turn(&self) -> Option<Player> {
        self.0.turn()
    }

    fn legal_moves(&self) -> Option<Vec<Move>> {
        self.0.legal_moves()
    }

    fn observe(&self) -> Option<Observed> {
        self.0.observe()
    }

    fn undo(&mut self) -> Option<bool> {
        self.0.undo()
    }

    fn is_costly(&self) -> bool {
        true
    }

    fn perft(&mut self, _: u32) -> Option<u64> {
        None
    }

    fn playout(&mut self, _: &mut Draw<'_>) -> Option<Playout> {
        None
    }
}
