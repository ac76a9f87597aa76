//! The board as an SVG document.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use bustan_vocabulary::tribolo::{Cell, Content, Observation, Player, Tribolo};

use super::{caption, cells, ghost};
use crate::Overlay;
use crate::sheet::{CELL, DASHES, FAINT, GHOST, GRID, LABELS, Px, Sheet, alone, outlines, target};
use crate::tribolo::view::View;
use crate::xml::{Attribute, Writer};

/// The side of a cell.
const SIDE: u32 = 40;
/// The margin around the board, with space for the coordinates.
const MARGIN: u32 = 40;

/// The width of the frame around the cells.
const FRAME: u32 = 7;

const PLATE: &str = "#b89b6a";
const WALL: &str = "#57534b";
/// The colours of the edges of a wall that are in the light and in the shade.
const WALL_LIGHT: &str = "#7c776c";
const WALL_SHADE: &str = "#3a3731";
/// The colours of the outlines of the last move, of marked cells and of the disputed move, which differ from
/// those of the players.
const LAST: &str = "#111111";
const MARK: &str = "#d100b5";
const QUESTION: &str = "#111111";

/// The colours of a player's discs and of the letters on them.
const fn palette(player: Player) -> (&'static str, &'static str) {
    match player {
        Player::Blue => ("#2f6fd0", "#ffffff"),
        Player::Red => ("#d0392b", "#ffffff"),
        Player::Green => ("#3d9b46", "#ffffff"),
    }
}

/// The colours of the rim of a player's discs, and of the highlight on them.
const fn edge(player: Player) -> (&'static str, &'static str) {
    match player {
        Player::Blue => ("#1c4688", "#7aa7ea"),
        Player::Red => ("#86211a", "#ec8a80"),
        Player::Green => ("#24632b", "#84cb8b"),
    }
}

/// Draws an observed position; see [`Picture::svg`](crate::Picture::svg).
///
/// Owned cells are discs in the owner's colour with its initial, and walls are dark blocks. The last move has
/// a thick outline, and the cells that it took have a dot below the initial.
pub(super) fn document(seen: &Observation, overlay: &Overlay<'_, Tribolo>) -> String {
    let view = View::new(seen);
    let marked = cells(&view, overlay.marked);
    let ghost = ghost(&view, overlay);
    let taken: BTreeSet<Cell> = seen.taken.iter().copied().filter(|&cell| view.size.has(cell)).collect();
    let last = overlay.last.map(|mv| mv.0).filter(|&cell| view.size.has(cell));
    let mut legend = Vec::new();
    legend.extend(
        view.size
            .cells()
            .any(|cell| view.at(cell) == Some(Content::Wall))
            .then(|| "dark square: wall".into()),
    );
    legend.extend((!taken.is_empty()).then(|| "dot: just taken".into()));
    let purple = (!marked.is_empty()).then_some("purple outline");
    legend.extend(outlines(overlay, last.map(|_| "black outline"), purple));
    let side = |cells: u8| (SIDE * u32::from(cells) + 2 * MARGIN) as f32;
    let sheet = Sheet::new(
        (side(view.size.width()), side(view.size.height())),
        caption::caption(seen),
        &legend,
        overlay,
    );
    let mut drawing =
        Drawing { view, last, taken, marked, ghost, width: sheet.width() as u32, out: Writer::new() };
    let board = format!("A Tribolo board, {} cells wide and {} high,", seen.width, seen.height);
    sheet.open("Tribolo", &board, &mut drawing.out);
    drawing.draw();
    if overlay.touch {
        drawing.targets();
    }
    let players: Vec<Player> = seen.scores.keys().copied().collect();
    sheet.finish(drawing.out, |number, (x, y), out| {
        let (colour, _) = palette(players[number]);
        out.leaf("circle", &[("cx", &Px(x)), ("cy", &Px(y)), ("r", &"11"), ("fill", &colour)]);
    })
}

struct Drawing {
    view: View,
    last: Option<Cell>,
    taken: BTreeSet<Cell>,
    marked: BTreeSet<Cell>,
    /// The cell of a disputed move and its player.
    ghost: Option<(Cell, Player)>,
    width: u32,
    out: Writer,
}

impl Drawing {
    fn draw(&mut self) {
        self.labels();
        self.plate();
        self.cells();
        self.outlines();
        if let Some((cell, player)) = self.ghost {
            self.out.open("g", &[("data-ghost", &cell), ("opacity", &GHOST)]);
            self.disc(cell, player, false);
            self.out.close();
            self.outline(cell, QUESTION, 3, DASHES);
        }
    }

    fn across(&self) -> u32 {
        SIDE * u32::from(self.view.size.width())
    }

    /// The top-left corner of a cell.
    fn corner(&self, cell: Cell) -> (u32, u32) {
        let left = (self.width - self.across()) / 2;
        (left + SIDE * u32::from(cell.column()), MARGIN + SIDE * u32::from(cell.row()))
    }

    fn middle(&self, cell: Cell) -> (u32, u32) {
        let (x, y) = self.corner(cell);
        (x + SIDE / 2, y + SIDE / 2)
    }

    /// Draws the letters of the columns above the board and the numbers of the rows to its left.
    fn labels(&mut self) {
        self.out.open(
            "g",
            &[("class", &LABELS), ("fill", &FAINT), ("text-anchor", &"middle"), ("font-size", &"14")],
        );
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

    fn plate(&mut self) {
        let (left, size) = ((self.width - self.across()) / 2, self.view.size);
        let [wide, high] = [size.width(), size.height()].map(|cells| SIDE * u32::from(cells) + 2 * FRAME);
        self.out.leaf(
            "rect",
            &[
                ("x", &(left - FRAME)),
                ("y", &(MARGIN - FRAME)),
                ("width", &wide),
                ("height", &high),
                ("rx", &"8"),
                ("fill", &PLATE),
            ],
        );
    }

    fn cells(&mut self) {
        for cell in self.view.size.cells() {
            let content = self.view.at(cell).unwrap_or(Content::Empty);
            let (x, y) = self.corner(cell);
            let taken = self.taken.contains(&cell);
            self.out.open("g", &[]);
            self.out.text("title", &[], &caption::cell(cell, content, taken));
            let name = cell.to_string();
            let side = ("width", &SIDE as &dyn core::fmt::Display);
            let square = [
                ("data-cell", &name as &dyn core::fmt::Display),
                ("x", &x),
                ("y", &y),
                side,
                ("height", &SIDE),
            ];
            self.out.leaf("rect", &[&square[..], &[("fill", &CELL), ("stroke", &GRID)]].concat());
            match content {
                Content::Owned(player) => self.disc(cell, player, taken),
                Content::Wall => wall((x, y), &mut self.out),
                Content::Empty => {}
            }
            self.out.close();
        }
    }

    fn disc(&mut self, cell: Cell, player: Player, taken: bool) {
        let (x, y) = self.middle(cell);
        disc((x, y), player, &mut self.out);
        if taken {
            let (_, ink) = palette(player);
            self.out.leaf(
                "circle",
                &[("cx", &x), ("cy", &(y + 11)), ("r", &3), ("fill", &ink), ("data-taken", &cell)],
            );
        }
    }

    fn targets(&mut self) {
        for cell in self.view.size.cells() {
            let content = self.view.at(cell).unwrap_or(Content::Empty);
            let (x, y) = self.corner(cell);
            let square: [Attribute<'_>; 4] = [("x", &x), ("y", &y), ("width", &SIDE), ("height", &SIDE)];
            let words = caption::cell(cell, content, self.taken.contains(&cell));
            target("rect", &square, &cell, &words, &mut self.out);
        }
    }

    /// Draws the outlines of the last move and of the marked cells.
    fn outlines(&mut self) {
        let marked = self.marked.iter().map(|&cell| (cell, MARK, 0));
        let outlined: Vec<(Cell, &str, u32)> =
            self.last.map(|cell| (cell, LAST, 3)).into_iter().chain(marked).collect();
        for (cell, stroke, inset) in outlined {
            self.outline(cell, stroke, inset, "none");
        }
    }

    fn outline(&mut self, cell: Cell, stroke: &str, inset: u32, dashes: &str) {
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
                ("fill", &"none"),
                ("stroke", &stroke),
                ("stroke-width", &"3"),
                ("stroke-dasharray", &dashes),
                ("pointer-events", &"none"),
            ],
        );
    }
}

/// Draws a disc with the initial of its owner.
fn disc((x, y): (u32, u32), player: Player, out: &mut Writer) {
    let ((colour, ink), (rim, light)) = (palette(player), edge(player));
    let body: [Attribute<'_>; 6] =
        [("cx", &x), ("cy", &y), ("r", &"16"), ("fill", &colour), ("stroke", &rim), ("stroke-width", &"1.6")];
    out.leaf("circle", &body);
    // The light comes from the upper left.
    let shine = format!("M{} {}A12.5 12.5 0 0 1 {} {}", x - 12, y + 3, x + 3, y - 12);
    let arc: [Attribute<'_>; 5] = [
        ("d", &shine),
        ("fill", &"none"),
        ("stroke", &light),
        ("stroke-width", &"2"),
        ("stroke-linecap", &"round"),
    ];
    out.leaf("path", &arc);
    out.text(
        "text",
        &[("x", &x), ("y", &(y + 5)), ("fill", &ink), ("font-size", &"13"), ("text-anchor", &"middle")],
        &player.initial(),
    );
}

/// Draws a wall on the cell with this upper left corner: a block that is lit from the upper left.
fn wall((x, y): (u32, u32), out: &mut Writer) {
    let (far_x, far_y) = (x + SIDE - 3, y + SIDE - 3);
    let block: [Attribute<'_>; 6] = [
        ("x", &(x + 2)),
        ("y", &(y + 2)),
        ("width", &(SIDE - 4)),
        ("height", &(SIDE - 4)),
        ("rx", &"5"),
        ("fill", &WALL),
    ];
    out.leaf("rect", &block);
    let lit = format!("M{} {far_y}V{}H{far_x}", x + 3, y + 3);
    let shaded = format!("M{} {far_y}H{far_x}V{}", x + 3, y + 3);
    for (edge, colour) in [(shaded, WALL_SHADE), (lit, WALL_LIGHT)] {
        let line: [Attribute<'_>; 5] = [
            ("d", &edge),
            ("fill", &"none"),
            ("stroke", &colour),
            ("stroke-width", &"3"),
            ("stroke-linejoin", &"round"),
        ];
        out.leaf("path", &line);
    }
}

/// An SVG document of the content of a single cell.
pub(in crate::tribolo) fn cell_alone(content: Content) -> String {
    alone(SIDE / 2, |at, out| {
        let (side, grid) = (("width", &SIDE as &dyn core::fmt::Display), ("stroke", &GRID as _));
        out.leaf("rect", &[side, ("height", &SIDE), ("fill", &CELL), grid]);
        match content {
            Content::Owned(player) => disc(at, player, out),
            Content::Wall => wall((0, 0), out),
            Content::Empty => {}
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use bustan_core::tribolo::FastEngine;
    use bustan_vocabulary::Engine;
    use roxmltree::Document;

    fn observed(position: &str, moves: &str) -> Observation {
        let mut engine = FastEngine::default();
        engine.setup(&position.parse().unwrap()).unwrap();
        for mv in moves.split_whitespace() {
            engine.play(engine.turn().unwrap(), &mv.parse().unwrap()).unwrap();
        }
        engine.observe().unwrap()
    }

    /// The number of elements with the attribute `name` and, if given, this value.
    fn with(text: &str, attribute: &str, value: Option<&str>) -> usize {
        let parsed = Document::parse(text).unwrap();
        let has = |node: &roxmltree::Node<'_, '_>| {
            node.attribute(attribute).is_some_and(|it| value.is_none_or(|v| v == it))
        };
        parsed.descendants().filter(has).count()
    }

    #[test]
    fn every_cell_appears_once_and_every_disc_in_its_colour() {
        let seen = observed("5x2 .RB#...G.. blue", "");
        let text = document(&seen, &Overlay::default());
        assert_eq!(with(&text, "data-cell", None), 10);
        assert_eq!(with(&text, "data-cell", Some("e2")), 1);
        assert_eq!(with(&text, "fill", Some(WALL)), 1);
        for player in Player::ALL {
            assert_eq!(with(&text, "fill", Some(palette(player).0)), 2, "a disc, and one in the caption");
        }
        let parsed = Document::parse(&text).unwrap();
        let texts: Vec<_> = parsed.descendants().filter_map(|node| node.text()).collect();
        for words in
            ["Tribolo after 0 moves: blue to move", "blue to move", "d1: a wall", "b1: red's cell", "green 1"]
        {
            assert!(texts.contains(&words), "{texts:?}");
        }
    }

    #[test]
    fn the_last_move_what_it_took_and_marked_cells_stand_out() {
        let seen = observed("6x1 .RRB.G blue", "a1");
        let marked = ["f1", "b1", "z9", "<&>\""].map(String::from);
        let last = "a1".parse().unwrap();
        let text = document(&seen, &Overlay { last: Some(&last), marked: &marked, ..Overlay::default() });
        assert_eq!(with(&text, "stroke", Some(LAST)), 1);
        assert_eq!(with(&text, "stroke", Some(MARK)), 2);
        assert_eq!(with(&text, "data-taken", None), 2);
    }

    #[test]
    fn a_move_in_question_is_a_ghost() {
        let seen = observed("5x2 .RB#...G.. blue", "");
        for (mv, ghosts) in [("a1", 1), ("b1", 1), ("f1", 0)] {
            let parsed = mv.parse().unwrap();
            let text =
                document(&seen, &Overlay { question: Some((Player::Blue, &parsed)), ..Overlay::default() });
            assert_eq!(
                (with(&text, "data-ghost", Some(mv)), with(&text, "opacity", Some(GHOST))),
                (ghosts, ghosts),
                "{mv}"
            );
            assert_eq!(with(&text, "stroke-dasharray", Some(DASHES)), ghosts, "{mv}");
            assert!(text.contains(&format!("dashed: disputed, blue {mv}<")), "{text}");
        }
    }

    #[test]
    fn cells_off_the_board_are_left_out() {
        let mut seen = observed("6x1 .RRB.G blue", "a1");
        seen.width = 1;
        let last = "f1".parse().unwrap();
        assert_eq!(
            with(&document(&seen, &Overlay { last: Some(&last), ..Overlay::default() }), "data-cell", None),
            1
        );
        seen.width = 200;
        assert_eq!(with(&document(&seen, &Overlay::default()), "data-cell", None), 176);
    }
}
