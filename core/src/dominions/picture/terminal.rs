//! The board as lines of text.
//!
//! Cells are hexagons with a corner up, so each row lies half a cell further to the side than the next. A row begins with
//! its letter. A column runs from the bottom right to the top left; its number stands where it leaves the board at the
//! bottom right:
//!
//! ```text
//!   c |   |   |
//! b |   |w63|   |
//!   a |   |   | 3
//!         1   2
//! ```

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write;

use crate::Style;
use crate::dominions::{Cell, Observation, Piece, Player, Side};

const RESET: &str = "\x1b[0m";
const MARK: &str = "\x1b[1;91m";

/// The board of an observed position; see [`Picture::board`](crate::Picture::board).
pub(super) fn board(seen: &Observation, style: Style, marked: &[String]) -> String {
    let side = Side::new(seen.size).unwrap_or(Side::STANDARD);
    let printer = Printer {
        seen,
        style,
        side,
        marked: marked.iter().filter_map(|name| name.parse().ok()).filter(|&cell| side.has(cell)).collect(),
    };
    printer.board()
}

struct Printer<'a> {
    seen: &'a Observation,
    style: Style,
    side: Side,
    marked: BTreeSet<Cell>,
}

impl Printer<'_> {
    fn board(&self) -> String {
        let cells: Vec<Cell> = self.side.cells().collect();
        let mut rows: Vec<&[Cell]> = cells.chunk_by(|a, b| a.row() == b.row()).collect();
        rows.reverse();
        let mut text = String::new();
        for row in rows {
            self.row(row, &mut text);
        }
        self.bottom(&mut text);
        text
    }

    /// How far a row is indented.
    fn indent(&self, row: i32) -> usize {
        2 * (row - i32::from(self.side.get()) + 1).unsigned_abs() as usize
    }

    fn row(&self, cells: &[Cell], text: &mut String) {
        let (first, last) = (cells[0], cells[cells.len() - 1]);
        text.extend([" "].repeat(self.indent(i32::from(first.row()))));
        text.push(char::from(b'a' + first.row()));
        text.push(' ');
        self.line(cells, |cell| self.number(cell), text);
        if first.row() + 1 < self.side.get() {
            let _ = write!(text, " {}", last.column() + 1);
        }
        text.push('\n');
        if self.style.groups {
            text.extend([" "].repeat(self.indent(i32::from(first.row())) + 2));
            self.line(cells, |cell| self.group(cell), text);
            text.push('\n');
        }
    }

    /// The numbers of the columns that reach the lowest row.
    fn bottom(&self, text: &mut String) {
        text.extend([" "].repeat(self.indent(-1) + 2));
        let numbers: Vec<String> = (1..=self.side.get()).map(|column| format!("{column:^3}")).collect();
        text.push(' ');
        text.push_str(numbers.join(" ").trim_end());
        text.push('\n');
    }

    /// The cells of a row between bars; the bars of marked cells are brackets.
    fn line(&self, cells: &[Cell], content: impl Fn(Cell) -> String, text: &mut String) {
        let mut before = false;
        for &cell in cells {
            let here = self.marked.contains(&cell);
            self.bar(before, here, text);
            let content = content(cell);
            match self.seen.board.get(&cell) {
                Some(piece) if self.style.colour => {
                    let _ = write!(text, "{}{content}{RESET}", colours(piece.controller, here));
                }
                _ => text.push_str(&content),
            }
            before = here;
        }
        self.bar(before, false, text);
    }

    fn bar(&self, before: bool, after: bool, text: &mut String) {
        let bar = match (before, after) {
            (false, true) => '[',
            (true, false) => ']',
            _ => '|',
        };
        if self.style.colour && (before || after) {
            let _ = write!(text, "{MARK}{bar}{RESET}");
        } else {
            text.push(bar);
        }
    }

    /// The tile on a cell, three characters.
    fn number(&self, cell: Cell) -> String {
        let Some(&Piece { tile, owner, controller }) = self.seen.board.get(&cell) else {
            return "   ".to_string();
        };
        let captured = owner != controller;
        let number = if self.style.alternative { format!("{:02o}", tile.octal()) } else { tile.to_string() };
        match (self.style.colour, self.style.alternative) {
            (true, true) => format!("{}{number}", u8::from(owner == Player::Black)),
            (true, false) => format!("{number:>2}{}", if captured { '*' } else { ' ' }),
            (false, _) => {
                let initial = controller.initial();
                format!("{}{number:>2}", if captured { initial } else { initial.to_ascii_lowercase() })
            }
        }
    }

    /// The number of the group of a cell, three characters; groups are counted from 1 in the order of the observation.
    fn group(&self, cell: Cell) -> String {
        match self.seen.groups.iter().position(|group| group.cells.contains(&cell)) {
            Some(at) => format!("{:>3}", at + 1),
            None => "   ".to_string(),
        }
    }
}

/// The escape sequence for a controller's cells.
const fn colours(controller: Player, marked: bool) -> &'static str {
    match (controller, marked) {
        (Player::White, false) => "\x1b[30;107m",
        (Player::Black, false) => "\x1b[97;40m",
        (Player::White, true) => "\x1b[1;31;107m",
        (Player::Black, true) => "\x1b[1;91;40m",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dominions::sample::observation;

    const PLAIN: Style = Style { colour: false, alternative: false, groups: false };
    const POSITION: &str = "3 white 0 4 W32c2 B4c3 W63d4* B1b3*";

    #[test]
    fn plain_boards_show_controllers_and_captures_by_letters() {
        let expected = "    e |   |   |   |
  d |   |   |B63|   |
c |   |w32|b 4|   |   |
  b |   |   |W 1|   | 5
    a |   |   |   | 4
          1   2   3
";
        assert_eq!(board(&observation(POSITION), PLAIN, &[]), expected);
    }

    #[test]
    fn octal_numbers_are_the_alternative() {
        let text = board(&observation(POSITION), Style { alternative: true, ..PLAIN }, &[]);
        for number in ["|w02|", "|b20|", "|B77|", "|W01|"] {
            assert!(text.contains(number), "{text}");
        }
        let text = board(&observation(POSITION), Style { alternative: true, colour: true, ..PLAIN }, &[]);
        for number in ["107m002\x1b", "40m120\x1b", "40m077\x1b", "107m101\x1b"] {
            assert!(text.contains(number), "{text:?}");
        }
    }

    #[test]
    fn colours_show_controllers_and_stars_captures() {
        let text = board(&observation(POSITION), Style { colour: true, ..PLAIN }, &[]);
        for cell in
            ["\x1b[30;107m32 \x1b[0m", "\x1b[97;40m 4 \x1b[0m", "\x1b[97;40m63*\x1b[0m", "\x1b[30;107m 1*\x1b[0m"]
        {
            assert!(text.contains(cell), "{text:?}");
        }
    }

    #[test]
    fn groups_are_numbered_below_their_tiles() {
        let text = board(&observation(POSITION), Style { groups: true, ..PLAIN }, &[]);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 11);
        assert_eq!(lines[4], "c |   |w32|b 4|   |   |");
        assert_eq!(lines[5], "  |   |  2|  3|   |   |");
        assert_eq!(lines[7], "    |   |   |  1|   |");
    }

    #[test]
    fn marked_cells_stand_in_brackets() {
        let marked = ["c2", "c3", "a1", "z9", "nonsense"].map(String::from);
        let text = board(&observation(POSITION), PLAIN, &marked);
        assert!(text.contains("c |   [w32|b 4]   |   |\n"), "{text}");
        assert!(text.contains("a [   ]   |   | 4\n"), "{text}");
        let colour = board(&observation(POSITION), Style { colour: true, ..PLAIN }, &marked);
        assert!(colour.contains("\x1b[1;91m[\x1b[0m\x1b[1;31;107m32 "), "{colour:?}");
    }

    #[test]
    fn lines_end_and_carry_no_codes_without_colour() {
        for side in 2..=9 {
            for groups in [false, true] {
                let seen = observation(&format!("{side} white 0 1 W32b2"));
                let text = board(&seen, Style { groups, ..PLAIN }, &["b2".to_string()]);
                assert!(text.ends_with('\n') && !text.contains('\x1b'));
                assert!(text.lines().all(|line| line == line.trim_end() && !line.is_empty()), "{text}");
                let rows = 2 * side - 1;
                assert_eq!(text.lines().count(), if groups { 2 * rows + 1 } else { rows + 1 });
                assert_eq!(text.matches("w32").count(), 1);
            }
        }
    }

    #[test]
    fn every_cell_has_its_place() {
        let widest = board(&observation("9 white"), PLAIN, &[]);
        assert_eq!(widest.lines().map(|line| line.matches("|   ").count()).sum::<usize>(), 217);
        assert!(widest.lines().all(|line| line.len() < 80));
    }

    #[test]
    fn an_impossible_size_is_drawn_as_the_standard_board() {
        let seen = Observation { size: 77, ..observation("9 white") };
        assert_eq!(board(&seen, PLAIN, &[]), board(&observation("9 white"), PLAIN, &[]));
    }
}
