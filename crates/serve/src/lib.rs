//! The web server of Bustan's pages.
//!
//! [`shielded`] protects pages with a [`Guard`], which only answers requests with its [`Token`]. [`run`]
//! serves them until it is stopped. [`pages`] are those of Bustan, which share a [`Server`]. [`Sessions`]
//! keeps the state of each visitor, such as a [`Table`], on which any game is played.
//!
//! A page is a module of this crate with its routes, and an ES module in `assets` that fills the frame
//! `shell.html`. Code that pages share is in `common.js`, `board.js` and `style.css`. The page of a run
//! consists of the same parts as its reports, and their style sheet is the harness's.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod assets;
mod beside;
mod compose;
mod guard;
mod guest;
mod pair;
mod play;
mod problem;
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
pub use pair::{Asked, Edit, Pair, Unpaired};
pub use run::Watched;
pub use server::{Server, pages};
pub use sessions::Sessions;
pub use table::{Question, Refusal, Sitter, Start, Table, Unanswered, table};
pub use token::Token;
pub use view::{Answer, Item, Player, Preview, Said, View, Worth};

/// Serves the pages on `listener` until `stop` is done. Pending requests then end with the runtime: a stream
/// of events would otherwise keep the program running forever.
///
/// # Errors
///
/// Fails when the listener does.
pub async fn run(listener: TcpListener, pages: Router, stop: impl Future<Output = ()>) -> io::Result<()> {
    tokio::select! {
        ended = axum::serve(listener, pages).into_future() => ended,
        () = stop => Ok(()),
    }
}

#[cfg(test)]
mod tests;
