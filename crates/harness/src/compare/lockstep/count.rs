//! Counting: an engine's counts must agree with the moves that it lists, and its random games must end where
//! the game is over.

use super::back::tell_again;
use super::{LocatedViolation, Lockstep};
use crate::base::{Dice, Stop};
use crate::compare::compared::Part;
use crate::compare::divergence::{Aspect, Call, Kind, Violation};
use crate::compare::lockstep::Checked;
use crate::compare::recorder::Recorder;
use crate::erased::{Move, Player, Position};

/// Sequences of two moves are counted if there are fewer than `FEW` legal moves.
const FEW: usize = 60;

impl Lockstep<'_> {
    /// Checks that each engine's count of legal moves equals the number of listed moves.
    ///
    /// # Errors
    /// The divergence found.
    pub fn count(&mut self) -> Checked {
        self.ensure_legal()?;
        self.guard(|this| {
            let Some(Some(legal)) = this.legal.last() else { return Ok(()) };
            let when = "after its legal moves were counted";
            let by_subject = this.subject.counts(legal.len(), "at this point")?;
            this.subject.still_at_a_glance(Kind::Count, when)?;
            let by_oracle = this.oracle.counts(legal.len(), "at this point")?;
            this.oracle.still_at_a_glance(Kind::Count, when)?;
            if !this.oracle.is_trusted() {
                this.compared.note(Part::Count, [by_subject, by_oracle]);
            }
            Ok(())
        })
    }

    /// Checks that both engines count the same number of sequences of two legal moves, if there are few legal
    /// moves and the engines are not known to allow different ones. Returns whether the check was made.
    ///
    /// # Errors
    /// The divergence found.
    pub fn count_two(&mut self) -> Checked<bool> {
        let legal = self.ensure_legal()?;
        let few = (1..FEW).contains(&legal.len()) && !self.known.is_about_moves();
        if few && let Some((a, b)) = self.guard(|this| this.counts_differ())? {
            // Usually another difference occurs one move later, and it is more informative.
            for mv in &legal {
                let Some(player) = self.turn() else { break };
                if self.step(player, mv, false)? {
                    self.count()?;
                    self.back()?;
                }
            }
            let words = format!(
                "{}: counts {b} sequences of two legal moves; {}: {a}",
                self.oracle.name, self.subject.name
            );
            let violation =
                Violation::new(Kind::Count, &["perft", "two"], words).about(Aspect::Call(Call::PerftOfTwo));
            return Err(self.divergence(violation.into()));
        }
        Ok(few)
    }

    /// Returns the engines' counts of sequences of two moves, if they differ.
    fn counts_differ(&mut self) -> Result<Option<(u64, u64)>, LocatedViolation> {
        let subject = count_two(&mut self.subject, &self.start, &self.moves)?;
        let oracle = count_two(&mut self.oracle, &self.start, &self.moves)?;
        Ok(subject.zip(oracle).filter(|(a, b)| a != b))
    }

    /// Makes duplicates of each engine play `games` random games from the current position. A game that ends
    /// must end where the game is over, and the same dice must give the same game. The games of different
    /// engines may differ. A game that is not over when `stop` is due, or after a great many draws, is
    /// aborted and ignored, because games may be arbitrarily long. In games that may continue forever, random
    /// games end differently, and their probabilities need not be those of uniformly random moves.
    ///
    /// # Errors
    /// The divergence found.
    pub fn playout(&mut self, games: u64, stop: Stop<'_>) -> Checked {
        self.guard(|this| {
            // The dice are the same whenever the same game is replayed.
            let rules = this.rules();
            let even = rules.most_moves() == usize::MAX;
            for seed in 0..games {
                this.subject.playout(rules, &Dice::new(seed), stop, even)?;
                this.oracle.playout(rules, &Dice::new(seed), stop, even)?;
            }
            Ok(())
        })
    }
}

/// Returns an engine's count of sequences of two moves, after the moves of a game. Leaves the engine
/// unchanged.
fn count_two(
    recorder: &mut Recorder<'_>,
    start: &Position,
    moves: &[(Player, Move)],
) -> Result<Option<u64>, Violation> {
    let when = "after sequences of two moves were counted";
    let counted = recorder.engine.perft(2);
    let still = recorder.still(0, Kind::Count, when);
    if counted.is_some() {
        return still.map(|()| counted);
    }
    // An engine that cannot undo may still be at the position where its count stopped.
    if recorder.engine.undo().is_some() {
        still?;
    }
    tell_again(recorder, start, moves)?;
    recorder.still(0, Kind::Count, when).map(|()| counted)
}
