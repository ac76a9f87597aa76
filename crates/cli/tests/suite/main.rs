//! The command line, as a program that is called by others: what it prints, what it writes, and how it ends.

mod any;
mod bad_input;
#[cfg(unix)]
mod bad_inputs;
mod check;
mod commands;
mod common;
mod divide;
#[cfg(unix)]
mod files;
mod foreign;
mod gtp;
mod positions;
mod readme;
mod solve;
mod triage;
mod verdicts;
