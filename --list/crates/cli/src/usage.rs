//! Prints messages of the argument parser, errors in one line.

use std::process::ExitCode;

use clap::Error;

use crate::failure::{BAD_INPUT, Failure, say};

/// Prints help if it was asked for, otherwise the error on one line of standard error.
pub(crate) fn report(error: &Error) -> ExitCode {
    if !error.use_stderr() {
        return match error.print() {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => Failure::Output(error).report(),
        };
    }
    say(&one_line(&error.to_string()));
    ExitCode::from(BAD_INPUT)
}

/// The first paragraph of a message, with its suggestion for a likely slip. `--help` covers usage, and that a
/// word may stand behind `--` helps nobody who mistook it for an option.
fn one_line(message: &str) -> String {
    let message = message.strip_prefix("error: ").unwrap_or(message);
    let mut line = String::new();
    for paragraph in message.split("\n\n").flat_map(|paragraph| paragraph.split("\n  tip: ")) {
        let words: Vec<&str> = paragraph.split_whitespace().collect();
        let words = words.join(" ");
        let words = words.strip_prefix("tip: ").unwrap_or(&words);
        if ["Usage:", "For more information", "to pass "].iter().any(|start| words.starts_with(start)) {
            continue;
        }
        line += if line.is_empty() { "" } else { "; " };
        line += words;
    }
    line + " (try --help)"
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[test]
    fn complaints_take_one_line() {
        for (arguments, complaint) in [
            (
                &["perft"][..],
                "the following required arguments were not provided: <GAME> <DEPTH> (try --help)",
            ),
            (&["--nonsense"], "unexpected argument '--nonsense' found (try --help)"),
            (&["check", "--nonsense"], "unexpected argument '--nonsense' found (try --help)"),
            (
                &["check", "--sise", "3"],
                "unexpected argument '--sise' found; a similar argument exists: '--size' (try --help)",
            ),
            (
                &["perfd", "dominions"],
                "unrecognized subcommand 'perfd'; a similar subcommand exists: 'perft' (try --help)",
            ),
        ] {
            let arguments = ["bustan"].iter().chain(arguments);
            let error = crate::Cli::try_parse_from(arguments).unwrap_err();
            assert_eq!(one_line(&error.to_string()), complaint);
        }
    }
}
