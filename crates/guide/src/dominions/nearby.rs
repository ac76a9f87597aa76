//! Shorter games with the same last move: only tiles near its tile, and in a different order.
//!
//! Many moves of a long game only extend contact from one area of the board to another, while the effect of
//! the last move depends on few tiles. These tiles cannot be found by removing moves one by one, because each
//! move provides the contact for the next and keeps the order of turns. This module therefore reconstructs
//! the surroundings of the last move: it places their tiles in an order that preserves contact, adds a new
//! tile where no tile provides contact, and adds a pass wherever a player would place twice in a row.

use alloc::vec::Vec;

use bustan_vocabulary::Record;
use bustan_vocabulary::dominions::{Direction, Dominions, Move, Player, Side, Tile};

use super::script::{Put, Script, different_tiles, on_board};
use crate::dominions::geometry::{Place, bit, opposite};

/// The largest distance from the last tile within which tiles are kept. Keeping all tiles is tried as well.
const FAR: u32 = 6;

/// The largest number of tiles of a game for which removing each single tile is tried as well.
const FEW_TILES: usize = 40;

/// The largest number of tiles for which every choice of owners is tried, because tiles may have changed
/// control by the end.
const FEW_OWNERS: usize = 5;

impl Script<'_> {
    /// Adds games that end with the same placement after fewer moves.
    pub(super) fn nearby(&self, found: &mut Vec<Record<Dominions>>) {
        let placed = &self.puts[self.record.start.tiles().len()..];
        let (Some((_, Move::Place(..))), Some((last, others))) =
            (self.record.moves.last(), placed.split_last())
        else {
            return;
        };
        for far in (1..=FAR).chain([u32::MAX]) {
            let kept = |put: &&Put| put.place.from(last.place).distance() <= far;
            let whole: Vec<Put> = others.iter().filter(kept).copied().collect();
            let trimmed = self.trimmed(&whole);
            for puts in [&trimmed, &whole] {
                self.with_owners(puts, found);
            }
        }
        if others.len() <= FEW_TILES {
            for left_out in others {
                let kept: Vec<Put> = others.iter().filter(|put| *put != left_out).copied().collect();
                found.extend(self.rebuilt(&kept));
            }
        }
    }

    /// The kept tiles, without the beams that link them to removed tiles.
    fn trimmed(&self, kept: &[Put]) -> Vec<Put> {
        let gone = |place: Place| at(&self.puts, place).is_some() && at(kept, place).is_none();
        let last = self.puts.last().map(|put| put.place);
        let trim = |put: &Put| {
            let cut = Direction::ALL.into_iter().filter(|&direction| {
                let next = put.place.step(direction);
                gone(next) && Some(next) != last
            });
            let number = cut.fold(put.tile.number(), |number, direction| number & !bit(direction));
            Put { tile: Tile::new(number).unwrap_or(put.tile), ..*put }
        };
        kept.iter().map(trim).collect()
    }

    /// Adds the game with the tiles `kept` before the last tile. If there are few of them, adds it with every
    /// choice of owners and of the first tile.
    fn with_owners(&self, kept: &[Put], found: &mut Vec<Record<Dominions>>) {
        if kept.is_empty() || kept.len() > FEW_OWNERS {
            found.extend(self.rebuilt(kept));
            return;
        }
        for choice in 0..1_u32 << kept.len() {
            let owner = |(number, put): (usize, &Put)| {
                let owner = if choice >> number & 1 == 1 { put.owner.opponent() } else { put.owner };
                Put { owner, ..*put }
            };
            let mut puts: Vec<Put> = kept.iter().enumerate().map(owner).collect();
            for _ in 0..puts.len() {
                found.extend(self.rebuilt(&puts));
                puts.rotate_left(1);
            }
        }
    }

    /// The game with the tiles `kept` before the last tile. `None` unless it is shorter and no player uses a
    /// tile more often than before.
    fn rebuilt(&self, kept: &[Put]) -> Option<Record<Dominions>> {
        let (first, last) = (&self.puts[..self.record.start.tiles().len()], self.puts.last()?);
        let target: Vec<Put> = first.iter().chain(kept).chain([last]).copied().collect();
        let turn = self.record.start.turn();
        let mut puts = in_contact(self.side, &target, first.len(), turn);
        puts.push(*last);
        let repeats = |puts: &[Put]| puts.len() as u32 - different_tiles(puts);
        let all: Vec<Put> = first.iter().chain(&puts).copied().collect();
        if repeats(&all) > repeats(&self.puts) {
            return None;
        }
        let mut game = Record::<Dominions>::new(self.record.start.clone());
        let mut turn = turn;
        for put in puts {
            if put.owner != turn {
                game.moves.push((turn, Move::Pass));
            }
            game.moves.push((put.owner, Move::Place(put.tile, put.place.cell(self.side)?)));
            turn = put.owner.opponent();
        }
        (game.moves.len() < self.record.moves.len()).then_some(game)
    }
}

/// The tiles of `target` after the `first` ones and before the last, in an order in which each tile has
/// contact with earlier ones and the players alternate, as far as the owners allow. Where no tile has
/// contact, a new one is inserted.
fn in_contact(side: Side, target: &[Put], first: usize, mut turn: Player) -> Vec<Put> {
    let mut there = target[..first].to_vec();
    let mut left = target[first..target.len() - 1].to_vec();
    while !left.is_empty() {
        let ready = |put: &Put| there.is_empty() || there.iter().any(|other| touches(put, other));
        let in_turn = left.iter().position(|put| put.owner == turn && ready(put));
        let next = match in_turn.or_else(|| left.iter().position(ready)) {
            Some(number) => left.remove(number),
            None => bridge(side, target, &there, &left).unwrap_or_else(|| left.remove(0)),
        };
        turn = next.owner.opponent();
        there.push(next);
    }
    there.split_off(first)
}

/// A new tile adjacent to one of the tiles `left`. It has contact with the tiles `there`, fits the beams of
/// `target`, and has a liberty.
fn bridge(side: Side, target: &[Put], there: &[Put], left: &[Put]) -> Option<Put> {
    let taken = |place| at(target, place).or_else(|| at(there, place));
    let used = |owner, tile| target.iter().chain(there).any(|put| (put.owner, put.tile) == (owner, tile));
    let beside = |put: &Put| {
        let owner = put.owner.opponent();
        Direction::ALL.map(|direction| (put.place.step(direction), owner))
    };
    for (place, owner) in left.iter().flat_map(beside) {
        if !on_board(side, place) || taken(place).is_some() {
            continue;
        }
        let mut required = 0;
        let mut free = Vec::new();
        for direction in Direction::ALL {
            let next = place.step(direction);
            match taken(next) {
                Some(other) if other.tile.has_beam(opposite(direction)) => required |= bit(direction),
                None if on_board(side, next) => free.push(bit(direction)),
                _ => {}
            }
        }
        for tile in free.into_iter().filter_map(|free| Tile::new(required | free)) {
            let put = Put { owner, tile, place };
            if !used(owner, tile) && there.iter().any(|other| touches(&put, other)) {
                return Some(put);
            }
        }
    }
    None
}

fn at(puts: &[Put], place: Place) -> Option<&Put> {
    puts.iter().find(|put| put.place == place)
}

/// Whether `put` would have contact with `other`: it is adjacent to a tile of the other owner, or linked to a
/// tile of the same owner.
fn touches(put: &Put, other: &Put) -> bool {
    Direction::ALL.into_iter().any(|direction| {
        let linked = || put.tile.has_beam(direction) && other.tile.has_beam(opposite(direction));
        put.place.step(direction) == other.place && (put.owner != other.owner || linked())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::{String, ToString};

    fn texts(of: &str) -> Vec<String> {
        let record: Record<Dominions> = of.parse().unwrap();
        let mut found = Vec::new();
        Script::new(&record).nearby(&mut found);
        found.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn candidates_are_shorter_and_end_with_the_same_placement() {
        let game = "W[P63i9];B[P55h8];W[P30h9];B[P63g8];W[P62g9];B[pass];W[P51f8];B[P60i8];W[P47h7];B[P61i7];W[P39h6]";
        let record: Record<Dominions> = game.parse().unwrap();
        let mut found = Vec::new();
        Script::new(&record).nearby(&mut found);
        assert!(found.len() > 20);
        for candidate in found {
            assert!(candidate.moves.len() < record.moves.len(), "{candidate}");
            assert_eq!(candidate.moves.last(), record.moves.last());
            let turns = candidate.moves.iter().map(|&(player, _)| player);
            assert!(turns.eq(Player::ALL.into_iter().cycle().take(candidate.moves.len())), "{candidate}");
        }
    }

    #[test]
    fn a_detour_is_left_out() {
        let found = texts("Start[5];W[P4e5];B[P1f6];W[P1f7];B[P32e6];W[P32e7];B[P16d6]");
        assert!(
            found.contains(&"Start[5 white 0 0];W[P32e7];B[P32e6];W[pass];B[P16d6]".to_string()),
            "{found:#?}"
        );
    }

    #[test]
    fn a_new_tile_bridges_tiles_without_contact() {
        // The tiles on c4 and d3 are adjacent to the last tile but not to each other; a tile on c3 is
        // adjacent to both.
        let found = texts("Start[4];W[P2c4];B[P1b3];W[P1b2];B[P8c2];W[P32d3];B[P20d4]");
        assert!(
            found.contains(&"Start[4 white 0 0];W[P2c4];B[P4c3];W[P32d3];B[P20d4]".to_string()),
            "{found:#?}"
        );
    }

    #[test]
    fn beams_to_dropped_tiles_may_go() {
        // The top-left beam of White's tile 10 on e4 leads to f4, which is not adjacent to d4.
        let found = texts("Start[4];W[P16f4];B[pass];W[P10e4];B[P1c3];W[pass];B[P1d4]");
        for kept in ["W[P8e4];B[P3d3];W[P1c3];B[P1d4]", "W[P10e4];B[P3d3];W[P1c3];B[P1d4]"] {
            assert!(found.iter().any(|text| text.ends_with(kept)), "{kept} is not in {found:#?}");
        }
    }

    #[test]
    fn games_that_do_not_end_with_a_placement_are_left_alone() {
        assert!(texts("W[P63i9];B[P55h8];W[pass];B[pass]").is_empty());
        assert!(texts("W[pass]").is_empty());
        assert!(texts("W[P63i9]").is_empty());
    }
}
