//! Tests of the page of runs: the run in progress, and past runs.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use bustan_harness::generate::GameConfig;
use bustan_harness::report::Reports;
use bustan_harness::report::live::GameProgress;
use bustan_harness::report::past::Runs;
use bustan_harness::run::check;
use bustan_harness::run::check::{Plan, Progress};
use serde_json::json;
use tokio::time::timeout;

use super::requests::Client;
use super::*;
use crate::NoPair;
use crate::Watched;

/// The maximum time to wait for an event.
const PATIENCE: Duration = Duration::from_secs(20);

/// Plays games on both engines of a game and reports the results. Reports the progress several times in
/// between.
fn check(game: &str, reports: &Reports) {
    let game = find(game).unwrap();
    let config = GameConfig::drawn(game.rules, 20);
    let time = Some(Duration::from_secs(2));
    let plan = Plan { games: None, time, reports: Some(reports.clone()), ..Plan::new(0, config) };
    let begun = Instant::now();
    thread::scope(|scope| {
        scope.spawn(|| check::run(&plan, game.factories(), &Progress::default(), &|_| {}));
        for plies in 1..20 {
            thread::sleep(Duration::from_millis(90));
            reports.note(GameProgress { plies, elapsed: begun.elapsed(), ..GameProgress::default() });
        }
    });
}

fn directory(name: &str) -> PathBuf {
    let dir = std::env::temp_dir().join(format!("bustan-serve-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&dir);
    dir
}

/// Returns a run to be checked, and a client of the server that shows it.
fn watched(name: &str) -> (Reports, Arc<Watched>, Client) {
    let reports = Reports::on_demand(directory(name)).of_run("bustan check <script>", 0, &["tictactoe"]);
    let watched = Arc::new(Watched::new(reports.live().unwrap(), true));
    let server = Server::of_runs(Vec::new(), Arc::new(NoPair), Some(Arc::clone(&watched)), None, Vec::new());
    (reports, watched, Client::of(server))
}

/// The events of a stream.
struct Events {
    body: Body,
    rest: String,
}

impl Events {
    /// Returns the name and the data of the next event; `None` at the end.
    async fn next(&mut self) -> Option<(String, Value)> {
        loop {
            if let Some((event, rest)) = self.rest.split_once("\n\n") {
                let (event, rest) = (event.to_string(), rest.to_string());
                self.rest = rest;
                let line =
                    |name: &str| event.lines().find_map(|line| line.strip_prefix(name).map(String::from));
                // All other data only keeps the connection open.
                if let Some(name) = line("event: ") {
                    return Some((name, serde_json::from_str(&line("data: ").unwrap()).unwrap()));
                }
                continue;
            }
            let frame = timeout(PATIENCE, self.body.frame()).await.expect("there is news")?.unwrap();
            self.rest += std::str::from_utf8(frame.data_ref()?).unwrap();
        }
    }
}

async fn look(client: &Client) -> Events {
    let response = client.stream("api/live").await;
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    Events { body: response.into_body(), rest: String::new() }
}

fn order(told: &Value) -> Vec<&str> {
    told["order"].as_array().unwrap().iter().filter_map(Value::as_str).collect()
}

fn sent(told: &Value) -> Vec<&String> {
    told["parts"].as_object().unwrap().keys().collect()
}

#[tokio::test]
async fn who_looks_on_gets_everything_and_then_what_changes_until_the_run_is_over() {
    let (reports, watched, client) = watched("watched");
    assert_eq!(client.get("api/runs").await, json!({ "live": true, "list": null }));
    let mut first = look(&client).await;
    let (name, told) = first.next().await.unwrap();
    assert_eq!((name.as_str(), order(&told), sent(&told).len()), ("changed", vec!["run", "findings"], 2));
    assert!(told["parts"]["run"].as_str().unwrap().contains("&lt;script&gt;"), "{told}");
    let checked = reports.clone();
    let run = thread::spawn(move || check("tictactoe", &checked));
    let mut parts = told["parts"].as_object().unwrap().clone();
    let mut changes = Vec::new();
    while order(&json!({ "order": changes.last().map_or(json!([]), |last: &Value| last["order"].clone()) }))
        .len()
        < 4
    {
        let (_, told) = first.next().await.unwrap();
        parts.extend(told["parts"].as_object().unwrap().clone());
        changes.push(told);
    }
    assert!(changes.iter().all(|told| !sent(told).iter().any(|id| *id == "findings")), "it has not changed");
    // A client that connects late, or again, also gets everything first.
    let (_, late) = look(&client).await.next().await.unwrap();
    assert_eq!(sent(&late).len(), order(&late).len());
    assert_eq!(order(&late), ["run", "now", "findings", "game-0"]);
    run.join().unwrap();
    reports.finish().unwrap();
    let (mut name, mut told) = first.next().await.unwrap();
    while name != "over" {
        (name, told) = first.next().await.unwrap();
    }
    assert_eq!(order(&told), ["run", "game-0"]);
    assert!(told["parts"]["run"].as_str().unwrap().contains(">agree<"), "{told}");
    assert_eq!(first.next().await, None, "nothing follows");
    drop(first);
    assert_eq!(watched.watchers(), 0);
    // A client that connects after the end is notified of the end immediately.
    let (name, told) = look(&client).await.next().await.unwrap();
    assert_eq!((name.as_str(), sent(&told).len()), ("over", 2));
}

#[tokio::test]
async fn who_does_not_read_holds_nobody_up_and_gets_the_latest() {
    let (reports, watched, client) = watched("slow");
    let mut slow = look(&client).await;
    slow.next().await.unwrap();
    assert_eq!(watched.watchers(), 1);
    let (checked, begun) = (reports.clone(), Instant::now());
    thread::spawn(move || check("tictactoe", &checked)).join().unwrap();
    reports.finish().unwrap();
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    let (name, told) = slow.next().await.unwrap();
    assert_eq!((name.as_str(), order(&told)), ("over", vec!["run", "game-0"]), "nothing came between");
}

#[tokio::test]
async fn runs_of_a_directory_are_listed_and_shown_and_nothing_else_is() {
    let dir = directory("past");
    for name in ["", "in it"] {
        let reports = Reports::open(dir.join(name)).unwrap().of_run("bustan check", 0, &["tictactoe"]);
        check("tictactoe", &reports);
        reports.finish().unwrap();
    }
    fs::create_dir_all(dir.join("other")).unwrap();
    let server = Server::of_runs(Vec::new(), Arc::new(NoPair), None, Some(Runs::new(&dir)), Vec::new());
    let client = Client::of(server);
    let told = client.get("api/runs").await;
    let list = told["list"].as_str().unwrap();
    assert_eq!(told["live"], json!(false));
    assert!(list.contains("href=\"run#run=\"") && list.contains("href=\"run#run=in%20it\""), "{list}");
    assert!(list.matches("<li").count() == 2 && list.contains("agree"), "{list}");
    for path in ["api/runs/last", "api/runs/in/in%20it"] {
        let told = client.get(path).await;
        assert_eq!((order(&told), sent(&told).len()), (vec!["run", "game-0"], 2), "{path}");
    }
    for path in [
        "api/runs/in/other",
        "api/runs/in/..",
        "api/runs/in/%2e%2e",
        "api/runs/in/..%2f",
        "api/runs/in/none",
        "api/live",
    ] {
        let (status, text) = client.send("GET", &format!("{}{path}", client.path), "").await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{path}: {text}");
    }
    fs::write(dir.join("findings.json"), "{}").unwrap();
    let (status, text) = client.send("GET", &format!("{}api/runs/last", client.path), "").await;
    assert!(status == StatusCode::UNPROCESSABLE_ENTITY && text.contains("findings.json is not"), "{text}");
    fs::remove_dir_all(&dir).unwrap();
}

#[tokio::test]
async fn without_runs_the_page_says_so_and_has_the_style_of_reports() {
    let client = Client::of(Server::new(Vec::new(), Arc::new(NoPair)));
    assert_eq!(client.get("api/runs").await, json!({ "live": false, "list": null }));
    let (status, page) = client.send("GET", &format!("{}run", client.path), "").await;
    assert!(status == StatusCode::OK && page.contains("assets/run.js") && page.contains("assets/report.css"));
    let (status, style) = client.send("GET", &format!("{}assets/report.css", client.path), "").await;
    assert!(status == StatusCode::OK && style == bustan_harness::report::STYLE);
    for path in ["api/live", "api/runs/last", "api/runs/in/x"] {
        let (status, text) = client.send("GET", &format!("{}{path}", client.path), "").await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{path}: {text}");
    }
}
