//! Captures: colour after colour, until nothing more can be lifted.

use super::Board;
use super::groups::{Group, NONE};
use super::links::{ACROSS, SHARED};

impl Board {
    /// Lifts the balls that lost their last freedom by the placement of the ball on `placed`, and balls
    /// without freedom that these uncover: first those of the other colours in turn order, then the mover's,
    /// round after round [margo 5.1] [margo 12.4]. Returns `false` as soon as the mover's colour is next and
    /// the placed ball has no freedom [margo 6.1].
    ///
    /// A colour without suspects would lift nothing. So the rounds end when no ball is suspect, which is the
    /// case when a whole round has lifted nothing [margo 5.4].
    pub(super) fn capture(&mut self, placed: u16, mover: u8) -> bool {
        let next = |colour: u8| if colour == self.players { 1 } else { colour + 1 };
        let order = [next(mover), next(next(mover)), next(next(next(mover)))];
        let order = &order[..usize::from(self.players)];
        loop {
            for &colour in order {
                // Groups only gain freedoms while balls are lifted, so the ball is safe if it has a freedom
                // now.
                if colour == mover && self.group_of(placed).is_strangled() {
                    return false;
                }
                self.lift(colour);
            }
            if self.scratch.suspects.is_empty() {
                return true;
            }
        }
    }

    /// Performs one iteration: lifts the balls of a colour in groups without freedom [margo 5.2], except
    /// those that carry a ball that stays [margo 5.3].
    fn lift(&mut self, colour: u8) {
        self.collect_liftable(colour);
        if self.scratch.lifted.is_empty() {
            return;
        }
        let lifted = core::mem::take(&mut self.scratch.lifted);
        self.remove(&lifted);
        self.uncover(&lifted);
        for &point in &lifted {
            if self.grid.site(point).level > 0 {
                for support in self.grid.site(point).below() {
                    let spot = self.spots[usize::from(support)];
                    if spot.is_ball() && spot.carries == 0 {
                        self.scratch.suspects.push(support);
                    }
                }
            }
        }
        self.scratch.lifted = lifted;
    }

    /// Whether the ball on a point is in a group without freedom.
    pub(super) fn is_strangled(&self, point: u16) -> bool {
        let label = self.spots[usize::from(point)].group;
        label != NONE && self.groups[usize::from(label)].is_strangled()
    }

    /// Collects the balls to be lifted in `lifted`, each after the balls that it carries [margo 5.2], and
    /// only if all of those are lifted as well [margo 5.3]. Removes the suspects of this colour. Returns
    /// `true` if lifting them cannot cause further lifts: no other ball that might be lifted later is
    /// uncovered or loses everything that it carries.
    pub(super) fn collect_liftable(&mut self, colour: u8) -> bool {
        let mut suspects = core::mem::take(&mut self.scratch.suspects);
        let mut lifted = core::mem::take(&mut self.scratch.lifted);
        lifted.clear();
        let own = self.scratch.fresh_stamps(1);
        suspects.retain(|&point| {
            let spot = self.spots[usize::from(point)];
            if spot.colour != colour {
                return spot.is_ball();
            }
            let stamp = &mut self.scratch.stamps[usize::from(point)];
            if *stamp != own && self.groups[usize::from(spot.group)].is_strangled() {
                *stamp = own;
                lifted.push(point);
            }
            false
        });
        let mut settled = true;
        let mut done = 0;
        while let Some(&point) = lifted.get(done) {
            done += 1;
            let site = *self.grid.site(point);
            if site.level == 0 {
                continue;
            }
            for support in site.below() {
                let spot = self.spots[usize::from(support)];
                let relieved = &mut self.scratch.relieved[usize::from(support)];
                *relieved += 1;
                if *relieved == spot.carries {
                    if spot.colour == colour && self.is_strangled(support) {
                        lifted.push(support);
                    } else {
                        settled &= spot.group != NONE && !self.is_strangled(support);
                    }
                }
            }
        }
        for &point in &lifted {
            if self.grid.site(point).level > 0 {
                for support in self.grid.site(point).below() {
                    self.scratch.relieved[usize::from(support)] = 0;
                }
            }
        }
        self.scratch.suspects = suspects;
        self.scratch.lifted = lifted;
        settled
    }

    /// Removes balls from the board and from their groups, which may split.
    fn remove(&mut self, lifted: &[u16]) {
        self.scratch.severed.clear();
        for &point in lifted {
            self.unlink(point);
            self.leave(point);
        }
        // The parts of a group separate while the lifted balls have no contacts yet, as before the lift.
        let spots = &self.spots;
        self.scratch.severed.retain(|&point| spots[usize::from(point)].group != NONE);
        self.separate();
        for &point in lifted {
            self.take(point);
        }
    }

    /// Makes visible the balls that the lifted ones had buried [margo 5.5], restores the contacts that they
    /// had cut, and adds their holes to the freedoms of the neighbouring groups.
    fn uncover(&mut self, lifted: &[u16]) {
        for &point in lifted {
            let under = self.grid.site(point).under;
            if self.spots[usize::from(under)].is_ball() {
                let label = self.open_group(Group::EMPTY.of_size(1));
                self.label(under, label);
            }
        }
        for &point in lifted {
            let site = *self.grid.site(point);
            if site.level == 0 {
                for other in site.around() {
                    let spot = self.spots[usize::from(other)];
                    if spot.is_ball() {
                        *self.record(spot.group) += Group::contact(point);
                    }
                }
            }
        }
        for &point in lifted {
            let site = *self.grid.site(point);
            if self.spots[usize::from(site.under)].is_ball() {
                self.link_all(site.under);
            }
            if site.level > 0 {
                for direction in 0..4 {
                    let first = site.below()[SHARED[direction][0]];
                    if self.spots[usize::from(first)].is_ball() {
                        self.link_one(first, ACROSS[direction]);
                    }
                }
            }
        }
    }
}
