//! The recorded answers of an engine along a game.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use serde::Deserialize;
use serde_json::Value;

use crate::compare::leave_out;
use crate::compare::participant::Observed;
use crate::erased::{Move, Player};

/// The answers of an engine at one moment of a game.
pub(crate) struct PlyAnswers {
    /// The player to move, if the engine reports it: `Some(None)` if the game is over.
    pub(crate) turn: Option<Option<Player>>,
    /// The hash of the position.
    pub(crate) hash: Option<u64>,
    /// The observation: `None` if the engine was not queried for it, `Some(None)` if it reported none.
    observation: Option<Option<Observed>>,
    /// The number of moves played according to the observation, parsed from its JSON form at most once.
    ply: OnceCell<Option<u64>>,
    /// The meaning of the text of the position, if it was determined.
    meaning: Option<Meaning>,
}

/// The text of a position and its meaning: the legal moves and the hash.
pub(crate) struct Meaning {
    /// The text.
    pub(crate) text: String,
    /// The sorted legal moves, each once.
    pub(crate) legal: Vec<Move>,
    /// The hash in the observation.
    pub(crate) hash: Option<Value>,
}

impl PlyAnswers {
    /// Creates a record of answers.
    pub(crate) fn new(
        turn: Option<Option<Player>>,
        hash: Option<u64>,
        observation: Option<Option<Observed>>,
    ) -> Self {
        Self { turn, hash, observation, ply: OnceCell::new(), meaning: None }
    }

    /// Returns the observation, if there is one.
    pub(crate) fn observation(&self) -> Option<&Observed> {
        self.observation.as_ref()?.as_ref()
    }

    /// Returns the observation as JSON.
    pub(crate) fn shown(&self) -> Option<Value> {
        self.observation().map(Observed::json)
    }

    /// Returns the number of moves played according to the observation.
    pub(crate) fn ply(&self) -> Option<u64> {
        *self.ply.get_or_init(|| ply_in(self.observation()?))
    }
}

/// Returns the number of moves played according to an observation, from its JSON form. Skips the rest of the
/// form, which is much faster than parsing it.
fn ply_in(shown: &Observed) -> Option<u64> {
    #[derive(Deserialize)]
    struct PlyOnly {
        ply: Option<u64>,
    }
    // An array would be parsed as the fields of the structure.
    let text = match shown {
        Observed::Own(seen) => seen.text().ok()?.into(),
        Observed::Said(_) | Observed::Other(_) => shown.text(),
    };
    serde_json::from_str::<PlyOnly>(&text).ok().filter(|_| text.starts_with('{'))?.ply
}

/// The answers of an engine from the start of a game to now.
#[derive(Default)]
pub(crate) struct Trail {
    /// The answers at each position from the start of the game; `None` where the engine was not queried.
    looks: Vec<Option<PlyAnswers>>,
    /// For each hash, the first class of positions that had it.
    class_of: FxHashMap<u64, usize>,
    /// For each class of positions, its first hash.
    hash_of: FxHashMap<usize, u64>,
    /// The keys of observations that no check compares.
    ignored: BTreeSet<String>,
}

impl Trail {
    /// Ignores `keys` of observations from now on, in all checks.
    pub(crate) fn ignore(&mut self, keys: &BTreeSet<String>) {
        self.ignored.clone_from(keys);
    }

    /// Returns the keys of observations that are ignored.
    pub(crate) fn ignored(&self) -> &BTreeSet<String> {
        &self.ignored
    }

    /// Removes the answers of the game.
    pub(crate) fn clear(&mut self) {
        self.looks.clear();
        self.class_of.clear();
        self.hash_of.clear();
    }

    /// Appends the answers at a position.
    pub(crate) fn push(&mut self, seen: PlyAnswers) {
        self.looks.push(Some(seen));
    }

    /// Records that the engine passed `positions` positions without being queried.
    pub(crate) fn pass(&mut self, positions: usize) {
        self.looks.extend((0..positions).map(|_| None));
    }

    /// Removes the answers at the last `looks` positions.
    pub(crate) fn forget(&mut self, looks: usize) {
        self.looks.truncate(self.looks.len().saturating_sub(looks));
    }

    /// Returns the number of recorded positions, including those where the engine was not queried.
    pub(crate) fn looks(&self) -> usize {
        self.looks.len()
    }

    /// Returns the answers after `ply` moves.
    pub(crate) fn at(&self, ply: usize) -> Option<&PlyAnswers> {
        self.looks.get(ply)?.as_ref()
    }

    /// Returns the answers `back` positions before the last one.
    pub(crate) fn before(&self, back: usize) -> Option<&PlyAnswers> {
        self.at(self.looks.len().checked_sub(back + 1)?)
    }

    /// Returns the answers at the last position.
    pub(crate) fn last(&self) -> Option<&PlyAnswers> {
        self.looks.last()?.as_ref()
    }

    /// Returns the player to move at the last position, and `Some(None)` if the game is over; `None` if the
    /// engine does not report it.
    pub(crate) fn turn(&self) -> Option<Option<Player>> {
        self.last()?.turn
    }

    /// Returns the hash at the last position.
    pub(crate) fn hash(&self) -> Option<u64> {
        self.last()?.hash
    }

    /// Returns the observation at the last position.
    pub(crate) fn observation(&self) -> Option<&Observed> {
        self.last()?.observation()
    }

    /// Returns the observation at the position before the last.
    pub(crate) fn observation_before(&self) -> Option<&Observed> {
        self.before(1)?.observation()
    }

    /// Returns the observations before the last position, the latest first, up to the first position without
    /// one.
    pub(crate) fn observations_before(&self) -> impl Iterator<Item = &Observed> {
        self.looks.iter().rev().skip(1).map_while(|seen| seen.as_ref()?.observation())
    }

    /// Returns the observation after `ply` moves.
    pub(crate) fn observation_at(&self, ply: usize) -> Option<&Observed> {
        self.at(ply)?.observation()
    }

    /// Returns the observation after `ply` moves: `None` if the engine was not queried for it, and
    /// `Some(None)` if it reported none.
    pub(crate) fn report(&self, ply: usize) -> Option<Option<Observed>> {
        self.at(ply)?.observation.clone()
    }

    /// Returns the observation at the last position as JSON, without the ignored keys.
    pub(crate) fn shown_json(&self) -> Option<Value> {
        let mut shown = self.last()?.shown()?;
        leave_out(&mut shown, &self.ignored);
        Some(shown)
    }

    /// Returns the number of moves played according to the observation `back` positions before the last one.
    pub(crate) fn ply_shown(&self, back: usize) -> Option<u64> {
        if self.ignored.contains("ply") {
            return None;
        }
        self.before(back)?.ply()
    }

    /// Returns the keys of observations whose values are numbers that change with every move of the game.
    pub(crate) fn counters(&self) -> BTreeSet<String> {
        let shown: Vec<Value> = self.looks.iter().flatten().filter_map(PlyAnswers::shown).collect();
        let numbers = |seen: &Value| {
            let members = seen.as_object().into_iter().flatten();
            members.filter(|(_, value)| value.is_number()).map(|(key, _)| key.clone()).collect()
        };
        let mut keys: BTreeSet<String> = shown.first().map(numbers).unwrap_or_default();
        keys.retain(|key| shown.windows(2).all(|pair| pair[0].get(key) != pair[1].get(key)));
        keys
    }

    /// Returns the first class of positions that had `hash`. If there is none, records `class`.
    pub(crate) fn class_of(&mut self, hash: u64, class: usize) -> usize {
        *self.class_of.entry(hash).or_insert(class)
    }

    /// Returns the first hash of the class of positions `class`. If there is none, records `hash`.
    pub(crate) fn hash_of(&mut self, class: usize, hash: u64) -> u64 {
        *self.hash_of.entry(class).or_insert(hash)
    }

    /// Returns the first ply before the last position at which the position had the text `text`, and the
    /// meaning of the text there.
    pub(crate) fn meaning_of(&self, text: &str) -> Option<(usize, &Meaning)> {
        let (_, before) = self.looks.split_last()?;
        let mut meanings =
            before.iter().enumerate().filter_map(|(ply, seen)| Some((ply, seen.as_ref()?.meaning.as_ref()?)));
        meanings.find(|(_, meaning)| meaning.text == text)
    }

    /// Records the meaning of the text at the last position.
    pub(crate) fn set_meaning(&mut self, meaning: Meaning) {
        if let Some(Some(last)) = self.looks.last_mut() {
            last.meaning = Some(meaning);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_number_of_moves_is_shown_under_its_name_alone() {
        let ply_in = |shown: Value| ply_in(&Observed::Other(shown));
        assert_eq!(ply_in(json!({ "game": "x", "ply": 3, "board": { "ply": 4 } })), Some(3));
        for other in
            [json!({}), json!({ "ply": null }), json!({ "ply": -1 }), json!({ "ply": "3" }), json!([3])]
        {
            assert_eq!(ply_in(other.clone()), None, "{other}");
        }
    }
}
