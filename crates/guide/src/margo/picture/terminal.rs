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

use bustan_vocabulary::margo::{Margo, Observation, Player, Point};

use super::caption::{self, LEVELS};
use super::{State, ghost, points};
use crate::margo::view::View;
use crate::sheet::ansi::{self, RESET};
use crate::sheet::signs;
use crate::{Overlay, Style};

/// The maximum length of a line, unless a single level is longer.
const WIDTH: usize = 78;
/// The gap between two levels.
const GAP: usize = 3;

/// Draws an observed position; see [`Picture::board`](crate::Picture::board).
///
/// Each level in use is a separate board, the lowest first. A ball is its colour's initial, in lower case if
/// buried, followed by `~` in a group without freedom (a zombie). `.` is an empty hole, `+` is an empty point
/// on four balls, and `x` is one from which the last move lifted a ball. In the alternative style, balls are
/// discs.
pub(super) fn board(seen: &Observation, style: Style, overlay: &Overlay<'_, Margo>) -> String {
    Printer::new(seen, style, overlay).board()
}

/// The lines below the board; see [`Picture::caption`](crate::Picture::caption).
pub(super) fn caption(seen: &Observation, style: Style, overlay: &Overlay<'_, Margo>) -> String {
    let printer = Printer::new(seen, style, overlay);
    let ghost = printer.ghost.is_some();
    let mut legend = printer.legend();
    legend.extend(signs(overlay, ghost));
    caption::caption(seen).within(overlay).text(&legend)
}

struct Printer<'a> {
    view: View<'a>,
    style: Style,
    marked: BTreeSet<Point>,
    ghost: Option<(Point, Player)>,
}

impl<'a> Printer<'a> {
    fn new(seen: &'a Observation, style: Style, overlay: &Overlay<'_, Margo>) -> Self {
        let view = View::new(seen);
        let (marked, ghost) = (points(&view, overlay.marked).collect(), ghost(&view, overlay));
        Self { view, style, marked, ghost }
    }
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

    /// Whether a level shows anything: a ball, a point for a ball, or a point from which a ball was lifted.
    fn is_used(&self, level: u8) -> bool {
        let across = self.view.size.get() - level;
        let mut points =
            (0..across).flat_map(|row| (0..across).filter_map(move |col| Point::new(col, row, level)));
        level == 0
            || points.any(|point| {
                let asked = self.ghost.is_some_and(|(at, _)| at == point);
                asked || self.symbol(point).trim() != "" || self.marked.contains(&point)
            })
    }

    /// The legend of the signs on the board.
    fn legend(&self) -> Vec<String> {
        let View { seen, size, .. } = &self.view;
        let players = seen.scores.keys().map(|&player| {
            let letter = self.letter(player, State::Alive);
            if self.style.colour {
                format!("{}{letter}{RESET} {player}", self.colours(player))
            } else {
                format!("{letter} {player}")
            }
        });
        let state = |state| {
            size.points().any(|at| self.view.ball(at).is_some() && State::of(&self.view, at) == state)
        };
        let platform = size.points().any(|point| self.symbol(point) == "+ ");
        let buried = if self.style.alternative { "." } else { "small letter" };
        let signs = [
            ((1..size.get()).any(|level| self.is_used(level)), LEVELS.into()),
            (state(State::Buried), format!("{buried}: buried")),
            (state(State::Zombie), "~: zombie, without freedom".into()),
            (platform, "+: platform of four balls".into()),
            (!seen.captured.is_empty(), "x: just lifted".into()),
        ];
        players.chain(signs.into_iter().filter(|(shown, _)| *shown).map(|(_, sign)| sign)).collect()
    }

    /// The width of a level in characters: the row numbers and the cells.
    fn width(&self, level: u8) -> usize {
        3 + 4 * usize::from(self.view.size.get() - level)
    }

    /// The lines of a level, each with its width on a terminal.
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

    /// A point in four characters: a bracket or a space, the ball and its sign, and a bracket or a space.
    fn cell(&self, point: Point) -> String {
        let ghost = self.ghost.filter(|&(at, _)| at == point).map(|(_, player)| player);
        let (colour, open, close) = match (ghost, self.marked.contains(&point)) {
            (Some(_), _) => (ansi::QUESTION, "(", ")"),
            (None, true) => (ansi::MARK, "[", "]"),
            (None, false) => ("", " ", " "),
        };
        let [open, close] = [open, close].map(|sign| match self.style.colour && sign != " " {
            true => format!("{colour}{sign}{RESET}"),
            false => sign.to_string(),
        });
        let ball = self.view.ball(point);
        let symbol = match ghost.filter(|_| ball.is_none()) {
            Some(player) => format!("{} ", self.letter(player, State::Alive)),
            None => self.symbol(point),
        };
        match ball.or(ghost) {
            Some(player) if self.style.colour => {
                format!("{open}{}{symbol}{RESET}{close}", self.colours(player))
            }
            _ => format!("{open}{symbol}{close}"),
        }
    }

    /// The sign for a ball, one character wide.
    fn letter(&self, player: Player, state: State) -> char {
        match (self.style.alternative, self.style.colour, player) {
            // With colours, discs have the player's colour. Without colours, a filled disc appears in the
            // colour of the terminal's text.
            (true, true, Player::White | Player::Black) => '\u{25cf}',
            (true, false, Player::White) => '\u{25cb}',
            (true, false, Player::Black) => '\u{25cf}',
            (true, _, Player::Grey) => '\u{25d0}',
            (false, _, _) if state == State::Buried => player.initial().to_ascii_lowercase(),
            (false, _, _) => player.initial(),
        }
    }

    /// The sign for a point, two characters wide.
    fn symbol(&self, point: Point) -> String {
        let Some(player) = self.view.ball(point) else {
            let supported =
                self.view.below(point).filter(|&below| self.view.ball(below).is_some()).count() == 4;
            return match (self.view.seen.captured.contains(&point), point.level(), supported) {
                (true, _, _) => "x ",
                (_, 0, _) => ". ",
                (_, _, true) => "+ ",
                _ => "  ",
            }
            .to_string();
        };
        let state = State::of(&self.view, point);
        let letter = self.letter(player, state);
        let suffix = match state {
            State::Zombie => '~',
            State::Buried if self.style.alternative => '.',
            _ => ' ',
        };
        format!("{letter}{suffix}")
    }

    /// The number of the group of a point, four characters wide. Groups are numbered from 1 in the order of
    /// the observation.
    fn group(&self, point: Point) -> String {
        match self.view.spot(point).group {
            Some(number) => format!(" {:<3}", number + 1),
            None => "    ".to_string(),
        }
    }

    /// The escape sequence for a player's balls.
    const fn colours(&self, player: Player) -> &'static str {
        match (player, self.style.alternative) {
            (Player::White, false) => ansi::WHITE,
            (Player::Black, false) => ansi::BLACK,
            (Player::Grey, false) => ansi::GREY,
            (Player::White, true) => ansi::WHITE_DISC,
            (Player::Black | Player::Grey, true) => ansi::BLACK_DISC,
        }
    }
}

/// Prints levels side by side, with their lowest rows on the same line.
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

#[cfg(test)]
mod tests {
    use super::*;
    use bustan_core::margo::Board;
    use bustan_vocabulary::margo::Move;

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
        assert_eq!(board(&seen, PLAIN, &Overlay::default()), expected);
    }

    #[test]
    fn buried_balls_zombies_and_lifted_ones_are_distinguished() {
        let moves = "E1 E5 C3 C5 E3 A3 D4 A5 B4 C1 D2 A1 B2 G3 C3";
        let text = board(&observed("4", moves), PLAIN, &Overlay::default());
        assert!(text.contains(" w ") && text.contains("level 2"), "{text}");
        let text = board(&observed("4", &[moves, " G1"].concat()), PLAIN, &Overlay::default());
        assert!(text.contains(" x ") && !text.contains(" w "), "{text}");
        let zombies = observed("3 BA1:0 BC1:0 WA3:0 WC3:0 BE1:0 WE3:0 WA5:0 WC5:0 WB2:1 WD2:1", "");
        assert!(board(&zombies, PLAIN, &Overlay::default()).contains(" B~ "));
    }

    #[test]
    fn marked_points_stand_in_brackets() {
        let seen = observed("3", "A1 C1");
        let marked = ["A1:0", "C1", "Z9", "E5:0"].map(String::from);
        let text = board(&seen, PLAIN, &Overlay { marked: &marked, ..Overlay::default() });
        assert!(text.contains("[W ][B ]") && text.contains("[. ]"), "{text}");
    }

    #[test]
    fn a_move_in_question_stands_in_parentheses() {
        let seen = observed("3", "A1 C1 A3 C3 B2 E1");
        // The disputed ball is on the board, on four balls, on a separate level, and on a ball without a
        // point above it.
        for (mv, cell) in
            [("E3", " 3  W   B  (W )"), ("D2", " 2  W  (W )"), ("A1", " 1 (W ) B   B"), ("B4", " 4 (W )")]
        {
            let mv = mv.parse().unwrap();
            let overlay = Overlay { question: Some((Player::White, &mv)), ..Overlay::default() };
            let text = board(&seen, PLAIN, &overlay);
            assert!(text.contains(cell), "{mv}: {text}");
            let text = caption(&seen, PLAIN, &overlay);
            assert!(text.ends_with(&format!("( ) disputed: white {mv}\n")), "{text}");
        }
        let swap = Move::Swap;
        let overlay = Overlay { question: Some((Player::White, &swap)), ..Overlay::default() };
        assert!(!board(&seen, PLAIN, &overlay).contains('('));
        assert!(caption(&seen, PLAIN, &overlay).ends_with("disputed: white swap\n"));
    }

    #[test]
    fn the_caption_tells_the_turn_then_the_scores_then_the_signs() {
        let text = caption(&observed("3", "A1 C1 A3 C3 B2 E1"), PLAIN, &Overlay::default());
        let expected = "white to move
scores: white 3, black 3 (0)
W white; B black
level 0: on the board, 1: on four balls of level 0, and so on
";
        assert_eq!(text, expected);
        let moves = "E1 E5 C3 C5 E3 A3 D4 A5 B4 C1 D2 A1 B2 G3 C3";
        let buried = caption(&observed("4", moves), PLAIN, &Overlay::default());
        assert!(buried.contains("small letter: buried"), "{buried}");
        let lifted = caption(&observed("4", &[moves, " G1"].concat()), PLAIN, &Overlay::default());
        assert!(lifted.contains("x: just lifted"), "{lifted}");
        let flat = caption(&observed("3", "A1"), PLAIN, &Overlay::default());
        assert_eq!(flat.lines().last(), Some("W white; B black"));
    }

    #[test]
    fn groups_are_numbered_below_their_balls() {
        let text = board(&observed("2", "A1 C1"), Style { groups: true, ..PLAIN }, &Overlay::default());
        assert!(text.contains(" 1  W   B\n    1   2\n"), "{text}");
    }

    #[test]
    fn lines_end_and_carry_no_codes_without_colour() {
        for size in 2..=19 {
            let text = board(&observed(&format!("{size}"), "A1"), PLAIN, &Overlay::default());
            assert!(text.ends_with('\n') && !text.contains('\x1b'));
            assert!(text.lines().all(|line| line == line.trim_end()), "{text}");
        }
        assert!(
            board(&observed("3", "A1"), Style { colour: true, ..PLAIN }, &Overlay::default())
                .contains(&format!("{}W {RESET}", ansi::WHITE))
        );
    }
}
