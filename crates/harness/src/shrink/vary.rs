//! Varies single moves of the best game.
//!
//! A game from which no move can be left out need not be the shortest: a chain of stones may go another way, and a piece
//! may take another path. So one move is replaced by another that is legal there, mostly by one near it. Half of these
//! games also lose a second move of the player, and one of each other player. A game of the same length that shows the
//! same is varied further; a shorter one becomes the best.

use bustan_guide::Explore;
use bustan_vocabulary::{Game, Record};

use super::deepen::FAVOUR;
use super::leave_out::in_turns;
use super::near::Places;
use super::replay::{Line, asks};
use super::{Budget, Shrinker};
use crate::base::Dice;
use crate::compare::divergence::Divergence;
use crate::compare::lockstep::Checked;

/// The seed of the games: any number, always the same.
const GAMES: u64 = 0x0056_6172_7900;

/// The number of games without any work, such as known ones, after which the search ends.
const IDLE: u32 = 1_000;

impl<G: Explore> Shrinker<'_, '_, G> {
    /// Plays games that differ in single moves from the best, or from others of its length that show the same.
    pub(super) fn vary(&mut self, budget: Budget) {
        let end = self.replayer.limit(budget.regenerate);
        if !G::is_start(&self.best.record.start) {
            return;
        }
        let base = self.course.varied.take().filter(|base| base.moves.len() == self.len());
        let mut base = base.unwrap_or_else(|| self.best.record.clone());
        let mut idle = 0;
        while self.len() > 2 && self.replayer.cost < end && !self.stop.now() && idle < IDLE {
            let cost = self.replayer.cost;
            let mut dice = Dice::of_game(GAMES, self.course.next.vary);
            self.course.next.vary += 1;
            let shown = match self.varied(&base, &mut dice) {
                Ok(line) => line.and_then(|line| self.replayer.run(&line)),
                Err(seen) if self.replayer.wanted.covers(&seen.signature) => self.replayer.confirm(&seen),
                Err(seen) => {
                    self.replayer.meet(&seen);
                    None
                }
            };
            idle = if self.replayer.cost > cost + 1 { 0 } else { idle + 1 };
            let allows = |shown: &Divergence<G>| self.alike.as_ref().is_none_or(|alike| alike.allows(shown));
            let Some(shown) = shown.filter(|shown| allows(shown)) else { continue };
            if shown.record.moves.len() < self.len() {
                self.best = shown;
                self.note_alike();
                self.limit = self.replayer.limit(budget.shrink);
                self.take_known_ways();
                self.settle();
                base = self.best.record.clone();
            } else if shown.record.moves.len() == self.len() {
                base = shown.record;
            }
        }
        self.course.varied = Some(base);
    }

    /// A game that has another move in the place of one of these; `None` if its moves cannot be played up to there.
    ///
    /// # Errors
    /// A divergence that shows there.
    fn varied(&mut self, base: &Record<G>, dice: &mut Dice) -> Checked<G, Option<Line<G>>> {
        let question = asks(self.replayer.wanted.kind());
        let Some(Change { at, left_out }) = Change::draw(base, question, dice) else { return Ok(None) };
        let order = in_turns(base, |ply| !left_out.contains(&ply), 0);
        let mut moves: Vec<_> = order
            .iter()
            .zip(&base.moves)
            .map(|(&ply, (player, _))| (*player, base.moves[ply].1.clone()))
            .collect();
        let Some(place) = order.iter().position(|&ply| ply == at) else { return Ok(None) };
        if !self.replayer.bring(&base.start, &moves[..place])? {
            return Ok(None);
        }
        let mut legal = self.replayer.lockstep.ensure_legal()?;
        legal.retain(|mv| *mv != base.moves[at].1);
        let gone: Vec<Places> =
            left_out.iter().chain([&at]).map(|&ply| Places::of(&base.moves[ply].1.to_string())).collect();
        let weight = |mv: &G::Move| {
            let places = Places::of(&mv.to_string());
            // A place that was taken by a move left out is free now.
            let free = gone.contains(&places);
            match gone.iter().any(|other| places.are_near(other)) {
                _ if free => FAVOUR.pow(3),
                true => FAVOUR,
                false => 1,
            }
        };
        let weights: Vec<u32> = legal.iter().map(weight).collect();
        if legal.is_empty() {
            return Ok(None);
        }
        moves[place].1 = legal.swap_remove(dice.weighted(&weights));
        Ok(Some(Line { start: base.start.clone(), moves: moves.into_iter().map(|(_, mv)| mv).collect() }))
    }
}

/// What a varied game changes.
struct Change {
    /// The ply whose move is replaced.
    at: usize,
    /// The plies whose moves are left out.
    left_out: Vec<usize>,
}

impl Change {
    /// A random change of a game; the last move stays if it is a `question`.
    fn draw<G: Game>(base: &Record<G>, question: bool, dice: &mut Dice) -> Option<Self> {
        let moves = &base.moves[..base.moves.len() - usize::from(question && !base.moves.is_empty())];
        let mut pick = |plies: &[usize]| Some(plies[dice.below(u32::try_from(plies.len()).ok()?) as usize]);
        let all: Vec<usize> = (0..moves.len()).collect();
        let at = if all.is_empty() { return None } else { pick(&all)? };
        let of = |player: G::Player| -> Vec<usize> {
            all.iter().copied().filter(|&ply| ply != at && moves[ply].0 == player).collect()
        };
        let player = moves[at].0;
        let places = Places::of(&moves[at].1.to_string());
        let near = |ply: &usize| Places::of(&moves[*ply].1.to_string()).are_near(&places);
        let mut own = of(player);
        if own.iter().any(near) {
            own.retain(near);
        }
        let mut left_out = Vec::new();
        if !own.is_empty() {
            left_out.push(pick(&own)?);
            let mut seen = vec![player];
            for (other, _) in moves {
                if !seen.contains(other) {
                    seen.push(*other);
                    left_out.push(pick(&of(*other))?);
                }
            }
        }
        if pick(&[0, 1])? == 0 {
            left_out.clear();
        }
        Some(Self { at, left_out })
    }
}
