//! Searches for shorter games in which a player fills the cells of a straight row.
//!
//! The found game may require a chain that winds over the board, from which no stone can be removed. A
//! straight row is the shortest chain, but it shares so few cells with the winding chain that no small change
//! leads to it. Nothing is known about the board except the cells that moves name. The rows are the files,
//! ranks and diagonals within the range of these cells. If the files skip a letter, as in Go, the engines
//! refuse games that name a cell of the missing file.

use super::near::{self, Place, Places};
use super::replay::{Line, asks};
use super::turned::BoardRange;
use super::{Budget, Shrinker};
use crate::erased::{Move, Player, Record};

/// The minimum number of cells in a row.
const FEWEST: usize = 3;

/// The maximum number of files or ranks of a board whose rows are tried.
const WIDEST: u32 = 32;

impl Shrinker<'_, '_> {
    /// Plays shorter games in which a player fills a straight row that shares cells with the best game.
    pub(super) fn play_rows(&mut self, budget: Budget) {
        let this = (self.line().hash(), self.progress.extent);
        if !self.best.record.start.is_start() || self.progress.filled == Some(this) {
            return;
        }
        self.limit = self.replayer.limit(budget.shrink);
        let lines = in_rows(&self.best.record, &self.progress.extent, asks(self.replayer.wanted.kind()));
        if self.accept_first(lines.into_iter()).is_some() {
            self.settle();
        } else if !self.spent() {
            self.progress.filled = Some(this);
        }
    }
}

impl BoardRange {
    /// Returns the files, ranks and diagonals of the board that have at least [`FEWEST`] cells.
    fn rows(&self) -> Vec<Vec<Place>> {
        let Some([files, ranks]) = self.cells() else { return Vec::new() };
        if [files, ranks].iter().any(|(least, greatest)| greatest - least >= WIDEST) {
            return Vec::new();
        }
        let step = |(x, y): (u32, u32), [right, up]: [i32; 2]| {
            let there = (x.checked_add_signed(right)?, y.checked_add_signed(up)?);
            let on = |at: u32, (least, greatest): (u32, u32)| (least..=greatest).contains(&at);
            (on(there.0, files) && on(there.1, ranks)).then_some(there)
        };
        let mut rows = Vec::new();
        for direction in [[1, 0], [0, 1], [1, 1], [1, -1]] {
            let cells = (files.0..=files.1).flat_map(|x| (ranks.0..=ranks.1).map(move |y| (x, y)));
            for first in cells.filter(|cell| step(*cell, direction.map(|by| -by)).is_none()) {
                let row = std::iter::successors(Some(first), |cell| step(*cell, direction));
                rows.push(row.map(|(x, y)| Place::Cell(x, y)).collect());
            }
        }
        rows.retain(|row: &Vec<Place>| row.len() >= FEWEST);
        rows
    }
}

/// Returns games shorter than `record` in which its last player fills a row, starting with the rows in which
/// the player already has the most cells. If the last move is a `question`, it stays last, and the rows are
/// first those of the last player before it, then those of the others.
fn in_rows(record: &Record, extent: &BoardRange, question: bool) -> Vec<Line> {
    let body = record.moves.len().saturating_sub(usize::from(question));
    let mut players: Vec<Player> = Vec::new();
    for (player, _) in record.moves[..body].iter().rev() {
        if !players.contains(player) {
            players.push(*player);
        }
    }
    players.truncate(if question { players.len() } else { 1 });
    let games = players.into_iter().filter_map(|player| Stones::of(record, body, player));
    games.flat_map(|stones| stones.in_rows(extent)).collect()
}

/// A game in which each move places a stone.
struct Stones<'r> {
    record: &'r Record,
    /// The number of moves before the move in question.
    body: usize,
    /// The player who is to fill a row.
    player: Player,
    /// The cells named by the moves of `player`, in order.
    places: Vec<Place>,
    /// The text of the last move of `player` that names a cell.
    like: String,
}

impl<'r> Stones<'r> {
    /// Returns `None` if a move of `player` names more than one cell, or if no move of `player` names any.
    fn of(record: &'r Record, body: usize, player: Player) -> Option<Self> {
        let own = record.moves[..body].iter().filter(|(other, _)| *other == player);
        let (mut places, mut like) = (Vec::new(), None);
        for (_, mv) in own {
            let text = mv.to_string();
            match Places::of(&text).iter().collect::<Vec<_>>()[..] {
                [] => {}
                [place] => {
                    places.push(place);
                    like = Some(text);
                }
                _ => return None,
            }
        }
        Some(Self { record, body, player, places, like: like? })
    }

    fn in_rows(&self, extent: &BoardRange) -> Vec<Line> {
        let moves = &self.record.moves;
        let after = moves.len() - self.body;
        let most = (0..self.body).filter(|ply| moves[*ply].0 == self.player && ply + 1 + after < moves.len());
        let parts = extent.rows().into_iter().flat_map(|row| parts(&row, most.clone().count()));
        let had = |row: &[Place]| row.iter().filter(|place| self.places.contains(place)).count();
        let mut parts: Vec<Vec<Place>> = parts.filter(|row| had(row) > 0).collect();
        let last = self.places.last();
        parts.iter_mut().for_each(|row| row.sort_by_key(|place| Some(place) == last));
        parts.sort_by_key(|row| std::cmp::Reverse(had(row) + usize::from(row.last() == last)));
        parts.iter().filter_map(|row| self.filling(row)).collect()
    }

    /// Returns the game in which the player fills `row`, while the other players make those of their moves
    /// that are farthest from it.
    fn filling(&self, row: &[Place]) -> Option<Line> {
        let Record { start, moves } = self.record;
        let (mut row_ahead, mut others_ahead) = (row.iter(), self.beside(row).into_iter());
        let mut line = Line { start: start.clone(), moves: Vec::new() };
        for (player, _) in &moves[..self.body] {
            if row_ahead.len() == 0 {
                break;
            }
            let own = *player == self.player;
            line.moves.push(if own { self.at(*row_ahead.next()?)? } else { others_ahead.next()? });
        }
        line.moves.extend(moves[self.body..].iter().map(|(_, mv)| mv.clone()));
        Some(line)
    }

    /// Returns the move that places a stone on the cell `place`.
    fn at(&self, place: Place) -> Option<Move> {
        let text = near::rewritten(&self.like, |_| Some(place))?;
        self.record.start.rules().mv(&text).ok()
    }

    /// Returns the moves to cells outside the row, those of the other players first, and among these the
    /// farthest first.
    fn beside(&self, row: &[Place]) -> Vec<Move> {
        let mut moves = Vec::new();
        for (player, mv) in &self.record.moves[..self.body] {
            let places = Places::of(&mv.to_string());
            let away = places.iter().flat_map(|place| row.iter().map(move |of| place.distance(*of))).min();
            let known = away.is_some() && moves.iter().any(|(_, other)| other == mv);
            if !known && away != Some(0) {
                moves.push(((*player == self.player, std::cmp::Reverse(away)), mv.clone()));
            }
        }
        moves.sort_by_key(|(order, _)| *order);
        moves.into_iter().map(|(_, mv)| mv).collect()
    }
}

/// Returns the whole row, or its parts with `most` cells if it is longer.
fn parts(row: &[Place], most: usize) -> Vec<Vec<Place>> {
    let length = most.min(row.len());
    if length < FEWEST {
        return Vec::new();
    }
    let mut parts: Vec<Vec<Place>> = row.windows(length).map(<[Place]>::to_vec).collect();
    // A game may diverge before its part is full, so the last part is also tried from its other end.
    if length < row.len() {
        parts.extend(parts.last().map(|last| last.iter().rev().copied().collect()));
    }
    parts
}

#[cfg(test)]
mod tests {
    use bustan_vocabulary::tictactoe::TicTacToe;

    use super::*;
    use crate::erased::{rules, unknown};

    fn extent(corners: &str) -> BoardRange {
        let mut extent = BoardRange::default();
        corners.split(' ').for_each(|mv| extent.note(mv));
        extent
    }

    fn places(text: &str) -> Vec<Place> {
        text.split(' ').flat_map(|text| Places::of(text).iter().collect::<Vec<_>>()).collect()
    }

    /// Returns the moves of the games in rows of a 3×3 board.
    fn games(record: &str, question: bool) -> Vec<String> {
        let record = rules::<TicTacToe>().record(record).unwrap();
        let words = |line: Line| line.moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        in_rows(&record, &extent("a1 c3"), question).into_iter().map(words).collect()
    }

    #[test]
    fn files_ranks_and_long_diagonals_are_rows() {
        let rows = extent("a1 d3").rows();
        assert_eq!(rows.len(), 3 + 4 + 2 + 2);
        for row in ["a2 b2 c2 d2", "c1 c2 c3", "b1 c2 d3", "a3 b2 c1"] {
            assert!(rows.contains(&places(row)), "{row}");
        }
        assert!(extent("a1 b99").rows().is_empty() && extent("a1 a4294967295").rows().is_empty());
        assert!(extent("1 64").rows().is_empty() && extent("pass").rows().is_empty());
    }

    const WINDING: &str = "X[a1];O[b1];X[b2];O[a3];X[c1];O[c2];X[a2]";

    #[test]
    fn the_last_player_fills_rows_of_which_most_is_there_and_the_others_stay_away() {
        let expected = [
            // With the last cell of the game, played last.
            "b2 b1 c2 a3 a2",
            "a1 c2 a3 b1 a2",
            // With two cells.
            "a1 a3 b1 c2 c1",
            "a1 b1 b2 a3 c3",
            "a3 b1 b2 c2 c1",
            // With one cell.
            "b1 a3 b2 c2 b3",
            "c1 a3 c2 b1 c3",
        ];
        assert_eq!(games(WINDING, false), expected);
        // None of these games would be shorter.
        assert!(games("X[a1];O[b1];X[b2];O[a3];X[c3]", false).is_empty());
    }

    #[test]
    fn a_question_stays_the_last_move_of_games_with_rows_of_either_player() {
        let games = games(&format!("{WINDING};O[c3]"), true);
        assert_eq!(games[0], "b2 b1 c2 a3 a2 c3");
        assert!(games.len() > 7 && games[7..].contains(&"a1 b1 c1 b2 a2 b3 c3".into()), "{games:?}");
        assert!(games.iter().all(|game| game.ends_with(" c3")));
    }

    #[test]
    fn long_rows_are_filled_in_parts() {
        let row = places("a1 b1 c1 d1 e1");
        let of = |most| parts(&row, most);
        assert_eq!(of(3), ["a1 b1 c1", "b1 c1 d1", "c1 d1 e1", "e1 d1 c1"].map(places));
        assert_eq!(of(9), ["a1 b1 c1 d1 e1"].map(places));
        assert!(of(2).is_empty());
    }

    #[test]
    fn pieces_that_move_fill_no_rows() {
        let rows_of = |words: &str| {
            let moves = words.split(' ').enumerate();
            let moves = moves.map(|(at, text)| (unknown().players()[at % 2], unknown().mv(text).unwrap()));
            let record = Record { start: unknown().initial(&[]).unwrap(), moves: moves.collect() };
            in_rows(&record, &extent("a1 c3"), false).len()
        };
        assert_eq!(rows_of("a1 b1 b2 a3 c1 c2 a2"), 7);
        assert_eq!([rows_of("a1 b1 b2 a3 c1 c2 a1a2"), rows_of("x y x y x y x")], [0; 2]);
    }
}
