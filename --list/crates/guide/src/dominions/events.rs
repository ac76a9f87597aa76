//! The events of a move, read from the observations before and after it.

use bustan_vocabulary::dominions::{
    Cell, Direction, Group, Move, Observation, Player, Reason, Section, Side,
};

use crate::dominions::geometry::neighbour;
use crate::tables::events;

events! {
    Capture = "captures": "a group of the opponent changed hands; once per group",
    DoubleCapture = "double-captures": "two or more groups of the opponent changed hands at once",
    Suicide = "suicides": "the new tile is the opponent's in the end",
    CaptureThenSuicide = "capture-then-suicide":
        "a suicide by a tile that took the last liberties of a group: opening a liberty, it would have \
         captured it",
    OscillationBan = "oscillation-bans":
        "a proposal was refused because its section would have had no liberty",
    SectionExtension = "section-extensions":
        "a placement beside no tile of the opponent: it extends a group that is a whole section",
    GroupMerge = "group-merges": "the new tile joined two or more groups, by linking or by capture",
    SectionMerge = "section-merges": "the new tile joined two or more sections",
    NewSection = "new-sections": "the tile links to nothing, on a board that was not empty",
    Pass = "passes": "a pass",
    OpeningPass = "opening-passes": "a pass on an empty board",
    MismatchRefusal = "mismatch-refusals": "a proposal was refused because a beam met a blank",
    ContactRefusal = "contact-refusals":
        "a proposal was refused because the tile touched nothing it may touch",
}

/// The event that counts refusals for this reason.
pub(super) const fn refusal(reason: Reason) -> Option<Event> {
    match reason {
        Reason::Oscillation => Some(Event::OscillationBan),
        Reason::Mismatch => Some(Event::MismatchRefusal),
        Reason::Contact => Some(Event::ContactRefusal),
        Reason::GameOver | Reason::NotYourTurn | Reason::OffBoard | Reason::Occupied | Reason::NotInHand => {
            None
        }
    }
}

/// Calls `hit` for each event of a move; see [`Explore::events`](crate::Explore::events).
pub(super) fn events(before: &Observation, mv: Move, after: &Observation, hit: &mut dyn FnMut(Event)) {
    match mv {
        Move::Pass => {
            hit(Event::Pass);
            if before.board.is_empty() {
                hit(Event::OpeningPass);
            }
        }
        Move::Place(_, cell) => {
            let Some(mover) = before.to_move else { return };
            flips(before, mover, cell, after, hit);
            unions(before, cell, after, hit);
            if !before.board.is_empty() && !beside_opponent(before, mover, cell) {
                hit(Event::SectionExtension);
            }
        }
    }
}

fn flips(before: &Observation, mover: Player, cell: Cell, after: &Observation, hit: &mut dyn FnMut(Event)) {
    let controls =
        |player, cell: &Cell| after.board.get(cell).is_some_and(|piece| piece.controller == player);
    let opponents = || before.groups.iter().filter(|group| group.controller != mover);
    let captured = opponents().filter(|group| group.cells.iter().any(|cell| controls(mover, cell))).count();
    for _ in 0..captured {
        hit(Event::Capture);
    }
    if captured >= 2 {
        hit(Event::DoubleCapture);
    }
    if controls(mover.opponent(), &cell) {
        hit(Event::Suicide);
        if opponents().any(|group| group.liberty_cells == [cell]) {
            hit(Event::CaptureThenSuicide);
        }
    }
}

fn unions(before: &Observation, cell: Cell, after: &Observation, hit: &mut dyn FnMut(Event)) {
    if parts(cell, cells_of_group, &before.groups, &after.groups) >= 2 {
        hit(Event::GroupMerge);
    }
    let sections = parts(cell, cells_of_section, &before.sections, &after.sections);
    if sections >= 2 {
        hit(Event::SectionMerge);
    }
    if sections == 0 && !before.board.is_empty() {
        hit(Event::NewSection);
    }
}

fn cells_of_group(group: &Group) -> &[Cell] {
    &group.cells
}

fn cells_of_section(section: &Section) -> &[Cell] {
    &section.cells
}

/// How many of the sets `before` became part of the set `after` that has `cell`.
fn parts<T>(cell: Cell, cells: impl Fn(&T) -> &[Cell], before: &[T], after: &[T]) -> usize {
    let whole = after.iter().map(&cells).find(|cells| cells.contains(&cell)).unwrap_or_default();
    before.iter().filter(|set| cells(set).first().is_some_and(|first| whole.contains(first))).count()
}

fn beside_opponent(before: &Observation, mover: Player, cell: Cell) -> bool {
    let Some(side) = Side::new(before.size) else { return false };
    Direction::ALL
        .into_iter()
        .filter_map(|direction| neighbour(side, cell, direction))
        .filter_map(|next| before.board.get(&next))
        .any(|piece| piece.controller != mover)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dominions::sample::observation;
    use alloc::vec::Vec;

    fn of(before: &str, mv: &str, after: &str) -> Vec<Event> {
        let mut found = Vec::new();
        let (before, after) = (observation(before), observation(after));
        events(&before, mv.parse().unwrap(), &after, &mut |event| found.push(event));
        found
    }

    #[test]
    fn passes_differ_from_opening_passes() {
        assert_eq!(of("3 white", "pass", "3 black 1 1"), [Event::Pass, Event::OpeningPass]);
        assert_eq!(of("3 black 0 1 W32c3", "pass", "3 white 1 2 W32c3"), [Event::Pass]);
    }

    #[test]
    fn a_capture_counts_each_group_and_merges_them() {
        // Black's tiles on either side of c3 have their only liberty there.
        let found = of("3 white 0 2 B32c2 B4c4", "P38c3", "3 black 0 3 B32c2* W38c3 B4c4*");
        assert_eq!(
            found,
            [Event::Capture, Event::Capture, Event::DoubleCapture, Event::GroupMerge, Event::SectionMerge]
        );
    }

    #[test]
    fn a_suicide_leaves_the_new_tile_to_the_opponent() {
        let found = of("3 white 0 1 B48c2", "P4c3", "3 black 0 2 B48c2 W4c3*");
        assert_eq!(found, [Event::Suicide]);
    }

    #[test]
    fn a_capture_that_opens_no_liberty_differs_from_a_plain_suicide() {
        // White's tile on c3 takes the last liberty of c4 and one of two of c2, and has none itself.
        let found = of("3 white 0 2 B48c2 B4c4", "P36c3", "3 black 0 3 B48c2 W36c3* B4c4");
        assert_eq!(
            found,
            [Event::Suicide, Event::CaptureThenSuicide, Event::GroupMerge, Event::SectionMerge]
        );
    }

    #[test]
    fn an_extension_touches_no_opponent() {
        assert_eq!(of("3 white 0 1 W32c2", "P6c3", "3 black 0 2 W32c2 W6c3"), [Event::SectionExtension]);
        assert_eq!(of("3 white 0 1 B32c2", "P36c3", "3 black 0 2 B32c2 W36c3"), []);
        assert_eq!(of("3 white", "P6c3", "3 black 0 1 W6c3"), []);
    }

    #[test]
    fn blank_contact_starts_a_section() {
        assert_eq!(of("3 white 0 1 B4c2", "P32c3", "3 black 0 2 B4c2 W32c3"), [Event::NewSection]);
    }
}
