//! What a disagreement is: its kind, the signature by which it is told apart from others, and its words.
//!
//! A [`Divergence`] is a complete finding: the game that leads to it, what either engine said, and what of it
//! differs. Two divergences are *the same* when their [`Signature`]s are equal. The signature is coarse on purpose:
//! it names the kind and what differs in general (both verdicts, the parts of the observation) but no cell, no tile
//! and no ply, so that it survives shrinking and a thousand games that fail for one reason count as one finding.

use std::fmt;

use bustan_core::{Game, Record};

/// Which of the two engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The engine under test.
    Subject,
    /// The engine it is held against.
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
    /// An engine panicked.
    Panic,
    /// An engine cannot go on, as when its process died.
    Fault,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Setup => "setup",
            Self::Turn => "turn",
            Self::Observation => "observation",
            Self::Verdict => "verdict",
            Self::LegalSet => "legal-set",
            Self::Refusal => "refusal",
            Self::Undo => "undo",
            Self::Hash => "hash",
            Self::Text => "text",
            Self::Clone => "clone",
            Self::Panic => "panic",
            Self::Fault => "fault",
        })
    }
}

/// By what divergences are told apart: equal for divergences that are taken to have the same reason.
///
/// Printed it is a few lower-case words joined by hyphens, fit for a file name, e.g. `verdict-legal-oscillation`: the
/// kind, then what the engine under test says, then what the other says.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Signature {
    kind: Kind,
    slug: String,
}

/// The longest signature, in characters; the rest is left out.
const LONGEST: usize = 80;

impl Signature {
    /// The signature of a divergence of this kind, told from others of its kind by `what`, of which letters and
    /// digits count.
    pub fn new(kind: Kind, what: &[&str]) -> Self {
        let mut slug = kind.to_string();
        for word in what.iter().flat_map(|text| text.split(|c: char| !c.is_ascii_alphanumeric())) {
            if !word.is_empty() && slug.len() + word.len() < LONGEST {
                slug.push('-');
                slug.push_str(&word.to_ascii_lowercase());
            }
        }
        Self { kind, slug }
    }

    /// Whether it has this word.
    pub(crate) fn says(&self, word: &str) -> bool {
        self.slug.split('-').any(|other| other == word)
    }

    /// What kind of law is broken.
    pub fn kind(&self) -> Kind {
        self.kind
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.slug)
    }
}

/// A message without what varies from one occurrence to the next: its first line, numbers left out.
pub(crate) fn gist(message: &str) -> String {
    let line = message.lines().next().unwrap_or_default();
    line.chars().filter(|c| !c.is_ascii_digit()).take(60).collect()
}

/// A message in one line and without control characters: an engine may say anything, and what it says gets to a terminal.
fn one_line(message: &str) -> String {
    message.replace(char::is_control, " ")
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
    /// The cells at which boards differ, and that of the move in question, by the names the observation uses.
    pub marked: Vec<String>,
    /// The names of the engine under test and of the other.
    pub engines: [String; 2],
    /// What both engines then believe, where they can tell it in the game's own terms: of the engine under test, of
    /// the other.
    pub seen: [Option<G::Observation>; 2],
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
pub(crate) struct Breach {
    pub(crate) signature: Signature,
    pub(crate) headline: String,
    pub(crate) details: Vec<String>,
    pub(crate) marked: Vec<String>,
}

impl Breach {
    pub(crate) fn new(kind: Kind, what: &[&str], headline: String) -> Self {
        let signature = Signature::new(kind, what);
        Self { signature, headline: one_line(&headline), details: Vec::new(), marked: Vec::new() }
    }

    /// Adds differences, in words, and where they are.
    pub(crate) fn with(mut self, (details, marked): (Vec<String>, Vec<String>)) -> Self {
        self.details.extend(details.iter().map(|detail| one_line(detail)));
        self.marked.extend(marked);
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
    fn what_an_engine_says_cannot_control_a_terminal() {
        let says = "100% \u{1b}[31mred\nand more";
        let breach = Breach::new(Kind::Panic, &[], says.into()).with((vec![says.into()], Vec::new()));
        assert_eq!([breach.headline.as_str(), &breach.details[0]], ["100%  [31mred and more"; 2]);
    }

    #[test]
    fn the_gist_of_a_message_is_the_same_for_other_numbers() {
        assert_eq!(gist("index 7 out of 12\nmore"), gist("index 123 out of 4"));
        assert_ne!(gist("index out of range"), gist("overflow"));
    }
}
