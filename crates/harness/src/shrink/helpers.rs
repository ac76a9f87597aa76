//! Tries several candidates in parallel, each on separate processes.
//!
//! Most of the time, shrinking waits for a program. Meanwhile, helpers try the next candidates, as if the
//! first had failed. Which candidate is accepted depends only on the order of the candidates, not on which
//! engine answers first: it is the first in order that shows the divergence. All replayers share what they
//! learn from engines.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::Scope;

use super::replay::{Line, Replayer, SharedAnswers};
use crate::compare::divergence::Divergence;
use crate::compare::lockstep::Factories;

/// Threads that replay candidates, each with its own engines.
#[derive(Default)]
pub(super) struct Helpers {
    all: Vec<Helper>,
}

struct Helper {
    tasks: Sender<Task>,
    answers: Receiver<ReplayResult>,
    /// The answers that others have learned since its last task.
    news: Vec<Arc<SharedAnswers>>,
    /// The number of answers not yet received. Begins at 1, because the first answer reports that the
    /// helper's engines are ready.
    owed: usize,
}

/// A line to replay, and what the helper must know to replay it.
struct Task {
    line: Line,
    /// Whether lists of legal moves show the wanted divergence.
    by_lists: bool,
    news: Vec<Arc<SharedAnswers>>,
}

/// The result of replaying a line.
pub(super) struct ReplayResult {
    /// The divergence that the line shows, if it is the wanted one.
    pub(super) shown: Option<Box<Divergence>>,
    /// Other divergences that the helper found.
    pub(super) met: Vec<Divergence>,
    /// The answers that were learned.
    pub(super) news: Arc<SharedAnswers>,
    /// The work, in moves.
    pub(super) cost: u64,
}

/// The settings with which helpers replay candidates.
#[derive(Clone, Copy)]
pub(super) struct ReplayMode {
    /// Whether engines that are costly to start may be kept after a divergence.
    pub(super) keeps: bool,
    /// Whether shrinking is limited by time.
    pub(super) timed: bool,
}

impl Helpers {
    /// Starts `count` helpers for the game of `divergence`.
    pub(super) fn start<'s, 'f: 's>(
        scope: &'s Scope<'s, 'f>,
        count: usize,
        factories: Factories<'f>,
        divergence: &'f Divergence,
        manner: ReplayMode,
    ) -> Self {
        let start = |_| {
            let (tasks, ahead) = mpsc::channel();
            let (told, answers) = mpsc::channel();
            scope.spawn(move || help(factories, divergence, manner, &ahead, &told));
            Helper { tasks, answers, news: Vec::new(), owed: 1 }
        };
        Self { all: (0..count).map(start).collect() }
    }

    /// Whether there are no helpers.
    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Returns the idle helpers. Drops late answers to candidates that came after an accepted one.
    fn free(&mut self) -> impl Iterator<Item = (usize, &mut Helper)> {
        self.all.iter_mut().enumerate().filter_map(|(at, helper)| {
            while helper.owed > 0 && helper.answers.try_recv().is_ok() {
                helper.owed -= 1;
            }
            (helper.owed == 0).then_some((at, helper))
        })
    }

    /// Hands out candidates as long as there are idle helpers. Returns these candidates in order, each with
    /// the index of its helper. `by_lists`: whether lists of legal moves show the wanted divergence.
    pub(super) fn hand_out(
        &mut self,
        candidates: &mut impl Iterator<Item = Line>,
        by_lists: bool,
    ) -> Vec<(usize, Line)> {
        let mut given = Vec::new();
        for (at, helper) in self.free() {
            let Some(line) = candidates.next() else { break };
            let news = std::mem::take(&mut helper.news);
            helper.owed = usize::from(helper.tasks.send(Task { line: line.clone(), by_lists, news }).is_ok());
            given.push((at, line));
        }
        given
    }

    /// Waits for the answer of helper `at`. Returns `None` if its thread has ended or cannot answer.
    pub(super) fn answer(&mut self, at: usize) -> Option<ReplayResult> {
        let helper = self.all.get_mut(at).filter(|helper| helper.owed > 0)?;
        let answer = helper.answers.recv().ok()?;
        helper.owed -= 1;
        self.share_answers(&answer.news, Some(at));
        Some(answer)
    }

    /// Passes `news` to all helpers except `from`, the helper that learned it.
    pub(super) fn share_answers(&mut self, news: &Arc<SharedAnswers>, from: Option<usize>) {
        for (_, helper) in self.all.iter_mut().enumerate().filter(|(at, _)| Some(*at) != from) {
            helper.news.push(Arc::clone(news));
        }
    }
}

/// Replays lines until the channel of tasks is closed.
fn help(
    factories: Factories<'_>,
    divergence: &Divergence,
    ReplayMode { keeps, timed }: ReplayMode,
    tasks: &Receiver<Task>,
    told: &Sender<ReplayResult>,
) {
    let mut replayer = Replayer::new(factories, divergence);
    if replayer.run(&Line::of(&divergence.record)).is_none() {
        return;
    }
    if keeps {
        replayer.lockstep.keep_costly();
        replayer.remember_answers();
    }
    // Set after `memory`, because only the main replayer uses the traces of the first game.
    replayer.varies = timed;
    let ready = ReplayResult { shown: None, met: Vec::new(), news: replayer.news(), cost: 0 };
    let mut sent = told.send(ready);
    for Task { line, by_lists, news } in tasks {
        if sent.is_err() {
            return;
        }
        news.iter().for_each(|news| replayer.learn_from(news));
        let before = replayer.cost;
        replayer.by_lists = by_lists;
        let shown = replayer.run(&line);
        let (met, news) = (replayer.unconfirmed(usize::MAX), replayer.news());
        sent = told.send(ReplayResult { shown, met, news, cost: replayer.cost - before });
    }
}
