//! Tests viewing runs, both while they are in progress and afterwards.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use bustan_harness::compare::engine_participant::FactoryFn;
use bustan_harness::report::live::{GameProgress, Live};
use bustan_harness::report::past::Runs;
use bustan_harness::report::{PagePart, Reports};
use bustan_harness::run::check::{self, Plan, Progress};
use roxmltree::Document;
use serde_json::{Value, json};

use crate::running::{factories, plan};
use crate::strip::{Flaw, MARKUP, StripEngine};
use crate::triage::{MANY, going, run};

/// A time after which rendered parts no longer count as current.
const LATER: Duration = Duration::from_millis(250);

/// The URL prefix of a page that steps through findings.
const STEPS: &str = "steps#";

fn directory(name: &str) -> PathBuf {
    // Another run of these tests may use the same target directory at the same time.
    let name = format!("live-{name}-{}", std::process::id());
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&dir);
    dir
}

fn reports(dir: &Path) -> Reports {
    Reports::open(dir).unwrap().of_run("bustan check strip <&\"'>", 3, &["strip"])
}

fn identifiers(parts: &[Arc<PagePart>]) -> Vec<&str> {
    parts.iter().map(|part| part.id.as_str()).collect()
}

fn html(parts: &[Arc<PagePart>]) -> BTreeMap<&str, &str> {
    parts.iter().map(|part| (part.id.as_str(), part.html.as_str())).collect()
}

fn later(live: &Live) -> Vec<Arc<PagePart>> {
    thread::sleep(LATER);
    live.shown(Some(STEPS)).parts
}

/// Returns a finished run in the directory `dir`.
fn over(dir: &Path, flaws: &[Flaw]) -> Live {
    let reports = reports(dir);
    let live = reports.live().unwrap();
    run(flaws, &Plan { reports: Some(reports.clone()), ..going(3) });
    reports.finish().unwrap();
    live
}

#[test]
fn a_finding_is_shown_when_it_comes_and_only_what_changes_is_drawn_again() {
    let dir = directory("comes");
    let reports = reports(&dir);
    let live = reports.live().unwrap();
    let empty = live.shown(None);
    assert_eq!((identifiers(&empty.parts), empty.over), (vec!["run", "findings"], false));
    let (seen, lines, times) = (AtomicUsize::new(0), Mutex::new(Vec::new()), Mutex::new(BTreeMap::new()));
    let subject = FactoryFn(|| StripEngine::with(&MANY).program());
    let plan = Plan { reports: Some(reports.clone()), ..going(3) };
    check::run(&plan, factories(&subject), &Progress::default(), &|finding| {
        if seen.fetch_add(1, Ordering::Relaxed) > 4 {
            return;
        }
        let (note, stem) = (
            |plies| GameProgress { plies, elapsed: Duration::from_secs(plies), ..GameProgress::default() },
            finding.stem(),
        );
        reports.note(note(1));
        let before = later(&live);
        reports.note(note(2));
        let after = later(&live);
        let changed = |part: &&Arc<PagePart>| !before.iter().any(|old| Arc::ptr_eq(old, part));
        let changed: Vec<&str> = after.iter().filter(changed).map(|part| part.id.as_str()).collect();
        assert!(
            changed.contains(&"now") && changed.iter().all(|id| !id.starts_with("finding")),
            "{changed:?}"
        );
        let parts = html(&after);
        assert!(
            parts["findings"].contains(&format!("data-name=\"{stem}\"")),
            "{stem}: {}",
            parts["findings"]
        );
        let own = parts[format!("finding-{stem}").as_str()];
        assert!(own.contains(&format!("<a href=\"{STEPS}{stem}\">")), "{own}");
        for line in parts["findings"].lines().filter(|line| line.starts_with("<li")) {
            let name = line.split("data-name=\"").nth(1).unwrap().split('"').next().unwrap().to_string();
            let came = line.rsplit_once(" · after ").unwrap().1.to_string();
            let mut times = times.lock().unwrap();
            let first = times.entry(name).or_insert(came.clone());
            assert_eq!(*first, came, "it came once: {line}");
        }
        // A file may be read long after the run was killed.
        let index = fs::read_to_string(dir.join("index.html")).unwrap();
        assert!(index.contains("not over, or was killed") && !index.contains("so far</h1>"), "{index}");
        assert!(!index.contains("id=\"now\"") && !index.contains("running"), "{index}");
        // The finding is on disk before any viewer sees it.
        assert!(dir.join(format!("{stem}.original.txt")).exists());
        lines.lock().unwrap().push(parts["now"].to_string());
    });
    let lines = lines.into_inner().unwrap();
    assert!(lines.len() > 1 && lines[0].contains("<dt>plies</dt><dd>2</dd>"), "{lines:?}");
    reports.finish().unwrap();
    let parts = later(&live);
    assert!(live.shown(None).over && !identifiers(&parts).contains(&"now"));
    assert!(!html(&parts)["run"].contains("so far"));
    let anew = reports.live().unwrap().shown(Some(STEPS)).parts;
    assert_eq!(html(&parts), html(&anew), "what was drawn before is what would be drawn now");
}

#[test]
fn games_and_what_they_reach_show_while_they_are_played() {
    let dir = directory("reach");
    let reports = reports(&dir);
    let live = reports.live().unwrap();
    let plan =
        Plan { games: None, time: Some(Duration::from_secs(3)), reports: Some(reports.clone()), ..plan(3) };
    let mut shown = Vec::new();
    thread::scope(|scope| {
        let checked = scope.spawn(|| {
            let subject = || StripEngine::new(Flaw::None);
            check::run(&plan, factories(&subject), &Progress::default(), &|_| {})
        });
        while !checked.is_finished() {
            let parts = later(&live);
            shown.extend(parts.iter().find(|part| part.id == "game-0").map(|part| part.html.clone()));
        }
        let outcome = checked.join().unwrap();
        assert!(outcome.games - outcome.finished <= 1, "every game counts once: {}", outcome.games);
    });
    let counts = shown.iter().filter_map(|html| {
        let document = Document::parse(html).unwrap();
        let number = document.descendants().find(|node| node.attribute("class") == Some("number"))?;
        number.text()?.replace(',', "").parse::<u64>().ok()
    });
    let counts: Vec<u64> = counts.collect();
    assert!(counts.len() > 3 && counts.is_sorted() && counts[0] < counts[counts.len() - 2], "{counts:?}");
}

#[test]
fn looking_on_writes_nothing_and_telling_changes_nothing_after_the_end() {
    let dir = directory("quiet");
    let reports = Reports::on_demand(&dir).of_run("bustan check strip", 0, &["strip"]);
    let live = reports.live().unwrap();
    reports.note(GameProgress { plies: 7, ..GameProgress::default() });
    assert!(!identifiers(&live.shown(None).parts).contains(&"now"), "no game is being played");
    let subject = || StripEngine::new(Flaw::None);
    let plan = Plan { games: Some(5), reports: Some(reports.clone()), ..plan(3) };
    let outcome = check::run(&plan, factories(&subject), &Progress::default(), &|_| {});
    reports.note(GameProgress { plies: 1_234_567, ..GameProgress::default() });
    assert!(!dir.exists());
    thread::sleep(LATER);
    let shown = live.shown(None);
    let text = html(&shown.parts)["run"];
    assert!(
        !shown.over && outcome.plies < 1_000 && text.contains(&format!(">{}</td>", outcome.plies)),
        "{text}"
    );
    assert!(text.contains("compared in 5 games"), "{text}");
}

#[test]
fn a_run_of_the_past_looks_as_it_did_when_it_was_over() {
    let dir = directory("past");
    let live = over(&dir, &MANY);
    let (now, past) = (later(&live), Runs::new(&dir).shown(None, STEPS).unwrap().unwrap());
    assert!(now.len() > 8 && now.iter().any(|part| part.html.contains("<svg")));
    assert_eq!(identifiers(&past), identifiers(&now));
    for (past, now) in past.iter().zip(&now) {
        assert_eq!(past.html, now.html);
    }
    // index.html has the same parts, except for links to files in its directory.
    let index = fs::read_to_string(dir.join("index.html")).unwrap();
    for part in now.iter().filter(|part| part.id == "findings" || part.id.starts_with("game-")) {
        assert!(index.contains(&part.html), "{}", part.id);
    }
}

#[test]
fn runs_are_listed_by_their_directories_the_latest_first() {
    let dir = directory("listed");
    assert!(Runs::new(&dir).list("run#").is_none() && Runs::new(&dir).shown(None, STEPS).unwrap().is_none());
    for name in ["first", "second <&>"] {
        over(&dir.join(name), &[Flaw::Score]);
        thread::sleep(Duration::from_millis(20));
    }
    over(&dir, &[Flaw::None]);
    let runs = Runs::new(&dir);
    let list = runs.list("run#").unwrap().html;
    let document = Document::parse(&list).unwrap();
    let links: Vec<_> = document.descendants().filter_map(|node| node.attribute("href")).collect();
    assert_eq!(links, ["run#", "run#second%20%3C%26%3E", "run#first"]);
    let classes: Vec<_> = document.descendants().filter(|node| node.has_tag_name("li")).collect();
    assert_eq!(
        classes.iter().filter_map(|node| node.attribute("class")).collect::<Vec<_>>(),
        ["agree", "differ", "differ"]
    );
    let first = runs.shown(Some("first"), STEPS).unwrap().unwrap();
    let steps = |parts: &[Arc<PagePart>]| parts.iter().any(|part| part.html.contains(STEPS));
    assert!(!steps(&first), "the page of findings shows those of the directory itself");
    for name in ["none", "..", "", "first/../second <&>", "/"] {
        assert!(runs.shown(Some(name), STEPS).unwrap().is_none(), "{name}");
    }
}

#[test]
fn reports_from_anywhere_are_text_or_refused_and_lead_nowhere_else() {
    let dir = directory("hostile");
    over(&dir, &[Flaw::PanicMarkup]);
    let secret = dir.with_file_name("live-secret.report");
    fs::write(&secret, "a secret").unwrap();
    let path = dir.join("findings.json");
    let report: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    let shown = || {
        Runs::new(&dir)
            .shown(None, STEPS)
            .map(|parts| parts.unwrap().iter().map(|part| part.html.clone()).collect::<String>())
    };
    let put = |report: &Value| fs::write(&path, report.to_string()).unwrap();
    let parsed = |text: &str| {
        let page = format!("<main>{text}</main>");
        let document = Document::parse(&page).unwrap_or_else(|error| panic!("{error}: {page}"));
        assert!(document.descendants().all(|node| !["script", "img"].contains(&node.tag_name().name())));
    };
    let text = shown().unwrap();
    assert!(text.contains(&MARKUP.replace('<', "&lt;").replace('>', "&gt;")[..20]), "{text}");
    parsed(&text);
    let files = report["findings"][0]["files"].as_array().unwrap();
    let stem =
        files.iter().find_map(|file| file.as_str()?.strip_suffix(".original.txt")).unwrap().to_string();
    // A picture that contains more than a drawing is omitted.
    let picture = dir.join(format!("{stem}.svg"));
    if picture.exists() {
        fs::write(&picture, "<svg xmlns=\"http://www.w3.org/2000/svg\"><script>x</script></svg>").unwrap();
        parsed(&shown().unwrap());
    }
    // A file of another directory is not read.
    let mut away = report.clone();
    away["findings"][0]["files"] = json!(["../live-secret.original.txt", "../live-secret.report"]);
    put(&away);
    assert!(!shown().unwrap().contains("a secret"));
    // Every value of the report is replaced by values of every other kind.
    let odd = [
        json!(null),
        json!(-1),
        json!(u64::MAX),
        json!(1e300),
        json!("<script>x</script>"),
        json!([]),
        json!({}),
        json!([[-1.0, 5], [-2.0, 1]]),
    ];
    let mut refused = 0;
    for place in places(&report) {
        for value in &odd {
            let mut changed = report.clone();
            *changed.pointer_mut(&place).unwrap() = value.clone();
            put(&changed);
            match shown() {
                Ok(text) => parsed(&text),
                Err(error) => {
                    refused += 1;
                    assert!(error.to_string().contains("findings.json"), "{error}");
                }
            }
            assert!(Runs::new(&dir).list("run#").is_some());
        }
    }
    assert!(refused > 50, "{refused}");
    fs::write(&path, "[1").unwrap();
    let error = shown().unwrap_err().to_string();
    assert!(error.contains("findings.json is not the report on a run"), "{error}");
}

/// Returns the JSON pointers of all values in `value`; of an array, only those of the first two members.
fn places(value: &Value) -> Vec<String> {
    fn walk(value: &Value, at: &str, places: &mut Vec<String>) {
        places.push(at.to_string());
        match value {
            Value::Array(values) => {
                values
                    .iter()
                    .take(2)
                    .enumerate()
                    .for_each(|(i, value)| walk(value, &format!("{at}/{i}"), places));
            }
            Value::Object(values) => {
                values.iter().for_each(|(key, value)| walk(value, &format!("{at}/{key}"), places));
            }
            _ => {}
        }
    }
    let mut places = Vec::new();
    walk(value, "", &mut places);
    places
}
