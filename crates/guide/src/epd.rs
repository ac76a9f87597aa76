//! Lines of files of positions: a position, followed by EPD operations, including perft counts.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::str::FromStr;

/// A line of a file of positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The text of the position.
    pub position: String,
    /// The perft counts, each after its depth, in the order of the line.
    pub counts: Vec<(u32, u64)>,
    /// The names of ignored operations, which are specific to a program.
    pub unread: Vec<String>,
}

/// A fault in a line, and its byte offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineError {
    /// The byte offset.
    pub at: usize,
    /// A description of the fault.
    pub problem: String,
}

/// Parses a line in which semicolons separate the position from operations, as in `POSITION ;D1 20 ;D2 400`.
pub(crate) fn read(line: &str) -> Result<Line, LineError> {
    let end = line.find(';').unwrap_or(line.len());
    let Operations { counts, unread, .. } = Operations::read(&line[end..], end, &[])?;
    Ok(Line { position: line[..end].trim().into(), counts, unread })
}

/// Operations of the standard that annotate a position without changing it, such as its best move.
const REMARKS: [&str; 23] = [
    "acd",
    "acn",
    "acs",
    "am",
    "bm",
    "ce",
    "dm",
    "draw_accept",
    "draw_claim",
    "draw_offer",
    "draw_reject",
    "eco",
    "id",
    "nic",
    "noop",
    "pm",
    "pv",
    "rc",
    "resign",
    "sm",
    "tcgs",
    "tcri",
    "tcsi",
];

/// The operations after a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Operations {
    /// The perft counts, each after its depth, in the order of the line.
    pub(crate) counts: Vec<(u32, u64)>,
    /// The operations that set a counter of the position, such as `hmvc` and `fmvn`, with their operands.
    pub(crate) numbers: Vec<(&'static str, u32)>,
    /// The names of ignored operations, which are specific to a program.
    pub(crate) unread: Vec<String>,
}

impl Operations {
    /// Parses operations that are separated by semicolons, up to a comment. The text starts at byte `begin`
    /// of its line. The operations in `numbered` set counters of the position.
    pub(crate) fn read(text: &str, begin: usize, numbered: &[&'static str]) -> Result<Self, LineError> {
        let (mut read, mut names) = (Self::default(), Vec::new());
        for (at, part) in parts(text, begin)? {
            let Some(name) = part.split_whitespace().next() else { continue };
            let wrong = |problem: String| LineError { at, problem };
            if names.contains(&name.to_ascii_lowercase()) {
                return Err(wrong(format!("{name} is given twice")));
            }
            names.push(name.to_ascii_lowercase());
            let number = numbered.iter().find(|known| **known == name);
            match name {
                _ if is_count(name) => read.counts.push(count(part).map_err(wrong)?),
                _ if let Some(&known) = number => read.numbers.push((known, operand(part).map_err(wrong)?)),
                _ if is_remark(name) => {}
                _ if is_opcode(name) => read.unread.push(name.to_owned()),
                _ => {
                    let problem =
                        format!("{name:?} is not an operation; a perft count looks like \"D2 400\"");
                    return Err(wrong(problem));
                }
            }
        }
        Ok(read)
    }

    /// The operand of the operation `name`, if it sets a counter.
    pub(crate) fn number(&self, name: &str) -> Option<u32> {
        self.numbers.iter().find(|(known, _)| *known == name).map(|(_, number)| *number)
    }
}

/// Splits a text at semicolons outside quotation marks, up to a comment. Returns each part after its byte
/// offset in the line, in which the text starts at byte `start`. A comment starts with `#` at the start of a
/// word.
fn parts(text: &str, start: usize) -> Result<Vec<(usize, &str)>, LineError> {
    let (mut parts, mut begin, mut quote, mut blank) = (Vec::new(), 0, None, true);
    let mut end = text.len();
    for (at, sign) in text.char_indices() {
        match (sign, quote) {
            ('"', None) => quote = Some(at),
            ('"', Some(_)) => quote = None,
            (_, Some(_)) => {}
            (';', None) => {
                parts.push((begin, &text[begin..at]));
                begin = at + 1;
            }
            ('#', None) if blank => {
                end = at;
                break;
            }
            _ => {}
        }
        blank = sign.is_whitespace() || sign == ';';
    }
    if let Some(at) = quote {
        return Err(LineError { at: start + at, problem: "the quotation mark is not closed".into() });
    }
    parts.push((begin, &text[begin..end]));
    Ok(parts
        .into_iter()
        .map(|(at, part)| (start + at + part.len() - part.trim_start().len(), part.trim()))
        .collect())
}

/// Whether `name` is that of a perft count, as in `D2 400`.
fn is_count(name: &str) -> bool {
    name.strip_prefix(['D', 'd']).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

fn is_remark(name: &str) -> bool {
    // The standard defines ten comments, c0 to c9, and ten variables, v0 to v9.
    let numbered = matches!(name.as_bytes(), [b'c' | b'v', b'0'..=b'9']);
    numbered || REMARKS.contains(&name)
}

/// The maximum length of an operation's name in the standard.
const LONGEST: usize = 15;

/// Whether `name` is a valid name of an operation: a letter, followed by letters, digits and underscores.
fn is_opcode(name: &str) -> bool {
    let fits = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    fits && name.len() <= LONGEST && name.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// Parses a number that consists only of digits, without leading zeros.
fn number<T: FromStr>(word: &str) -> Option<T> {
    let plain = word == "0" || !word.starts_with('0') && word.bytes().all(|byte| byte.is_ascii_digit());
    word.parse().ok().filter(|_| plain)
}

/// Parses the operation of a perft count.
fn count(part: &str) -> Result<(u32, u64), String> {
    let words: Vec<&str> = part.split_whitespace().collect();
    let read = match words[..] {
        [depth, nodes] => number(&depth[1..]).zip(number(nodes)),
        _ => None,
    };
    read.ok_or_else(|| format!("{part:?} is not a perft count such as \"D2 400\""))
}

/// Parses the operand of an operation that sets a counter.
fn operand(part: &str) -> Result<u32, String> {
    let words: Vec<&str> = part.split_whitespace().collect();
    let read = match words[..] {
        [_, operand] => number(operand),
        _ => None,
    };
    read.ok_or_else(|| format!("{part:?} does not name one number"))
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;

    /// The operations of chess that set counters.
    const COUNTERS: [&str; 2] = ["hmvc", "fmvn"];

    #[test]
    fn counts_counters_and_remarks_are_read() {
        let read = |text: &str| Operations::read(text, 0, &COUNTERS).unwrap();
        assert_eq!(read(";D1 20 ; d2\t400;").counts, [(1, 20), (2, 400)]);
        assert_eq!(read("; D1 14; # D2 191").counts, [(1, 14)]);
        assert_eq!(read("D1 20 # initial position").counts, [(1, 20)]);
        let told = read("hmvc 37; fmvn 12; id \"a;D1 21 # b\"; bm Qf7# Qd1+; c0 \"x\"; D1 41;");
        assert_eq!(
            (told.number("hmvc"), told.number("fmvn"), told.counts),
            (Some(37), Some(12), vec![(1, 41)])
        );
        assert_eq!(
            [read(""), read(";;"), read(" # x")],
            [const { Operations { counts: vec![], numbers: vec![], unread: vec![] } }; 3]
        );
        assert_eq!(Operations::read("id \"x\"; D1 7", 0, &[]).unwrap().counts, [(1, 7)]);
    }

    #[test]
    fn what_is_not_an_operation_is_refused_with_its_place() {
        for (text, at, problem) in [
            (";D1 20 ;foo-bar 1", 8, "\"foo-bar\" is not an operation"),
            (";_foo 1", 1, "\"_foo\" is not an operation"),
            (";a_name_that_is_too_long 1", 1, "\"a_name_that_is_too_long\" is not an operation"),
            (";foo 1;FOO 2", 7, "FOO is given twice"),
            (";D1 20; D1 21", 8, "D1 is given twice"),
            (";D1 20; d1 20", 8, "d1 is given twice"),
            ("id \"never closed; D1 20", 3, "the quotation mark is not closed"),
            (";D2 many", 1, "\"D2 many\" is not a perft count"),
            (";D2=5", 1, "\"D2=5\" is not a perft count"),
            (";D2", 1, "\"D2\" is not a perft count"),
            (";D2 1 2", 1, "\"D2 1 2\" is not a perft count"),
            (";D1 +20", 1, "\"D1 +20\" is not a perft count"),
            (";D1 020", 1, "\"D1 020\" is not a perft count"),
            (";D99999999999 1", 1, "\"D99999999999 1\" is not a perft count"),
            ("; 1 20", 2, "\"1\" is not an operation"),
            ("hmvc", 0, "\"hmvc\" does not name one number"),
            ("fmvn 1 2", 0, "\"fmvn 1 2\" does not name one number"),
        ] {
            let wrong = Operations::read(text, 0, &COUNTERS).unwrap_err();
            assert_eq!(wrong.at, at, "{text}: {}", wrong.problem);
            assert!(wrong.problem.starts_with(problem), "{text}: {}", wrong.problem);
        }
    }

    #[test]
    fn operations_that_a_program_defines_are_named_and_not_read() {
        let unread =
            |text: &str, numbered: &[&'static str]| Operations::read(text, 0, numbered).unwrap().unread;
        assert_eq!(
            unread("bm e4; Ae 12 \"x;y\"; C1 +; D1 20; c10 1; Dx 4; c0 \"z\";", &COUNTERS),
            ["Ae", "C1", "c10", "Dx"]
        );
        assert_eq!(unread(";perft 1 20", &COUNTERS), ["perft"]);
        assert_eq!(unread("hmvc 3", &[]), ["hmvc"]);
        assert!(unread("hmvc 3; fmvn 2; v9 1; id \"Ae\";", &COUNTERS).is_empty());
    }

    #[test]
    fn a_semicolon_ends_a_position() {
        for other in ["4 white 2 WE1:0", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"] {
            let line = |counts| Line { position: other.into(), counts, unread: vec![] };
            assert_eq!(read(other), Ok(line(vec![])));
            assert_eq!(read(&format!("{other} ;D1 7")), Ok(line(vec![(1, 7)])));
        }
        let wrong = read("......... x ;foo-bar a1").unwrap_err();
        assert_eq!(wrong.at, 13, "{}", wrong.problem);
        assert!(wrong.problem.starts_with("\"foo-bar\" is not an operation"), "{}", wrong.problem);
    }
}
