//! How often test games reach what is worth testing, by policy.

use bustan_core::Explore;

/// Games, plies and events under one policy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games begun with this policy.
    pub games: u64,
    /// Moves chosen by it.
    pub plies: u64,
    /// How often each of the game's [`EVENTS`](Explore::EVENTS) came about, in their order.
    pub events: Vec<u64>,
}

/// What a run has covered: one [`Tally`] for each of the game's policies, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// By policy.
    pub policies: Vec<Tally>,
}

impl Coverage {
    /// Nothing yet.
    pub fn new<G: Explore>() -> Self {
        let tally = Tally { games: 0, plies: 0, events: vec![0; G::EVENTS.len()] };
        Self { policies: vec![tally; G::POLICIES.len()] }
    }

    /// Adds what another part of the run has covered.
    pub fn add(&mut self, other: &Self) {
        for (tally, more) in self.policies.iter_mut().zip(&other.policies) {
            tally.games += more.games;
            tally.plies += more.plies;
            for (count, more) in tally.events.iter_mut().zip(&more.events) {
                *count += more;
            }
        }
    }

    /// Games begun, those that were broken off included.
    pub fn games(&self) -> u64 {
        self.policies.iter().map(|tally| tally.games).sum()
    }

    /// Moves chosen.
    pub fn plies(&self) -> u64 {
        self.policies.iter().map(|tally| tally.plies).sum()
    }

    /// How often each event came about under all policies together.
    pub fn total(&self) -> Vec<u64> {
        let events = self.policies.iter().map(|tally| tally.events.len()).max().unwrap_or(0);
        (0..events).map(|i| self.policies.iter().filter_map(|tally| tally.events.get(i)).sum()).collect()
    }
}
