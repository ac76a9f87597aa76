//! Shrinks the game of a divergence by removing parts of it, one candidate at a time.

use std::time::Instant;

use super::Shrinker;
use super::helpers::ReplayResult;
use super::replay::Line;
use crate::compare::divergence::Divergence;
use crate::erased::{Player, Record};

impl Shrinker<'_, '_> {
    pub(super) fn spent(&self) -> bool {
        self.entry.inspect(|entry| entry.reach(self.len()));
        self.replayer.cost >= self.limit || self.stop.now()
    }

    /// Repeats all reductions of the game until none succeeds.
    pub(super) fn settle(&mut self) {
        loop {
            let mut better = self.drop_chunks();
            better |= self.is_timed() && self.change_sides();
            better |= self.reduce();
            better |= self.drop_pairs();
            better |= self.pass_instead();
            if !better || self.spent() {
                return;
            }
        }
    }

    pub(super) fn line(&self) -> Line {
        Line::of(&self.best.record)
    }

    pub(super) fn len(&self) -> usize {
        self.best.record.moves.len()
    }

    /// Tries a candidate and keeps it if it diverges for the same reason.
    pub(super) fn accept(&mut self, candidate: &Line) -> bool {
        if self.spent() {
            return false;
        }
        let shown = self.replayer.run(candidate);
        if !self.helpers.is_empty() {
            self.helpers.share_answers(&self.replayer.news(), None);
        }
        shown.is_some_and(|divergence| self.adopt(candidate, divergence))
    }

    /// Tries candidates in order, some of them in parallel if there are helpers. Keeps the first candidate
    /// that diverges for the same reason, and returns the number of candidates before it.
    pub(super) fn accept_first(&mut self, mut candidates: impl Iterator<Item = Line>) -> Option<usize> {
        let mut before = 0;
        while !self.spent()
            && let Some(first) = candidates.next()
        {
            let given = self.helpers.hand_out(&mut candidates, self.replayer.by_lists);
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

    /// Processes a helper's answer about `candidate`, and keeps the candidate if it diverges for the same
    /// reason.
    fn take(&mut self, candidate: &Line, answer: ReplayResult) -> bool {
        self.replayer.cost += answer.cost;
        self.replayer.learn_from(&answer.news);
        answer.met.iter().for_each(|divergence| self.replayer.meet(divergence));
        answer.shown.is_some_and(|divergence| self.adopt(candidate, divergence))
    }

    /// Keeps the divergence that a candidate shows if its game is smaller than the best. Returns whether it
    /// is.
    fn adopt(&mut self, candidate: &Line, divergence: Box<Divergence>) -> bool {
        // A candidate without the move in question can lead to the same query again, which is not progress.
        let smaller = (divergence.record.moves.len() < self.len()
            || Line::of(&divergence.record) == *candidate)
            && self.alike.as_ref().is_none_or(|alike| alike.allows(&divergence));
        if smaller {
            let before = std::mem::replace(&mut self.best, divergence).record;
            if !before.start.is_start() {
                self.passed.push(Line::of(&before));
            }
            self.note_alike();
        }
        smaller
    }

    /// Removes chunks of moves, from half of the game down to single moves. If time is limited, removes the
    /// same number of moves of each player before trying smaller chunks: without a single move, all moves
    /// after it are played by another player, so few such games still diverge.
    pub(super) fn drop_chunks(&mut self) -> bool {
        let mut better = false;
        let mut size = self.len().div_ceil(2);
        while size > 0 && !self.spent() {
            better |= self.drop_chunks_of(size);
            if self.is_timed() && size > 1 {
                better |= self.drop_of_players(size / 2);
            }
            size /= 2;
        }
        better
    }

    fn drop_chunks_of(&mut self, size: usize) -> bool {
        let (mut better, mut at) = (false, 0);
        while at < self.len() {
            let (line, places) = (self.line(), (at..self.len()).step_by(size));
            let Some(failed) = self.accept_first(places.map(|at| line.without(at, size))) else { break };
            better = true;
            at += failed * size;
        }
        better
    }

    /// Removes `size` moves of one player, and the same number of moves of each other player from the end or
    /// the beginning of the game. The remaining moves are thus played by the same players as before.
    fn drop_of_players(&mut self, size: usize) -> bool {
        let (mut better, mut tried) = (false, 0);
        loop {
            let record = &self.best.record;
            let lines: Vec<_> = self
                .best
                .rules()
                .players()
                .iter()
                .flat_map(|player| fewer_of(record, *player, size))
                .skip(tried)
                .collect();
            let Some(failed) = self.accept_first(lines.into_iter()) else { return better };
            better = true;
            tried += failed;
        }
    }

    /// Removes one move of the first player, so that the remaining moves are played by other players.
    fn change_sides(&mut self) -> bool {
        let record = &self.best.record;
        let Some((first, _)) = record.moves.first() else { return false };
        let of_first = |&ply: &usize| record.moves[ply].0 == *first;
        let lines: Vec<Line> =
            (0..record.moves.len()).filter(of_first).map(|ply| on_other_sides(record, ply)).collect();
        self.accept_first(lines.into_iter()).is_some()
    }

    fn drop_pairs(&mut self) -> bool {
        // A longer game has too many pairs.
        const LONGEST: usize = 40;
        let mut better = false;
        let (mut tried, mut gained) = (0, Instant::now());
        while tried < self.len() && self.len() <= LONGEST && !self.spent() {
            if self.patience().is_some_and(|patience| gained.elapsed() > patience) {
                self.progress.broken_off = true;
                break;
            }
            // Engines that can undo reach positions near the end quickly.
            let first = if self.is_timed() { self.len() - 1 - tried } else { tried };
            // Chunks of two begin at every second move, so `drop_chunks` has not tried every pair of
            // neighbours.
            let (line, seconds) = (self.line(), first + 1..self.len());
            let (by_turns, record) = (self.is_timed(), self.best.record.clone());
            let pairs =
                seconds.map(|second| match !by_turns || record.moves[first].0 == record.moves[second].0 {
                    true => line.without(second, 1).without(first, 1),
                    false => rejoined(&record, |at| at != first && at != second),
                });
            let dropped = self.accept_first(pairs).is_some();
            better |= dropped;
            tried += usize::from(!dropped);
            gained = if dropped { Instant::now() } else { gained };
        }
        better
    }

    fn pass_instead(&mut self) -> bool {
        let Some(pass) = self.best.rules().pass() else { return false };
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
        let mut reductions = self.best.record.reductions();
        let mut at = 0;
        // After a success, the candidates after the accepted one come first, because those before it have
        // just failed.
        while !self.spent() {
            match self.accept_first(reductions.iter().skip(at).map(Line::of)) {
                Some(failed) => {
                    (better, better_since) = (true, true);
                    reductions = self.best.record.reductions();
                    at += failed;
                }
                None if better_since => (at, better_since) = (0, false),
                None => break,
            }
        }
        better
    }
}

/// Returns the games that result from removing `size` consecutive moves of `player`, and the same number of
/// moves of each other player, either from the end or from the beginning of the game. The last move of the
/// game always remains.
fn fewer_of(record: &Record, player: Player, size: usize) -> Vec<Line> {
    let Some(end) = record.moves.len().checked_sub(1) else { return Vec::new() };
    let of = |player: Player| -> Vec<usize> {
        let moves = record.moves[..end].iter().enumerate();
        moves.filter(|(_, (other, _))| *other == player).map(|(at, _)| at).collect()
    };
    let others: Vec<Vec<usize>> = record
        .start
        .rules()
        .players()
        .iter()
        .filter(|other| **other != player)
        .map(|other| of(*other))
        .collect();
    let mut lines = Vec::new();
    for chunk in of(player).chunks(size).filter(|chunk| chunk.len() == size) {
        for last in [true, false] {
            let left_out = |at: usize| {
                let with = |moves: &Vec<usize>| {
                    let most = size.min(moves.len());
                    let part = if last { &moves[moves.len() - most..] } else { &moves[..most] };
                    part.contains(&at)
                };
                chunk.contains(&at) || others.iter().any(with)
            };
            lines.push(rejoined(record, |at| !left_out(at)));
        }
    }
    lines
}

/// Returns the remaining moves of a game, rearranged so that the players move in turn as in the original
/// game. The order of each player's moves is unchanged.
pub(super) fn rejoined(record: &Record, stays: impl Fn(usize) -> bool) -> Line {
    of_plies(record, &in_turns(record, stays, 0))
}

/// Returns the line that results from removing the move at ply `except`, arranged so that the second player's
/// moves come first.
pub(super) fn on_other_sides(record: &Record, except: usize) -> Line {
    of_plies(record, &in_turns(record, |ply| ply != except, 1))
}

/// Returns the line with the moves of `plies`, in the order of `plies`.
pub(super) fn of_plies(record: &Record, plies: &[usize]) -> Line {
    let moves = plies.iter().map(|&ply| record.moves[ply].1.clone()).collect();
    Line { start: record.start.clone(), moves }
}

/// Returns the plies for which `stays` holds, in the order of [`in_turns_of`].
pub(super) fn in_turns(record: &Record, stays: impl Fn(usize) -> bool, from: usize) -> Vec<usize> {
    in_turns_of(record, (0..record.moves.len()).filter(|&ply| stays(ply)).collect(), from)
}

/// Returns the plies in `kept`, rearranged so that their players take turns as in the original game from ply
/// `from` on. The order of each player's plies is unchanged.
pub(super) fn in_turns_of(record: &Record, mut kept: Vec<usize>, from: usize) -> Vec<usize> {
    let players = record.moves[from..].iter().map(|(player, _)| *player).take(kept.len());
    let mut order = Vec::with_capacity(kept.len());
    for player in players {
        let next = kept.iter().position(|&ply| record.moves[ply].0 == player).unwrap_or(0);
        order.push(kept.remove(next));
    }
    order
}

#[cfg(test)]
mod tests {
    use bustan_vocabulary::tictactoe::{Player, TicTacToe};

    use super::*;
    use crate::erased::{rules, shared_player};

    fn words(line: &Line) -> String {
        line.moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn moves_that_stay_are_played_by_the_same_players() {
        let record = rules::<TicTacToe>().record("X[a1];O[a2];X[b1];O[b2];X[c1];O[c3];X[c2]").unwrap();
        assert_eq!(words(&rejoined(&record, |_| true)), "a1 a2 b1 b2 c1 c3 c2");
        assert_eq!(words(&rejoined(&record, |at| at != 0 && at != 5)), "b1 a2 c1 b2 c2");
        // When one player has no more moves, the other's moves follow.
        assert_eq!(words(&rejoined(&record, |at| at % 2 == 0)), "a1 b1 c1 c2");
        // All moves but one of the first player, played by the other side.
        let odd = rules::<TicTacToe>().record("X[a1];O[a2];X[b1];O[b2];X[c1]").unwrap();
        assert_eq!([0, 2].map(|ply| words(&on_other_sides(&odd, ply))), ["a2 b1 b2 c1", "a2 a1 b2 c1"]);
        let fewer = |player, size| {
            let player = shared_player::<TicTacToe>(player);
            fewer_of(&record, player, size).iter().map(words).collect::<Vec<_>>()
        };
        assert_eq!(
            fewer(Player::X, 1),
            [
                "b1 a2 c1 b2 c2",
                "b1 b2 c1 c3 c2",
                "a1 a2 c1 b2 c2",
                "a1 b2 c1 c3 c2",
                "a1 a2 b1 b2 c2",
                "a1 b2 b1 c3 c2"
            ]
        );
        assert_eq!(fewer(Player::X, 2), ["c1 a2 c2", "c1 c3 c2"]);
        assert_eq!(fewer(Player::O, 3), ["c2"; 2]);
        assert!(fewer(Player::O, 4).is_empty());
    }
}
