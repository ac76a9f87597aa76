//! Outcomes as records of sorted files.

use crate::solve::Outcome;
use crate::spill::Record;
use crate::spill::packed::{Reader, put};

/// The number of a position and its outcome. They are sorted by number alone.
impl Record for (u64, Outcome) {
    const KIND: u8 = 2;
    type Key = u64;

    fn key(&self) -> u64 {
        self.0
    }

    fn rank(&self) -> u64 {
        self.0
    }

    #[inline]
    fn put(&self, before: &Self, bytes: &mut Vec<u8>) {
        put(bytes, self.0.wrapping_sub(before.0));
        // Small leads of either sign take one byte, and so do draws.
        match self.1 {
            Outcome::Draw => put(bytes, 0),
            Outcome::Ends { lead, remoteness } => {
                let lead = i64::from(lead);
                put(bytes, 1 + (lead << 1 ^ lead >> 63) as u64);
                put(bytes, remoteness.into());
            }
        }
    }

    #[inline]
    fn take(before: &Self, bytes: &mut Reader<'_>) -> Option<Self> {
        let number = before.0.wrapping_add(bytes.packed()?);
        let Some(folded) = bytes.packed()?.checked_sub(1) else { return Some((number, Outcome::Draw)) };
        let lead = i16::try_from((folded >> 1) as i64 ^ -((folded & 1) as i64)).ok()?;
        let remoteness = u16::try_from(bytes.packed()?).ok()?;
        Some((number, Outcome::Ends { lead, remoteness }))
    }
}
