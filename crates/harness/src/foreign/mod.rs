//! Engines in other languages: any program that speaks the protocol on its standard streams, as an
//! [`Engine`](bustan_vocabulary::Engine) of any game.
//!
//! A [`Program`] is a command line; a [`Foreign`] is a process started from it, one for each engine the
//! tooling wants. Of the protocol it needs `name`, `clear_board`, `play` and `quit`, and something to be
//! compared by. What else it knows, `known_command` tells, or `list_commands`; where a program knows neither,
//! whatever it refuses when first asked counts as not known. It is then held to what it can answer:
//!
//! | command | without it |
//! |---|---|
//! | `boardsize` | only games from where its `clear_board` begins |
//! | `bustan-setup` | only games from initial positions |
//! | `bustan-legal` | legality is compared by the moves it plays and refuses |
//! | `bustan-state` | only legality is compared; any of the keys will do |
//! | `undo` | games are played again from the start |
//! | `bustan-position`, `bustan-perft`, `final_score` | not compared |
//! | `showboard` | boards are drawn as far as `bustan-state` tells them |
//!
//! Behind a command that changes the position, what was looked at after the one before is asked for without
//! waiting: programs are to read their commands one after the other, as they would from a file.
//!
//! # When a program goes wrong
//! Whatever it does, the tooling goes on. A program that ends, falls silent for longer than its timeout, does
//! not read what it is told or says what is no answer, has a
//! [`fault`](crate::participant::Participant::fault): a finding like any other, whose text ends with the last
//! lines of its standard error. Another process takes its place. However much it writes, only the end of it
//! is kept.
//!
//! # Processes are always reaped
//! A process ends with its [`Foreign`]: told to `quit`, and killed if it does not, with all it has started
//! itself (on Unix, where it gets a process group of its own; so Ctrl-C on the terminal does not reach it
//! either). [`kill_all`] is for whoever ends the whole process without unwinding, [`interrupt`] for whoever
//! ends a run and will not wait for answers. When the checker itself is killed, a process that it has started
//! for this (on Unix, a few lines of `sh`) kills what is left.

mod abilities;
mod engine;
mod groups;
mod inner;
mod process;
mod program;
mod state;
mod tail;
mod talk;

pub use engine::Foreign;
pub use groups::kill_all;
pub use process::interrupt;
pub use program::{Program, ProgramError};
pub use state::State;
