//! The layout of `--help` and `-h`, in which the most needed options come first.
//!
//! `--help` lists all options of a command in sections. `-h` fits on a screen: it shows the common options,
//! the first sentence of each text, and the first examples.

use clap::builder::StyledStr;
use clap::{Arg, ArgAction, Command};

/// A heading, and the ids of the options below it, in order, for any command.
struct Section {
    heading: &'static str,
    options: &'static [&'static str],
}

/// The sections that most users need. Only [`SECTIONED`] commands show headings for them.
const MAIN: [Section; 6] = [
    Section {
        heading: "What to test",
        options: &[
            "game", "number", "fuzz", "engine", "against", "with", "men", "material", "special", "symmetry",
        ],
    },
    Section {
        heading: "How long",
        options: &["time", "games", "depth", "keep_going", "max_findings", "require", "sprt"],
    },
    Section { heading: "Where to begin", options: &["size", "position", "record", "positions"] },
    Section {
        heading: "How to play",
        options: &["policy", "seed", "jobs", "plies", "opening", "thorough", "memory", "spill"],
    },
    Section {
        heading: "What to do with findings",
        options: &["out", "keep", "shrink_time", "accept", "accept_file", "ignore"],
    },
    Section {
        heading: "What to print and show",
        options: &[
            "each", "from", "to", "svg", "octal", "groups", "divide", "serve", "json", "coverage", "when",
            HELP,
        ],
    },
];

/// The sections that apply only to some programs, games and runs.
const SPECIAL: [Section; 4] = [
    Section {
        heading: "Programs under test",
        options: &["timeout", "start_timeout", "log", "log_form", "map", "without"],
    },
    Section {
        heading: "Games that Bustan does not know",
        options: &["colours", "words", "symmetries", "whole_positions", "reasons"],
    },
    Section { heading: "The page in the browser", options: &["watch", "port", "address", "no_open"] },
    Section {
        heading: "Parts of a run, and runs that were interrupted",
        options: &["shard", "resume", "save_every", "reproducible"],
    },
];

/// The commands with headings for the [`MAIN`] sections.
const SECTIONED: [&str; 2] = ["check", "exhaust"];

/// The options that `-h` lists. For a command that is not in this table, `-h` lists all options.
const COMMON: [(&str, &[&str]); 11] = [
    ("check", &["against", "with", "time", "games", "out", "serve", "json", HELP]),
    ("exhaust", &["against", "with", "men", "depth", "size", "json", HELP]),
    ("perft", &["size", "position", "positions", "seed", "engine", "divide", "json"]),
    ("divide", &["against", "with", "size", "position", "record", "positions", "json"]),
    ("replay", &["game", "engine", "against", "with", "each", "from", "to", "svg", "json"]),
    ("shrink", &["game", "against", "with", "time", "out", "json"]),
    ("probe", &["against", "size", "timeout", "log", "json"]),
    ("serve", &["game", "against", "with", "watch", "port", "no_open", "db"]),
    ("match", &["game", "games", "size", "seed", "jobs", "sprt", "out", "json"]),
    ("solve", &["size", "position", "symmetry", "db", "memory", "json"]),
    ("show", &["game", "engine", "svg", "json"]),
];

/// The number of examples that `-h` shows.
const EXAMPLES: usize = 3;

/// The id of the argument for options of a game's setup, about which [`SECTIONED`] commands have more to
/// explain than fits in `-h`.
const SETUP: &str = "setup";

/// The id of the option that prints help.
const HELP: &str = "help";

/// Arranges the help of the program and of its commands.
pub(crate) fn arranged(program: Command) -> Command {
    program.mut_subcommands(command)
}

fn command(command: Command) -> Command {
    let name = command.get_name().to_string();
    let sectioned = SECTIONED.contains(&name.as_str());
    let command = if sectioned { command.disable_help_flag(true).arg(help()) } else { command };
    let common = COMMON.iter().find(|(of, _)| *of == name).map(|(_, options)| *options);
    let mut arguments: Vec<Arg> = command.get_arguments().cloned().collect();
    // The sections appear in the order of their first options.
    arguments.sort_by_key(place);
    let mut arguments = arguments.into_iter().enumerate().map(|(order, arg)| {
        let id = arg.get_id().as_str();
        let may_hide = !arg.is_positional() || (sectioned && id == SETUP);
        let rare = common.is_some_and(|common| may_hide && !common.contains(&id));
        let arg = summarised(arg).hide_short_help(rare);
        if arg.is_positional() {
            return arg;
        }
        let heading = section(&arg).filter(|(number, _)| sectioned || *number >= MAIN.len());
        let arg = arg.display_order(order);
        match heading {
            Some((_, heading)) => arg.help_heading(heading),
            None => arg,
        }
    });
    let command = command.mut_args(|arg| arguments.next().unwrap_or(arg));
    with_short_examples(command, sectioned)
}

/// The option of a [`SECTIONED`] command that prints help. clap's own option would be in a separate section.
fn help() -> Arg {
    Arg::new(HELP)
        .short('h')
        .long("help")
        .action(ArgAction::Help)
        .help("Print help (see more with '--help')")
        .long_help("Print help (see a summary with '-h')")
}

/// The sort key of an argument in the help of its command: positional arguments come first, in their order.
fn place(arg: &Arg) -> (usize, usize) {
    if arg.is_positional() {
        return (0, 0);
    }
    let id = arg.get_id().as_str();
    let within = |section: &Section| section.options.iter().position(|option| *option == id);
    match section(arg) {
        Some((number, _)) => {
            (number + 1, MAIN.iter().chain(&SPECIAL).nth(number).and_then(within).unwrap_or_default())
        }
        // Options that only one command has follow the sections that most users need.
        None => (MAIN.len(), 0),
    }
}

/// The number of an option's section, and its heading.
fn section(arg: &Arg) -> Option<(usize, &'static str)> {
    let id = arg.get_id().as_str();
    let mut sections = MAIN.iter().chain(&SPECIAL).enumerate();
    let (number, section) = sections.find(|(_, section)| section.options.contains(&id))?;
    Some((number, section.heading))
}

/// Shortens the text of an argument to its first sentence for `-h`.
fn summarised(arg: Arg) -> Arg {
    if arg.get_id() == HELP {
        return arg;
    }
    let Some(text) = arg.get_help().map(ToString::to_string) else { return arg };
    let long = arg.get_long_help().cloned().unwrap_or_else(|| StyledStr::from(&text));
    arg.help(summary(&text).to_string()).long_help(long)
}

/// The first sentence of a text, or its part before a colon, a semicolon or a bracket.
fn summary(text: &str) -> &str {
    let ends = [". ", "; ", ": ", " (", " ["].into_iter().filter_map(|end| text.find(end));
    &text[..ends.min().unwrap_or(text.len())]
}

/// Limits the examples of `-h` to the first few. For a `sectioned` command, `-h` ends with the command that
/// lists all options.
fn with_short_examples(command: Command, sectioned: bool) -> Command {
    let Some(text) = command.get_after_help().map(ToString::to_string) else { return command };
    let lines: Vec<&str> = text.lines().take(1 + EXAMPLES).collect();
    let name = command.get_name();
    let more = if sectioned { format!("\n\nAll options: bustan {name} --help") } else { String::new() };
    command.after_help(lines.join("\n") + &more).after_long_help(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn every_option_of_a_sectioned_command_has_a_section_and_every_name_an_option() {
        let program = arranged(crate::Cli::command());
        for name in SECTIONED {
            let command = program.find_subcommand(name).unwrap();
            for arg in command.get_arguments().filter(|arg| !arg.is_positional() && !arg.is_hide_set()) {
                assert!(section(arg).is_some(), "{name}: {} has no section", arg.get_id());
            }
        }
        let known = |id: &str| {
            program.get_subcommands().any(|command| command.get_arguments().any(|arg| arg.get_id() == id))
        };
        for option in MAIN.iter().chain(&SPECIAL).flat_map(|section| section.options) {
            assert!(known(option), "{option}");
        }
        for (name, options) in COMMON {
            let command = program.find_subcommand(name).unwrap();
            for option in options {
                assert!(command.get_arguments().any(|arg| arg.get_id() == option), "{name} {option}");
            }
        }
    }

    #[test]
    fn summaries_are_first_sentences() {
        for (text, summary) in [
            ("How long an answer may take [default: 10s]", "How long an answer may take"),
            (
                "The engine to test, such as ./engine: a command line. Or more",
                "The engine to test, such as ./engine",
            ),
            ("Seed of the random choices", "Seed of the random choices"),
        ] {
            assert_eq!(super::summary(text), summary);
        }
    }
}
