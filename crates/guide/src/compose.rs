//! Positions that users compose piece by piece.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Display;
use core::str::FromStr;

use crate::{Choice, Touch};

/// The setting for the number of moves played, in games whose positions record it. Putting a piece on the
/// board resets it; the number of moves is then derived from the pieces.
pub(crate) const MOVES: &str = "moves";

/// The setting for the player to move.
pub(crate) const TURN: &str = "turn";

/// The setting for the size of the board and the options, which users cannot change.
pub(crate) const BOARD: &str = "board";

/// A position under construction, which need not be valid.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    /// The pieces, by the names of their cells. The names of pieces are those of [`pieces`](Compose::pieces).
    pub pieces: BTreeMap<String, String>,
    /// The other parts of the position, by the names of the [settings](Compose::settings).
    pub settings: BTreeMap<String, String>,
}

impl Draft {
    /// Returns a draft with these pieces.
    pub(crate) fn new<C: Display, P: Display>(pieces: impl IntoIterator<Item = (C, P)>) -> Self {
        let pieces = pieces.into_iter().map(|(cell, piece)| (cell.to_string(), piece.to_string()));
        Self { pieces: pieces.collect(), settings: BTreeMap::new() }
    }

    /// Returns the draft with one more setting.
    pub(crate) fn with(mut self, name: &str, value: impl Display) -> Self {
        self.settings.insert(name.into(), value.to_string());
        self
    }

    /// The value of a setting; empty if it has no value.
    pub fn setting(&self, name: &str) -> &str {
        self.settings.get(name).map_or("", String::as_str)
    }

    /// Parses the value of a required setting, such as the player to move.
    pub(crate) fn read<T: FromStr<Err: Display>>(&self, name: &str) -> Result<T, String> {
        self.setting(name).parse().map_err(|error: T::Err| error.to_string())
    }

    /// Parses the pieces and their cells. Fails if a cell does not satisfy `has`.
    pub(crate) fn placed<C, P>(&self, has: impl Fn(&C) -> bool) -> Result<BTreeMap<C, P>, String>
    where
        C: FromStr<Err: Display> + Ord,
        P: FromStr<Err: Display>,
    {
        let read = |(cell, piece): (&String, &String)| {
            let at = cell.parse::<C>().map_err(|error| error.to_string())?;
            if !has(&at) {
                return Err(alloc::format!("the board has no cell {cell}"));
            }
            Ok((at, piece.parse::<P>().map_err(|error| error.to_string())?))
        };
        self.pieces.iter().map(read).collect()
    }
}

/// A part of a position, other than its pieces, that users can set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The name in drafts.
    pub name: &'static str,
    /// The human-readable label.
    pub label: &'static str,
    /// The possible values.
    pub values: Values,
}

impl Setting {
    pub(crate) const fn new(name: &'static str, label: &'static str, values: Values) -> Self {
        Self { name, label, values }
    }

    /// The setting for the player to move.
    pub(crate) fn turn<P: Display>(players: &[P]) -> Self {
        let players = players.iter().map(|player| (player.to_string(), player.to_string()));
        Self::new(TURN, "to move", Values::One(players.collect()))
    }

    /// The setting for the number of moves played.
    pub(crate) const fn moves() -> Self {
        Self::new(MOVES, "moves played", Values::Number)
    }
}

/// The possible values of a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// Exactly one of these values, each with its human-readable label.
    One(Vec<(String, String)>),
    /// Any of these letters, each with its human-readable label, or `-` for none.
    Some(&'static [(&'static str, &'static str)]),
    /// A number. If empty, it is derived from the pieces.
    Number,
    /// A single word.
    Word,
}

impl Values {
    /// Returns a choice of one of these values, each with its label.
    pub(crate) fn one(values: &[(&str, &str)]) -> Self {
        Self::One(values.iter().map(|&(value, label)| (value.into(), label.into())).collect())
    }
}

/// Composition of positions of a game. The default implementations do not support it.
pub trait Compose: Touch {
    /// The pieces that can be put on the board, such as those of each player. The [target](Choice::target) of
    /// the last choice, which has no further choices, is the name of the piece in drafts.
    fn pieces(draft: &Draft) -> Vec<Choice> {
        let _ = draft;
        Vec::new()
    }

    /// The other parts of the position that users can change.
    fn settings(draft: &Draft) -> Vec<Setting> {
        let _ = draft;
        Vec::new()
    }

    /// Converts a position to a draft.
    fn draft(position: &Self::Position) -> Draft {
        let _ = position;
        Draft::default()
    }

    /// The text of the position that a draft describes. The text need not be a valid position.
    fn text(draft: &Draft) -> String {
        let _ = draft;
        String::new()
    }

    /// The observation to draw for a draft: the pieces and the size of the board. Parts that only an engine
    /// can derive are those of an empty position.
    ///
    /// # Errors
    /// Returns a message that describes the invalid part of the draft.
    fn sketch(draft: &Draft) -> Result<Self::Observation, String> {
        let _ = draft;
        Err("positions of this game cannot be composed".into())
    }

    /// Puts a piece on a cell and replaces the piece that is on it. If that is the same piece, or if `piece`
    /// is `None`, only removes it.
    ///
    /// # Errors
    /// Returns a message that explains why no piece can be on the cell. [`sketch`](Self::sketch) checks the
    /// names.
    fn put(draft: &mut Draft, cell: &str, piece: Option<&str>) -> Result<(), String> {
        let before = draft.pieces.remove(cell);
        if let Some(piece) = piece.filter(|&piece| before.as_deref() != Some(piece)) {
            draft.pieces.insert(cell.into(), piece.into());
        }
        draft.settings.remove(MOVES);
        Ok(())
    }

    /// Removes all pieces.
    fn clear(draft: &mut Draft) {
        draft.pieces.clear();
        draft.settings.remove(MOVES);
    }

    /// Removes parts that no longer fit after a change, such as the castling right of a rook that was
    /// removed. By default, there are no such parts.
    fn tidy(draft: &mut Draft) {
        let _ = draft;
    }
}

/// Joins the non-empty words of a position's text.
pub(crate) fn words(words: &[&str]) -> String {
    let words: Vec<&str> = words.iter().copied().filter(|word| !word.is_empty()).collect();
    words.join(" ")
}
