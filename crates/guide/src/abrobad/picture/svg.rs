//! The board as an SVG document.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use bustan_vocabulary::abrobad::{Abrobad, Cell, Move, Observation, Player};

use super::{caption, cells, tally, target};
use crate::Overlay;
use crate::sheet::{DASHES, FAINT, GHOST, LAST, MARK, PAGE, QUESTION, Sheet, outlines};
use crate::xml::{Attribute, Writer};

/// Half the distance between two cells of a row, in pixels.
const HALF: u32 = 42;
/// The distance between two rows.
const ROW: u32 = 73;
/// The radius of a cell.
const RADIUS: u32 = 34;
/// Around the board.
const MARGIN: u32 = 56;
const WIDTH: u32 = 6 * HALF + 2 * MARGIN;
const HEIGHT: u32 = 3 * ROW + 2 * MARGIN;

const CELL: &str = "#e8d9b8";
const GRID: &str = "#bda877";

/// The colour of a player's stones.
const fn colour(player: Player) -> &'static str {
    match player {
        Player::X => "#34373d",
        Player::O => "#c9743f",
    }
}

/// The picture of an observed position; see [`Picture::svg`](crate::Picture::svg).
pub(super) fn document(seen: &Observation, overlay: &Overlay<'_, Abrobad>) -> String {
    let last = overlay.last.and_then(target);
    let marked = cells(overlay.marked).next().map(|_| "red ring");
    let mut legend = Vec::from([tally(seen)]);
    legend.extend(outlines(overlay, last.map(|_| "blue ring"), marked));
    let sheet = Sheet::new((WIDTH as f32, HEIGHT as f32), caption(seen), &legend);
    let mut out = Writer::new();
    sheet.open("Abrobad", "An Abrobad board", &mut out);
    board(&mut out);
    groups(seen, &mut out);
    for (&cell, &player) in &seen.board {
        if cell.place().is_some() {
            out.open("g", &[("data-cell", &cell)]);
            out.text("title", &[], &format!("{cell}: {player}"));
            stone(cell, player, &mut out);
            out.close();
        }
    }
    out.open("g", &[("fill", &"none"), ("stroke-width", &"5")]);
    let marked = cells(overlay.marked).map(|cell| (cell, MARK));
    for (cell, colour) in last.map(|cell| (cell, LAST)).into_iter().chain(marked) {
        disc(cell, RADIUS + 1, &[("stroke", &colour)], &mut out);
    }
    out.close();
    if let Some((player, mv)) = overlay.question {
        ghost(player, mv, &mut out);
    }
    let players: Vec<Player> = seen.scores.keys().copied().collect();
    sheet.finish(out, |number, (x, y), out| {
        let fill = colour(players[number]);
        out.leaf("circle", &[("cx", &x), ("cy", &y), ("r", &"11"), ("fill", &fill)]);
    })
}

/// A move that was not played: the stone where it would come to, half transparent, and the way there.
fn ghost(player: Player, mv: &Move, out: &mut Writer) {
    let Some(to) = target(mv) else { return };
    out.open("g", &[("data-ghost", &to), ("opacity", &GHOST)]);
    out.text("title", &[], &format!("in question: {player} {mv}"));
    stone(to, player, out);
    out.close();
    let dashed = [
        ("fill", &"none" as _),
        ("stroke", &QUESTION as _),
        ("stroke-width", &"4" as _),
        ("stroke-dasharray", &DASHES as _),
    ];
    disc(to, RADIUS + 1, &dashed, out);
    if let Move::Slide(from, _) = mv
        && let (Some((x, y)), Some((z, w))) = (middle(*from), middle(to))
    {
        let line = format!("M{x} {y}L{z} {w}");
        out.leaf("path", &[&[("d", &line as _)], &dashed[..]].concat());
    }
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
        for (one, other) in
            group.cells.iter().flat_map(|one| group.cells.iter().map(move |other| (one, other)))
        {
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

/// A stone with its letter.
fn stone(cell: Cell, player: Player, out: &mut Writer) {
    let Some((x, y)) = middle(cell) else { return };
    disc(cell, RADIUS - 4, &[("fill", &colour(player))], out);
    let (size, anchor) = (("font-size", &"16" as _), ("text-anchor", &"middle" as _));
    out.text("text", &[("x", &x), ("y", &(y + 6)), ("fill", &PAGE), size, anchor], &player.initial());
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
        let text = document(&observed("xx..o......."), &Overlay::default());
        for cell in ["1", "2", "5"] {
            assert_eq!(with(&text, "data-cell", cell), 1);
        }
        assert_eq!(
            (with(&text, "fill", colour(Player::X)), with(&text, "fill", colour(Player::O))),
            (3, 2),
            "one in the caption"
        );
        assert_eq!(
            (with(&text, "stroke", colour(Player::X)), with(&text, "stroke", colour(Player::O))),
            (1, 0)
        );
    }

    #[test]
    fn the_last_move_and_marked_cells_are_outlined() {
        let seen = observed("xx..o.......");
        let marked = ["5", "12", "13", "<&>\""].map(String::from);
        for (last, outlined) in [("1-2", 1), ("5", 1), ("0", 0), ("99", 0)] {
            let last = last.parse().unwrap();
            let text = document(&seen, &Overlay { last: Some(&last), marked: &marked, question: None });
            assert_eq!((with(&text, "stroke", LAST), with(&text, "stroke", MARK)), (outlined, 2));
            assert!(text.contains(">groups: x 1, o 1; ") && text.contains("red ring: marked<"), "{text}");
            assert_eq!(text.contains("blue ring: last move"), outlined == 1, "{text}");
        }
    }

    #[test]
    fn a_move_in_question_is_a_ghost() {
        for (name, ghost, dashed) in
            [("11", Some("11"), 1), ("5-12", Some("12"), 2), ("0", None, 0), ("99", None, 0)]
        {
            let mv = name.parse().unwrap();
            let text = document(
                &observed("xx..o......."),
                &Overlay { question: Some((Player::O, &mv)), ..Overlay::default() },
            );
            let ghosts = usize::from(ghost.is_some());
            assert_eq!(with(&text, "data-ghost", ghost.unwrap_or_default()), ghosts);
            assert_eq!(
                (with(&text, "opacity", GHOST), with(&text, "stroke-dasharray", DASHES)),
                (ghosts, dashed)
            );
            assert!(text.contains(&format!("dashed: in question, o {name}<")), "{text}");
        }
    }
}
