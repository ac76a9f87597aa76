//! A quick engine that goes ahead of slow ones.

use bustan_guide::Explore;
use bustan_vocabulary::Game;

use super::replay::Line;
use crate::compare::divergence::Role;
use crate::compare::lockstep::Factories;
use crate::compare::participant::Participant;
use crate::compare::unmade::made;
use crate::compare::watch::answer;

/// An engine that is quick to ask, of the game that a slow one plays.
pub(crate) struct Scout<G: Game> {
    engine: Box<dyn Participant<G>>,
    /// The players of the line that was repaired last.
    players: Vec<G::Player>,
}

impl<G: Explore> Scout<G> {
    /// The engine with which the one under test is compared, if it is quick; `None` if it is not.
    pub(crate) fn of(factories: Factories<'_, G>) -> Option<Self> {
        let engine = made(Role::Oracle, factories.oracle);
        (!engine.is_costly()).then(|| Self { engine, players: Vec::new() })
    }

    /// Leaves out the moves of a line that the engine refuses. Returns whether it begins the line and accepts
    /// the last move, or this is a `question`.
    pub(crate) fn repair(&mut self, line: &mut Line<G>, question: bool) -> bool {
        self.players.clear();
        // What makes the engine panic is for both engines to show.
        answer(|| self.play(line, question)).unwrap_or(true)
    }

    /// The players of the moves of the line that was repaired last, as far as they are known.
    pub(crate) fn players(&self) -> &[G::Player] {
        &self.players
    }

    fn play(&mut self, line: &mut Line<G>, question: bool) -> bool {
        if self.engine.setup(&line.start).is_err() {
            return false;
        }
        let mut at = 0;
        while let Some(mv) = line.moves.get(at) {
            let last = at + 1 == line.moves.len();
            match self.engine.turn().filter(|&player| self.engine.play(player, mv).is_ok()) {
                Some(player) => {
                    self.players.push(player);
                    at += 1;
                }
                None if last => return question,
                None => {
                    line.moves.remove(at);
                }
            }
        }
        true
    }
}
