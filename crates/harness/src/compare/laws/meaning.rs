//! A position text that recurs in a game has the same meaning, if texts are declared to be complete.

use crate::compare::divergence::{Kind, Violation};
use crate::compare::recorder::Recorder;
use crate::compare::trail::Meaning;
use crate::erased::Move;

impl Recorder<'_> {
    /// Checks that the text of the position, without its last `counters` words, has the same meaning as
    /// earlier in the game: the same legal moves, and the same hash if one is reported. Returns whether the
    /// text occurred earlier.
    pub(crate) fn keeps_meaning(&mut self, counters: usize) -> Result<bool, Violation> {
        let text = self.engine.position().and_then(|position| without_last(&position.to_string(), counters));
        let (Some(text), Some(mut legal)) = (text, self.engine.legal_moves()) else { return Ok(false) };
        legal.sort_unstable();
        legal.dedup();
        let hash = self.trail.shown_json().and_then(|shown| shown.get("hash").cloned());
        let Some((at, before)) = self.trail.meaning_of(&text) else {
            self.trail.set_meaning(Meaning { text, legal, hash });
            return Ok(false);
        };
        let (ply, name) = (self.trail.looks() - 1, &self.name);
        let again = format!("{name}: the position {text:?} of ply {at} occurs again at ply {ply}");
        let only = |moves: &[Move], others: &[Move]| {
            moves.iter().find(|mv| others.binary_search(mv).is_err()).map(ToString::to_string)
        };
        let differs = [(&before.legal, &legal, at), (&legal, &before.legal, ply)];
        if let Some((mv, at)) = differs.into_iter().find_map(|(one, other, at)| Some((only(one, other)?, at)))
        {
            let words = format!("{again}, but {mv} is legal only at ply {at}");
            return Err(Violation::new(Kind::Law, &["same", "position", "legal"], words));
        }
        if let (Some(was), Some(is)) = (&before.hash, &hash)
            && was != is
        {
            let words = format!("{again}, but its hash was {was} and is {is}");
            return Err(Violation::new(Kind::Law, &["same", "position", "hash"], words));
        }
        Ok(true)
    }
}

/// Returns a text without its last `words` words; `None` if no other words remain.
fn without_last(text: &str, words: usize) -> Option<String> {
    let all: Vec<&str> = text.split_whitespace().collect();
    let kept = all.len().checked_sub(words).filter(|kept| *kept > 0)?;
    Some(all[..kept].join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_at_the_end_of_a_text_are_left_out() {
        assert_eq!(without_last("8/8 w  - 0 1", 2).as_deref(), Some("8/8 w -"));
        assert_eq!(without_last(" 3 4 5", 0).as_deref(), Some("3 4 5"));
        assert_eq!((without_last("0 1", 2), without_last("1", 2), without_last("", 0)), (None, None, None));
    }
}
