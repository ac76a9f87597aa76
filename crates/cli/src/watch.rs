//! Watches a run in progress: handles signals that end it, and shows its progress.

use std::io::{self, Write};
use std::process::{self, ExitCode};
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use bustan_harness::protocol::foreign::{interrupt, kill_all};
use indicatif::{ProgressBar, ProgressStyle};

use crate::failure::DIVERGENCE;
use crate::words::{folded, width};

/// The interval at which the progress is drawn on a terminal.
pub(crate) const TICK: Duration = Duration::from_millis(100);

/// If standard error is not a terminal, the time at which the first line is printed (`FIRST_LINE`), and the
/// interval of the following lines (`NEXT_LINE`).
const FIRST_LINE: Duration = Duration::from_secs(1);
const NEXT_LINE: Duration = Duration::from_secs(10);

/// The signal sent by a keyboard interrupt.
const INTERRUPT: i32 = 2;

/// The number that is added to a signal's number to yield the exit code, as in shells.
const SIGNALLED: i32 = 128;

static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// The number of the signal that asked this process to end, or 0.
static SIGNAL: AtomicI32 = AtomicI32::new(0);

/// Whether a finding has been recorded with [`found`].
static FOUND: AtomicBool = AtomicBool::new(false);

/// Returns a flag that is set by the first signal to interrupt, terminate or hang up. The second signal ends
/// the process. All calls return the same flag.
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

/// The exit code of a run that a signal ended.
pub(crate) fn cut_off() -> ExitCode {
    ExitCode::from(u8::try_from(SIGNALLED + SIGNAL.load(Ordering::SeqCst)).unwrap_or(u8::MAX))
}

/// Records a finding, after which a second signal ends the process with the exit code for a difference.
pub(crate) fn found() {
    FOUND.store(true, Ordering::SeqCst);
}

/// The exit code of a process that a signal ends.
fn exit_code(signal: i32) -> i32 {
    if FOUND.load(Ordering::SeqCst) { DIVERGENCE.into() } else { SIGNALLED + signal }
}

fn caught(signal: i32, stop: &AtomicBool) {
    // A thread that sees the flag must be able to read the signal.
    let _ = SIGNAL.compare_exchange(0, signal, Ordering::SeqCst, Ordering::SeqCst);
    if stop.swap(true, Ordering::SeqCst) {
        kill_all();
        process::exit(exit_code(signal));
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

/// Shows the progress of a run while `run` runs. `draw` updates the bar, which is drawn on standard error if
/// it is a terminal. Otherwise, the bar's message is printed as a line with `name`, after the first second
/// and every ten seconds.
pub(crate) fn drawing<T>(
    name: &str,
    bar: &ProgressBar,
    draw: impl Fn(&ProgressBar) + Sync,
    run: impl FnOnce() -> T,
) -> T {
    painting(Some(name), bar, draw, run)
}

/// Like [`drawing`], but only on a terminal.
pub(crate) fn shown<T>(bar: &ProgressBar, draw: impl Fn(&ProgressBar) + Sync, run: impl FnOnce() -> T) -> T {
    painting(None, bar, draw, run)
}

/// Like [`drawing`], for work that cannot be stopped: a signal ends the process once `known` has printed the
/// results so far. The exit code is that of an interrupted run, or that of a difference if one has been
/// [found].
pub(crate) fn stoppable<T>(
    bar: &ProgressBar,
    draw: impl Fn(&ProgressBar) + Sync,
    known: impl Fn() + Sync,
    run: impl FnOnce() -> T,
) -> T {
    let stop = stop_on_signals();
    let ending = Mutex::new(());
    let end = |bar: &ProgressBar| {
        if stop.load(Ordering::Relaxed) {
            let _first = ending.lock().unwrap_or_else(PoisonError::into_inner);
            bar.finish_and_clear();
            known();
            kill_all();
            process::exit(exit_code(SIGNAL.load(Ordering::SeqCst)));
        }
    };
    let drawn = |bar: &ProgressBar| {
        draw(bar);
        end(bar);
    };
    let done = shown(bar, drawn, run);
    // After a signal, `run` may have returned only because programs failed whose answers are no longer
    // needed.
    end(bar);
    done
}

/// Calls `read` to read the file `file`, and shows this on a terminal. A signal ends the process.
pub(crate) fn reading<T>(file: &str, read: impl FnOnce() -> T) -> T {
    let bar = bar("read", None);
    bar.set_message(file.to_string());
    stoppable(&bar, |_| {}, || complain(&format!("interrupted while reading {file}")), read)
}

/// A progress bar of the given length, or a counter without a length, that shows a name, the time and its
/// message. It takes at most one line of the terminal.
pub(crate) fn bar(name: &str, length: Option<u64>) -> ProgressBar {
    let (bar, drawn) = match length {
        Some(length) => (ProgressBar::new(length), "{bar:10} "),
        None => (ProgressBar::new_spinner(), ""),
    };
    // A name may contain braces, which are special in templates.
    let name = name.replace('{', "{{").replace('}', "}}");
    if let Ok(style) = ProgressStyle::with_template(&format!("{name} {drawn}{{elapsed}} {{wide_msg}}")) {
        bar.set_style(style);
    }
    bar
}

/// Draws the bar while `run` runs. If standard error is not a terminal, prints lines with `name` instead, if
/// it is given.
fn painting<T>(
    name: Option<&str>,
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
                if let Some(name) = name.filter(|_| bar.is_hidden() && begun.elapsed() >= due) {
                    due = begun.elapsed() + NEXT_LINE;
                    complain(&format!("{name}: {} s, {}", begun.elapsed().as_secs(), bar.message()));
                }
                thread::park_timeout(TICK);
            }
        });
        // The painter must end even if the run panics, because otherwise the process would wait for it
        // forever.
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
    match width(&io::stderr()) {
        _ if bar.is_hidden() => complain(line),
        Some(width) => bar.println(folded(line, width)),
        None => bar.println(line),
    }
}

/// Prints a line on standard error in a single write, so that lines of several processes are not mixed.
/// Ignores errors, because nobody reads a closed standard error.
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
