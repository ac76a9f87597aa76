//! The board as an SVG document.

use alloc::format;
use alloc::string::String;

use super::{cells, status};
use crate::tictactoe::{Cell, Observation, Player};
use crate::xml::Writer;

/// The side of a cell, in pixels.
const CELL: u32 = 80;
/// Around the board, with room for the coordinates.
const MARGIN: u32 = 40;
/// Below the board, for the caption.
const CAPTION: u32 = 30;
const WIDTH: u32 = 3 * CELL + 2 * MARGIN;
const HEIGHT: u32 = WIDTH + CAPTION;
/// Half the width of a mark.
const REACH: u32 = 25;

const PAGE: &str = "#f7f4ee";
const INK: &str = "#2b2a28";
const FAINT: &str = "#5f5138";
const LAST: &str = "#1d78d6";
const MARK: &str = "#e0301e";
const CROSS: &str = "#34373d";
const RING: &str = "#a4552a";

/// The picture of an observed position; see [`Picture::svg`](crate::Picture::svg).
pub(super) fn document(seen: &Observation, last: Option<Cell>, marked: &[String]) -> String {
    let mut out = Writer::new();
    out.open(
        "svg",
        &[
            ("xmlns", &"http://www.w3.org/2000/svg"),
            ("viewBox", &format!("0 0 {WIDTH} {HEIGHT}")),
            ("width", &WIDTH),
            ("height", &HEIGHT),
            ("role", &"img"),
            ("font-family", &"Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"),
        ],
    );
    out.text("title", &[], &format!("Tic-Tac-Toe: {}", status(seen)));
    let game = if seen.misere { "A misère Tic-Tac-Toe board" } else { "A Tic-Tac-Toe board" };
    out.text("desc", &[], &format!("{game}. {}.", status(seen)));
    out.leaf("rect", &[("width", &WIDTH), ("height", &HEIGHT), ("rx", &"10"), ("fill", &PAGE)]);
    grid(&mut out);
    for (cell, player) in &seen.board {
        mark(*cell, *player, &mut out);
    }
    for (cell, colour) in last.map(|cell| (cell, LAST)).into_iter().chain(cells(marked).map(|cell| (cell, MARK))) {
        outline(cell, colour, &mut out);
    }
    let (x, y) = (WIDTH / 2, HEIGHT - 18);
    out.text(
        "text",
        &[("x", &x), ("y", &y), ("font-size", &"16"), ("text-anchor", &"middle"), ("fill", &INK)],
        &status(seen),
    );
    out.finish()
}

/// The middle of a cell of the board.
fn middle(cell: Cell) -> Option<(u32, u32)> {
    let place = cell.place()? as u32;
    Some((MARGIN + CELL * (place % 3) + CELL / 2, MARGIN + CELL * (place / 3) + CELL / 2))
}

/// The four lines and the coordinates.
fn grid(out: &mut Writer) {
    let far = MARGIN + 3 * CELL;
    let lines: String = [1, 2]
        .map(|n| {
            let at = MARGIN + n * CELL;
            format!("M{at} {MARGIN}V{far}M{MARGIN} {at}H{far}")
        })
        .concat();
    out.leaf("path", &[("d", &lines), ("stroke", &FAINT), ("stroke-width", &"4"), ("stroke-linecap", &"round")]);
    out.open("g", &[("fill", &FAINT), ("font-size", &"15"), ("text-anchor", &"middle")]);
    for n in 0..3_u8 {
        let along = MARGIN + CELL * u32::from(n) + CELL / 2;
        out.text("text", &[("x", &along), ("y", &(far + 22))], &char::from(b'a' + n));
        out.text("text", &[("x", &(MARGIN - 18)), ("y", &(along + 5))], &(3 - n));
    }
    out.close();
}

fn mark(cell: Cell, player: Player, out: &mut Writer) {
    let Some((x, y)) = middle(cell) else { return };
    out.open("g", &[("data-cell", &cell), ("fill", &"none"), ("stroke-width", &"9"), ("stroke-linecap", &"round")]);
    out.text("title", &[], &format!("{cell}: {}", player.initial()));
    match player {
        Player::X => {
            let (left, right, top, bottom) = (x - REACH, x + REACH, y - REACH, y + REACH);
            let strokes = format!("M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}");
            out.leaf("path", &[("d", &strokes), ("stroke", &CROSS)]);
        }
        Player::O => out.leaf("circle", &[("cx", &x), ("cy", &y), ("r", &REACH), ("stroke", &RING)]),
    }
    out.close();
}

fn outline(cell: Cell, colour: &str, out: &mut Writer) {
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
    fn every_mark_appears_on_its_cell() {
        let text = document(&observed("x.o.x...."), None, &[]);
        assert_eq!((with(&text, "stroke", CROSS), with(&text, "stroke", RING)), (2, 1));
        for cell in ["a3", "c3", "b2"] {
            assert_eq!(with(&text, "data-cell", cell), 1);
        }
    }

    #[test]
    fn the_last_move_and_marked_cells_are_outlined() {
        let seen = observed("x.o.x....");
        let marked = ["b2", "a1", "z9", "<&>\""].map(String::from);
        let text = document(&seen, "b2".parse().ok(), &marked);
        assert_eq!((with(&text, "stroke", LAST), with(&text, "stroke", MARK)), (1, 2));
        let text = document(&seen, "d4".parse().ok(), &[]);
        assert_eq!((with(&text, "stroke", LAST), with(&text, "stroke", MARK)), (0, 0));
    }
}
