//! The board as lines of text.
//!
//! Cells are hexagons with a corner at the top, so adjacent rows are offset by half a cell. A row starts with
//! its letter. A column runs from the bottom right to the top left; its number is at its bottom right end:
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

use bustan_vocabulary::dominions::{Cell, Dominions, Move, Observation, Piece, Player, Side};

use super::caption;
use crate::sheet::ansi::{self, RESET};
use crate::sheet::{named, signs};
use crate::{Overlay, Style};

/// Draws an observed position; see [`Picture::board`](crate::Picture::board).
///
/// A cell shows its tile in three characters. With colours, tiles that White controls are black on white,
/// tiles that Black controls are white on dark grey, and a star follows a captured tile. Without colours, the
/// controller's initial precedes the number, as a capital for a captured tile. In the alternative style, the
/// number is octal and, with colours, preceded by the owner: 0 for White and 1 for Black.
pub(super) fn board(seen: &Observation, style: Style, overlay: &Overlay<'_, Dominions>) -> String {
    let side = Side::new(seen.size).unwrap_or(Side::STANDARD);
    let marked = named(overlay.marked, |&cell| side.has(cell)).collect();
    Printer { seen, style, side, marked, ghost: ghost(side, overlay) }.board()
}

/// The lines below the board; see [`Picture::caption`](crate::Picture::caption).
pub(super) fn caption(seen: &Observation, style: Style, overlay: &Overlay<'_, Dominions>) -> String {
    let side = Side::new(seen.size).unwrap_or(Side::STANDARD);
    let mut legend: Vec<String> = caption::tallies(seen, overlay);
    let captured = seen.board.values().any(|piece| piece.owner != piece.controller);
    if style.colour {
        legend.extend(Player::ALL.map(|player| format!("{}{player}{RESET}", colours(player, false))));
        legend.extend((captured && !style.alternative).then(|| "*: captured".into()));
    } else {
        legend.push("w: white, b: black".into());
        legend.extend(captured.then(|| "W, B: captured".into()));
    }
    if style.alternative {
        let owner = if style.colour { ", after 0 for white, 1 for black" } else { "" };
        legend.push(format!("octal numbers{owner}"));
    }
    legend.extend(signs(overlay, ghost(side, overlay).is_some()));
    caption::caption(seen).within(overlay).text(&legend)
}

/// The cell and the tile of a disputed move, if the cell is on the board.
pub(super) fn ghost(side: Side, overlay: &Overlay<'_, Dominions>) -> Option<(Cell, Piece)> {
    let (player, Move::Place(tile, cell)) = overlay.question? else { return None };
    side.has(*cell).then_some((*cell, Piece { tile: *tile, owner: player, controller: player }))
}

struct Printer<'a> {
    seen: &'a Observation,
    style: Style,
    side: Side,
    marked: BTreeSet<Cell>,
    ghost: Option<(Cell, Piece)>,
}

/// The character next to a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Around {
    Bars,
    Brackets,
    Parentheses,
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

    /// The indentation of a row, in characters.
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

    /// Writes the numbers of the columns that reach the lowest row.
    fn bottom(&self, text: &mut String) {
        text.extend([" "].repeat(self.indent(-1) + 2));
        let numbers: Vec<String> = (1..=self.side.get()).map(|column| format!("{column:^3}")).collect();
        text.push(' ');
        text.push_str(numbers.join(" ").trim_end());
        text.push('\n');
    }

    /// Writes the cells of a row, separated by bars. Marked cells have brackets instead of bars, and the
    /// disputed cell has parentheses.
    fn line(&self, cells: &[Cell], content: impl Fn(Cell) -> String, text: &mut String) {
        let mut before = Around::Bars;
        for &cell in cells {
            let here = match self.ghost {
                Some((asked, _)) if asked == cell => Around::Parentheses,
                _ if self.marked.contains(&cell) => Around::Brackets,
                _ => Around::Bars,
            };
            self.bar(before, here, text);
            let content = content(cell);
            match self.piece(cell) {
                Some(piece) if self.style.colour => {
                    let marked = here == Around::Brackets;
                    let _ = write!(text, "{}{content}{RESET}", colours(piece.controller, marked));
                }
                _ => text.push_str(&content),
            }
            before = here;
        }
        self.bar(before, Around::Bars, text);
    }

    fn bar(&self, before: Around, after: Around, text: &mut String) {
        let (colour, bar) = match (before, after) {
            (_, Around::Parentheses) => (ansi::QUESTION, '('),
            (Around::Parentheses, _) => (ansi::QUESTION, ')'),
            (Around::Bars, Around::Brackets) => (ansi::MARK, '['),
            (Around::Brackets, Around::Bars) => (ansi::MARK, ']'),
            (Around::Brackets, Around::Brackets) => (ansi::MARK, '|'),
            (Around::Bars, Around::Bars) => return text.push('|'),
        };
        if self.style.colour {
            let _ = write!(text, "{colour}{bar}{RESET}");
        } else {
            text.push(bar);
        }
    }

    /// The tile on a cell, or the tile of a disputed move on that cell.
    fn piece(&self, cell: Cell) -> Option<Piece> {
        let ghost = || self.ghost.filter(|&(asked, _)| asked == cell).map(|(_, piece)| piece);
        self.seen.board.get(&cell).copied().or_else(ghost)
    }

    /// The tile on a cell, three characters wide.
    fn number(&self, cell: Cell) -> String {
        let Some(Piece { tile, owner, controller }) = self.piece(cell) else {
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

    /// The number of the group of a cell, three characters wide. Groups are numbered from 1 in the order of
    /// the observation.
    fn group(&self, cell: Cell) -> String {
        match self.seen.groups.iter().position(|group| group.cells.contains(&cell)) {
            Some(at) => format!("{:>3}", at + 1),
            None => "   ".to_string(),
        }
    }
}

/// The escape sequence for the cells of a controller.
const fn colours(controller: Player, marked: bool) -> &'static str {
    match (controller, marked) {
        (Player::White, false) => ansi::WHITE,
        (Player::Black, false) => ansi::BLACK,
        (Player::White, true) => ansi::WHITE_MARKED,
        (Player::Black, true) => ansi::BLACK_MARKED,
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
        assert_eq!(board(&observation(POSITION), PLAIN, &Overlay::default()), expected);
    }

    #[test]
    fn octal_numbers_are_the_alternative() {
        let text = board(&observation(POSITION), Style { alternative: true, ..PLAIN }, &Overlay::default());
        for number in ["|w02|", "|b20|", "|B77|", "|W01|"] {
            assert!(text.contains(number), "{text}");
        }
        let text = board(
            &observation(POSITION),
            Style { alternative: true, colour: true, ..PLAIN },
            &Overlay::default(),
        );
        for number in ["255m002\x1b", "238m120\x1b", "238m077\x1b", "255m101\x1b"] {
            assert!(text.contains(number), "{text:?}");
        }
    }

    #[test]
    fn colours_show_controllers_and_stars_captures() {
        let text = board(&observation(POSITION), Style { colour: true, ..PLAIN }, &Overlay::default());
        for (colours, tile) in
            [(ansi::WHITE, "32 "), (ansi::BLACK, " 4 "), (ansi::BLACK, "63*"), (ansi::WHITE, " 1*")]
        {
            let cell = format!("{colours}{tile}{RESET}");
            assert!(text.contains(&cell), "{text:?}");
        }
    }

    #[test]
    fn groups_are_numbered_below_their_tiles() {
        let text = board(&observation(POSITION), Style { groups: true, ..PLAIN }, &Overlay::default());
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 11);
        assert_eq!(lines[4], "c |   |w32|b 4|   |   |");
        assert_eq!(lines[5], "  |   |  2|  3|   |   |");
        assert_eq!(lines[7], "    |   |   |  1|   |");
    }

    #[test]
    fn marked_cells_stand_in_brackets() {
        let marked = ["c2", "c3", "a1", "z9", "nonsense"].map(String::from);
        let overlay = Overlay { marked: &marked, ..Overlay::default() };
        let text = board(&observation(POSITION), PLAIN, &overlay);
        assert!(text.contains("c |   [w32|b 4]   |   |\n"), "{text}");
        assert!(text.contains("a [   ]   |   | 4\n"), "{text}");
        let colour = board(&observation(POSITION), Style { colour: true, ..PLAIN }, &overlay);
        assert!(colour.contains(&format!("{}[{RESET}{}32 ", ansi::MARK, ansi::WHITE_MARKED)), "{colour:?}");
    }

    #[test]
    fn a_move_in_question_stands_in_parentheses() {
        let marked = ["c4".to_string()];
        // The disputed move is on an empty cell next to another mark, on an occupied cell, and at the edge.
        for (mv, row) in [
            ("P63c5", "c |   |w32|b 4[   (b63)\n"),
            ("P63c3", "c |   |w32(b 4)   ]   |\n"),
            ("P7c1", "c (b 7)w32|b 4[   ]   |\n"),
            ("P63c4", "c |   |w32|b 4(b63)   |\n"),
        ] {
            let mv: Move = mv.parse().unwrap();
            let overlay =
                Overlay { question: Some((Player::Black, &mv)), marked: &marked, ..Overlay::default() };
            let text = board(&observation(POSITION), PLAIN, &overlay);
            assert!(text.contains(row), "{text}");
            let text = caption(&observation(POSITION), PLAIN, &overlay);
            assert!(text.ends_with(&format!("[ ] marked; ( ) disputed: black {mv}\n")), "{text}");
        }
        for mv in ["pass", "P63z99"] {
            let mv: Move = mv.parse().unwrap();
            let overlay = Overlay { question: Some((Player::Black, &mv)), ..Overlay::default() };
            assert!(!board(&observation(POSITION), PLAIN, &overlay).contains('('));
            assert!(caption(&observation(POSITION), PLAIN, &overlay).contains("; disputed: black "));
        }
    }

    #[test]
    fn the_caption_tells_the_turn_then_the_scores_then_the_signs() {
        let seen = observation(POSITION);
        let expected = "white to move
scores: white -59, black -59 (0)
white: 2 on the board, 61 in hand
black: 2 on the board, 61 in hand; w: white, b: black
W, B: captured
";
        assert_eq!(caption(&seen, PLAIN, &Overlay::default()), expected);
        let octal = caption(&seen, Style { alternative: true, ..PLAIN }, &Overlay::default());
        assert!(octal.ends_with("octal numbers\n"), "{octal}");
        let coloured = caption(&seen, Style { colour: true, ..PLAIN }, &Overlay::default());
        assert!(coloured.contains(&format!("{}black{RESET}\n*: captured\n", ansi::BLACK)), "{coloured:?}");
    }

    #[test]
    fn lines_end_and_carry_no_codes_without_colour() {
        for side in 2..=9 {
            for groups in [false, true] {
                let seen = observation(&format!("{side} white 0 1 W32b2"));
                let text = board(
                    &seen,
                    Style { groups, ..PLAIN },
                    &Overlay { marked: &["b2".to_string()], ..Overlay::default() },
                );
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
        let widest = board(&observation("9 white"), PLAIN, &Overlay::default());
        assert_eq!(widest.lines().map(|line| line.matches("|   ").count()).sum::<usize>(), 217);
        assert!(widest.lines().all(|line| line.len() < 80));
    }

    #[test]
    fn an_impossible_size_is_drawn_as_the_standard_board() {
        let seen = Observation { size: 77, ..observation("9 white") };
        assert_eq!(
            board(&seen, PLAIN, &Overlay::default()),
            board(&observation("9 white"), PLAIN, &Overlay::default())
        );
    }
}
