//! Watching a run while it lasts: signals that end it, and a line that shows how far it has come.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use bustan_harness::foreign::{interrupt, kill_all};
use indicatif::ProgressBar;

/// How often a line is drawn.
pub(crate) const TICK: Duration = Duration::from_millis(100);

/// The exit code of a second signal: that of a process that a keyboard interrupt ended.
const INTERRUPTED: i32 = 130;

/// A flag that the first Ctrl-C, or request to terminate, sets; the second ends the process.
pub(crate) fn stop_on_signals() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let handler = move || {
        if flag.swap(true, Ordering::Relaxed) {
            kill_all();
            process::exit(INTERRUPTED);
        }
        interrupt();
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        eprintln!("warning: Ctrl-C will end the run without a summary: {error}");
    }
    stop
}

/// Calls `draw` now and then with a bar on standard error, if that is a terminal, while `run` lasts.
pub(crate) fn drawing<T>(bar: &ProgressBar, draw: impl Fn(&ProgressBar) + Sync, run: impl FnOnce() -> T) -> T {
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        let painter = scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                draw(bar);
                bar.tick();
                thread::park_timeout(TICK);
            }
        });
        let outcome = run();
        over.store(true, Ordering::Relaxed);
        painter.thread().unpark();
        bar.finish_and_clear();
        outcome
    })
}
