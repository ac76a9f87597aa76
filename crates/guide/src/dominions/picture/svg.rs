//! The board as an SVG document.
//!
//! Tiles are hexagons in their controller's colour. A beam is a bar from the centre of the hexagon to the
//! midpoint of a side, so linked beams meet.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Display;

use bustan_vocabulary::dominions::{
    Cell, Direction, Dominions, Move, Observation, Piece, Player, Side, Tile,
};

use super::shapes::{APOTHEM, RADIUS, ROW, STEP, bars, hexagon, path};
use super::{caption, terminal};
use crate::Overlay;
use crate::dominions::geometry::Place;
use crate::sheet::{
    CELL, DARK, DASHES, FAINT, GHOST, GRID, LAST, MARK, Px, QUESTION, Sheet, named, outlines, target,
};
use crate::xml::Writer;

/// The margin around the picture.
const MARGIN: f32 = 18.0;

const PLATE: &str = "#d3c09a";

/// The colours of a player's tiles.
struct Palette {
    tile: &'static str,
    rim: &'static str,
    beam: &'static str,
}

const fn palette(player: Player) -> Palette {
    match player {
        Player::White => Palette { tile: "#fffdf8", rim: "#8f8570", beam: DARK },
        Player::Black => Palette { tile: DARK, rim: "#15161a", beam: "#fffdf8" },
    }
}

/// Draws an observed position; see [`Picture::svg`](crate::Picture::svg).
///
/// A captured tile has a dot in its owner's colour.
pub(super) fn document(seen: &Observation, overlay: &Overlay<'_, Dominions>) -> String {
    let side = Side::new(seen.size).unwrap_or(Side::STANDARD);
    let marked: BTreeSet<Cell> = named(overlay.marked, |&cell| side.has(cell)).collect();
    let last = match overlay.last {
        Some(&Move::Place(_, cell)) => Some(cell).filter(|&cell| side.has(cell)),
        _ => None,
    };
    let mut legend: Vec<String> = caption::tallies(seen, overlay);
    if seen.board.values().any(|piece| piece.owner != piece.controller) {
        legend.push("dot: captured".into());
    }
    let ring = (!marked.is_empty()).then_some("red ring");
    legend.extend(outlines(overlay, last.map(|_| "blue outline"), ring));
    let far = reach(side);
    let board = (2.0 * (far + MARGIN), 2.0 * (far * APOTHEM + MARGIN));
    let sheet = Sheet::new(board, caption::caption(seen), &legend, overlay);
    let ghost = terminal::ghost(side, overlay);
    let mut drawing = Drawing { seen, side, last, marked, ghost, width: sheet.width(), out: Writer::new() };
    let tiles = format!("A Dominions board of side {} with {} tiles", seen.size, seen.board.len());
    sheet.open("Dominions", &tiles, &mut drawing.out);
    drawing.draw();
    if overlay.touch {
        drawing.targets();
    }
    sheet.finish(drawing.out, |number, at, out| {
        let Palette { tile, rim, .. } = palette(Player::ALL[number]);
        let body = hexagon(at, 12.0);
        out.leaf("path", &[("d", &body), ("fill", &tile), ("stroke", &rim), ("stroke-width", &"1.2")]);
    })
}

/// An SVG document of a single tile of a player.
pub(in crate::dominions) fn small_tile(tile: Tile, player: Player) -> String {
    let Palette { tile: fill, rim, beam } = palette(player);
    let mut out = Writer::new();
    let (wide, high) = (Px(RADIUS * APOTHEM), Px(RADIUS));
    let view = format!("-{wide} -{high} {} {}", Px(2.0 * RADIUS * APOTHEM), Px(2.0 * RADIUS));
    out.open("svg", &[("xmlns", &"http://www.w3.org/2000/svg"), ("viewBox", &view)]);
    let body = hexagon((0.0, 0.0), RADIUS - 1.0);
    out.leaf("path", &[("d", &body), ("fill", &fill), ("stroke", &rim), ("stroke-width", &"1.2")]);
    let wide = Px(0.25 * RADIUS);
    out.leaf("path", &[("d", &bars(tile)), ("stroke", &beam), ("stroke-width", &wide)]);
    out.leaf("circle", &[("r", &Px(0.36 * RADIUS)), ("fill", &beam)]);
    out.finish()
}

/// The distance from the centre of the board to the corners of the plate below it.
fn reach(side: Side) -> f32 {
    (f32::from(side.get()) + 0.45) * STEP
}

struct Drawing<'a> {
    seen: &'a Observation,
    side: Side,
    last: Option<Cell>,
    marked: BTreeSet<Cell>,
    /// The cell and the tile of a disputed move.
    ghost: Option<(Cell, Piece)>,
    width: f32,
    out: Writer,
}

impl Drawing<'_> {
    fn draw(&mut self) {
        self.board();
        self.labels();
        let pieces: Vec<_> = self.pieces().collect();
        self.tiles(&pieces, "data-cell");
        self.beams(&pieces);
        self.outlines();
        if let Some((cell, _)) = self.ghost {
            let ghost: Vec<_> = self.ghost.into_iter().collect();
            self.out.open("g", &[("data-ghost", &cell), ("opacity", &GHOST)]);
            self.tiles(&ghost, "data-cell");
            self.beams(&ghost);
            self.out.close();
            let around = hexagon(self.cell_middle(cell), RADIUS - 1.0);
            self.out.leaf(
                "path",
                &[
                    ("d", &around),
                    ("fill", &"none"),
                    ("stroke", &QUESTION),
                    ("stroke-width", &"4"),
                    ("stroke-dasharray", &DASHES),
                ],
            );
        }
    }

    /// The centre of a place.
    fn middle(&self, place: Place) -> (f32, f32) {
        let (q, r) = (place.q as f32, place.r as f32);
        (self.width / 2.0 + STEP * (q + r / 2.0), MARGIN + reach(self.side) * APOTHEM + ROW * r)
    }

    fn cell_middle(&self, cell: Cell) -> (f32, f32) {
        self.middle(Place::of(cell, self.side))
    }

    /// The tiles on the board and their cells.
    fn pieces(&self) -> impl Iterator<Item = (Cell, Piece)> {
        self.seen.board.iter().map(|(&cell, &piece)| (cell, piece)).filter(|&(cell, _)| self.side.has(cell))
    }

    fn board(&mut self) {
        let (x, y) = self.middle(Place { q: 0, r: 0 });
        let (far, up) = (reach(self.side), reach(self.side) * APOTHEM);
        let corners =
            [(far, 0.0), (far / 2.0, up), (-far / 2.0, up), (-far, 0.0), (-far / 2.0, -up), (far / 2.0, -up)];
        let plate = path(corners.map(|(dx, dy)| (x + dx, y + dy)));
        self.out.leaf(
            "path",
            &[
                ("d", &plate),
                ("fill", &PLATE),
                ("stroke", &PLATE),
                ("stroke-width", &"14"),
                ("stroke-linejoin", &"round"),
            ],
        );
        let cells: String = self.side.cells().map(|cell| hexagon(self.cell_middle(cell), RADIUS)).collect();
        self.out.leaf("path", &[("d", &cells), ("fill", &CELL), ("stroke", &GRID), ("stroke-width", &"1.2")]);
    }

    /// Draws the row letters and column numbers, one cell away from the board. Every row has a letter at its
    /// left end, and the rows of the upper half (`r <= 0`) also have one at the right end. Every column has a
    /// number at its bottom end, and the columns with `q >= 0` also have one at the top end.
    fn labels(&mut self) {
        self.out.open(
            "g",
            &[("fill", &FAINT), ("font-size", &"15"), ("font-weight", &"600"), ("text-anchor", &"middle")],
        );
        let far = i32::from(self.side.get()) - 1;
        for r in -far..=far {
            let letter = char::from(b'a' + (far - r) as u8);
            self.label(Place { q: -far - r.min(0), r }.step(Direction::Left), &letter);
            if r <= 0 {
                self.label(Place { q: far, r }.step(Direction::Right), &letter);
            }
        }
        for q in -far..=far {
            let number = q + far + 1;
            self.label(Place { q, r: far - q.max(0) }.step(Direction::BottomRight), &number);
            if q >= 0 {
                self.label(Place { q, r: -far }.step(Direction::TopLeft), &number);
            }
        }
        self.out.close();
    }

    fn label(&mut self, place: Place, text: &dyn Display) {
        let (x, y) = self.middle(place);
        self.out.text("text", &[("x", &Px(x)), ("y", &Px(y + 5.0))], text);
    }

    /// Draws the tiles without their beams. The attribute `name` contains the cell of each tile.
    fn tiles(&mut self, pieces: &[(Cell, Piece)], name: &'static str) {
        self.out.open("g", &[("stroke-width", &"1.2")]);
        for &(cell, piece) in pieces {
            let Palette { tile, rim, .. } = palette(piece.controller);
            let body = hexagon(self.cell_middle(cell), RADIUS - 1.4);
            self.out.open("path", &[("d", &body), ("fill", &tile), ("stroke", &rim), (name, &cell)]);
            self.out.text("title", &[], &format!("{cell}: {}", caption::piece(&piece)));
            self.out.close();
        }
        self.out.close();
    }

    /// Draws beams, numbers, and a dot on each captured tile. They are above all tiles, so that no rim
    /// crosses a link.
    fn beams(&mut self, pieces: &[(Cell, Piece)]) {
        self.out.open(
            "g",
            &[
                ("font-size", &"12"),
                ("font-weight", &"700"),
                ("text-anchor", &"middle"),
                ("stroke-width", &Px(0.25 * RADIUS)),
                ("pointer-events", &"none"),
            ],
        );
        for &(cell, piece) in pieces {
            let (x, y) = self.cell_middle(cell);
            let Palette { tile, rim, beam } = palette(piece.controller);
            self.out.open("g", &[("transform", &format!("translate({} {})", Px(x), Px(y)))]);
            self.out.leaf("path", &[("d", &bars(piece.tile)), ("stroke", &beam)]);
            self.out.leaf("circle", &[("r", &Px(0.36 * RADIUS)), ("fill", &beam)]);
            self.out.text("text", &[("y", &"4.3"), ("fill", &tile)], &piece.tile);
            if piece.owner != piece.controller {
                let own = palette(piece.owner).tile;
                let at = Px(0.68 * RADIUS);
                self.out.leaf(
                    "circle",
                    &[("cy", &at), ("r", &"4"), ("fill", &own), ("stroke", &rim), ("stroke-width", &"1")],
                );
            }
            self.out.close();
        }
        self.out.close();
    }

    fn targets(&mut self) {
        for cell in self.side.cells() {
            let there = self.seen.board.get(&cell).map_or_else(|| "empty".into(), caption::piece);
            let body = hexagon(self.cell_middle(cell), RADIUS);
            target("path", &[("d", &body)], &cell, &format!("{cell}: {there}"), &mut self.out);
        }
    }

    /// Draws the outlines of the last move and of the marked cells.
    fn outlines(&mut self) {
        let marked: Vec<Cell> = self.marked.iter().copied().collect();
        self.out.open("g", &[("fill", &"none"), ("stroke-linejoin", &"round"), ("pointer-events", &"none")]);
        if let Some(cell) = self.last {
            let around = hexagon(self.cell_middle(cell), RADIUS);
            self.out.leaf("path", &[("d", &around), ("stroke", &LAST), ("stroke-width", &"4")]);
        }
        for cell in marked {
            let (x, y) = self.cell_middle(cell);
            self.out.leaf(
                "circle",
                &[
                    ("cx", &Px(x)),
                    ("cy", &Px(y)),
                    ("r", &Px(APOTHEM * RADIUS - 3.0)),
                    ("stroke", &MARK),
                    ("stroke-width", &"5"),
                ],
            );
        }
        self.out.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dominions::sample::observation;
    use crate::sheet::with;
    use alloc::string::ToString;
    use roxmltree::{Document, Node};

    const POSITION: &str = "3 white 0 4 W32c2 B4c3 W63d4* B1b3*";

    #[test]
    fn documents_are_well_formed_on_every_board() {
        for side in 2..=9 {
            for rest in ["black", "black 0 2 W1b2", "white 2 4 W1b2* B2c2*"] {
                let seen = observation(&format!("{side} {rest}"));
                let text = document(&seen, &Overlay::default());
                let parsed = Document::parse(&text).expect("well-formed XML");
                let root = parsed.root_element();
                assert_eq!(root.tag_name().name(), "svg");
                let words: Vec<_> =
                    root.children().filter(Node::is_element).take(2).map(|n| n.tag_name().name()).collect();
                assert_eq!(words, ["title", "desc"]);
            }
        }
    }

    #[test]
    fn every_occupied_cell_appears_with_its_tile() {
        let seen = observation(POSITION);
        let text = document(&seen, &Overlay::default());
        let parsed = Document::parse(&text).unwrap();
        for (cell, piece) in &seen.board {
            let body =
                parsed.descendants().find(|node| node.attribute("data-cell") == Some(&cell.to_string()));
            let body = body.unwrap_or_else(|| panic!("{cell} is not in the picture"));
            assert_eq!(body.attribute("fill"), Some(palette(piece.controller).tile));
            let number = piece.tile.to_string();
            assert!(
                parsed.descendants().any(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "text"))
                    && node.text() == Some(&number))
            );
        }
        let words: Vec<_> = parsed.descendants().filter_map(|node| node.text()).collect();
        assert!(words.contains(&"d4: white's tile 63, captured by black"));
        assert!(words.contains(&"c2: white's tile 32"));
    }

    #[test]
    fn captured_tiles_have_a_dot_in_their_owners_colour() {
        let text = document(&observation(POSITION), &Overlay::default());
        assert_eq!(with(&text, "cy", "20.4"), 2);
        assert_eq!(with(&document(&observation("3 white 0 1 W32c2"), &Overlay::default()), "cy", "20.4"), 0);
    }

    #[test]
    fn links_reach_the_side_between_their_tiles() {
        // One bar goes from c2 to the right, the other from c3 to the left. They meet at half a step and
        // overlap slightly.
        let text = document(&observation("3 white 0 2 W32c2 B4c3"), &Overlay::default());
        assert_eq!((with(&text, "d", "M0 0L26.4 0"), with(&text, "d", "M0 0L-26.4 0")), (1, 1));
        assert_eq!(STEP / 2.0, APOTHEM * RADIUS);
    }

    #[test]
    fn the_last_move_and_marked_cells_are_outlined() {
        let seen = observation(POSITION);
        let place = |text: &str| text.parse::<Move>().unwrap();
        let marked = ["c2", "a1", "z9", "<&>\""].map(String::from);
        let text =
            document(&seen, &Overlay { last: Some(&place("P4c3")), marked: &marked, ..Overlay::default() });
        assert_eq!((with(&text, "stroke", LAST), with(&text, "stroke", MARK)), (1, 2));
        assert!(text.contains("blue outline: last move; red ring: marked<"), "{text}");
        for last in [Move::Pass, place("P4z99")] {
            let text = document(&seen, &Overlay { last: Some(&last), ..Overlay::default() });
            assert_eq!((with(&text, "stroke", LAST), with(&text, "stroke", MARK)), (0, 0));
            assert!(!text.contains("last move"));
        }
    }

    #[test]
    fn a_move_in_question_is_a_ghost() {
        for (mv, cell, ghosts) in
            [("P63c4", "c4", 1), ("P63c2", "c2", 1), ("pass", "", 0), ("P63z99", "z99", 0)]
        {
            let parsed: Move = mv.parse().unwrap();
            let seen = observation(POSITION);
            let text =
                document(&seen, &Overlay { question: Some((Player::Black, &parsed)), ..Overlay::default() });
            assert_eq!(
                (with(&text, "data-ghost", cell), with(&text, "opacity", GHOST)),
                (ghosts, ghosts),
                "{mv}"
            );
            assert_eq!(with(&text, "stroke-dasharray", DASHES), ghosts, "{mv}");
            assert!(text.contains(&format!("dashed: disputed, black {mv}<")), "{text}");
        }
    }

    #[test]
    fn labels_name_every_row_and_column() {
        let text = document(&observation("9 white"), &Overlay::default());
        let parsed = Document::parse(&text).unwrap();
        let count = |word: &str| {
            parsed.descendants().filter(|node| node.is_text() && node.text() == Some(word)).count()
        };
        for (label, ends) in [("a", 1), ("h", 1), ("i", 2), ("q", 2), ("1", 1), ("8", 1), ("9", 2), ("17", 2)]
        {
            assert_eq!(count(label), ends, "{label}");
        }
    }

    #[test]
    fn cells_off_the_board_are_left_out() {
        let mut seen = observation("3 white 0 1 W32c2");
        seen.size = 2;
        assert_eq!(with(&document(&seen, &Overlay::default()), "data-cell", "c2"), 1);
        seen.board = seen.board.into_values().map(|piece| ("e5".parse().unwrap(), piece)).collect();
        assert_eq!(with(&document(&seen, &Overlay::default()), "data-cell", "e5"), 0);
        seen.size = 200;
        assert_eq!(with(&document(&seen, &Overlay::default()), "data-cell", "e5"), 1);
    }
}
