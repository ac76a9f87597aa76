//! Prints the messages of the argument parser, with each error on one line.

use std::process::ExitCode;

use bustan_harness::any::Any;
use bustan_vocabulary::Game as _;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory, Error};

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
/// suggestion, or the usage if clap prints it.
fn message(error: &Error) -> String {
    let text = error.to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let (mut line, mut usage) = (String::new(), None);
    let hint = hint(error);
    for paragraph in text.split("\n\n").flat_map(|paragraph| paragraph.split("\n  tip: ")) {
        let words: Vec<&str> = paragraph.split_whitespace().collect();
        let words = words.join(" ");
        let words = words.strip_prefix("tip: ").unwrap_or(&words);
        // clap's tip to pass the word after `--` is omitted, because a mistyped option was not meant as a
        // value.
        if words.starts_with("For more information") || words.starts_with("to pass ") {
            continue;
        }
        if let Some(words) = words.strip_prefix("Usage:") {
            usage = Some(format!("; usage:{words}"));
            continue;
        }
        // A similar spelling of an option that means something else is left out.
        if hint.is_some() && error.kind() == ErrorKind::UnknownArgument && words.contains(" similar ") {
            continue;
        }
        line += if line.is_empty() { "" } else { "; " };
        line += words;
    }
    let suggested = line.contains("; a similar") || line.contains("; some similar");
    match hint {
        Some(hint) => line = format!("{line}; {hint}"),
        None if suggested || error.kind() == ErrorKind::InvalidSubcommand => {}
        None => line += &usage.unwrap_or_default(),
    }
    line + " (try --help)"
}

/// Names of an argument that other programs have, and hints about what is meant.
struct Foreign {
    names: &'static [&'static str],
    /// An option, or in `<>` an argument, and the hint if the command has it.
    meant: &'static [(&'static str, &'static str)],
}

/// The arguments of other programs.
const FOREIGN: [Foreign; 6] = [
    Foreign {
        names: &["fen", "sfen", "epd", "startpos"],
        meant: &[("position", "a position is given with --position")],
    },
    Foreign {
        names: &["variant", "ruleset", "rules"],
        meant: &[
            (
                "against",
                "a variant is a word after the game, as in chess chess960, or an option of a program, as in \
                 --against 'uci:CMD;UCI_Variant=NAME'",
            ),
            ("<setup>", "a variant is a word after the game, as in chess chess960"),
        ],
    },
    Foreign {
        names: &["depth", "moves", "plies", "ply"],
        meant: &[
            ("<depth>", "the depth is a number after the game, as in chess 3"),
            ("plies", "--plies limits the length of a game"),
        ],
    },
    Foreign {
        names: &["board-size", "boardsize", "width"],
        meant: &[("size", "the size of the board is given with --size")],
    },
    Foreign {
        names: &["engine", "engine1", "program", "command", "cmd", "uci", "usi", "gtp"],
        meant: &[("against", "a program is named with --against")],
    },
    Foreign {
        names: &["engine2", "reference", "oracle"],
        meant: &[("with", "the other program is named with --with")],
    },
];

/// Games without a built-in engine, each with the protocol of its programs.
const OTHERS: [(&str, &str); 7] = [
    ("go", "gtp"),
    ("weiqi", "gtp"),
    ("baduk", "gtp"),
    ("shogi", "usi"),
    ("xiangqi", "ucci"),
    ("hive", "uhp"),
    ("crazyhouse", "uci"),
];

/// Returns the probable meaning of a word that is not expected in its place.
fn hint(error: &Error) -> Option<String> {
    let word = |kind| match error.get(kind) {
        Some(ContextValue::String(word)) => Some(word.as_str()),
        _ => None,
    };
    if word(ContextKind::InvalidSubcommand) == Some("play") {
        return Some("bustan serve opens a page to play on".into());
    }
    let argument = word(ContextKind::InvalidArg)?;
    if error.kind() == ErrorKind::UnknownArgument {
        return unknown(&command(error)?, argument).map(String::from);
    }
    let value = word(ContextKind::InvalidValue)?;
    if !argument.contains("GAME") {
        return None;
    }
    let valid = match error.get(ContextKind::ValidValue) {
        Some(ContextValue::Strings(values)) => &values[..],
        _ => &[],
    };
    if is_program(value) {
        return Some("a program is named with --against".into());
    }
    if value.parse::<u64>().is_ok() {
        return Some("the game comes first, as in bustan perft chess 4".into());
    }
    let (_, prefix) = OTHERS.iter().find(|(game, _)| value.eq_ignore_ascii_case(game))?;
    let is_any = valid.iter().any(|game| game == Any::NAME);
    Some(match is_any {
        true => format!(
            "Bustan has no engine for {value}: compare two programs, as in bustan check any --against {prefix}:./a \
             --with {prefix}:./b"
        ),
        false => format!("Bustan has no engine for {value}"),
    })
}

/// The subcommand that an error is about.
fn command(error: &Error) -> Option<Command> {
    let Some(ContextValue::StyledStr(usage)) = error.get(ContextKind::Usage) else { return None };
    let usage = usage.to_string();
    let mut words = usage.split_whitespace().skip_while(|word| *word != "bustan").skip(1);
    crate::Cli::command().find_subcommand(words.next()?).cloned()
}

/// Returns the probable meaning of an argument that the command does not have.
fn unknown(command: &Command, argument: &str) -> Option<&'static str> {
    let has = |name: &str| match name.strip_prefix('<').and_then(|name| name.strip_suffix('>')) {
        Some(place) => command.get_positionals().any(|one| one.get_id() == place),
        None => command.get_arguments().any(|one| one.get_long() == Some(name)),
    };
    let Some(option) = argument.strip_prefix("--") else {
        return (is_program(argument) && has("against")).then_some("a program is named with --against");
    };
    let foreign = FOREIGN.iter().find(|foreign| foreign.names.contains(&option))?;
    foreign.meant.iter().find(|(name, _)| has(name)).map(|(_, hint)| *hint)
}

/// Whether a word looks like the command line of a program.
pub(crate) fn is_program(word: &str) -> bool {
    word.contains([':', '/', ' '])
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
                "unexpected argument '--plies' found; the depth is a number after the game, as in chess 3 (try --help)",
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
                &["check", "chess", "--fen", "8/8"],
                "unexpected argument '--fen' found; a position is given with --position (try --help)",
            ),
            (
                &["check", "chess", "--variant", "chess960"],
                "unexpected argument '--variant' found; a variant is a word after the game, as in chess chess960, or \
                 an option of a program, as in --against 'uci:CMD;UCI_Variant=NAME' (try --help)",
            ),
            (
                &["perft", "chess", "3", "--variant", "chess960"],
                "unexpected argument '--variant' found; a variant is a word after the game, as in chess chess960 \
                 (try --help)",
            ),
            (
                &["check", "chess", "--depth", "3"],
                "unexpected argument '--depth' found; --plies limits the length of a game (try --help)",
            ),
            (
                &["divide", "chess", "--depth", "3"],
                "unexpected argument '--depth' found; the depth is a number after the game, as in chess 3 (try --help)",
            ),
            (
                &["check", "chess", "--engine", "uci:./engine"],
                "unexpected argument '--engine' found; a program is named with --against (try --help)",
            ),
            (
                &["probe", "chess", "uci:./engine"],
                "unexpected argument 'uci:./engine' found; a program is named with --against (try --help)",
            ),
            (
                &["check", "go"],
                "invalid value 'go' for '[GAME]' [possible values: dominions, margo, tribolo, tictactoe, abrobad, \
                 chess, any]; Bustan has no engine for go: compare two programs, as in bustan check any --against \
                 gtp:./a --with gtp:./b (try --help)",
            ),
            (
                &["perft", "shogi", "3"],
                "invalid value 'shogi' for '<GAME>' [possible values: dominions, margo, tribolo, tictactoe, abrobad, \
                 chess]; Bustan has no engine for shogi (try --help)",
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
