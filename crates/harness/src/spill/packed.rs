//! Numbers in as few bytes as possible: the encoding is unsigned LEB128.

/// Appends a number, seven bits per byte, lowest bits first; the top bit is set in all bytes but the last.
pub fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads values from the front of a slice of bytes.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    /// The remaining bytes.
    pub bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    /// Returns the next `length` bytes; `None` if fewer remain.
    pub fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.bytes.split_at_checked(length)?;
        self.bytes = rest;
        Some(taken)
    }

    /// Reads a little-endian number of `length` bytes.
    pub fn number(&mut self, length: usize) -> Option<u64> {
        self.take(length)
            .map(|bytes| bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
    }

    /// Reads a UTF-8 text of `length` bytes.
    pub fn text(&mut self, length: u64) -> Option<String> {
        let bytes = self.take(usize::try_from(length).ok()?)?;
        String::from_utf8(bytes.to_vec()).ok()
    }

    /// Reads a number that [`put`] has written; `None` if it is incomplete or exceeds 64 bits.
    #[inline]
    pub fn packed(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.bytes.split_first()?;
            self.bytes = rest;
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                return None;
            }
            number |= bits << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }
}
