//! `bustan man`.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Command, CommandFactory};
use clap_mangen::Man;

use crate::failure::Failure;
use crate::files;

/// Print the manual pages
///
/// One page for the program and one for each command, one after the other, or each in a file of its own.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  bustan man | man -l -\n  bustan man --dir ~/.local/share/man/man1")]
pub(crate) struct Args {
    /// Write bustan.1, bustan-check.1 and so on into this directory, which must exist
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

pub(crate) fn run(args: Args) -> Result<ExitCode, Failure> {
    let mut program = crate::Cli::command();
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

/// The page of a command and the name of its file.
fn page(command: &Command) -> Result<(String, String), Failure> {
    let man = Man::new(command.clone());
    let mut page = Vec::new();
    man.render(&mut page).map_err(Failure::Output)?;
    Ok((man.get_filename(), String::from_utf8_lossy(&page).into_owned()))
}
