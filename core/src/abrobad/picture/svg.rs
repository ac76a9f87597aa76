//! The board as an SVG document.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{cells, status, tally};
use crate::abrobad::{Cell, Move, Observation, Player};
use crate::xml::{Attribute, Writer};

/// Half the distance between two cells of a row, in pixels.
const HALF: u32 = 42;
/// The distance between two rows.
const ROW: u32 = 73;
/// The radius of a cell.
const RADIUS: u32 = 34;
/// Around the board.
const MARGIN: u32 = 56;
/// Below the board, for the caption.
const CAPTION: u32 = 56;
const WIDTH: u32 = 6 * HALF + 2 * MARGIN;
const HEIGHT: u32 = 3 * ROW + 2 * MARGIN + CAPTION;

const PAGE: &str = "#f7f4ee";
const INK: &str = "#2b2a28";
const FAINT: &str = "#5f5138";
const CELL: &str = "#e8d9b8";
const GRID: &str = "#bda877";
const LAST: &str = "#1d78d6";
const MARK: &str = "#e0301e";

/// The colour of a player's stones.
const fn colour(player: Player) -> &'static str {
    match player {
        Player::X => "#34373d",
        Player::O => "#c9743f",
    }
}

/// The picture of an observed position; see [`Picture::svg`](crate::Picture::svg).
pub(super) fn document(seen: &Observation, last: Option<Move>, marked: &[String]) -> String {
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
    out.text("title", &[], &format!("Abrobad: {}", status(seen)));
    let tallies = Player::ALL.map(|player| tally(seen, player)).join(", ");
    out.text("desc", &[], &format!("An Abrobad board. {}. {tallies}.", status(seen)));
    out.leaf("rect", &[("width", &WIDTH), ("height", &HEIGHT), ("rx", &"10"), ("fill", &PAGE)]);
    board(&mut out);
    groups(seen, &mut out);
    stones(seen, &mut out);
    let target = match last {
        Some(Move::Place(to) | Move::Slide(_, to)) => Some(to),
        Some(Move::End) | None => None,
    };
    out.open("g", &[("fill", &"none"), ("stroke-width", &"5")]);
    for (cell, colour) in target.map(|cell| (cell, LAST)).into_iter().chain(cells(marked).map(|cell| (cell, MARK))) {
        disc(cell, RADIUS + 1, &[("stroke", &colour)], &mut out);
    }
    out.close();
    caption(seen, &tallies, &mut out);
    out.finish()
}

/// The middle of a cell of the board.
fn middle(cell: Cell) -> Option<(u32, u32)> {
    let (x, y) = cell.centre()?;
    Some((MARGIN + HALF * u32::from(x), MARGIN + ROW * u32::from(y)))
}

fn disc(cell: Cell, radius: u32, attributes: &[Attribute<'_>], out: &mut Writer) {
    let Some((x, y)) = middle(cell) else { return };
    let mut all: Vec<Attribute<'_>> = [("cx", &x as _), ("cy", &y as _), ("r", &radius as _)].to_vec();
    all.extend_from_slice(attributes);
    out.leaf("circle", &all);
}

/// The cells with their numbers.
fn board(out: &mut Writer) {
    out.open("g", &[("fill", &CELL), ("stroke", &GRID), ("stroke-width", &"1.5")]);
    for cell in Cell::BOARD {
        disc(cell, RADIUS, &[], out);
    }
    out.close();
    out.open("g", &[("fill", &FAINT), ("font-size", &"16"), ("text-anchor", &"middle")]);
    for cell in Cell::BOARD {
        if let Some((x, y)) = middle(cell) {
            out.text("text", &[("x", &x), ("y", &(y + 6))], &cell);
        }
    }
    out.close();
}

/// A bar between any two neighbours of a group.
fn groups(seen: &Observation, out: &mut Writer) {
    out.open("g", &[("stroke-width", &"22"), ("stroke-linecap", &"round")]);
    for group in &seen.groups {
        for (one, other) in group.cells.iter().flat_map(|one| group.cells.iter().map(move |other| (one, other))) {
            let Some(((x, y), (z, w))) = middle(*one).zip(middle(*other)) else { continue };
            let near = (x.abs_diff(z), y.abs_diff(w));
            if one < other && (near == (2 * HALF, 0) || near == (HALF, ROW)) {
                let line = format!("M{x} {y}L{z} {w}");
                out.leaf("path", &[("d", &line), ("stroke", &colour(group.colour))]);
            }
        }
    }
    out.close();
}

fn stones(seen: &Observation, out: &mut Writer) {
    for (&cell, &player) in &seen.board {
        let Some((x, y)) = middle(cell) else { continue };
        out.open("g", &[("data-cell", &cell), ("text-anchor", &"middle"), ("font-size", &"16")]);
        out.text("title", &[], &format!("{cell}: {}", player.initial()));
        disc(cell, RADIUS - 4, &[("fill", &colour(player))], out);
        out.text("text", &[("x", &x), ("y", &(y + 6)), ("fill", &PAGE)], &player.initial());
        out.close();
    }
}

fn caption(seen: &Observation, tallies: &str, out: &mut Writer) {
    let x = WIDTH / 2;
    out.open("g", &[("fill", &INK), ("text-anchor", &"middle")]);
    out.text("text", &[("x", &x), ("y", &(HEIGHT - 44)), ("font-size", &"16")], &status(seen));
    out.text("text", &[("x", &x), ("y", &(HEIGHT - 20)), ("font-size", &"14")], &tallies);
    out.close();
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
    fn every_stone_appears_on_its_cell_and_groups_are_joined() {
        let text = document(&observed("xx..o......."), None, &[]);
        for cell in ["1", "2", "5"] {
            assert_eq!(with(&text, "data-cell", cell), 1);
        }
        assert_eq!((with(&text, "fill", colour(Player::X)), with(&text, "fill", colour(Player::O))), (2, 1));
        assert_eq!((with(&text, "stroke", colour(Player::X)), with(&text, "stroke", colour(Player::O))), (1, 0));
    }

    #[test]
    fn the_last_move_and_marked_cells_are_outlined() {
        let seen = observed("xx..o.......");
        let marked = ["5", "12", "13", "<&>\""].map(String::from);
        for (last, outlined) in [("1-2", 1), ("5", 1), ("0", 0), ("99", 0)] {
            let text = document(&seen, last.parse().ok(), &marked);
            assert_eq!((with(&text, "stroke", LAST), with(&text, "stroke", MARK)), (outlined, 2));
        }
    }
}
