//! Pictures of chess: text for terminals, and SVG.
//!
//! ```text
//! 8  r  .  .  .  k  .  .  r
//! 7  p  p  .  .  .  p  p  p
//! ...
//! 1  R  .  .  . [K] .  .  R
//!    a  b  c  d  e  f  g  h
//! ```
//!
//! Both renderers draw the observation as given, without validating it.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use bustan_vocabulary::chess::{Cell, Chess, Man, Move, Observation, Player};

use super::pieces::piece;
use crate::sheet::{
    Caption, DASHES, FAINT, GHOST, LABELS, LAST, MARK, QUESTION, Sheet, ansi, between, named, outlines,
    signs, target,
};
use crate::xml::{Attribute, Writer};
use crate::{Overlay, Picture, Style};

/// The side of a square, in pixels.
const CELL: u32 = 52;
/// The margin around the board, in pixels.
const MARGIN: u32 = 34;
const SIDE: u32 = 8 * CELL + 2 * MARGIN;

/// The length of the head of an arrow, in pixels.
const ARROW_HEAD: f32 = 18.0;

const LIGHT_CELL: &str = "#efe4cc";
const DARK_CELL: &str = "#bd9f75";

impl Picture for Chess {
    /// See [`Picture::board`]. White's pieces are capitals. There are no groups to number.
    fn board(seen: &Observation, style: Style, overlay: &Overlay<'_, Self>) -> String {
        let marked: Vec<Cell> = named(overlay.marked, |_: &Cell| true).collect();
        let ghost = overlay.question.map(|(_, mv)| (mv.to, man_of(seen, mv)));
        let mut text = String::new();
        for rank in (0..8).rev() {
            let mut line = format!("{} ", rank + 1);
            for cell in (0..8).filter_map(|file| Cell::new(file, rank)) {
                let (in_question, man) = match ghost {
                    Some((at, man)) if at == cell => (true, man.or(seen.board.get(&cell).copied())),
                    _ => (false, seen.board.get(&cell).copied()),
                };
                let letter = man.map_or_else(|| ".".into(), |man| letter(man, style));
                line.push_str(&between(&letter, in_question, marked.contains(&cell), ' ', style));
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text.push_str("   a  b  c  d  e  f  g  h\n");
        text
    }

    fn caption(seen: &Observation, _: Style, overlay: &Overlay<'_, Self>) -> String {
        let mut legend = if overlay.board_only { Vec::new() } else { facts(seen) };
        legend.extend(signs(overlay, true));
        caption(seen).within(overlay).text(&legend)
    }

    /// See [`Picture::svg`].
    fn svg(seen: &Observation, overlay: &Overlay<'_, Self>) -> String {
        let marked = named(overlay.marked, |_: &Cell| true).next().map(|_| "red outline");
        let mut legend = if overlay.board_only { Vec::new() } else { facts(seen) };
        legend.extend(outlines(overlay, overlay.last.map(|_| "blue outline"), marked));
        let sheet = Sheet::new((SIDE as f32, SIDE as f32), caption(seen), &legend, overlay);
        let mut out = Writer::new();
        sheet.open("Chess", "A chess board", &mut out);
        let view = View { flipped: overlay.flipped };
        view.board(&mut out);
        for (&cell, &man) in &seen.board {
            out.open("g", &[("data-cell", &cell)]);
            out.text("title", &[], &format!("{cell}: {} {}", man.player, man.kind.name()));
            piece(view.middle(cell), man, &mut out);
            out.close();
        }
        let marked = named(overlay.marked, |_: &Cell| true).map(|cell| (cell, MARK));
        let last = overlay.last.into_iter().flat_map(|mv| [(mv.from, LAST), (mv.to, LAST)]);
        for (cell, colour) in last.chain(marked) {
            view.outline(cell, colour, "none", &mut out);
        }
        if let Some((player, mv)) = overlay.question {
            out.open("g", &[("data-ghost", &mv.to), ("opacity", &GHOST)]);
            out.text("title", &[], &format!("disputed: {player} {mv}"));
            if let Some(man) = man_of(seen, mv) {
                piece(view.middle(mv.to), man, &mut out);
            }
            out.close();
            view.outline(mv.to, QUESTION, DASHES, &mut out);
            view.arrow(mv, QUESTION, &mut out);
        }
        for cell in Cell::BOARD.into_iter().filter(|_| overlay.touch) {
            let (x, y) = view.corner(cell);
            let square: [Attribute<'_>; 4] = [("x", &x), ("y", &y), ("width", &CELL), ("height", &CELL)];
            let man = seen.board.get(&cell);
            let there =
                man.map_or_else(|| "empty".into(), |man| format!("{} {}", man.player, man.kind.name()));
            target("rect", &square, &cell, &format!("{cell}: {there}"), &mut out);
        }
        sheet.finish(out, |_, _, _| {})
    }
}

fn caption(seen: &Observation) -> Caption {
    let mut caption = Caption::new::<Chess>(seen, seen.ply, seen.winner, []);
    if seen.over && seen.winner.is_none() {
        caption.turn = "game over: drawn".into();
    } else if seen.check && !seen.over {
        caption.turn.push_str(", in check");
    }
    caption
}

/// Facts that the board does not show.
fn facts(seen: &Observation) -> Vec<String> {
    let mut facts = Vec::from([format!("move {}", seen.fullmoves)]);
    if seen.castling != "-" {
        facts.push(format!("castling {}", seen.castling));
    }
    facts.extend(seen.en_passant.map(|cell| format!("en passant {cell}")));
    if seen.halfmoves > 0 {
        facts.push(format!("halfmove clock {}", seen.halfmoves));
    }
    facts
}

/// The piece that a move puts on its target square.
fn man_of(seen: &Observation, mv: &Move) -> Option<Man> {
    let man = seen.board.get(&mv.from)?;
    Some(Man { kind: mv.promotion.unwrap_or(man.kind), ..*man })
}

// Pictures for terminals.

/// The sign for a piece, one column wide.
fn letter(man: Man, style: Style) -> String {
    let colours = match man.player {
        Player::White => ansi::WHITE,
        Player::Black => ansi::BLACK,
    };
    if style.colour { format!("{colours}{man}{}", ansi::RESET) } else { format!("{man}") }
}

// Drawings.

/// The orientation of a drawn board.
#[derive(Clone, Copy)]
struct View {
    /// Whether Black is at the bottom.
    flipped: bool,
}

impl View {
    /// The column and the row of a square, counted from the upper left.
    const fn place(self, file: u8, rank: u8) -> (u8, u8) {
        if self.flipped { (7 - file, rank) } else { (file, 7 - rank) }
    }

    /// The upper left corner of a square.
    fn corner(self, cell: Cell) -> (u32, u32) {
        let (column, row) = self.place(cell.file(), cell.rank());
        (MARGIN + CELL * u32::from(column), MARGIN + CELL * u32::from(row))
    }

    /// Draws the squares and the coordinates.
    fn board(self, out: &mut Writer) {
        for cell in Cell::BOARD {
            let (x, y) = self.corner(cell);
            let fill = if (cell.file() + cell.rank()) % 2 == 0 { DARK_CELL } else { LIGHT_CELL };
            out.leaf("rect", &[("x", &x), ("y", &y), ("width", &CELL), ("height", &CELL), ("fill", &fill)]);
        }
        let labels: [Attribute<'_>; 4] =
            [("class", &LABELS), ("fill", &FAINT), ("font-size", &"14"), ("text-anchor", &"middle")];
        out.open("g", &labels);
        for n in 0..8_u8 {
            let (column, row) = self.place(n, n);
            let [along, down] = [column, row].map(|at| MARGIN + CELL * u32::from(at) + CELL / 2);
            out.text("text", &[("x", &along), ("y", &(SIDE - MARGIN + 20))], &char::from(b'a' + n));
            out.text("text", &[("x", &(MARGIN - 15)), ("y", &(down + 5))], &(n + 1));
        }
        out.close();
    }

    /// The centre of a square.
    fn middle(self, cell: Cell) -> (u32, u32) {
        let (x, y) = self.corner(cell);
        (x + CELL / 2, y + CELL / 2)
    }

    fn outline(self, cell: Cell, colour: &str, dashes: &str, out: &mut Writer) {
        let (x, y) = self.corner(cell);
        let side = CELL - 4;
        out.leaf(
            "rect",
            &[
                ("x", &(x + 2)),
                ("y", &(y + 2)),
                ("width", &side),
                ("height", &side),
                ("fill", &"none"),
                ("stroke", &colour),
                ("stroke-width", &"4"),
                ("stroke-dasharray", &dashes),
            ],
        );
    }

    /// Draws an arrow from the square of origin of a move to the centre of its target.
    fn arrow(self, mv: &Move, colour: &str, out: &mut Writer) {
        if mv.from == mv.to {
            return;
        }
        let [(x, y), (to_x, to_y)] = [mv.from, mv.to].map(|cell| {
            let (x, y) = self.middle(cell);
            (x as f32, y as f32)
        });
        let (dx, dy) = (to_x - x, to_y - y);
        let long = root(dx * dx + dy * dy);
        let (dx, dy) = (dx / long, dy / long);
        let shaft = long - ARROW_HEAD;
        // Distances along and across the arrow, from the centre of the square of origin.
        let outline = [
            (8.0, 3.5),
            (shaft, 3.5),
            (shaft, 10.0),
            (long, 0.0),
            (shaft, -10.0),
            (shaft, -3.5),
            (8.0, -3.5),
        ];
        let points = outline.map(|(along, across): (f32, f32)| {
            format!("{:.1},{:.1}", x + dx * along - dy * across, y + dy * along + dx * across)
        });
        let arrow: [Attribute<'_>; 4] = [
            ("class", &"arrow"),
            ("points", &points.join(" ")),
            ("fill", &colour),
            ("fill-opacity", &"0.75"),
        ];
        out.leaf("polygon", &arrow);
    }
}

/// The square root of a number that is at least 1, by Newton's method, because `core` has none.
fn root(square: f32) -> f32 {
    (0..24).fold(square, |root, _| (root + square / root) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::compose::observed;
    use crate::sheet::with;

    fn seen(text: &str) -> Observation {
        observed(&text.parse().unwrap())
    }

    const PLAIN: Style = Style { colour: false, alternative: false, groups: false };

    #[test]
    fn the_board_shows_letters_and_brackets() {
        let seen = seen("r3k2r/8/8/8/3P4/8/8/4K2R b Kkq d3 0 7");
        let marked = ["e1", "?"].map(String::from);
        let mv = "e8g8".parse().unwrap();
        let overlay = Overlay { marked: &marked, question: Some((Player::Black, &mv)), ..Overlay::default() };
        let text = Chess::board(&seen, PLAIN, &overlay);
        assert!(text.starts_with("8  r  .  .  .  k  . (k) r\n7  .  .  ."), "{text}");
        assert!(text.ends_with("1  .  .  .  . [K] .  .  R\n   a  b  c  d  e  f  g  h\n"), "{text}");
        let text = Chess::caption(&seen, PLAIN, &overlay);
        assert_eq!(
            text,
            "black to move\nmove 7; castling Kkq; en passant d3; [ ] marked\n( ) disputed: black e8g8\n"
        );
    }

    #[test]
    fn the_caption_tells_check_and_draws() {
        let mut seen = seen("4k3/8/8/8/8/8/8/4K2R w - - 4 7");
        seen.check = true;
        assert!(Chess::caption(&seen, PLAIN, &Overlay::default()).starts_with("white to move, in check\n"));
        (seen.over, seen.to_move) = (true, None);
        assert!(Chess::caption(&seen, PLAIN, &Overlay::default()).starts_with("game over: drawn\n"));
    }

    #[test]
    fn every_piece_appears_on_its_cell() {
        let seen = seen("r3k2r/8/8/8/3P4/8/8/4K2R b Kkq d3 0 7");
        let [last, question] = ["d2d4", "e8g8"].map(|mv| mv.parse().unwrap());
        let overlay =
            Overlay { last: Some(&last), question: Some((Player::Black, &question)), ..Overlay::default() };
        let text = Chess::svg(&seen, &overlay);
        for cell in ["a8", "e8", "h8", "d4", "e1", "h1"] {
            assert_eq!(with(&text, "data-cell", cell), 1);
        }
        assert_eq!(["k", "r", "P", "K", "R"].map(|man| with(&text, "data-piece", man)), [2, 2, 1, 1, 1]);
        assert_eq!((with(&text, "stroke", LAST), with(&text, "data-ghost", "g8")), (2, 1));
        assert_eq!(with(&text, "class", "arrow"), 1);
        // The castling from e8 to g8.
        assert!(text.contains("points=\"276.0,63.5 354.0,63.5 354.0,70.0 372.0,60.0 "), "{text}");
    }

    #[test]
    fn a_flipped_board_has_h1_at_the_upper_left() {
        let seen = seen("r3k2r/8/8/8/3P4/8/8/4K2R b Kkq d3 0 7");
        let corner = |flipped, target: &str| {
            let text = Chess::svg(&seen, &Overlay { touch: true, flipped, ..Overlay::default() });
            let line = text.lines().find(|line| line.contains(&format!("data-target=\"{target}\""))).unwrap();
            line.contains("x=\"34\" y=\"34\"")
        };
        assert_eq!([(false, "a8"), (true, "h1")].map(|(flipped, cell)| corner(flipped, cell)), [true; 2]);
        assert_eq!([(true, "a8"), (false, "h1")].map(|(flipped, cell)| corner(flipped, cell)), [false; 2]);
    }
}
