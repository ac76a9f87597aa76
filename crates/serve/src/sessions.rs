//! State that the server stores between requests.

use std::collections::HashMap;
use std::num::NonZeroUsize;

/// A limited number of sessions, each with a number. If the limit is exceeded, the least recently used
/// session is dropped.
#[derive(Debug)]
pub struct Sessions<T> {
    most: NonZeroUsize,
    clock: u64,
    kept: HashMap<u64, SessionSlot<T>>,
}

#[derive(Debug)]
struct SessionSlot<T> {
    used: u64,
    session: T,
}

impl<T> Sessions<T> {
    /// Returns an empty collection of at most `most` sessions.
    pub fn new(most: NonZeroUsize) -> Self {
        Self { most, clock: 0, kept: HashMap::new() }
    }

    /// Stores a session and returns its number, which is never reused.
    pub fn open(&mut self, session: T) -> u64 {
        if self.kept.len() >= self.most.get() {
            let oldest = self.kept.iter().min_by_key(|(_, kept)| kept.used).map(|(&number, _)| number);
            if let Some(number) = oldest {
                self.kept.remove(&number);
            }
        }
        self.clock += 1;
        self.kept.insert(self.clock, SessionSlot { used: self.clock, session });
        self.clock
    }

    /// Returns the session with this number and marks it as used. `None` if it was dropped or never existed.
    pub fn get(&mut self, number: u64) -> Option<&mut T> {
        let kept = self.kept.get_mut(&number)?;
        self.clock += 1;
        kept.used = self.clock;
        Some(&mut kept.session)
    }
}
