//! Placing a ball, including captures.

use super::groups::Group;
use super::links::{ACROSS, LINKS, SHARED};
use super::{Board, EMPTY, hash, toggle};
use crate::shared::bits;

impl Board {
    /// Places a ball on an open point and lifts the balls that it captures. The mover may lose other balls
    /// [margo 6.2]. Returns `false` for suicide [margo 6.1]; the captures are then incomplete, and the caller
    /// must revert the placement.
    pub(super) fn place(&mut self, point: u16, colour: u8) -> bool {
        self.put(point, colour);
        let label = self.open_group(self.contacts_of(point).of_size(1));
        self.label(point, label);
        self.scratch.suspects.clear();
        self.scratch.severed.clear();
        self.fill_hole(point, colour);
        self.link_new(point, colour);
        if self.grid.site(point).level > 0 {
            self.bury_under(point);
            self.cut_under(point, colour);
            self.separate();
            self.suspect_severed();
        }
        if self.scratch.suspects.is_empty() {
            !self.group_of(point).is_strangled()
        } else {
            self.capture(point, colour)
        }
    }

    /// Removes the hole that a new ball fills from the freedoms of the neighbouring groups. Groups of other
    /// colours that thereby lose their last freedom become suspect.
    pub(super) fn fill_hole(&mut self, point: u16, colour: u8) {
        let site = *self.grid.site(point);
        if site.level > 0 {
            return;
        }
        for other in site.around() {
            let spot = self.spots[usize::from(other)];
            if spot.is_ball() {
                let group = self.record(spot.group);
                *group -= Group::contact(point);
                if group.is_strangled() && spot.colour != colour {
                    self.suspect_group(other);
                }
            }
        }
    }

    /// Connects a new ball with the balls of its colour around and below it [margo 3.2]. The new ball carries
    /// no ball, so those balls are not buried and the contacts are not cut.
    fn link_new(&mut self, point: u16, colour: u8) {
        let site = *self.grid.site(point);
        let reach = if site.level == 0 { 4 } else { 8 };
        for link in 0..reach {
            let other = site.ends[link];
            if self.spots[usize::from(other)].colour == colour {
                self.toggle(point, link);
                self.join(point, other);
            }
        }
    }

    /// Removes the ball straight below a new ball from its group [margo 3.1] [margo 3.5].
    fn bury_under(&mut self, point: u16) {
        let site = self.grid.site(point);
        if site.level < 2 {
            return;
        }
        let buried = site.under;
        self.unlink(buried);
        self.leave(buried);
    }

    /// Clears all links of a ball. The balls at their other ends become severed.
    pub(super) fn unlink(&mut self, point: u16) {
        for link in bits(self.spots[usize::from(point)].links) {
            self.scratch.severed.push(self.grid.site(point).ends[link]);
            self.toggle(point, link);
        }
    }

    /// Cuts the contacts that a new ball crosses together with a neighbour if neither ball has the colour of
    /// the contact [margo 3.3] [margo 12.3]. Does nothing with `cutting off` [margo 11.1].
    pub(super) fn cut_under(&mut self, point: u16, colour: u8) {
        if !self.setup.cutting {
            return;
        }
        let site = *self.grid.site(point);
        for direction in 0..4 {
            let (first, second) = SHARED[direction].map(|place| site.below()[place]).into();
            let partner = self.spots[usize::from(site.around()[direction])];
            let crossed = self.spots[usize::from(first)].colour;
            if partner.is_ball()
                && partner.colour != crossed
                && crossed != colour
                && self.is_linked(first, ACROSS[direction])
            {
                self.toggle(first, ACROSS[direction]);
                self.scratch.severed.extend([first, second]);
            }
        }
    }

    /// Marks the groups of severed balls that have no freedom as suspect.
    fn suspect_severed(&mut self) {
        let severed = core::mem::take(&mut self.scratch.severed);
        for &point in &severed {
            if self.group_of(point).is_strangled() {
                self.suspect_group(point);
            }
        }
        self.scratch.severed = severed;
    }

    /// Adds the balls of a group that carry no other ball to the suspects.
    fn suspect_group(&mut self, ball: u16) {
        let label = self.spots[usize::from(ball)].group;
        for (word, &bare) in self.bare.iter().enumerate() {
            let mut left = bare;
            while left != 0 {
                let point = (word * 64) as u16 + left.trailing_zeros() as u16;
                left &= left - 1;
                if self.spots[usize::from(point)].group == label {
                    self.scratch.suspects.push(point);
                }
            }
        }
    }

    /// Puts a ball on an empty point, without updating groups. A point above it becomes open if this ball is
    /// its fourth support [margo 2.1].
    pub(super) fn fill(&mut self, point: u16, colour: u8) {
        self.spots[usize::from(point)].colour = colour;
        self.colour_changed(point, colour);
        self.balls[usize::from(colour - 1)] += 1;
        toggle(&mut self.open, point);
        toggle(&mut self.bare, point);
        let site = *self.grid.site(point);
        if site.level > 0 {
            for support in site.below() {
                let spot = &mut self.spots[usize::from(support)];
                spot.carries += 1;
                if spot.carries == 1 {
                    toggle(&mut self.bare, support);
                }
            }
        } else {
            for beside in site.around() {
                self.spots[usize::from(beside)].room -= 1;
            }
        }
        for above in site.above() {
            if usize::from(above) < self.grid.points() {
                let spot = &mut self.spots[usize::from(above)];
                spot.support += 1;
                if spot.support == 4 {
                    toggle(&mut self.open, above);
                }
            }
        }
    }

    /// Removes a ball from its point: the reverse of [`fill`](Self::fill).
    pub(super) fn clear(&mut self, point: u16) {
        let site = *self.grid.site(point);
        for above in site.above() {
            if usize::from(above) < self.grid.points() {
                let spot = &mut self.spots[usize::from(above)];
                if spot.support == 4 {
                    spot.support = 3;
                    toggle(&mut self.open, above);
                } else {
                    spot.support -= 1;
                }
            }
        }
        if site.level > 0 {
            for support in site.below() {
                let spot = &mut self.spots[usize::from(support)];
                spot.carries -= 1;
                if spot.carries == 0 {
                    toggle(&mut self.bare, support);
                }
            }
        } else {
            self.add_room(point);
        }
        let colour = core::mem::replace(&mut self.spots[usize::from(point)].colour, EMPTY);
        toggle(&mut self.open, point);
        toggle(&mut self.bare, point);
        self.balls[usize::from(colour - 1)] -= 1;
        self.colour_changed(point, colour);
    }

    /// Adds an empty hole to the `room` of its neighbours.
    pub(super) fn add_room(&mut self, hole: u16) {
        for beside in self.grid.site(hole).around() {
            self.spots[usize::from(beside)].room += 1;
        }
    }

    /// Updates the plane and the hash after a ball of `colour` was put on a point or removed from it.
    fn colour_changed(&mut self, point: u16, colour: u8) {
        let (word, change) = Self::in_plane(point, colour);
        self.plane[word] ^= change;
        self.hash ^= hash::ball(point, colour);
    }

    /// The index of the plane's word that contains a ball, and the bits of the ball in it.
    pub(super) const fn in_plane(point: u16, colour: u8) -> (usize, u64) {
        (point as usize / 32, (colour as u64) << (point % 32 * 2))
    }

    /// Sets the missing links between a ball and all balls that it is connected with by definition.
    pub(super) fn link_all(&mut self, point: u16) {
        for link in 0..LINKS {
            self.link_one(point, link);
        }
    }

    /// Sets a link if the balls at its ends are connected by definition.
    pub(super) fn link_one(&mut self, point: u16, link: usize) {
        if !self.is_linked(point, link) && self.is_connected(point, link) {
            self.toggle(point, link);
            self.join(point, self.grid.site(point).ends[link]);
        }
    }
}
