//! Queries of a board: balls, groups, freedoms, scores.

use alloc::vec::Vec;

use bustan_vocabulary::Standing;
use bustan_vocabulary::margo::{Group, Observation, Player, Point, Setup};

use super::groups::NONE;
use super::journal::Step;
use super::{Board, EMPTY, Stage, hash};

impl Board {
    /// The size of the board and the variants.
    pub const fn setup(&self) -> Setup {
        self.setup
    }

    /// The number of moves played, the swap included.
    pub const fn ply(&self) -> u32 {
        self.ply
    }

    /// The player to move; `None` when the game is over.
    pub const fn turn(&self) -> Option<Player> {
        match self.stage {
            Stage::Open => Some(Self::player(self.turn)),
            _ => None,
        }
    }

    /// Whether the game is over.
    pub const fn is_over(&self) -> bool {
        !matches!(self.stage, Stage::Open)
    }

    /// A 64-bit hash of the balls and the player to move (no player when the game is over). The hash is the
    /// same in every version of this crate's major release and on every platform.
    pub const fn hash(&self) -> u64 {
        self.hash ^ if self.is_over() { hash::OVER } else { hash::turn(self.turn) }
    }

    /// The colour of the ball on `point`, if any.
    pub fn ball(&self, point: Point) -> Option<Player> {
        self.ball_at(self.grid.index(point)?)
    }

    fn ball_at(&self, point: u16) -> Option<Player> {
        let spot = self.spots[usize::from(point)];
        spot.is_ball().then(|| Self::player(spot.colour - 1))
    }

    /// The number of balls that `player` has on the board [margo 7.2].
    pub const fn score(&self, player: Player) -> u32 {
        self.balls[player as usize] as u32
    }

    /// The player who has won, or would win if the game ended now: with `atari`, by a capture [margo 10.1],
    /// otherwise with the most balls [margo 7.3] [margo 10.2]. `None` if several players share the most
    /// [margo 12.2].
    pub fn leader(&self) -> Option<Player> {
        if self.is_won_by_capture() {
            return Some(Self::player((self.turn + self.players - 1) % self.players));
        }
        let most = self.setup.players().iter().map(|&player| self.score(player)).max();
        let mut leaders = self.setup.players().iter().filter(|&&player| Some(self.score(player)) == most);
        leaders.next().copied().filter(|_| leaders.next().is_none())
    }

    /// The number of balls of each player. With `atari`, a capture may decide the game instead [margo 10.1].
    pub fn standing(&self) -> Standing {
        let balls = self.balls.map(i32::from);
        let balls = &balls[..usize::from(self.players)];
        match self.setup.atari {
            true => {
                let winner = self.leader().filter(|_| self.is_over());
                Standing::of_result(winner.map(|player| player as usize), balls)
            }
            false => Standing::of_points(balls),
        }
    }

    /// The group of the ball on `point`; `None` if the point is empty or the ball is buried.
    pub fn group(&self, point: Point) -> Option<Group> {
        let index = self.grid.index(point)?;
        let label = self.spots[usize::from(index)].group;
        (label != NONE).then(|| self.describe(label))
    }

    /// All groups, sorted by their smallest balls.
    pub fn groups(&self) -> Vec<Group> {
        let mut labels: Vec<u16> = self.points().map(|point| self.spots[usize::from(point)].group).collect();
        labels.sort_unstable();
        labels.dedup();
        let mut groups: Vec<Group> =
            labels.into_iter().filter(|&label| label != NONE).map(|label| self.describe(label)).collect();
        groups.sort_unstable_by_key(|group| group.balls[0]);
        groups
    }

    fn describe(&self, label: u16) -> Group {
        let balls = || self.points().filter(|&point| self.spots[usize::from(point)].group == label);
        let on_board = balls().filter(|&point| self.grid.site(point).level == 0);
        let beside = on_board.flat_map(|point| self.grid.site(point).around());
        let colour = balls().find_map(|point| self.ball_at(point)).expect("a group has balls");
        Group {
            colour,
            balls: self.names(balls()),
            freedoms: self.names(beside.filter(|&hole| self.spots[usize::from(hole)].colour == EMPTY)),
        }
    }

    fn points(&self) -> impl Iterator<Item = u16> + Clone {
        0..self.grid.points() as u16
    }

    fn names(&self, points: impl Iterator<Item = u16>) -> Vec<Point> {
        let mut names: Vec<Point> = points.map(|point| self.grid.name(point)).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The buried balls, sorted.
    pub fn buried(&self) -> Vec<Point> {
        self.names(self.points().filter(|&point| {
            let spot = self.spots[usize::from(point)];
            spot.is_ball() && spot.group == NONE
        }))
    }

    /// The points from which the last move lifted balls, sorted. Empty at the start.
    pub fn captured(&self) -> Vec<Point> {
        let from = self.plies.last().map_or(self.steps.len(), |ply| ply.steps);
        self.names(self.steps[from..].iter().filter_map(|step| match *step {
            Step::Took { point, .. } => Some(point),
            _ => None,
        }))
    }

    /// The balls on the board, with their points.
    pub(super) fn pieces(&self) -> impl Iterator<Item = (Point, Player)> + '_ {
        self.points().filter_map(|point| Some((self.grid.name(point), self.ball_at(point)?)))
    }

    /// Everything that can be observed of the position.
    pub fn observe(&self) -> Observation {
        Observation {
            game: "margo",
            size: self.grid.size,
            ply: self.ply,
            to_move: self.turn(),
            over: self.is_over(),
            winner: self.leader().filter(|_| self.is_over()),
            scores: self.setup.players().iter().map(|&player| (player, self.score(player))).collect(),
            board: self.pieces().collect(),
            groups: self.groups(),
            buried: self.buried(),
            captured: self.captured(),
            setup: self.setup,
            by_capture: self.is_won_by_capture(),
        }
    }
}
