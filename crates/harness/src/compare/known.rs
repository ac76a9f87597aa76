//! Differences that are known: a comparison counts them, passes over them and goes on.
//!
//! Some are accepted before a run begins, by their signatures. Others a game has shown itself: it is played
//! on behind them. What can be passed over where it shows is: an observation is compared without the keys
//! that are known to differ, and a move that only one engine allows is not played. Behind any other
//! difference a game goes on only if it can get around it; see the module `past` of [`crate::generate`].

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use crate::compare::divergence::{Aspect, Kind, Signature};

/// The signature of a difference to accept, as reports print it, such as `verdict-legal-oscillation`. With a
/// star at its end it stands for all signatures that begin so.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Accepted {
    words: String,
    /// Whether more words may follow.
    open: bool,
}

impl Accepted {
    fn matches(&self, words: &str) -> bool {
        if self.open { words.starts_with(&self.words) } else { words == self.words }
    }

    /// Whether this is the signature of observations that differ in just these keys.
    fn names(&self, keys: &BTreeSet<String>) -> bool {
        let all: usize = keys.iter().map(|key| key.len() + 1).sum();
        let whole = Signature::observation(keys.iter().map(String::as_str)).to_string();
        // A signature that is cut does not name all of them.
        !self.open && whole == self.words && whole.len() >= Kind::Observation.to_string().len() + all
    }
}

/// Whether there is something to compare behind such a difference: an engine may not start at all, or answer
/// by chance.
fn can_be_accepted(kind: Kind) -> bool {
    !matches!(kind, Kind::Start | Kind::Chance)
}

impl fmt::Display for Accepted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&if self.open { format!("{}*", self.words) } else { self.words.clone() })
    }
}

/// A text that is no signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSignature(String);

impl fmt::Display for NoSignature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = Kind::ALL.iter().filter(|&&kind| can_be_accepted(kind));
        let kinds: Vec<String> = kinds.map(ToString::to_string).collect();
        write!(
            f,
            "{:?} is not a signature to accept: a signature is a kind and words, joined by hyphens, as reports print it; the kinds are {}",
            self.0,
            kinds.join(", ")
        )
    }
}

impl std::error::Error for NoSignature {}

impl FromStr for Accepted {
    type Err = NoSignature;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (words, open) = text.strip_suffix('*').map_or((text, false), |words| (words, true));
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let of_kind = |kind: &Kind| {
            let rest = words.strip_prefix(&kind.to_string());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        };
        let kinds = Kind::ALL.iter().filter(|&&kind| can_be_accepted(kind));
        match words.chars().all(plain) && kinds.into_iter().any(of_kind) {
            true => Ok(Self { words: words.into(), open }),
            false => Err(NoSignature(text.into())),
        }
    }
}

/// The differences that a comparison passes over.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// Those that were accepted before the run.
    accepted: BTreeSet<Accepted>,
    /// The keys of observations that are not compared at all.
    ignored: BTreeSet<String>,
    /// How many words at the end of a position text count moves, if the rest says everything.
    whole_positions: Option<usize>,
    /// Those behind which the game goes on.
    met: Vec<Signature>,
    /// Those passed over in the game so far, without those around which it went.
    passed: BTreeSet<Signature>,
    /// Accepted differences that showed since the last [`forget`](Self::forget).
    seen: BTreeSet<Signature>,
}

impl Known {
    /// Accepts these differences.
    pub fn accepting(accepted: impl IntoIterator<Item = Accepted>) -> Self {
        Self { accepted: accepted.into_iter().collect(), ..Self::default() }
    }

    /// The same, with keys of observations that are not compared at all.
    #[must_use]
    pub fn ignoring(self, keys: impl IntoIterator<Item = String>) -> Self {
        Self { ignored: keys.into_iter().collect(), ..self }
    }

    /// The same, with whether the text of a position says everything about what may be played, but for so
    /// many words at its end, which count moves.
    #[must_use]
    pub fn with_whole_positions(self, counters: Option<usize>) -> Self {
        Self { whole_positions: counters, ..self }
    }

    /// How many words at the end of a position text count moves, if the rest says everything.
    pub fn whole_positions(&self) -> Option<usize> {
        self.whole_positions
    }

    /// Whether differences are passed over.
    pub(crate) fn passes_over(&self) -> bool {
        !self.accepted.is_empty() || !self.met.is_empty()
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.accepted.is_empty() && self.ignored.is_empty() && self.met.is_empty()
    }

    /// The keys of observations that are not compared at all.
    pub fn ignored(&self) -> &BTreeSet<String> {
        &self.ignored
    }

    /// The differences that were accepted before the run.
    pub fn accepted(&self) -> impl Iterator<Item = &Accepted> {
        self.accepted.iter()
    }

    /// Whether a difference was accepted before the run.
    pub fn accepts(&self, signature: &Signature) -> bool {
        let (words, cause) = (signature.to_string(), signature.cause());
        self.accepted.iter().any(|accepted| accepted.matches(&words) || accepted.matches(&cause))
    }

    /// Whether a difference is known: accepted, or met before.
    pub(crate) fn has(&self, signature: &Signature) -> bool {
        let same = |met: &Signature| met.covers(signature) || met.cause() == signature.cause();
        self.accepts(signature) || self.met.iter().any(same)
    }

    /// Notes that these keys of an observation were left out, of all that differ.
    pub(crate) fn pass_keys(&mut self, left_out: &BTreeSet<String>, all: &BTreeSet<String>) {
        if left_out == all && self.accepted.iter().any(|accepted| accepted.names(all)) {
            return self.pass(&Signature::observation(all.iter().map(String::as_str)));
        }
        for key in left_out {
            self.pass(&Signature::observation([key.as_str()]));
        }
    }

    /// Whether engines are known to allow different moves, so that they count different numbers of them.
    pub(crate) fn is_about_moves(&self) -> bool {
        let moves = [Kind::Verdict, Kind::LegalSet];
        let accepts = |kind: Kind| self.accepted.iter().any(|one| one.words.starts_with(&kind.to_string()));
        self.met.iter().any(|met| moves.contains(&met.kind())) || moves.into_iter().any(accepts)
    }

    /// Notes that a difference was passed over.
    pub(crate) fn pass(&mut self, signature: &Signature) {
        self.passed.insert(signature.clone());
        self.notice(signature);
    }

    /// The differences passed over in the game so far, without those around which it went.
    pub fn passed(&self) -> impl Iterator<Item = &Signature> {
        self.passed.iter()
    }

    /// Begins a new game, and returns what was passed over in the one before.
    pub(crate) fn restart(&mut self) -> BTreeSet<Signature> {
        std::mem::take(&mut self.passed)
    }

    /// Goes on with a game in which these differences were passed over.
    pub(crate) fn go_on(&mut self, passed: BTreeSet<Signature>) {
        self.passed.extend(passed);
    }

    /// The accepted differences that showed since the last [`forget`](Self::forget).
    pub(crate) fn seen(&self) -> &BTreeSet<Signature> {
        &self.seen
    }

    /// Goes on behind a difference.
    pub(crate) fn meet(&mut self, signature: &Signature) {
        self.met.push(signature.clone());
    }

    /// Notes that a difference showed beside the game.
    pub(crate) fn notice(&mut self, signature: &Signature) {
        if self.accepts(signature) {
            self.seen.insert(signature.clone());
        }
    }

    /// Adds the differences that were passed over there.
    pub(crate) fn adopt_passed(&mut self, other: &Self) {
        self.passed.extend(other.passed.iter().cloned());
    }

    /// Forgets what this game has met.
    pub(crate) fn forget(&mut self) {
        self.met.clear();
        self.passed.clear();
        self.seen.clear();
    }

    /// The keys of an observation that are known to differ, among these that do.
    pub(crate) fn left_out(&self, keys: &BTreeSet<String>) -> BTreeSet<String> {
        if self.accepted.iter().any(|accepted| accepted.names(keys)) {
            return keys.clone();
        }
        let met = |key: &String| {
            self.met.iter().any(|met| match met.aspect() {
                Aspect::Parts(parts) => met.kind() == Kind::Observation && parts.contains(key),
                _ => false,
            })
        };
        let known = |key: &&String| met(key) || self.accepts(&Signature::observation([key.as_str()]));
        keys.iter().filter(known).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(accepted: &[&str]) -> Known {
        Known::accepting(accepted.iter().map(|text| text.parse().unwrap()))
    }

    fn keys(keys: &[&str]) -> BTreeSet<String> {
        keys.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_signature_begins_with_a_kind() {
        for text in
            ["turn-over-too-late", "verdict-legal-illegal", "legal-set-listed-legal", "panic-*", "text"]
        {
            assert_eq!(text.parse::<Accepted>().unwrap().to_string(), text);
        }
        for text in [
            "start-subject",
            "not-deterministic-subject",
            "",
            "*",
            "nonsense",
            "turnover",
            "turn-Over",
            "turn over",
            "Turn-over",
            "observation-ä",
        ] {
            assert!(text.parse::<Accepted>().is_err(), "{text}");
        }
        let error = "score".parse::<Accepted>().unwrap_err().to_string();
        assert!(
            error.starts_with("\"score\" is not a signature to accept") && error.contains("observation"),
            "{error}"
        );
    }

    #[test]
    fn what_is_accepted_is_the_signature_or_all_that_begin_so() {
        let known = known(&["verdict-legal-illegal", "panic-*"]);
        assert!(known.has(&Signature::new(Kind::Verdict, &["legal", "illegal"])));
        assert!(!known.has(&Signature::new(Kind::Verdict, &["legal", "illegal, occupied"])));
        assert!(known.has(&Signature::panic("subject", "play", "overflow")));
        assert!(!known.has(&Signature::new(Kind::Turn, &["over too late"])));
    }

    #[test]
    fn each_key_that_is_left_out_is_counted() {
        let mut known = known(&["observation-score", "observation-winner"]);
        let all = keys(&["score", "winner"]);
        known.pass_keys(&known.left_out(&all), &all);
        let seen: Vec<String> = known.seen().iter().map(ToString::to_string).collect();
        assert_eq!(seen, ["observation-score", "observation-winner"]);
        let accepted = ["observation-score-winner".parse().unwrap()];
        let mut whole = Known::accepting(accepted);
        whole.pass_keys(&whole.left_out(&all), &all);
        assert_eq!(whole.seen().len(), 1);
    }

    #[test]
    fn keys_that_are_ignored_are_not_compared() {
        let known = known(&[]).ignoring(["score".to_string()]);
        assert!(!known.is_empty() && known.ignored().len() == 1);
    }

    #[test]
    fn keys_are_left_out_one_by_one_or_where_just_these_differ() {
        let one = known(&["observation-score"]);
        assert_eq!(one.left_out(&keys(&["board", "score"])), keys(&["score"]));
        let two = known(&["observation-board-score"]);
        assert_eq!(two.left_out(&keys(&["board", "score"])), keys(&["board", "score"]));
        assert_eq!(two.left_out(&keys(&["score"])), keys(&[]));
        let open = known(&["observation-score*"]);
        assert_eq!(open.left_out(&keys(&["score", "turns"])), keys(&["score"]));
        assert_eq!(open.left_out(&keys(&["board", "scores"])), keys(&["scores"]));
        let mut met = Known::default();
        met.meet(&Signature::observation(["board", "score"]));
        assert_eq!(met.left_out(&keys(&["score", "turns"])), keys(&["score"]));
        met.forget();
        assert!(met.is_empty());
    }
}
