//! An engine in this process that is asked as a program is.

use bustan_harness::compare::participant::{Observed, Participant, Unset, Verdict};
use bustan_vocabulary::{Draw, Engine, Game, Playout};

/// An engine that is asked as a program is: every answer counts as costly, and it counts no sequences of moves.
#[derive(Debug)]
pub struct Program<E>(pub E);

impl<E> Participant<E::Game> for Program<E>
where
    E: Engine<Observation = <<E as Engine>::Game as Game>::Observation>,
{
    fn name(&self) -> String {
        self.0.name()
    }

    fn setup(&mut self, position: &<E::Game as Game>::Position) -> Result<(), Unset<E::Game>> {
        self.0.setup(position)
    }

    fn play(&mut self, player: <E::Game as Game>::Player, mv: &<E::Game as Game>::Move) -> Verdict<E::Game> {
        self.0.play(player, mv)
    }

    fn turn(&self) -> Option<<E::Game as Game>::Player> {
        self.0.turn()
    }

    fn legal_moves(&self) -> Option<Vec<<E::Game as Game>::Move>> {
        self.0.legal_moves()
    }

    fn observe(&self) -> Option<Observed<E::Game>> {
        self.0.observe().map(Observed::new)
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
