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
use alloc::vec::Vec;

use bustan_vocabulary::tribolo::{Cell, Content, Observation, Player, Tribolo};

use super::{caption, cells, ghost};
use crate::sheet::ansi::{self, RESET};
use crate::sheet::signs;
use crate::tribolo::view::View;
use crate::{Overlay, Style};

/// Draws an observed position; see [`Picture::board`](crate::Picture::board).
///
/// A cell shows its owner's initial, `#` for a wall, or `.` if it is empty. `'` follows a cell that the last
/// move took. In the alternative style, the players are `X`, `O` and `+`, which are easier to distinguish
/// without colours.
pub(super) fn board(seen: &Observation, style: Style, overlay: &Overlay<'_, Tribolo>) -> String {
    let view = View::new(seen);
    let (marked, ghost) = (cells(&view, overlay.marked), ghost(&view, overlay));
    Printer { marked, ghost, taken: seen.taken.iter().copied().collect(), view, style }.board()
}

/// The lines below the board; see [`Picture::caption`](crate::Picture::caption).
pub(super) fn caption(seen: &Observation, style: Style, overlay: &Overlay<'_, Tribolo>) -> String {
    let view = View::new(seen);
    let mut legend: Vec<String> =
        Player::ALL.map(|player| format!("{} {player}", coloured(Content::Owned(player), style))).into();
    if view.size.cells().any(|cell| view.at(cell) == Some(Content::Wall)) {
        legend.push(format!("{} wall", coloured(Content::Wall, style)));
    }
    if !seen.taken.is_empty() {
        legend.push("': just taken".into());
    }
    legend.extend(signs(overlay, ghost(&view, overlay).is_some()));
    caption::caption(seen).within(overlay).text(&legend)
}

struct Printer {
    view: View,
    style: Style,
    marked: BTreeSet<Cell>,
    ghost: Option<(Cell, Player)>,
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

    /// A cell in three characters, with the codes for its colours if needed.
    fn cell(&self, cell: Cell) -> String {
        let ghost = self.ghost.filter(|&(at, _)| at == cell).map(|(_, player)| Content::Owned(player));
        let content = match self.view.at(cell).unwrap_or(Content::Empty) {
            Content::Empty => ghost.unwrap_or(Content::Empty),
            content => content,
        };
        let symbol = symbol(content, self.style);
        let taken = if self.taken.contains(&cell) { '\'' } else { ' ' };
        let text = match (ghost, self.marked.contains(&cell)) {
            (Some(_), _) => format!("({symbol})"),
            (None, true) => format!("[{symbol}]"),
            (None, false) => format!(" {symbol}{taken}"),
        };
        match colours(content).filter(|_| self.style.colour) {
            Some(colours) => format!("{colours}{text}{RESET}"),
            None => text,
        }
    }
}

/// The sign for a cell's content, one character wide.
const fn symbol(content: Content, style: Style) -> char {
    if style.alternative { alternative(content) } else { content.symbol() }
}

/// The sign for a cell's content, with the codes for its colours.
fn coloured(content: Content, style: Style) -> String {
    let symbol = symbol(content, style);
    match colours(content).filter(|_| style.colour) {
        Some(colours) => format!("{colours} {symbol} {RESET}"),
        None => symbol.into(),
    }
}

/// Signs that are easy to distinguish without colours.
const fn alternative(content: Content) -> char {
    match content {
        Content::Owned(Player::Blue) => 'X',
        Content::Owned(Player::Red) => 'O',
        Content::Owned(Player::Green) => '+',
        other => other.symbol(),
    }
}

/// The escape sequence for a cell's content.
const fn colours(content: Content) -> Option<&'static str> {
    match content {
        Content::Empty => None,
        Content::Wall => Some(ansi::WALL),
        Content::Owned(Player::Blue) => Some(ansi::BLUE),
        Content::Owned(Player::Red) => Some(ansi::RED),
        Content::Owned(Player::Green) => Some(ansi::GREEN),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bustan_core::tribolo::FastEngine;
    use bustan_vocabulary::Engine;

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
    fn cells_taken_by_the_last_move_are_marked() {
        let seen = observed("5x2 .RB#...G.. blue", "a1");
        assert_eq!(
            board(&seen, PLAIN, &Overlay::default()),
            "    a  b  c  d  e\n 1  B  B' B  #  .\n 2  .  .  G  .  .\n"
        );
        let alternative = board(&seen, Style { alternative: true, ..PLAIN }, &Overlay::default());
        assert_eq!(alternative, "    a  b  c  d  e\n 1  X  X' X  #  .\n 2  .  .  +  .  .\n");
    }

    #[test]
    fn marked_cells_stand_in_brackets() {
        let marked = ["b1", "e2", "f1", "a3", "no cell"].map(String::from);
        let text = board(
            &observed("5x2 .RB#...G.. blue", ""),
            PLAIN,
            &Overlay { marked: &marked, ..Overlay::default() },
        );
        assert_eq!(text, "    a  b  c  d  e\n 1  . [R] B  #  .\n 2  .  .  G  . [.]\n");
    }

    #[test]
    fn a_move_in_question_stands_in_parentheses() {
        let seen = observed("5x2 .RB#...G.. blue", "");
        for (mv, row) in
            [("a1", " 1 (B) R  B  #  .\n"), ("b1", " 1  . (R) B  #  .\n"), ("d1", " 1  .  R  B (#) .\n")]
        {
            let mv = mv.parse().unwrap();
            let overlay = Overlay { question: Some((Player::Blue, &mv)), ..Overlay::default() };
            assert!(board(&seen, PLAIN, &overlay).contains(row), "{mv:?}");
            let text = caption(&seen, PLAIN, &overlay);
            assert!(text.ends_with(&format!("( ) disputed: blue {mv}\n")), "{text}");
        }
        let mv = "f1".parse().unwrap();
        let overlay = Overlay { question: Some((Player::Blue, &mv)), ..Overlay::default() };
        assert!(!board(&seen, PLAIN, &overlay).contains('('));
        assert!(caption(&seen, PLAIN, &overlay).ends_with("; disputed: blue f1\n"));
    }

    #[test]
    fn the_caption_tells_the_turn_then_the_scores_then_the_signs() {
        let text = caption(&observed("5x2 .RB#...G.. blue", "a1"), PLAIN, &Overlay::default());
        let expected = "game over: blue wins
scores: blue 3, red 0, green 1
B blue; R red; G green; # wall; ': just taken
";
        assert_eq!(text, expected);
    }

    #[test]
    fn lines_end_and_carry_no_codes_without_colour() {
        for size in ["1x1", "1x26", "26x1", "26x26", "16x11"] {
            let start = bustan_vocabulary::tribolo::Position::from_seed(size.parse().unwrap(), 1);
            let seen = observed(&alloc::string::ToString::to_string(&start), "");
            let text = board(&seen, PLAIN, &Overlay::default());
            assert!(text.ends_with('\n') && !text.contains('\x1b'));
            assert_eq!(text.lines().count(), usize::from(seen.height) + 1);
            assert!(text.lines().all(|line| line == line.trim_end() && line.len() <= 81), "{text}");
        }
        assert!(
            board(&observed("3x1 .RB blue", ""), Style { colour: true, ..PLAIN }, &Overlay::default())
                .contains(&format!("{} B {RESET}", ansi::BLUE))
        );
    }

    #[test]
    fn cells_off_the_board_are_left_out() {
        let mut seen = observed("5x2 .RB#...G.. blue", "");
        seen.width = 2;
        assert_eq!(board(&seen, PLAIN, &Overlay::default()), "    a  b\n 1  .  R\n 2  .  .\n");
        seen.width = 200;
        assert!(board(&seen, PLAIN, &Overlay::default()).lines().count() > 2);
    }
}
