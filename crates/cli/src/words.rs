//! Numbers and line breaks in human-readable text.

#[cfg(unix)]
use std::os::fd::AsFd;
#[cfg(windows)]
use std::os::windows::io::AsHandle as AsFd;

pub(crate) use bustan_harness::compare::grouped;

/// The width in columns of a stream, if it is a terminal.
pub(crate) fn width(stream: &impl AsFd) -> Option<usize> {
    terminal_size::terminal_size_of(stream).map(|(width, _)| width.0.into())
}

/// Breaks lines that are longer than `columns` columns between words. Continuation lines are indented.
pub(crate) fn folded(text: &str, columns: usize) -> String {
    const INDENT: &str = "  ";
    let mut folded = String::new();
    for line in text.split_inclusive('\n') {
        let begin = &line[..line.len() - line.trim_start_matches(' ').len()];
        let mut column = 0;
        for word in line.split_inclusive(' ') {
            let length = word.trim_end().chars().count();
            if column > begin.len() + INDENT.len() && column + length > columns {
                folded.truncate(folded.trim_end_matches(' ').len());
                folded.push('\n');
                folded += begin;
                folded += INDENT;
                column = begin.len() + INDENT.len();
            }
            folded += word;
            column += word.chars().count();
        }
    }
    folded
}

/// Formats a number with the singular or plural noun.
pub(crate) fn count(number: u64, one: &str, several: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { several })
}

/// Formats a number with the singular or plural noun, in millions if it is that large.
pub(crate) fn rounded(number: u64, one: &str, several: &str) -> String {
    const MILLION: u64 = 1_000_000;
    match number {
        1 => format!("1 {one}"),
        0..MILLION => format!("{} {several}", grouped(number)),
        _ => format!("{:.1} million {several}", number as f64 / MILLION as f64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_can_be_read() {
        let told = [999_999, 1_000_000, 5_312_345].map(|number| rounded(number, "ply", "plies"));
        assert_eq!(told, ["999,999 plies", "1.0 million plies", "5.3 million plies"]);
    }

    #[test]
    fn lines_are_broken_between_words() {
        let text = "ends: x 1, blue 22, red 3\n\n  a bb ccc dddd\nlongerthanaline is whole\n";
        let expected = "ends: x 1, blue\n  22, red 3\n\n  a bb ccc dddd\nlongerthanaline\n  is whole\n";
        assert_eq!(folded(text, 15), expected);
        assert_eq!(folded(text, 80), text);
    }

    #[test]
    fn only_one_is_singular() {
        assert_eq!([1, 2].map(|plies| rounded(plies, "ply", "plies")), ["1 ply", "2 plies"]);
        assert_eq!([0, 1, 2].map(|plies| count(plies, "ply", "plies")), ["0 plies", "1 ply", "2 plies"]);
    }
}
