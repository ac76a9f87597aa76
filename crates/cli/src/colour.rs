//! The choice of whether boards are printed in colour.

use std::io::IsTerminal;

use clap::{Args, ValueEnum};

/// When to print in colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The option that chooses when.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Colour {
    /// When to print in colour
    #[arg(long = "color", visible_alias = "colour", value_name = "WHEN", value_enum, default_value_t)]
    when: When,
}

impl Colour {
    /// Whether to colour standard output.
    pub(crate) fn on_stdout(self) -> bool {
        match self.when {
            When::Always => true,
            When::Never => false,
            When::Auto => {
                let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
                let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
                std::io::stdout().is_terminal() && !set("NO_COLOR") && !dumb
            }
        }
    }
}
