//! The format of an input: a start, and the actions that follow.
//!
//! | bytes | meaning |
//! |---|---|
//! | 1 | the version and kind of start: [`DRAWN`] or [`TEXT`] |
//! | [`DRAWS`], after `DRAWN` | the numbers drawn by [`Explore::start`](bustan_guide::Explore::start), one byte each; all bytes together are the seed of further numbers |
//! | 1 and the length, after `TEXT` | the length of the text of a position in bytes, and the text in UTF-8 |
//! | 3 for each action | the kind of the action, as an index into [`KINDS`] modulo its length, and a number, high byte first |
//!
//! Bytes after the last complete action, and actions beyond [`LONGEST`], are ignored.

use std::str;

use crate::base::Dice;
use crate::erased::{Position, Rules};

/// The first byte of an input whose start is drawn. A new input format must use other first bytes.
pub const DRAWN: u8 = 0xb1;

/// The first byte of an input that gives its start as text.
pub const TEXT: u8 = 0xb2;

/// The number of bytes that encode a drawn start.
pub(super) const DRAWS: usize = 8;

/// The maximum number of actions of an input.
pub const LONGEST: usize = 64;

/// The kind of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ActionKind {
    /// Play the legal move that the number selects.
    Play,
    /// Play the legal move that the number selects, with duplicates of the engines that are made before the
    /// move and checked after it.
    Duplicate,
    /// Pass, if passing is legal.
    Pass,
    /// Query a move that is drawn with the number as the seed; for [`undo`](super::undo), undo the last move.
    Ask,
    /// Play the legal move that the number selects, and undo it.
    Branch,
    /// Undo the last move.
    Back,
    /// Make the check that the number selects.
    Check,
}

/// The kinds of actions. The number of occurrences determines the probability of each kind in random bytes.
pub(super) const KINDS: [ActionKind; 16] = [
    ActionKind::Play,
    ActionKind::Duplicate,
    ActionKind::Pass,
    ActionKind::Ask,
    ActionKind::Branch,
    ActionKind::Back,
    ActionKind::Check,
    ActionKind::Play,
    ActionKind::Play,
    ActionKind::Play,
    ActionKind::Play,
    ActionKind::Play,
    ActionKind::Play,
    ActionKind::Play,
    ActionKind::Ask,
    ActionKind::Ask,
];

/// An action, with a number that selects a move or a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Action {
    pub(super) kind: ActionKind,
    pub(super) number: u16,
}

impl Action {
    /// The number of bytes of an action.
    pub(super) const SIZE: usize = 3;

    /// Returns the action that plays the legal move at `index` of `count` moves.
    pub(super) fn playing(index: usize, count: usize) -> Self {
        Self { kind: ActionKind::Play, number: number(index, count) }
    }

    fn read([kind, high, low]: [u8; Self::SIZE]) -> Self {
        let kind = KINDS[usize::from(kind) % KINDS.len()];
        Self { kind, number: u16::from_be_bytes([high, low]) }
    }

    pub(super) fn bytes(self) -> [u8; Self::SIZE] {
        let kind = KINDS.iter().position(|&kind| kind == self.kind).unwrap_or_default();
        let [high, low] = self.number.to_be_bytes();
        [kind as u8, high, low]
    }

    /// Returns the index below `count` that the number selects. Similar numbers select similar indices.
    pub(super) fn index(self, count: usize) -> usize {
        (usize::from(self.number) * count) >> u16::BITS
    }
}

/// Returns the smallest number that selects `index` of `count`; beyond 65,536, the nearest number.
fn number(index: usize, count: usize) -> u16 {
    u16::try_from((index << u16::BITS).div_ceil(count.max(1))).unwrap_or(u16::MAX)
}

/// The start of an input's game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ScriptStart {
    /// The start that the game draws with these numbers.
    Drawn([u8; DRAWS]),
    /// The position with this text.
    Text(String),
}

impl ScriptStart {
    /// Returns the position; `None` if the text is not a position of the game.
    pub(super) fn position(&self, rules: Rules) -> Option<Position> {
        match self {
            Self::Drawn(bytes) => {
                let (mut left, mut dice) = (bytes.iter(), Dice::new(u64::from_be_bytes(*bytes)));
                Some(rules.start(&mut |n| match left.next() {
                    Some(&byte) if n <= 1 << 8 => u32::from(byte) % n.max(1),
                    _ => dice.below(n.max(1)),
                }))
            }
            Self::Text(text) => rules.position(text).ok(),
        }
    }
}

/// A parsed input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Script {
    pub(super) place: ScriptStart,
    pub(super) actions: Vec<Action>,
}

impl Script {
    /// Parses an input; `None` if it is of another version or ends before its first action.
    pub(super) fn read(data: &[u8]) -> Option<Self> {
        let (&version, rest) = data.split_first()?;
        let (place, rest) = match version {
            DRAWN => {
                let (draws, rest) = rest.split_first_chunk::<DRAWS>()?;
                (ScriptStart::Drawn(*draws), rest)
            }
            TEXT => {
                let (&length, rest) = rest.split_first()?;
                let (text, rest) = rest.split_at_checked(usize::from(length))?;
                (ScriptStart::Text(str::from_utf8(text).ok()?.into()), rest)
            }
            _ => return None,
        };
        let actions = rest.as_chunks().0.iter().take(LONGEST).map(|&bytes| Action::read(bytes)).collect();
        Some(Self { place, actions })
    }

    /// Returns the bytes of the input; `None` if the text of the start is too long.
    pub(super) fn bytes(&self) -> Option<Vec<u8>> {
        let mut bytes = match &self.place {
            ScriptStart::Drawn(draws) => [&[DRAWN], &draws[..]].concat(),
            ScriptStart::Text(text) => [&[TEXT, u8::try_from(text.len()).ok()?], text.as_bytes()].concat(),
        };
        bytes.extend(self.actions.iter().flat_map(|action| action.bytes()));
        Some(bytes)
    }
}

/// Returns a random input with a drawn start and up to [`LONGEST`] actions. It depends only on the seed.
pub fn random(seed: u64) -> Vec<u8> {
    let mut dice = Dice::new(seed);
    let actions = dice.below(LONGEST as u32 + 1) as usize;
    let bytes = (0..DRAWS + actions * Action::SIZE).map(|_| dice.below(1 << 8) as u8);
    [DRAWN].into_iter().chain(bytes).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_inputs_have_all_kinds_and_numbers_of_actions() {
        let scripts: Vec<Script> = (0..2_000).map(|seed| Script::read(&random(seed)).unwrap()).collect();
        let actions = || scripts.iter().flat_map(|script| &script.actions);
        for kind in KINDS {
            assert!(actions().any(|action| action.kind == kind), "{kind:?}");
        }
        for count in 0..=LONGEST {
            assert!(scripts.iter().any(|script| script.actions.len() == count), "{count}");
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let actions: Vec<Action> =
            KINDS.iter().zip(0..).map(|(&kind, i)| Action { kind, number: i * 4001 }).collect();
        for place in [ScriptStart::Drawn([1, 2, 3, 4, 5, 6, 7, 255]), ScriptStart::Text("x........ o".into())]
        {
            let script = Script { place, actions: actions.clone() };
            assert_eq!(Script::read(&script.bytes().unwrap()), Some(script));
        }
        let long = Script { place: ScriptStart::Text("x".repeat(256)), actions };
        assert_eq!(long.bytes(), None);
    }

    #[test]
    fn other_versions_and_beginnings_are_no_scripts() {
        for data in [&[][..], b"x", &[DRAWN], &[DRAWN, 1, 2, 3], &[TEXT], &[TEXT, 2, b'x'], &[TEXT, 1, 0xff]]
        {
            assert_eq!(Script::read(data), None, "{data:?}");
        }
        let none = Script { place: ScriptStart::Text(String::new()), actions: Vec::new() };
        assert_eq!(Script::read(&[TEXT, 0, 1, 2]), Some(none));
    }

    #[test]
    fn numbers_choose_every_index_and_nothing_else() {
        for count in 1..700 {
            for index in 0..count {
                assert_eq!(Action::playing(index, count).index(count), index, "{index} of {count}");
            }
            assert_eq!(Action { kind: ActionKind::Play, number: u16::MAX }.index(count), count - 1);
        }
    }
}
