//! Pictures of Abrobad: text for terminals, and SVG.
//!
//! ```text
//!       X   2
//!     3   4   O
//!   6 [ X]  8   9
//!    10  11  12
//! ```
//!
//! Both renderers draw the observation as given, without validating it, and omit cells that are not on the
//! board.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use bustan_vocabulary::abrobad::{Abrobad, Cell, Move, Observation, Player};

use crate::sheet::{
    CELL, Caption, DARK, DASHES, FAINT, GHOST, GRID, LAST, MARK, PAGE, QUESTION, Sheet, alone, between,
    named, outlines, signs, target as touched, x_or_o,
};
use crate::xml::{Attribute, Writer};
use crate::{Overlay, Picture, Style};

/// Half the distance between two cells of a row, in pixels.
const HALF: u32 = 42;
/// The distance between two rows, in pixels.
const ROW: u32 = 73;
/// The radius of a cell, in pixels.
const RADIUS: u32 = 34;
/// The margin around the board, in pixels.
const MARGIN: u32 = 56;
const WIDTH: u32 = 6 * HALF + 2 * MARGIN;
const HEIGHT: u32 = 3 * ROW + 2 * MARGIN;

/// The colour of a player's stones.
const fn colour(player: Player) -> &'static str {
    match player {
        Player::X => DARK,
        Player::O => "#c9743f",
    }
}

impl Picture for Abrobad {
    /// See [`Picture::board`]. An empty cell shows its number. In the alternative style, stones are shown as
    /// discs.
    fn board(seen: &Observation, style: Style, overlay: &Overlay<'_, Self>) -> String {
        let marked: Vec<Cell> = cells(overlay.marked).collect();
        let ghost = overlay.question.and_then(|(player, mv)| Some((target(mv)?, player)));
        let cells: Vec<(Cell, (u8, u8))> =
            Cell::BOARD.into_iter().filter_map(|cell| Some((cell, cell.centre()?))).collect();
        let mut text = String::new();
        for row in cells.chunk_by(|(_, (_, a)), (_, (_, b))| a == b) {
            let left = row.first().map_or(0, |(_, (x, _))| usize::from(*x));
            line(row, left, &mut text, |cell| stone_or_number(seen, style, &marked, ghost, cell));
            if style.groups {
                line(row, left, &mut text, |cell| number(seen, cell));
            }
        }
        text
    }

    fn caption(seen: &Observation, style: Style, overlay: &Overlay<'_, Self>) -> String {
        let drawn = overlay.question.is_some_and(|(_, mv)| target(mv).is_some());
        let mut legend = if overlay.board_only { Vec::new() } else { Vec::from([tally(seen)]) };
        legend.extend(signs(overlay, drawn));
        if style.alternative {
            legend.extend(Player::ALL.map(|player| format!("{} {player}", letter(player, style))));
        }
        caption(seen).within(overlay).text(&legend)
    }

    /// See [`Picture::svg`]. Bars connect the stones of a group.
    fn svg(seen: &Observation, overlay: &Overlay<'_, Self>) -> String {
        let last = overlay.last.and_then(target);
        let marked = cells(overlay.marked).next().map(|_| "red ring");
        let mut legend = if overlay.board_only { Vec::new() } else { Vec::from([tally(seen)]) };
        legend.extend(outlines(overlay, last.map(|_| "blue ring"), marked));
        let sheet = Sheet::new((WIDTH as f32, HEIGHT as f32), caption(seen), &legend, overlay);
        let mut out = Writer::new();
        sheet.open("Abrobad", "An Abrobad board", &mut out);
        board(&mut out);
        groups(seen, &mut out);
        for (&cell, &player) in &seen.board {
            if let Some(at) = middle(cell) {
                out.open("g", &[("data-cell", &cell)]);
                out.text("title", &[], &format!("{cell}: {player}"));
                stone(at, player, &mut out);
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
        for cell in Cell::BOARD.into_iter().filter(|_| overlay.touch) {
            let Some((x, y)) = middle(cell) else { continue };
            let there = seen.board.get(&cell).map_or_else(|| "empty".into(), Player::to_string);
            let disc: [Attribute<'_>; 3] = [("cx", &x), ("cy", &y), ("r", &RADIUS)];
            touched("circle", &disc, &cell, &format!("{cell}: {there}"), &mut out);
        }
        let players: Vec<Player> = seen.scores.keys().copied().collect();
        sheet.finish(out, |number, (x, y), out| {
            let fill = colour(players[number]);
            out.leaf("circle", &[("cx", &x), ("cy", &y), ("r", &"11"), ("fill", &fill)]);
        })
    }
}

/// The cells of the board that `marked` names.
fn cells(marked: &[String]) -> impl Iterator<Item = Cell> {
    named(marked, |cell: &Cell| cell.place().is_some())
}

fn caption(seen: &Observation) -> Caption {
    let scores = seen.scores.iter().map(|(&player, &score)| (player, score.into()));
    let mut caption = Caption::new::<Abrobad>(seen, seen.ply, seen.winner, scores);
    if seen.must_place && seen.to_move.is_some() {
        caption.turn.push_str(", who must place");
    }
    caption
}

/// The cell of the board on which a move puts a stone.
fn target(mv: &Move) -> Option<Cell> {
    let (Move::Place(to) | Move::Slide(_, to)) = *mv else { return None };
    Some(to).filter(|to| to.place().is_some())
}

/// The number of groups of each colour, such as `groups: x 3, o 1`.
fn tally(seen: &Observation) -> String {
    let count = |player| seen.groups.iter().filter(|group| group.colour == player).count();
    let [x, o] = Player::ALL.map(|player| format!("{player} {}", count(player)));
    format!("groups: {x}, {o}")
}

// Pictures for terminals.

/// Writes one line, with four characters for each cell.
fn line(row: &[(Cell, (u8, u8))], left: usize, text: &mut String, content: impl Fn(Cell) -> String) {
    let cells: String = row.iter().map(|&(cell, _)| content(cell)).collect();
    text.push_str(format!("{:1$}{cells}", "", 2 * left).trim_end());
    text.push('\n');
}

/// The stone on a cell, or the number of an empty cell, four characters wide.
fn stone_or_number(
    seen: &Observation,
    style: Style,
    marked: &[Cell],
    ghost: Option<(Cell, Player)>,
    cell: Cell,
) -> String {
    let ghost = ghost.filter(|&(at, _)| at == cell).map(|(_, player)| player);
    let content = match seen.board.get(&cell).copied().or(ghost) {
        Some(player) => format!(" {}", letter(player, style)),
        None => format!("{:>2}", cell.get()),
    };
    between(&content, ghost.is_some(), marked.contains(&cell), ' ', style)
}

/// The sign for a stone, one column wide.
fn letter(player: Player, style: Style) -> String {
    x_or_o(player, ['\u{25cf}', '\u{25cb}'], style)
}

/// The number of the group of a cell, four characters wide. Groups are numbered from 1 in the order of the
/// observation.
fn number(seen: &Observation, cell: Cell) -> String {
    match seen.groups.iter().position(|group| group.cells.contains(&cell)) {
        Some(at) => format!("{:>3} ", at + 1),
        None => "    ".into(),
    }
}

// Drawings.

/// Draws a move that was not played: the stone on its target cell, half transparent, and the path of a slide.
fn ghost(player: Player, mv: &Move, out: &mut Writer) {
    let Some(to) = target(mv) else { return };
    out.open("g", &[("data-ghost", &to), ("opacity", &GHOST)]);
    out.text("title", &[], &format!("disputed: {player} {mv}"));
    if let Some(at) = middle(to) {
        stone(at, player, out);
    }
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

/// The centre of a cell of the board.
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

/// Draws the cells with their numbers.
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

/// Draws a bar between any two neighbouring stones of a group.
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

/// An SVG document of a single stone.
pub(super) fn stone_alone(player: Player) -> String {
    alone(RADIUS, |at, out| stone(at, player, out))
}

/// Draws a stone with its letter.
fn stone((x, y): (u32, u32), player: Player, out: &mut Writer) {
    out.leaf("circle", &[("cx", &x), ("cy", &y), ("r", &(RADIUS - 4)), ("fill", &colour(player))]);
    let (size, anchor) = (("font-size", &"16" as _), ("text-anchor", &"middle" as _));
    out.text("text", &[("x", &x), ("y", &(y + 6)), ("fill", &PAGE), size, anchor], &player.initial());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::ansi::{self, RESET};
    use crate::sheet::with;
    use bustan_vocabulary::Game;
    use bustan_vocabulary::abrobad::{Group, Position};

    /// An observation of a position before the end of the game. Each stone is a separate group, except for
    /// those on cells 1 and 2.
    fn observed(position: &str) -> Observation {
        let position: Position = position.parse().unwrap();
        let stones = Cell::BOARD.into_iter().zip(position.stones());
        let board: alloc::collections::BTreeMap<_, _> =
            stones.filter_map(|(cell, stone)| Some((cell, (*stone)?))).collect();
        let mut groups: Vec<Group> =
            board.iter().map(|(&cell, &colour)| Group { colour, cells: [cell].to_vec() }).collect();
        if position.stones()[0].is_some() && position.stones()[0] == position.stones()[1] {
            let second = groups.remove(1);
            groups[0].cells.extend(second.cells);
        }
        Observation {
            game: Abrobad::NAME,
            size: 12,
            ply: position.ply(),
            to_move: Some(position.turn()),
            over: false,
            winner: None,
            scores: Player::ALL.map(|player| (player, 0)).into(),
            board,
            groups,
            must_place: true,
            turn: position.turn(),
        }
    }

    #[test]
    fn groups_are_counted() {
        assert_eq!(tally(&observed("xo..........")), "groups: x 1, o 1");
        assert_eq!(tally(&observed("............")), "groups: x 0, o 0");
    }

    const PLAIN: Style = Style { colour: false, alternative: false, groups: false };

    #[test]
    fn the_board_shows_stones_numbers_and_brackets() {
        let seen = observed("x...o.x.....");
        let marked = ["7", "11", "13", "?"].map(String::from);
        let overlay = Overlay { marked: &marked, ..Overlay::default() };
        let expected = "      X   2\n    3   4   O\n  6 [ X]  8   9\n   10 [11] 12\n";
        assert_eq!(Abrobad::board(&seen, PLAIN, &overlay), expected);
        let expected = "o to move, who must place\nscores: x 0, o 0 (0)\ngroups: x 2, o 1; [ ] marked\n";
        assert_eq!(Abrobad::caption(&seen, PLAIN, &overlay), expected);
        let alternative = Abrobad::board(&seen, Style { alternative: true, ..PLAIN }, &Overlay::default());
        assert!(alternative.contains('\u{25cf}') && alternative.contains('\u{25cb}'));
        let coloured = Abrobad::board(&seen, Style { colour: true, ..PLAIN }, &Overlay::default());
        assert!(
            coloured.contains(&format!("{}X{RESET}", ansi::X))
                && coloured.contains(&format!("{}O{RESET}", ansi::O))
        );
    }

    #[test]
    fn a_move_in_question_stands_in_parentheses() {
        let seen = observed("x...o.x.....");
        for (mv, row) in [("11", "   10 ( O) 12\n"), ("5-12", "   10  11 ( O)\n"), ("7", "  6 ( X)  8   9\n")]
        {
            let mv = mv.parse().unwrap();
            let overlay = Overlay { question: Some((Player::O, &mv)), ..Overlay::default() };
            assert!(Abrobad::board(&seen, PLAIN, &overlay).contains(row), "{mv}");
            let text = Abrobad::caption(&seen, PLAIN, &overlay);
            assert!(text.ends_with(&format!("( ) disputed: o {mv}\n")), "{text}");
        }
        let mv = "0".parse().unwrap();
        let overlay = Overlay { question: Some((Player::O, &mv)), ..Overlay::default() };
        assert!(!Abrobad::board(&seen, PLAIN, &overlay).contains('('));
        assert!(Abrobad::caption(&seen, PLAIN, &overlay).ends_with("; disputed: o 0\n"));
    }

    #[test]
    fn groups_are_numbered_below_their_stones() {
        let text =
            Abrobad::board(&observed("xx..o......."), Style { groups: true, ..PLAIN }, &Overlay::default());
        assert!(text.starts_with("      X   X\n      1   1\n    3   4   O\n            2\n"), "{text}");
    }

    #[test]
    fn every_stone_appears_on_its_cell_and_groups_are_joined() {
        let text = Abrobad::svg(&observed("xx..o......."), &Overlay::default());
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
            let text =
                Abrobad::svg(&seen, &Overlay { last: Some(&last), marked: &marked, ..Overlay::default() });
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
            let text = Abrobad::svg(
                &observed("xx..o......."),
                &Overlay { question: Some((Player::O, &mv)), ..Overlay::default() },
            );
            let ghosts = usize::from(ghost.is_some());
            assert_eq!(with(&text, "data-ghost", ghost.unwrap_or_default()), ghosts);
            assert_eq!(
                (with(&text, "opacity", GHOST), with(&text, "stroke-dasharray", DASHES)),
                (ghosts, dashed)
            );
            assert!(text.contains(&format!("dashed: disputed, o {name}<")), "{text}");
        }
    }
}
