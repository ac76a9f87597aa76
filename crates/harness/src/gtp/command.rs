//! Takes lines apart into commands.

use super::Line;

/// The command whose words may contain the comment sign.
pub(super) const SETUP: &str = "bustan-setup";

/// A line taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Command {
    /// The digits before the command, which its answer repeats; empty if there are none.
    pub(super) id: String,
    /// The command's name; empty if the line holds only an id.
    pub(super) name: String,
    /// The words after the name.
    pub(super) words: Vec<String>,
    /// Whether the line was too long, so that words may be missing or incomplete.
    pub(super) cut: bool,
}

impl Command {
    /// Takes a line apart; `None` if it holds nothing to answer.
    pub(super) fn parse(line: &Line) -> Option<Self> {
        let text = line.text();
        let comment = comment(&text);
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

/// Where the comment of a line begins, if it has one.
fn comment(text: &str) -> Option<usize> {
    let first = text.find('#')?;
    let mut words = text[..first].split_whitespace().skip_while(|word| is_id(word));
    if words.next() != Some(SETUP) {
        return Some(first);
    }
    let name_end = text.find(SETUP)? + SETUP.len();
    if name_end == first {
        return Some(first);
    }
    let mut board = name_end + word(&text[name_end..])?.0;
    if let Some((0, size)) = word(&text[board..]).filter(|(_, word)| is_size(word)) {
        board += size.len() + word(&text[board + size.len()..])?.0;
    }
    let mut after_space = false;
    text[board..].char_indices().skip(1).find_map(|(at, c)| {
        let opens = c == '#' && after_space;
        after_space = c.is_whitespace();
        opens.then_some(board + at)
    })
}

/// The first word of a text, and where it begins.
fn word(text: &str) -> Option<(usize, &str)> {
    let word = text.split_whitespace().next()?;
    Some((text.find(word)?, word))
}

/// Whether a word is a width and a height, as in `16x11`. A board follows such a word.
fn is_size(word: &str) -> bool {
    let number = |side: &str| !side.is_empty() && is_id(side);
    word.split_once(['x', 'X']).is_some_and(|(width, height)| number(width) && number(height))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Option<(String, String, String)> {
        Command::parse(&Line::from(text)).map(|command| (command.id, command.name, command.words.join(" ")))
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
    fn a_position_may_contain_the_comment_sign() {
        assert_parts("bustan-setup .#R..# blue", "", SETUP, ".#R..# blue");
        assert_parts("4 bustan-setup ##.# blue", "4", SETUP, "##.# blue");
        assert_parts("bustan-setup  #.#  blue # note", "", SETUP, "#.# blue");
        assert_parts("4 bustan-setup 5x1 #.RB. blue #note", "4", SETUP, "5x1 #.RB. blue");
        assert_parts("bustan-setup\t26X1\t##", "", SETUP, "26X1 ##");
        assert_parts("bustan-setup 9 white #note", "", SETUP, "9 white");
        for no_size in ["5x", "x5", "5", "5y1", "5x1x1"] {
            assert_parts(&format!("bustan-setup {no_size} #note"), "", SETUP, no_size);
        }
        assert_parts("bustan-setup # note", "", SETUP, "# note");
        assert_parts("bustan-setup# note", "", SETUP, "");
        assert_parts("bustan-setups .#R", "", "bustan-setups", ".");
    }

    #[test]
    fn a_line_that_is_too_long_counts_as_cut_unless_a_comment_makes_it_so() {
        let long = "x".repeat(Line::LIMIT);
        let cut = |text: String| Command::parse(&Line::from(&*text)).map(|command| (command.id, command.cut));
        assert_eq!(cut(format!("5 play {long}")), Some(("5".into(), true)));
        assert_eq!(cut(format!("5 name # {long}")), Some(("5".into(), false)));
        assert_eq!(cut(format!("# {long}")), None);
        assert_eq!(cut(" ".repeat(Line::LIMIT + 1)), Some((String::new(), true)));
    }
}
