//! Policies for the selection of moves that lead to hard cases of the game.
//!
//! Uniformly random games fill a flat board. Each policy evaluates the point at which a ball would be placed
//! and the points around and below it, and raises the weight of moves that lead to one kind of hard case.
//! Every legal move keeps some weight, so that no policy can get stuck.

use alloc::vec::Vec;

use bustan_vocabulary::margo::{Move, Observation, Player, Point};

use super::traps::{self, Plans};
use crate::margo::view::View;
use crate::tables::policies;

policies! {
    Uniform = "uniform": "all legal moves with equal probability",
    Climb = "climb": "plays as high as possible, and builds platforms to climb on",
    Bridge = "bridge": "plays over contacts of the opponent, to cut them",
    Capture = "capture": "fills the last freedoms of the opponent's groups",
    Ko = "ko": "plays again where balls were lifted, and captures single balls",
    Bury = "bury": "plays over own balls that connect others",
    Spread = "spread": "plays all over the first level, so that much is buried and revealed",
    Pin = "pin": "plays onto the balls of groups short of freedoms, then into those freedoms",
    Release = "release": "builds arrangements in which a capture costs the captor balls that it releases",
    Unearth = "unearth": "builds arrangements in which a capture uncovers a ball that is captured, too",
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
    let view = View::new(seen);
    let plans = match want {
        Want::Release => Some(Plans::of(&view, player, traps::SECOND)),
        Want::Unearth => Some(Plans::of(&view, player, traps::THIRD)),
        _ => None,
    };
    weights.extend(moves.iter().map(|mv| match *mv {
        Move::Swap => 5,
        Move::Place(cell) => match view.free(cell) {
            Some(point) => {
                Site { view: &view, point, player, plans: plans.as_ref() }.weight(want).clamp(1, MAX)
            }
            None => 1,
        },
    }));
}

/// The point at which a ball would be placed.
struct Site<'a> {
    view: &'a View<'a>,
    point: Point,
    player: Player,
    plans: Option<&'a Plans>,
}

impl Site<'_> {
    fn weight(&self, want: Want) -> u32 {
        let level = u32::from(self.point.level());
        match want {
            Want::Uniform => 1,
            Want::Climb => 1 + 20 * level * level + 2 * self.platforms(),
            Want::Bridge => 1 + 4 * level + 100 * self.cuts() + 6 * self.begins_bridge() + self.platforms(),
            Want::Capture => 1 + self.threat() / 4 + 20 * level + 2 * self.platforms(),
            Want::Ko => {
                1 + 10 * level + 300 * self.retakes() + self.threat() * if self.takes_one() { 6 } else { 1 }
            }
            Want::Bury => 1 + 10 * level * level + 60 * self.buries() + 3 * self.platforms(),
            Want::Spread => 10 + 60 * u32::from(level == 1) + 10 * self.cuts(),
            Want::Pin => 1 + self.pins() + self.threat() / 8 + 10 * level,
            Want::Release | Want::Unearth => self.plans.map_or(1, |plans| self.planned(plans)),
        }
    }

    /// The weight of the point for a trap: high if the trap needs the point, low if a ball would obstruct the
    /// most advanced trap.
    fn planned(&self, plans: &Plans) -> u32 {
        let wanted =
            self.view.index(self.point).and_then(|at| plans.wanted.get(at).copied()).unwrap_or_default();
        if wanted > 0 {
            20 + 10 * wanted
        } else if plans.open.contains(&self.point) {
            1
        } else {
            10
        }
    }

    fn is_enemy(&self, point: Point) -> bool {
        self.view.ball(point).is_some_and(|player| player != self.player)
    }

    /// A measure of the squares above the point that would become platforms, or come closer to being one,
    /// because few of their other points are free.
    fn platforms(&self) -> u32 {
        let gaps = |above| self.view.below(above).filter(|&below| self.view.ball(below).is_none()).count();
        self.view.above(self.point).map(|above| [0, 8, 3, 1][gaps(above) % 4]).sum()
    }

    /// A measure of the shortage of freedoms of the opponents' groups next to the hole.
    fn threat(&self) -> u32 {
        if self.point.level() > 0 {
            return 0;
        }
        let enemies = self.view.around(self.point).filter(|&point| self.is_enemy(point));
        let groups = enemies.filter_map(|point| self.view.group(point));
        groups.map(|group| [0, 300, 40, 8].get(group.freedoms.len()).copied().unwrap_or(1)).sum()
    }

    /// Whether a group of one ball would lose its last freedom.
    fn takes_one(&self) -> bool {
        let mut groups = self.view.around(self.point).filter_map(|point| self.view.group(point));
        groups.any(|group| group.colour != self.player && group.balls.len() == 1 && group.freedoms.len() == 1)
    }

    /// 1 if the previous move lifted a ball from the point, otherwise 0.
    fn retakes(&self) -> u32 {
        u32::from(self.view.seen.captured.contains(&self.point))
    }

    /// The number of opponents' contacts that the ball would cut.
    fn cuts(&self) -> u32 {
        let cut = |(partner, [a, b]): &(Point, [Point; 2])| {
            self.is_enemy(*a)
                && self.view.ball(*a) == self.view.ball(*b)
                && self.view.ball(*partner).is_some_and(|player| Some(player) != self.view.ball(*a))
        };
        self.view.crossings(self.point).filter(cut).count() as u32
    }

    /// The number of opponents' contacts that the ball would cut together with one more ball.
    fn begins_bridge(&self) -> u32 {
        let open = |(partner, [a, b]): &(Point, [Point; 2])| {
            self.is_enemy(*a)
                && self.view.ball(*a) == self.view.ball(*b)
                && self.view.ball(*partner).is_none()
        };
        self.view.crossings(self.point).filter(open).count() as u32
    }

    /// If the ball would bury a ball of the same player, one more than the number of the player's balls next
    /// to or on the buried ball; otherwise 0.
    fn buries(&self) -> u32 {
        let own = |point: &Point| self.view.ball(*point) == Some(self.player);
        match self.view.under(self.point).filter(own) {
            Some(buried) => {
                1 + self.view.around(buried).chain(self.view.above(buried)).filter(own).count() as u32
            }
            None => 0,
        }
    }

    /// A measure of the shortage of freedoms of the opponents' balls that would support the ball.
    fn pins(&self) -> u32 {
        let enemies = self.view.below(self.point).filter(|&point| self.is_enemy(point));
        let groups = enemies.filter_map(|point| self.view.group(point));
        groups.map(|group| [10, 120, 60, 20].get(group.freedoms.len()).copied().unwrap_or(4)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bustan_core::margo::Board;

    fn weights(policy: &str, position: &str, moves: &str) -> Vec<u32> {
        let policy = POLICIES.iter().position(|known| known.name == policy).unwrap();
        let seen = Board::from_position(&position.parse().unwrap()).unwrap().observe();
        let moves: Vec<Move> = moves.split(' ').map(|mv| mv.parse().unwrap()).collect();
        let mut weights = Vec::new();
        weigh(policy, &seen, &moves, &mut weights);
        weights
    }

    #[test]
    fn weights_are_parallel_to_moves_and_positive() {
        for policy in POLICIES {
            for moves in ["A1", "swap A1 B2 G7", "Z99 A2"] {
                let weights = weights(policy.name, "4 swap WC3:0 BC5:0", moves);
                assert_eq!(weights.len(), moves.split(' ').count());
                assert!(weights.iter().all(|&weight| weight > 0), "{}", policy.name);
            }
        }
    }

    #[test]
    fn each_policy_prefers_the_moves_it_is_named_for() {
        let square = "4 white 10 WA1:0 BC1:0 WA3:0 BC3:0 WE1:0 BE3:0 WB2:1";
        for (policy, position, better, worse) in [
            ("climb", square, "D2", "G7"),
            ("climb", "4 WC3:0 BC5:0 WE3:0", "E5", "G1"),
            ("bridge", square, "D2", "G7"),
            ("capture", "4 white 4 WA3:0 BA1:0", "C1", "G7"),
            ("ko", "4 white 4 WA3:0 BA1:0", "C1", "G7"),
            ("pin", "4 white 9 WA1:0 BC1:0 WA3:0 BC3:0", "B2", "G7"),
        ] {
            // Eight is a possible number of moves for this player to move.
            let position = position.replace("white 9", "white 8");
            let weights = weights(policy, &position, &[better, worse].join(" "));
            assert!(weights[0] > weights[1], "{policy}: {better} {} {worse} {}", weights[0], weights[1]);
        }
    }
}
