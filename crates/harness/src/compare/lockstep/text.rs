//! Texts: positions, moves and the record of the game must survive being written and read.

use std::collections::BTreeSet;

use serde_json::Value;

use super::move_verdict::{MoveVerdict, both};
use super::{Checked, LocatedViolation, Lockstep};
use crate::compare::compared::Part;
use crate::compare::conventions::convention;
use crate::compare::diff::{ToJson, diff};
use crate::compare::divergence::{Kind, Signature, Violation};
use crate::compare::laws::Unrestored;
use crate::compare::recorder::Recorder;
use crate::erased::{Move, Observation, Position};

impl Lockstep<'_> {
    /// Checks that positions, moves and the record of the game survive being written and read, and that
    /// engines set up at the current position list the same legal moves. These need not be the legal moves of
    /// the game, because a position has no history.
    ///
    /// # Errors
    /// The divergence found.
    pub fn text(&mut self) -> Checked {
        self.guard(|this| {
            let (a, b) = (this.subject.engine.position(), this.oracle.engine.position());
            this.compared.note(Part::Position, [a.is_some(), b.is_some()]);
            if let (Some(a), Some(b)) = (&a, &b)
                && let Some(expected) = this.tells_another(a, b)
            {
                let (subject, oracle) = (&this.subject, &this.oracle);
                let [a, b] = [subject.engine.writes(a), oracle.engine.writes(b)];
                let words =
                    format!("{}: the position is {b}; {}: it is {a}{expected}", oracle.name, subject.name);
                return Err(Violation::new(Kind::Text, &["positions", "differ"], words).into());
            }
            let now = this.seen().map(Observation::identity);
            let same = |seen: &Observation| now.as_ref().is_some_and(|now| *now == seen.identity());
            let (fleeting, by_rules) = (this.fleeting(), this.by_rules());
            let position = b.or(a);
            let told = |recorder: &Recorder<'_>| {
                position.as_ref().is_none_or(|position| recorder.engine.reportable(position) == *position)
            };
            let [subject, oracle] = [told(&this.subject), told(&this.oracle)];
            if oracle {
                let unrestored = Unrestored { fleeting: fleeting.as_ref(), by_rules: &[] };
                this.oracle.text(|seen| seen.own().is_some_and(same), unrestored)?;
            }
            if subject {
                let unrestored = Unrestored { fleeting: fleeting.as_ref(), by_rules: &by_rules };
                this.subject.text(|seen| seen.own().is_some_and(same), unrestored)?;
            }
            if let Some(position) = position.filter(|_| subject && oracle) {
                this.anew(&position)?;
            }
            let rules = this.rules();
            let legal = this.legal.last().and_then(Option::as_ref);
            for mv in legal.into_iter().flatten().step_by(7).chain(this.moves.iter().map(|(_, mv)| mv)) {
                if rules.mv(&mv.to_string()).ok().as_ref() != Some(mv) {
                    let words =
                        format!("the move {mv:?} is not read back from its text {:?}", mv.to_string());
                    return Err(Violation::new(Kind::Text, &["move"], words).into());
                }
            }
            let record = this.record();
            let read = rules.record(&record.to_string()).ok();
            if read.is_none_or(|read| (read.start, read.moves) != (record.start, record.moves)) {
                return Err(Violation::new(
                    Kind::Text,
                    &["record"],
                    "the record is not read back from its text".into(),
                )
                .into());
            }
            Ok(())
        })
    }

    /// Compares the positions that the engines report, in the parts that both report and by the conventions
    /// of the engine under test. Returns `None` if they are equal. Otherwise describes the position that the
    /// engine under test should report by its conventions; the text is empty if no convention changes the
    /// position.
    fn tells_another(&mut self, a: &Position, b: &Position) -> Option<String> {
        let a = self.oracle.engine.reportable(a);
        let last = self.moves.last().map(|(_, mv)| mv);
        let (by_convention, used) = self.held.as_reported(b, (&self.start, last), self.seen());
        if a == self.subject.engine.reportable(&by_convention) {
            self.explained.extend(used);
            return None;
        }
        // At the start of a game, the engine under test may or may not have read a value written by a
        // convention.
        if last.is_none() && a == self.subject.engine.reportable(b) {
            return None;
        }
        let names: Vec<&str> =
            used.into_iter().filter_map(|number| Some(convention(self.rules(), number)?.name)).collect();
        if names.is_empty() {
            return Some(String::new());
        }
        let expected = self.subject.engine.writes(&by_convention);
        Some(format!("; by its convention ({}) it would be {expected}", names.join("; ")))
    }

    /// Returns the keys of the current observation that depend on the history, so that setting up the
    /// position does not restore them. Returns `None` if there is no observation or the rules of the game are
    /// unknown.
    fn fleeting(&self) -> Option<BTreeSet<String>> {
        let seen = self.seen().filter(|_| !self.rules().is_opaque())?;
        Some(diff(("", &seen.to_json()), ("", &seen.without_history().to_json())).keys)
    }

    /// Returns the values by the rules for the keys that the engine under test writes by a convention.
    fn by_rules(&self) -> Vec<(String, Value)> {
        let seen = self.seen().map(ToJson::to_json);
        let value = |key: String| seen.as_ref()?.get(&key).cloned().map(|value| (key, value));
        self.held.keys(self.rules()).into_iter().filter_map(value).collect()
    }

    /// Compares the legal moves of engines set up at a position.
    fn anew(&mut self, position: &Position) -> Result<(), LocatedViolation> {
        let (Some(a), Some(b)) =
            (self.subject.spare.legal_moves(position), self.oracle.spare.legal_moves(position))
        else {
            return Ok(());
        };
        let only_a = a.iter().filter(|mv| b.binary_search(mv).is_err());
        let only_b = b.iter().filter(|mv| a.binary_search(mv).is_err());
        let mut differing: Vec<Move> = only_a.chain(only_b).cloned().collect();
        // If the lists are also known to differ in the game, such a move is not a new difference.
        if self.common.contains_key(&self.moves.len()) && !self.known.is_empty() {
            let mut news = Vec::new();
            for mv in differing {
                let stances = self.anew_of(position, &mv, [&a, &b]);
                let listed = Signature::listed(a.binary_search(&mv).is_ok(), &self.sign(&stances[0].verdict));
                let [one, other] = stances.map(|stance| self.sign(&stance.verdict));
                if !self.known.has(&Signature::verdict("", &one, &other)) && !self.known.has(&listed) {
                    news.push(mv);
                }
            }
            differing = news;
        }
        let Some((mv, others)) = differing.split_first() else { return Ok(()) };
        let stances = self.anew_of(position, mv, [&a, &b]);
        let subject_lists = a.binary_search(mv).is_ok();
        let [subject, oracle] = stances;
        let agree = self.agree(&subject.verdict, &oracle.verdict);
        let words = match agree {
            true => self.one_sided(mv, subject_lists, [true; 2], stances),
            false => both((&self.oracle.name, oracle), (&self.subject.name, subject), &mv.to_string()),
        };
        // Engines that agree on the move are distinguished by their lists.
        let [one, other] = match agree {
            true => {
                [subject_lists, !subject_lists].map(|lists| self.sign(&MoveVerdict::listed(lists).verdict))
            }
            false => [subject, oracle].map(|stance| self.sign(&stance.verdict)),
        };
        let words = format!("set up with the position {:?}, {words}", position.to_string());
        let details = match others.len() {
            0 => Vec::new(),
            1 => vec!["1 more move is legal for one of them only".into()],
            more => vec![format!("{more} more moves are legal for one of them only")],
        };
        Err(Violation::new(Kind::Text, &["position", "legal", "moves", &one, &other], words)
            .with((details, Vec::new()))
            .into())
    }

    /// Returns the stances of the engine under test and the oracle on a move after a setup at a position:
    /// their verdicts, or their answers when they are made to play the move. If there is no player to move,
    /// their lists decide.
    fn anew_of(&mut self, position: &Position, mv: &Move, lists: [&[Move]; 2]) -> [MoveVerdict; 2] {
        let player = self.next();
        let mut engines = [&mut self.subject, &mut self.oracle].into_iter().zip(lists);
        let mut stance = || {
            let (engine, list) = engines.next()?;
            let tried = player.and_then(|player| {
                let asked = engine.spare.verdict(player, mv).map(MoveVerdict::asked);
                asked.or_else(|| engine.spare.play(position, player, mv).map(MoveVerdict::played))
            });
            Some(tried.unwrap_or_else(|| MoveVerdict::listed(list.binary_search(mv).is_ok())))
        };
        [stance(), stance()].map(|stance| stance.unwrap_or(MoveVerdict::listed(false)))
    }
}
