//! Questions: both engines judge a move that may be illegal, and refusing it must change nothing.

use bustan_guide::Explore;

use super::judge::agree;
use super::{Checked, Located, Lockstep};
use crate::compare::compared::Part;
use crate::compare::divergence::{Kind, Violation};
use crate::compare::participant::Verdict;
use crate::compare::verdict_words;

impl<G: Explore> Lockstep<'_, G> {
    /// Asks both engines about a move and returns their common verdict, or `None` if neither can tell.
    /// Engines that refuse the move must also refuse to play it, which must change nothing.
    ///
    /// # Errors
    /// The divergence found; the move asked about is then the last of its record.
    pub fn ask(&mut self, player: G::Player, mv: &G::Move) -> Checked<G, Option<Verdict<G>>> {
        self.pending = Some((player, mv.clone()));
        self.guard(|this| this.ask_inner(player, mv))
    }

    fn ask_inner(&mut self, player: G::Player, mv: &G::Move) -> Result<Option<Verdict<G>>, Located<G>> {
        let (a, b) = (self.subject.verdict(player, mv), self.oracle.verdict(player, mv));
        if let (Some(a), Some(b)) = (&a, &b)
            && !agree::<G>(a, b)
        {
            let found = self.verdicts_differ(player, mv, *a, *b);
            // Nothing was played, so the engines are where they were.
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
            return Err(self.in_question(player, mv, self.listed_but_refused(mv, verdict)));
        }
        if matches!((&listed, &verdict), (Some(Err(_)), Some(Ok(())))) {
            return Err(self.in_question(player, mv, self.legal_but_unlisted(mv)));
        }
        if matches!(verdict, Some(Err(_))) {
            let unlisted = listed.filter(|_| a.is_none() && b.is_none());
            self.refused(player, mv, a.or(unlisted), b.or(unlisted))?;
        }
        Ok(verdict)
    }

    /// The verdict that the common list of legal moves gives on a move: legal or, with the reason unknown,
    /// illegal.
    fn listed(&self, player: G::Player, mv: &G::Move) -> Option<Verdict<G>> {
        let legal = self.legal.last()?.as_ref()?;
        let listed = Some(player) == self.turn() && legal.binary_search(mv).is_ok();
        Some(if listed { Ok(()) } else { Err(None) })
    }

    /// Makes both engines play a move that at least one of them calls illegal. The expected answer of each is
    /// its own verdict, or that of the list on which both agree. An oracle that is trusted answers what is expected.
    fn refused(
        &mut self,
        player: G::Player,
        mv: &G::Move,
        expected_a: Option<Verdict<G>>,
        expected_b: Option<Verdict<G>>,
    ) -> Result<(), Located<G>> {
        let a = self.subject.play(player, mv);
        let b = match expected_b.filter(|_| self.oracle.is_trusted()) {
            Some(expected) => expected,
            None => self.oracle.play(player, mv),
        };
        for (name, expected, played) in
            [(&self.subject.name, expected_a, &a), (&self.oracle.name, expected_b, &b)]
        {
            if let Some(expected) = expected
                && !agree::<G>(&expected, played)
            {
                let (said, done) = (verdict_words::<G>(&expected), verdict_words::<G>(played));
                let words = format!("{name}: {mv} is {said}, but {done} when played");
                let violation = Violation::new(Kind::Verdict, &["contradicts", &said, &done], words);
                return Err(self.in_question(player, mv, violation));
            }
        }
        if !agree::<G>(&a, &b) {
            return Err(self.answers_differ(player, mv, a, b));
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
