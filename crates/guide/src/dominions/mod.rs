//! Knowledge of Dominions for the tooling: starting positions, policies, events and reductions.
//!
//! This module reads observations and does not decide what is legal. Most mistakes in it only make testing
//! less effective, but a wrong invariant of observations reports correct engines as faulty. See [`Explore`].

mod compose;
mod events;
mod geometry;
mod nearby;
mod picture;
mod policies;
mod proposal;
mod reductions;
#[cfg(test)]
mod sample;
mod script;
mod small;
mod symmetry;
mod touch;
mod view;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use bustan_vocabulary::dominions::{
    Dominions, Move, Observation, Piece, Player, Position, Reason, Side, Tile,
};
use bustan_vocabulary::{Draw, Record};

use crate::{Explore, Playable, Policy, Small};

#[cfg(test)]
pub(crate) use small::SHORT;

/// The relative frequencies of test games on boards of side 2 to 9. Games on small boards end soon and
/// involve many edges and last liberties. On the largest boards, the reference engine plays only a few
/// hundred plies per second.
const SIDES: [u32; 8] = [24, 36, 34, 16, 8, 4, 3, 3];

/// The sides of boards that are small enough to search exhaustively.
const SEARCHED: [u8; 2] = [2, 3];

impl Explore for Dominions {
    const POLICIES: &'static [Policy] = policies::POLICIES;
    const EVENTS: &'static [crate::Event] = events::EVENTS;
    const SMALL_IN_PROCESS: bool = false;
    const IMPOSSIBLE: &'static str = "3 black 0 1 W3a1 W3a2";

    fn recurrence(_: &Position) -> crate::Recurrence {
        crate::Recurrence::Never
    }

    fn start(draw: &mut Draw<'_>) -> Position {
        let mut drawn = draw(SIDES.iter().sum());
        for (side, share) in Side::all().zip(SIDES) {
            if drawn < share {
                return Position::initial(side);
            }
            drawn -= share;
        }
        Position::initial(Side::STANDARD)
    }

    /// Short games use boards of different sizes, so there are none if the run specifies the size.
    fn small(number: u64, playable: &Playable<'_, Position>, draw: &mut Draw<'_>) -> Option<Small<Self>> {
        match playable {
            Playable::Known(_) => small::drawn(number, draw),
            Playable::Like(_) => None,
        }
    }

    fn is_start(position: &Position) -> bool {
        *position == Position::initial(position.side())
    }

    fn area(position: &Position) -> usize {
        position.side().get().into()
    }

    fn first_to_move(position: &Position) -> Option<Player> {
        (position.passes() < 2).then_some(position.turn())
    }

    fn weigh(policy: usize, seen: &Observation, moves: &[Move], weights: &mut Vec<u32>) {
        policies::weigh(policy, seen, moves, weights);
    }

    fn proposal(seen: &Observation, draw: &mut Draw<'_>) -> Option<Move> {
        Some(proposal::proposal(seen, draw))
    }

    fn events(before: &Observation, mv: &Move, after: &Observation, hit: &mut dyn FnMut(usize)) {
        events::events(before, *mv, after, &mut |event| hit(event as usize));
    }

    fn repetition_events(
        earlier: &mut dyn Iterator<Item = &Observation>,
        now: &Observation,
        hit: &mut dyn FnMut(usize),
    ) {
        events::later(earlier, now, &mut |event| hit(event as usize));
    }

    fn groups(seen: &Self::Observation) -> usize {
        seen.groups.len()
    }

    fn refusal_event(reason: Reason) -> Option<usize> {
        events::refusal(reason).map(|event| event as usize)
    }

    /// Checks that each player's score is the number of controlled tiles minus the number of tiles in hand,
    /// and that the hand contains exactly those of the 63 tiles that are not on the board.
    fn inconsistency(seen: &Observation) -> Option<String> {
        Player::ALL.into_iter().find_map(|player| {
            let count =
                |of: fn(&Piece) -> Player| seen.board.values().filter(|&piece| of(piece) == player).count();
            let (controlled, placed) = (count(|piece| piece.controller), count(|piece| piece.owner));
            let (hand, score) = (seen.hands.get(player).len(), *seen.scores.get(player));
            if placed + hand != usize::from(Tile::COUNT) {
                return Some(format!("{player} has {placed} tiles on the board and {hand} in hand"));
            }
            (i64::from(score) != controlled as i64 - hand as i64)
                .then(|| format!("{player} controls {controlled}, has {hand} in hand, and scores {score}"))
        })
    }

    fn reductions(record: &Record<Self>) -> Vec<Record<Self>> {
        reductions::reductions(record)
    }

    /// All placements of any tile on any cell, and the pass.
    fn nameable(start: &Position) -> Option<Vec<Move>> {
        let tiles = |cell| Tile::all().map(move |tile| Move::Place(tile, cell));
        Some(start.side().cells().flat_map(tiles).chain([Move::Pass]).collect())
    }

    fn small_starts(_: &Position) -> Vec<Position> {
        SEARCHED.into_iter().filter_map(Side::new).map(Position::initial).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_boards_are_frequent_and_every_board_occurs() {
        let total = SIDES.iter().sum();
        let mut count = [0; 10];
        for drawn in 0..total {
            let start = Dominions::start(&mut |n| {
                assert_eq!(n, total);
                drawn
            });
            assert!(start.tiles().is_empty() && start.ply() == 0);
            count[usize::from(start.side().get())] += 1;
        }
        assert_eq!(count[2..], SIDES);
        assert!(count[2] + count[3] + count[4] > total / 2 && count[9] * 20 < total);
    }

    #[test]
    fn searches_start_on_the_smallest_boards() {
        assert_eq!(
            Dominions::small_starts(&"9".parse().unwrap()),
            ["2", "3"].map(|text| text.parse().unwrap())
        );
    }
}
