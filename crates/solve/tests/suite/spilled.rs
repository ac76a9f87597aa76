//! Tests that solving on disk yields the same result as in memory, byte for byte, and can be resumed.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

use bustan_solve::database::{self, Subject};
use bustan_solve::spilled::{Spilled, SpilledError, solve_all_in};
use bustan_solve::{Limits, Progress, SolveError, solve_all};
use bustan_vocabulary::tictactoe::{Position, TicTacToe};
use bustan_vocabulary::{Game, Measure, Solve};

use crate::solve::{ALL, Plain, graph, subject};

/// Solves a game in memory, and returns the counts and the bytes of the file.
fn in_memory<S: Solve>(graph: &S, subject: &Subject) -> (String, Vec<u8>) {
    let limits = Limits { symmetry: subject.symmetry, ..ALL };
    let (_, solutions) = solve_all(graph, limits, &Progress::default()).unwrap();
    let figures: Vec<_> = solutions.iter().map(|solution| solution.figures()).collect();
    let dir = tempfile::tempdir().unwrap();
    database::write(&dir.path().join("db"), subject, &solutions).unwrap();
    (format!("{figures:?}"), fs::read(dir.path().join("db")).unwrap())
}

fn spill<S: Solve>(
    dir: &Path,
    graph: &S,
    subject: &Subject,
    memory: u64,
    progress: &Progress,
) -> Result<Spilled, SpilledError> {
    let limits = Limits { symmetry: subject.symmetry, memory };
    solve_all_in(dir, subject, graph, limits, progress).map(|(_, spilled)| spilled)
}

/// The counts and the bytes of the file of a game solved on disk, like [`in_memory`].
fn told(spilled: &Spilled, subject: &Subject) -> (String, Vec<u8>) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("db");
    let bytes = spilled.write(&path, subject).unwrap();
    let read = fs::read(&path).unwrap();
    assert_eq!(read.len() as u64, bytes);
    (format!("{:?}", spilled.figures), read)
}

fn assert_same<S: Solve>(graph: &S, subject: &Subject, memory: u64) {
    let dir = tempfile::tempdir().unwrap();
    let work = dir.path().join("work");
    let spilled = spill(&work, graph, subject, memory, &Progress::default()).unwrap();
    assert!(told(&spilled, subject) == in_memory(graph, subject), "{subject:?} with {memory} bytes");
    spilled.clear().unwrap();
    assert!(!work.exists());
}

fn subject_of<S: Solve>(words: &[&str], symmetry: bool) -> (S, Subject) {
    let start = S::Game::initial(words).unwrap().to_string();
    (graph(words), Subject { game: S::Game::NAME.into(), numbering: S::NUMBERING, start, symmetry })
}

#[test]
fn random_graphs_come_to_the_same_in_however_little_memory() {
    for seed in 1..16 {
        let staged = Plain { staged: true, bounded: false, ..Plain::random(seed, false, 3) };
        let loops = Plain::random(seed, true, 3);
        for memory in [16, 160] {
            assert_same(&staged, &subject(), memory);
            assert_same(&staged.clone().with_turns(seed), &subject(), memory);
            assert_same(&loops, &subject(), memory);
            assert_same(&loops.clone().with_turns(seed), &subject(), memory);
        }
    }
}

#[test]
fn games_come_to_the_same_with_and_without_symmetry() {
    for symmetry in [false, true] {
        let (tictactoe, subject) = subject_of::<bustan_core::tictactoe::Graph>(&[], symmetry);
        assert_same(&tictactoe, &subject, 10_000);
        let (margo, subject) = subject_of::<bustan_core::margo::Graph>(&["3"], symmetry);
        assert_same(&margo, &subject, 100_000);
        let start = ".BR...G.. blue";
        for position in [format!("3x3 {start}"), "4x3 RB...G...#.. blue".into()] {
            let start: bustan_vocabulary::tribolo::Position = position.parse().unwrap();
            let tribolo = bustan_core::tribolo::Graph::from_start(&start).unwrap();
            let subject = Subject { game: "tribolo".into(), numbering: 1, start: position, symmetry };
            assert_same(&tribolo, &subject, 2_000);
        }
    }
    let (abrobad, subject) = subject_of::<bustan_core::abrobad::Graph>(&[], true);
    assert_same(&abrobad, &subject, 500_000);
}

/// A graph that stops the run after a number of calls.
#[derive(Clone)]
struct Stopping {
    graph: Plain,
    left: Arc<AtomicI64>,
    stop: Arc<AtomicBool>,
}

impl Stopping {
    fn after(graph: &Plain, left: i64, progress: &Progress) -> Self {
        Self { graph: graph.clone(), left: Arc::new(left.into()), stop: progress.stop.clone() }
    }
}

impl Solve for Stopping {
    type Game = TicTacToe;
    const MEASURE: Measure = Measure::Score;

    fn from_start(_: &Position) -> Result<Self, String> {
        Err("it is not made from a position".into())
    }

    fn start(&self) -> u64 {
        self.graph.start()
    }

    fn expand(&mut self, number: u64, each: &mut dyn FnMut(u64)) -> Option<i32> {
        if self.left.fetch_sub(1, Ordering::Relaxed) == 0 {
            self.stop.store(true, Ordering::Relaxed);
        }
        self.graph.expand(number, each)
    }

    fn own_turn(&self, number: u64) -> Option<bool> {
        self.graph.own_turn(number)
    }

    fn stage(&self, number: u64) -> Option<u32> {
        self.graph.stage(number)
    }

    fn number(&self, _: &Position) -> Result<u64, String> {
        Ok(0)
    }

    fn position(&self, _: u64) -> Position {
        Position::initial(false)
    }
}

#[test]
fn a_run_that_was_ended_goes_on_and_comes_to_the_same() {
    let (mut ended, mut asked_again) = (0, 0);
    for seed in 1..9 {
        let staged = Plain { staged: true, bounded: false, ..Plain::random(seed, false, 3) };
        for plain in [staged, Plain::random(seed, true, 3)] {
            let dir = tempfile::tempdir().unwrap();
            let work = dir.path().join("work");
            let expected = in_memory(&plain, &subject());
            let mut asked = 1;
            loop {
                let progress = Progress::default();
                let graph = Stopping::after(&plain, asked, &progress);
                match spill(&work, &graph, &subject(), 64, &progress) {
                    Ok(spilled) => {
                        assert!(told(&spilled, &subject()) == expected, "{seed}");
                        // No step is repeated.
                        drop(spilled);
                        let graph = Stopping::after(&plain, 1 << 40, &progress);
                        let again = spill(&work, &graph, &subject(), 64, &Progress::default()).unwrap();
                        asked_again += (1 << 40) - graph.left.load(Ordering::Relaxed);
                        assert!(told(&again, &subject()) == expected, "{seed}");
                        break;
                    }
                    Err(SpilledError::Solve(SolveError::Interrupted(_))) => {
                        ended += 1;
                        asked += 1;
                    }
                    Err(other) => panic!("{other}"),
                }
            }
        }
    }
    assert!(ended > 50, "{ended}");
    assert_eq!(asked_again, 0);
}

#[test]
fn a_damaged_file_is_refused_and_never_changes_a_value() {
    let mut refused = 0;
    for seed in 1..12 {
        let staged = Plain { staged: true, bounded: false, ..Plain::random(seed, false, 3) };
        for plain in [staged, Plain::random(seed, true, 3)] {
            let expected = in_memory(&plain, &subject());
            for asked in [3, 12, 25] {
                let dir = tempfile::tempdir().unwrap();
                let progress = Progress::default();
                let graph = Stopping::after(&plain, asked, &progress);
                drop(spill(dir.path(), &graph, &subject(), 64, &progress));
                let entries = fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().path());
                let files: Vec<_> =
                    entries.filter(|path| path.extension().is_some_and(|end| end != "jsonl")).collect();
                for path in &files {
                    let mut bytes = fs::read(path).unwrap();
                    let at = bytes.len() * 3 / 4;
                    bytes[at] ^= 4;
                    fs::write(path, bytes).unwrap();
                }
                // A run that has already used its files, or does not have any yet, need not read them.
                match spill(dir.path(), &plain, &subject(), 64, &Progress::default()) {
                    Ok(spilled) => {
                        match spilled.entries().and_then(|mut all| all.try_for_each(|one| one.map(drop))) {
                            Ok(()) => assert!(told(&spilled, &subject()) == expected, "{seed}"),
                            Err(_) => refused += 1,
                        }
                    }
                    Err(error) => {
                        refused += 1;
                        let told = error.to_string();
                        assert!(told.contains("is damaged") && told.contains("to start again"), "{told}");
                    }
                }
            }
        }
    }
    assert!(refused > 30, "{refused}");
}

#[test]
fn a_directory_of_another_game_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let plain = Plain { staged: true, bounded: false, ..Plain::random(1, false, 3) };
    drop(spill(dir.path(), &plain, &subject(), 1000, &Progress::default()).unwrap());
    let before: Vec<_> = fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
    for other in [
        Subject { game: "abrobad".into(), ..subject() },
        Subject { start: "x........ o".into(), ..subject() },
        Subject { symmetry: true, ..subject() },
        Subject { numbering: 2, ..subject() },
    ] {
        let told = spill(dir.path(), &plain, &other, 1000, &Progress::default()).err().unwrap().to_string();
        assert!(told.contains("the run is a different one: solve tictactoe"), "{told}");
    }
    let after: Vec<_> = fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(before, after);
}
