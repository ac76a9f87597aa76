//! Conversion of moves between the notation of a program and that of Bustan.

use super::Search;
use crate::count::{Counts, is_castling};
use crate::fen::Fen;

/// The castling moves of chess from the standard position, each as the two squares of the king and as the
/// squares of the king and the rook.
const CASTLINGS: [[&str; 2]; 4] = [["e1g1", "e1h1"], ["e1c1", "e1a1"], ["e8g8", "e8h8"], ["e8c8", "e8a8"]];

/// A legal move in Bustan's notation and in the program's.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Spelled {
    pub(super) word: String,
    pub(super) own: String,
}

impl Search {
    /// Converts a list of moves to Bustan's notation and sorts it. The player to move and the position, if
    /// they are known, determine what a castling move means.
    ///
    /// # Errors
    /// Returns a message about a word that cannot be parsed.
    pub(super) fn spell(
        &self,
        counts: &Counts,
        here: Option<(bool, Option<&Fen>)>,
    ) -> Result<Vec<Spelled>, String> {
        let (first, fen) = here.unwrap_or((true, None));
        let spelled = |(own, _): &(String, u64)| {
            self.spelled(own, first, fen).ok_or_else(|| format!("cannot identify the move {own:?}"))
        };
        let mut moves: Vec<Spelled> = counts.moves.iter().map(spelled).collect::<Result<_, _>>()?;
        moves.sort_unstable();
        Ok(moves)
    }

    /// Converts a word of the program to UCI notation; `None` if its meaning is unknown.
    pub(super) fn spelled(&self, own: &str, first: bool, fen: Option<&Fen>) -> Option<Spelled> {
        if !self.plain {
            return Some(Spelled { word: own.into(), own: own.into() });
        }
        let alike = |word: String| Some(Spelled { own: word.clone(), word });
        if let Some(short) = is_castling(own) {
            if self.is_960() {
                return fen?.castled(first, short).and_then(alike);
            }
            return alike(CASTLINGS[2 * usize::from(!first) + usize::from(!short)][0].into());
        }
        let word: String = own.chars().filter(|c| !"-x=".contains(*c)).collect::<String>().to_lowercase();
        let cell = |at: usize| {
            let bytes = word.as_bytes();
            bytes.get(at).is_some_and(|file| (b'a'..=b'h').contains(file))
                && bytes.get(at + 1).is_some_and(|rank| (b'1'..=b'8').contains(rank))
        };
        let promotes = word.len() == 5 && word.ends_with(['q', 'r', 'b', 'n']);
        if !(cell(0) && cell(2) && (word.len() == 4 || promotes)) {
            return None;
        }
        match self.castling(1, &word) {
            Some([usual, own]) => Some(Spelled { word: usual.into(), own: own.into() }),
            None => alike(word),
        }
    }

    /// The two notations of a castling move from the standard position, if `word` is the notation with the
    /// index `number`: the king must be on its square and must not have moved.
    pub(super) fn castling(&self, number: usize, word: &str) -> Option<[&'static str; 2]> {
        if !self.plain || self.is_960() {
            return None;
        }
        let (at, words) = CASTLINGS.iter().enumerate().find(|(_, words)| words[number] == word)?;
        let start = self.starts.last()?;
        let moved = self.moves[start.ply..].iter().any(|mv| mv.get(..2) == word.get(..2));
        (start.kings[at / 2] && !moved).then_some(*words)
    }
}
