//! Policies for the selection of moves that lead to hard cases of the game.
//!
//! In uniformly random games, players rarely lack a move until the board is almost full. Each policy
//! evaluates the cells that a move takes, or the moves that it leaves to the other players, and raises the
//! weight of moves that lead to one kind of hard case. Every legal move keeps some weight, so that no policy
//! can get stuck.

use alloc::vec::Vec;

use bustan_vocabulary::tribolo::{Cell, Content, Move, Observation, Player};

use crate::tables::policies;
use crate::tribolo::view::{Line, STEPS, View};

policies! {
    Uniform = "uniform": "all legal moves with equal probability",
    Greedy = "greedy": "as many cells as possible",
    Modest = "modest": "as few cells as possible, for long games",
    Starve = "starve": "few moves for the two others, so that they are skipped",
    Quiet = "quiet": "few moves for all players, for early ends",
    Star = "star": "many lines at once, over both opponents",
    Hunt = "hunt": "the cells of the opponent who has fewest",
    Brink = "brink": "next to walls, edges and lines that nothing closes",
}

/// The largest weight of a move. It ensures that the sum over all moves fits into 32 bits.
const MAX: u32 = 1_000_000;

/// Appends the weights of `moves`; see [`Explore::weigh`](crate::Explore::weigh).
pub(super) fn weigh(policy: usize, seen: &Observation, moves: &[Move], weights: &mut Vec<u32>) {
    let want = Want::of(policy);
    let (Some(player), false) = (seen.to_move, want == Want::Uniform) else {
        weights.resize(moves.len(), 1);
        return;
    };
    let choice = Choice { view: View::new(seen), seen, player };
    weights.extend(moves.iter().map(|&Move(cell)| choice.weight(want, cell).clamp(1, MAX)));
}

struct Choice<'a> {
    view: View,
    seen: &'a Observation,
    player: Player,
}

impl Choice<'_> {
    fn weight(&self, want: Want, cell: Cell) -> u32 {
        let taken = || self.taken(cell).len() as u32;
        match want {
            Want::Uniform => 1,
            Want::Greedy => taken().pow(3),
            Want::Modest => 2_000 / taken().max(1).pow(3),
            Want::Starve => {
                let [_, next, after_next] = self.left(cell);
                MAX >> (3 * (next + after_next)).min(19)
            }
            Want::Quiet => MAX >> (2 * self.left(cell).iter().sum::<u32>()).min(19),
            Want::Star => self.star(cell),
            Want::Hunt => {
                1 + 30 * self.taken(cell).iter().filter(|&&over| self.weakest() == Some(over)).count() as u32
            }
            Want::Brink => 1 + 40 * self.brinks(cell),
        }
    }

    /// The owners of the cells that a move takes.
    fn taken(&self, cell: Cell) -> Vec<Player> {
        let taken = self.seen.jumps.get(&cell).into_iter().flatten();
        taken.filter_map(|&cell| self.view.at(cell).and_then(Content::owner)).collect()
    }

    /// The number of moves of each player after a move: the mover, the next player, and the one after that.
    fn left(&self, cell: Cell) -> [u32; 3] {
        let left = self.view.after(cell, self.player).mobility();
        self.player.cycle().map(|player| left[player as usize])
    }

    fn star(&self, cell: Cell) -> u32 {
        let lines = self.view.jumps(cell, self.player).count() as u32;
        let taken = self.taken(cell);
        let both = taken.iter().any(|over| *over != taken[0]);
        lines.pow(3) * if both { 10 } else { 1 }
    }

    /// The opponent with the fewest cells, among those who have any.
    fn weakest(&self) -> Option<Player> {
        let opponents =
            self.seen.scores.iter().filter(|&(&player, &score)| player != self.player && score > 0);
        opponents.min_by_key(|&(_, &score)| score).map(|(&player, _)| player)
    }

    /// The number of directions in which there is the edge, a wall, or a line that no cell closes.
    fn brinks(&self, cell: Cell) -> u32 {
        let brink = |step| {
            let neighbour = self.view.step(cell, step).and_then(|neighbour| self.view.at(neighbour));
            let line = self.view.line(cell, step, self.player);
            matches!(neighbour, None | Some(Content::Wall))
                || matches!(line, Line::Wall | Line::Edge | Line::Mixed)
        };
        STEPS.into_iter().filter(|&step| brink(step)).count() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bustan_core::tribolo::FastEngine;
    use bustan_vocabulary::Engine;

    fn weights(policy: &str, position: &str, moves: &str) -> Vec<u32> {
        let policy = POLICIES.iter().position(|known| known.name == policy).unwrap();
        let mut engine = FastEngine::default();
        engine.setup(&position.parse().unwrap()).unwrap();
        let moves: Vec<Move> = moves.split(' ').map(|mv| mv.parse().unwrap()).collect();
        let mut weights = Vec::new();
        weigh(policy, &engine.observe().unwrap(), &moves, &mut weights);
        weights
    }

    #[test]
    fn weights_are_parallel_to_moves_and_positive() {
        for policy in POLICIES {
            for moves in ["a1", "a1 b1 z99", "e5 d1"] {
                let weights = weights(policy.name, "5x5 .RB...G...BG.R.....BRG.B. blue", moves);
                assert_eq!(weights.len(), moves.split(' ').count());
                assert!(weights.iter().all(|&weight| weight > 0), "{}", policy.name);
            }
        }
    }

    #[test]
    fn each_policy_prefers_the_moves_it_is_named_for() {
        for (policy, position, better, worse) in [
            ("greedy", "8x1 .RRB#BR. blue", "a1", "h1"),
            ("modest", "8x1 .RRB#BR. blue", "h1", "a1"),
            ("star", "5x2 BR.GB.RB.. blue", "c1", "a2"),
            ("hunt", "8x1 .GB#BRR. blue", "a1", "h1"),
            ("brink", "5x3 ......RB.....RB blue", "a3", "a2"),
        ] {
            let weights = weights(policy, position, &[better, worse].join(" "));
            assert!(weights[0] > weights[1], "{policy}: {better} {} {worse} {}", weights[0], weights[1]);
        }
    }

    #[test]
    fn starving_leaves_the_others_fewer_moves() {
        // At c1, blue jumps from a cell from which green could jump; at a3, from a different one.
        let position = "5x3 BR.RG#####.RB## blue";
        for policy in ["starve", "quiet"] {
            let weights = weights(policy, position, "c1 a3");
            assert!(weights[0] > weights[1], "{policy}: {weights:?}");
        }
    }
}
