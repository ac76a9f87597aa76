//! `bustan completions`.

use std::process::ExitCode;

use clap::{Arg, Command, CommandFactory};
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
    #[arg(value_enum)]
    shell: Shell,
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

/// Lines for fish that offer the values of the first argument of each command, such as the games. The library
/// only completes options.
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
