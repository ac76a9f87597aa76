//! Tests that visiting every position with the positions on disk gives the same result as in memory, and
//! resumes where it stopped.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use bustan_core::tictactoe::FastEngine;
use bustan_harness::base::Shard;
use bustan_harness::compare::lockstep::Factories;
use bustan_harness::erased::rules;
use bustan_harness::run::exhaust::{Compare, Ending, Outcome, Plan, Progress, Spill, run};
use bustan_harness::spill::Problem;
use bustan_reference::tictactoe::ReferenceEngine;
use bustan_vocabulary::tictactoe::TicTacToe;

use crate::exhaust::{left, plan};
use crate::running::is_thorough;
use crate::strip::{Flaw, Strip, StripEngine};

/// Returns the same plan with its positions in the directory `dir`.
fn spilled(plan: &Plan, dir: &Path, memory: u64) -> Plan {
    let spill = Some(Spill {
        dir: dir.into(),
        work: vec![plan.start.rules().name().into(), format!("{:?}", plan.depth)],
    });
    Plan { spill, memory, ..plan.clone() }
}

fn tictactoe(plan: &Plan, progress: &Progress) -> Outcome {
    let engines = Factories { subject: &FastEngine::default, oracle: &ReferenceEngine::default };
    run(plan, engines, progress, &|_| {})
}

#[test]
fn the_same_is_visited_in_however_little_memory() {
    for symmetry in [false, true] {
        for depth in [None, Some(0), Some(3), Some(9)] {
            let plan = Plan { symmetry, depth, ..plan(rules::<TicTacToe>(), &[]) };
            let expected = tictactoe(&plan, &Progress::default()).outline();
            for memory in [1_000, 1 << 20] {
                let dir = tempfile::tempdir().unwrap();
                let work = dir.path().join("work");
                let outcome = tictactoe(&spilled(&plan, &work, memory), &Progress::default());
                assert!(outcome.unspilled.is_none());
                assert_eq!(
                    outcome.outline(),
                    expected,
                    "symmetry {symmetry}, depth {depth:?}, {memory} bytes"
                );
                assert!(!work.exists(), "what is only there on the way is removed");
            }
        }
    }
}

#[test]
fn findings_are_the_same() {
    for flaw in [Flaw::Legality, Flaw::Score, Flaw::PanicAsked, Flaw::Panic, Flaw::Turn, Flaw::Missing] {
        let factories =
            Factories { subject: &|| StripEngine::new(flaw), oracle: &|| StripEngine::new(Flaw::None) };
        for symmetry in [false, true] {
            for compare in [Compare::ALL, Compare::Share(Shard::new(1, 3).unwrap(), 0)] {
                let plan = Plan { symmetry, compare, ..plan(rules::<Strip>(), &["8"]) };
                let expected = run(&plan, factories, &Progress::default(), &|_| {});
                let dir = tempfile::tempdir().unwrap();
                let work = dir.path().join("work");
                let outcome = run(&spilled(&plan, &work, 2_000), factories, &Progress::default(), &|_| {});
                assert!(expected.finding.is_some() && outcome.unspilled.is_none(), "{flaw:?}");
                assert_eq!(left(&outcome), left(&expected), "{flaw:?}, symmetry {symmetry}, {compare:?}");
                // With a fixed engine, the comparison begins again from the start.
                assert!(!work.exists());
            }
        }
    }
}

/// Runs `plan` and interrupts it after `after` engines were made. Also returns the number of engines made.
fn ended(plan: &Plan, after: u64) -> (Outcome, u64) {
    let stop = Arc::new(AtomicBool::new(false));
    let made = AtomicU64::new(0);
    let count = || {
        if made.fetch_add(1, Ordering::Relaxed) == after {
            stop.store(true, Ordering::Relaxed);
        }
        FastEngine::default()
    };
    let progress = Progress { stop: stop.clone(), ..Progress::default() };
    let engines = Factories { subject: &count, oracle: &ReferenceEngine::default };
    let outcome = run(plan, engines, &progress, &|_| {});
    (outcome, progress.before.load(Ordering::Relaxed))
}

#[test]
fn a_run_that_was_ended_goes_on_from_the_last_ply_done() {
    for symmetry in [false, true] {
        let plan = Plan { symmetry, jobs: 1, ..plan(rules::<TicTacToe>(), &[]) };
        let expected = tictactoe(&plan, &Progress::default()).outline();
        let mut went_on = 0;
        let after: &[u64] = if is_thorough() { &[0, 3, 12, 30, 50] } else { &[0, 12, 30] };
        for &after in after {
            let dir = tempfile::tempdir().unwrap();
            let work = dir.path().join("work");
            let plan = spilled(&plan, &work, 5_000);
            let (outcome, _) = ended(&plan, after);
            if outcome.ending == Ending::Complete {
                continue;
            }
            assert_eq!(outcome.ending, Ending::Interrupted);
            let progress = Progress::default();
            let outcome = tictactoe(&plan, &progress);
            assert_eq!(outcome.outline(), expected, "after {after} engines, symmetry {symmetry}");
            went_on += u64::from(progress.before.load(Ordering::Relaxed) > 0);
        }
        assert!(went_on > 1);
    }
}

/// Runs until the fourth ply is finished, and interrupts the run.
fn half_done(dir: &Path) -> Plan {
    let plan = spilled(&Plan { jobs: 1, ..plan(rules::<TicTacToe>(), &[]) }, dir, 5_000);
    for after in 0.. {
        let (outcome, _) = ended(&plan, after);
        assert_eq!(outcome.ending, Ending::Interrupted);
        if outcome.layers.len() > 4 {
            break;
        }
    }
    plan
}

#[test]
fn a_damaged_file_is_reported_and_nothing_is_made_of_it() {
    let dir = tempfile::tempdir().unwrap();
    let work = dir.path().join("work");
    let plan = half_done(&work);
    let kept = dir.path().join("kept");
    fs::rename(&work, &kept).unwrap();
    let mut names: Vec<_> = fs::read_dir(&kept).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    let lay = |other: &dyn Fn(Vec<u8>) -> Vec<u8>, damaged: &std::ffi::OsStr| {
        let _ = fs::remove_dir_all(&work);
        fs::create_dir(&work).unwrap();
        for name in &names {
            let bytes = fs::read(kept.join(name)).unwrap();
            fs::write(work.join(name), if name == damaged { other(bytes) } else { bytes }).unwrap();
        }
    };
    let mut damaged = 0;
    // Files of earlier plies are read only for the path to a finding.
    let read = names.iter().filter(|name| {
        let name = name.to_string_lossy();
        name.ends_with("known.tier") || name.ends_with("classes.tier") || name.starts_with("4-")
    });
    for (at, name) in read.enumerate() {
        let ways: [&dyn Fn(Vec<u8>) -> Vec<u8>; 3] = [
            &|mut bytes| {
                let middle = bytes.len() * 3 / 4;
                bytes[middle] ^= 1;
                bytes
            },
            &|bytes| bytes[..bytes.len() - 1].to_vec(),
            &|bytes| [&bytes[..], b"x"].concat(),
        ];
        for (_, way) in ways.into_iter().enumerate().filter(|&(way, _)| is_thorough() || way == at % 3) {
            lay(way, name);
            let outcome = tictactoe(&plan, &Progress::default());
            assert_eq!(outcome.ending, Ending::Disk, "{}", name.display());
            let problem = outcome.unspilled.unwrap();
            assert!(matches!(problem.problem(), Problem::Damaged(..)), "{problem}");
            damaged += 1;
        }
    }
    assert!(damaged > if is_thorough() { 20 } else { 6 }, "{damaged} files");
    lay(&|bytes| bytes, "run.jsonl".as_ref());
    assert_eq!(tictactoe(&plan, &Progress::default()).ending, Ending::Complete);
}

#[test]
fn files_of_other_work_are_refused_and_left() {
    let dir = tempfile::tempdir().unwrap();
    let work = dir.path().join("work");
    let plan = half_done(&work);
    let other = Plan { depth: Some(7), ..plan.clone() };
    let other = spilled(&other, &work, 5_000);
    let outcome = tictactoe(&other, &Progress::default());
    assert_eq!((outcome.ending, outcome.positions()), (Ending::Disk, 0));
    assert!(outcome.unspilled.unwrap().to_string().contains("the run is a different one"));
    assert_eq!(tictactoe(&plan, &Progress::default()).ending, Ending::Complete);
}
