//! Ways to choose moves that lead into the game's hard cases.
//!
//! Uniform play soon ends the game. Each policy here weighs one kind of move up. Every legal move keeps some
//! weight, so that no policy can be stuck in a rut.

use alloc::vec::Vec;

use bustan_vocabulary::abrobad::{Move, Observation};

use super::view::View;
use crate::Policy;

/// The policies in the order of [`Want`].
pub(super) const POLICIES: &[Policy] = &[
    Policy { name: "uniform", about: "every legal move alike" },
    Policy { name: "slide", about: "slides, and hardly ever the end of the game" },
    Policy { name: "gather", about: "slides beside own stones, so that placing is possible again" },
    Policy { name: "scatter", about: "slides away from own stones" },
    Policy { name: "crowd", about: "placements beside the opponent's stones" },
    Policy { name: "end", about: "the end of the game, as soon as it is allowed" },
];

/// What a policy seeks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Want {
    Uniform,
    Slide,
    Gather,
    Scatter,
    Crowd,
    End,
}

const WANTS: [Want; 6] = [Want::Uniform, Want::Slide, Want::Gather, Want::Scatter, Want::Crowd, Want::End];

const _: () = assert!(WANTS.len() == POLICIES.len());

/// Appends the weights of `moves`; see [`Explore::weigh`](crate::Explore::weigh).
pub(super) fn weigh(policy: usize, seen: &Observation, moves: &[Move], weights: &mut Vec<u32>) {
    let want = WANTS.get(policy).copied().unwrap_or(Want::Uniform);
    let (Some(player), false) = (seen.to_move, want == Want::Uniform) else {
        weights.resize(moves.len(), 1);
        return;
    };
    let view = View::new(seen);
    weights.extend(moves.iter().map(|&mv| {
        let beside = |player| match mv {
            Move::End => 0,
            Move::Place(to) => view.beside(to, player, None) as u32,
            Move::Slide(from, to) => view.beside(to, player, Some(from)) as u32,
        };
        let open = || view.after(mv, player).open(player) as u32;
        match (want, mv) {
            (Want::End, Move::End) => 40,
            (Want::Slide | Want::Gather | Want::Scatter, Move::End) => 1,
            (Want::Gather, _) => 10 + 20 * beside(player) + 100 * open(),
            (Want::Scatter, _) => 10 + 60 / (1 + beside(player)),
            (Want::Crowd, _) => 1 + 4 * beside(player.opponent()),
            (Want::Slide, _) => 60,
            (Want::End | Want::Uniform, _) => 1,
        }
    }));
}
