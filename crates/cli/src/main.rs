//! `bustan` compares rule engines of board games from the command line.
//!
//! Each command is a module with its arguments and a `run` function. A command prints its results to standard
//! output at once, so that `--json` prints exactly one object, and errors to standard error, one line each.
//! The exit code is 0; 1 if engines differ or one of them panics; 2 if the command cannot be carried out; or
//! 128 plus the number of the signal that ended a run.

mod accept;
mod args;
mod boards;
mod bridge;
mod changes;
mod check;
mod colour;
mod completions;
mod contest;
mod divergence;
mod divide;
mod each;
mod earlier;
mod exhaust;
mod failure;
mod files;
mod finding;
mod foreign;
mod gtp;
mod layout;
mod man;
mod merge;
mod new;
mod notation;
mod number;
mod pair;
mod perft;
mod playout;
mod policies;
mod positions;
mod probe;
mod query;
mod replay;
mod serve;
mod show;
mod shrink;
mod slice;
mod solve;
mod solved;
mod start;
mod starting;
mod symmetry;
mod usage;
mod view;
mod watch;
mod word_list;
mod words;

use std::process::ExitCode;

use bustan_allocator as _;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::failure::Failure;

/// Finds where two rule engines disagree, and shows each difference by the shortest game it can find
///
/// Compares an optimised engine of each game, move by move, with a slow and obviously correct one. Without a
/// command it checks all games for half a minute.
#[derive(Debug, Parser)]
#[command(name = "bustan", version)]
#[command(after_help = "Examples:\n  \
    bustan check chess --against uci:./engine    check your chess engine\n  \
    bustan check any --against ./a --with ./b    compare two programs\n  \
    bustan new python                            an adapter for an engine in Python\n  \
    bustan replay game.txt --svg game.svg        show a recorded game and draw it\n  \
    bustan help check                            all options of a command\n  \
    bustan                                       check the engines of Bustan\n\n\
    Exit codes: 0 when all is well; 1 when engines differ or one of them panics; 2 for bad arguments or input, or when too little was \
    compared to say anything; 128 + N when signal N ended a run.")]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Check(Box<check::Args>),
    Exhaust(Box<exhaust::Args>),
    Merge(merge::Args),
    Replay(replay::Args),
    Show(show::Args),
    Perft(perft::Args),
    Divide(divide::Args),
    Playout(playout::Args),
    Shrink(shrink::Args),
    Policies(policies::Args),
    New(new::Args),
    Probe(probe::Args),
    Gtp(gtp::Args),
    Match(contest::Args),
    Serve(serve::Args),
    Bridge(bridge::Args),
    Solve(solve::Args),
    Query(query::Args),
    Completions(completions::Args),
    Man(man::Args),
}

fn main() -> ExitCode {
    let program = layout::arranged(Cli::command());
    let arguments = args::options_first(&program, std::env::args_os().collect());
    match program.try_get_matches_from(arguments).and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(Cli { command: Some(command) }) => run(command),
        Ok(Cli { command: None }) => match Cli::try_parse_from(["bustan", "check"]) {
            Ok(Cli { command }) => command.map_or(ExitCode::SUCCESS, run),
            Err(error) => usage::report(&error),
        },
        Err(error) => usage::report(&error),
    }
}

fn run(command: Command) -> ExitCode {
    let result = match command {
        Command::Check(args) => return check::run(*args),
        Command::Exhaust(args) => return exhaust::run(*args),
        Command::Merge(args) => return merge::run(args),
        Command::Replay(args) => replay::run(args),
        Command::Show(args) => show::run(args),
        Command::Perft(args) => perft::run(args),
        Command::Divide(args) => divide::run(args),
        Command::Playout(args) => playout::run(args),
        Command::Shrink(args) => return shrink::run(args),
        Command::Policies(args) => policies::run(args),
        Command::New(args) => new::run(args),
        Command::Probe(args) => probe::run(args),
        Command::Gtp(args) => gtp::run(args),
        Command::Match(args) => contest::run(args),
        Command::Serve(args) => serve::run(args),
        Command::Bridge(args) => bridge::run(args),
        Command::Solve(args) => solve::run(args),
        Command::Query(args) => query::run(args),
        Command::Completions(args) => completions::run(args),
        Command::Man(args) => man::run(args),
    };
    result.unwrap_or_else(Failure::report)
}
