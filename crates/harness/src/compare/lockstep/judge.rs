//! Compares the views of two engines at one moment.

use std::collections::BTreeSet;

use bustan_guide::Explore;
use bustan_vocabulary::Game;

use super::back::withdraw;
use super::{Located, Lockstep, View};
use crate::compare::compared::{Apart, Part, TURN};
use crate::compare::divergence::{Aspect, Kind, Signature, Violation};
use crate::compare::participant::Verdict;
use crate::compare::recorder::{Recorder, who};
use crate::compare::{observations, plural, verdict_words};

impl<G: Explore> Lockstep<'_, G> {
    /// Compares the current views of both engines.
    pub(super) fn compare(&mut self) -> Result<(), Located<G>> {
        self.known.reach(self.moves.len());
        let seen = [self.subject.observation(), self.oracle.observation()];
        self.compared.observed(seen, |key| self.known.apart(key));
        let turn_is_ignored = self.known.ignored().contains(TURN);
        match turn_is_ignored {
            true => self.compared.leave_out(Part::Turn, Apart::Ignored),
            false => {
                let told = [&self.subject, &self.oracle].map(Recorder::tells_turn);
                self.compared.note(Part::Turn, told);
            }
        }
        let observed = match seen {
            [Some(a), Some(b)] => {
                let before = self.oracle.observation_before().or(self.subject.observation_before());
                let last = self.moves.last().map(|(_, mv)| (before, mv));
                observations((&self.subject.name, a), (&self.oracle.name, b), last, &mut self.known)
            }
            _ => Ok(()),
        };
        // Whose turn it is follows from the rest.
        let by_turn = observed.as_ref().err().is_none_or(|found| found.signature.is_about_turn());
        if let (Some(a), Some(b)) = (self.subject.turn(), self.oracle.turn())
            && a != b
            && by_turn
            && !turn_is_ignored
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
        self.keep_meaning()?;
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
        let results = [self.subject.final_score(), self.oracle.final_score().or(observed)];
        let shows = self.subject.observation().is_some_and(|seen| seen.own().is_some());
        self.compared.note(Part::Result, [results[0].is_some() || shows, results[1].is_some()]);
        let [subject, oracle] = results;
        let results = subject.zip(oracle);
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
        let mut lists = [self.subject.legal(), self.oracle.legal()];
        let told = lists.each_ref().map(Option::is_some);
        self.compared.note(Part::Legal, told);
        for (name, list) in [&self.subject.name, &self.oracle.name].into_iter().zip(&mut lists) {
            let Some(list) = list else { continue };
            list.sort_unstable();
            if let Some(twice) = list.windows(2).find(|pair| pair[0] == pair[1]) {
                let words = format!("{name}: lists the legal move {} twice", twice[0]);
                return Err(Violation::new(Kind::LegalSet, &["twice"], words).into());
            }
        }
        self.try_moves(&mut lists)?;
        if let [Some(a), Some(b)] = &lists
            && (a != b || told == [false, false])
        {
            self.lists_differ(a, b)?;
            let common = a.iter().filter(|mv| b.binary_search(mv).is_ok()).cloned().collect();
            self.common.insert(self.moves.len(), common);
            return Ok(());
        }
        let [a, b] = lists;
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

    /// Passes over the differences between two sorted lists if all of them are known.
    ///
    /// # Errors
    /// The divergence with the wanted signature if there is one, else the first.
    fn lists_differ(&mut self, a: &[G::Move], b: &[G::Move]) -> Result<(), Located<G>> {
        const FEW: usize = 64;
        // To pass over all of them, each must have been looked at.
        let most = if self.known.is_empty() { FEW } else { usize::MAX };
        let only = |one: &[G::Move], other: &[G::Move]| -> Vec<G::Move> {
            one.iter().filter(|mv| other.binary_search(mv).is_err()).cloned().collect()
        };
        let [only_a, only_b] = [only(a, b), only(b, a)];
        self.only = [only_a.clone(), only_b.clone()];
        let one_sided = |mv: &G::Move| only_a.binary_search(mv).is_ok() || only_b.binary_search(mv).is_ok();
        let expected = self.expected.clone().filter(one_sided);
        let (mut first, mut passed) = (None, BTreeSet::new());
        for mv in expected.iter().chain(only_a.iter().take(most)).chain(only_b.iter().take(most)) {
            let subject_lists = a.binary_search(mv).is_ok();
            // An engine that cannot take back plays the game again for each move that it is made to play, and so
            // plays each move once in a game.
            let once = !self.known.is_empty() && !self.takes_back();
            let before = self.one_sided.get(&(subject_lists, mv.clone())).filter(|_| once);
            if let Some(signature) = before
                && self.known.has(signature)
            {
                passed.insert(signature.clone());
                continue;
            }
            let found = self.list_differs(mv, subject_lists, [a, b])?;
            self.one_sided.insert((subject_lists, mv.clone()), found.violation.signature.clone());
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
        first.map_or(Ok(()), Err)
    }

    /// The divergence about a move that only one engine lists.
    ///
    /// # Errors
    /// Another divergence: an engine was made to play the move, and does not take it back.
    fn list_differs(
        &mut self,
        mv: &G::Move,
        subject_lists: bool,
        known: [&[G::Move]; 2],
    ) -> Result<Located<G>, Located<G>> {
        let names = [self.subject.name.clone(), self.oracle.name.clone()];
        let [lists_it, lacks] = if subject_lists { [&names[0], &names[1]] } else { [&names[1], &names[0]] };
        let listing = self.listed_by();
        let [lists, lists_not] = if subject_lists { listing } else { [listing[1], listing[0]] };
        let Some(player) = self.turn() else {
            let words = format!("{lists_it}: lists moves after the end of the game, {mv} among them");
            return Ok(Violation::new(Kind::LegalSet, &["over"], words).into());
        };
        let (a, asked_subject) = try_out(&mut self.subject, &self.start, &self.moves, player, mv, known[0])?;
        let (b, asked_oracle) = try_out(&mut self.oracle, &self.start, &self.moves, player, mv, known[1])?;
        if !agree::<G>(&a, &b) {
            return Ok(self.verdicts_differ(player, mv, a, b));
        }
        let verdict = verdict_words::<G>(&a);
        let said = |asked: bool| match (asked, &a) {
            (true, _) => format!("says it is {verdict}"),
            (false, Ok(())) => "plays it".into(),
            (false, Err(_)) => "refuses it".into(),
        };
        let words = match &a {
            Ok(()) => {
                let but = said(if subject_lists { asked_oracle } else { asked_subject });
                let does = if lists { "lists it" } else { "plays it" };
                format!("{lacks}: does not list {mv}, but {but}; {lists_it}: {does}")
            }
            Err(_) => {
                let but = said(if subject_lists { asked_subject } else { asked_oracle });
                let does = if lists_not { "does not list it" } else { "refuses it" };
                format!("{lists_it}: lists {mv}, but {but}; {lacks}: {does}")
            }
        };
        Ok(self.in_question(player, mv, Violation::of(Signature::listed(subject_lists, &verdict), words)))
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
        let signature = self.known.refined(violation.signature, &mv.to_string());
        let violation = Violation { signature, ..violation };
        Located { violation, question: Some((player, mv.clone())), view: View::Now }
    }
}

/// An engine's verdict on a move, and whether it said so. One that says nothing is made to play the move, and
/// is then back where it was.
fn try_out<G: Game>(
    recorder: &mut Recorder<'_, G>,
    start: &G::Position,
    moves: &[(G::Player, G::Move)],
    player: G::Player,
    mv: &G::Move,
    list: &[G::Move],
) -> Result<(Verdict<G>, bool), Violation> {
    if let Some(verdict) = recorder.verdict(player, mv) {
        return Ok((verdict, true));
    }
    let verdict = recorder.play(player, mv);
    if verdict.is_ok() {
        withdraw(recorder, start, moves)?;
        let when = format!("after {mv} was taken back");
        recorder.still(0, Kind::Undo, &when)?;
        recorder.still_lists(list, Kind::Undo, &when)?;
    }
    Ok((verdict, false))
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
