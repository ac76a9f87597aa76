//! Parses lines into commands.

use super::Line;
use crate::erased::Rules;

/// The command whose words may contain the comment character `#`.
pub(super) const SETUP: &str = "bustan-setup";

/// A parsed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Command {
    /// The digits before the command, which the answer repeats; empty if there are none.
    pub(super) id: String,
    /// The name of the command; empty if the line contains only an id.
    pub(super) name: String,
    /// The words after the name.
    pub(super) words: Vec<String>,
    /// Whether the line was too long, so that words may be missing or incomplete.
    pub(super) cut: bool,
}

impl Command {
    /// Parses a line. Returns `None` if no words are before the comment and the line was not cut, so that
    /// there is nothing to answer.
    pub(super) fn parse(rules: Rules, line: &Line) -> Option<Self> {
        let text = line.text();
        let comment = comment(rules, &text);
        let cut = line.is_cut() && comment.is_none();
        let mut words = text[..comment.unwrap_or(text.len())].split_whitespace().map(String::from).peekable();
        if words.peek().is_none() && !cut {
            return None;
        }
        let id = words.next_if(|word| is_id(word)).unwrap_or_default();
        let name = words.next().unwrap_or_default();
        Some(Self { id, name, words: words.collect(), cut })
    }
}

fn is_id(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the byte offset at which the comment of a line begins, if there is one.
fn comment(rules: Rules, text: &str) -> Option<usize> {
    let first = text.find('#')?;
    let mut words = text[..first].split_whitespace().skip_while(|word| is_id(word));
    if words.next() != Some(SETUP) {
        return Some(first);
    }
    let position = text.find(SETUP)? + SETUP.len();
    if position == first { Some(first) } else { Some(position + rules.comment(&text[position..])?) }
}

#[cfg(test)]
mod tests {
    use bustan_vocabulary::tictactoe::TicTacToe;
    use bustan_vocabulary::tribolo::Tribolo;

    use super::*;
    use crate::erased::{Guided, rules};

    fn parse(text: &str) -> Option<(String, String, String)> {
        parts::<TicTacToe>(text)
    }

    fn parts<G: Guided>(text: &str) -> Option<(String, String, String)> {
        Command::parse(rules::<G>(), &Line::from(text))
            .map(|command| (command.id, command.name, command.words.join(" ")))
    }

    #[track_caller]
    fn assert_parts(text: &str, id: &str, name: &str, words: &str) {
        assert_eq!(parse(text), Some((id.into(), name.into(), words.into())), "{text:?}");
    }

    #[test]
    fn a_command_has_an_optional_id_a_name_and_words() {
        assert_parts("name", "", "name", "");
        assert_parts("  12   play  w\tpass \r", "12", "play", "w pass");
        assert_parts("007 undo", "007", "undo", "");
        assert_parts("99999999999999999999999 undo", "99999999999999999999999", "undo", "");
        assert_parts("7", "7", "", "");
        assert_parts("7up", "", "7up", "");
        assert_parts("-1 undo", "", "-1", "undo");
    }

    #[test]
    fn blank_lines_and_comments_are_no_commands() {
        for text in ["", "   \t\r", "# a comment", "   # 7 name", "\u{0}\u{1b}"] {
            assert_eq!(parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn a_comment_ends_the_command() {
        assert_parts("name # trailing", "", "name", "");
        assert_parts("name# trailing", "", "name", "");
        assert_parts("3 play w#hite pass", "3", "play", "w");
    }

    #[test]
    fn the_game_says_where_the_comment_after_a_position_begins() {
        let walls = |text| parts::<Tribolo>(text).map(|(_, name, words)| (name, words));
        let setup = |words: &str| Some((SETUP.to_string(), words.to_string()));
        assert_eq!(walls("bustan-setup .#R..# blue # note"), setup(".#R..# blue"));
        assert_eq!(walls("bustan-setup # note"), setup("# note"));
        assert_eq!(walls("bustan-setup# note"), setup(""));
        assert_eq!(walls("bustan-setups .#R"), Some(("bustan-setups".into(), ".".into())));
        assert_eq!(walls("play blue 5x1 .#"), Some(("play".into(), "blue 5x1 .".into())));
        assert_parts("4 bustan-setup X.O...... x #note", "4", SETUP, "X.O...... x");
        assert_parts("bustan-setup X.O#note", "", SETUP, "X.O");
    }

    #[test]
    fn a_line_that_is_too_long_counts_as_cut_unless_a_comment_makes_it_so() {
        let long = "x".repeat(Line::LIMIT);
        let cut = |text: String| {
            Command::parse(rules::<TicTacToe>(), &Line::from(&*text)).map(|command| (command.id, command.cut))
        };
        assert_eq!(cut(format!("5 play {long}")), Some(("5".into(), true)));
        assert_eq!(cut(format!("5 name # {long}")), Some(("5".into(), false)));
        assert_eq!(cut(format!("# {long}")), None);
        assert_eq!(cut(" ".repeat(Line::LIMIT + 1)), Some((String::new(), true)));
    }
}
