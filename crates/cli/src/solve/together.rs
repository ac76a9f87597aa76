//! `bustan solve` with several processes.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Write;
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use bustan_cluster::{ClusterError, Plan, Solved, Team, hosts};
use bustan_games::VisitGraph;
use bustan_harness::base::duration;
use bustan_harness::erased::{Position, own_position};
use bustan_solve::{Graph, Limits};
use bustan_vocabulary::{Engine, Game, Solve};
use tempfile::NamedTempFile;

use super::{SolvedOn, watched};
use crate::args::visit_graph;
use crate::failure::Failure;
use crate::number::number;
use crate::watch::{complain, stop_on_signals};
use crate::words::count;

/// The argument that is replaced for the processes started by this one.
const LOCAL: &str = "--local-processes";

/// The interval at which the started processes are polled.
const LOOK: Duration = Duration::from_millis(50);

/// The time for which started processes may keep running after the end, before they are killed.
const GRACE: Duration = Duration::from_secs(3);

/// Arguments of a game that is solved by many processes or with tiers on disk.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Together {
    /// Solve together with other processes: a file with the address of each, host:port, one per line
    #[arg(long, value_name = "FILE", requires = "process", conflicts_with = "history")]
    hosts: Option<PathBuf>,
    /// Which of these processes this is, from 0; process 0 prints and writes the result
    #[arg(long, value_name = "I", requires = "hosts", value_parser = number(0..=u64::from(u16::MAX)), allow_negative_numbers = true)]
    process: Option<u64>,
    /// Start this many processes on this machine that solve together
    #[arg(long, value_name = "N", conflicts_with_all = ["hosts", "history"], value_parser = number(1..=256u64), allow_negative_numbers = true)]
    local_processes: Option<u64>,
    /// The number of workers in each process; with it, or with one of the arguments above, positions are
    /// divided among workers
    #[arg(long, value_name = "N", conflicts_with = "history", value_parser = number(1..=1024u64), allow_negative_numbers = true)]
    threads: Option<u64>,
    /// Keep each tier in this directory, and resume from the tiers that it has
    #[arg(long, value_name = "DIR", conflicts_with = "history")]
    tiers: Option<PathBuf>,
    /// How long to wait for another process to connect, and later for a message from it, in seconds or as in
    /// 10m
    #[arg(long, value_name = "D", default_value = "60s", value_parser = duration::parse, allow_negative_numbers = true)]
    patience: Duration,
}

impl Together {
    pub(super) const fn asked(&self) -> bool {
        self.hosts.is_some()
            || self.local_processes.is_some()
            || self.threads.is_some()
            || self.tiers.is_some()
    }

    /// The addresses of the processes, and the index of this one. No addresses if this process works alone.
    fn hosts(&self) -> Result<(Vec<String>, usize), Failure> {
        let Some(path) = &self.hosts else { return Ok((Vec::new(), 0)) };
        let name = path.display().to_string();
        let text = fs::read_to_string(path).map_err(|error| Failure::Read(name.clone(), error))?;
        let process = self.process.unwrap_or_default() as usize;
        let hosts = hosts(&name, &text).map_err(|error| Failure::Together(process, error))?;
        match hosts.len() {
            processes if process < processes => Ok((hosts, process)),
            processes => {
                let processes = count(processes as u64, "process", "processes");
                Err(Failure::Usage(format!(
                    "there is no process {process}: {name} names {processes}, from 0"
                )))
            }
        }
    }
}

pub(super) fn run(
    args: &super::Args,
    graph: &dyn Graph,
    start: &Position,
    limits: Limits,
) -> Result<ExitCode, Failure> {
    visit_graph(&args.game, Solving { args, graph, start, limits })
}

/// A graph to be solved by several processes, and its start position.
struct Solving<'a> {
    args: &'a super::Args,
    graph: &'a dyn Graph,
    start: &'a Position,
    limits: Limits,
}

impl VisitGraph for Solving<'_> {
    type Output = Result<ExitCode, Failure>;

    fn visit<S, F>(self) -> Self::Output
    where
        S: Solve<Game: Game> + 'static,
        F: Engine<Game = S::Game> + Default,
    {
        let start = own_position::<S::Game>(self.start);
        solve(S::from_start(start).map_err(Failure::Usage)?, self)
    }
}

fn solve<S: Solve + 'static>(own: S, solving: Solving<'_>) -> Result<ExitCode, Failure> {
    let Solving { args, graph, start, limits } = solving;
    let together = &args.together;
    let (mut hosts, process) = together.hosts()?;
    if process == 0 {
        args.probe()?;
    }
    let plan = Plan {
        graph: own,
        subject: args.subject(graph, start),
        limits,
        threads: together.threads.unwrap_or(1) as usize,
        spill: args.spill.clone(),
        tiers: together.tiers.clone(),
    };
    let stop = stop_on_signals();
    let begun = Instant::now();
    let failed = |error| Failure::Together(process, error);
    let mut local = None;
    if let Some(processes) = together.local_processes.filter(|&processes| processes > 1) {
        let started = Local::start(processes as usize, &stop)?;
        hosts.clone_from(&started.hosts);
        local = Some(started);
    }
    if hosts.len() < 2 {
        let solved = watched(&args.game, |progress| plan.solve(progress)).map_err(failed)?;
        args.report(graph, start, solved.into(), begun.elapsed())?;
        return Ok(ExitCode::SUCCESS);
    }
    let halted = local.as_ref().map_or(&stop, |local| &local.halted);
    let mut team =
        Team::join(&plan, &hosts, process, together.patience, halted).map_err(|error| {
            match local.as_ref().and_then(Local::ended) {
                Some(ended) => Failure::NotYet(ended),
                None => failed(error),
            }
        })?;
    let solved = watched(&args.game, |progress| team.solve(&plan, progress)).map_err(failed)?;
    let (seconds, sent) = (begun.elapsed().as_secs(), count(team.sent(), "byte", "bytes"));
    complain(&format!("{}: {seconds} s, process {process} has sent {sent}", args.game));
    if process > 0 {
        return team.end(None, &stop).map(|()| ExitCode::SUCCESS).map_err(failed);
    }
    let reported = args.report(graph, start, solved.into(), begun.elapsed());
    let unread = |failure: &Failure| matches!(failure, Failure::Output(_));
    let failure = reported.as_ref().err().filter(|failure| !unread(failure)).map(ToString::to_string);
    team.end(failure, &stop).map_err(failed)?;
    if let Some(local) = &mut local {
        local.over = true;
    }
    reported.map(|()| ExitCode::SUCCESS)
}

impl From<Solved> for SolvedOn {
    fn from(solved: Solved) -> Self {
        match solved {
            Solved::Memory(solutions) => Self::Memory(solutions),
            Solved::Disk(spilled) => Self::Disk(spilled),
        }
    }
}

/// The processes that this process has started on this machine.
struct Local {
    hosts: Vec<String>,
    children: Arc<Mutex<Vec<Child>>>,
    /// Set when a started process has failed, or this process is to end.
    halted: Arc<AtomicBool>,
    /// Whether the work has succeeded, so that the started processes exit on their own.
    over: bool,
    /// The list of addresses that the started processes read.
    _list: NamedTempFile,
}

impl Local {
    fn start(processes: usize, stop: &Arc<AtomicBool>) -> Result<Self, Failure> {
        let unlistened = |error| {
            let address = "127.0.0.1".to_string();
            Failure::Together(0, ClusterError::Listen { process: 0, address, error })
        };
        // The system knows which ports are free. They are released at once, and then used by the processes.
        let listeners =
            (0..processes).map(|_| TcpListener::bind("127.0.0.1:0")).collect::<Result<Vec<_>, _>>();
        let listeners = listeners.map_err(unlistened)?;
        let hosts = listeners.iter().map(|listener| Ok(listener.local_addr()?.to_string()));
        let hosts = hosts.collect::<Result<Vec<_>, _>>().map_err(unlistened)?;
        drop(listeners);
        let unwritten = |error| Failure::Write("the list of processes".into(), error);
        let mut list = NamedTempFile::new().map_err(unwritten)?;
        list.write_all(hosts.join("\n").as_bytes()).map_err(unwritten)?;
        let halted = Arc::new(AtomicBool::new(false));
        let children = Arc::default();
        let local = Self { hosts, children, halted, over: false, _list: list };
        let program = env::current_exe().map_err(|error| Failure::Read("the program".into(), error))?;
        for process in 1..processes {
            let child = Command::new(&program)
                .args(arguments(local._list.path().as_os_str(), process))
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .spawn()
                .map_err(|error| Failure::Read(program.display().to_string(), error))?;
            local.children.lock().unwrap_or_else(PoisonError::into_inner).push(child);
        }
        let (children, halted, stop) =
            (Arc::downgrade(&local.children), Arc::clone(&local.halted), Arc::clone(stop));
        thread::spawn(move || {
            while let Some(children) = children.upgrade() {
                let failed = ended(&children).is_some();
                halted.fetch_or(failed || stop.load(Ordering::Relaxed), Ordering::Relaxed);
                thread::sleep(LOOK);
            }
        });
        Ok(local)
    }

    fn ended(&self) -> Option<String> {
        ended(&self.children)
    }
}

/// Describes the first process that has ended with a failure.
fn ended(children: &Mutex<Vec<Child>>) -> Option<String> {
    let mut children = children.lock().unwrap_or_else(PoisonError::into_inner);
    children.iter_mut().zip(1..).find_map(|(child, process)| match child.try_wait() {
        Ok(Some(status)) if !status.success() => Some(format!("process {process} has ended: {status}")),
        _ => None,
    })
}

impl Drop for Local {
    fn drop(&mut self) {
        let until = Instant::now() + GRACE;
        let mut children = self.children.lock().unwrap_or_else(PoisonError::into_inner);
        for child in children.iter_mut() {
            while matches!(child.try_wait(), Ok(None)) && Instant::now() < until {
                thread::sleep(LOOK);
            }
            if matches!(child.try_wait(), Ok(None)) {
                let _ = child.kill();
                let _ = child.wait();
            }
        }
    }
}

/// The arguments of this process, changed for a process to be started.
fn arguments(list: &OsStr, process: usize) -> Vec<OsString> {
    let mut given = env::args_os().skip(1);
    let mut arguments = Vec::new();
    while let Some(argument) = given.next() {
        let text = argument.to_string_lossy().into_owned();
        let alone = text == LOCAL;
        if alone || text.strip_prefix(LOCAL).is_some_and(|rest| rest.starts_with('=')) {
            if alone {
                given.next();
            }
            arguments.extend(["--hosts".into(), list.into(), "--process".into(), process.to_string().into()]);
            arguments.extend(given);
            break;
        }
        arguments.push(argument);
    }
    arguments
}
