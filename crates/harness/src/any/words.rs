//! Words that stay in memory, each with an index.

use std::collections::HashMap;
use std::sync::{LazyLock, PoisonError, RwLock};

/// All words of one kind that this process has seen, 65,536 at most.
pub(super) type Words = LazyLock<RwLock<Known>>;

#[derive(Default)]
pub(super) struct Known {
    words: Vec<&'static str>,
    indices: HashMap<&'static str, u16>,
}

impl Known {
    /// Knows these words, with the indices from 0 on.
    pub(super) fn of(words: &[&str]) -> RwLock<Self> {
        let mut known = Self::default();
        for word in words {
            known.add(word);
        }
        RwLock::new(known)
    }

    fn add(&mut self, word: &str) -> Option<u16> {
        if let Some(index) = self.indices.get(word) {
            return Some(*index);
        }
        let index = u16::try_from(self.words.len()).ok()?;
        let word: &'static str = Box::leak(word.into());
        self.words.push(word);
        self.indices.insert(word, index);
        Some(index)
    }
}

/// The index of a word, which is added if it is new; `None` if there are too many.
pub(super) fn index(words: &Words, word: &str) -> Option<u16> {
    let known = words.read().unwrap_or_else(PoisonError::into_inner).indices.get(word).copied();
    known.or_else(|| words.write().unwrap_or_else(PoisonError::into_inner).add(word))
}

/// The word with this index.
pub(super) fn word(words: &Words, index: u16) -> &'static str {
    words.read().unwrap_or_else(PoisonError::into_inner).words[usize::from(index)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_keep_their_indices_until_there_are_too_many() {
        static SOME: Words = LazyLock::new(|| Known::of(&["black", "white"]));
        assert_eq!(
            (index(&SOME, "white"), index(&SOME, "red"), index(&SOME, "red")),
            (Some(1), Some(2), Some(2))
        );
        assert_eq!((word(&SOME, 0), word(&SOME, 2)), ("black", "red"));
        for number in 3..=usize::from(u16::MAX) {
            assert_eq!(index(&SOME, &number.to_string()).map(usize::from), Some(number));
        }
        assert_eq!((index(&SOME, "more"), index(&SOME, "red")), (None, Some(2)));
    }
}
