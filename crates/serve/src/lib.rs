//! The web server of Bustan's pages.
//!
//! [`shielded`] puts pages behind a [`Guard`], which answers only those who know its [`Token`]. [`run`]
//! serves them until it is told to stop. [`pages`] are those of Bustan, which share a [`Server`]. [`Sessions`]
//! keeps what belongs to each visitor, such as a [`Table`], on which any game is played.
//!
//! A page is a module of this crate with its routes, and an ES module in `assets` that fills the frame
//! `shell.html`. What pages share is in `common.js` and `board.js`, and in `style.css`. The page of a run is made of
//! the parts that its reports have, too, and their style sheet is the harness's.

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

/// Serves the pages on `listener` until `stop` is done. Requests under way then end with the runtime: a
/// stream of events would otherwise hold the program for ever.
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
