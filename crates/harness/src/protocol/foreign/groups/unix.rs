//! Process groups, and a watchdog that kills the remaining groups if this process is killed.

use std::io::Write;
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Mutex, OnceLock, PoisonError};

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;

/// The script of the watchdog. It reads which groups start and end. When its input ends, because this process
/// has ended, it kills the remaining groups.
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

static WATCHDOG: OnceLock<Option<Mutex<ChildStdin>>> = OnceLock::new();

fn watchdog() -> Option<Mutex<ChildStdin>> {
    let mut command = Command::new("sh");
    command.args(["-c", SCRIPT]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    // Signals that end programs on a terminal should not end the watchdog.
    apart(&mut command);
    command.spawn().ok()?.stdin.take().map(Mutex::new)
}

/// Notifies the watchdog that `group` has started (`+`) or ended (`-`).
fn notify(what: char, group: u32) {
    if let Some(pipe) = WATCHDOG.get_or_init(watchdog) {
        // The watchdog is needed only if this process is killed.
        let _ = writeln!(pipe.lock().unwrap_or_else(PoisonError::into_inner), "{what} {group}");
    }
}

pub(super) fn apart(command: &mut Command) {
    command.process_group(0);
}

pub(super) fn enter(leader: &Child) {
    notify('+', leader.id());
}

pub(super) fn leave(group: u32) {
    notify('-', group);
}

pub(super) fn kill(group: u32) {
    // If the group is gone, there is nothing to do.
    if let Ok(group) = i32::try_from(group) {
        let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
    }
}
