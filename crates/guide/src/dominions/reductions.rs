//! Reductions: smaller or simpler games that may show the same divergence.
//!
//! # The order
//! Every candidate is strictly smaller than the original record in the order defined by [`Measure`]. The
//! order compares, most important first, the side of the board, the number of moves, the number of tiles at
//! the start, the number of beams of all tiles, the number of moves played before the start, the sum of the
//! distances from the centre, and finally the sequences of cells, tiles and passes. Each part is a natural
//! number or, for the last three, a list over a finite set whose length is at most the number of moves and
//! tiles at the start. So there is no infinite descent.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use bustan_vocabulary::Record;
use bustan_vocabulary::dominions::{Cell, Direction, Dominions, Move, Position, Side, Tile};

use super::script::{Measure, Put, Script, on_board};
use crate::dominions::geometry::{Place, Symmetry, bit, opposite};

/// The number of placements that are tried near the centre of a smaller board, in addition to those in the
/// corners.
const CENTRED: usize = 9;

/// The largest number of tiles of a game for which every smaller set of beams is tried for each tile. In
/// longer games, only single beams are removed.
const FEW_TILES: usize = 8;

const CENTRE: Place = Place { q: 0, r: 0 };

/// Returns smaller or simpler games, most promising first; see
/// [`Explore::reductions`](crate::Explore::reductions).
///
/// A record may end with an illegal move, for example on a cell off the board or with a tile that was used
/// before. In every candidate, such a move remains illegal for the same reason: cells off the board stay off
/// the board, and no player uses a tile more often than in the original.
/// stays illegal in that way: cells off the board stay off it, and no player repeats a tile in a candidate
/// that was not repeated before.
pub(super) fn reductions(record: &Record<Dominions>) -> Vec<Record<Dominions>> {
    let script = Script::new(record);
    let mut found = Vec::new();
    found.extend(script.without_first_pass());
    script.nearby(&mut found);
    script.smaller_boards(&mut found);
    script.simpler_start(&mut found);
    script.fewer_beams(&mut found);
    script.elsewhere(&mut found);
    let bound = Measure::of(record);
    let mut seen = BTreeSet::new();
    found.retain(|candidate| {
        let measure = Measure::of(candidate);
        measure < bound && seen.insert(measure)
    });
    found
}

impl Script<'_> {
    /// The game without the pass at its beginning and with exchanged colours, which is the same game if the
    /// board is empty at the start.
    fn without_first_pass(&self) -> Option<Record<Dominions>> {
        let start = &self.record.start;
        let (first, rest) = self.record.moves.split_first()?;
        let simple = *first == (start.turn(), Move::Pass) && start.tiles().is_empty() && start.passes() == 0;
        let moves = rest.iter().map(|&(player, mv)| (player.opponent(), mv)).collect();
        simple.then(|| Record { start: start.clone(), moves })
    }

    fn smaller_boards(&self, found: &mut Vec<Record<Dominions>>) {
        for side in Side::all().take_while(|&side| side < self.side) {
            let shrink = i32::from(self.side.get() - side.get());
            let mut fits: Vec<Vec<Put>> = shifts(self.side).filter_map(|by| self.shifted(side, by)).collect();
            fits.sort_by_key(|puts| distances(puts));
            fits.truncate(CENTRED);
            let into_corners = Direction::ALL.into_iter().filter_map(|direction| {
                let Place { q, r } = CENTRE.step(direction);
                self.shifted(side, Place { q: q * shrink, r: r * shrink })
            });
            fits.extend(into_corners);
            for puts in fits {
                self.within_edge(side, puts, found);
            }
        }
    }

    /// Adds the game with the tiles `puts`, without all beams that point off the board. Also adds the
    /// unchanged tiles, unless a tile other than the last has such a beam.
    fn within_edge(&self, side: Side, puts: Vec<Put>, found: &mut Vec<Record<Dominions>>) {
        let stripped: Vec<u8> = puts.iter().map(|put| inward(side, *put)).collect();
        let changed = puts.iter().zip(&stripped).position(|(put, &number)| put.tile.number() != number);
        if changed.is_none_or(|first| first + 1 == puts.len()) {
            found.extend(self.with(side, &puts));
        }
        if changed.is_some() {
            let puts: Option<Vec<Put>> = puts
                .into_iter()
                .zip(stripped)
                .map(|(put, number)| Some(Put { tile: Tile::new(number)?, ..put }))
                .collect();
            found.extend(puts.and_then(|puts| self.with(side, &puts)));
        }
    }

    /// Adds the games whose start lacks one of its tiles, and the game with all of them. In each case, the
    /// number of moves before the start is minimal.
    fn simpler_start(&self, found: &mut Vec<Record<Dominions>>) {
        let start = &self.record.start;
        let variant = |left_out: Option<Cell>| {
            let tiles = start.tiles().iter().map(|(&cell, &piece)| (cell, piece));
            let tiles: Vec<_> = tiles.filter(|&(cell, _)| Some(cell) != left_out).collect();
            let least = tiles.len() as u32 + u32::from(start.passes());
            let start = Position::new(start.side(), start.turn(), start.passes(), least, tiles).ok()?;
            Some(Record { start, moves: self.record.moves.clone() })
        };
        found.extend(start.tiles().keys().filter_map(|&cell| variant(Some(cell))));
        found.extend(variant(None));
    }

    fn fewer_beams(&self, found: &mut Vec<Record<Dominions>>) {
        let few = self.puts.len() <= FEW_TILES;
        for at in 0..self.puts.len() {
            let number = self.puts[at].tile.number();
            let mut subsets: Vec<u8> = (1..number).filter(|subset| subset & !number == 0).collect();
            subsets.retain(|subset| few || subset.count_ones() + 1 == number.count_ones());
            subsets.sort_by_key(|subset| subset.count_ones());
            for subset in subsets {
                found.extend(self.with_tiles(&[(at, subset)]));
            }
        }
        for (a, b, direction) in self.links() {
            let less = |at: usize, direction| (at, self.puts[at].tile.number() & !bit(direction));
            found.extend(self.with_tiles(&[less(a, direction), less(b, opposite(direction))]));
        }
    }

    /// The game with other tiles: each change consists of the index in the list and the number of the new
    /// tile.
    fn with_tiles(&self, changes: &[(usize, u8)]) -> Option<Record<Dominions>> {
        let mut puts = self.puts.clone();
        for &(at, number) in changes {
            puts[at].tile = Tile::new(number)?;
        }
        self.with(self.side, &puts)
    }

    /// All links: two indices in the list of tiles, and the direction from the first tile to the second.
    fn links(&self) -> Vec<(usize, usize, Direction)> {
        let mut links = Vec::new();
        for (a, put) in self.puts.iter().enumerate() {
            for direction in Direction::ALL.into_iter().filter(|&direction| put.tile.has_beam(direction)) {
                let meets = |other: &Put| {
                    other.place == put.place.step(direction) && other.tile.has_beam(opposite(direction))
                };
                let others = self.puts.iter().enumerate().skip(a + 1).filter(|(_, other)| meets(other));
                links.extend(others.map(|(b, _)| (a, b, direction)));
            }
        }
        links
    }

    /// Adds the game shifted by one step in each direction, and its rotations and reflections as close to the
    /// centre as possible.
    fn elsewhere(&self, found: &mut Vec<Record<Dominions>>) {
        for direction in Direction::ALL {
            if let Some(puts) = self.shifted(self.side, CENTRE.step(direction)) {
                self.within_edge(self.side, puts, found);
            }
        }
        let mut images: Vec<_> = Symmetry::all().flat_map(|symmetry| self.closest(symmetry)).collect();
        images.sort_by_cached_key(Measure::of);
        found.extend(images);
    }

    /// The images of the game whose tiles are as close to the centre as possible. There may be several.
    fn closest(&self, symmetry: Symmetry) -> Vec<Record<Dominions>> {
        let turn =
            |put: &Put| Put { place: symmetry.place(put.place), tile: symmetry.tile(put.tile), ..*put };
        let image = Script { puts: self.puts.iter().map(turn).collect(), ..*self };
        let fits: Vec<_> = shifts(self.side).filter_map(|by| image.shifted(self.side, by)).collect();
        let least = fits.iter().map(|puts| distances(puts)).min();
        let closest = fits.iter().filter(|puts| Some(distances(puts)) == least);
        closest.filter_map(|puts| self.with(self.side, puts)).collect()
    }
}

/// The sum of the distances of all tiles from the centre.
fn distances(puts: &[Put]) -> u32 {
    puts.iter().map(|put| put.place.distance()).sum()
}

/// The number of the tile without its beams that point off the board; 0 if no beam remains.
fn inward(side: Side, put: Put) -> u8 {
    let number = put.tile.number();
    if !on_board(side, put.place) {
        return number;
    }
    let off = Direction::ALL.into_iter().filter(|&direction| !on_board(side, put.place.step(direction)));
    off.fold(number, |number, direction| number & !bit(direction))
}

/// All relevant shifts on a board of this side, including the zero shift.
fn shifts(side: Side) -> impl Iterator<Item = Place> {
    let reach = 2 * i32::from(side.get() - 1);
    (-reach..=reach).flat_map(move |q| (-reach..=reach).map(move |r| Place { q, r }))
}

#[cfg(test)]
mod tests {
    use super::super::script::different_tiles;
    use super::*;
    use alloc::string::ToString;

    const RECORDS: [&str; 8] = [
        "W[P63i9];B[P55h8];W[P30h9];B[P63g8]",
        "W[P63i9];B[P8j10];W[pass];B[P1i8];W[P1z99]",
        "W[P1a1];B[P8b2];W[P1a1]",
        "Start[3];W[P32c2];B[P4c3]",
        "Start[2];W[pass];B[pass]",
        "Start[4 black 1 7 W36d4 B32d3* W33c4];B[P4d5];W[P1c4]",
        "Start[9 white 0 0 ];W[P32q17];B[P63a1];W[P31i17]",
        "W[P63i9];B[P55h8];W[P30h9];B[P63g8];W[P62g9];B[P51f8];W[P60i8];B[P47h7];W[P61i7];B[P39h6];W[P55i6];B[P59i5]",
    ];

    fn record(text: &str) -> Record<Dominions> {
        text.parse().unwrap()
    }

    fn texts(of: &str) -> Vec<alloc::string::String> {
        reductions(&record(of)).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn candidates_are_smaller_and_different() {
        for text in RECORDS {
            let record = record(text);
            let candidates = reductions(&record);
            for (at, candidate) in candidates.iter().enumerate() {
                assert!(Measure::of(candidate) < Measure::of(&record), "{text} -> {candidate}");
                assert!(!candidates[..at].contains(candidate), "{candidate} twice");
            }
        }
    }

    #[test]
    fn the_pass_at_the_start_goes_when_the_colours_change() {
        assert_eq!(texts("Start[2];W[pass];B[P4b2];W[P32b1]")[0], "Start[2 white 0 0];W[P4b2];B[P32b1]");
        assert!(
            !texts("Start[2 white 0 2 W1b2];W[pass];B[P2b1]")
                .contains(&"Start[2 white 0 2 W1b2];W[P2b1]".to_string())
        );
    }

    #[test]
    fn no_candidate_uses_a_tile_twice_again() {
        for text in RECORDS {
            let record = record(text);
            let repeats = |record: &Record<Dominions>| {
                let puts = Script::new(record).puts;
                puts.len() as u32 - different_tiles(&puts)
            };
            for candidate in reductions(&record) {
                assert!(repeats(&candidate) <= repeats(&record), "{text} -> {candidate}");
            }
        }
    }

    #[test]
    fn cells_off_the_board_stay_off_it() {
        let record = record("W[P63i9];B[P8r10]");
        let candidates = reductions(&record);
        assert!(!candidates.is_empty());
        for candidate in candidates {
            let Move::Place(_, cell) = candidate.moves[1].1 else { panic!("{candidate}") };
            assert!(!candidate.start.side().has(cell), "{candidate}");
        }
    }

    #[test]
    fn repeated_reduction_ends() {
        for text in RECORDS {
            let mut record = record(text);
            let mut steps = 0;
            while let Some(smaller) = reductions(&record).into_iter().next_back() {
                record = smaller;
                steps += 1;
                assert!(steps < 5000, "{text} is reduced for ever, now {record}");
            }
        }
    }

    #[test]
    fn a_small_game_comes_to_the_smallest_board_that_holds_it() {
        let found = texts("Start[5];W[P32e5];B[P4e6]");
        assert_eq!(found[0], "Start[2 white 0 0];W[P32b1];B[P4b2]");
        assert!(found.contains(&"Start[2 white 0 0];W[P32a1];B[P4a2]".to_string()));
        assert!(found.contains(&"Start[4 white 0 0];W[P32d4];B[P4d5]".to_string()));
    }

    #[test]
    fn beams_off_the_smaller_board_are_taken_off() {
        let found = texts("Start[3];W[P36c2];B[P5c3]");
        assert!(found.contains(&"Start[2 white 0 0];W[P32b1];B[P5b2]".to_string()), "{found:?}");
        assert!(!found.contains(&"Start[2 white 0 0];W[P36b1];B[P5b2]".to_string()));
        // The last move may itself be illegal, because its beam points off the board.
        assert!(
            texts("Start[3];W[P32c2];B[P5e3]").contains(&"Start[3 white 0 0];W[P32c2];B[P4e3]".to_string())
        );
    }

    #[test]
    fn tiles_lose_beams_alone_or_both_ends_of_a_link() {
        let found = texts("Start[2];W[P36b2];B[P5b3]");
        for expected in ["W[P4b2];B[P5b3]", "W[P36b2];B[P1b3]", "W[P4b2];B[P1b3]"] {
            let expected = ["Start[2 white 0 0];", expected].concat();
            assert!(found.contains(&expected), "{expected} is not in {found:?}");
        }
    }

    #[test]
    fn a_start_with_tiles_loses_them_one_by_one() {
        let found = texts("Start[2 black 0 4 W36b2 B1a1];B[pass]");
        for expected in ["2 black 0 1 W36b2", "2 black 0 1 B1a1", "2 black 0 2 B1a1 W36b2"] {
            let expected = ["Start[", expected, "];B[pass]"].concat();
            assert!(found.contains(&expected), "{expected} is not in {found:?}");
        }
    }

    #[test]
    fn games_that_are_images_of_each_other_meet() {
        let least = |text: &str| {
            let mut record = record(text);
            for _ in 0..100 {
                let same_size = |candidate: &Record<Dominions>| {
                    candidate.start.side() == record.start.side()
                        && Measure::of(candidate).beams == Measure::of(&record).beams
                };
                match reductions(&record).into_iter().find(same_size) {
                    Some(smaller) => record = smaller,
                    None => return record.to_string(),
                }
            }
            panic!("{text} is reduced for ever, now {record}")
        };
        let script = record("Start[4];W[P35d4];B[P12d5];W[P9e5]");
        let expected = least(&script.to_string());
        for symmetry in Symmetry::all() {
            let script = Script::new(&script);
            let turn =
                |put: &Put| Put { place: symmetry.place(put.place), tile: symmetry.tile(put.tile), ..*put };
            let image = script.with(script.side, &script.puts.iter().map(turn).collect::<Vec<_>>()).unwrap();
            assert_eq!(least(&image.to_string()), expected);
        }
    }
}
