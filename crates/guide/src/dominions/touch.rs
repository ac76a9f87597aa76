//! Selection of moves of Dominions on a page.
//!
//! A move is selected as a shape, its rotation and a cell. In the game, tiles do not rotate, but a tile is
//! easier to find among thirteen shapes than in a hand of 63 tiles.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use bustan_vocabulary::dominions::{Dominions, Move, Observation, Reason, Tile};

use super::picture::small_tile;
use crate::{Choice, RuleExplanation, Touch};

/// The number of directions.
const DIRECTIONS: u8 = 6;

impl Touch for Dominions {
    const TITLE: &'static str = "Dominions";
    const HOW: &'static str = "click a shape in your hand, one of its tiles, and a cell; or pass";
    const SETUPS: &'static [(&'static str, &'static str)] = &[
        ("side 9, 217 cells", "9"),
        ("side 2, 7 cells", "2"),
        ("side 3, 19 cells", "3"),
        ("side 4, 37 cells", "4"),
        ("side 5, 61 cells", "5"),
        ("side 6, 91 cells", "6"),
        ("side 7, 127 cells", "7"),
        ("side 8, 169 cells", "8"),
    ];

    fn steps(mv: &Move) -> Vec<String> {
        match mv {
            Move::Place(tile, cell) => Vec::from([shape_target(*tile), tile_target(*tile), cell.to_string()]),
            Move::Pass => Vec::from([mv.to_string()]),
        }
    }

    fn aim(steps: &[&str]) -> Option<Move> {
        match *steps {
            [one] => one.parse().ok().filter(|mv| *mv == Move::Pass),
            [shape, tile, cell] => {
                let tile = tile.strip_prefix("tile ")?.parse().ok().and_then(Tile::new)?;
                (shape_target(tile) == shape).then_some(Move::Place(tile, cell.parse().ok()?))
            }
            _ => None,
        }
    }

    /// The hand of the player to move, grouped by shape.
    fn tray(seen: &Observation) -> Vec<Choice> {
        let Some(player) = seen.to_move else { return Vec::new() };
        let hand = seen.hands.get(player);
        let choice = |tile: Tile| {
            let tiles = turns(tile);
            let left = tiles.iter().filter(|tile| hand.contains(tile)).count();
            let then = tiles.into_iter().map(|tile| Choice {
                target: tile_target(tile),
                label: format!("tile {tile}{}", if hand.contains(&tile) { "" } else { ", played" }),
                svg: small_tile(tile, player),
                then: Vec::new(),
            });
            let beams = tile.beams();
            Choice {
                target: shape_target(tile),
                label: format!("{beams} beam{}, {left} left", if beams == 1 { "" } else { "s" }),
                svg: small_tile(tile, player),
                then: then.collect(),
            }
        };
        shapes().into_iter().map(choice).collect()
    }

    fn why(reason: &Reason) -> Option<RuleExplanation> {
        Some(match reason {
            Reason::GameOver => RuleExplanation::new("the game is over", "5.1"),
            Reason::NotYourTurn => RuleExplanation::new("it is the other player's turn", "1.5"),
            Reason::OffBoard => RuleExplanation::new("the board has no such cell", "1.2"),
            Reason::Occupied => RuleExplanation::new("there is a tile on the cell", "2.1"),
            Reason::NotInHand => RuleExplanation::new("the tile has been played", "1.3"),
            Reason::Mismatch => {
                RuleExplanation::new("a beam would meet a blank side, or point off the board", "2.3")
            }
            Reason::Contact => RuleExplanation::new(
                "the tile would touch no tile of the opponent, and be linked to no group that is a whole section",
                "2.6",
            ),
            Reason::Oscillation => {
                RuleExplanation::new("the section of the tile would have no liberty", "2.8")
            }
        })
    }
}

/// Returns the tile rotated to the left by one side.
fn turned(tile: Tile) -> Tile {
    let number = tile.number();
    let around = (number << 1 | number >> (DIRECTIONS - 1)) & Tile::COUNT;
    Tile::new(around).unwrap_or(tile)
}

/// The different rotations of a tile, starting with the tile itself.
pub(super) fn turns(tile: Tile) -> Vec<Tile> {
    let mut tiles = Vec::from([tile]);
    let mut next = turned(tile);
    while next != tile {
        tiles.push(next);
        next = turned(next);
    }
    tiles
}

/// All shapes, those with few beams first.
pub(super) fn shapes() -> Vec<Tile> {
    let mut shapes: Vec<Tile> = Tile::all().filter(|&tile| shape(tile) == tile).collect();
    shapes.sort_by_key(|tile| tile.beams());
    shapes
}

/// The representative of all rotations of a tile: the rotation with the smallest number.
fn shape(tile: Tile) -> Tile {
    turns(tile).into_iter().min().unwrap_or(tile)
}

fn shape_target(tile: Tile) -> String {
    format!("shape {}", shape(tile))
}

pub(super) fn tile_target(tile: Tile) -> String {
    format!("tile {tile}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_makes_thirteen_shapes_of_63_tiles() {
        let shapes = shapes();
        assert_eq!(shapes.len(), 13);
        assert_eq!(shapes.iter().map(|&tile| turns(tile).len()).sum::<usize>(), 63);
    }

    #[test]
    fn a_tile_is_aimed_at_by_its_own_shape_only() {
        assert_eq!(Dominions::aim(&["shape 1", "tile 2", "b2"]), "P2b2".parse().ok());
        for steps in [&["shape 3", "tile 2", "b2"][..], &["tile 2", "b2"], &["P2b2"], &["shape 1"], &[]] {
            assert_eq!(Dominions::aim(steps), None, "{steps:?}");
        }
        assert_eq!(Dominions::aim(&["pass"]), Some(Move::Pass));
    }
}
