//! Shrinks a diverging game while it still diverges for the same reason.
//!
//! A candidate is a line that is shorter or simpler than the best so far. It is accepted if, replayed on both
//! engines, it diverges with the same [`Signature`] or with a part of the same differences, and shows no
//! other divergence before that. The candidates, in the order in which they are tried:
//!
//! 1. the game with chunks of moves removed, from half of the game down to single moves, as in delta
//!    debugging;
//! 2. the game's own proposals ([`Explore::reductions`](bustan_guide::Explore::reductions)): a smaller board,
//!    another place on it, simpler pieces;
//! 3. the game with pairs of moves removed, because removing one move alone gives the moves after it to the
//!    wrong player;
//! 4. the game with single moves replaced by passes, if the game has passes.
//!
//! Each kind of candidate belongs to one of the passes. `passes` lists the passes in order, with the part of
//! the time that each may take. One loop runs them, both for in-process engines and for external programs.
//! Among the other passes: a long game is cut to its last moves, played from the position before them, and
//! that position is reduced. The game may then begin at a position that can only be set up, or it may have
//! done so from the beginning. In that case, a game from the start is sought and, if one is found, shrunk
//! instead: first a short game, then one that leads to the position or to an earlier best position, then any
//! game. Finally, [`deepen`] searches for a shorter game from scratch.
//!
//! Other divergences found while shrinking are kept, shrunk with a smaller budget, and returned with the
//! wanted divergence.
//!
//! Everything is deterministic: budgets are counted in moves replayed, not in time, unless the time is
//! limited, too.

mod ahead;
mod alike;
mod answer_cache;
pub(crate) mod backward;
mod change;
pub mod deepen;
mod guide;
mod helpers;
mod leave_out;
mod lengths;
mod near;
mod other_divergences;
mod passes;
mod programs;
mod regenerate;
pub(crate) mod replay;
mod rows;
mod scout;
mod start;
mod state_graph;
mod state_search;
mod traces;
mod turned;
mod vary;

use std::collections::VecDeque;
use std::fmt;
use std::thread;
use std::time::Duration;

use crate::base::Stop;
use crate::base::meter::MeterEntry;
use crate::compare::divergence::{Divergence, Signature};
use crate::compare::lockstep::Factories;
use crate::shrink::alike::SimilarGame;
use crate::shrink::deepen::Shortest;
use crate::shrink::helpers::{Helpers, ReplayMode};
use crate::shrink::passes::PassProgress;
use crate::shrink::replay::{Line, Replayer, note_passed, rank};

/// The limits of shrinking, in moves replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The limit for shrinking the found game.
    pub shrink: u64,
    /// The limit for random games that search for a game from the start, if the divergence was found after
    /// setting up a position.
    pub start: u64,
    /// The limit for short random games that search for a shorter game.
    pub hunt: u64,
    /// The limit for the exhaustive search through all shorter games.
    pub deepen: u64,
    /// The limit for test games with fewer moves and for games that look ahead. Without it, neither are
    /// played.
    pub regenerate: u64,
    /// The limit for all work together.
    pub all: u64,
    /// The time limit for all work, if any. With a time limit, the result differs from run to run.
    pub time: Option<Duration>,
    /// The time limit for all findings of a run that are shrunk after its games, if any.
    pub together: Option<Duration>,
    /// The number of candidates that are replayed in parallel, each on separate processes, if an engine is an
    /// external program.
    pub jobs: usize,
}

impl Budget {
    /// A budget for external programs, which play a few hundred moves a second. It is meant to be used with a
    /// time limit, and applies to the first round of passes. Each further round doubles `hunt`, `deepen` and
    /// `regenerate`.
    pub const PROGRAMS: Self = Self {
        shrink: 12_000,
        start: 6_000,
        hunt: 6_000,
        deepen: 8_000,
        regenerate: 6_000,
        all: u64::MAX,
        time: None,
        together: None,
        jobs: 1,
    };

    /// Returns the budget for a different divergence, found while shrinking the target.
    const fn for_another(self) -> Self {
        const SHARE: u64 = 32;
        let Self { shrink, start, hunt, deepen, regenerate, all, jobs, .. } = self;
        Self {
            shrink: shrink / SHARE,
            start: start / SHARE,
            hunt: hunt / SHARE,
            deepen: deepen / SHARE,
            regenerate: regenerate / SHARE,
            all: all / SHARE,
            // One round of passes is enough, even if time is left.
            time: None,
            together: None,
            jobs,
        }
    }
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            shrink: 40_000,
            start: 60_000,
            hunt: 20_000,
            deepen: 20_000,
            regenerate: 0,
            all: 2_000_000,
            time: None,
            together: None,
            jobs: 1,
        }
    }
}

/// The maximum number of other divergences to keep.
const MOST_OTHERS: usize = 8;

/// The result of shrinking.
#[derive(Clone, Debug)]
pub struct Shrunk {
    /// The divergence of the shrunk game. Its signature is that of the original divergence, or names fewer
    /// parts of the observation.
    pub divergence: Divergence,
    /// The lengths of shorter games that were searched.
    pub shortest: Shortest,
    /// The number of moves replayed while shrinking.
    pub cost: u64,
    /// Whether shrinking was interrupted from outside.
    pub interrupted: bool,
    /// Whether shrinking was interrupted before new engines had replayed the shrunk game, so that only
    /// engines that had already played other games have shown the divergence.
    pub unconfirmed: bool,
    /// Whether shrinking stopped because its time was up.
    pub overdue: bool,
    /// The steps that were unfinished when the time was up, in the order in which reports list them.
    pub unfinished: Vec<Step>,
    /// Whether shrinking was interrupted before the game was checked for other differences that are ignored
    /// in it.
    pub passed_open: bool,
    /// Whether the shrunk game begins at a position that no engine reported, in a game whose rules are
    /// unknown. Both engines accept the position, but it need not be reachable in the game.
    pub made_up: bool,
    /// The divergence of a game from the start that shows the same difference, if the shrunk game begins at a
    /// later position.
    pub from_start: Option<Box<Divergence>>,
    /// The divergence of a game from the start with the same signature, but about another move or other
    /// values; `None` if it is not shorter than `from_start`.
    pub same_signature: Option<Box<Divergence>>,
    /// The number of moves of the shortest game from the start that was found, if the shrunk game begins at a
    /// later position. That game need not show the same difference.
    moves_from_start: Option<usize>,
    /// Other divergences found while shrinking, one for each cause, the best games first.
    pub others: Vec<OtherDivergence>,
}

impl Shrunk {
    /// Returns the number of moves of the shrunk game from the start, if new engines have played such a game.
    pub(crate) fn moves_from_start(&self) -> Option<usize> {
        if self.unconfirmed {
            return None;
        }
        let best = Some(&self.divergence).filter(|best| best.record.start.is_start());
        self.moves_from_start.or(best.map(|game| game.record.moves.len()))
    }

    /// Records which differences are ignored in the game, as far as time allows.
    fn note_passed(&mut self, factories: Factories<'_>, stop: Stop<'_>) {
        self.passed_open = !note_passed(factories, &mut self.divergence, stop);
    }
}

/// The time reserved for recording the differences that are ignored in a game, but at most half of all the
/// time.
const NOTING: Duration = Duration::from_secs(5);

/// A step of shrinking the game of an external program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Play the last moves from the position before them.
    Cut,
    /// Remove moves, and simplify pieces and boards.
    Drop,
    /// Search for moves from the start to the position before the last moves.
    Lead,
    /// Visit the states near the start.
    Spread,
    /// Play short random games.
    Hunt,
    /// Play games whose last move has the same events as that of the best game.
    Guide,
    /// Play games that look one move ahead and prefer moves that leave few replies.
    Ahead,
    /// Play games in which a player fills a straight row.
    Rows,
    /// Play games that differ from the best game in a few moves.
    Vary,
    /// Play test games with fewer moves.
    Regenerate,
    /// Play all shorter games.
    Prove,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Cut => "the last moves from the position before them",
            Self::Drop => "leaving out moves",
            Self::Lead => "paths from the start to the position",
            Self::Spread => "states near the start",
            Self::Hunt => "short random games",
            Self::Guide => "games whose last move does the same",
            Self::Ahead => "games that leave few replies",
            Self::Rows => "games in which a player has a straight row",
            Self::Vary => "games with other moves",
            Self::Regenerate => "test games with fewer moves",
            Self::Prove => "all shorter games",
        })
    }
}

/// A different divergence, found while shrinking the target.
#[derive(Clone, Debug)]
pub struct OtherDivergence {
    /// The divergence as first found.
    pub original: Divergence,
    /// Whether new engines reproduced the divergence. They did not try if shrinking was interrupted from
    /// outside, or if no time was left.
    pub confirmed: bool,
    /// The shrunk game, if it was shrunk.
    pub shrunk: Option<Shrunk>,
}

impl OtherDivergence {
    fn new(original: Divergence, confirmed: bool) -> Self {
        Self { original, confirmed, shrunk: None }
    }

    /// Returns the divergence of the shortest known game.
    fn best(&self) -> &Divergence {
        self.shrunk.as_ref().map_or(&self.original, |shrunk| &shrunk.divergence)
    }
}

/// Shrinks the game of a divergence and the games of other divergences found meanwhile. Returns `None` if new
/// engines do not reproduce the divergence when they replay its game.
pub fn shrink(
    factories: Factories<'_>,
    divergence: &Divergence,
    budget: Budget,
    stop: Stop<'_>,
) -> Option<Shrunk> {
    // Ignored differences are recorded afterwards.
    let reserved = if divergence.known.is_empty() { Duration::ZERO } else { NOTING };
    let noting = stop;
    let stop = stop.before(reserved);
    let mut shrunk = shrink_one(factories, divergence, budget, stop)?;
    let causes = [&divergence.signature, &shrunk.divergence.signature].map(Signature::cause);
    let ahead = std::mem::take(&mut shrunk.others);
    shrunk.others = shrink_met(factories, ahead, &causes, budget, stop);
    shrunk.note_passed(factories, noting);
    let met = shrunk.others.iter_mut().filter_map(|met| met.shrunk.as_mut());
    met.for_each(|shrunk| shrunk.note_passed(factories, noting));
    Some(shrunk)
}

/// Shrinks the games of divergences that were found while shrinking another one, and of those found
/// meanwhile: one game for each cause that is not among `causes`. Leaves games that are already shrunk
/// unchanged.
fn shrink_met(
    factories: Factories<'_>,
    ahead: Vec<OtherDivergence>,
    causes: &[String],
    budget: Budget,
    stop: Stop<'_>,
) -> Vec<OtherDivergence> {
    let mut ahead = VecDeque::from(ahead);
    let mut others: Vec<(String, OtherDivergence)> = Vec::new();
    while let Some(mut met) = ahead.pop_front() {
        let known = |cause: &String| causes.contains(cause) || others.iter().any(|(other, _)| other == cause);
        let cause = met.original.signature.cause();
        if others.len() >= MOST_OTHERS || known(&cause) || known(&met.best().signature.cause()) {
            continue;
        }
        if met.confirmed && met.shrunk.is_none() && !stop.now() {
            met.shrunk = shrink_one(factories, &met.original, budget.for_another(), stop);
        }
        ahead.extend(met.shrunk.iter_mut().flat_map(|shrunk| std::mem::take(&mut shrunk.others)));
        let cause = met.best().signature.cause();
        if !known(&cause) {
            others.push((cause, met));
        }
    }
    others.sort_by_cached_key(|(cause, met)| (rank(met.best()), cause.clone()));
    others.into_iter().map(|(_, met)| met).collect()
}

/// Shrinks the game of one divergence, but not the games of other divergences found meanwhile.
fn shrink_one(
    factories: Factories<'_>,
    divergence: &Divergence,
    budget: Budget,
    stop: Stop<'_>,
) -> Option<Shrunk> {
    let entry = stop.meter.map(|meter| meter.begin(divergence.record.moves.len(), stop.deadline));
    let entry = entry.as_ref();
    let (mut shrunk, kept) = attempt(factories, divergence, budget, stop, entry, true)?;
    // Engines that were kept may remember more than they should, so only a game that shows the divergence on
    // new engines counts. The original game has already done so.
    let line = Line::of(&shrunk.divergence.record);
    if !kept
        || line == Line::of(&divergence.record)
        || Replayer::new(factories, &shrunk.divergence).run(&line).is_some()
    {
        shrunk.confirm_from_start(factories, stop);
        return Some(shrunk);
    }
    // After an interruption, engines no longer reproduce anything.
    if stop.is_requested() {
        shrunk.unconfirmed = true;
        shrunk.shortest = Shortest::NOTHING;
        if !shrunk.unfinished.contains(&Step::Prove) {
            shrunk.unfinished.push(Step::Prove);
        }
        return Some(shrunk);
    }
    let (mut again, _) = attempt(factories, divergence, budget, stop, entry, false)?;
    again.confirm_from_start(factories, stop);
    Some(Shrunk { cost: shrunk.cost + again.cost, ..again })
}

/// Shrinks the game once. If `keeps`, engines that are costly to start may be kept after a divergence. Also
/// returns whether any engine was kept.
fn attempt(
    factories: Factories<'_>,
    divergence: &Divergence,
    budget: Budget,
    stop: Stop<'_>,
    entry: Option<&MeterEntry<'_>>,
    keeps: bool,
) -> Option<(Shrunk, bool)> {
    let mut replayer = Replayer::new(factories, divergence);
    replayer.most = budget.all;
    let best = replayer.run(&Line::of(&divergence.record))?;
    let each = replayer.again(divergence.record.moves.len());
    let replay = replayer.played();
    if keeps {
        replayer.lockstep.keep_costly();
    }
    let limit = replayer.limit(budget.shrink);
    let progress = PassProgress::new(budget, replayer.lockstep.is_costly(), keeps, replay);
    let (passed, alike, helpers, others) = (Vec::new(), None, Helpers::default(), Vec::new());
    let later = stop.before(each * LATER);
    let stop = stop.before(each * CHECKS);
    let mut shrinker =
        Shrinker { replayer, best, limit, stop, later, entry, passed, alike, helpers, others, progress };
    Some(thread::scope(|scope| {
        if shrinker.progress.costly {
            let count = budget.jobs.saturating_sub(1);
            let timed = shrinker.is_timed();
            shrinker.helpers =
                Helpers::start(scope, count, factories, divergence, ReplayMode { keeps, timed });
        }
        shrinker.take_all()
    }))
}

/// The number of times that new engines start and play a game after the passes: once for the shrunk game,
/// twice for games from the start, twice to detect a flaky divergence, and twice for other divergences. Time
/// is reserved for these checks.
const CHECKS: u32 = 7;

/// The number of [`CHECKS`] without those of other divergences.
const LATER: u32 = 5;

/// The number of moves from which on a game is long: games from the start are sought with fewer moves, and
/// then shrunk.
const LONG_ENOUGH: usize = 12;

struct Shrinker<'s, 'm> {
    replayer: Replayer<'m>,
    best: Box<Divergence>,
    /// The cost at which to stop.
    limit: u64,
    stop: Stop<'s>,
    /// The deadline for confirming other divergences.
    later: Stop<'s>,
    /// The progress that a live page shows, if any.
    entry: Option<&'s MeterEntry<'s>>,
    /// Earlier best games that began at a set-up position, smallest last.
    passed: Vec<Line>,
    /// The game for which a similar game from the start is sought, if any.
    alike: Option<SimilarGame>,
    /// The threads that try candidates in parallel.
    helpers: Helpers,
    /// Other divergences that were found and have already been processed.
    others: Vec<OtherDivergence>,
    /// The state of the passes.
    progress: PassProgress,
}

impl Shrinker<'_, '_> {
    /// Returns the result, with what is known about shorter games, and whether any engine was kept.
    fn end(self, shortest: Shortest) -> (Shrunk, bool) {
        let Self { mut replayer, best, stop, later, helpers, mut others, .. } = self;
        let (interrupted, overdue) = (stop.is_requested(), stop.now());
        // After an interruption, engines no longer reproduce anything.
        let again = if interrupted { Vec::new() } else { replayer.others(MOST_OTHERS, later) };
        others.extend(again.into_iter().map(|original| OtherDivergence::new(original, true)));
        let open = MOST_OTHERS.saturating_sub(others.len());
        others.extend(
            replayer.unconfirmed(open).into_iter().map(|original| OtherDivergence::new(original, false)),
        );
        let made_up = replayer.has_made_up(&best.record.start);
        let shrunk = Shrunk {
            divergence: *best,
            shortest,
            cost: replayer.cost,
            interrupted,
            unconfirmed: false,
            overdue: overdue && !interrupted,
            unfinished: Vec::new(),
            passed_open: false,
            made_up,
            from_start: None,
            same_signature: None,
            moves_from_start: None,
            others,
        };
        (shrunk, replayer.lockstep.has_kept() || !helpers.is_empty())
    }
}

#[cfg(test)]
mod tests;
