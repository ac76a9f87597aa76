//! Describes the first cell on which two boards differ: `reference: E5:0 is captured; Mine: keeps it`.

use serde_json::{Map, Value};

/// The key of an observation that contains the board: an object that maps the names of cells to pieces.
const BOARD: &str = "board";

/// The change of a cell by the last move, according to an engine.
enum CellChange<'v> {
    /// The piece is unchanged.
    Stays,
    /// The piece was removed from the cell.
    Gone,
    /// The cell has a new piece. The flag says whether the piece replaced another one.
    Comes(&'v Value, bool),
    /// The cell was empty and still is.
    Empty,
}

impl<'v> CellChange<'v> {
    fn of(was: Option<&Value>, is: Option<&'v Value>) -> Self {
        match (was, is) {
            (Some(was), Some(is)) if was == is => Self::Stays,
            (was, Some(is)) => Self::Comes(is, was.is_some()),
            (Some(_), None) => Self::Gone,
            (None, None) => Self::Empty,
        }
    }

    /// Describes the change, in words that follow the name of the cell. `moved` means that the last move
    /// names the cell.
    fn words(&self, moved: bool) -> String {
        match self {
            Self::Stays => "stays".into(),
            Self::Gone if moved => "is left".into(),
            Self::Gone => "is captured".into(),
            Self::Comes(piece, true) => format!("becomes {}", said(piece)),
            Self::Comes(piece, false) => format!("has {}", said(piece)),
            Self::Empty => "is empty".into(),
        }
    }
}

/// Describes the first cell on which the boards of two observations differ: how each engine, given with its
/// name, changed it, and the number of other cells that differ. `before` is the observation of one of the
/// engines before the last move, `mv`. Returns `None` if the boards are equal or are not objects.
pub(super) fn headline(
    engines: [(&str, &Value); 2],
    before: Option<&Value>,
    mv: Option<&str>,
) -> Option<String> {
    let [one, other] = engines.map(|(_, seen)| board(seen));
    let (one, other) = (one?, other?);
    let was = before.and_then(board);
    let differ = |cell: &&String| at(one, cell) != at(other, cell);
    let mut cells: Vec<&String> =
        one.keys().chain(other.keys().filter(|cell| !one.contains_key(*cell))).collect();
    cells.retain(differ);
    // A cell that had a piece before is more informative than a new piece.
    let stood = |cell: &&&String| was.is_some_and(|was| at(was, cell).is_some());
    let cell: &str = cells.iter().find(stood).or(cells.first())?;
    let whole = |mv: &str, end: usize| !mv[end..].starts_with(|c: char| c.is_ascii_digit());
    let names = |mv: &str| mv.match_indices(cell).any(|(begin, _)| whole(mv, begin + cell.len()));
    let moved = mv.is_some_and(names);
    let fates = [one, other].map(|board| CellChange::of(was.and_then(|was| at(was, cell)), at(board, cell)));
    let [(first, _), (second, _)] = engines;
    let others = match cells.len() - 1 {
        0 => String::new(),
        more => format!(" (and {more} more)"),
    };
    let then = match &fates[1] {
        CellChange::Stays => "keeps it".into(),
        fate => format!("it {}", fate.words(moved)),
    };
    Some(format!("{first}: {cell} {}; {second}: {then}{others}", fates[0].words(moved)))
}

fn board(seen: &Value) -> Option<&Map<String, Value>> {
    seen.get(BOARD)?.as_object()
}

/// Returns the piece on a cell; `None` if the cell is empty.
fn at<'b>(board: &'b Map<String, Value>, cell: &str) -> Option<&'b Value> {
    board.get(cell).filter(|piece| !piece.is_null() && piece.as_str() != Some(""))
}

/// Returns a piece as text, without quotation marks if it is a string.
fn said(piece: &Value) -> String {
    piece.as_str().map_or_else(|| piece.to_string(), String::from)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn told(reference: Value, mine: Value, before: Value, mv: &str) -> Option<String> {
        let [reference, mine, before] = [reference, mine, before].map(|board| json!({ "board": board }));
        headline([("reference", &reference), ("Mine", &mine)], Some(&before), Some(mv))
    }

    #[test]
    fn the_fate_of_a_piece_is_reported_for_either_engine() {
        let before = json!({"e5": "black", "d4": "white"});
        for (reference, mine, expected) in [
            (json!({"d4": "white"}), before.clone(), "reference: e5 is captured; Mine: keeps it"),
            (before.clone(), json!({"d4": "white"}), "reference: e5 stays; Mine: it is captured"),
            (
                json!({"e5": "white", "d4": "white"}),
                before.clone(),
                "reference: e5 becomes white; Mine: keeps it",
            ),
            (
                json!({"e5": "black"}),
                json!({"d4": "white", "c3": "white"}),
                "reference: e5 stays; Mine: it is captured (and 2 more)",
            ),
            (
                json!({"e5": "black", "d4": "white", "c3": [7, "white"]}),
                before.clone(),
                "reference: c3 has [7,\"white\"]; Mine: it is empty",
            ),
        ] {
            assert_eq!(told(reference, mine, before.clone(), "c3").as_deref(), Some(expected));
        }
    }

    #[test]
    fn a_piece_that_moves_is_not_captured_where_it_was() {
        let before = json!({"e2": "P"});
        let expected = "reference: e2 is left; Mine: keeps it";
        assert_eq!(told(json!({}), before.clone(), before.clone(), "e2e4").as_deref(), Some(expected));
        let expected = "reference: e2 is captured; Mine: keeps it";
        assert_eq!(told(json!({}), before.clone(), before, "e20").as_deref(), Some(expected));
    }

    #[test]
    fn boards_that_are_no_objects_or_the_same_tell_nothing() {
        assert_eq!(told(json!("X.."), json!("..."), json!("..."), "a1"), None);
        assert_eq!(told(json!({"a1": null}), json!({}), json!({}), "a1"), None);
        let [one, other] = [json!({"board": {"a1": "x"}}), json!({"board": {}})];
        let told = headline([("a", &one), ("b", &other)], None, None);
        assert_eq!(told.as_deref(), Some("a: a1 has x; b: it is empty"));
    }
}
