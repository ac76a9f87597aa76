//! The board as an SVG document.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use bustan_vocabulary::tictactoe::{Cell, Observation, Player, TicTacToe};

use super::{caption, cells, lines};
use crate::Overlay;
use crate::sheet::{DASHES, FAINT, GHOST, LAST, LEAST_WIDTH, MARK, QUESTION, Sheet, outlines};
use crate::xml::Writer;

/// The side of a cell, in pixels.
const CELL: u32 = 80;
/// Above the board.
const MARGIN: u32 = 24;
/// On the left of the board.
const LEFT: u32 = (LEAST_WIDTH as u32 - 3 * CELL) / 2;
/// Down to below the coordinates.
const HEIGHT: u32 = MARGIN + 3 * CELL + 40;
/// Half the width of a mark.
const REACH: u32 = 25;

const CROSS: &str = "#34373d";
const RING: &str = "#a4552a";

/// The picture of an observed position; see [`Picture::svg`](crate::Picture::svg).
pub(super) fn document(seen: &Observation, overlay: &Overlay<'_, TicTacToe>) -> String {
    let last = overlay.last.map(|mv| mv.0).filter(|cell| cell.place().is_some());
    let marked = cells(overlay.marked).next().map(|_| "red outline");
    let mut legend = outlines(overlay, last.map(|_| "blue outline"), marked);
    let lines = lines(seen);
    if !lines.is_empty() {
        legend.push("bar: three in a row".into());
    }
    let mut out = Writer::new();
    let sheet = Sheet::new((LEAST_WIDTH, HEIGHT as f32), caption(seen), &legend);
    let board = if seen.misere { "A misère Tic-Tac-Toe board" } else { "A Tic-Tac-Toe board" };
    sheet.open("Tic-Tac-Toe", board, &mut out);
    grid(&mut out);
    for (cell, player) in &seen.board {
        if let Some(middle) = middle(*cell) {
            out.open("g", &[("data-cell", cell)]);
            out.text("title", &[], &format!("{cell}: {player}"));
            mark(middle, REACH, *player, &mut out);
            out.close();
        }
    }
    let marked = cells(overlay.marked).map(|cell| (cell, MARK));
    for (cell, colour) in last.map(|cell| (cell, LAST)).into_iter().chain(marked) {
        outline(cell, colour, "none", &mut out);
    }
    if let Some((player, mv)) = overlay.question
        && let Some(middle) = middle(mv.0)
    {
        out.open("g", &[("data-ghost", &mv.0), ("opacity", &GHOST)]);
        out.text("title", &[], &format!("in question: {player} {}", mv.0));
        mark(middle, REACH, player, &mut out);
        out.close();
        outline(mv.0, QUESTION, DASHES, &mut out);
    }
    for [from, _, to] in lines {
        if let (Some((x, y)), Some((z, w))) = (middle(from), middle(to)) {
            // A little beyond the middles of the cells at both ends.
            let beyond = |at: u32, other: u32| {
                if at == other {
                    at
                } else if at < other {
                    at - 28
                } else {
                    at + 28
                }
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
    }
    let players: Vec<Player> = seen.scores.keys().copied().collect();
    sheet.finish(out, |number, (x, y), out| mark((x as u32, y as u32), 8, players[number], out))
}

/// The middle of a cell of the board.
fn middle(cell: Cell) -> Option<(u32, u32)> {
    let place = cell.place()? as u32;
    Some((LEFT + CELL * (place % 3) + CELL / 2, MARGIN + CELL * (place / 3) + CELL / 2))
}

/// The four lines and the coordinates.
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

/// A cross or a ring around a place.
fn mark((x, y): (u32, u32), reach: u32, player: Player, out: &mut Writer) {
    let width = ("stroke-width", &(2 + 7 * reach / REACH) as &dyn core::fmt::Display);
    let shape = [("fill", &"none" as &dyn core::fmt::Display), width, ("stroke-linecap", &"round")];
    match player {
        Player::X => {
            let (left, right, top, bottom) = (x - reach, x + reach, y - reach, y + reach);
            let strokes = format!("M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}");
            out.leaf("path", &[&[("d", &strokes as _), ("stroke", &CROSS as _)], &shape[..]].concat());
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
    use super::super::tests::observed;
    use super::*;
    use roxmltree::Document;

    fn with(text: &str, attribute: &str, value: &str) -> usize {
        let document = Document::parse(text).expect("well-formed XML");
        document.descendants().filter(|node| node.attribute(attribute) == Some(value)).count()
    }

    #[test]
    fn every_mark_appears_on_its_cell_and_in_the_caption() {
        let text = document(&observed("x.o.x...."), &Overlay::default());
        assert_eq!((with(&text, "stroke", CROSS), with(&text, "stroke", RING)), (3, 2));
        for cell in ["a3", "c3", "b2"] {
            assert_eq!(with(&text, "data-cell", cell), 1);
        }
    }

    #[test]
    fn the_last_move_and_marked_cells_are_outlined() {
        let seen = observed("x.o.x....");
        let marked = ["b2", "a1", "z9", "<&>\""].map(String::from);
        let [b2, d4] = ["b2", "d4"].map(|name| name.parse().unwrap());
        let text = document(&seen, &Overlay { last: Some(&b2), marked: &marked, question: None });
        assert_eq!((with(&text, "stroke", LAST), with(&text, "stroke", MARK)), (1, 2));
        assert!(text.contains("blue outline: last move; red outline: marked<"), "{text}");
        let text = document(&seen, &Overlay { last: Some(&d4), ..Overlay::default() });
        assert_eq!((with(&text, "stroke", LAST), with(&text, "stroke", MARK)), (0, 0));
        assert!(!text.contains("last move"));
    }

    #[test]
    fn a_move_in_question_is_a_ghost() {
        for (name, ghosts) in [("a1", 1), ("b2", 1), ("d4", 0)] {
            let mv = name.parse().unwrap();
            let text = document(
                &observed("x.o.x...."),
                &Overlay { question: Some((Player::O, &mv)), ..Overlay::default() },
            );
            assert_eq!(with(&text, "data-ghost", name), ghosts);
            assert_eq!(
                (with(&text, "opacity", GHOST), with(&text, "stroke-dasharray", DASHES)),
                (ghosts, ghosts)
            );
            assert_eq!(with(&text, "stroke", RING), 2 + ghosts, "a ring, one in the caption, and the ghost");
            assert!(text.contains(&format!("dashed: in question, o {name}<")), "{text}");
        }
    }

    #[test]
    fn a_bar_goes_through_three_in_a_row() {
        let over = Observation { to_move: None, ..observed("x.o.x.o.x") };
        let text = document(&over, &Overlay::default());
        assert_eq!(with(&text, "data-line", "a3"), 1);
        assert!(text.contains("bar: three in a row<"));
        assert!(!document(&observed("x.o.x.o.x"), &Overlay::default()).contains("data-line"));
    }
}
