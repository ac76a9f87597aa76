//! Compares the answers of two engines: as typed values if both use the game's own types, otherwise as JSON.

pub mod audit;
pub mod compared;
pub mod conventions;
pub(crate) mod creation;
pub(crate) mod diff;
pub mod divergence;
pub mod engine_participant;
pub mod known;
pub mod laws;
pub mod lockstep;
pub mod panics;
pub mod participant;
mod piece;
mod playouts;
pub(crate) mod recorder;
pub mod reported_state;
pub(crate) mod trail;
pub(crate) mod watched;

use std::collections::BTreeSet;
use std::fmt::Debug;

use serde_json::Value;

use crate::compare::diff::{Diff, ToJson, diff, unprinted};
use crate::compare::divergence::{ILLEGAL, LEGAL, Signature, Violation};
use crate::compare::known::KnownDifferences;
use crate::compare::participant::{Observed, Verdict};
use crate::erased::Move;

/// Whether two observations share a key that describes the position itself. The player to move, check, the
/// end of the game and its result do not count, because they follow from the legal moves.
pub(crate) fn share_a_position(one: &Observed, other: &Observed) -> bool {
    const OF_THE_COURSE: [&str; 5] = [compared::TURN, "over", "winner", "result", "check"];
    // Observations of the game's own type are complete. Most comparisons need no JSON.
    if one.own().is_some() && other.own().is_some() {
        return true;
    }
    match (one.json(), other.json()) {
        (Value::Object(one), Value::Object(other)) => {
            one.keys().any(|key| other.contains_key(key) && !OF_THE_COURSE.contains(&key.as_str()))
        }
        _ => true,
    }
}

/// Checks that two engines, given with their names, report the same observation. Observations of the game's
/// own type are compared directly, which is fast, and so are texts. Other observations, and those that
/// differ, are compared as JSON in the keys that both have, except for keys that are known to differ. `last`
/// is the last move, if there was one, with the observation of one of the engines before it.
pub(crate) fn observations(
    subject: (&str, &Observed),
    oracle: (&str, &Observed),
    last: Option<(Option<&Observed>, &Move)>,
    known: &mut KnownDifferences,
) -> Result<(), Violation> {
    if subject.1 == oracle.1 || subject.1.is_printed(oracle.1) || oracle.1.is_printed(subject.1) {
        return Ok(());
    }
    let (mut a, mut b) = (subject.1.json(), oracle.1.json());
    leave_out(&mut a, known.ignored());
    leave_out(&mut b, known.ignored());
    let unprinted = |left_out: &BTreeSet<String>| match (subject.1.own(), oracle.1.own()) {
        (Some(a), Some(b)) => unprinted((oracle.0, b), (subject.0, a), left_out),
        _ => Diff::default(),
    };
    let mut found = diff((oracle.0, &b), (subject.0, &a)).and(unprinted(known.ignored()));
    if !known.is_empty() {
        let left_out = known.left_out(&found.keys);
        if !left_out.is_empty() {
            known.pass_keys(&left_out, &found.keys);
            leave_out(&mut a, &left_out);
            leave_out(&mut b, &left_out);
            let all = known.ignored().union(&left_out).cloned().collect();
            found = diff((oracle.0, &b), (subject.0, &a)).and(unprinted(&all));
        }
    }
    if found.keys.is_empty() {
        return Ok(());
    }
    let keys = found.signature();
    // A difference on the board is more often the cause of other differences than their consequence.
    let before = last.and_then(|(before, _)| before).map(Observed::json);
    let mv = last.map(|(_, mv)| mv.to_string());
    let on_board = piece::headline([(oracle.0, &b), (subject.0, &a)], before.as_ref(), mv.as_deref());
    let words = on_board.unwrap_or_else(|| {
        let first = found.on_board.as_ref().or(found.words.first()).map(String::as_str).unwrap_or_default();
        format!("the engines differ in {}: {first}", keys.join(", "))
    });
    Err(Violation::of(Signature::observation(keys), words).differing(&found))
}

/// Removes `keys` from an observation.
pub(crate) fn leave_out(seen: &mut Value, keys: &BTreeSet<String>) {
    if let Some(members) = seen.as_object_mut() {
        members.retain(|key, _| !keys.contains(key));
    }
}

/// Compares `was`, an observation in a game, with `is`, the observation of the same position after a new
/// setup, except for the keys in `fleeting`. Returns `None` if they are equal.
pub(crate) fn differing(was: &impl ToJson, is: &impl ToJson, fleeting: &BTreeSet<String>) -> Option<Diff> {
    let [was, is] = [was.to_json(), is.to_json()].map(|mut seen| {
        leave_out(&mut seen, fleeting);
        seen
    });
    Some(diff(("the game", &was), ("the position set up again", &is))).filter(|_| was != is)
}

/// Compares observations of one type as [`differing`] does, including the parts that their JSON forms omit.
pub(crate) fn differing_own<T: ToJson + Debug>(was: &T, is: &T, ignored: &BTreeSet<String>) -> Option<Diff> {
    let unprinted = unprinted(("the game", was), ("the position set up again", is), ignored);
    match differing(was, is, ignored) {
        Some(found) => Some(found.and(unprinted)),
        None => unprinted.some(),
    }
}

/// Returns a count with its noun: `1 move`, `2 moves`.
pub(crate) fn plural(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// Returns a number with commas between groups of three digits.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let first = digits.len() % 3;
    let (first, rest) = digits.split_at(first);
    let groups = rest.as_bytes().chunks(3).map(|group| String::from_utf8_lossy(group).into_owned());
    let groups = Some(first.to_string()).filter(|first| !first.is_empty()).into_iter().chain(groups);
    groups.collect::<Vec<_>>().join(",")
}

/// Returns the name of a player, or `nobody`.
pub(crate) fn who<P: ToString>(player: Option<P>) -> String {
    player.map_or_else(|| "nobody".into(), |player| player.to_string())
}

/// Describes a verdict: `legal`, or `illegal` and the reason in brackets.
pub(crate) fn verdict_words(verdict: &Verdict) -> String {
    match verdict {
        Ok(()) => LEGAL.into(),
        Err(None) => ILLEGAL.into(),
        Err(Some(reason)) => format!("{ILLEGAL} ({reason})"),
    }
}

#[cfg(test)]
mod tests {
    use bustan_core::tictactoe::FastEngine;
    use bustan_vocabulary::Engine;
    use bustan_vocabulary::tictactoe::{Observation, Player, TicTacToe};

    use super::*;
    use crate::any::State;

    /// Returns the difference found between the observation of a position and an altered copy.
    fn found(alter: fn(&mut Observation), known: &mut KnownDifferences) -> Option<String> {
        let mut engine = FastEngine::default();
        assert!(Engine::setup(&mut engine, &"x...o.... x".parse().unwrap()).is_ok());
        let seen = Engine::observe(&engine).unwrap();
        let mut other = seen.clone();
        alter(&mut other);
        let [seen, other] = [seen, other].map(Observed::new::<TicTacToe, _>);
        let compared = observations(("fast", &other), ("reference", &seen), None, known);
        compared.err().map(|found| found.signature.to_string())
    }

    #[test]
    fn observations_differ_in_what_they_print_and_in_what_they_do_not() {
        let found = |alter| found(alter, &mut KnownDifferences::default());
        assert_eq!(found(|_| {}), None);
        assert_eq!(found(|seen| seen.winner = Some(Player::O)).as_deref(), Some("observation-winner"));
        assert_eq!(found(|seen| seen.misere = true).as_deref(), Some("observation-misere"));
        let both = found(|seen| (seen.misere, seen.ply) = (true, 3));
        assert_eq!(both.as_deref(), Some("observation-misere-ply"));
    }

    #[test]
    fn keys_that_are_ignored_or_known_are_passed_over_and_others_are_not() {
        let ignoring = || KnownDifferences::default().ignoring(["winner", "misere"].map(String::from));
        assert_eq!(found(|seen| seen.winner = Some(Player::O), &mut ignoring()), None);
        assert_eq!(found(|seen| seen.misere = true, &mut ignoring()), None);
        let ply = found(|seen| (seen.winner, seen.ply) = (Some(Player::O), 3), &mut ignoring());
        assert_eq!(ply.as_deref(), Some("observation-ply"));

        let accepting = |text: &str| KnownDifferences::accepting([text.parse().unwrap()]);
        let mut known = accepting("observation-winner");
        assert_eq!(found(|seen| seen.winner = Some(Player::O), &mut known), None);
        assert_eq!(known.passed().map(ToString::to_string).collect::<Vec<_>>(), ["observation-winner"]);
        let ply = found(|seen| (seen.winner, seen.ply) = (Some(Player::O), 3), &mut known);
        assert_eq!(ply.as_deref(), Some("observation-ply"));
        let mut known = accepting("observation-misere");
        assert_eq!(found(|seen| seen.misere = true, &mut known), None);
        let mut known = accepting("turn-over");
        let winner = found(|seen| seen.winner = Some(Player::O), &mut known);
        assert_eq!(winner.as_deref(), Some("observation-winner"));
    }

    #[test]
    fn texts_are_compared_letter_for_letter_before_they_are_read() {
        let text = format!("{{\"a\":{}{}}}", "[".repeat(200), "]".repeat(200));
        let mut nested = serde_json::json!([]);
        for _ in 1..200 {
            nested = serde_json::json!([nested]);
        }
        let said = || Observed::Said(State::read(&text).unwrap());
        let built = Observed::Other(serde_json::json!({ "a": nested }));
        let agree = |one: &Observed, other: &Observed| {
            observations(("fast", one), ("reference", other), None, &mut KnownDifferences::default()).is_ok()
        };
        // At this nesting depth the text cannot be read.
        assert!(agree(&said(), &built) && agree(&built, &said()));
        let (one, other) = (said(), said());
        assert!(agree(&one, &other));
        for seen in [one, other] {
            assert!(matches!(seen, Observed::Said(state) if !state.is_unreadable()));
        }
    }

    #[test]
    fn numbers_have_a_comma_after_each_three_digits() {
        for (number, words) in [
            (0, "0"),
            (12, "12"),
            (999, "999"),
            (1000, "1,000"),
            (123_456, "123,456"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(grouped(number), words);
        }
    }

    #[test]
    fn one_thing_is_no_plural() {
        assert_eq!([0, 1, 2].map(|count| plural(count, "move")), ["0 moves", "1 move", "2 moves"]);
    }
}
