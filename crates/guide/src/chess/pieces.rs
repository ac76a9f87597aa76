//! The shapes of pieces in drawings of chess.

use alloc::format;
use alloc::string::String;
use core::fmt::Display;

use bustan_vocabulary::chess::{Kind, Man, Player};

use crate::sheet::{self, DARK};
use crate::xml::Writer;

/// The colour of White's pieces, and of the lines on Black's pieces.
const LIGHT: &str = "#fdfbf6";

/// The distance from the centre of a drawing of a single piece to its edge, in pixels.
const REACH: u32 = 22;

/// The outline of a piece and the lines on it, as SVG paths around the centre of the square. The base line of
/// all pieces is 19 pixels below the centre, and no piece extends more than 22 pixels above it.
const fn paths(kind: Kind) -> (&'static str, &'static str) {
    match kind {
        Kind::Pawn => (
            "M-13 19V15.5C-13 12-8.5 11-6.5 7.5C-5 4.5-4.2 2-3.8-1H-7.5V-4.5H-4.6A7.2 7.2 0 1 1 4.6-4.5H7.5V-1\
             H3.8C4.2 2 5 4.5 6.5 7.5C8.5 11 13 12 13 15.5V19Z",
            "M-11 14.5H11",
        ),
        Kind::Knight => (
            "M-13 19V15C-11.5 8.5-2.5 7-1.5-0.5C-4 1.5-6.5 1.8-8.5 2C-9.3 4.4-12 5.8-14 4C-15.6 2.4-16 0.5-15-1.5\
             C-13-4.5-11.5-8-9.5-11.5C-8-14-6-15.5-4-16.2L-3-20L1-16.6C10-14 14-5 13 7C12.9 10 13 12 14 15V19Z",
            "M3-12.5C8.5-9 10-1.5 8.5 7M-12.5 15H13.5M-6.5-9.5L-5.5-10M-12.4 0.6L-12.2 0.4",
        ),
        Kind::Bishop => (
            "M-13.5 19V15.5C-8 15.5-5.5 13-5.5 9H-8V5.5H-6C-11.5 0.5-10.5-7.5-2-14.2A3.2 3.2 0 1 1 2-14.2\
             C10.5-7.5 11.5 0.5 6 5.5H8V9H5.5C5.5 13 8 15.5 13.5 15.5V19Z",
            "M-5.5 9H5.5M-6 5.5H6M3.8-10.5L-0.5-3",
        ),
        Kind::Rook => (
            "M-14.5 19V14.5H-11.5V11L-9-4.5L-12.5-8V-18H-7.5V-14H-2.8V-18H2.8V-14H7.5V-18H12.5V-8L9-4.5L11.5 11\
             V14.5H14.5V19Z",
            "M-11.5 14.5H11.5M-9-4.5H9M-12-9H12",
        ),
        Kind::Queen => (
            "M-12.5 19V15.5C-9.5 13-9.5 11-11 7.5L-16.2-7.2A2.4 2.4 0 1 1-13.4-8.4L-8.2-1L-8.6-11.6\
             A2.4 2.4 0 1 1-5.6-12L-2.4-2.5L-1.3-13.2A2.4 2.4 0 1 1 1.3-13.2L2.4-2.5L5.6-12A2.4 2.4 0 1 1 8.6-11.6\
             L8.2-1L13.4-8.4A2.4 2.4 0 1 1 16.2-7.2L11 7.5C9.5 11 9.5 13 12.5 15.5V19Z",
            "M-11 7.5C-4 5.5 4 5.5 11 7.5M-10.3 11.5C-4 9.8 4 9.8 10.3 11.5M-12 15.5H12",
        ),
        Kind::King => (
            "M-12.5 19V15.5C-9.5 13-9.5 11-11 7.5C-18.5 2-18-8.5-9.5-9.5C-5.5-10-2.8-8.5-1.6-6.5V-12H-5V-15.4H-1.6\
             V-19H1.6V-15.4H5V-12H1.6V-6.5C2.8-8.5 5.5-10 9.5-9.5C18-8.5 18.5 2 11 7.5C9.5 11 9.5 13 12.5 15.5V19Z",
            "M-11 7.5C-4 5.5 4 5.5 11 7.5M-10.3 11.5C-4 9.8 4 9.8 10.3 11.5M-12 15.5H12M0-6.5V5.8",
        ),
    }
}

/// Draws a piece around a point.
pub(super) fn piece((x, y): (u32, u32), man: Man, out: &mut Writer) {
    let (fill, ink) = match man.player {
        Player::White => (LIGHT, DARK),
        Player::Black => (DARK, LIGHT),
    };
    let (outline, lines) = paths(man.kind);
    let stroke = ("stroke", &DARK as &dyn Display);
    let joined = ("stroke-linejoin", &"round" as &dyn Display);
    out.open("g", &[("transform", &format!("translate({x} {y})")), ("data-piece", &man)]);
    out.leaf("path", &[("d", &outline), ("fill", &fill), stroke, ("stroke-width", &"1.6"), joined]);
    out.leaf(
        "path",
        &[
            ("d", &lines),
            ("fill", &"none"),
            ("stroke", &ink),
            ("stroke-width", &"1.4"),
            ("stroke-linecap", &"round"),
        ],
    );
    out.close();
}

/// An SVG document of a single piece.
pub(super) fn alone(man: Man) -> String {
    sheet::alone(REACH, |(x, y), out| piece((x, y + 1), man, out))
}
