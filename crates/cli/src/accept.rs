//! Differences that are known and accepted.

use std::collections::BTreeSet;
use std::path::PathBuf;

use bustan_harness::compare::known::Accepted;

use crate::failure::Failure;
use crate::files;

/// The options that name differences to pass over.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Accept {
    /// Pass over a difference with this signature, and count it; it is no finding. A star at the end stands
    /// for any words, as in 'panic-*'
    #[arg(long, value_name = "SIGNATURE")]
    accept: Vec<Accepted>,
    /// The same for the signatures in a file, one a line; # begins a comment
    #[arg(long, value_name = "FILE")]
    accept_file: Vec<PathBuf>,
}

impl Accept {
    /// All of them, each once.
    pub(crate) fn all(&self) -> Result<Vec<Accepted>, Failure> {
        let mut all: BTreeSet<Accepted> = self.accept.iter().cloned().collect();
        for path in &self.accept_file {
            for (line, text) in (1..).zip(files::read(path)?.lines()) {
                let text = text.split('#').next().unwrap_or_default().trim();
                if text.is_empty() {
                    continue;
                }
                let accepted = text.parse();
                all.insert(accepted.map_err(|error| {
                    Failure::Usage(format!("{}, line {line}: {error}", files::name(path)))
                })?);
            }
        }
        Ok(all.into_iter().collect())
    }
}

/// The options that accept these differences, each with a blank before it.
pub(crate) fn options(accepted: impl IntoIterator<Item = impl ToString>) -> String {
    let option = |accepted: String| match accepted.contains('*') {
        true => format!(" --accept '{accepted}'"),
        false => format!(" --accept {accepted}"),
    };
    accepted.into_iter().map(|accepted| option(accepted.to_string())).collect()
}
