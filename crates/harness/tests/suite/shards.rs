//! Tests that the shards of a run and resumed runs, once merged, leave exactly the same bytes as one run of
//! all games.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use bustan_harness::base::journal::{self, Header, JOURNAL, Journal};
use bustan_harness::base::{Dice, Shard};
use bustan_harness::compare::known::KnownDifferences;
use bustan_harness::report::Reports;
use bustan_harness::run::check::{
    self, JournalEntry, JournalPart, Log, Outcome, Plan, Progress, Recorded, parts,
};

use crate::running::{factories, is_thorough, plan};
use crate::strip::{Flaw, StripEngine};
use crate::triage::HASTY;

/// Flaws that show in many ways, alone and after each other.
const MANY: [Flaw; 7] = [
    Flaw::Legality,
    Flaw::ReasonOrder,
    Flaw::Score,
    Flaw::PanicAsked,
    Flaw::TwoTongues,
    Flaw::UndoTwice,
    Flaw::SetupLax,
];

/// The name of the only part of the runs.
const PART: &str = "strip";

fn run(flaws: &[Flaw], plan: &Plan) -> Outcome {
    let subject = || StripEngine::with(flaws);
    check::run(plan, factories(&subject), &Progress::default(), &|_| {})
}

/// Returns an empty directory for a test.
fn directory(name: &str) -> PathBuf {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("shards-{name}"));
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).unwrap();
    dir
}

/// The contents of a directory, except for the journal, and the result of the run.
type Left = (BTreeMap<String, String>, String);

fn left(dir: &Path, outcome: &Outcome) -> Left {
    let files = fs::read_dir(dir).unwrap().map(|file| file.unwrap());
    let named = files.map(|file| (file.file_name().into_string().unwrap(), file.path()));
    let texts = named.filter(|(name, _)| name != JOURNAL);
    let texts = texts.map(|(name, path)| (name, fs::read_to_string(path).unwrap())).collect();
    let Outcome { verdict, reason, games, finished, plies, coverage, compared, accepted, unshown, .. } =
        outcome;
    assert!(
        outcome.lost.is_empty() && outcome.unwritten.is_empty(),
        "{:?} {:?}",
        outcome.lost,
        outcome.unwritten
    );
    let findings: Vec<_> = outcome.findings.iter().map(|finding| (finding.count, finding.object())).collect();
    let counts = (games, finished, plies, coverage, compared, accepted, unshown);
    (texts, format!("{verdict} {reason:?} {counts:?} {findings:?}"))
}

/// Runs with reports in the directory `dir`, and returns the resulting contents.
fn reported(flaws: &[Flaw], dir: &Path, plan: &Plan) -> Left {
    let reports = Reports::open(dir).unwrap().untimed();
    reports.sweep();
    let reports = reports.of_run("bustan check strip", plan.seed, &[PART]);
    let plan = Plan { reproducible: true, reports: Some(reports.clone()), ..plan.clone() };
    let outcome = run(flaws, &plan);
    reports.finish().unwrap();
    left(dir, &outcome)
}

fn header(shard: Shard) -> Header {
    Header::new(vec!["check".into(), "strip".into()], BTreeMap::new(), shard)
}

/// Runs or resumes one shard, and returns the resulting contents of its directory.
fn shard(flaws: &[Flaw], dir: &Path, shard: Shard, plan: &Plan) -> Left {
    let (journal, entries) = Journal::resume::<JournalEntry>(dir, &header(shard)).unwrap();
    let batches = parts(shard, entries).unwrap().remove(PART).unwrap_or_default().batches;
    let log = Log { journal: Arc::new(journal), part: PART.into(), every: Duration::ZERO };
    let recorded = Recorded { batches, complete: false };
    reported(flaws, dir, &Plan { shard, recorded, log: Some(log), ..plan.clone() })
}

fn told(dir: &Path) -> JournalPart {
    let read = journal::read::<JournalEntry>(dir).unwrap();
    parts(read.header.shard, read.entries).unwrap().remove(PART).unwrap()
}

/// Runs the shards in random order, with random numbers of jobs, and merges them in the directory of the
/// single run.
fn merged(flaws: &[Flaw], name: &str, of: u64, dice: &mut Dice, one: &Path, plan: &Plan) -> Left {
    let mut shards: Vec<u64> = (0..of).collect();
    for place in (1..shards.len()).rev() {
        shards.swap(place, dice.below(place as u32 + 1) as usize);
    }
    let mut batches = Vec::new();
    for index in shards {
        let dir = directory(&format!("{name}-{index}"));
        let jobs = 1 + dice.below(3) as usize;
        shard(flaws, &dir, Shard::new(index, of).unwrap(), &Plan { jobs, ..plan.clone() });
        let told = told(&dir);
        assert!(told.over.is_some());
        batches.extend(told.batches);
    }
    fs::remove_dir_all(one).unwrap();
    let recorded = Recorded { batches, complete: true };
    reported(flaws, one, &Plan { recorded, jobs: 1 + dice.below(3) as usize, ..plan.clone() })
}

#[track_caller]
fn same(one: &Left, other: &Left, what: &str) {
    assert_eq!(one.1, other.1, "{what}");
    let names = |left: &Left| left.0.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(one), names(other), "{what}");
    for (name, text) in &one.0 {
        assert_eq!(text, &other.0[name], "{what}: {name}");
    }
}

/// Returns plans that find many differences, some, or none.
fn plans(seed: u64) -> [(&'static str, &'static [Flaw], Plan); 6] {
    let plan = Plan { games: Some(60), budget: HASTY, ..plan(seed) };
    let accepting =
        |words: &[&str]| KnownDifferences::accepting(words.iter().map(|words| words.parse().unwrap()));
    let going = Plan { max_findings: usize::MAX, ..plan.clone() };
    [
        ("agree", &[], plan.clone()),
        ("first", &MANY, plan.clone()),
        ("rare", &[Flaw::ReasonOrder], plan.clone()),
        ("three", &MANY, Plan { max_findings: 3, ..plan.clone() }),
        ("going", &MANY, going.clone()),
        ("accept", &MANY, Plan { known: accepting(&["panic-*", "observation-scores"]), ..going }),
    ]
}

#[test]
fn shards_in_any_order_come_to_what_one_run_comes_to() {
    for (seed, shards) in [(0, 4), (1, 7)] {
        for (name, flaws, plan) in plans(seed) {
            let dir = directory(&format!("one-{name}"));
            let one = reported(flaws, &dir, &plan);
            let mut dice = Dice::new(seed);
            let merged = merged(flaws, name, shards, &mut dice, &dir, &plan);
            same(&one, &merged, &format!("{name}, seed {seed}, {shards} shards"));
        }
    }
}

#[test]
fn one_run_leaves_the_same_with_any_number_of_jobs() {
    for (name, flaws, plan) in plans(5) {
        let dir = directory(&format!("jobs-{name}"));
        let alone = reported(flaws, &dir, &plan);
        for jobs in [2, 5] {
            fs::remove_dir_all(&dir).unwrap();
            same(
                &alone,
                &reported(flaws, &dir, &Plan { jobs, ..plan.clone() }),
                &format!("{name}, {jobs} jobs"),
            );
        }
    }
}

#[test]
fn a_run_that_was_killed_anywhere_goes_on_to_what_it_would_have_come_to() {
    let mut dice = Dice::new(1);
    for (name, flaws, plan) in plans(4) {
        let dir = directory(&format!("killed-{name}"));
        let part: Shard = "1/3".parse().unwrap();
        let whole = shard(flaws, &dir, part, &plan);
        let journal = fs::read(dir.join(JOURNAL)).unwrap();
        let first = journal.iter().position(|&byte| byte == b'\n').unwrap() + 1;
        for _ in 0..if is_thorough() { 4 } else { 2 } {
            // The findings written by the killed process are in the directory, too.
            let until = first + dice.below((journal.len() - first) as u32) as usize;
            fs::write(dir.join(JOURNAL), &journal[..until]).unwrap();
            let resumed = shard(flaws, &dir, part, &plan);
            same(&whole, &resumed, &format!("{name}, {until} of {} bytes", journal.len()));
            assert!(told(&dir).over.is_some());
        }
    }
}

#[test]
fn what_does_not_show_again_is_reported() {
    let dir = directory("lost");
    let plan = Plan { games: Some(40), budget: HASTY, ..plan(1) };
    shard(&[Flaw::Score], &dir, Shard::WHOLE, &plan);
    let recorded = Recorded { batches: told(&dir).batches, complete: true };
    let outcome = run(&[], &Plan { recorded, ..plan });
    let [lost] = &outcome.lost[..] else { panic!("{:?}", outcome.lost) };
    assert!(lost.contains("showed observation-") && lost.contains("but no longer does"), "{lost}");
    assert_eq!(outcome.verdict.word(), "differ");
}
