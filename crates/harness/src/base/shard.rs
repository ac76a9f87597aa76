//! Shards: equal parts of a run that are independent of each other.
//!
//! Numbered items of any kind (games, positions, or sequences of moves) can be divided among shards: each of
//! `n` shards takes every `n`-th item, and shard `i` starts with number `i`. A game depends only on the seed
//! and on its number, so the shards together play the games of one run.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// One of the equal parts of a run. Its index is always less than the number of shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Shard {
    index: u64,
    of: u64,
}

impl Shard {
    /// The whole run.
    pub const WHOLE: Self = Self { index: 0, of: 1 };

    /// Returns shard number `index`, from 0, of `of` shards; `None` if the index is too large.
    pub const fn new(index: u64, of: u64) -> Option<Self> {
        if index < of { Some(Self { index, of }) } else { None }
    }

    /// Returns the index of the shard, from 0.
    pub const fn index(self) -> u64 {
        self.index
    }

    /// Returns the number of shards.
    pub const fn of(self) -> u64 {
        self.of
    }

    /// Whether the shard is the whole run.
    pub const fn is_whole(self) -> bool {
        self.of == 1
    }

    /// Returns the number of the item at index `place` in the shard, saturating at the largest number.
    pub const fn number(self, place: u64) -> u64 {
        place.saturating_mul(self.of).saturating_add(self.index)
    }

    /// Whether the shard contains item number `number`.
    pub const fn has(self, number: u64) -> bool {
        number % self.of == self.index
    }

    /// Returns how many of `items` items belong to the shard.
    pub const fn share(self, items: u64) -> u64 {
        items / self.of + (self.index < items % self.of) as u64
    }
}

impl Default for Shard {
    fn default() -> Self {
        Self::WHOLE
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

/// The error for a text that is not a shard.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a shard: expected INDEX/COUNT, such as 0/4, with an index from 0 to COUNT - 1")]
pub struct ShardError(String);

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let digits = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        let parts = text.split_once('/').filter(|(index, of)| digits(index) && digits(of));
        let parts = parts.and_then(|(index, of)| Some((index.parse().ok()?, of.parse().ok()?)));
        parts.and_then(|(index, of)| Self::new(index, of)).ok_or_else(|| ShardError(text.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_deal_out_every_item_once() {
        for of in 1..9 {
            for items in 0..30 {
                let shards = (0..of).map(|index| Shard::new(index, of).unwrap());
                let mut dealt: Vec<u64> = shards
                    .flat_map(|shard| (0..shard.share(items)).map(move |place| shard.number(place)))
                    .collect();
                dealt.sort_unstable();
                assert!(dealt.iter().copied().eq(0..items), "{items} items, {of} shards: {dealt:?}");
            }
        }
    }

    #[test]
    fn a_shard_is_read_as_it_is_written_and_nothing_else_is_one() {
        for text in ["0/1", "3/16", "15/16"] {
            assert_eq!(text.parse::<Shard>().unwrap().to_string(), text);
        }
        for text in [
            "",
            "3",
            "1/1",
            "16/16",
            "0/0",
            "-1/4",
            "+1/4",
            "1/4/4",
            "1 / 4",
            "x/4",
            "99999999999999999999/4",
        ] {
            let problem = text.parse::<Shard>().unwrap_err().to_string();
            assert!(problem.starts_with(&format!("{text:?} is not a shard")), "{problem}");
        }
    }
}
