//! Known differences: a comparison counts them, skips them and continues.
//!
//! Some differences are accepted before a run, by their signatures. Others are first shown by a game, which
//! then continues. A difference can be skipped if it can be excluded where it occurs: an observation is
//! compared without the keys that are known to differ, and a move that only one engine allows is not played.
//! After any other difference, a game continues only if it can avoid the difference; see the module
//! `differences` of [`crate::generate`].

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::compare::compared::NotCompared;
use crate::compare::divergence::{ELSEWHERE, Kind, Signature};

/// The signature of a difference to accept, as reports print it, such as `verdict-legal-oscillation`. A star
/// at the end matches all signatures that begin with the words before it. `@` and a move at the end match the
/// difference only for that move, as in `verdict-legal-illegal@a1`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Accepted {
    words: String,
    /// Whether the signature may continue with more words.
    open: bool,
    /// The move that the difference is about, if it is accepted for one move only.
    about: Option<String>,
}

impl Accepted {
    /// Accepts the difference with this signature, for the move `about` or for all moves.
    fn of(signature: &Signature, about: Option<String>) -> Self {
        Self { words: signature.to_string(), open: false, about }
    }

    /// Whether this matches a difference with this signature, for any move.
    pub fn names_signature(&self, signature: &Signature) -> bool {
        self.matches(&signature.to_string()) || self.matches(&signature.cause())
    }

    fn matches(&self, words: &str) -> bool {
        if self.open { words.starts_with(&self.words) } else { words == self.words }
    }

    /// Whether this is the signature of observations that differ in exactly `keys`.
    fn names(&self, keys: &BTreeSet<String>) -> bool {
        let all: usize = keys.iter().map(|key| key.len() + 1).sum();
        let whole = Signature::observation(keys.iter().map(String::as_str)).to_string();
        // A truncated signature does not name all keys.
        !self.open && whole == self.words && whole.len() >= Kind::Observation.to_string().len() + all
    }
}

/// The number of times that a game reports the same difference for further moves as a separate difference.
/// After that, it skips the difference for all moves.
const MOST_ELSEWHERE: u8 = 3;

/// Whether the comparison can continue after a difference of this kind. It cannot if an engine is
/// nondeterministic.
fn can_be_accepted(kind: Kind) -> bool {
    kind != Kind::Chance
}

impl fmt::Display for Accepted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let star = if self.open { "*" } else { "" };
        let about = self.about.iter().map(|mv| format!("@{mv}"));
        f.pad(&format!("{}{star}{}", self.words, about.collect::<String>()))
    }
}

/// The error for a text that is not a signature to accept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignatureError(String);

/// Whether `words` denote a difference about moves other than the known ones.
fn is_elsewhere(words: &str) -> bool {
    let words = words.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('-');
    words.ends_with(ELSEWHERE)
}

impl fmt::Display for SignatureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if is_elsewhere(&self.0) {
            let plain = self.0.rsplit_once(ELSEWHERE).map_or("", |(plain, _)| plain);
            return write!(
                f,
                "{:?} matches any other move; accept the known one, as in {plain}@MOVE",
                self.0
            );
        }
        let kinds = Kind::ALL.iter().filter(|&&kind| can_be_accepted(kind));
        let kinds: Vec<String> = kinds.map(ToString::to_string).collect();
        write!(
            f,
            "{:?} is not a signature to accept: a signature is a kind and words, joined by hyphens, as \
             reports print it, followed by @ and a move if only that move is accepted; the kinds are {}",
            self.0,
            kinds.join(", ")
        )
    }
}

impl std::error::Error for SignatureError {}

impl From<Accepted> for String {
    fn from(accepted: Accepted) -> Self {
        accepted.to_string()
    }
}

impl TryFrom<String> for Accepted {
    type Error = SignatureError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl FromStr for Accepted {
    type Err = SignatureError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (words, about) = text.split_once('@').map_or((text, None), |(words, mv)| (words, Some(mv)));
        let (words, open) = words.strip_suffix('*').map_or((words, false), |words| (words, true));
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let of_kind = |kind: &Kind| {
            let rest = words.strip_prefix(&kind.to_string());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        };
        let kinds = Kind::ALL.iter().filter(|&&kind| can_be_accepted(kind));
        let moves = [Kind::Verdict, Kind::LegalSet];
        let about_a_move = about.is_none_or(|mv| {
            moves.iter().any(of_kind) && !mv.is_empty() && !mv.contains(char::is_whitespace)
        });
        let named = about_a_move && !is_elsewhere(words);
        match words.chars().all(plain) && kinds.into_iter().any(of_kind) && named {
            true => Ok(Self { words: words.into(), open, about: about.map(String::from) }),
            false => Err(SignatureError(text.into())),
        }
    }
}

/// The differences that a comparison skips.
#[derive(Clone, Debug, Default)]
pub struct KnownDifferences {
    /// The differences that were accepted before the run.
    accepted: BTreeSet<Accepted>,
    /// The keys of observations that are not compared at all.
    ignored: BTreeSet<String>,
    /// The number of words at the end of a position text that count moves, if the rest determines the legal
    /// moves.
    whole_positions: Option<usize>,
    /// Whether the reasons for refusals are compared in a game that is unknown to Bustan.
    reasons: bool,
    /// The differences that the current game has shown and continued after.
    recorded: Vec<Signature>,
    /// The differences that are known for some moves only, by their [cause](Signature::cause) without
    /// [`elsewhere`](Signature::elsewhere): these moves, and how often the game has shown the difference for
    /// new moves.
    about: BTreeMap<String, (BTreeSet<String>, u8)>,
    /// The differences skipped so far in the game, without those that the game avoided.
    passed: BTreeSet<Accepted>,
    /// The number of moves played.
    ply: usize,
    /// The first and the last ply at which each known difference occurred.
    plies: BTreeMap<Signature, (usize, usize)>,
    /// The accepted differences that occurred since the last [`forget`](Self::forget).
    seen: BTreeSet<Signature>,
}

impl KnownDifferences {
    /// Returns known differences that consist of the `accepted` ones.
    pub fn accepting(accepted: impl IntoIterator<Item = Accepted>) -> Self {
        Self { accepted: accepted.into_iter().collect(), ..Self::default() }
    }

    /// Sets the keys of observations that are not compared at all.
    #[must_use]
    pub fn ignoring(self, keys: impl IntoIterator<Item = String>) -> Self {
        Self { ignored: keys.into_iter().collect(), ..self }
    }

    /// Sets whether the text of a position determines the legal moves, apart from its last `counters` words,
    /// which count moves. `None` means that it does not.
    #[must_use]
    pub fn with_whole_positions(self, counters: Option<usize>) -> Self {
        Self { whole_positions: counters, ..self }
    }

    /// Returns the number of words at the end of a position text that count moves, if the rest determines the
    /// legal moves.
    pub fn whole_positions(&self) -> Option<usize> {
        self.whole_positions
    }

    /// Sets whether programs that play a game unknown to Bustan must give the same reasons for their
    /// refusals.
    #[must_use]
    pub fn with_reasons(self, reasons: bool) -> Self {
        Self { reasons, ..self }
    }

    /// Whether programs that play a game unknown to Bustan must give the same reasons for their refusals.
    pub fn compares_reasons(&self) -> bool {
        self.reasons
    }

    /// Whether there are differences to skip.
    pub(crate) fn passes_over(&self) -> bool {
        !self.accepted.is_empty() || !self.recorded.is_empty()
    }

    /// Whether no differences are skipped and no keys are ignored.
    pub fn is_empty(&self) -> bool {
        self.accepted.is_empty() && self.ignored.is_empty() && self.recorded.is_empty()
    }

    /// Returns the keys of observations that are not compared at all.
    pub fn ignored(&self) -> &BTreeSet<String> {
        &self.ignored
    }

    /// Returns the differences that were accepted before the run.
    pub fn accepted(&self) -> impl Iterator<Item = &Accepted> {
        self.accepted.iter()
    }

    /// Whether a difference was accepted before the run.
    pub fn accepts(&self, signature: &Signature) -> bool {
        self.naming(signature).next().is_some()
    }

    /// Returns the text under which a difference was accepted: its signature, with the moves if it is
    /// accepted for some moves only.
    pub fn accepted_as(&self, signature: &Signature) -> String {
        let named: Vec<&Accepted> = self.naming(signature).collect();
        if named.is_empty() || named.iter().any(|one| one.about.is_none()) {
            return signature.to_string();
        }
        named.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    }

    /// Returns the accepted differences that match `signature`.
    fn naming<'k>(&'k self, signature: &'k Signature) -> impl Iterator<Item = &'k Accepted> {
        self.accepted.iter().filter(|one| one.names_signature(signature))
    }

    /// Whether a difference is known: accepted before the run, or shown earlier by the game.
    pub(crate) fn has(&self, signature: &Signature) -> bool {
        let same = |recorded: &Signature| recorded.covers(signature) || recorded.cause() == signature.cause();
        self.accepts(signature) || self.recorded.iter().any(same)
    }

    /// Records that the keys `left_out` of an observation were skipped, among `all` keys that differ.
    pub(crate) fn pass_keys(&mut self, left_out: &BTreeSet<String>, all: &BTreeSet<String>) {
        if left_out == all && self.accepted.iter().any(|accepted| accepted.names(all)) {
            return self.pass(&Signature::observation(all.iter().map(String::as_str)));
        }
        for key in left_out {
            self.pass(&Signature::observation([key.as_str()]));
        }
    }

    /// Whether engines are known to allow different moves, so that their move counts may differ.
    pub(crate) fn is_about_moves(&self) -> bool {
        let moves = [Kind::Verdict, Kind::LegalSet];
        let accepts = |kind: Kind| self.accepted.iter().any(|one| one.words.starts_with(&kind.to_string()));
        self.recorded.iter().any(|recorded| moves.contains(&recorded.kind()))
            || moves.into_iter().any(accepts)
    }

    /// Records that a difference was skipped.
    pub(crate) fn pass(&mut self, signature: &Signature) {
        let ply = self.ply;
        let plies = self.plies.entry(signature.clone()).or_insert((ply, ply));
        *plies = (plies.0.min(ply), plies.1.max(ply));
        let moves = if self.any_move(signature) { BTreeSet::new() } else { self.moves(signature) };
        match moves.is_empty() {
            true => self.passed.extend([Accepted::of(signature, None)]),
            false => self.passed.extend(moves.into_iter().map(|mv| Accepted::of(signature, Some(mv)))),
        }
        self.notice(signature);
    }

    /// Returns the moves for which a difference is known individually.
    fn moves(&self, signature: &Signature) -> BTreeSet<String> {
        let recorded = self.about.get(&signature.cause()).into_iter().flat_map(|(moves, _)| moves.iter());
        self.naming(signature).filter_map(|one| one.about.as_ref()).chain(recorded).cloned().collect()
    }

    /// Whether a difference is known for all moves.
    fn any_move(&self, signature: &Signature) -> bool {
        let cause = signature.cause();
        let recorded = match self.about.get(&cause) {
            Some((_, times)) => *times > MOST_ELSEWHERE,
            None => self.recorded.iter().any(|recorded| recorded.cause() == cause),
        };
        recorded || self.naming(signature).any(|one| one.about.is_none())
    }

    /// Returns the signature of a difference about the move `mv`. If the difference is known for other moves
    /// only, it gets a separate signature.
    pub(crate) fn refined(&self, signature: Signature, mv: &str) -> Signature {
        if self.about.is_empty() && self.accepted.iter().all(|one| one.about.is_none()) {
            return signature;
        }
        let moves = self.moves(&signature);
        if moves.is_empty() || moves.contains(mv) || self.any_move(&signature) {
            return signature;
        }
        let times = self.about.get(&signature.cause()).map_or(1, |(_, times)| *times);
        signature.elsewhere(times)
    }

    /// Records that the game continues after a difference about `moves`. The difference is then known for
    /// these moves only.
    pub(crate) fn meet_about(&mut self, signature: &Signature, moves: impl IntoIterator<Item = String>) {
        let plain = signature.anywhere();
        let (known, times) = self.about.entry(plain.cause()).or_default();
        known.extend(moves);
        *times += 1;
        if !self.recorded.contains(&plain) {
            self.recorded.push(plain);
        }
    }

    /// Sets the number of moves played.
    pub(crate) fn reach(&mut self, ply: usize) {
        self.ply = ply;
    }

    /// Returns the first and the last plies at which differences were skipped since the last call.
    pub(crate) fn take_plies(&mut self) -> BTreeMap<Signature, (usize, usize)> {
        std::mem::take(&mut self.plies)
    }

    /// Returns the differences skipped so far in the game, without those that the game avoided.
    pub fn passed(&self) -> impl Iterator<Item = &Accepted> {
        self.passed.iter()
    }

    /// Whether everything that `other` matches was accepted before the run.
    pub fn includes(&self, other: &Accepted) -> bool {
        let about = |one: &Accepted| one.about.is_none() || one.about == other.about;
        self.accepted.iter().any(|one| one.matches(&other.words) && about(one))
    }

    /// Starts a new game, and returns the differences skipped in the previous one.
    pub(crate) fn restart(&mut self) -> BTreeSet<Accepted> {
        std::mem::take(&mut self.passed)
    }

    /// Resumes a game in which the differences `passed` were skipped.
    pub(crate) fn go_on(&mut self, passed: BTreeSet<Accepted>) {
        self.passed.extend(passed);
    }

    /// Returns the accepted differences that occurred since the last [`forget`](Self::forget).
    pub(crate) fn seen(&self) -> &BTreeSet<Signature> {
        &self.seen
    }

    /// Records that the game continues after a difference.
    pub(crate) fn record(&mut self, signature: &Signature) {
        self.recorded.push(signature.clone());
    }

    /// Records the occurrence of a difference, if it was accepted before the run.
    pub(crate) fn notice(&mut self, signature: &Signature) {
        if self.accepts(signature) {
            self.seen.insert(signature.clone());
        }
    }

    /// Adds the differences that `other` skipped.
    pub(crate) fn adopt_passed(&mut self, other: &Self) {
        self.passed.extend(other.passed.iter().cloned());
    }

    /// Forgets the differences that the current game has shown or skipped.
    pub(crate) fn forget(&mut self) {
        self.recorded.clear();
        self.about.clear();
        self.passed.clear();
        self.plies.clear();
        self.seen.clear();
    }

    /// Returns why a key of observations is not compared; `None` if it is compared.
    pub(crate) fn not_compared(&self, key: &str) -> Option<NotCompared> {
        let accepted = || !self.accepted.is_empty() && self.accepts(&Signature::observation([key]));
        let recorded = |recorded: &Signature| recorded.kind() == Kind::Observation && recorded.is_about(key);
        match () {
            () if self.ignored.contains(key) => Some(NotCompared::Ignored),
            () if accepted() => Some(NotCompared::Accepted),
            () if self.recorded.iter().any(recorded) => Some(NotCompared::Known),
            () => None,
        }
    }

    /// Returns which of `keys` are known to differ.
    pub(crate) fn left_out(&self, keys: &BTreeSet<String>) -> BTreeSet<String> {
        if self.accepted.iter().any(|accepted| accepted.names(keys)) {
            return keys.clone();
        }
        let known = |key: &&String| {
            matches!(self.not_compared(key), Some(NotCompared::Accepted | NotCompared::Known))
        };
        keys.iter().filter(known).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(accepted: &[&str]) -> KnownDifferences {
        KnownDifferences::accepting(accepted.iter().map(|text| text.parse().unwrap()))
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
        for text in
            ["legal-set-unlisted-legal@a1", "verdict-legal-*@P@5e", "verdict-illegal-legal-elsewhere@a1"]
        {
            let read = text.parse::<Accepted>();
            assert_eq!(
                read.map(|read| read.to_string()).ok(),
                (!text.contains("-else")).then(|| text.into())
            );
        }
        for text in ["turn-over@a1", "verdict-legal-illegal@", "verdict-legal@a b", "legal-set-x-elsewhere-2"]
        {
            assert!(text.parse::<Accepted>().is_err(), "{text}");
        }
        let error = "legal-set-x-elsewhere".parse::<Accepted>().unwrap_err().to_string();
        assert!(error.ends_with("matches any other move; accept the known one, as in legal-set-x@MOVE"));
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
    fn what_is_accepted_is_the_signature_or_its_cause() {
        let [asked, played] = ["", "played"].map(|how| Signature::verdict(how, "legal", "illegal"));
        let names = |text: &str| {
            let accepted: Accepted = text.parse().unwrap();
            [&asked, &played].map(|signature| accepted.names_signature(signature))
        };
        assert_eq!(names("verdict-legal-illegal"), [true, true]);
        assert_eq!(names("verdict-played-legal-illegal"), [false, true]);
        assert_eq!(names("verdict-played-*"), [false, true]);
        assert_eq!(names("verdict-illegal-legal"), [false, false]);
    }

    #[test]
    fn a_difference_is_known_about_the_moves_that_showed_it() {
        let plain = Signature::new(Kind::Verdict, &["legal", "illegal"]);
        let refined = |known: &KnownDifferences, mv: &str| known.refined(plain.clone(), mv).to_string();
        let user = known(&["verdict-legal-illegal@a1"]);
        assert_eq!(refined(&user, "a1"), "verdict-legal-illegal");
        assert_eq!(refined(&user, "b1"), "verdict-legal-illegal-elsewhere");
        assert!(user.has(&plain) && !user.has(&user.refined(plain.clone(), "b1")));
        assert_eq!(user.accepted_as(&plain), "verdict-legal-illegal@a1");
        let mut game = KnownDifferences::default();
        for (time, mv) in (0..).zip(["a1", "b1", "c1", "d1"]) {
            let words = refined(&game, mv);
            let number = ["", "-elsewhere", "-elsewhere-2", "-elsewhere-3"][time];
            assert_eq!(words, format!("verdict-legal-illegal{number}"));
            game.meet_about(&game.refined(plain.clone(), mv), [mv.to_string()]);
        }
        // After that, the difference is known for all moves.
        assert_eq!(refined(&game, "e1"), "verdict-legal-illegal");
        assert!(game.has(&plain));
        game.forget();
        assert!(game.is_empty() && !game.has(&plain));
    }

    #[test]
    fn a_game_is_left_and_gone_on_with_by_what_was_passed_over_in_it() {
        let mut known = known(&["observation-score"]);
        known.pass(&Signature::observation(["score"]));
        let passed = known.restart();
        assert_eq!(passed, BTreeSet::from(["observation-score".parse().unwrap()]));
        assert_eq!((known.passed().count(), known.seen().len()), (0, 1));
        known.go_on(passed);
        assert_eq!(known.passed().count(), 1);
    }

    #[test]
    fn each_key_that_is_left_out_is_counted() {
        let mut known = known(&["observation-score", "observation-winner"]);
        let all = keys(&["score", "winner"]);
        known.pass_keys(&known.left_out(&all), &all);
        let seen: Vec<String> = known.seen().iter().map(ToString::to_string).collect();
        assert_eq!(seen, ["observation-score", "observation-winner"]);
        let accepted = ["observation-score-winner".parse().unwrap()];
        let mut whole = KnownDifferences::accepting(accepted);
        whole.pass_keys(&whole.left_out(&all), &all);
        assert_eq!(whole.seen().len(), 1);
    }

    #[test]
    fn what_was_accepted_is_reported_in_order() {
        let told: Vec<String> = known(&["turn-b", "turn-a"]).accepted().map(ToString::to_string).collect();
        assert_eq!(told, ["turn-a", "turn-b"]);
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
        let mut recorded = KnownDifferences::default();
        recorded.record(&Signature::observation(["board", "score"]));
        assert_eq!(recorded.left_out(&keys(&["score", "turns"])), keys(&["score"]));
        recorded.forget();
        assert!(recorded.is_empty());
    }

    #[test]
    fn a_signature_that_is_cut_does_not_name_all_keys() {
        let long = "a".repeat(67);
        let cut = known(&[&format!("observation-{long}")]);
        assert_eq!(cut.left_out(&keys(&[&long, "b"])), keys(&[&long]));
        assert_eq!(cut.left_out(&keys(&[&long])), keys(&[&long]));
    }

    #[test]
    fn what_is_passed_over_and_what_is_ignored_are_distinguished() {
        assert!(!KnownDifferences::default().passes_over() && KnownDifferences::default().is_empty());
        let ignoring = known(&[]).ignoring(["score".to_string()]);
        assert!(!ignoring.passes_over() && !ignoring.is_empty());
        assert_eq!(
            (ignoring.not_compared("score"), ignoring.not_compared("board")),
            (Some(NotCompared::Ignored), None)
        );
        let accepting = known(&["observation-score"]);
        assert!(accepting.passes_over() && !accepting.is_empty());
        assert_eq!(
            (accepting.not_compared("score"), accepting.not_compared("board")),
            (Some(NotCompared::Accepted), None)
        );
        let mut recorded = KnownDifferences::default();
        recorded.record(&Signature::observation(["score"]));
        assert!(recorded.passes_over() && !recorded.is_empty());
        assert_eq!(
            (recorded.not_compared("score"), recorded.not_compared("board")),
            (Some(NotCompared::Known), None)
        );
        let whole = accepting.with_whole_positions(Some(2));
        assert_eq!((whole.whole_positions(), KnownDifferences::default().whole_positions()), (Some(2), None));
        assert!(whole.passes_over());
    }

    #[test]
    fn what_is_met_is_known_with_the_same_cause_or_in_fewer_keys() {
        let mut known = KnownDifferences::default();
        known.record(&Signature::panic("subject", "play", "overflow"));
        known.record(&Signature::observation(["board", "score"]));
        assert!(known.has(&Signature::panic("subject", "legal_moves", "overflow")));
        assert!(!known.has(&Signature::panic("subject", "play", "out of range")));
        assert!(known.has(&Signature::observation(["board"])));
        assert!(!known.has(&Signature::observation(["board", "winner"])));
    }

    #[test]
    fn some_differences_make_engines_count_different_moves() {
        assert!(!KnownDifferences::default().is_about_moves() && !known(&["turn-over"]).is_about_moves());
        assert!(known(&["turn-over", "legal-set-listed-illegal"]).is_about_moves());
        assert!(known(&["verdict-*"]).is_about_moves());
        for (signature, about) in [
            (Signature::verdict("", "legal", "illegal"), true),
            (Signature::listed(true, "illegal"), true),
            (Signature::observation(["board"]), false),
        ] {
            let mut recorded = KnownDifferences::default();
            recorded.record(&signature);
            assert_eq!(recorded.is_about_moves(), about, "{signature}");
        }
    }

    #[test]
    fn a_difference_is_accepted_by_its_signature_or_for_some_moves() {
        let plain = Signature::verdict("", "legal", "illegal");
        let words = |accepted: &[&str]| known(accepted).accepted_as(&plain);
        assert_eq!(words(&[]), "verdict-legal-illegal");
        assert_eq!(words(&["verdict-*"]), "verdict-legal-illegal");
        assert_eq!(words(&["verdict-*", "verdict-legal-illegal@a1"]), "verdict-legal-illegal");
        let moves = ["verdict-legal-illegal@a1", "verdict-legal-illegal@b1"];
        assert_eq!(words(&moves), moves.join(", "));
    }

    #[test]
    fn what_is_accepted_includes_the_same_about_fewer_moves() {
        let includes = |accepted: &str, other: &str| known(&[accepted]).includes(&other.parse().unwrap());
        for (accepted, other) in [
            ("verdict-legal", "verdict-legal"),
            ("verdict-legal", "verdict-legal@a1"),
            ("verdict-legal@a1", "verdict-legal@a1"),
            ("verdict-*", "verdict-legal@a1"),
        ] {
            assert!(includes(accepted, other), "{accepted} {other}");
        }
        for (accepted, other) in [
            ("verdict-legal", "verdict-illegal"),
            ("verdict-legal@a1", "verdict-legal"),
            ("verdict-legal@a1", "verdict-legal@b1"),
            ("verdict-illegal@a1", "verdict-legal@a1"),
        ] {
            assert!(!includes(accepted, other), "{accepted} {other}");
        }
    }

    #[test]
    fn what_was_passed_over_is_reported_with_its_plies_and_moves() {
        let plain = Signature::verdict("", "legal", "illegal");
        let passed = |known: &KnownDifferences| known.passed().map(ToString::to_string).collect::<Vec<_>>();
        let mut some = known(&["verdict-legal-illegal@a1"]);
        for ply in [5, 3, 7] {
            some.reach(ply);
            some.pass(&plain);
        }
        assert_eq!(passed(&some), ["verdict-legal-illegal@a1"]);
        assert_eq!(some.take_plies(), BTreeMap::from([(plain.clone(), (3, 7))]));
        assert_eq!(some.take_plies(), BTreeMap::new());
        // A difference that the game has shown without a specific move is skipped for all moves.
        let mut any = known(&["verdict-legal-illegal@a1"]);
        any.record(&plain);
        any.pass(&plain);
        assert_eq!(passed(&any), ["verdict-legal-illegal"]);
        any.adopt_passed(&some);
        assert_eq!(passed(&any), ["verdict-legal-illegal", "verdict-legal-illegal@a1"]);
    }
}
