//! Knowledge of Tribolo for the tooling: starting positions, policies, events and reductions.
//!
//! This module reads observations and positions and does not decide what is legal. Most mistakes in it only
//! make testing less effective, but a wrong invariant of observations reports correct engines as faulty. See
//! [`Explore`].

mod compose;
mod consistency;
mod events;
mod picture;
mod policies;
mod proposal;
mod reductions;
mod starts;
mod symmetry;
mod touch;
mod view;

use alloc::string::String;
use alloc::vec::Vec;

use bustan_vocabulary::tribolo::{Move, Observation, Player, Position, Reason, Tribolo};
use bustan_vocabulary::{Draw, Record};

use crate::{Explore, Policy};
use view::View;

impl Explore for Tribolo {
    const POLICIES: &'static [Policy] = policies::POLICIES;
    const EVENTS: &'static [crate::Event] = events::EVENTS;
    const IMPOSSIBLE: &'static str = "8x1 ........ blue 9";

    fn recurrence(_: &Position) -> crate::Recurrence {
        crate::Recurrence::Never
    }

    fn start(draw: &mut Draw<'_>) -> Position {
        starts::start(draw)
    }

    /// Returns another random position on a board of the same size.
    fn start_like(like: &Position, draw: &mut Draw<'_>) -> Position {
        starts::start_of(like.size(), draw)
    }

    /// Returns `true` before the first move, because any board can be the setup of a game.
    fn is_start(position: &Position) -> bool {
        position.ply() == 0
    }

    fn area(position: &Position) -> usize {
        usize::from(position.size().width()) * usize::from(position.size().height())
    }

    /// The first player who appears to have a jump, in cyclic order from the player asked first.
    fn first_to_move(position: &Position) -> Option<Player> {
        let mobility = View::of(position).mobility();
        position.asked().cycle().into_iter().find(|&player| mobility[player as usize] > 0)
    }

    fn weigh(policy: usize, seen: &Observation, moves: &[Move], weights: &mut Vec<u32>) {
        policies::weigh(policy, seen, moves, weights);
    }

    fn proposal(seen: &Observation, draw: &mut Draw<'_>) -> Option<Move> {
        Some(proposal::proposal(&View::new(seen), seen, draw))
    }

    fn events(before: &Observation, mv: &Move, after: &Observation, hit: &mut dyn FnMut(usize)) {
        events::events(before, *mv, after, &mut |event| hit(event as usize));
    }

    fn refusal_event(reason: Reason) -> Option<usize> {
        events::refusal(reason).map(|event| event as usize)
    }

    fn inconsistency(seen: &Observation) -> Option<String> {
        consistency::inconsistency(seen)
    }

    /// The first player with a move according to the observation after the move, in cyclic order from the
    /// player after the mover.
    fn next_player(_: &Observation, player: Player, _: &Move, after: &Observation) -> Option<Player> {
        consistency::first_with_a_move(after, player.next())
    }

    fn reductions(record: &Record<Self>) -> Vec<Record<Self>> {
        reductions::reductions(record)
    }

    /// All cells of the board.
    fn nameable(start: &Position) -> Option<Vec<Move>> {
        Some(start.size().cells().map(Move).collect())
    }

    fn small_starts(_: &Position) -> Vec<Position> {
        starts::small()
    }
}
