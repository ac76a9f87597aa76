//! What files of sorted records hold.

use super::packed::{Reader, put};
use crate::solve::Outcome;

/// A record of a file. It is stored by what it differs in from the one before.
pub trait Record: Clone + Default + Send + Sync + 'static {
    /// Tells files of such records from others.
    const KIND: u8;

    /// What records are sorted by.
    type Key: Ord + Copy + Send;

    /// The key of this record.
    fn key(&self) -> Self::Key;

    /// A number that grows with the key, though not always when it does.
    fn rank(&self) -> u64;

    /// Appends the record. The first of a block comes after the default.
    fn put(&self, before: &Self, bytes: &mut Vec<u8>);

    /// Reads what [`put`](Self::put) has appended; `None` if it cannot have.
    fn take(before: &Self, bytes: &mut Reader<'_>) -> Option<Self>;
}

/// The number of a position.
impl Record for u64 {
    const KIND: u8 = 1;
    type Key = Self;

    fn key(&self) -> Self {
        *self
    }

    fn rank(&self) -> u64 {
        *self
    }

    #[inline]
    fn put(&self, before: &Self, bytes: &mut Vec<u8>) {
        put(bytes, self.wrapping_sub(*before));
    }

    #[inline]
    fn take(before: &Self, bytes: &mut Reader<'_>) -> Option<Self> {
        bytes.packed().map(|step| before.wrapping_add(step))
    }
}

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
