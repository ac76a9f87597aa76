//! Prints the messages of the argument parser, with each error on one line.

use std::process::ExitCode;

use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::failure::{BAD_INPUT, Failure, say};

/// Prints help if it was requested, otherwise the error on one line of standard error.
pub(crate) fn report(error: &Error) -> ExitCode {
    if !error.use_stderr() {
        return match error.print() {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => Failure::Output(error).report(),
        };
    }
    say(&message(error));
    ExitCode::from(BAD_INPUT)
}

/// The error on one line: clap's first paragraph, then its suggestion for a likely mistake, Bustan's
/// suggestion, or the usage if clap shows it.
fn message(error: &Error) -> String {
    let text = error.to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let (mut line, mut usage) = (String::new(), None);
    for paragraph in text.split("\n\n").flat_map(|paragraph| paragraph.split("\n  tip: ")) {
        let words: Vec<&str> = paragraph.split_whitespace().collect();
        let words = words.join(" ");
        let words = words.strip_prefix("tip: ").unwrap_or(&words);
        // The tip to pass the word after `--` is left out: a mistyped option was not meant as a value.
        if words.starts_with("For more information") || words.starts_with("to pass ") {
            continue;
        }
        if let Some(words) = words.strip_prefix("Usage:") {
            usage = Some(format!("; usage:{words}"));
            continue;
        }
        line += if line.is_empty() { "" } else { "; " };
        line += words;
    }
    let suggested = line.contains("; a similar") || line.contains("; some similar");
    match hint(error) {
        Some(hint) => line = format!("{line}; {hint}"),
        None if suggested || error.kind() == ErrorKind::InvalidSubcommand => {}
        None => line += &usage.unwrap_or_default(),
    }
    line + " (try --help)"
}

/// The probable meaning of a word that is not expected in its place.
fn hint(error: &Error) -> Option<&'static str> {
    let word = |kind| match error.get(kind) {
        Some(ContextValue::String(word)) => Some(word.as_str()),
        _ => None,
    };
    if word(ContextKind::InvalidSubcommand) == Some("play") {
        return Some("bustan serve opens a page to play on");
    }
    let value = word(ContextKind::InvalidValue)?;
    if !word(ContextKind::InvalidArg)?.contains("GAME") {
        return None;
    }
    match value.contains([':', '/', ' ']) {
        true => Some("a program is named with --against"),
        false => value.parse::<u64>().is_ok().then_some("the game comes first, as in bustan perft chess 4"),
    }
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
                "the following required arguments were not provided: <GAME> <DEPTH>; \
                 usage: bustan perft <GAME> <DEPTH> [SETUP]... (try --help)",
            ),
            (
                &["perft", "chess", "--plies", "3"],
                "unexpected argument '--plies' found; usage: bustan perft <GAME> [DEPTH] [SETUP]... (try --help)",
            ),
            (&["--nonsense"], "unexpected argument '--nonsense' found; usage: bustan [COMMAND] (try --help)"),
            (
                &["check", "--sise", "3"],
                "unexpected argument '--sise' found; a similar argument exists: '--size' (try --help)",
            ),
            (
                &["perfd", "dominions"],
                "unrecognized subcommand 'perfd'; a similar subcommand exists: 'perft' (try --help)",
            ),
            (
                &["play", "chess"],
                "unrecognized subcommand 'play'; some similar subcommands exist: 'playout', 'replay'; \
                 bustan serve opens a page to play on (try --help)",
            ),
            (
                &["probe", "uci:./engine"],
                "invalid value 'uci:./engine' for '[GAME]' [possible values: dominions, margo, tribolo, tictactoe, \
                 abrobad, chess, any]; a program is named with --against (try --help)",
            ),
            (
                &["perft", "4"],
                "invalid value '4' for '<GAME>' [possible values: dominions, margo, tribolo, tictactoe, abrobad, \
                 chess]; the game comes first, as in bustan perft chess 4 (try --help)",
            ),
        ] {
            let arguments = ["bustan"].iter().chain(arguments);
            let error = crate::Cli::try_parse_from(arguments).unwrap_err();
            assert_eq!(message(&error), complaint);
        }
    }
}
