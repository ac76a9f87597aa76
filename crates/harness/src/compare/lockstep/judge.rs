//! Compares the views of two engines at one moment.

use std::collections::BTreeSet;

use bustan_guide::Explore;
use bustan_vocabulary::Game;

use super::{Located, Lockstep, View};
use crate::compare::divergence::{Aspect, Kind, Signature, Violation};
use crate::compare::participant::Verdict;
use crate::compare::recorder::who;
use crate::compare::{observations, plural, verdict_words};

impl<G: Explore> Lockstep<'_, G> {
    /// Compares the current views of both engines.
    pub(super) fn compare(&mut self) -> Result<(), Located<G>> {
        let observed = match (self.subject.observation(), self.oracle.observation()) {
            (Some(a), Some(b)) => {
                observations((&self.subject.name, a), (&self.oracle.name, b), &mut self.known)
            }
            _ => Ok(()),
        };
        // Whose turn it is follows from the rest.
        let by_turn = observed.as_ref().err().is_none_or(|found| found.signature.is_about_turn());
        if let (Some(a), Some(b)) = (self.subject.turn(), self.oracle.turn())
            && a != b
            && by_turn
        {
            // The signature says that the game is over, but not which player is on turn.
            let what = match (a, b) {
                (None, _) => "over too early",
                (_, None) => "over too late",
                _ => "another player",
            };
            let words =
                format!("{}: {} is on turn; {}: {}", self.oracle.name, who(b), self.subject.name, who(a));
            return Err(Violation::new(Kind::Turn, &[what], words).into());
        }
        observed?;
        if self.checks.legal {
            self.compare_legal()?;
        }
        if self.turn().is_none() {
            self.compare_results()?;
        }
        if self.checks.hash
            && let Some(seen) = self.seen()
        {
            let fresh = self.classes.len();
            let class = *self.classes.entry(G::identity(seen)).or_insert(fresh);
            for entered in [self.subject.enter_hash(class), self.oracle.enter_hash(class)] {
                self.unless_known(entered)?;
            }
        }
        Ok(())
    }

    /// Compares the results of a game that is over, if an engine gives a result apart from its observation.
    fn compare_results(&mut self) -> Result<(), Located<G>> {
        let observed = self.seen().map(G::final_score);
        let results = self.subject.final_score().zip(self.oracle.final_score().or(observed));
        let Some((a, b)) = results.filter(|(a, b)| a != b) else { return Ok(()) };
        let words = format!("{}: the result is {b}; {}: {a}", self.oracle.name, self.subject.name);
        Ok(self.unless_known(Err(Violation::of(Signature::observation(["final score"]), words)))?)
    }

    /// Passes over a violation that is known.
    pub(super) fn unless_known(&mut self, found: Result<(), Violation>) -> Result<(), Violation> {
        let Err(violation) = found else { return Ok(()) };
        if self.known.is_empty() || !self.known.has(&violation.signature) {
            return Err(violation);
        }
        self.known.pass(&violation.signature);
        Ok(())
    }

    pub(super) fn compare_legal(&mut self) -> Result<(), Located<G>> {
        let (mut a, mut b) = (self.subject.legal(), self.oracle.legal());
        for (name, list) in [(&self.subject.name, &mut a), (&self.oracle.name, &mut b)] {
            let Some(list) = list else { continue };
            list.sort_unstable();
            if let Some(twice) = list.windows(2).find(|pair| pair[0] == pair[1]) {
                let words = format!("{name}: lists the legal move {} twice", twice[0]);
                return Err(Violation::new(Kind::LegalSet, &["twice"], words).into());
            }
        }
        if let (Some(a), Some(b)) = (&a, &b)
            && a != b
        {
            if let Some(found) = self.lists_differ(a, b) {
                return Err(found);
            }
            let common = a.iter().filter(|mv| b.binary_search(mv).is_ok()).cloned().collect();
            self.common.insert(self.moves.len(), common);
            return Ok(());
        }
        let known = b.or(a);
        if let (Some(list), Some(turn)) = (&known, self.known_turn())
            && list.is_empty() != turn.is_none()
        {
            let words = format!("{} with {} on turn", plural(list.len(), "legal move"), who(turn));
            return Err(Violation::new(Kind::Law, &["end"], words).into());
        }
        if let Some(last) = self.legal.last_mut() {
            *last = known;
        }
        Ok(())
    }

    /// The divergence between two different sorted lists: the one with the wanted signature if there is one,
    /// else the first. `None` if all their differences are known.
    fn lists_differ(&mut self, a: &[G::Move], b: &[G::Move]) -> Option<Located<G>> {
        const FEW: usize = 64;
        // To pass over all of them, each must have been looked at.
        let most = if self.known.is_empty() { FEW } else { usize::MAX };
        let only_a = a.iter().filter(|mv| b.binary_search(mv).is_err());
        let only_b = b.iter().filter(|mv| a.binary_search(mv).is_err());
        let one_sided = |mv: &&G::Move| a.binary_search(mv).is_ok() != b.binary_search(mv).is_ok();
        let expected = self.expected.as_ref().filter(one_sided);
        let (mut first, mut passed) = (None, BTreeSet::new());
        for mv in expected.into_iter().chain(only_a.take(most)).chain(only_b.take(most)) {
            let found = self.list_differs(mv, a.binary_search(mv).is_ok());
            if !self.known.is_empty() && self.known.has(&found.violation.signature) {
                passed.insert(found.violation.signature);
                continue;
            }
            if self.wanted.is_none() || self.wanted.as_ref() == Some(&found.violation.signature) {
                first = Some(found);
                break;
            }
            first.get_or_insert(found);
        }
        passed.iter().for_each(|signature| self.known.pass(signature));
        first
    }

    /// The divergence about a move that only one engine lists.
    pub(super) fn list_differs(&self, mv: &G::Move, subject_lists: bool) -> Located<G> {
        let Some(player) = self.turn() else {
            let words = format!("legal moves are listed after the end of the game, {mv} among them");
            return Violation::new(Kind::LegalSet, &["over"], words).into();
        };
        let listed = |yes: bool| if yes { Ok(()) } else { Err(None) };
        let a = self.subject.verdict(player, mv).unwrap_or(listed(subject_lists));
        let b = self.oracle.verdict(player, mv).unwrap_or(listed(!subject_lists));
        if !agree::<G>(&a, &b) {
            return self.verdicts_differ(player, mv, a, b);
        }
        let (lists, lacks) = if subject_lists {
            (&self.subject.name, &self.oracle.name)
        } else {
            (&self.oracle.name, &self.subject.name)
        };
        let verdict = verdict_words::<G>(&a);
        let words = format!(
            "{lists}: lists the move {mv}; {lacks}: does not; asked about it, both say it is {verdict}"
        );
        self.in_question(player, mv, Violation::of(Signature::listed(subject_lists, &verdict), words))
    }

    pub(super) fn listed_but_refused(&self, mv: &G::Move, verdict: Verdict<G>) -> Violation {
        let verdict = verdict_words::<G>(&verdict);
        let words = format!("both engines list the move {mv} and, asked about it, say it is {verdict}");
        let violation = Violation::new(Kind::LegalSet, &["both", &verdict], words);
        match (self.known_turn(), self.turn()) {
            (None, Some(player)) => {
                let guess = format!("neither says whose turn it is; {player} is assumed");
                violation.with((vec![guess], Vec::new()))
            }
            _ => violation,
        }
    }

    pub(super) fn legal_but_unlisted(&self, mv: &G::Move) -> Violation {
        let words = format!("neither engine lists the move {mv}, but it is judged legal");
        Violation::new(Kind::LegalSet, &["none", "legal"], words).about(Aspect::Unlisted)
    }

    pub(super) fn verdicts_differ(
        &self,
        player: G::Player,
        mv: &G::Move,
        a: Verdict<G>,
        b: Verdict<G>,
    ) -> Located<G> {
        self.on_a_move(player, mv, "", [a, b])
    }

    /// The same for engines that had to play the move: their lists need not show it.
    pub(super) fn answers_differ(
        &self,
        player: G::Player,
        mv: &G::Move,
        a: Verdict<G>,
        b: Verdict<G>,
    ) -> Located<G> {
        self.on_a_move(player, mv, "played", [a, b])
    }

    /// Verdicts on a move that differ, the subject's and the oracle's. `how` says how they came about, if not
    /// by asking.
    fn on_a_move(&self, player: G::Player, mv: &G::Move, how: &str, verdicts: [Verdict<G>; 2]) -> Located<G> {
        let [a, b] = verdicts.map(|verdict| verdict_words::<G>(&verdict));
        let words = format!("{}: {mv} is {b}; {}: {a}", self.oracle.name, self.subject.name);
        self.in_question(player, mv, Violation::of(Signature::verdict(how, &a, &b), words))
    }

    pub(super) fn in_question(&self, player: G::Player, mv: &G::Move, violation: Violation) -> Located<G> {
        Located { violation, question: Some((player, mv.clone())), view: View::Now }
    }
}

/// Whether two verdicts agree: on legality and, where both give one, the reason.
pub(super) fn agree<G: Game>(a: &Verdict<G>, b: &Verdict<G>) -> bool {
    match (a, b) {
        (Ok(()), Ok(())) => true,
        (Err(Some(a)), Err(Some(b))) => a == b,
        (Err(_), Err(_)) => true,
        _ => false,
    }
}
