//! Engines in other languages: any program that speaks the protocol on its standard streams, as an
//! [`Engine`](bustan_vocabulary::Engine) of any game.
//!
//! A [`Program`] is a command line; a [`Foreign`] is a process started from it, one for each engine that the
//! tooling needs. The required commands are `name`, `clear_board`, `play` and `quit`, and something to
//! compare. `known_command` or `list_commands` report what else a program knows. If it knows neither, every
//! command that it refuses the first time counts as not known. The tooling then checks whatever the program
//! can answer:
//!
//! | command | without it |
//! |---|---|
//! | `boardsize` | only games from where its `clear_board` begins |
//! | `bustan-setup` | only games from initial positions |
//! | `bustan-legal` | legality is compared by the moves it plays and refuses, and by [words](Program::trying) that are tried |
//! | `bustan-state` | only legality is compared; any of the keys will do |
//! | `undo` | games are replayed from the start |
//! | `bustan-position`, `bustan-perft`, `final_score` | not compared |
//! | `showboard` | boards are drawn from `bustan-state`, as far as that goes |
//!
//! After a command that changes the position, the tooling asks again for whatever it used after the command
//! before, without waiting. Moves that lead back to a position are sent many at a time, and continue after a
//! refused one. Programs must therefore read their commands one after the other, as they would from a file.
//!
//! A [bridge](Program::wired) speaks the protocol for a program that speaks another one. It [passes on](Wire)
//! the messages to and from that program, and these lines are logged and reported instead of its own commands
//! and answers.
//!
//! # When a program goes wrong
//! Whatever a program does, the tooling continues. A program has a
//! [`fault`](crate::compare::participant::Participant::fault) if it ends, is silent for longer than its
//! timeout, does not read its commands or gives a malformed answer. A fault in a game is a finding like any
//! other, and its text ends with the last lines of the program's standard error. Another process replaces it.
//! However much a program writes, only the end of it is kept.
//!
//! A failure of the system is not a finding. A program that does not answer its first question is [not
//! started](crate::compare::participant::End::Unstarted): immediately if none has started before, later only
//! if a second process, which gets three times as long, does not answer either. A process that is killed by a
//! signal from outside is [killed](crate::compare::participant::End::Killed).
//!
//! # Processes are always reaped
//! A process ends with its [`Foreign`]: it gets a `quit`, and is killed if it does not obey, with all
//! processes that it has started (on Unix by its process group, on Windows by its job, so Ctrl-C on the
//! terminal does not reach it either). Call [`kill_all`] before ending the whole process without unwinding,
//! and [`interrupt`] to end a run without waiting for answers. If the checker itself is killed, the remaining
//! processes are killed, too: on Unix by a helper process, a few lines of `sh`, on Windows by the system.

mod abilities;
mod engine;
mod groups;
mod inner;
mod life;
mod log;
pub mod probe;
mod process;
mod program;
mod rewrite;
mod streams;
mod symmetry;
mod tail;
mod talk;
mod variants;
mod wire;

pub use engine::Foreign;
pub use groups::kill_all;
pub use log::Log;
pub use process::interrupt;
pub use program::{Program, ProgramError, Spoken, split_words};
pub use rewrite::{Rewrite, RewriteError};
pub use symmetry::{Symmetry, SymmetryError};
pub use wire::Wire;
