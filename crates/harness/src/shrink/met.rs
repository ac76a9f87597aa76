//! The other divergences that come up while lines are replayed.

use std::collections::VecDeque;

use super::replay::{Line, Replayer, rank};
use crate::base::Stop;
use crate::compare::divergence::{Divergence, Kind};
use crate::compare::participant::End;
use crate::erased::Position;

/// The most other divergences that are remembered, and the most that are tried on new engines.
const MOST_MET: usize = 64;
const MOST_TRIED: usize = 16;

impl Replayer<'_> {
    /// Remembers another divergence than the wanted one, if its game is the best for its cause: games from
    /// the start come first, then those of few moves.
    pub(crate) fn meet(&mut self, divergence: &Divergence) {
        self.pay(divergence);
        self.lost |= divergence.is_loss();
        let cause = divergence.signature.cause();
        let same = self.wanted.covers(&divergence.signature) || self.wanted.cause() == cause;
        let start = &divergence.record.start;
        let made_up = self.has_made_up(start);
        if same || made_up || self.lockstep.known().has(&divergence.signature) || divergence.is_interruption()
        {
            return;
        }
        let full = self.met.len() >= MOST_MET;
        match self.met.iter_mut().find(|(other, _)| *other == cause) {
            Some((_, known)) if rank(divergence) < rank(known) => **known = divergence.clone(),
            None if !full => self.met.push((cause, Box::new(divergence.clone()))),
            _ => {}
        }
    }

    /// Whether a position of an unknown game is none that an engine reported.
    pub(crate) fn has_made_up(&self, start: &Position) -> bool {
        start.rules().is_opaque() && !start.is_start() && !self.reported.contains(start)
    }

    /// Whether the system took an engine away.
    pub(crate) fn is_lost(&self) -> bool {
        self.lost
    }

    /// Whether other divergences than the wanted one came up.
    pub(crate) fn has_met_others(&self) -> bool {
        !self.met.is_empty()
    }

    /// Whether an engine broke down meanwhile, in another way than the wanted one.
    pub(crate) fn has_met_an_end(&self) -> bool {
        let ends = |kind| matches!(kind, Kind::Fault | Kind::Panic);
        self.lost || self.met.iter().any(|(_, divergence)| ends(divergence.signature.kind()))
    }

    /// The other divergences that came up, those with the best games first, whether or not they come again; but none
    /// of a program that was silent, which may only have been slow.
    pub(crate) fn unconfirmed(&mut self, most: usize) -> Vec<Divergence> {
        let silent = |divergence: &Divergence| divergence.signature.end() == Some(End::Silence);
        let met = self.met().into_iter();
        let met = met.filter(|divergence| !divergence.is_interruption() && !silent(divergence));
        met.take(most).collect()
    }

    fn met(&mut self) -> Vec<Divergence> {
        let mut met = std::mem::take(&mut self.met);
        met.sort_by_cached_key(|(cause, divergence)| (rank(divergence), cause.clone()));
        met.into_iter().map(|(_, divergence)| *divergence).collect()
    }

    /// The same, but only those that come again on new engines. Those for which no time was left before it is to stop are
    /// [not confirmed](Self::unconfirmed).
    pub(crate) fn others(&mut self, most: usize, stop: Stop<'_>) -> Vec<Divergence> {
        let mut met = VecDeque::from(self.met());
        met.truncate(MOST_TRIED);
        let mut shown = Vec::new();
        while shown.len() < most
            && !stop.now()
            && let Some(divergence) = met.pop_front()
        {
            let again = Replayer::new(self.factories, &divergence).run(&Line::of(&divergence.record));
            shown.extend(again.map(|again| *again));
        }
        if stop.now() {
            self.met = met.into_iter().map(|open| (open.signature.cause(), Box::new(open))).collect();
        }
        shown
    }
}
