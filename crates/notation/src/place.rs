//! Places in texts.

use bustan_vocabulary::RecordError;

/// A fault in a text, and its byte offset.
#[derive(Clone, Debug)]
pub(crate) struct Wrong {
    pub(crate) at: usize,
    pub(crate) problem: String,
}

/// Returns an error about a byte offset.
pub(crate) fn wrong<T>(at: usize, problem: impl Into<String>) -> Result<T, Wrong> {
    Err(Wrong { at, problem: problem.into() })
}

impl Wrong {
    /// Converts the byte offset to a line and a column.
    pub(crate) fn placed(self, text: &str) -> RecordError {
        let (line, column) = place(text, self.at);
        RecordError { line, column, problem: self.problem }
    }
}

/// The line and the column, both from 1, of the character at a byte offset.
pub(crate) fn place(text: &str, at: usize) -> (usize, usize) {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let before = &text[..at];
    let line = before.rfind('\n').map_or(0, |end| end + 1);
    (before.matches('\n').count() + 1, before[line..].chars().count() + 1)
}

/// The lines and the columns of byte offsets, which must be in ascending order.
pub(crate) fn places(text: &str, bytes: impl IntoIterator<Item = usize>) -> Vec<(usize, usize)> {
    let (mut line, mut begin, mut seen) = (1, 0, 0);
    let place = |at: usize| {
        let between = &text[seen..at];
        line += between.matches('\n').count();
        begin = between.rfind('\n').map_or(begin, |end| seen + end + 1);
        seen = at;
        (line, text[begin..at].chars().count() + 1)
    };
    bytes.into_iter().map(place).collect()
}

/// The byte offset of a line and a column, both from 1.
pub(crate) fn byte(text: &str, (line, column): (usize, usize)) -> usize {
    let start: usize = text.split_inclusive('\n').take(line - 1).map(str::len).sum();
    let rest = &text[start..];
    start + rest.char_indices().nth(column - 1).map_or(rest.len(), |(at, _)| at)
}

/// The words of a text that starts at byte `begin`, each after its byte offset.
pub(crate) fn words(text: &str, begin: usize) -> Vec<(usize, &str)> {
    let mut at = begin;
    let pieces = text.split_inclusive(char::is_whitespace).map(|piece| {
        at += piece.len();
        (at - piece.len(), piece.trim_end())
    });
    pieces.filter(|(_, word)| !word.is_empty()).collect()
}

/// The lines of a text, each after its byte offset.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split_inclusive('\n').map(move |line| {
        at += line.len();
        (at - line.len(), line.trim_end_matches(['\n', '\r']))
    })
}

/// Quotes a part of a text for a message.
pub(crate) fn quote(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        None => format!("{text:?}"),
        Some((end, _)) => format!("{:?}...", &text[..end]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_lines_and_columns_are_the_same_places() {
        let text = "a\u{e9} b\n\n  c d\n";
        let all = words(text, 0);
        assert_eq!(all, [(0, "a\u{e9}"), (4, "b"), (9, "c"), (11, "d")]);
        let expected = [(1, 1), (1, 4), (3, 3), (3, 5)];
        assert_eq!(places(text, all.iter().map(|(at, _)| *at)), expected);
        for ((at, _), expected) in all.into_iter().zip(expected) {
            assert_eq!((place(text, at), byte(text, expected)), (expected, at));
        }
        assert_eq!(lines(text).collect::<Vec<_>>(), [(0, "a\u{e9} b"), (6, ""), (7, "  c d")]);
    }
}
