//! Connections between balls: their definition, and the recorded links.
//!
//! A link is a number from 0 to 11: 0 to 3 for the neighbours on the same level, in the order of
//! [`Site::around`](super::grid::Site::around), 4 to 7 for those below, and 8 to 11 for those above.

use super::Board;

/// The number of links that a point can have.
pub(super) const LINKS: usize = 12;

/// For each direction, the two points above that rest on both ends of the contact in that direction, as
/// indices in `above`.
const OVERPASS: [[usize; 2]; 4] = [[1, 3], [2, 3], [0, 2], [0, 1]];

/// For each direction, the two supports that a point shares with its neighbour in that direction, as indices
/// in `below`.
pub(super) const SHARED: [[usize; 2]; 4] = [[0, 2], [0, 1], [1, 3], [2, 3]];

/// The direction from the first to the second of the two [`SHARED`] supports.
pub(super) const ACROSS: [usize; 4] = [3, 2, 3, 2];

/// The number of each link at its other end.
const REVERSE: [u8; LINKS] = [2, 3, 0, 1, 8, 9, 10, 11, 4, 5, 6, 7];

impl Board {
    /// Whether a ball is visible: no ball is straight above it [margo 3.1].
    pub(super) fn is_visible(&self, point: u16) -> bool {
        !self.spots[usize::from(self.grid.site(point).over)].is_ball()
    }

    /// Whether the ball on a point is connected with the ball at the other end of a link, by definition
    /// [margo 3.2].
    ///
    /// Two balls of other colours above the contact of two balls on one level cut it [margo 3.3]
    /// [margo 12.3], whether or not they are visible [margo 3.4], except with `cutting off` [margo 11.1].
    pub(super) fn is_connected(&self, point: u16, link: usize) -> bool {
        let site = self.grid.site(point);
        let other = site.ends[link];
        let colour = self.spots[usize::from(point)].colour;
        if self.spots[usize::from(other)].colour != colour
            || !self.is_visible(point)
            || !self.is_visible(other)
        {
            return false;
        }
        let cuts = |&i: &usize| {
            let ball = self.spots[usize::from(site.above()[i])];
            ball.is_ball() && ball.colour != colour
        };
        link >= 4 || !self.setup.cutting || !OVERPASS[link].iter().all(cuts)
    }

    /// Whether a link of a point is set.
    #[inline]
    pub(super) fn is_linked(&self, point: u16, link: usize) -> bool {
        self.spots[usize::from(point)].links >> link & 1 == 1
    }

    /// Toggles a link at both ends.
    pub(super) fn flip(&mut self, point: u16, link: usize) {
        let other = self.grid.site(point).ends[link];
        self.spots[usize::from(point)].links ^= 1 << link;
        self.spots[usize::from(other)].links ^= 1 << REVERSE[link];
    }
}
