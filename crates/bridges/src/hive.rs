//! The table of a game of Hive, to the extent that the notation of moves requires it.
//!
//! UHP names the target of a piece relative to any adjacent piece. Therefore, a move has several notations,
//! and programs choose different ones. [`Hive::spelled`] maps all notations of a move to one. It does not
//! know the rules of the game.

use std::collections::BTreeMap;

/// A cell, as its distances from the first piece to the right and to the lower right.
type Cell = (i32, i32);

/// The six sides of a cell: the sign, whether it precedes the name of the piece, and the offset of the
/// neighbour.
const SIDES: [(char, bool, Cell); 6] = [
    ('-', false, (1, 0)),
    ('-', true, (-1, 0)),
    ('/', false, (1, -1)),
    ('/', true, (-1, 1)),
    ('\\', false, (0, 1)),
    ('\\', true, (0, -1)),
];

/// The move for a pass.
const PASS: &str = "pass";

/// The pieces on the table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hive {
    /// The pieces of each cell, from bottom to top.
    stacks: BTreeMap<Cell, Vec<String>>,
}

impl Hive {
    /// Plays a move in any notation. `None`, and no change, if it is not a move.
    pub(crate) fn play(&mut self, mv: &str) -> Option<()> {
        if mv == PASS {
            return Some(());
        }
        let (piece, cell) = self.target(mv)?;
        self.lift(&piece);
        self.stacks.entry(cell).or_default().push(piece);
        Some(())
    }

    /// The canonical notation of a move: relative to the adjacent piece whose name is first in alphabetical
    /// order, in the first of the six directions that fits; on top of other pieces, relative to the topmost.
    /// `None` if it is not a move.
    pub(crate) fn spelled(&self, mv: &str) -> Option<String> {
        if mv == PASS {
            return Some(PASS.into());
        }
        let (piece, cell) = self.target(mv)?;
        let mut rest = self.clone();
        rest.lift(&piece);
        if rest.stacks.is_empty() {
            return Some(piece);
        }
        if let Some(below) = rest.top(cell) {
            return Some(format!("{piece} {below}"));
        }
        let beside = SIDES.iter().filter_map(|&(sign, before, step)| {
            let other = rest.top((cell.0 - step.0, cell.1 - step.1))?;
            Some((other, if before { format!("{sign}{other}") } else { format!("{other}{sign}") }))
        });
        let (_, place) = beside.min_by_key(|(other, _)| *other)?;
        Some(format!("{piece} {place}"))
    }

    fn top(&self, cell: Cell) -> Option<&str> {
        self.stacks.get(&cell)?.last().map(String::as_str)
    }

    /// Removes a piece from the table.
    fn lift(&mut self, piece: &str) {
        self.stacks.values_mut().for_each(|stack| stack.retain(|other| other != piece));
        self.stacks.retain(|_, stack| !stack.is_empty());
    }

    fn cell_of(&self, piece: &str) -> Option<Cell> {
        self.stacks.iter().find(|(_, stack)| stack.iter().any(|other| other == piece)).map(|(cell, _)| *cell)
    }

    /// The piece of a move and its target.
    fn target(&self, mv: &str) -> Option<(String, Cell)> {
        let (piece, place) = mv.split_once(' ').unwrap_or((mv, ""));
        let named =
            piece.starts_with(['w', 'b']) && piece.len() > 1 && piece.chars().all(char::is_alphanumeric);
        if !named {
            return None;
        }
        if place.is_empty() {
            return self.stacks.is_empty().then(|| (piece.into(), (0, 0)));
        }
        let side = SIDES.iter().find_map(|&(sign, before, step)| {
            let other = if before { place.strip_prefix(sign) } else { place.strip_suffix(sign) };
            Some((other?, step))
        });
        let (other, step) = side.unwrap_or((place, (0, 0)));
        let at = self.cell_of(other)?;
        Some((piece.into(), (at.0 + step.0, at.1 + step.1)))
    }
}

/// Converts the moves of a game of Hive, from its beginning, to the notation of the bridge: the canonical
/// notation, with `_` instead of spaces.
///
/// # Errors
/// Returns the index of the first text that is not a move in its position.
pub fn hive_words(moves: &[&str]) -> Result<Vec<String>, usize> {
    let mut table = Hive::default();
    let word = |(at, mv): (usize, &&str)| {
        let word = table.spelled(mv).ok_or(at)?;
        table.play(mv).ok_or(at)?;
        Ok(word.replace(' ', "_"))
    };
    moves.iter().enumerate().map(word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(moves: &[&str]) -> Hive {
        let mut hive = Hive::default();
        moves.iter().for_each(|mv| hive.play(mv).unwrap());
        hive
    }

    #[test]
    fn all_spellings_of_a_move_become_one() {
        let hive = after(&["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1/"]);
        // Above the first two pieces, and to the left of the last one.
        for mv in ["wA1 wS1/", "wA1 \\bS1", "wA1 -bQ"] {
            assert_eq!(hive.spelled(mv).as_deref(), Some("wA1 -bQ"), "{mv}");
        }
        assert_eq!(hive.spelled("pass").as_deref(), Some("pass"));
        // The moving piece itself is not a neighbour, and a piece below another is not named.
        let hive = after(&["wS1", "bS1 wS1-", "wB1 -wS1", "bQ bS1/", "wB1 wS1"]);
        assert_eq!(hive.spelled("wB1 wS1/").as_deref(), Some("wB1 -bQ"));
        assert_eq!(hive.spelled("wA1 -wS1").as_deref(), Some("wA1 -wB1"));
        assert_eq!(hive.spelled("bQ wS1").as_deref(), Some("bQ wB1"));
        assert_eq!(after(&[]).spelled("wS1").as_deref(), Some("wS1"));
        assert_eq!(after(&["wS1"]).spelled("bS1 wS1\\").as_deref(), Some("bS1 wS1\\"));
    }

    #[test]
    fn a_text_that_is_no_move_moves_nothing() {
        let mut hive = after(&["wS1", "bS1 wS1-"]);
        for text in [
            "",
            "wA1",
            "wA1 bQ-",
            "S1 wS1-",
            "w wS1-",
            "wA1 wS1--",
            "wA1 -wS1-",
            "wA1  wS1",
            "passes",
            "\u{e9}",
        ] {
            assert_eq!((hive.play(text), hive.spelled(text)), (None, None), "{text:?}");
        }
        assert_eq!(hive.stacks.len(), 2);
    }
}
