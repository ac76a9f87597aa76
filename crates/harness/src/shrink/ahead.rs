//! Searches for a shorter counterexample of an unknown game by playing games with a lookahead of one move.
//!
//! Differences often occur where a player has few moves left, or where a move changes much at once. The moves
//! that lead to such positions are unknown, but both engines reveal their effects when they play them. At
//! each turn, a few legal moves are played and taken back, and the comparison covers each of them. The game
//! continues with the move that leaves the fewest replies, or with the one that changes the most of the
//! observation.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::replay::Replayer;
use super::state_search::apart;
use super::{Budget, Shrinker};
use crate::base::{Dice, Stop};
use crate::compare::divergence::Divergence;
use crate::erased::{Move, Player, Position};

/// The maximum number of moves tried at each turn.
const TRIED: usize = 6;

/// The maximum number of moves of a game.
const LONGEST: usize = 40;

/// One in `ERRS` moves of a game is chosen at random.
const ERRS: u32 = 6;

/// The seed of the games, an arbitrary constant.
const GAMES: u64 = 0x4168_6561_6400;

/// A player and the move that the player makes.
type Step = (Player, Move);

/// The result of trying a few moves at one turn.
enum LookResult {
    /// A game that shows the wanted divergence on new engines.
    Found(Box<Divergence>),
    /// The moves that both engines accept and that do not end the game. Each has the number of legal replies
    /// and the distance between the observations before and after the move.
    Moves(Vec<(Step, usize, u64)>),
}

impl Shrinker<'_, '_> {
    /// Plays games that look one move ahead and are shorter than the best game.
    pub(super) fn look_ahead(&mut self, budget: Budget) {
        let end = self.replayer.limit(budget.regenerate);
        if !self.best.record.start.is_start() {
            return;
        }
        let Some(counters) = self.replayer.counters() else { return };
        while self.len() > 2 && self.replayer.cost < end && !self.stop.now() {
            let mut dice = Dice::of_game(GAMES, self.progress.next.ahead);
            self.progress.next.ahead += 1;
            let most = (self.len() - 1).min(LONGEST);
            let start = self.best.record.start.clone();
            let (cost, stop) = (self.replayer.cost, self.stop);
            let found = self.replayer.look_ahead(&start, most, &mut dice, &counters, end, stop);
            if let Some(shorter) = found {
                self.best = shorter;
                self.limit = self.replayer.limit(budget.shrink);
                self.take_known_ways();
                self.settle();
            } else if self.replayer.cost == cost {
                return;
            }
        }
    }
}

impl Replayer<'_> {
    /// Plays one game of at most `most` moves. Returns the wanted divergence if the game shows it.
    fn look_ahead(
        &mut self,
        start: &Position,
        most: usize,
        dice: &mut Dice,
        counters: &BTreeSet<String>,
        end: u64,
        stop: Stop<'_>,
    ) -> Option<Box<Divergence>> {
        let by_change = dice.one_in(3);
        let mut path: Vec<Step> = Vec::new();
        while path.len() < most && self.cost < end && !stop.now() {
            let mut moves = match self.look(start, &path, most, dice, counters, stop) {
                LookResult::Found(found) => return Some(found),
                LookResult::Moves(moves) => moves,
            };
            if dice.one_in(ERRS) {
                moves.truncate(1);
            }
            let chosen = match by_change {
                true => moves.into_iter().max_by_key(|(_, replies, change)| (*change, Reverse(*replies))),
                false => moves.into_iter().min_by_key(|(_, replies, change)| (*replies, Reverse(*change))),
            };
            path.push(chosen?.0);
        }
        None
    }

    /// Tries up to [`TRIED`] random moves after the moves of `path`, and takes each back.
    fn look(
        &mut self,
        start: &Position,
        path: &[Step],
        most: usize,
        dice: &mut Dice,
        counters: &BTreeSet<String>,
        stop: Stop<'_>,
    ) -> LookResult {
        let mut looked = Vec::new();
        if !matches!(self.bring(start, path), Ok(true)) {
            return LookResult::Moves(looked);
        }
        let before = self.lockstep.shown_at(path.len(), counters).unwrap_or_default();
        // Reaching the current position has already compared the lists of legal moves.
        let mut legal = self.lockstep.ensure_legal().unwrap_or_default();
        for _ in 0..TRIED.min(legal.len()) {
            let mv = legal.swap_remove(dice.below(legal.len() as u32) as usize);
            self.cost += 1;
            if stop.now() || !matches!(self.bring_unlisted(start, path), Ok(true)) {
                break;
            }
            let Some(player) = self.lockstep.turn() else { break };
            let stepped = self.lockstep.step(player, &mv, false);
            let replies = match stepped {
                Ok(true) => self.lockstep.ensure_legal().map(|replies| replies.len()),
                Ok(false) => continue,
                Err(divergence) => Err(divergence),
            };
            match replies {
                Ok(replies) => {
                    self.explored_last(counters);
                    let after = self.lockstep.shown_at(path.len() + 1, counters).unwrap_or_default();
                    // A move that ends the game cannot be continued.
                    let over = self.lockstep.turn().is_none() || replies == 0;
                    if !over {
                        looked.push(((player, mv), replies, apart(&before, &after)));
                    }
                }
                Err(divergence) if !self.wanted.covers(&divergence.signature) => self.meet(&divergence),
                Err(divergence) => {
                    if let Some(again) = self.confirm(&divergence)
                        && again.record.moves.len() <= most
                    {
                        return LookResult::Found(again);
                    }
                }
            }
        }
        LookResult::Moves(looked)
    }
}
