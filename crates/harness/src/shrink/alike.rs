//! Decides whether two games show the same difference, more strictly than by signature.
//!
//! Signatures are coarse if the rules are unknown: all moves that one program refuses without a reason have
//! the same signature. The signature decides whether two games belong to one finding. A second game is
//! reported as another view of the first only if both are about the same move, or about the same keys with
//! values of the same shape.

use super::replay::{Line, Replayer};
use super::{Budget, Shrinker, Shrunk};
use crate::base::Stop;
use crate::compare::divergence::Divergence;
use crate::compare::lockstep::Factories;

/// The part of the remaining time, in percent, for shrinking a game that shows the same difference as
/// another.
const ALIKE: u32 = 40;

/// A game for which a similar game from the start is sought, and the shortest one found so far.
pub(super) struct SimilarGame {
    sought: Box<Divergence>,
    game: Option<Box<Divergence>>,
    /// Whether only similar games are accepted.
    strict: bool,
}

impl SimilarGame {
    pub(super) fn new(sought: Box<Divergence>) -> Self {
        Self { sought, game: None, strict: false }
    }

    /// Whether `divergence` may replace the best game.
    pub(super) fn allows(&self, divergence: &Divergence) -> bool {
        !self.strict || alike(&self.sought, divergence)
    }
}

/// Whether two divergences show the same difference. If the signature names the rule or the reason, it
/// decides. Otherwise, the move in question must be the same, and so must the differing keys and the shapes
/// of their values.
pub(crate) fn alike(one: &Divergence, other: &Divergence) -> bool {
    let about_a_move = one.question && (one.rules().is_opaque() || one.signature.is_without_reason());
    one.signature == other.signature
        && one.question == other.question
        && one.parts == other.parts
        && (!about_a_move || one.record.moves.last() == other.record.moves.last())
}

impl Shrinker<'_, '_> {
    /// Records the best game if it is the shortest similar game from the start.
    pub(super) fn note_alike(&mut self) {
        let Some(SimilarGame { sought, game, .. }) = &mut self.alike else { return };
        let shorter = game.as_ref().is_none_or(|game| self.best.record.moves.len() < game.record.moves.len());
        if shorter && self.best.record.start.is_start() && alike(sought, &self.best) {
            *game = Some(self.best.clone());
        }
    }

    /// Returns the shortest known similar game from the start. If the best game shows a different difference,
    /// shrinks an earlier similar game and returns it.
    pub(super) fn alike_from_start(&mut self, budget: Budget) -> Option<Box<Divergence>> {
        let SimilarGame { sought, game, strict } = self.alike.as_mut()?;
        if self.best.record.start.is_start() && alike(sought, &self.best) {
            return Some(self.best.clone());
        }
        let best = std::mem::replace(&mut self.best, game.take()?);
        *strict = true;
        // `drop` shrinks the similar game, not the best one, but counts as a step of the best one.
        self.in_part(ALIKE, |this| this.drop(budget));
        self.alike = None;
        Some(std::mem::replace(&mut self.best, best))
    }
}

impl Shrunk {
    /// Drops each game from the start for which new engines do not show the same difference.
    pub(super) fn confirm_from_start(&mut self, factories: Factories<'_>, stop: Stop<'_>) {
        let mut lost = false;
        for game in [&mut self.from_start, &mut self.same_signature] {
            // After an interruption, engines no longer reproduce anything.
            let comes_again = |game: &Divergence| {
                let shown = || Replayer::new(factories, game).run(&Line::of(&game.record));
                stop.is_requested() || shown().is_some_and(|shown| alike(game, &shown))
            };
            if game.as_ref().is_some_and(|game| !comes_again(game)) {
                *game = None;
                lost = true;
            }
        }
        if lost {
            let games = [&self.from_start, &self.same_signature].into_iter().flatten();
            self.moves_from_start = games.map(|game| game.record.moves.len()).min();
        }
    }
}
