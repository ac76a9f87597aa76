//! Findings of a run told apart and counted while it goes on.
//!
//! Games are grouped by the signature with which they diverged. Of each group the game of the lowest number
//! is confirmed, which may show another cause, and made short, which may leave less that differs. Other
//! divergences that come up meanwhile belong to the group, too. Groups whose divergences then have one
//! signature, or are the same panic in different calls, are taken to be one finding, told by the group with
//! the shortest game. As all that depends on which games diverged and not on when, the findings and their
//! counts are the same whatever the order in which games end.

use std::collections::BTreeMap;

use bustan_guide::Explore;
use bustan_vocabulary::Game;

use crate::divergence::{Kind, Signature};
use crate::finding::{Finding, Written, note_shorter};
use crate::shrink::Shrunk;

/// The games that diverged with one signature.
struct Group<G: Game> {
    /// How many there are.
    count: u64,
    /// Their numbers, where those behind some game may be struck out in the end.
    numbers: Option<Vec<u64>>,
    /// The lowest number.
    first: u64,
    /// What that game showed, or, until it is confirmed, one with a higher number.
    finding: Option<Finding<G>>,
    /// What else came up while that was made short.
    met: Vec<Finding<G>>,
}

impl<G: Game> Group<G> {
    /// All that the group has to tell: what the game showed, then what else came up.
    fn all(&self) -> impl Iterator<Item = &Finding<G>> {
        self.finding.iter().chain(&self.met)
    }

    fn all_mut(&mut self) -> impl Iterator<Item = &mut Finding<G>> {
        self.finding.iter_mut().chain(&mut self.met)
    }

    /// Empties it.
    fn take(&mut self) -> Vec<Finding<G>> {
        self.finding.take().into_iter().chain(self.met.drain(..)).collect()
    }
}

/// The length of its game, whether it only came up on the way, and the number of its game: the lower, the
/// more a finding is worth telling.
fn rank<G: Game>(finding: &Finding<G>) -> (usize, bool, u64) {
    (finding.best().record.moves.len(), finding.met, finding.game)
}

/// All games of a run that diverged.
pub(super) struct Triage<G: Game> {
    groups: BTreeMap<Signature, Group<G>>,
    /// After how many different findings the run ends.
    most: usize,
    /// The lowest number of a game that could not be played because an engine does not start.
    unstarted: Option<u64>,
}

impl<G: Explore> Triage<G> {
    pub(super) fn new(most: usize) -> Self {
        Self { groups: BTreeMap::new(), most: most.max(1), unstarted: None }
    }

    /// Counts a game: whether it is the one of the lowest number so far that diverged like this.
    pub(super) fn count(&mut self, signature: &Signature, game: u64) -> bool {
        if signature.kind() == Kind::Start {
            self.unstarted = Some(self.unstarted.map_or(game, |first| first.min(game)));
        }
        let numbers = || (self.most < usize::MAX).then(Vec::new);
        let group = self.groups.entry(signature.clone()).or_insert_with(|| Group {
            count: 0,
            numbers: numbers(),
            first: u64::MAX,
            finding: None,
            met: Vec::new(),
        });
        group.count += 1;
        group.numbers.iter_mut().for_each(|numbers| numbers.push(game));
        let lower = game < group.first;
        group.first = group.first.min(game);
        lower
    }

    /// The number of the game with which there are as many causes as wanted, if there are, or with which an
    /// engine did not start: later games do not matter.
    pub(super) fn last(&self) -> Option<u64> {
        let mut causes: BTreeMap<String, u64> = BTreeMap::new();
        for (signature, group) in &self.groups {
            causes
                .entry(signature.cause())
                .and_modify(|first| *first = group.first.min(*first))
                .or_insert(group.first);
        }
        let mut firsts: Vec<u64> = causes.into_values().collect();
        firsts.sort_unstable();
        firsts.get(self.most - 1).copied().into_iter().chain(self.unstarted).min()
    }

    /// Takes what a game that diverged with this signature showed, unless another of a lower number has been
    /// counted since: what it supersedes, if anything, or the finding back.
    pub(super) fn take(&mut self, signature: &Signature, finding: Finding<G>) -> Result<Vec<Finding<G>>, ()> {
        match self.groups.get_mut(signature).filter(|group| group.first == finding.game) {
            Some(group) => {
                let superseded = group.take();
                group.finding = Some(finding);
                Ok(superseded)
            }
            None => Err(()),
        }
    }

    /// Takes what came of making a game short, if it is still the first of its group.
    pub(super) fn shorten(&mut self, signature: &Signature, game: u64, shrunk: Option<Shrunk<G>>) {
        let Some(group) = self.groups.get_mut(signature) else { return };
        let Some(finding) = group.finding.as_mut().filter(|finding| finding.game == game) else { return };
        finding.shrunk = shrunk;
        group.met = finding.others();
    }

    /// What the game of this number showed, if it is still the first of its group.
    pub(super) fn of_game(&mut self, signature: &Signature, game: u64) -> Option<&mut Finding<G>> {
        self.groups.get_mut(signature)?.finding.as_mut().filter(|finding| finding.game == game)
    }

    /// All of them with the signatures of their games, those that are taken to be one finding included.
    pub(super) fn all(&self) -> impl Iterator<Item = (&Signature, &Finding<G>)> {
        self.groups.iter().filter_map(|(signature, group)| Some((signature, group.finding.as_ref()?)))
    }

    /// The places of the different findings, with how many games came to each and the first of those.
    fn told(&self) -> BTreeMap<(Signature, usize), (u64, u64)> {
        let mut best: BTreeMap<String, Told<'_>> = BTreeMap::new();
        for (key, group) in &self.groups {
            for (place, finding) in group.all().enumerate() {
                // No game by itself came to what only came up on the way.
                let (count, first) = if finding.met { (0, u64::MAX) } else { (group.count, group.first) };
                let told = Told { key, place, game: finding.game, rank: rank(finding), count, first };
                best.entry(finding.best().signature.cause())
                    .and_modify(|other| other.join(&told))
                    .or_insert(told);
            }
        }
        best.into_values().map(|told| ((told.key.clone(), told.place), (told.count, told.first()))).collect()
    }

    /// Brings the counts of the findings up to date and gives them in two parts: the different findings, and
    /// those that others tell but that are on the disk nevertheless. `games` are all that were played.
    pub(super) fn part(&mut self, games: u64) -> (Vec<&mut Finding<G>>, Vec<&mut Finding<G>>) {
        let told = self.told();
        let (mut different, mut others) = (Vec::new(), Vec::new());
        for (key, group) in &mut self.groups {
            for (place, finding) in group.all_mut().enumerate() {
                match told.get(&(key.clone(), place)) {
                    Some(&(count, first)) => {
                        (finding.count, finding.first, finding.games) = (count, first, games);
                        different.push(finding);
                    }
                    None if finding.written != Written::default() => others.push(finding),
                    None => {}
                }
            }
        }
        note_shorter(&mut different);
        (different, others)
    }

    /// Forgets all games behind the last that matters and gives back what they showed.
    pub(super) fn strike(&mut self) -> Vec<Finding<G>> {
        let Some(last) = self.last() else { return Vec::new() };
        let mut struck = Vec::new();
        self.groups.retain(|_, group| {
            if let Some(numbers) = &group.numbers {
                group.count = numbers.iter().filter(|&&number| number <= last).count() as u64;
            }
            let keep = group.first <= last;
            if !keep {
                struck.extend(group.take());
            }
            keep
        });
        struck
    }

    /// The different findings, by the game that showed them first and then the shortest first, and the
    /// others.
    pub(super) fn settle(mut self, games: u64) -> (Vec<Finding<G>>, Vec<Finding<G>>) {
        self.part(games);
        let told = self.told();
        let (mut different, mut others) = (Vec::new(), Vec::new());
        for (key, mut group) in self.groups {
            for (place, finding) in group.take().into_iter().enumerate() {
                let part =
                    if told.contains_key(&(key.clone(), place)) { &mut different } else { &mut others };
                part.push(finding);
            }
        }
        different.sort_by_key(|finding| (finding.first, rank(finding)));
        (different, others)
    }
}

/// The group that tells a finding, among those seen so far.
struct Told<'t> {
    key: &'t Signature,
    /// Which of those it has.
    place: usize,
    game: u64,
    rank: (usize, bool, u64),
    count: u64,
    first: u64,
}

impl Told<'_> {
    /// Adds another group of the same finding.
    fn join(&mut self, other: &Self) {
        let (count, first) = (self.count + other.count, self.first.min(other.first));
        let best = if other.rank < self.rank { other } else { &*self };
        (self.key, self.place, self.game, self.rank) = (best.key, best.place, best.game, best.rank);
        (self.count, self.first) = (count, first);
    }

    /// The first game that came to it, or else the one on the way from which it came up.
    fn first(&self) -> u64 {
        if self.count == 0 { self.game } else { self.first }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bustan_vocabulary::tictactoe::TicTacToe;

    #[test]
    fn the_game_of_the_lowest_number_is_looked_at_whenever_it_comes() {
        let signature = Signature::new(Kind::Turn, &["x"]);
        let mut triage = Triage::<TicTacToe>::new(usize::MAX);
        let news = [9, 12, 3, 9, 2].map(|game| triage.count(&signature, game));
        assert_eq!(news, [true, false, true, false, true]);
        assert_eq!((triage.groups[&signature].count, triage.groups[&signature].first), (5, 2));
    }

    #[test]
    fn the_last_game_that_matters_is_the_same_in_whatever_order_games_end() {
        let signature = |name| Signature::new(Kind::Turn, &[name]);
        let games = [("x", 4), ("y", 7), ("x", 1), ("z", 9), ("y", 5), ("z", 6), ("x", 8)];
        for most in 1..5 {
            let counted = |games: &[(&'static str, u64)]| {
                let mut triage = Triage::<TicTacToe>::new(most);
                for &(name, game) in games {
                    triage.count(&signature(name), game);
                }
                let last = triage.last();
                triage.strike();
                (last, triage.groups.values().map(|group| (group.first, group.count)).collect::<Vec<_>>())
            };
            let mut order = games.to_vec();
            let expected = counted(&order);
            assert_eq!(expected.0, [Some(1), Some(5), Some(6), None][most - 1]);
            for _ in 0..order.len() {
                order.rotate_left(1);
                assert_eq!(counted(&order), expected);
                let backwards: Vec<_> = order.iter().rev().copied().collect();
                assert_eq!(counted(&backwards), expected);
            }
        }
    }

    #[test]
    fn a_panic_is_one_cause_however_a_game_comes_to_it() {
        let mut triage = Triage::<TicTacToe>::new(2);
        triage.count(&Signature::panic("subject", "play", "overflow"), 3);
        triage.count(&Signature::panic("subject", "undo", "overflow"), 4);
        assert_eq!(triage.last(), None);
        triage.count(&Signature::new(Kind::Turn, &["x"]), 6);
        assert_eq!(triage.last(), Some(6));
    }
}
