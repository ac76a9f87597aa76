//! An HTTP client without a network.

use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use bustan_serve::{Guard, NoPair, Server, Token, pages, shielded};
use http_body_util::BodyExt;
use serde_json::Value;
use tokio::time::sleep;
use tower::ServiceExt;

const HOST: &str = "127.0.0.1:4000";

/// The number of bytes of a body that are printed in messages.
const SHOWN: usize = 200;

/// The number of times that a table is queried before giving up waiting for the computer players.
const LOOKS: usize = 2_000;

/// The pages of a server, and its token.
pub(super) struct Client {
    router: Router,
    token: String,
    /// The requests sent up to now, which are printed if the invariant is broken.
    asked: RefCell<Vec<String>>,
}

impl Drop for Client {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{}", self.asked.borrow().join("\n"));
        }
    }
}

/// A response.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: StatusCode,
    pub(super) text: String,
}

impl Answer {
    /// The body as JSON.
    pub(super) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

impl Client {
    pub(super) fn new() -> Self {
        let token = Token::random().expect("there are random numbers");
        let guard = Guard::new(token, HOST.parse().expect("this is an address"));
        let token = guard.url().rsplit('/').nth(1).expect("the address has a token").into();
        let router = shielded(pages(Server::new(Vec::new(), Arc::new(NoPair))), guard);
        Self { router, token, asked: RefCell::default() }
    }

    /// Sends a request with the token of the server (`own`), without a token (`none`) or with a wrong one,
    /// and with the right host if `host` is set, otherwise with another host.
    pub(super) async fn send(
        &self,
        method: &str,
        path: &str,
        token: &str,
        host: bool,
        body: Vec<u8>,
    ) -> Answer {
        let path = match token {
            "own" => format!("/{}/{path}", self.token),
            "none" => format!("/{path}"),
            _ => format!("/{}/{path}", "0".repeat(self.token.len())),
        };
        let request = Request::builder()
            .method(method)
            .uri(&path)
            .header("host", if host { HOST } else { "localhost.example:4000" })
            .header("content-type", "application/json")
            .body(Body::from(body.clone()))
            .expect("this is a request");
        let response = self.router.clone().oneshot(request).await.expect("there is always an answer");
        let status = response.status();
        let sent = String::from_utf8_lossy(&body[..body.len().min(SHOWN)]).into_owned();
        self.asked.borrow_mut().push(format!("{method} {path} {sent}: {status}"));
        let body = response.into_body().collect().await.expect("the answer has an end").to_bytes();
        Answer { status, text: String::from_utf8_lossy(&body).into_owned() }
    }

    /// Returns the body of a page.
    pub(super) async fn text(&self, path: &str) -> String {
        let answer = self.send("GET", path, "own", true, Vec::new()).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}: {answer:?}");
        answer.text
    }

    /// Returns the response to a request that must succeed, as JSON.
    pub(super) async fn post(&self, path: &str, body: &Value) -> Value {
        let answer = self.send("POST", path, "own", true, body.to_string().into_bytes()).await;
        assert_eq!(answer.status, StatusCode::OK, "{path} {body}: {answer:?}");
        answer.json()
    }

    /// Waits until no player at a table is thinking, and returns the state of the table.
    pub(super) async fn settled(&self, path: &str) -> Value {
        for _ in 0..LOOKS {
            let told: Value = serde_json::from_str(&self.text(path).await).expect("the state is JSON");
            if told["thinking"] == Value::Bool(false) {
                return told;
            }
            sleep(Duration::from_millis(5)).await;
        }
        panic!("a player thinks for ever")
    }
}
