//! The web server of Bustan's pages.
//!
//! [`shielded`] puts pages behind a [`Guard`], which answers only those who know its [`Token`]. [`run`]
//! serves them until it is told to stop. [`Sessions`] keeps what belongs to each visitor, such as a
//! [`Table`], on which any game is played.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod guard;
mod sessions;
mod table;
mod token;

use std::future::Future;
use std::io;

use axum::Router;
use tokio::net::TcpListener;

pub use guard::{Guard, MOST_BYTES, shielded};
pub use sessions::Sessions;
pub use table::{Table, table};
pub use token::Token;

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
