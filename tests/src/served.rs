//! Requests to the web server, chosen by the input of a fuzz target: it plays games, edits positions, and
//! sends invalid requests.
//!
//! The invariant: no response is a server error; a request without the token or with another host is refused;
//! every refusal has a message; a move is accepted if and only if the reference engine accepts it; and each
//! board is the one that the accepted moves reach on the reference engine.

mod client;
mod oracle;

use arbitrary::{Result, Unstructured};
use axum::http::StatusCode;
use bustan_games::GAMES;
use bustan_serve::MOST_BYTES;
use serde_json::{Value, json};

use client::Client;
use oracle::{Begun, Chosen, Start};

/// The maximum number of requests that an input can make.
const MOST: usize = 24;

/// The setups of games, all small.
const SETUPS: [(&str, &[&str]); 6] = [
    ("dominions", &["2", "3"]),
    ("margo", &["3", "2 swap", "3 players 3"]),
    ("tribolo", &["4 4 seed 5", "3 2 seed 1"]),
    ("tictactoe", &["", "misere"]),
    ("abrobad", &[""]),
    ("chess", &["", "draws auto", "chess960 7"]),
];

/// Texts that are moves, positions or records of some game, or resemble them.
const TEXTS: [&str; 26] = [
    "",
    "e2e4",
    "e4",
    "Nc3+",
    "a1",
    "P63i9",
    "P1c3",
    "swap",
    "7-12",
    "0",
    "pass",
    "C5",
    "\u{0}",
    "<script>",
    "e7e8q",
    "1. e4 e5",
    "W[e2e4];B[e7e5]",
    "Start[3 white 0 0];W[P2c3]",
    "X[b2];O[a1];X[a2]",
    "3 white 0 0",
    "x...o.... x",
    "8/8/8/4k3/8/8/8/4K2R w K - 0 1",
    "4x1 .RB. blue 0",
    "3 white",
    "99999999999999999999",
    "[",
];

/// Cells, pieces, settings and values for editing positions.
const DRAFTED: [&str; 24] = [
    "a1", "b2", "c3", "A1", "B2", "C1", "e1", "h8", "7", "x", "o", "white", "black", "blue", "wall", "K",
    "k", "P", "R", "W1", "B63*", "turn", "moves", "castling",
];

/// Sends the requests of an input to a new server.
///
/// # Panics
/// Panics if the invariant in the [module documentation](self) is broken.
pub fn judge(data: &[u8]) {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    // The clock is paused: delays of the computer players take no real time.
    let runtime = runtime.enable_time().start_paused(true).build().expect("a runtime can be made");
    runtime.block_on(async {
        let mut visitor = Visitor { client: Client::new(), tables: Vec::new(), draft: None };
        let mut input = Unstructured::new(data);
        for _ in 0..MOST {
            // An input that is used up yields no more requests.
            if input.is_empty() || visitor.ask(&mut input).await.is_err() {
                break;
            }
        }
        for table in &mut visitor.tables {
            table.compare(&visitor.client).await;
        }
    });
}

/// A client that sends random requests.
struct Visitor {
    client: Client,
    tables: Vec<Table>,
    /// The position that is being edited, with its game.
    draft: Option<(&'static str, Value)>,
}

/// The state of a table, according to the requests that the server has accepted.
struct Table {
    path: String,
    oracle: Begun,
    moves: Vec<String>,
    undone: Vec<String>,
    resigned: bool,
    /// Whether no computer player has ever been seated at the table. Computer players move at any time.
    alone: bool,
}

impl Visitor {
    /// Sends one request.
    async fn ask(&mut self, input: &mut Unstructured<'_>) -> Result<()> {
        match input.int_in_range(0..=15)? {
            0 => self.open(input).await,
            1 => self.send_anything(input).await,
            2 => self.send_much(input).await,
            3 | 4 => self.edit(input).await,
            what => {
                if self.tables.is_empty() {
                    self.open(input).await?;
                }
                if self.tables.is_empty() {
                    return Ok(());
                }
                let at = input.choose_index(self.tables.len())?;
                // Moves of other games are tried, too.
                let foreign = self.tables[input.choose_index(self.tables.len())?].legal();
                self.tables[at].ask(&self.client, what, &foreign, input).await
            }
        }
    }

    /// Begins a game.
    async fn open(&mut self, input: &mut Unstructured<'_>) -> Result<()> {
        let (game, setups) = *input.choose(&SETUPS)?;
        let opening = if input.ratio(1, 4)? {
            json!({"game": game, "text": input.choose(&TEXTS)?})
        } else {
            json!({"game": game, "setup": input.choose(setups)?})
        };
        let told = self.client.post("api/tables", &opening).await;
        let Some(number) = told["table"].as_u64() else {
            words(&told["refused"]["words"]);
            return Ok(());
        };
        let path = format!("api/tables/{number}");
        let record = self.client.text(&format!("{path}/record.txt")).await;
        let start = match opening["setup"].as_str() {
            Some(setup) => Start::Setup(setup),
            None => Start::Record(&record),
        };
        let (oracle, moves) = oracle::begin(game, start);
        let undone = Vec::new();
        let mut table = Table { path, oracle, moves, undone, resigned: false, alone: true };
        table.compare(&self.client).await;
        self.tables.push(table);
        Ok(())
    }

    /// Sends a request that may be malformed.
    async fn send_anything(&self, input: &mut Unstructured<'_>) -> Result<()> {
        let method = *input.choose(&["GET", "POST", "PUT", "DELETE", "HEAD"])?;
        // The existing table only receives truncated bodies, which must not change it.
        let whole = input.ratio(3, 4)?;
        let number =
            if whole { *input.choose(&["0", "999", "x", "-1", "18446744073709551616", "%00"])? } else { "1" };
        let what =
            *input.choose(&["", "/play", "/preview", "/seats", "/hint", "/pause", "/board.svg", "/none"])?;
        let path = match input.int_in_range(0..=4)? {
            0 => format!("api/tables/{number}{what}"),
            1 => format!(
                "api/pair/{}",
                input.choose(&["", "step", "shrink", "divide", "findings/%ff", "findings"])?
            ),
            2 => format!("assets/{number}{what}"),
            3 => "api/positions".into(),
            _ => "api/tables".into(),
        };
        let (token, host) = (input.choose(&["own", "own", "own", "none", "other"])?, input.ratio(9, 10)?);
        let mut body = if whole && input.ratio(1, 2)? {
            input.bytes(input.len().min(40))?.to_vec()
        } else {
            let (one, other) = (*input.choose(&TEXTS)?, *input.choose(GAMES)?);
            let bodies = [
                json!({"move": one, "steps": [other]}),
                json!({"steps": vec![one; 20]}),
                json!({"game": other, "setup": one, "text": one}),
                json!({"seats": [one, "solved:/etc/passwd", "mcts:1000000000"]}),
                json!({"game": other, "draft": {"pieces": {one: other}, "settings": {}}}),
                json!({"game": other, "draft": null, "change": {"put": {"cell": one}}}),
                json!({"game": other, "record": one, "depth": 4_000_000_000_u32, "then": null}),
                json!([one, {"game": null}, 1e300]),
            ];
            input.choose(&bodies)?.to_string().into_bytes()
        };
        if !whole {
            body.truncate(input.choose_index(body.len().max(1))?);
        }
        let answer = self.client.send(method, &path, token, host, body).await;
        assert!(!answer.status.is_server_error(), "{method} {path}: {answer:?}");
        let own = *token == "own" && host;
        assert!(own || answer.status.is_client_error(), "{method} {path} is not refused: {answer:?}");
        if own && answer.status.is_client_error() && method != "HEAD" {
            words(&answer.json()["error"]);
        }
        Ok(())
    }

    /// Sends a body whose size is near the maximum.
    async fn send_much(&self, input: &mut Unstructured<'_>) -> Result<()> {
        let length = MOST_BYTES - 16 + input.int_in_range(0..=32_usize)?;
        let path = *input.choose(&["api/tables", "api/positions"])?;
        let answer = self.client.send("POST", path, "own", true, vec![b'['; length]).await;
        let too_much = answer.status == StatusCode::PAYLOAD_TOO_LARGE;
        assert_eq!(too_much, length > MOST_BYTES, "{length} bytes: {answer:?}");
        assert!(answer.status.is_client_error(), "{answer:?}");
        Ok(())
    }

    /// Edits a position. The server must accept it if and only if the reference engine does.
    async fn edit(&mut self, input: &mut Unstructured<'_>) -> Result<()> {
        let (game, draft) = match self.draft.take().filter(|_| !input.ratio(1, 8).unwrap_or(true)) {
            Some((game, draft)) => (game, Some(draft)),
            None => (input.choose(&SETUPS)?.0, None),
        };
        let mut asked = json!({"game": game});
        match draft {
            Some(draft) => asked["draft"] = draft,
            None if input.ratio(1, 3)? => asked["text"] = json!(input.choose(&TEXTS)?),
            None => {
                asked["setup"] =
                    json!(SETUPS.iter().find(|(name, _)| *name == game).map(|(_, setups)| setups[0]))
            }
        }
        let (one, other) = (*input.choose(&DRAFTED)?, *input.choose(&DRAFTED)?);
        match input.int_in_range(0..=7)? {
            0 => asked["change"] = json!("clear"),
            1 => asked["change"] = json!({"set": {"name": one, "value": other}}),
            2 => asked["change"] = json!({"put": {"cell": one, "piece": null}}),
            3 => {}
            _ => asked["change"] = json!({"put": {"cell": one, "piece": other}}),
        }
        let before = asked["draft"].clone();
        let told = self.client.post("api/positions", &asked).await;
        let composed = &told["composed"];
        if composed.is_null() {
            words(&told["refused"]["words"]);
            self.draft = Some((game, before)).filter(|(_, draft)| !draft.is_null());
            return Ok(());
        }
        match oracle::seen(game, words(&composed["text"])) {
            Ok(seen) => {
                assert_eq!(composed["svg"].as_str(), seen.svg.as_deref(), "{asked}");
                assert_eq!(composed["trouble"], json!(null), "{asked}");
            }
            Err(trouble) => {
                assert_eq!(composed["trouble"].as_str(), Some(trouble.as_str()), "{asked}");
                assert_eq!(composed["position"], json!(null), "{asked}");
            }
        }
        self.draft = Some((game, composed["draft"].clone()));
        Ok(())
    }
}

impl Table {
    fn legal(&self) -> Vec<String> {
        self.oracle.legal(&self.moves)
    }

    /// Sends one request about the game of this table.
    async fn ask(
        &mut self,
        client: &Client,
        what: u8,
        foreign: &[String],
        input: &mut Unstructured<'_>,
    ) -> Result<()> {
        match what {
            5..=10 => self.play(client, foreign, input).await?,
            11 => {
                let accepted = self.attempt(client, "undo", json!({})).await;
                assert!(!self.alone || accepted == (self.resigned || !self.moves.is_empty()));
                if accepted && !std::mem::take(&mut self.resigned) {
                    self.undone.extend(self.moves.pop());
                }
            }
            12 => {
                let accepted = self.attempt(client, "redo", json!({})).await;
                assert!(!self.alone || accepted != (self.resigned || self.undone.is_empty()));
                if accepted {
                    self.moves.extend(self.undone.pop());
                }
            }
            13 => {
                let over = self.resigned || !self.oracle.goes_on(&self.moves);
                let accepted = self.attempt(client, "resign", json!({})).await;
                assert!(!self.alone || accepted != over);
                self.resigned |= accepted;
            }
            14 => {
                let paused = input.ratio(1, 2)?;
                assert!(self.attempt(client, "pause", json!({"paused": paused})).await);
            }
            _ => {
                let seats = *input.choose(&["human", "uniform", "alphabeta:1", "nobody"])?;
                let seated = self.attempt(client, "seats", json!({"seats": [seats, "human"]})).await;
                self.alone &= !seated || seats == "human";
            }
        }
        self.compare(client).await;
        Ok(())
    }

    /// Sends a command. Returns whether the server accepts it.
    async fn attempt(&self, client: &Client, what: &str, body: Value) -> bool {
        let told = client.post(&format!("{}/{what}", self.path), &body).await;
        if told["refused"].is_null() {
            return true;
        }
        words(&told["refused"]["words"]);
        false
    }

    /// Plays a move or previews it.
    async fn play(
        &mut self,
        client: &Client,
        foreign: &[String],
        input: &mut Unstructured<'_>,
    ) -> Result<()> {
        let legal = self.legal();
        let text = match input.int_in_range(0..=7)? {
            0 => *input.choose(&TEXTS)?,
            1 if !foreign.is_empty() => input.choose(foreign)?,
            _ if legal.is_empty() => *input.choose(&TEXTS)?,
            _ => input.choose(&legal)?,
        };
        let mut body = json!({"move": text});
        let mut chosen = Chosen::Text(text.into());
        if input.ratio(1, 2)? {
            let mut steps = self.oracle.steps(text).unwrap_or_else(|| vec![text.into()]);
            match input.int_in_range(0..=9)? {
                0 => steps.push("a1".into()),
                1 => steps.truncate(1),
                2 => steps.reverse(),
                _ => {}
            }
            body = json!({"steps": steps});
            chosen = Chosen::Steps(steps);
        }
        let expected = self.oracle.takes(&self.moves, &chosen);
        if let Chosen::Steps(_) = chosen
            && input.ratio(1, 4)?
        {
            let told = client.post(&format!("{}/preview", self.path), &body).await;
            assert!(!self.alone || told["preview"].is_null() == expected.is_err(), "{body}: {told}");
            return Ok(());
        }
        let stale = input.ratio(1, 10)?;
        if stale {
            body["version"] = json!(u64::MAX);
        }
        let told = client.post(&format!("{}/play", self.path), &body).await;
        let refused = &told["refused"];
        if refused.is_null() {
            assert!(!self.alone || !(self.resigned || stale), "{body} is made after the end, or too late");
            let mv = expected.unwrap_or_else(|reason| {
                assert!(!self.alone, "{body} is made, but the reference refuses it: {reason:?}");
                String::new()
            });
            self.moves.push(mv);
            self.undone.clear();
            return Ok(());
        }
        words(&refused["words"]);
        if self.alone && !self.resigned && !stale {
            let Err(reason) = expected else {
                panic!("the reference takes {body} after {:?}: {told}", self.moves)
            };
            assert_eq!(refused["reason"].as_str(), reason.as_deref(), "{body}: {told}");
        }
        Ok(())
    }

    /// Compares the server's state of the game with the state according to the reference engine.
    async fn compare(&mut self, client: &Client) {
        let told = client.settled(&self.path).await;
        let history = told["history"].as_array().expect("the moves are told");
        let moves: Vec<String> = history.iter().map(|made| words(&made[1]).into()).collect();
        if !self.alone {
            // Computer players may make any moves, provided that the game is legal.
            self.moves = moves.clone();
            self.resigned = !told["resigned"].is_null();
            self.undone.clear();
        }
        assert_eq!(moves, self.moves);
        let seen = self.oracle.after(&self.moves);
        assert_eq!(told["position"].as_str(), seen.position.as_deref());
        assert_eq!(told["svg"].as_str(), seen.svg.as_deref());
        assert_eq!(told["resigned"].is_null(), !self.resigned);
        if self.alone {
            assert_eq!(told["undone"].as_u64(), Some(self.undone.len() as u64));
        }
    }
}

/// A value that must be a non-empty text.
fn words(told: &Value) -> &str {
    told.as_str().filter(|words| !words.is_empty()).unwrap_or_else(|| panic!("{told} should be words"))
}
