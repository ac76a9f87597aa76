//! Queries: both engines judge a move that may be illegal, and refusing it must change nothing.

use super::move_verdict::{MoveVerdict, VerdictSource};
use super::{Checked, LocatedViolation, Lockstep, spelled_alike};
use crate::compare::compared::Part;
use crate::compare::divergence::{Kind, Violation};
use crate::compare::participant::Verdict;
use crate::compare::recorder::Recorder;
use crate::erased::{Move, Player};

impl Lockstep<'_> {
    /// Queries both engines about a move and returns their common verdict, or `None` if neither has one.
    /// Engines that refuse the move must also refuse to play it, and the refusal must not change anything.
    ///
    /// # Errors
    /// The divergence found. The last move of its record is the queried move.
    pub fn ask(&mut self, player: Player, mv: &Move) -> Checked<Option<Verdict>> {
        self.pending = Some((player, mv.clone()));
        self.guard(|this| this.ask_inner(player, mv))
    }

    fn ask_inner(&mut self, player: Player, mv: &Move) -> Result<Option<Verdict>, LocatedViolation> {
        let (a, b) = (self.subject.engine.verdict(player, mv), self.oracle.engine.verdict(player, mv));
        if let (Some(a), Some(b)) = (&a, &b)
            && !self.agree(a, b)
        {
            let found = self.verdicts_differ(player, mv, *a, *b);
            // No move was played, so the engines are unchanged.
            if !self.known.has(&found.violation.signature) {
                return Err(found);
            }
            self.known.notice(&found.violation.signature);
            return Ok(None);
        }
        let listed = self.listed(player, mv);
        let verdict = b.or(a).or(listed);
        if let (Some(true), Some(verdict)) = (listed.map(|listed| listed.is_ok()), verdict)
            && verdict.is_err()
        {
            let refused = self.listed_but_refused(mv, [a, b].map(|said| said.map(MoveVerdict::asked)));
            return Err(self.in_question(player, mv, refused));
        }
        if matches!((&listed, &verdict), (Some(Err(_)), Some(Ok(())))) {
            let legal = self.legal_but_unlisted(mv, [a, b].map(|said| said.map(MoveVerdict::asked)));
            return Err(self.in_question(player, mv, legal));
        }
        if matches!(verdict, Some(Err(_))) {
            let expected = match (a, b) {
                (None, None) => self.own_words(player),
                asked => [asked.0, asked.1].map(|said| said.map(MoveVerdict::asked)),
            };
            if expected.iter().any(Option::is_some) {
                self.refused(player, mv, expected)?;
            }
        }
        Ok(verdict)
    }

    /// Returns the stance of each engine on a move that is not in the common list. It is based only on the
    /// engine's own list and its own answer about the player to move.
    fn own_words(&self, player: Player) -> [Option<MoveVerdict>; 2] {
        let listing = self.listing();
        let own = |engine: &Recorder<'_>, lists: bool| {
            let out_of_turn = engine.reports_turn() && engine.trail.turn() != Some(Some(player));
            let unlisted = lists && self.turn() == Some(player);
            (out_of_turn || unlisted).then(|| MoveVerdict::listed(false))
        };
        [own(&self.subject, listing[0]), own(&self.oracle, listing[1])]
    }

    /// Returns the verdict that the common list of legal moves implies: legal, or illegal for an unknown
    /// reason.
    fn listed(&self, player: Player, mv: &Move) -> Option<Verdict> {
        let legal = self.legal.last()?.as_ref()?;
        // `PASS` may be the listed move `pass` in different case.
        let is_spelled = |other: &Move| other != mv && spelled_alike(other, mv);
        if self.rules().is_opaque() && legal.iter().any(is_spelled) {
            return None;
        }
        let listed = Some(player) == self.turn() && legal.binary_search(mv).is_ok();
        Some(if listed { Ok(()) } else { Err(None) })
    }

    /// Makes both engines play a move that at least one of them has called illegal. Each engine is expected
    /// to repeat its own earlier answer, if there was one. A trusted oracle is assumed to give the expected
    /// answer.
    fn refused(
        &mut self,
        player: Player,
        mv: &Move,
        expected: [Option<MoveVerdict>; 2],
    ) -> Result<(), LocatedViolation> {
        let spared = expected[1].filter(|_| self.oracle.is_trusted());
        self.subject.engine.announce(player, mv);
        if spared.is_none() {
            self.oracle.engine.announce(player, mv);
        }
        let a = self.subject.engine.play(player, mv);
        let b = spared.map_or_else(|| self.oracle.engine.play(player, mv), |expected| expected.verdict);
        let both_played = [a.is_ok(), b.is_ok()];
        for (engine, expected, played) in [(&self.subject, expected[0], &a), (&self.oracle, expected[1], &b)]
        {
            if let Some(expected) = expected
                && !self.agree(&expected.verdict, played)
            {
                let turn = engine.trail.turn().flatten().filter(|turn| *turn != player);
                let text = mv.to_string();
                let said = match (turn, expected.by) {
                    (Some(turn), VerdictSource::Listing) => format!("says that {turn} is to move"),
                    (_, VerdictSource::Asking) => format!("says {}", expected.of(&text)),
                    _ => expected.of(&text),
                };
                let does = match turn {
                    Some(_) => format!("{} for {player}", MoveVerdict::played(*played).of(&text)),
                    None => MoveVerdict::played(*played).of_it(),
                };
                let words = format!("{}: {said}, but {does}", engine.name);
                let [said, done] = [&expected.verdict, played].map(|verdict| self.sign(verdict));
                let violation = Violation::new(Kind::Verdict, &["contradicts", &said, &done], words);
                return Err(self.in_question(player, mv, violation).before_playing(both_played));
            }
        }
        if !self.agree(&a, &b) {
            return Err(self.answers_differ(player, mv, a, b).before_playing(both_played));
        }
        self.compared.note(Part::Refusals, [true, true]);
        let when = format!("after {mv} was refused");
        let closely = self.refused.is_multiple_of(self.checks.refusals);
        self.refused += 1;
        let both = if closely {
            let subject = self.subject.still(0, Kind::Refusal, &when);
            subject.and_then(|()| self.oracle.still(0, Kind::Refusal, &when))
        } else {
            let subject = self.subject.still_at_a_glance(Kind::Refusal, &when);
            subject.and_then(|()| self.oracle.still_at_a_glance(Kind::Refusal, &when))
        };
        both.map_err(|violation| self.in_question(player, mv, violation))
    }
}
