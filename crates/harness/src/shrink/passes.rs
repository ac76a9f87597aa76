//! The passes that shrink a game, and the loop that runs them.
//!
//! A [`Pass`] defines when it can gain something and which part of the remaining time it may take. [`passes`]
//! lists all passes, ordered by gain relative to cost. [`take_all`](Shrinker::take_all) runs them one after
//! the other, both for in-process engines and for external programs.
//!
//! The limits depend on the engines. The work of in-process engines is limited in moves, so the result for a
//! game is the same on every machine, and each pass runs once. With a time limit, as for external programs,
//! the passes are repeated, each round with twice the moves of the previous one, until all shorter games have
//! been tried or the time is up.

mod list;

use std::time::{Duration, Instant};

use super::alike::{SimilarGame, alike};
use super::change::ChangeStats;
use super::deepen::{self, SearchScope, Shortest, Times};
use super::near::Places;
use super::replay::Line;
use super::start::FEW_MOVES;
use super::state_search::Visited;
use super::turned::BoardRange;
use super::vary::GamesToVary;
use super::{Budget, LONG_ENOUGH, MOST_OTHERS, OtherDivergence, Shrinker, Shrunk, Step, shrink_met};
use crate::base::Stop;
use crate::compare::divergence::{Divergence, Signature};
use list::{Pass, passes};

/// The divisor of the total time that yields the time slice of a search in the first round. The slice doubles
/// with each further round. Which search succeeds depends on the game, so each gets a turn before one uses up
/// the time.
const SLICES: u32 = 24;

/// The number of moves of a long game: all states within this distance from the start can seldom be visited
/// in one slice.
const FAR: usize = 7;

/// A game is slow if fewer than `SLOW` replays of it fit into the total time.
const SLOW: u32 = 24;

/// The order in which unfinished steps are reported.
const ORDER: [Step; 11] = [
    Step::Guide,
    Step::Cut,
    Step::Lead,
    Step::Rows,
    Step::Drop,
    Step::Spread,
    Step::Hunt,
    Step::Ahead,
    Step::Vary,
    Step::Regenerate,
    Step::Prove,
];

/// The part of the time, in percent, for a game that had only a few moves when it was found, before other
/// divergences have their turn.
const SHORT: u32 = 20;

/// Returns the part of the time, in percent, for shrinking a game of `moves` moves before other divergences
/// have their turn.
fn of_all(moves: usize) -> u32 {
    if moves <= FEW_MOVES { SHORT } else { 100 }
}

/// The part of the time, in percent, that remains for the target after the first round if other divergences
/// were found.
const FOR_THIS: u32 = 70;

/// The part of the remaining time, in percent, for other divergences when it is their turn.
const FOR_OTHERS: u32 = 50;

/// The maximum number of moves of a game whose shorter games are just the moves at the start.
const SHORTEST: usize = 2;

/// The round from which on a proof no longer precedes the searches, because something other than time
/// prevents it.
const LATE: u32 = 8;

/// The maximum number of rounds. Limits double each round, so those of the last round exceed any number of
/// moves that can be played.
const MOST_ROUNDS: u32 = 40;

/// The state of the passes.
pub(super) struct PassProgress {
    budget: Budget,
    /// Whether an engine is an external program.
    pub(super) costly: bool,
    /// Whether engines that are costly to start may be kept after a divergence.
    keeps: bool,
    /// The number of completed rounds.
    pub(super) round: u32,
    /// Whether a step was stopped because it gained nothing for too long.
    pub(super) broken_off: bool,
    /// Whether the last round found a shorter game.
    gained: bool,
    /// The reduced divergence of the last moves from the position before them.
    pub(super) cut: Option<Box<Divergence>>,
    /// Whether a path from the start through the position of `cut` was found. Used only for in-process
    /// engines.
    pub(super) led: bool,
    /// Whether external programs can take moves back.
    back: bool,
    /// The states visited.
    pub(super) visited: Visited,
    /// The numbers of the next games of each kind.
    pub(super) next: NextNumbers,
    /// The games with the length of the best game that are varied.
    pub(super) varied: GamesToVary,
    /// The range of the coordinates that moves have named.
    pub(super) extent: BoardRange,
    /// The hash of the game whose rows have all been tried, and the range of coordinates at that time.
    pub(super) filled: Option<(u64, BoardRange)>,
    /// The gains of changes of games.
    pub(super) change_stats: ChangeStats,
    /// The game from the start that shows the same difference as `cut`.
    from_start: Option<Box<Divergence>>,
    /// For each game that a search tried to prove shortest, the lengths of shorter games that were searched.
    proofs: Vec<(Line, Shortest)>,
    /// The total time.
    time: Duration,
    /// The deadline of all passes together; the current pass may use only a part of the time up to it.
    ends: Option<Instant>,
    /// The time that the first replay of the game took.
    replay: Duration,
    /// `finished`: The steps that were completed at least once. `begun`: The steps that were begun at least
    /// once without being completed.
    finished: Vec<Step>,
    begun: Vec<Step>,
}

/// The numbers of the next games of each kind.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NextNumbers {
    pub(super) hunt: u64,
    pub(super) regenerate: u64,
    pub(super) guide: u64,
    pub(super) vary: u64,
    pub(super) ahead: u64,
}

impl PassProgress {
    pub(super) fn new(budget: Budget, costly: bool, keeps: bool, replay: Duration) -> Self {
        Self {
            budget,
            costly,
            keeps,
            round: 0,
            broken_off: false,
            gained: false,
            cut: None,
            led: false,
            back: true,
            visited: Visited::default(),
            next: NextNumbers::default(),
            varied: GamesToVary::default(),
            extent: BoardRange::default(),
            filled: None,
            change_stats: ChangeStats::default(),
            from_start: None,
            proofs: Vec::new(),
            time: Duration::ZERO,
            ends: None,
            replay,
            finished: Vec::new(),
            begun: Vec::new(),
        }
    }

    /// Returns the limits of the current round.
    fn budget(&self) -> Budget {
        let more = |moves: u64| moves.saturating_mul(1 << self.round);
        let Budget { hunt, deepen, regenerate, .. } = self.budget;
        Budget { hunt: more(hunt), deepen: more(deepen), regenerate: more(regenerate), ..self.budget }
    }

    /// Records that a step was completed, or begun without being completed.
    fn note(&mut self, step: Step, finished: bool) {
        let steps = if finished { &mut self.finished } else { &mut self.begun };
        if !steps.contains(&step) {
            steps.push(step);
        }
    }

    /// Returns the steps that were begun but never completed, in the order of [`ORDER`].
    fn unfinished(&self) -> Vec<Step> {
        let open = |step: &Step| self.begun.contains(step) && !self.finished.contains(step);
        ORDER.into_iter().filter(open).collect()
    }

    /// Returns the most that is known about games shorter than `game`. A later search may run out of time
    /// before it gets as far as an earlier one.
    fn proof(&self, game: &Line) -> Shortest {
        let of_game = self.proofs.iter().filter(|(of, _)| of == game).map(|(_, shortest)| *shortest);
        let known = |shortest: &Shortest| {
            let closely = shortest.looked == SearchScope::Everything;
            (shortest.is_proven(), shortest.all, closely, shortest.searched)
        };
        of_game.max_by_key(known).unwrap_or(Shortest::NOTHING)
    }
}

impl Shrinker<'_, '_> {
    /// Runs all passes, and returns the shrunk game and whether any engine was kept.
    pub(super) fn take_all(mut self) -> (Shrunk, bool) {
        let all = self.stop;
        self.progress.time = all.left().unwrap_or_default();
        self.replayer.varies = self.is_timed();
        for (_, mv) in self.best.record.moves.iter().filter(|_| self.best.rules().is_opaque()) {
            self.progress.extent.note(&mv.to_string());
        }
        if self.is_timed() {
            self.stop = all.part(of_all(self.len()));
        }
        if self.progress.costly && self.progress.keeps {
            self.replayer.remember_answers();
        }
        let passes = Vec::from_iter(passes());
        loop {
            let (moves, cost) = (self.len(), self.replayer.cost);
            for pass in &passes {
                if (pass.helps)(&self) {
                    self.take_pass(pass);
                }
            }
            if self.is_first() && self.replayer.has_met_others() {
                self.stop = self.stop.part(FOR_THIS);
            }
            self.progress.gained = self.len() < moves;
            let played = self.replayer.cost > cost;
            let ended = self.is_done() || self.replayer.is_lost() || !self.lists_moves();
            self.progress.round += 1;
            if !self.is_timed() || all.now() || ended || !played || self.progress.round == MOST_ROUNDS {
                return self.conclude();
            }
            if self.stop.now() {
                self.stop = all;
                self.shrink_others();
            }
        }
    }

    /// Shrinks the games of the other divergences found so far. The target may use the time that they leave.
    fn shrink_others(&mut self) {
        let stop = self.stop.part(FOR_OTHERS);
        let met = self
            .replayer
            .others(MOST_OTHERS, stop)
            .into_iter()
            .map(|original| OtherDivergence::new(original, true));
        let ahead = std::mem::take(&mut self.others).into_iter().chain(met).collect();
        let causes = [&self.replayer.wanted, &self.best.signature].map(Signature::cause);
        self.others = shrink_met(self.replayer.factories, ahead, &causes, self.progress.budget, stop);
    }

    /// Runs a pass within its part of the remaining time.
    fn take_pass(&mut self, pass: &Pass) {
        let budget = self.progress.budget();
        let whole = self.is_quick() || pass.step == Step::Prove && !self.is_timed();
        let share = if whole { 100 } else { pass.share };
        let whole = self.stop;
        if self.is_timed() && pass.sliced && !self.is_short() {
            let slice = self.slice_of(pass.step);
            self.stop = whole.within(slice);
        }
        self.progress.ends = whole.deadline;
        self.step(pass.step, share, |this| (pass.take)(this, budget));
        self.stop = whole;
        if pass.step == Step::Cut && self.progress.costly {
            self.alike = self.progress.cut.clone().map(SimilarGame::new);
            self.note_alike();
        }
        let before_leaving_out = if self.leads_to_cut() { Step::Lead } else { Step::Cut };
        if pass.step == before_leaving_out && self.progress.costly {
            self.progress.back = self.replayer.tries_taking_back(&self.best.record);
        }
    }

    /// Returns the time for the search `step` in the current round.
    fn slice_of(&self, step: Step) -> Duration {
        let slice = self.slice();
        let unknown = self.best.rules().is_opaque();
        match step {
            // Few moves of a piece can be replaced alone; random games in which one piece moves again and again
            // gain more.
            Step::Vary if self.moves_pieces() => slice * 2,
            Step::Hunt if self.moves_pieces() => slice * 6,
            // Searches that visit all states do not finish games with more moves in that time.
            Step::Vary => slice * if self.len() > FAR { 4 } else { 2 },
            // In an unknown game, test games are random games, too, and each takes longer.
            Step::Hunt if unknown => slice * 3,
            Step::Regenerate if unknown => slice / 2,
            // A search that gained nothing in one round rarely gains anything in the next.
            Step::Ahead if !self.is_first() => slice / 2,
            Step::Prove if self.len() > FEW_MOVES && unknown && !self.is_first() => slice / 4,
            // `Spread` is faster, and also visits the states near the start of a game with many moves.
            Step::Prove if self.len() > FEW_MOVES => slice / 2,
            _ => slice,
        }
    }

    /// Runs a step within a part of the remaining time, and records whether it was completed.
    pub(super) fn step<T>(&mut self, step: Step, percent: u32, take: impl FnOnce(&mut Self) -> T) -> T {
        self.in_part(percent, |this| {
            let taken = take(this);
            // Another step may also give up removing moves, but only after the step `Drop` has tried it.
            let broken_off = std::mem::take(&mut this.progress.broken_off) && step == Step::Drop;
            // `conclude` reports whether all shorter games were tried.
            if step != Step::Prove {
                let finished = !broken_off && !this.stop.now();
                if broken_off {
                    this.progress.finished.retain(|other| *other != step);
                }
                this.progress.note(step, finished);
            }
            taken
        })
    }

    /// Runs a closure within `percent` percent of the remaining time.
    pub(super) fn in_part<T>(&mut self, percent: u32, take: impl FnOnce(&mut Self) -> T) -> T {
        let whole = self.stop;
        self.stop = whole.part(percent);
        let taken = take(self);
        self.stop = whole;
        self.note_alike();
        taken
    }

    /// Whether no engine is an external program.
    pub(super) fn is_quick(&self) -> bool {
        !self.progress.costly
    }

    /// Whether the game is so long that other games are sought before it is reduced.
    pub(super) fn is_long(&self) -> bool {
        self.len() > LONG_ENOUGH
    }

    /// Whether there are so few shorter games that all are tried before the random searches, which then
    /// become unnecessary. In-process engines use another order, because it determines which of several short
    /// games is reported.
    fn is_short(&self) -> bool {
        self.is_timed() && self.len() <= SHORTEST && self.progress.round < LATE
    }

    /// Whether most moves of this unknown game take a piece from one place to another.
    fn moves_pieces(&self) -> bool {
        let record = &self.best.record;
        let moved = record.moves.iter().filter(|(_, mv)| Places::of(&mv.to_string()).move_a_piece());
        self.best.rules().is_opaque() && moved.count() * 2 > record.moves.len()
    }

    /// Whether the work is limited by time, not by moves.
    pub(super) fn is_timed(&self) -> bool {
        self.progress.costly && self.progress.budget.time.is_some() && self.stop.deadline.is_some()
    }

    /// Whether playing the game once takes a considerable part of the time.
    fn is_slow(&self) -> bool {
        self.is_timed() && self.progress.replay * SLOW > self.progress.time
    }

    /// Returns how long `drop_pairs` may continue without a gain in the current round, if the time is limited
    /// and a later round resumes it.
    pub(super) fn patience(&self) -> Option<Duration> {
        let resumes = self.is_timed() && self.replayer.counters().is_some();
        resumes.then(|| self.slice() * 2)
    }

    /// Returns the time slice of a search in the current round.
    fn slice(&self) -> Duration {
        self.progress.time / SLICES * (1 << self.progress.round.min(10))
    }

    /// Whether the current round is the first.
    pub(super) fn is_first(&self) -> bool {
        self.progress.round == 0
    }

    /// Whether moves are to be removed: in the first round, if the last round gained something, and, if
    /// earlier attempts are remembered, until all have been tried.
    fn leaves_out(&self) -> bool {
        let resumes = !self.progress.finished.contains(&Step::Drop) && self.replayer.counters().is_some();
        self.is_first() || self.progress.gained || resumes
    }

    /// Whether test games are to be played.
    fn regenerates(&self) -> bool {
        self.progress.costly && self.progress.budget.regenerate > 0
    }

    /// Whether test games are to be played before moves are removed, because the policies of a known game
    /// reach interesting positions.
    fn regenerates_first(&self) -> bool {
        self.regenerates() && self.is_first() && !self.best.rules().is_opaque() && self.is_long()
    }

    /// Whether games that look ahead are to be played. Without undo, they are played only if the best game is
    /// short.
    fn looks_ahead(&self) -> bool {
        let affords = !self.plays_anew() || !self.is_long();
        self.regenerates() && self.best.rules().is_opaque() && affords && !self.is_done() && !self.is_short()
    }

    /// Whether games with other moves are to be played.
    fn varies(&self) -> bool {
        self.regenerates()
            && self.is_timed()
            && self.best.rules().is_opaque()
            && !self.is_done()
            && !self.is_short()
    }

    /// Whether an external program must play each game from its start, because it has no undo.
    fn plays_anew(&self) -> bool {
        self.progress.costly && !self.progress.back
    }

    /// Whether to search for a path from the start to the position before the last moves.
    fn leads_to_cut(&self) -> bool {
        self.progress.costly
            && self.is_first()
            && (self.progress.cut.is_some() || !self.best.rules().is_opaque())
    }

    /// Whether an engine lists moves, or candidate moves are known. Otherwise, nothing more can be played.
    fn lists_moves(&self) -> bool {
        self.replayer.lockstep.listed_by() != [false; 2] || self.replayer.lockstep.has_words()
    }

    /// Whether `cut`, the last moves from a position, is more useful than the best game, because the best
    /// game is long or nothing is known about its board.
    fn is_better(&self, cut: &Divergence) -> bool {
        cut.record.moves.len() < self.len() && (self.best.rules().is_opaque() || self.is_long())
    }

    /// Returns the last moves from a position if they are more useful than the best game.
    fn better_cut(&self) -> Option<&Divergence> {
        self.progress.cut.as_deref().filter(|cut| self.progress.costly && self.is_better(cut))
    }

    /// If the last moves from a position are more useful than the best game, searches for a game from the
    /// start that shows the same difference.
    fn tell_from_position(&mut self) {
        if self.better_cut().is_none() {
            return;
        }
        if self.is_first() {
            self.progress.from_start = self.alike_from_start(self.progress.budget);
        } else if let Some(cut) = &self.progress.cut
            && self.best.record.start.is_start()
            && alike(cut, &self.best)
        {
            self.progress.from_start = Some(self.best.clone());
        }
    }

    /// Plays all games shorter than the reported game. If the time is limited, also plays all games shorter
    /// than the best game from the start.
    fn prove(&mut self) {
        self.tell_from_position();
        if let Some(cut) = self.better_cut().cloned() {
            let known = self.progress.proof(&Line::of(&cut.record));
            if !known.all || known.can_be_proven() {
                let shorter = self.exhaust(&cut);
                self.progress.cut = shorter.or(self.progress.cut.take());
            }
            if !self.is_timed() {
                return;
            }
        }
        let best = self.best.clone();
        if let Some(shorter) = self.exhaust(&best) {
            self.best = shorter;
        }
    }

    /// Plays all games shorter than `game`. Returns a shorter game that shows the wanted divergence, if any.
    fn exhaust(&mut self, game: &Divergence) -> Option<Box<Divergence>> {
        let budget = self.progress.budget().deepen;
        let times = Times { slice: self.stop, whole: Stop { deadline: self.progress.ends, ..self.stop } };
        let (shorter, shortest) = deepen::exhaust(&mut self.replayer, game, budget, times);
        let line = Line::of(&shorter.as_deref().unwrap_or(game).record);
        self.progress.proofs.push((line, shortest));
        shorter
    }

    /// Whether all games shorter than the reported ones have been tried, and more work would not complete a
    /// proof.
    fn is_done(&self) -> bool {
        let done = |game: &Divergence| {
            let shortest = self.progress.proof(&Line::of(&game.record));
            shortest.all && !shortest.can_be_proven()
        };
        done(&self.best) && self.better_cut().is_none_or(done)
    }

    /// Returns the result: the last moves from a position if they are more useful than the best game,
    /// otherwise the best game.
    fn conclude(mut self) -> (Shrunk, bool) {
        let (mut from_start, mut same_signature, mut moves_from_start) = (None, None, None);
        if let Some(cut) = self.better_cut().cloned() {
            moves_from_start = Some(self.len()).filter(|_| self.best.record.start.is_start());
            from_start = self.progress.from_start.take().filter(|game| alike(&cut, game));
            let shorter = |best: &Divergence| {
                best.record.start.is_start()
                    && best.signature == cut.signature
                    && !alike(&cut, best)
                    && from_start
                        .as_ref()
                        .is_none_or(|game| best.record.moves.len() < game.record.moves.len())
            };
            same_signature = Some(&self.best).filter(|best| shorter(best)).cloned();
            self.best = Box::new(cut);
        }
        let shortest = self.progress.proof(&self.line());
        if self.progress.costly && self.stop.now() && !shortest.all {
            self.progress.note(Step::Prove, false);
        }
        let unfinished = if self.progress.costly { self.progress.unfinished() } else { Vec::new() };
        let (shrunk, kept) = self.end(shortest);
        (Shrunk { unfinished, from_start, same_signature, moves_from_start, ..shrunk }, kept)
    }
}

#[cfg(test)]
mod tests {
    use bustan_vocabulary::tictactoe::TicTacToe;

    use super::*;
    use crate::erased::rules;

    #[test]
    fn a_search_that_time_ends_takes_nothing_from_an_earlier_one() {
        let mut progress = PassProgress::new(Budget::PROGRAMS, true, true, Duration::ZERO);
        let line = Line { start: rules::<TicTacToe>().initial(&[]).unwrap(), moves: Vec::new() };
        let all = Shortest { searched: Some(3), all: true, ..Shortest::NOTHING };
        let some = Shortest { searched: Some(2), all: false, ..all };
        progress.proofs = [some, all, some].map(|shortest| (line.clone(), shortest)).into();
        assert_eq!(progress.proof(&line), all);
    }

    #[test]
    fn a_game_of_a_few_moves_gets_a_short_time() {
        assert_eq!([1, 3, 4, 40].map(of_all), [20, 20, 100, 100]);
    }

    #[test]
    fn every_step_has_its_place_in_reports() {
        assert!(passes().all(|pass| ORDER.contains(&pass.step)));
    }
}
