//! Ways to choose moves that lead to each kind of end.

use alloc::vec::Vec;

use bustan_vocabulary::tictactoe::{Move, Observation};

use super::lines::through;
use crate::Policy;

/// The policies in the order of [`Want`].
pub(super) const POLICIES: &[Policy] = &[
    Policy { name: "uniform", about: "every legal move alike" },
    Policy { name: "line", about: "two and three in a row" },
    Policy { name: "tie", about: "no three in a row of one's own, so that the board fills" },
    Policy { name: "block", about: "between the opponent's marks" },
];

/// What a policy seeks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Want {
    Uniform,
    Line,
    Tie,
    Block,
}

const WANTS: [Want; 4] = [Want::Uniform, Want::Line, Want::Tie, Want::Block];

const _: () = assert!(WANTS.len() == POLICIES.len());

/// Appends the weights of `moves`; see [`Explore::weigh`](crate::Explore::weigh).
pub(super) fn weigh(policy: usize, seen: &Observation, moves: &[Move], weights: &mut Vec<u32>) {
    let want = WANTS.get(policy).copied().unwrap_or(Want::Uniform);
    let Some(player) = seen.to_move else {
        weights.resize(moves.len(), 1);
        return;
    };
    weights.extend(moves.iter().map(|mv| {
        let near =
            |player| through(seen, mv.0, player).map(|(_, marks)| [0, 3, 40][marks.min(2)]).sum::<u32>();
        match want {
            Want::Uniform => 1,
            Want::Line => 1 + near(player),
            Want::Tie if through(seen, mv.0, player).any(|(_, marks)| marks == 2) => 1,
            Want::Tie => 20,
            Want::Block => 1 + near(player.opponent()),
        }
    }));
}
