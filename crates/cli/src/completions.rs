//! `bustan completions`.

use std::ffi::OsStr;
use std::process::ExitCode;

use clap::builder::{EnumValueParser, PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command, CommandFactory, Error, ValueEnum};
use clap_complete::Shell;

use crate::failure::Failure;
use crate::files;

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  bustan completions bash > ~/.local/share/bash-completion/completions/bustan"
)]
pub(crate) struct Args {
    /// The shell
    #[arg(value_parser = Shells)]
    shell: Shell,
}

/// The parser for names of shells. Its error lists all of them and suggests none, because a similar name does
/// not mean that another shell was meant.
#[derive(Clone, Copy, Debug)]
struct Shells;

impl TypedValueParser for Shells {
    type Value = Shell;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<Shell, Error> {
        EnumValueParser::<Shell>::new().parse_ref(command, arg, value).map_err(|_| {
            let names: Vec<String> = Shell::value_variants().iter().map(ToString::to_string).collect();
            let value = value.to_string_lossy();
            let told = format!("no completions for {value}; there are some for {}\n", names.join(", "));
            Error::raw(ErrorKind::InvalidValue, told)
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Shell::value_variants().iter().filter_map(ValueEnum::to_possible_value)))
    }
}

pub(crate) fn run(args: Args) -> Result<ExitCode, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut crate::Cli::command(), "bustan", &mut script);
    let mut script = String::from_utf8_lossy(&script).into_owned();
    if args.shell == Shell::Fish {
        script += &first_arguments(&crate::Cli::command());
    }
    files::print(&script)?;
    Ok(ExitCode::SUCCESS)
}

/// Lines for fish that complete the values of the first argument of each command, such as the games, because
/// the library completes only options.
fn first_arguments(program: &Command) -> String {
    let mut lines = String::new();
    for command in program.get_subcommands() {
        let values = command.get_positionals().next().map(Arg::get_possible_values).unwrap_or_default();
        let names: Vec<&str> = values.iter().map(|value| value.get_name()).collect();
        if names.is_empty() {
            continue;
        }
        let (name, names) = (command.get_name(), names.join(" "));
        let given =
            format!("__fish_bustan_using_subcommand {name}; and not __fish_seen_subcommand_from {names}");
        lines += &format!("complete -c bustan -n \"{given}\" -f -a \"{names}\"\n");
    }
    lines
}
