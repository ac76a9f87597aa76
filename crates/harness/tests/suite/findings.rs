//! Tests that findings on disk are complete and replayable, are written before they are shrunk, and never
//! overwrite others.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use bustan_harness::compare::audit::{Audit, audit};
use bustan_harness::compare::engine_participant::FactoryFn;
use bustan_harness::compare::lockstep::Factories;
use bustan_harness::erased::rules;
use bustan_harness::report::command::Programs;
use bustan_harness::report::finding::Finding;
use bustan_harness::report::store::{self, StoreError, StoredFinding};
use bustan_harness::report::{REPORT, Reports};
use bustan_harness::run::check::{self, Outcome, Plan, Progress};
use bustan_harness::shrink::Budget;

use crate::running::{FLAWS, factories, plan, run, search};
use crate::strip::{Flaw, Strip, StripEngine};

/// Returns an empty directory for a test.
fn directory(name: &str) -> PathBuf {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&dir);
    dir
}

#[test]
fn every_record_written_shows_its_flaw_again() {
    let dir = directory("again");
    for (flaw, ..) in FLAWS {
        let outcome = run(flaw, &Plan { reports: Some(Reports::open(&dir).unwrap()), ..plan(0) });
        let finding = &outcome.findings[0];
        let records =
            finding.written.files.iter().filter(|file| file.extension().is_some_and(|other| other == "txt"));
        let mut read = 0;
        for file in records {
            let record = rules::<Strip>().record(&fs::read_to_string(file).unwrap()).unwrap();
            let Audit::Diverged(divergence) =
                audit(factories(&FactoryFn(move || StripEngine::new(flaw).program())), &record, |_| {})
            else {
                panic!("{flaw:?}: {} shows nothing: {record}", file.display())
            };
            if Some(file.as_path()) == finding.reproducer() {
                assert_eq!(divergence.signature, finding.best().signature, "{flaw:?}: {record}");
            }
            read += 1;
        }
        let from_start = finding.shrunk.as_ref().is_some_and(|shrunk| shrunk.from_start.is_some());
        assert_eq!(read, 2 + usize::from(from_start), "{flaw:?}");
        let report = finding
            .written
            .files
            .iter()
            .find(|file| file.extension().is_some_and(|other| other == "report"))
            .unwrap();
        let command = format!("bustan replay {} ", dir.join(format!("{}.txt", finding.stem())).display());
        assert!(fs::read_to_string(report).unwrap().contains(&command), "{flaw:?}: {command}");
    }
}

#[test]
fn a_finding_is_on_disk_before_it_is_shrunk_and_again_after() {
    let dir = directory("before");
    let plan = Plan { reports: Some(Reports::open(&dir).unwrap()), ..plan(0) };
    let progress = Progress::default();
    let factories =
        Factories { subject: &|| StripEngine::new(Flaw::Panic), oracle: &|| StripEngine::new(Flaw::None) };
    let calls = AtomicUsize::new(0);
    let outcome = check::run(&plan, factories, &progress, &|finding| {
        let call = calls.fetch_add(1, Ordering::Relaxed);
        let read = |suffix: &str| fs::read_to_string(dir.join(format!("{}{suffix}", finding.stem())));
        let original = rules::<Strip>().record(&read(".original.txt").unwrap()).unwrap();
        assert_eq!(original.moves, finding.original.record.moves);
        let stored = store::read(&dir, &finding.stem()).unwrap();
        assert_eq!(stored, finding.stored(&dir));
        assert_eq!(
            (&stored.headline, &stored.identity),
            (&finding.best().headline, &finding.best().signature)
        );
        assert!(read(".report").unwrap().contains(&finding.best().headline));
        match call {
            0 => assert!(read(".txt").is_err() && finding.shrunk.is_none()),
            _ => {
                let shrunk = rules::<Strip>().record(&read(".txt").unwrap()).unwrap();
                assert_eq!(shrunk.moves, finding.best().record.moves);
            }
        }
    });
    assert_eq!(calls.into_inner(), 2);
    assert!(outcome.unwritten.is_empty() && outcome.findings[0].written.files.len() >= 3);
    let leftover = fs::read_dir(&dir).unwrap().filter(|entry| {
        entry.as_ref().is_ok_and(|entry| entry.file_name().to_string_lossy().ends_with(".part"))
    });
    assert_eq!(leftover.count(), 0);
}

#[test]
fn data_is_written_before_any_other_file_of_a_finding() {
    let dir = directory("first");
    let plan = Plan { reports: Some(Reports::open(&dir).unwrap()), ..plan(0) };
    let finding = run(Flaw::Score, &plan).findings.remove(0);
    let stem = finding.stem();
    fs::remove_dir_all(&dir).unwrap();
    let reports = Reports::open(&dir).unwrap();
    let mut again = Finding { written: Default::default(), ..finding.clone() };
    reports.write(&mut again).unwrap();
    let times = [".json", ".original.txt", ".txt", REPORT]
        .map(|suffix| fs::metadata(dir.join(format!("{stem}{suffix}"))).unwrap().modified().unwrap());
    assert!(times.is_sorted(), "{times:?}");
    // The data file alone, as a process leaves it that is killed right after writing it, counts as a finding.
    for suffix in [".original.txt", ".txt", ".report", ".svg"] {
        let _ = fs::remove_file(dir.join(format!("{stem}{suffix}")));
    }
    assert_eq!(store::names(&dir).unwrap(), std::slice::from_ref(&stem));
    let kept = StoredFinding::read(&dir, &stem);
    assert_eq!(rules::<Strip>().record(&kept.record).unwrap().moves, finding.best().record.moves);
    // The next run recognises the same finding and writes the rest.
    let mut third = Finding { written: Default::default(), ..finding };
    reports.write(&mut third).unwrap();
    assert_eq!(third.stem(), stem);
    assert!(
        dir.join(format!("{stem}.original.txt")).exists() && dir.join(format!("{stem}{REPORT}")).exists()
    );
}

#[test]
fn one_game_found_twice_in_a_run_has_separate_files() {
    let dir = directory("twice");
    let of_run = || Reports::open(&dir).unwrap().of_run("bustan check strip", 0, &["strip"]);
    let finding = run(Flaw::Score, &plan(0)).findings.remove(0);
    let shrunk = Finding { written: Default::default(), ..finding.clone() };
    let unshrunk = Finding { shrunk: None, ..shrunk.clone() };
    assert!(shrunk.shrunk.is_some());
    let reports = of_run();
    let mut written = [unshrunk.clone(), shrunk.clone()];
    written.iter_mut().for_each(|finding| reports.write(finding).unwrap());
    let [first, second] = written.each_ref().map(Finding::stem);
    assert_eq!(second, format!("{first}-2"));
    for finding in &written {
        assert_eq!(store::read(&dir, &finding.stem()).unwrap(), finding.stored(&dir));
        let short = dir.join(format!("{}.txt", finding.stem()));
        assert_eq!(short.exists(), finding.shrunk.is_some());
    }
    // Removing the files of one finding keeps those of the other.
    reports.retract(&written[1], &BTreeSet::new());
    assert!(store::read(&dir, &first).is_ok() && store::read(&dir, &second).is_err());
    // A later run finds the same game again and uses the files of the earlier run.
    let mut again = unshrunk;
    of_run().write(&mut again).unwrap();
    assert_eq!(again.stem(), first);
}

#[test]
fn data_of_a_newer_version_or_that_is_damaged_is_refused_by_name_and_never_overwritten() {
    let dir = directory("versions");
    let plan = Plan { reports: Some(Reports::open(&dir).unwrap()), ..plan(0) };
    let finding = run(Flaw::Score, &plan).findings.remove(0);
    let stem = finding.stem();
    let file = dir.join(format!("{stem}.json"));
    let text = fs::read_to_string(&file).unwrap();
    let stored = store::read(&dir, &stem).unwrap();
    assert_eq!(stored.text(), text);
    // A field that a later version adds is ignored.
    fs::write(&file, text.replacen('{', "{\"later\": [1, 2],", 1)).unwrap();
    assert_eq!(store::read(&dir, &stem).unwrap(), stored);
    let refused = |text: &[u8]| {
        fs::write(&file, text).unwrap();
        let error = store::read(&dir, &stem).unwrap_err().to_string();
        assert!(error.starts_with(&file.display().to_string()) && error.lines().count() == 1, "{error}");
        // No existing file is lost.
        let mut again = Finding { written: Default::default(), ..finding.clone() };
        Reports::open(&dir).unwrap().write(&mut again).unwrap();
        assert_eq!(again.stem(), format!("{stem}-2"));
        assert_eq!(fs::read(&file).unwrap(), text);
        error
    };
    let newer = refused(text.replacen("\"version\": 1", "\"version\": 2", 1).as_bytes());
    assert!(
        newer.contains("a newer version of Bustan wrote this finding: the file has version 2"),
        "{newer}"
    );
    for (damaged, why) in [
        (text[..text.len() / 2].to_string(), "EOF while parsing"),
        (text.replacen("\"seed\": 0", "\"seed\": zero", 1), "expected value at line "),
        (text.replacen("\"seed\": 0", "\"seed\": \"0\"", 1), "invalid type: string \"0\", expected u64"),
        (
            text.replacen("\"version\": 1", "\"version\": \"1\"", 1),
            "invalid type: string \"1\", expected u64",
        ),
        (text.replacen("\"record\"", "\"Record\"", 1), "missing field `record`"),
        (text.replacen("bustan-finding", "another", 1), "its format is \"another\""),
        (String::new(), "EOF while parsing a value at line 1 column 0"),
        (text.replacen("\"version\": 1", "\"version\": 0", 1), "there is no version 0"),
    ] {
        let error = refused(damaged.as_bytes());
        assert!(error.contains(why), "{why}: {error}");
    }
    let unreadable = refused(b"\xff{}");
    assert!(unreadable.contains("did not contain valid UTF-8"), "{unreadable}");
    assert!(matches!(store::read(&dir, &stem), Err(StoreError::Unreadable(..))));
    assert_eq!(run(Flaw::Score, &plan).findings[0].stem(), format!("{stem}-2"));
    fs::remove_file(&file).unwrap();
    assert!(matches!(store::read(&dir, &stem), Err(StoreError::Missing)));
}

#[test]
fn the_same_game_of_other_programs_is_another_finding() {
    let dir = directory("programs");
    let plan = |against: &str| {
        let plan = Plan { reports: Some(Reports::open(&dir).unwrap()), ..plan(0) };
        let programs = Programs { against: Some(against.into()), ..Programs::default() };
        let replay = plan.replay.clone().naming(programs, None);
        Plan { replay, ..plan }
    };
    let stem = run(Flaw::Score, &plan("./engine")).findings[0].stem();
    let file = |stem: &str| fs::read_to_string(dir.join(format!("{stem}.json"))).unwrap();
    let text = file(&stem);
    assert_eq!(run(Flaw::Score, &plan("./engine --level 2")).findings[0].stem(), format!("{stem}-2"));
    assert_eq!(file(&stem), text);
    let other = store::read(&dir, &format!("{stem}-2")).unwrap();
    assert_eq!(other.programs.against.as_deref(), Some("./engine --level 2"));
    for (against, same) in [("./engine", stem.clone()), ("./engine --level 2", format!("{stem}-2"))] {
        assert_eq!(run(Flaw::Score, &plan(against)).findings[0].stem(), same);
    }
}

#[test]
fn a_directory_that_cannot_be_used_is_refused_before_any_work() {
    let dir = directory("refused");
    fs::create_dir_all(&dir).unwrap();
    fs::write(dir.join("file"), "").unwrap();
    let error = Reports::open(dir.join("file").join("below")).unwrap_err().to_string();
    assert!(error.starts_with("cannot write ") && error.contains("below"), "{error}");
}

#[test]
fn a_finding_that_cannot_be_written_is_still_returned() {
    let dir = directory("vanished").join("out");
    let reports = Reports::open(&dir).unwrap();
    fs::remove_dir_all(&dir).unwrap();
    fs::write(&dir, "a file where the directory was").unwrap();
    let outcome = run(Flaw::Score, &Plan { reports: Some(reports), ..plan(0) });
    assert_eq!(outcome.findings.len(), 1);
    assert_eq!(outcome.unwritten.len(), 1);
    assert!(outcome.findings[0].written.files.is_empty() && outcome.findings[0].replay().is_none());
}

/// Returns the contents of the files in a directory, by name.
fn contents(dir: &Path) -> BTreeMap<String, String> {
    let files = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    files.map(|path| (name(&path), fs::read_to_string(&path).unwrap())).collect()
}

#[test]
fn findings_of_different_games_have_different_names() {
    let dir = directory("names");
    let reports = Some(Reports::open(&dir).unwrap());
    let seed = |seed| run(Flaw::Score, &Plan { reports: reports.clone(), ..plan(seed) });
    for finding in [&seed(0).findings[0], &seed(1).findings[0]] {
        assert!(
            finding.stem().ends_with(&format!("-{}-{}", finding.seed, finding.game)),
            "{}",
            finding.stem()
        );
    }
}

#[test]
fn the_same_finding_is_written_once() {
    let dir = directory("same");
    let plan = Plan { reports: Some(Reports::open(&dir).unwrap()), ..plan(0) };
    let files = |outcome: Outcome| outcome.findings[0].written.files.clone();
    let mut first = files(run(Flaw::Score, &plan));
    let before = contents(&dir);
    let mut second = files(run(Flaw::Score, &plan));
    assert_eq!(contents(&dir), before);
    first.sort();
    second.sort();
    assert_eq!(first, second);
    assert_eq!(first.len(), before.len());
}

#[test]
fn a_finding_leaves_the_files_of_earlier_runs_alone() {
    let dir = directory("earlier");
    let plan = Plan { reports: Some(Reports::open(&dir).unwrap()), ..plan(0) };
    let stem = run(Flaw::Score, &plan).findings[0].stem();
    // Any file with the name of the finding is enough.
    for (number, suffix) in [("", ".original.txt"), ("-2", ".svg")] {
        fs::write(dir.join(format!("{stem}{number}{suffix}")), "another finding").unwrap();
    }
    let before = contents(&dir);
    let third = run(Flaw::Score, &plan);
    assert_eq!(third.findings[0].stem(), format!("{stem}-3"));
    let after = contents(&dir);
    assert!(before.iter().all(|(name, text)| after.get(name) == Some(text)));
    let replay = third.findings[0].replay().unwrap().text;
    assert!(replay.contains(&format!("{stem}-3.txt ")), "{replay}");
    assert_eq!(after.len(), before.len() + third.findings[0].written.files.len());
}

#[test]
fn only_the_findings_of_the_outcome_stay_on_the_disk() {
    // Which game diverges first depends on timing, and it is often not the game with the lowest number.
    let budget = Budget { shrink: 0, start: 0, hunt: 0, deepen: 0, ..Budget::default() };
    for seed in 0..60 {
        let dir = directory("superseded");
        let max_findings = if seed % 2 == 0 { 1 } else { usize::MAX };
        let reports = Some(Reports::open(&dir).unwrap());
        let plan = Plan { reports, jobs: 4, max_findings, games: Some(40), budget, ..plan(seed) };
        let outcome = run(Flaw::Legality, &plan);
        let files = outcome.findings.iter().flat_map(|finding| finding.written.files.iter().cloned());
        let files: BTreeSet<PathBuf> = files.collect();
        let there: BTreeSet<PathBuf> = contents(&dir).into_keys().map(|name| dir.join(name)).collect();
        assert_eq!(files, there);
    }
}

#[test]
fn a_file_that_cannot_be_written_takes_nothing_else_with_it() {
    let dir = directory("partly");
    let plan = Plan { reports: Some(Reports::open(&dir).unwrap()), ..plan(0) };
    let subject = || StripEngine::new(Flaw::Score);
    let outcome = check::run(&plan, factories(&subject), &Progress::default(), &|finding| {
        if finding.shrunk.is_none() {
            fs::create_dir(dir.join(format!("{}.txt", finding.stem()))).unwrap();
            fs::write(dir.join(format!("{}.original.txt", finding.stem())), "written once").unwrap();
        }
    });
    let [finding] = &outcome.findings[..] else { panic!("not found") };
    assert_eq!(outcome.unwritten.len(), 1);
    assert!(outcome.unwritten[0].to_string().contains(&format!("{}.txt: ", finding.stem())));
    fs::remove_dir(dir.join(format!("{}.txt", finding.stem()))).unwrap();
    let there = contents(&dir);
    assert_eq!(there[&format!("{}.original.txt", finding.stem())], "written once");
    assert!(there[&format!("{}.report", finding.stem())].contains("shrunk from"));
    let files: BTreeSet<PathBuf> = finding.written.files.iter().cloned().collect();
    assert_eq!(files, there.into_keys().map(|name| dir.join(name)).collect());
}

#[test]
fn a_disk_without_room_is_one_error() {
    let dir = directory("room").join("out");
    let plan = Plan { reports: Some(Reports::open(&dir).unwrap()), ..plan(0) };
    let subject = || StripEngine::new(Flaw::Score);
    let outcome = check::run(&plan, factories(&subject), &Progress::default(), &|finding| {
        if finding.shrunk.is_none() {
            fs::remove_dir_all(&dir).unwrap();
            fs::write(&dir, "a file where the directory was").unwrap();
        }
    });
    assert_eq!((outcome.findings.len(), outcome.unwritten.len()), (1, 1));
    assert!(outcome.findings[0].shrunk.is_some());
}

#[test]
fn a_finding_that_was_there_keeps_its_files_whatever_the_limits_of_its_command() {
    let dir = directory("limits");
    let written = |options: &[&str]| {
        let reports = Some(Reports::open(&dir).unwrap());
        let outcome = run(Flaw::Score, &Plan { reports, search: search(options), ..plan(0) });
        outcome.findings[0].stem()
    };
    let stem = written(&["--shrink-time=3s"]);
    assert_eq!(written(&[]), stem);
    // The words of comments are for human readers only.
    let file = dir.join(format!("{stem}.original.txt"));
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replacen("differ\n", "do not agree\n", 1)).unwrap();
    assert_eq!(written(&[]), stem);
    // Another game under the same name is another finding, and so is a finding about other engines.
    fs::write(&file, text.trim_end().rsplit_once(';').unwrap().0).unwrap();
    assert_eq!(written(&[]), format!("{stem}-2"));
    fs::write(&file, text).unwrap();
    assert_eq!(written(&[]), stem);
    let data = dir.join(format!("{stem}.json"));
    let text = fs::read_to_string(&data).unwrap();
    let other = text.replacen("\"engines\": [\n    \"", "\"engines\": [\n    \"another ", 1);
    assert_ne!(other, text);
    fs::write(&data, other).unwrap();
    assert_eq!(written(&[]), format!("{stem}-2"));
}
