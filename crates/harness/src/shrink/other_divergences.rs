//! Collects other divergences that are found while lines are replayed.

use std::collections::VecDeque;

use super::replay::{Line, Replayer, rank};
use crate::base::Stop;
use crate::compare::divergence::{Divergence, Kind};
use crate::compare::participant::End;
use crate::erased::Position;

/// `MOST_MET`: The maximum number of other divergences that are remembered. `MOST_TRIED`: The maximum number
/// of them that are tried on new engines.
const MOST_MET: usize = 64;
const MOST_TRIED: usize = 16;

impl Replayer<'_> {
    /// Records a divergence other than the wanted one if its game is the best known for its cause. Games from
    /// the start are preferred, then games with few moves.
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

    /// Whether `start` belongs to an unknown game and was not reported by an engine.
    pub(crate) fn has_made_up(&self, start: &Position) -> bool {
        start.rules().is_opaque() && !start.is_start() && !self.reported.contains(start)
    }

    /// Whether the operating system killed an engine.
    pub(crate) fn is_lost(&self) -> bool {
        self.lost
    }

    /// Whether divergences other than the wanted one were found.
    pub(crate) fn has_met_others(&self) -> bool {
        !self.met.is_empty()
    }

    /// Whether an engine crashed or hung during the search, with a divergence other than the wanted one.
    pub(crate) fn has_met_an_end(&self) -> bool {
        let ends = |kind| matches!(kind, Kind::Fault | Kind::Panic);
        self.lost || self.met.iter().any(|(_, divergence)| ends(divergence.signature.kind()))
    }

    /// Returns the other divergences found, those with the best games first, whether or not they are
    /// reproducible. Omits programs that did not answer, since they may only have been slow.
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

    /// Returns at most `most` of the other divergences that new engines reproduce. Those for which no time
    /// was left are [unconfirmed](Self::unconfirmed).
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
