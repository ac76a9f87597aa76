//! Divergences: their kinds, the signatures that distinguish them, and their descriptions.
//!
//! A [`Divergence`] is complete: it has the game that leads to it, the answers of both engines, and the
//! differences. Two divergences are *the same* if their [`Signature`]s are equal. The signature is
//! deliberately coarse: it names the kind and the general difference (both verdicts, the parts of the
//! observation) but no cell, tile or ply. It therefore survives shrinking, and a thousand games that fail for
//! one reason count as one finding.

use serde::{Deserialize, Serialize};
use std::fmt;

use crate::compare::diff::Diff;
use crate::compare::known::KnownDifferences;
use crate::compare::participant::{Drawing, End};
use crate::compare::reported_state::ReportedState;
use crate::erased::{Record, Rules};

/// One of the two engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The engine under test.
    Subject,
    /// The engine that the engine under test is compared with.
    Oracle,
}

impl Role {
    /// Returns the name of the role in signatures.
    pub(crate) const fn side(self) -> &'static str {
        match self {
            Self::Subject => "subject",
            Self::Oracle => "oracle",
        }
    }
}

/// The kind of check that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Kind {
    /// The engines disagree on a starting position, or a refused setup changed something.
    Setup,
    /// The engines disagree about the player to move.
    Turn,
    /// The observations of the engines differ.
    Observation,
    /// One engine calls a move legal and the other does not, or they refuse it for different reasons.
    Verdict,
    /// A list of legal moves is not the set it should be, or contradicts the engine's own verdicts.
    LegalSet,
    /// A number of legal moves does not match the list, or a random game is wrong.
    Count,
    /// A refused move changed something.
    Refusal,
    /// Undoing moves does not restore the earlier state.
    Undo,
    /// Hashes differ for equal positions, or are equal for different ones.
    Hash,
    /// The text of a position, a move or a record does not round-trip.
    Text,
    /// A duplicate shares state with its original, or differs from it.
    Clone,
    /// An invariant from [`laws`](crate::compare::laws), which needs no second engine, is broken.
    Law,
    /// An engine answers differently when the same game is replayed.
    Chance,
    /// An engine panicked.
    Panic,
    /// An engine cannot continue, for example because its process died.
    Fault,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 15] = [
        Self::Setup,
        Self::Turn,
        Self::Observation,
        Self::Verdict,
        Self::LegalSet,
        Self::Count,
        Self::Refusal,
        Self::Undo,
        Self::Hash,
        Self::Text,
        Self::Clone,
        Self::Law,
        Self::Chance,
        Self::Panic,
        Self::Fault,
    ];
}

impl Kind {
    /// Whether divergences of this kind are about one engine that contradicts itself.
    pub(crate) const fn is_about_one(self) -> bool {
        matches!(
            self,
            Self::Refusal | Self::Undo | Self::Count | Self::Hash | Self::Text | Self::Clone | Self::Law
        )
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Setup => "setup",
            Self::Turn => "turn",
            Self::Observation => "observation",
            Self::Verdict => "verdict",
            Self::LegalSet => "legal-set",
            Self::Count => "count",
            Self::Refusal => "refusal",
            Self::Undo => "undo",
            Self::Hash => "hash",
            Self::Text => "text",
            Self::Clone => "clone",
            Self::Law => "law",
            Self::Chance => "not-deterministic",
            Self::Panic => "panic",
            Self::Fault => "fault",
        })
    }
}

/// Identifies a divergence. Divergences with equal signatures are assumed to have the same cause.
///
/// Prints as a few lower-case words joined by hyphens, fit for a file name, e.g. `verdict-legal-oscillation`:
/// the kind, then the answer of the engine under test, then the answer of the oracle. The words are for human
/// readers. A search for the same divergence uses the kind and the aspect of it that the divergence is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Signature {
    kind: Kind,
    slug: Box<str>,
    aspect: Aspect,
    /// The range of bytes in `slug` that only describes how a game reached the divergence. Two bytes are
    /// enough because the words are bounded; they are few because signatures are passed around everywhere.
    way: (u8, u8),
    /// How often the game had already shown the same divergence about other moves. The signature excludes
    /// these moves.
    elsewhere: u8,
    /// Whether the divergence is about a move that only one engine allows or lists, and the signature
    /// contains no reason, so it is the same for every such move.
    #[serde(default)]
    bare: bool,
}

/// The word for a legal move.
pub(crate) const LEGAL: &str = "legal";
/// The word for an illegal move, without a reason.
pub(crate) const ILLEGAL: &str = "illegal";

/// The suffix of the signature of a difference that is already known for other moves.
pub(crate) const ELSEWHERE: &str = "-elsewhere";

/// The aspect of its kind that a divergence is about, if a search for the divergence depends on the aspect.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Aspect {
    /// The kind as a whole.
    Whole,
    /// The parts of an observation that differ.
    Parts(Box<[String]>),
    /// A move that no engine lists.
    Unlisted,
    /// A move that one engine lists.
    Listed,
    /// An engine's answer or panic in this call.
    Call(Call),
    /// How a participant ended, and in which call.
    Ended(End, Call),
}

impl Aspect {
    /// Returns the aspect of observations that differ in `parts`.
    pub(crate) fn parts<'p>(parts: impl IntoIterator<Item = &'p str>) -> Self {
        Self::Parts(parts.into_iter().map(String::from).collect())
    }
}

/// A call to an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Call {
    /// Counting sequences of moves.
    Perft,
    /// Counting sequences of two moves.
    PerftOfTwo,
    /// Counting sequences of three moves.
    PerftOfThree,
    /// Counting sequences of four moves.
    PerftOfFour,
    /// Counting sequences of five moves.
    PerftOfFive,
    /// Playing a random game.
    Playout,
    /// Any other call.
    Other,
}

impl Call {
    /// Returns the call for a method of an engine, or for a command of the protocol.
    pub(crate) fn of(name: &str) -> Self {
        match name {
            "perft" | "bustan-perft" => Self::Perft,
            "playout" | "bustan-playout" => Self::Playout,
            _ => Self::Other,
        }
    }

    /// Returns the length of the sequences that this call counts, if it is more than one move.
    pub(crate) fn moves(self) -> Option<u32> {
        let of = [Self::PerftOfTwo, Self::PerftOfThree, Self::PerftOfFour, Self::PerftOfFive];
        (2..).zip(of).find(|&(_, call)| call == self).map(|(moves, _)| moves)
    }
}

/// The longest signature, in characters. Words that would exceed it are omitted.
const LONGEST: usize = 80;

/// The longest signature of a process that ended, in characters. It leaves room for the cause after any
/// command.
const LONGEST_END: usize = 120;

impl Signature {
    /// Returns the signature of a divergence of the kind `kind`. `what` distinguishes it from others of its
    /// kind; only letters and digits count.
    pub fn new(kind: Kind, what: &[&str]) -> Self {
        Self {
            kind,
            aspect: Aspect::Whole,
            slug: slug(kind, what).into(),
            way: (0, 0),
            elsewhere: 0,
            bare: false,
        }
    }

    /// Returns the signature of observations that differ in `parts`.
    pub(crate) fn observation<'p>(parts: impl IntoIterator<Item = &'p str>) -> Self {
        let parts: Vec<&str> = parts.into_iter().collect();
        let aspect = Aspect::parts(parts.iter().copied());
        Self { aspect, ..Self::new(Kind::Observation, &parts) }
    }

    /// Whether observations differ only in keys that depend on the player to move.
    pub(crate) fn is_about_turn(&self) -> bool {
        const KEYS: [&str; 3] = ["to_move", "over", "winner"];
        matches!(&self.aspect, Aspect::Parts(parts) if parts.iter().all(|part| KEYS.contains(&part.as_str())))
    }

    /// Whether the divergence is about observations that differ in `key`.
    pub(crate) fn is_about(&self, key: &str) -> bool {
        matches!(&self.aspect, Aspect::Parts(parts) if parts.iter().any(|part| part == key))
    }

    /// Returns the signature of a panic of an engine: which engine, in which call, with which message.
    pub(crate) fn panic(side: &str, call: &str, normalised: &str) -> Self {
        let length = |what: &[&str]| slug(Kind::Panic, what).len() as u8;
        let (aspect, way) = (Aspect::Call(Call::of(call)), (length(&[side]), length(&[side, call])));
        Self { aspect, way, ..Self::new(Kind::Panic, &[side, call, normalised]) }
    }

    /// Returns the signature of differing verdicts on a move. `how` describes how the verdicts were obtained,
    /// if not by a query.
    pub(crate) fn verdict(how: &str, subject: &str, oracle: &str) -> Self {
        let length = |what: &[&str]| slug(Kind::Verdict, what).len() as u8;
        let way = if how.is_empty() { (0, 0) } else { (length(&[]), length(&[how])) };
        let bare = matches!((subject, oracle), (LEGAL, ILLEGAL) | (ILLEGAL, LEGAL));
        Self { way, bare, ..Self::new(Kind::Verdict, &[how, subject, oracle]) }
    }

    /// Returns the signature of a move that only one engine lists, although the engines agree on its
    /// `verdict`. `by_subject` means that the engine under test lists it.
    pub(crate) fn listed(by_subject: bool, verdict: &str) -> Self {
        let side = if by_subject { "listed" } else { "unlisted" };
        let bare = [LEGAL, ILLEGAL].contains(&verdict);
        Self { aspect: Aspect::Listed, bare, ..Self::new(Kind::LegalSet, &[side, verdict]) }
    }

    /// Returns the signature of a process that ended: whose process, at which command, and why.
    pub(crate) fn of_end(side: &str, command: &str, why: &str) -> Self {
        let kind = Kind::Fault;
        let at = ["ended at", command].join(" ");
        let length = |what: &[&str]| slug(kind, what).len() as u8;
        let way = (length(&[side]), length(&[side, &at]));
        let slug = slug_within(LONGEST_END, kind, &[side, &at, why]).into();
        Self { kind, aspect: Aspect::Whole, slug, way, elsewhere: 0, bare: false }
    }

    /// Returns the signature of the same difference about another move, after the game has shown it `times`
    /// times. Its words differ from those of the plain signature.
    pub(crate) fn elsewhere(self, times: u8) -> Self {
        let plain = self.anywhere();
        let number = if times > 1 { format!("-{times}") } else { String::new() };
        Self { slug: format!("{}{ELSEWHERE}{number}", plain.slug).into(), elsewhere: times, ..plain }
    }

    /// Returns the signature of the same difference about any move.
    pub(crate) fn anywhere(&self) -> Self {
        let slug = match self.slug.rsplit_once(ELSEWHERE) {
            Some((slug, _)) if self.elsewhere > 0 => slug.into(),
            _ => self.slug.clone(),
        };
        Self { slug, elsewhere: 0, ..self.clone() }
    }

    /// Returns how often the game had already shown the same difference about other moves.
    pub(crate) fn times_elsewhere(&self) -> u8 {
        self.elsewhere
    }

    /// Whether the divergence is about a move that only one engine allows or lists, and the signature
    /// contains no reason, so it is the same for every such move.
    pub(crate) const fn is_without_reason(&self) -> bool {
        self.bare
    }

    /// Returns the words without the part that only describes how a game reached the divergence. One bug can
    /// make an engine panic in several calls, or appear both in a list and when the move is played.
    pub(crate) fn cause(&self) -> String {
        let (from, to) = self.way;
        [&self.slug[..from.into()], &self.slug[to.into()..]].concat()
    }

    /// Returns the aspect of its kind that the divergence is about.
    pub(crate) fn aspect(&self) -> &Aspect {
        &self.aspect
    }

    /// Returns the call in which the divergence occurs.
    pub(crate) fn call(&self) -> Call {
        match self.aspect {
            Aspect::Call(call) | Aspect::Ended(_, call) => call,
            Aspect::Whole | Aspect::Parts(_) | Aspect::Unlisted | Aspect::Listed => Call::Other,
        }
    }

    /// Returns how a participant ended, if one did.
    pub fn end(&self) -> Option<End> {
        match self.aspect {
            Aspect::Ended(end, _) => Some(end),
            _ => None,
        }
    }

    /// Whether a divergence with the `other` signature is assumed to have the same cause while a game is
    /// shrunk. This is the case if the signatures are equal, or if the observations differ in some of the
    /// same parts, including the board if it differed before. Consequences of a different board, such as a
    /// score, need not differ in the smaller game.
    pub(crate) fn covers(&self, other: &Self) -> bool {
        let fewer = || match (&self.aspect, &other.aspect) {
            (Aspect::Parts(all), Aspect::Parts(some)) => {
                let board = |parts: &[String]| parts.iter().any(|part| part == "board");
                some.iter().all(|part| all.contains(part)) && (board(some) || !board(all))
            }
            _ => false,
        };
        self == other || fewer()
    }

    /// Whether the divergence is about a participant that ended.
    pub fn has_ended(&self) -> bool {
        self.end().is_some()
    }

    /// Returns the kind of check that failed.
    pub fn kind(&self) -> Kind {
        self.kind
    }
}

/// Joins the words of a signature.
fn slug(kind: Kind, what: &[&str]) -> String {
    slug_within(LONGEST, kind, what)
}

/// Joins the words of a signature, but omits words that would exceed `longest` characters.
fn slug_within(longest: usize, kind: Kind, what: &[&str]) -> String {
    let mut slug = kind.to_string();
    for word in what.iter().flat_map(|text| text.split(|c: char| !c.is_ascii_alphanumeric())) {
        if !word.is_empty() && slug.len() + word.len() < longest {
            slug.push('-');
            slug.push_str(&word.to_ascii_lowercase());
        }
    }
    slug
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.slug)
    }
}

/// Returns the part of a message that does not vary between occurrences: its first line, without numbers.
pub(crate) fn normalised(message: &str) -> String {
    let line = message.lines().next().unwrap_or_default();
    line.chars().filter(|c| !c.is_ascii_digit()).take(60).collect()
}

/// Returns the words of a program's message about a position that do not vary with the position. Omits words
/// of the position's text, words in quotes, and words with a digit or a slash.
pub(crate) fn constant(message: &str, position: &str) -> String {
    let mut words = Vec::new();
    let line = message.lines().next().unwrap_or_default();
    for (at, part) in line.split(['"', '`']).enumerate() {
        // Every second part is quoted.
        if at % 2 == 0 {
            words.extend(part.split_whitespace());
        }
    }
    let varies = |word: &str| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '-');
        let told = |text: &str| position.split_whitespace().any(|other| other == text);
        let quoted = word.starts_with('\'') && word.len() > 1;
        quoted || told(word) || told(bare) || word.contains(|c: char| c.is_ascii_digit() || c == '/')
    };
    words.retain(|word| !varies(word));
    words.join(" ")
}

/// Returns the part of a process's last words that does not vary between occurrences: words without digits,
/// and places in source files without their folders.
pub(crate) fn reason(line: &str) -> String {
    let word = |word: &str| {
        let name = word.rsplit(['/', '\\']).next().unwrap_or_default();
        let place = name
            .split_once(':')
            .is_some_and(|(file, line)| file.contains('.') && line.starts_with(|c: char| c.is_ascii_digit()));
        (place || !name.contains(|c: char| c.is_ascii_digit())).then(|| name.to_string())
    };
    // Remove what runtimes write before the place, or before the name of the exception.
    let line = line.split_once("panicked at ").map_or(line, |(_, place)| place);
    let line = line
        .strip_prefix("Exception in thread ")
        .map_or(line, |rest| rest.rsplit_once("\" ").map_or(rest, |(_, exception)| exception));
    let mut reason = String::new();
    for word in line.split_whitespace().filter_map(word) {
        // With this limit, the same words fit after any command.
        if reason.len() + word.len() < LONGEST_REASON {
            reason += " ";
            reason += &word;
        }
    }
    reason.trim_start().into()
}

/// The longest part of a signature that says why a process ended, in characters.
const LONGEST_REASON: usize = 70;

/// The longest headline or detail, in characters: enough for two positions.
const LONGEST_LINE: usize = 2000;

/// Converts an engine's message to one line of bounded length that is safe for a terminal: line breaks become
/// spaces, and other characters that control the terminal or the direction of text are replaced.
pub(crate) fn plain(text: &str, longest: usize) -> String {
    let directs =
        |c| matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let tame = |c: char| match c {
        '\n' | '\r' | '\t' => ' ',
        c if c.is_control() || directs(c) => '\u{fffd}',
        c => c,
    };
    let mut line: String = text.trim_end().chars().take(longest).map(tame).collect();
    if text.trim_end().chars().nth(longest).is_some() {
        line.push_str(" ...");
    }
    line
}

/// A key in which two observations differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DifferingKey {
    /// The key.
    pub key: String,
    /// The kinds of both values, without their contents, as far as they differ.
    pub shape: String,
}

/// A disagreement between two engines, or between an engine and an invariant, and the game that leads to it.
#[derive(Clone, Debug)]
pub struct Divergence {
    /// The signature, which distinguishes the divergence from others.
    pub signature: Signature,
    /// The difference in one line: `reference: P48b9 is illegal, oscillation; fast: legal`.
    pub headline: String,
    /// The differences one by one, in words; bounded in number and length.
    pub details: Vec<String>,
    /// The game up to and including the move after which, or about which, the engines disagree.
    pub record: Record,
    /// Whether the last move of the record was only queried, not played. The engines disagree on it.
    pub question: bool,
    /// The cells at which boards differ, and the cell of the disputed move, by the names that the observation
    /// uses.
    pub marked: Vec<String>,
    /// The keys in which observations differ, if the divergence is about observations.
    pub parts: Vec<DifferingKey>,
    /// The number of the rule against the disputed move, and why it forbids the move, if the position shows it.
    pub rule: Option<(&'static str, String)>,
    /// The names of the engine under test and of the other.
    pub engines: [String; 2],
    /// The number of moves after which `seen` was observed. It is less than the number of moves played if the
    /// divergence occurs while moves are undone, or if an engine cannot report a later position.
    pub shown: usize,
    /// The reports of the engine under test and of the oracle on the position after `shown` moves; `None` for
    /// an engine that was not queried.
    pub seen: [Option<ReportedState>; 2],
    /// The boards after `shown` moves as drawn by the engines, if they can draw them.
    pub drawings: [Option<Drawing>; 2],
    /// The known differences, with those that the game skipped.
    pub known: KnownDifferences,
    /// The last messages exchanged with the engine under test and with the oracle, if they are external
    /// programs: commands after `> ` and lines of answers after `< `.
    pub said: [Vec<String>; 2],
}

impl Divergence {
    /// Returns the rules of the game.
    pub(crate) fn rules(&self) -> Rules {
        self.record.start.rules()
    }

    /// Whether the divergence is not a finding, because an engine was only stopped [at the end of a
    /// run](crate::protocol::foreign::interrupt), does not report whether a move is legal, was killed, or did
    /// not start.
    pub fn is_interruption(&self) -> bool {
        self.signature.end() == Some(End::Interruption) || self.is_untold() || self.is_loss()
    }

    /// Whether the divergence is only that an engine was killed or did not start.
    pub fn is_loss(&self) -> bool {
        self.signature.end().is_some_and(End::is_loss)
    }

    /// Whether the divergence is only that an engine does not report whether a move is legal.
    pub fn is_untold(&self) -> bool {
        self.signature.end() == Some(End::Untold)
    }
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.headline)?;
        let told = |detail: &&String| !self.headline.ends_with(detail.as_str());
        self.details.iter().filter(told).try_for_each(|detail| write!(f, "\n  {detail}"))
    }
}

/// A failed check. The lockstep adds its place in the game.
#[derive(Clone, Debug)]
pub(crate) struct Violation {
    pub(crate) signature: Signature,
    pub(crate) headline: Box<str>,
    pub(crate) details: Vec<String>,
    /// Boxed, because results with a violation are passed around everywhere.
    pub(crate) found: Box<Differences>,
}

/// The places where observations differ.
#[derive(Clone, Debug, Default)]
pub(crate) struct Differences {
    /// The cells to mark on boards.
    pub(crate) marked: Vec<String>,
    /// The keys that differ.
    pub(crate) parts: Vec<DifferingKey>,
    /// The number of the rule against the disputed move, and why it forbids the move, if the position shows it.
    pub(crate) rule: Option<(&'static str, String)>,
}

impl Violation {
    pub(crate) fn new(kind: Kind, what: &[&str], headline: String) -> Self {
        let headline = plain(&headline, LONGEST_LINE).into();
        Self { signature: Signature::new(kind, what), headline, details: Vec::new(), found: Box::default() }
    }

    /// Returns a violation with this signature.
    pub(crate) fn of(signature: Signature, headline: String) -> Self {
        Self { signature, ..Self::new(Kind::Law, &[], headline) }
    }

    /// Sets the aspect of its kind that the violation is about.
    pub(crate) fn about(mut self, aspect: Aspect) -> Self {
        self.signature.aspect = aspect;
        self
    }

    /// Adds the differences between two observations.
    pub(crate) fn differing(self, found: &Diff) -> Self {
        let mut differing = self.with(found.bounded());
        differing.found.parts = found.parts();
        differing
    }

    /// Adds differences in words, and the cells where they occur.
    pub(crate) fn with(mut self, (details, marked): (Vec<String>, Vec<String>)) -> Self {
        self.details.extend(details.iter().map(|detail| plain(detail, LONGEST_LINE)));
        self.found.marked.extend(marked);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_varies_with_a_position_is_no_part_of_a_message() {
        let position = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9 chess960";
        for (message, constant) in [
            ("bad FEN \"bqnb1rkr/pp3ppp w HFhf\": too many words", "bad FEN : too many words"),
            ("invalid position bqnb1rkr/8 w HFhf - 2 9: 7 parts", "invalid position parts"),
            ("cannot read 'HFhf', want one of KQkq", "cannot read want one of KQkq"),
            ("illegal position\nbqnb1rkr", "illegal position"),
            ("it isn't a board (w to move)", "it isn't a board to move)"),
        ] {
            assert_eq!(super::constant(message, position), constant);
        }
    }

    #[test]
    fn a_signature_is_fit_for_a_file_name_and_bounded() {
        let long = "board/../".repeat(40);
        let text = Signature::new(Kind::Observation, &[&long, "{\"a\":1}"]).to_string();
        assert!(text.len() <= LONGEST && text.starts_with("observation-board-board"), "{text}");
        assert!(text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'), "{text}");
    }

    #[test]
    fn a_panic_has_one_cause_in_whatever_call() {
        let signature = |call| Signature::panic("subject", call, "index out of range");
        assert_ne!(signature("play"), signature("legal_moves"));
        assert_eq!(signature("play").cause(), signature("legal_moves").cause());
        assert_eq!(signature("legal_moves").cause(), "panic-subject-index-out-of-range");
        assert_ne!(signature("play").cause(), Signature::panic("subject", "play", "overflow").cause());
        assert_ne!(
            signature("play").cause(),
            Signature::panic("oracle", "play", "index out of range").cause()
        );
    }

    #[test]
    fn a_move_that_one_engine_allows_is_one_cause_asked_about_or_played() {
        let [asked, played] = ["", "played"].map(|how| Signature::verdict(how, "legal", "illegal, beside"));
        assert_eq!(asked, Signature::new(Kind::Verdict, &["legal", "illegal, beside"]));
        assert_eq!(played.to_string(), "verdict-played-legal-illegal-beside");
        assert_eq!(asked.cause(), played.cause());
        assert_ne!(asked.cause(), Signature::verdict("played", "illegal, beside", "legal").cause());
    }

    #[test]
    fn kinds_that_are_about_one_engine_are_distinguished_from_those_about_both() {
        use Kind::{
            Chance, Clone, Count, Fault, Hash, Law, LegalSet, Observation, Panic, Refusal, Setup, Text, Turn,
            Undo, Verdict,
        };
        for kind in [Refusal, Undo, Count, Hash, Text, Clone, Law] {
            assert!(kind.is_about_one(), "{kind}");
        }
        for kind in [Setup, Turn, Observation, Verdict, LegalSet, Chance, Panic, Fault] {
            assert!(!kind.is_about_one(), "{kind}");
        }
    }

    #[test]
    fn a_difference_about_a_move_has_a_reason_or_none() {
        let reason = [
            Signature::verdict("", "legal", "illegal, beside"),
            Signature::verdict("", "illegal, occupied", "illegal, beside"),
            Signature::listed(true, "illegal, beside"),
            Signature::new(Kind::LegalSet, &["twice", "legal"]),
            Signature::new(Kind::Turn, &["legal", "illegal"]),
        ];
        let none = ["", "played"]
            .map(|how| [("legal", "illegal"), ("illegal", "legal")].map(|(one, other)| (how, one, other)))
            .concat()
            .into_iter()
            .map(|(how, subject, oracle)| Signature::verdict(how, subject, oracle))
            .chain(
                [(true, "illegal"), (false, "legal")]
                    .map(|(listed, verdict)| Signature::listed(listed, verdict)),
            );
        for signature in none {
            assert!(signature.is_without_reason(), "{signature}");
            assert!(signature.clone().elsewhere(2).is_without_reason(), "{signature} elsewhere");
        }
        for signature in reason {
            assert!(!signature.is_without_reason(), "{signature}");
        }
    }

    #[test]
    fn the_end_of_a_process_has_one_cause_at_whatever_command() {
        let signature = |command, why| Signature::of_end("subject", command, why);
        let why = reason("AssertionError: c3 has no neighbour, 0x7f12 says");
        let [one, other] = ["play", "bustan-legal"].map(|command| signature(command, &why));
        assert_eq!(one.to_string(), "fault-subject-ended-at-play-assertionerror-has-no-neighbour-says");
        assert_eq!(one.cause(), "fault-subject-assertionerror-has-no-neighbour-says");
        assert_eq!(one.cause(), other.cause());
        assert_ne!(one.cause(), signature("play", "KeyError").cause());
        let place = reason("thread 'main' (71) panicked at /home/me/src/the_main_engine.rs:1120:55:");
        assert_eq!(place, "the_main_engine.rs:1120:55:");
        let java = reason("Exception in thread \"main\" java.lang.IllegalStateException: c3 is taken");
        assert_eq!(java, "java.lang.IllegalStateException: is taken");
        let long = reason(&"no neighbour at all ".repeat(9));
        assert_eq!(signature("play", &long).cause(), signature("bustan-legal", &long).cause());
        assert_ne!(place, reason("thread 'main' (71) panicked at /home/me/src/the_main_engine.rs:1140:55:"));
    }

    #[test]
    fn observations_that_differ_in_fewer_parts_have_the_same_reason() {
        let signature = |what: &[&str]| Signature::observation(what.iter().copied());
        let all = signature(&["scores", "board", "groups"]);
        assert!(all.covers(&all) && all.covers(&signature(&["board", "groups"])));
        assert!(!all.covers(&signature(&["groups"])), "without the board");
        assert!(!all.covers(&signature(&["board", "buried"])), "with another part");
        assert!(signature(&["scores", "groups"]).covers(&signature(&["groups"])));
        assert!(
            !Signature::new(Kind::Undo, &["board", "hash"]).covers(&Signature::new(Kind::Undo, &["board"]))
        );
    }

    #[test]
    fn what_is_said_is_one_bounded_line_of_plain_characters() {
        assert_eq!(plain("a\x1b[31mb\nc\u{202e}d\n", 80), "a\u{fffd}[31mb c\u{fffd}d");
        assert_eq!(plain("abcdef", 6), "abcdef");
        assert_eq!(plain("abcdefg", 6), "abcdef ...");
        let violation = Violation::new(Kind::Fault, &[], "it says\n\x07".into())
            .with((vec!["\x1b]0;x".into()], Vec::new()));
        assert_eq!(
            (&*violation.headline, violation.details[0].as_str()),
            ("it says \u{fffd}", "\u{fffd}]0;x")
        );
    }

    #[test]
    fn the_gist_of_a_message_is_the_same_for_other_numbers() {
        assert_eq!(normalised("index 7 out of 12\nmore"), normalised("index 123 out of 4"));
        assert_ne!(normalised("index out of range"), normalised("overflow"));
    }

    #[test]
    fn a_signature_tells_the_call_and_the_end() {
        let call = |name| Signature::panic("subject", name, "overflow").call();
        assert_eq!(["perft", "bustan-perft"].map(call), [Call::Perft; 2]);
        assert_eq!(["playout", "bustan-playout"].map(call), [Call::Playout; 2]);
        assert_eq!(["play", "bustan-legal", ""].map(call), [Call::Other; 3]);
        let ended = |end| {
            let aspect = Aspect::Ended(end, Call::Perft);
            Violation::new(Kind::Fault, &["subject"], String::new()).about(aspect).signature
        };
        assert_eq!(ended(End::Silence).end(), Some(End::Silence));
        assert_eq!(ended(End::Silence).call(), Call::Perft);
        assert_eq!(Signature::new(Kind::Fault, &["subject"]).end(), None);
    }

    #[test]
    fn some_keys_follow_from_the_turn() {
        let about = |keys: &[&str]| Signature::observation(keys.iter().copied()).is_about_turn();
        assert!(about(&["to_move"]) && about(&["over", "to_move", "winner"]));
        assert!(!about(&["board"]) && !about(&["board", "to_move"]));
        assert!(!Signature::new(Kind::Turn, &["over"]).is_about_turn());
    }

    #[test]
    fn a_difference_elsewhere_is_numbered_and_the_word_alone_says_nothing() {
        let plain = Signature::verdict("", "legal", "illegal");
        for times in 1..=3 {
            let there = plain.clone().elsewhere(times);
            assert_eq!((there.times_elsewhere(), there.anywhere()), (times, plain.clone()));
        }
        assert_eq!(plain.times_elsewhere(), 0);
        let named = Signature::new(Kind::Panic, &["it is elsewhere now"]);
        assert_eq!(named.anywhere(), named);
    }

    #[test]
    fn a_reason_leaves_out_numbers_and_is_bounded() {
        assert_eq!(reason("lost at e4:5 now"), "lost at now");
        assert_eq!(reason("lost at engine.py:5 now"), "lost at engine.py:5 now");
        let longest = "a".repeat(LONGEST_REASON - 1);
        assert_eq!(reason(&longest), longest);
        assert_eq!(reason(&format!("{longest}a")), "");
    }

    #[test]
    fn an_engine_that_was_given_up_is_distinguished_and_nothing_is_reported_twice() {
        use crate::erased::rules;
        use bustan_vocabulary::tictactoe::TicTacToe;

        let divergence = |end: Option<End>| Divergence {
            signature: Signature {
                aspect: end.map_or(Aspect::Whole, |end| Aspect::Ended(end, Call::Other)),
                ..Signature::new(Kind::Fault, &["subject"])
            },
            headline: "it ended: no more".into(),
            details: vec!["no more".into(), "at the third move".into()],
            record: Record { start: rules::<TicTacToe>().initial(&[]).unwrap(), moves: Vec::new() },
            question: false,
            marked: Vec::new(),
            parts: Vec::new(),
            rule: None,
            engines: ["mine", "theirs"].map(String::from),
            shown: 0,
            seen: [None, None],
            drawings: [None, None],
            known: KnownDifferences::default(),
            said: [Vec::new(), Vec::new()],
        };
        for (end, interruption, untold) in [
            (None, false, false),
            (Some(End::Failure), false, false),
            (Some(End::Silence), false, false),
            (Some(End::Interruption), true, false),
            (Some(End::Untold), true, true),
            (Some(End::Killed), true, false),
            (Some(End::Unstarted), true, false),
        ] {
            let divergence = divergence(end);
            assert_eq!(
                (divergence.is_interruption(), divergence.is_untold()),
                (interruption, untold),
                "{end:?}"
            );
            assert_eq!(divergence.is_loss(), end.is_some_and(End::is_loss));
            assert_eq!(divergence.to_string(), "it ended: no more\n  at the third move");
        }
    }
}
