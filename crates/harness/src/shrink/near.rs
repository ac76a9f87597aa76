//! Finds the moves of an unknown game that are about neighbouring places.
//!
//! Nothing is known of such a game, but most programs name places by a letter and a number, or by a number
//! alone. Moving the same piece again, or placing a stone next to the last one, leads further in few moves
//! than moves all over the board. A piece promotes in few moves only if it makes most of them.

use super::deepen::FAVOUR;
use crate::base::Dice;
use crate::erased::{Move, Player, Rules};

/// Of every `ALL` random games of an unknown game, on average `NEAR` prefer moves near the last ones, and
/// `ONWARD` prefer moves of the piece that moved last.
const ALL: u32 = 4;
const NEAR: u32 = 2;
const ONWARD: u32 = 3;

/// The seed for choosing which moves a random game prefers, an arbitrary constant.
const CHOICE: u64 = 0x4e65_6172;

/// A random game of an unknown game, in which each player may prefer moves near the place of their last move,
/// or moves of the same piece.
pub(super) struct Near {
    /// Whether moves near the last one are preferred, too.
    near: bool,
    /// Whether moves of the same piece are preferred. Holds wherever `near` does.
    onward: bool,
    /// The places of the last move of each player.
    last: Vec<(Player, Places)>,
}

impl Near {
    /// Creates random game `number`.
    pub(super) fn new(rules: Rules, number: u64) -> Self {
        let choice = Dice::of_game(CHOICE, number).below(ALL);
        let [near, onward] = [NEAR, ONWARD].map(|games| rules.is_opaque() && choice < games);
        Self { near, onward, last: Vec::new() }
    }

    /// Increases the weights of moves near the player's last move, and most of all those of moves of the same
    /// piece.
    pub(super) fn weigh(&self, player: Player, legal: &[Move], weights: &mut [u32]) {
        let Some((_, last)) = self.last.iter().find(|(other, _)| *other == player) else { return };
        for (mv, weight) in legal.iter().zip(weights) {
            let places = Places::of(&mv.to_string());
            let factor = match self.near && places.are_near(last) {
                _ if self.onward && places.begin_where(last) => FAVOUR.pow(3),
                true => FAVOUR,
                false => 1,
            };
            *weight = weight.saturating_mul(factor);
        }
    }

    /// Records a player's move.
    pub(super) fn note(&mut self, player: Player, mv: &Move) {
        if self.onward {
            self.last.retain(|(other, _)| *other != player);
            self.last.push((player, Places::of(&mv.to_string())));
        }
    }
}

/// A place that a move names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A file and a row, in either order.
    Cell(u32, u32),
    /// A number.
    Number(u32),
}

impl Place {
    /// Whether `self` and `other` are the same place or adjacent.
    fn is_near(self, other: Self) -> bool {
        self.distance(other) <= 1
    }

    /// Returns the number of king steps to another place. The arrangement of numbers on a board is unknown,
    /// so numbers that differ are far away.
    pub(super) fn distance(self, other: Self) -> u32 {
        match (self, other) {
            (Self::Cell(x, y), Self::Cell(a, b)) => x.abs_diff(a).max(y.abs_diff(b)),
            (one, other) if one == other => 0,
            _ => u32::MAX,
        }
    }
}

/// The places that a move names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Places(Vec<Place>);

impl Places {
    /// Returns the places that the text of a move names.
    pub(super) fn of(text: &str) -> Self {
        let mut places = Vec::new();
        rewritten(text, |place| {
            places.push(place);
            Some(place)
        });
        Self(places)
    }

    /// Whether a place of `self` is the same as, or adjacent to, a place of `others`.
    pub(super) fn are_near(&self, others: &Self) -> bool {
        self.0.iter().any(|place| others.0.iter().any(|other| place.is_near(*other)))
    }

    /// Whether the places are those of a move that takes a piece from one place to another.
    pub(super) fn move_a_piece(&self) -> bool {
        self.0.len() > 1
    }

    /// Whether a move with these places takes a piece from the place where the move with the places `ended`
    /// ended.
    fn begin_where(&self, ended: &Self) -> bool {
        self.move_a_piece() && self.0.first() == ended.0.last()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Place> {
        self.0.iter().copied()
    }
}

/// Returns the text of a move with each place replaced by `other`; `None` if a place has no replacement. `x`
/// separates the places of a capture.
pub(super) fn rewritten(text: &str, mut other: impl FnMut(Place) -> Option<Place>) -> Option<String> {
    let between = |c: char| !c.is_ascii_alphanumeric() || c == 'x';
    let words = text.split_inclusive(between).map(|word| {
        let end = word.rfind(between).unwrap_or(word.len());
        Some(rewritten_word(&word[..end], &mut other)? + &word[end..])
    });
    words.collect()
}

/// Returns a word of letters and digits, such as `e2e4q`, `7g7f` or `15`, with each place replaced by
/// `other`.
fn rewritten_word(word: &str, mut other: impl FnMut(Place) -> Option<Place>) -> Option<String> {
    let mut runs = word.as_bytes().chunk_by(|a, b| a.is_ascii_digit() && b.is_ascii_digit()).peekable();
    let mut text = String::new();
    while let Some(run) = runs.next() {
        let next = runs.next_if(|next| next[0].is_ascii_digit() != run[0].is_ascii_digit());
        let place = match (value(run), next.map(value)) {
            (Some(first), Some(Some(then))) => Some(other(Place::Cell(first, then))?),
            (Some(number), None) if run[0].is_ascii_digit() => Some(other(Place::Number(number))?),
            _ => None,
        };
        match place {
            Some(Place::Cell(first, then)) => text += &(written(run, first)? + &written(next?, then)?),
            Some(Place::Number(number)) => text += &written(run, number)?,
            None => [run, next.unwrap_or_default()].iter().try_for_each(|run| {
                text += str::from_utf8(run).ok()?;
                Some(())
            })?,
        }
    }
    Some(text)
}

/// Returns the value of a letter or of digits; `None` if it is too large.
fn value(run: &[u8]) -> Option<u32> {
    match run {
        [letter] if letter.is_ascii_alphabetic() => Some(u32::from(letter.to_ascii_lowercase())),
        digits => str::from_utf8(digits).ok()?.parse().ok(),
    }
}

/// Writes a value as a letter or in digits, like the original; `None` if no letter has it.
fn written(like: &[u8], value: u32) -> Option<String> {
    match like {
        [letter] if letter.is_ascii_alphabetic() => {
            let small = char::from_u32(value).filter(char::is_ascii_lowercase)?;
            Some(if letter.is_ascii_uppercase() { small.to_ascii_uppercase() } else { small }.to_string())
        }
        _ => Some(value.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::any::Any;
    use crate::erased::rules;

    #[test]
    fn moves_name_places() {
        let cell = |letter: char, row| Place::Cell(u32::from(letter), row);
        let shogi = |file, row: char| Place::Cell(file, u32::from(row));
        for (text, places) in [
            ("e2e4", vec![cell('e', 2), cell('e', 4)]),
            ("e7e8q", vec![cell('e', 7), cell('e', 8)]),
            ("K11", vec![cell('k', 11)]),
            ("7g7f+", vec![shogi(7, 'g'), shogi(7, 'f')]),
            ("P*5e", vec![shogi(5, 'e')]),
            ("12-16", vec![Place::Number(12), Place::Number(16)]),
            ("22x15x8", vec![Place::Number(22), Place::Number(15), Place::Number(8)]),
            ("pass", vec![]),
            ("99999999999", vec![]),
            ("", vec![]),
        ] {
            assert_eq!(Places::of(text).0, places, "{text}");
        }
    }

    #[test]
    fn a_move_continues_another_if_the_same_piece_makes_it() {
        let continues = |one: &str, other: &str| Places::of(other).begin_where(&Places::of(one));
        assert!(continues("a1b2", "b2c3") && continues("12-16", "16x23") && continues("P*5e", "5e5d"));
        assert!(!continues("a1b2", "a1b2") && !continues("c3", "c3") && !continues("a1b2", "c3b2"));
        assert!(!continues("pass", "pass"));
    }

    #[test]
    fn the_piece_that_moved_last_is_preferred_to_moves_near_it() {
        let rules = rules::<Any>();
        let [piece, near, far] = ["b2c3", "c2c4", "h8h7"].map(|text| rules.mv(text).unwrap());
        let player = rules.players()[0];
        let weights = |near_too: bool, onward: bool| {
            let game = Near { near: near_too, onward, last: vec![(player, Places::of("a1b2"))] };
            let mut weights = vec![1; 3];
            game.weigh(player, &[piece.clone(), near.clone(), far.clone()], &mut weights);
            weights
        };
        assert_eq!(weights(true, true), [FAVOUR.pow(3), FAVOUR, 1]);
        assert_eq!(weights(false, true), [FAVOUR.pow(3), 1, 1]);
    }

    #[test]
    fn pieces_move_on_in_three_of_four_games() {
        let games = |plays: fn(&Near) -> bool| {
            let games = (0..4_000).map(|number| Near::new(rules::<Any>(), number));
            games.filter(plays).count()
        };
        let shares = [games(|game| game.near), games(|game| game.onward)];
        assert!(shares[0].abs_diff(2_000) < 150 && shares[1].abs_diff(3_000) < 150, "{shares:?}");
    }

    #[test]
    fn a_piece_that_moves_on_and_a_stone_next_to_another_are_near() {
        let near = |one: &str, other: &str| Places::of(one).are_near(&Places::of(other));
        assert!(near("h2h4", "h4h5") && near("c3", "d4") && near("12-16", "16-19") && near("6f5e", "P*5d"));
        assert!(
            !near("h2h4", "a2a3") && !near("c3", "e3") && !near("12-16", "13-17") && !near("pass", "pass")
        );
    }
}
