//! The view of the board from above as an SVG document.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use bustan_vocabulary::margo::{Margo, Move, Observation, Player, Point};

use super::caption::{self, LEVELS};
use super::{State, ghost, points, top};
use crate::Overlay;
use crate::margo::view::View;
use crate::sheet::{
    DARK, DASHES, FAINT, GHOST, LABELS, LAST, MARK, Px, QUESTION, Sheet, alone, outlines, target,
};
use crate::xml::{Attribute, Writer};

/// Half the distance between two holes, in pixels: one step of the coordinates.
const HALF: f32 = 24.0;
/// The radius of a ball on level 0, in pixels.
const RADIUS: f32 = 22.0;
/// The ratio of the sizes of balls on consecutive levels, and the smallest radius.
const SHRINK: f32 = 0.86;
const LEAST_RADIUS: f32 = 9.0;
/// The radius of a click target: half the distance between a hole and the point between four holes.
const REACH: f32 = 16.9;
/// The margin around the board, with space for the coordinates.
const MARGIN: f32 = 40.0;

const PLATE: &str = "#d3b98a";
const HOLE: &str = "#a98c58";

/// The colours of a player's balls.
struct Palette {
    ball: &'static str,
    rim: &'static str,
    ink: &'static str,
}

const fn palette(player: Player) -> Palette {
    match player {
        Player::White => Palette { ball: "#fdfbf5", rim: "#8f8570", ink: DARK },
        Player::Black => Palette { ball: DARK, rim: "#0f1013", ink: "#fdfbf5" },
        Player::Grey => Palette { ball: "#9aa0a8", rim: "#5c6168", ink: "#15161a" },
    }
}

/// Draws an observed position; see [`Picture::svg`](crate::Picture::svg).
///
/// Higher balls are drawn smaller, so that the balls below remain visible, and each ball has the number of
/// its level. Buried balls are dashed rings on top of the balls that hide them, zombies are crossed, and
/// points from which the last move lifted a ball are dotted.
pub(super) fn document(seen: &Observation, overlay: &Overlay<'_, Margo>) -> String {
    let view = View::new(seen);
    let marked: BTreeSet<Point> = points(&view, overlay.marked).collect();
    let ghost = ghost(&view, overlay);
    let last = match overlay.last {
        Some(Move::Place(cell)) => top(&view, *cell),
        _ => None,
    };
    let mut legend = legend(&view);
    let red = (!marked.is_empty()).then_some("red ring");
    legend.extend(outlines(overlay, last.map(|_| "blue ring"), red));
    let side = 2.0 * HALF * f32::from(view.size.get());
    let sheet =
        Sheet::new((side + 2.0 * MARGIN, side + 2.0 * MARGIN), caption::caption(seen), &legend, overlay);
    let mut drawing = Drawing { view, last, marked, ghost, width: sheet.width(), out: Writer::new() };
    let board = format!("A Margo board of size {} seen from above", seen.size);
    sheet.open("Margo", &board, &mut drawing.out);
    drawing.draw();
    if overlay.touch {
        drawing.targets();
    }
    let players: Vec<Player> = seen.scores.keys().copied().collect();
    sheet.finish(drawing.out, |number, (x, y), out| {
        let Palette { ball, rim, .. } = palette(players[number]);
        out.leaf(
            "circle",
            &[("cx", &Px(x)), ("cy", &Px(y)), ("r", &"11"), ("fill", &ball), ("stroke", &rim)],
        );
    })
}

/// The legend of the signs on balls.
fn legend(view: &View<'_>) -> Vec<String> {
    let state = |state| view.size.points().any(|at| view.ball(at).is_some() && State::of(view, at) == state);
    let signs = [
        (view.seen.board.keys().any(|point| point.level() > 0), format!("number: level of a ball; {LEVELS}")),
        (state(State::Buried), "broken ring: buried".into()),
        (state(State::Zombie), "red cross: zombie, without freedom".into()),
        (!view.seen.captured.is_empty(), "red dots: just lifted".into()),
    ];
    signs
        .into_iter()
        .filter(|(shown, _)| *shown)
        .flat_map(|(_, sign)| sign.split("; ").map(String::from).collect::<Vec<_>>())
        .collect()
}

struct Drawing<'a> {
    view: View<'a>,
    last: Option<Point>,
    marked: BTreeSet<Point>,
    /// The point and the player of the ball of a disputed move.
    ghost: Option<(Point, Player)>,
    width: f32,
    out: Writer,
}

impl Drawing<'_> {
    fn draw(&mut self) {
        self.board();
        self.labels();
        self.balls();
        self.buried();
        self.outlines();
        if let Some((point, player)) = self.ghost {
            self.out.open("g", &[("data-ghost", &point), ("opacity", &GHOST)]);
            self.sphere(point, player);
            self.out.close();
            let (x, y) = self.middle(point);
            let around = [("fill", &"none" as _), ("stroke", &QUESTION as _), ("stroke-width", &"3.5" as _)];
            let circle = [("cx", &Px(x) as _), ("cy", &Px(y) as _), ("r", &Px(radius(point)) as _)];
            self.out.leaf("circle", &[&circle[..], &around, &[("stroke-dasharray", &DASHES as _)]].concat());
        }
    }

    /// The side of the square of the holes with their balls.
    fn side(&self) -> f32 {
        2.0 * HALF * f32::from(self.view.size.get())
    }

    /// The left edge of the board.
    fn left(&self) -> f32 {
        (self.width - self.side()) / 2.0
    }

    /// The centre of a point.
    fn middle(&self, point: Point) -> (f32, f32) {
        let cell = point.cell();
        let (x, y) = (f32::from(cell.x()) * HALF, f32::from(cell.y()) * HALF);
        (self.left() + x, MARGIN + self.side() - y)
    }

    fn board(&mut self) {
        let (left, side) = (Px(self.left()), Px(self.side()));
        self.out.leaf(
            "rect",
            &[
                ("x", &left),
                ("y", &Px(MARGIN)),
                ("width", &side),
                ("height", &side),
                ("rx", &"12"),
                ("fill", &PLATE),
                ("stroke", &HOLE),
            ],
        );
        self.out.open("g", &[("fill", &HOLE), ("fill-opacity", &"0.55")]);
        for hole in self.view.size.points().take_while(|point| point.level() == 0) {
            let (x, y) = self.middle(hole);
            self.out.leaf("circle", &[("cx", &Px(x)), ("cy", &Px(y)), ("r", &"8")]);
        }
        self.out.close();
    }

    /// Draws the coordinates on the left and at the bottom: in full size for the holes, and small for the
    /// points between them.
    fn labels(&mut self) {
        self.out.open("g", &[("class", &LABELS), ("fill", &FAINT), ("text-anchor", &"middle")]);
        let bottom = MARGIN + self.side();
        for level in 0..2 {
            let size = if level == 0 { "14" } else { "9" };
            for step in 0..self.view.size.get() - level {
                let Some(point) = Point::new(step, step, level) else { continue };
                let (x, y) = self.middle(point);
                let name = point.cell().to_string();
                let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
                self.out.text(
                    "text",
                    &[("x", &Px(x)), ("y", &Px(bottom + 20.0)), ("font-size", &size)],
                    &letters,
                );
                let at = Px(self.left() - 16.0);
                self.out.text(
                    "text",
                    &[("x", &at), ("y", &Px(y + 4.0)), ("font-size", &size)],
                    &point.cell().y(),
                );
            }
        }
        self.out.close();
    }

    /// Draws the balls, the lowest first, so that higher balls cover them.
    fn balls(&mut self) {
        let view = &self.view;
        let balls: Vec<(Point, Player)> =
            view.size.points().filter_map(|point| Some((point, view.ball(point)?))).collect();
        for (point, player) in balls {
            self.ball(point, player);
        }
        self.out.open(
            "g",
            &[("fill", &"none"), ("stroke", &MARK), ("stroke-width", &"2"), ("stroke-dasharray", &"2 4")],
        );
        let lifted = self.view.seen.captured.iter().copied();
        for point in lifted.filter(|&point| self.view.size.has(point)).collect::<Vec<_>>() {
            let (x, y) = self.middle(point);
            self.out.leaf("circle", &[("cx", &Px(x)), ("cy", &Px(y)), ("r", &Px(radius(point)))]);
        }
        self.out.close();
    }

    /// Draws buried balls in their colours on top of the balls that hide them.
    fn buried(&mut self) {
        self.out.open("g", &[("fill", &"none"), ("stroke-dasharray", &"6 4"), ("pointer-events", &"none")]);
        let buried: Vec<Point> = self.view.seen.buried.clone();
        for (point, player) in buried.into_iter().filter_map(|point| Some((point, self.view.ball(point)?))) {
            let Palette { ball, rim, .. } = palette(player);
            let (x, y) = self.middle(point);
            for (stroke, width) in [(rim, "5"), (ball, "3")] {
                let around = Px(radius(point) - 2.0);
                self.out.leaf(
                    "circle",
                    &[
                        ("cx", &Px(x)),
                        ("cy", &Px(y)),
                        ("r", &around),
                        ("stroke", &stroke),
                        ("stroke-width", &width),
                    ],
                );
            }
        }
        self.out.close();
    }

    fn ball(&mut self, point: Point, player: Player) {
        let state = State::of(&self.view, point);
        let (x, y) = self.middle(point);
        let r = radius(point);
        self.out.open("g", &[("data-point", &point)]);
        self.out.text("title", &[], &caption::ball(point, player, state));
        self.sphere(point, player);
        if state == State::Zombie {
            let arm = r * 0.55;
            let (left, right, up, down) = (Px(x - arm), Px(x + arm), Px(y - arm), Px(y + arm));
            let cross = format!("M{left} {up}L{right} {down}M{left} {down}L{right} {up}");
            self.out.leaf(
                "path",
                &[("d", &cross), ("stroke", &MARK), ("stroke-width", &"1.6"), ("opacity", &"0.7")],
            );
        }
        self.out.close();
    }

    /// Draws a ball with the number of its level.
    fn sphere(&mut self, point: Point, player: Player) {
        let Palette { ink, .. } = palette(player);
        let (x, y) = self.middle(point);
        let r = radius(point);
        sphere((x, y), r, player, &mut self.out);
        if point.level() > 0 {
            let size = Px((r * 0.8).max(8.0));
            let baseline = Px(y + r * 0.28);
            self.out.text(
                "text",
                &[
                    ("x", &Px(x)),
                    ("y", &baseline),
                    ("fill", &ink),
                    ("font-size", &size),
                    ("text-anchor", &"middle"),
                ],
                &point.level(),
            );
        }
    }

    /// Adds a click target for each cell, whether or not a ball is on it.
    fn targets(&mut self) {
        let size = self.view.size;
        for point in size.points().filter(|&point| Point::lowest(point.cell()) == Some(point)) {
            let (x, y) = self.middle(point);
            let uppermost = top(&self.view, point.cell());
            let ball = uppermost.and_then(|at| Some((at, self.view.ball(at)?)));
            let words = match ball {
                Some((at, player)) => caption::ball(at, player, State::of(&self.view, at)),
                None => format!("{}: empty", point.cell()),
            };
            let circle: [Attribute<'_>; 3] = [("cx", &Px(x)), ("cy", &Px(y)), ("r", &Px(REACH))];
            target("circle", &circle, &point.cell(), &words, &mut self.out);
        }
    }

    /// Draws the outlines of the last move and of the marked points.
    fn outlines(&mut self) {
        let marked: Vec<Point> = self.marked.iter().copied().collect();
        self.out.open("g", &[("fill", &"none"), ("stroke-width", &"3.5"), ("pointer-events", &"none")]);
        for (point, stroke, wider) in self
            .last
            .map(|point| (point, LAST, 0.0))
            .into_iter()
            .chain(marked.into_iter().map(|point| (point, MARK, 3.0)))
        {
            let (x, y) = self.middle(point);
            self.out.leaf(
                "circle",
                &[
                    ("cx", &Px(x)),
                    ("cy", &Px(y)),
                    ("r", &Px(radius(point) - 1.0 + wider)),
                    ("stroke", &stroke),
                ],
            );
        }
        self.out.close();
    }
}

/// The radius of a ball, which depends on its level.
fn radius(point: Point) -> f32 {
    (0..point.level()).fold(RADIUS, |radius, _| radius * SHRINK).max(LEAST_RADIUS)
}

/// A ball without the number of its level.
fn sphere((x, y): (f32, f32), r: f32, player: Player, out: &mut Writer) {
    let Palette { ball, rim, .. } = palette(player);
    let (fill, stroke) = (("fill", &ball as &dyn core::fmt::Display), ("stroke", &rim as _));
    let circle = [("cx", &Px(x) as _), ("cy", &Px(y) as _), ("r", &Px(r) as _)];
    out.leaf("circle", &[&circle[..], &[fill, stroke, ("stroke-width", &"1.6")]].concat());
}

/// An SVG document of a single ball.
pub(in crate::margo) fn ball_alone(player: Player) -> String {
    alone(RADIUS as u32 + 2, |(x, y), out| sphere((x as f32, y as f32), RADIUS, player, out))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::with;
    use bustan_core::margo::Board;
    use roxmltree::Document;

    fn observed(position: &str, moves: &str) -> Observation {
        let mut board = Board::from_position(&position.parse().unwrap()).unwrap();
        for mv in moves.split_whitespace() {
            board.play(mv.parse().unwrap()).unwrap();
        }
        board.observe()
    }

    const PYRAMID: &str = "E1 E5 C3 C5 E3 A3 D4 A5 B4 C1 D2 A1 B2 G3 C3";

    #[test]
    fn documents_are_well_formed_on_every_board() {
        for size in 2..=19 {
            for options in ["", " players 3", " atari"] {
                let text = document(&observed(&format!("{size}{options}"), "A1 A3"), &Overlay::default());
                let parsed = Document::parse(&text).expect("well-formed XML");
                assert_eq!(parsed.root_element().tag_name().name(), "svg");
            }
        }
    }

    #[test]
    fn every_ball_appears_with_its_state() {
        let seen = observed("4", PYRAMID);
        let text = document(&seen, &Overlay::default());
        for point in seen.board.keys() {
            assert_eq!(with(&text, "data-point", &point.to_string()), 1);
        }
        let words = [
            "C3:0: white's ball, buried",
            "C3:2: white's ball",
            "Margo after 15 moves: black to move",
            "black to move",
        ];
        let parsed = Document::parse(&text).unwrap();
        let rings =
            parsed.descendants().find(|node| node.attribute("stroke-dasharray") == Some("6 4")).unwrap();
        assert_eq!(rings.children().filter(|node| node.is_element()).count(), 2 * seen.buried.len());
        let texts: Vec<_> = parsed.descendants().filter_map(|node| node.text()).collect();
        assert!(words.iter().all(|word| texts.contains(word)), "{texts:?}");
    }

    #[test]
    fn the_last_move_marked_points_and_lifted_balls_are_outlined() {
        let seen = observed("4", &[PYRAMID, " G1"].concat());
        let marked = ["C3:0", "A1", "Z9", "<&>\""].map(String::from);
        let last = "G1".parse().unwrap();
        let text = document(&seen, &Overlay { last: Some(&last), marked: &marked, ..Overlay::default() });
        assert_eq!(with(&text, "stroke", LAST), 1);
        let lifted = seen.captured.len();
        assert!(lifted > 0);
        let dotted = Document::parse(&text).unwrap();
        let group =
            dotted.descendants().find(|node| node.attribute("stroke-dasharray") == Some("2 4")).unwrap();
        assert_eq!(group.children().filter(|node| node.is_element()).count(), lifted);
        assert_eq!(
            with(&text, "stroke", MARK),
            3 + seen.groups.iter().filter(|g| g.freedoms.is_empty()).count()
        );
    }

    #[test]
    fn levels_and_signs_are_explained() {
        let flat = document(&observed("3", "A1"), &Overlay::default());
        assert!(!flat.contains("level"), "{flat}");
        let text = document(&observed("4", PYRAMID), &Overlay::default());
        assert!(text.contains("number: level of a ball") && text.contains(LEVELS), "{text}");
        assert!(text.contains("broken ring: buried") && !text.contains("just lifted"), "{text}");
        assert!(
            document(&observed("4", &[PYRAMID, " G1"].concat()), &Overlay::default())
                .contains("red dots: just lifted")
        );
        let zombies = observed("3 BA1:0 BC1:0 WA3:0 WC3:0 BE1:0 WE3:0 WA5:0 WC5:0 WB2:1 WD2:1", "");
        assert!(document(&zombies, &Overlay::default()).contains("red cross: zombie"));
    }

    #[test]
    fn a_move_in_question_is_a_ghost() {
        let seen = observed("3", "A1 C1 A3 C3 B2 E1");
        for (mv, point, ghosts) in [("E3", "E3:0", 1), ("D2", "D2:1", 1), ("swap", "", 0), ("Z9", "Z9:0", 0)]
        {
            let parsed = mv.parse().unwrap();
            let text =
                document(&seen, &Overlay { question: Some((Player::White, &parsed)), ..Overlay::default() });
            assert_eq!(
                (with(&text, "data-ghost", point), with(&text, "opacity", GHOST)),
                (ghosts, ghosts),
                "{mv}"
            );
            assert_eq!(with(&text, "stroke-dasharray", DASHES), ghosts, "{mv}");
            assert!(text.contains(&format!("dashed: disputed, white {mv}<")), "{text}");
        }
    }

    #[test]
    fn points_off_the_board_are_left_out() {
        let mut seen = observed("4", "G7");
        seen.size = 2;
        assert_eq!(with(&document(&seen, &Overlay::default()), "data-point", "G7:0"), 0);
        seen.size = 200;
        assert_eq!(with(&document(&seen, &Overlay::default()), "data-point", "G7:0"), 1);
    }
}
