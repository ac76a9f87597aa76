//! Proposals of moves with which engines are queried; most of them are illegal in an interesting way.

use alloc::vec::Vec;

use bustan_vocabulary::Draw;
use bustan_vocabulary::dominions::{Cell, Direction, Move, Observation, Player, Tile};

use super::view::{Site, View};

/// Returns a move with which engines are queried; see [`Explore::proposal`](crate::Explore::proposal).
///
/// Most proposals put a tile with exactly the required beams on an empty cell next to tiles, because on any
/// cell only that tile can cause oscillation. The others cover all other reasons why a move can be illegal.
pub(super) fn proposal(seen: &Observation, draw: &mut Draw<'_>) -> Move {
    let view = View::new(seen);
    let player = seen.to_move.unwrap_or(Player::White);
    let sites: Vec<(Cell, Site)> = view.empty_cells().map(|cell| (cell, view.site(cell, player))).collect();
    let beside: Vec<(Cell, Site)> = sites.iter().copied().filter(|(_, site)| site.neighbours > 0).collect();
    let kind = draw(32);
    let (cell, site) = match kind {
        0 => return Move::Pass,
        1 => return Move::Place(tile_in_hand(seen, player, draw), beyond(&view, draw)),
        2 | 3 => match pick(&seen.board.keys().copied().collect::<Vec<_>>(), draw) {
            Some(occupied) => return Move::Place(tile_in_hand(seen, player, draw), occupied),
            None => return Move::Place(any_tile(draw), beyond(&view, draw)),
        },
        4 | 5 => pick(&sites, draw).unwrap_or_else(|| (beyond(&view, draw), Site::default())),
        6..=15 => pick(&tightest(&beside), draw).unwrap_or_else(|| anywhere(&view, &sites, draw)),
        _ => pick(&beside, draw).unwrap_or_else(|| anywhere(&view, &sites, draw)),
    };
    let tile = match kind {
        4 => any_tile(draw),
        16..=18 => tile_in_hand(seen, player, draw),
        19 => tile_in_hand(seen, player.opponent(), draw),
        20 | 21 => used_tile(seen, player, draw),
        22..=24 => flipped(fitting(site, 0, draw), draw),
        25..=27 => fitting(site, 1, draw),
        28 => fitting(site, 2, draw),
        _ => fitting(site, 0, draw),
    };
    Move::Place(tile, cell)
}

fn pick<T: Copy>(from: &[T], draw: &mut Draw<'_>) -> Option<T> {
    let count = u32::try_from(from.len()).ok().filter(|&count| count > 0)?;
    from.get(draw(count) as usize).copied()
}

/// An empty cell, or a cell that is not on the board if the board is full.
fn anywhere(view: &View<'_>, sites: &[(Cell, Site)], draw: &mut Draw<'_>) -> (Cell, Site) {
    pick(sites, draw).unwrap_or_else(|| (beyond(view, draw), Site::default()))
}

/// A cell that is not on the board but close to it: in the rows above, or in the columns on either side.
fn beyond(view: &View<'_>, draw: &mut Draw<'_>) -> Cell {
    let width = 2 * view.side.get();
    let names: Vec<Cell> = (0..width)
        .flat_map(|row| (0..=u16::from(width)).filter_map(move |column| Cell::new(row, column)))
        .filter(|&cell| !view.side.has(cell))
        .collect();
    pick(&names, draw).unwrap_or_else(off_every_board)
}

/// A cell that is not on any board.
fn off_every_board() -> Cell {
    const { Cell::new(25, Cell::MAX_COLUMN).expect("the last name there is") }
}

/// The cells whose sections have the fewest liberties elsewhere. On these cells, a tile without free beams
/// may cause oscillation.
fn tightest(beside: &[(Cell, Site)]) -> Vec<(Cell, Site)> {
    let linked = || beside.iter().filter(|(_, site)| site.required != 0);
    let least = linked().map(|(_, site)| site.section_left).min();
    linked().filter(|(_, site)| Some(site.section_left) == least).copied().collect()
}

fn any_tile(draw: &mut Draw<'_>) -> Tile {
    tile(1 + draw(u32::from(Tile::COUNT)) as u8)
}

/// The tile with this number, or tile 63 if the number does not belong to a tile.
fn tile(number: u8) -> Tile {
    Tile::new(number).unwrap_or(const { Tile::new(Tile::COUNT).expect("the last tile") })
}

fn tile_in_hand(seen: &Observation, player: Player, draw: &mut Draw<'_>) -> Tile {
    pick(seen.hands.get(player), draw).unwrap_or_else(|| any_tile(draw))
}

/// A tile that the player has placed, under any control now.
fn used_tile(seen: &Observation, player: Player, draw: &mut Draw<'_>) -> Tile {
    let placed: Vec<Tile> =
        seen.board.values().filter(|piece| piece.owner == player).map(|piece| piece.tile).collect();
    pick(&placed, draw).unwrap_or_else(|| any_tile(draw))
}

/// A tile with the beams that the site requires and up to `free` additional beams towards empty cells.
fn fitting(site: Site, free: u32, draw: &mut Draw<'_>) -> Tile {
    let mut number = site.required;
    let free = if number == 0 { free.max(1) } else { free };
    for _ in 0..free {
        let open: Vec<u8> = Direction::ALL
            .into_iter()
            .map(|d| 1 << d as u8)
            .filter(|bit| site.empty & !number & bit != 0)
            .collect();
        number |= pick(&open, draw).unwrap_or(0);
    }
    Tile::new(number).unwrap_or_else(|| any_tile(draw))
}

/// The tile with one beam added or removed.
fn flipped(fits: Tile, draw: &mut Draw<'_>) -> Tile {
    Tile::new(fits.number() ^ 1 << draw(6)).unwrap_or(fits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dominions::sample::observation;
    use bustan_vocabulary::dominions::Side;

    /// A generator that is good enough to reach every case: the high bits of a Weyl sequence.
    fn draws() -> impl FnMut(u32) -> u32 {
        let mut state = 0_u64;
        move |n| {
            state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mixed = (state ^ state >> 31).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            ((mixed >> 33) % u64::from(n)) as u32
        }
    }

    #[test]
    fn every_kind_of_refusal_is_proposed() {
        let seen = observation("3 black 0 3 W32c2 B12c3 W16d3");
        let side = Side::new(3).unwrap();
        let mut draw = draws();
        let [mut pass, mut off, mut occupied, mut used, mut exact] = [0; 5];
        for _ in 0..2000 {
            match proposal(&seen, &mut draw) {
                Move::Pass => pass += 1,
                Move::Place(_, cell) if !side.has(cell) => off += 1,
                Move::Place(_, cell) if seen.board.contains_key(&cell) => occupied += 1,
                Move::Place(tile, cell) => {
                    used += u32::from(tile.number() == 12);
                    let site = View::new(&seen).site(cell, Player::Black);
                    exact += u32::from(site.required == tile.number());
                }
            }
        }
        for (count, least) in [(pass, 20), (off, 20), (occupied, 50), (used, 50), (exact, 400)] {
            assert!(
                count >= least,
                "pass {pass}, off {off}, occupied {occupied}, used {used}, exact {exact}"
            );
        }
    }

    #[test]
    fn empty_full_and_finished_boards_have_proposals_too() {
        let full = "2 white 0 7 W16b1 B32a1 W4a2 B1b2 W2b3 B8c2 W3c3";
        for text in ["2 white", "9 white", "9 white 2 2", full] {
            let seen = observation(text);
            let side = Side::new(seen.size).unwrap();
            let mut draw = draws();
            let [mut pass, mut off, mut occupied, mut empty] = [0; 4];
            for _ in 0..500 {
                match proposal(&seen, &mut draw) {
                    Move::Pass => pass += 1,
                    Move::Place(_, cell) if !side.has(cell) => off += 1,
                    Move::Place(_, cell) if seen.board.contains_key(&cell) => occupied += 1,
                    Move::Place(..) => empty += 1,
                }
            }
            let counts = alloc::format!("{text}: pass {pass}, off {off}, occupied {occupied}, empty {empty}");
            assert!(pass > 5 && off > 5, "{counts}");
            if text == full {
                assert!(occupied > 5 && empty == 0, "{counts}");
            } else {
                assert!(occupied == 0 && empty > 400, "{counts}");
            }
        }
    }
}
