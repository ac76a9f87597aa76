//! Watches a run while it lasts: signals that end it, and lines that show how far it has come.

use std::io::{self, Write};
use std::process::{self, ExitCode};
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use bustan_harness::protocol::foreign::{interrupt, kill_all};
use indicatif::ProgressBar;

use crate::failure::DIVERGENCE;

/// How often a line is drawn on a terminal.
pub(crate) const TICK: Duration = Duration::from_millis(100);

/// When a line is first printed if standard error is not a terminal, and how often from then on.
const FIRST_LINE: Duration = Duration::from_secs(1);
const NEXT_LINE: Duration = Duration::from_secs(10);

/// The signal that a keyboard interrupt sends.
const INTERRUPT: i32 = 2;

/// The number to add to that of a signal to get the exit code, as shells do.
const SIGNALLED: i32 = 128;

static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// The number of the signal that asked this process to end, 0 if none has.
static SIGNAL: AtomicI32 = AtomicI32::new(0);

/// Whether there is a finding.
static FOUND: AtomicBool = AtomicBool::new(false);

/// A flag that is set by the first signal to interrupt, to terminate or to hang up; the second ends the
/// process. All calls return the same flag.
pub(crate) fn stop_on_signals() -> Arc<AtomicBool> {
    let flag = STOP.get_or_init(|| {
        let stop = Arc::new(AtomicBool::new(false));
        if let Err(error) = listen(Arc::clone(&stop)) {
            complain(&format!("warning: Ctrl-C will end the run without a summary: {error}"));
        }
        stop
    });
    Arc::clone(flag)
}

/// The exit code of a run that a signal has cut off.
pub(crate) fn cut_off() -> ExitCode {
    ExitCode::from(u8::try_from(SIGNALLED + SIGNAL.load(Ordering::SeqCst)).unwrap_or(u8::MAX))
}

/// Records a finding: a second signal then ends the process with the exit code for that.
pub(crate) fn found() {
    FOUND.store(true, Ordering::SeqCst);
}

fn caught(signal: i32, stop: &AtomicBool) {
    // Code that sees the flag must know the reason.
    let _ = SIGNAL.compare_exchange(0, signal, Ordering::SeqCst, Ordering::SeqCst);
    if stop.swap(true, Ordering::SeqCst) {
        kill_all();
        process::exit(if FOUND.load(Ordering::SeqCst) { DIVERGENCE.into() } else { SIGNALLED + signal });
    }
    interrupt();
}

#[cfg(unix)]
fn listen(stop: Arc<AtomicBool>) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    // A process started with nohup must outlive its terminal.
    let heeded =
        [INTERRUPT, SIGTERM, SIGHUP].into_iter().filter(|&signal| signal == SIGINT || !is_ignored(signal));
    let mut signals = Signals::new(heeded)?;
    thread::spawn(move || signals.forever().for_each(|signal| caught(signal, &stop)));
    Ok(())
}

/// Whether this process was started with a signal ignored, as far as the system can tell.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    ignored >> (signal - 1) & 1 == 1
}

#[cfg(not(unix))]
fn listen(stop: Arc<AtomicBool>) -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(move || caught(INTERRUPT, &stop))
}

/// Shows how far a run has come while it lasts: `draw` brings the bar up to date, which is drawn on standard
/// error if that is a terminal. Elsewhere its message is printed as a line with `name`, after the first
/// second and every ten seconds.
pub(crate) fn drawing<T>(
    name: &str,
    bar: &ProgressBar,
    draw: impl Fn(&ProgressBar) + Sync,
    run: impl FnOnce() -> T,
) -> T {
    let over = AtomicBool::new(false);
    let begun = Instant::now();
    thread::scope(|scope| {
        let painter = scope.spawn(|| {
            let mut due = FIRST_LINE;
            while !over.load(Ordering::Relaxed) {
                draw(bar);
                bar.tick();
                if bar.is_hidden() && begun.elapsed() >= due {
                    due = begun.elapsed() + NEXT_LINE;
                    complain(&format!("{name}: {} s, {}", begun.elapsed().as_secs(), bar.message()));
                }
                thread::park_timeout(TICK);
            }
        });
        // The painter ends even if the run panics; otherwise everything would wait for it for ever.
        let ends = Ends { over: &over, painter: painter.thread() };
        let outcome = run();
        drop(ends);
        bar.finish_and_clear();
        outcome
    })
}

/// Ends the painter when it is dropped.
struct Ends<'p> {
    over: &'p AtomicBool,
    painter: &'p thread::Thread,
}

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        self.painter.unpark();
    }
}

/// Prints a line above the bar, or on standard error if there is no bar.
pub(crate) fn say(bar: &ProgressBar, line: &str) {
    if bar.is_hidden() {
        complain(line);
    } else {
        bar.println(line);
    }
}

/// Prints a line on standard error, at once, so that lines of several processes stay whole. If that is closed, nobody
/// is left to read it.
pub(crate) fn complain(line: &str) {
    let _ = io::stderr().lock().write_all(format!("{line}\n").as_bytes());
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

    use super::*;

    #[test]
    fn a_run_that_panics_is_not_waited_for() {
        let run = || drawing("a run", &ProgressBar::hidden(), |_| {}, || resume_unwind(Box::new("over")));
        let ended: Result<(), _> = catch_unwind(AssertUnwindSafe(run));
        assert!(ended.is_err());
    }
}
