//! Games of draughts in Portable Draughts Notation (PDN), for programs with moves in its notation, such as
//! `32-28`.

use bustan_harness::erased::{Record, Rules};

use crate::games::Game;
use crate::place::{Wrong, quote, words, wrong};

/// The tokens for the result of a game.
const RESULTS: [&str; 8] = ["*", "1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0"];

/// The variants of draughts in which Black moves first, as numbered by the tag `GameType`.
const BLACK_BEGINS: [&str; 2] = ["21", "31"];

/// A token of a game.
enum Part<'a> {
    Tag(&'a str, &'a str),
    Move(&'a str),
    Result,
}

/// A game in a text: the tags, the moves with their byte offsets, and whether there is a result.
#[derive(Default)]
struct Written<'a> {
    begin: usize,
    tags: Vec<(usize, &'a str, &'a str)>,
    moves: Vec<(usize, &'a str)>,
    ended: bool,
}

/// Whether a text starts like a game of draughts: with a tag of draughts, or with moves from one number to
/// another. A single word of this form does not suffice, because a position of Tribolo starts with its width
/// and height, as in `5x1`.
pub(crate) fn begins(text: &str) -> bool {
    let mut parts = Parts { text, at: 0 };
    let mut moves = 0;
    loop {
        match parts.next() {
            Ok(Some((_, Part::Tag("GameType", kind)))) => return kind.split(',').next() != Some("0"),
            Ok(Some((_, Part::Tag(..)))) => {}
            Ok(Some((_, Part::Move(word)))) if is_numbered(word) && moves == 0 => moves = 1,
            Ok(Some((_, Part::Move(word)))) => return is_numbered(word),
            Ok(Some((_, Part::Result)) | None) => return moves == 1,
            Err(_) => return false,
        }
    }
}

/// Whether a move consists of numbers of fields.
fn is_numbered(word: &str) -> bool {
    let mut fields = word.split(['-', 'x', ':']);
    let all = fields.clone().count() > 1;
    all && fields.all(|field| !field.is_empty() && field.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Parses the games in a text.
pub(crate) fn games(rules: Rules, text: &str) -> Result<Vec<Game>, Wrong> {
    let mut parts = Parts { text, at: 0 };
    let mut all: Vec<Written<'_>> = Vec::new();
    let mut game = Written::default();
    while let Some((at, part)) = parts.next()? {
        let is_next = game.ended || matches!(part, Part::Tag(..)) && !game.moves.is_empty();
        if is_next {
            all.push(std::mem::replace(&mut game, Written { begin: at, ..Written::default() }));
        }
        match part {
            Part::Tag(name, value) => game.tags.push((at, name, value)),
            Part::Move(word) => game.moves.push((at, word)),
            Part::Result => game.ended = true,
        }
    }
    if !game.tags.is_empty() || !game.moves.is_empty() || all.is_empty() {
        all.push(game);
    }
    all.iter().map(|written| played(rules, text, written)).collect()
}

fn played(rules: Rules, text: &str, written: &Written<'_>) -> Result<Game, Wrong> {
    let tag = |wanted: &str| written.tags.iter().find(|(_, name, _)| *name == wanted);
    let set_up = tag("FEN").map(|(at, _, value)| (*at, *value));
    let begins_black = match (set_up, tag("GameType")) {
        (Some((_, fen)), _) => fen.trim_start().starts_with('B'),
        (None, Some((_, _, kind))) => {
            let fields: Vec<&str> = kind.split(',').map(str::trim).collect();
            match fields.get(1) {
                Some(first) => *first == "B",
                None => BLACK_BEGINS.contains(&fields[0]),
            }
        }
        (None, None) => false,
    };
    let start = match set_up {
        Some((at, fen)) => rules.position(fen).or_else(|problem| wrong(at, problem))?,
        None => rules.initial(&[]).or_else(|problem| wrong(written.begin, problem))?,
    };
    let player = |name: &str| rules.player(name).or_else(|problem| wrong(written.begin, problem));
    let mut turns = [player("white")?, player("black")?];
    if begins_black {
        turns.reverse();
    }
    let mut record = Record::new(start);
    for (number, (at, word)) in written.moves.iter().enumerate() {
        let mv = rules.mv(word).or_else(|problem| wrong(*at, problem))?;
        record.moves.push((turns[number % 2], mv));
    }
    let places: Vec<usize> = written.moves.iter().map(|(at, _)| *at).collect();
    Ok(Game::new(record, text, written.begin, &places))
}

/// Reads tokens from the start of a text.
struct Parts<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Parts<'a> {
    /// Reads the next token and returns it after its byte offset, skipping comments, variations and move
    /// numbers; `None` at the end.
    fn next(&mut self) -> Result<Option<(usize, Part<'a>)>, Wrong> {
        loop {
            let rest = &self.text[self.at..];
            let trimmed = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
            self.at += rest.len() - trimmed.len();
            let at = self.at;
            match trimmed.chars().next() {
                None => return Ok(None),
                Some('[') => return self.tag().map(|part| Some((at, part))),
                Some('{') => match trimmed.find('}') {
                    Some(end) => self.at += end + 1,
                    None => return wrong(at, "the comment is not closed by }"),
                },
                Some('(') => self.variation()?,
                Some(_) => {
                    let ends = |c: char| c.is_whitespace() || "[]{}()".contains(c);
                    let end = trimmed.find(ends).unwrap_or(trimmed.len());
                    if end == 0 {
                        return wrong(at, format!("{} is out of place", quote(&trimmed[..1])));
                    }
                    self.at += end;
                    if let Some(part) = word(at, &trimmed[..end])? {
                        return Ok(Some(part));
                    }
                }
            }
        }
    }

    fn tag(&mut self) -> Result<Part<'a>, Wrong> {
        let (at, rest) = (self.at, &self.text[self.at..]);
        let line = rest.lines().next().unwrap_or_default();
        let inside = line.split_once(']').map(|_| &line[1..line.rfind(']').unwrap_or(1)]);
        let Some((name, value)) = inside.and_then(|inside| inside.split_once('"')) else {
            return wrong(at, "a tag has a name and a value, as in [Event \"A game\"]");
        };
        let Some((value, _)) = value.rsplit_once('"') else {
            return wrong(
                at,
                format!("the value of the tag {} has no closing quotation mark", quote(name.trim())),
            );
        };
        self.at += line.rfind(']').map_or(line.len(), |end| end + 1);
        Ok(Part::Tag(name.trim(), value))
    }

    fn variation(&mut self) -> Result<(), Wrong> {
        let (begin, mut depth) = (self.at, 0_usize);
        for (at, sign) in self.text[begin..].char_indices() {
            match sign {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                self.at = begin + at + 1;
                return Ok(());
            }
        }
        wrong(begin, "the variation is not closed by )")
    }
}

/// The token for a word; `None` if the word carries no information, such as a move number.
fn word<'a>(at: usize, whole: &'a str) -> Result<Option<(usize, Part<'a>)>, Wrong> {
    if RESULTS.contains(&whole) {
        return Ok(Some((at, Part::Result)));
    }
    if whole.starts_with('$') {
        return Ok(None);
    }
    // The move number may be joined to the move, as in 1.32-28.
    let digits = whole.len() - whole.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let number = digits + whole[digits..].len() - whole[digits..].trim_start_matches('.').len();
    let begin = if number > digits { number } else { 0 };
    let word = whole[begin..].trim_end_matches(['!', '?', '*']);
    match words(word, at + begin).first() {
        None => Ok(None),
        Some(&(at, word)) if word.contains(['-', 'x', ':']) => Ok(Some((at, Part::Move(word)))),
        Some((at, word)) => {
            wrong(*at, format!("{} is not a move; a move looks like 32-28 or 28x19", quote(word)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bustan_games::rules_of;

    fn read(text: &str) -> Result<Vec<String>, String> {
        let games = games(rules_of("any").unwrap(), text).map_err(|wrong| wrong.placed(text).to_string())?;
        Ok(games.iter().map(|game| game.record.to_string()).collect())
    }

    #[test]
    fn moves_are_words() {
        let text = "[Event \"x\"]\n[GameType \"20\"]\n[FEN \"W:W31-50:B1-20\"]\n[Result \"*\"]\n\n1. 32-28 {a comment} 19-23! (1... 18-23 (2. 37-31)) 2.28x19 $1 14x23 *\n";
        let moves = "play white 32-28\nplay black 19-23\nplay white 28x19\nplay black 14x23";
        assert_eq!(read(text), Ok(vec![format!("bustan-setup W:W31-50:B1-20\n{moves}")]));
        let english = "[GameType \"21\"]\n\n1. 11-15 24-19 1-0\n\n[GameType \"20,B\"]\n\n1. 32-28 2-0\n";
        let expected = ["clear_board\nplay black 11-15\nplay white 24-19", "clear_board\nplay black 32-28"];
        assert_eq!(read(english).unwrap(), expected);
    }

    #[test]
    fn games_of_draughts_begin_with_their_tag_or_with_numbered_fields() {
        for text in ["[GameType \"20\"]", "1. 32-28 19-23", "[Event \"x\"]\n\n1. 32x28", "1.11-15"] {
            assert!(begins(text), "{text}");
        }
        for text in [
            "[GameType \"0\"]\n1. e4",
            "1. e4 e5",
            "1-0",
            "",
            "[Event \"x\"]\n\n1. e4 *",
            "0-0",
            "g1-f3",
            "[",
            "(",
        ] {
            assert!(!begins(text), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_reported_with_its_place() {
        for (text, problem) in [
            (
                "[GameType \"20\"]\n1. x28 32",
                "line 2, column 8: \"32\" is not a move; a move looks like 32-28",
            ),
            ("1. 32-28 {x", "line 1, column 10: the comment is not closed by }"),
            ("1. 32-28 (1. 31-27", "line 1, column 10: the variation is not closed by )"),
            ("[Event]", "line 1, column 1: a tag has a name and a value"),
            ("1. 32-28 )", "line 1, column 10: \")\" is out of place"),
        ] {
            let told = read(text).unwrap_err();
            assert!(told.starts_with(problem), "{text}: {told}");
        }
    }
}
