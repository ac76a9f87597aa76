//! `bustan man`.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Arg, Command, CommandFactory};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, italic, roman};

use crate::failure::Failure;
use crate::files;
use crate::layout;

/// Print the manual pages
///
/// One page for the program and one for each command, in sequence or each in its own file.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  bustan man | man -l -\n  bustan man --dir ~/.local/share/man/man1")]
pub(crate) struct Args {
    /// Write bustan.1, bustan-check.1 and so on into this directory, which must exist
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

pub(crate) fn run(args: Args) -> Result<ExitCode, Failure> {
    let mut program = layout::arranged(crate::Cli::command().disable_help_subcommand(true));
    program.build();
    let mut all = String::new();
    for command in std::iter::once(&program).chain(program.get_subcommands()) {
        let (file, page) = page(command)?;
        match &args.dir {
            Some(dir) => files::write(&dir.join(file), &page)?,
            None => all += &page,
        }
    }
    files::print(&all)?;
    Ok(ExitCode::SUCCESS)
}

/// The manual page of a command, and the name of its file. The library `clap_mangen` does most of the layout.
fn page(command: &Command) -> Result<(String, String), Failure> {
    let man = Man::new(without_repetition(command));
    let mut page = Vec::new();
    let mut render = || {
        man.render_title(&mut page)?;
        man.render_name_section(&mut page)?;
        synopsis(command).to_writer(&mut page)?;
        if description(command).is_some() {
            man.render_description_section(&mut page)?;
        }
        man.render_options_section(&mut page)?;
        if command.has_subcommands() {
            man.render_subcommands_section(&mut page)?;
        }
        after_help(command).to_writer(&mut page)?;
        if command.get_version().is_some() {
            man.render_version_section(&mut page)?;
        }
        Ok(())
    };
    render().map_err(Failure::Output)?;
    Ok((man.get_filename(), String::from_utf8_lossy(&page).into_owned()))
}

/// The description of a command without its first line, which is printed next to the command's name.
fn description(command: &Command) -> Option<String> {
    let about = command.get_long_about()?.to_string();
    about.split_once("\n\n").map(|(_, rest)| rest.to_string())
}

/// Removes the first line of the description of a command, which is printed next to the command's name, and
/// lists the values of each argument after its description.
fn without_repetition(command: &Command) -> Command {
    let described = match description(command) {
        Some(rest) => command.clone().long_about(rest),
        None => command.clone(),
    };
    described.mut_args(|arg| match values(&arg) {
        Some(values) => {
            let help =
                arg.get_long_help().or_else(|| arg.get_help()).map(ToString::to_string).unwrap_or_default();
            arg.hide_possible_values(true).long_help(format!("{help}: {values}"))
        }
        None => arg,
    })
}

/// The values that an argument accepts, if they are a fixed set.
fn values(arg: &Arg) -> Option<String> {
    let takes =
        arg.get_num_args().is_some_and(|values| values.takes_values()) && !arg.is_hide_possible_values_set();
    let values = arg.get_possible_values();
    let names: Vec<&str> = values.iter().map(|value| value.get_name()).filter(|_| takes).collect();
    (!names.is_empty()).then(|| names.join(", "))
}

/// The synopsis of the command: its options with their values, then its arguments.
fn synopsis(command: &Command) -> Roff {
    let mut line = vec![bold(command.get_bin_name().unwrap_or_else(|| command.get_name()))];
    let shown = command.get_arguments().filter(|arg| !arg.is_hide_set());
    let (arguments, options): (Vec<&Arg>, Vec<&Arg>) = shown.partition(|arg| arg.is_positional());
    for arg in options.into_iter().chain(arguments) {
        let range = arg.get_num_args().unwrap_or_default();
        let names: Vec<&str> =
            arg.get_value_names().into_iter().flatten().map(|name| name.as_str()).collect();
        let several = if range.max_values() > names.len() { "..." } else { "" };
        let value = italic(names.join(" ") + several);
        let [open, close] = if arg.is_required_set() { [" ", ""] } else { [" [", "]"] };
        line.push(roman(open));
        match arg.get_long() {
            None => line.push(value),
            Some(long) => {
                line.push(bold(format!("--{long}")));
                match (range.takes_values(), range.min_values()) {
                    (false, _) => {}
                    (true, 0) => line.extend([roman(" ["), value, roman("]")]),
                    (true, _) => line.extend([roman(" "), value]),
                }
            }
        }
        line.push(roman(close));
    }
    if command.has_subcommands() {
        line.extend([roman(" ["), italic("COMMAND"), roman("]")]);
    }
    let mut roff = Roff::new();
    roff.control("SH", ["SYNOPSIS"]).text(line);
    roff
}

/// The sections after the options: examples, each on its own line, and exit codes.
fn after_help(command: &Command) -> Roff {
    let mut roff = Roff::new();
    let text = command
        .get_after_long_help()
        .or_else(|| command.get_after_help())
        .map(ToString::to_string)
        .unwrap_or_default();
    for paragraph in text.split("\n\n") {
        match paragraph.split_once(':') {
            Some(("Example" | "Examples", examples)) => {
                roff.control("SH", ["EXAMPLES"]).control("nf", []);
                for example in examples.lines().filter(|line| !line.is_empty()) {
                    roff.text([roman(example.trim_start())]);
                }
                roff.control("fi", []);
            }
            Some(("Exit codes", codes)) => {
                roff.control("SH", ["EXIT STATUS"]).text([roman(codes.trim_start())]);
            }
            _ => {
                roff.control("PP", []).text([roman(paragraph)]);
            }
        }
    }
    roff
}
