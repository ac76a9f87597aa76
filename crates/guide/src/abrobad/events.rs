//! What a move brought about, told from the observations before and after it.

use bustan_vocabulary::abrobad::{Cell, Move, Observation, Player, Reason};

use super::view::View;

/// The events in the order of [`Event`].
pub(super) const EVENTS: &[crate::Event] = &[
    crate::Event::new("slides", "a stone slid"),
    crate::Event::new("jumps", "a stone slid over others"),
    crate::Event::new("placings-reopened", "after a slide the mover could place again, were it on turn"),
    crate::Event::new("merges", "the mover has fewer groups after a placement or a slide"),
    crate::Event::new("splits", "the mover has more groups after a slide"),
    crate::Event::new("ends", "the game was ended"),
    crate::Event::new("ends-that-lose", "the game was ended by the player who lost"),
    crate::Event::new("boards-filled", "the last empty cell was filled by placing"),
    crate::Event::new("even-ends", "at the end both players had as many groups"),
    crate::Event::new("must-place-refusals", "a proposal was refused because a stone had to be placed"),
    crate::Event::new(
        "adjacent-own-refusals",
        "a proposal was refused because the cell is next to a stone of the same player",
    ),
    crate::Event::new("occupied-refusals", "a proposal was refused because the cell is not empty"),
    crate::Event::new("not-own-refusals", "a proposal was refused because the stone is not the player's own"),
    crate::Event::new("no-slide-refusals", "a proposal was refused because no such slide exists"),
    crate::Event::new("off-board-refusals", "a proposal was refused because the board has no such cell"),
];

/// Things worth counting, by their place in [`EVENTS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Event {
    /// A stone slid.
    Slide,
    /// It slid over others.
    Jump,
    /// After a slide the mover could place again, were it on turn.
    Reopened,
    /// The mover has fewer groups after a placement or slide.
    Merge,
    /// The mover has more groups after a slide.
    Split,
    /// The game was ended.
    End,
    /// It was ended by the player who lost.
    LosingEnd,
    /// The last empty cell was filled by placing.
    Filled,
    /// At the end both had as many groups.
    EvenEnd,
    /// Proposals that were refused, by reason.
    MustPlace,
    AdjacentOwn,
    Occupied,
    NotOwn,
    NoSlide,
    OffBoard,
}

const _: () = assert!(Event::OffBoard as usize + 1 == EVENTS.len());

/// The event that counts refusals for this reason.
pub(super) const fn refusal(reason: Reason) -> Option<Event> {
    Some(match reason {
        Reason::MustPlace => Event::MustPlace,
        Reason::AdjacentOwn => Event::AdjacentOwn,
        Reason::Occupied => Event::Occupied,
        Reason::NotOwn => Event::NotOwn,
        Reason::NoSlide => Event::NoSlide,
        Reason::OffBoard => Event::OffBoard,
        Reason::GameOver | Reason::NotYourTurn => return None,
    })
}

/// Calls `hit` for each event of a move; see [`Explore::events`](crate::Explore::events).
pub(super) fn events(before: &Observation, mv: Move, after: &Observation, hit: &mut dyn FnMut(Event)) {
    let Some(mover) = before.to_move else { return };
    let (old, new) = (groups(before, mover), groups(after, mover));
    match mv {
        Move::End => {
            hit(Event::End);
            if after.winner == Some(mover.opponent()) {
                hit(Event::LosingEnd);
            }
        }
        Move::Place(_) if after.over => hit(Event::Filled),
        Move::Place(_) => {}
        Move::Slide(from, to) => {
            hit(Event::Slide);
            if far(from, to) {
                hit(Event::Jump);
            }
            if View::new(after).open(mover) > 0 {
                hit(Event::Reopened);
            }
            if new > old {
                hit(Event::Split);
            }
        }
    }
    if mv != Move::End && new < old {
        hit(Event::Merge);
    }
    if after.over && new == groups(after, mover.opponent()) {
        hit(Event::EvenEnd);
    }
}

fn groups(seen: &Observation, player: Player) -> usize {
    seen.groups.iter().filter(|group| group.colour == player).count()
}

/// Whether two cells are no neighbours.
fn far(from: Cell, to: Cell) -> bool {
    View::around(from).all(|cell| cell != to)
}
