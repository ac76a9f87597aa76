//! Which placements are legal.

use bustan_vocabulary::margo::{Move, Player, Point, Reason, Stage};

use super::grid::Site;
use super::history::Snapshot;
use super::links::{ACROSS, SHARED};
use super::{Board, EMPTY, hash};

/// The outcome of a placement as far as it can be foreseen.
enum Outlook {
    /// It captures nothing, and its ball will live.
    Quiet,
    /// It captures nothing, and its ball will not live.
    Suicide,
    /// It captures, and its ball will live.
    Capture,
    /// It may capture.
    Sharp,
}

impl Board {
    /// Finds the legal placements of the player on turn, and those that are illegal only because they repeat
    /// a position. Without a legal move, the swap included [margo 9.4], the game is over [margo 7.1]. A game
    /// set up as over or won is over anyway [margo 8.7].
    pub(super) fn survey(&mut self) {
        self.legal_from = self.legal.len();
        self.repeating_from = self.repeating.len();
        if self.stage != Stage::Open {
            return;
        }
        let colour = self.turn + 1;
        for word in 0..self.open.len() {
            let mut set = self.open[word];
            while set != 0 {
                let point = (word * 64) as u16 + set.trailing_zeros() as u16;
                set &= set - 1;
                match self.judge(point, colour) {
                    Ok(()) => self.legal.push(point),
                    Err(Reason::Repetition) => self.repeating.push(point),
                    Err(_) => {}
                }
            }
        }
        if self.legal.len() == self.legal_from && !self.can_swap() {
            self.stage = Stage::Over;
        }
    }

    fn judge(&mut self, point: u16, colour: u8) -> Result<(), Reason> {
        match self.outlook(point, colour) {
            Outlook::Suicide => Err(Reason::Suicide),
            Outlook::Quiet => {
                if self.ball_count() < self.history.most() && self.would_repeat(point, colour) {
                    return Err(Reason::Repetition);
                }
                Ok(())
            }
            Outlook::Capture if !self.has_held(point, colour) => Ok(()),
            Outlook::Capture | Outlook::Sharp => {
                if self.is_plain_capture(point, colour) {
                    return Ok(());
                }
                self.attempt(point, colour)
            }
        }
    }

    /// Whether a ball of this colour has lain on the point in some position that counts for repetition.
    pub(super) fn has_held(&self, point: u16, colour: u8) -> bool {
        self.spots[usize::from(point)].held >> colour & 1 == 1
    }

    fn outlook(&mut self, point: u16, colour: u8) -> Outlook {
        if self.grid.site(point).level == 0 {
            self.outlook_in_hole(point, colour)
        } else {
            self.outlook_above(point, colour)
        }
    }

    fn outlook_in_hole(&self, point: u16, colour: u8) -> Outlook {
        let mut lives = false;
        let mut may_capture = false;
        for other in self.grid.site(point).around {
            let spot = self.spots[usize::from(other)];
            if spot.colour == EMPTY {
                lives = true;
            } else if spot.is_ball() {
                let in_atari = self.groups[usize::from(spot.group)].is_in_atari();
                if spot.colour == colour {
                    lives |= !in_atari;
                } else if in_atari && spot.carries == 0 && self.players == 2 {
                    // This neighbour will be lifted, and its hole is a freedom. With three players, losses of
                    // another colour may save it first.
                    return Outlook::Capture;
                } else {
                    may_capture |= in_atari;
                }
            }
        }
        match (may_capture, lives) {
            (true, _) => Outlook::Sharp,
            (false, true) => Outlook::Quiet,
            (false, false) => Outlook::Suicide,
        }
    }

    fn outlook_above(&mut self, point: u16, colour: u8) -> Outlook {
        if self.may_part(point, colour) && self.may_topple(point, colour) {
            return Outlook::Sharp;
        }
        let site = self.grid.site(point);
        let lives = site.around.iter().chain(&site.below).any(|&other| {
            let spot = self.spots[usize::from(other)];
            spot.colour == colour && !self.groups[usize::from(spot.group)].is_strangled()
        });
        if lives { Outlook::Quiet } else { Outlook::Suicide }
    }

    /// Whether a ball on this upper point may split groups so that balls are lifted.
    pub(super) fn may_topple(&mut self, point: u16, colour: u8) -> bool {
        if !self.setup.cutting {
            return true;
        }
        let steps = self.steps.len();
        let Site { under: buried, below, .. } = *self.grid.site(point);
        self.scratch.severed.clear();
        if self.spots[usize::from(buried)].colour != colour {
            self.unlink(buried);
        }
        self.cut_under(point, colour);
        let falls = !self.no_part_falls(below);
        self.revert(steps);
        falls
    }

    /// Whether a ball on this upper point may split a group, by a cut or by a burial.
    pub(super) fn may_part(&self, point: u16, colour: u8) -> bool {
        let site = self.grid.site(point);
        let buried = self.spots[usize::from(site.under)];
        if !self.setup.cutting {
            return buried.links.count_ones() > 1;
        }
        for direction in 0..4 {
            let first = SHARED[direction][0];
            let crossed = self.spots[usize::from(site.below[first])];
            let partner = self.spots[usize::from(site.around[direction])];
            if crossed.colour != colour
                && partner.is_ball()
                && partner.colour != crossed.colour
                && self.is_linked(site.below[first], ACROSS[direction])
            {
                return true;
            }
        }
        // A buried ball was linked with those supports of the new ball that have its colour. It was also
        // linked with neighbours on its level through contacts that were not cut, so a support of its colour
        // rests on each of those as well. Its own supports were buried. So the supports of its colour hold
        // the group together: all of them if the new ball has that colour too, and otherwise unless they are
        // just two, diagonally opposite.
        let supports = site.below.map(|support| self.spots[usize::from(support)].colour == buried.colour);
        buried.is_ball()
            && buried.colour != colour
            && matches!(supports, [true, false, false, true] | [false, true, true, false])
    }

    /// Whether a placement in a hole certainly lifts nothing after the first iteration, lives, and repeats no
    /// position.
    pub(super) fn is_plain_capture(&mut self, point: u16, colour: u8) -> bool {
        if self.grid.site(point).level > 0 || self.players > 2 {
            return false;
        }
        let steps = self.steps.len();
        let opponent = 3 - colour;
        self.scratch.suspects.clear();
        self.fill_hole(point, colour);
        let settled = self.collect_liftable(opponent);
        self.revert(steps);
        let lives = self.grid.site(point).around.into_iter().any(|other| {
            let spot = self.spots[usize::from(other)];
            spot.colour == EMPTY
                || spot.colour == colour && !self.group_of(other).is_in_atari()
                || spot.colour == opponent && self.scratch.lifted.contains(&other)
        });
        settled && lives && !self.may_repeat(point, colour)
    }

    /// Whether a position has occurred whose hash is that of the position with a ball placed here and the
    /// balls in `lifted` lifted.
    fn may_repeat(&self, point: u16, colour: u8) -> bool {
        let lifted = &self.scratch.lifted;
        if !self.has_held(point, colour) || self.ball_count() + 1 > self.history.most() + lifted.len() as u16
        {
            return false;
        }
        let now = self.snapshot(self.next_turn()).hash ^ hash::ball(point, colour);
        let gone = lifted
            .iter()
            .fold(0, |gone, &ball| gone ^ hash::ball(ball, self.spots[usize::from(ball)].colour));
        self.history.may_contain(now ^ gone)
    }

    /// Makes a placement, judges it [margo 6.1] [margo 6.3], and takes it back.
    pub(super) fn attempt(&mut self, point: u16, colour: u8) -> Result<(), Reason> {
        let steps = self.steps.len();
        let verdict = if !self.place(point, colour) {
            Err(Reason::Suicide)
        } else if self.has_held(point, colour)
            && self.ball_count() <= self.history.most()
            && self.history.contains(self.snapshot(self.next_turn()))
        {
            Err(Reason::Repetition)
        } else {
            Ok(())
        };
        self.revert(steps);
        verdict
    }

    /// Whether the position after a placement that lifts nothing has occurred before [margo 6.3].
    fn would_repeat(&self, point: u16, colour: u8) -> bool {
        if !self.has_held(point, colour) {
            return false;
        }
        let now = self.snapshot(self.next_turn());
        let hash = now.hash ^ hash::ball(point, colour);
        self.history.contains(Snapshot { hash, change: Self::in_plane(point, colour), ..now })
    }

    /// The position as the history compares it, with this player on turn [margo 6.5].
    pub(super) fn snapshot(&self, turn: u8) -> Snapshot<'_> {
        Snapshot { hash: self.hash ^ hash::turn(turn), turn, plane: &self.plane, change: (0, 0) }
    }

    /// The player after the one on turn [margo 1.5] [margo 12.1].
    pub(super) const fn next_turn(&self) -> u8 {
        if self.turn + 1 == self.players { 0 } else { self.turn + 1 }
    }

    /// Whether the player on turn may swap colours [margo 9.3].
    pub const fn can_swap(&self) -> bool {
        self.setup.swap && self.ply == 1 && matches!(self.stage, Stage::Open)
    }

    /// The points on which the player on turn may place a ball.
    pub(super) fn placements(&self) -> &[u16] {
        &self.legal[self.legal_from..]
    }

    /// The number of legal moves.
    pub fn legal_count(&self) -> u32 {
        self.placements().len() as u32 + u32::from(self.can_swap())
    }

    /// All legal moves of the player on turn, placements before the swap. There is no passing [margo 2.3].
    pub fn legal_moves(&self) -> impl Iterator<Item = Move> + '_ {
        let swap = self.can_swap().then_some(Move::Swap);
        self.placements().iter().map(|&point| Move::Place(self.grid.name(point).cell())).chain(swap)
    }

    /// Whether a player may make a move now.
    ///
    /// # Errors
    /// Returns the first reason that applies against the move [margo 6.6].
    pub fn check(&self, player: Player, mv: Move) -> Result<(), Reason> {
        match self.turn() {
            None => return Err(Reason::GameOver),
            Some(turn) if turn != player => return Err(Reason::NotYourTurn),
            Some(_) => {}
        }
        match mv {
            Move::Swap if self.can_swap() => Ok(()),
            Move::Swap => Err(Reason::Unsupported), // [margo 9.3]
            Move::Place(cell) => {
                if !self.setup.size.has_cell(cell) {
                    return Err(Reason::OffBoard);
                }
                let point = self.open_point(mv).ok_or(Reason::Unsupported)?;
                if self.placements().contains(&point) {
                    Ok(())
                } else if self.repeating[self.repeating_from..].contains(&point) {
                    Err(Reason::Repetition)
                } else {
                    Err(Reason::Suicide)
                }
            }
        }
    }

    /// The point on which a placement would put its ball [margo 2.2]. There is at most one open point in a
    /// cell: where the upper of two has its supports, the lower is occupied.
    pub(super) fn open_point(&self, mv: Move) -> Option<u16> {
        let Move::Place(cell) = mv else { return None };
        let lowest = Point::lowest(cell)?;
        let levels = (lowest.level()..self.grid.size).step_by(2);
        let points = levels.filter_map(|level| self.grid.index(Point::at(cell, level)?));
        points.into_iter().find(|&point| self.open[usize::from(point) / 64] >> (point % 64) & 1 == 1)
    }
}
