//! An engine's answers along a game, without the engine.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use serde::Deserialize;
use serde_json::Value;

use crate::compare::leave_out;
use crate::compare::participant::Observed;
use crate::erased::{Move, Player};

/// The answers of an engine at one moment of a game.
pub(crate) struct Seen {
    /// The player on turn, if the engine reports it: `Some(None)` if the game is over.
    pub(crate) turn: Option<Option<Player>>,
    /// The hash of the position.
    pub(crate) hash: Option<u64>,
    /// `None` if the engine was not asked for its observation, `Some(None)` if it reported none.
    observation: Option<Option<Observed>>,
    /// The number of moves that the observation shows, read from its JSON form once.
    ply: OnceCell<Option<u64>>,
    /// The meaning of the text of the position, if that was asked.
    meaning: Option<Meaning>,
}

/// The text of a position, and the moves that may be played there.
pub(crate) struct Meaning {
    /// The text.
    pub(crate) text: String,
    /// The sorted legal moves, each once.
    pub(crate) legal: Vec<Move>,
    /// The hash that the observation shows.
    pub(crate) hash: Option<Value>,
}

impl Seen {
    /// These answers.
    pub(crate) fn new(
        turn: Option<Option<Player>>,
        hash: Option<u64>,
        observation: Option<Option<Observed>>,
    ) -> Self {
        Self { turn, hash, observation, ply: OnceCell::new(), meaning: None }
    }

    /// The observation, if there is one.
    pub(crate) fn observation(&self) -> Option<&Observed> {
        self.observation.as_ref()?.as_ref()
    }

    /// The observation as JSON.
    pub(crate) fn shown(&self) -> Option<Value> {
        self.observation().map(Observed::json)
    }

    /// The number of moves that the observation shows.
    pub(crate) fn ply(&self) -> Option<u64> {
        *self.ply.get_or_init(|| ply_in(self.observation()?))
    }
}

/// The number of moves that an observation shows, from its JSON form. The rest of the form is skipped, which
/// is much faster than reading it.
fn ply_in(shown: &Observed) -> Option<u64> {
    #[derive(Deserialize)]
    struct Shown {
        ply: Option<u64>,
    }
    // An array would be read as the fields of the structure.
    let text = match shown {
        Observed::Own(seen) => seen.text().ok()?.into(),
        Observed::Said(_) | Observed::Other(_) => shown.text(),
    };
    serde_json::from_str::<Shown>(&text).ok().filter(|_| text.starts_with('{'))?.ply
}

/// The answers of an engine from the start of a game to now.
#[derive(Default)]
pub(crate) struct Trail {
    /// The looks at the engine, that at the start first; `None` where it was led past a position without a
    /// look.
    looks: Vec<Option<Seen>>,
    /// The first class of positions that had a hash, and the first hash of a class.
    class_of: FxHashMap<u64, usize>,
    hash_of: FxHashMap<usize, u64>,
    /// The keys of observations that no check compares.
    ignored: BTreeSet<String>,
}

impl Trail {
    /// Ignores these keys of observations from now on, in all checks.
    pub(crate) fn ignore(&mut self, keys: &BTreeSet<String>) {
        self.ignored.clone_from(keys);
    }

    /// The keys of observations that are ignored.
    pub(crate) fn ignored(&self) -> &BTreeSet<String> {
        &self.ignored
    }

    /// Forgets the game.
    pub(crate) fn clear(&mut self) {
        self.looks.clear();
        self.class_of.clear();
        self.hash_of.clear();
    }

    /// Remembers a look.
    pub(crate) fn push(&mut self, seen: Seen) {
        self.looks.push(Some(seen));
    }

    /// Remembers that the engine was led past this number of positions without a look.
    pub(crate) fn pass(&mut self, positions: usize) {
        self.looks.extend((0..positions).map(|_| None));
    }

    /// Forgets the last looks.
    pub(crate) fn forget(&mut self, looks: usize) {
        self.looks.truncate(self.looks.len().saturating_sub(looks));
    }

    /// The number of looks that are remembered.
    pub(crate) fn looks(&self) -> usize {
        self.looks.len()
    }

    /// The look after this number of moves.
    pub(crate) fn at(&self, ply: usize) -> Option<&Seen> {
        self.looks.get(ply)?.as_ref()
    }

    /// The look `back` looks before the last.
    pub(crate) fn before(&self, back: usize) -> Option<&Seen> {
        self.at(self.looks.len().checked_sub(back + 1)?)
    }

    /// The last look.
    pub(crate) fn last(&self) -> Option<&Seen> {
        self.looks.last()?.as_ref()
    }

    /// The player on turn at the last look, `Some(None)` if the game is over; `None` if the engine does not
    /// report it.
    pub(crate) fn turn(&self) -> Option<Option<Player>> {
        self.last()?.turn
    }

    /// The hash at the last look.
    pub(crate) fn hash(&self) -> Option<u64> {
        self.last()?.hash
    }

    /// The observation at the last look.
    pub(crate) fn observation(&self) -> Option<&Observed> {
        self.last()?.observation()
    }

    /// The observation at the look before the last.
    pub(crate) fn observation_before(&self) -> Option<&Observed> {
        self.before(1)?.observation()
    }

    /// The observations before the last, the latest first, up to the first look without one.
    pub(crate) fn observations_before(&self) -> impl Iterator<Item = &Observed> {
        self.looks.iter().rev().skip(1).map_while(|seen| seen.as_ref()?.observation())
    }

    /// The observation after this number of moves.
    pub(crate) fn observation_at(&self, ply: usize) -> Option<&Observed> {
        self.at(ply)?.observation()
    }

    /// The observation after this number of moves: `None` if the engine was not asked for it then,
    /// `Some(None)` if it reported none.
    pub(crate) fn report(&self, ply: usize) -> Option<Option<Observed>> {
        self.at(ply)?.observation.clone()
    }

    /// The observation at the last look as JSON, without the keys that are ignored.
    pub(crate) fn shown_json(&self) -> Option<Value> {
        let mut shown = self.last()?.shown()?;
        leave_out(&mut shown, &self.ignored);
        Some(shown)
    }

    /// The number of moves that the engine showed `back` looks before the last.
    pub(crate) fn ply_shown(&self, back: usize) -> Option<u64> {
        if self.ignored.contains("ply") {
            return None;
        }
        self.before(back)?.ply()
    }

    /// The keys of the numbers that the engine shows and that change with every move of the game.
    pub(crate) fn counters(&self) -> BTreeSet<String> {
        let shown: Vec<Value> = self.looks.iter().flatten().filter_map(Seen::shown).collect();
        let numbers = |seen: &Value| {
            let members = seen.as_object().into_iter().flatten();
            members.filter(|(_, value)| value.is_number()).map(|(key, _)| key.clone()).collect()
        };
        let mut keys: BTreeSet<String> = shown.first().map(numbers).unwrap_or_default();
        keys.retain(|key| shown.windows(2).all(|pair| pair[0].get(key) != pair[1].get(key)));
        keys
    }

    /// The first class of positions that had this hash: `class`, if none had it before.
    pub(crate) fn class_of(&mut self, hash: u64, class: usize) -> usize {
        *self.class_of.entry(hash).or_insert(class)
    }

    /// The first hash of this class of positions: `hash`, if it had none before.
    pub(crate) fn hash_of(&mut self, class: usize, hash: u64) -> u64 {
        *self.hash_of.entry(class).or_insert(hash)
    }

    /// The first ply before the last look at which the position had this text, and the meaning of the text
    /// there.
    pub(crate) fn meaning_of(&self, text: &str) -> Option<(usize, &Meaning)> {
        let (_, before) = self.looks.split_last()?;
        let mut meanings =
            before.iter().enumerate().filter_map(|(ply, seen)| Some((ply, seen.as_ref()?.meaning.as_ref()?)));
        meanings.find(|(_, meaning)| meaning.text == text)
    }

    /// Remembers the meaning of the text at the last look.
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
