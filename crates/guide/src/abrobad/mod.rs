//! What the tooling knows about Abrobad: where to start, where to steer, what to count, how to make a game
//! smaller.
//!
//! Everything here reads observations, and nothing decides what is legal. A mistake makes testing poorer, but
//! for what the laws hold engines to: there it has right engines told to be wrong. See [`Explore`].

mod events;
mod picture;
mod policies;
mod proposal;
mod reductions;
mod symmetry;
mod view;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use bustan_vocabulary::abrobad::{Abrobad, Cell, Move, Observation, Player, Position, Reason};
use bustan_vocabulary::{Draw, Record};

use crate::{Explore, Policy};

impl Explore for Abrobad {
    const POLICIES: &'static [Policy] = policies::POLICIES;
    const EVENTS: &'static [crate::Event] = events::EVENTS;

    /// One game of three starts with stones wherever they happen to fall, many of them or few.
    fn start(draw: &mut Draw<'_>) -> Position {
        if draw(3) > 0 {
            return Position::initial();
        }
        let empty = draw(5) + 1;
        let stones = [(); 12].map(|()| match draw(empty + 2) {
            0 => Some(Player::X),
            1 => Some(Player::O),
            _ => None,
        });
        let turn = Player::ALL[draw(2) as usize];
        let count = stones.iter().flatten().count() as u32;
        Position::new(stones, turn, count).unwrap_or_else(|_| Position::initial())
    }

    fn is_start(position: &Position) -> bool {
        *position == Position::initial()
    }

    fn first_to_move(position: &Position) -> Option<Player> {
        position.stones().contains(&None).then_some(position.turn())
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

    fn refusal_event(reason: Reason) -> Option<usize> {
        events::refusal(reason).map(|event| event as usize)
    }

    /// Every stone is in one group of its colour, there is a winner exactly on a full board, and the winner
    /// alone has a point.
    fn inconsistency(seen: &Observation) -> Option<String> {
        let mut grouped: Vec<(Cell, Player)> = seen
            .groups
            .iter()
            .flat_map(|group| group.cells.iter().map(|&cell| (cell, group.colour)))
            .collect();
        grouped.sort_unstable();
        if !grouped.into_iter().eq(seen.board.iter().map(|(&cell, &stone)| (cell, stone))) {
            return Some("the groups are not the stones".into());
        }
        if seen.winner.is_some() != (seen.board.len() == 12) {
            return Some(format!("{} stones, and the winner is {:?}", seen.board.len(), seen.winner));
        }
        let expected = Player::ALL.map(|player| (player, u32::from(seen.winner == Some(player))));
        (!seen.scores.iter().map(|(&player, &score)| (player, score)).eq(expected))
            .then(|| format!("the scores {:?} do not follow from the winner", seen.scores))
    }

    fn reductions(record: &Record<Self>) -> Vec<Record<Self>> {
        reductions::reductions(record)
    }

    /// All cells, slides from any to any, and the end of the game.
    fn nameable(_: &Position) -> Option<Vec<Move>> {
        let slides = |from| Cell::BOARD.into_iter().map(move |to| Move::Slide(from, to));
        let moves = Cell::BOARD.into_iter().map(Move::Place).chain(Cell::BOARD.into_iter().flat_map(slides));
        Some(moves.chain([Move::End]).collect())
    }

    fn small_starts(_: &Position) -> Vec<Position> {
        [Position::initial()].to_vec()
    }
}
