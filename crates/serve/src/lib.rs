//! The web server of Bustan's pages.
//!
//! [`shielded`] protects pages with a [`Guard`], which only answers requests that contain its [`Token`].
//! [`run`] serves the pages until it is stopped. [`pages`] returns the pages of Bustan, which share a
//! [`Server`]. [`Sessions`] stores state between requests, such as each [`Table`], on which a game is played.
//!
//! A page is a module of this crate with its routes, and an ES module in `assets` that fills the frame
//! `shell.html`. Shared code is in `common.js`, `board.js` and `style.css`. The page of a run consists of the
//! same parts as a report, and uses the style sheet of the harness.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod assets;
mod compose;
mod guard;
mod guest;
mod pair;
mod play;
mod problem;
mod questions;
mod room;
mod run;
mod server;
mod sessions;
mod table;
mod token;
mod view;

use std::future::Future;
use std::io;

use axum::Router;
use tokio::net::TcpListener;

pub use guard::{Guard, MOST_BYTES, shielded};
pub use guest::Guest;
pub use pair::{Edit, NoPair, Pair, PairQuery};
pub use run::Watched;
pub use server::{Server, pages};
pub use sessions::Sessions;
pub use table::{Occupant, Question, Refusal, Start, Table, Unanswered, table};
pub use token::Token;
pub use view::{Answer, Item, MoveInWords, MoveValue, Player, Preview, View};

/// Serves the pages on `listener` until `stop` completes. Pending requests are cancelled when the runtime
/// shuts down; otherwise an open stream of events would keep the program running.
///
/// # Errors
///
/// Fails if the listener does.
pub async fn run(listener: TcpListener, pages: Router, stop: impl Future<Output = ()>) -> io::Result<()> {
    tokio::select! {
        ended = axum::serve(listener, pages).into_future() => ended,
        () = stop => Ok(()),
    }
}

#[cfg(test)]
mod tests;
