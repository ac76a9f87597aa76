//! Commands that reports name.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A command: its words, and the same as a line for a shell.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Command {
    /// The program and its arguments, one by one.
    pub words: Vec<String>,
    /// The same as one line that a shell accepts.
    pub text: String,
}

impl Command {
    /// Makes the command of these words.
    pub fn new(words: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let words: Vec<String> = words.into_iter().map(Into::into).collect();
        let text = line(&words);
        Self { words, text }
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

/// A text as one word of a shell's command line.
pub fn word(text: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "/._-+=:,@%".contains(c);
    let plain = !text.is_empty() && text.chars().all(plain);
    if plain { text.into() } else { format!("'{}'", text.replace('\'', "'\\''")) }
}

/// Words as one line that a shell accepts.
pub fn line(words: &[String]) -> String {
    words.iter().map(|text| word(text)).collect::<Vec<_>>().join(" ")
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
