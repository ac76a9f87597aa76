//! Job objects. The system kills all processes of a job when the last handle to it is closed, and therefore
//! when this process ends for any reason.

use std::collections::BTreeMap;
use std::os::windows::io::AsRawHandle;
use std::os::windows::process::CommandExt;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

use win32job::{ExtendedLimitInfo, Job};

/// The flag that keeps a Ctrl-C from a process.
const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;

/// The jobs, by the ids of the processes assigned to them.
static JOBS: Mutex<BTreeMap<u32, Job>> = Mutex::new(BTreeMap::new());

fn jobs() -> MutexGuard<'static, BTreeMap<u32, Job>> {
    JOBS.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(super) fn apart(command: &mut Command) {
    command.creation_flags(CREATE_NEW_PROCESS_GROUP);
}

pub(super) fn enter(leader: &Child) {
    let mut limits = ExtendedLimitInfo::new();
    limits.limit_kill_on_job_close();
    let job = Job::create_with_limit_info(&limits);
    // Without a job, the process itself can still be killed. Only processes that it has started may remain.
    if let Ok(job) = job
        && job.assign_process(leader.as_raw_handle() as isize).is_ok()
    {
        jobs().insert(leader.id(), job);
    }
}

pub(super) fn leave(group: u32) {
    kill(group);
}

pub(super) fn kill(group: u32) {
    jobs().remove(&group);
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;
    use std::sync::mpsc::channel;
    use std::thread;
    use std::time::Duration;

    use super::*;

    #[test]
    fn what_a_process_has_started_is_killed_with_it() {
        let mut command = Command::new("cmd");
        // The second process waits for input, which does not end before the test does.
        command.args(["/c", "echo started& cmd /c set /p x="]).stdin(Stdio::piped()).stdout(Stdio::piped());
        apart(&mut command);
        let mut child = command.spawn().expect("cmd can be started");
        let input = child.stdin.take();
        enter(&child);
        let mut output = BufReader::new(child.stdout.take().expect("it has an output"));
        let mut line = String::new();
        output.read_line(&mut line).expect("it says a line");
        assert_eq!(line.trim_end(), "started");
        // The output ends when no process has it open any more.
        let (sender, ended) = channel();
        thread::spawn(move || {
            output.lines().map_while(Result::ok).for_each(drop);
            sender.send(())
        });
        assert!(ended.recv_timeout(Duration::from_millis(500)).is_err(), "it ended by itself");
        kill(child.id());
        assert!(ended.recv_timeout(Duration::from_secs(20)).is_ok(), "what it started lived on");
        assert!(child.wait().is_ok());
        drop(input);
    }
}
