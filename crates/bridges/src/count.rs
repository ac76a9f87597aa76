//! Counts of moves, as programs write them.
//!
//! There is no standard for what `go perft 1` prints. Most programs print a line for each move, many a total behind
//! the list, some a total alone.

/// What a program has said in answer to a request for a count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// The moves in the words of the program, each with the number of sequences that begin with it.
    pub(crate) moves: Vec<(String, u64)>,
    /// The numbers of all sequences: some programs tell several, as one of moves and one of nodes.
    pub(crate) totals: Vec<u64>,
}

/// What a line means in a count of moves.
#[derive(Debug, PartialEq, Eq)]
enum Counted<'l> {
    /// A move and the number of sequences that begin with it.
    Move(&'l str, u64),
    /// The number of all sequences.
    Total(u64),
    Other,
}

impl Counts {
    /// Takes in a line; whether it is a part of a count.
    pub(crate) fn hear(&mut self, line: &str) -> bool {
        match counted(line) {
            Counted::Move(mv, count) => self.moves.push((mv.into(), count)),
            Counted::Total(total) => self.totals.push(total),
            Counted::Other => return false,
        }
        true
    }

    /// Whether a total was told.
    pub(crate) fn is_total(&self) -> bool {
        !self.totals.is_empty()
    }

    fn sum(&self) -> u64 {
        self.moves.iter().fold(0, |sum, (_, count)| sum.saturating_add(*count))
    }

    /// Whether the list of moves is whole, as far as the total tells.
    ///
    /// # Errors
    /// In words, what speaks against it.
    pub(crate) fn is_whole(&self) -> Result<(), String> {
        let (sum, listed) = (self.sum(), self.moves.len());
        let fits = |total: &u64| *total == sum || usize::try_from(*total) == Ok(listed);
        match self.totals[..] {
            [] => Ok(()),
            _ if self.totals.iter().any(fits) => Ok(()),
            [total, ..] => {
                Err(format!("the list of moves is not whole: it has {listed}, and the total is {total}"))
            }
        }
    }

    /// The number of all sequences; `None` if what was said does not fit together.
    pub(crate) fn total(&self) -> Option<u64> {
        let sum = self.sum();
        match self.totals[..] {
            [] => Some(sum),
            [total, ref more @ ..] if self.moves.is_empty() => {
                more.iter().all(|other| *other == total).then_some(total)
            }
            _ => self.totals.contains(&sum).then_some(sum),
        }
    }
}

/// The words that stand before a total, and those that may stand between such a word and its number.
const TOTALS: [&str; 7] = ["nodes", "total", "leaves", "leaf", "searched", "moves", "count"];
const BETWEEN: [&str; 8] = ["visited", "positions", "number", "of", "sequences", "is", "are", "perft"];

/// Reads a line of a count: `e2e4: 20`, `e2e4 - 20`, `1. e2e4 20`, `Nodes searched: 400`, `perft 1 = 20`, each also
/// behind `info string`.
fn counted(line: &str) -> Counted<'_> {
    let line = line.trim();
    let line = line.strip_prefix("info string").unwrap_or(line);
    let parting = |c: char| c.is_whitespace() || matches!(c, ':' | '=' | ',' | '(' | ')' | '[' | ']' | '|');
    let words: Vec<&str> = line.split(parting).filter(|word| !word.is_empty() && *word != "-").collect();
    move_of(&words).or_else(|| total_of(&words).map(Counted::Total)).unwrap_or(Counted::Other)
}

/// The move of a line, which may be numbered, with the count behind it.
fn move_of<'l>(words: &[&'l str]) -> Option<Counted<'l>> {
    let number = words.first()?.trim_end_matches('.').trim_start_matches('#');
    let is_numbered = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let words = if is_numbered { &words[1..] } else { words };
    let named = |word: &&str| ["move", "perft", "divide"].contains(&word.to_ascii_lowercase().as_str());
    let words = if words.first().is_some_and(named) { &words[1..] } else { words };
    let (mv, rest) = words.split_first().filter(|(mv, _)| is_move(mv))?;
    let rest = match rest {
        [word, rest @ ..] if TOTALS.contains(&word.to_ascii_lowercase().as_str()) => rest,
        rest => rest,
    };
    // What follows may tell captures, times and the like.
    Some(Counted::Move(mv, rest.first()?.parse().ok()?))
}

/// Whether a word may be a move: cells, a piece in hand and a cell, or a castling.
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

/// Whether a word is a castling as people write it, and then whether it is one on the king's wing.
pub(crate) fn is_castling(word: &str) -> Option<bool> {
    match word {
        "O-O" | "0-0" => Some(true),
        "O-O-O" | "0-0-0" => Some(false),
        _ => None,
    }
}

/// The total that a line tells.
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
            // `perft 400`, `perft 2 = 400`
            match lower.len() - at {
                2 => return number(at + 1),
                3 if number(at + 1).is_some() && number(at + 2).is_some() => return number(at + 2),
                _ => {}
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
    fn lines_are_read_as_programs_write_them() {
        for (line, read) in [
            ("e2e4: 20", Counted::Move("e2e4", 20)),
            ("e2e4 20", Counted::Move("e2e4", 20)),
            ("e2e4 - 20", Counted::Move("e2e4", 20)),
            ("e2e4 = 20", Counted::Move("e2e4", 20)),
            ("e2e4 : 20 nodes", Counted::Move("e2e4", 20)),
            ("e2e4 nodes 20", Counted::Move("e2e4", 20)),
            ("move e2e4 20", Counted::Move("e2e4", 20)),
            ("e2e4\t20\t0\t0", Counted::Move("e2e4", 20)),
            ("e7e8q = 4", Counted::Move("e7e8q", 4)),
            ("E7E8Q 4", Counted::Move("E7E8Q", 4)),
            ("e2-e4 4", Counted::Move("e2-e4", 4)),
            ("O-O: 1", Counted::Move("O-O", 1)),
            ("0-0-0 1", Counted::Move("0-0-0", 1)),
            ("N@f3: 1", Counted::Move("N@f3", 1)),
            ("P*5e: 1", Counted::Move("P*5e", 1)),
            ("8h2b+: 1", Counted::Move("8h2b+", 1)),
            ("a10b9: 3", Counted::Move("a10b9", 3)),
            (" 1. e2e4: 20", Counted::Move("e2e4", 20)),
            ("1. e2e4 20", Counted::Move("e2e4", 20)),
            ("[ 1] e2e4 20", Counted::Move("e2e4", 20)),
            ("12: e2e4 20", Counted::Move("e2e4", 20)),
            ("info string e2e4: 20", Counted::Move("e2e4", 20)),
            ("info string perft e2e4 20", Counted::Move("e2e4", 20)),
            ("Nodes searched: 400", Counted::Total(400)),
            ("Nodes searched  : 400", Counted::Total(400)),
            ("nodes 400", Counted::Total(400)),
            ("nodes 400 time 3 nps 133000", Counted::Total(400)),
            ("info string nodes 400", Counted::Total(400)),
            ("Total: 400", Counted::Total(400)),
            ("total nodes = 400", Counted::Total(400)),
            ("Total number of moves: 400", Counted::Total(400)),
            ("perft 400", Counted::Total(400)),
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
            counts.hear(line);
        }
        counts
    }

    #[test]
    fn a_list_is_whole_if_its_total_says_so_or_there_is_none() {
        for lines in ["a2a3 1\na2a4 1", "a2a3 1\na2a4 1\ntotal 2", "a2a3 20\na2a4 20\nmoves 2\nnodes 40", ""]
        {
            assert_eq!(heard(lines).is_whole(), Ok(()), "{lines}");
        }
        let told = "the list of moves is not whole: it has 2, and the total is 3".to_string();
        assert_eq!(heard("a2a3 1\na2a4 1\nnodes 3").is_whole(), Err(told));
    }

    #[test]
    fn a_total_that_does_not_fit_the_list_is_none() {
        for (lines, total) in [
            ("a2a3 20\na2a4 21", Some(41)),
            ("a2a3 20\na2a4 21\nmoves 2\nnodes 41", Some(41)),
            ("a2a3 20\na2a4 21\nnodes 42", None),
            ("nodes 42", Some(42)),
            ("moves 2\nnodes 42", None),
            ("", Some(0)),
        ] {
            assert_eq!(heard(lines).total(), total, "{lines}");
        }
    }
}
