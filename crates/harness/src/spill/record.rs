//! The records of sorted files.

use super::packed::{Reader, put};

/// A record of a sorted file. Only its difference from the previous record is stored.
pub trait Record: Clone + Default + Send + Sync + 'static {
    /// Identifies files of records of this type.
    const KIND: u8;

    /// The sort key of records.
    type Key: Ord + Copy + Send;

    /// Returns the key of this record.
    fn key(&self) -> Self::Key;

    /// Returns a number that never decreases as the key increases. Different keys may have the same rank.
    fn rank(&self) -> u64;

    /// Appends the encoded record. `before` is the previous record, or the default at the start of a block.
    fn put(&self, before: &Self, bytes: &mut Vec<u8>);

    /// Decodes a record written by [`put`](Self::put); `None` if the bytes are not such a record.
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

/// A digest of 128 bits.
impl Record for u128 {
    const KIND: u8 = 5;
    type Key = Self;

    fn key(&self) -> Self {
        *self
    }

    fn rank(&self) -> u64 {
        (self >> 64) as u64
    }

    #[inline]
    fn put(&self, before: &Self, bytes: &mut Vec<u8>) {
        put(bytes, self.rank().wrapping_sub(before.rank()));
        // The lower half is practically random, so its difference would not be shorter.
        bytes.extend((*self as u64).to_le_bytes());
    }

    #[inline]
    fn take(before: &Self, bytes: &mut Reader<'_>) -> Option<Self> {
        let upper = before.rank().wrapping_add(bytes.packed()?);
        Some(Self::from(upper) << 64 | Self::from(bytes.number(8)?))
    }
}

/// A digest with a number, sorted by both.
impl Record for (u128, u64) {
    const KIND: u8 = 6;
    type Key = Self;

    fn key(&self) -> Self {
        *self
    }

    fn rank(&self) -> u64 {
        self.0.rank()
    }

    #[inline]
    fn put(&self, before: &Self, bytes: &mut Vec<u8>) {
        self.0.put(&before.0, bytes);
        put(bytes, self.1);
    }

    #[inline]
    fn take(before: &Self, bytes: &mut Reader<'_>) -> Option<Self> {
        Some((u128::take(&before.0, bytes)?, bytes.packed()?))
    }
}

/// Two numbers, such as the ends of an edge, sorted by both.
impl Record for (u64, u64) {
    const KIND: u8 = 3;
    type Key = Self;

    fn key(&self) -> Self {
        *self
    }

    fn rank(&self) -> u64 {
        self.0
    }

    #[inline]
    fn put(&self, before: &Self, bytes: &mut Vec<u8>) {
        put(bytes, self.0.wrapping_sub(before.0));
        put(bytes, if self.0 == before.0 { self.1.wrapping_sub(before.1) } else { self.1 });
    }

    #[inline]
    fn take(before: &Self, bytes: &mut Reader<'_>) -> Option<Self> {
        let (first, second) = (before.0.wrapping_add(bytes.packed()?), bytes.packed()?);
        Some((first, if first == before.0 { before.1.wrapping_add(second) } else { second }))
    }
}

/// The value of a record that consists of a number and a value.
pub trait Value: Clone + Default + Send + Sync + 'static {
    /// The [`Record::KIND`] of records that consist of a number and a value of this type.
    const KIND: u8;

    /// Appends the encoded value. `before` is the previous value, or the default at the start of a block.
    fn put(&self, before: &Self, bytes: &mut Vec<u8>);

    /// Decodes a value written by [`put`](Self::put); `None` if the bytes are not such a value.
    fn take(before: &Self, bytes: &mut Reader<'_>) -> Option<Self>;
}

/// A number with a value, sorted by number alone.
impl<V: Value> Record for (u64, V) {
    const KIND: u8 = V::KIND;
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
        self.1.put(&before.1, bytes);
    }

    #[inline]
    fn take(before: &Self, bytes: &mut Reader<'_>) -> Option<Self> {
        let number = before.0.wrapping_add(bytes.packed()?);
        Some((number, V::take(&before.1, bytes)?))
    }
}

impl Value for Box<str> {
    const KIND: u8 = 7;

    /// Only the part of the text after the prefix shared with the previous record is stored.
    fn put(&self, before: &Self, bytes: &mut Vec<u8>) {
        let same = self.bytes().zip(before.bytes()).take_while(|(mine, theirs)| mine == theirs).count();
        let rest = &self.as_bytes()[same..];
        put(bytes, same as u64);
        put(bytes, rest.len() as u64);
        bytes.extend(rest);
    }

    fn take(before: &Self, bytes: &mut Reader<'_>) -> Option<Self> {
        let same = before.as_bytes().get(..usize::try_from(bytes.packed()?).ok()?)?;
        let length = usize::try_from(bytes.packed()?).ok()?;
        let text = [same, bytes.take(length)?].concat();
        Some(String::from_utf8(text).ok()?.into())
    }
}
