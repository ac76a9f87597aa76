//! What a disagreement is: its kind, the signature by which it is told apart from others, and its words.
//!
//! A [`Divergence`] is a complete finding: the game that leads to it, what either engine said, and what of it
//! differs. Two divergences are *the same* when their [`Signature`]s are equal. The signature is coarse on
//! purpose: it names the kind and what differs in general (both verdicts, the parts of the observation) but
//! no cell, no tile and no ply, so that it survives shrinking and a thousand games that fail for one reason
//! count as one finding.

use std::fmt;

use bustan_vocabulary::{Game, Record};

use crate::participant::End;

/// Which of the two engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The engine under test.
    Subject,
    /// The engine it is compared with.
    Oracle,
}

/// What kind of law is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// The engines do not agree on a starting position, or a refused setup changed something.
    Setup,
    /// They disagree about who is on turn.
    Turn,
    /// Their observations differ.
    Observation,
    /// One calls a move legal and the other does not, or they refuse it for different reasons.
    Verdict,
    /// A list of legal moves is not the set it should be, or contradicts the engine's own verdicts.
    LegalSet,
    /// A number of legal moves is not that of those listed, or a random game goes wrong.
    Count,
    /// A refused move changed something.
    Refusal,
    /// Taking moves back does not restore what was.
    Undo,
    /// Hashes differ for equal positions or agree for different ones.
    Hash,
    /// A text form does not round-trip.
    Text,
    /// A duplicate shares state with its original, or is not like it.
    Clone,
    /// A law of [`laws`](crate::laws) that needs no second engine.
    Law,
    /// An engine panicked.
    Panic,
    /// An engine cannot go on, as when its process died.
    Fault,
    /// An engine does not even start, as when there is no such program.
    Start,
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
            Self::Panic => "panic",
            Self::Fault => "fault",
            Self::Start => "start",
        })
    }
}

/// By what divergences are told apart: equal for divergences that are taken to have the same reason.
///
/// Printed it is a few lower-case words joined by hyphens, fit for a file name, e.g.
/// `verdict-legal-oscillation`: the kind, then what the engine under test says, then what the other says. The
/// words are for people; whatever looks for a divergence again goes by the kind, and by what of it the
/// divergence is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Signature {
    kind: Kind,
    aspect: Aspect,
    slug: Box<str>,
    /// Where in the words it says by which way a game came to it. The words are bounded, and this is small
    /// because signatures are handed through everything.
    way: (u8, u8),
}

/// What of its kind a divergence is about, as far as looking for it again depends on that.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Aspect {
    /// The kind says it all.
    Whole,
    /// The parts of an observation that differ.
    Parts(Box<[String]>),
    /// A move that no engine lists.
    Unlisted,
    /// What an engine answers, or how it panics, in this call.
    Call(Call),
    /// How a participant ended, and in which call.
    Ended(End, Call),
}

impl Aspect {
    /// These parts of an observation.
    pub(crate) fn parts<'p>(parts: impl IntoIterator<Item = &'p str>) -> Self {
        Self::Parts(parts.into_iter().map(String::from).collect())
    }
}

/// A call that an engine answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Call {
    /// Counting sequences of moves.
    Perft,
    /// Counting sequences of two moves.
    PerftOfTwo,
    /// Playing a random game.
    Playout,
    /// Any other.
    Other,
}

impl Call {
    /// The call of a method of an engine, or of a command of the protocol.
    pub(crate) fn of(name: &str) -> Self {
        match name {
            "perft" | "bustan-perft" => Self::Perft,
            "playout" | "bustan-playout" => Self::Playout,
            _ => Self::Other,
        }
    }
}

/// The longest signature, in characters; the rest is left out.
const LONGEST: usize = 80;

impl Signature {
    /// The signature of a divergence of this kind, told from others of its kind by `what`, of which letters
    /// and digits count.
    pub fn new(kind: Kind, what: &[&str]) -> Self {
        Self { kind, aspect: Aspect::Whole, slug: slug(kind, what).into(), way: (0, 0) }
    }

    /// The signature of a panic of an engine: which one, in which call, with which message.
    pub(crate) fn panic(side: &str, call: &str, normalised: &str) -> Self {
        let length = |what: &[&str]| slug(Kind::Panic, what).len() as u8;
        let (aspect, way) = (Aspect::Call(Call::of(call)), (length(&[side]), length(&[side, call])));
        Self { aspect, way, ..Self::new(Kind::Panic, &[side, call, normalised]) }
    }

    /// The words without what only says by which way a game came to it: one mistake makes an engine panic in
    /// several calls.
    pub(crate) fn cause(&self) -> String {
        let (from, to) = self.way;
        [&self.slug[..from.into()], &self.slug[to.into()..]].concat()
    }

    /// What of its kind it is about.
    pub(crate) fn aspect(&self) -> &Aspect {
        &self.aspect
    }

    /// The call in which it shows.
    pub(crate) fn call(&self) -> Call {
        match self.aspect {
            Aspect::Call(call) | Aspect::Ended(_, call) => call,
            Aspect::Whole | Aspect::Parts(_) | Aspect::Unlisted => Call::Other,
        }
    }

    /// How a participant ended, if one did.
    pub(crate) fn end(&self) -> Option<End> {
        match self.aspect {
            Aspect::Ended(end, _) => Some(end),
            _ => None,
        }
    }

    /// Whether a divergence with the `other` signature is taken to have the same reason while a game is made
    /// smaller: it has this one, or the observations differ in some of the same parts, the board among
    /// them if it did before. What follows from a different board, as a score, need not differ in the
    /// smaller game as well.
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

    /// What kind of law is broken.
    pub fn kind(&self) -> Kind {
        self.kind
    }
}

/// The words of a signature, joined.
fn slug(kind: Kind, what: &[&str]) -> String {
    let mut slug = kind.to_string();
    for word in what.iter().flat_map(|text| text.split(|c: char| !c.is_ascii_alphanumeric())) {
        if !word.is_empty() && slug.len() + word.len() < LONGEST {
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

/// A message without what varies from one occurrence to the next: its first line, numbers left out.
pub(crate) fn normalised(message: &str) -> String {
    let line = message.lines().next().unwrap_or_default();
    line.chars().filter(|c| !c.is_ascii_digit()).take(60).collect()
}

/// The longest headline or detail, in characters: enough for two positions.
const LONGEST_LINE: usize = 2000;

/// What an engine said as one line of at most so many characters that leaves a terminal alone: line breaks
/// are blanks, other characters that control the terminal or the direction of text are replaced.
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

/// A disagreement between two engines, or between an engine and a law, and the game that leads to it.
#[derive(Clone, Debug)]
pub struct Divergence<G: Game> {
    /// What tells it from others.
    pub signature: Signature,
    /// It all in one line: `reference: P48b9 is illegal, oscillation; fast: legal`.
    pub headline: String,
    /// The differences one by one, in words; bounded in number and length.
    pub details: Vec<String>,
    /// The game up to and including the move after which, or about which, the engines disagree.
    pub record: Record<G>,
    /// Whether the last move of the record is a question: a move not played, on which the engines disagree.
    pub question: bool,
    /// The cells at which boards differ, and that of the move in question, by the names the observation
    /// uses.
    pub marked: Vec<String>,
    /// The names of the engine under test and of the other.
    pub engines: [String; 2],
    /// The number of moves after which `seen` is: less than there are when it shows while moves are taken
    /// back, or when an engine cannot show more.
    pub shown: usize,
    /// What both engines then believe, where they can tell it in the game's own terms: of the engine under
    /// test, of the other.
    pub seen: [Option<G::Observation>; 2],
    /// The boards as the engines draw them themselves, of the same moment, where they do.
    pub drawings: [Option<String>; 2],
}

impl<G: Game> Divergence<G> {
    /// Whether all there is to it is that an engine was [given up](crate::foreign::interrupt) at the end of a
    /// run.
    pub fn is_interruption(&self) -> bool {
        self.signature.end() == Some(End::Interruption)
    }
}

impl<G: Game> fmt::Display for Divergence<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.headline)?;
        let told = |detail: &&String| !self.headline.ends_with(detail.as_str());
        self.details.iter().filter(told).try_for_each(|detail| write!(f, "\n  {detail}"))
    }
}

/// A law that one check found broken; where in the game, the lockstep adds.
#[derive(Clone, Debug)]
pub(crate) struct Violation {
    pub(crate) signature: Signature,
    pub(crate) headline: Box<str>,
    pub(crate) details: Vec<String>,
    pub(crate) marked: Box<[String]>,
}

impl Violation {
    pub(crate) fn new(kind: Kind, what: &[&str], headline: String) -> Self {
        let headline = plain(&headline, LONGEST_LINE).into();
        Self { signature: Signature::new(kind, what), headline, details: Vec::new(), marked: Box::default() }
    }

    /// A panic of an engine.
    pub(crate) fn panic(signature: Signature, headline: String) -> Self {
        Self { signature, ..Self::new(Kind::Panic, &[], headline) }
    }

    /// Says what of its kind it is about.
    pub(crate) fn about(mut self, aspect: Aspect) -> Self {
        self.signature.aspect = aspect;
        self
    }

    /// Adds differences, in words, and where they are.
    pub(crate) fn with(mut self, (details, marked): (Vec<String>, Vec<String>)) -> Self {
        self.details.extend(details.iter().map(|detail| plain(detail, LONGEST_LINE)));
        self.marked = self.marked.into_iter().chain(marked).collect();
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn observations_that_differ_in_fewer_parts_have_the_same_reason() {
        let signature = |what: &[&str]| {
            let parts = Aspect::parts(what.iter().copied());
            Violation::new(Kind::Observation, what, String::new()).about(parts).signature
        };
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
}
