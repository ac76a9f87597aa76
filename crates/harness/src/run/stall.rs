//! Detects work that makes no progress, such as a check of an in-process engine that hangs.
//!
//! The criterion is the CPU time of the process, so that a busy machine is not mistaken for an engine that
//! hangs. The same amount of wall-clock time must also have passed, because a process on many processors uses
//! its CPU time faster. If the system does not report CPU time, only the wall clock counts. Work that waits
//! is not detected.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

/// The interval between checks.
const TICK: Duration = Duration::from_millis(10);

/// Runs `work`. Calls `stopped` once if `count` has returned the same value during more than `most` of CPU
/// time and of wall-clock time. Also returns the maximum CPU time that was used at one count.
pub fn noticed<C: PartialEq, T>(
    most: Duration,
    count: impl Fn() -> C + Sync,
    stopped: impl Fn() + Sync,
    work: impl FnOnce() -> T,
) -> (T, Duration) {
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        let noticing = scope.spawn(|| {
            let (mut last, mut since, mut longest) = (count(), (taken(), Instant::now()), Duration::ZERO);
            while !over.load(Ordering::Relaxed) {
                thread::park_timeout(TICK);
                let (now, taken) = (count(), taken());
                if now != last {
                    (last, since) = (now, (taken, Instant::now()));
                    continue;
                }
                let (before, begun) = since;
                longest = longest.max(taken.saturating_sub(before));
                if taken.saturating_sub(before) > most
                    && begun.elapsed() > most
                    && !over.load(Ordering::Relaxed)
                {
                    stopped();
                    break;
                }
            }
            longest
        });
        let ends = Ends { over: &over, noticing: noticing.thread() };
        let done = work();
        drop(ends);
        (done, noticing.join().unwrap_or_default())
    })
}

/// Ends the watching thread when dropped, even if the work panics.
struct Ends<'a> {
    over: &'a AtomicBool,
    noticing: &'a Thread,
}

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        self.noticing.unpark();
    }
}

/// Returns the CPU time that the current process has used on all processors.
#[cfg(unix)]
pub fn taken() -> Duration {
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeValLike;

    let usage = getrusage(UsageWho::RUSAGE_SELF).expect("a process can ask for what it has taken itself");
    let micros = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    Duration::from_micros(micros.unsigned_abs())
}

/// Returns the wall-clock time, because the system does not report CPU time.
#[cfg(not(unix))]
pub fn taken() -> Duration {
    use std::sync::OnceLock;

    static BEGUN: OnceLock<Instant> = OnceLock::new();
    BEGUN.get_or_init(Instant::now).elapsed()
}
