//! The board as an SVG document.
//!
//! Tiles are hexagons in their controller's colour; beams are bars from the middle to the middle of a side, so that
//! linked beams join. Measures are in pixels at the natural size.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Display};

use super::caption;
use super::xml::Writer;
use crate::dominions::geometry::Place;
use crate::dominions::{Cell, Direction, Move, Observation, Piece, Player, Side};

/// From the centre of a cell to its corners.
const RADIUS: f32 = 30.0;
/// Half the square root of 3: from the centre to the sides when the corners are at 1.
const APOTHEM: f32 = 0.866_025_4;
/// Between the centres of neighbours.
const STEP: f32 = 2.0 * APOTHEM * RADIUS;
/// Between rows.
const ROW: f32 = 1.5 * RADIUS;
/// Around everything.
const MARGIN: f32 = 18.0;
/// Below the board, for the caption.
const CAPTION: f32 = 64.0;
/// The least width, for the caption.
const LEAST_WIDTH: f32 = 430.0;

const PAGE: &str = "#f7f4ee";
const INK: &str = "#2b2a28";
const FAINT: &str = "#85765c";
const PLATE: &str = "#dccdae";
const CELL: &str = "#efe5d0";
const GRID: &str = "#c6b48e";
const LAST: &str = "#1d78d6";
const MARK: &str = "#e0301e";

/// The colours of a player's tiles.
struct Palette {
    tile: &'static str,
    rim: &'static str,
    beam: &'static str,
}

const fn palette(player: Player) -> Palette {
    match player {
        Player::White => Palette { tile: "#fffdf8", rim: "#8f8570", beam: "#34373d" },
        Player::Black => Palette { tile: "#34373d", rim: "#15161a", beam: "#f6efe0" },
    }
}

/// The picture of an observed position; see [`Picture::svg`](crate::Picture::svg).
pub(super) fn document(seen: &Observation, last: Option<Move>, marked: &[String]) -> String {
    let side = Side::new(seen.size).unwrap_or(Side::STANDARD);
    let marked = marked.iter().filter_map(|name| name.parse().ok()).filter(|&cell| side.has(cell)).collect();
    let last = match last {
        Some(Move::Place(_, cell)) => Some(cell).filter(|&cell| side.has(cell)),
        _ => None,
    };
    let mut drawing = Drawing { seen, side, last, marked, out: Writer::new() };
    drawing.draw();
    drawing.out.finish()
}

struct Drawing<'a> {
    seen: &'a Observation,
    side: Side,
    last: Option<Cell>,
    marked: BTreeSet<Cell>,
    out: Writer,
}

impl Drawing<'_> {
    fn draw(&mut self) {
        let (width, height) = (Px(self.width()), Px(self.height()));
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
        self.out.text("title", &[], &format!("Dominions: {}", caption::status(self.seen)));
        self.out.text("desc", &[], &caption::description(self.seen));
        self.out.leaf("rect", &[("width", &width), ("height", &height), ("rx", &"10"), ("fill", &PAGE)]);
        self.board();
        self.labels();
        self.tiles();
        self.beams();
        self.outlines();
        self.caption();
    }

    /// From the middle of the board to the corners of the plate under it.
    fn reach(&self) -> f32 {
        (f32::from(self.side.get()) + 0.45) * STEP
    }

    fn width(&self) -> f32 {
        (2.0 * (self.reach() + MARGIN)).max(LEAST_WIDTH)
    }

    fn height(&self) -> f32 {
        2.0 * (self.reach() * APOTHEM + MARGIN) + CAPTION
    }

    /// The middle of a place.
    fn middle(&self, place: Place) -> (f32, f32) {
        let (q, r) = (place.q as f32, place.r as f32);
        (self.width() / 2.0 + STEP * (q + r / 2.0), MARGIN + self.reach() * APOTHEM + ROW * r)
    }

    fn cell_middle(&self, cell: Cell) -> (f32, f32) {
        self.middle(Place::of(cell, self.side))
    }

    /// The tiles that lie on the board.
    fn pieces(&self) -> impl Iterator<Item = (Cell, Piece)> {
        self.seen.board.iter().map(|(&cell, &piece)| (cell, piece)).filter(|&(cell, _)| self.side.has(cell))
    }

    fn board(&mut self) {
        let (x, y) = self.middle(Place { q: 0, r: 0 });
        let (far, up) = (self.reach(), self.reach() * APOTHEM);
        let corners = [(far, 0.0), (far / 2.0, up), (-far / 2.0, up), (-far, 0.0), (-far / 2.0, -up), (far / 2.0, -up)];
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

    /// Row letters left of the rows, column numbers where the columns leave the board at the bottom right.
    fn labels(&mut self) {
        self.out
            .open("g", &[("fill", &FAINT), ("font-size", &"15"), ("font-weight", &"600"), ("text-anchor", &"middle")]);
        let side = i32::from(self.side.get());
        let lowest = |column: i32| if column <= side { side - 1 } else { 2 * side - 1 - column };
        for row in 0..2 * side - 1 {
            let r = side - 1 - row;
            let q = if r >= 0 { 1 - side } else { 1 - side - r };
            let letter = char::from(b'a' + row as u8);
            self.label(Place { q, r }.step(Direction::Left), &letter);
        }
        for column in 1..2 * side {
            self.label(Place { q: column - side, r: lowest(column) }.step(Direction::BottomRight), &column);
        }
        self.out.close();
    }

    fn label(&mut self, place: Place, text: &dyn Display) {
        let (x, y) = self.middle(place);
        self.out.text("text", &[("x", &Px(x)), ("y", &Px(y + 5.0))], text);
    }

    /// The tiles without their beams.
    fn tiles(&mut self) {
        let pieces: Vec<_> = self.pieces().collect();
        self.out.open("g", &[("stroke-width", &"1.2")]);
        for (cell, piece) in pieces {
            let Palette { tile, rim, .. } = palette(piece.controller);
            let body = hexagon(self.cell_middle(cell), RADIUS - 1.4);
            self.out.open("path", &[("d", &body), ("fill", &tile), ("stroke", &rim), ("data-cell", &cell)]);
            self.out.text("title", &[], &format!("{cell}: {}", caption::piece(&piece)));
            self.out.close();
        }
        self.out.close();
    }

    /// Beams, numbers, and a dot on each captured tile; above all tiles, so that no rim cuts a link.
    fn beams(&mut self) {
        let pieces: Vec<_> = self.pieces().collect();
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
        for (cell, piece) in pieces {
            let (x, y) = self.cell_middle(cell);
            let Palette { tile, rim, beam } = palette(piece.controller);
            self.out.open("g", &[("transform", &format!("translate({} {})", Px(x), Px(y)))]);
            self.out.leaf("path", &[("d", &bars(piece)), ("stroke", &beam)]);
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

    /// Around the last move and the marked cells.
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

    /// Whose turn it is and the scores, White's on the left.
    fn caption(&mut self) {
        let (middle, bottom) = (self.width() / 2.0, self.height());
        self.out.open("g", &[("fill", &INK), ("text-anchor", &"middle")]);
        self.out.text(
            "text",
            &[("x", &Px(middle)), ("y", &Px(bottom - 46.0)), ("font-size", &"17"), ("font-weight", &"600")],
            &caption::status(self.seen),
        );
        for (player, x) in [(Player::White, middle - 105.0), (Player::Black, middle + 105.0)] {
            let score = caption::score(self.seen, player);
            self.out.text("text", &[("x", &Px(x)), ("y", &Px(bottom - 20.0)), ("font-size", &"14")], &score);
        }
        self.out.close();
    }
}

/// The beams of a tile around its middle. They reach a hair over the edge, so that no seam shows where two meet.
fn bars(piece: Piece) -> String {
    let middle = Place { q: 0, r: 0 };
    let length = APOTHEM * RADIUS + 0.4;
    Direction::ALL
        .into_iter()
        .filter(|&direction| piece.tile.has_beam(direction))
        .map(|direction| {
            let Place { q, r } = middle.step(direction);
            let (x, y) = (q as f32 + r as f32 / 2.0, r as f32 * APOTHEM);
            format!("M0 0L{} {}", Px(x * length), Px(y * length))
        })
        .collect()
}

/// A hexagon with a corner up.
fn hexagon((x, y): (f32, f32), radius: f32) -> String {
    let (wide, half) = (APOTHEM * radius, radius / 2.0);
    path([
        (x, y - radius),
        (x + wide, y - half),
        (x + wide, y + half),
        (x, y + radius),
        (x - wide, y + half),
        (x - wide, y - half),
    ])
}

/// A closed line through these points.
fn path(points: [(f32, f32); 6]) -> String {
    let mut text = String::new();
    for (at, (x, y)) in points.into_iter().enumerate() {
        text.push(if at == 0 { 'M' } else { 'L' });
        text.push_str(&format!("{} {}", Px(x), Px(y)));
    }
    text.push('Z');
    text
}

/// A length, printed with at most one decimal.
#[derive(Clone, Copy)]
struct Px(f32);

impl Display for Px {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:.1}", self.0);
        let text = text.strip_suffix(".0").unwrap_or(&text);
        f.write_str(if text == "-0" { "0" } else { text })
    }
}
