//! Short games that begin at small positions, and the visit to positions with published perft counts.
//!
//! Programs differ most often at rare positions that games from the standard start seldom reach. Most games
//! of a run therefore begin at such a position and end soon; they contain only a small part of the moves. The
//! number of a game alone determines whether it is short. Engines that cannot be set up at positions play
//! only the other games.

use bustan_guide::Playable;
use bustan_vocabulary::NoStart;

use super::differences::ExtraCheck;
use super::{GameConfig, Generator, Start};
use crate::base::Dice;
use crate::compare::lockstep::{Checked, Lockstep};
use crate::erased::{Move, Position, Small};

/// The number of games in a round, of which all but the first and the last are short. The last game of a
/// round is steered by a policy that needs no knowledge of the game.
const ROUND: u64 = 8;

/// In a run from the positions of a file, one in `OF_FILE` games is short.
const OF_FILE: u64 = 2;

/// The minimum number of plies after which a short game from a position of a file is ended, and the number of
/// different lengths.
const PLIES: (usize, u64) = (8, 5);

/// The maximum number of moves that are played and undone at a position with a published count.
const MOVES: usize = 6;

/// The part of a run's time, in percent, that playing and undoing moves at positions with published counts
/// may take.
const MOVES_TIME: u32 = 10;
/// The part of a run's time, in percent, that the whole visit to positions with published counts may take.
const VISIT_TIME: u32 = 20;

/// Returns the index of the game `number` among all short games, if it is one.
const fn short(number: u64) -> Option<u64> {
    match number % ROUND {
        0 => None,
        place if place == ROUND - 1 => None,
        place => Some(number / ROUND * (ROUND - 2) + place - 1),
    }
}

/// Draws the short game `number`, if it is one, even if the engines cannot be set up, because the dice of the
/// game must not depend on what a program has reported so far.
pub(super) fn drawn(
    lockstep: &Lockstep<'_>,
    config: &GameConfig,
    number: u64,
    dice: &mut Dice,
) -> Option<Small> {
    let free = config.policy.is_none() && config.given.is_none();
    let short =
        short(number).filter(|_| free && (config.rules.small_in_process() || lockstep.is_costly()))?;
    let knows = |position: &Position| lockstep.knows_rules(position);
    let playable = match &config.start {
        None => Playable::Known(&knows),
        // A variant that the user names is played, whether or not a program announces it.
        Some(Start::Like(like)) if !config.rules.is_opaque() => Playable::Like(like),
        Some(_) => return None,
    };
    // In an unknown game, most programs do not begin at small positions, and the dice of their games are kept
    // unchanged.
    let mut copy = dice.clone();
    let dice = if config.rules.is_opaque() { &mut copy } else { dice };
    let small = config.rules.small(short, &playable, &mut |n| dice.below(n))?;
    let known = matches!(playable, Playable::Like(_)) || knows(&small.start);
    let start = if known { small.start } else { small.start.without_draws() };
    (known || lockstep.knows_rules(&start)).then_some(Small { start, ..small })
}

/// Returns the ply at which the game `number` is ended if it does not begin as a short game.
pub(super) fn plies(config: &GameConfig, number: u64) -> usize {
    let of_file = matches!(config.start, Some(Start::Among(_))) && !config.rules.published().is_empty();
    let (least, more) = PLIES;
    match of_file && number % OF_FILE == OF_FILE - 1 {
        true => config.max_plies.min(least + (number / OF_FILE % more) as usize),
        false => config.max_plies,
    }
}

impl Generator<'_, '_> {
    /// Begins the short game, if the current game is one. Returns `false` if it is not, or cannot begin as
    /// one.
    pub(super) fn begin_small(&mut self) -> Checked<bool> {
        let Some((small, policy)) = self.small.take() else { return Ok(false) };
        self.asked.clear();
        self.differences.offered = self.config.rules.is_opaque().then(|| small.start.clone());
        // Every program can begin at an initial position on a board that it has.
        if (self.lockstep.takes_positions() || small.start.initial_words().is_some())
            && self.offers(&small.start)
            && let Some(Ok(())) = self.try_start(&small.start)?
        {
            self.begins(&Ok(()));
            self.script = small.moves.into();
            self.most = self.config.max_plies.min(small.plies);
            return Ok(true);
        }
        // The game begins elsewhere, with the policy that was drawn for this case.
        self.differences.offered = None;
        let games = &mut self.coverage.policies;
        games[self.policy].games -= 1;
        games[policy].games += 1;
        (self.policy, self.small) = (policy, Some((small, policy)));
        Ok(false)
    }

    /// Whether a game may begin at `position`, which the run has made up. In an unknown game, the engines are
    /// queried.
    fn offers(&mut self, position: &Position) -> bool {
        !self.config.rules.is_opaque()
            || self.lockstep.takes_offered(&self.config.draw_start(&mut |_| 0), position)
    }

    /// Returns the next move of the script, if it is legal. Otherwise, the script ends.
    pub(super) fn scripted(&mut self) -> Option<Move> {
        let mv = self.script.pop_front()?;
        let avoided = self.differences.avoided(self.lockstep.plies()).any(|other| *other == mv);
        if avoided || self.lockstep.legal().binary_search(&mv).is_err() {
            self.script.clear();
            return None;
        }
        Some(mv)
    }

    /// Makes a program count ahead, if it can.
    pub(super) fn count_ahead(&mut self) -> Checked {
        if self.lockstep.counts_ahead() {
            self.attempt(ExtraCheck::CountAhead, Lockstep::count_ahead)?;
        }
        Ok(())
    }

    /// Returns a position with a published count, with the rules of the run; `None` if the position does not
    /// exist under these rules.
    fn visited(&self, position: Position) -> Option<Position> {
        match &self.config.start {
            None => Some(position).filter(|position| self.lockstep.knows_rules(position)),
            Some(Start::Like(like)) => position.with_rules_of(like),
            Some(_) => None,
        }
    }

    /// Visits the positions with published counts before the first game: compares the legal moves at each,
    /// and plays and undoes some of them.
    pub(super) fn visit_published(&mut self) -> Checked {
        if self.number > 0 || self.config.policy.is_some() || !self.lockstep.takes_positions() {
            return Ok(());
        }
        let [moves_stop, stop] = [MOVES_TIME, VISIT_TIME].map(|percent| self.stop.part(percent));
        for text in self.config.rules.published() {
            if stop.now() {
                break;
            }
            let Some(position) =
                self.config.rules.position(text).ok().and_then(|position| self.visited(position))
            else {
                continue;
            };
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
                self.attempt(ExtraCheck::Branch, |lockstep| lockstep.branch(&mv))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;

    use bustan_chess::FastEngine;
    use bustan_vocabulary::chess::Chess;

    use super::*;
    use crate::base::Stop;
    use crate::compare::engine_participant::{EngineParticipant, FactoryFn};
    use crate::compare::lockstep::{Checks, Factories};
    use crate::compare::participant::{Participant, Unset, Verdict};
    use crate::erased::{Move, Player, rules};
    use crate::generate::coverage::Coverage;
    use crate::generate::{Hooks, play};

    /// A chess program that cannot be set up, and reports this if `says` is set.
    struct Fixed {
        engine: EngineParticipant<FastEngine>,
        says: bool,
    }

    impl Participant for Fixed {
        fn name(&self) -> String {
            "fixed".into()
        }

        fn setup(&mut self, position: &Position) -> Result<(), Unset> {
            if *position != rules::<Chess>().initial(&[]).unwrap() {
                return Err(NoStart::Unable);
            }
            self.engine.setup(position)
        }

        fn takes_positions(&self) -> bool {
            !self.says
        }

        fn play(&mut self, player: Player, mv: &Move) -> Verdict {
            self.engine.play(player, mv)
        }

        fn turn(&self) -> Option<Player> {
            self.engine.turn()
        }

        fn legal_moves(&self) -> Option<Vec<Move>> {
            self.engine.legal_moves()
        }

        fn undo(&mut self) -> Option<bool> {
            self.engine.undo()
        }

        fn is_costly(&self) -> bool {
            true
        }
    }

    /// Plays a test game of a `Fixed` program. Returns its moves, its policy and the number of games of that
    /// policy.
    fn played(says: bool, number: u64) -> (String, usize, u64) {
        let subject = FactoryFn(|| Fixed { engine: EngineParticipant::new(FastEngine::default()), says });
        let factories = Factories { subject: &subject, oracle: &FastEngine::default };
        let rules = rules::<Chess>();
        let start = rules.initial(&[]).unwrap();
        let mut lockstep = Lockstep::new(factories, Checks::SAMPLED, start);
        let (dice, mut coverage) = (Dice::of_game(5, number), Coverage::new(rules));
        let (config, counter) = (GameConfig::drawn(rules, 20), AtomicU64::new(0));
        let hooks = Hooks::new(Stop::default(), &counter);
        let played = play(&mut lockstep, &config, number, dice, &mut coverage, hooks);
        (lockstep.record().to_string(), played.policy, coverage.policies[played.policy].games)
    }

    #[test]
    fn a_game_depends_on_its_number_and_not_on_whether_a_program_has_shown_that_it_takes_no_positions() {
        for number in 1..13 {
            let (record, policy, games) = played(true, number);
            assert_eq!(played(false, number), (record, policy, games), "game {number}");
            assert_eq!(games, 1);
        }
    }

    #[test]
    fn short_games_are_counted_without_gaps() {
        let all: Vec<u64> = (0..80).filter_map(short).collect();
        assert_eq!(all, (0..60).collect::<Vec<_>>());
    }
}
