//! Records the differences that a game shows, and writes those that are new.

use super::Run;
use super::engines::Confirmed;
use super::games::Showing;
use super::ledger::{self, Ledger};
use super::tally::Share;
use crate::compare::audit::Asked;
use crate::compare::divergence::{Divergence, Signature};
use crate::erased::Position;
use crate::generate::differences::ShownDifference;
use crate::report::finding::{Finding, FindingFiles};

/// The origin of a finding.
#[derive(Clone, Debug)]
pub(super) struct Origin {
    /// The number of the game.
    pub(super) game: u64,
    /// The name of the policy with which the game began.
    pub(super) policy: &'static str,
    /// The position that the run offered as the start of the game, if any.
    pub(super) offered: Option<Position>,
}

/// A divergence that no earlier game has shown.
pub(super) struct NewDivergence {
    pub(super) origin: Origin,
    pub(super) divergence: Box<Divergence>,
    /// The queries made before the divergence.
    pub(super) asked: Vec<Asked>,
    /// Whether new engines reproduce the divergence, as far as that is known.
    pub(super) confirmed: Option<Confirmed>,
}

/// Returns how a difference occurred in the game in which it was found.
pub(super) fn showing(found: &ShownDifference) -> Showing {
    let record = &found.divergence.record;
    let moves = record.start.is_start().then_some(record.moves.len());
    Showing { ended: found.ended, plies: found.plies, moves }
}

impl Run<'_> {
    /// Counts the differences shown by a game.
    pub(super) fn count(&self, game: u64, share: &Share) {
        if share.shows_nothing() {
            return;
        }
        let mut ledger = self.ledger();
        ledger.count(game, share);
        self.schedule.update_last(&ledger);
    }

    /// Counts a difference after which the game continues, and writes it if no other game has shown it. The
    /// difference is then on disk before an engine is queried again.
    pub(super) fn write_down(&self, game: u64, policy: &'static str, found: &ShownDifference) {
        let origin = Origin { game, policy, offered: found.offered.clone() };
        let signature = &found.divergence.signature;
        {
            let mut ledger = self.ledger();
            if !ledger.triage.is_new(signature, game) {
                return;
            }
            ledger.triage.count(signature, game, showing(found));
            self.schedule.update_last(&ledger);
        }
        self.accept(signature, self.finding(origin, (*found.divergence).clone(), None));
    }

    /// Writes each divergence that this game is the first to show, and returns these divergences with their
    /// queries.
    pub(super) fn news(
        &self,
        game: u64,
        policy: &'static str,
        found: Vec<ShownDifference>,
    ) -> Vec<NewDivergence> {
        let mut news = Vec::new();
        for ShownDifference { divergence, asked, offered, .. } in found {
            let origin = Origin { game, policy, offered };
            let signature = &divergence.signature;
            let is_new = {
                let mut ledger = self.ledger();
                if self.engines.are_by_program() && ledger::keeps(self.plan, &divergence) {
                    ledger.keep_if_short(game, &divergence);
                }
                ledger.triage.awaits(signature, game)
            };
            if is_new && self.accept(signature, self.finding(origin.clone(), (*divergence).clone(), None)) {
                news.push(NewDivergence { origin, divergence, asked, confirmed: None });
            }
        }
        news
    }

    /// Records whether new engines reproduce a new divergence, replaying it unless that is known. Shrinks the
    /// finding, or queues it for shrinking if the run continues.
    pub(super) fn look_closer(&self, NewDivergence { origin, divergence, asked, confirmed }: NewDivergence) {
        let game = origin.game;
        let signature = divergence.signature.clone();
        match confirmed.or_else(|| self.engines.confirm(&divergence, &asked)) {
            Some((None, reproducible)) => self.confirmed(&signature, game, reproducible),
            Some((Some(cause), reproducible)) => {
                self.accept(&signature, self.finding(origin, cause, Some(reproducible)));
            }
            None => {}
        }
        if self.plan.keeps_going() {
            self.announce(&mut self.ledger(), &signature, game);
            self.queue().push(signature, game);
            self.shrink_waiting();
        }
    }

    /// Records and writes a finding of a game that diverged with `signature`. Returns `false` if the finding
    /// no longer matters.
    pub(super) fn accept(&self, signature: &Signature, mut finding: Finding) -> bool {
        let game = finding.game;
        let mut ledger = self.ledger();
        if !ledger.triage.is_first(signature, game) {
            return false;
        }
        if let Some(before) = ledger.triage.of_game(signature, game) {
            finding.replace(before);
        }
        let superseded = ledger.triage.take(signature, finding);
        self.write(&mut ledger, Some(game));
        self.report_writer.retract_unused(&ledger.triage, &superseded);
        true
    }

    /// Records whether a finding is reproducible, and writes it.
    pub(super) fn confirmed(&self, signature: &Signature, game: u64, reproducible: bool) {
        let mut ledger = self.ledger();
        if let Some(finding) = ledger.triage.of_game(signature, game) {
            finding.reproducible = Some(reproducible);
            self.write(&mut ledger, Some(game));
        }
    }

    /// Forgets a difference that only this game has shown, and removes its files.
    pub(super) fn forget(&self, game: u64, signature: &Signature) {
        let mut ledger = self.ledger();
        let forgotten = ledger.triage.forget(signature, game);
        self.schedule.update_last(&ledger);
        self.write(&mut ledger, None);
        self.report_writer.retract_unused(&ledger.triage, &forgotten);
    }

    /// Passes the finding of a game, and the findings that occurred while it was shrunk, to the caller of the
    /// run, unless they are part of other findings. A finding is on disk before the caller gets it.
    pub(super) fn announce(&self, ledger: &mut Ledger, signature: &Signature, game: u64) {
        let of_group = ledger.triage.signatures(signature, game);
        let is_announced =
            |finding: &Finding| finding.game == game && of_group.contains(&finding.original.signature);
        let (different, _) = ledger.triage.part(self.results().ended);
        let is_unwritten =
            |finding: &&mut Finding| is_announced(finding) && finding.written == FindingFiles::default();
        if self.plan.reports.is_some() && different.iter().any(is_unwritten) {
            self.write(ledger, Some(game));
        }
        let (different, _) = ledger.triage.part(self.results().ended);
        let announced = different.into_iter().filter(|finding| is_announced(finding));
        announced.for_each(|finding| (self.found)(finding));
    }

    fn finding(
        &self,
        Origin { game, policy, offered }: Origin,
        original: Divergence,
        reproducible: Option<bool>,
    ) -> Finding {
        Finding {
            seed: self.plan.seed,
            game,
            policy,
            count: 1,
            first: game,
            games: 0,
            command: self.plan.search.command(self.plan.extent(game)),
            replay: self.plan.replay.clone(),
            set_up: !original.record.start.is_start(),
            offered,
            smaller: false,
            original,
            reproducible,
            written: FindingFiles::default(),
            shrunk: None,
            met: false,
            shorter: None,
            opinions: None,
            ended: 0,
            plies: None,
        }
    }
}
