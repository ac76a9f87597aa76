//! Tests with real processes on the loopback interface: equal results, killed and resumed processes, and
//! missing or different ones.
//!
//! Each process runs the test program again, but only the test [`one_of_many_processes`].

use std::fs;
use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{self, Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};
use std::{env, thread};

use bustan_cluster::{ClusterError, Plan, Solved, Team, hosts};
use bustan_solve::database::{self, Subject};
use bustan_solve::{Limits, Progress, solve_all};
use bustan_vocabulary::{Game, Solve};

type Abrobad = bustan_core::abrobad::Graph;
type Dominions = bustan_core::dominions::Graph;

/// The time limit for a process to connect or to send a heartbeat.
const PATIENCE: Duration = Duration::from_secs(3);

/// The time limit of a test, which only ends tests that hang.
const LONG: Duration = Duration::from_secs(60);

fn plan<S: Solve + 'static>(words: &[&str], game: &str) -> Plan<S> {
    let start = S::Game::initial(words).unwrap();
    let subject =
        Subject { game: game.into(), numbering: S::NUMBERING, start: start.to_string(), symmetry: true };
    let graph = S::from_start(&start).unwrap();
    Plan {
        graph,
        subject,
        limits: Limits { symmetry: true, memory: 1 << 32 },
        threads: 1,
        spill: None,
        tiers: None,
    }
}

/// Returns the database file that a single process writes.
fn alone<S: Solve + 'static>(folder: &Path, plan: &Plan<S>) -> Vec<u8> {
    let path = folder.join("alone.db");
    let (_, solutions) = solve_all(&plan.graph, plan.limits, &Progress::default()).unwrap();
    database::write(&path, &plan.subject, &solutions).unwrap();
    fs::read(path).unwrap()
}

fn variable(name: &str) -> Option<String> {
    env::var(format!("BUSTAN_{name}")).ok()
}

/// The work of a process that a test has started; does nothing if it is run as a test itself.
#[test]
fn one_of_many_processes() {
    let Some(game) = variable("GAME") else { return };
    let worked = match &*game {
        "abrobad" => process::<Abrobad>(&[]),
        _ => process::<Dominions>(&["2"]),
    };
    if let Err(error) = worked {
        eprintln!("error: {error}");
        process::exit(if error.may_succeed_later() { 3 } else { 2 });
    }
    process::exit(0);
}

fn process<S: Solve + 'static>(words: &[&str]) -> Result<(), ClusterError> {
    let number = |name| variable(name).and_then(|value| value.parse::<usize>().ok());
    let index = number("PROCESS").unwrap_or_default();
    let mut plan = plan::<S>(words, &variable("CALLED").unwrap_or_else(|| S::Game::NAME.into()));
    plan.threads = number("THREADS").unwrap_or(1);
    plan.tiers = variable("TIERS").map(PathBuf::from);
    plan.spill = variable("SPILL").map(PathBuf::from);
    let list = fs::read_to_string(variable("HOSTS").unwrap()).unwrap();
    let stop = AtomicBool::new(false);
    let mut team = Team::join(&plan, &hosts("hosts.txt", &list)?, index, PATIENCE, &stop)?;
    let solved = team.solve(&plan, &Progress::default())?;
    if index == 0 {
        let path = PathBuf::from(variable("DB").unwrap());
        match solved {
            Solved::Memory(solutions) => drop(database::write(&path, &plan.subject, &solutions).unwrap()),
            Solved::Disk(spilled) => drop(spilled.write(&path, &plan.subject).unwrap()),
        }
    }
    team.end(None, &stop)
}

/// Processes that solve a game together.
struct Cluster {
    folder: tempfile::TempDir,
    children: Vec<Option<Child>>,
}

/// Returns a listener on a free port below 32,768. The system uses ports from 32,768 upwards for connections,
/// so such a port could be taken before the process for which it was chosen listens on it.
fn free() -> TcpListener {
    const PORTS: u32 = 12_000;
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let first = process::id() % PORTS;
    let mut ports = (0..PORTS).map(|_| 20_000 + (first + NEXT.fetch_add(1, Ordering::Relaxed)) % PORTS);
    ports.find_map(|port| TcpListener::bind(("127.0.0.1", port as u16)).ok()).unwrap()
}

impl Cluster {
    /// Selects a free port for each process, and does not start any process.
    fn of(processes: usize) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let listeners: Vec<TcpListener> = (0..processes).map(|_| free()).collect();
        let hosts: Vec<String> =
            listeners.iter().map(|listener| listener.local_addr().unwrap().to_string()).collect();
        fs::write(folder.path().join("hosts.txt"), hosts.join("\n")).unwrap();
        Self { folder, children: (0..processes).map(|_| None).collect() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn start(&mut self, process: usize, game: &str, others: &[(&str, &str)]) {
        let mut command = Command::new(env::current_exe().unwrap());
        command.args(["--exact", "processes::one_of_many_processes", "--nocapture", "--test-threads=1"]);
        command.env("BUSTAN_GAME", game).env("BUSTAN_PROCESS", process.to_string());
        command.env("BUSTAN_HOSTS", self.path("hosts.txt")).env("BUSTAN_DB", self.path("db"));
        command.envs(others.iter().map(|(name, value)| (format!("BUSTAN_{name}"), value)));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        self.children[process] = Some(command.spawn().unwrap());
    }

    fn start_all(&mut self, game: &str, others: &[(&str, &str)]) {
        (0..self.children.len()).for_each(|process| self.start(process, game, others));
    }

    fn kill(&mut self, process: usize) {
        let mut child = self.children[process].take().unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
    }

    /// Waits for a process. Returns its exit code and its standard error, which must not contain a panic.
    fn end(&mut self, process: usize) -> Option<(Option<i32>, String)> {
        let until = Instant::now() + LONG;
        let mut child = self.children[process].take()?;
        while child.try_wait().unwrap().is_none() {
            if Instant::now() > until {
                child.kill().unwrap();
            }
            thread::sleep(Duration::from_millis(10));
        }
        let Output { status, stderr, .. } = child.wait_with_output().unwrap();
        let said = String::from_utf8(stderr).unwrap();
        assert!(!said.contains("panicked"), "{said}");
        Some((status.code(), said))
    }

    /// Waits for all running processes like [`end`](Self::end).
    fn ends(&mut self) -> Vec<(Option<i32>, String)> {
        (0..self.children.len()).filter_map(|process| self.end(process)).collect()
    }

    fn succeeds(&mut self) -> Vec<u8> {
        for (code, said) in self.ends() {
            assert_eq!(code, Some(0), "{said}");
        }
        fs::read(self.path("db")).unwrap()
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for child in self.children.iter_mut().flatten() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

#[test]
fn processes_find_what_one_finds() {
    for processes in [2, 4] {
        for threads in ["1", "2"] {
            let mut cluster = Cluster::of(processes);
            cluster.start_all("abrobad", &[("THREADS", threads)]);
            assert!(cluster.succeeds() == alone(cluster.folder.path(), &plan::<Abrobad>(&[], "abrobad")));
        }
    }
    let spill = tempfile::tempdir().unwrap();
    for spill in [None, Some(("SPILL", spill.path().to_str().unwrap()))] {
        let mut cluster = Cluster::of(2);
        cluster.start_all("dominions", &Vec::from_iter(spill));
        assert!(cluster.succeeds() == alone(cluster.folder.path(), &plan::<Dominions>(&["2"], "dominions")));
    }
    // The directory was used: the process has left the file for the reader of the solution.
    assert!(spill.path().join("0-0-solved.tier").exists());
}

/// The number of tiers of the worker in a directory.
fn tiers(directory: &Path, worker: usize) -> usize {
    let of = format!(".worker-{worker}-of-");
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    entries.filter(|entry| entry.file_name().to_string_lossy().contains(&of)).count()
}

/// Kills one of three processes once it has `after` tiers, and resumes with `with` processes.
fn killed_and_resumed<S: Solve + 'static>(
    game: &str,
    words: &[&str],
    killed: usize,
    after: usize,
    with: usize,
) {
    let mut cluster = Cluster::of(3);
    let shared = cluster.path("tiers");
    let directory = shared.to_str().unwrap().to_string();
    cluster.start_all(game, &[("TIERS", &directory)]);
    let until = Instant::now() + LONG;
    while tiers(&shared, killed) < after && Instant::now() < until {
        thread::sleep(Duration::from_millis(1));
    }
    cluster.kill(killed);
    for (code, said) in cluster.ends() {
        assert_eq!(code, Some(3), "{said}");
        assert!(said.contains("the connection to process"), "{said}");
    }
    assert!(!cluster.path("db").exists());
    let mut again = Cluster::of(with);
    again.start_all(game, &[("TIERS", &directory)]);
    let plan = plan::<S>(words, game);
    assert!(again.succeeds() == alone(again.folder.path(), &plan), "{game}");
}

#[test]
fn a_killed_process_costs_a_tier_and_not_the_result() {
    killed_and_resumed::<Abrobad>("abrobad", &[], 1, 3, 3);
    killed_and_resumed::<Abrobad>("abrobad", &[], 0, 20, 3);
    killed_and_resumed::<Dominions>("dominions", &["2"], 2, 4, 3);
}

#[test]
fn a_run_goes_on_with_another_number_of_processes() {
    killed_and_resumed::<Abrobad>("abrobad", &[], 2, 10, 2);
    killed_and_resumed::<Dominions>("dominions", &["2"], 1, 10, 4);
}

#[test]
fn each_process_may_have_a_directory_of_its_own() {
    let mut first = Cluster::of(2);
    let directories = [first.path("0"), first.path("1")].map(|path| path.to_str().unwrap().to_string());
    for (process, directory) in directories.iter().enumerate() {
        first.start(process, "abrobad", &[("TIERS", directory)]);
    }
    let db = first.succeeds();
    assert_eq!((tiers(&first.path("0"), 1), tiers(&first.path("1"), 0)), (0, 0));
    // A tier that one of them lacks, and all later ones, are computed again.
    let lost = fs::read_dir(&directories[1]).unwrap().flatten().nth(5).unwrap().path();
    fs::remove_file(lost).unwrap();
    let mut again = Cluster::of(2);
    for (process, directory) in directories.iter().enumerate() {
        again.start(process, "abrobad", &[("TIERS", directory)]);
    }
    assert!(again.succeeds() == db);
}

#[test]
fn a_process_that_is_missing_is_named_in_time() {
    let mut cluster = Cluster::of(3);
    cluster.start(0, "abrobad", &[]);
    cluster.start(2, "abrobad", &[]);
    let begun = Instant::now();
    for (code, said) in cluster.ends() {
        assert_eq!(code, Some(3), "{said}");
        assert!(
            said.contains("process 1 cannot be reached") || said.contains("process 0 has failed"),
            "{said}"
        );
    }
    assert!(begun.elapsed() < 5 * PATIENCE);
}

#[test]
fn a_process_that_solves_another_game_is_named() {
    let mut cluster = Cluster::of(2);
    cluster.start(0, "abrobad", &[]);
    cluster.start(1, "abrobad", &[("CALLED", "another")]);
    let ends = cluster.ends();
    assert!(
        ends[0].1.contains("process 1 solves another from") || ends[0].1.contains("has failed"),
        "{}",
        ends[0].1
    );
    assert!(
        ends[1].1.contains("process 0 solves abrobad from") || ends[1].1.contains("has failed"),
        "{}",
        ends[1].1
    );
    assert!(ends.iter().any(|(code, said)| *code == Some(2) && said.contains("and this one")), "{ends:?}");
}

/// Returns a message in the format of the protocol.
fn message(json: &str) -> Vec<u8> {
    let mut bytes = (json.len() as u32).to_le_bytes().to_vec();
    bytes.extend(json.as_bytes());
    bytes
}

#[test]
fn a_process_of_another_version_is_named_and_whoever_is_none_is_left_alone() {
    let hello = |protocol: u32| {
        message(&format!(
            r#"{{"bustan":"bustan-cluster","protocol":{protocol},"process":1,"data":false,"processes":2,
            "threads":1,"run":"abrobad","tiers":null}}"#
        ))
    };
    let cases = [
        (hello(1000), Some("process 1 speaks bustan-cluster 1000, and this one bustan-cluster 1")),
        (hello(1), Some("process 1 solves abrobad, and this one abrobad from")),
        (b"GET / HTTP/1.1\r\n\r\n".to_vec(), None),
        (message("{}"), None),
        (Vec::new(), None),
    ];
    for (said, told) in cases {
        let mut cluster = Cluster::of(2);
        let hosts = fs::read_to_string(cluster.path("hosts.txt")).unwrap();
        cluster.start(0, "abrobad", &[]);
        let until = Instant::now() + LONG;
        let mut stream = loop {
            match TcpStream::connect(hosts.lines().next().unwrap()) {
                Ok(stream) => break stream,
                Err(error) => assert!(Instant::now() < until, "{error}"),
            }
        };
        stream.write_all(&said).unwrap();
        let ends = cluster.ends();
        let (code, told) =
            (if told.is_some() { 2 } else { 3 }, told.unwrap_or("process 1 cannot be reached"));
        assert!(ends[0].0 == Some(code) && ends[0].1.contains(told), "{ends:?}");
    }
}

#[test]
fn a_process_that_gives_no_sign_of_life_is_lost_in_time() {
    let mut cluster = Cluster::of(2);
    let directory = cluster.path("tiers");
    cluster.start_all("abrobad", &[("TIERS", directory.to_str().unwrap())]);
    let until = Instant::now() + LONG;
    while tiers(&directory, 1) < 3 && Instant::now() < until {
        thread::sleep(Duration::from_millis(1));
    }
    let stopped = cluster.children[1].as_ref().unwrap().id().to_string();
    let kill = Command::new("kill").args(["-STOP", &stopped]).status();
    if !kill.is_ok_and(|status| status.success()) {
        eprintln!("skipped: there is no program kill");
        return;
    }
    let (code, said) = cluster.end(0).unwrap();
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("process 1 is lost: it has sent nothing for 3 s"), "{said}");
}

#[test]
fn a_port_that_is_taken_is_named() {
    let mut cluster = Cluster::of(2);
    let hosts = fs::read_to_string(cluster.path("hosts.txt")).unwrap();
    let taken = hosts.lines().nth(1).unwrap();
    let _listener = TcpListener::bind(taken).unwrap();
    cluster.start_all("abrobad", &[]);
    let ends = cluster.ends();
    assert_eq!((ends[0].0, ends[1].0), (Some(3), Some(2)), "{ends:?}");
    assert!(ends[0].1.contains(&format!("process 1 cannot be reached at {taken}")), "{}", ends[0].1);
    assert!(ends[1].1.contains(&format!("process 1 cannot listen on {taken}")), "{}", ends[1].1);
}

#[test]
fn tiers_of_another_game_and_damaged_ones_are_refused_on_all() {
    let mut first = Cluster::of(2);
    let directory = first.path("tiers").to_str().unwrap().to_string();
    first.start_all("abrobad", &[("TIERS", &directory)]);
    first.succeeds();
    let mut other = Cluster::of(2);
    other.start_all("dominions", &[("TIERS", &directory)]);
    for (code, said) in other.ends() {
        assert_eq!(code, Some(2), "{said}");
        assert!(
            said.contains("is a tier of abrobad from") && said.contains("solves dominions from"),
            "{said}"
        );
    }
    // One change is in the description of the run, and one in the content of a frame.
    for tier in [2, 12] {
        let path = Path::new(&directory).join(format!("tier-{tier:05}.worker-1-of-2"));
        let bytes = fs::read(&path).unwrap();
        let mut wrong = bytes.clone();
        let at = if tier == 2 { 20 } else { bytes.len() - 20 };
        wrong[at] ^= 1;
        fs::write(&path, wrong).unwrap();
        let mut damaged = Cluster::of(2);
        damaged.start_all("abrobad", &[("TIERS", &directory)]);
        for (code, said) in damaged.ends() {
            assert_eq!(code, Some(2), "{said}");
            assert!(said.contains(&format!("tier-{tier:05}.worker-1-of-2 is damaged")), "{said}");
        }
        fs::write(&path, bytes).unwrap();
    }
}
