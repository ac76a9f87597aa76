//! Games as people write them: Portable Game Notation.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use bustan_vocabulary::chess::{Chess, Draws, Move, Observation, Player, Position};
use bustan_vocabulary::{Engine, Game, Record, RecordError};

use super::san::{meant, sign, word};

/// The longest line of moves.
const WIDTH: usize = 80;

/// The words for the end of a game.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// What a text of this kind consists of.
enum Part<'a> {
    /// A tag with its value, as in `[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]`.
    Tag(&'a str, &'a str),
    /// A move.
    Move(&'a str),
    /// The result.
    End,
}

/// The parts of a text, each with the byte at which it begins. Comments, variations, numbers of moves and glyphs are
/// passed over.
struct Parts<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Parts<'a> {
    /// Goes on behind the next of these signs, or to the end.
    fn pass(&mut self, sign: char) {
        let rest = &self.text[self.at..];
        self.at += rest.find(sign).map_or(rest.len(), |at| at + sign.len_utf8());
    }

    /// Goes on behind a variation, with those inside it.
    fn pass_variation(&mut self) {
        let mut depth = 0;
        for (at, sign) in self.text[self.at..].char_indices() {
            match sign {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                self.at += at + 1;
                return;
            }
        }
        self.at = self.text.len();
    }
}

impl<'a> Iterator for Parts<'a> {
    type Item = (usize, Part<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let rest = &self.text[self.at..];
            self.at += rest.len() - rest.trim_start().len();
            let (start, rest) = (self.at, rest.trim_start());
            match rest.chars().next()? {
                '{' => self.pass('}'),
                ';' => self.pass('\n'),
                '(' => self.pass_variation(),
                '[' => {
                    self.pass(']');
                    let tag = self.text[start + 1..self.at].trim_end_matches(']').trim();
                    let (name, value) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
                    return Some((start, Part::Tag(name, value.trim().trim_matches('"'))));
                }
                _ => {
                    let end = rest.find(|c: char| c.is_whitespace() || "{;([".contains(c));
                    let word = &rest[..end.unwrap_or(rest.len())];
                    self.at += word.len();
                    let behind = word.trim_start_matches(|c: char| c.is_ascii_digit());
                    let mv = if behind.starts_with('.') { behind.trim_start_matches('.') } else { word };
                    let is_number = behind.is_empty() || mv.is_empty();
                    if RESULTS.contains(&word) {
                        return Some((start, Part::End));
                    }
                    if !is_number && !word.starts_with('$') {
                        return Some((start + word.len() - mv.len(), Part::Move(mv)));
                    }
                }
            }
        }
    }
}

/// What is wrong at a byte of a text.
fn error(text: &str, at: usize, problem: String) -> RecordError {
    let line_start = text[..at].rfind('\n').map_or(0, |line| line + 1);
    RecordError {
        line: text[..at].matches('\n').count() + 1,
        column: text[line_start..at].chars().count() + 1,
        problem,
    }
}

/// The position at which a game with these tags begins.
fn start(tags: &[(usize, &str, &str)], text: &str) -> Result<Position, RecordError> {
    let tag = |name: &str| tags.iter().find(|(_, other, _)| other.eq_ignore_ascii_case(name));
    let chess960 = tag("Variant").is_some_and(|(_, _, variant)| {
        variant.contains("960") || variant.eq_ignore_ascii_case("fischerandom")
    });
    let words: &[&str] = if chess960 { &["chess960"] } else { &[] };
    let Some(&(at, _, fen)) = tag("FEN") else {
        return Chess::initial(words).map_err(|problem| error(text, 0, problem));
    };
    let fen = if chess960 && !fen.contains("chess960") { format!("{fen} chess960") } else { fen.into() };
    fen.parse().map_err(|problem| error(text, at, format!("bad position: {problem}")))
}

/// The first game of a text, played on an engine; `None` if the text is of another kind.
pub(super) fn read<E>(text: &str, mut engine: E) -> Option<Result<Record<Chess>, RecordError>>
where
    E: Engine<Game = Chess, Observation = Observation>,
{
    let (mut tags, mut words) = (Vec::new(), Vec::new());
    for (at, part) in (Parts { text, at: 0 }) {
        match part {
            // A tag behind moves begins another game.
            Part::Tag(..) if !words.is_empty() => break,
            Part::Tag(name, value) => tags.push((at, name, value)),
            Part::Move(word) => words.push((at, word)),
            Part::End => break,
        }
    }
    let quoted =
        tags.iter().any(|&(at, ..)| text[at..].split(']').next().is_some_and(|tag| tag.contains('"')));
    let start = match start(&tags, text) {
        Ok(start) => start,
        Err(problem) => return quoted.then_some(Err(problem)),
    };
    if let Err(refusal) = engine.setup(&start) {
        return quoted.then(|| Err(error(text, 0, format!("{start}: {refusal}"))));
    }
    let mut record = Record::new(start);
    for (at, word) in words {
        let (seen, legal) = (engine.observe()?, engine.legal_moves()?);
        let mv = engine.turn().and_then(|player| Some((player, meant(&seen, &legal, word)?)));
        let Some((player, mv)) = mv else {
            let problem = || format!("{word:?} is not a legal move there");
            return (quoted || !record.moves.is_empty()).then(|| Err(error(text, at, problem())));
        };
        engine.play(player, &mv).ok()?;
        record.moves.push((player, mv));
    }
    (quoted || !record.moves.is_empty()).then_some(Ok(record))
}

/// A game with its moves in short algebraic notation; `None` if an engine does not play it, or draws are options:
/// there is no place for these.
pub(super) fn write<E>(record: &Record<Chess>, mut engine: E) -> Option<String>
where
    E: Engine<Game = Chess, Observation = Observation>,
{
    if record.start.parts().draws != Draws::None {
        return None;
    }
    engine.setup(&record.start).ok()?;
    let mut words = Vec::new();
    for (at, (player, mv)) in record.moves.iter().enumerate() {
        words.extend(number(&engine.observe()?, at == 0));
        let (word, played) = named(&mut engine, *player, mv, record.start.parts().chess960)?;
        words.push(played.then_some(word)?);
    }
    let end = engine.observe()?;
    let result = match end.winner {
        Some(Player::White) => RESULTS[0],
        Some(Player::Black) => RESULTS[1],
        None if end.over => RESULTS[2],
        None => RESULTS[3],
    };
    words.push(result.into());
    let mut tags = format!("[Result \"{result}\"]\n");
    if record.start.parts().chess960 {
        tags += "[Variant \"Chess960\"]\n";
    }
    if Chess::initial(&[]).as_ref() != Ok(&record.start) {
        tags += &format!("[SetUp \"1\"]\n[FEN \"{}\"]\n", record.start.fen());
    }
    Some(tags + "\n" + &lines(&words))
}

/// The moves of a game in short algebraic notation, with their numbers, in one line: as far as an engine plays
/// them, with the one that it refuses if that is the last. `None` if that is none.
pub(super) fn moves<E>(record: &Record<Chess>, mut engine: E) -> Option<String>
where
    E: Engine<Game = Chess, Observation = Observation>,
{
    engine.setup(&record.start).ok()?;
    let mut words = Vec::new();
    for (at, (player, mv)) in record.moves.iter().enumerate() {
        let number = engine.observe().and_then(|seen| number(&seen, at == 0));
        let last = at + 1 == record.moves.len();
        let named = named(&mut engine, *player, mv, record.start.parts().chess960);
        let Some((word, _)) = named.filter(|(_, played)| *played || last) else {
            words.push("...".into());
            break;
        };
        words.extend(number);
        words.push(word);
    }
    words.iter().any(|word| word != "...").then(|| words.join(" "))
}

/// The number before a move, if one stands there: before each of white, and before the first.
fn number(before: &Observation, first: bool) -> Option<String> {
    match before.turn {
        Player::White => Some(format!("{}.", before.fullmoves)),
        Player::Black => first.then(|| format!("{}...", before.fullmoves)),
    }
}

/// A move in short algebraic notation, and whether the engine plays it: only then there is a sign for what it leads
/// to. A move that it does not play is written with both of its squares.
fn named<E>(engine: &mut E, player: Player, mv: &Move, chess960: bool) -> Option<(String, bool)>
where
    E: Engine<Game = Chess, Observation = Observation>,
{
    let (before, legal) = (engine.observe()?, engine.legal_moves()?);
    let word = word(&before, &legal, mv, chess960)?;
    match engine.play(player, mv) {
        Ok(()) => Some((word + sign(&engine.observe()?), true)),
        Err(_) => Some((word, false)),
    }
}

/// Words in lines that are not too long.
fn lines(words: &[String]) -> String {
    let (mut text, mut line) = (String::new(), String::new());
    for word in words {
        if !line.is_empty() && line.len() + 1 + word.len() > WIDTH {
            text += &(core::mem::take(&mut line) + "\n");
        }
        line += &(if line.is_empty() { word.to_string() } else { format!(" {word}") });
    }
    text + &line + "\n"
}
