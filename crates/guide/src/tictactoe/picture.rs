//! Pictures of Tic-Tac-Toe: text for terminals, and SVG.
//!
//! ```text
//! 3  X  .  O
//! 2  . [X] .
//! 1  .  .  .
//!    a  b  c
//! ```
//!
//! Both renderers draw the observation as given, without validating it, and omit cells that are not on the
//! board.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cmp::Ordering;

use bustan_vocabulary::tictactoe::{Cell, Observation, Player, TicTacToe};

use crate::sheet::{
    Caption, DARK, DASHES, FAINT, GHOST, LAST, LEAST_WIDTH, MARK, PAGE, QUESTION, Sheet, alone, between,
    named, outlines, signs, target, x_or_o,
};
use crate::xml::{Attribute, Writer};
use crate::{Overlay, Picture, Style};

/// The side of a cell, in pixels.
const CELL: u32 = 80;
/// The margin above the board, in pixels.
const MARGIN: u32 = 24;
/// The margin to the left of the board, in pixels.
const LEFT: u32 = (LEAST_WIDTH as u32 - 3 * CELL) / 2;
/// The height of the board with its coordinates, in pixels.
const HEIGHT: u32 = MARGIN + 3 * CELL + 40;
/// Half the width of a mark, in pixels.
const REACH: u32 = 25;

const RING: &str = "#a4552a";

impl Picture for TicTacToe {
    /// See [`Picture::board`]. When the game is over, stars surround the marks of a line of three. In the
    /// alternative style, X and O are a cross and a circle. There are no groups to number.
    fn board(seen: &Observation, style: Style, overlay: &Overlay<'_, Self>) -> String {
        let marked: Vec<Cell> = cells(overlay.marked).collect();
        let lined: Vec<Cell> = lines(seen).into_iter().flatten().collect();
        let mut text = String::new();
        for row in Cell::BOARD.chunks(3) {
            let mut line = String::new();
            line.extend(row.first().map(|cell| char::from(b'0' + cell.row())));
            line.push(' ');
            for cell in row {
                let ghost = overlay.question.filter(|(_, mv)| mv.0 == *cell).map(|(player, _)| player);
                let mark = seen.board.get(cell).copied().or(ghost);
                let mark = mark.map_or(".".into(), |player| letter(player, style));
                let sign = if lined.contains(cell) { '*' } else { ' ' };
                line.push_str(&between(&mark, ghost.is_some(), marked.contains(cell), sign, style));
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text.push_str("   a  b  c\n");
        text
    }

    fn caption(seen: &Observation, style: Style, overlay: &Overlay<'_, Self>) -> String {
        let drawn = overlay.question.is_some_and(|(_, mv)| mv.0.place().is_some());
        let mut legend = signs(overlay, drawn);
        if !lines(seen).is_empty() {
            legend.push("* * three in a row".into());
        }
        if style.alternative {
            legend.extend(Player::ALL.map(|player| format!("{} {player}", letter(player, style))));
        }
        caption(seen).within(overlay).text(&legend)
    }

    /// See [`Picture::svg`]. When the game is over, a bar crosses a line of three.
    fn svg(seen: &Observation, overlay: &Overlay<'_, Self>) -> String {
        let last = overlay.last.map(|mv| mv.0).filter(|cell| cell.place().is_some());
        let marked = cells(overlay.marked).next().map(|_| "red outline");
        let mut legend = outlines(overlay, last.map(|_| "blue outline"), marked);
        let lines = lines(seen);
        if !lines.is_empty() {
            legend.push("bar: three in a row".into());
        }
        let mut out = Writer::new();
        let sheet = Sheet::new((LEAST_WIDTH, HEIGHT as f32), caption(seen), &legend, overlay);
        let board = if seen.misere { "A misère Tic-Tac-Toe board" } else { "A Tic-Tac-Toe board" };
        sheet.open("Tic-Tac-Toe", board, &mut out);
        if overlay.touch {
            plate(&mut out);
        }
        grid(&mut out);
        marks(seen, &mut out);
        let marked = cells(overlay.marked).map(|cell| (cell, MARK));
        for (cell, colour) in last.map(|cell| (cell, LAST)).into_iter().chain(marked) {
            outline(cell, colour, "none", &mut out);
        }
        if let Some((player, mv)) = overlay.question {
            question(player, mv.0, &mut out);
        }
        lines.into_iter().for_each(|line| bar(line, &mut out));
        if overlay.touch {
            targets(seen, &mut out);
        }
        let players: Vec<Player> = seen.scores.keys().copied().collect();
        sheet.finish(out, |number, (x, y), out| mark((x as u32, y as u32), 8, players[number], out))
    }
}

/// The cells of the board that `marked` names.
fn cells(marked: &[String]) -> impl Iterator<Item = Cell> {
    named(marked, |cell: &Cell| cell.place().is_some())
}

fn caption(seen: &Observation) -> Caption {
    Caption::new::<TicTacToe>(
        seen,
        seen.ply,
        seen.winner,
        seen.scores.iter().map(|(&player, &score)| (player, score.into())),
    )
}

/// The lines of three equal marks in a game that is over. They are derived from the board, not from the
/// reported winner.
fn lines(seen: &Observation) -> Vec<[Cell; 3]> {
    const PLACES: [[usize; 3]; 8] =
        [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
    let equal = |line: &[Cell; 3]| {
        let [a, b, c]: [Option<&Player>; 3] = line.each_ref().map(|cell| seen.board.get(cell));
        a.is_some() && a == b && b == c
    };
    let lines = PLACES.iter().map(|line| line.map(|place| Cell::BOARD[place]));
    lines.filter(|line| seen.to_move.is_none() && equal(line)).collect()
}

// Pictures for terminals.

/// The sign for a mark, one column wide.
fn letter(player: Player, style: Style) -> String {
    x_or_o(player, ['\u{2715}', '\u{25cb}'], style)
}

// Drawings.

/// The centre of a cell of the board.
fn middle(cell: Cell) -> Option<(u32, u32)> {
    let place = cell.place()? as u32;
    Some((LEFT + CELL * (place % 3) + CELL / 2, MARGIN + CELL * (place / 3) + CELL / 2))
}

/// Draws the background of a board that is drawn without a page.
fn plate(out: &mut Writer) {
    let (x, y, side) = (LEFT - 36, MARGIN - 12, 3 * CELL + 48);
    out.leaf(
        "rect",
        &[("x", &x), ("y", &y), ("width", &side), ("height", &side), ("rx", &"14"), ("fill", &PAGE)],
    );
}

/// The marks on the board.
fn marks(seen: &Observation, out: &mut Writer) {
    for (cell, player) in &seen.board {
        if let Some(middle) = middle(*cell) {
            out.open("g", &[("data-cell", cell)]);
            out.text("title", &[], &format!("{cell}: {player}"));
            mark(middle, REACH, *player, out);
            out.close();
        }
    }
}

/// The mark of a disputed move.
fn question(player: Player, cell: Cell, out: &mut Writer) {
    let Some(middle) = middle(cell) else { return };
    out.open("g", &[("data-ghost", &cell), ("opacity", &GHOST)]);
    out.text("title", &[], &format!("disputed: {player} {cell}"));
    mark(middle, REACH, player, out);
    out.close();
    outline(cell, QUESTION, DASHES, out);
}

/// Draws a bar through a line of three, which extends slightly beyond the centres of the outer cells.
fn bar([from, _, to]: [Cell; 3], out: &mut Writer) {
    let (Some((x, y)), Some((z, w))) = (middle(from), middle(to)) else { return };
    let beyond = |at: u32, other: u32| match at.cmp(&other) {
        Ordering::Equal => at,
        Ordering::Less => at - 28,
        Ordering::Greater => at + 28,
    };
    let bar = format!("M{} {}L{} {}", beyond(x, z), beyond(y, w), beyond(z, x), beyond(w, y));
    let round = ("stroke-linecap", &"round" as &dyn core::fmt::Display);
    out.leaf(
        "path",
        &[
            ("data-line", &from),
            ("d", &bar),
            ("stroke", &MARK),
            ("stroke-width", &"7"),
            ("opacity", &"0.75"),
            round,
        ],
    );
}

/// Draws the click targets of the cells.
fn targets(seen: &Observation, out: &mut Writer) {
    for cell in Cell::BOARD {
        let Some((x, y)) = middle(cell) else { continue };
        let (x, y) = (x - CELL / 2, y - CELL / 2);
        let square: [Attribute<'_>; 4] = [("x", &x), ("y", &y), ("width", &CELL), ("height", &CELL)];
        let there = seen.board.get(&cell).map_or_else(|| "empty".into(), Player::to_string);
        target("rect", &square, &cell, &format!("{cell}: {there}"), out);
    }
}

/// Draws the four lines and the coordinates.
fn grid(out: &mut Writer) {
    let (right, bottom) = (LEFT + 3 * CELL, MARGIN + 3 * CELL);
    let lines: String = [1, 2]
        .map(|n| format!("M{} {MARGIN}V{bottom}M{LEFT} {}H{right}", LEFT + n * CELL, MARGIN + n * CELL))
        .concat();
    out.leaf(
        "path",
        &[("d", &lines), ("stroke", &FAINT), ("stroke-width", &"4"), ("stroke-linecap", &"round")],
    );
    out.open("g", &[("fill", &FAINT), ("font-size", &"15"), ("text-anchor", &"middle")]);
    for n in 0..3_u8 {
        let along = CELL * u32::from(n) + CELL / 2;
        out.text("text", &[("x", &(LEFT + along)), ("y", &(bottom + 22))], &char::from(b'a' + n));
        out.text("text", &[("x", &(LEFT - 18)), ("y", &(MARGIN + along + 5))], &(3 - n));
    }
    out.close();
}

/// An SVG document of a single mark.
pub(super) fn mark_alone(player: Player) -> String {
    alone(REACH + 8, |at, out| mark(at, REACH, player, out))
}

/// Draws a cross or a ring around a point.
fn mark((x, y): (u32, u32), reach: u32, player: Player, out: &mut Writer) {
    let width = ("stroke-width", &(2 + 7 * reach / REACH) as &dyn core::fmt::Display);
    let shape = [("fill", &"none" as &dyn core::fmt::Display), width, ("stroke-linecap", &"round")];
    match player {
        Player::X => {
            let (left, right, top, bottom) = (x - reach, x + reach, y - reach, y + reach);
            let strokes = format!("M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}");
            out.leaf("path", &[&[("d", &strokes as _), ("stroke", &DARK as _)], &shape[..]].concat());
        }
        Player::O => {
            let ring = [("cx", &x as _), ("cy", &y as _), ("r", &reach as _), ("stroke", &RING as _)];
            out.leaf("circle", &[&ring[..], &shape].concat());
        }
    }
}

fn outline(cell: Cell, colour: &str, dashes: &str, out: &mut Writer) {
    let Some((x, y)) = middle(cell) else { return };
    let (left, top, side) = (x - CELL / 2 + 5, y - CELL / 2 + 5, CELL - 10);
    out.leaf(
        "rect",
        &[
            ("x", &left),
            ("y", &top),
            ("width", &side),
            ("height", &side),
            ("rx", &"8"),
            ("fill", &"none"),
            ("stroke", &colour),
            ("stroke-width", &"4"),
            ("stroke-dasharray", &dashes),
        ],
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::ansi::{self, RESET};
    use crate::sheet::with;
    use bustan_vocabulary::Game;
    use bustan_vocabulary::tictactoe::Position;

    /// An observation of a position before the end of the game, as an engine would report it.
    fn observed(position: &str) -> Observation {
        let position: Position = position.parse().unwrap();
        Observation {
            game: TicTacToe::NAME,
            size: 3,
            ply: position.ply(),
            to_move: Some(position.turn()),
            over: false,
            winner: None,
            scores: Player::ALL.map(|player| (player, 0)).into(),
            board: Cell::BOARD.into_iter().filter_map(|cell| Some((cell, position.mark(cell)?))).collect(),
            hash: 0,
            canonical: 0,
            misere: position.misere(),
        }
    }

    #[test]
    fn lines_of_three_are_found_when_the_game_is_over() {
        let over = |position| Observation { to_move: None, ..observed(position) };
        let names = |seen: &Observation| -> Vec<String> {
            lines(seen).iter().flatten().map(ToString::to_string).collect()
        };
        assert_eq!(names(&over("xxxoo....")), ["a3", "b3", "c3"]);
        assert_eq!(names(&over("x.ox.ox..")), ["a3", "a2", "a1"]);
        assert_eq!(names(&over("xxoxoooox")), ["c3", "b2", "a1"]);
        assert!(names(&over("xoxxoxoxo")).is_empty());
        assert!(names(&observed("xxxoo....")).is_empty(), "not over, by what is observed");
        assert_eq!(lines(&over("xxxxooxoo")).len(), 2, "one move may end in two lines");
    }

    const PLAIN: Style = Style { colour: false, alternative: false, groups: false };

    #[test]
    fn the_board_shows_marks_names_and_brackets() {
        let seen = observed("x.o.x....");
        let marked = ["b2", "z9", "?"].map(String::from);
        let overlay = Overlay { marked: &marked, ..Overlay::default() };
        assert_eq!(
            TicTacToe::board(&seen, PLAIN, &overlay),
            "3  X  .  O\n2  . [X] .\n1  .  .  .\n   a  b  c\n"
        );
        assert_eq!(
            TicTacToe::caption(&seen, PLAIN, &overlay),
            "o to move\nscores: x 0, o 0 (0)\n[ ] marked\n"
        );
        let alternative = TicTacToe::board(&seen, Style { alternative: true, ..PLAIN }, &Overlay::default());
        assert!(alternative.starts_with("3  \u{2715}  .  \u{25cb}\n"));
        let coloured = TicTacToe::board(&seen, Style { colour: true, ..PLAIN }, &Overlay::default());
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
            let text = TicTacToe::board(&seen, PLAIN, &overlay);
            assert!(text.contains(row), "{text}");
            let text = TicTacToe::caption(&seen, PLAIN, &overlay);
            assert!(text.ends_with(&format!("[ ] marked; ( ) disputed: o {name}\n")), "{text}");
        }
        let mv = ask("d4");
        let overlay = Overlay { question: Some((Player::O, &mv)), ..Overlay::default() };
        assert!(!TicTacToe::board(&seen, PLAIN, &overlay).contains('('));
        assert!(TicTacToe::caption(&seen, PLAIN, &overlay).ends_with("\ndisputed: o d4\n"));
    }

    #[test]
    fn stars_are_around_three_in_a_row() {
        let seen = Observation { to_move: None, winner: Some(Player::X), ..observed("x.o.x.o.x") };
        let text = TicTacToe::board(&seen, PLAIN, &Overlay::default());
        assert_eq!(text, "3 *X* .  O\n2  . *X* .\n1  O  . *X*\n   a  b  c\n");
        let text = TicTacToe::caption(&seen, PLAIN, &Overlay::default());
        assert!(
            text.starts_with("game over: x wins\n") && text.ends_with("\n* * three in a row\n"),
            "{text}"
        );
    }

    #[test]
    fn every_mark_appears_on_its_cell_and_in_the_caption() {
        let text = TicTacToe::svg(&observed("x.o.x...."), &Overlay::default());
        assert_eq!((with(&text, "stroke", DARK), with(&text, "stroke", RING)), (3, 2));
        for cell in ["a3", "c3", "b2"] {
            assert_eq!(with(&text, "data-cell", cell), 1);
        }
    }

    #[test]
    fn the_last_move_and_marked_cells_are_outlined() {
        let seen = observed("x.o.x....");
        let marked = ["b2", "a1", "z9", "<&>\""].map(String::from);
        let [b2, d4] = ["b2", "d4"].map(|name| name.parse().unwrap());
        let text = TicTacToe::svg(&seen, &Overlay { last: Some(&b2), marked: &marked, ..Overlay::default() });
        assert_eq!((with(&text, "stroke", LAST), with(&text, "stroke", MARK)), (1, 2));
        assert!(text.contains("blue outline: last move; red outline: marked<"), "{text}");
        let text = TicTacToe::svg(&seen, &Overlay { last: Some(&d4), ..Overlay::default() });
        assert_eq!((with(&text, "stroke", LAST), with(&text, "stroke", MARK)), (0, 0));
        assert!(!text.contains("last move"));
    }

    #[test]
    fn a_move_in_question_is_a_ghost() {
        for (name, ghosts) in [("a1", 1), ("b2", 1), ("d4", 0)] {
            let mv = name.parse().unwrap();
            let text = TicTacToe::svg(
                &observed("x.o.x...."),
                &Overlay { question: Some((Player::O, &mv)), ..Overlay::default() },
            );
            assert_eq!(with(&text, "data-ghost", name), ghosts);
            assert_eq!(
                (with(&text, "opacity", GHOST), with(&text, "stroke-dasharray", DASHES)),
                (ghosts, ghosts)
            );
            assert_eq!(with(&text, "stroke", RING), 2 + ghosts, "a ring, one in the caption, and the ghost");
            assert!(text.contains(&format!("dashed: disputed, o {name}<")), "{text}");
        }
    }

    #[test]
    fn a_bar_goes_through_three_in_a_row() {
        let over = Observation { to_move: None, ..observed("x.o.x.o.x") };
        let text = TicTacToe::svg(&over, &Overlay::default());
        assert_eq!(with(&text, "data-line", "a3"), 1);
        assert!(text.contains("bar: three in a row<"));
        assert!(!TicTacToe::svg(&observed("x.o.x.o.x"), &Overlay::default()).contains("data-line"));
    }
}
