//! Chooses moves in games whose rules are unknown, by the effects of earlier moves.
//!
//! The *shape* of a move is its text with every digit, lowercase letter and capital replaced by a
//! representative of its class. Moves of the same shape are often of the same kind, such as captures, drops
//! or passes. The memory is cleared after the game, so that each game depends only on its own dice.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::base::Dice;

/// A policy that needs no knowledge of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GenericPolicy {
    Uniform,
    Back,
    Rare,
    Narrow,
    Busy,
}

/// The policies in the order of their names.
const GENERIC_POLICIES: [GenericPolicy; 5] = [
    GenericPolicy::Uniform,
    GenericPolicy::Back,
    GenericPolicy::Rare,
    GenericPolicy::Narrow,
    GenericPolicy::Busy,
];

/// The number of plies after which a policy may be replaced by another.
const TURN: usize = 12;

/// The largest weight that a policy gives to a move; the smallest is 1.
const MOST: u32 = 40;

/// The number of recent moves whose reversal counts as leading back.
const RECENT: usize = 4;

/// The members of the state that an engine shows, and the text of each.
pub(crate) type Members = BTreeMap<String, String>;

/// The effects of the moves of one shape.
#[derive(Clone, Copy, Debug, Default)]
struct ShapeEffects {
    /// The number of times that the moves were played.
    played: u64,
    /// The total number of legal replies to the moves.
    replies: u64,
    /// The total size of the changes that the moves caused, in characters.
    changes: u64,
}

/// The states and effects that a game has shown so far.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// The current state.
    state: Members,
    /// The key of the current state.
    key: u64,
    /// The moves that were played from each state, by the key of the state. They lead to a known state.
    led: HashSet<(u64, String)>,
    /// The effects of moves, by their shapes.
    deeds: HashMap<String, ShapeEffects>,
    recent: Vec<String>,
    /// The combinations that have occurred: the shape of a move, the keys that changed, and the number of
    /// legal replies.
    novel: HashSet<(String, BTreeSet<String>, usize)>,
    /// The number of new combinations found by each policy.
    credit: [u32; GENERIC_POLICIES.len()],
}

/// The effect of a move: its shape, and the keys of the state that it changed.
pub(super) type Effect = (String, BTreeSet<String>);

impl Memory {
    /// Begins a game in `state`.
    pub(super) fn begin(&mut self, state: Members) {
        *self = Self::default();
        self.enter(state);
    }

    fn enter(&mut self, state: Members) {
        self.key = key(&state);
        self.state = state;
    }

    /// Records that the move `mv`, which `policy` chose, led to `state` with `replies` legal replies. Returns
    /// the effect of the move.
    pub(super) fn note(&mut self, policy: usize, mv: &str, state: Members, replies: usize) -> Effect {
        let shape = shape(mv);
        let changed = changed(&self.state, &state);
        let deeds = self.deeds.entry(shape.clone()).or_default();
        deeds.played += 1;
        deeds.replies += replies as u64;
        deeds.changes += changed.iter().map(|key| amount(self.state.get(key), state.get(key))).sum::<u64>();
        self.led.insert((self.key, mv.into()));
        self.enter(state);
        self.recent.insert(0, mv.into());
        self.recent.truncate(RECENT);
        let new = self.novel.insert((shape.clone(), changed.clone(), replies));
        if let Some(credit) = self.credit.get_mut(policy) {
            *credit += u32::from(new);
        }
        (shape, changed)
    }

    /// Returns the policy to continue with after `plies` plies. At intervals this is another policy,
    /// preferably one that has found new combinations.
    pub(super) fn turn(&self, policy: usize, plies: usize, dice: &mut Dice) -> usize {
        if plies == 0 || !plies.is_multiple_of(TURN) {
            return policy;
        }
        dice.weighted(&self.credit.map(|credit| credit + 1))
    }

    /// Appends the weights that a policy gives to the moves.
    pub(super) fn weigh(&self, policy: usize, moves: &[String], weights: &mut Vec<u32>) {
        let want = GENERIC_POLICIES.get(policy).copied().unwrap_or(GenericPolicy::Uniform);
        weights.extend(moves.iter().map(|mv| match want {
            GenericPolicy::Uniform => 1,
            GenericPolicy::Back => self.back(mv),
            GenericPolicy::Rare => seldom(self.deeds(mv).map_or(0, |deeds| deeds.played)),
            GenericPolicy::Narrow => {
                self.deeds(mv).map_or(MOST / 4, |deeds| seldom(deeds.replies / deeds.played))
            }
            GenericPolicy::Busy => {
                let busy = |deeds: ShapeEffects| (1 + deeds.changes / deeds.played).min(MOST.into()) as u32;
                self.deeds(mv).map_or(MOST / 4, busy)
            }
        }));
    }

    /// Returns the effects of moves with the shape of `mv`, if any was played.
    fn deeds(&self, mv: &str) -> Option<ShapeEffects> {
        self.deeds.get(&shape(mv)).copied()
    }

    /// Returns a high weight if a move leads back, either to a known state of the game or by reversing an
    /// earlier move.
    fn back(&self, mv: &str) -> u32 {
        let leads = self.led.contains(&(self.key, mv.into()));
        let against = self.recent.iter().any(|earlier| turned(earlier).as_deref() == Some(mv));
        if leads || against { MOST } else { 1 }
    }
}

/// Returns a weight that decreases as `count` increases.
fn seldom(count: u64) -> u32 {
    (u64::from(MOST) / (1 + count)).max(1) as u32
}

/// Returns the text of a move with every digit, lowercase letter and capital replaced by a representative of
/// its class.
fn shape(mv: &str) -> String {
    let kind = |c: char| match c {
        c if c.is_ascii_digit() => '1',
        c if c.is_lowercase() => 'a',
        c if c.is_uppercase() => 'A',
        c => c,
    };
    mv.chars().map(kind).collect()
}

/// Returns a move with the two halves of its text exchanged, if both have the same shape. For example, `e2e4`
/// becomes `e4e2`, and `a1-b1` becomes `b1-a1`.
fn turned(mv: &str) -> Option<String> {
    let letters: Vec<char> = mv.chars().collect();
    let half = letters.len() / 2;
    let (from, between, to) =
        (&letters[..half], &letters[half..letters.len() - half], &letters[letters.len() - half..]);
    let [from, between, to]: [String; 3] = [from, between, to].map(|part| part.iter().collect());
    let apart = between.chars().all(|c| !c.is_alphanumeric());
    (half > 0 && apart && shape(&from) == shape(&to)).then(|| to + &between + &from)
}

/// Returns a key for a state. Numeric members are ignored, because they mostly count moves or points.
fn key(state: &Members) -> u64 {
    let mut hasher = DefaultHasher::new();
    let number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit() || b"-+.eE".contains(&byte));
    state.iter().filter(|(_, text)| !number(text)).for_each(|member| member.hash(&mut hasher));
    hasher.finish()
}

/// Returns the keys of the members that differ between two states.
fn changed(before: &Members, after: &Members) -> BTreeSet<String> {
    let gone = before.keys().filter(|key| !after.contains_key(*key));
    let other = after.iter().filter(|(key, text)| before.get(*key) != Some(text)).map(|(key, _)| key);
    gone.chain(other).cloned().collect()
}

/// Returns the size of the change of a member, in characters.
fn amount(before: Option<&String>, after: Option<&String>) -> u64 {
    let [before, after] = [before, after].map(|text| text.map(String::as_bytes).unwrap_or_default());
    let differ = before.iter().zip(after).filter(|(one, other)| one != other).count();
    (differ + before.len().abs_diff(after.len())) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weights(memory: &Memory, want: GenericPolicy, moves: &[&str]) -> Vec<u32> {
        let policy = GENERIC_POLICIES.iter().position(|other| *other == want).unwrap();
        let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
        let mut weights = Vec::new();
        memory.weigh(policy, &moves, &mut weights);
        weights
    }

    #[test]
    fn shapes_tell_sorts_of_moves_apart() {
        assert_eq!(
            [shape("e2e4"), shape("e7e8=Q"), shape("P*5e"), shape("pass")],
            ["a1a1", "a1a1=A", "A*1a", "aaaa"]
        );
        let images = ["e2e4", "a1-b1", "a1xb1", "a10b2", "Nf3", "-", ""].map(turned);
        assert_eq!(images.map(Option::unwrap_or_default), ["e4e2", "b1-a1", "", "", "", "", ""]);
    }

    #[test]
    fn each_policy_wants_what_its_name_says() {
        let state = |text: &str| Members::from([("board".to_string(), format!("\"{text}\""))]);
        let mut memory = Memory::default();
        memory.begin(state("........"));
        memory.note(0, "e2e4", state("x......."), 30);
        memory.note(0, "Nf3", state("xxxxxx.."), 2);
        let back = weights(&memory, GenericPolicy::Back, &["e4e2", "d2d4"]);
        let rare = weights(&memory, GenericPolicy::Rare, &["d2d4", "O-O"]);
        let narrow = weights(&memory, GenericPolicy::Narrow, &["Ng5", "d2d4"]);
        let busy = weights(&memory, GenericPolicy::Busy, &["Ng5", "d2d4"]);
        for pair in [back, rare.into_iter().rev().collect(), narrow, busy] {
            assert!(pair[0] > pair[1], "{pair:?}");
        }
        assert_eq!(weights(&memory, GenericPolicy::Uniform, &["a", "b"]), [1, 1]);
    }

    #[test]
    fn a_move_that_led_back_is_known_to() {
        let mut memory = Memory::default();
        let at = |place: &str, ply: u32| {
            Members::from([("at".to_string(), format!("\"{place}\"")), ("ply".to_string(), ply.to_string())])
        };
        memory.begin(at("a", 0));
        memory.note(0, "on", at("b", 1), 2);
        memory.note(0, "home", at("a", 2), 2);
        memory.note(0, "on", at("b", 3), 2);
        let found = weights(&memory, GenericPolicy::Back, &["home", "away"]);
        assert!(found[0] > found[1], "{found:?}");
    }

    #[test]
    fn what_brings_up_the_new_is_played_more() {
        let mut memory = Memory::default();
        memory.begin(Members::new());
        (0..40).for_each(|i| drop(memory.note(2, &"a".repeat(i), Members::new(), i)));
        let mut dice = Dice::new(1);
        let turns: Vec<usize> = (0..100).map(|_| memory.turn(0, TURN, &mut dice)).collect();
        assert!(turns.iter().filter(|policy| **policy == 2).count() > 60, "{turns:?}");
        assert_eq!(memory.turn(3, TURN + 1, &mut dice), 3);
    }

    #[test]
    fn changes_are_counted_in_characters() {
        let members = |members: [(&str, &str); 3]| -> Members {
            members.map(|(key, text)| (key.to_string(), text.to_string())).into()
        };
        let one = members([("board", "\"abcd\""), ("gone", "1"), ("turn", "\"x\"")]);
        let other = members([("board", "\"abXde\""), ("new", "22"), ("turn", "\"x\"")]);
        assert_eq!(changed(&one, &other).into_iter().collect::<Vec<_>>(), ["board", "gone", "new"]);
        assert_eq!(amount(one.get("board"), other.get("board")), 3);
        assert_eq!((amount(one.get("gone"), None), amount(None, other.get("new"))), (1, 2));
    }
}
