//! Engines in other languages: any program that speaks the protocol on its standard streams, as an
//! [`Engine`](bustan_core::Engine) of any game.
//!
//! A [`Program`] is a command line; a [`Foreign`] is a process started from it, one for each engine the tooling wants. Of the
//! protocol it needs `name`, `clear_board`, `play` and `quit`, and something to be compared by. What else it knows,
//! `known_command` tells, or `list_commands`; where a program knows neither, whatever it refuses when first asked counts as not
//! known. It is then held to what it can answer:
//!
//! | command | without it |
//! |---|---|
//! | `boardsize` | only games from where its `clear_board` begins |
//! | `bustan-setup` | only games from initial positions |
//! | `bustan-legal` | legality is compared by the moves it plays and refuses |
//! | `bustan-state` | only legality is compared; any of the keys will do |
//! | `undo` | games are played again from the start |
//! | `bustan-position`, `bustan-perft`, `final_score` | not compared |
//!
//! # When a program goes wrong
//! Whatever it does, the tooling goes on. A program that ends, falls silent for longer than its timeout, does not read what it
//! is told or says what is no answer, has a [`fault`](bustan_core::Engine::fault): a finding like any other, whose text ends
//! with the last lines of its standard error. Another process takes its place. However much it writes, only the end of it is
//! kept.
//!
//! # Processes are always reaped
//! A process ends with its [`Foreign`]: told to `quit`, and killed if it does not, with all it has started itself (on Unix, where
//! it gets a process group of its own; so Ctrl-C on the terminal does not reach it either). [`kill_all`] is for whoever ends the
//! whole process without unwinding. When the checker itself is killed, the standard input of its programs ends, at which any
//! program that waits for its next command should end, too; one that hangs in a computation is then left to the system.

mod abilities;
mod engine;
mod process;
mod program;
mod state;
mod tail;
mod talk;

pub use engine::Foreign;
pub use process::kill_all;
pub use program::{Program, ProgramError};
pub use state::State;
