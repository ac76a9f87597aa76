//! Finds a game that leads to a position.

use crate::compare::audit::{Audit, audit};
use crate::compare::divergence::Divergence;
use crate::compare::lockstep::Factories;
use crate::compare::panics::answer;
use crate::compare::participant::Participant;
use crate::erased::{Position, Record};

/// Replaces a divergence by one in a game from the start, if such a game leads through the position that
/// showed it. `way` contains the moves to that position, each as its index among the sorted legal moves.
pub(super) fn back_to_start(
    factories: Factories<'_>,
    start: &Position,
    way: &[usize],
    divergence: Divergence,
) -> Divergence {
    let told = answer(|| record(&mut *factories.oracle.make(), start, way));
    let Ok(Some(mut record)) = told else { return divergence };
    record.moves.extend(divergence.record.moves.iter().cloned());
    match audit(factories, &record, |_| {}) {
        Audit::Diverged(other) => *other,
        // Only an engine that is set up at the position shows the divergence.
        _ => divergence,
    }
}

/// Returns the game with the moves of `way`.
fn record(engine: &mut dyn Participant, start: &Position, way: &[usize]) -> Option<Record> {
    let mut record = Record::new(start.clone());
    engine.setup(start).ok()?;
    for &place in way {
        // As in the visit of the position, the history is removed after each move.
        let mut moves = engine.legal_moves()?;
        moves.sort_unstable();
        let (player, mv) = (engine.turn()?, moves.get(place)?.clone());
        engine.play(player, &mv).ok()?;
        record.moves.push((player, mv));
        let position = engine.position()?.as_start();
        engine.setup(&position).ok()?;
    }
    Some(record)
}
