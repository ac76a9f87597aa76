//! Sums the results of the games of a run.
//!
//! The sum contains exactly the games up to the last that matters, whatever the order in which games end,
//! because the result of a game is queued until all games before it have ended. The results are written to
//! the journal of the run, if it has one, in batches of games.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::games::Showing;
use crate::base::Shard;
use crate::base::journal::Journal;
use crate::compare::compared::{Compared, Comparison};
use crate::compare::divergence::Signature;
use crate::erased::Rules;
use crate::generate::NotPlayed;
use crate::generate::coverage::Coverage;

/// The results of some games, as far as they can be summed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Sum {
    /// The number of games that were not stopped.
    pub(super) tried: u64,
    /// The number of games played to their end or to a divergence.
    pub(super) ended: u64,
    /// The number of games that ended because an engine did not report whether a move is legal.
    pub(super) untold: u64,
    /// Whether both engines started any of the games.
    pub(super) begun: bool,
    /// The coverage of the games.
    pub(super) coverage: Coverage,
    /// The parts that were compared in the games.
    pub(super) compared: Comparison,
    /// The first game that was not played, or not to its end, with the reason.
    pub(super) idle: Option<(u64, NotPlayed)>,
}

impl Sum {
    /// Returns the sum of no games.
    fn new(rules: Rules) -> Self {
        Self { coverage: Coverage::new(rules), ..Self::default() }
    }

    fn add(&mut self, other: &Self) {
        self.tried += other.tried;
        self.ended += other.ended;
        self.untold += other.untold;
        self.begun |= other.begun;
        self.coverage.add(&other.coverage);
        self.compared.join(&other.compared);
        self.idle = [self.idle.take(), other.idle.clone()].into_iter().flatten().min();
    }

    fn add_game(&mut self, game: u64, share: &Share) {
        self.tried += u64::from(share.whole);
        self.ended += u64::from(share.counts);
        self.untold += u64::from(share.untold);
        self.begun |= share.begun;
        self.coverage.add(&share.coverage);
        // The last move may be the one without an answer.
        if share.counts || share.untold && share.coverage.plies() > 1 {
            self.compared.add(&share.compared);
        }
        if let Some(idle) = &share.idle {
            self.idle = [self.idle.take(), Some((game, idle.clone()))].into_iter().flatten().min();
        }
    }
}

/// The result of one game.
#[derive(Debug)]
pub(super) struct Share {
    /// Whether the game was not stopped.
    pub(super) whole: bool,
    /// Whether the game counts as played.
    pub(super) counts: bool,
    /// Whether the game ended because an engine did not report whether a move is legal. Comparisons before
    /// that move count.
    pub(super) untold: bool,
    /// Whether both engines started the game.
    pub(super) begun: bool,
    pub(super) coverage: Coverage,
    pub(super) compared: Compared,
    pub(super) idle: Option<NotPlayed>,
    /// The differences that the game showed.
    pub(super) shown: Vec<(Signature, Showing)>,
    /// The accepted differences that the game showed, and whether it ended with them.
    pub(super) accepted: Vec<(Signature, bool)>,
}

impl Share {
    /// Whether the game showed no difference, so that nothing is counted twice if it is played again.
    pub(super) fn shows_nothing(&self) -> bool {
        self.shown.is_empty() && self.accepted.is_empty()
    }
}

/// A batch of played games of a run, and their results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Batch {
    /// The part of the run that the games belong to.
    shard: Shard,
    /// The index of the first game in the shard.
    from: u64,
    /// The index after the last game in the shard.
    to: u64,
    sum: Sum,
    /// The differences that the games showed, each with its games.
    shown: Vec<(Signature, Vec<(u64, Showing)>)>,
    /// The accepted differences, each with its games and whether the games ended with it.
    accepted: Vec<(Signature, Vec<(u64, bool)>)>,
}

impl Batch {
    /// Returns the shard that the games belong to.
    pub const fn shard(&self) -> Shard {
        self.shard
    }

    /// Returns the indices in the shard of the first game of the batch, and after its last game.
    pub const fn places(&self) -> (u64, u64) {
        (self.from, self.to)
    }

    /// Whether the numbers of all games of the batch are at most `last`.
    fn is_up_to(&self, last: u64) -> bool {
        self.from == self.to || self.shard.number(self.to - 1) <= last
    }

    /// Returns the numbers of the games of the batch, up to `last`.
    fn games(&self, last: u64) -> impl Iterator<Item = u64> + use<> {
        let shard = self.shard;
        (self.from..self.to).map(move |place| shard.number(place)).take_while(move |&game| game <= last)
    }

    /// Returns every difference with each game that showed it.
    pub(super) fn shown(&self) -> impl Iterator<Item = (&Signature, u64, Showing)> {
        self.shown.iter().flat_map(|(signature, games)| {
            games.iter().map(move |&(game, showing)| (signature, game, showing))
        })
    }

    /// Returns every accepted difference with each game that showed it, and whether it ended that game.
    pub(super) fn accepted(&self) -> impl Iterator<Item = (&Signature, u64, bool)> {
        self.accepted
            .iter()
            .flat_map(|(signature, games)| games.iter().map(move |&(game, ended)| (signature, game, ended)))
    }
}

/// Adds an item to the list of a signature.
fn enter<T>(all: &mut Vec<(Signature, Vec<T>)>, signature: &Signature, item: T) {
    match all.iter_mut().find(|(other, _)| other == signature) {
        Some((_, items)) => items.push(item),
        None => all.push((signature.clone(), vec![item])),
    }
}

/// The games that were played before the current process started.
#[derive(Clone, Debug, Default)]
pub struct Recorded {
    /// The games, in batches.
    pub batches: Vec<Batch>,
    /// Whether the batches contain all games of the run.
    pub complete: bool,
}

impl Recorded {
    /// Returns the index in the shard of the first game that was not played.
    pub(super) fn next(&self) -> u64 {
        if self.complete { u64::MAX } else { self.batches.iter().map(|batch| batch.to).max().unwrap_or(0) }
    }

    /// Returns the batches of which all games matter, and the numbers of the games of the other batches that
    /// matter.
    fn up_to(&self, last: u64) -> (Vec<&Batch>, Vec<u64>) {
        let (all, parts): (Vec<&Batch>, Vec<&Batch>) =
            self.batches.iter().partition(|batch| batch.is_up_to(last));
        let mut games: Vec<u64> = parts.into_iter().flat_map(|batch| batch.games(last)).collect();
        games.sort_unstable();
        (all, games)
    }
}

/// A line of the journal of a check.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum JournalEntry {
    /// A batch of games of the part of the run with this name.
    Games(String, Box<Batch>),
    /// The end of the part with this name: the game that ended it, if it was not the last one requested.
    Over(String, Option<u64>),
}

/// The part of a run that a journal contains.
#[derive(Clone, Debug, Default)]
pub struct JournalPart {
    /// The games that were played, in order.
    pub batches: Vec<Batch>,
    /// `Some` if the part is over: the game that ended it before its last game, if there is one.
    pub over: Option<Option<u64>>,
}

impl JournalPart {
    /// Returns the number of games that were played.
    pub fn games(&self) -> u64 {
        self.batches.last().map_or(0, |batch| batch.to)
    }
}

/// Sorts the entries of a journal by the parts of the run.
///
/// # Errors
/// When games are missing between others, or belong to another shard. The message says which games.
pub fn parts(shard: Shard, entries: Vec<JournalEntry>) -> Result<BTreeMap<String, JournalPart>, String> {
    let mut parts: BTreeMap<String, JournalPart> = BTreeMap::new();
    for entry in entries {
        match entry {
            JournalEntry::Over(part, last) => parts.entry(part).or_default().over = Some(last),
            JournalEntry::Games(part, batch) => {
                let told = parts.entry(part.clone()).or_default();
                let (from, next) = (batch.from, told.games());
                if batch.shard != shard || from != next || batch.to < from {
                    return Err(format!(
                        "of {part}, the journal continues with game {from} of shard {} instead of game \
                         {next} of shard {shard}",
                        batch.shard
                    ));
                }
                told.batches.push(*batch);
            }
        }
    }
    Ok(parts)
}

/// The destination of the records of a run's progress.
#[derive(Clone, Debug)]
pub struct Log {
    /// The journal. Other parts of the run write to it, too.
    pub journal: Arc<Journal>,
    /// The name of this part of the run.
    pub part: String,
    /// The interval between entries of the journal.
    pub every: Duration,
}

/// The sum of a run in progress.
#[derive(Debug)]
pub(super) struct Tally {
    sum: Sum,
    /// The index of the next game to add.
    next: u64,
    /// The results of later games, by their indices.
    waiting: BTreeMap<u64, (u64, Share)>,
    /// The results added since the last write to the journal.
    batch: Batch,
    log: Option<Log>,
    written: Instant,
}

impl Tally {
    /// Returns the sum of the recorded games up to `last`, the last that matters, and the numbers of the
    /// games that must be played again to complete the sum.
    pub(super) fn new(
        rules: Rules,
        shard: Shard,
        recorded: &Recorded,
        last: u64,
        log: Option<Log>,
    ) -> (Self, Vec<u64>) {
        let (all, again) = recorded.up_to(last);
        let mut sum = Sum::new(rules);
        all.into_iter().for_each(|batch| sum.add(&batch.sum));
        let next = recorded.next();
        let batch = Self::empty(rules, shard, next);
        (Self { sum, next, waiting: BTreeMap::new(), batch, log, written: Instant::now() }, again)
    }

    fn empty(rules: Rules, shard: Shard, from: u64) -> Batch {
        Batch { shard, from, to: from, sum: Sum::new(rules), shown: Vec::new(), accepted: Vec::new() }
    }

    /// Returns the sum so far.
    pub(super) const fn sum(&self) -> &Sum {
        &self.sum
    }

    /// Adds the result of a game that the journal already contains.
    pub(super) fn add_again(&mut self, game: u64, share: &Share) {
        self.sum.add_game(game, share);
    }

    /// Queues the result of the game at `place`, then adds all queued results that are next in order. Results
    /// of games that were stopped, of games after `last`, and of all games after these stay in the queue.
    ///
    /// # Errors
    /// When the journal cannot be written to.
    pub(super) fn add(
        &mut self,
        rules: Rules,
        place: u64,
        game: u64,
        share: Share,
        last: u64,
    ) -> io::Result<()> {
        self.waiting.insert(place, (game, share));
        while let Some(first) = self.waiting.first_entry() {
            let (game, share) = first.get();
            if *first.key() != self.next || !share.whole || *game > last {
                break;
            }
            let (game, share) = first.remove();
            self.next += 1;
            self.enter(game, &share);
        }
        match &self.log {
            Some(log) if self.written.elapsed() >= log.every => self.flush(rules),
            _ => Ok(()),
        }
    }

    fn enter(&mut self, game: u64, share: &Share) {
        self.sum.add_game(game, share);
        if self.log.is_none() {
            return;
        }
        let batch = &mut self.batch;
        batch.to += 1;
        batch.sum.add_game(game, share);
        for (signature, showing) in &share.shown {
            enter(&mut batch.shown, signature, (game, *showing));
        }
        for (signature, ended) in &share.accepted {
            enter(&mut batch.accepted, signature, (game, *ended));
        }
    }

    /// Writes the results added since the last write to the journal.
    fn flush(&mut self, rules: Rules) -> io::Result<()> {
        let Some(log) = &self.log else { return Ok(()) };
        self.written = Instant::now();
        if self.batch.from == self.batch.to {
            return Ok(());
        }
        let empty = Self::empty(rules, self.batch.shard, self.batch.to);
        let batch = std::mem::replace(&mut self.batch, empty);
        log.journal.add(&JournalEntry::Games(log.part.clone(), Box::new(batch)))
    }

    /// Adds the games that were stopped and the games after them, up to `last`, and writes the rest to the
    /// journal.
    ///
    /// # Errors
    /// When the journal cannot be written to.
    pub(super) fn close(&mut self, rules: Rules, last: u64) -> io::Result<()> {
        for (game, share) in std::mem::take(&mut self.waiting).into_values().filter(|(game, _)| *game <= last)
        {
            self.sum.add_game(game, &share);
        }
        self.flush(rules)
    }

    /// Records in the journal that the run is over.
    ///
    /// # Errors
    /// When the journal cannot be written to.
    pub(super) fn over(&self, last: Option<u64>) -> io::Result<()> {
        let Some(log) = &self.log else { return Ok(()) };
        log.journal.add(&JournalEntry::Over(log.part.clone(), last))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::erased::rules;
    use bustan_vocabulary::tictactoe::TicTacToe;

    fn share() -> Share {
        Share {
            whole: true,
            counts: true,
            untold: false,
            begun: true,
            coverage: Coverage::new(rules::<TicTacToe>()),
            compared: Compared::default(),
            idle: None,
            shown: Vec::new(),
            accepted: Vec::new(),
        }
    }

    fn tally() -> Tally {
        Tally::new(rules::<TicTacToe>(), Shard::WHOLE, &Recorded::default(), u64::MAX, None).0
    }

    #[test]
    fn a_game_counts_once_all_before_it_are_over_and_it_matters() {
        let mut tally = tally();
        let mut counted = Vec::new();
        for (game, last) in [(2, u64::MAX), (1, u64::MAX), (0, u64::MAX), (5, u64::MAX), (4, 3), (3, 3)] {
            tally.add(rules::<TicTacToe>(), game, game, share(), last).unwrap();
            counted.push(tally.sum().ended);
        }
        assert_eq!(counted, [0, 0, 3, 3, 3, 4]);
        tally.close(rules::<TicTacToe>(), 3).unwrap();
        assert_eq!(tally.sum().ended, 4, "games after the last that matters");
    }

    #[test]
    fn a_game_that_was_broken_off_holds_those_after_it_up() {
        let mut tally = tally();
        tally.add(rules::<TicTacToe>(), 0, 0, Share { whole: false, ..share() }, u64::MAX).unwrap();
        tally.add(rules::<TicTacToe>(), 1, 1, share(), u64::MAX).unwrap();
        assert_eq!((tally.sum().tried, tally.next), (0, 0));
        tally.close(rules::<TicTacToe>(), u64::MAX).unwrap();
        assert_eq!((tally.sum().tried, tally.sum().ended, tally.next), (1, 2, 0));
    }
}
