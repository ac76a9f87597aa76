//! Words that are kept in memory, each with an index.

use std::collections::HashMap;
use std::sync::{LazyLock, PoisonError, RwLock};

/// All words of one kind that this process has encountered.
pub(super) type Words = LazyLock<RwLock<Known>>;

#[derive(Default)]
pub(super) struct Known {
    words: Vec<&'static str>,
    indices: HashMap<&'static str, u32>,
}

impl Known {
    /// Creates a table with these words, which get consecutive indices from 0.
    pub(super) fn of(words: &[&str]) -> RwLock<Self> {
        let mut known = Self::default();
        for word in words {
            known.add(word);
        }
        RwLock::new(known)
    }

    fn add(&mut self, word: &str) -> Option<u32> {
        if let Some(index) = self.indices.get(word) {
            return Some(*index);
        }
        let index = u32::try_from(self.words.len()).ok()?;
        let word: &'static str = Box::leak(word.into());
        self.words.push(word);
        self.indices.insert(word, index);
        Some(index)
    }
}

/// Returns the index of a word, and adds the word if it is new; `None` if the table is full.
pub(super) fn index(words: &Words, word: &str) -> Option<u32> {
    let known = words.read().unwrap_or_else(PoisonError::into_inner).indices.get(word).copied();
    known.or_else(|| words.write().unwrap_or_else(PoisonError::into_inner).add(word))
}

/// Returns the word with the index `index`.
pub(super) fn word(words: &Words, index: u32) -> &'static str {
    words.read().unwrap_or_else(PoisonError::into_inner).words[index as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_keep_their_indices() {
        static SOME: Words = LazyLock::new(|| Known::of(&["black", "white"]));
        let indices = ["white", "red", "red", "black"].map(|word| index(&SOME, word));
        assert_eq!(indices, [Some(1), Some(2), Some(2), Some(0)]);
        assert_eq!((word(&SOME, 0), word(&SOME, 2)), ("black", "red"));
    }
}
