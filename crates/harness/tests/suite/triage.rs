//! Tests runs that keep going: they distinguish findings and count them independently of the order of games,
//! in a directory that is readable at any moment.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use bustan_harness::base::{Dice, Stop};
use bustan_harness::compare::divergence::Kind;
use bustan_harness::compare::engine_participant::FactoryFn;
use bustan_harness::compare::lockstep::{Checks, Lockstep};
use bustan_harness::erased::rules;
use bustan_harness::generate::coverage::Coverage;
use bustan_harness::generate::{self, GameConfig, Hooks};
use bustan_harness::report::Reports;
use bustan_harness::report::finding::Finding;
use bustan_harness::run::check::{self, Outcome, Plan, Progress};
use bustan_harness::shrink::Budget;
use roxmltree::{Document, Node, ParsingOptions};
use serde_json::{Value, json};

use crate::running::{factories, plan};
use crate::strip::{Flaw, MARKUP, Strip, StripEngine};

/// Two flaws, each of which shows in only one way.
const TWO: [Flaw; 2] = [Flaw::ReasonOrder, Flaw::Panic];

/// Many flaws, each of which hides some of the others.
pub(crate) const MANY: [Flaw; 8] = [
    Flaw::Legality,
    Flaw::ReasonOrder,
    Flaw::Score,
    Flaw::PanicMarkup,
    Flaw::PanicAsked,
    Flaw::TwoTongues,
    Flaw::UndoTwice,
    Flaw::SetupLax,
];

/// A budget with which shrinking takes almost no time.
pub(crate) const HASTY: Budget = Budget {
    shrink: 200,
    start: 200,
    hunt: 200,
    deepen: 200,
    regenerate: 0,
    all: 2_000,
    time: None,
    together: None,
    jobs: 1,
};

pub(crate) fn run(flaws: &[Flaw], plan: &Plan) -> Outcome {
    let subject = FactoryFn(|| StripEngine::with(flaws).program());
    check::run(plan, factories(&subject), &Progress::default(), &|_| {})
}

pub(crate) fn going(seed: u64) -> Plan {
    Plan { max_findings: usize::MAX, ..plan(seed) }
}

/// Returns an empty directory for a test.
fn directory(name: &str) -> PathBuf {
    // Another run of these tests may use the same target directory at the same time.
    let name = format!("triage-{name}-{}", std::process::id());
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&dir);
    dir
}

/// Returns, for each kind of difference, the number of games of a seed that show it and the first of these
/// games. Each game is played on new engines and continues after differences.
fn counted(flaws: &[Flaw], seed: u64, games: u64) -> BTreeMap<Kind, (u64, u64)> {
    let subject = FactoryFn(|| StripEngine::with(flaws).program());
    let config = GameConfig { goes_on: true, ..plan(seed).config };
    let mut counts = BTreeMap::new();
    for game in 0..games {
        let start = rules::<Strip>().position("x .......").unwrap();
        let mut lockstep = Lockstep::new(factories(&subject), Checks::SAMPLED, start);
        let (dice, mut coverage) = (Dice::of_game(seed, game), Coverage::new(rules::<Strip>()));
        let counter = AtomicU64::new(0);
        let hooks = Hooks::new(Stop::default(), &counter);
        let played = generate::play(&mut lockstep, &config, game, dice, &mut coverage, hooks);
        let kinds = played.found.iter().map(|found| found.divergence.signature.kind());
        for kind in kinds.collect::<BTreeSet<_>>() {
            counts.entry(kind).or_insert((0, game)).0 += 1;
        }
    }
    counts
}

#[test]
fn two_flaws_are_two_findings_with_the_games_that_each_came_up_in() {
    for (flaws, seed) in [(TWO, 0), (TWO, 7), ([Flaw::Score, Flaw::PanicAsked], 3)] {
        let outcome = run(&flaws, &going(seed));
        assert_eq!((outcome.games, outcome.findings.len()), (400, 2), "{flaws:?}");
        let told = |finding: &Finding| (finding.best().signature.kind(), (finding.count, finding.first));
        let told: BTreeMap<_, _> = outcome.findings.iter().map(told).collect();
        assert!(told.values().all(|&(count, _)| count > 1), "{told:?}");
        assert_eq!(told, counted(&flaws, seed, 400), "{flaws:?}");
        for finding in &outcome.findings {
            assert!(finding.shrunk.is_some() && finding.games == 400, "{flaws:?}");
            let rate = finding.rate().unwrap();
            assert!((rate - finding.count as f64 * 2.5).abs() < 1e-9, "{rate}");
        }
    }
}

#[test]
fn one_panic_in_several_calls_is_one_finding() {
    let outcome = run(&[Flaw::Panic], &going(1));
    let [finding] = &outcome.findings[..] else { panic!("{} findings", outcome.findings.len()) };
    let told = BTreeMap::from([(Kind::Panic, (finding.count, finding.first))]);
    assert_eq!(told, counted(&[Flaw::Panic], 1, 400));
    assert!(finding.count >= 390, "nearly every game has a fourth mark");
}

#[test]
fn a_flaw_that_is_mended_is_no_longer_found_and_the_other_still_is() {
    let signatures = |flaws: &[Flaw]| -> BTreeSet<String> {
        let outcome = run(flaws, &going(1));
        outcome.findings.iter().map(|finding| finding.best().signature.to_string()).collect()
    };
    let (one, other, both) = (signatures(&TWO[..1]), signatures(&TWO[1..]), signatures(&TWO));
    assert_eq!(one.union(&other).cloned().collect::<BTreeSet<_>>(), both);
    assert_eq!((one.len(), other.len(), both.len()), (1, 1, 2));
}

/// Returns all findings of a run.
fn found(outcome: &Outcome) -> Vec<String> {
    let told = |finding: &Finding| {
        let (best, original) = (finding.best(), &finding.original);
        let figures = (finding.count, finding.first, finding.games, finding.game);
        format!("{} {figures:?} {} <- {}: {best}", best.signature, best.record, original.record)
    };
    outcome.findings.iter().map(told).collect()
}

#[test]
fn a_run_of_so_many_games_finds_the_same_with_any_number_of_jobs() {
    for (seed, flaws) in [(0, &MANY[..]), (1, &MANY), (2, &TWO)] {
        let plan = Plan { budget: HASTY, ..going(seed) };
        let alone = found(&run(flaws, &plan));
        assert!(alone.len() > 1);
        for jobs in [2, 5] {
            assert_eq!(found(&run(flaws, &Plan { jobs, ..plan.clone() })), alone, "{jobs} jobs, seed {seed}");
        }
    }
}

#[test]
fn a_run_until_so_many_findings_finds_the_same_with_any_number_of_jobs() {
    for most in [1, 2, 3] {
        for seed in 0..6 {
            let plan = Plan { budget: HASTY, max_findings: most, ..plan(seed) };
            let alone = run(&MANY, &plan);
            // The last game may show several differences.
            let firsts: Vec<u64> =
                alone.findings.iter().filter(|finding| !finding.met).map(|finding| finding.first).collect();
            let last = firsts.iter().max();
            assert!(firsts.iter().filter(|&first| Some(first) != last).count() < most, "{firsts:?}");
            assert!(alone.games < 400, "{} games", alone.games);
            for jobs in [2, 5] {
                let together = run(&MANY, &Plan { jobs, ..plan.clone() });
                assert_eq!(found(&together), found(&alone), "{jobs} jobs, seed {seed}, {most} findings");
            }
        }
    }
}

#[test]
fn findings_are_different_and_count_games_once() {
    let outcome = run(&MANY, &Plan { budget: HASTY, ..going(4) });
    let signatures: BTreeSet<_> = outcome.findings.iter().map(|finding| &finding.best().signature).collect();
    assert_eq!(signatures.len(), outcome.findings.len());
    for finding in &outcome.findings {
        assert!(finding.count <= 400 && (finding.count > 0) != finding.met, "{}", finding.count);
        assert!(finding.ended <= finding.count && finding.plies.is_some() != finding.met);
    }
    assert!(outcome.findings.iter().all(|finding| finding.first <= finding.game));
    assert!(outcome.findings.is_sorted_by_key(|finding| finding.first));
}

#[test]
fn the_command_of_a_finding_finds_it_again() {
    for finding in run(&TWO, &going(5)).findings {
        let games = Some(finding.game + 1);
        let expected = format!("bustan check strip --seed=5 --games={} --keep-going", finding.game + 1);
        assert_eq!(finding.command.text, expected);
        let again = found(&run(&TWO, &Plan { games, ..going(5) }));
        let record = finding.best().record.to_string();
        assert!(again.iter().any(|told| told.contains(&record)));
    }
}

/// Returns a file of a directory, if it exists.
fn read(dir: &Path, name: &str) -> Option<String> {
    fs::read_to_string(dir.join(name)).ok()
}

fn parse(text: &str) -> Document<'_> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn named<'a, 'i>(document: &'a Document<'i>, name: &str) -> Vec<Node<'a, 'i>> {
    document.descendants().filter(|node| node.tag_name().name() == name).collect()
}

/// Reads all three reports on a run, checks that the files named in them exist, and returns the JSON.
#[track_caller]
fn consistent(dir: &Path) -> Option<Value> {
    for file in fs::read_dir(dir).into_iter().flatten().flatten() {
        let name = file.file_name().into_string().unwrap();
        if name.ends_with(".part") {
            continue;
        }
        let text = fs::read_to_string(file.path()).unwrap();
        if name.ends_with(".txt") {
            assert!(rules::<Strip>().record(&text).is_ok(), "{name}: {text:?}");
        }
        assert!(text.ends_with('\n') || name.ends_with(".svg"), "{name}: {text:?}");
    }
    if let Some(xml) = read(dir, "junit.xml") {
        let document = parse(&xml);
        let count =
            |attribute: &str| document.root_element().attribute(attribute).unwrap().parse::<usize>().unwrap();
        assert_eq!(count("tests"), named(&document, "testcase").len());
        assert_eq!(count("failures"), named(&document, "failure").len());
        assert_eq!(count("errors"), named(&document, "error").len());
    }
    if let Some(html) = read(dir, "index.html") {
        let document = parse(&html);
        for link in named(&document, "a") {
            let target = link.attribute("href").unwrap();
            match target.strip_prefix("./") {
                Some(name) => assert!(dir.join(name).exists(), "{name} is not there"),
                None => assert!(target.starts_with("#finding-"), "{target}"),
            }
        }
    }
    let object: Value = serde_json::from_str(&read(dir, "findings.json")?).unwrap();
    for finding in object["findings"].as_array().unwrap() {
        let files = finding["files"].as_array().unwrap();
        // There is no picture of a position that one engine refuses.
        let fewest = if finding["kind"] == "setup" { 3 } else { 4 };
        assert!(
            files.len() >= fewest && files.iter().all(|file| dir.join(file.as_str().unwrap()).exists()),
            "{finding}"
        );
    }
    for report in object["earlier"].as_array().unwrap() {
        assert!(dir.join(report.as_str().unwrap()).exists(), "{report}");
    }
    Some(object)
}

fn reports(dir: &Path) -> Option<Reports> {
    Some(Reports::open(dir).unwrap().of_run("bustan check strip <&\"'>", 3, &["strip"]))
}

#[test]
fn a_directory_tells_of_all_findings_the_shortest_first() {
    let dir = directory("tells");
    let plan = Plan { reports: reports(&dir), ..going(3) };
    let outcome = run(&MANY, &plan);
    assert!(consistent(&dir).unwrap()["finished"] == false);
    plan.reports.unwrap().finish().unwrap();
    let object = consistent(&dir).unwrap();
    assert_eq!((&object["format"], &object["version"]), (&json!("bustan-findings"), &json!(2)));
    assert_eq!((&object["verdict"], &object["finished"]), (&json!("differ"), &json!(true)));
    assert_eq!(object["checked"][0]["engines"], json!(["flawed", "right"]));
    assert_eq!(object["checked"][0]["games"], 400);
    let findings = object["findings"].as_array().unwrap();
    assert_eq!(findings.len(), outcome.findings.len());
    assert!(findings.is_sorted_by_key(|finding| finding["moves"].as_u64().unwrap()));
    let html = read(&dir, "index.html").unwrap();
    let page = parse(&html);
    let text: String = page.descendants().filter_map(|node| node.text()).collect();
    let xml = read(&dir, "junit.xml").unwrap();
    let suites = parse(&xml);
    assert_eq!(named(&suites, "failure").len(), findings.len() + 1);
    for finding in &outcome.findings {
        let best = finding.best();
        assert!(text.contains(&best.headline) && text.contains(&best.record.to_string()), "{best}");
        assert!(
            text.contains(&finding.command.text) && text.contains(&finding.replay().unwrap().text),
            "{best}"
        );
        assert!(text.contains(&format!("in {} of 400 games", finding.count)), "{best}");
        let failures = named(&suites, "failure");
        let failure = failures.iter().find(|node| node.attribute("message") == Some(&best.headline)).unwrap();
        assert!(failure.text().unwrap().contains(&best.record.to_string()));
        let told = findings.iter().find(|told| told["signature"] == best.signature.to_string()).unwrap();
        assert_eq!(told["count"], finding.count);
        assert_eq!(told["first_game"], finding.first);
        assert_eq!(told["per_1000_games"].as_f64(), finding.rate());
    }
    assert!(!named(&page, "svg").is_empty());
}

#[test]
fn findings_of_one_run_do_not_share_their_files() {
    // More differences remain separate if shrinking has no time or ends early.
    let (mut unshrunk, times) = (0, [Some(Duration::ZERO), Some(Duration::from_millis(1)), None]);
    for (seed, time) in (0..12).zip(times.into_iter().cycle()) {
        let (dir, budget) = (directory("apart"), Budget { time, ..HASTY });
        let plan = Plan { reports: reports(&dir), jobs: 2, games: Some(60), budget, ..going(seed) };
        let outcome = run(&MANY, &plan);
        assert!(outcome.unwritten.is_empty());
        let stems: BTreeSet<String> = outcome.findings.iter().map(Finding::stem).collect();
        assert_eq!(stems.len(), outcome.findings.len(), "seed {seed}: {stems:?}");
        for finding in &outcome.findings {
            unshrunk += usize::from(finding.shrunk.is_none());
            let report = read(&dir, &format!("{}.report", finding.stem())).unwrap();
            assert!(report.contains(&finding.best().headline), "seed {seed}, {}: {report}", finding.stem());
            for ending in ["json", "original.txt"] {
                assert!(dir.join(format!("{}.{ending}", finding.stem())).exists(), "{}", finding.stem());
            }
        }
    }
    assert!(unshrunk > 0);
}

#[test]
fn what_a_program_says_is_never_markup() {
    let dir = directory("markup");
    let outcome = run(&[Flaw::PanicMarkup], &Plan { reports: reports(&dir), ..going(0) });
    assert!(outcome.findings[0].best().headline.contains(MARKUP));
    consistent(&dir).unwrap();
    let html = read(&dir, "index.html").unwrap();
    let page = parse(&html);
    for harm in ["script", "img", "iframe", "link", "object"] {
        assert!(named(&page, harm).is_empty(), "{harm}");
    }
    assert!(
        !html.contains("http://")
            || html.matches("http://").count() == html.matches("http://www.w3.org/").count()
    );
    let heading =
        named(&page, "h2").into_iter().find(|node| node.text().is_some_and(|text| text.contains(MARKUP)));
    assert!(heading.is_some());
    let xml = read(&dir, "junit.xml").unwrap();
    assert!(
        named(&parse(&xml), "failure").iter().any(|it| it.attribute("message").unwrap().contains(MARKUP))
    );
}

#[test]
fn without_findings_a_directory_says_so_when_it_was_asked_for() {
    let dir = directory("clean");
    let plan = Plan { reports: reports(&dir), ..plan(0) };
    let outcome = run(&[Flaw::None], &plan);
    assert!(outcome.unwritten.is_empty());
    plan.reports.unwrap().finish().unwrap();
    let object = consistent(&dir).unwrap();
    assert_eq!((&object["verdict"], &object["findings"]), (&json!("agree"), &json!([])));
    let xml = read(&dir, "junit.xml").unwrap();
    let document = parse(&xml);
    assert_eq!((named(&document, "testcase").len(), named(&document, "failure").len()), (1, 0));
    assert!(named(&document, "error").is_empty());
    let other = directory("clean-on-demand");
    let reports = Reports::on_demand(&other).of_run("bustan check strip", 0, &["strip"]);
    run(&[Flaw::None], &Plan { reports: Some(reports.clone()), ..plan_of_a_few() });
    reports.finish().unwrap();
    assert!(!other.exists());
}

fn plan_of_a_few() -> Plan {
    Plan { games: Some(20), ..plan(0) }
}

#[test]
fn a_run_that_is_not_over_does_not_look_like_one_that_went_well() {
    let dir = directory("unfinished");
    let plan = Plan { reports: reports(&dir), games: None, ..plan(0) };
    let progress = Progress::default();
    let right = || StripEngine::new(Flaw::None);
    thread::scope(|scope| {
        scope.spawn(|| check::run(&plan, factories(&right), &progress, &|_| {}));
        let begun = || read(&dir, "junit.xml").is_some_and(|xml| xml.contains("testcase"));
        while !begun() {
            thread::sleep(Duration::from_millis(5));
        }
        let xml = read(&dir, "junit.xml").unwrap();
        let document = parse(&xml);
        assert_eq!((named(&document, "error").len(), named(&document, "failure").len()), (1, 0));
        progress.stop.store(true, Ordering::Relaxed);
    });
    plan.reports.unwrap().finish().unwrap();
    assert_eq!(consistent(&dir).unwrap()["verdict"], "interrupted");
}

#[test]
fn findings_of_earlier_runs_stay_and_are_listed() {
    let dir = directory("earlier");
    let first = run(&TWO, &Plan { reports: reports(&dir), ..going(0) });
    let before: BTreeSet<_> =
        first.findings.iter().flat_map(|finding| finding.written.files.clone()).collect();
    run(&[Flaw::Score], &Plan { reports: reports(&dir), ..going(0) });
    let object = consistent(&dir).unwrap();
    assert_eq!(object["earlier"].as_array().unwrap().len(), 2);
    assert!(before.iter().all(|file| file.exists()));
    // A finding that already existed is not reported twice.
    run(&TWO, &Plan { reports: reports(&dir), ..going(0) });
    let object = consistent(&dir).unwrap();
    assert_eq!(object["findings"].as_array().unwrap().len(), 2);
    assert!(
        object["earlier"]
            .as_array()
            .unwrap()
            .iter()
            .all(|name| name.as_str().unwrap().contains("observation"))
    );
}

#[test]
fn a_directory_is_consistent_whenever_a_finding_comes_up_or_is_made_short() {
    let dir = directory("consistent");
    let plan = Plan { reports: reports(&dir), jobs: 3, budget: HASTY, ..going(2) };
    let calls = AtomicUsize::new(0);
    let subject = || StripEngine::with(&MANY);
    check::run(&plan, factories(&subject), &Progress::default(), &|finding| {
        calls.fetch_add(1, Ordering::Relaxed);
        let object = consistent(&dir).unwrap();
        let told = |told: &Value| told["signature"] == finding.best().signature.to_string();
        assert!(object["findings"].as_array().unwrap().iter().any(told), "{}", finding.stem());
    });
    assert!(calls.into_inner() > 4);
}

/// The directory for the run that [`a_directory_is_readable_after_the_process_was_killed`] starts and kills.
const VICTIM: &str = "BUSTAN_TEST_VICTIM";

#[test]
fn a_process_to_be_killed() {
    let Some(dir) = std::env::var_os(VICTIM) else { return };
    for seed in 0.. {
        let reports = reports(Path::new(&dir));
        run(&MANY, &Plan { reports, jobs: 2, games: Some(60), budget: HASTY, ..going(seed) });
    }
}

#[test]
fn a_directory_is_readable_after_the_process_was_killed() {
    let dir = directory("killed");
    let mut dice = Dice::new(0);
    let (mut read, mut findings, mut killed) = (0, 0, 0);
    // On a busy machine, a process needs more time for its first finding.
    while killed < 40 || (killed < 400 && (read <= 10 || findings <= 10)) {
        let longest = 250_000 * (1 + killed / 40);
        killed += 1;
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "triage::a_process_to_be_killed", "--nocapture"])
            .env(VICTIM, &dir)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        thread::sleep(Duration::from_micros(u64::from(dice.below(longest))));
        child.kill().unwrap();
        child.wait().unwrap();
        if let Some(object) = consistent(&dir) {
            read += 1;
            findings += object["findings"].as_array().unwrap().len();
        }
    }
    assert!(read > 10 && findings > 10, "{read} {findings}");
}
