//! Tries several candidates in parallel, each on separate processes.
//!
//! A caller mostly waits for a program, so the next candidates are tried meanwhile, as if the first had
//! failed. The one that is kept depends on the order of the candidates alone, not on which engine answers
//! first: it is the first in order that shows the divergence. All replayers share what they learn from
//! engines.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::Scope;

use super::replay::{Line, News, Replayer};
use crate::compare::divergence::Divergence;
use crate::compare::lockstep::Factories;

/// Threads that replay candidates, each with its own engines.
#[derive(Default)]
pub(super) struct Helpers {
    all: Vec<Helper>,
}

struct Helper {
    tasks: Sender<Task>,
    answers: Receiver<Answer>,
    /// The answers that others have learned since its last task.
    news: Vec<Arc<News>>,
    /// The number of answers not yet received. The first of all says that the helper's engines are ready.
    owed: usize,
}

/// A line to replay, and what to know before.
struct Task {
    line: Line,
    /// Whether lists of legal moves show the wanted divergence.
    by_lists: bool,
    news: Vec<Arc<News>>,
}

/// The result of replaying a line.
pub(super) struct Answer {
    /// The divergence that the line shows.
    pub(super) shown: Option<Box<Divergence>>,
    /// Other divergences that were found.
    pub(super) met: Vec<Divergence>,
    /// The answers that were learned.
    pub(super) news: Arc<News>,
    /// The work, in moves.
    pub(super) cost: u64,
}

/// How helpers replay candidates.
#[derive(Clone, Copy)]
pub(super) struct Manner {
    /// Whether engines that are costly to make may be kept after they differed.
    pub(super) keeps: bool,
    /// Whether time limits the work.
    pub(super) timed: bool,
}

impl Helpers {
    /// Starts this many helpers for the game of a divergence.
    pub(super) fn start<'s, 'f: 's>(
        scope: &'s Scope<'s, 'f>,
        count: usize,
        factories: Factories<'f>,
        divergence: &'f Divergence,
        manner: Manner,
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

    /// Returns the idle helpers. Answers to candidates after an accepted one arrive late, and are dropped.
    fn free(&mut self) -> impl Iterator<Item = (usize, &mut Helper)> {
        self.all.iter_mut().enumerate().filter_map(|(at, helper)| {
            while helper.owed > 0 && helper.answers.try_recv().is_ok() {
                helper.owed -= 1;
            }
            (helper.owed == 0).then_some((at, helper))
        })
    }

    /// Hands out candidates as long as a helper is free. Returns them in their order, each with the number of
    /// the helper that replays it. `by_lists` says whether lists of legal moves show the wanted divergence.
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

    /// Waits for a helper's answer; `None` if its engines broke.
    pub(super) fn answer(&mut self, at: usize) -> Option<Answer> {
        let helper = self.all.get_mut(at).filter(|helper| helper.owed > 0)?;
        let answer = helper.answers.recv().ok()?;
        helper.owed -= 1;
        self.spread(&answer.news, Some(at));
        Some(answer)
    }

    /// Passes what was learned to all helpers, except the one that it is from.
    pub(super) fn spread(&mut self, news: &Arc<News>, from: Option<usize>) {
        for (_, helper) in self.all.iter_mut().enumerate().filter(|(at, _)| Some(*at) != from) {
            helper.news.push(Arc::clone(news));
        }
    }
}

/// Replays lines until there are no more tasks.
fn help(
    factories: Factories<'_>,
    divergence: &Divergence,
    Manner { keeps, timed }: Manner,
    tasks: &Receiver<Task>,
    told: &Sender<Answer>,
) {
    let mut replayer = Replayer::new(factories, divergence);
    if replayer.run(&Line::of(&divergence.record)).is_none() {
        return;
    }
    if keeps {
        replayer.lockstep.keep_costly();
        replayer.hurry();
    }
    // Only the replayer that is helped uses traces of the first game.
    replayer.varies = timed;
    let ready = Answer { shown: None, met: Vec::new(), news: replayer.news(), cost: 0 };
    let mut sent = told.send(ready);
    for Task { line, by_lists, news } in tasks {
        if sent.is_err() {
            return;
        }
        news.iter().for_each(|news| replayer.hear(news));
        let before = replayer.cost;
        replayer.by_lists = by_lists;
        let shown = replayer.run(&line);
        let (met, news) = (replayer.unconfirmed(usize::MAX), replayer.news());
        sent = told.send(Answer { shown, met, news, cost: replayer.cost - before });
    }
}
