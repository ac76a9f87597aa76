//! Leads both engines along a game, and back, without querying them on the way.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use serde_json::Value;

use super::{Checked, Lockstep};
use crate::compare::divergence::Kind;
use crate::compare::participant::Observed;
use crate::erased::{Move, Observation, Player, Record};

impl Lockstep<'_> {
    /// Returns the current game, if the engines are playing it and no divergence was found in it.
    pub(crate) fn at_hand(&self) -> Option<Record> {
        self.phase.is_playing().then(|| self.record())
    }

    /// Returns the keys of the numbers that an engine reports and that change with every move of the game,
    /// such as the move number, and the ignored keys.
    pub(crate) fn counters(&self) -> BTreeSet<String> {
        let mut counters = self.subject.trail.counters();
        counters.extend(self.known.ignored().iter().cloned());
        counters.extend(self.oracle.trail.counters());
        counters
    }

    /// Returns a hash of the observation after `ply` moves, without the members in `except`; `None` if there
    /// is no observation.
    pub(crate) fn key(&self, ply: usize, except: &BTreeSet<String>) -> Option<u64> {
        let mut hasher = DefaultHasher::new();
        match self.oracle.trail.observation_at(ply).and_then(Observed::own).map(Observation::identity) {
            Some(identity) => identity.hash(&mut hasher),
            None => self.shown_at(ply, except)?.to_string().hash(&mut hasher),
        }
        Some(hasher.finish())
    }

    /// Returns the observation after `ply` moves, without the members in `except`.
    pub(crate) fn shown_at(&self, ply: usize, except: &BTreeSet<String>) -> Option<Value> {
        let seen = self.subject.trail.observation_at(ply).or_else(|| self.oracle.trail.observation_at(ply));
        let mut shown = seen?.json();
        shown.as_object_mut()?.retain(|key, _| !except.contains(key));
        Some(shown)
    }

    /// Plays `moves` on both engines, and queries the engines only after the last move. Engines need not list
    /// legal moves unless `listed`. Nothing is compared.
    ///
    /// Returns whether both engines accept all moves; otherwise there is no game until the next
    /// [`begin`](Self::begin).
    ///
    /// # Errors
    /// A panic or fault as a divergence. Any of the moves may have caused it.
    pub(crate) fn lead(&mut self, moves: &[(Player, Move)], listed: bool) -> Checked<bool> {
        if moves.is_empty() {
            return Ok(true);
        }
        let led = self.guard(|this| {
            this.spare_lists_unless(listed);
            this.subject.engine.announce_all(moves);
            this.oracle.engine.announce_all(moves);
            // Both engines have started, so both answers must be read.
            let led = this.subject.lead(moves) & this.oracle.lead(moves);
            if led {
                this.moves.extend_from_slice(moves);
                this.legal.resize(this.moves.len(), None);
                this.listing.resize(this.moves.len(), [false; 2]);
                this.note();
            }
            Ok(led)
        })?;
        if !led {
            self.phase = self.phase.lost();
        }
        Ok(led)
    }

    /// Informs the engines that legal moves are not needed after the next change, unless `listed`.
    fn spare_lists_unless(&mut self, listed: bool) {
        if !listed {
            self.subject.engine.spare_list();
            self.oracle.engine.spare_list();
        }
    }

    /// Undoes moves on both engines until `plies` moves are left, and queries the engines. Engines need not
    /// list legal moves unless `listed`. Returns whether both engines could undo the moves and are in their
    /// earlier state; otherwise there is no game until the next [`begin`](Self::begin).
    ///
    /// # Errors
    /// A panic or fault as a divergence.
    pub(crate) fn retract(&mut self, plies: usize, listed: bool) -> Checked<bool> {
        let back = self.moves.len().saturating_sub(plies);
        if back == 0 {
            return Ok(true);
        }
        let retracted = self.guard(|this| {
            this.spare_lists_unless(listed);
            this.subject.engine.announce_undo(back);
            this.oracle.engine.announce_undo(back);
            // Both engines have started, so both answers must be read.
            let mut retracted = this.subject.retract(back) & this.oracle.retract(back);
            if retracted {
                this.moves.truncate(plies);
                this.legal.truncate(plies + 1);
                let when = "after moves were taken back";
                retracted = this.subject.still(0, Kind::Undo, when).is_ok()
                    && this.oracle.still(0, Kind::Undo, when).is_ok();
                this.subject.trail.forget(1);
                this.oracle.trail.forget(1);
                let list = this.legal.pop().flatten();
                this.listing.truncate(plies + 1);
                let listing = this.listing.pop().unwrap_or_default();
                this.note();
                this.legal.truncate(plies);
                this.legal.push(list);
                this.listing.truncate(plies);
                this.listing.push(listing);
            }
            Ok(retracted)
        })?;
        if !retracted {
            self.phase = self.phase.lost();
        }
        Ok(retracted)
    }
}
