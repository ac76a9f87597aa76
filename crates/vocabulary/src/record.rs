//! Records of games as text: the start and the moves.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Debug, Display};
use core::str::FromStr;

use thiserror::Error;

use crate::Game;

/// A record of a game: the starting position and the moves with their players.
///
/// The text form for every game is the notation that MindSports uses for Dominions: each move is the player's
/// capital initial, followed by the move in square brackets, and moves are separated by `;`.
///
/// ```text
/// W[P63i9];B[P55h8];W[pass]
/// ```
///
/// A game that does not start from the standard initial position starts with an element `Start[POSITION]`.
/// White space between elements is ignored, and a `#` between elements starts a comment that extends to the
/// end of the line. Parsing a record does not check whether its moves are legal; only an engine can.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record<G: Game> {
    /// The position from which the game started.
    pub start: G::Position,
    /// The moves with their players, in order.
    pub moves: Vec<(G::Player, G::Move)>,
}

impl<G: Game> Record<G> {
    /// Returns a record of a game that starts from `start`, with no moves.
    pub fn new(start: G::Position) -> Self {
        Self { start, moves: Vec::new() }
    }
}

/// A fault in the text of a record, and its place.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// A description of the fault.
    pub problem: String,
}

/// The maximum length of a quotation from a file in an error message, in characters.
const QUOTED: usize = 40;

fn quote(text: &str) -> String {
    if text.chars().count() <= QUOTED {
        return format!("{text:?}");
    }
    let head: String = text.chars().take(QUOTED).collect();
    format!("{head:?}...")
}

/// Reads elements from the front of a text and tracks the byte offset.
struct Scanner<'a> {
    text: &'a str,
    at: usize,
    /// An example of an element, for messages.
    example: &'a str,
}

impl<'a> Scanner<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_blank(&mut self) {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            if !trimmed.starts_with('#') {
                return;
            }
            self.at += trimmed.find('\n').unwrap_or(trimmed.len());
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

    /// Reads the next element `Name[content]`, with the byte offsets of the name and the content.
    fn element(&mut self) -> Result<Element<'a>, RecordError> {
        let name_at = self.at;
        let rest = self.rest();
        let stop = rest.find(['[', ']', ';', '\n', '#']).unwrap_or(rest.len());
        if !rest[stop..].starts_with('[') {
            let found = quote(rest[..stop].trim_end());
            let problem = if rest[stop..].is_empty() && stop > 0 {
                format!(
                    "the record ends in {found}, where a player and a move in brackets should be, such as {}",
                    self.example
                )
            } else {
                format!("expected a player and a move in brackets, such as {}, not {found}", self.example)
            };
            return Err(self.error(name_at, problem));
        }
        let content_at = name_at + stop + 1;
        let content = &self.text[content_at..];
        let Some(end) = content.find([']', '[', ';', '\n']) else {
            let problem = format!("the record ends inside the brackets of {}", quote(rest));
            return Err(self.error(name_at, problem));
        };
        if !content[end..].starts_with(']') {
            let problem = format!("the bracket after {} is not closed", quote(&rest[..stop]));
            return Err(self.error(name_at, problem));
        }
        self.at = content_at + end + 1;
        Ok(Element { name: &rest[..stop], name_at, content: &content[..end], content_at })
    }
}

struct Element<'a> {
    name: &'a str,
    name_at: usize,
    content: &'a str,
    content_at: usize,
}

impl<G: Game> FromStr for Record<G> {
    type Err = RecordError;

    /// Parses the game's traditional notation (see [`Game::parse_record`]) or the notation common to all
    /// games.
    fn from_str(text: &str) -> Result<Self, RecordError> {
        if let Some(record) = G::parse_record(text) {
            return record;
        }
        let example = example::<G>();
        let mut scanner = Scanner { text, at: 0, example: &example };
        let mut start = None;
        let mut moves = Vec::new();
        scanner.skip_blank();
        while !scanner.rest().is_empty() {
            let element = scanner.element()?;
            if element.name.eq_ignore_ascii_case("start") {
                if start.is_some() || !moves.is_empty() {
                    let problem = "Start[...] is only allowed at the beginning".to_string();
                    return Err(scanner.error(element.name_at, problem));
                }
                let position = element.content.parse().map_err(|error: <G::Position as FromStr>::Err| {
                    scanner.error(element.content_at, format!("bad position: {error}"))
                })?;
                start = Some(position);
            } else {
                let player =
                    initial::<G>(element.name).map_err(|problem| scanner.error(element.name_at, problem))?;
                let mv = element.content.parse().map_err(|error: <G::Move as FromStr>::Err| {
                    scanner.error(element.content_at, error.to_string())
                })?;
                moves.push((player, mv));
            }
            scanner.skip_blank();
            if !scanner.rest().is_empty() {
                if !scanner.rest().starts_with(';') {
                    let next = scanner.rest().chars().next().unwrap_or(' ');
                    let problem = format!("expected ; between two moves, not {next:?}");
                    return Err(scanner.error(scanner.at, problem));
                }
                scanner.at += 1;
                scanner.skip_blank();
            }
        }
        let start = match start {
            Some(start) => start,
            None => G::initial(&[]).map_err(|problem| scanner.error(0, problem))?,
        };
        Ok(Self { start, moves })
    }
}

/// An example of an element, for messages: `W[pass]`, or `B[...]` in a game without passing.
fn example<G: Game>() -> String {
    let initial = G::PLAYERS.first().map(|player| player.to_string()[..1].to_ascii_uppercase());
    let mv = G::pass().map_or_else(|| "...".into(), |pass| pass.to_string());
    format!("{}[{mv}]", initial.unwrap_or_default())
}

/// Returns the player whose capital initial is `name`.
fn initial<G: Game>(name: &str) -> Result<G::Player, String> {
    for &player in G::PLAYERS {
        let colour = player.to_string();
        if name.len() == 1 && colour[..1].eq_ignore_ascii_case(name) {
            return Ok(player);
        }
    }
    let initials: Vec<String> =
        G::PLAYERS.iter().map(|player| player.to_string()[..1].to_ascii_uppercase()).collect();
    Err(format!("{} is not a player; a move is preceded by {}", quote(name), initials.join(" or ")))
}

impl<G: Game> Display for Record<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        G::write_record(self, f)
    }
}
