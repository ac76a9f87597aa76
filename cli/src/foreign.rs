//! Engines in other languages on the command line.

use std::fmt::Write;
use std::time::Duration;

use bustan_harness::foreign::Program;

use crate::args::EngineChoice;
use crate::duration;
use crate::failure::Failure;

/// An engine of somebody else's, and what it is held against.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Against {
    /// Command line of an engine that speaks the protocol on its standard streams; it is put to the test
    #[arg(long, value_name = "CMD", allow_hyphen_values = true)]
    against: Option<String>,
    /// The engine of this program that it is held against
    #[arg(long, value_enum, value_name = "ENGINE", requires = "against", default_value = "reference")]
    with: EngineChoice,
    /// How long an answer may take [default: 10s; the first answer always has that long]
    #[arg(long, value_name = "D", value_parser = duration::parse, requires = "against", allow_negative_numbers = true)]
    timeout: Option<Duration>,
    /// Commands never to be asked, separated by commas, such as bustan-setup,undo
    #[arg(long, value_name = "COMMANDS", value_delimiter = ',', requires = "against")]
    without: Vec<String>,
}

impl Against {
    /// The program under test, if there is one.
    pub(crate) fn program(&self) -> Result<Option<Program>, Failure> {
        let Some(line) = &self.against else { return Ok(None) };
        let usage = |error: &dyn ToString| Failure::Usage(format!("--against: {}", error.to_string()));
        let program = Program::parse(line).map_err(|error| usage(&error))?.without(self.without.iter().cloned());
        let program = self.timeout.into_iter().fold(program, Program::timeout);
        program.probe().map_err(|error| usage(&error))?;
        Ok(Some(program))
    }

    /// Whether there is one.
    pub(crate) fn is_given(&self) -> bool {
        self.against.is_some()
    }

    /// What it is held against.
    pub(crate) fn with(&self) -> EngineChoice {
        self.with
    }

    /// The same options as words of a shell's command line.
    pub(crate) fn options(&self, program: &Program) -> String {
        let mut options = format!("--against {}", quoted(&program.to_string()));
        if self.with == EngineChoice::Fast {
            options += " --with fast";
        }
        if let Some(timeout) = self.timeout {
            let _ = write!(options, " --timeout {}ms", timeout.as_millis());
        }
        if !self.without.is_empty() {
            let _ = write!(options, " --without {}", quoted(&self.without.join(",")));
        }
        options
    }
}

/// A text as one word of a shell's command line.
fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=:,@%".contains(c);
    if !text.is_empty() && text.chars().all(plain) { text.into() } else { format!("'{}'", text.replace('\'', "'\\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_line_is_one_word_of_another() {
        assert_eq!(quoted("./engine"), "./engine");
        assert_eq!(quoted("python3 'my engine.py'"), r"'python3 '\''my engine.py'\'''");
    }
}
