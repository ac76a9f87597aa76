//! The answers that a replayer of slow engines remembers, so that it need not query the engines again.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use super::{Line, Replayer};
use crate::compare::divergence::Kind;
use crate::compare::lockstep::Lockstep;
use crate::erased::{Move, Player, Record};
use crate::shrink::answer_cache::{AnswerCache, CachedAnswer};
use crate::shrink::scout::Scout;
use crate::shrink::state_graph::{Key, StateGraph};
use crate::shrink::traces::traces;

/// Knowledge that saves a replayer work.
pub(super) struct ReplayMemory {
    /// The known answers to the moves of lines.
    pub(super) reached: AnswerCache,
    /// A quick engine of the same game.
    pub(super) scout: Option<Scout>,
    /// Whether both engines have taken back moves correctly so far.
    pub(super) takes_back: bool,
    /// The hashes of lines that were played and did not show the wanted divergence.
    pub(super) failed: HashSet<u64>,
    /// The hashes of lines that did not show the wanted divergence and whose last move was not queried,
    /// because lists show whether it is in dispute.
    pub(super) unasked: HashSet<u64>,
    /// Whether the wanted divergence shows only in the checks at the end of a line.
    pub(super) late: bool,
    /// The moves between the states observed so far.
    pub(super) ways: StateGraph<Move>,
    /// The keys of a reported state that do not distinguish positions, such as the move number.
    pub(super) counters: BTreeSet<String>,
    /// The first game, and the moves of it that have left a trace before the last move; `None` once a pass
    /// has taken them.
    pub(super) traces: Option<(Record, BTreeSet<usize>)>,
    /// The answers that were learned and not yet passed to other replayers.
    pub(super) news: SharedAnswers,
}

/// The answers that a replayer has learned from engines, for other replayers.
#[derive(Default)]
pub(crate) struct SharedAnswers {
    pub(super) answers: Vec<(u64, CachedAnswer)>,
    pub(super) ways: Vec<(Key, Move, Key)>,
    pub(super) failed: Vec<u64>,
    pub(super) unasked: Vec<u64>,
}

impl ReplayMemory {
    /// Removes the moves of a line that are known to be refused. Returns whether the line is worth playing:
    /// its last move is not refused, unless it is a `question`, and the line has not failed before. If
    /// `unasked`, an earlier failure without a query about the last move counts, too.
    pub(super) fn repair(&mut self, line: &mut Line, question: bool, unasked: bool) -> bool {
        let sensible = match &mut self.scout {
            Some(scout) => scout.repair(line, question),
            None => self.reached.repair(line),
        };
        sensible && !self.has_failed(line, unasked)
    }

    /// Whether a line has failed before. If `unasked`, a failure without a query about its last move counts,
    /// too.
    fn has_failed(&self, line: &Line, unasked: bool) -> bool {
        let hash = line.hash();
        self.failed.contains(&hash) || unasked && self.unasked.contains(&hash)
    }
}

impl Replayer<'_> {
    /// Saves as much work of slow engines as possible from now on. Moves that were compared before are played
    /// without comparing the engines again, or the engines take moves back instead of beginning a new game.
    /// If one engine is quick, it refuses lines before the slow engine plays them.
    ///
    /// Kinds of divergence that depend on the path to a position are still replayed move by move.
    pub(crate) fn remember_answers(&mut self) {
        let record = self.lockstep.record();
        let by_position = matches!(
            self.wanted.kind(),
            Kind::Turn | Kind::Observation | Kind::Verdict | Kind::LegalSet | Kind::Fault | Kind::Panic
        );
        if !by_position {
            return;
        }
        let counters = self.lockstep.counters();
        let (mut reached, mut ways) = (AnswerCache::default(), StateGraph::default());
        let line = Line::of(&record);
        // The line that was followed last shows nothing before its end.
        for (at, (player, mv)) in record.moves.iter().enumerate() {
            let [before, after] = [at, at + 1].map(|ply| self.lockstep.key(ply, &counters));
            if let Some((before, after)) = before.zip(after) {
                ways.learn(before, mv, after);
            }
            if at + 1 < record.moves.len() {
                reached.learn(
                    &line,
                    at,
                    CachedAnswer::Accepted { player: *player, compared: true, state: after },
                );
            }
        }
        reached.begin(&line, self.lockstep.key(0, &counters));
        let traces = if self.varies { self.traces(&record, &counters) } else { None };
        self.memory = Some(ReplayMemory {
            reached,
            scout: Scout::of(self.factories),
            takes_back: self.lockstep.takes_back(),
            failed: HashSet::new(),
            unasked: HashSet::new(),
            late: self.late,
            ways,
            counters,
            traces,
            news: SharedAnswers::default(),
        });
    }

    /// Records the answer to the move at index `at` of a line.
    pub(super) fn learn(&mut self, line: &Line, at: usize, player: Player, accepted: bool) {
        let Some(memory) = &mut self.memory else { return };
        let [before, after] = [at, at + 1].map(|ply| self.lockstep.key(ply, &memory.counters));
        if let (true, Some((before, after))) = (accepted, before.zip(after)) {
            memory.ways.learn(before, &line.moves[at], after);
            memory.news.ways.push((before, line.moves[at].clone(), after));
        }
        let compared = !self.assumed;
        let answer = match accepted {
            true => CachedAnswer::Accepted { player, compared, state: after },
            false => CachedAnswer::Refused,
        };
        let key = memory.reached.learn(line, at, answer.clone());
        memory.news.answers.extend(key.map(|key| (key, answer)));
    }

    /// Returns the knowledge gained since the last call.
    pub(crate) fn news(&mut self) -> Arc<SharedAnswers> {
        Arc::new(self.memory.as_mut().map(|memory| std::mem::take(&mut memory.news)).unwrap_or_default())
    }

    /// Adds the knowledge of another replayer of the same divergence.
    pub(crate) fn learn_from(&mut self, news: &SharedAnswers) {
        let Some(memory) = &mut self.memory else { return };
        news.answers.iter().for_each(|(key, answer)| memory.reached.note(*key, answer.clone()));
        news.ways.iter().for_each(|(from, mv, to)| memory.ways.learn(*from, mv, *to));
        memory.failed.extend(&news.failed);
        memory.unasked.extend(&news.unasked);
    }

    /// Returns the keys of a reported state that do not distinguish positions; `None` if every line is
    /// replayed move by move.
    pub(crate) fn counters(&self) -> Option<BTreeSet<String>> {
        self.memory.as_ref().map(|memory| memory.counters.clone())
    }

    /// Returns the current game, and the moves of it that have left a trace before the last move.
    fn traces(&self, record: &Record, counters: &BTreeSet<String>) -> Option<(Record, BTreeSet<usize>)> {
        // A move that was only queried comes after all moves played.
        let last = record.moves.len().checked_sub(usize::from(self.asker.is_none()))?;
        let shown: Option<Vec<_>> = (0..=last).map(|ply| self.lockstep.shown_at(ply, counters)).collect();
        Some((record.clone(), traces(&shown?)))
    }

    /// Returns the moves of `game` that have left a trace before the last move, if it is the first game.
    /// Returns `None` on any further call.
    pub(in crate::shrink) fn take_traces(&mut self, game: &Record) -> Option<BTreeSet<usize>> {
        let (first, traces) = self.memory.as_mut()?.traces.take()?;
        let same = first.start == game.start && game.moves.starts_with(&first.moves);
        (same && game.moves.len() <= first.moves.len() + 1).then_some(traces)
    }

    /// Records the state to which the last move of the current game led.
    pub(crate) fn explored_last(&mut self, counters: &BTreeSet<String>) {
        let record = self.lockstep.record();
        let (Some(memory), Some((_, mv))) = (&mut self.memory, record.moves.last()) else { return };
        let ply = record.moves.len();
        if let (Some(before), Some(after)) =
            (self.lockstep.key(ply - 1, counters), self.lockstep.key(ply, counters))
        {
            memory.ways.learn(before, mv, after);
        }
    }

    /// Records the states through which the game of `lockstep` has passed.
    pub(crate) fn explored(&mut self, lockstep: &Lockstep<'_>) {
        let Some(memory) = &mut self.memory else { return };
        for (at, (_, mv)) in lockstep.record().moves.iter().enumerate() {
            let [before, after] = [at, at + 1].map(|ply| lockstep.key(ply, &memory.counters));
            if let Some((before, after)) = before.zip(after) {
                memory.ways.learn(before, mv, after);
            }
        }
    }

    /// Returns the shortest known moves from the start of a game to the state before its last move, followed
    /// by that move, as far as engines report states.
    pub(crate) fn shortcut(&self, record: &Record) -> Option<Line> {
        let memory = self.memory.as_ref()?;
        let [from, to] =
            [0, record.moves.len().checked_sub(1)?].map(|ply| memory.reached.state(&Line::of(record), ply));
        let mut moves = memory.ways.shortest(from?, to?)?;
        moves.push(record.moves.last()?.1.clone());
        Some(Line { start: record.start.clone(), moves })
    }

    /// Whether `line` is known to show no divergence, so that it need not be replayed.
    pub(in crate::shrink) fn has_failed(&self, line: &Line) -> bool {
        self.memory.as_ref().is_some_and(|memory| memory.has_failed(line, self.by_lists && self.varies))
    }

    /// Returns a key for the state before the last move of `record`, or a key for the game if the state is
    /// not known.
    pub(in crate::shrink) fn before_the_last(&self, record: &Record) -> Key {
        let line = Line::of(record);
        let ply = line.moves.len().saturating_sub(1);
        let known = self.memory.as_ref().and_then(|memory| memory.reached.state(&line, ply));
        known.unwrap_or_else(|| line.hash())
    }
}
