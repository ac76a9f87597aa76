//! Standings: who is ahead in a game.

/// The standing of the players of a game in a position: who is ahead or, when the game is over, who has won.
///
/// It is cheap to compute, so that a search can evaluate it at every leaf. Players are identified by their
/// indices in [`Game::PLAYERS`](crate::Game::PLAYERS).
///
/// ```
/// use bustan_vocabulary::Standing;
///
/// let points = Standing::of_points(&[3, 7, 5]);
/// assert_eq!((points.winner(), points.lead(0), points.lead(1)), (Some(1), -4, 2));
/// let mate = Standing::of_result(Some(0), &[3, 12]);
/// assert_eq!((mate.winner(), mate.lead(0), mate.estimate(0)), (Some(0), 1, -9));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    points: [i32; Standing::MOST],
    players: u8,
    /// The winner, if any, in a game that is not decided by points; `None` in a game of points.
    result: Option<Option<u8>>,
}

impl Standing {
    /// The maximum number of players.
    pub const MOST: usize = 4;

    /// Returns the standing in a game that the player with the most points wins.
    ///
    /// # Panics
    /// Panics if there are fewer than two players, or more than [`MOST`](Self::MOST).
    pub fn of_points(points: &[i32]) -> Self {
        assert!((2..=Self::MOST).contains(&points.len()), "there are {} players", points.len());
        let mut all = [0; Self::MOST];
        all[..points.len()].copy_from_slice(points);
        Self { points: all, players: points.len() as u8, result: None }
    }

    /// Returns the standing in a game that is not decided by points. `worth` is the value of each player's
    /// pieces, as an estimate of who is ahead before the end.
    ///
    /// # Panics
    /// Panics in the same cases as [`of_points`](Self::of_points).
    pub fn of_result(winner: Option<usize>, worth: &[i32]) -> Self {
        Self { result: Some(winner.map(|winner| winner as u8)), ..Self::of_points(worth) }
    }

    /// The number of players.
    pub const fn players(&self) -> usize {
        self.players as usize
    }

    /// Whether the player with the most points wins.
    pub const fn is_by_points(&self) -> bool {
        self.result.is_none()
    }

    /// The points of a player or, in a game that is not decided by points, the value of the player's pieces.
    pub const fn points(&self, player: usize) -> i32 {
        self.points[player]
    }

    /// The player who has won; in a game of points that is not over, the player who leads. `None` if several
    /// players share the most points, or if nobody has won.
    pub fn winner(&self) -> Option<usize> {
        match self.result {
            Some(winner) => winner.map(usize::from),
            None => (0..self.players()).find(|&player| self.estimate(player) > 0),
        }
    }

    /// The lead of a player at the end of the game, in the unit of [`Solve`](crate::Solve): the difference to
    /// the best of the others in points or, in a game that is not decided by points, 1 for a win, 0 for a tie
    /// and -1 for a loss.
    pub fn lead(&self, player: usize) -> i32 {
        match self.result {
            None => self.estimate(player),
            Some(None) => 0,
            Some(Some(winner)) if usize::from(winner) == player => 1,
            Some(Some(_)) => -1,
        }
    }

    /// The difference between a player and the best of the others, in points or in the value of pieces.
    pub fn estimate(&self, player: usize) -> i32 {
        let others = (0..self.players()).filter(|&other| other != player);
        self.points[player] - others.map(|other| self.points[other]).max().unwrap_or_default()
    }
}
