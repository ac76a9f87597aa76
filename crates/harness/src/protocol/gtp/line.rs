//! Reads lines of arbitrary bytes.

use std::io::{self, BufRead, ErrorKind};

/// One line of the input, truncated to [`LIMIT`](Line::LIMIT) bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    bytes: Vec<u8>,
    cut: bool,
}

impl Line {
    /// The maximum number of bytes kept of a line, not counting control characters.
    pub const LIMIT: usize = 1 << 16;

    /// Reads up to the next line feed or the end of the input. Returns `None` if the input has already ended.
    ///
    /// The memory used is bounded, whatever the length of the line.
    ///
    /// # Errors
    /// Returns the errors of `reader`, except interruptions, after which reading is retried.
    pub fn read(reader: &mut impl BufRead) -> io::Result<Option<Self>> {
        let mut line = Self::default();
        let mut any = false;
        loop {
            let buffer = match reader.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if buffer.is_empty() {
                return Ok(any.then_some(line));
            }
            any = true;
            let end = buffer.iter().position(|&byte| byte == b'\n');
            line.append(&buffer[..end.unwrap_or(buffer.len())]);
            let used = end.map_or(buffer.len(), |end| end + 1);
            reader.consume(used);
            if end.is_some() {
                return Ok(Some(line));
            }
        }
    }

    fn append(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            let byte = if byte == b'\t' { b' ' } else { byte };
            if byte.is_ascii_control() {
                continue;
            }
            if self.bytes.len() == Self::LIMIT {
                self.cut = true;
                return;
            }
            self.bytes.push(byte);
        }
    }

    /// Returns the line as text. Tabs become spaces, control characters are dropped, and invalid UTF-8 is
    /// replaced.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).chars().filter(|c| !c.is_control()).collect()
    }

    /// Whether the line was longer than [`LIMIT`](Self::LIMIT), so that its end is missing.
    pub const fn is_cut(&self) -> bool {
        self.cut
    }
}

impl From<&str> for Line {
    /// Converts the text to one line. Line feeds are dropped like other control characters.
    fn from(text: &str) -> Self {
        let mut line = Self::default();
        line.append(text.as_bytes());
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn lines(bytes: &[u8], capacity: usize) -> Vec<String> {
        let mut reader = BufReader::with_capacity(capacity, bytes);
        std::iter::from_fn(|| Line::read(&mut reader).unwrap()).map(|line| line.text()).collect()
    }

    #[test]
    fn lines_end_at_line_feeds_and_at_the_end_of_the_input() {
        for capacity in [1, 3, 100] {
            assert_eq!(lines(b"one\r\n\ntwo\tthree\nfour", capacity), ["one", "", "two three", "four"]);
            assert_eq!(lines(b"", capacity), [""; 0]);
            assert_eq!(lines(b"\n", capacity), [""]);
        }
    }

    #[test]
    fn control_characters_are_dropped_and_bad_utf8_replaced() {
        assert_eq!(lines(b"na\0m\x07e\x7f \xff\xc3\n\xc2\x85x", 4), ["name \u{fffd}\u{fffd}", "x"]);
    }

    #[test]
    fn of_a_long_line_only_the_beginning_is_kept_and_the_next_is_whole() {
        let mut bytes = vec![b'x'; 3 * Line::LIMIT];
        bytes.extend(b"\nnext");
        let mut reader = BufReader::new(&bytes[..]);
        let long = Line::read(&mut reader).unwrap().unwrap();
        assert_eq!((long.text().len(), long.is_cut()), (Line::LIMIT, true));
        assert_eq!(Line::read(&mut reader).unwrap().unwrap(), Line::from("next"));
    }

    #[test]
    fn a_line_of_exactly_the_limit_is_whole() {
        let text = "x".repeat(Line::LIMIT);
        assert!(!Line::from(&*text).is_cut());
        assert!(Line::from(&*(text + "x")).is_cut());
    }
}
