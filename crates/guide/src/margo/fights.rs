//! Events of fights for freedoms: several groups at once, races, snapbacks, ko and repetitions.
//!
//! This module examines only balls and freedoms, and does not decide whether a move is legal.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use bustan_vocabulary::margo::{Group, Observation, Player, Point};

use super::events::Event;
use crate::margo::view::View;

/// The number of earlier positions with which a position is compared.
const WINDOW: usize = 12;

/// Calls `hit` for each event of a ball that `mover` placed at `point`.
pub(super) fn count(old: &View<'_>, new: &View<'_>, mover: Player, point: Point, hit: &mut dyn FnMut(Event)) {
    captures(old, new, mover, point, hit);
    if is_ko(new, point) {
        hit(Event::Ko);
    }
    if strangling(new) {
        hit(Event::GroupSuicide);
    }
}

fn captures(old: &View<'_>, new: &View<'_>, mover: Player, point: Point, hit: &mut dyn FnMut(Event)) {
    let captured = &new.seen.captured;
    let foreign = |point: &&Point| old.ball(**point).is_some_and(|player| player != mover);
    let taken: Vec<Point> = captured.iter().filter(foreign).copied().collect();
    let groups: BTreeSet<u16> = taken.iter().filter_map(|&ball| old.spot(ball).group).collect();
    if groups.len() >= 2 {
        hit(Event::DoubleCapture);
    }
    if taken.is_empty() {
        return;
    }
    if new.group(point).is_some_and(|group| group.freedoms.iter().all(|hole| captured.contains(hole))) {
        hit(Event::CaptureRace);
    }
    let open = |ball: &Point| if ball.level() == 0 { new.around(*ball).count() } else { 4 };
    let least = taken.iter().map(open).min().unwrap_or_default();
    if least < 4 {
        hit(Event::EdgeCapture);
    }
    if least < 3 {
        hit(Event::CornerCapture);
    }
    if point.level() == 0 && new.around(point).all(|beside| taken.contains(&beside)) {
        hit(Event::InnerCapture);
    }
}

/// Whether a lone ball has just lifted one ball, at whose point it now has its only freedom.
fn is_ko(view: &View<'_>, point: Point) -> bool {
    let lifted = &view.seen.captured[..];
    view.group(point).is_some_and(|group| group.balls.len() == 1 && group.freedoms == lifted)
        && lifted.len() == 1
}

/// Whether a group of the player to move has one freedom, and filling it takes the group's last freedom and
/// that of no other group of the player.
fn strangling(view: &View<'_>) -> bool {
    let Some(turn) = view.seen.to_move else { return false };
    let last = |group: &&Group| group.freedoms.len() == 1;
    view.seen.groups.iter().filter(last).filter(|group| group.colour == turn).any(|group| {
        let hole = group.freedoms[0];
        let beside = |point| view.group(point);
        view.around(hole).all(|point| {
            view.ball(point).is_some()
                && beside(point).is_none_or(|other| (other.colour == turn) == (other.freedoms == [hole]))
        })
    })
}

/// Calls `hit` for each event that depends on positions before the last move; see
/// [`Explore::repetition_events`](crate::Explore::repetition_events).
pub(super) fn later(
    earlier: &mut dyn Iterator<Item = &Observation>,
    now: &Observation,
    hit: &mut dyn FnMut(Event),
) {
    let earlier: Vec<&Observation> = earlier.take(WINDOW).collect();
    if let [before, first, ..] = earlier[..] {
        let placed = before.board.keys().find(|point| !first.board.contains_key(point));
        let taken = |point: &Point| now.captured.len() >= 2 && now.captured.contains(point);
        if !before.captured.is_empty() && placed.is_some_and(taken) {
            hit(Event::Snapback);
        }
    }
    if let ([hole], [before, ..]) = (&now.captured[..], &earlier[..])
        && let Some((point, _)) = now.board.iter().find(|(point, _)| !before.board.contains_key(point))
        && is_ko(&View::new(now), *point)
        && earlier.iter().skip(2).any(|seen| seen.captured == [*point] && seen.board.contains_key(hole))
    {
        hit(Event::KoRetake);
    }
    // Without captures, positions cannot repeat.
    if earlier.iter().chain([&now]).all(|seen| seen.captured.is_empty()) {
        return;
    }
    if earlier.iter().any(|seen| seen.to_move != now.to_move && seen.board == now.board) {
        hit(Event::OtherTurn);
    }
    if earlier.iter().skip(2).any(|seen| leads_back(now, seen)) {
        hit(Event::LongRepetition);
    }
}

/// Whether a move of the player to move restores the position `earlier`: it adds one ball, and lifts the
/// groups whose last freedom it takes.
fn leads_back(now: &Observation, earlier: &Observation) -> bool {
    let players = now.setup.players();
    let Some(turn) = now.to_move else { return false };
    let next = players.iter().cycle().skip_while(|&&player| player != turn).nth(1);
    if next != earlier.to_move.as_ref() || earlier.board.len() > now.board.len() {
        return false;
    }
    let mut added = earlier.board.iter().filter(|&(point, ball)| now.board.get(point) != Some(ball));
    let (Some((point, ball)), None) = (added.next(), added.next()) else { return false };
    if *ball != turn || now.board.contains_key(point) {
        return false;
    }
    let dead = |group: &&Group| group.colour != turn && group.freedoms == [*point];
    let taken: BTreeSet<Point> =
        now.groups.iter().filter(dead).flat_map(|group| group.balls.clone()).collect();
    let gone = now.board.keys().filter(|point| !earlier.board.contains_key(point));
    !taken.is_empty() && gone.eq(taken.iter())
}
