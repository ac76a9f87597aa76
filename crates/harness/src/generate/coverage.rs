//! Counts how often test games reach the events worth testing, for each policy.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::base::add_counts;
use crate::erased::Rules;
use crate::generate::policies;

/// The number of occurrences below which an event is hardly tested.
pub const FEW: u64 = 10;

/// The numbers of games, plies and events under one policy.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// The number of games that began with the policy.
    pub games: u64,
    /// The number of moves that the policy chose.
    pub plies: u64,
    /// The number of occurrences of each of the game's [`EVENTS`](bustan_guide::Explore::EVENTS), in the same
    /// order.
    pub events: Vec<u64>,
}

/// The coverage of a run: one [`Tally`] for each policy of the game, in the same order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coverage {
    /// The tallies of the policies.
    pub policies: Vec<Tally>,
    /// The shapes and effects of moves, in a game whose rules are unknown.
    pub effects: Effects,
    /// The positions of a file that both engines refuse, each with the number of attempts.
    pub refused: BTreeMap<String, u64>,
    /// The conventions of the engine under test, by name, each with the number of games in which it explained
    /// a difference.
    #[serde(default)]
    pub conventions: BTreeMap<String, u64>,
    /// The number of moves at which events were looked for: two programs do not show what that takes.
    #[serde(default)]
    pub looked: u64,
}

/// The shapes and effects of the moves of a game whose rules are unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effects {
    /// The number of moves of each shape. A shape is the text of a move with `1` for each digit, `a` for each
    /// lowercase letter and `A` for each capital.
    pub shapes: BTreeMap<String, u64>,
    /// The number of moves that changed the value of each key.
    pub keys: BTreeMap<String, u64>,
}

/// The maximum number of shapes or keys that are named.
const NAMED: usize = 8;

impl Effects {
    /// Counts a move with this shape that changed the values of these keys.
    pub(crate) fn note(&mut self, (shape, keys): (String, BTreeSet<String>)) {
        *self.shapes.entry(shape).or_default() += 1;
        for key in keys {
            *self.keys.entry(key).or_default() += 1;
        }
    }

    fn add(&mut self, other: &Self) {
        add_counts(&mut self.shapes, &other.shapes);
        add_counts(&mut self.keys, &other.keys);
    }

    /// Describes the shapes and the keys, the most frequent first. Returns no text if no move was counted.
    pub fn words(&self) -> Vec<String> {
        let words = |what: &str, counts: &BTreeMap<String, u64>| {
            let mut counts: Vec<(&String, &u64)> = counts.iter().collect();
            counts.sort_by_key(|(name, count)| (std::cmp::Reverse(**count), *name));
            let (first, rest) = counts.split_at(counts.len().min(NAMED));
            let named: Vec<String> = first.iter().map(|(name, count)| format!("{name} ({count})")).collect();
            let more = if rest.is_empty() { String::new() } else { format!(" and {} more", rest.len()) };
            (!named.is_empty()).then(|| format!("{what}: {}{more}", named.join(", ")))
        };
        let all = [words("shapes of moves", &self.shapes), words("what they changed", &self.keys)];
        all.into_iter().flatten().collect()
    }
}

impl Coverage {
    /// Creates the coverage of no games.
    pub fn new(rules: Rules) -> Self {
        let tally = Tally { games: 0, plies: 0, events: vec![0; rules.events().len()] };
        Self {
            policies: vec![tally; policies::of(rules).count()],
            effects: Effects::default(),
            refused: BTreeMap::new(),
            conventions: BTreeMap::new(),
            looked: 0,
        }
    }

    /// Adds the coverage of another part of the run.
    pub fn add(&mut self, other: &Self) {
        self.effects.add(&other.effects);
        add_counts(&mut self.refused, &other.refused);
        add_counts(&mut self.conventions, &other.conventions);
        self.looked += other.looked;
        for (tally, more) in self.policies.iter_mut().zip(&other.policies) {
            tally.games += more.games;
            tally.plies += more.plies;
            for (count, more) in tally.events.iter_mut().zip(&more.events) {
                *count += more;
            }
        }
    }

    /// Returns the number of games that were started, including those that were interrupted.
    pub fn games(&self) -> u64 {
        self.policies.iter().map(|tally| tally.games).sum()
    }

    /// Returns the number of moves that policies chose.
    pub fn plies(&self) -> u64 {
        self.policies.iter().map(|tally| tally.plies).sum()
    }

    /// Whether moves were played and events were looked for at none of them.
    fn is_blind(&self) -> bool {
        self.plies() > 0 && self.looked == 0 && self.total().iter().all(|count| *count == 0)
    }

    /// Returns the number of times that each event occurred under all policies together.
    pub fn total(&self) -> Vec<u64> {
        let events = self.policies.iter().map(|tally| tally.events.len()).max().unwrap_or(0);
        (0..events).map(|i| self.policies.iter().filter_map(|tally| tally.events.get(i)).sum()).collect()
    }
}

/// The name of a policy or an event, with a short description.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Described {
    /// The name.
    pub name: String,
    /// The description.
    pub about: String,
    /// The event without which this event cannot occur; see [`Event`](bustan_guide::Event).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<String>,
}

impl Described {
    fn new(name: &str, about: &str) -> Self {
        Self { name: name.into(), about: about.into(), within: None }
    }
}

/// A policy with its tally.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// The policy.
    #[serde(flatten)]
    pub policy: Described,
    /// The figures of the policy.
    #[serde(flatten)]
    pub tally: Tally,
}

/// A [`Coverage`] with the names of policies and events, for any game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// The policies, each with its tally.
    pub policies: Vec<Row>,
    /// The events, in the order of a tally's; empty if they were not counted.
    pub events: Vec<Described>,
    /// The conventions of the engine under test, each with the number of games in which it explained a
    /// difference.
    #[serde(default)]
    pub conventions: BTreeMap<String, u64>,
}

impl Table {
    /// Creates the table for the coverage of a game.
    pub fn of(rules: Rules, coverage: &Coverage) -> Self {
        let row = |(policy, tally): (bustan_guide::Policy, &Tally)| Row {
            policy: Described::new(policy.name, policy.about),
            tally: tally.clone(),
        };
        let event = |event: &bustan_guide::Event| Described {
            within: event.within.map(Into::into),
            ..Described::new(event.name, event.about)
        };
        Self {
            policies: policies::of(rules).zip(&coverage.policies).map(row).collect(),
            events: if coverage.is_blind() { Vec::new() } else { rules.events().iter().map(event).collect() },
            conventions: coverage.conventions.clone(),
        }
    }

    /// Returns the number of times that an event occurred under all policies together.
    pub(crate) fn total(&self, event: usize) -> u64 {
        let counts = self.policies.iter().filter_map(|row| row.tally.events.get(event));
        counts.fold(0, |all, count| all.saturating_add(*count))
    }

    /// Returns the events that did not occur.
    pub fn never(&self) -> Vec<&Described> {
        let never = |(place, _): &(usize, &Described)| self.total(*place) == 0;
        self.events.iter().enumerate().filter(never).map(|(_, event)| event).collect()
    }

    /// Returns the events of the variants that were played, each with its count.
    pub(crate) fn possible(&self) -> impl Iterator<Item = (&Described, u64)> {
        let all = || self.events.iter().enumerate().map(|(place, event)| (event, self.total(place)));
        all().filter(move |(event, _)| {
            let occurred = |within: &String| all().any(|(event, count)| event.name == *within && count > 0);
            event.within.as_ref().is_none_or(occurred)
        })
    }

    /// Returns the events that occurred fewer than [`FEW`] times, each with its count, the rarest first.
    /// Events of variants that were not played are omitted.
    pub fn few(&self) -> Vec<(&Described, u64)> {
        let mut few: Vec<_> = self.possible().filter(|(_, count)| *count < FEW).collect();
        few.sort_by_key(|(_, count)| *count);
        few
    }

    /// Returns the minimum count of the events of the variants that were played; `None` if the game has no
    /// events.
    pub fn least(&self) -> Option<u64> {
        self.possible().map(|(_, count)| count).min()
    }

    /// Whether no games were played.
    pub(crate) fn is_empty(&self) -> bool {
        self.played().next().is_none()
    }

    /// Returns the policies that were used.
    fn played(&self) -> impl Iterator<Item = &Row> {
        self.policies.iter().filter(|row| row.tally.games > 0 || row.tally.plies > 0)
    }

    /// Returns the figures as rows of cells, with a row of titles first. Policies that were not used and
    /// events that did not occur are omitted. Empty if no games were played.
    pub fn rows(&self) -> Vec<Vec<String>> {
        let played: Vec<_> = self.played().collect();
        if played.is_empty() {
            return Vec::new();
        }
        let row = |name: &str, count: &dyn Fn(&Tally) -> u64| {
            let counts: Vec<u64> = played.iter().map(|row| count(&row.tally)).collect();
            let all = (counts.len() > 1)
                .then(|| counts.iter().fold(0, |all: u64, count| all.saturating_add(*count)));
            let cells = counts.iter().copied().chain(all).map(|count: u64| count.to_string());
            std::iter::once(name.to_string()).chain(cells).collect::<Vec<_>>()
        };
        let all = (played.len() > 1).then_some("all");
        let names = played.iter().map(|row| row.policy.name.as_str());
        let titles = ["reached"].into_iter().chain(names).chain(all);
        let mut rows = vec![titles.map(String::from).collect()];
        rows.push(row("games", &|tally| tally.games));
        rows.push(row("plies", &|tally| tally.plies));
        for (place, event) in self.events.iter().enumerate().filter(|(place, _)| self.total(*place) > 0) {
            rows.push(row(&event.name, &|tally| tally.events.get(place).copied().unwrap_or(0)));
        }
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bustan_vocabulary::chess::Chess;
    use bustan_vocabulary::tictactoe::TicTacToe;

    use crate::erased::rules;

    #[test]
    fn a_table_leaves_out_what_nothing_came_of_and_tells_it_apart() {
        let rules = rules::<TicTacToe>();
        let mut coverage = Coverage::new(rules);
        assert_eq!(Table::of(rules, &coverage).rows(), Vec::<Vec<String>>::new());
        let tally = &mut coverage.policies[1];
        (tally.games, tally.plies, tally.events[0]) = (2, 11, 2);
        let table = Table::of(rules, &coverage);
        assert_eq!(table.rows(), [["reached", "line"], ["games", "2"], ["plies", "11"], ["rows", "2"]]);
        assert_eq!(table.never().len(), rules.events().len() - 1);
        let few: Vec<_> =
            table.few().into_iter().map(|(event, count)| (event.name.as_str(), count)).collect();
        assert_eq!((few.len(), few[0].1, few.last()), (rules.events().len(), 0, Some(&("rows", 2))));
        assert_eq!((table.least(), Table::default().least()), (Some(0), None));
        coverage.policies[1].events.iter_mut().zip(FEW..).for_each(|(count, times)| *count = times);
        let table = Table::of(rules, &coverage);
        assert_eq!((table.few().len(), table.least()), (0, Some(FEW)));
        coverage.policies[0].games = 1;
        let rows = Table::of(rules, &coverage).rows();
        assert_eq!(rows[..2], [["reached", "uniform", "line", "all"], ["games", "1", "2", "3"]]);
    }

    #[test]
    fn events_that_were_not_looked_for_are_not_listed() {
        let rules = rules::<Chess>();
        let mut coverage = Coverage::new(rules);
        let events = |coverage: &Coverage| Table::of(rules, coverage).events.len();
        coverage.policies[0].games = 1;
        assert_eq!(events(&coverage), rules.events().len(), "nothing was played");
        coverage.policies[0].plies = 3;
        let table = Table::of(rules, &coverage);
        assert_eq!((events(&coverage), table.few().len(), table.least()), (0, 0, None));
        let mut other = Coverage::new(rules);
        (other.policies[1].plies, other.looked) = (2, 2);
        coverage.add(&other);
        assert_eq!(events(&coverage), rules.events().len());
    }

    #[test]
    fn events_of_a_variant_count_once_it_was_played() {
        let rules = rules::<Chess>();
        let mut coverage = Coverage::new(rules);
        let place = |name: &str| rules.events().iter().position(|event| event.name == name).unwrap();
        let variant = rules.events().iter().filter(|event| event.within.is_some()).count();
        assert!(
            variant > 1 && rules.events().iter().all(|event| event.within.is_none_or(|name| place(name) > 0))
        );
        let few = |coverage: &Coverage| Table::of(rules, coverage).few().len();
        assert_eq!(few(&coverage), rules.events().len() - variant);
        coverage.policies[0].events[place("chess960-castling-rights")] = 1;
        assert_eq!(few(&coverage), rules.events().len());
    }
}
