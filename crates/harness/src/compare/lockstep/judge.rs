//! Compares the answers of two engines at one position.

use std::collections::BTreeSet;

use super::back::withdraw;
use super::move_verdict::{MoveVerdict, both};
use super::{BoardMoment, LocatedViolation, Lockstep, next_in_order};
use crate::compare::compared::{NotCompared, Part, TURN};
use crate::compare::conventions::in_true_words;
use crate::compare::divergence::{Aspect, Kind, Signature, Violation};
use crate::compare::participant::Verdict;
use crate::compare::recorder::Recorder;
use crate::compare::{observations, verdict_words, who};
use crate::erased::{Move, Observation, Player, Position};

impl Lockstep<'_> {
    /// Compares the current answers of both engines.
    pub(super) fn compare(&mut self) -> Result<(), LocatedViolation> {
        self.known.reach(self.moves.len());
        self.compare_observations()?;
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
            let class = *self.classes.entry(seen.identity()).or_insert(fresh);
            for entered in [self.subject.enter_hash(class), self.oracle.enter_hash(class)] {
                self.unless_known(entered)?;
            }
        }
        Ok(())
    }

    /// Compares the observations and the players to move. Different players to move are reported before a
    /// difference in the observations that only follows from them.
    fn compare_observations(&mut self) -> Result<(), Violation> {
        let rules = self.rules();
        let seen = [self.subject.trail.observation(), self.oracle.trail.observation()];
        self.compared.observed(seen, |key| {
            self.known.not_compared(key).or_else(|| self.held.not_compared(rules, key))
        });
        let told = [&self.subject, &self.oracle].map(Recorder::reports_turn);
        let turn_is_ignored = self.known.ignored().contains(TURN);
        match turn_is_ignored {
            true => self.compared.leave_out(Part::Turn, NotCompared::Ignored),
            false => self.compared.note(Part::Turn, told),
        }
        let observed = self.observations_agree();
        // A difference in other keys may be the cause of different players to move.
        let by_turn = observed.as_ref().err().is_none_or(|found| found.signature.is_about_turn());
        // A player to move that was only derived from the moves is not the engine's own answer.
        if let (Some(a), Some(b), [true, true]) = (self.subject.trail.turn(), self.oracle.trail.turn(), told)
            && a != b
            && by_turn
            && !turn_is_ignored
        {
            // The signature says that the game is over, but does not name the player to move.
            let what = match (a, b) {
                (None, _) => "over too early",
                (_, None) => "over too late",
                _ => "another player",
            };
            let words =
                format!("{}: {} is to move; {}: {}", self.oracle.name, who(b), self.subject.name, who(a));
            return Err(Violation::new(Kind::Turn, &[what], words));
        }
        observed
    }

    /// Checks that the observations agree if both engines have one. Applies the conventions of the engine
    /// under test.
    fn observations_agree(&mut self) -> Result<(), Violation> {
        let seen = [self.subject.trail.observation(), self.oracle.trail.observation()];
        let [Some(a), Some(b)] = seen else { return Ok(()) };
        let before = self.oracle.trail.observation_before().or(self.subject.trail.observation_before());
        let last = self.moves.last().map(|(_, mv)| (before, mv));
        let shown = self.held.shown(&self.start, last.map(|(_, mv)| mv), b, a);
        let [a, b] = [(&*self.subject.name, a), (&*self.oracle.name, b)];
        let compared = observations(a, (b.0, shown.as_ref().unwrap_or(b.1)), last, &mut self.known);
        let rules = self.rules();
        match (compared, shown) {
            (compared, None) => compared,
            (Ok(()), Some(shown)) => {
                let compared = |key: &str| self.known.not_compared(key).is_none();
                self.explained.extend(self.held.explaining(rules, b.1, &shown, a.1, compared));
                Ok(())
            }
            (Err(found), Some(shown)) => Err(in_true_words(rules, found, &self.held, [a, b], &shown)),
        }
    }

    /// Compares the results of a game that is over, if an engine gives a result separately from its
    /// observation.
    fn compare_results(&mut self) -> Result<(), LocatedViolation> {
        let observed = self.seen().map(Observation::final_score);
        let results = [self.subject.engine.final_score(), self.oracle.engine.final_score().or(observed)];
        let shows = self.subject.trail.observation().is_some_and(|seen| seen.own().is_some());
        self.compared.note(Part::Result, [results[0].is_some() || shows, results[1].is_some()]);
        let [subject, oracle] = results;
        let results = subject.zip(oracle);
        let Some((a, b)) = results.filter(|(a, b)| a != b) else { return Ok(()) };
        let words = format!("{}: the result is {b}; {}: {a}", self.oracle.name, self.subject.name);
        Ok(self.unless_known(Err(Violation::of(Signature::observation(["final score"]), words)))?)
    }

    /// Ignores a violation that is known, and records that it was skipped.
    pub(super) fn unless_known(&mut self, found: Result<(), Violation>) -> Result<(), Violation> {
        let Err(violation) = found else { return Ok(()) };
        if self.known.is_empty() || !self.known.has(&violation.signature) {
            return Err(violation);
        }
        self.known.pass(&violation.signature);
        Ok(())
    }

    pub(super) fn compare_legal(&mut self) -> Result<(), LocatedViolation> {
        self.subject.engine.announce_list();
        self.oracle.engine.announce_list();
        let mut lists = [self.subject.engine.legal_moves(), self.oracle.engine.legal_moves()];
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
        if let Some(listing) = self.listing.last_mut() {
            *listing = told;
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
        let lister = if lists[1].is_some() { &self.oracle.name } else { &self.subject.name };
        let known = lists[1].as_deref().or(lists[0].as_deref());
        let fits = |list: &[Move]| !list.is_empty() && self.known_turn().is_none_or(|turn| turn.is_some());
        if let Some(list) = known.filter(|list| !fits(list))
            && let Some((reporter, turn)) = self.reported_turn()
            && list.is_empty() != turn.is_none()
        {
            let lists = if list.is_empty() { "lists no legal moves" } else { "lists legal moves" };
            let words = match reporter == lister {
                true => format!("{lister}: {lists} with {} to move", who(turn)),
                false => format!("{lister}: {lists}; {reporter}: {} is to move", who(turn)),
            };
            return Err(Violation::new(Kind::Law, &["end"], words).into());
        }
        let [a, b] = lists;
        if let Some(last) = self.legal.last_mut() {
            *last = b.or(a);
        }
        Ok(())
    }

    /// Returns the player to move according to an engine that reports the player itself, preferably the
    /// oracle, with the engine's name.
    fn reported_turn(&self) -> Option<(&String, Option<Player>)> {
        let reporter = [&self.oracle, &self.subject].into_iter().find(|engine| engine.reports_turn())?;
        Some((&reporter.name, reporter.trail.turn()?))
    }

    /// Returns the player to move, unless an engine reports the end of the game. An empty list of moves does
    /// not mean that the game is over, because it may be wrong.
    pub(super) fn next(&self) -> Option<Player> {
        if let Some((_, turn)) = self.reported_turn() {
            return turn;
        }
        let counted =
            [&self.oracle, &self.subject].into_iter().find_map(|engine| engine.trail.turn().flatten());
        counted.or_else(|| next_in_order(&self.start, &self.moves))
    }

    /// Skips the differences between two sorted lists if all differences are known.
    ///
    /// # Errors
    /// The divergence with the preferred signature if there is one, otherwise the first divergence.
    fn lists_differ(&mut self, a: &[Move], b: &[Move]) -> Result<(), LocatedViolation> {
        const FEW: usize = 64;
        // To skip the differences, every one of them must be checked.
        let most = if self.known.is_empty() { FEW } else { usize::MAX };
        let only = |one: &[Move], other: &[Move]| -> Vec<Move> {
            one.iter().filter(|mv| other.binary_search(mv).is_err()).cloned().collect()
        };
        let [only_a, only_b] = [only(a, b), only(b, a)];
        self.only = [only_a.clone(), only_b.clone()];
        if let Some(over) = self.one_list_is_empty(a, b) {
            return Ok(self.unless_known(Err(over))?);
        }
        let one_sided = |mv: &Move| only_a.binary_search(mv).is_ok() || only_b.binary_search(mv).is_ok();
        let expected = self.expected.clone().filter(one_sided);
        let (mut first, mut passed) = (None, BTreeSet::new());
        for mv in expected.iter().chain(only_a.iter().take(most)).chain(only_b.iter().take(most)) {
            let subject_lists = a.binary_search(mv).is_ok();
            // An engine that cannot undo replays the game for each move that it is made to play, so it plays
            // each move only once in a game.
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

    /// Returns the violation that only one list is empty. If no engine reports the player to move, an empty
    /// list means that the game is over.
    fn one_list_is_empty(&self, a: &[Move], b: &[Move]) -> Option<Violation> {
        if self.reported_turn().is_some() || self.listing() != [true; 2] || a.is_empty() == b.is_empty() {
            return None;
        }
        let lists = |list: &[Move]| match list {
            [] => "lists no legal moves".to_string(),
            [mv] => format!("lists {mv}"),
            [mv, more @ ..] => format!("lists {mv} and {} more", more.len()),
        };
        let words = format!("{}: {}; {}: {}", self.oracle.name, lists(b), self.subject.name, lists(a));
        Some(Violation::new(Kind::LegalSet, &["over"], words))
    }

    /// Returns the divergence about a move that only one engine lists.
    ///
    /// # Errors
    /// Another divergence, if an engine was made to play the move and does not undo it.
    fn list_differs(
        &mut self,
        mv: &Move,
        subject_lists: bool,
        known: [&[Move]; 2],
    ) -> Result<LocatedViolation, LocatedViolation> {
        let Some(player) = self.next() else {
            let lists_it = if subject_lists { &self.subject.name } else { &self.oracle.name };
            let words = format!("{lists_it}: lists moves after the end of the game, {mv} among them");
            return Ok(Violation::new(Kind::LegalSet, &["over"], words).into());
        };
        let listing = self.listing();
        let a = try_out(&mut self.subject, &self.start, &self.moves, player, mv, known[0])?;
        let b = try_out(&mut self.oracle, &self.start, &self.moves, player, mv, known[1])?;
        if !self.agree(&a.verdict, &b.verdict) {
            return Ok(self.on_a_move(player, mv, "", [a, b]));
        }
        let verdict = self.sign(&a.verdict);
        let words = self.one_sided(mv, subject_lists, listing, [a, b]);
        Ok(self.in_question(player, mv, Violation::of(Signature::listed(subject_lists, &verdict), words)))
    }

    /// Describes a move that only one engine lists, although the engines agree on it. `stances` are those of
    /// the engine under test and the oracle. `listing` says which engines list moves at all; the others were
    /// made to play the move.
    pub(super) fn one_sided(
        &self,
        mv: &Move,
        subject_lists: bool,
        listing: [bool; 2],
        stances: [MoveVerdict; 2],
    ) -> String {
        let names = [&self.subject.name, &self.oracle.name];
        let [lister, lacker] = if subject_lists { [0, 1] } else { [1, 0] };
        let does = |at: usize, lists: bool| match listing[at] {
            true => MoveVerdict::listed(lists).of_it(),
            false => stances[at].of_it(),
        };
        let accused = if stances[0].verdict.is_ok() { lacker } else { lister };
        let other = 1 - accused;
        format!(
            "{}: {}, but {}; {}: {}",
            names[accused],
            MoveVerdict::listed(accused == lister).of(&mv.to_string()),
            stances[accused].of_it(),
            names[other],
            does(other, other == lister)
        )
    }

    /// Returns the violation that a listed move is refused: it is in the lists of all engines that list
    /// moves, but the engines with a verdict on it refuse it. `said` are the verdicts of the engine under
    /// test and the oracle.
    pub(super) fn listed_but_refused(&self, mv: &Move, said: [Option<MoveVerdict>; 2]) -> Violation {
        let reason = said.iter().rev().flatten().find_map(|said| said.verdict.err());
        let verdict = self.sign(&Err(reason.flatten()));
        let words = self.listed_and_said(mv, true, said);
        let violation = Violation::new(Kind::LegalSet, &["both", &verdict], words);
        match (self.known_turn(), self.turn()) {
            (None, Some(player)) => {
                let guess = format!("neither says whose turn it is; {player} is assumed");
                violation.with((vec![guess], Vec::new()))
            }
            _ => violation,
        }
    }

    /// Returns the violation that a move is legal but is in no list. `said` are the verdicts of the engine
    /// under test and the oracle.
    pub(super) fn legal_but_unlisted(&self, mv: &Move, said: [Option<MoveVerdict>; 2]) -> Violation {
        let words = self.listed_and_said(mv, false, said);
        Violation::new(Kind::LegalSet, &["none", "legal"], words).about(Aspect::Unlisted)
    }

    /// Describes the stance of each engine on a move that is in every list or in none. `said` are the
    /// verdicts of the engine under test and the oracle.
    fn listed_and_said(&self, mv: &Move, listed: bool, said: [Option<MoveVerdict>; 2]) -> String {
        let (mv, listing) = (mv.to_string(), self.listing());
        let told = |name: &str, lists: bool, said: Option<MoveVerdict>| {
            let listed = lists.then(|| MoveVerdict::listed(listed).of(&mv));
            let words = match (listed, said) {
                (Some(listed), Some(said)) => format!("{listed}, but {}", said.of_it()),
                (Some(listed), None) => listed,
                (None, said) => said?.of(&mv),
            };
            Some(format!("{name}: {words}"))
        };
        let oracle = told(&self.oracle.name, listing[1], said[1]);
        let words: Vec<String> =
            [oracle, told(&self.subject.name, listing[0], said[0])].into_iter().flatten().collect();
        words.join("; ")
    }

    /// Returns the violation that the engines' verdicts on a queried move differ.
    pub(super) fn verdicts_differ(
        &self,
        player: Player,
        mv: &Move,
        a: Verdict,
        b: Verdict,
    ) -> LocatedViolation {
        self.on_a_move(player, mv, "", [a, b].map(MoveVerdict::asked))
    }

    /// Returns the violation that the engines' answers differ when they play a move from a list.
    pub(super) fn moves_differ(&self, player: Player, mv: &Move, a: Verdict, b: Verdict) -> LocatedViolation {
        self.on_a_move(player, mv, "", [a, b].map(MoveVerdict::played))
    }

    /// Returns the violation that the engines' answers differ when they are made to play a move after a
    /// query. Their lists need not show the difference.
    pub(super) fn answers_differ(
        &self,
        player: Player,
        mv: &Move,
        a: Verdict,
        b: Verdict,
    ) -> LocatedViolation {
        self.on_a_move(player, mv, "played", [a, b].map(MoveVerdict::played))
    }

    /// Locates the violation that the verdicts of the engine under test and the oracle on a move differ. In
    /// the signature, `how` describes how the verdicts were obtained, if not by a query.
    fn on_a_move(&self, player: Player, mv: &Move, how: &str, [a, b]: [MoveVerdict; 2]) -> LocatedViolation {
        let signature = Signature::verdict(how, &self.sign(&a.verdict), &self.sign(&b.verdict));
        let words = both((&self.oracle.name, b), (&self.subject.name, a), &mv.to_string());
        self.in_question(player, mv, Violation::of(signature, words))
    }

    /// Whether two verdicts agree: on legality and, if both give a reason and reasons are compared, on the
    /// reason.
    pub(super) fn agree(&self, a: &Verdict, b: &Verdict) -> bool {
        match (a, b) {
            (Ok(()), Ok(())) => true,
            (Err(Some(a)), Err(Some(b))) => a == b || !self.compares_reasons(),
            (Err(_), Err(_)) => true,
            _ => false,
        }
    }

    /// Returns the words of a verdict for signatures. They include the reason only if reasons are compared,
    /// because each program words its reasons differently.
    pub(super) fn sign(&self, verdict: &Verdict) -> String {
        let verdict = if self.compares_reasons() { *verdict } else { verdict.map_err(|_| None) };
        verdict_words(&verdict)
    }

    fn compares_reasons(&self) -> bool {
        !self.rules().is_opaque() || self.known.compares_reasons()
    }

    /// Returns which engines listed legal moves at the current position: the engine under test, and the
    /// oracle.
    pub(super) fn listing(&self) -> [bool; 2] {
        self.listing.last().copied().unwrap_or_default()
    }

    pub(super) fn in_question(&self, player: Player, mv: &Move, violation: Violation) -> LocatedViolation {
        let signature = self.known.refined(violation.signature, &mv.to_string());
        let mut found = violation.found;
        found.rule = self.rule(mv, &violation.headline);
        let headline = self.explained(mv, violation.headline);
        let violation = Violation { signature, headline, details: violation.details, found };
        LocatedViolation { violation, question: Some(Box::new((player, mv.clone()))), view: BoardMoment::Now }
    }

    /// Returns the rule against a move, and why it forbids the move, by the reason in words about it; `None` if the
    /// position does not show the rule.
    fn rule(&self, mv: &Move, words: &str) -> Option<(&'static str, String)> {
        let seen = self.seen()?;
        let mut named =
            self.rules().reasons().iter().filter(|reason| words.contains(&format!(" ({reason})")));
        named.find_map(|reason| {
            let record = self.record();
            Some((record.rule(seen, mv, *reason)?, record.explain(seen, mv, *reason)?))
        })
    }

    /// Replaces each reason in words about a move by an explanation, if the position confirms it.
    fn explained(&self, mv: &Move, words: Box<str>) -> Box<str> {
        let Some(seen) = self.seen().filter(|_| words.contains(" (")) else { return words };
        let mut words = String::from(words);
        for reason in self.rules().reasons() {
            let name = format!(" ({reason})");
            if words.contains(&name)
                && let Some(told) = self.record().explain(seen, mv, *reason)
            {
                words = words.replace(&name, &format!(" ({told})"));
            }
        }
        words.into()
    }
}

/// Returns an engine's verdict on a move. An engine without a verdict is made to play the move, and is then
/// restored.
fn try_out(
    recorder: &mut Recorder<'_>,
    start: &Position,
    moves: &[(Player, Move)],
    player: Player,
    mv: &Move,
    list: &[Move],
) -> Result<MoveVerdict, Violation> {
    if let Some(verdict) = recorder.engine.verdict(player, mv) {
        return Ok(MoveVerdict::asked(verdict));
    }
    let verdict = recorder.engine.play(player, mv);
    if verdict.is_ok() {
        withdraw(recorder, start, moves)?;
        let when = format!("after {mv} was taken back");
        recorder.still(0, Kind::Undo, &when)?;
        recorder.still_lists(list, Kind::Undo, &when)?;
    }
    Ok(MoveVerdict::played(verdict))
}
