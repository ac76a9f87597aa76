//! The board as lines of text.
//!
//! ```text
//! 3  X  .  O
//! 2  . [X] .
//! 1  .  .  .
//!    a  b  c
//! ```

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;

use bustan_vocabulary::tictactoe::{Cell, Observation, Player, TicTacToe};

use super::{cells, lines};
use crate::sheet::ansi::{self, RESET};
use crate::sheet::signs;
use crate::{Overlay, Style};

/// The board of an observed position; see [`Picture::board`](crate::Picture::board).
pub(super) fn board(seen: &Observation, style: Style, overlay: &Overlay<'_, TicTacToe>) -> String {
    let marked: BTreeSet<Cell> = cells(overlay.marked).collect();
    let lined: BTreeSet<Cell> = lines(seen).into_iter().flatten().collect();
    let mut text = String::new();
    for row in Cell::BOARD.chunks(3) {
        let mut line = String::new();
        line.extend(row.first().map(|cell| char::from(b'0' + cell.row())));
        line.push(' ');
        for cell in row {
            let ghost = overlay.question.filter(|(_, mv)| mv.0 == *cell).map(|(player, _)| player);
            let (colour, [left, right]) = match (ghost, marked.contains(cell), lined.contains(cell)) {
                (Some(_), _, _) => (ansi::QUESTION, ['(', ')']),
                (None, true, _) => (ansi::MARK, ['[', ']']),
                (None, false, true) => (ansi::MARK, ['*', '*']),
                (None, false, false) => ("", [' ', ' ']),
            };
            let bracket = |sign: char| match style.colour && sign != ' ' {
                true => format!("{colour}{sign}{RESET}"),
                false => sign.into(),
            };
            line.push_str(&bracket(left));
            line.push_str(&mark(seen.board.get(cell).copied().or(ghost), style));
            line.push_str(&bracket(right));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text.push_str("   a  b  c\n");
    text
}

/// The lines below the board; see [`Picture::caption`](crate::Picture::caption).
pub(super) fn caption(seen: &Observation, style: Style, overlay: &Overlay<'_, TicTacToe>) -> String {
    let drawn = overlay.question.is_some_and(|(_, mv)| mv.0.place().is_some());
    let mut legend = signs(overlay, drawn);
    if !lines(seen).is_empty() {
        legend.push("* * three in a row".into());
    }
    if style.alternative {
        legend.extend(Player::ALL.map(|player| format!("{} {player}", mark(Some(player), style))));
    }
    super::caption(seen).text(&legend)
}

/// What stands for a mark, one column.
fn mark(mark: Option<Player>, style: Style) -> String {
    let Some(player) = mark else { return ".".into() };
    let letter = match (player, style.alternative) {
        (player, false) => player.initial(),
        (Player::X, true) => '\u{2715}',
        (Player::O, true) => '\u{25cb}',
    };
    match (style.colour, player) {
        (false, _) => letter.into(),
        (true, Player::X) => format!("{}{letter}{RESET}", ansi::X),
        (true, Player::O) => format!("{}{letter}{RESET}", ansi::O),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::observed;
    use super::*;

    const PLAIN: Style = Style { colour: false, alternative: false, groups: false };

    #[test]
    fn the_board_shows_marks_names_and_brackets() {
        let seen = observed("x.o.x....");
        let marked = ["b2", "z9", "?"].map(String::from);
        let overlay = Overlay { marked: &marked, ..Overlay::default() };
        assert_eq!(board(&seen, PLAIN, &overlay), "3  X  .  O\n2  . [X] .\n1  .  .  .\n   a  b  c\n");
        assert_eq!(caption(&seen, PLAIN, &overlay), "o to move\nscores: x 0, o 0 (0)\n[ ] marked\n");
        let alternative = board(&seen, Style { alternative: true, ..PLAIN }, &Overlay::default());
        assert!(alternative.starts_with("3  \u{2715}  .  \u{25cb}\n"));
        let coloured = board(&seen, Style { colour: true, ..PLAIN }, &Overlay::default());
        assert!(
            coloured.contains(&format!("{}X{RESET}", ansi::X))
                && coloured.contains(&format!("{}O{RESET}", ansi::O))
        );
    }

    #[test]
    fn a_move_in_question_stands_in_parentheses() {
        let seen = observed("x.o.x....");
        let ask = |name: &str| name.parse().unwrap();
        for (name, row) in [("a2", "2 (O) X  .\n"), ("b2", "2  . (X) .\n")] {
            let (mv, marked) = (ask(name), [String::from(name)]);
            let overlay = Overlay { question: Some((Player::O, &mv)), marked: &marked, ..Overlay::default() };
            let text = board(&seen, PLAIN, &overlay);
            assert!(text.contains(row), "{text}");
            let text = caption(&seen, PLAIN, &overlay);
            assert!(text.ends_with(&format!("[ ] marked; ( ) in question: o {name}\n")), "{text}");
        }
        let mv = ask("d4");
        let overlay = Overlay { question: Some((Player::O, &mv)), ..Overlay::default() };
        assert!(!board(&seen, PLAIN, &overlay).contains('('));
        assert!(caption(&seen, PLAIN, &overlay).ends_with("\nin question: o d4\n"));
    }

    #[test]
    fn stars_are_around_three_in_a_row() {
        let seen = Observation { to_move: None, winner: Some(Player::X), ..observed("x.o.x.o.x") };
        let text = board(&seen, PLAIN, &Overlay::default());
        assert_eq!(text, "3 *X* .  O\n2  . *X* .\n1  O  . *X*\n   a  b  c\n");
        let text = caption(&seen, PLAIN, &Overlay::default());
        assert!(
            text.starts_with("game over: x wins\n") && text.ends_with("\n* * three in a row\n"),
            "{text}"
        );
    }
}
