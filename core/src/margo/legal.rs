//! The legal moves, and the reasons against illegal ones.

use bustan_vocabulary::margo::{Move, Player, Point, Reason, Stage};

use super::groups::NONE;
use super::history::Snapshot;
use super::links::{ACROSS, SHARED};
use super::{Board, hash};

impl Board {
    /// Finds the legal placements of the player to move, and those that are illegal only because they repeat
    /// a position. If no move is legal, including the swap [margo 9.4], the game is over [margo 7.1]. A
    /// game that was set up as over or won is over in any case [margo 8.7].
    pub(super) fn survey(&mut self) {
        self.legal_from = self.legal.len();
        self.repeating_from = self.repeating.len();
        if self.stage != Stage::Open {
            return;
        }
        let colour = self.turn + 1;
        let recent = self.recent(colour);
        for word in 0..self.open.len() {
            let mut set = self.open[word];
            while set != 0 {
                let point = (word * 64) as u16 + set.trailing_zeros() as u16;
                set &= set - 1;
                match self.judge(point, colour, recent) {
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

    /// Judges a placement on an open point. Most placements need no trial, because the ball lives and no
    /// position with such a ball can occur again. No position before `recent` can occur again if the groups
    /// of the mover's colour stay whole, which is the case if [`lives`](Self::lives) returns `true`. If it
    /// returns `false` and nothing can be captured, the ball does not live: `lives` is uncertain only about
    /// the effects of a capture.
    fn judge(&mut self, point: u16, colour: u8, recent: u32) -> Result<(), Reason> {
        let lives = self.lives(point, colour);
        if lives && self.traces.seen(point, colour) < recent {
            return Ok(());
        }
        let hole = self.grid.site(point).level == 0;
        let may_capture = if hole { self.may_strangle(point, colour) } else { self.may_part(point, colour) };
        if may_capture && lives && self.is_novel(point, colour, &[]) {
            return Ok(());
        }
        if !may_capture || !hole && !self.may_topple(point, colour) {
            return match lives {
                false => Err(Reason::Suicide),
                true if self.would_repeat(point, colour) => Err(Reason::Repetition),
                true => Ok(()),
            };
        }
        let foreseen = if hole && self.players == 2 { self.foresee(point, colour, lives) } else { None };
        foreseen.unwrap_or_else(|| self.attempt(point, colour))
    }

    /// Whether a ball on this point would certainly live, because it has a freedom immediately or captures a
    /// neighbour.
    fn lives(&self, point: u16, colour: u8) -> bool {
        if self.grid.site(point).level == 0 {
            self.lives_in_hole(point, colour)
        } else {
            self.lives_above(point, colour)
        }
    }

    fn lives_in_hole(&self, point: u16, colour: u8) -> bool {
        let saves = |other: u16| {
            let spot = self.spots[usize::from(other)];
            if spot.colour == colour {
                !self.group_of(other).is_in_atari()
            } else {
                // This neighbour will be lifted, and its hole is then a freedom. With three players, losses
                // of another colour may save the neighbour first.
                spot.is_ball() && spot.carries == 0 && self.players == 2 && self.group_of(other).is_in_atari()
            }
        };
        self.spots[usize::from(point)].room > 0 || self.grid.site(point).around().into_iter().any(saves)
    }

    /// Whether a ball on this point above the board would certainly live. The ball cuts only contacts of
    /// other colours, and the balls on which it rests hold together the group of a ball that it buries. So
    /// the groups of its colour stay whole, except with `cutting off`.
    fn lives_above(&self, point: u16, colour: u8) -> bool {
        let site = self.grid.site(point);
        let buried = self.spots[usize::from(site.under)];
        let whole = self.setup.cutting || buried.colour != colour || buried.links.count_ones() < 2;
        whole
            && site.ends[..8].iter().any(|&other| {
                let spot = self.spots[usize::from(other)];
                spot.colour == colour && !self.group_of(other).is_strangled()
            })
    }

    /// Whether a ball in this hole takes the last freedom of groups of other colours.
    fn may_strangle(&self, hole: u16, colour: u8) -> bool {
        self.grid.site(hole).around().into_iter().any(|other| {
            let spot = self.spots[usize::from(other)];
            spot.is_ball() && spot.colour != colour && self.group_of(other).is_in_atari()
        })
    }

    /// Whether a ball on this upper point may split groups in a way that causes balls to be lifted.
    pub(super) fn may_topple(&mut self, point: u16, colour: u8) -> bool {
        if !self.setup.cutting {
            return true;
        }
        let steps = self.steps.len();
        let site = *self.grid.site(point);
        let buried = site.under;
        self.scratch.severed.clear();
        if self.spots[usize::from(buried)].colour != colour {
            self.unlink(buried);
        }
        self.cut_under(point, colour);
        let falls = !self.no_part_falls(site.below());
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
            let crossed = self.spots[usize::from(site.below()[first])];
            let partner = self.spots[usize::from(site.around()[direction])];
            if crossed.colour != colour
                && partner.is_ball()
                && partner.colour != crossed.colour
                && self.is_linked(site.below()[first], ACROSS[direction])
            {
                return true;
            }
        }
        // The buried ball was linked with the supports of the new ball that have its colour. It was also
        // linked with neighbours on its level through contacts that were not cut, so a support of its colour
        // rests on each of these neighbours as well. Its own supports were buried. So the supports of its
        // colour hold the group together: all of them do if the new ball has that colour, too, and otherwise
        // they do unless there are just two, diagonally opposite.
        let supports = site.below().map(|support| self.spots[usize::from(support)].colour == buried.colour);
        buried.is_ball()
            && buried.colour != colour
            && matches!(supports, [true, false, false, true] | [false, true, true, false])
    }

    /// The verdict on a placement in a hole in a two-player game; `None` if the first iteration of its
    /// captures does not determine the verdict. Afterwards `lifted` contains the balls which that iteration
    /// lifts. `lives` is whether the ball certainly lives.
    fn foresee(&mut self, point: u16, colour: u8, lives: bool) -> Option<Result<(), Reason>> {
        let settled = self.collect_first(point, colour);
        if !lives && !self.is_relieved(point, colour) {
            return (!self.may_reunite(point, colour)).then_some(Err(Reason::Suicide));
        }
        (settled && !self.may_repeat(point, colour) || self.is_novel(point, colour, &self.scratch.lifted))
            .then_some(Ok(()))
    }

    /// Collects in `lifted` the balls that a placement in a hole lifts in the first iteration, in a
    /// two-player game. Returns `true` if nothing can be lifted later.
    pub(super) fn collect_first(&mut self, hole: u16, colour: u8) -> bool {
        let steps = self.steps.len();
        self.scratch.suspects.clear();
        self.fill_hole(hole, colour);
        let settled = self.collect_liftable(3 - colour);
        self.revert(steps);
        settled
    }

    /// Whether lifting the balls in `lifted` empties a hole next to a ball of this colour on the point, or
    /// next to the groups that this ball joins.
    fn is_relieved(&self, point: u16, colour: u8) -> bool {
        let holes =
            self.scratch.lifted.iter().map(|&ball| self.grid.site(ball)).filter(|site| site.level == 0);
        holes
            .flat_map(|site| site.around())
            .any(|other| other == point || self.would_join(point, other, colour))
    }

    /// Whether lifting the balls in `lifted` may connect other balls with a ball of this colour on the point,
    /// or with the groups that this ball joins.
    fn may_reunite(&self, point: u16, colour: u8) -> bool {
        let lifted = self.scratch.lifted.iter().map(|&ball| self.grid.site(ball));
        let touches = |ball: u16| {
            let ends = self.grid.site(ball).ends;
            ends.into_iter().any(|other| self.would_join(point, other, colour))
        };
        lifted.filter(|site| site.level > 0).any(|site| {
            self.spots[usize::from(site.under)].colour == colour && touches(site.under)
                || SHARED.into_iter().any(|shared| {
                    let joins = shared.map(|place| self.would_join(point, site.below()[place], colour));
                    let other = site.below()[shared[usize::from(joins[0])]];
                    joins[0] != joins[1] && self.spots[usize::from(other)].colour == colour
                })
        })
    }

    /// Whether `ball` is in a group that a ball of this colour in `hole` would join.
    pub(super) fn would_join(&self, hole: u16, ball: u16, colour: u8) -> bool {
        let spot = self.spots[usize::from(ball)];
        let joined = |&own: &u16| self.spots[usize::from(own)].group == spot.group;
        spot.colour == colour && spot.group != NONE && self.grid.site(hole).around().iter().any(joined)
    }

    /// Whether the history contains the hash of the position after placing a ball on this point and lifting
    /// the balls in `lifted`.
    fn may_repeat(&self, point: u16, colour: u8) -> bool {
        let lifted = &self.scratch.lifted;
        if self.ball_count() + 1 > self.history.most() + lifted.len() as u16 {
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
        } else if self.history.contains(self.snapshot(self.next_turn())) {
            Err(Reason::Repetition)
        } else {
            Ok(())
        };
        self.revert(steps);
        verdict
    }

    /// Whether the position after a placement that lifts nothing has occurred before [margo 6.3].
    fn would_repeat(&self, point: u16, colour: u8) -> bool {
        if self.traces.seen(point, colour) == 0 || self.ball_count() >= self.history.most() {
            return false;
        }
        let now = self.snapshot(self.next_turn());
        let hash = now.hash ^ hash::ball(point, colour);
        self.history.contains(Snapshot { hash, change: Self::in_plane(point, colour), ..now })
    }

    /// The position as the history compares it, with `turn` as the player to move [margo 6.5].
    pub(super) fn snapshot(&self, turn: u8) -> Snapshot<'_> {
        Snapshot { hash: self.hash ^ hash::turn(turn), turn, plane: &self.plane, change: (0, 0) }
    }

    /// The player after the player to move [margo 1.5] [margo 12.1].
    pub(super) const fn next_turn(&self) -> u8 {
        if self.turn + 1 == self.players { 0 } else { self.turn + 1 }
    }

    /// Whether the player to move may swap colours [margo 9.3].
    pub const fn can_swap(&self) -> bool {
        self.setup.swap && self.ply == 1 && matches!(self.stage, Stage::Open)
    }

    /// The points on which the player to move may place a ball.
    pub(super) fn placements(&self) -> &[u16] {
        &self.legal[self.legal_from..]
    }

    /// The number of legal moves.
    pub fn legal_count(&self) -> u32 {
        self.placements().len() as u32 + u32::from(self.can_swap())
    }

    /// All legal moves of the player to move, with the swap after the placements. Passing is not a move
    /// [margo 2.3].
    pub fn legal_moves(&self) -> impl Iterator<Item = Move> + '_ {
        let swap = self.can_swap().then_some(Move::Swap);
        self.placements().iter().map(|&point| Move::Place(self.grid.name(point).cell())).chain(swap)
    }

    /// Checks whether `player` may play `mv` in the current position.
    ///
    /// # Errors
    /// Returns the first reason against the move [margo 6.6].
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

    /// The point on which a placement would put its ball [margo 2.2]. A cell has at most one open point: if
    /// the upper of two points has all its supports, the lower one is occupied.
    pub(super) fn open_point(&self, mv: Move) -> Option<u16> {
        let Move::Place(cell) = mv else { return None };
        let lowest = Point::lowest(cell)?;
        let levels = (lowest.level()..self.grid.size).step_by(2);
        let points = levels.filter_map(|level| self.grid.index(Point::at(cell, level)?));
        points.into_iter().find(|&point| self.open[usize::from(point) / 64] >> (point % 64) & 1 == 1)
    }
}
