//! External engines: any program that speaks the protocol on its standard streams, as an
//! [`Engine`](bustan_vocabulary::Engine) of any game.
//!
//! A [`Program`] is a command line. A [`Foreign`] is a process started from it; the tooling starts one
//! process for each engine that it needs. The required commands are `name`, `clear_board`, `play` and `quit`,
//! and at least one command with something to compare. `known_command` or `list_commands` report which other
//! commands a program knows. If a program supports neither, every command that it refuses the first time
//! counts as unknown. The tooling then checks whatever the program can answer:
//!
//! | command | without it |
//! |---|---|
//! | `boardsize` | only games from the position at which `clear_board` begins |
//! | `bustan-setup` | only games from initial positions |
//! | `bustan-legal` | legality is compared by the moves that the program plays and refuses, including [candidate moves](Program::trying) |
//! | `bustan-state` | only legality is compared; all keys of a state are optional |
//! | `undo` | games are replayed from the start |
//! | `bustan-position`, `bustan-perft`, `final_score` | not compared |
//! | `showboard` | boards are drawn from `bustan-state`, as far as possible |
//!
//! With each command that changes the position, the tooling immediately sends the queries that it used after
//! the previous command, without waiting for an answer. Moves that lead back to a position are sent in
//! batches, and a batch continues after a refused move. Programs must therefore read their commands one after
//! the other, as they would from a file.
//!
//! A [bridge](Program::wired) speaks the protocol for a program that speaks another one. It [passes on](Wire)
//! the messages to and from the program, and these messages are logged and reported instead of the commands
//! and answers of the bridge.
//!
//! # When a program goes wrong
//! Whatever a program does, the tooling continues. A program has a
//! [`fault`](crate::compare::participant::Participant::fault) if it exits, is silent for longer than its
//! timeout, does not read its commands, or gives a malformed answer. A fault in a game is a finding like any
//! other, and its text ends with the last lines of the program's standard error. A new process replaces the
//! program. Only the end of the output is kept, however much a program writes.
//!
//! A failure of the system is not a finding. A program that does not answer its first query is [not
//! started](crate::compare::participant::End::Unstarted): immediately if none of its processes has started
//! before, later only if a second process, which gets three times as long, does not answer either. A process
//! that is terminated by a signal from outside is [killed](crate::compare::participant::End::Killed).
//!
//! # Processes are always reaped
//! A process ends when its [`Foreign`] is dropped. It receives `quit`, and is killed if it does not exit,
//! with all processes that it has started. For this, it runs in a process group on Unix and in a job object
//! on Windows, so Ctrl-C in the terminal does not reach it. Call [`kill_all`] before ending the whole process
//! without unwinding, and [`interrupt`] to end a run without waiting for answers. If the checker itself is
//! killed, the remaining processes are killed, too: on Unix by a helper process (a few lines of `sh`), on
//! Windows by the system.

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
pub use program::{BridgedProtocol, Program, ProgramError, split_words};
pub use rewrite::{Rewrite, RewriteError};
pub use symmetry::{Symmetry, SymmetryError};
pub use wire::Wire;
