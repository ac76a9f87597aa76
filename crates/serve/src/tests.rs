mod composing;
mod requests;
mod runs;

use std::net::SocketAddr;
use std::num::NonZeroUsize;

use axum::body::Body;
use axum::http::{Request, StatusCode, request};
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Json, Router};
use bustan_games::{GAMES, find};
use bustan_harness::erased::Rules;
use http_body_util::BodyExt;
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tower::ServiceExt;

use super::*;

const LOOPBACK: &str = "127.0.0.1:4000";

fn pages() -> Router {
    Router::new()
        .route("/", get(async || "first page"))
        .route("/say", post(async |Json(said): Json<Value>| said.to_string()))
}

fn guard(address: &str) -> Guard {
    Guard::new(Token::random().unwrap(), address.parse().unwrap())
}

/// The path of the first page.
fn path(guard: &Guard) -> String {
    format!("/{}", guard.url().splitn(4, '/').nth(3).unwrap())
}

async fn ask(guard: &Guard, request: request::Builder, body: impl Into<Body>) -> Response {
    shielded(pages(), guard.clone()).oneshot(request.body(body.into()).unwrap()).await.unwrap()
}

async fn text(response: Response) -> String {
    String::from_utf8(response.into_body().collect().await.unwrap().to_bytes().to_vec()).unwrap()
}

async fn status_for_host(address: &str, host: &str) -> StatusCode {
    let guard = guard(address);
    ask(&guard, Request::get(path(&guard)).header("host", host), "").await.status()
}

#[tokio::test]
async fn pages_stand_below_the_token() {
    let guard = guard(LOOPBACK);
    let answer = ask(&guard, Request::get(path(&guard)).header("host", LOOPBACK), "").await;
    assert_eq!(answer.status(), StatusCode::OK);
    assert_eq!(text(answer).await, "first page");
    let other = path(&self::guard(LOOPBACK));
    let shorter = format!("{}/", &path(&guard)[..32]);
    for wrong in ["/", "/say", "//", "/%00/", "/{token}/", &other, &shorter] {
        let answer = ask(&guard, Request::get(wrong).header("host", LOOPBACK), "").await;
        assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{wrong}");
        assert!(text(answer).await.contains("token"), "{wrong}");
    }
}

#[tokio::test]
async fn host_must_be_the_own_address() {
    for host in [LOOPBACK, "localhost:4000", "LOCALHOST:4000"] {
        assert_eq!(status_for_host(LOOPBACK, host).await, StatusCode::OK, "{host}");
    }
    let wrong = [
        "",
        "example.org:4000",
        "127.0.0.1",
        "127.0.0.1:4001",
        "a@127.0.0.1:4000",
        "10.0.0.1:4000",
        "[",
        ":4000",
    ];
    for host in wrong {
        assert_eq!(status_for_host(LOOPBACK, host).await, StatusCode::MISDIRECTED_REQUEST, "{host}");
    }
    assert_eq!(status_for_host("[::1]:80", "[::1]").await, StatusCode::OK);
    assert_eq!(status_for_host("0.0.0.0:4000", "10.0.0.1:4000").await, StatusCode::OK);
    assert_eq!(status_for_host("0.0.0.0:4000", "example.org:4000").await, StatusCode::MISDIRECTED_REQUEST);
    assert_eq!(status_for_host("10.0.0.1:4000", "localhost:4000").await, StatusCode::MISDIRECTED_REQUEST);
    let guard = guard(LOOPBACK);
    let none = ask(&guard, Request::get(path(&guard)), "").await;
    assert_eq!(none.status(), StatusCode::MISDIRECTED_REQUEST);
    let twice = Request::get(path(&guard)).header("host", LOOPBACK).header("host", LOOPBACK);
    assert_eq!(ask(&guard, twice, "").await.status(), StatusCode::MISDIRECTED_REQUEST);
}

#[tokio::test]
async fn other_pages_cannot_ask() {
    let guard = guard(LOOPBACK);
    let from = |origin: &str| Request::get(path(&guard)).header("host", LOOPBACK).header("origin", origin);
    assert_eq!(ask(&guard, from("http://127.0.0.1:4000"), "").await.status(), StatusCode::OK);
    for origin in ["null", "", "http://127.0.0.1:4001", "https://127.0.0.1:4000", "http://localhost:4000"] {
        assert_eq!(ask(&guard, from(origin), "").await.status(), StatusCode::FORBIDDEN, "{origin}");
    }
    let twice = from("http://127.0.0.1:4000").header("origin", "http://example.org");
    assert_eq!(ask(&guard, twice, "").await.status(), StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn bodies_are_limited_and_bad_ones_refused() {
    let guard = guard(LOOPBACK);
    let say = || {
        let request = Request::post(format!("{}say", path(&guard))).header("host", LOOPBACK);
        request.header("content-type", "application/json")
    };
    assert_eq!(text(ask(&guard, say(), "[1]").await).await, "[1]");
    assert_eq!(ask(&guard, say(), "[1").await.status(), StatusCode::BAD_REQUEST);
    assert_eq!(ask(&guard, say(), vec![0xff; 9]).await.status(), StatusCode::BAD_REQUEST);
    let sized = |length: usize| format!("\"{}\"", "a".repeat(length - 2));
    assert_eq!(ask(&guard, say(), sized(MOST_BYTES)).await.status(), StatusCode::OK);
    assert_eq!(ask(&guard, say(), sized(MOST_BYTES + 1)).await.status(), StatusCode::PAYLOAD_TOO_LARGE);
    let announced = say().header("content-length", "99999999999");
    let answer = ask(&guard, announced, "1").await;
    assert_eq!(answer.status(), StatusCode::PAYLOAD_TOO_LARGE);
    let told: Value = serde_json::from_str(&text(answer).await).unwrap();
    assert_eq!(told["error"], "the request is longer than 262144 bytes");
}

#[tokio::test]
async fn every_answer_forbids_what_is_not_the_servers_own() {
    let guard = guard(LOOPBACK);
    for path in [path(&guard), format!("{}none", path(&guard)), "/".into()] {
        let answer = ask(&guard, Request::get(&path).header("host", LOOPBACK), "").await;
        let policy = answer.headers()["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{path}: {policy}");
        assert_eq!(answer.headers()["x-content-type-options"], "nosniff", "{path}");
        assert_eq!(answer.headers()["referrer-policy"], "no-referrer", "{path}");
    }
}

#[tokio::test]
async fn the_server_answers_over_a_socket_and_stops_when_asked() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address: SocketAddr = listener.local_addr().unwrap();
    let guard = guard(&address.to_string());
    let first = path(&guard);
    let visit = async {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let request = format!("GET {first} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with("first page"), "{answer}");
    };
    run(listener, shielded(pages(), guard.clone()), visit).await.unwrap();
    assert!(TcpStream::connect(address).await.is_err(), "the server still listens");
}

#[test]
fn the_address_can_be_opened_and_the_token_is_not_logged() {
    let everywhere = guard("0.0.0.0:4000");
    assert!(everywhere.url().starts_with("http://127.0.0.1:4000/"));
    assert!(guard("[::]:4000").url().starts_with("http://[::1]:4000/"));
    assert!(!format!("{everywhere:?}").contains(path(&everywhere).trim_matches('/')));
}

#[test]
fn the_session_unused_for_longest_is_dropped() {
    let mut sessions = Sessions::new(NonZeroUsize::new(2).unwrap());
    let (first, second) = (sessions.open("first"), sessions.open("second"));
    assert_eq!(sessions.get(first), Some(&mut "first"));
    let third = sessions.open("third");
    assert_eq!(sessions.get(second), None);
    assert_eq!(sessions.get(first), Some(&mut "first"));
    assert_eq!(sessions.get(third), Some(&mut "third"));
    assert_eq!(sessions.get(u64::MAX), None);
}

fn rules(name: &str) -> Rules {
    find(name).unwrap().rules
}

/// Returns the number of moves of a record, after checking that the record prints exactly as it was read.
fn plies_of(name: &str, text: &str) -> usize {
    let record = rules(name).record(text).unwrap();
    assert_eq!(record.to_string(), text, "{name}");
    record.moves.len()
}

/// Plays a game to its end or for 200 plies, undoes and redoes all moves, and parses its record.
fn play_through(name: &str, words: &str) {
    let mut table = table(name, Start::Words(words, 7)).unwrap();
    let mut pictures = vec![table.svg().unwrap()];
    while table.turn().is_some() && pictures.len() <= 200 {
        let legal = table.legal_moves().unwrap();
        let mv = &legal[pictures.len() * 7 % legal.len()];
        assert_eq!(table.play(mv), Ok(()), "{name}: {mv}");
        pictures.push(table.svg().unwrap());
    }
    let plies = pictures.len() - 1;
    assert!(plies > 2, "{name}");
    let text = table.record();
    assert_eq!(plies_of(name, &text), plies);
    for picture in pictures[..plies].iter().rev() {
        assert!(table.undo(), "{name}");
        assert_eq!(table.svg().as_ref(), Some(picture), "{name}");
    }
    assert!(!table.undo(), "{name}");
    for picture in &pictures[1..] {
        assert!(table.redo(), "{name}");
        assert_eq!(table.svg().as_ref(), Some(picture), "{name}");
    }
    assert!(!table.redo(), "{name}");
    assert_eq!(table.record(), text, "{name}");
    assert!(table.play("<script>").is_err(), "{name}");
    assert_eq!(table.record(), text, "{name}");
    let again = super::table(name, Start::Record(&text)).unwrap();
    assert_eq!(again.svg().as_ref(), pictures.last(), "{name}");
}

#[test]
fn games_are_played_taken_back_and_made_once_more() {
    for name in GAMES {
        play_through(name, if *name == "tictactoe" { "misere" } else { "" });
    }
}

/// Whether the targets of a move can be clicked one after the other, in the tree of targets.
fn touched(tree: &Value, steps: &[String]) -> bool {
    let mut at = Some(tree);
    for step in steps {
        at = at.and_then(|at| at.get(step));
    }
    at.is_some_and(Value::is_null)
}

#[test]
fn every_legal_move_is_chosen_by_targets_and_every_cell_is_one() {
    for name in GAMES {
        let mut table = table(name, Start::Words("", 3)).unwrap();
        for ply in 0..60 {
            if table.turn().is_none() {
                break;
            }
            let view = table.view(true, false);
            let tree = view.moves.unwrap();
            let legal = table.legal_moves().unwrap();
            let mut leaves = 0;
            count(&tree, &mut leaves);
            assert_eq!(leaves, legal.len(), "{name}: targets of one move begin with those of another");
            let mv = &legal[ply * 31 % legal.len()];
            let steps = steps_of(name, mv);
            assert!(touched(&tree, &steps), "{name}: {mv}");
            let svg = view.svg.unwrap();
            let beside = |item: &Item| {
                item.target == steps[0] || item.then.iter().any(|then| steps.contains(&then.target))
            };
            for step in &steps {
                let there = svg.contains(&format!("data-target=\"{step}\""));
                let tray = view.tray.iter().any(beside);
                assert!(
                    there || tray || step.chars().all(|c| c.is_alphabetic() || c == ' '),
                    "{name}: {step}"
                );
            }
            let steps: Vec<&str> = steps.iter().map(String::as_str).collect();
            let preview = table.preview(&steps, false).unwrap();
            let ends_on_cell = svg.contains(&format!("data-target=\"{}\"", steps[steps.len() - 1]));
            assert_eq!(preview.svg.contains("data-ghost"), ends_on_cell, "{name}: {mv}");
            assert_eq!(table.touch(&steps), Ok(()), "{name}: {mv}");
            assert_eq!(&table.view(false, false).history.last().unwrap().1, mv, "{name}");
        }
    }
}

/// The number of leaves of a tree of targets.
fn count(tree: &Value, leaves: &mut usize) {
    match tree.as_object() {
        None => *leaves += 1,
        Some(members) => members.values().for_each(|member| count(member, leaves)),
    }
}

/// The targets that select a move.
fn steps_of(name: &str, mv: &str) -> Vec<String> {
    let mv = rules(name).mv(mv).unwrap();
    let steps = mv.steps();
    let aimed = rules(name).aim(&steps.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(aimed.as_ref(), Some(&mv), "{name}");
    steps
}

#[test]
fn every_reason_cites_a_rule_that_is_there() {
    for name in GAMES {
        let path = format!("{}/../../docs/rules/{name}.md", env!("CARGO_MANIFEST_DIR"));
        let document = std::fs::read_to_string(path).unwrap();
        let reasons = rules(name).reasons();
        assert!(!reasons.is_empty(), "{name}");
        for rule in reasons.iter().map(|reason| reason.why().unwrap().rule) {
            assert!(document.contains(&format!("\n- {rule} ")), "{name} has no rule {rule}");
        }
    }
}

#[test]
fn every_setup_that_is_offered_begins_a_game() {
    for name in GAMES {
        let setups = rules(name).setups();
        assert_eq!(
            table(name, Start::Words(setups[0].1, 1)).unwrap().record(),
            table(name, Start::Words("", 1)).unwrap().record(),
            "{name}: the first setup is the standard one"
        );
        for (label, words) in setups {
            assert!(table(name, Start::Words(words, 1)).is_ok(), "{name}: {label}");
        }
    }
}

#[test]
fn illegal_moves_are_reported_and_change_nothing() {
    let mut table = table("tictactoe", Start::Words("", 0)).unwrap();
    let mv = table.legal_moves().unwrap().remove(0);
    table.play(&mv).unwrap();
    let (record, turn) = (table.record(), table.turn());
    let refusal = table.play(&mv).unwrap_err();
    assert_eq!((refusal.reason.as_deref(), refusal.rule), (Some("occupied"), Some("1.2")));
    assert!(table.play("P63i9").is_err());
    assert!(table.touch(&["a1", "a2"]).unwrap_err().words.contains("click an empty cell"));
    assert_eq!((table.record(), table.turn()), (record, turn));
    assert!(table.undo());
    let other = table.legal_moves().unwrap().remove(1);
    table.play(&other).unwrap();
    assert!(!table.redo(), "a new move forgets what was taken back");
    assert!(super::table("tictactoe", Start::Words("none", 0)).is_err());
}

#[test]
fn a_swap_exchanges_the_seats_until_it_is_taken_back() {
    let mut table = table("margo", Start::Words("4 swap", 0)).unwrap();
    table.seat(1, &Occupant::Player("uniform".parse().unwrap()), 0).unwrap();
    let seated =
        |table: &dyn Table| table.seats().into_iter().map(|(_, seat)| seat.is_some()).collect::<Vec<_>>();
    table.play("A1").unwrap();
    assert_eq!(seated(&*table), [false, true]);
    table.play("swap").unwrap();
    assert_eq!(seated(&*table), [true, false]);
    table.undo();
    assert_eq!(seated(&*table), [false, true]);
    table.redo();
    assert_eq!(seated(&*table), [true, false]);
}
