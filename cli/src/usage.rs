//! What the argument parser has to say, in one line when it is a complaint.

use std::io::Write;
use std::process::ExitCode;

use clap::Error;

use crate::failure::{BAD_INPUT, Failure};

/// Prints help where help was asked for, otherwise the complaint on one line of standard error.
pub(crate) fn report(error: &Error) -> ExitCode {
    if !error.use_stderr() {
        return match error.print() {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => Failure::Output(error).report(),
        };
    }
    let mut stderr = std::io::stderr().lock();
    // Nobody is left to be told when standard error is closed; the exit code still says it.
    let _ = writeln!(stderr, "{}", one_line(&error.to_string()));
    ExitCode::from(BAD_INPUT)
}

/// The complaint and the tips of a message; its paragraphs on usage are what `--help` is for.
fn one_line(message: &str) -> String {
    let paragraphs = message.trim_end().split("\n\n").filter(|text| !text.trim_start().starts_with("Usage:"));
    let words = paragraphs.flat_map(str::split_whitespace).filter(|word| !word.chars().all(char::is_control));
    words.collect::<Vec<_>>().join(" ").replace("For more information, try '--help'.", "(try --help)")
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[test]
    fn complaints_take_one_line() {
        for (arguments, complaint) in [
            (&["perft"][..], "error: the following required arguments were not provided: <GAME> <DEPTH> (try --help)"),
            (&["--nonsense"], "error: unexpected argument '--nonsense' found (try --help)"),
        ] {
            let arguments = ["bustan"].iter().chain(arguments);
            let error = crate::Cli::try_parse_from(arguments).unwrap_err();
            assert_eq!(one_line(&error.to_string()), complaint);
        }
    }
}
