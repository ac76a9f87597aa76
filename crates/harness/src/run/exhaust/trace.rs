//! Remembers from where each position was first reached, so that a game can be given that leads to it.

use bustan_guide::Explore;
use bustan_vocabulary::Record;

use crate::compare::divergence::Divergence;
use crate::compare::lockstep::Factories;
use crate::compare::participant::Participant;
use crate::compare::watch::answer;
use crate::run::audit::{Audit, audit};

/// For each ply but the first, each position's parent by its place in the ply before, and the index of the
/// sorted move that led here.
#[derive(Default)]
pub(super) struct Trace {
    plies: Vec<Vec<(u32, u16)>>,
}

impl Trace {
    /// Begins the next ply: positions noted from now on belong to it.
    pub(super) fn begin(&mut self) {
        self.plies.push(Vec::new());
    }

    /// Notes the next position: its parent's place and the index of the move.
    pub(super) fn note(&mut self, parent: usize, mv: usize) {
        if let Some(ply) = self.plies.last_mut() {
            ply.push((parent as u32, mv as u16));
        }
    }

    /// The bytes taken.
    pub(super) fn bytes(&self) -> u64 {
        self.plies.iter().map(|ply| ply.capacity() as u64 * 8).sum()
    }

    /// Turns a divergence into that of a game from the start, if one leads through the position that showed
    /// it. `at` is that position's place in the last ply begun.
    pub(super) fn back_to_start<G: Explore>(
        &self,
        factories: Factories<'_, G>,
        start: &G::Position,
        at: usize,
        divergence: Divergence<G>,
    ) -> Divergence<G> {
        let told = answer(|| self.record(&mut *factories.oracle.make(), start, at));
        let Ok(Some(mut record)) = told else { return divergence };
        record.moves.extend(divergence.record.moves.iter().cloned());
        match audit(factories, &record, |_| {}) {
            Audit::Diverged(other) => *other,
            // Only an engine that is set up there shows it.
            _ => divergence,
        }
    }

    /// A shortest game to the position.
    fn record<G: Explore>(
        &self,
        engine: &mut dyn Participant<G>,
        start: &G::Position,
        at: usize,
    ) -> Option<Record<G>> {
        let mut places = Vec::new();
        let mut at = at;
        // The last ply begun is that of the children.
        for ply in self.plies.iter().rev().skip(1) {
            let &(parent, mv) = ply.get(at)?;
            places.push(usize::from(mv));
            at = parent as usize;
        }
        let mut record = Record::new(start.clone());
        engine.setup(start).ok()?;
        for place in places.into_iter().rev() {
            // As on the visit to the position, everything before it is forgotten.
            let mut moves = engine.legal_moves()?;
            moves.sort_unstable();
            let (player, mv) = (engine.turn()?, moves.get(place)?.clone());
            engine.play(player, &mv).ok()?;
            record.moves.push((player, mv));
            let position = G::afresh(&engine.position()?);
            engine.setup(&position).ok()?;
        }
        Some(record)
    }
}
