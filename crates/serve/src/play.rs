//! The page for playing games.

use std::convert::Infallible;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::extract::{FromRequestParts, RawQuery, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use bustan_games::Registered;
use bustan_players::{Method, Spec};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio_stream::wrappers::WatchStream;
use tokio_stream::{Stream, StreamExt};

use crate::assets;
use crate::problem::{JsonBody, PathVariable, Problem};
use crate::room::{Chosen, Room, RoomState};
use crate::server::Server;
use crate::table::{Occupant, Refusal, Start, Table, table};
use crate::view::Answer;
use bustan_harness::erased::Overlay;

/// The maximum time that a computer player takes for a move.
const LONGEST: Duration = Duration::from_secs(60);

/// `SAMPLE`: The number of moves played before the board shown as a game's thumbnail. `STRIDE`: Move `n` of
/// the thumbnail is the legal move at index `n * STRIDE`, modulo the number of legal moves.
const SAMPLE: usize = 6;
const STRIDE: usize = 37;

/// The maximum number of targets in a request for a move, which is more than any move needs.
const MOST_STEPS: usize = 8;

/// The table that the URL of a request refers to.
struct RoomPath(Arc<Room>);

impl FromRequestParts<Arc<Server>> for RoomPath {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, server: &Arc<Server>) -> Result<Self, Problem> {
        let PathVariable(number) = PathVariable::from_request_parts(parts, server).await?;
        let wrong = |_| Problem::absent(format!("{number:?} is not the number of a table"));
        server.room(number.parse().map_err(wrong)?).map(Self)
    }
}

/// The routes of the page and of its requests.
pub(crate) fn routes() -> Router<Arc<Server>> {
    Router::new()
        .route("/", get(page))
        .route("/api/games", get(games))
        .route("/api/programs", get(programs))
        .route("/api/tables", post(open))
        .route("/api/tables/{number}", get(state))
        .route("/api/tables/{number}/events", get(events))
        .route("/api/tables/{number}/play", post(play))
        .route("/api/tables/{number}/preview", post(preview))
        .route("/api/tables/{number}/undo", post(undo))
        .route("/api/tables/{number}/redo", post(redo))
        .route("/api/tables/{number}/resign", post(resign))
        .route("/api/tables/{number}/pause", post(pause))
        .route("/api/tables/{number}/seats", post(seat))
        .route("/api/tables/{number}/hint", post(hint))
        .route("/api/tables/{number}/values", get(values))
        .route("/api/tables/{number}/record.txt", get(record))
        .route("/api/tables/{number}/board.svg", get(board))
}

async fn page() -> Html<String> {
    assets::page("Play", "play")
}

/// A game that can be played, as sent to pages.
#[derive(Serialize)]
struct Offer {
    game: &'static str,
    title: &'static str,
    players: Vec<String>,
    /// The names of setups, each with its words.
    setups: &'static [(&'static str, &'static str)],
    /// The options that the words of a setup may contain.
    options: &'static str,
    /// A thumbnail: the board after some moves, as an SVG document.
    svg: Option<String>,
}

impl Offer {
    fn new(game: &Registered) -> Self {
        let rules = game.rules;
        Self {
            game: rules.name(),
            title: rules.title(),
            players: rules.players().iter().map(ToString::to_string).collect(),
            setups: rules.setups(),
            options: rules.options(),
            svg: sample(game),
        }
    }
}

/// Draws the board after [`SAMPLE`] moves.
fn sample(game: &Registered) -> Option<String> {
    let mut engine = game.fast.engine();
    for ply in 0..SAMPLE {
        let legal = engine.legal_moves()?;
        let Some((player, mv)) = engine.turn().zip(legal.get(ply * STRIDE % legal.len().max(1))) else {
            break;
        };
        engine.play(player, mv).ok()?;
    }
    if engine.turn().is_none() {
        engine.undo();
    }
    Some(engine.observe()?.svg(&Overlay { touch: true, ..Overlay::default() }))
}

async fn games() -> Json<&'static [Offer]> {
    static OFFERS: LazyLock<Vec<Offer>> =
        LazyLock::new(|| bustan_games::all().iter().map(Offer::new).collect());
    Json(&OFFERS)
}

/// Returns the programs that can be seated: for each, its name and the only game in which it is available, or
/// `null`.
async fn programs(State(server): State<Arc<Server>>) -> Json<Value> {
    let told = server.guests.iter().map(|guest| json!({ "name": guest.name(), "game": guest.game() }));
    Json(told.collect())
}

/// A request to start a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Opening {
    game: String,
    /// The words of a setup.
    setup: Option<String>,
    position: Option<String>,
    record: Option<String>,
    /// The text of a position or a record.
    text: Option<String>,
    /// The players in the seats: `human`, the name of a program of the server, or a computer player. A
    /// missing seat is that of a human player.
    #[serde(default)]
    seats: Vec<String>,
}

async fn open(
    State(server): State<Arc<Server>>,
    JsonBody(asked): JsonBody<Opening>,
) -> Result<Json<Value>, Problem> {
    let given = [&asked.setup, &asked.position, &asked.record, &asked.text];
    if given.into_iter().flatten().count() > 1 {
        return Err(Problem::wrong("a game begins with one of setup, position, record and text"));
    }
    let seed = random()?;
    Ok(match opened(&server, &asked, seed) {
        Ok(room) => Json(json!({ "table": server.open(room) })),
        Err(words) => attempted(Err(Refusal::of_text(words))),
    })
}

fn opened(server: &Server, asked: &Opening, seed: u64) -> Result<Arc<Room>, String> {
    let players = players(server, &asked.game, &asked.seats)?;
    let table = match (&asked.position, &asked.record) {
        (Some(position), _) => table(&asked.game, Start::Position(position)),
        (_, Some(record)) => table(&asked.game, Start::Record(record)),
        _ => started(&asked.game, asked.setup.as_deref(), asked.text.as_deref(), seed),
    }?;
    let room = Room::new(table, Arc::clone(&server.thinkers));
    room.seat(&players, seed)?;
    Ok(room)
}

/// Returns a table at the position or the final position of the record `text`. Without a text, uses the words
/// of the setup.
pub(crate) fn started(
    game: &str,
    setup: Option<&str>,
    text: Option<&str>,
    seed: u64,
) -> Result<Box<dyn Table>, String> {
    table(game, text.map_or(Start::Words(setup.unwrap_or_default(), seed), Start::Record))
}

/// Parses the players in the seats.
fn players(server: &Server, game: &str, seats: &[String]) -> Result<Vec<Occupant>, String> {
    let sitter = |seat: &String| match server.guests.iter().find(|guest| guest.name() == seat) {
        _ if seat == "human" => Ok(Occupant::Person),
        Some(guest) => Ok(Occupant::Program(Box::new(guest.clone()))),
        None => player(server, game, seat).map(Occupant::Player),
    };
    seats.iter().map(sitter).collect()
}

/// Parses a computer player, and limits its time per move. It must not read files other than those specified
/// for the server.
fn player(server: &Server, game: &str, text: &str) -> Result<Spec, String> {
    let mut spec = bounded(game, text)?;
    if let Method::Solved(path) = &spec.method {
        let known = server.databases.iter().any(|(_, database)| database == path);
        return if known { Ok(spec) } else { Err(format!("{text}: the server was not given this file")) };
    }
    spec.limits.time = Some(spec.limits.time.map_or(LONGEST, |time| time.min(LONGEST)));
    Ok(spec)
}

/// Parses a computer player. A level stands for a different player, which depends on the game.
fn bounded(game: &str, text: &str) -> Result<Spec, String> {
    let spec = text.parse::<Spec>().map_err(|error| error.to_string())?;
    let game = bustan_games::find(game).ok_or_else(|| format!("unknown game {game:?}"))?;
    spec.in_game(game.rules.levels()).map_err(|error| error.to_string())
}

pub(crate) fn random() -> Result<u64, Problem> {
    getrandom::u64().map_err(|error| Problem::wrong(format!("no random numbers available: {error}")))
}

/// Returns the game. With the query `flipped`, the board is drawn from the side of the second player.
async fn state(RoomPath(room): RoomPath, RawQuery(query): RawQuery) -> Json<RoomState> {
    Json(room.state(query.as_deref() == Some("flipped")))
}

/// Sends the number of the last change, immediately and after every change.
async fn events(RoomPath(room): RoomPath) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let changes = WatchStream::new(room.watch());
    let events = changes.map(|version| Ok(Event::default().event("changed").data(version.to_string())));
    Sse::new(events).keep_alive(KeepAlive::default())
}

/// A request to make a move: its text, or the targets that were clicked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Move {
    #[serde(rename = "move")]
    text: Option<String>,
    steps: Option<Vec<String>>,
    /// The version of the game on which the user's decision was based.
    version: Option<u64>,
}

/// Returns the response to an attempted move. A refusal is a successful response.
pub(crate) fn attempted(attempt: Result<(), Refusal>) -> Json<Value> {
    Json(match attempt {
        Ok(()) => json!({ "refused": null }),
        Err(Refusal { words, reason, rule }) => {
            json!({ "refused": { "words": words, "reason": reason, "rule": rule } })
        }
    })
}

async fn play(RoomPath(room): RoomPath, JsonBody(asked): JsonBody<Move>) -> Result<Json<Value>, Problem> {
    let attempt = match &asked {
        Move { text: Some(text), steps: None, version } => room.play(*version, Chosen::Text(text)),
        Move { text: None, steps: Some(steps), version } => {
            room.play(*version, Chosen::Steps(&checked(steps)?))
        }
        _ => return Err(Problem::wrong("a move is given by one of move and steps")),
    };
    Ok(attempted(attempt))
}

/// Returns the targets as texts, if there are not too many.
fn checked(steps: &[String]) -> Result<Vec<&str>, Problem> {
    if steps.len() > MOST_STEPS {
        return Err(Problem::wrong(format!("no move takes {} steps", steps.len())));
    }
    Ok(steps.iter().map(String::as_str).collect())
}

/// A request to preview a move.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Steps {
    steps: Vec<String>,
    #[serde(default)]
    flipped: bool,
}

async fn preview(RoomPath(room): RoomPath, JsonBody(asked): JsonBody<Steps>) -> Result<Json<Value>, Problem> {
    let preview = room.preview(&checked(&asked.steps)?, asked.flipped);
    Ok(Json(json!({ "preview": preview })))
}

async fn undo(RoomPath(room): RoomPath) -> Json<Value> {
    attempted(room.undo().map_err(Refusal::of_text))
}

async fn redo(RoomPath(room): RoomPath) -> Json<Value> {
    attempted(room.redo().map_err(Refusal::of_text))
}

async fn resign(RoomPath(room): RoomPath) -> Json<Value> {
    attempted(room.resign().map_err(Refusal::of_text))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pause {
    paused: bool,
}

async fn pause(RoomPath(room): RoomPath, JsonBody(asked): JsonBody<Pause>) -> Result<Json<Value>, Problem> {
    room.pause(asked.paused);
    Ok(attempted(Ok(())))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Seats {
    seats: Vec<String>,
}

async fn seat(
    State(server): State<Arc<Server>>,
    RoomPath(room): RoomPath,
    JsonBody(asked): JsonBody<Seats>,
) -> Result<Json<Value>, Problem> {
    let seed = random()?;
    let seated = players(&server, room.game(), &asked.seats);
    Ok(attempted(seated.and_then(|players| room.seat(&players, seed)).map_err(Refusal::of_text)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hint {
    player: String,
}

async fn hint(
    State(server): State<Arc<Server>>,
    RoomPath(room): RoomPath,
    JsonBody(asked): JsonBody<Hint>,
) -> Result<Json<Value>, Problem> {
    let seed = random()?;
    let answer = match player(&server, room.game(), &asked.player) {
        Ok(player) => room.hint(&player, seed).await,
        Err(words) => Err(words),
    };
    Ok(match answer {
        Ok(answer) => Json(json!({ "answer": answer })),
        Err(words) => attempted(Err(Refusal::of_text(words))),
    })
}

/// Returns the values of all moves, if a file of solved positions contains them or the position can be
/// solved. Otherwise, `unknown` contains the reason.
async fn values(State(server): State<Arc<Server>>, RoomPath(room): RoomPath) -> Result<Json<Value>, Problem> {
    for (_, path) in server.databases.iter().filter(|(game, _)| game == room.game()) {
        let spec = format!("solved:{}", path.display()).parse::<Spec>().map_err(Problem::wrong)?;
        if let Ok(answer) = room.hint(&spec, 0).await {
            return Ok(known(&answer));
        }
    }
    Ok(room.values().await.map_or_else(|words| Json(json!({ "unknown": words })), |answer| known(&answer)))
}

fn known(answer: &Answer) -> Json<Value> {
    Json(json!(answer))
}

async fn record(RoomPath(room): RoomPath) -> Response {
    file(&format!("{}.txt", room.game()), "text/plain; charset=utf-8", room.record() + "\n")
}

async fn board(RoomPath(room): RoomPath) -> Result<Response, Problem> {
    let svg = room.svg().ok_or_else(|| Problem::wrong("the engine does not report the position"))?;
    Ok(file(&format!("{}.svg", room.game()), "image/svg+xml", svg))
}

/// Returns a file for download.
fn file(name: &str, kind: &'static str, content: String) -> Response {
    let disposition = format!("attachment; filename=\"{name}\"");
    ([(CONTENT_TYPE, kind.to_string()), (CONTENT_DISPOSITION, disposition)], content).into_response()
}
