//! Tests the command line as a program: its output, its files, and how it ends.

mod alike;
mod any;
mod bad_input;
#[cfg(unix)]
mod bad_inputs;
mod blame;
mod bridges;
mod check;
mod classes;
mod commands;
mod common;
mod contest;
mod conventions;
mod divide;
mod ends;
#[cfg(unix)]
mod files;
mod first_word;
mod foreign;
mod go;
mod gtp;
mod help;
mod json;
mod new;
mod past;
mod positions;
mod probe;
mod progress;
mod readme;
mod schema;
mod serve;
mod shards;
mod shrink;
mod signs;
mod solve;
mod spill;
mod starts;
mod symmetry;
mod talk;
mod texts;
mod triage;
mod variants;
mod verdicts;
mod where_to_look;
mod wrong_chess;
