//! Distinguishes the findings of a run, and counts them while the run continues.
//!
//! Games are grouped by the signature with which they diverged. In each group, the game with the lowest
//! number is confirmed, which may reveal another cause, and shrunk, which may leave a smaller difference.
//! Other divergences that occur meanwhile belong to the group, too. Groups count as one finding if their
//! divergences then have the same signature, or are the same panic in different calls. The group with the
//! shortest game represents the finding. All this depends on the set of games that diverged and not on their
//! order, so the findings and their counts do not depend on the order in which games end.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use super::games::{Games, Showing};
use super::plan::AcceptedGames;
use crate::compare::divergence::{Divergence, Signature};
use crate::compare::known::KnownDifferences;
use crate::report::finding::{Finding, FindingFiles, files, note_shorter};
use crate::shrink::Shrunk;

/// The games that diverged with one signature.
struct Group {
    signature: Signature,
    games: Games,
    /// The lowest number of the games.
    first: u64,
    /// The finding of the game `first` or, until that is confirmed, of a game with a higher number.
    finding: Option<Finding>,
    /// Other findings, which occurred while `finding` was shrunk.
    met: Vec<Finding>,
}

impl Group {
    /// Returns all findings of the group: the finding of the game, then those that occurred while it was
    /// shrunk.
    fn all(&self) -> impl Iterator<Item = &Finding> {
        self.finding.iter().chain(&self.met)
    }

    fn all_mut(&mut self) -> impl Iterator<Item = &mut Finding> {
        self.finding.iter_mut().chain(&mut self.met)
    }

    /// Removes all findings from the group and returns them.
    fn take(&mut self) -> Vec<Finding> {
        self.finding.take().into_iter().chain(self.met.drain(..)).collect()
    }
}

/// Returns the rank of a finding for reports, lowest first: by the length of the game, then by whether the
/// finding only occurred while another was shrunk, then by the number of the game.
fn rank(finding: &Finding) -> (usize, bool, u64) {
    (finding.best().record.moves.len(), finding.met, finding.game)
}

/// Returns the number of moves of a finding's game from the start. Returns the largest number if no such game
/// is known, because the number of moves from a later position is not comparable.
fn moves(finding: &Finding) -> usize {
    match &finding.shrunk {
        Some(shrunk) => shrunk.moves_from_start().unwrap_or(usize::MAX),
        None => finding.original.record.moves.len(),
    }
}

/// All games of a run that diverged.
pub(super) struct Triage {
    /// The groups, sorted by their signatures.
    groups: Vec<Group>,
    /// The games that showed accepted differences.
    accepted: BTreeMap<Signature, Games>,
    /// The number of distinct findings after which the run ends.
    most: usize,
}

impl Triage {
    pub(super) fn new(most: usize) -> Self {
        Self { groups: Vec::new(), accepted: BTreeMap::new(), most: most.max(1) }
    }

    /// Returns the index of a signature's group, or the index at which to insert it.
    fn place(&self, signature: &Signature) -> Result<usize, usize> {
        self.groups.binary_search_by(|group| group.signature.cmp(signature))
    }

    fn group(&mut self, signature: &Signature) -> Option<&mut Group> {
        self.place(signature).ok().map(|place| &mut self.groups[place])
    }

    /// Counts a game and returns whether its number is the lowest so far with this signature.
    pub(super) fn count(&mut self, signature: &Signature, game: u64, showing: Showing) -> bool {
        let place = self.place(signature).unwrap_or_else(|place| {
            let group = Group {
                signature: signature.clone(),
                games: Games::new(self.most < usize::MAX),
                first: u64::MAX,
                finding: None,
                met: Vec::new(),
            };
            self.groups.insert(place, group);
            place
        });
        let group = &mut self.groups[place];
        group.games.add(game, showing);
        let lower = game < group.first;
        group.first = group.first.min(game);
        lower
    }

    /// Whether no other game has shown a difference with this signature.
    pub(super) fn is_new(&self, signature: &Signature, game: u64) -> bool {
        self.place(signature).map_or(true, |place| self.groups[place].games.are_only(game))
    }

    /// Forgets a difference that only `game` has shown, and returns its findings.
    pub(super) fn forget(&mut self, signature: &Signature, game: u64) -> Vec<Finding> {
        match self.place(signature) {
            Ok(place) if self.groups[place].first == game => self.groups.remove(place).take(),
            _ => Vec::new(),
        }
    }

    /// Whether `game` is the first game with this signature, and its finding is missing or has not been tried
    /// on new engines.
    pub(super) fn awaits(&mut self, signature: &Signature, game: u64) -> bool {
        let tried = |finding: &Finding| finding.game == game && finding.reproducible.is_some();
        let found = |group: &Group| group.finding.as_ref().is_some_and(tried);
        self.group(signature).is_some_and(|group| group.first == game && !found(group))
    }

    /// Returns the signatures without a finding, each with the first game that showed it, up to the last that
    /// matters.
    pub(super) fn lacking(&self) -> Vec<(Signature, u64)> {
        let last = self.last().unwrap_or(u64::MAX);
        let lacking = self.groups.iter().filter(|group| group.finding.is_none() && group.first <= last);
        lacking.map(|group| (group.signature.clone(), group.first)).collect()
    }

    /// Counts a game that showed an accepted difference.
    pub(super) fn accept(&mut self, signature: Signature, game: u64, ended: bool) {
        let each = self.most < usize::MAX;
        let games = self.accepted.entry(signature).or_insert_with(|| Games::new(each));
        games.add(game, Showing { ended, plies: (0, 0), moves: None });
    }

    /// Returns the accepted differences that occurred.
    pub(super) fn accepted(&self, known: &KnownDifferences) -> Vec<AcceptedGames> {
        let counted = self.accepted.iter().map(|(signature, games)| AcceptedGames {
            signature: signature.clone(),
            games: games.count(),
            ended: games.ended(),
            words: known.accepted_as(signature),
        });
        counted.filter(|accepted| accepted.games > 0).collect()
    }

    /// Returns the number of the game that ends the run, if there is one: the game with which the requested
    /// number of causes is reached. Later games do not matter.
    pub(super) fn last(&self) -> Option<u64> {
        let groups = self.groups.iter().map(|group| (group.signature.anywhere().cause(), group.first));
        reaches(groups.collect(), self.most)
    }

    /// Whether `game`, which diverged with this signature, has the lowest number of all games that did.
    pub(super) fn is_first(&self, signature: &Signature, game: u64) -> bool {
        self.place(signature).is_ok_and(|place| self.groups[place].first == game)
    }

    /// Stores the finding of the [first](Self::is_first) game that diverged with this signature, and returns
    /// the findings that it supersedes.
    pub(super) fn take(&mut self, signature: &Signature, finding: Finding) -> Vec<Finding> {
        let Some(group) = self.group(signature) else { return Vec::new() };
        let superseded = group.take();
        group.finding = Some(finding);
        superseded
    }

    /// Stores the result of shrinking a game, if the game is still the first of its group.
    pub(super) fn shorten(&mut self, signature: &Signature, game: u64, shrunk: Option<Shrunk>) {
        let Some(group) = self.group(signature) else { return };
        let Some(finding) = group.finding.as_mut().filter(|finding| finding.game == game) else { return };
        finding.shrunk = shrunk;
        group.met = finding.others();
    }

    /// Whether a shorter game from the start than the known one may exist for a finding, because a game of
    /// `than` moves showed the finding.
    pub(super) fn may_be_shorter(&mut self, signature: &Signature, than: usize) -> bool {
        let finding = self.group(signature).and_then(|group| group.finding.as_ref());
        let finding =
            finding.filter(|finding| finding.reproducible == Some(true) && finding.shrunk.is_some());
        finding.is_some_and(|finding| moves(finding) > than)
    }

    /// Stores the result of shrinking another game with this signature, if the result has a shorter game from
    /// the start than the finding. Returns the number of the finding's game in that case.
    pub(super) fn improve(&mut self, signature: &Signature, shrunk: Shrunk) -> Option<u64> {
        let group = self.group(signature)?;
        let finding = group.finding.as_mut()?;
        if shrunk.moves_from_start()? >= moves(finding) {
            return None;
        }
        finding.shrunk = Some(shrunk);
        // The other game began at a starting position.
        finding.offered = None;
        group.met.extend(finding.others());
        Some(finding.game)
    }

    /// Returns the findings that occurred while others were shrunk and were not shrunk themselves, each with
    /// the signature of its group.
    pub(super) fn open(&mut self) -> Vec<(Signature, Divergence)> {
        let places = self.places();
        let mut open = Vec::new();
        for &(at, within) in places.keys() {
            let group = &self.groups[at];
            let finding = group.all().nth(within).filter(|finding| finding.met && finding.shrunk.is_none());
            // A finding that there was no time to try on new engines is tried now.
            if let Some(finding) = finding.filter(|finding| finding.reproducible != Some(false)) {
                open.push((group.signature.clone(), finding.original.clone()));
            }
        }
        open
    }

    /// Stores the result of shrinking a finding of a group that occurred while another was shrunk, and
    /// returns the number of its game.
    pub(super) fn shorten_met(
        &mut self,
        group: &Signature,
        original: &Signature,
        shrunk: Option<Shrunk>,
    ) -> Option<u64> {
        let group = self.group(group)?;
        let finding = group.met.iter_mut().find(|finding| finding.original.signature == *original)?;
        finding.reproducible = Some(shrunk.is_some());
        finding.shrunk = shrunk;
        let (game, others) = (finding.game, finding.others());
        group.met.extend(others);
        Some(game)
    }

    /// Returns the finding of `game`, if this is still the game of its group's finding.
    pub(super) fn of_game(&mut self, signature: &Signature, game: u64) -> Option<&mut Finding> {
        self.group(signature)?.finding.as_mut().filter(|finding| finding.game == game)
    }

    /// Returns the sort key for the order in which findings are shrunk: findings with few moves come first
    /// and, among these, findings that many games showed.
    pub(super) fn urgency(&mut self, signature: &Signature, game: u64) -> (usize, Reverse<u64>) {
        let group = self.group(signature);
        let shown = group.as_ref().map_or(0, |group| group.games.count());
        let finding = group.and_then(|group| group.finding.as_ref()).filter(|finding| finding.game == game);
        (finding.map_or(usize::MAX, |finding| finding.original.record.moves.len()), Reverse(shown))
    }

    /// Returns the signatures of the findings of a game that diverged with `signature`, including findings
    /// that occurred while it was shrunk.
    pub(super) fn signatures(&mut self, signature: &Signature, game: u64) -> Vec<Signature> {
        let group = self.group(signature);
        let all = group.iter().flat_map(|group| group.all()).filter(|finding| finding.game == game);
        all.map(|finding| finding.original.signature.clone()).collect()
    }

    /// Returns the findings of all groups with the signatures of the groups, including findings that count as
    /// the same.
    pub(super) fn all(&self) -> impl Iterator<Item = (&Signature, &Finding)> {
        self.groups.iter().filter_map(|group| Some((&group.signature, group.finding.as_ref()?)))
    }

    /// Returns the files of all findings.
    pub(super) fn files(&self) -> BTreeSet<PathBuf> {
        files(self.groups.iter().flat_map(Group::all))
    }

    /// Returns the places of the distinct findings, each with its games and the first of them.
    fn places(&self) -> Places {
        let mut candidates = Vec::new();
        for (at, group) in self.groups.iter().enumerate() {
            for (within, finding) in group.all().enumerate() {
                // No game showed this finding by itself, because it only occurred while another was shrunk.
                let (games, first) = match finding.met {
                    true => (Games::default(), u64::MAX),
                    false => (group.games.clone(), group.first),
                };
                let place = (at, within);
                let (game, rank, moves) = (finding.game, rank(finding), moves(finding));
                let best = finding.best();
                let about = best.record.moves.last().filter(|_| best.question).map(|(_, mv)| mv.to_string());
                let candidate = Candidate { place, game, rank, moves, about, games, first };
                candidates.push((best.signature.clone(), finding.shrunk.is_some(), candidate));
            }
        }
        different(apart(candidates))
    }

    /// Updates the counts of the findings and returns them in two parts: the distinct findings, and the
    /// findings that are part of another but still on disk. `games` is the number of games played.
    pub(super) fn part(&mut self, games: u64) -> (Vec<&mut Finding>, Vec<&mut Finding>) {
        let places = self.places();
        let (mut different, mut others) = (Vec::new(), Vec::new());
        for (at, group) in self.groups.iter_mut().enumerate() {
            for (within, finding) in group.all_mut().enumerate() {
                match places.get(&(at, within)) {
                    Some((shown, first)) => {
                        (finding.count, finding.first, finding.games) = (shown.count(), *first, games);
                        (finding.ended, finding.plies) = (shown.ended(), shown.plies());
                        different.push(finding);
                    }
                    None if finding.written != FindingFiles::default() => others.push(finding),
                    None => {}
                }
            }
        }
        note_shorter(&mut different);
        (different, others)
    }

    /// Forgets all games after the last that matters and returns their findings.
    pub(super) fn strike(&mut self) -> Vec<Finding> {
        let Some(last) = self.last() else { return Vec::new() };
        self.accepted.values_mut().for_each(|games| games.strike(last));
        let mut struck = Vec::new();
        self.groups.retain_mut(|group| {
            group.games.strike(last);
            let keep = group.first <= last;
            if !keep {
                struck.extend(group.take());
            }
            keep
        });
        struck
    }

    /// Returns the distinct findings, sorted by the first game that showed them and then by their ranks, and
    /// separately all other findings.
    pub(super) fn settle(mut self, games: u64) -> (Vec<Finding>, Vec<Finding>) {
        self.part(games);
        let places = self.places();
        let (mut different, mut others) = (Vec::new(), Vec::new());
        for (at, mut group) in self.groups.into_iter().enumerate() {
            for (within, finding) in group.take().into_iter().enumerate() {
                let part = if places.contains_key(&(at, within)) { &mut different } else { &mut others };
                part.push(finding);
            }
        }
        different.sort_by_key(|finding| (finding.first, rank(finding)));
        (different, others)
    }
}

/// The place of a finding: the index of its group, and its index in that group.
type Place = (usize, usize);

/// The distinct findings, by their places, each with its games and the first of them.
type Places = BTreeMap<Place, (Games, u64)>;

/// Returns the number of the game with which `wanted` causes are reached, given all causes with the games
/// that showed them.
fn reaches(causes: Vec<(String, u64)>, wanted: usize) -> Option<u64> {
    let mut firsts: BTreeMap<String, u64> = BTreeMap::new();
    for (cause, game) in causes {
        firsts.entry(cause).and_modify(|first| *first = game.min(*first)).or_insert(game);
    }
    let mut firsts: Vec<u64> = firsts.into_values().collect();
    firsts.sort_unstable();
    firsts.get(wanted - 1).copied()
}

/// Returns the cause of each candidate. If a game shows a known difference about other moves, this counts as
/// a separate cause only if it takes a longer game from the start than the known one, or if the length of
/// that game is unknown, because the same bug affects many moves. If the difference is about the same move
/// after shrinking, the cause is the same.
fn apart(mut candidates: Vec<(Signature, bool, Candidate)>) -> Vec<(String, Candidate)> {
    candidates.sort_by_key(|(signature, _, candidate)| (signature.times_elsewhere(), candidate.place));
    // The causes that count, by the words of the signature that they share.
    let mut counted: BTreeMap<String, Vec<Counted>> = BTreeMap::new();
    let cause = |(signature, shrunk, candidate): (Signature, bool, Candidate)| {
        let (plain, moves, about) = (signature.anywhere().cause(), candidate.moves, candidate.about.clone());
        let counted = counted.entry(plain.clone()).or_default();
        if let Some(same) = counted.iter().find(|other| about.is_some() && other.about == about) {
            return (same.cause.clone(), candidate);
        }
        let known = moves < usize::MAX;
        let longer = counted.iter().all(|other| moves > other.moves || known && other.moves == usize::MAX);
        if signature.times_elsewhere() == 0 || shrunk && longer {
            counted.push(Counted { moves, about, cause: signature.cause() });
            return (signature.cause(), candidate);
        }
        let same = counted.iter().find(|other| other.moves == moves).map(|other| other.cause.clone());
        (same.unwrap_or(plain), candidate)
    };
    candidates.into_iter().map(cause).collect()
}

/// A cause that counts, with the length of its game from the start and the move that it is about.
struct Counted {
    moves: usize,
    about: Option<String>,
    cause: String,
}

/// Returns the best of the candidates for each cause.
fn different(candidates: Vec<(String, Candidate)>) -> Places {
    let mut best: BTreeMap<String, Candidate> = BTreeMap::new();
    for (cause, candidate) in candidates {
        best.entry(cause).and_modify(|other| other.join(&candidate)).or_insert(candidate);
    }
    let placed = |one: Candidate| {
        let first = one.first();
        (one.place, (one.games, first))
    };
    best.into_values().map(placed).collect()
}

/// The best of the groups with a finding that have been considered so far.
struct Candidate {
    place: Place,
    game: u64,
    rank: (usize, bool, u64),
    /// The length of the game from the start, or the largest number if no such game is known.
    moves: usize,
    /// The disputed move at the end of the game, if there is one.
    about: Option<String>,
    games: Games,
    first: u64,
}

impl Candidate {
    /// Adds another group with the same finding.
    fn join(&mut self, other: &Self) {
        self.games.join(&other.games);
        self.first = self.first.min(other.first);
        let best = if other.rank < self.rank { other } else { &*self };
        (self.place, self.game, self.rank, self.moves, self.about) =
            (best.place, best.game, best.rank, best.moves, best.about.clone());
    }

    /// Returns the first game that showed the finding. If no game showed it directly, returns the game that
    /// was being shrunk when it occurred.
    fn first(&self) -> u64 {
        if self.games.count() == 0 { self.game } else { self.first }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::divergence::Kind;

    const SHOWING: Showing = Showing { ended: true, plies: (0, 0), moves: None };

    #[test]
    fn what_only_one_game_has_shown_can_be_forgotten() {
        let mut triage = Triage::new(1);
        let [one, other] = ["x", "y"].map(|name| Signature::new(Kind::Fault, &[name]));
        triage.count(&one, 6, SHOWING);
        triage.count(&other, 4, SHOWING);
        assert!(triage.is_new(&one, 6) && !triage.is_new(&one, 5) && triage.last() == Some(4));
        assert!(triage.forget(&one, 5).is_empty() && !triage.is_new(&one, 5));
        assert!(triage.forget(&other, 4).is_empty());
        assert!(triage.is_new(&other, 5) && triage.last() == Some(6));
    }

    #[test]
    fn the_game_of_the_lowest_number_is_looked_at_whenever_it_comes() {
        let signature = Signature::new(Kind::Turn, &["x"]);
        let mut triage = Triage::new(usize::MAX);
        let news = [9, 12, 3, 9, 2].map(|game| triage.count(&signature, game, SHOWING));
        assert_eq!(news, [true, false, true, false, true]);
        assert_eq!((triage.groups[0].games.count(), triage.groups[0].first), (4, 2));
    }

    #[test]
    fn the_last_game_that_matters_is_the_same_in_whatever_order_games_end() {
        let signature = |name| Signature::new(Kind::Turn, &[name]);
        let games = [("x", 4), ("y", 7), ("x", 1), ("z", 9), ("y", 5), ("z", 6), ("x", 8)];
        for most in 1..5 {
            let counted = |games: &[(&'static str, u64)]| {
                let mut triage = Triage::new(most);
                for &(name, game) in games {
                    triage.count(&signature(name), game, SHOWING);
                }
                let last = triage.last();
                triage.strike();
                (
                    last,
                    triage.groups.iter().map(|group| (group.first, group.games.count())).collect::<Vec<_>>(),
                )
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
    fn a_difference_about_other_moves_is_reported_unless_its_game_from_the_start_is_no_longer() {
        let plain = Signature::verdict("", "illegal", "legal");
        // All games are reported from the position before the last move.
        let causes = |games: [(usize, &str); 3]| {
            let candidate = |(at, (moves, about)): (usize, (usize, &str))| {
                let signature = if at == 0 { plain.clone() } else { plain.clone().elsewhere(at as u8) };
                let (place, rank, about) = ((at, 0), (1, false, at as u64), Some(about.to_string()));
                let candidate =
                    Candidate { place, game: 0, rank, moves, about, games: Games::default(), first: 0 };
                (signature, true, candidate)
            };
            let apart = apart(games.into_iter().enumerate().map(candidate).collect());
            apart.into_iter().map(|(cause, _)| cause).collect::<BTreeSet<_>>().len()
        };
        let far = usize::MAX;
        assert_eq!(causes([(1, "a"), (4, "b"), (7, "c")]), 3);
        // Some of the games from the start are unknown.
        assert_eq!(causes([(1, "a"), (far, "b"), (7, "c")]), 3);
        assert_eq!(causes([(1, "a"), (far, "b"), (far, "c")]), 2);
        assert_eq!(causes([(4, "a"), (4, "b"), (3, "c")]), 1, "the same mistake shows about many moves");
        assert_eq!(causes([(1, "a"), (4, "b"), (7, "a")]), 2, "the same move is in question again");
    }

    #[test]
    fn of_findings_alike_the_one_that_many_games_showed_is_shrunk_first() {
        let mut triage = Triage::new(usize::MAX);
        let [often, once] = ["often", "once"].map(|what| Signature::new(Kind::Turn, &[what]));
        triage.count(&once, 1, SHOWING);
        for game in 2..5 {
            triage.count(&often, game, SHOWING);
        }
        assert!(triage.urgency(&often, 2) < triage.urgency(&once, 1));
    }

    #[test]
    fn a_panic_is_one_cause_however_a_game_comes_to_it() {
        let mut triage = Triage::new(2);
        triage.count(&Signature::panic("subject", "play", "overflow"), 3, SHOWING);
        triage.count(&Signature::panic("subject", "undo", "overflow"), 4, SHOWING);
        assert_eq!(triage.last(), None);
        triage.count(&Signature::new(Kind::Turn, &["x"]), 6, SHOWING);
        assert_eq!(triage.last(), Some(6));
    }
}
