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

use bustan_vocabulary::abrobad::{Abrobad, Cell, Observation, Player};

use super::{cells, tally, target};
use crate::sheet::ansi::{self, RESET};
use crate::sheet::signs;
use crate::{Overlay, Style};

/// The board of an observed position; see [`Picture::board`](crate::Picture::board).
pub(super) fn board(seen: &Observation, style: Style, overlay: &Overlay<'_, Abrobad>) -> String {
    let marked: BTreeSet<Cell> = cells(overlay.marked).collect();
    let ghost = overlay.question.and_then(|(player, mv)| Some((target(mv)?, player)));
    let cells: Vec<(Cell, (u8, u8))> =
        Cell::BOARD.into_iter().filter_map(|cell| Some((cell, cell.centre()?))).collect();
    let mut text = String::new();
    for row in cells.chunk_by(|(_, (_, a)), (_, (_, b))| a == b) {
        let left = row.first().map_or(0, |(_, (x, _))| usize::from(*x));
        line(row, left, &mut text, |cell| stone(seen, style, &marked, ghost, cell));
        if style.groups {
            line(row, left, &mut text, |cell| number(seen, cell));
        }
    }
    text
}

/// The lines below the board; see [`Picture::caption`](crate::Picture::caption).
pub(super) fn caption(seen: &Observation, style: Style, overlay: &Overlay<'_, Abrobad>) -> String {
    let drawn = overlay.question.is_some_and(|(_, mv)| target(mv).is_some());
    let mut legend = Vec::from([tally(seen)]);
    legend.extend(signs(overlay, drawn));
    if style.alternative {
        legend.extend(Player::ALL.map(|player| format!("{} {player}", letter(player, style))));
    }
    super::caption(seen).text(&legend)
}

/// One line with four characters for each cell.
fn line(row: &[(Cell, (u8, u8))], left: usize, text: &mut String, content: impl Fn(Cell) -> String) {
    let cells: String = row.iter().map(|&(cell, _)| content(cell)).collect();
    text.push_str(format!("{:1$}{cells}", "", 2 * left).trim_end());
    text.push('\n');
}

/// The stone on a cell, or its number, four characters wide.
fn stone(
    seen: &Observation,
    style: Style,
    marked: &BTreeSet<Cell>,
    ghost: Option<(Cell, Player)>,
    cell: Cell,
) -> String {
    let ghost = ghost.filter(|&(at, _)| at == cell).map(|(_, player)| player);
    let (colour, before, after) = match (ghost, marked.contains(&cell)) {
        (Some(_), _) => (ansi::QUESTION, "(", ")"),
        (None, true) => (ansi::MARK, "[", "]"),
        (None, false) => ("", " ", " "),
    };
    let [before, after] = [before, after].map(|sign| match style.colour && sign != " " {
        true => format!("{colour}{sign}{RESET}"),
        false => sign.to_string(),
    });
    match seen.board.get(&cell).copied().or(ghost) {
        Some(player) => format!("{before} {}{after}", letter(player, style)),
        None => format!("{before}{:>2}{after}", cell.get()),
    }
}

/// What stands for a stone, one column.
fn letter(player: Player, style: Style) -> String {
    let letter = match (player, style.alternative) {
        (player, false) => player.initial(),
        (Player::X, true) => '\u{25cf}',
        (Player::O, true) => '\u{25cb}',
    };
    match (style.colour, player) {
        (false, _) => letter.to_string(),
        (true, Player::X) => format!("{}{letter}{RESET}", ansi::X),
        (true, Player::O) => format!("{}{letter}{RESET}", ansi::O),
    }
}

/// The number of the group of a cell, four characters wide; groups are counted from 1 in the order of the
/// observation.
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

    const PLAIN: Style = Style { colour: false, alternative: false, groups: false };

    #[test]
    fn the_board_shows_stones_numbers_and_brackets() {
        let seen = observed("x...o.x.....");
        let marked = ["7", "11", "13", "?"].map(String::from);
        let overlay = Overlay { marked: &marked, ..Overlay::default() };
        let expected = "      X   2\n    3   4   O\n  6 [ X]  8   9\n   10 [11] 12\n";
        assert_eq!(board(&seen, PLAIN, &overlay), expected);
        let expected = "o to move, who must place\nscores: x 0, o 0 (0)\ngroups: x 2, o 1; [ ] marked\n";
        assert_eq!(caption(&seen, PLAIN, &overlay), expected);
        let alternative = board(&seen, Style { alternative: true, ..PLAIN }, &Overlay::default());
        assert!(alternative.contains('\u{25cf}') && alternative.contains('\u{25cb}'));
        let coloured = board(&seen, Style { colour: true, ..PLAIN }, &Overlay::default());
        assert!(
            coloured.contains(&format!("{}X{RESET}", ansi::X))
                && coloured.contains(&format!("{}O{RESET}", ansi::O))
        );
    }

    #[test]
    fn a_move_in_question_stands_in_parentheses() {
        let seen = observed("x...o.x.....");
        for (mv, row) in [("11", "   10 ( O) 12\n"), ("5-12", "   10  11 ( O)\n"), ("7", "  6 ( X)  8   9\n")]
        {
            let mv = mv.parse().unwrap();
            let overlay = Overlay { question: Some((Player::O, &mv)), ..Overlay::default() };
            assert!(board(&seen, PLAIN, &overlay).contains(row), "{mv}");
            let text = caption(&seen, PLAIN, &overlay);
            assert!(text.ends_with(&format!("( ) in question: o {mv}\n")), "{text}");
        }
        let mv = "0".parse().unwrap();
        let overlay = Overlay { question: Some((Player::O, &mv)), ..Overlay::default() };
        assert!(!board(&seen, PLAIN, &overlay).contains('('));
        assert!(caption(&seen, PLAIN, &overlay).ends_with("; in question: o 0\n"));
    }

    #[test]
    fn groups_are_numbered_below_their_stones() {
        let text = board(&observed("xx..o......."), Style { groups: true, ..PLAIN }, &Overlay::default());
        assert!(text.starts_with("      X   X\n      1   1\n    3   4   O\n            2\n"), "{text}");
    }
}
