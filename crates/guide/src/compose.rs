//! Positions that people compose piece by piece.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Display;
use core::str::FromStr;

use crate::{Choice, Touch};

/// The setting that holds the number of moves played, in games whose positions record it. Putting a piece on
/// the board resets it; the number then follows from the pieces.
pub(crate) const MOVES: &str = "moves";

/// The setting that holds the player on turn.
pub(crate) const TURN: &str = "turn";

/// The setting that holds the words for the size of the board and for the options, which users do not change.
pub(crate) const BOARD: &str = "board";

/// A position under construction, which the game need not allow.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    /// The pieces, by the names of their cells, as [`pieces`](Compose::pieces) names them.
    pub pieces: BTreeMap<String, String>,
    /// The other parts of the position, by the names of the [settings](Compose::settings).
    pub settings: BTreeMap<String, String>,
}

impl Draft {
    /// A draft of these pieces.
    pub(crate) fn new<C: Display, P: Display>(pieces: impl IntoIterator<Item = (C, P)>) -> Self {
        let pieces = pieces.into_iter().map(|(cell, piece)| (cell.to_string(), piece.to_string()));
        Self { pieces: pieces.collect(), settings: BTreeMap::new() }
    }

    /// The same draft with one more setting.
    pub(crate) fn with(mut self, name: &str, value: impl Display) -> Self {
        self.settings.insert(name.into(), value.to_string());
        self
    }

    /// The value of a setting; empty if it has none.
    pub fn setting(&self, name: &str) -> &str {
        self.settings.get(name).map_or("", String::as_str)
    }

    /// The value of a required setting, such as the player on turn.
    pub(crate) fn read<T: FromStr<Err: Display>>(&self, name: &str) -> Result<T, String> {
        self.setting(name).parse().map_err(|error: T::Err| error.to_string())
    }

    /// The pieces with their cells, all of which must be on the board.
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

/// A part of a position besides its pieces, as people set it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Its name in drafts.
    pub name: &'static str,
    /// Its name for people.
    pub label: &'static str,
    /// The values that it may have.
    pub values: Values,
}

impl Setting {
    pub(crate) const fn new(name: &'static str, label: &'static str, values: Values) -> Self {
        Self { name, label, values }
    }

    /// The setting for the player on turn.
    pub(crate) fn turn<P: Display>(players: &[P]) -> Self {
        let players = players.iter().map(|player| (player.to_string(), player.to_string()));
        Self::new(TURN, "on turn", Values::One(players.collect()))
    }

    /// The setting for the number of moves played.
    pub(crate) const fn moves() -> Self {
        Self::new(MOVES, "moves played", Values::Number)
    }
}

/// The values of a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// One of these values, each with its name for people.
    One(Vec<(String, String)>),
    /// The letters of some of these, or `-` for none: each letter with its name for people.
    Some(&'static [(&'static str, &'static str)]),
    /// A number, or empty: then it follows from the pieces.
    Number,
    /// A word.
    Word,
}

impl Values {
    /// One of these values.
    pub(crate) fn one(values: &[(&str, &str)]) -> Self {
        Self::One(values.iter().map(|&(value, label)| (value.into(), label.into())).collect())
    }
}

/// Composing positions of a game. By default it is not supported.
pub trait Compose: Touch {
    /// The pieces that can be put on the board, such as those of each player. The last choice, a
    /// [target](Choice::target) without further choices, is the name of the piece in drafts.
    fn pieces(draft: &Draft) -> Vec<Choice> {
        let _ = draft;
        Vec::new()
    }

    /// The other parts of the position that people can change.
    fn settings(draft: &Draft) -> Vec<Setting> {
        let _ = draft;
        Vec::new()
    }

    /// The draft of a position.
    fn draft(position: &Self::Position) -> Draft {
        let _ = position;
        Draft::default()
    }

    /// The text of the position that a draft describes. It need not be readable as a position.
    fn text(draft: &Draft) -> String {
        let _ = draft;
        String::new()
    }

    /// The observation of a draft, for its picture: the pieces and the size of the board. The parts that an
    /// engine would have to work out are as in an empty position.
    ///
    /// # Errors
    /// Returns a message that names the invalid part of the draft.
    fn sketch(draft: &Draft) -> Result<Self::Observation, String> {
        let _ = draft;
        Err("positions of this game cannot be composed".into())
    }

    /// Puts a piece on a cell, in place of the one that is there. The same piece, or `None`, only takes off
    /// the one that is there.
    ///
    /// # Errors
    /// Returns a message that explains why no piece can be there. [`sketch`](Self::sketch) checks the names.
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

    /// Drops parts that no longer fit after a change and that users would not miss, such as the castling
    /// right with a rook that is gone. By default there are none.
    fn tidy(draft: &mut Draft) {
        let _ = draft;
    }
}

/// Joins the words of a position's text, without the empty ones.
pub(crate) fn words(words: &[&str]) -> String {
    let words: Vec<&str> = words.iter().copied().filter(|word| !word.is_empty()).collect();
    words.join(" ")
}
