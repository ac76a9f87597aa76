//! A game without its players.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::erased::{Move, Position, Record};

/// A start and moves, each played by the player to move.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) start: Position,
    pub(crate) moves: Vec<Move>,
}

impl Line {
    /// Returns a hash of the start and the moves.
    pub(crate) fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.start.to_string().hash(&mut hasher);
        self.moves.hash(&mut hasher);
        hasher.finish()
    }

    /// Returns the line that results from removing `moves` moves from index `at` on, or all moves from there
    /// if the line ends sooner.
    pub(crate) fn without(&self, at: usize, moves: usize) -> Self {
        let mut line = self.clone();
        line.moves.drain(at..(at + moves).min(self.moves.len()));
        line
    }

    pub(crate) fn of(record: &Record) -> Self {
        Self { start: record.start.clone(), moves: record.moves.iter().map(|(_, mv)| mv.clone()).collect() }
    }
}

// Not derived: that would require `G: PartialEq`, which is not needed.
impl PartialEq for Line {
    fn eq(&self, other: &Self) -> bool {
        self.start == other.start && self.moves == other.moves
    }
}

#[cfg(test)]
mod tests {
    use bustan_vocabulary::tictactoe::TicTacToe;

    use super::*;
    use crate::erased::rules;

    fn line(record: &str) -> Line {
        Line::of(&rules::<TicTacToe>().record(record).unwrap())
    }

    #[test]
    fn lines_are_equal_by_their_start_and_moves() {
        let one = line("X[a1];O[b2];X[c3]");
        assert!(one == line("X[a1];O[b2];X[c3]") && one.hash() == line("X[a1];O[b2];X[c3]").hash());
        for other in ["X[a1];O[b2]", "X[a1];O[c3];X[b2]", "Start[......... x misere];X[a1];O[b2];X[c3]"] {
            assert!(one != line(other) && one.hash() != line(other).hash(), "{other}");
        }
        assert_eq!(one.without(0, 1).moves, line("X[b2];O[c3]").moves);
        assert_eq!(one.without(1, 1).moves, line("X[a1];O[c3]").moves);
        assert_eq!(one.without(1, 9).moves, line("X[a1]").moves);
    }
}
