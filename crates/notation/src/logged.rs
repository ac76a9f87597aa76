//! Logs of sessions: lines with times, numbers of processes and marks before what was sent and received.

use crate::place::lines;

/// The direction of a line of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// The log does not mark it.
    Unmarked,
    /// It was sent to the program.
    Sent,
    /// It was received from the program.
    Received,
}

/// A line without what the log puts before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Line<'a> {
    /// The byte offset of the text.
    pub(crate) at: usize,
    pub(crate) text: &'a str,
    pub(crate) way: Way,
    /// The number of the process, if the log names one.
    pub(crate) process: usize,
}

/// The lines of a session, each without what a log puts before it. Lines about the start of a process are left
/// out.
pub(crate) fn stripped(text: &str) -> impl Iterator<Item = Line<'_>> {
    lines(text).filter(|(_, line)| !is_start(line)).map(|(at, line)| strip(at, line))
}

/// Whether a line of a log of Bustan names the program of a process, as in `1: gtp:./mine`.
fn is_start(line: &str) -> bool {
    line.split_once(": ").is_some_and(|(number, program)| is_number(number) && !program.is_empty())
}

/// A line without the words that a log puts before a command or an answer.
fn strip(at: usize, line: &str) -> Line<'_> {
    let whole = Line { at, text: line, way: Way::Unmarked, process: 0 };
    let (mut rest, mut process, mut has_time) = (line.trim_start(), 0, false);
    let here = |rest: &str| at + line.len() - rest.len();
    loop {
        if let Some(inside) = rest.strip_prefix('[').filter(|inside| begins_with_digit(inside)) {
            let Some((_, after)) = inside.split_once(']') else { return whole };
            (rest, has_time) = (after.trim_start_matches(':').trim_start(), true);
            continue;
        }
        let word = rest.split_whitespace().next().unwrap_or_default();
        let after = rest[word.len()..].trim_start();
        if let Some((way, number)) = mark(word) {
            return Line { at: here(after), text: after, way, process: number.unwrap_or(process) };
        }
        let next = after.split_whitespace().next().unwrap_or_default();
        match () {
            () if is_time(word) => has_time = true,
            () if is_number(word) && (is_time(next) || mark(next).is_some()) => {
                process = word.parse().unwrap_or_default();
            }
            () if has_time => return Line { at: here(rest), text: rest, way: Way::Unmarked, process },
            () => return whole,
        }
        rest = after;
    }
}

/// The direction that a word marks, such as `>`, `<<`, `B>>` or `3<`, and the number of the process in it.
fn mark(word: &str) -> Option<(Way, Option<usize>)> {
    let word = word.trim_end_matches(':');
    let begins = word.trim_end_matches(['<', '>', '-']);
    let sign = &word[begins.len()..];
    let is_name = begins.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"()".contains(&byte));
    let way = match sign {
        ">" | ">>" | "->" | "-->" => Way::Sent,
        "<" | "<<" | "<-" | "<--" => Way::Received,
        _ => return None,
    };
    is_name.then_some((way, begins.parse().ok()))
}

/// Whether a word is a date or a time, such as `12:00:01.5`, `0.014` or `2026-11-30`.
fn is_time(word: &str) -> bool {
    let word = word.trim_end_matches(':');
    let is_inside = |byte: u8| byte.is_ascii_digit() || b":.,-/TZ+".contains(&byte);
    begins_with_digit(word) && word.bytes().all(is_inside) && word.contains([':', '.', ',', '-', '/'])
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

fn begins_with_digit(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_logs_are_read_without_what_is_before_them() {
        use Way::{Received, Sent, Unmarked};
        for (line, text, way, process) in [
            ("3 0.161 > play black D4", "play black D4", Sent, 3),
            ("3 0.161 < = A1 A2", "= A1 A2", Received, 3),
            ("3> play black D4", "play black D4", Sent, 3),
            ("[12:00:01] play black D4", "play black D4", Unmarked, 0),
            ("[2026-11-30 12:00:01.5] >> genmove b", "genmove b", Sent, 0),
            ("2026-11-30 12:00:01: = D4", "= D4", Unmarked, 0),
            ("B>> genmove b", "genmove b", Sent, 0),
            ("B<< = D4", "= D4", Received, 0),
            ("<< ", "", Received, 0),
            ("1 boardsize 5", "1 boardsize 5", Unmarked, 0),
            ("=1", "=1", Unmarked, 0),
            ("play b D4", "play b D4", Unmarked, 0),
            (" 9 . . + . .", " 9 . . + . .", Unmarked, 0),
        ] {
            let stripped = strip(7, line);
            assert_eq!((stripped.text, stripped.way, stripped.process), (text, way, process), "{line}");
            assert_eq!(&line[stripped.at - 7..], stripped.text, "{line}");
        }
        assert!(is_start("1: gtp:./mine") && !is_start("12:00:01 = D4"));
    }
}
