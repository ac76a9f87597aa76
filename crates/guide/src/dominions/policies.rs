//! Policies for the selection of moves that lead to hard cases of the game.
//!
//! Uniformly random games rarely fill a group's last liberty, because most moves open liberties elsewhere.
//! Each policy evaluates the cell of a placement and the number of free beams of the tile (beams that point
//! at empty cells), and raises the weight of moves that lead to one kind of hard case. Every legal move keeps
//! some weight, so that no policy can get stuck.

use alloc::vec;
use alloc::vec::Vec;

use bustan_vocabulary::dominions::{Cell, Move, Observation, Player, Tile};

use super::view::{CELLS, Site, View, index};
use crate::tables::policies;

policies! {
    Uniform = "uniform": "all legal moves with equal probability",
    Fight = "fight": "tight fights: many links, groups short of liberties",
    Capture = "capture": "fills the last liberties of the opponent's groups",
    Suicide = "suicide": "fills the own last liberties and opens none",
    Passes = "passes": "passes every few moves",
    Sparse = "sparse": "many sections: blank contacts, tiles with few beams",
    Edge = "edge": "along the edge and into the corners",
}

/// The largest weight of a placement. It ensures that the sum over all moves fits into 32 bits.
const MAX: u32 = 20_000;

/// Appends the weights of `moves`; see [`Explore::weigh`](crate::Explore::weigh).
pub(super) fn weigh(policy: usize, seen: &Observation, moves: &[Move], weights: &mut Vec<u32>) {
    let want = Want::of(policy);
    let (Some(player), false) = (seen.to_move, want == Want::Uniform) else {
        weights.resize(moves.len(), 1);
        return;
    };
    let mut sites = Sites::new(seen, player);
    weights.extend(moves.iter().map(|mv| match *mv {
        Move::Place(tile, cell) => placement(want, sites.at(cell), tile).clamp(1, MAX),
        Move::Pass => 0,
    }));
    let total: u64 = weights.iter().copied().map(u64::from).sum();
    for (weight, mv) in weights.iter_mut().zip(moves) {
        if *mv == Move::Pass {
            *weight = pass(want, seen.passes, total);
        }
    }
}

/// The weight of a pass if the placements have the total weight `total`. The weight is lower after a pass,
/// because a second pass ends the game.
fn pass(want: Want, passes: u8, total: u64) -> u32 {
    let one_in = match (want, passes) {
        (Want::Passes, 0) => 3,
        (Want::Passes, _) => 20,
        (_, 0) => 200,
        _ => 1000,
    };
    u32::try_from(total / one_in).unwrap_or(u32::MAX).max(u32::from(total == 0))
}

fn placement(want: Want, site: Site, tile: Tile) -> u32 {
    let links = site.links();
    let free = tile.beams().saturating_sub(links);
    // A value from 0 to 6, which is higher if the tile adds fewer liberties.
    let closed = 6_u32.saturating_sub(free);
    match want {
        Want::Uniform | Want::Passes => 1,
        Want::Fight => (1 + links * links) * (1 + site.tension) * (1 + closed),
        Want::Capture => {
            let near = site.enemy_left.map_or(0, |left| 24 / (1 + left));
            (1 + near + 60 * site.captures * site.captures) * (1 + closed)
        }
        Want::Suicide => {
            let left = site.own_left + free;
            match (left, links) {
                (0, _) => 400,
                (_, 0) => 1 + closed,
                _ => (1 + 24 / (1 + left)) * (1 + closed),
            }
        }
        Want::Sparse => {
            let apart = if links == 0 { 40 } else { 1 };
            (1 + apart) * (1 + closed * closed * closed / 4)
        }
        Want::Edge => [2, 2, 40, 80].get(site.edges as usize).copied().unwrap_or(1) * (1 + site.tension),
    }
}

/// The sites of a position, each of which is computed once.
struct Sites<'a> {
    view: View<'a>,
    player: Player,
    known: Vec<Option<Site>>,
}

impl<'a> Sites<'a> {
    fn new(seen: &'a Observation, player: Player) -> Self {
        Self { view: View::new(seen), player, known: vec![None; CELLS] }
    }

    fn at(&mut self, cell: Cell) -> Site {
        match index(cell) {
            Some(at) => *self.known[at].get_or_insert_with(|| self.view.site(cell, self.player)),
            None => Site::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dominions::sample::observation;

    fn weights(policy: &str, position: &str, moves: &str) -> Vec<u32> {
        let policy = POLICIES.iter().position(|known| known.name == policy).unwrap();
        let moves: Vec<Move> = moves.split(' ').map(|mv| mv.parse().unwrap()).collect();
        let mut weights = Vec::new();
        weigh(policy, &observation(position), &moves, &mut weights);
        weights
    }

    /// White is to move. The single tile of Black on i10 and that of White on h8 have their only liberty at
    /// i9.
    const TIGHT: &str = "9 white 0 2 W1h8 B4i10";

    #[test]
    fn weights_are_parallel_to_moves_and_not_all_zero() {
        for policy in POLICIES {
            for moves in ["pass", "P40i9 pass", "pass P40i9 P42i9", "P1z99 P1a0 pass"] {
                let weights = weights(policy.name, TIGHT, moves);
                assert_eq!(weights.len(), moves.split(' ').count(), "{}", policy.name);
                assert!(weights.iter().any(|&weight| weight > 0), "{}", policy.name);
                for (weight, mv) in weights.iter().zip(moves.split(' ')) {
                    assert!(*weight > 0 || mv == "pass", "{} gives {mv} no weight", policy.name);
                }
            }
        }
    }

    #[test]
    fn uniform_weighs_every_move_alike() {
        assert_eq!(weights("uniform", TIGHT, "pass P40i9 P42i9 P4i11"), [1, 1, 1, 1]);
    }

    #[test]
    fn each_policy_prefers_the_moves_it_is_named_for() {
        for (policy, position, better, worse) in [
            ("fight", TIGHT, "P40i9", "P4j11"),
            ("capture", TIGHT, "P40i9", "P4j11"),
            ("capture", TIGHT, "P40i9", "P63i9"),
            ("suicide", TIGHT, "P40i9", "P42i9"),
            ("suicide", TIGHT, "P42i9", "P47i9"),
            ("sparse", TIGHT, "P32i11", "P40i9"),
            ("sparse", TIGHT, "P32i11", "P51i11"),
            ("edge", "9 white", "P2a2", "P2i9"),
            ("edge", "9 white", "P2a1", "P2a2"),
        ] {
            let weights = weights(policy, position, &[better, worse].join(" "));
            assert!(weights[0] > weights[1], "{policy}: {better} {} {worse} {}", weights[0], weights[1]);
        }
    }

    #[test]
    fn only_passes_passes_often() {
        let moves: Vec<Move> = (0..400)
            .map(|i| Move::Place(Tile::new((1 + i % 63) as u8).unwrap(), "i9".parse().unwrap()))
            .collect();
        let moves: Vec<Move> = moves.into_iter().chain([Move::Pass]).collect();
        for (policy, known) in POLICIES.iter().enumerate() {
            let mut weights = Vec::new();
            weigh(policy, &observation("9 white"), &moves, &mut weights);
            let total: u32 = weights.iter().sum();
            let often = weights[400] * 10 > total;
            assert_eq!(often, known.name == "passes", "{}", known.name);
        }
    }
}
