//! Tests of requests to the pages through their guard, without a network: valid, invalid and very many
//! requests.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::*;
use crate::NoPair;
use crate::table::Table;

/// The pages of a server, as requested by a browser.
#[derive(Clone)]
pub(super) struct Client {
    router: Router,
    pub(super) path: String,
}

impl Client {
    pub(super) fn new() -> Self {
        Self::of(Server::new(Vec::new(), Arc::new(NoPair)))
    }

    pub(super) fn of(server: Arc<Server>) -> Self {
        let guard = guard(LOOPBACK);
        let path = path(&guard);
        Self { router: shielded(crate::pages(server), guard), path }
    }

    /// The response to a request for a page, as a stream.
    pub(super) async fn stream(&self, path: &str) -> Response {
        let request =
            Request::get(format!("{}{path}", self.path)).header("host", LOOPBACK).body(Body::empty());
        self.router.clone().oneshot(request.unwrap()).await.unwrap()
    }

    pub(super) async fn send(&self, method: &str, path: &str, body: impl Into<Body>) -> (StatusCode, String) {
        let request = Request::builder().method(method).uri(path).header("host", LOOPBACK);
        let request = request.header("content-type", "application/json").body(body.into()).unwrap();
        let response = self.router.clone().oneshot(request).await.unwrap();
        (response.status(), text(response).await)
    }

    pub(super) async fn get(&self, path: &str) -> Value {
        let (status, text) = self.send("GET", &format!("{}{path}", self.path), "").await;
        assert_eq!(status, StatusCode::OK, "{path}: {text}");
        serde_json::from_str(&text).unwrap()
    }

    pub(super) async fn post(&self, path: &str, body: Value) -> Value {
        let (status, text) = self.send("POST", &format!("{}{path}", self.path), body.to_string()).await;
        assert_eq!(status, StatusCode::OK, "{path} {body}: {text}");
        serde_json::from_str(&text).unwrap()
    }

    async fn open(&self, opening: Value) -> String {
        let opened = self.post("api/tables", opening).await;
        format!("api/tables/{}", opened["table"].as_u64().unwrap_or_else(|| panic!("{opened}")))
    }

    /// The state of a table once no player is computing.
    async fn settled(&self, table: &str) -> Value {
        loop {
            let told = self.get(table).await;
            if told["thinking"] == json!(false) {
                return told;
            }
            sleep(Duration::from_millis(5)).await;
        }
    }
}

/// Random numbers for tests.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }

    pub(super) fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.roll(all.len())]
    }
}

pub(super) fn words<'a>(told: &'a Value, key: &str) -> &'a str {
    told[key].as_str().unwrap_or_else(|| panic!("{key} in {told}"))
}

#[tokio::test]
async fn the_page_and_its_files_are_there() {
    let client = Client::new();
    let (status, page) = client.send("GET", &client.path, "").await;
    assert!(status == StatusCode::OK && page.contains("assets/play.js"), "{page}");
    for file in ["play.js", "common.js", "board.js", "table.js", "lobby.js", "style.css", "icon.svg"] {
        let (status, text) = client.send("GET", &format!("{}assets/{file}", client.path), "").await;
        assert!(status == StatusCode::OK && !text.is_empty(), "{file}");
    }
    for file in
        ["none.js", "shell.html", "..%2fCargo.toml", "../src/lib.rs", "%2e%2e/src/lib.rs", "a.js/b", ".js"]
    {
        let (status, text) = client.send("GET", &format!("{}assets/{file}", client.path), "").await;
        assert!(status == StatusCode::NOT_FOUND && !text.contains("edition"), "{file}: {text}");
    }
}

#[tokio::test]
async fn what_is_too_long_is_refused_as_all_else_is() {
    let client = Client::new();
    let path = format!("{}api/tables", client.path);
    let long = "x".repeat(MOST_BYTES + 1);
    // Sends the request with and without a length.
    let stream = Body::from_stream(tokio_stream::iter([Ok::<_, io::Error>(long.clone())]));
    for body in [Body::from(long), stream] {
        let (status, text) = client.send("POST", &path, body).await;
        assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE, "{text}");
        let told: Value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{text}"));
        assert!(!words(&told, "error").is_empty(), "{text}");
    }
    assert_eq!(client.get("api/alive").await, json!(true));
}

#[tokio::test]
async fn a_person_plays_against_a_player_and_takes_back() {
    let client = Client::new();
    let table = client.open(json!({"game": "tictactoe", "seats": ["human", "alphabeta:9"]})).await;
    let play = format!("{table}/play");
    assert_eq!(client.post(&play, json!({"steps": ["a1"]})).await["refused"], json!(null));
    let told = client.settled(&table).await;
    assert_eq!((told["history"].as_array().unwrap().len(), &told["turn"]), (2, &json!(0)));
    let refused = client.post(&play, json!({"move": "a1"})).await;
    assert_eq!(
        (&refused["refused"]["reason"], &refused["refused"]["rule"]),
        (&json!("occupied"), &json!("1.2"))
    );
    let stale = client.post(&play, json!({"move": "c3", "version": 0})).await;
    assert!(words(&stale["refused"], "words").contains("position has changed"), "{stale}");
    client.post(&format!("{table}/undo"), json!({})).await;
    assert_eq!(client.get(&table).await["history"], json!([]));
    let nothing = client.post(&format!("{table}/undo"), json!({})).await;
    assert!(words(&nothing["refused"], "words").contains("no human move"), "{nothing}");
    client.post(&format!("{table}/redo"), json!({})).await;
    assert_eq!(client.settled(&table).await["history"], told["history"]);
    client.post(&format!("{table}/resign"), json!({})).await;
    let over = client.get(&table).await;
    assert_eq!((&over["over"], words(&over, "headline")), (&json!(true), "game over: x has resigned"));
    assert_eq!(over["moves"], json!(null));
    let late = client.post(&play, json!({"move": "c3"})).await;
    assert_eq!(words(&late["refused"], "words"), "the game is over");
}

#[tokio::test]
async fn a_game_that_was_given_up_goes_on_once_the_resignation_is_taken_back() {
    let client = Client::new();
    let table = client.open(json!({"game": "tictactoe"})).await;
    for mv in ["a1", "b2"] {
        client.post(&format!("{table}/play"), json!({"move": mv})).await;
    }
    for what in ["undo", "undo", "resign"] {
        client.post(&format!("{table}/{what}"), json!({})).await;
    }
    let refused = client.post(&format!("{table}/redo"), json!({})).await;
    assert!(words(&refused["refused"], "words").contains("take back the resignation"), "{refused}");
    assert_eq!(client.get(&table).await["history"], json!([]));
    for (what, length) in [("undo", 0), ("redo", 1), ("redo", 2)] {
        client.post(&format!("{table}/{what}"), json!({})).await;
        assert_eq!(client.get(&table).await["history"].as_array().unwrap().len(), length, "{what}");
    }
}

#[tokio::test]
async fn chess_is_typed_and_listed_in_algebraic_notation() {
    let client = Client::new();
    let table = client.open(json!({"game": "chess"})).await;
    let play =
        async |mv: &str| client.post(&format!("{table}/play"), json!({"move": mv})).await["refused"].clone();
    for mv in ["e4", "e7e5", "Nf3", "Nc6", "Bc4", "Bc5", "0-0"] {
        assert_eq!(play(mv).await, json!(null), "{mv}");
    }
    let told = client.get(&table).await;
    let written: Vec<&str> =
        told["history"].as_array().unwrap().iter().map(|made| made[2].as_str().unwrap()).collect();
    assert_eq!(written, ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "O-O"]);
    assert_eq!(told["history"][6][1], "e1g1");
    let refused = play("Nf3").await;
    assert!(words(&refused, "words").contains("Nf3"), "{refused}");
    assert_eq!(words(&play("e8g8").await, "reason"), "no-move");
    for what in ["undo", "redo"] {
        client.post(&format!("{table}/{what}"), json!({})).await;
    }
    assert_eq!(client.get(&table).await["history"], told["history"]);
}

#[tokio::test]
async fn a_board_is_drawn_from_either_side() {
    let client = Client::new();
    let table = client.open(json!({"game": "chess"})).await;
    let [white, black] = [client.get(&table).await, client.get(&format!("{table}?flipped")).await]
        .map(|told| told["svg"].clone());
    assert_ne!(white, black);
    let preview = async |flipped: bool| {
        let asked = json!({"steps": ["e2", "e4"], "flipped": flipped});
        client.post(&format!("{table}/preview"), asked).await["preview"]["svg"].clone()
    };
    assert_ne!(preview(false).await, preview(true).await);
    assert_eq!(client.get(&table).await["flips"], json!(true));
    let other = client.open(json!({"game": "margo"})).await;
    assert_eq!(client.get(&other).await["flips"], json!(false));
    let drawn = [client.get(&other).await, client.get(&format!("{other}?flipped")).await];
    assert_eq!(drawn[0]["svg"], drawn[1]["svg"]);
}

#[tokio::test]
async fn taking_back_ends_a_thought() {
    let client = Client::new();
    let table = client.open(json!({"game": "chess", "seats": ["human", "mcts:1000000000"]})).await;
    client.post(&format!("{table}/play"), json!({"move": "e2e4"})).await;
    assert_eq!(client.get(&table).await["thinking"], json!(true));
    let refused = client.post(&format!("{table}/play"), json!({"move": "e7e5"})).await;
    assert_eq!(words(&refused["refused"], "words"), "it is not a human player's turn");
    client.post(&format!("{table}/undo"), json!({})).await;
    let told = client.get(&table).await;
    assert_eq!((&told["thinking"], &told["history"]), (&json!(false), &json!([])));
    client.post(&format!("{table}/seats"), json!({"seats": ["human", "easy"]})).await;
    client.post(&format!("{table}/play"), json!({"move": "d2d4"})).await;
    let told = client.settled(&table).await;
    assert_eq!(told["history"].as_array().unwrap().len(), 2, "{}", told["trouble"]);
    assert_eq!(told["history"][0][1], "d2d4");
}

#[tokio::test]
async fn two_players_of_the_tooling_play_on_while_somebody_looks() {
    let client = Client::new();
    let opening = json!({"game": "tictactoe", "seats": ["uniform", "uniform"]});
    let table = client.open(opening).await;
    let looked = Request::get(format!("{}{table}/events", client.path)).header("host", LOOPBACK);
    let stream = client.router.clone().oneshot(looked.body(Body::empty()).unwrap()).await.unwrap();
    assert_eq!(stream.headers()["content-type"], "text/event-stream");
    loop {
        let told = client.settled(&table).await;
        if told["over"] == json!(true) {
            break;
        }
        assert_eq!(told["paused"], json!(false));
    }
    drop(stream);
    let table = client.open(json!({"game": "abrobad", "seats": ["uniform", "uniform"]})).await;
    while client.get(&table).await["paused"] == json!(false) {
        sleep(Duration::from_millis(20)).await;
    }
    assert!(client.get(&table).await["history"].as_array().unwrap().len() <= 2);
}

#[tokio::test]
async fn games_begin_by_setups_positions_and_records() {
    let client = Client::new();
    let history = async |opening: Value| {
        client.get(&client.open(opening).await).await["history"].as_array().unwrap().len()
    };
    assert_eq!(
        history(json!({"game": "margo", "setup": "4 swap", "seats": ["human", "easy", "easy"]})).await,
        0
    );
    assert_eq!(history(json!({"game": "chess", "record": "W[e2e4];B[e7e5]"})).await, 2);
    assert_eq!(history(json!({"game": "chess", "text": "1. e4 e5 2. Nf3"})).await, 3);
    assert_eq!(history(json!({"game": "chess", "text": "position startpos moves e2e4 e7e5"})).await, 2);
    assert_eq!(history(json!({"game": "chess", "text": "e2e4 e7e5 g1f3"})).await, 3);
    let epd = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01\";";
    assert_eq!(history(json!({"game": "chess", "text": epd})).await, 0);
    assert_eq!(history(json!({"game": "dominions", "text": "9 white 0 2 W63i9 B55h8"})).await, 0);
    for (opening, problem) in [
        (json!({"game": "go"}), "unknown game \"go\""),
        (json!({"game": "dominions", "setup": "10"}), "10"),
        (json!({"game": "chess", "position": "8/8/8/8/8/8/8/8 w - - 0 1"}), "king"),
        (
            json!({"game": "chess", "record": "W[e2e4];B[d2d4]"}),
            "ply 2: B[d2d4] is illegal: the piece is the opponent's",
        ),
        (json!({"game": "chess", "record": "B[e7e5]"}), "ply 1: B[e7e5] is illegal: not-your-turn"),
        (json!({"game": "chess", "text": "hello"}), "this is not a position"),
        (json!({"game": "chess", "text": "(;GM[1])"}), "this is a game in SGF, not a record of chess"),
        (json!({"game": "chess", "text": "1. e4 *\n\n1. d4 *"}), "another game begins here; keep one game"),
        (json!({"game": "chess", "seats": ["mcts:many"]}), "number of playouts"),
        (json!({"game": "chess", "seats": ["solved:/etc/passwd"]}), "the server was not given this file"),
        (json!({"game": "margo", "setup": "4 players 3", "seats": ["alphabeta:2"]}), "two players"),
    ] {
        let refused = client.post("api/tables", opening.clone()).await;
        assert!(words(&refused["refused"], "words").contains(problem), "{opening}: {refused}");
    }
}

#[tokio::test]
async fn values_of_moves_are_known_where_little_can_follow() {
    let client = Client::new();
    let of = async |opening: Value| {
        let table = client.open(opening).await;
        client.get(&format!("{table}/values")).await["moves"].clone()
    };
    let all = of(json!({"game": "tictactoe"})).await;
    assert_eq!(all.as_array().unwrap().len(), 9);
    assert!(all.as_array().unwrap().iter().all(|told| told[1]["outcome"] == "tie"), "{all}");
    let best = of(json!({"game": "abrobad"})).await;
    let winning: Vec<&Value> = best
        .as_array()
        .unwrap()
        .iter()
        .filter(|told| told[1]["remoteness"] == 15)
        .map(|told| &told[0]["move"])
        .collect();
    assert_eq!(winning, ["3", "5", "11"]);
    // The solution of Tribolo has a separate graph for each player.
    let leads = of(json!({"game": "tribolo", "setup": "3 3 seed 1"})).await;
    assert!(
        leads.as_array().is_some_and(|all| all.iter().all(|told| told[1]["lead"].is_number())),
        "{leads}"
    );
    for (opening, reason) in [
        (json!({"game": "chess"}), "solved"),
        (json!({"game": "margo", "setup": "3"}), "depends on the positions before"),
    ] {
        let table = client.open(opening).await;
        let told = client.get(&format!("{table}/values")).await;
        assert!(words(&told, "unknown").contains(reason), "{told}");
    }
}

#[tokio::test]
async fn an_unknown_address_answers_a_browser_with_a_page_and_a_program_with_words() {
    let client = Client::new();
    let visit = async |path: &str, accept: &str| {
        let request = Request::get(format!("{}{path}", client.path)).header("host", LOOPBACK);
        let request = request.header("accept", accept).body(Body::empty()).unwrap();
        let response = client.router.clone().oneshot(request).await.unwrap();
        assert_eq!(response.status(), StatusCode::NOT_FOUND, "{path}");
        text(response).await
    };
    for (path, home) in [("none", "./"), ("none/", "../"), ("findings/a/b", "../../"), ("api/none", "../")] {
        let page = visit(path, "text/html,application/xhtml+xml,*/*;q=0.8").await;
        assert!(page.contains(&format!("<a href=\"{home}\">Go to the home page</a>")), "{path}: {page}");
        assert!(page.contains(&format!("href=\"{home}assets/style.css\"")), "{path}: {page}");
        let told: Value = serde_json::from_str(&visit(path, "*/*").await).unwrap();
        assert_eq!(words(&told, "error"), "page not found", "{path}");
    }
}

#[tokio::test]
async fn a_player_gives_a_hint_and_is_reported_its_limits() {
    let client = Client::new();
    let table = client.open(json!({"game": "tictactoe", "record": "X[a1];O[b1];X[a2];O[b2]"})).await;
    let hint = client.post(&format!("{table}/hint"), json!({"player": "alphabeta:9"})).await;
    assert_eq!(
        (&hint["answer"]["best"]["move"], &hint["answer"]["best"]["steps"]),
        (&json!("a3"), &json!(["a3"]))
    );
    assert_eq!(hint["answer"]["moves"][0][1]["outcome"], "win");
    let refused = client.post(&format!("{table}/hint"), json!({"player": "nobody"})).await;
    assert!(words(&refused["refused"], "words").contains("unknown player"), "{refused}");
}

#[tokio::test]
async fn records_and_boards_are_files() {
    let client = Client::new();
    let table = client.open(json!({"game": "dominions", "setup": "3"})).await;
    client.post(&format!("{table}/play"), json!({"steps": ["shape 1", "tile 2", "c3"]})).await;
    let (_, record) = client.send("GET", &format!("{}{table}/record.txt", client.path), "").await;
    assert_eq!(record, "Start[3 white 0 0];W[P2c3]\n");
    let (_, board) = client.send("GET", &format!("{}{table}/board.svg", client.path), "").await;
    assert!(board.starts_with("<svg") && board.contains("black to move"), "{board}");
    let preview =
        client.post(&format!("{table}/preview"), json!({"steps": ["shape 1", "tile 16", "d3"]})).await;
    assert_eq!(preview["preview"], json!(null), "it would oscillate");
}

/// Plays a random game on the server and on a separate table, which must show the same.
async fn shadow(client: Client, game: &'static str, setup: &'static str, seed: u64) {
    let mut dice = Dice(seed);
    let table = client.open(json!({"game": game, "setup": setup})).await;
    let mut own: Box<dyn Table> = super::table(game, Start::Words(setup, 0)).unwrap();
    for _ in 0..12 {
        let Some(legal) = own.legal_moves().filter(|legal| !legal.is_empty()) else { break };
        let mv = dice.pick(&legal).clone();
        assert_eq!(client.post(&format!("{table}/play"), json!({"move": mv})).await["refused"], json!(null));
        own.play(&mv).unwrap();
        if dice.roll(4) == 0 {
            client.post(&format!("{table}/undo"), json!({})).await;
            own.undo();
        }
        let (told, view) = (client.get(&table).await, own.view(false, false));
        assert_eq!(told["position"].as_str(), view.position.as_deref(), "{game}");
        assert_eq!(told["svg"].as_str(), view.svg.as_deref(), "{game}");
        assert_eq!(told["undone"].as_u64(), Some(view.undone as u64), "{game}");
    }
}

pub(super) const SETUPS: [(&str, &str); 6] = [
    ("dominions", "3"),
    ("margo", "4"),
    ("tribolo", "6 6 seed 5"),
    ("tictactoe", "misere"),
    ("abrobad", ""),
    ("chess", ""),
];

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_sessions_at_once_do_not_mix() {
    let client = Client::new();
    let mut sessions = JoinSet::new();
    for seed in 0..200 {
        let (game, setup) = SETUPS[seed as usize % SETUPS.len()];
        sessions.spawn(shadow(client.clone(), game, setup, seed));
    }
    while let Some(ended) = sessions.join_next().await {
        ended.unwrap();
    }
}

/// An arbitrary request.
fn anything(dice: &mut Dice, client: &Client, tables: usize) -> (&'static str, String, Vec<u8>) {
    let method = *dice.pick(&["GET", "POST", "POST", "POST", "PUT", "DELETE", "HEAD"]);
    let token = match dice.roll(12) {
        0 => "/".into(),
        1 => format!("/{}/", "0".repeat(32)),
        2 => client.path.to_uppercase(),
        _ => client.path.clone(),
    };
    let number =
        dice.pick(&["0", "1", "x", "-1", "18446744073709551615", "18446744073709551616", "%00"]).to_string();
    let number = if dice.roll(4) == 0 { number } else { (1 + dice.roll(tables)).to_string() };
    let what = *dice.pick(&[
        "play",
        "play",
        "play",
        "preview",
        "undo",
        "redo",
        "resign",
        "pause",
        "seats",
        "record.txt",
        "board.svg",
        "none",
        "",
    ]);
    let path = match dice.roll(9) {
        3 => format!(
            "{token}api/pair/{}",
            dice.pick(&["", "step", "shrink", "divide", "findings/%ff", "findings/x"])
        ),
        0 => format!("{token}api/tables"),
        1 => format!("{token}assets/{number}"),
        2 => format!("{token}api/tables/{number}"),
        _ => format!("{token}api/tables/{number}/{what}"),
    };
    let mv = *dice
        .pick(&["e2e4", "a1", "P63i9", "swap", "7-12", "0", "pass", "C5", "\u{0}", "<script>", "", "e7e8q"]);
    let game =
        *dice.pick(&["chess", "margo", "tribolo", "tictactoe", "abrobad", "dominions", "any", "go", ""]);
    let text = *dice.pick(&[
        "",
        "3",
        "4 4",
        "7 swap",
        "1. e4",
        "W[P1a1]",
        "[",
        "Start[",
        "8/8 w",
        "99999999999999999999",
    ]);
    let body = match dice.roll(14) {
        0..3 => json!({"move": mv}),
        3..5 => json!({"steps": [mv, game]}),
        5 => json!({"steps": vec![mv; dice.roll(20)], "version": dice.roll(9)}),
        6 => json!({"game": game, "setup": text, "seats": ["human", mv]}),
        7 => json!({"game": game, "text": text}),
        8 => json!({"game": game, "record": text, "position": text}),
        9 => json!({"seats": [mv, "uniform", "human"]}),
        10 => json!({"paused": dice.roll(2) == 0}),
        11 => json!({"player": mv}),
        12 => json!([mv, {"game": null}, 1e300]),
        _ => json!({"move": "a".repeat(dice.roll(3 * MOST_BYTES / 2))}),
    };
    let mut body = body.to_string().into_bytes();
    match dice.roll(6) {
        0 => body.truncate(dice.roll(body.len() + 1)),
        1 => {
            let at = dice.roll(body.len());
            body[at] = dice.roll(256) as u8;
        }
        _ => {}
    }
    (method, path, body)
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_random_requests_break_nothing() {
    let client = Client::new();
    // The clients do not know the number of this table, and events at other tables must not change it.
    let mut tables = Vec::new();
    for (game, setup) in SETUPS {
        tables.push(client.open(json!({"game": game, "setup": setup})).await);
    }
    let safe = client.open(json!({"game": "chess", "record": "W[e2e4];B[e7e5]"})).await;
    let before = client.get(&safe).await;
    let mut workers = JoinSet::new();
    for seed in 0..10 {
        let (client, tables) = (client.clone(), tables.len());
        workers.spawn(async move {
            let mut dice = Dice(seed);
            for _ in 0..1000 {
                let (method, path, body) = anything(&mut dice, &client, tables);
                let sent = String::from_utf8_lossy(&body[..body.len().min(200)]).into_owned();
                let (status, text) = client.send(method, &path, body).await;
                assert!(!status.is_server_error(), "{method} {path} {sent}: {status} {text}");
                let owned = path.starts_with(&client.path);
                if status.is_client_error()
                    && owned
                    && method != "HEAD"
                    && status != StatusCode::PAYLOAD_TOO_LARGE
                {
                    let told: Value = serde_json::from_str(&text)
                        .unwrap_or_else(|_| panic!("{method} {path} {sent}: {status} {text}"));
                    assert!(!words(&told, "error").is_empty());
                }
                assert!(owned || status.is_client_error(), "{method} {path}: {status}");
            }
        });
    }
    while let Some(ended) = workers.join_next().await {
        ended.unwrap();
    }
    assert_eq!(client.get(&safe).await, before);
    for table in &tables {
        let told = client.settled(table).await;
        // The displayed board is that of the record.
        let (_, record) = client.send("GET", &format!("{}{table}/record.txt", client.path), "").await;
        let again = super::table(words(&told, "game"), Start::Record(record.trim())).unwrap();
        assert_eq!(told["svg"].as_str(), again.view(false, false).svg.as_deref());
    }
    shadow(client, "chess", "", 1).await;
}
