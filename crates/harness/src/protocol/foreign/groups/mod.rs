//! The running process groups. Each consists of an external engine and all processes that it has started. No
//! group outlives this process.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

use std::collections::BTreeSet;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

#[cfg(not(any(unix, windows)))]
use elsewhere as system;
#[cfg(unix)]
use unix as system;
#[cfg(windows)]
use windows as system;

/// The running groups, by the ids of the processes that lead them.
static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

fn running() -> MutexGuard<'static, BTreeSet<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes a command start its process as the leader of a new group, which Ctrl-C does not reach.
pub(super) fn apart(command: &mut Command) {
    system::apart(command);
}

/// Records that the group of `leader` is running.
pub(super) fn enter(leader: &Child) {
    running().insert(leader.id());
    system::enter(leader);
}

/// Records that a group has ended.
pub(super) fn leave(group: u32) {
    system::leave(group);
    running().remove(&group);
}

/// Kills a process and all processes that it has started.
pub(super) fn kill(group: u32) {
    system::kill(group);
}

/// Kills the processes of all external engines. Call this before ending the current process without
/// unwinding.
pub fn kill_all() {
    running().iter().for_each(|&group| kill(group));
}

/// Systems on which processes cannot be grouped.
#[cfg(not(any(unix, windows)))]
mod elsewhere {
    use std::process::{Child, Command};

    pub(super) fn apart(_: &mut Command) {}
    pub(super) fn enter(_: &Child) {}
    pub(super) fn leave(_: u32) {}
    pub(super) fn kill(_: u32) {}
}
