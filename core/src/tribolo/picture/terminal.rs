//! The board as lines of text.
//!
//! ```text
//!     a  b  c  d  e
//!  1  B  R' .  #  .
//!  2  .  G  .  .  .
//! ```

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;

use super::cells;
use crate::Style;
use crate::tribolo::view::View;
use crate::tribolo::{Cell, Content, Observation, Player};

const RESET: &str = "\x1b[0m";

/// The board of an observed position; see [`Picture::board`](crate::Picture::board).
pub(super) fn board(seen: &Observation, style: Style, marked: &[String]) -> String {
    let view = View::new(seen);
    let printer = Printer { marked: cells(&view, marked), taken: seen.taken.iter().copied().collect(), view, style };
    printer.board()
}

struct Printer {
    view: View,
    style: Style,
    marked: BTreeSet<Cell>,
    taken: BTreeSet<Cell>,
}

impl Printer {
    fn board(&self) -> String {
        let size = self.view.size;
        let letters = (0..size.width()).map(|column| format!("{}  ", char::from(b'a' + column)));
        let mut text = format!("    {}\n", letters.collect::<String>().trim_end());
        for row in 0..size.height() {
            let cells = (0..size.width()).filter_map(|column| Cell::new(column, row));
            let line = format!("{:>2} {}", row + 1, cells.map(|cell| self.cell(cell)).collect::<String>());
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }

    /// Three characters and perhaps codes for their colours.
    fn cell(&self, cell: Cell) -> String {
        let content = self.view.at(cell).unwrap_or(Content::Empty);
        let symbol = if self.style.alternative { alternative(content) } else { content.symbol() };
        let taken = if self.taken.contains(&cell) { '\'' } else { ' ' };
        let text = match (self.marked.contains(&cell), taken) {
            (true, _) => format!("[{symbol}]"),
            (false, taken) => format!(" {symbol}{taken}"),
        };
        match colours(content).filter(|_| self.style.colour) {
            Some(colours) => format!("{colours}{text}{RESET}"),
            None => text,
        }
    }
}

/// Signs that are told apart at a glance without colours.
const fn alternative(content: Content) -> char {
    match content {
        Content::Owned(Player::Blue) => 'X',
        Content::Owned(Player::Red) => 'O',
        Content::Owned(Player::Green) => '+',
        other => other.symbol(),
    }
}

/// The escape sequence for what a cell holds.
const fn colours(content: Content) -> Option<&'static str> {
    match content {
        Content::Empty => None,
        Content::Wall => Some("\x1b[37;100m"),
        Content::Owned(Player::Blue) => Some("\x1b[97;44m"),
        Content::Owned(Player::Red) => Some("\x1b[97;41m"),
        Content::Owned(Player::Green) => Some("\x1b[30;42m"),
    }
}

#[cfg(all(test, feature = "engine"))]
mod tests {
    use super::*;
    use crate::Engine;
    use crate::tribolo::FastEngine;

    const PLAIN: Style = Style { colour: false, alternative: false, groups: false };

    fn observed(position: &str, moves: &str) -> Observation {
        let mut engine = FastEngine::default();
        engine.setup(&position.parse().unwrap()).unwrap();
        for mv in moves.split_whitespace() {
            engine.play(engine.turn().unwrap(), &mv.parse().unwrap()).unwrap();
        }
        engine.observe().unwrap()
    }

    #[test]
    fn what_the_last_move_took_is_marked() {
        let seen = observed("5x2 .RB#...G.. blue", "a1");
        assert_eq!(board(&seen, PLAIN, &[]), "    a  b  c  d  e\n 1  B  B' B  #  .\n 2  .  .  G  .  .\n");
        let alternative = board(&seen, Style { alternative: true, ..PLAIN }, &[]);
        assert_eq!(alternative, "    a  b  c  d  e\n 1  X  X' X  #  .\n 2  .  .  +  .  .\n");
    }

    #[test]
    fn marked_cells_stand_in_brackets() {
        let marked = ["b1", "e2", "f1", "a3", "no cell"].map(String::from);
        let text = board(&observed("5x2 .RB#...G.. blue", ""), PLAIN, &marked);
        assert_eq!(text, "    a  b  c  d  e\n 1  . [R] B  #  .\n 2  .  .  G  . [.]\n");
    }

    #[test]
    fn lines_end_and_carry_no_codes_without_colour() {
        for size in ["1x1", "1x26", "26x1", "26x26", "16x11"] {
            let start = crate::tribolo::Position::from_seed(size.parse().unwrap(), 1);
            let seen = observed(&alloc::string::ToString::to_string(&start), "");
            let text = board(&seen, PLAIN, &[]);
            assert!(text.ends_with('\n') && !text.contains('\x1b'));
            assert_eq!(text.lines().count(), usize::from(seen.height) + 1);
            assert!(text.lines().all(|line| line == line.trim_end() && line.len() <= 81), "{text}");
        }
        assert!(
            board(&observed("3x1 .RB blue", ""), Style { colour: true, ..PLAIN }, &[])
                .contains("\x1b[97;44m B \x1b[0m")
        );
    }

    #[test]
    fn what_is_not_on_the_board_is_left_out() {
        let mut seen = observed("5x2 .RB#...G.. blue", "");
        seen.width = 2;
        assert_eq!(board(&seen, PLAIN, &[]), "    a  b\n 1  .  R\n 2  .  .\n");
        seen.width = 200;
        assert!(board(&seen, PLAIN, &[]).lines().count() > 2);
    }
}
