//! Notices work that makes no progress, such as a check of an engine in this process that hangs.
//!
//! What counts is the processor time of this process, so that a machine that does other work is not taken for an engine
//! that hangs, and as much time on the clock, since a process that uses many processors takes time sooner. Where the
//! system does not tell the processor time, only that on the clock counts. Work that waits is not noticed.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

/// How often to look.
const TICK: Duration = Duration::from_millis(10);

/// Does the work. Calls `stopped` once, when the count has stayed the same while the process has taken so much processor
/// time, and as much has passed on the clock. Returns also the most processor time that was taken at one count.
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

/// Ends the thread that notices when it is dropped, so that nobody waits for it if the work panics.
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

/// The processor time that this process has taken, on all processors together.
#[cfg(unix)]
pub fn taken() -> Duration {
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeValLike;

    let usage = getrusage(UsageWho::RUSAGE_SELF).expect("a process can ask for what it has taken itself");
    let micros = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    Duration::from_micros(micros.unsigned_abs())
}

/// The time on the clock, since the system does not tell the processor time.
#[cfg(not(unix))]
pub fn taken() -> Duration {
    use std::sync::OnceLock;

    static BEGUN: OnceLock<Instant> = OnceLock::new();
    BEGUN.get_or_init(Instant::now).elapsed()
}
