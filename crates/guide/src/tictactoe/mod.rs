//! What the tooling knows about Tic-Tac-Toe: where to start, where to steer, what to count, how to make a
//! game smaller.
//!
//! Everything here reads observations, and nothing decides what is legal. A mistake makes testing poorer, but
//! for what the laws hold engines to: there it has right engines told to be wrong. See [`Explore`].

mod events;
mod lines;
mod picture;
mod policies;
mod reductions;
mod symmetry;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use bustan_vocabulary::tictactoe::{Cell, Move, Observation, Player, Position, Reason, TicTacToe};
use bustan_vocabulary::{Draw, Record};

use crate::{Explore, Policy};

impl Explore for TicTacToe {
    const POLICIES: &'static [Policy] = policies::POLICIES;
    const EVENTS: &'static [crate::Event] = events::EVENTS;

    /// One game of three is misère.
    fn start(draw: &mut Draw<'_>) -> Position {
        Position::initial(draw(3) == 0)
    }

    fn is_start(position: &Position) -> bool {
        *position == Position::initial(position.misere())
    }

    /// Nobody on a full board. Whether three are in a row, an engine has to tell.
    fn first_to_move(position: &Position) -> Option<Player> {
        position.marks().contains(&None).then_some(position.turn())
    }

    fn weigh(policy: usize, seen: &Observation, moves: &[Move], weights: &mut Vec<u32>) {
        policies::weigh(policy, seen, moves, weights);
    }

    /// Any cell of the board or just beyond it.
    fn proposal(_: &Observation, draw: &mut Draw<'_>) -> Option<Move> {
        Some(match draw(5) {
            0 => Cell::new(draw(5) as u8, draw(6) as u8).map_or(Move(Cell::BOARD[0]), Move),
            _ => Move(Cell::BOARD[draw(9) as usize]),
        })
    }

    fn events(before: &Observation, mv: &Move, after: &Observation, hit: &mut dyn FnMut(usize)) {
        events::events(before, *mv, after, &mut |event| hit(event as usize));
    }

    fn refusal_event(reason: Reason) -> Option<usize> {
        events::refusal(reason).map(|event| event as usize)
    }

    /// X is at most one mark ahead, and the winner alone has a point.
    fn inconsistency(seen: &Observation) -> Option<String> {
        let marks = |player| seen.board.values().filter(|&&mark| mark == player).count();
        let (x, o) = (marks(Player::X), marks(Player::O));
        if x != o && x != o + 1 {
            return Some(format!("X has {x} marks and O {o}"));
        }
        if x + o != seen.ply as usize {
            return Some(format!("there are {} marks after {} moves", x + o, seen.ply));
        }
        if seen.over && seen.winner.is_none() && x + o < 9 {
            return Some("a tie with empty cells".into());
        }
        let expected = Player::ALL.map(|player| (player, u32::from(seen.winner == Some(player))));
        (!seen.scores.iter().map(|(&player, &score)| (player, score)).eq(expected))
            .then(|| format!("the scores {:?} do not follow from the winner", seen.scores))
    }

    fn reductions(record: &Record<Self>) -> Vec<Record<Self>> {
        reductions::reductions(record)
    }

    /// All cells.
    fn nameable(_: &Position) -> Option<Vec<Move>> {
        Some(Cell::BOARD.map(Move).to_vec())
    }

    fn small_starts(_: &Position) -> Vec<Position> {
        [false, true].map(Position::initial).to_vec()
    }
}
