//! Texts: positions, moves and the record of the game must survive being written and read.

use std::collections::BTreeSet;

use bustan_guide::Explore;
use bustan_vocabulary::Record;

use super::judge::agree;
use super::{Checked, Located, Lockstep};
use crate::compare::compared::Part;
use crate::compare::diff::{diff, json};
use crate::compare::divergence::{Kind, Signature, Violation};
use crate::compare::verdict_words;

impl<G: Explore> Lockstep<'_, G> {
    /// Checks that positions, moves and the record of the game survive being written and read, and that
    /// engines set up with the position at hand list the same legal moves. These need not be the legal moves
    /// of the game, because a position has no history.
    ///
    /// # Errors
    /// The divergence found.
    pub fn text(&mut self) -> Checked<G> {
        self.guard(|this| {
            let (a, b) = (this.subject.position(), this.oracle.position());
            this.compared.note(Part::Position, [a.is_some(), b.is_some()]);
            if let (Some(a), Some(b)) = (&a, &b)
                && a != b
            {
                let words =
                    format!("{}: the position is {b}; {}: it is {a}", this.oracle.name, this.subject.name);
                return Err(Violation::new(Kind::Text, &["positions", "differ"], words).into());
            }
            let now = this.seen().map(G::identity);
            let same = |seen: &G::Observation| now.as_ref().is_some_and(|now| *now == G::identity(seen));
            let fleeting = this.fleeting();
            this.oracle.text(|seen| seen.own().is_some_and(same), fleeting.as_ref())?;
            this.subject.text(|seen| seen.own().is_some_and(same), fleeting.as_ref())?;
            if let Some(position) = b.or(a) {
                this.anew(&position)?;
            }
            let legal = this.legal.last().and_then(Option::as_ref);
            for mv in legal.into_iter().flatten().step_by(7).chain(this.moves.iter().map(|(_, mv)| mv)) {
                if mv.to_string().parse().ok().as_ref() != Some(mv) {
                    let words =
                        format!("the move {mv:?} is not read back from its text {:?}", mv.to_string());
                    return Err(Violation::new(Kind::Text, &["move"], words).into());
                }
            }
            let record = this.record();
            let read: Option<Record<G>> = record.to_string().parse().ok();
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

    /// The keys of the current observation that a position does not restore, if they are known.
    fn fleeting(&self) -> Option<BTreeSet<String>> {
        let seen = self.seen().filter(|_| !G::OPAQUE)?;
        Some(diff(("", &json(seen)), ("", &json(&G::without_history(seen)))).keys)
    }

    /// Compares the legal moves of engines set up with a position.
    fn anew(&mut self, position: &G::Position) -> Result<(), Located<G>> {
        let (Some(a), Some(b)) = (self.subject.legal_anew(position), self.oracle.legal_anew(position)) else {
            return Ok(());
        };
        let only_a = a.iter().filter(|mv| b.binary_search(mv).is_err());
        let only_b = b.iter().filter(|mv| a.binary_search(mv).is_err());
        let only_a_has = |mv: &G::Move| a.binary_search(mv).is_ok();
        let verdicts = |mv: &G::Move| {
            let asked = self.turn().map(|player| {
                (self.subject.spare_verdict(player, mv), self.oracle.spare_verdict(player, mv))
            });
            let (asked_a, asked_b) = asked.unwrap_or_default();
            let by_list = |list: &[G::Move]| if list.binary_search(mv).is_ok() { Ok(()) } else { Err(None) };
            let (asked_a, asked_b) = (asked_a.unwrap_or(by_list(&a)), asked_b.unwrap_or(by_list(&b)));
            // Engines that differ only in order or repetition are told apart by their lists.
            let (a, b) =
                if agree::<G>(&asked_a, &asked_b) { (by_list(&a), by_list(&b)) } else { (asked_a, asked_b) };
            (verdict_words::<G>(&a), verdict_words::<G>(&b))
        };
        // Where the lists differ in the game, too, and that is known, such a move is no news here.
        let differ = self.common.contains_key(&self.moves.len());
        let known = |mv: &&G::Move| {
            let (a, b) = verdicts(mv);
            let verdict = self.turn().and_then(|player| self.subject.spare_verdict(player, mv));
            let verdict = verdict.map_or_else(|| a.clone(), |verdict| verdict_words::<G>(&verdict));
            let list = Signature::listed(only_a_has(mv), &verdict);
            self.known.has(&Signature::new(Kind::Verdict, &[&a, &b])) || self.known.has(&list)
        };
        let mut others = only_a.chain(only_b).filter(|mv| !differ || !known(mv));
        let Some(mv) = others.next() else { return Ok(()) };
        let (a, b) = verdicts(mv);
        let (subject, oracle) = (&self.subject.name, &self.oracle.name);
        let text = position.to_string();
        let words = format!("set up with the position {text:?}, {oracle}: {mv} is {b}; {subject}: {a}");
        let more = others.count();
        let details = match more {
            0 => Vec::new(),
            1 => vec!["1 more move is legal for one of them only".into()],
            _ => vec![format!("{more} more moves are legal for one of them only")],
        };
        Err(Violation::new(Kind::Text, &["position", "legal", "moves", &a, &b], words)
            .with((details, Vec::new()))
            .into())
    }
}
