//! Move counts in the output of programs.
//!
//! The output of `go perft 1` is not standardised. Most programs print a line for each move, many follow the
//! list with a total, and some print only a total.

/// The output of a program after a request for a count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// The moves in the program's notation, each with the number of sequences that start with it.
    pub(crate) moves: Vec<(String, u64)>,
    /// The totals: the numbers of all sequences. Some programs print several, such as one of moves and one of
    /// nodes.
    totals: Vec<u64>,
    /// The counts of the moves and the totals if spaces are read as thousands separators.
    parted: (Vec<u64>, Vec<u64>),
    /// The first line that looks like a move with its count but cannot be parsed.
    unread: Option<String>,
    /// The first line that seems to start with a move in a different notation, such as `Nf3: 1`, or that is
    /// only a move.
    pub(crate) strange: Option<String>,
}

/// The meaning of a line in a list of counts.
#[derive(Debug, PartialEq, Eq)]
enum Counted {
    /// A move and the number of sequences that start with it.
    Move(String, u64),
    /// The number of all sequences.
    Total(u64),
    /// `perft 400`: either the number of all sequences or the requested depth.
    Perft(u64),
    /// A line that may contain a move, but whose number cannot be parsed.
    Unread,
    Other,
}

impl Counted {
    fn number(&self) -> Option<u64> {
        match self {
            Self::Move(_, number) | Self::Total(number) | Self::Perft(number) => Some(*number),
            Self::Unread | Self::Other => None,
        }
    }
}

impl Counts {
    /// Parses a line. Returns whether it is part of a count.
    pub(crate) fn take_line(&mut self, line: &str) -> bool {
        let parted = without_blanks(line).map(|line| counted(&line));
        match counted(line) {
            Counted::Move(mv, count) => {
                let parted = parted.and_then(|parted| parted.number()).unwrap_or(count);
                self.moves.push((mv, count));
                self.parted.0.push(parted);
            }
            // Before a list, such a line repeats the request, unless the list is empty.
            Counted::Perft(depth) if depth > 0 && self.moves.is_empty() => return false,
            Counted::Total(total) | Counted::Perft(total) => {
                self.totals.push(total);
                self.parted.1.push(parted.and_then(|parted| parted.number()).unwrap_or(total));
            }
            Counted::Unread => drop(self.unread.get_or_insert_with(|| line.trim().into())),
            Counted::Other => {
                if self.strange.is_none() && is_strange(line) {
                    self.strange = Some(line.trim().into());
                }
                return false;
            }
        }
        true
    }

    /// Whether the program printed a total.
    pub(crate) fn is_total(&self) -> bool {
        !self.totals.is_empty()
    }

    /// The sum of the counts of moves, and the totals, in both readings: with spaces between columns, and
    /// with spaces as thousands separators.
    fn readings(&self) -> [(u64, &[u64]); 2] {
        let sum = |sum: u64, count: &u64| sum.saturating_add(*count);
        let columns = self.moves.iter().map(|(_, count)| count).fold(0, sum);
        [(columns, &self.totals), (self.parted.0.iter().fold(0, sum), &self.parted.1)]
    }

    /// Checks the list of moves for completeness by comparing it with the totals.
    ///
    /// # Errors
    /// Returns a message that describes the contradiction.
    pub(crate) fn is_whole(&self) -> Result<(), String> {
        let listed = self.moves.len();
        let fits = |(sum, totals): &(u64, &[u64])| {
            totals.iter().any(|total| total == sum || usize::try_from(*total) == Ok(listed))
        };
        match self.totals[..] {
            [] => match &self.unread {
                Some(line) => Err(format!("a line of the list of moves cannot be read: {line:?}")),
                None => Ok(()),
            },
            _ if self.readings().iter().any(fits) => Ok(()),
            [total, ..] => {
                Err(format!("the list of moves is incomplete: it has {listed}, and the total is {total}"))
            }
        }
    }

    /// The number of all sequences. `None` if the numbers contradict each other or are ambiguous.
    pub(crate) fn total(&self) -> Option<u64> {
        let total = |(sum, totals): (u64, &[u64])| match totals {
            [] => self.unread.is_none().then_some(sum),
            [total, more @ ..] if self.moves.is_empty() => {
                more.iter().all(|other| other == total).then_some(*total)
            }
            _ => totals.contains(&sum).then_some(sum),
        };
        match self.readings().map(total) {
            [Some(one), Some(other)] if one != other => None,
            [one, other] => one.or(other),
        }
    }
}

/// The words that may precede a total, and the words that may occur between such a word and its number.
const TOTALS: [&str; 7] = ["nodes", "total", "leaves", "leaf", "searched", "moves", "count"];
const BETWEEN: [&str; 8] = ["visited", "positions", "number", "of", "sequences", "is", "are", "perft"];

/// The words that may precede a depth.
const DEPTHS: [&str; 3] = ["perft", "divide", "depth"];

/// Spaces that occur only as thousands separators.
const WIDE: [char; 4] = ['\u{a0}', '\u{2007}', '\u{2009}', '\u{202f}'];

/// The pieces to which a pawn may promote in chess.
const PROMOTED: &str = "qrbn";

/// Parses a line of a count, such as `e2e4: 20`, `e2e4 - 20`, `1. e2e4 20`, `Nodes searched: 400` or `perft 1
/// = 20`, optionally after `info string`.
fn counted(line: &str) -> Counted {
    let line = line.trim();
    let line = joined(line.strip_prefix("info string").unwrap_or(line));
    let parting = |c: char| c.is_whitespace() || matches!(c, ':' | '=' | ',' | '(' | ')' | '[' | ']' | '|');
    let words: Vec<&str> = line.split(parting).filter(|word| !word.is_empty() && *word != "-").collect();
    if let [.., word, depth] = words[..]
        && word.eq_ignore_ascii_case("perft")
        && let Ok(depth) = depth.parse()
    {
        return Counted::Perft(depth);
    }
    let read = move_of(&words).or_else(|| total_of(&words).map(Counted::Total));
    read.unwrap_or(if is_unread(&words) { Counted::Unread } else { Counted::Other })
}

/// Returns the line without spaces that may be thousands separators, as in `8 457`; `None` if it has none.
fn without_blanks(line: &str) -> Option<String> {
    let words: Vec<&str> = line.split(' ').collect();
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let mut joined: Vec<String> = Vec::new();
    let mut grows = false;
    for word in &words {
        match joined.last_mut() {
            Some(before) if grows && word.len() == 3 && is_number(word) => before.push_str(word),
            _ => {
                // The number after one of these words is a depth.
                let depth =
                    joined.last().is_some_and(|before| DEPTHS.contains(&&*before.to_ascii_lowercase()));
                grows = is_number(word) && word.len() <= 3 && !depth;
                joined.push((*word).into());
            }
        }
    }
    (joined.len() < words.len()).then(|| joined.join(" "))
}

/// Returns the line with each promotion as one word (`e7e8q` for `e7e8=Q`, `e7e8/Q` and `e7e8(Q)`) and with
/// numbers without commas as thousands separators.
fn joined(line: &str) -> String {
    let chars: Vec<char> = line.chars().collect();
    let at = |at: usize| chars.get(at).copied().unwrap_or(' ');
    let is_digit = |index: usize| at(index).is_ascii_digit();
    let mut joined = String::new();
    // The number of digits so far, and whether a comma after them may be a thousands separator.
    let (mut digits, mut may_part) = (0, true);
    let mut index = 0;
    while index < chars.len() {
        let c = chars[index];
        let before = index.checked_sub(1).map_or(' ', at);
        let promoted = at(index + 1).to_ascii_lowercase();
        if matches!(c, '=' | '/' | '(')
            && before.is_ascii_digit()
            && PROMOTED.contains(promoted)
            && !at(index + 2).is_ascii_alphanumeric()
        {
            joined.push(promoted);
            (digits, index) = (0, index + 2);
            continue;
        }
        let thousand = (1..=3).all(|more| is_digit(index + more)) && !at(index + 4).is_ascii_alphanumeric();
        if (c == ',' || WIDE.contains(&c)) && may_part && (1..=3).contains(&digits) && thousand {
            joined.extend(&chars[index + 1..index + 4]);
            (digits, index) = (3, index + 4);
            continue;
        }
        if c.is_ascii_digit() {
            if digits == 0 {
                may_part = !(before.is_ascii_alphanumeric() || before == ',');
            }
            digits += 1;
        } else {
            digits = 0;
        }
        joined.push(c);
        index += 1;
    }
    joined
}

/// Returns the words after the line number and after a word such as `move`, if present.
fn unnumbered<'w, 'l>(words: &'w [&'l str]) -> &'w [&'l str] {
    let Some(first) = words.first() else { return words };
    let number = first.trim_end_matches('.').trim_start_matches('#');
    let is_numbered = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let words = if is_numbered { &words[1..] } else { words };
    let named = |word: &&str| ["move", "perft", "divide"].contains(&word.to_ascii_lowercase().as_str());
    if words.first().is_some_and(named) { &words[1..] } else { words }
}

/// Parses a move with its count, which may be numbered.
fn move_of(words: &[&str]) -> Option<Counted> {
    let (mv, rest) = unnumbered(words).split_first().filter(|(mv, _)| is_move(mv))?;
    let rest = match rest {
        [word, rest @ ..] if TOTALS.contains(&word.to_ascii_lowercase().as_str()) => rest,
        rest => rest,
    };
    // The following fields may be the numbers of captures, times and so on.
    Some(Counted::Move((*mv).into(), rest.first()?.parse().ok()?))
}

/// Whether a line that cannot be parsed starts with a text like a move, followed by a number.
fn is_unread(words: &[&str]) -> bool {
    let Some((mv, rest)) = unnumbered(words).split_first() else { return false };
    let castles = ["O-O", "0-0", "o-o"].iter().any(|castling| mv.starts_with(castling));
    let cell = |cell: &[u8]| cell.len() == 2 && cell[0].is_ascii_alphabetic() && cell[1].is_ascii_digit();
    let bytes: Vec<u8> = mv.bytes().filter(|byte| !b"-x".contains(byte)).collect();
    let cells = bytes.len() >= 4 && bytes[..4].chunks(2).all(cell);
    (castles || cells || is_move(mv))
        && rest.iter().any(|word| word.starts_with(|c: char| c.is_ascii_digit()))
}

/// Whether a line that is not a count starts with a move in algebraic notation, as in `Nf3: 1`, or is only a
/// move.
fn is_strange(line: &str) -> bool {
    let parting = |c: char| c.is_whitespace() || matches!(c, ':' | ',' | '(' | ')');
    let words: Vec<&str> = line.split(parting).filter(|word| !["", "-", "="].contains(word)).collect();
    match unnumbered(&words) {
        [mv] => is_move(mv),
        [mv, count] => (is_san(mv) || is_move(mv)) && count.parse::<u64>().is_ok(),
        _ => false,
    }
}

/// Whether a word is a move of chess in algebraic notation: a piece, any disambiguation, and the target
/// square.
fn is_san(word: &str) -> bool {
    let word = word.trim_end_matches(['+', '#', '!', '?']);
    let (word, promotes) = match word.split_once('=') {
        Some((word, promoted)) => (word, promoted.len() == 1),
        None => (word, true),
    };
    let Some((from, [file, rank])) = word.as_bytes().split_last_chunk() else { return false };
    let is_from = |byte: &u8| byte.is_ascii_digit() || (b'a'..=b'p').contains(byte) || *byte == b'x';
    let from = if from.first().is_some_and(u8::is_ascii_uppercase) { &from[1..] } else { from };
    promotes
        && from.len() <= 3
        && from.iter().all(is_from)
        && file.is_ascii_lowercase()
        && rank.is_ascii_digit()
}

/// Whether a word may be a move: cells, a piece in hand and a cell, or castling.
fn is_move(word: &str) -> bool {
    let chess = |bytes: &[u8]| {
        bytes.len() >= 4
            && bytes.chunks(2).take(2).all(|cell| cell[0].is_ascii_alphabetic() && cell[1].is_ascii_digit())
    };
    let cells = word.bytes().filter(u8::is_ascii_digit).count() >= 2 || word.contains(['@', '*']);
    is_castling(word).is_some()
        || (3..=8).contains(&word.len())
            && cells
            && (word.bytes().any(|byte| byte.is_ascii_lowercase()) || chess(word.as_bytes()))
            && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"@*+=-".contains(&byte))
}

/// Whether a castling in algebraic notation is on the king's side; `None` if the word is not castling.
pub(crate) fn is_castling(word: &str) -> Option<bool> {
    match word {
        "O-O" | "0-0" => Some(true),
        "O-O-O" | "0-0-0" => Some(false),
        _ => None,
    }
}

/// Parses the total on a line.
fn total_of(words: &[&str]) -> Option<u64> {
    let lower: Vec<String> = words.iter().map(|word| word.to_ascii_lowercase()).collect();
    let number = |at: usize| lower.get(at).and_then(|word| word.parse::<u64>().ok());
    if lower.first().is_some_and(|word| word == "info") {
        return None;
    }
    // `400`, `400 nodes`
    if let Some(total) = number(0)
        && lower.get(1).is_none_or(|word| TOTALS.contains(&word.as_str()))
    {
        return Some(total);
    }
    for (at, word) in lower.iter().enumerate() {
        if word == "perft" {
            // `perft 2 = 400`
            if lower.len() == at + 3 && number(at + 1).is_some() && number(at + 2).is_some() {
                return number(at + 2);
            }
        }
        if TOTALS.contains(&word.as_str()) {
            let is_between =
                |word: &&String| TOTALS.contains(&word.as_str()) || BETWEEN.contains(&word.as_str());
            let skipped = lower[at + 1..].iter().take_while(is_between).count();
            if let Some(total) = number(at + 1 + skipped) {
                return Some(total);
            }
            // `perft 2: 400 nodes`
            if let Some(total) = at.checked_sub(1).and_then(number).filter(|_| at + 1 == lower.len()) {
                return Some(total);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_in_other_spellings_are_known_from_other_lines() {
        for line in ["Nf3: 1", "e4 - 1", "1. exd5 - 1", "Qh4#: 1", "R1e2 1", "e8=Q+: 1", "e2e4", "c7c8q"] {
            assert!(is_strange(line), "{line}");
        }
        for line in [
            "",
            "readyok",
            "Hash: 16",
            "Unknown command: go perft 1",
            "time 12",
            "depth: 1",
            "nps 4000",
            "info depth 1",
            "bestmove e2e4",
            "Nodes searched: 20",
            "Nf3 is best",
        ] {
            assert!(!is_strange(line), "{line}");
        }
    }

    #[test]
    fn lines_are_read_as_programs_write_them() {
        for (line, read) in [
            ("e2e4: 20", Counted::Move("e2e4".into(), 20)),
            ("e2e4 20", Counted::Move("e2e4".into(), 20)),
            ("e2e4 - 20", Counted::Move("e2e4".into(), 20)),
            ("e2e4 = 20", Counted::Move("e2e4".into(), 20)),
            ("e2e4 : 20 nodes", Counted::Move("e2e4".into(), 20)),
            ("e2e4 nodes 20", Counted::Move("e2e4".into(), 20)),
            ("move e2e4 20", Counted::Move("e2e4".into(), 20)),
            ("e2e4\t20\t0\t0", Counted::Move("e2e4".into(), 20)),
            ("e7e8q = 4", Counted::Move("e7e8q".into(), 4)),
            ("E7E8Q 4", Counted::Move("E7E8Q".into(), 4)),
            ("e2-e4 4", Counted::Move("e2-e4".into(), 4)),
            ("e7e8=Q: 1", Counted::Move("e7e8q".into(), 1)),
            ("e7e8/Q 1", Counted::Move("e7e8q".into(), 1)),
            ("e7e8(n) 1", Counted::Move("e7e8n".into(), 1)),
            ("e7-e8=R = 1", Counted::Move("e7-e8r".into(), 1)),
            ("a2a3: 8,457", Counted::Move("a2a3".into(), 8457)),
            ("a2a3: 1,008,457 nodes", Counted::Move("a2a3".into(), 1_008_457)),
            ("a2a3: 8, 457", Counted::Move("a2a3".into(), 8)),
            ("a2a3: 8\u{a0}457", Counted::Move("a2a3".into(), 8457)),
            ("Nodes searched: 197\u{202f}281", Counted::Total(197_281)),
            ("a2a3,20,400", Counted::Move("a2a3".into(), 20)),
            ("Nodes searched: 197,281", Counted::Total(197_281)),
            ("197,281", Counted::Total(197_281)),
            ("e7e8=X: 1", Counted::Unread),
            ("e7e8 Q: 1", Counted::Unread),
            ("e5d6 e.p. 1", Counted::Unread),
            ("e1g1 (O-O) 1", Counted::Unread),
            ("3. e1g1 (O-O) 1", Counted::Unread),
            ("O-O+ 1", Counted::Unread),
            ("e2e4# 1", Counted::Unread),
            ("a2a3: 8'457", Counted::Unread),
            ("e2e4 e7e5", Counted::Other),
            ("O-O: 1", Counted::Move("O-O".into(), 1)),
            ("0-0-0 1", Counted::Move("0-0-0".into(), 1)),
            ("N@f3: 1", Counted::Move("N@f3".into(), 1)),
            ("P*5e: 1", Counted::Move("P*5e".into(), 1)),
            ("8h2b+: 1", Counted::Move("8h2b+".into(), 1)),
            ("a10b9: 3", Counted::Move("a10b9".into(), 3)),
            (" 1. e2e4: 20", Counted::Move("e2e4".into(), 20)),
            ("1. e2e4 20", Counted::Move("e2e4".into(), 20)),
            ("[ 1] e2e4 20", Counted::Move("e2e4".into(), 20)),
            ("12: e2e4 20", Counted::Move("e2e4".into(), 20)),
            ("info string e2e4: 20", Counted::Move("e2e4".into(), 20)),
            ("info string perft e2e4 20", Counted::Move("e2e4".into(), 20)),
            ("Nodes searched: 400", Counted::Total(400)),
            ("Nodes searched  : 400", Counted::Total(400)),
            ("nodes 400", Counted::Total(400)),
            ("nodes 400 time 3 nps 133000", Counted::Total(400)),
            ("info string nodes 400", Counted::Total(400)),
            ("Total: 400", Counted::Total(400)),
            ("total nodes = 400", Counted::Total(400)),
            ("Total number of moves: 400", Counted::Total(400)),
            ("perft 400", Counted::Perft(400)),
            ("go perft 1", Counted::Perft(1)),
            ("perft 2 = 400", Counted::Total(400)),
            ("Perft(2): 400", Counted::Total(400)),
            ("perft 2: 400 nodes", Counted::Total(400)),
            ("perft depth 2 nodes 400 time 3", Counted::Total(400)),
            ("400", Counted::Total(400)),
            ("400 nodes", Counted::Total(400)),
            ("readyok", Counted::Other),
            ("Total time (ms) : 3", Counted::Other),
            ("Nodes/second : 3", Counted::Other),
            ("perft 2 took 3 ms", Counted::Other),
            ("info depth 1 nodes 20", Counted::Other),
            ("bestmove e2e4", Counted::Other),
            ("e2e4", Counted::Other),
            ("Nf3: 1", Counted::Other),
            ("depth1: 20", Counted::Other),
            ("", Counted::Other),
            (" | r | n | b | 8", Counted::Other),
        ] {
            assert_eq!(counted(line), read, "{line:?}");
        }
    }

    fn heard(lines: &str) -> Counts {
        let mut counts = Counts::default();
        for line in lines.lines() {
            counts.take_line(line);
        }
        counts
    }

    #[test]
    fn a_list_is_whole_if_its_total_says_so_or_there_is_none() {
        for lines in ["a2a3 1\na2a4 1", "a2a3 1\na2a4 1\ntotal 2", "a2a3 20\na2a4 20\nmoves 2\nnodes 40", ""]
        {
            assert_eq!(heard(lines).is_whole(), Ok(()), "{lines}");
        }
        assert_eq!(heard("a2a3 1\nO-O+ 1\nnodes 1").is_whole(), Ok(()));
        let told = "a line of the list of moves cannot be read: \"O-O+ 1\"".to_string();
        assert_eq!(heard("a2a3 1\nO-O+ 1").is_whole(), Err(told));
        let told = "the list of moves is incomplete: it has 2, and the total is 3".to_string();
        assert_eq!(heard("a2a3 1\na2a4 1\nnodes 3").is_whole(), Err(told));
    }

    #[test]
    fn a_total_that_does_not_fit_the_list_is_none() {
        for (lines, total) in [
            ("a2a3 20\na2a4 21", Some(41)),
            ("a2a3 20\na2a4 21\nmoves 2\nnodes 41", Some(41)),
            ("a2a3 20\na2a4 21\nnodes 42", None),
            ("info string perft 1\na2a3 20\na2a4 21", Some(41)),
            ("a2a3 20\na2a4 21\nperft 41", Some(41)),
            ("a2a3 20\na2a4 e.p. 21", None),
            ("perft 0", Some(0)),
            ("nodes 42", Some(42)),
            ("moves 2\nnodes 42", None),
            ("a2a3: 8 457\na2a4: 9 929\nNodes searched: 18 386", Some(18_386)),
            ("a2a3: 1 008 457\na2a4: 9 329\n\nTotal: 1017786", Some(1_017_786)),
            ("a2a3 20 400\na2a4 21 123\nnodes 41", Some(41)),
            ("a2a3 20 5 400\na2a4 21 5 123\nnodes 41", Some(41)),
            // The two readings are equally plausible.
            ("a2a3 20 400\na2a4 21 123", None),
            ("a2a3: 8 457\nnodes 8 457", None),
            ("a2a3: 8 457\na2a4: 9 329\nNodes searched: 17 786", None),
            ("nodes 197 281", None),
            ("perft 4 281", Some(281)),
            ("", Some(0)),
        ] {
            assert_eq!(heard(lines).total(), total, "{lines}");
        }
    }
}
