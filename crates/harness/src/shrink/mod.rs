//! Shrinks a diverging game while it still diverges for the same reason.
//!
//! A candidate is a line that is shorter or simpler than the best so far. It is accepted if, replayed on both
//! engines, it diverges with the same [`Signature`] or with a part of the same differences, and shows nothing
//! else before that. The candidates, in the order they are tried:
//!
//! 1. chunks of the game dropped, from half of it down to single moves, as in delta debugging;
//! 2. pairs of non-adjacent moves dropped, because dropping one alone gives the turns after it to the wrong
//!    player;
//! 3. single moves replaced by passes, where the game has one;
//! 4. the game's own proposals ([`Explore::reductions`](bustan_guide::Explore::reductions)): a smaller board,
//!    another place on it, simpler pieces.
//!
//! Each of these belongs to one of the passes. `passes` lists them in order, with the part of the time that
//! each may take, and one loop runs them, whether the engines are in this process or programs. Among the
//! other passes: a long game is cut to its last moves, played from the position before them, and that
//! position is made smaller. The game may then begin (or it already began) at a position that can only be set
//! up. In that case a game from the start is sought and, if there is one, shrunk instead: first a short one,
//! then one that leads to the position or to an earlier best position, then any. Finally [`deepen`] searches
//! for a shorter game from scratch.
//!
//! Other divergences found while shrinking are kept, shrunk with a smaller budget, and returned with the
//! wanted one.
//!
//! Everything is deterministic: budgets are counted in moves replayed, not in time, unless time is limited as
//! well.

mod ahead;
mod alike;
pub(crate) mod backward;
mod change;
pub mod deepen;
mod guide;
mod helpers;
mod leave_out;
mod lengths;
mod met;
mod near;
mod passes;
mod programs;
mod reached;
mod regenerate;
pub(crate) mod replay;
mod rows;
mod scout;
mod spread;
mod start;
mod traces;
mod turned;
mod vary;
mod ways;

use std::collections::VecDeque;
use std::fmt;
use std::thread;
use std::time::Duration;

use crate::base::Stop;
use crate::base::meter::Entry;
use crate::compare::divergence::{Divergence, Signature};
use crate::compare::lockstep::Factories;
use crate::shrink::alike::Alike;
use crate::shrink::deepen::Shortest;
use crate::shrink::helpers::{Helpers, Manner};
use crate::shrink::passes::Course;
use crate::shrink::replay::{Line, Replayer, note_passed, rank};

/// The limits of shrinking, in moves replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// For shrinking the found game.
    pub shrink: u64,
    /// For random games that search for a game from the start, if the divergence was found after setting up a
    /// position.
    pub start: u64,
    /// For short random games that search for a shorter game.
    pub hunt: u64,
    /// For the exhaustive search through all shorter games.
    pub deepen: u64,
    /// For test games with fewer moves and for games that look ahead; without it neither are played.
    pub regenerate: u64,
    /// For all of these together.
    pub all: u64,
    /// The time limit for everything, if there is one. The result then differs from run to run.
    pub time: Option<Duration>,
    /// The time limit for all findings of a run together that are shrunk after its games, if there is one.
    pub together: Option<Duration>,
    /// The number of candidates that are replayed in parallel, each on separate processes, where an engine is
    /// a program.
    pub jobs: usize,
}

impl Budget {
    /// A budget for programs, which play a few hundred moves a second. It is meant to be used with a time
    /// limit, and is that of the first round of passes: each further round has twice as much.
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

    /// The budget for another divergence found while shrinking.
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
    /// The divergence of the shrunk game. Its signature is the original's, or names fewer parts of the
    /// observation.
    pub divergence: Divergence,
    /// The lengths of shorter games that were searched.
    pub shortest: Shortest,
    /// The number of moves replayed while shrinking.
    pub cost: u64,
    /// Whether shrinking was interrupted from outside.
    pub interrupted: bool,
    /// Whether the interruption came before new engines had replayed the shrunk game, so that only engines
    /// that had already played other games have shown the divergence.
    pub unconfirmed: bool,
    /// Whether shrinking stopped because its time was up.
    pub overdue: bool,
    /// The steps that were unfinished when time was up, in the order in which they are taken.
    pub unfinished: Vec<Step>,
    /// Whether shrinking was interrupted before the game was checked for other differences that are ignored
    /// in it.
    pub passed_open: bool,
    /// Whether the shrunk game begins at a position that no engine reported, in a game whose rules are
    /// unknown. Both engines accept the position, but it need not be reachable in the game.
    pub made_up: bool,
    /// The divergence of a game from the start that shows the same, if the shrunk game begins at a later
    /// position.
    pub from_start: Option<Box<Divergence>>,
    /// The divergence of a game from the start with the same signature, but about another move or other
    /// values; `None` if `from_start` is as short.
    pub same_signature: Option<Box<Divergence>>,
    /// The number of moves of the shortest game from the start with such a signature, if the shrunk game
    /// begins at a later position. It need not show the same.
    moves_from_start: Option<usize>,
    /// Other divergences found while shrinking, one for each cause, the best games first.
    pub others: Vec<Met>,
}

impl Shrunk {
    /// Returns the number of moves of the shrunk game from the start, if there is one that new engines have
    /// played.
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

/// The time reserved for recording the differences that are ignored in a game. At most half of all the time
/// is used.
const NOTING: Duration = Duration::from_secs(5);

/// A step of shrinking the game of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Play the last moves from the position before them.
    Cut,
    /// Leave out moves, and simplify pieces and boards.
    Drop,
    /// Search for moves from the start to the position before the last moves.
    Lead,
    /// Visit the states near the start.
    Spread,
    /// Play short random games.
    Hunt,
    /// Play games whose last move has the same events.
    Guide,
    /// Play games that look a move ahead and leave few replies.
    Ahead,
    /// Play games in which a player has a straight row.
    Rows,
    /// Play games with other moves.
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
            Self::Lead => "ways from the start to the position",
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

/// Another divergence, found while the game of the wanted one was shrunk.
#[derive(Clone, Debug)]
pub struct Met {
    /// The divergence as first found.
    pub original: Divergence,
    /// Whether new engines reproduced it. Not tried if shrinking was interrupted from outside, or if no time
    /// was left.
    pub confirmed: bool,
    /// The shrunk game, once there is one.
    pub shrunk: Option<Shrunk>,
}

impl Met {
    fn new(original: Divergence, confirmed: bool) -> Self {
        Self { original, confirmed, shrunk: None }
    }

    /// Returns the divergence of the shortest known game.
    fn best(&self) -> &Divergence {
        self.shrunk.as_ref().map_or(&self.original, |shrunk| &shrunk.divergence)
    }
}

/// Shrinks the game of a divergence and those of the other divergences found meanwhile. Returns `None` if new
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

/// Shrinks the games of divergences that were found while another was shrunk, and of those found meanwhile:
/// one for each cause not among `causes`. Leaves those that are already shrunk unchanged.
fn shrink_met(
    factories: Factories<'_>,
    ahead: Vec<Met>,
    causes: &[String],
    budget: Budget,
    stop: Stop<'_>,
) -> Vec<Met> {
    let mut ahead = VecDeque::from(ahead);
    let mut others: Vec<(String, Met)> = Vec::new();
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

/// Shrinks the game of one divergence. The other divergences found meanwhile are not shrunk.
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
    // new engines counts. The given game has already done so.
    let line = Line::of(&shrunk.divergence.record);
    if !kept
        || line == Line::of(&divergence.record)
        || Replayer::new(factories, &shrunk.divergence).run(&line).is_some()
    {
        shrunk.confirm_from_start(factories, stop);
        return Some(shrunk);
    }
    // After an interruption, engines reproduce nothing.
    if stop.is_told() {
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

/// Shrinks the game. If `keeps`, engines that are costly to make may be kept after they differed; returns
/// whether any was.
fn attempt(
    factories: Factories<'_>,
    divergence: &Divergence,
    budget: Budget,
    stop: Stop<'_>,
    entry: Option<&Entry<'_>>,
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
    let course = Course::new(budget, replayer.lockstep.is_costly(), keeps, replay);
    let (passed, alike, helpers, others) = (Vec::new(), None, Helpers::default(), Vec::new());
    let later = stop.before(each * LATER);
    let stop = stop.before(each * CHECKS);
    let mut shrinker =
        Shrinker { replayer, best, limit, stop, later, entry, passed, alike, helpers, others, course };
    Some(thread::scope(|scope| {
        if shrinker.course.costly {
            let count = budget.jobs.saturating_sub(1);
            let timed = shrinker.is_timed();
            shrinker.helpers = Helpers::start(scope, count, factories, divergence, Manner { keeps, timed });
        }
        shrinker.take_all()
    }))
}

/// The number of times that new engines are made and play a game after the passes: for the shrunk game, for
/// two from the start, twice to see whether the divergence is flaky, and for two of the other divergences.
/// Time is reserved for them.
const CHECKS: u32 = 7;

/// The same number without the other divergences.
const LATER: u32 = 5;

/// Games from the start are sought with fewer moves than this; they are shrunk afterwards.
const LONG_ENOUGH: usize = 12;

struct Shrinker<'s, 'm> {
    replayer: Replayer<'m>,
    best: Box<Divergence>,
    /// The cost at which to stop.
    limit: u64,
    stop: Stop<'s>,
    /// The deadline for confirming other divergences.
    later: Stop<'s>,
    /// Where it shows its progress.
    entry: Option<&'s Entry<'s>>,
    /// Earlier best games that did not begin at the start, the smallest last.
    passed: Vec<Line>,
    /// The game for which a similar one from the start is sought, if any.
    alike: Option<Alike>,
    /// The threads that try candidates in parallel.
    helpers: Helpers,
    /// Other divergences that were found and have already been processed.
    others: Vec<Met>,
    /// The progress of its passes.
    course: Course,
}

impl Shrinker<'_, '_> {
    /// Returns the result, with what is known about shorter games, and whether any engine was kept.
    fn end(self, shortest: Shortest) -> (Shrunk, bool) {
        let Self { mut replayer, best, stop, later, helpers, mut others, .. } = self;
        let (interrupted, overdue) = (stop.is_told(), stop.now());
        // After an interruption, engines reproduce nothing.
        let again = if interrupted { Vec::new() } else { replayer.others(MOST_OTHERS, later) };
        others.extend(again.into_iter().map(|original| Met::new(original, true)));
        let open = MOST_OTHERS.saturating_sub(others.len());
        others.extend(replayer.unconfirmed(open).into_iter().map(|original| Met::new(original, false)));
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
