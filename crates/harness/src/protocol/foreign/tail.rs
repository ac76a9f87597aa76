//! Reads the output of a process in bounded memory.

use std::collections::VecDeque;
use std::io::{BufRead, Read};

/// The number of lines kept.
const LINES: usize = 12;

/// The number of bytes kept of each line.
const LENGTH: usize = 400;

/// Words that occur when runtimes report why they exit.
const REASONS: [&str; 5] = ["error", "exception", "panic", "assert", "fatal"];

/// The last lines of a stream.
#[derive(Debug, Default)]
pub(super) struct Tail {
    lines: VecDeque<String>,
    /// The number of lines that are no longer kept.
    dropped: u64,
    /// The last line that reports an error, if it is recent.
    reason: Option<String>,
    /// The number of unindented lines since `reason`.
    since: usize,
    /// Whether a Python traceback is being written. Its next unindented line contains the reason.
    trace: bool,
}

impl Tail {
    pub(super) fn push(&mut self, line: String) {
        self.look_for_reason(&line);
        if self.lines.len() == LINES {
            self.lines.pop_front();
            self.dropped += 1;
        }
        self.lines.push_back(line);
    }

    /// Returns the line with the reason why a process ended: the last line that mentions an error or, if
    /// there is none and the process `failed`, the last line.
    pub(super) fn cause(&self, failed: bool) -> Option<&str> {
        let mut lines = self.lines.iter().map(String::as_str).filter(|line| !line.trim().is_empty());
        let last = || lines.next_back().filter(|_| failed);
        self.reason.as_deref().or_else(last).map(str::trim)
    }

    fn look_for_reason(&mut self, line: &str) {
        // An indented line of a traceback names the place of a call, not the reason.
        if line.starts_with([' ', '\t']) || line.trim().is_empty() {
            return;
        }
        self.since += 1;
        if self.since > LINES {
            self.reason = None;
        }
        let between = ["During handling of the above", "The above exception was"];
        let lower = line.to_lowercase();
        let speaks = self.trace || REASONS.iter().any(|reason| lower.contains(reason));
        self.trace = line.starts_with("Traceback (most recent call last)");
        if speaks && !self.trace && !between.iter().any(|words| line.starts_with(words)) {
            self.reason = Some(line.into());
            self.since = 0;
        }
    }

    /// Returns the lines, each labelled as standard error, preceded by the number of dropped lines if there
    /// are any.
    pub(super) fn labelled(&self) -> impl Iterator<Item = String> {
        let before = (self.dropped > 0).then(|| format!("stderr: ({} lines before)", self.dropped));
        before.into_iter().chain(self.lines.iter().map(|line| format!("stderr: {line}")))
    }
}

/// Reads a stream to its end, line by line. Keeps only the first [`LENGTH`] bytes of longer lines.
pub(super) fn each_line(mut stream: impl BufRead, mut line: impl FnMut(String)) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match stream.by_ref().take(LENGTH as u64).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => line(text(&bytes)),
        }
        if !bytes.ends_with(b"\n") && stream.skip_until(b'\n').is_err() {
            return;
        }
    }
}

/// Returns a line without its end, with invalid UTF-8 replaced.
pub(super) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim_end_matches(['\n', '\r']).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Vec<String> {
        let mut tail = Tail::default();
        each_line(bytes, |line| tail.push(line));
        tail.labelled().collect()
    }

    #[test]
    fn the_last_lines_are_kept_and_the_others_counted() {
        let many: String = (0..1000).map(|line| format!("line {line}\n")).collect();
        let told = read(many.as_bytes());
        assert_eq!(told.len(), LINES + 1);
        assert_eq!(told[0], "stderr: (988 lines before)");
        assert_eq!(told[LINES], "stderr: line 999");
    }

    #[test]
    fn the_cause_is_the_last_line_that_speaks_of_an_error() {
        let cause = |text: &str, expected: Option<&str>| {
            let mut tail = Tail::default();
            each_line(text.as_bytes(), |line| tail.push(line));
            let speaks = expected.is_some() && !text.starts_with("ready");
            assert_eq!(tail.cause(false).is_some(), speaks, "{text}");
            tail.cause(true).map(String::from)
        };
        let deep = format!("Error: full\n{}\nNode.js v20.20.2\n", "    at f (x.js:3:7)\n".repeat(20));
        let old = format!("ready, 0 errors\n{}no way out\n", "move\n".repeat(20));
        let handled = "Traceback (most recent call last):\n  a\nKeyError: 1\n\n\
            During handling of the above exception, another exception occurred:\n\n\
            Traceback (most recent call last):\n  b\nIllegalMove: c3\n";
        for (text, expected) in [
            (deep.as_str(), Some("Error: full")),
            (old.as_str(), Some("no way out")),
            (handled, Some("IllegalMove: c3")),
            ("", None),
            ("ready\nno way out\n\n", Some("no way out")),
            (
                "Traceback (most recent call last):\n  File \"a.py\", line 3\nKeyError: 'b2'\n",
                Some("KeyError: 'b2'"),
            ),
            (
                "\nthread 'main' (7) panicked at src/main.rs:2:5:\nno cell\nnote: run with `RUST_BACKTRACE=1`\n",
                Some("thread 'main' (7) panicked at src/main.rs:2:5:"),
            ),
            (
                "x.js:3\nthrow e\n^\n\nError: full\n    at f (x.js:3:7)\n\nNode.js v18.19.0\n",
                Some("Error: full"),
            ),
            (
                "a.out: a.c:12: main: Assertion `n < 9' failed.\n",
                Some("a.out: a.c:12: main: Assertion `n < 9' failed."),
            ),
        ] {
            assert_eq!(cause(text, expected).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn a_line_without_end_is_cut_and_what_follows_it_is_read() {
        let told = read([&[b'x'; 100_000][..], b"\nnext\r\nlast"].concat().as_slice());
        assert_eq!(told.iter().map(String::len).collect::<Vec<_>>(), [LENGTH + 8, 12, 12]);
        assert_eq!(told[1..], ["stderr: next", "stderr: last"]);
    }
}
