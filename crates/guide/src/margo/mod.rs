//! Knowledge of Margo for the tooling: starting positions, policies, events and reductions.
//!
//! This module reads observations and does not decide what is legal. Most mistakes in it only make testing
//! less effective, but a wrong invariant of observations reports correct engines as faulty. See [`Explore`].

mod approach;
mod compose;
mod events;
mod fights;
mod picture;
mod policies;
mod proposal;
mod reductions;
mod small;
mod symmetry;
mod touch;
mod traps;
mod view;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use bustan_vocabulary::margo::{
    Cell, Margo, Move, Observation, Player, Point, Position, Reason, Setup, Size, Stage,
};
use bustan_vocabulary::{Draw, Record};

use crate::{Explore, Playable, Policy, Small};

#[cfg(test)]
pub(crate) use small::SHORT;
use view::View;

/// The relative frequencies of test games on boards of size 2 to 9. The smallest boards offer few
/// possibilities. On the large ones, games have hundreds of moves, and each move costs the reference engine
/// ten times as much time.
const SIZES: [u32; 8] = [28, 60, 88, 60, 24, 6, 1, 1];

/// The fraction of games without variants, as numerator and denominator. The others have at least one of the
/// four variants, and all combinations are equally frequent.
const STANDARD: (u32, u32) = (40, 64);

/// The sizes of boards that are small enough to search exhaustively.
const SEARCHED: [u8; 3] = [2, 3, 4];

impl Explore for Margo {
    const POLICIES: &'static [Policy] = policies::POLICIES;
    const EVENTS: &'static [crate::Event] = events::EVENTS;
    const SMALL_IN_PROCESS: bool = false;
    const IMPOSSIBLE: &'static str = "7 white 0 WA1:0";
    /// The levels play fewer random games than by default, because random games of Margo are long.
    const LEVELS: [&'static str; 3] = ["mcts:30", "mcts:300", "mcts:2000"];

    fn is_swap(mv: &Move) -> bool {
        *mv == Move::Swap
    }

    fn start(draw: &mut Draw<'_>) -> Position {
        let sizes = Size::all().zip(SIZES);
        let size = pick(sizes, draw).unwrap_or(Size::STANDARD);
        let variants = if draw(STANDARD.1) < STANDARD.0 { 0 } else { 1 + draw(15) };
        let chosen = |variant: u32| variants >> variant & 1 == 1;
        let (swap, atari, cutting, three) = (chosen(0), chosen(1), !chosen(2), chosen(3));
        Position::initial(Setup { size, swap, atari, cutting, three })
    }

    /// Short games use boards of different sizes, so there are none if the run specifies the size.
    fn small(number: u64, playable: &Playable<'_, Position>, draw: &mut Draw<'_>) -> Option<Small<Self>> {
        match playable {
            Playable::Known(_) => small::drawn(number, draw),
            Playable::Like(_) => None,
        }
    }

    fn is_start(position: &Position) -> bool {
        *position == Position::initial(position.setup())
    }

    fn area(position: &Position) -> usize {
        position.setup().size.get().into()
    }

    fn first_to_move(position: &Position) -> Option<Player> {
        (position.stage() == Stage::Open).then_some(position.turn())
    }

    /// Reopens a game that is over because of its history.
    fn as_start(position: &Position) -> Position {
        match position.stage() {
            Stage::Over => position.reopened(),
            _ => position.clone(),
        }
    }

    fn weigh(policy: usize, seen: &Observation, moves: &[Move], weights: &mut Vec<u32>) {
        policies::weigh(policy, seen, moves, weights);
    }

    fn proposal(seen: &Observation, draw: &mut Draw<'_>) -> Option<Move> {
        Some(proposal::proposal(&View::new(seen), draw))
    }

    fn events(before: &Observation, mv: &Move, after: &Observation, hit: &mut dyn FnMut(usize)) {
        events::events(before, *mv, after, &mut |event| hit(event as usize));
    }

    fn repetition_events(
        earlier: &mut dyn Iterator<Item = &Observation>,
        now: &Observation,
        hit: &mut dyn FnMut(usize),
    ) {
        fights::later(earlier, now, &mut |event| hit(event as usize));
    }

    fn groups(seen: &Self::Observation) -> usize {
        seen.groups.len()
    }

    fn refusal_event(reason: Reason) -> Option<usize> {
        events::refusal(reason).map(|event| event as usize)
    }

    /// Checks that each player's score is the player's number of balls on the board, and that every ball is
    /// either buried or in exactly one group of its colour.
    fn inconsistency(seen: &Observation) -> Option<String> {
        for (&player, &score) in &seen.scores {
            let balls = seen.board.values().filter(|&&ball| ball == player).count();
            if balls != score as usize {
                return Some(format!("{player} has {balls} balls and scores {score}"));
            }
        }
        let visible =
            seen.groups.iter().flat_map(|group| group.balls.iter().map(|&ball| (ball, Some(group.colour))));
        let mut balls: Vec<_> = visible.chain(seen.buried.iter().map(|&ball| (ball, None))).collect();
        balls.sort_unstable();
        let fits = |(ball, colour): &(Point, Option<Player>), (point, owner): (&Point, &Player)| {
            ball == point && colour.is_none_or(|colour| colour == *owner)
        };
        let all =
            balls.len() == seen.board.len() && balls.iter().zip(&seen.board).all(|(ball, at)| fits(ball, at));
        (!all).then(|| "the groups and the buried balls are not the balls".into())
    }

    /// Returns `false` for a game that was won by a capture, which wins irrespective of the number of balls.
    fn most_points_win(seen: &Observation) -> bool {
        !seen.by_capture
    }

    /// Returns the same player after a swap, which does not change the turn.
    fn next_player(_: &Observation, player: Player, mv: &Move, after: &Observation) -> Option<Player> {
        let players = after.setup.players();
        let steps = if *mv == Move::Swap { 0 } else { 1 };
        players.iter().cycle().skip_while(|&&other| other != player).nth(steps).copied()
    }

    fn reductions(record: &Record<Self>) -> Vec<Record<Self>> {
        reductions::reductions(record)
    }

    fn before(position: &Position) -> Vec<(Position, Move)> {
        approach::before(position)
    }

    fn reachable(record: &Record<Self>, draw: &mut Draw<'_>) -> Option<Record<Self>> {
        approach::reachable(record, draw)
    }

    /// All cells of the grid, including those where no ball can be, and the swap.
    fn nameable(start: &Position) -> Option<Vec<Move>> {
        let width = 1..2 * start.setup().size.get();
        let column = |x| width.clone().filter_map(move |y| Cell::new(x, y)).map(Move::Place);
        Some(width.clone().flat_map(column).chain([Move::Swap]).collect())
    }

    fn small_starts(like: &Position) -> Vec<Position> {
        let setup = |size| Setup { size, ..like.setup() };
        SEARCHED.into_iter().filter_map(Size::new).map(setup).map(Position::initial).collect()
    }
}

/// Selects a random item with a probability proportional to its share.
fn pick<T>(shares: impl IntoIterator<Item = (T, u32)>, draw: &mut Draw<'_>) -> Option<T> {
    let shares: Vec<(T, u32)> = shares.into_iter().collect();
    let mut drawn = draw(shares.iter().map(|(_, share)| share).sum());
    for (thing, share) in shares {
        if drawn < share {
            return Some(thing);
        }
        drawn -= share;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeMap;
    use alloc::string::ToString;

    #[test]
    fn every_size_and_variant_occurs() {
        let mut counts = BTreeMap::new();
        for size in 0..SIZES.iter().sum() {
            for variant in 0..16 {
                let some = variant.min(1) * STANDARD.0;
                let mut drawn = [size, some].into_iter().chain(variant.checked_sub(1));
                let start = Margo::start(&mut |_| drawn.next().unwrap());
                assert!(start.balls().is_empty() && start.ply() == 0);
                *counts.entry(start.setup().to_string()).or_insert(0) += 1;
            }
        }
        assert_eq!(counts.len(), SIZES.len() * 16);
        assert_eq!(counts["3"], SIZES[1]);
        assert_eq!(counts["9 swap atari cutting off players 3"], 1);
    }

    #[test]
    fn searches_start_on_the_smallest_boards() {
        let starts = |like: &str| Margo::small_starts(&like.parse().unwrap());
        assert_eq!(starts("7"), ["2", "3", "4"].map(|text| text.parse().unwrap()));
        assert_eq!(starts("5 atari")[0], "2 atari".parse().unwrap());
    }
}
