//! The running process groups, and a watchdog that lets none of them outlive this process.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The running groups, by the ids of the processes that lead them.
static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

fn running() -> MutexGuard<'static, BTreeSet<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Records that a group runs.
pub(super) fn enter(group: u32) {
    running().insert(group);
    watchdog::tell('+', group);
}

/// Records that a group has ended.
pub(super) fn leave(group: u32) {
    watchdog::tell('-', group);
    running().remove(&group);
}

/// Kills the processes of all foreign engines. Call this before ending the current process without unwinding.
pub fn kill_all() {
    running().iter().for_each(|&group| kill(group));
}

/// Kills a process and all it has started.
#[cfg(unix)]
pub(super) fn kill(group: u32) {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;
    // If the group is gone, there is nothing to do.
    if let Ok(group) = i32::try_from(group) {
        let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
    }
}

#[cfg(not(unix))]
pub(super) fn kill(_: u32) {}

/// A process that kills what is left when this one is killed and cannot do it itself.
#[cfg(unix)]
mod watchdog {
    use std::io::Write;
    use std::os::unix::process::CommandExt;
    use std::process::{ChildStdin, Command, Stdio};
    use std::sync::{Mutex, OnceLock, PoisonError};

    /// Reads which groups run and which have ended. Kills the rest when the input ends, that is, when this
    /// process does.
    const SCRIPT: &str = r#"
        trap '' HUP INT TERM
        running=
        while read -r what group; do
            case $what in
                +) running="$running $group" ;;
                -) others=
                   for other in $running; do [ "$other" = "$group" ] || others="$others $other"; done
                   running=$others ;;
            esac
        done
        for group in $running; do kill -s KILL -- "-$group"; done
    "#;

    static TOLD: OnceLock<Option<Mutex<ChildStdin>>> = OnceLock::new();

    fn start() -> Option<Mutex<ChildStdin>> {
        let mut command = Command::new("sh");
        command.args(["-c", SCRIPT]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // What ends programs on a terminal should not end this one.
        command.process_group(0);
        command.spawn().ok()?.stdin.take().map(Mutex::new)
    }

    /// Tells the watchdog that a group runs or has ended.
    pub(super) fn tell(what: char, group: u32) {
        if let Some(told) = TOLD.get_or_init(start) {
            // Without the watchdog all is well as long as this process is not killed.
            let _ = writeln!(told.lock().unwrap_or_else(PoisonError::into_inner), "{what} {group}");
        }
    }
}

#[cfg(not(unix))]
mod watchdog {
    pub(super) fn tell(_: char, _: u32) {}
}
