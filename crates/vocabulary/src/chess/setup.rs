//! Starting positions, and the words that request them.

use alloc::format;
use alloc::string::{String, ToString};

use super::fen::draws;
use super::{Cell, Kind, Man, Parts, Player, Position, Wing};
use crate::Draw;

/// The number of the standard arrangement in the numbering of Chess960.
const STANDARD: u32 = 518;

/// The number of arrangements in Chess960.
pub(super) const ARRANGEMENTS: u32 = 960;

/// The pieces on the first rank in the arrangement with this number, in Scharnagl's numbering. Successive
/// remainders of the number determine the squares of the bishops and then, among the free squares, the square
/// of the queen; the last quotient determines the squares of the knights.
fn arrangement(number: u32) -> [Kind; 8] {
    let mut rank = [None; 8];
    let (number, light) = (number / 4, number % 4);
    let (number, dark) = (number / 4, number % 4);
    rank[2 * light as usize + 1] = Some(Kind::Bishop);
    rank[2 * dark as usize] = Some(Kind::Bishop);
    let mut put = |kind, among: u32| {
        let mut free = (0..8).filter(|&file| rank[file].is_none());
        if let Some(file) = free.nth(among as usize) {
            rank[file] = Some(kind);
        }
    };
    let (knights, queen) = (number / 6, number % 6);
    put(Kind::Queen, queen);
    // The second knight is counted among the squares that the first leaves free.
    let pairs = (0..4).flat_map(|first| (first..4).map(move |second| (first, second)));
    let (first, second) = pairs.into_iter().nth(knights as usize).unwrap_or_default();
    put(Kind::Knight, first);
    put(Kind::Knight, second);
    for kind in [Kind::Rook, Kind::King, Kind::Rook] {
        put(kind, 0);
    }
    rank.map(|kind| kind.unwrap_or(Kind::King))
}

/// The parts of the starting position with the arrangement `number` and the options of `like`.
pub(super) fn initial(number: u32, like: &Parts) -> Parts {
    let mut parts = Parts { chess960: like.chess960, draws: like.draws, ..Parts::EMPTY };
    let ranks = arrangement(number % ARRANGEMENTS);
    for (file, kind) in (0..8).zip(ranks) {
        for (player, ranks) in [(Player::White, [0, 1]), (Player::Black, [7, 6])] {
            for (rank, kind) in ranks.into_iter().zip([kind, Kind::Pawn]) {
                if let Some(cell) = Cell::new(file, rank) {
                    parts.board[cell.place()] = Some(Man { player, kind });
                }
            }
        }
    }
    for player in [Player::White, Player::Black] {
        for wing in [Wing::King, Wing::Queen] {
            let rook = parts.outermost(player, wing);
            parts.rights.set(player, wing, rook);
        }
    }
    parts
}

/// The number of the arrangement of a starting position; `None` if the position is not a starting position.
fn number(position: &Position) -> Option<u32> {
    let numbers = if position.parts().chess960 { 0..ARRANGEMENTS } else { STANDARD..STANDARD + 1 };
    numbers.into_iter().find(|&number| initial(number, position.parts()) == *position.parts())
}

impl Position {
    /// Returns the position for the words of a setup: `8`, `chess960` with the number of an arrangement, and
    /// `draws claim` or `draws auto`. Each part may be omitted.
    ///
    /// # Errors
    /// Returns a message that names the unacceptable word and the acceptable ones.
    pub fn from_words(words: &[&str]) -> Result<Self, String> {
        let mut words = words.iter().flat_map(|word| word.split_ascii_whitespace()).peekable();
        words.next_if_eq(&"8");
        let mut like = Parts::EMPTY;
        let mut number = STANDARD;
        if words.next_if_eq(&"chess960").is_some() {
            like.chess960 = true;
            if let Some(word) = words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit())) {
                let read = crate::number::number(word).filter(|&number| number < ARRANGEMENTS);
                number = read.ok_or_else(|| format!("{word:?} is not an arrangement, from 0 to 959"))?;
            }
        }
        if words.next_if_eq(&"draws").is_some() {
            let word = words.next().unwrap_or_default();
            like.draws = draws(word).ok_or_else(|| format!("{word:?} is not claim or auto"))?;
        }
        match words.next() {
            Some(word) if word.starts_with(|c: char| c.is_ascii_digit()) => {
                Err(format!("chess is always 8x8, not {word:?}"))
            }
            Some(word) => Err(format!(
                "{word:?} is not an option, or out of place: the options are chess960, with a number from 0 to 959, \
                 then draws claim or draws auto"
            )),
            None => Self::new(initial(number, &like)).map_err(|error| error.to_string()),
        }
    }

    /// The words for which [`from_words`](Self::from_words) returns this position; `None` if it is not a
    /// starting position.
    pub fn words(&self) -> Option<String> {
        let number = number(self)?;
        let variant = if self.parts().chess960 { format!(" chess960 {number}") } else { String::new() };
        Some(format!("8{variant}{}", self.parts().draws.words()))
    }

    /// Whether this is a starting position.
    pub fn is_initial(&self) -> bool {
        number(self).is_some()
    }

    /// Another starting position with the same options, drawn at random. `None` in the standard game, which
    /// has only one, and if this is not a starting position.
    pub fn drawn_by_lot(&self, draw: &mut Draw<'_>) -> Option<Self> {
        if !self.parts().chess960 || !self.is_initial() {
            return None;
        }
        Self::new(initial(draw(ARRANGEMENTS), self.parts())).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeSet;
    use alloc::vec::Vec;

    fn rank(number: u32) -> String {
        arrangement(number).iter().map(|kind| kind.letter()).collect()
    }

    #[test]
    fn published_arrangements_have_their_numbers() {
        for (number, letters) in
            [(0, "bbqnnrkr"), (518, "rnbqkbnr"), (959, "rkrnnqbb"), (534, "rnbkqbnr"), (1, "bqnbnrkr")]
        {
            assert_eq!(rank(number), letters, "{number}");
        }
    }

    #[test]
    fn all_arrangements_differ_and_have_the_king_between_the_rooks() {
        let all: BTreeSet<String> = (0..ARRANGEMENTS).map(rank).collect();
        assert_eq!(all.len(), 960);
        for rank in all {
            let at = |kind| rank.match_indices(kind).map(|(at, _)| at).collect::<Vec<_>>();
            let (rooks, king, bishops) = (at('r'), at('k'), at('b'));
            assert!(rooks[0] < king[0] && king[0] < rooks[1], "{rank}");
            assert_eq!((bishops[0] + bishops[1]) % 2, 1, "{rank}");
        }
    }

    #[test]
    fn words_and_positions_belong_together() {
        for (words, told) in [
            (&[][..], "8"),
            (&["8"], "8"),
            (&["chess960"], "8 chess960 518"),
            (&["8", "chess960", "0", "draws", "auto"], "8 chess960 0 draws auto"),
            (&["draws claim"], "8 draws claim"),
        ] {
            let position = Position::from_words(words).unwrap();
            assert_eq!(position.words().unwrap(), told);
            assert_eq!(position.to_string().parse(), Ok(position));
        }
        for words in
            [&["9"][..], &["chess960", "960"], &["draws"], &["draws", "x"], &["x"], &["draws claim", "1"]]
        {
            Position::from_words(words).unwrap_err();
        }
    }
}
