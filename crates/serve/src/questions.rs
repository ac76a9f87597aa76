//! The pages about two engines side by side: findings, a game in lockstep, and move counts.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::task::spawn_blocking;
use tokio::time::interval;
use tokio_stream::wrappers::IntervalStream;
use tokio_stream::{Stream, StreamExt};

use crate::problem::{self, PathVariable, Problem};
use crate::server::Server;
use crate::{Pair, PairQuery, assets};

/// The interval at which the files of programs are checked for changes.
const LOOK: Duration = Duration::from_millis(300);

/// The routes of the pages and of their requests.
pub(crate) fn routes() -> Router<Arc<Server>> {
    Router::new()
        .route("/findings", get(async || assets::page("Findings", "findings")))
        .route("/lockstep", get(async || assets::page("Lockstep", "lockstep")))
        .route("/divide", get(async || assets::page("Divide", "divide")))
        .route("/api/pair", get(about))
        .route("/api/pair/events", get(events))
        .route("/api/pair/findings", get(findings))
        .route("/api/pair/findings/{name}", get(finding))
        .route("/api/pair/step", post(step))
        .route("/api/pair/shrink", post(shrink))
        .route("/api/pair/divide", post(divide))
}

/// A pending query. It is dropped when the response is ready, or when the client no longer waits for it.
struct PendingQuestion(Arc<AtomicBool>);

impl Drop for PendingQuestion {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Queries the engines, once the number of parallel queries permits it. The query is notified when the client
/// no longer waits for the response.
async fn answer(
    server: &Server,
    question: impl FnOnce(&dyn Pair, &Arc<AtomicBool>) -> Result<Value, String> + Send + 'static,
) -> Result<Json<Value>, Problem> {
    let place =
        Arc::clone(&server.places).acquire_owned().await.map_err(|_| Problem::wrong("the server ends"))?;
    let pair = Arc::clone(&server.pair);
    let asker = PendingQuestion(Arc::default());
    let unneeded = Arc::clone(&asker.0);
    let answered = spawn_blocking(move || {
        let _place = place;
        question(&*pair, &unneeded)
    });
    let answered = answered.await.unwrap_or_else(|_| Err("the server panicked; this is a bug".into()));
    // An error message about the engines is still a successful response.
    Ok(Json(answered.unwrap_or_else(|words| json!({ "error": words }))))
}

async fn about(State(server): State<Arc<Server>>) -> Json<Value> {
    Json(server.pair.about())
}

/// Sends an event whenever the files of the programs under test change.
async fn events(State(server): State<Arc<Server>>) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let pair = Arc::clone(&server.pair);
    let mut last = pair.stamp();
    let changes = IntervalStream::new(interval(LOOK)).filter_map(move |_| {
        let now = pair.stamp();
        (std::mem::replace(&mut last, now) != now)
            .then(|| Ok(Event::default().event("changed").data("program")))
    });
    Sse::new(changes).keep_alive(KeepAlive::default())
}

async fn findings(State(server): State<Arc<Server>>) -> Result<Json<Value>, Problem> {
    answer(&server, |pair, _| pair.findings()).await
}

async fn finding(
    State(server): State<Arc<Server>>,
    PathVariable(name): PathVariable,
) -> Result<Json<Value>, Problem> {
    answer(&server, move |pair, _| pair.finding(&name)).await
}

async fn step(
    State(server): State<Arc<Server>>,
    problem::JsonBody(asked): problem::JsonBody<PairQuery>,
) -> Result<Json<Value>, Problem> {
    answer(&server, move |pair, unneeded| pair.step(asked, unneeded)).await
}

/// A request to shrink a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ShrinkRequest {
    game: String,
    record: String,
}

async fn shrink(
    State(server): State<Arc<Server>>,
    problem::JsonBody(ShrinkRequest { game, record }): problem::JsonBody<ShrinkRequest>,
) -> Result<Json<Value>, Problem> {
    answer(&server, move |pair, _| pair.shrink(&game, &record)).await
}

/// A request to count sequences of moves after a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CountRequest {
    game: String,
    record: String,
    /// The number of moves; `None` selects a suitable number.
    depth: Option<u32>,
}

async fn divide(
    State(server): State<Arc<Server>>,
    problem::JsonBody(CountRequest { game, record, depth }): problem::JsonBody<CountRequest>,
) -> Result<Json<Value>, Problem> {
    answer(&server, move |pair, unneeded| pair.divide(&game, &record, depth, unneeded)).await
}
