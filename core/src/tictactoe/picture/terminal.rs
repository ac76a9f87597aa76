//! The board as lines of text.
//!
//! ```text
//! 3  X  .  O
//! 2  . [X] .
//! 1  .  .  .
//!    a  b  c
//! ```

use alloc::collections::BTreeSet;
use alloc::string::String;

use super::cells;
use crate::Style;
use crate::tictactoe::{Cell, Observation, Player};

/// The board of an observed position; see [`Picture::board`](crate::Picture::board).
pub(super) fn board(seen: &Observation, style: Style, marked: &[String]) -> String {
    let marked: BTreeSet<Cell> = cells(marked).collect();
    let mut text = String::new();
    for row in Cell::BOARD.chunks(3) {
        let mut line = String::new();
        line.extend(row.first().map(|cell| char::from(b'0' + cell.row())));
        line.push(' ');
        for cell in row {
            let [left, right] = if marked.contains(cell) { ['[', ']'] } else { [' ', ' '] };
            line.push(left);
            put(seen.board.get(cell).copied(), style, &mut line);
            line.push(right);
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text.push_str("   a  b  c\n");
    text
}

fn put(mark: Option<Player>, style: Style, line: &mut String) {
    let Some(player) = mark else { return line.push('.') };
    let letter = match (player, style.alternative) {
        (player, false) => player.initial(),
        (Player::X, true) => '\u{2715}',
        (Player::O, true) => '\u{25cb}',
    };
    if !style.colour {
        return line.push(letter);
    }
    line.push_str(match player {
        Player::X => "\x1b[1;94m",
        Player::O => "\x1b[1;91m",
    });
    line.push(letter);
    line.push_str("\x1b[0m");
}

#[cfg(test)]
mod tests {
    use super::super::tests::observed;
    use super::*;

    #[test]
    fn the_board_shows_marks_names_and_brackets() {
        let seen = observed("x.o.x....");
        let marked = ["b2", "z9", "?"].map(String::from);
        assert_eq!(board(&seen, Style::default(), &marked), "3  X  .  O\n2  . [X] .\n1  .  .  .\n   a  b  c\n");
        let alternative = board(&seen, Style { alternative: true, ..Style::default() }, &[]);
        assert!(alternative.starts_with("3  \u{2715}  .  \u{25cb}\n"));
        let coloured = board(&seen, Style { colour: true, ..Style::default() }, &[]);
        assert!(coloured.contains("\x1b[1;94mX\x1b[0m") && coloured.contains("\x1b[1;91mO\x1b[0m"));
    }
}
