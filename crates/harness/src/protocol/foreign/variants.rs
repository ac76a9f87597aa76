//! The variants of its game that a program announces.
//!
//! A program receives positions in terms that it knows. Options that it does not announce with
//! `bustan-variants` are removed from the text, and added to the texts that it returns. A program that speaks
//! plain FEN can thus play Chess960 if the user names that variant for it. If a program lists other variants
//! or gives a reason why it has none, a variant that it does not know is never played.

use super::abilities::{Ability, Support};
use super::inner::Inner;
use crate::compare::divergence::plain;
use crate::erased::Position;

/// The maximum length of a program's reason for having no variants, in characters.
const LONGEST: usize = 200;

/// The answer of a program to `bustan-variants`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Variants {
    /// The program lists these variants.
    Listed(Vec<String>),
    /// The program has no variants, for this reason.
    Refused(String),
    /// The program does not know the command.
    Unknown,
}

/// Whether a program plays a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum VariantSupport {
    /// The program announces the variant.
    Yes,
    /// The program does not have the variant, for this reason.
    No(String),
    /// The program announces no variants, but its command line may have selected the variant.
    Open,
}

impl Variants {
    /// Queries the variants of a program.
    pub(super) fn of(inner: &mut Inner) -> Self {
        let known = inner.abilities.get(Ability::Variants);
        if known == Support::No {
            return Self::Unknown;
        }
        match inner.ask(Ability::Variants.command()) {
            Some(Ok(text)) => {
                inner.abilities.set(Ability::Variants, Support::Yes);
                Self::Listed(text.split(',').map(|words| words.trim().into()).collect())
            }
            Some(Err(message)) if known == Support::Yes => Self::Refused(plain(&message, LONGEST)),
            Some(Err(_)) | None => {
                inner.abilities.set(Ability::Variants, Support::No);
                Self::Unknown
            }
        }
    }

    /// Whether the program plays the variant `words`.
    pub(super) fn plays(&self, words: &str) -> VariantSupport {
        match self {
            Self::Listed(listed) if listed.iter().any(|listed| listed == words) => VariantSupport::Yes,
            Self::Listed(_) => VariantSupport::No(format!("{words} is not among its variants")),
            Self::Refused(reason) => VariantSupport::No(reason.clone()),
            Self::Unknown => VariantSupport::Open,
        }
    }
}

/// Returns the options of the game that the text of `position` names.
pub(super) fn options_of(position: &Position) -> Vec<&'static str> {
    let text = position.to_string();
    position.rules().options().split(", ").filter(|words| !words.is_empty() && text.contains(words)).collect()
}
