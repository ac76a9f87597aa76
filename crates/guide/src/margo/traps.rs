//! Arrangements of balls in which a capture continues after its first iteration.
//!
//! Such captures are rare unless play aims at them, because balls on several levels must be at exact points.
//! A [`Trap`] is one such arrangement, with an order of its balls that does not lift any of them too early.
//! Both players build it together, because the policy applies to both; a trap only lists what is still
//! missing.

use alloc::vec;
use alloc::vec::Vec;

use bustan_vocabulary::margo::{Player, Point};

use crate::margo::view::View;

/// The owner of the ball that a trap needs at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// The player who makes the capture.
    Hunter,
    /// The player whose balls are lifted in the first iteration.
    Prey,
    /// No player: the hole must stay empty to keep a group alive.
    Nobody,
    /// The point must be beyond the edge of the board.
    Beyond,
    /// The point belongs to the hunter, unless it is beyond the edge.
    HunterOrBeyond,
}

use Role::{Beyond, Hunter, HunterOrBeyond, Nobody, Prey};

/// A point of a trap: the stage in which it is filled, its column, row and level, and its owner.
pub(super) type Part = (u8, [i8; 3], Role);

/// An arrangement of balls that may be rotated, reflected and shifted. Its first part is a hole in column 0
/// and row 0. The ball of the last stage makes the capture.
pub(super) type Trap = [Part];

/// The second iteration lifts two of the hunter's balls in the corner of the board. They had already lost
/// their freedoms and stayed as zombies, because a ball of the prey rests on them. That ball is the only one
/// of its group that does not support another.
pub(super) const SECOND: &Trap = &[
    (1, [0, 0, 0], Hunter),
    (0, [-1, 0, 0], Beyond),
    (0, [0, -1, 0], Beyond),
    (0, [3, 0, 0], Nobody),
    (1, [1, 0, 0], Hunter),
    (1, [0, 1, 0], Prey),
    (1, [1, 1, 0], Prey),
    (1, [0, 2, 0], Hunter),
    (1, [1, 2, 0], Hunter),
    (2, [0, 0, 1], Prey),
    (2, [0, 1, 1], Hunter),
    (3, [2, 0, 0], Prey),
    (4, [2, 1, 0], Hunter),
];

/// The third iteration lifts the prey ball at the centre, which has a hunter ball on each of its four sides.
/// A prey pyramid on the 3 x 3 square around it buried it. The last freedom of the pyramid is next to a
/// corner of that square.
pub(super) const THIRD: &Trap = &[
    (1, [0, 0, 0], Prey),
    (1, [-1, -1, 0], Prey),
    (1, [0, -1, 0], Hunter),
    (1, [-1, 0, 0], Hunter),
    (2, [-1, -1, 1], Prey),
    (3, [1, 0, 0], Hunter),
    (3, [0, 1, 0], Hunter),
    (3, [1, -1, 0], Hunter),
    (3, [-1, 1, 0], Hunter),
    (3, [1, 1, 0], Hunter),
    (3, [0, -1, 1], Prey),
    (3, [-1, 0, 1], Prey),
    (3, [0, 0, 1], Prey),
    (4, [-1, -1, 2], Prey),
    (4, [-1, -2, 0], HunterOrBeyond),
    (5, [-2, -1, 0], Hunter),
];

/// The moves that traps need in a position.
pub(super) struct Plans {
    /// For each point, by [`View::index`], its value for the player to move, which is higher for traps with
    /// more balls in place.
    pub(super) wanted: Vec<u32>,
    /// The empty points of the most advanced trap.
    pub(super) open: Vec<Point>,
}

impl Plans {
    /// Returns the plans for a trap in all places and orientations in which no ball is in the way.
    pub(super) fn of(view: &View<'_>, player: Player, trap: &Trap) -> Self {
        let mut plans = Self { wanted: vec![0; view.len()], open: Vec::new() };
        let mut most = 0;
        let holes = || view.size.points().filter(|point| point.level() == 0);
        let ways = || holes().flat_map(|hole| (0..8).map(move |turn| (hole, turn)));
        for &prey in view.seen.setup.players() {
            for (hole, turn) in ways() {
                let Some(found) = Progress::of(view, trap, prey, turn, hole) else { continue };
                for at in found.missing(player == prey).filter_map(|point| view.index(point)) {
                    plans.wanted[at] += 1 << found.there.min(14);
                }
                if found.there > most {
                    (most, plans.open) = (found.there, found.open);
                }
            }
        }
        plans
    }
}

/// The progress of a trap in one place and orientation.
struct Progress {
    /// The number of balls of the trap that are in place.
    there: u32,
    /// The missing points of the first incomplete stage.
    next: Vec<(Point, Role)>,
    /// All points that still have to be filled or to stay empty.
    open: Vec<Point>,
}

impl Progress {
    /// Returns the progress in one place and orientation; `None` if a ball is in the way or the trap does not
    /// fit on the board.
    fn of(view: &View<'_>, trap: &Trap, prey: Player, turn: u8, hole: Point) -> Option<Self> {
        let mut progress = Self { there: 0, next: Vec::new(), open: Vec::new() };
        let mut first = u8::MAX;
        for &(stage, part, role) in trap {
            let Some(point) = placed(view, part, turn, hole) else {
                if matches!(role, Beyond | HunterOrBeyond) {
                    continue;
                }
                return None;
            };
            match (view.ball(point), role) {
                (_, Beyond) | (Some(_), Nobody) => return None,
                (None, Nobody) => progress.open.push(point),
                (None, _) => {
                    first = first.min(stage);
                    progress.open.push(point);
                    if stage == first {
                        progress.next.push((point, role));
                    }
                }
                (Some(ball), _) if (ball == prey) != (role == Prey) => return None,
                (Some(_), _) => progress.there += 1,
            }
        }
        Some(progress)
    }

    /// The points to fill next: those of the prey if `prey` is `true`, otherwise those of the other players.
    fn missing(&self, prey: bool) -> impl Iterator<Item = Point> + '_ {
        self.next.iter().filter(move |(_, role)| (*role == Prey) == prey).map(|&(point, _)| point)
    }
}

/// The point of a part of a trap that is rotated by `turn` and shifted to `hole`.
fn placed(view: &View<'_>, [col, row, level]: [i8; 3], turn: u8, hole: Point) -> Option<Point> {
    // In half steps, the points of all levels rotate about the same centre.
    let (x, y) = (2 * col + level, 2 * row + level);
    let (x, y) = if turn & 4 == 0 { (x, y) } else { (y, x) };
    let (x, y) = (if turn & 1 == 0 { x } else { -x }, if turn & 2 == 0 { y } else { -y });
    view.step(hole, ((x - level) / 2, (y - level) / 2, level))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bustan_core::margo::Board;

    /// The names of the points with a value for the player to move, with their values.
    fn wanted(trap: &Trap, position: &str) -> Vec<(alloc::string::String, u32)> {
        let seen = Board::from_position(&position.parse().unwrap()).unwrap().observe();
        let view = View::new(&seen);
        let plans = Plans::of(&view, seen.to_move.unwrap(), trap);
        let mut wanted: Vec<_> =
            view.size.points().map(|point| (plans.wanted[view.index(point).unwrap()], point)).collect();
        wanted.retain(|(weight, _)| *weight > 0);
        wanted.sort_by_key(|(weight, _)| core::cmp::Reverse(*weight));
        wanted
            .into_iter()
            .map(|(weight, point)| (alloc::string::ToString::to_string(&point), weight))
            .collect()
    }

    #[test]
    fn the_last_ball_of_a_trap_is_wanted_most() {
        let second = "4 white 12 WA1:0 WC1:0 BA3:0 BC3:0 WA5:0 WC5:0 BB2:1 WB4:1 BE1:0";
        assert_eq!(wanted(SECOND, second)[0].0, "E3:0");
        let third = "4 white 16 BE3:0 BC5:0 BG5:0 BE7:0 BC7:0 BG7:0 BG3:0 BC1:0 \
            WE5:0 WC3:0 WD4:1 WF4:1 WD6:1 WF6:1 WE5:2"
            .replace("white", "black")
            .replace(" 16 ", " 17 ");
        assert_eq!(wanted(THIRD, &third)[0].0, "A3:0");
    }

    #[test]
    fn a_ball_in_the_way_ends_a_trap() {
        let before = wanted(SECOND, "4 white 12 WA1:0 WC1:0 BA3:0 BC3:0 WA5:0 WC5:0 BB2:1 WB4:1 BE1:0");
        let after = wanted(SECOND, "4 white 12 WA1:0 WC1:0 BA3:0 BC3:0 WA5:0 WC5:0 BB2:1 WB4:1 BE1:0 BG1:0");
        assert!(before[0].1 > after[0].1);
    }
}
