//! The levels as lines of text.
//!
//! ```text
//!     level 0
//!  5  .   .   .         level 1
//!  3  W   B   .      4
//!  1  W   B   B      2  W
//!     A   C   E         B   D
//! ```

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{State, points};
use crate::Style;
use crate::margo::view::View;
use crate::margo::{Observation, Player, Point};

const RESET: &str = "\x1b[0m";
/// No line is longer than this where one level fits.
const WIDTH: usize = 78;
/// Between two levels.
const GAP: usize = 3;

/// The board of an observed position; see [`Picture::board`](crate::Picture::board).
pub(super) fn board(seen: &Observation, style: Style, marked: &[String]) -> String {
    let view = View::new(seen);
    let marked = points(&view, marked).collect();
    Printer { view, style, marked }.board()
}

struct Printer<'a> {
    view: View<'a>,
    style: Style,
    marked: BTreeSet<Point>,
}

impl Printer<'_> {
    fn board(&self) -> String {
        let mut text = String::new();
        let mut line: Vec<Vec<(String, usize)>> = Vec::new();
        let mut width = 0;
        for level in (0..self.view.size.get()).filter(|&level| self.is_used(level)) {
            let block = self.level(level);
            let wide = self.width(level) + GAP;
            if width + wide > WIDTH + GAP && !line.is_empty() {
                print_line(&line, &mut text);
                line.clear();
                width = 0;
            }
            width += wide;
            line.push(block);
        }
        print_line(&line, &mut text);
        text
    }

    /// Whether there is anything to see on a level: a ball, or a place for one, or one that was lifted.
    fn is_used(&self, level: u8) -> bool {
        let across = self.view.size.get() - level;
        let mut points = (0..across).flat_map(|row| (0..across).filter_map(move |col| Point::new(col, row, level)));
        level == 0 || points.any(|point| self.symbol(point).trim() != "" || self.marked.contains(&point))
    }

    /// In characters: the row numbers and the cells.
    fn width(&self, level: u8) -> usize {
        3 + 4 * usize::from(self.view.size.get() - level)
    }

    /// A level line by line, each line with the width it takes on a terminal.
    fn level(&self, level: u8) -> Vec<(String, usize)> {
        let across = self.view.size.get() - level;
        let width = self.width(level);
        let mut lines = Vec::from([(format!("{:width$}", format!("    level {level}")), width)]);
        for row in (0..across).rev() {
            let row_points: Vec<Point> = (0..across).filter_map(|col| Point::new(col, row, level)).collect();
            let number = row_points.first().map_or(0, |point| point.cell().y());
            let cells: String = row_points.iter().map(|&point| self.cell(point)).collect();
            lines.push((format!("{number:>2} {cells}"), width));
            if self.style.groups {
                let groups: String = row_points.iter().map(|&point| self.group(point)).collect();
                lines.push((format!("   {groups}"), width));
            }
        }
        let letters = (0..across).filter_map(|col| Point::new(col, 0, level)).map(|point| {
            let name = point.cell().to_string();
            format!(" {:<3}", name.trim_end_matches(|c: char| c.is_ascii_digit()))
        });
        lines.push((format!("   {}", letters.collect::<String>()), width));
        lines
    }

    /// Four characters: a bracket or a blank, the ball and what is to be said of it, a bracket or a blank.
    fn cell(&self, point: Point) -> String {
        let (open, close) = if self.marked.contains(&point) { ("[", "]") } else { (" ", " ") };
        let symbol = self.symbol(point);
        match self.view.ball(point) {
            Some(player) if self.style.colour => format!("{open}{}{symbol}{RESET}{close}", colours(player)),
            _ => format!("{open}{symbol}{close}"),
        }
    }

    /// What stands for a point, two characters.
    fn symbol(&self, point: Point) -> String {
        let Some(player) = self.view.ball(point) else {
            let supported = self.view.below(point).filter(|&below| self.view.ball(below).is_some()).count() == 4;
            return match (self.view.seen.captured.contains(&point), point.level(), supported) {
                (true, _, _) => "x ",
                (_, 0, _) => ". ",
                (_, _, true) => "+ ",
                _ => "  ",
            }
            .to_string();
        };
        let state = State::of(&self.view, point);
        let letter = match (self.style.alternative, player) {
            (true, Player::White) => '\u{25cb}',
            (true, Player::Black) => '\u{25cf}',
            (true, Player::Grey) => '\u{25d0}',
            (false, _) if state == State::Buried => player.initial().to_ascii_lowercase(),
            (false, _) => player.initial(),
        };
        let suffix = match state {
            State::Zombie => '~',
            State::Buried if self.style.alternative => '.',
            _ => ' ',
        };
        format!("{letter}{suffix}")
    }

    /// The number of the group of a point, four characters; groups are counted from 1 in the order of the observation.
    fn group(&self, point: Point) -> String {
        match self.view.spot(point).group {
            Some(number) => format!(" {:<3}", number + 1),
            None => "    ".to_string(),
        }
    }
}

/// Prints levels side by side, their lowest rows on one line.
fn print_line(levels: &[Vec<(String, usize)>], text: &mut String) {
    let height = levels.iter().map(Vec::len).max().unwrap_or_default();
    for row in 0..height {
        let mut line = String::new();
        for level in levels {
            let (content, width) = match (row + level.len()).checked_sub(height) {
                Some(at) => (level[at].0.as_str(), level[at].1),
                None => ("", level[0].1),
            };
            let blank = if content.is_empty() { width } else { 0 };
            line.push_str(content);
            line.extend(core::iter::repeat_n(' ', blank + GAP));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
}

/// The escape sequence for a player's balls.
const fn colours(player: Player) -> &'static str {
    match player {
        Player::White => "\x1b[30;107m",
        Player::Black => "\x1b[97;40m",
        Player::Grey => "\x1b[30;47m",
    }
}

#[cfg(all(test, feature = "engine"))]
mod tests {
    use super::*;
    use crate::margo::Board;

    const PLAIN: Style = Style { colour: false, alternative: false, groups: false };

    fn observed(position: &str, moves: &str) -> Observation {
        let mut board = Board::from_position(&position.parse().unwrap()).unwrap();
        for mv in moves.split_whitespace() {
            board.play(mv.parse().unwrap()).unwrap();
        }
        board.observe()
    }

    #[test]
    fn levels_stand_side_by_side() {
        let seen = observed("3", "A1 C1 A3 C3 B2 E1");
        let expected = "    level 0
 5  .   .   .         level 1
 3  W   B   .      4
 1  W   B   B      2  W
    A   C   E         B   D
";
        assert_eq!(board(&seen, PLAIN, &[]), expected);
    }

    #[test]
    fn buried_balls_zombies_and_lifted_ones_are_told_apart() {
        let moves = "E1 E5 C3 C5 E3 A3 D4 A5 B4 C1 D2 A1 B2 G3 C3";
        let text = board(&observed("4", moves), PLAIN, &[]);
        assert!(text.contains(" w ") && text.contains("level 2"), "{text}");
        let text = board(&observed("4", &[moves, " G1"].concat()), PLAIN, &[]);
        assert!(text.contains(" x ") && !text.contains(" w "), "{text}");
        let zombies = observed("3 BA1:0 BC1:0 WA3:0 WC3:0 BE1:0 WE3:0 WA5:0 WC5:0 WB2:1 WD2:1", "");
        assert!(board(&zombies, PLAIN, &[]).contains(" B~ "));
    }

    #[test]
    fn marked_points_stand_in_brackets() {
        let seen = observed("3", "A1 C1");
        let marked = ["A1:0", "C1", "Z9", "E5:0"].map(String::from);
        let text = board(&seen, PLAIN, &marked);
        assert!(text.contains("[W ][B ]") && text.contains("[. ]"), "{text}");
    }

    #[test]
    fn groups_are_numbered_below_their_balls() {
        let text = board(&observed("2", "A1 C1"), Style { groups: true, ..PLAIN }, &[]);
        assert!(text.contains(" 1  W   B\n    1   2\n"), "{text}");
    }

    #[test]
    fn lines_end_and_carry_no_codes_without_colour() {
        for size in 2..=19 {
            let text = board(&observed(&format!("{size}"), "A1"), PLAIN, &[]);
            assert!(text.ends_with('\n') && !text.contains('\x1b'));
            assert!(text.lines().all(|line| line == line.trim_end()), "{text}");
        }
        assert!(board(&observed("3", "A1"), Style { colour: true, ..PLAIN }, &[]).contains("\x1b[30;107mW \x1b[0m"));
    }
}
