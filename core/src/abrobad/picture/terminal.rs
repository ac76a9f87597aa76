//! The board as lines of text.
//!
//! ```text
//!       X   2
//!     3   4   O
//!   6 [ X]  8   9
//!    10  11  12
//! ```

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::cells;
use crate::Style;
use crate::abrobad::{Cell, Observation, Player};

/// The board of an observed position; see [`Picture::board`](crate::Picture::board).
pub(super) fn board(seen: &Observation, style: Style, marked: &[String]) -> String {
    let marked: BTreeSet<Cell> = cells(marked).collect();
    let cells: Vec<(Cell, (u8, u8))> =
        Cell::BOARD.into_iter().filter_map(|cell| Some((cell, cell.centre()?))).collect();
    let mut text = String::new();
    for row in cells.chunk_by(|(_, (_, a)), (_, (_, b))| a == b) {
        let left = row.first().map_or(0, |(_, (x, _))| usize::from(*x));
        line(row, left, &mut text, |cell| stone(seen, style, &marked, cell));
        if style.groups {
            line(row, left, &mut text, |cell| number(seen, cell));
        }
    }
    text
}

/// One line with four characters for each cell.
fn line(row: &[(Cell, (u8, u8))], left: usize, text: &mut String, content: impl Fn(Cell) -> String) {
    let cells: String = row.iter().map(|&(cell, _)| content(cell)).collect();
    text.push_str(format!("{:1$}{cells}", "", 2 * left).trim_end());
    text.push('\n');
}

/// The stone on a cell, or its number, four characters wide.
fn stone(seen: &Observation, style: Style, marked: &BTreeSet<Cell>, cell: Cell) -> String {
    let [before, after] = if marked.contains(&cell) { ['[', ']'] } else { [' ', ' '] };
    let Some(&player) = seen.board.get(&cell) else {
        return format!("{before}{:>2}{after}", cell.get());
    };
    let letter = match (player, style.alternative) {
        (player, false) => player.initial(),
        (Player::X, true) => '\u{25cf}',
        (Player::O, true) => '\u{25cb}',
    };
    let letter = match (style.colour, player) {
        (false, _) => letter.to_string(),
        (true, Player::X) => format!("\x1b[1;94m{letter}\x1b[0m"),
        (true, Player::O) => format!("\x1b[1;91m{letter}\x1b[0m"),
    };
    format!("{before} {letter}{after}")
}

/// The number of the group of a cell, four characters wide; groups are counted from 1 in the order of the observation.
fn number(seen: &Observation, cell: Cell) -> String {
    match seen.groups.iter().position(|group| group.cells.contains(&cell)) {
        Some(at) => format!("{:>3} ", at + 1),
        None => "    ".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::observed;
    use super::*;

    #[test]
    fn the_board_shows_stones_numbers_and_brackets() {
        let seen = observed("x...o.x.....");
        let marked = ["7", "11", "13", "?"].map(String::from);
        let expected = "      X   2\n    3   4   O\n  6 [ X]  8   9\n   10 [11] 12\n";
        assert_eq!(board(&seen, Style::default(), &marked), expected);
        let alternative = board(&seen, Style { alternative: true, ..Style::default() }, &[]);
        assert!(alternative.contains('\u{25cf}') && alternative.contains('\u{25cb}'));
        let coloured = board(&seen, Style { colour: true, ..Style::default() }, &[]);
        assert!(coloured.contains("\x1b[1;94mX\x1b[0m") && coloured.contains("\x1b[1;91mO\x1b[0m"));
    }

    #[test]
    fn groups_are_numbered_below_their_stones() {
        let text = board(&observed("xx..o......."), Style { groups: true, ..Style::default() }, &[]);
        assert!(text.starts_with("      X   X\n      1   1\n    3   4   O\n            2\n"), "{text}");
    }
}
