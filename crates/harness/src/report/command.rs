//! The commands that reports contain, made from the words of the command line.

use crate::erased::Record;
use bustan_guide::Form;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::Path;
use std::sync::Arc;

use crate::compare::known::KnownDifferences;

/// A command, as words and as a line for a shell.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Command {
    /// The program and its arguments, one by one.
    pub words: Vec<String>,
    /// The words as one line that a shell accepts.
    pub text: String,
}

impl Command {
    /// Creates the command with these words.
    pub fn new(words: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let words: Vec<String> = words.into_iter().map(Into::into).collect();
        let text = line(&words);
        Self { words, text }
    }

    /// Returns the command that shrinks the record that this command replays, on the same engines.
    pub(crate) fn shrinking(self) -> Self {
        let both = self.words.windows(2).position(|pair| pair == ["--engine", "both"]);
        let kept = self
            .words
            .iter()
            .enumerate()
            .filter(|(at, _)| both.is_none_or(|both| !(both..both + 2).contains(at)));
        Self::new(kept.map(|(at, word)| if at == 1 { "shrink" } else { word.as_str() }))
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

/// Quotes a text as one word of a shell command.
pub fn word(text: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "/._-+=:,@%".contains(c);
    let plain = !text.is_empty() && text.chars().all(plain);
    if plain { text.into() } else { format!("'{}'", text.replace('\'', "'\\''")) }
}

/// Joins words into one line that a shell accepts.
pub fn line(words: &[String]) -> String {
    words.iter().map(|text| word(text)).collect::<Vec<_>>().join(" ")
}

/// The programs that were compared, as named on the command line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Programs {
    /// The program under test; `None` if the engine under test is built in.
    pub against: Option<String>,
    /// The program that it is compared with, if it was named, followed by the additional programs that are
    /// queried, in order.
    pub with: Vec<String>,
    /// All options that name programs or determine how they are run.
    pub options: Vec<String>,
}

impl Programs {
    /// Whether no program was named.
    pub fn names_none(&self) -> bool {
        self.against.is_none() && self.with.is_empty()
    }

    /// Whether two values name the same programs, regardless of how they are run.
    pub fn names_same(&self, other: &Self) -> bool {
        (&self.against, &self.with) == (&other.against, &other.with)
    }
}

/// The part of a run that is needed to reproduce a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunExtent {
    /// The seed of the run.
    pub seed: u64,
    /// The number of games, the last of which shows the finding.
    pub games: u64,
    /// Whether the run continues after a finding.
    pub keeps_going: bool,
}

/// Makes the command that reproduces a finding; by default there is none.
#[derive(Clone, Default)]
pub struct SearchCommand(Option<Arc<dyn Fn(RunExtent) -> Command + Send + Sync>>);

impl SearchCommand {
    /// Makes commands with the function `command`.
    pub fn new(command: impl Fn(RunExtent) -> Command + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(command)))
    }

    /// Uses `command` for every part of the run.
    pub fn by(command: Command) -> Self {
        Self::new(move |_| command.clone())
    }

    /// Returns the command that repeats a part of the run.
    pub(crate) fn command(&self, extent: RunExtent) -> Command {
        self.0.as_ref().map(|command| command(extent)).unwrap_or_default()
    }
}

impl fmt::Debug for SearchCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SearchCommand")
            .field(&self.command(RunExtent { seed: 0, games: 1, keeps_going: false }))
            .finish()
    }
}

/// The command in reports that replays a record, and the texts that accompany the record. By default, there
/// are none.
#[derive(Clone, Default)]
pub struct ReplayCommand {
    command: Option<Arc<Replaying>>,
    moves: Option<Arc<Writing>>,
    forms: Option<Arc<Forming>>,
    programs: Programs,
    symmetry: Option<String>,
    pub(super) accepting: Option<&'static str>,
}

/// Formats the moves of a record, given as text, in human notation.
type Writing = dyn Fn(&str) -> Option<String> + Send + Sync;

/// Formats a record, given as text, in the notations of other tools.
type Forming = dyn Fn(&str) -> Vec<Form> + Send + Sync;

/// Makes a command from the path of a record and the differences ignored in it.
type Replaying = dyn Fn(&Path, &KnownDifferences) -> Command + Send + Sync;

impl ReplayCommand {
    /// Makes commands with the function `command`, given the path of a record and the known differences that
    /// are [ignored](KnownDifferences::passed) in it.
    pub fn new(command: impl Fn(&Path, &KnownDifferences) -> Command + Send + Sync + 'static) -> Self {
        Self { command: Some(Arc::new(command)), ..Self::default() }
    }

    /// Makes reports name `programs` and `symmetry`, the file and line of the symmetry by which a program is
    /// compared with its own mirror image.
    #[must_use]
    pub fn naming(self, programs: Programs, symmetry: Option<String>) -> Self {
        Self { programs, symmetry, ..self }
    }

    /// Makes reports also contain the moves of a record in human notation, such as `1. e4 e5 2. Nf3` in
    /// chess, as returned by `moves`.
    #[must_use]
    pub fn telling(self, moves: impl Fn(&str) -> Option<String> + Send + Sync + 'static) -> Self {
        Self { moves: Some(Arc::new(moves)), ..self }
    }

    /// Makes reports also contain a record in the notations of other tools, as returned by `forms`.
    #[must_use]
    pub fn pasting(self, forms: impl Fn(&str) -> Vec<Form> + Send + Sync + 'static) -> Self {
        Self { forms: Some(Arc::new(forms)), ..self }
    }

    /// Makes reports mention `option`, which ignores a difference about one move.
    #[must_use]
    pub fn accepting(self, option: &'static str) -> Self {
        Self { accepting: Some(option), ..self }
    }

    /// Returns the programs that were compared.
    pub(super) const fn programs(&self) -> &Programs {
        &self.programs
    }

    /// Returns the file and line of the symmetry by which a program was compared with its own mirror image.
    pub(super) fn symmetry(&self) -> Option<&str> {
        self.symmetry.as_deref()
    }

    pub(super) fn command(&self, file: &Path, known: &KnownDifferences) -> Option<Command> {
        self.command.as_ref().map(|command| command(file, known))
    }

    /// Returns the moves of a record in human notation, if it differs from the notation of the protocol.
    pub(super) fn moves(&self, record: &Record) -> Option<String> {
        self.moves.as_ref().and_then(|moves| moves(&record.to_string()))
    }

    /// Returns a record in the notations of other tools.
    pub(super) fn forms(&self, record: &Record) -> Vec<Form> {
        self.forms.as_ref().map(|forms| forms(&record.to_string())).unwrap_or_default()
    }
}

impl fmt::Debug for ReplayCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ReplayCommand")
            .field(&self.command(Path::new("FILE"), &KnownDifferences::default()))
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_one_word_of_a_command_line() {
        assert_eq!(word("out/dominions-turn-0.txt"), "out/dominions-turn-0.txt");
        assert_eq!(word("my finds/it's.txt"), r"'my finds/it'\''s.txt'");
        assert_eq!(word(""), "''");
    }

    #[test]
    fn a_shell_reads_the_words_of_a_command_from_its_line() {
        let words =
            ["bustan", "replay", "my finds/it's.txt", "--against", "python3 'my engine.py'", "", "$HOME `x`"];
        let command = Command::new(words);
        assert_eq!(shlex::split(&command.text).unwrap(), words);
        assert_eq!((command.words.len(), command.to_string()), (words.len(), command.text));
    }
}
