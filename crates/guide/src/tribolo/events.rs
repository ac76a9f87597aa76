//! Events of a move, derived from the observations before and after it.

use bustan_vocabulary::tribolo::{Cell, Content, Move, Observation, Player, Reason};

use crate::tables::events;
use crate::tribolo::view::{Line, STEPS, View};

events! {
    Skip = "skips": "the next player was skipped",
    SecondTurn = "second-turns": "both others were skipped: the mover moves again",
    EarlyEnd = "early-ends": "the game ended with cells left empty",
    FullBoard = "full-boards": "a move filled the last empty cell",
    ManyLines = "many-lines": "a move jumped in two or more directions",
    BothOpponents = "both-opponents": "a move jumped over cells of both opponents",
    LongJump = "long-jumps": "a jump led over four cells or more",
    LongestJump = "longest-jumps": "a jump led over sixteen cells or more; counted as a long jump, too",
    Elimination = "eliminations": "a player lost the last cell",
    WallBehind = "walls-behind": "a wall followed an opponent's cells next to the move; once per line",
    EdgeBehind = "edges-behind": "the board ended after an opponent's cells next to the move; once per line",
    GapBehind = "gaps-behind": "an empty cell followed an opponent's cells next to the move; once per line",
    ThirdColourBehind = "third-colours-behind":
        "a cell of the other opponent followed an opponent's cells next to the move; once per line",
    OccupiedRefusal = "occupied-refusals": "a proposal was refused because the cell is not empty",
    NoJumpRefusal = "no-jump-refusals": "a proposal was refused because it had no jump",
    OffBoardRefusal = "off-board-refusals": "a proposal was refused because the board has no such cell",
}

/// The event that counts refusals with this reason.
pub(super) const fn refusal(reason: Reason) -> Option<Event> {
    match reason {
        Reason::Occupied => Some(Event::OccupiedRefusal),
        Reason::NoJump => Some(Event::NoJumpRefusal),
        Reason::OffBoard => Some(Event::OffBoardRefusal),
        Reason::GameOver | Reason::NotYourTurn => None,
    }
}

/// Calls `hit` for each event of a move; see [`Explore::events`](crate::Explore::events).
pub(super) fn events(
    before: &Observation,
    Move(cell): Move,
    after: &Observation,
    hit: &mut dyn FnMut(Event),
) {
    let Some(mover) = before.to_move else { return };
    turns(mover, after, hit);
    let view = View::new(before);
    taken(&view, before, cell, hit);
    for step in STEPS {
        match view.line(cell, step, mover) {
            Line::Wall => hit(Event::WallBehind),
            Line::Edge => hit(Event::EdgeBehind),
            Line::Gap => hit(Event::GapBehind),
            Line::Mixed => hit(Event::ThirdColourBehind),
            Line::Jump(jumped) => {
                if jumped >= 4 {
                    hit(Event::LongJump);
                }
                if jumped >= 16 {
                    hit(Event::LongestJump);
                }
            }
            Line::Nothing => {}
        }
    }
    if view.jumps(cell, mover).count() >= 2 {
        hit(Event::ManyLines);
    }
    let lost =
        |player: &Player| before.scores.get(player) != Some(&0) && after.scores.get(player) == Some(&0);
    if Player::ALL.iter().any(lost) {
        hit(Event::Elimination);
    }
}

/// Reports the events of the turn order after a move of `mover`.
fn turns(mover: Player, after: &Observation, hit: &mut dyn FnMut(Event)) {
    let full = after.board.len() >= usize::from(after.width) * usize::from(after.height);
    match after.to_move {
        None if full => hit(Event::FullBoard),
        None => hit(Event::EarlyEnd),
        Some(next) if next == mover => hit(Event::SecondTurn),
        Some(next) if next != mover.next() => hit(Event::Skip),
        Some(_) => {}
    }
}

fn taken(view: &View, before: &Observation, cell: Cell, hit: &mut dyn FnMut(Event)) {
    let jumped = before.jumps.get(&cell).into_iter().flatten();
    let mut owners = jumped.filter_map(|&over| view.at(over).and_then(Content::owner));
    let first = owners.next();
    if owners.any(|owner| Some(owner) != first) {
        hit(Event::BothOpponents);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use bustan_core::tribolo::FastEngine;
    use bustan_vocabulary::Engine;

    #[test]
    fn events_follow_from_observations() {
        use Event::*;
        for (start, mv, expected) in [
            ("5x1 .RBG. blue", "a1", &[SecondTurn, Elimination][..]),
            ("5x1 .RB#. blue", "a1", &[EarlyEnd, Elimination]),
            ("8x1 .RRB#GR. blue", "a1", &[Skip]),
            ("7x1 .RB#BR. blue", "a1", &[SecondTurn]),
            ("3x1 .RB blue", "a1", &[FullBoard, Elimination]),
            ("5x1 BR.GB blue", "c1", &[FullBoard, ManyLines, BothOpponents, Elimination]),
            ("6x1 .RRRRB blue", "a1", &[FullBoard, LongJump, Elimination]),
            ("17x1 .RRRRRRRRRRRRRRRB blue", "a1", &[FullBoard, LongJump, Elimination]),
            ("18x1 .RRRRRRRRRRRRRRRRB blue", "a1", &[FullBoard, LongJump, LongestJump, Elimination]),
        ] {
            let mut engine = FastEngine::default();
            engine.setup(&start.parse().unwrap()).unwrap();
            let before = engine.observe().unwrap();
            let mv: Move = mv.parse().unwrap();
            engine.play(before.to_move.unwrap(), &mv).unwrap();
            let mut found = Vec::new();
            events(&before, mv, &engine.observe().unwrap(), &mut |event| found.push(event));
            found.sort_unstable();
            assert_eq!(found, expected, "{start} {mv}");
        }
    }

    #[test]
    fn lines_closed_by_nothing_are_counted() {
        for (line, event) in [
            ("RR#", Event::WallBehind),
            ("RRR", Event::EdgeBehind),
            ("RR.", Event::GapBehind),
            ("RRG", Event::ThirdColourBehind),
        ] {
            let mut engine = FastEngine::default();
            let start = alloc::format!("6x1 BR.{line} blue");
            engine.setup(&start.parse().unwrap()).unwrap();
            let before = engine.observe().unwrap();
            let mv: Move = "c1".parse().unwrap();
            engine.play(Player::Blue, &mv).unwrap();
            let mut found = Vec::new();
            events(&before, mv, &engine.observe().unwrap(), &mut |event| found.push(event));
            assert!(found.contains(&event), "{start}: {found:?}");
        }
    }
}
