//! Events of a move, derived from the observations before and after it.

use alloc::collections::{BTreeMap, BTreeSet};

use bustan_vocabulary::margo::{Move, Observation, Player, Point, Reason};

use super::fights;
use crate::margo::view::View;
use crate::tables::events;

events! {
    Capture = "captures": "a move lifted balls of an opponent",
    SecondIteration = "second-iterations": "the mover's own iteration lifted balls",
    ThirdIteration = "third-iterations": "an iteration after the mover's own lifted balls",
    Zombie = "zombies": "a ball stayed though its group had lost its last freedom; once per ball",
    Burial = "burials": "a ball was buried",
    Uncovering = "uncoverings": "a buried ball was uncovered; once per ball",
    CutSplit = "cut-splits":
        "the new ball cut a contact, and its ends are in different groups now; once per contact",
    BurialSplit = "burial-splits":
        "the new ball buried one, and what that was connected with is in different groups now",
    Merge = "merges": "the new ball joined two or more groups",
    Retake = "retakes": "a move went where the one before lifted a ball",
    Swap = "swaps": "the swap was played",
    AtariWin = "atari-wins": "a capture won the game",
    SuicideBan = "suicide-bans": "a proposal was refused as suicide",
    RepetitionBan = "repetition-bans": "a proposal was refused as a repetition",
    UnsupportedRefusal = "unsupported-refusals": "a proposal was refused because it had no platform",
    DoubleCapture = "double-captures": "balls of two or more groups of opponents were lifted",
    CaptureRace = "capture-races": "the group of the new ball has freedoms only where balls were lifted",
    Snapback = "snapbacks": "a ball that had just captured was lifted together with others",
    Ko = "kos": "a lone ball lifted one ball, where its only freedom is now",
    KoRetake = "ko-retakes": "a ko was taken back after moves elsewhere",
    OtherTurn = "repetitions-with-other-turn": "the same balls occurred again with another player to move",
    LongRepetition = "long-repetitions": "a move would repeat a position from four or more moves before",
    GroupSuicide = "group-suicides":
        "a group of the player to move has one freedom, and filling it would be suicide",
    EdgeCapture = "edge-captures": "a ball at the edge of the first level was lifted",
    CornerCapture = "corner-captures": "a ball in a corner of the first level was lifted",
    InnerCapture = "inner-captures": "all neighbours of the new ball were lifted",
    TripleMerge = "triple-merges": "the new ball joined three or more groups",
}

/// The event that counts refusals with this reason.
pub(super) const fn refusal(reason: Reason) -> Option<Event> {
    match reason {
        Reason::Suicide => Some(Event::SuicideBan),
        Reason::Repetition => Some(Event::RepetitionBan),
        Reason::Unsupported => Some(Event::UnsupportedRefusal),
        Reason::GameOver | Reason::NotYourTurn | Reason::OffBoard => None,
    }
}

/// Calls `hit` for each event of a move; see [`Explore::events`](crate::Explore::events).
pub(super) fn events(before: &Observation, mv: Move, after: &Observation, hit: &mut dyn FnMut(Event)) {
    let Move::Place(cell) = mv else { return hit(Event::Swap) };
    let (old, new) = (View::new(before), View::new(after));
    let (Some(mover), Some(point)) = (before.to_move, old.free(cell)) else { return };
    let change = Change { old, new, mover, point };
    change.captures(hit);
    change.burials(hit);
    change.splits(hit);
    let joined = change.joined();
    if joined >= 2 {
        hit(Event::Merge);
    }
    if joined >= 3 {
        hit(Event::TripleMerge);
    }
    fights::count(&change.old, &change.new, mover, point, hit);
    if before.captured.iter().any(|lifted| lifted.cell() == cell) {
        hit(Event::Retake);
    }
    if after.by_capture {
        hit(Event::AtariWin);
    }
}

struct Change<'a> {
    old: View<'a>,
    new: View<'a>,
    mover: Player,
    /// The point at which the ball was placed.
    point: Point,
}

impl Change<'_> {
    fn captures(&self, hit: &mut dyn FnMut(Event)) {
        let captured = &self.new.seen.captured;
        let taken = |&&point: &&Point| self.old.ball(point).is_some_and(|player| player != self.mover);
        if captured.iter().any(|point| taken(&point)) {
            hit(Event::Capture);
        }
        let players = self.old.seen.setup.players().len() as u32;
        let rounds = self.rounds();
        if rounds.values().any(|&round| round == players) {
            hit(Event::SecondIteration);
        }
        if rounds.values().any(|&round| round > players) {
            hit(Event::ThirdIteration);
        }
        let strangled =
            |view: &View<'_>, ball| view.group(ball).is_some_and(|group| group.freedoms.is_empty());
        for group in self.new.seen.groups.iter().filter(|group| group.freedoms.is_empty()) {
            for _ in group.balls.iter().filter(|&&ball| !strangled(&self.old, ball)) {
                hit(Event::Zombie);
            }
        }
    }

    /// The iteration, counted from 1, that lifted each ball: the first iteration of its colour in which it is
    /// not buried and all balls on it are lifted, in the same or an earlier iteration.
    fn rounds(&self) -> BTreeMap<Point, u32> {
        let mut captured = self.new.seen.captured.clone();
        captured.sort_unstable_by_key(|point| core::cmp::Reverse(point.level()));
        let players = self.old.seen.setup.players().len() as u32;
        let mut rounds = BTreeMap::new();
        for point in captured {
            let Some(player) = self.old.ball(point) else { continue };
            let round = |above: Point| rounds.get(&above).copied().unwrap_or(0_u32);
            let carried = self.old.above(point).map(round).max().unwrap_or_default();
            let over =
                self.old.over(point).map_or(0, |over| round(over) + u32::from(self.old.ball(over).is_some()));
            let first = (player as u32 + players - self.mover as u32 - 1) % players + 1;
            let least = carried.max(over).max(first);
            rounds.insert(point, first + (least - first).next_multiple_of(players));
        }
        rounds
    }

    fn burials(&self, hit: &mut dyn FnMut(Event)) {
        if self.old.under(self.point).is_some() {
            hit(Event::Burial);
        }
        for _ in self.old.seen.buried.iter().filter(|&&ball| self.new.spot(ball).group.is_some()) {
            hit(Event::Uncovering);
        }
    }

    fn splits(&self, hit: &mut dyn FnMut(Event)) {
        let group = |ball| self.old.spot(ball).group;
        for (partner, [a, b]) in self.old.crossings(self.point) {
            let crossed = self.old.ball(a);
            let bridged = self.old.ball(partner).is_some_and(|player| Some(player) != crossed);
            let apart =
                matches!((self.new.spot(a).group, self.new.spot(b).group), (Some(a), Some(b)) if a != b);
            if bridged && crossed != Some(self.mover) && group(a).is_some() && group(a) == group(b) && apart {
                hit(Event::CutSplit);
            }
        }
        let Some(buried) = self.old.under(self.point).and_then(|buried| self.old.group(buried)) else {
            return;
        };
        let parts: BTreeSet<u16> =
            buried.balls.iter().filter_map(|&ball| self.new.spot(ball).group).collect();
        if parts.len() >= 2 {
            hit(Event::BurialSplit);
        }
    }

    /// The number of earlier groups that the new ball's group has absorbed.
    fn joined(&self) -> usize {
        let Some(group) = self.new.group(self.point) else { return 0 };
        let parts: BTreeSet<u16> = group.balls.iter().filter_map(|&ball| self.old.spot(ball).group).collect();
        parts.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use bustan_core::margo::Board;

    /// The events of the last of `moves`.
    fn last(start: &str, moves: &str) -> Vec<Event> {
        let mut board = Board::from_position(&start.parse().unwrap()).unwrap();
        let moves: Vec<Move> = moves.split(' ').map(|mv| mv.parse().unwrap()).collect();
        let (last, first) = moves.split_last().unwrap();
        for mv in first {
            board.play(*mv).unwrap();
        }
        let before = board.observe();
        board.play(*last).unwrap();
        let mut found = Vec::new();
        events(&before, *last, &board.observe(), &mut |event| found.push(event));
        found.sort_unstable();
        found
    }

    #[test]
    fn events_follow_from_observations() {
        use Event::*;
        let buried = "E1 E5 C3 C5 E3 A3 D4 A5 B4 C1 D2 A1 B2 G3 C3";
        for (start, moves, expected) in [
            ("4", "A1", &[][..]),
            ("4", "A1 C1 A3", &[]),
            ("4", "A1 C1 C3 E1 A3", &[Merge]),
            ("4 swap", "A1 swap", &[Swap]),
            ("4 atari", "A1 A3 G7 C1", &[Capture, AtariWin]),
            ("4", "E1 C1 C3 A3 A1 G7 E7 C1", &[Capture]),
            ("4", "A1 A3 C1 C3 G7 E1 A1", &[Retake]),
            ("4", buried, &[Burial]),
            ("4", &[buried, " G1"].concat(), &[Capture, Uncovering]),
            ("4", "C3 C7 A7 E7 E5 A5 G3 C5 A3 E3 D6 G7 D4 G5 F6 C1 F4 G1 E5 A1", &[Capture, ThirdIteration]),
            // No ball is lifted, because the balls that lose their last freedom support another.
            ("4 black 7 WA1:0 WC1:0 BA3:0 BC3:0 BB2:1", "E1", &[Zombie]),
            ("4", "E3 C3 E5 C5 A1 G3 A3 G5 A5 D4 A7 F4", &[CutSplit, Merge]),
        ] {
            let mut found = last(start, moves);
            // Events of fights for freedoms are tested together with the short games.
            found.retain(|event| *event < DoubleCapture);
            found.dedup();
            assert_eq!(found, expected, "{start} {moves}");
        }
    }
}
