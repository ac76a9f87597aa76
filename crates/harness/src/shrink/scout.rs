//! Tries lines on a quick engine before slow engines play them.

use super::replay::Line;
use crate::compare::creation::make_engine;
use crate::compare::divergence::Role;
use crate::compare::lockstep::Factories;
use crate::compare::panics::answer;
use crate::compare::participant::Participant;
use crate::erased::Player;

/// A quick engine of the game that a slow engine plays.
pub(crate) struct Scout {
    engine: Box<dyn Participant>,
    /// The players of the line that was repaired last.
    players: Vec<Player>,
}

impl Scout {
    /// Returns a scout with the oracle as its engine; `None` if the oracle is slow.
    pub(crate) fn of(factories: Factories<'_>) -> Option<Self> {
        let engine = make_engine(Role::Oracle, factories.oracle);
        (!engine.is_costly()).then(|| Self { engine, players: Vec::new() })
    }

    /// Removes the moves of a line that the engine refuses. Returns whether the engine can begin the line and
    /// accepts the last move. The last move may be refused if it is a `question`.
    pub(crate) fn repair(&mut self, line: &mut Line, question: bool) -> bool {
        self.players.clear();
        // If the engine panics, a replay on both engines must show the panic.
        answer(|| self.play(line, question)).unwrap_or(true)
    }

    /// Returns the players of the line that was repaired last, as far as they are known.
    pub(crate) fn players(&self) -> &[Player] {
        &self.players
    }

    fn play(&mut self, line: &mut Line, question: bool) -> bool {
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

#[cfg(test)]
mod tests {
    use bustan_core::tictactoe::FastEngine;
    use bustan_vocabulary::tictactoe::{Player, TicTacToe};

    use super::*;
    use crate::erased::{rules, shared_player};

    fn line(record: &str) -> Line {
        Line::of(&rules::<TicTacToe>().record(record).unwrap())
    }

    #[test]
    fn a_quick_engine_leaves_out_what_it_refuses() {
        let factories = Factories { subject: &FastEngine::default, oracle: &FastEngine::default };
        let mut scout = Scout::of(factories).unwrap();
        let mut repaired = |record: &str, question| {
            let mut line = line(record);
            let sensible = scout.repair(&mut line, question);
            let moves: Vec<String> = line.moves.iter().map(ToString::to_string).collect();
            (sensible, moves.join(" "), scout.players().to_vec())
        };
        let [x, o] = [Player::X, Player::O].map(shared_player::<TicTacToe>);
        assert_eq!(repaired("X[a1];O[b2]", false), (true, "a1 b2".into(), vec![x, o]));
        assert_eq!(repaired("X[a1];O[a1];X[b2]", false), (true, "a1 b2".into(), vec![x, o]));
        assert_eq!(repaired("X[a1];O[a1]", false), (false, "a1 a1".into(), vec![x]));
        assert_eq!(repaired("X[a1];O[a1]", true), (true, "a1 a1".into(), vec![x]));
        // X has won, and no player is to move.
        let won = "X[a1];O[a2];X[b1];O[b2];X[c1];O[c2];X[c3]";
        assert_eq!(repaired(won, false), (false, "a1 a2 b1 b2 c1 c3".into(), vec![x, o, x, o, x]));
        assert_eq!(repaired("Start[xxxooo... x];X[a1]", false), (false, "a1".into(), vec![]));
    }
}
