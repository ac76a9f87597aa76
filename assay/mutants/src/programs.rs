//! The programs that the copy of the workspace builds. They run in separate processes with limits.

use std::fs;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::{Args, Fate, text};

/// The wall time, in seconds, that a check may take in addition to its limit. A check detects an infinite
/// loop itself, but not that it waits.
const GRACE: u64 = 600;

/// The CPU time, in seconds, after which a test program counts as hanging.
const TESTS: u64 = 300;

/// The wall time, in seconds, after which a test program counts as hanging, because its tests wait for
/// something that never happens.
const TESTS_CLOCK: u64 = 3600;

/// The maximum memory of a check, in KiB.
const MEMORY: u64 = 1 << 20;

/// The maximum memory of a test program, in KiB. Some tests of the harness read and write large amounts of
/// data at once.
const MEMORY_OF_TESTS: u64 = 4 << 20;

/// The program that checks one mutant at a time.
pub(crate) struct Trial(pub(crate) PathBuf);

/// The programs that run tests.
pub(crate) struct Tests(pub(crate) Vec<TestProgram>);

/// A program that runs tests.
pub(crate) struct TestProgram {
    pub(crate) program: PathBuf,
    /// The arguments of the program, which select the tests.
    pub(crate) arguments: Vec<String>,
    /// The folder in which the tests expect to be run: the folder of their package.
    pub(crate) folder: PathBuf,
    /// The folder for temporary files of the tests. Some files remain if a program is killed.
    pub(crate) temporary: PathBuf,
}

impl Tests {
    /// Copies the programs to unique names, because later builds overwrite them.
    pub(crate) fn keep(self, home: &Path, name: &str) -> Result<Self, String> {
        let mut kept = self.0;
        for (at, tests) in kept.iter_mut().enumerate() {
            let place = home.join(format!("tests-{name}-{at}"));
            replace(&tests.program, &place)?;
            tests.program = place;
        }
        Ok(Self(kept))
    }

    /// Runs the tests with one mutant, or with the unmutated sources. Returns the name of the first test that
    /// fails, if any.
    pub(crate) fn run(&self, mutant: Option<usize>) -> Result<Option<String>, String> {
        for program in &self.0 {
            if let Some(failed) = program.fails(mutant)? {
                return Ok(Some(failed));
            }
        }
        Ok(None)
    }
}

impl TestProgram {
    /// Runs the tests of the program until one fails. Returns the name of that test, if any.
    pub(crate) fn fails(&self, mutant: Option<usize>) -> Result<Option<String>, String> {
        let mut child = Command::new("timeout")
            .args([&TESTS_CLOCK.to_string(), "sh", "-c", &limits(TESTS, MEMORY_OF_TESTS)])
            .arg(&self.program)
            .args(&self.arguments)
            .arg("--test-threads=1")
            .current_dir(&self.folder)
            .env("RUST_BACKTRACE", "0")
            .env("BUSTAN_MUTANT", switch(mutant))
            .env("TMPDIR", &self.temporary)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(text)?;
        // The output of a test is printed between its name and its verdict.
        let (mut running, mut failed) = (None, false);
        for line in child.stdout.take().into_iter().flat_map(|out| BufReader::new(out).split(b'\n')) {
            let Ok(line) = line else { break };
            let line = String::from_utf8_lossy(&line).into_owned();
            if line == "running 0 tests" {
                running = Some("that is asked for, of which there is none,".into());
                failed = true;
            }
            if let Some((name, _)) = line.strip_prefix("test ").and_then(|rest| rest.split_once(" ... ")) {
                running = Some(name.to_owned());
            }
            if line.ends_with("FAILED") && running.is_some() {
                failed = true;
                // `timeout` forwards SIGTERM, but not SIGKILL.
                if !Command::new("kill")
                    .arg(child.id().to_string())
                    .status()
                    .is_ok_and(|ended| ended.success())
                {
                    child.kill().map_err(text)?;
                }
                break;
            }
        }
        let status = child.wait().map_err(text)?;
        match failed || !status.success() {
            true => Ok(Some(running.unwrap_or_else(|| "before the first".into()))),
            false => Ok(None),
        }
    }
}

/// Returns the value of the environment variable that the mutated crate reads.
fn switch(mutant: Option<usize>) -> String {
    mutant.map_or("none".into(), |number| number.to_string())
}

impl Trial {
    /// Copies the program to a unique name for the game, because later builds overwrite it.
    pub(crate) fn keep(self, home: &Path, game: &str) -> Result<Self, String> {
        let kept = home.join(format!("trial-{game}"));
        replace(&self.0, &kept)?;
        Ok(Self(kept))
    }

    /// Checks one mutant, or the engine as built. Returns the result, the CPU time of the check in seconds,
    /// and its number of plies.
    pub(crate) fn check(
        &self,
        args: &Args,
        seconds: u64,
        mutant: Option<usize>,
    ) -> Result<(Fate, f64, u64), String> {
        let (told, elapsed) = self.report(&[seconds, args.seed], mutant)?;
        let told = match told {
            Ok(told) => told,
            Err(how) => return Ok((Fate::Killed(how), elapsed, 0)),
        };
        let (seconds, plies) =
            (told["seconds"].as_f64().unwrap_or(elapsed), told["plies"].as_u64().unwrap_or(0));
        let fate = match told["kind"].as_str() {
            Some(kind) => Fate::Killed(kind.into()),
            None if told["reason"].is_null() && told["agree"] == true => Fate::Survived,
            None => Fate::Uncompared(told["reason"].as_str().unwrap_or_default().into()),
        };
        Ok((fate, seconds, plies))
    }

    /// Runs the program with one mutant or with the engine as built. `numbers` are its arguments, of which
    /// the first is the limit of CPU time in seconds. Returns the report of the program, or how its process
    /// ended, and the CPU time in seconds.
    pub(crate) fn report(
        &self,
        numbers: &[u64],
        mutant: Option<usize>,
    ) -> Result<(Result<Value, String>, f64), String> {
        let seconds = numbers[0];
        let mut command = limited(2 * seconds + 60);
        command
            .arg(&self.0)
            .args(numbers.iter().map(u64::to_string))
            .env("RUST_BACKTRACE", "0")
            .env("BUSTAN_MUTANT", switch(mutant))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let begun = Instant::now();
        let mut child = command.spawn().map_err(text)?;
        let limit = Duration::from_secs(seconds + GRACE);
        while !has_ended(&mut child).map_err(text)? {
            if begun.elapsed() > limit {
                child.kill().map_err(text)?;
                child.wait().map_err(text)?;
                return Ok((Err("hangs".into()), begun.elapsed().as_secs_f64()));
            }
            sleep(Duration::from_millis(2));
        }
        let elapsed = taken(child.id()).unwrap_or_else(|| begun.elapsed()).as_secs_f64();
        let status = child.wait().map_err(text)?;
        let mut told = String::new();
        child.stdout.take().map(|mut out| out.read_to_string(&mut told)).transpose().map_err(text)?;
        Ok((serde_json::from_str(&told).map_err(|_| format!("ends the process: {status}")), elapsed))
    }
}

/// Creates a command that runs the program in its arguments with limits of memory and CPU time, in seconds,
/// so that an infinite loop does not outlive a run that is killed.
fn limited(seconds: u64) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", &limits(seconds, MEMORY)]);
    command
}

fn limits(seconds: u64, memory: u64) -> String {
    format!("ulimit -v {memory}; ulimit -t {seconds}; ulimit -c 0; exec \"$0\" \"$@\"")
}

/// Whether a process has ended. Does not reap it, so that its CPU time can still be read.
#[cfg(target_os = "linux")]
fn has_ended(child: &mut Child) -> io::Result<bool> {
    use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
    use nix::unistd::Pid;

    let process = Pid::from_raw(child.id().try_into().map_err(io::Error::other)?);
    let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
    Ok(waitid(Id::Pid(process), flags)? != WaitStatus::StillAlive)
}

/// Whether a process has ended.
#[cfg(not(target_os = "linux"))]
fn has_ended(child: &mut Child) -> io::Result<bool> {
    Ok(child.try_wait()?.is_some())
}

/// Returns the CPU time of a process, on systems that report it in hundredths of a second.
fn taken(process: u32) -> Option<Duration> {
    let told = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name, in parentheses, may contain any characters.
    let (_, fields) = told.rsplit_once(')')?;
    let fields: Vec<u64> =
        fields.split(' ').skip(12).take(2).filter_map(|field| field.parse().ok()).collect();
    (fields.len() == 2).then(|| Duration::from_millis(10 * fields.iter().sum::<u64>()))
}

/// Replaces a program, which may still be running, by a copy of another one.
fn replace(from: &Path, to: &Path) -> Result<(), String> {
    if to.exists() {
        fs::remove_file(to).map_err(text)?;
    }
    fs::copy(from, to).map(drop).map_err(text)
}
