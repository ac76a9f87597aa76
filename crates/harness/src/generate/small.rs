//! Short games that begin in small positions, and the visit to positions with published counts.
//!
//! Programs differ most often at rare positions that games from the standard start seldom reach. So most games of a run
//! begin at such a position and are broken off soon; they make a small part of the moves. Which games these are depends
//! on their numbers alone. Engines that cannot be set up at positions play the other games only.

use bustan_guide::{Explore, Small};
use bustan_vocabulary::NoStart;

use super::dice::Dice;
use super::past::Check;
use super::{GameConfig, Generator, Start};
use crate::compare::lockstep::{Checked, Lockstep};

/// Of so many games in a row all are short but the first and the last. The last ones go by policies that need no knowledge
/// of the game.
const ROUND: u64 = 8;

/// In a run from positions of a file, one game in so many is short.
const OF_FILE: u64 = 2;

/// The fewest plies at which a game from a position of a file is broken off, and how many more there may be.
const PLIES: (usize, u64) = (8, 5);

/// The most moves that are played and taken back at a position with a published count.
const MOVES: usize = 6;

/// The parts in a hundred of a run's time that the moves at these positions may take, and that the whole visit may.
const MOVES_TIME: u32 = 10;
const VISIT_TIME: u32 = 20;

/// The number of a short game among all short games, if the game of this number is one.
const fn short(number: u64) -> Option<u64> {
    match number % ROUND {
        0 => None,
        place if place == ROUND - 1 => None,
        place => Some(number / ROUND * (ROUND - 2) + place - 1),
    }
}

/// Draws the short game of this number, if it is one and both engines may be set up anywhere.
pub(super) fn drawn<G: Explore>(
    lockstep: &Lockstep<'_, G>,
    config: &GameConfig<G>,
    number: u64,
    dice: &mut Dice,
) -> Option<Small<G>> {
    let free = config.start.is_none() && config.policy.is_none() && config.given.is_none();
    let short = short(number).filter(|_| free && lockstep.takes_positions())?;
    let small = G::small(short, &mut |n| dice.below(n))?;
    let known = lockstep.knows_rules(&small.start);
    let start = if known { small.start } else { G::without_draws(&small.start) };
    Some(Small { start, ..small })
}

/// The ply at which the game of this number is broken off if no short game begins.
pub(super) fn plies<G: Explore>(config: &GameConfig<G>, number: u64) -> usize {
    let of_file = matches!(config.start, Some(Start::Among(_))) && !G::PUBLISHED.is_empty();
    let (least, more) = PLIES;
    match of_file && number % OF_FILE == OF_FILE - 1 {
        true => config.max_plies.min(least + (number / OF_FILE % more) as usize),
        false => config.max_plies,
    }
}

impl<G: Explore> Generator<'_, '_, G> {
    /// Begins the short game, if this is one; `false` if it is none or does not begin.
    pub(super) fn begin_small(&mut self) -> Checked<G, bool> {
        let Some(Small { start, moves, plies, .. }) = self.small.take() else { return Ok(false) };
        self.asked.clear();
        match self.try_start(&start)? {
            Some(Ok(())) => {
                self.begins(&Ok(()));
                self.script = moves.into();
                self.most = self.config.max_plies.min(plies);
                Ok(true)
            }
            // The game begins elsewhere.
            Some(Err(_)) | None => Ok(false),
        }
    }

    /// The next move of the script, if it is legal. Otherwise the script is over.
    pub(super) fn scripted(&mut self) -> Option<G::Move> {
        let mv = self.script.pop_front()?;
        let avoided = self.past.avoided(self.lockstep.plies()).any(|other| *other == mv);
        if avoided || self.lockstep.legal().binary_search(&mv).is_err() {
            self.script.clear();
            return None;
        }
        Some(mv)
    }

    /// Has a program count ahead, if it does.
    pub(super) fn count_ahead(&mut self) -> Checked<G> {
        if self.lockstep.counts_ahead() {
            self.attempt(Check::CountAhead, Lockstep::count_ahead)?;
        }
        Ok(())
    }

    /// Visits the positions with published counts, before the first game: compares the legal moves at each, and plays
    /// some of them and takes them back.
    pub(super) fn visit_published(&mut self) -> Checked<G> {
        let free = self.config.start.is_none() && self.config.policy.is_none();
        if self.number > 0 || !free || !self.lockstep.takes_positions() {
            return Ok(());
        }
        let [moves_stop, stop] = [MOVES_TIME, VISIT_TIME].map(|percent| self.stop.part(percent));
        for text in G::PUBLISHED {
            let Ok(position) = text.parse::<G::Position>() else { continue };
            if stop.now() {
                break;
            }
            if !self.lockstep.knows_rules(&position) {
                continue;
            }
            match self.try_start(&position)? {
                Some(Ok(())) => {}
                Some(Err(NoStart::Unable)) => break,
                Some(Err(_)) | None => continue,
            }
            self.count_ahead()?;
            for mv in self.lockstep.some_legal(MOVES)? {
                if moves_stop.now() {
                    break;
                }
                self.attempt(Check::Branch, |lockstep| lockstep.branch(&mv))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_games_are_counted_without_gaps() {
        let all: Vec<u64> = (0..80).filter_map(short).collect();
        assert_eq!(all, (0..60).collect::<Vec<_>>());
    }
}
