//! Searches from scratch for a short game that diverges for a given reason.
//!
//! Two searches complement each other. The *hunt* plays short random games from the small starting positions,
//! under all policies; it reaches deep positions quickly and proves nothing. The *exhaustive* search tries
//! all games of length 1, then 2, and so on. When it has tried all games shorter than the best known one,
//! that game may be proven shortest. [`Shortest`] records what was searched, and claims no more.
//!
//! The games consist of listed moves. A divergence about a move that no engine lists shows only if both
//! engines are queried about that move. Such a divergence is therefore sought twice: first with queries about
//! the moves of the best known game, then, if the budget allows, about every move that the game [can
//! name](bustan_guide::Explore::nameable), for every player at every position.
//!
//! A game shows only its first divergence. If that is a different one, the search does not go deeper after
//! it, and records this.
//!
//! Between games, the search takes moves back and checks that everything observable is restored. If it is
//! not, the search replays the game from its start. An engine whose undo is wrong in a way that shows only
//! some moves later can hide a shorter game. A proof is therefore repeated with every game played from its
//! start, if the budget allows. Otherwise, the game is not called proven.

mod heading;
mod pace;
mod random;
mod shortest;

use std::time::Instant;

use crate::base::Stop;
use crate::compare::divergence::{Aspect, Call, Divergence, Kind, Signature};
use crate::erased::{Move, Position};
use crate::shrink::replay::{Line, QUESTIONS, Replayer, asks, finish};
use crate::shrink::start::FEW_MOVES;

pub(super) use heading::Heading;
use pace::Pace;
pub(super) use pace::Times;
pub(super) use random::FAVOUR;
pub(crate) use random::random_search;
pub use shortest::{SearchScope, Shortest};

/// Tries all games shorter than `best`, shortest first, within `budget` moves. Tries again with more queries
/// if those may matter, and once more without taking moves back. Returns a game that diverges for the same
/// reason, if one is found, and what was searched.
#[allow(clippy::type_complexity)]
pub(crate) fn exhaust(
    replayer: &mut Replayer<'_>,
    best: &Divergence,
    budget: u64,
    times: Times<'_>,
) -> (Option<Box<Divergence>>, Shortest) {
    if best.record.moves.is_empty() {
        // No game is shorter than a game without moves.
        let nothing = Shortest {
            all: true,
            looked: SearchScope::Everything,
            starts: 1,
            here: true,
            ..Shortest::NOTHING
        };
        return (None, nothing);
    }
    let start = &best.record.start;
    // A shorter game from the start would be better than a set-up position, but earlier passes have sought
    // one.
    let here = replayer.lockstep.is_costly() && !start.is_start();
    let starts = if here { vec![start.clone()] } else { replayer.small_starts(start) };
    let of_game = if asks(replayer.wanted.kind()) { Line::of(&best.record).moves } else { Vec::new() };
    let mut everybody = false;
    if replayer.by_lists && replayer.varies && best.record.moves.len() > FEW_MOVES {
        // Comparing only the lists finds such a divergence sooner; queries follow afterwards.
        let none = vec![Vec::new(); starts.len()];
        let (found, known) = search(replayer, best, &starts, &none, everybody, false, budget, times);
        if found.is_some() || !known.all {
            return (found, Shortest { all: false, looked: SearchScope::Sample, ..known });
        }
    }
    let before = replayer.cost;
    let mut questions = vec![of_game; starts.len()];
    let (mut found, mut known) = search(replayer, best, &starts, &questions, everybody, false, budget, times);
    let mut cost = replayer.cost - before;
    if found.is_none()
        && known.all
        && may_be_unlisted(&replayer.wanted)
        && let Some(every) = all_questions(replayer, best, &starts, budget)
    {
        (questions, everybody) = (every, true);
        let before = replayer.cost;
        let (shorter, every) = search(replayer, best, &starts, &questions, everybody, false, budget, times);
        cost = replayer.cost - before;
        known = if every.all { every } else { known };
        found = shorter;
    }
    let shortest = found.as_deref().unwrap_or(best);
    if known.back
        && known.is_sought_out()
        && cost.saturating_mul(shortest.record.moves.len() as u64) <= budget
    {
        let (shorter, anew) = search(replayer, shortest, &starts, &questions, everybody, true, budget, times);
        return match shorter {
            Some(shorter) => (Some(shorter), anew),
            None if anew.all => (found, anew),
            None => (found, known),
        };
    }
    (found, known)
}

/// Returns all moves that the game can name on the board of each of `starts`, if querying all of them costs
/// at most `budget`.
fn all_questions(
    replayer: &mut Replayer<'_>,
    best: &Divergence,
    starts: &[Position],
    budget: u64,
) -> Option<Vec<Vec<Move>>> {
    let every: Option<Vec<_>> = starts.iter().map(Position::nameable).collect();
    let mut work = |every: &Vec<Vec<_>>| {
        let each = starts.iter().zip(every);
        each.fold(0_u64, |all, (start, every)| all.saturating_add(work(replayer, best, start, every)))
    };
    every.filter(|every| work(every) <= budget)
}

/// Whether a divergence with the signature `wanted` may be about a move that no engine lists.
fn may_be_unlisted(wanted: &Signature) -> bool {
    match wanted.kind() {
        Kind::Verdict => true,
        Kind::LegalSet => *wanted.aspect() == Aspect::Unlisted,
        _ => false,
    }
}

/// Searches all games that are shorter than `best` and begin at one of `starts`, with the queries in
/// `questions` for each start. Queries for every player if `everybody`, and plays each game from its start if
/// `anew`.
#[allow(clippy::type_complexity, clippy::too_many_arguments)]
fn search(
    replayer: &mut Replayer<'_>,
    best: &Divergence,
    starts: &[Position],
    questions: &[Vec<Move>],
    everybody: bool,
    anew: bool,
    budget: u64,
    times: Times<'_>,
) -> (Option<Box<Divergence>>, Shortest) {
    let (length, wanted) = (best.record.moves.len(), replayer.wanted.clone());
    let limit = replayer.limit(budget);
    let mut search = Search {
        replayer,
        questions: &[],
        everybody,
        anew,
        put: 0,
        limit,
        stop: times.slice,
        longest: 0,
        path: Vec::new(),
        cut: false,
        trusted: true,
    };
    let mut known = Shortest { starts: starts.len(), ..Shortest::NOTHING };
    let (mut found, mut pace) = (None, Pace::default());
    'all: for depth in 0..length {
        search.longest = depth;
        search.stop = pace.stop(length - depth, times);
        let begun = Instant::now();
        for (start, questions) in starts.iter().zip(questions) {
            search.questions = questions;
            match search.from(start, depth) {
                Err(Ended::Found(shorter)) => {
                    found = Some(shorter);
                    break 'all;
                }
                Err(Ended::Spent) => break 'all,
                Ok(()) => {}
            }
        }
        pace.note(begun.elapsed());
        known.searched = Some(depth);
    }
    let start = &found.as_deref().unwrap_or(best).record.start;
    known.here = starts.contains(start);
    known.set_up = !start.is_start();
    let all = found.is_some() || known.searched == length.checked_sub(1);
    known.all = all && (known.here || !known.set_up);
    // After a known difference, the search plays only moves that both engines allow.
    known.cut = search.cut || search.replayer.lockstep.known().passes_over();
    known.back = !anew && search.replayer.lockstep.has_taken_back();
    known.looked = match wanted.kind() {
        Kind::Setup | Kind::Refusal | Kind::Hash | Kind::Clone | Kind::Panic | Kind::Fault => {
            SearchScope::Sample
        }
        // Only a few of the possible random games are played from each position.
        Kind::Count if wanted.call() == Call::Playout => SearchScope::Sample,
        // If only the engine under test lists moves, the search does not play the moves missing from its
        // list.
        _ if !search.trusted || (may_be_unlisted(&wanted) && !everybody) => SearchScope::Listed,
        _ => SearchScope::Everything,
    };
    (found, known)
}

/// Estimates the work, in moves, of searching all games from `start` that are shorter than `best`, with
/// `questions` queried at every position.
fn work(replayer: &mut Replayer<'_>, best: &Divergence, start: &Position, questions: &[Move]) -> u64 {
    replayer.lockstep.mark_stale();
    let legal = match replayer.lockstep.begin(start) {
        Ok(true) => replayer.lockstep.ensure_legal().unwrap_or_default(),
        _ => Vec::new(),
    };
    let each = questions.len() as u64 * start.rules().players().len() as u64 / replayer.questions_per_move();
    let plies = best.record.moves.len().saturating_sub(1) as u64;
    let (mut positions, mut all) = (1_u64, 0_u64);
    for ply in 0..plies {
        // A query counts as a move of its game, so positions after the last move are not queried.
        all = all.saturating_add(positions.saturating_mul(each + 1));
        // In most games, each move reduces the number of legal moves by one.
        positions = positions.saturating_mul((legal.len() as u64).saturating_sub(ply));
    }
    all.saturating_add(positions)
}

/// The reason why a search ended early.
enum Ended {
    Found(Box<Divergence>),
    Spent,
}

struct Search<'s, 'm> {
    replayer: &'s mut Replayer<'m>,
    /// The moves to query at every position.
    questions: &'s [Move],
    /// Whether to query for all players, or only for the player of the best game's last move.
    everybody: bool,
    /// Whether to play each game from its start.
    anew: bool,
    /// The number of queries so far.
    put: u64,
    limit: u64,
    stop: Stop<'s>,
    /// The number of moves of the games being tried. A divergence with a longer record does not end the
    /// search.
    longest: usize,
    path: Vec<Move>,
    /// Whether some game was not continued because it showed a different divergence.
    cut: bool,
    /// Whether all moves played are listed by the engine that is trusted more.
    trusted: bool,
}

impl Search<'_, '_> {
    fn from(&mut self, start: &Position, moves: usize) -> Result<(), Ended> {
        self.path.clear();
        match self.replayer.lockstep.begin(start) {
            Err(divergence) => self.judge(&divergence, true),
            Ok(false) => Ok(()),
            Ok(true) => {
                let [listed, trusted] = self.replayer.lockstep.listed_by();
                self.trusted &= trusted;
                // Without a list of legal moves or candidate moves, the search does not know which moves are
                // possible.
                let silent = !listed && !trusted && !self.replayer.lockstep.has_words();
                if moves > 0 && silent { Err(Ended::Spent) } else { self.below(start, moves) }
            }
        }
    }

    /// Searches all games that continue the current position by at most `moves` moves, then restores the
    /// position.
    fn below(&mut self, start: &Position, moves: usize) -> Result<(), Ended> {
        self.ask(start)?;
        // The search records the hashes of successors when it visits them.
        if let Err(divergence) =
            finish(&mut self.replayer.lockstep, &self.replayer.wanted, &mut self.replayer.cost)
        {
            self.judge(&divergence, true)?;
            return self.again(start);
        }
        if moves == 0 {
            return Ok(());
        }
        let legal = match self.replayer.lockstep.ensure_legal() {
            Ok(legal) => legal,
            Err(divergence) => {
                self.judge(&divergence, true)?;
                return self.again(start);
            }
        };
        for mv in legal {
            self.pause()?;
            self.replayer.cost += 1;
            let Some(player) = self.replayer.lockstep.turn() else { return Ok(()) };
            match self.replayer.lockstep.step(player, &mv, false) {
                Err(divergence) => {
                    self.judge(&divergence, true)?;
                    self.again(start)?;
                }
                Ok(false) => {}
                Ok(true) => {
                    self.path.push(mv);
                    self.below(start, moves - 1)?;
                    self.path.pop();
                    self.back(start)?;
                }
            }
        }
        Ok(())
    }

    /// Ends the search if the budget or the time is spent.
    fn pause(&self) -> Result<(), Ended> {
        if self.replayer.cost >= self.limit || self.stop.now() { Err(Ended::Spent) } else { Ok(()) }
    }

    /// Queries both engines about each of the search's questions in the current position.
    fn ask(&mut self, start: &Position) -> Result<(), Ended> {
        if self.path.len() >= self.longest {
            // A query about a move counts as a move of the record.
            return Ok(());
        }
        let players = match self.everybody {
            true => self.replayer.lockstep.players(),
            false => self.replayer.asked().into_iter().collect(),
        };
        // Querying the few moves of a game costs almost nothing with any engine.
        let each = if self.everybody { self.replayer.questions_per_move() } else { QUESTIONS };
        for player in players {
            for mv in self.questions {
                self.put += 1;
                if self.put.is_multiple_of(each) {
                    self.pause()?;
                    self.replayer.cost += 1;
                }
                if let Err(divergence) = self.replayer.lockstep.ask(player, mv) {
                    self.judge(&divergence, false)?;
                    self.again(start)?;
                }
            }
        }
        Ok(())
    }

    /// Ends the search if `divergence` is the wanted one. If it `cuts` the game, the game is not continued.
    fn judge(&mut self, divergence: &Divergence, cuts: bool) -> Result<(), Ended> {
        if !self.replayer.wanted.covers(&divergence.signature) {
            self.replayer.meet(divergence);
            self.cut |= cuts;
            return Ok(());
        }
        // A result after undo is not trusted: only a divergence that a plain replay confirms counts.
        match self.replayer.confirm(divergence) {
            Some(again) if again.record.moves.len() <= self.longest => Err(Ended::Found(again)),
            Some(_) => Ok(()),
            None => {
                self.cut |= cuts;
                Ok(())
            }
        }
    }

    /// Returns to the search's current position by replaying the path from the start, for example after a
    /// divergence left the engines in an unusable state.
    fn again(&mut self, start: &Position) -> Result<(), Ended> {
        self.replayer.lockstep.mark_stale();
        if !matches!(self.replayer.lockstep.begin(start), Ok(true)) {
            return Err(Ended::Spent);
        }
        for mv in &self.path {
            self.replayer.cost += 1;
            let Some(player) = self.replayer.lockstep.turn() else { return Err(Ended::Spent) };
            if !matches!(self.replayer.lockstep.step(player, mv, false), Ok(true)) {
                return Err(Ended::Spent);
            }
        }
        Ok(())
    }

    /// Takes the last move back: by undo, unless undo itself is in doubt.
    fn back(&mut self, start: &Position) -> Result<(), Ended> {
        let doubtful =
            matches!(self.replayer.wanted.kind(), Kind::Undo | Kind::Count | Kind::Panic | Kind::Fault);
        if self.anew || doubtful {
            return self.again(start);
        }
        let returned = match self.replayer.lockstep.takes_back() {
            true => self.replayer.lockstep.back().is_ok(),
            false => self.plays_again(start),
        };
        if returned { Ok(()) } else { self.again(start) }
    }

    /// Replays the current game from the start, except for its last move, without comparing lists of moves.
    fn plays_again(&mut self, start: &Position) -> bool {
        let moves = self.replayer.lockstep.record().moves;
        let Some((_, before)) = moves.split_last() else { return false };
        let cost = self.replayer.cost;
        let brought = matches!(self.replayer.bring_unlisted(start, before), Ok(true));
        // Like undo, the replay does not count as moves.
        self.replayer.cost = cost;
        brought
    }
}
