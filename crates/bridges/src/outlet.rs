//! The output of a bridge: its answers and, on request, the lines between it and its program.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;
use std::time::{Duration, Instant};

use bustan_harness::protocol::foreign::Wire;

/// The maximum number of buffered bytes, and the maximum time for which a line is buffered. They are needed
/// because a program may print without end.
const WAITING: usize = 1 << 16;
const LONG: Duration = Duration::from_millis(50);

/// The output of a bridge. All clones share one buffer and one writer.
#[derive(Clone)]
pub(crate) struct Outlet(Rc<RefCell<Output>>);

struct Output {
    writer: Box<dyn Write>,
    /// The buffered text.
    waiting: String,
    /// When the first buffered line was passed on.
    since: Option<Instant>,
    /// The time at which the output was opened; `None` if no lines are passed on. Timestamps of lines are
    /// relative to this time.
    passes_on: Option<Instant>,
}

impl Outlet {
    /// Creates an output. If it `passes_on` lines, the timestamps of the lines are relative to the current
    /// time.
    pub(crate) fn new(writer: impl Write + 'static, passes_on: bool) -> Self {
        let passes_on = passes_on.then(Instant::now);
        let output = Output { writer: Box::new(writer), waiting: String::new(), since: None, passes_on };
        Self(Rc::new(RefCell::new(output)))
    }

    /// Adds an answer to the buffer.
    pub(crate) fn answer(&self, text: &str) {
        self.0.borrow_mut().waiting += text;
    }

    /// Adds lines that were sent to the program.
    pub(crate) fn sent(&self, lines: &str) {
        self.pass_on(true, lines);
    }

    /// Adds a line that the program printed.
    pub(crate) fn heard(&self, line: &str) {
        self.pass_on(false, line);
    }

    fn pass_on(&self, sent: bool, lines: &str) {
        let mut output = self.0.borrow_mut();
        let Some(began) = output.passes_on else { return };
        let now = Instant::now();
        let at = Duration::from_millis(u64::try_from((now - began).as_millis()).unwrap_or(u64::MAX));
        for line in lines.lines().filter(|line| !line.trim().is_empty()) {
            output.waiting += &format!("{}\n", Wire { at, sent, line });
        }
        let since = *output.since.get_or_insert(now);
        if output.waiting.len() > WAITING || now - since > LONG {
            drop(output);
            self.write_anyway();
        }
    }

    /// Writes the buffer.
    pub(crate) fn write(&self) -> io::Result<()> {
        let mut output = self.0.borrow_mut();
        let waiting = std::mem::take(&mut output.waiting);
        output.since = None;
        if waiting.is_empty() {
            return Ok(());
        }
        output.writer.write_all(waiting.as_bytes())?;
        output.writer.flush()
    }

    /// Writes the buffer and ignores errors.
    pub(crate) fn write_anyway(&self) {
        // If the reader is gone, nobody can be notified.
        let _ = self.write();
    }
}
