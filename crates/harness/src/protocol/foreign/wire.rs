//! The lines between a bridge and its program, as passed on by the bridge.

use std::fmt;
use std::time::Duration;

/// The first character of a line that a bridge passes on. Answers of the protocol begin with other
/// characters.
const PASSED_ON: char = '#';

/// A line that was sent to or by a program through a bridge.
///
/// A bridge that is asked to pass on these lines writes each of them as one line between its answers.
///
/// ```
/// use std::time::Duration;
/// use bustan_harness::protocol::foreign::Wire;
///
/// let wire = Wire { at: Duration::from_millis(12), sent: true, line: "go perft 1" };
/// assert_eq!(wire.to_string(), "# 0.012 > go perft 1");
/// assert_eq!(Wire::read("# 0.012 > go perft 1"), Some(wire));
/// assert_eq!(Wire::read("= e2e4"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wire<'l> {
    /// The time since the program was started, in whole milliseconds.
    pub at: Duration,
    /// Whether the line was sent to the program; otherwise, the program sent it.
    pub sent: bool,
    /// The line.
    pub line: &'l str,
}

impl<'l> Wire<'l> {
    /// Parses a line that a bridge wrote; `None` if the line is part of an answer.
    pub fn read(text: &'l str) -> Option<Self> {
        let text = text.strip_prefix(PASSED_ON)?.strip_prefix(' ')?;
        let (at, text) = text.split_once(' ')?;
        let (seconds, millis) = at.split_once('.')?;
        let at = Duration::from_secs(seconds.parse().ok()?) + Duration::from_millis(millis.parse().ok()?);
        let (sent, line) = match text.split_at_checked(1)? {
            (">", line) => (true, line),
            ("<", line) => (false, line),
            _ => return None,
        };
        Some(Self { at, sent, line: line.strip_prefix(' ')? })
    }
}

impl fmt::Display for Wire<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.sent { '>' } else { '<' };
        write!(f, "{PASSED_ON} {} {sign} {}", seconds(self.at), self.line)
    }
}

/// Returns a time in seconds, with three decimals.
pub(super) fn seconds(time: Duration) -> String {
    format!("{}.{:03}", time.as_secs(), time.subsec_millis())
}
