//! Arrangements of balls in which a capture continues after its first iteration.
//!
//! Such captures are rare in any play that does not aim at them, because balls of several layers must be in
//! exact places. A [`Trap`] is one way to arrange them, ball by ball, in an order that lifts none too early.
//! Both sides build it together. The policy makes both do so; a trap only lists what is still missing.

use alloc::vec;
use alloc::vec::Vec;

use bustan_vocabulary::margo::{Player, Point};

use crate::margo::view::View;

/// The owner of the ball that a trap needs at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// The side that makes the capture.
    Hunter,
    /// The side whose balls are lifted in the first iteration.
    Prey,
    /// No player yet: the hole keeps a group alive.
    Nobody,
    /// The point is beyond the edge of the board.
    Beyond,
    /// The hunter, unless it is beyond the edge.
    HunterOrBeyond,
}

use Role::{Beyond, Hunter, HunterOrBeyond, Nobody, Prey};

/// A point of a trap: the stage that fills it, its column, row and level, and its owner.
pub(super) type Part = (u8, [i8; 3], Role);

/// An arrangement that may be rotated, reflected and moved about. Its first part is a hole in column 0 and
/// row 0. The ball of the last stage makes the capture.
pub(super) type Trap = [Part];

/// The second iteration lifts two of the hunter's balls in the corner of the board. They have lost their
/// freedoms and stayed, because a ball of the prey rests on them; it is the only one of its group that
/// carries no ball.
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

/// The third iteration lifts a ball of the prey between four of the hunter's. Its own side buried it: a
/// pyramid that was on the nine balls there, with its last freedom next to one of the corners.
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

/// The moves that a trap needs in a position.
pub(super) struct Plans {
    /// By [`View::index`], how much the player on turn wants each point; more if more of the trap is there.
    pub(super) wanted: Vec<u32>,
    /// The empty points of the trap at the place where it has progressed most.
    pub(super) open: Vec<Point>,
}

impl Plans {
    /// Plans for a trap at every place where no ball is in the way.
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

/// The progress of a trap at one place.
struct Progress {
    /// The number of its balls that are there.
    there: u32,
    /// The points missing in the first incomplete stage.
    next: Vec<(Point, Role)>,
    /// All points to fill or to leave empty.
    open: Vec<Point>,
}

impl Progress {
    /// The progress at one place; `None` if a ball is in the way or the trap does not fit on the board.
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

    /// The points that the prey, or else any side but the prey, has to fill next.
    fn missing(&self, prey: bool) -> impl Iterator<Item = Point> + '_ {
        self.next.iter().filter(move |(_, role)| (*role == Prey) == prey).map(|&(point, _)| point)
    }
}

/// The point of a part of a trap that is rotated and moved to a hole.
fn placed(view: &View<'_>, [col, row, level]: [i8; 3], turn: u8, hole: Point) -> Option<Point> {
    // In half steps, the points of all levels rotate about the same place.
    let (x, y) = (2 * col + level, 2 * row + level);
    let (x, y) = if turn & 4 == 0 { (x, y) } else { (y, x) };
    let (x, y) = (if turn & 1 == 0 { x } else { -x }, if turn & 2 == 0 { y } else { -y });
    view.step(hole, ((x - level) / 2, (y - level) / 2, level))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bustan_core::margo::Board;

    /// The points that the player on turn wants, by name.
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
