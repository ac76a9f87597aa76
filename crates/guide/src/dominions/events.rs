//! Events of a move, derived from the observations before and after it.

use alloc::vec::Vec;

use bustan_vocabulary::dominions::{
    Cell, Direction, Group, Move, Observation, Player, Reason, Section, Side, Tile,
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
        "a placement next to no tile of the opponent: it extends a group that is a whole section",
    GroupMerge = "group-merges": "the new tile joined two or more groups, by linking or by capture",
    SectionMerge = "section-merges": "the new tile joined two or more sections",
    NewSection = "new-sections": "the tile links to nothing, on a board that was not empty",
    Pass = "passes": "a pass",
    OpeningPass = "opening-passes": "a pass on an empty board",
    MismatchRefusal = "mismatch-refusals": "a proposal was refused because a beam met a blank",
    ContactRefusal = "contact-refusals":
        "a proposal was refused because it touched no opposing tile and extended no whole section",
    GroupSuicide = "group-suicides": "a suicide of the new tile together with earlier ones",
    CaptureRace = "capture-races":
        "a capture without which the group of the new tile would have no liberty",
    Recapture = "recaptures": "tiles that the move before captured changed hands again",
    EdgeCapture = "edge-captures": "a group with a tile on the edge was captured",
    CornerCapture = "corner-captures": "a group with a tile in a corner was captured",
    InnerCapture = "inner-captures": "all neighbours of the new tile were captured",
    SharedLiberty = "shared-liberties": "the new tile filled two or more liberties of one group",
    TripleMerge = "triple-merges": "the new tile joined three or more groups",
    PassApart = "passes-apart": "a pass, a placement and another pass, which does not end the game",
    Ending = "endings": "two passes in a row ended the game",
}

/// The event that counts refusals with this reason.
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
            if after.over {
                hit(Event::Ending);
            }
        }
        Move::Place(tile, cell) => {
            let Some(mover) = before.to_move else { return };
            flips(before, mover, cell, after, hit);
            unions(before, cell, after, hit);
            fights(before, mover, (tile, cell), after, hit);
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

/// Calls `hit` for each event of a fight for liberties.
fn fights(
    before: &Observation,
    mover: Player,
    (tile, cell): (Tile, Cell),
    after: &Observation,
    hit: &mut dyn FnMut(Event),
) {
    let Some(side) = Side::new(before.size) else { return };
    let beside = |direction| neighbour(side, cell, direction);
    let beams: Vec<Cell> =
        Direction::ALL.into_iter().filter(|&beam| tile.has_beam(beam)).filter_map(beside).collect();
    let filled = |group: &Group| beams.iter().filter(|next| group.cells.contains(next)).count();
    if before.groups.iter().any(|group| filled(group) >= 2) {
        hit(Event::SharedLiberty);
    }
    let flipped = |cell: &Cell| {
        let now = after.board.get(cell).map(|piece| piece.controller);
        before.board.get(cell).is_some_and(|piece| Some(piece.controller) != now)
    };
    if before.board.iter().any(|(cell, piece)| piece.controller == mover && flipped(cell)) {
        hit(Event::GroupSuicide);
    }
    let captured: Vec<Cell> = before
        .board
        .iter()
        .filter(|(cell, piece)| piece.controller != mover && flipped(cell))
        .map(|(&cell, _)| cell)
        .collect();
    if captured.is_empty() {
        return;
    }
    let opens = beams.iter().any(|next| !before.board.contains_key(next));
    let linked = || before.groups.iter().filter(|group| group.controller == mover && filled(group) > 0);
    let stays = after.board.get(&cell).is_some_and(|piece| piece.controller == mover);
    if stays && !opens && linked().all(|group| group.liberty_cells == [cell]) {
        hit(Event::CaptureRace);
    }
    let edges =
        |cell: &Cell| Direction::ALL.into_iter().filter(|&way| neighbour(side, *cell, way).is_none()).count();
    let most = captured.iter().map(edges).max().unwrap_or_default();
    if most >= 2 {
        hit(Event::EdgeCapture);
    }
    if most >= 3 {
        hit(Event::CornerCapture);
    }
    if Direction::ALL.into_iter().filter_map(beside).all(|next| captured.contains(&next)) {
        hit(Event::InnerCapture);
    }
}

/// Calls `hit` for each event that depends on positions before the last move; see
/// [`Explore::repetition_events`](crate::Explore::repetition_events).
pub(super) fn later(
    earlier: &mut dyn Iterator<Item = &Observation>,
    now: &Observation,
    hit: &mut dyn FnMut(Event),
) {
    let (Some(before), Some(first)) = (earlier.next(), earlier.next()) else { return };
    if (first.passes, before.passes, now.passes) == (1, 0, 1) {
        hit(Event::PassApart);
    }
    let controllers =
        |cell: &Cell| [first, before, now].map(|seen| seen.board.get(cell).map(|piece| piece.controller));
    let again = |cell: &Cell| {
        let [first, before, now] = controllers(cell);
        first.is_some() && first != before && first == now
    };
    if before.board.keys().any(again) {
        hit(Event::Recapture);
    }
}

fn unions(before: &Observation, cell: Cell, after: &Observation, hit: &mut dyn FnMut(Event)) {
    let groups = parts(cell, cells_of_group, &before.groups, &after.groups);
    if groups >= 2 {
        hit(Event::GroupMerge);
    }
    if groups >= 3 {
        hit(Event::TripleMerge);
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

/// The number of sets in `before` with a cell in that set of `after` which contains `cell`.
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
        // Black's tiles on both sides of c3 have their only liberty at c3.
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
        // White's tile on c3 takes the last liberty of c4 and one of the two liberties of c2, and has none
        // itself.
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
