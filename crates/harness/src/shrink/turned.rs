//! Turns the board, so that the first player makes the second player's moves.
//!
//! A divergence that occurs after the second player's last move can often be shown one move sooner by the
//! first player, on the other side of the board. Nothing is known about the board except the coordinates that
//! moves name. The board is turned, or its files and ranks are swapped, within their range. Engines soon
//! refuse most such games.

use super::leave_out::on_other_sides;
use super::near::{self, Place};
use super::replay::Line;
use crate::erased::Record;

/// The range of the coordinates that moves have named on a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct BoardRange {
    /// The minimum and maximum of the files and of the ranks, if any move named a cell by both.
    cells: Option<[(u32, u32); 2]>,
    /// The minimum and maximum number of a numbered cell, if any move named one.
    numbers: Option<(u32, u32)>,
}

/// A symmetry of a board.
#[derive(Clone, Copy, Debug)]
struct BoardTurn {
    /// Whether the files are counted from the other end, and whether the ranks are.
    flips: [bool; 2],
    /// Whether files and ranks are swapped.
    swaps: bool,
}

impl BoardRange {
    /// Extends the range by the coordinates that a move names.
    pub(super) fn note(&mut self, mv: &str) {
        let wider = |known: Option<(u32, u32)>, at: u32| {
            let (least, greatest) = known.unwrap_or((at, at));
            (least.min(at), greatest.max(at))
        };
        for place in near::Places::of(mv).iter() {
            match place {
                Place::Cell(first, second) => {
                    let known = self.cells;
                    self.cells = Some([
                        wider(known.map(|[files, _]| files), first),
                        wider(known.map(|[_, rows]| rows), second),
                    ]);
                }
                Place::Number(number) => self.numbers = Some(wider(self.numbers, number)),
            }
        }
    }

    /// Returns the minimum and maximum of the files and of the ranks, if any move named a cell by both.
    pub(super) fn cells(&self) -> Option<[(u32, u32); 2]> {
        self.cells
    }

    /// Returns the symmetries of the board, except the identity.
    fn turns(&self) -> Vec<BoardTurn> {
        let square = self.cells.is_some_and(|[files, rows]| files.1 - files.0 == rows.1 - rows.0);
        let swaps: &[bool] = match (self.cells.is_some(), self.numbers.is_some()) {
            (true, _) if square => &[false, true],
            (true, _) => &[false],
            // The arrangement of numbered cells on the board is unknown, but the last is opposite the first.
            (false, true) => return vec![BoardTurn { flips: [true, true], swaps: false }],
            (false, false) => &[],
        };
        let flips = [[true, true], [false, true], [true, false], [false, false]];
        let all = swaps.iter().flat_map(|&swaps| flips.map(|flips| BoardTurn { flips, swaps }));
        all.filter(|turn| turn.swaps || turn.flips != [false; 2]).collect()
    }

    /// Returns the cell to which the symmetry maps `place`; `None` if a flipped coordinate is out of range.
    fn turned(&self, place: Place, turn: BoardTurn) -> Option<Place> {
        let other_end = |at: u32, (least, greatest): (u32, u32)| {
            (least..=greatest).contains(&at).then(|| least + greatest - at)
        };
        match place {
            Place::Cell(first, second) => {
                let [files, rows] = self.cells?;
                let first = if turn.flips[0] { other_end(first, files)? } else { first };
                let second = if turn.flips[1] { other_end(second, rows)? } else { second };
                Some(match turn.swaps {
                    false => Place::Cell(first, second),
                    true => Place::Cell(
                        files.0 + second.checked_sub(rows.0)?,
                        rows.0 + first.checked_sub(files.0)?,
                    ),
                })
            }
            Place::Number(number) => Some(Place::Number(other_end(number, self.numbers?)?)),
        }
    }

    /// Returns the games that result from removing one move of the first player and turning the board, so
    /// that the other player begins: one game for each such move and each symmetry of the board.
    pub(super) fn other_sides(&self, record: &Record) -> Vec<Line> {
        let Some((first, _)) = record.moves.first() else { return Vec::new() };
        let of_first: Vec<usize> =
            (0..record.moves.len()).filter(|&ply| record.moves[ply].0 == *first).collect();
        let turned = |turn: BoardTurn| {
            let moves = record.moves.iter();
            let moves: Option<Vec<_>> = moves
                .map(|(player, mv)| {
                    let text = near::rewritten(&mv.to_string(), |place| self.turned(place, turn))?;
                    Some((*player, record.start.rules().mv(&text).ok()?))
                })
                .collect();
            Some(Record { start: record.start.clone(), moves: moves? })
        };
        let games = self.turns().into_iter().filter_map(turned);
        games
            .flat_map(|game| of_first.iter().map(move |&ply| on_other_sides(&game, ply)).collect::<Vec<_>>())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use bustan_vocabulary::tictactoe::TicTacToe;

    use super::*;
    use crate::erased::rules;

    fn turned(board: &str, mv: &str) -> Vec<String> {
        let mut extent = BoardRange::default();
        board.split(' ').for_each(|mv| extent.note(mv));
        let turns = extent.turns().into_iter();
        turns.filter_map(|turn| near::rewritten(mv, |place| extent.turned(place, turn))).collect()
    }

    #[test]
    fn places_are_turned_as_far_as_they_are_known() {
        assert_eq!(turned("a1 c5", "a1b2"), ["c5b4", "a5b4", "c1b2"]);
        assert_eq!(turned("a1 c5", "P*c4"), ["P*a2", "P*c2", "P*a4"]);
        assert_eq!(turned("A1 C3", "B3"), ["B1", "B1", "B3", "A2", "A2", "C2", "C2"]);
        assert_eq!(turned("1a 9i", "7g7f+"), ["3c3d+", "7c7d+", "3g3f+", "3c4c+", "3g4g+", "7c6c+", "7g6g+"]);
        assert_eq!(turned("1-5 28-32", "9x14"), ["24x19"]);
        assert!(turned("pass", "pass").is_empty());
        // A cell that no move has named may be off the board.
        assert_eq!(turned("b2 c3", "a9"), Vec::<String>::new());
    }

    #[test]
    fn the_first_player_does_what_the_second_did() {
        let record = rules::<TicTacToe>().record("X[a2];O[a1];X[b2];O[b1]").unwrap();
        let mut extent = BoardRange::default();
        extent.note("a1");
        extent.note("c3");
        let lines = extent.other_sides(&record);
        assert_eq!(lines.len(), 14);
        let words = |line: &Line| line.moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        assert_eq!(lines[..2].iter().map(words).collect::<Vec<_>>(), ["c3 b2 b3", "c3 c2 b3"]);
    }
}
