//! Searches for short games whose last move has the same effect as that of the best game.
//!
//! In a known game, the [events](bustan_guide::Explore::EVENTS) of the last move show what matters, for
//! example a checkmate, a castling move or an en passant capture. An in-process engine plays as many moves in
//! a second as an external program in an hour. It therefore tries all short games, and plays longer ones at
//! random with the game's policies. Only games whose last move has the same events are tried on the program,
//! shortest first.

use std::collections::HashSet;

use super::Shrinker;
use super::replay::Line;
use crate::base::{Dice, Stop};
use crate::compare::creation::make_engine;
use crate::compare::divergence::Role;
use crate::compare::lockstep::Factories;
use crate::compare::panics::answer;
use crate::compare::participant::{Observed, Participant};
use crate::erased::{Move, Position, Record};

/// The events of a move, one bit each.
type Events = u128;

/// The number of moves up to which all games are tried in the first round. Each further round adds one move.
const ALL_OF: usize = 4;

/// The maximum number of moves that the engine plays from a start to try all games of one length, in the
/// first round. Doubles with each round.
const MOST_PLAYED: u64 = 1 << 19;

/// The maximum number of games kept for one length.
const MOST_KEPT: usize = 1 << 12;

/// `DRAWN`: The number of moves that the engine plays for the random games of one turn. `TURNS`: The number
/// of turns in the first round, which doubles with each further round.
const DRAWN: u64 = 1 << 14;
const TURNS: u32 = 8;

/// The maximum number of moves of a random game.
const LONGEST: usize = 60;

/// The maximum number of random games from one turn that are tried on the program.
const MOST_TRIED: usize = 64;

/// The seed of the random games, an arbitrary constant.
const GAMES: u64 = 0x4775_6964_6564;

/// An in-process engine that searches for games.
struct Guide {
    engine: Box<dyn Participant>,
    /// The number of moves played by the engine.
    played: u64,
}

/// A game that the engine found: the events of its last move, and its moves.
type Candidate = (Events, Vec<Move>);

impl Shrinker<'_, '_> {
    /// Searches for games that are shorter than the best game and whose last move has the same events, and
    /// tries them.
    pub(super) fn guide(&mut self) {
        // If the kind of divergence depends on the path to a position, the last move alone reveals too
        // little.
        let by_position = self.replayer.counters().is_some();
        let Some(mut guide) = Guide::of(self.replayer.factories).filter(|_| by_position) else { return };
        // An engine that panics cannot guide the search any further.
        let Ok(Some(wanted)) = answer(|| guide.events_at_the_end(&self.best.record)) else { return };
        let starts = self.replayer.small_starts(&self.best.record.start);
        let round = self.progress.round;
        let next = self.progress.next.guide;
        self.limit = self.replayer.most;
        let Ok(masks) = answer(|| guide.masks(wanted, &starts, next)) else { return };
        for moves in 1..=ALL_OF + round as usize {
            for start in &starts {
                if moves >= self.len() || self.stop.now() {
                    break;
                }
                let most = MOST_PLAYED << round.min(10);
                let found = answer(|| guide.all_games(start, moves, &masks, most, self.stop));
                let Ok(games) = found else { return };
                // The loop has already tried all shorter games.
                if self.try_games(start, games) {
                    return;
                }
            }
        }
        self.guide_at_random(&mut guide, &masks, &starts);
    }

    /// Plays random games on the in-process engine, and tries those that end like the best game. Each turn
    /// uses the next mask: first all events of the best game's last move, then single events. A turn that
    /// yields a shorter game is repeated.
    fn guide_at_random(&mut self, guide: &mut Guide, masks: &[Events], starts: &[Position]) {
        let mut tried = HashSet::new();
        let mut turns = TURNS << self.progress.round.min(10);
        let mut wanted = masks.iter().cycle().copied().peekable();
        while turns > 0 && self.len() > ALL_OF && !self.stop.now() {
            turns -= 1;
            let mut dice = Dice::of_game(GAMES, self.progress.next.guide);
            self.progress.next.guide += 1;
            let start = &starts[dice.below(starts.len() as u32) as usize];
            let most = (self.len() - 1).min(LONGEST);
            let Some(&events_now) = wanted.peek() else { return };
            let played = answer(|| guide.random_games(start, most, events_now, &mut dice, self.stop));
            let Ok(mut games) = played else { return };
            games.sort_by_key(|(events, moves)| (moves.len(), (events & !events_now).count_ones()));
            games.retain(|(_, moves)| tried.insert(moves.clone()));
            games.truncate(MOST_TRIED);
            if self.try_games(start, games) {
                turns = TURNS;
            } else {
                wanted.next();
            }
        }
    }

    /// Tries `games` from `start` in order. Returns whether one of them is now the best game.
    fn try_games(&mut self, start: &Position, games: Vec<Candidate>) -> bool {
        let lines = games.into_iter().map(|(_, moves)| Line { start: start.clone(), moves });
        self.accept_first(lines).is_some()
    }
}

impl Guide {
    /// Returns a guide with an in-process engine of the game: the oracle's quick engine, or the oracle
    /// itself. Returns `None` if both are external programs.
    fn of(factories: Factories<'_>) -> Option<Self> {
        let engine = make_engine(Role::Oracle, factories.oracle.quick().unwrap_or(factories.oracle));
        (!engine.is_costly()).then_some(Self { engine, played: 0 })
    }

    /// Plays `mv` on the engine and returns its events, given the observation before it; `None` if the engine
    /// refuses the move.
    fn play(&mut self, before: &Observed, mv: &Move) -> Option<Events> {
        let player = self.engine.turn()?;
        self.engine.play(player, mv).ok()?;
        self.played += 1;
        let after = self.engine.observe()?;
        let mut events = 0;
        before.own()?.events(mv, after.own()?, &mut |event| events |= bit(event));
        Some(events)
    }

    /// Returns the events of the last move of `record`; `None` if the engine refuses a move, or if the last
    /// move has no events.
    fn events_at_the_end(&mut self, record: &Record) -> Option<Events> {
        let ((_, last), before) = record.moves.split_last()?;
        self.engine.setup(&record.start).ok()?;
        before.iter().try_for_each(|(player, mv)| self.engine.play(*player, mv).ok())?;
        let seen = self.engine.observe()?;
        self.play(&seen, last).filter(|&events| events != 0)
    }

    /// Returns the sets of events that a game may have at its end, in the order in which they are tried: all
    /// wanted events, then each event alone, those rarest in random games first. Omits single events that are
    /// common in random games.
    fn masks(&mut self, wanted: Events, starts: &[Position], seed: u64) -> Vec<Events> {
        const SAMPLE: u64 = 2_000;
        const COMMON: u64 = SAMPLE / 8;
        let (mut counts, mut dice) = ([0_u64; Events::BITS as usize], Dice::of_game(GAMES, seed));
        let end = self.played + SAMPLE;
        for start in starts.iter().cycle().take(SAMPLE as usize) {
            if self.played >= end {
                break;
            }
            let each = |events: Events, _: &[Move]| {
                counts
                    .iter_mut()
                    .enumerate()
                    .for_each(|(at, count)| *count += u64::from(events >> at & 1 == 1));
                false
            };
            self.random_game(start, LONGEST, &mut dice, each);
        }
        let mut alone: Vec<usize> = (0..Events::BITS as usize).filter(|&at| wanted & bit(at) != 0).collect();
        alone.sort_by_key(|&at| counts[at]);
        let rare = alone.iter().filter(|&&at| counts[at] < COMMON).map(|&at| bit(at));
        let mut masks = vec![wanted];
        masks.extend(rare.filter(|&mask| mask != wanted));
        masks
    }

    /// Returns all games of `moves` moves whose last move has all events of one of `masks`, as far as the
    /// search gets within `most` moves of the engine. Games that match the first mask come first, and among
    /// them those whose last move has no other events.
    fn all_games(
        &mut self,
        start: &Position,
        moves: usize,
        masks: &[Events],
        most: u64,
        stop: Stop<'_>,
    ) -> Vec<Candidate> {
        let end = self.played + most;
        let mut games = Games { masks, end, stop, path: Vec::new(), found: Vec::new() };
        if self.engine.setup(start).is_ok() {
            self.below(moves, &mut games);
        }
        games.sort();
        games.found
    }

    /// Extends the current game by `moves` moves in all ways; `None` if the search is to end.
    fn below(&mut self, moves: usize, games: &mut Games<'_>) -> Option<()> {
        let Some(seen) = self.engine.observe() else { return Some(()) };
        for mv in self.engine.legal_moves().unwrap_or_default() {
            if self.played >= games.end || games.stop.now() {
                return None;
            }
            let Some(events) = self.play(&seen, &mv) else { continue };
            games.path.push(mv);
            if moves > 1 {
                self.below(moves - 1, games)?;
            } else {
                games.keep(events);
            }
            games.path.pop();
            self.engine.undo().filter(|&undone| undone)?;
        }
        Some(())
    }

    /// Returns random games of at most `most` moves whose last move has all of the `wanted` events.
    fn random_games(
        &mut self,
        start: &Position,
        most: usize,
        wanted: Events,
        dice: &mut Dice,
        stop: Stop<'_>,
    ) -> Vec<Candidate> {
        let (end, mut found) = (self.played + DRAWN, Vec::new());
        while self.played < end && !stop.now() {
            let before = self.played;
            self.random_game(start, most, dice, |events, path| {
                let ends = events & wanted == wanted;
                if ends {
                    found.push((events, path.to_vec()));
                }
                ends
            });
            if self.played == before {
                break;
            }
        }
        found
    }

    /// Plays a random game with one of the policies. Calls `each` with the events of every move and the moves
    /// up to it; `each` returns whether to end the game.
    fn random_game(
        &mut self,
        start: &Position,
        most: usize,
        dice: &mut Dice,
        mut each: impl FnMut(Events, &[Move]) -> bool,
    ) -> Option<()> {
        self.engine.setup(start).ok()?;
        let policy = dice.below(start.rules().policies().len() as u32) as usize;
        let (mut path, mut weights) = (Vec::new(), Vec::new());
        while path.len() < most {
            let (seen, legal) = (self.engine.observe()?, self.engine.legal_moves()?);
            if legal.is_empty() {
                return None;
            }
            weights.clear();
            seen.own()?.weigh(policy, &legal, &mut weights);
            weights.resize(legal.len(), 1);
            let mv = legal[dice.weighted(&weights)].clone();
            let events = self.play(&seen, &mv)?;
            path.push(mv);
            if each(events, &path) {
                return None;
            }
        }
        Some(())
    }
}

/// A search through all games of one length.
struct Games<'s> {
    /// The sets of events of which the last move must match one, the best first.
    masks: &'s [Events],
    /// The value of [`Guide::played`] at which to stop.
    end: u64,
    stop: Stop<'s>,
    path: Vec<Move>,
    found: Vec<Candidate>,
}

impl Games<'_> {
    /// Records the current game if its last move has all events of at least one of `masks`.
    fn keep(&mut self, events: Events) {
        if self.masks.iter().any(|mask| events & mask == *mask) {
            self.found.push((events, self.path.clone()));
        }
        if self.found.len() > 2 * MOST_KEPT {
            self.sort();
        }
    }

    /// Sorts the games, best first, and drops the excess.
    fn sort(&mut self) {
        let masks = self.masks;
        self.found.sort_by_key(|(events, _)| {
            let set = masks.iter().position(|mask| events & mask == *mask);
            (set, set.map_or(0, |set| (events & !masks[set]).count_ones()))
        });
        self.found.truncate(MOST_KEPT);
    }
}

/// Returns the bit of `event`, or 0 if `Events` has no bit for it.
const fn bit(event: usize) -> Events {
    if event < Events::BITS as usize { 1 << event } else { 0 }
}
