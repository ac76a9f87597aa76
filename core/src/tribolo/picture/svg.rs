//! The board as an SVG document.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};

use super::{caption, cells};
use crate::tribolo::view::View;
use crate::tribolo::{Cell, Content, Move, Observation, Player};
use crate::xml::Writer;

/// The side of a cell.
const SIDE: u32 = 40;
/// Around the board, with room for the coordinates.
const MARGIN: u32 = 40;
/// Below the board, for the caption.
const CAPTION: u32 = 74;
/// The least width, for the caption.
const LEAST_WIDTH: u32 = 360;

const PAGE: &str = "#f7f4ee";
const INK: &str = "#2b2a28";
const FAINT: &str = "#6a6558";
const GROUND: &str = "#fdfcf8";
const GRID: &str = "#c9c3b4";
const WALL: &str = "#57534b";
const LAST: &str = "#111111";
const MARK: &str = "#d100b5";

/// The colour of a player's discs, and of what is written on them.
const fn palette(player: Player) -> (&'static str, &'static str) {
    match player {
        Player::Blue => ("#2f6fd0", "#ffffff"),
        Player::Red => ("#d0392b", "#ffffff"),
        Player::Green => ("#3d9b46", "#ffffff"),
    }
}

/// The picture of an observed position; see [`Picture::svg`](crate::Picture::svg).
pub(super) fn document(seen: &Observation, last: Option<Move>, marked: &[String]) -> String {
    let view = View::new(seen);
    let marked = cells(&view, marked);
    let taken = seen.taken.iter().copied().filter(|&cell| view.size.has(cell)).collect();
    let last = last.map(|Move(cell)| cell).filter(|&cell| view.size.has(cell));
    let mut drawing = Drawing { seen, view, last, taken, marked, out: Writer::new() };
    drawing.draw();
    drawing.out.finish()
}

struct Drawing<'a> {
    seen: &'a Observation,
    view: View,
    last: Option<Cell>,
    taken: BTreeSet<Cell>,
    marked: BTreeSet<Cell>,
    out: Writer,
}

impl Drawing<'_> {
    fn draw(&mut self) {
        let (width, height) = (self.width(), self.height());
        self.out.open(
            "svg",
            &[
                ("xmlns", &"http://www.w3.org/2000/svg"),
                ("viewBox", &format!("0 0 {width} {height}")),
                ("width", &width),
                ("height", &height),
                ("role", &"img"),
                ("font-family", &"Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"),
            ],
        );
        self.out.text("title", &[], &format!("Tribolo: {}", caption::status(self.seen)));
        self.out.text("desc", &[], &caption::description(self.seen));
        self.out.leaf("rect", &[("width", &width), ("height", &height), ("rx", &"10"), ("fill", &PAGE)]);
        self.labels();
        self.cells();
        self.outlines();
        self.caption();
    }

    fn across(&self) -> u32 {
        SIDE * u32::from(self.view.size.width())
    }

    fn down(&self) -> u32 {
        SIDE * u32::from(self.view.size.height())
    }

    fn width(&self) -> u32 {
        (self.across() + 2 * MARGIN).max(LEAST_WIDTH)
    }

    fn height(&self) -> u32 {
        self.down() + 2 * MARGIN + CAPTION
    }

    /// The top-left corner of a cell.
    fn corner(&self, cell: Cell) -> (u32, u32) {
        let left = (self.width() - self.across()) / 2;
        (left + SIDE * u32::from(cell.column()), MARGIN + SIDE * u32::from(cell.row()))
    }

    fn middle(&self, cell: Cell) -> (u32, u32) {
        let (x, y) = self.corner(cell);
        (x + SIDE / 2, y + SIDE / 2)
    }

    /// The letters of the columns above, the numbers of the rows on the left.
    fn labels(&mut self) {
        self.out.open("g", &[("fill", &FAINT), ("text-anchor", &"middle"), ("font-size", &"14")]);
        for cell in (0..self.view.size.width()).filter_map(|column| Cell::new(column, 0)) {
            let (x, y) = self.middle(cell);
            let letter = char::from(b'a' + cell.column());
            self.out.text("text", &[("x", &x), ("y", &(y - SIDE / 2 - 10))], &letter);
        }
        for cell in (0..self.view.size.height()).filter_map(|row| Cell::new(0, row)) {
            let (x, y) = self.middle(cell);
            self.out.text("text", &[("x", &(x - SIDE / 2 - 16)), ("y", &(y + 5))], &(cell.row() + 1));
        }
        self.out.close();
    }

    fn cells(&mut self) {
        for cell in self.view.size.cells() {
            let content = self.view.at(cell).unwrap_or(Content::Empty);
            let (x, y) = self.corner(cell);
            let fill = if content == Content::Wall { WALL } else { GROUND };
            let taken = self.taken.contains(&cell);
            self.out.open("g", &[]);
            self.out.text("title", &[], &caption::cell(cell, content, taken));
            let name = cell.to_string();
            let side = ("width", &SIDE as &dyn core::fmt::Display);
            let square =
                [("data-cell", &name as &dyn core::fmt::Display), ("x", &x), ("y", &y), side, ("height", &SIDE)];
            self.out.leaf("rect", &[&square[..], &[("fill", &fill), ("stroke", &GRID)]].concat());
            if let Content::Owned(player) = content {
                self.disc(cell, player, taken);
            }
            self.out.close();
        }
    }

    fn disc(&mut self, cell: Cell, player: Player, taken: bool) {
        let (colour, ink) = palette(player);
        let (x, y) = self.middle(cell);
        self.out.leaf("circle", &[("cx", &x), ("cy", &y), ("r", &16), ("fill", &colour)]);
        if taken {
            self.out.leaf("circle", &[("cx", &x), ("cy", &(y + 11)), ("r", &3), ("fill", &ink), ("data-taken", &cell)]);
        }
        let initial = player.initial();
        self.out.text(
            "text",
            &[("x", &x), ("y", &(y + 5)), ("fill", &ink), ("font-size", &"13"), ("text-anchor", &"middle")],
            &initial,
        );
    }

    /// Around the last move and the marked cells.
    fn outlines(&mut self) {
        self.out.open("g", &[("fill", &"none"), ("stroke-width", &"3"), ("pointer-events", &"none")]);
        let marked = self.marked.iter().map(|&cell| (cell, MARK, 0));
        let outlined: alloc::vec::Vec<(Cell, &str, u32)> =
            self.last.map(|cell| (cell, LAST, 3)).into_iter().chain(marked).collect();
        for (cell, stroke, inset) in outlined {
            let (x, y) = self.corner(cell);
            let side = SIDE - 2 * inset;
            self.out.leaf(
                "rect",
                &[
                    ("x", &(x + inset)),
                    ("y", &(y + inset)),
                    ("width", &side),
                    ("height", &side),
                    ("rx", &"4"),
                    ("stroke", &stroke),
                ],
            );
        }
        self.out.close();
    }

    /// Whose turn it is, and below it the cells of each side by side.
    fn caption(&mut self) {
        let (middle, top) = (self.width() / 2, self.height() - CAPTION);
        self.out.open("g", &[("fill", &INK), ("font-size", &"15")]);
        self.out.text(
            "text",
            &[
                ("x", &middle),
                ("y", &(top + 16)),
                ("font-size", &"18"),
                ("font-weight", &"600"),
                ("text-anchor", &"middle"),
            ],
            &caption::status(self.seen),
        );
        let scores = caption::scores(self.seen);
        let mut x = middle.saturating_sub(55 * scores.len() as u32);
        for (player, score) in scores {
            self.out
                .leaf("circle", &[("cx", &(x + 8)), ("cy", &(top + 43)), ("r", &"7"), ("fill", &palette(player).0)]);
            self.out.text("text", &[("x", &(x + 22)), ("y", &(top + 48))], &score);
            x += 110;
        }
        self.out.close();
    }
}

#[cfg(all(test, feature = "engine"))]
mod tests {
    use super::*;
    use crate::Engine;
    use crate::tribolo::FastEngine;
    use roxmltree::Document;

    fn observed(position: &str, moves: &str) -> Observation {
        let mut engine = FastEngine::default();
        engine.setup(&position.parse().unwrap()).unwrap();
        for mv in moves.split_whitespace() {
            engine.play(engine.turn().unwrap(), &mv.parse().unwrap()).unwrap();
        }
        engine.observe().unwrap()
    }

    /// How many elements have an attribute of this name, and this value if one is given.
    fn with(text: &str, attribute: &str, value: Option<&str>) -> usize {
        let parsed = Document::parse(text).unwrap();
        let has =
            |node: &roxmltree::Node<'_, '_>| node.attribute(attribute).is_some_and(|it| value.is_none_or(|v| v == it));
        parsed.descendants().filter(has).count()
    }

    #[test]
    fn every_cell_appears_once_and_every_disc_in_its_colour() {
        let seen = observed("5x2 .RB#...G.. blue", "");
        let text = document(&seen, None, &[]);
        assert_eq!(with(&text, "data-cell", None), 10);
        assert_eq!(with(&text, "data-cell", Some("e2")), 1);
        assert_eq!(with(&text, "fill", Some(WALL)), 1);
        for player in Player::ALL {
            assert_eq!(with(&text, "fill", Some(palette(player).0)), 2, "a disc, and one in the caption");
        }
        let parsed = Document::parse(&text).unwrap();
        let texts: alloc::vec::Vec<_> = parsed.descendants().filter_map(|node| node.text()).collect();
        for words in ["Tribolo: Blue to begin", "Blue to begin", "d1: a wall", "b1: Red's cell", "Green 1"] {
            assert!(texts.contains(&words), "{texts:?}");
        }
    }

    #[test]
    fn the_last_move_what_it_took_and_marked_cells_stand_out() {
        let seen = observed("6x1 .RRB.G blue", "a1");
        let marked = ["f1", "b1", "z9", "<&>\""].map(String::from);
        let text = document(&seen, "a1".parse().ok(), &marked);
        assert_eq!(with(&text, "stroke", Some(LAST)), 1);
        assert_eq!(with(&text, "stroke", Some(MARK)), 2);
        assert_eq!(with(&text, "data-taken", None), 2);
    }

    #[test]
    fn what_is_not_on_the_board_is_left_out() {
        let mut seen = observed("6x1 .RRB.G blue", "a1");
        seen.width = 1;
        assert_eq!(with(&document(&seen, "f1".parse().ok(), &[]), "data-cell", None), 1);
        seen.width = 200;
        assert_eq!(with(&document(&seen, None, &[]), "data-cell", None), 176);
    }
}
