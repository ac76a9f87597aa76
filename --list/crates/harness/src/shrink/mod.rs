//! Shrinks a diverging game while it keeps the reason for which it diverges.
//!
//! A candidate is a line that is shorter or simpler than the best so far. It is accepted if, replayed on both
//! engines, it diverges with the same [`Signature`] or with a part of the same differences, and shows nothing
//! else before that. The candidates, in the order they are tried:
//!
//! 1. chunks of the game dropped, from half of it down to single moves, as in delta debugging;
//! 2. pairs of moves dropped that do not stand together, because dropping one alone gives the turns behind it
//!    to the wrong player;
//! 3. single moves replaced by passes, where the game has one;
//! 4. the game's own proposals ([`Explore::reductions`]): a smaller board, another place on it, simpler
//!    pieces.
//!
//! This is repeated until nothing helps. A long game is first cut to its last moves from the position before
//! them, and that position is then made smaller. The game may now begin, or have begun from the first, at a
//! position that can only be set up. Then a game from the start is sought and, if there is one, shrunk
//! instead: first a short one, then one that leads to the position or to one passed on the way to it, then
//! any. At last [`deepen`] searches for a shorter game from scratch.
//!
//! Other divergences that come up on the way are kept, shrunk with less budget, and returned beside the
//! wanted one.
//!
//! Everything is deterministic: budgets are counted in moves replayed, not in time, unless time is limited as
//! well.

mod alike;
pub(crate) mod backward;
pub mod deepen;
pub(crate) mod replay;

mod helpers;
pub mod meter;
mod programs;
mod reached;
mod scout;
mod spread;
mod start;
mod ways;

use std::collections::VecDeque;
use std::fmt;
use std::thread;
use std::time::Duration;

use bustan_guide::Explore;
use bustan_vocabulary::Game;

use crate::compare::divergence::{Divergence, Signature};
use crate::compare::lockstep::Factories;
use crate::generate::Stop;
use crate::shrink::alike::Alike;
use crate::shrink::deepen::Shortest;
use crate::shrink::helpers::{Answer, Helpers};
use crate::shrink::meter::Entry;
use crate::shrink::replay::{Line, Replayer, note_passed, rank};

/// The limits of shrinking, in moves replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// For shrinking the game found.
    pub shrink: u64,
    /// For playing random games in search of one from the start, if the divergence was found after setting
    /// up a position.
    pub start: u64,
    /// For playing short random games in search of a shorter one.
    pub hunt: u64,
    /// For the exhaustive search through all shorter games.
    pub deepen: u64,
    /// For all this together.
    pub all: u64,
    /// The time for everything, if limited. The result then differs from run to run.
    pub time: Option<Duration>,
    /// How many candidates are replayed at once, each on processes of its own, where an engine is a program.
    pub jobs: usize,
}

impl Budget {
    /// A budget for programs, which play a few hundred moves a second. It goes with a limit on time.
    pub const PROGRAMS: Self =
        Self { shrink: 12_000, start: 6_000, hunt: 6_000, deepen: 8_000, all: 60_000, time: None, jobs: 1 };

    /// The budget for another divergence that came up on the way.
    const fn for_another(self) -> Self {
        const SHARE: u64 = 32;
        let Self { shrink, start, hunt, deepen, all, time, jobs } = self;
        Self {
            shrink: shrink / SHARE,
            start: start / SHARE,
            hunt: hunt / SHARE,
            deepen: deepen / SHARE,
            all: all / SHARE,
            time,
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
            all: 2_000_000,
            time: None,
            jobs: 1,
        }
    }
}

/// The most other divergences to keep.
const MOST_OTHERS: usize = 8;

/// The result of shrinking.
#[derive(Clone, Debug)]
pub struct Shrunk<G: Game> {
    /// The divergence of the short game; its signature is the original's, or names fewer parts of the
    /// observation.
    pub divergence: Divergence<G>,
    /// What is known about shorter games.
    pub shortest: Shortest,
    /// Moves replayed on the way.
    pub cost: u64,
    /// Whether shrinking was broken off from outside.
    pub interrupted: bool,
    /// Whether that was before new engines had played the short game: only engines that had played others showed
    /// it.
    pub unconfirmed: bool,
    /// Whether shrinking was broken off because time was up.
    pub overdue: bool,
    /// The steps that were not finished when time was up, in the order in which they are taken.
    pub unfinished: Vec<Step>,
    /// Whether it was not looked at what else is passed over in the game, because shrinking was broken off.
    pub passed_open: bool,
    /// The divergence of a game from the start that shows the same, if the short one begins at a position on the way.
    pub from_start: Option<Box<Divergence<G>>>,
    /// The number of moves of the shortest game from the start with such a signature, if the short one begins at a
    /// position on the way. It need not show the same.
    moves_from_start: Option<usize>,
    /// Other divergences that came up on the way, one for each cause; those with the best games come first.
    pub others: Vec<Met<G>>,
}

impl<G: Explore> Shrunk<G> {
    /// The number of moves of the short game from the start, if there is one that new engines have played.
    pub(crate) fn moves_from_start(&self) -> Option<usize> {
        if self.unconfirmed {
            return None;
        }
        let best = Some(&self.divergence).filter(|best| G::is_start(&best.record.start));
        self.moves_from_start.or(best.map(|game| game.record.moves.len()))
    }

    /// Notes what is passed over in the game, as far as there is time to look at it.
    fn note_passed(&mut self, factories: Factories<'_, G>, stop: Stop<'_>) {
        self.passed_open = !note_passed(factories, &mut self.divergence, stop);
    }
}

/// The time that is kept for looking at what is passed over in a game, or half of it all if that is less.
const NOTING: Duration = Duration::from_secs(2);

/// A step of making the game of a program short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Playing the last moves from the position before them.
    Cut,
    /// Leaving out moves, and making pieces and boards simpler.
    Drop,
    /// Seeking a way from the start to the position of the last moves.
    Lead,
    /// Visiting the states near the start.
    Spread,
    /// Playing short random games.
    Hunt,
    /// Playing all shorter games.
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
            Self::Prove => "all shorter games",
        })
    }
}

/// A divergence that came up while the game of another was shrunk.
#[derive(Clone, Debug)]
pub struct Met<G: Game> {
    /// The divergence as it came up.
    pub original: Divergence<G>,
    /// Whether it came again on new engines; not tried if shrinking was broken off from outside.
    pub confirmed: bool,
    /// The short game, once there is one.
    pub shrunk: Option<Shrunk<G>>,
}

impl<G: Game> Met<G> {
    /// The divergence of the shortest game known.
    fn best(&self) -> &Divergence<G> {
        self.shrunk.as_ref().map_or(&self.original, |shrunk| &shrunk.divergence)
    }
}

/// Shrinks the game of a divergence, and those of the other divergences that come up on the way. `None` if
/// the divergence does not come again when its game is replayed on new engines.
pub fn shrink<G: Explore>(
    factories: Factories<'_, G>,
    divergence: &Divergence<G>,
    budget: Budget,
    stop: Stop<'_>,
) -> Option<Shrunk<G>> {
    // What is passed over in the game is looked at afterwards.
    let reserved = if divergence.known.is_empty() { Duration::ZERO } else { NOTING };
    let noting = stop;
    let stop = stop.before(reserved);
    let mut shrunk = shrink_one(factories, divergence, budget, stop)?;
    let causes = [&divergence.signature, &shrunk.divergence.signature].map(Signature::cause);
    let mut ahead = VecDeque::from(std::mem::take(&mut shrunk.others));
    let mut others: Vec<(String, Met<G>)> = Vec::new();
    // Divergences that come up while another is shrunk are kept as well.
    while let Some(mut met) = ahead.pop_front() {
        let known = |cause: &String| causes.contains(cause) || others.iter().any(|(other, _)| other == cause);
        if others.len() >= MOST_OTHERS || known(&met.original.signature.cause()) {
            continue;
        }
        if met.confirmed && !stop.now() {
            met.shrunk = shrink_one(factories, &met.original, budget.for_another(), stop);
        }
        ahead.extend(met.shrunk.iter_mut().flat_map(|shrunk| std::mem::take(&mut shrunk.others)));
        let cause = met.best().signature.cause();
        if !known(&cause) {
            others.push((cause, met));
        }
    }
    others.sort_by_cached_key(|(cause, met)| (rank(met.best()), cause.clone()));
    shrunk.others = others.into_iter().map(|(_, met)| met).collect();
    shrunk.note_passed(factories, noting);
    let met = shrunk.others.iter_mut().filter_map(|met| met.shrunk.as_mut());
    met.for_each(|shrunk| shrunk.note_passed(factories, noting));
    Some(shrunk)
}

/// Shrinks the game of one divergence; leaves the others that come up as they are.
fn shrink_one<G: Explore>(
    factories: Factories<'_, G>,
    divergence: &Divergence<G>,
    budget: Budget,
    stop: Stop<'_>,
) -> Option<Shrunk<G>> {
    let entry = stop.meter.map(|meter| meter.begin(divergence.record.moves.len(), stop.deadline));
    let entry = entry.as_ref();
    let (mut shrunk, kept) = attempt(factories, divergence, budget, stop, entry, true)?;
    // Engines that were kept may remember more than they should, so only a game that shows the divergence on
    // new ones counts. The one given has done so.
    let line = Line::of(&shrunk.divergence.record);
    if !kept
        || line == Line::of(&divergence.record)
        || Replayer::new(factories, &shrunk.divergence).run(&line).is_some()
    {
        shrunk.confirm_from_start(factories, stop);
        return Some(shrunk);
    }
    // Engines that nobody waits for any more show nothing again.
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

/// Shrinks the game. With `keeps`, engines that are costly to make may be kept after they differed; returns
/// whether any was.
fn attempt<G: Explore>(
    factories: Factories<'_, G>,
    divergence: &Divergence<G>,
    budget: Budget,
    stop: Stop<'_>,
    entry: Option<&Entry<'_>>,
    keeps: bool,
) -> Option<(Shrunk<G>, bool)> {
    let mut replayer = Replayer::new(factories, divergence);
    replayer.most = budget.all;
    let best = replayer.run(&Line::of(&divergence.record))?;
    if keeps {
        replayer.lockstep.keep_costly();
    }
    let limit = replayer.limit(budget.shrink);
    let helpers = Helpers::default();
    let (passed, alike) = (Vec::new(), None);
    let mut shrinker = Shrinker { replayer, best, limit, stop, entry, passed, alike, helpers };
    if shrinker.replayer.lockstep.is_costly() {
        return Some(thread::scope(|scope| {
            let count = budget.jobs.saturating_sub(1);
            shrinker.helpers = Helpers::start(scope, count, factories, divergence, keeps);
            shrinker.of_program(budget, keeps)
        }));
    }
    if shrinker.len() > LONG_ENOUGH {
        shrinker.play_anew(budget);
    }
    let cut = shrinker.len() > LONG_ENOUGH && shrinker.cut_to_the_end(budget);
    shrinker.settle();
    if !cut && G::is_start(&shrinker.best.record.start) {
        shrinker.take_shortcuts(budget);
    }
    if !G::is_start(&shrinker.best.record.start) {
        shrinker.play_from_start(budget);
    }
    // Each search may find a game of another shape, which dropping and reducing then make smaller still.
    let mut hunt = budget.hunt;
    while hunt > 0 {
        let before = shrinker.replayer.cost;
        let shorter = shrinker.random_search(shrinker.len(), hunt);
        hunt = hunt.saturating_sub(shrinker.replayer.cost - before);
        let Some(shorter) = shorter else { break };
        shrinker.best = shorter;
        shrinker.limit = shrinker.replayer.limit(budget.shrink);
        shrinker.settle();
    }
    let (shorter, shortest) = deepen::exhaust(&mut shrinker.replayer, &shrinker.best, budget.deepen, stop);
    if let Some(shorter) = shorter {
        shrinker.best = shorter;
    }
    Some(shrinker.end(shortest))
}

/// Games from the start are sought below this number of moves; they are shrunk afterwards.
const LONG_ENOUGH: usize = 12;

struct Shrinker<'s, 'm, G: Explore> {
    replayer: Replayer<'m, G>,
    best: Box<Divergence<G>>,
    /// The cost at which to end.
    limit: u64,
    stop: Stop<'s>,
    /// Where it shows how far it has come.
    entry: Option<&'s Entry<'s>>,
    /// Earlier best games that did not begin at the start, the smallest last.
    passed: Vec<Line<G>>,
    /// The game whose like is sought from the start, if there is one.
    alike: Option<Alike<G>>,
    /// Those who try candidates at the same time.
    helpers: Helpers<G>,
}

impl<G: Explore> Shrinker<'_, '_, G> {
    /// The result, with what is known about shorter games; and whether any engine was kept.
    fn end(self, shortest: Shortest) -> (Shrunk<G>, bool) {
        let Self { mut replayer, best, stop, helpers, .. } = self;
        let interrupted = stop.is_told();
        // Engines that nobody waits for any more show nothing again.
        let others =
            if interrupted { replayer.unconfirmed(MOST_OTHERS) } else { replayer.others(MOST_OTHERS) };
        let met = |original| Met { original, confirmed: !interrupted, shrunk: None };
        let shrunk = Shrunk {
            divergence: *best,
            shortest,
            cost: replayer.cost,
            interrupted,
            unconfirmed: false,
            overdue: stop.now() && !interrupted,
            unfinished: Vec::new(),
            passed_open: false,
            from_start: None,
            moves_from_start: None,
            others: others.into_iter().map(met).collect(),
        };
        (shrunk, replayer.lockstep.has_kept() || !helpers.is_empty())
    }

    fn spent(&self) -> bool {
        self.entry.inspect(|entry| entry.reach(self.len()));
        self.replayer.cost >= self.limit || self.stop.now()
    }

    /// Applies every way of making the game smaller until none works.
    fn settle(&mut self) {
        loop {
            let mut better = self.drop_chunks();
            better |= self.reduce();
            better |= self.drop_pairs();
            better |= self.pass_instead();
            if !better || self.spent() {
                return;
            }
        }
    }

    /// Plays random games shorter than `length` on small boards, within a budget of moves.
    fn random_search(&mut self, length: usize, budget: u64) -> Option<Box<Divergence<G>>> {
        let starts = self.replayer.small_starts(&self.best.record.start);
        deepen::random_search(&mut self.replayer, &starts, &mut 0, length, budget, self.stop)
    }

    /// Looks for games on small boards in place of a long one, which would take long to shrink.
    fn play_anew(&mut self, budget: Budget) {
        while self.len() > LONG_ENOUGH {
            let Some(shorter) = self.random_search(self.len(), budget.hunt) else { break };
            self.best = shorter;
        }
        self.limit = self.replayer.limit(budget.shrink);
    }

    fn line(&self) -> Line<G> {
        Line::of(&self.best.record)
    }

    fn len(&self) -> usize {
        self.best.record.moves.len()
    }

    /// Tries a candidate and keeps it if it diverges for the same reason.
    fn accept(&mut self, candidate: &Line<G>) -> bool {
        if self.spent() {
            return false;
        }
        let shown = self.replayer.run(candidate);
        if !self.helpers.is_empty() {
            self.helpers.spread(&self.replayer.news(), None);
        }
        shown.is_some_and(|divergence| self.adopt(candidate, divergence))
    }

    /// Tries candidates in their order, some of them at once if there are helpers. Keeps the first that
    /// diverges for the same reason, and returns the number of those before it.
    fn accept_first(&mut self, mut candidates: impl Iterator<Item = Line<G>>) -> Option<usize> {
        let mut before = 0;
        while !self.spent()
            && let Some(first) = candidates.next()
        {
            let given = self.helpers.hand_out(&mut candidates);
            if self.accept(&first) {
                return Some(before);
            }
            before += 1;
            for (helper, line) in given {
                let accepted = match self.helpers.answer(helper) {
                    Some(answer) => self.take(&line, answer),
                    None => self.accept(&line),
                };
                if accepted {
                    return Some(before);
                }
                before += 1;
            }
        }
        None
    }

    /// Takes what a helper found out about a candidate, and keeps that if it diverges for the same reason.
    fn take(&mut self, candidate: &Line<G>, answer: Answer<G>) -> bool {
        self.replayer.cost += answer.cost;
        self.replayer.hear(&answer.news);
        answer.met.iter().for_each(|divergence| self.replayer.meet(divergence));
        answer.shown.is_some_and(|divergence| self.adopt(candidate, divergence))
    }

    /// Keeps what a candidate shows if it is a smaller game than the best.
    fn adopt(&mut self, candidate: &Line<G>, divergence: Box<Divergence<G>>) -> bool {
        // A candidate without the move in question can bring up the same question again, which is no
        // progress.
        let smaller = (divergence.record.moves.len() < self.len()
            || Line::of(&divergence.record) == *candidate)
            && self.alike.as_ref().is_none_or(|alike| alike.allows(&divergence));
        if smaller {
            let before = std::mem::replace(&mut self.best, divergence).record;
            if !G::is_start(&before.start) {
                self.passed.push(Line::of(&before));
            }
            self.note_alike();
        }
        smaller
    }

    fn drop_chunks(&mut self) -> bool {
        let mut better = false;
        let mut size = self.len().div_ceil(2);
        while size > 0 && !self.spent() {
            let mut at = 0;
            while at < self.len() {
                let (line, places) = (self.line(), (at..self.len()).step_by(size));
                let Some(failed) = self.accept_first(places.map(|at| line.without(at, size))) else { break };
                better = true;
                at += failed * size;
            }
            size /= 2;
        }
        better
    }

    fn drop_pairs(&mut self) -> bool {
        // A game with more moves than this has too many pairs to be worth it.
        const LONGEST: usize = 40;
        let mut better = false;
        let mut first = 0;
        while first < self.len() && self.len() <= LONGEST && !self.spent() {
            // Chunks of two begin at every second move, so neighbours need not have been dropped together.
            let (line, seconds) = (self.line(), first + 1..self.len());
            let pairs = seconds.map(|second| line.without(second, 1).without(first, 1));
            let dropped = self.accept_first(pairs).is_some();
            better |= dropped;
            first += usize::from(!dropped);
        }
        better
    }

    fn pass_instead(&mut self) -> bool {
        let Some(pass) = G::pass() else { return false };
        let mut better = false;
        let mut at = 0;
        while at < self.len() && !self.spent() {
            let mut candidate = self.line();
            if candidate.moves[at] != pass {
                candidate.moves[at] = pass.clone();
                better |= self.accept(&candidate);
            }
            at += 1;
        }
        better
    }

    fn reduce(&mut self) -> bool {
        let mut better = false;
        let mut better_since = false;
        let mut reductions = G::reductions(&self.best.record);
        let mut at = 0;
        // After a success the candidates behind the accepted one come first, because those before it have
        // just failed.
        while !self.spent() {
            match self.accept_first(reductions.iter().skip(at).map(Line::of)) {
                Some(failed) => {
                    (better, better_since) = (true, true);
                    reductions = G::reductions(&self.best.record);
                    at += failed;
                }
                None if better_since => (at, better_since) = (0, false),
                None => break,
            }
        }
        better
    }
}

#[cfg(test)]
mod tests;
