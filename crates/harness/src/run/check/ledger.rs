//! The results of the games of a run: the sums, and separately the differences and findings.

use std::collections::{BTreeMap, BTreeSet};

use super::plan::Plan;
use super::starts::Starts;
use super::tally::{Batch, Share, Tally};
use super::triage::Triage;
use crate::compare::divergence::{Divergence, Signature};

/// The sums of a run so far. Every game changes them, so their lock is never held while a file other than the
/// journal is written.
pub(super) struct Results {
    /// The sum of the results of the games.
    pub(super) tally: Tally,
    /// The starts that the games have tried.
    pub(super) starts: Starts,
    /// The number of games played to their end or to a divergence, in any order. The tally may not contain
    /// all of them yet.
    pub(super) ended: u64,
}

/// The differences that games have shown. Games without a difference do not need the ledger, so it stays
/// locked while findings are written.
pub(super) struct Ledger {
    /// The games that diverged, and their findings.
    pub(super) triage: Triage,
    /// The shortest game from the start that showed each difference, with its number, by signature.
    shortest: BTreeMap<Signature, (u64, Divergence)>,
}

impl Ledger {
    /// Returns the differences and the sums recorded in a plan, and the recorded games to replay, each with
    /// whether the sum lacks it.
    pub(super) fn new(plan: &Plan) -> (Self, Results, Vec<(u64, bool)>) {
        let triage = recorded(plan);
        let last = triage.last().unwrap_or(u64::MAX);
        let (tally, missing) =
            Tally::new(plan.config.rules, plan.shard, &plan.recorded, last, plan.log.clone());
        let mut again: BTreeMap<u64, bool> = shortest(plan).into_iter().map(|game| (game, false)).collect();
        again.extend(triage.lacking().into_iter().map(|(_, game)| (game, false)));
        again.extend(missing.into_iter().map(|game| (game, true)));
        let ended = tally.sum().ended;
        let results = Results { tally, starts: Starts::default(), ended };
        (Self { triage, shortest: BTreeMap::new() }, results, again.into_iter().collect())
    }

    /// Counts the differences shown by a game.
    pub(super) fn count(&mut self, game: u64, share: &Share) {
        for (signature, cut) in &share.accepted {
            self.triage.accept(signature.clone(), game, *cut);
        }
        for (signature, showing) in &share.shown {
            self.triage.count(signature, game, *showing);
        }
    }

    /// Keeps the game if it is the shortest so far that shows its difference. The game must begin at a
    /// starting position.
    pub(super) fn keep_if_short(&mut self, game: u64, divergence: &Divergence) {
        let rank = |game: u64, divergence: &Divergence| (divergence.record.moves.len(), game);
        let kept = self.shortest.entry(divergence.signature.clone());
        let (first, kept) = kept.or_insert_with(|| (game, divergence.clone()));
        if rank(game, divergence) < rank(*first, kept) {
            (*first, *kept) = (game, divergence.clone());
        }
    }

    /// Whether any short game was [kept](Self::keep_if_short).
    pub(super) fn keeps_short_games(&self) -> bool {
        !self.shortest.is_empty()
    }

    /// Takes the [kept](Self::keep_if_short) games that are shorter than the shrunk games of their findings.
    pub(super) fn take_shortest(&mut self) -> Vec<(Signature, Divergence)> {
        let shortest = std::mem::take(&mut self.shortest).into_iter();
        let shortest = shortest.map(|(signature, (_, game))| (signature, game));
        shortest
            .filter(|(signature, game)| self.triage.may_be_shorter(signature, game.record.moves.len()))
            .collect()
    }
}

/// Whether the game of a divergence can be [kept](Ledger::keep_if_short): the run has no limit on findings,
/// and the game begins at a starting position. Only the games of external programs are kept, because the
/// length to which a game can be shrunk in a given time depends on the game. In-process engines are fast
/// enough to reach this length from any game, and their findings must not depend on the order in which games
/// end.
pub(super) fn keeps(plan: &Plan, divergence: &Divergence) -> bool {
    plan.max_findings == usize::MAX && divergence.record.start.is_start()
}

/// Returns the recorded games that diverged.
fn recorded(plan: &Plan) -> Triage {
    let mut triage = Triage::new(plan.max_findings);
    for batch in &plan.recorded.batches {
        for (signature, game, showing) in batch.shown() {
            triage.count(signature, game, showing);
        }
        for (signature, game, ended) in batch.accepted() {
            triage.accept(signature.clone(), game, ended);
        }
    }
    triage
}

/// Returns, for each difference, the recorded game that showed it in the fewest moves, if such games are
/// [kept](Ledger::keep_if_short).
fn shortest(plan: &Plan) -> BTreeSet<u64> {
    let mut shortest: BTreeMap<&Signature, (usize, u64)> = BTreeMap::new();
    let shown = plan.recorded.batches.iter().flat_map(Batch::shown);
    for (signature, game, showing) in shown.filter(|_| plan.max_findings == usize::MAX) {
        let Some(moves) = showing.moves else { continue };
        let least = shortest.entry(signature).or_insert((moves, game));
        *least = (*least).min((moves, game));
    }
    shortest.into_values().map(|(_, game)| game).collect()
}
