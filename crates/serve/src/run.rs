//! The page of runs: the run in progress, and past runs with reports in a directory.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use bustan_harness::report::live::{Live, PageContents};
use bustan_harness::report::past::Runs;
use bustan_harness::report::{PagePart, STYLE};
use serde_json::{Map, Value, json};
use tokio::task::spawn_blocking;
use tokio::time::{MissedTickBehavior, interval};
use tokio_stream::wrappers::IntervalStream;
use tokio_stream::{Stream, StreamExt};

use crate::assets;
use crate::problem::{PathVariable, Problem};
use crate::server::Server;

/// The interval between updates of the page of a run in progress.
const TICK: Duration = Duration::from_millis(300);

/// The URL prefix of the page that steps through a finding; the name of the finding follows.
const STEPS: &str = "findings#finding=";

/// The URL prefix of the page that shows a past run; the name of the run follows.
const PAST: &str = "run#run=";

/// A run in progress, with the state of its pages.
#[derive(Debug)]
pub struct Watched {
    live: Live,
    /// Whether the server has a page that steps through findings of the run.
    steps: bool,
    /// The number of viewers that have not been notified of the end of the run.
    watchers: AtomicUsize,
}

impl Watched {
    /// Returns a run to be viewed. `steps` states whether the page of findings shows the findings of this
    /// run.
    pub fn new(live: Live, steps: bool) -> Self {
        Self { live, steps, watchers: AtomicUsize::new(0) }
    }

    /// The number of viewers that have not been notified of the end of the run.
    pub fn watchers(&self) -> usize {
        self.watchers.load(Ordering::Relaxed)
    }

    fn shown(&self) -> PageContents {
        self.live.shown(self.steps.then_some(STEPS))
    }
}

/// Counts a viewer until it is dropped.
struct Watcher(Arc<Watched>);

impl Watcher {
    fn new(watched: Arc<Watched>) -> Self {
        watched.watchers.fetch_add(1, Ordering::Relaxed);
        Self(watched)
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.0.watchers.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The routes of the page and of its requests.
pub(crate) fn routes() -> Router<Arc<Server>> {
    Router::new()
        .route("/run", get(async || assets::page("Runs", "run")))
        .route("/assets/report.css", get(style))
        .route("/api/runs", get(runs))
        .route("/api/runs/last", get(last))
        .route("/api/runs/in/{name}", get(within))
        .route("/api/live", get(events))
}

async fn style() -> Response {
    ([(CONTENT_TYPE, "text/css; charset=utf-8")], STYLE).into_response()
}

/// Converts parts of the page to JSON: the identifiers of all parts in order, and the elements of the parts
/// in `sent`.
fn changes<'p>(parts: &[Arc<PagePart>], sent: impl Iterator<Item = &'p Arc<PagePart>>) -> Value {
    let order: Vec<&str> = parts.iter().map(|part| part.id.as_str()).collect();
    let sent: Map<String, Value> = sent.map(|part| (part.id.clone(), part.html.clone().into())).collect();
    json!({ "order": order, "parts": sent })
}

/// Runs blocking work, such as reading files.
async fn read<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Problem> {
    spawn_blocking(work)
        .await
        .map_err(|_| Problem::wrong("the server panicked while reading the runs; this is a bug"))
}

/// Returns the list of runs.
async fn runs(State(server): State<Arc<Server>>) -> Result<Json<Value>, Problem> {
    let live = server.watched.is_some();
    let Some(past) = server.runs.clone() else { return Ok(Json(json!({ "live": live, "list": null }))) };
    let list = read(move || past.list(PAST)).await?;
    Ok(Json(json!({ "live": live, "list": list.map(|list| list.html) })))
}

async fn last(State(server): State<Arc<Server>>) -> Result<Json<Value>, Problem> {
    past(server.runs.clone(), None).await
}

async fn within(
    State(server): State<Arc<Server>>,
    PathVariable(name): PathVariable,
) -> Result<Json<Value>, Problem> {
    past(server.runs.clone(), Some(name)).await
}

/// Returns a past run.
async fn past(runs: Option<Runs>, name: Option<String>) -> Result<Json<Value>, Problem> {
    let runs = runs.ok_or_else(|| Problem::absent("no directory of runs was given to bustan serve"))?;
    let asked = name.clone();
    let shown = read(move || runs.shown(asked.as_deref(), STEPS)).await?.map_err(Problem::wrong)?;
    let parts = shown.ok_or_else(|| match name {
        Some(name) => Problem::absent(format!("unknown run {name:?}")),
        None => Problem::absent("the directory of runs contains no reports"),
    })?;
    Ok(Json(changes(&parts, parts.iter())))
}

/// Streams the content of the page of the run in progress: first everything, then changes. A slow client
/// skips intermediate states and gets the latest. The stream ends together with the run.
async fn events(
    State(server): State<Arc<Server>>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let watched = server.watched.clone().ok_or_else(|| Problem::absent("no run is in progress"))?;
    let watcher = Watcher::new(watched);
    let mut ticks = interval(TICK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let shown = IntervalStream::new(ticks).then(move |_| {
        let watched = Arc::clone(&watcher.0);
        async move { spawn_blocking(move || watched.shown()).await.unwrap_or_default() }
    });
    let mut before: Option<PageContents> = None;
    let changes = shown
        .map_while(move |now| {
            if before.as_ref().is_some_and(|before| before.over) {
                return None;
            }
            let old = before.as_ref().map_or(&[][..], |before| &before.parts);
            let same = |part: &&Arc<PagePart>| old.iter().any(|old| Arc::ptr_eq(old, part));
            let changed: Vec<&Arc<PagePart>> = now.parts.iter().filter(|part| !same(part)).collect();
            let quiet = changed.is_empty() && old.len() == now.parts.len() && !now.over;
            let event = (!quiet).then(|| {
                let name = if now.over { "over" } else { "changed" };
                Ok(Event::default().event(name).data(changes(&now.parts, changed.into_iter()).to_string()))
            });
            before = Some(now);
            Some(event)
        })
        .filter_map(|event| event);
    Ok(Sse::new(changes).keep_alive(KeepAlive::default()))
}
