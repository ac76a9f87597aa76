//! Game records in the notation of the book of Margo.
//!
//! ```text
//! 1 C5* 2 E5 3 C7 4 Resign
//! White wins
//! ```
//!
//! Each move follows its number, which may be omitted. A star after the first move means that the players
//! then swapped colours, and that the variant `swap` is in force. `Resign` ends the moves. The result may
//! follow on a separate line. If a game does not start from the empty standard board, its record starts with
//! `Start[POSITION]`, as in the notation common to all games.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt::Write;

use super::{Margo, Move, Observation, Player, Position, Setup, Size, result};
use crate::{Game, Record, RecordError};

/// Parses a record in the notation of the book; `None` if the text is in the notation common to all games.
pub(super) fn parse(text: &str) -> Option<Result<Record<Margo>, RecordError>> {
    Some(read(&mut Words { text, at: 0 })?.map(|(record, _)| record))
}

/// Returns the contradiction, if any, between the result that a text states and `end`, the observation after
/// its moves.
pub(super) fn contradiction(text: &str, end: &Observation) -> Option<RecordError> {
    let mut words = Words { text, at: 0 };
    let (_, Ending { result: Some((at, line)), resigned }) = read(&mut words)?.ok()? else { return None };
    let problem = result::contradiction(line, resigned, end)?;
    Some(words.error(at, problem))
}

/// The part of a record after its moves.
#[derive(Default)]
struct Ending<'a> {
    /// The line with the result, and its byte offset in the text.
    result: Option<(usize, &'a str)>,
    /// Whether the player to move resigned.
    resigned: bool,
}

type Parsed<'a> = (Record<Margo>, Ending<'a>);

fn read<'a>(words: &mut Words<'a>) -> Option<Result<Parsed<'a>, RecordError>> {
    let start = match words.start() {
        Ok(start) => start,
        Err(error) => return Some(Err(error)),
    };
    let (_, word) = words.peek()?;
    // In the common notation, an element starts with an initial and a bracket; after a start, it follows a
    // semicolon.
    if word.starts_with(';') || word.contains('[') {
        return None;
    }
    let told = start.is_some();
    let read = words.moves(start.unwrap_or_else(|| untold(false)));
    Some(read.map(|(record, ending)| {
        if told { (record, ending) } else { (Record { start: untold(swaps(&record)), ..record }, ending) }
    }))
}

/// The start of a game whose record does not state it: the empty standard board, with the variant `swap` if
/// the record contains a swap.
fn untold(swap: bool) -> Position {
    Position::initial(Setup { swap, ..Setup::standard(Size::STANDARD) })
}

/// Whether the second player swapped colours.
fn swaps(record: &Record<Margo>) -> bool {
    matches!(record.moves.get(1), Some((_, Move::Swap)))
}

/// Reads words from the front of a text and tracks the byte offset.
struct Words<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Words<'a> {
    /// The next word and its byte offset, without consuming it. Skips comments.
    fn peek(&mut self) -> Option<(usize, &'a str)> {
        loop {
            let rest = &self.text[self.at..];
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            if trimmed.starts_with('#') {
                self.at += trimmed.find('\n').unwrap_or(trimmed.len());
                continue;
            }
            let word = trimmed.split(|c: char| c.is_whitespace() || c == '#').next()?;
            return (!word.is_empty()).then_some((self.at, word));
        }
    }

    fn next(&mut self) -> Option<(usize, &'a str)> {
        let (at, word) = self.peek()?;
        self.at = at + word.len();
        Some((at, word))
    }

    /// Parses `Start[POSITION]` if it is next.
    fn start(&mut self) -> Result<Option<Position>, RecordError> {
        let Some((at, word)) = self.peek() else { return Ok(None) };
        let Some((name, _)) = word.split_once('[').filter(|(name, _)| name.eq_ignore_ascii_case("start"))
        else {
            return Ok(None);
        };
        let content_at = at + name.len() + 1;
        let content = &self.text[content_at..];
        let Some(end) = content.find([']', '\n']).filter(|&end| content[end..].starts_with(']')) else {
            return Err(self.error(at, "the bracket after \"Start\" is not closed".into()));
        };
        let position = content[..end].parse();
        let position = position.map_err(|error| self.error(content_at, format!("bad position: {error}")))?;
        self.at = content_at + end + 1;
        Ok(Some(position))
    }

    fn moves(&mut self, start: Position) -> Result<Parsed<'a>, RecordError> {
        let mut turn = Turn::of(&start);
        let (mut record, mut ending) = (Record::new(start), Ending::default());
        let mut numbered: Option<(usize, &str)> = None;
        while let Some((at, word)) = self.next() {
            let wrong = |problem| self.error(at, problem);
            if let Some(line) = self.result(at).filter(|_| numbered.is_none()) {
                ending.result = Some((at, line));
                self.at = at + line.len();
                self.end()?;
                break;
            }
            if word.eq_ignore_ascii_case("resign") {
                numbered = None;
                ending.resigned = true;
                // After a resignation, only a result may follow.
                if let Some((at, line)) = self.peek().and_then(|(at, _)| Some((at, self.result(at)?))) {
                    ending.result = Some((at, line));
                    self.at = at + line.len();
                }
                self.end()?;
                break;
            }
            if word.bytes().all(|b| b.is_ascii_digit() || b == b'.') {
                if let Some((_, other)) = numbered {
                    return Err(wrong(format!(
                        "number {word} after number {other}, where a move would follow"
                    )));
                }
                numbered = Some((at, word));
                let number = turn.placed + 1;
                if word.trim_end_matches('.') != number.to_string() {
                    return Err(wrong(format!("move number {word}, where {number} would follow")));
                }
                continue;
            }
            let (name, starred) = word.strip_suffix('*').map_or((word, false), |name| (name, true));
            let mv = name
                .parse()
                .map_err(|_| wrong(format!("expected a move such as C5, not {}", quote(word))))?;
            numbered = None;
            record.moves.push((turn.take(mv), mv));
            if starred {
                if record.moves.len() > 1 || matches!(mv, Move::Swap) {
                    return Err(wrong("a star for the swap is only allowed after the first move".into()));
                }
                record.moves.push((turn.take(Move::Swap), Move::Swap));
            }
        }
        match numbered {
            Some((at, number)) => Err(self.error(at, format!("no move follows the number {number}"))),
            None => Ok((record, ending)),
        }
    }

    /// The line that starts at `at`, without its comment, if it states a result.
    fn result(&self, at: usize) -> Option<&'a str> {
        let before = self.text[..at].chars().rev().find(|c| *c == '\n' || !c.is_whitespace());
        let line = self.text[at..].split(['\n', '#']).next()?.trim_end();
        (before.is_none_or(|c| c == '\n') && result::is_result(line)).then_some(line)
    }

    fn end(&mut self) -> Result<(), RecordError> {
        match self.peek() {
            None => Ok(()),
            Some((at, word)) => Err(self.error(at, format!("{} after the end of the game", quote(word)))),
        }
    }

    fn error(&self, at: usize, problem: String) -> RecordError {
        let before = &self.text[..at];
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        RecordError {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            problem,
        }
    }
}

fn quote(word: &str) -> String {
    let head: String = word.chars().take(20).collect();
    if head.len() < word.len() { format!("{head:?}...") } else { format!("{word:?}") }
}

/// The player to move, derived only from the order of turns.
struct Turn {
    players: &'static [Player],
    next: usize,
    /// The number of balls that the moves read so far place.
    placed: u32,
}

impl Turn {
    fn of(start: &Position) -> Self {
        Self { players: start.setup().players(), next: start.turn() as usize, placed: 0 }
    }

    /// Returns the player who makes the move `mv`, and advances the turn.
    fn take(&mut self, mv: Move) -> Player {
        let player = self.players[self.next];
        if let Move::Place(_) = mv {
            self.next = (self.next + 1) % self.players.len();
            self.placed += 1;
        }
        player
    }
}

/// Prints a record in the notation of the book, with a result line if `end` is the end of the game. `None` if
/// the notation cannot express the record, because a move is out of turn or a swap is not the second move.
pub(super) fn print(record: &Record<Margo>, end: Option<&Observation>) -> Option<String> {
    let mut text = String::new();
    if record.start != untold(swaps(record)) {
        let _ = writeln!(text, "Start[{}]", record.start);
    }
    let mut turn = Turn::of(&record.start);
    for (index, (player, mv)) in record.moves.iter().enumerate() {
        if turn.take(*mv) != *player {
            return None;
        }
        match mv {
            Move::Place(cell) => {
                let space = if index == 0 { "" } else { " " };
                let _ = write!(text, "{space}{} {cell}", turn.placed);
            }
            Move::Swap if index == 1 => text.push('*'),
            Move::Swap => return None,
        }
    }
    if !record.moves.is_empty() {
        text.push('\n');
    }
    if let Some(seen) = end.filter(|seen| seen.over) {
        let _ = writeln!(text, "Result: {}", Margo::final_score(seen));
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(text: &str) -> Option<String> {
        print(&text.parse().unwrap(), None)
    }

    #[test]
    fn the_form_of_the_book_is_read_like_the_shared_one() {
        for (book, shared) in [
            ("1 C5 2 E5 3 G5", "W[C5];B[E5];W[G5]"),
            ("1 C5* 2 E5 3 C7", "Start[7 swap white 0];W[C5];B[swap];B[E5];W[C7]"),
            ("C5 e5\n", "W[C5];B[E5]"),
            ("# a game\n1. C5 2. E5 # two\n3. Resign\nBlack wins", "W[C5];B[E5]"),
            ("1 C5 2 E5\nWhite wins 25-20\n", "W[C5];B[E5]"),
            ("Result: 0", ""),
            ("Start[4 players 3]\n1 C5 2 E5 3 A1 4 A3", "Start[4 players 3 white 0];W[C5];B[E5];G[A1];W[A3]"),
            ("Start[4 black 1 WA1:0] 1 C5 2 E5", "Start[4 black 1 WA1:0];B[C5];W[E5]"),
            ("1 C5 2 swap 2 E5", "Start[7 swap white 0];W[C5];B[swap];B[E5]"),
            ("Start[7] 1 C5* 2 E5", "W[C5];B[swap];B[E5]"),
        ] {
            match book.parse::<Record<Margo>>() {
                Ok(record) => assert_eq!(record.to_string(), shared, "{book}"),
                Err(error) => panic!("{book}: {error}"),
            }
        }
    }

    #[test]
    fn both_forms_round_trip() {
        for text in [
            "1 C5* 2 E5 3 C7\n",
            "Start[7 swap white 0]\n1 C5 2 E5\n",
            "1 C5\n",
            "Start[4 white 0]\n1 C5 2 E5\n",
            "Start[3 white 0]\n",
            "",
        ] {
            assert_eq!(printed(text).as_deref(), Some(text));
        }
        for text in ["W[C5];B[swap];B[E5]", "Start[4 white 0];B[C5]", "Start[4 white 0]", "W[C5]"] {
            assert_eq!(text.parse::<Record<Margo>>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn a_record_that_the_book_cannot_express_is_not_printed() {
        assert_eq!(printed("B[C5]"), None);
        assert_eq!(printed("W[C5];B[E5];W[swap]"), None);
    }

    #[test]
    fn faults_are_named_with_their_place() {
        for (text, message) in [
            ("1 C5 2 E5*", "line 1, column 8: a star for the swap is only allowed after the first move"),
            ("1 C5\n3 E5", "line 2, column 1: move number 3, where 2 would follow"),
            ("1 C5 2", "line 1, column 6: no move follows the number 2"),
            ("1 1 C5", "line 1, column 3: number 1 after number 1, where a move would follow"),
            ("1 C5 2\nWhite wins", "line 2, column 1: expected a move such as C5, not \"White\""),
            ("1 C5 2 Z", "line 1, column 8: expected a move such as C5, not \"Z\""),
            ("1 C5 Resign\nBlack wins\nagain", "line 3, column 1: \"again\" after the end of the game"),
            (
                "1 C5 2 E5\nWhite plays well here\n3 C7",
                "line 2, column 1: expected a move such as C5, not \"White\"",
            ),
            ("1 C5 2 E5\nWhite[C7]", "line 2, column 1: expected a move such as C5, not \"White[C7]\""),
            ("1 C5 White wins", "line 1, column 6: expected a move such as C5, not \"White\""),
            (
                "Start[1] 1 C5",
                "line 1, column 7: bad position: \"1\" is not a size; a position begins with the size of the board, 2 to 19",
            ),
            ("Start[4 1 C5", "line 1, column 1: the bracket after \"Start\" is not closed"),
        ] {
            assert_eq!(text.parse::<Record<Margo>>().unwrap_err().to_string(), message, "{text}");
        }
    }
}
