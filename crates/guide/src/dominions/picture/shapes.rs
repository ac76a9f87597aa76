//! Shapes in drawings and their dimensions, in pixels at the natural size.

use alloc::format;
use alloc::string::String;

use bustan_vocabulary::dominions::{Direction, Tile};

use crate::dominions::geometry::Place;
use crate::sheet::Px;

/// The distance from the centre of a cell to its corners.
pub(super) const RADIUS: f32 = 30.0;
/// Half the square root of 3: the ratio of the distance from the centre to the sides and the distance to the
/// corners.
pub(super) const APOTHEM: f32 = 0.866_025_4;
/// The distance between the centres of adjacent cells.
pub(super) const STEP: f32 = 2.0 * APOTHEM * RADIUS;
/// The distance between rows.
pub(super) const ROW: f32 = 1.5 * RADIUS;

/// The SVG path of the beams of a tile, around its centre. Beams extend slightly beyond the edge, so that no
/// seam is visible where two beams meet.
pub(super) fn bars(tile: Tile) -> String {
    let middle = Place { q: 0, r: 0 };
    let length = APOTHEM * RADIUS + 0.4;
    Direction::ALL
        .into_iter()
        .filter(|&direction| tile.has_beam(direction))
        .map(|direction| {
            let Place { q, r } = middle.step(direction);
            let (x, y) = (q as f32 + r as f32 / 2.0, r as f32 * APOTHEM);
            format!("M0 0L{} {}", Px(x * length), Px(y * length))
        })
        .collect()
}

/// The SVG path of a hexagon with a corner at the top.
pub(super) fn hexagon((x, y): (f32, f32), radius: f32) -> String {
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

/// The SVG path of a closed line through `points`.
pub(super) fn path(points: [(f32, f32); 6]) -> String {
    let mut text = String::new();
    for (at, (x, y)) in points.into_iter().enumerate() {
        text.push(if at == 0 { 'M' } else { 'L' });
        text.push_str(&format!("{} {}", Px(x), Px(y)));
    }
    text.push('Z');
    text
}
