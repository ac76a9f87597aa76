//! What a move brought about, told from the observations before and after it.

use bustan_vocabulary::tictactoe::{Move, Observation, Player, Reason};

use super::lines::{Kind, through};

/// The events in the order of [`Event`].
pub(super) const EVENTS: &[crate::Event] = &[
    crate::Event::new("rows", "three in a row"),
    crate::Event::new("columns", "three in a column"),
    crate::Event::new("diagonals", "three in a diagonal"),
    crate::Event::new("double-lines", "two lines at once"),
    crate::Event::new("ties", "a full board without a line"),
    crate::Event::new("last-mark-lines", "the ninth mark made a line"),
    crate::Event::new("wins-of-x", "X won"),
    crate::Event::new("wins-of-o", "O won"),
    crate::Event::new("misere-losses", "a line lost the game"),
    crate::Event::new("occupied-refusals", "a proposal was refused because the cell was marked"),
    crate::Event::new("off-board-refusals", "a proposal was refused because the board has no such cell"),
];

/// Things worth counting, by their place in [`EVENTS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Event {
    /// Three in a row.
    Row,
    /// Three in a column.
    Column,
    /// Three in a diagonal.
    Diagonal,
    /// Two lines at once.
    DoubleLine,
    /// A full board without a line.
    Tie,
    /// The ninth mark made a line.
    LastMarkLine,
    /// X won.
    XWins,
    /// O won.
    OWins,
    /// A line lost the game.
    MisereLoss,
    /// A proposal was refused because the cell was marked.
    OccupiedRefusal,
    /// A proposal was refused because the board has no such cell.
    OffBoardRefusal,
}

const _: () = assert!(Event::OffBoardRefusal as usize + 1 == EVENTS.len());

/// The event that counts refusals for this reason.
pub(super) const fn refusal(reason: Reason) -> Option<Event> {
    match reason {
        Reason::Occupied => Some(Event::OccupiedRefusal),
        Reason::OffBoard => Some(Event::OffBoardRefusal),
        Reason::GameOver | Reason::NotYourTurn => None,
    }
}

/// Calls `hit` for each event of a move; see [`Explore::events`](crate::Explore::events).
pub(super) fn events(before: &Observation, mv: Move, after: &Observation, hit: &mut dyn FnMut(Event)) {
    let Some(mover) = before.to_move else { return };
    let mut lines = 0;
    for (kind, _) in through(before, mv.0, mover).filter(|&(_, marks)| marks == 2) {
        lines += 1;
        hit(match kind {
            Kind::Row => Event::Row,
            Kind::Column => Event::Column,
            Kind::Diagonal => Event::Diagonal,
        });
    }
    if lines > 1 {
        hit(Event::DoubleLine);
    }
    if lines > 0 && after.board.len() == 9 {
        hit(Event::LastMarkLine);
    }
    match after.winner {
        Some(Player::X) => hit(Event::XWins),
        Some(Player::O) => hit(Event::OWins),
        None if after.over => hit(Event::Tie),
        None => {}
    }
    if after.winner == Some(mover.opponent()) {
        hit(Event::MisereLoss);
    }
}
