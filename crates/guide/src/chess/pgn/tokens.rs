//! The tokens of Portable Game Notation, as defined in sections 4 to 8 of the standard, including the
//! extensions of the import format.

use alloc::format;
use alloc::string::String;

use super::super::san::WrittenMove;

/// The tokens that end a game.
pub(super) const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// The traditional suffixes that comment on a move.
const SUFFIXES: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

/// The largest number of a numeric annotation glyph (NAG).
const LAST_GLYPH: u32 = 255;

/// The words that some programs use for a null move, which only passes the turn.
const NULL_MOVES: [&str; 5] = ["--", "Z0", "null", "pass", "@@@@"];

/// A fault in a text, and its byte offset.
#[derive(Debug)]
pub(super) struct Wrong {
    pub(super) at: usize,
    pub(super) problem: String,
}

/// Returns an error about a byte of a text.
pub(super) fn wrong<T>(at: usize, problem: impl Into<String>) -> Result<T, Wrong> {
    Err(Wrong { at, problem: problem.into() })
}

/// A part of a text that is not a comment or white space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A tag with its value, as in `[Event "A game"]`.
    Tag(&'a str, String),
    /// The number of a move, with any periods after it.
    Number(u32),
    /// A move in algebraic notation.
    Move(&'a str),
    /// A null move, which only passes the turn and which chess does not have.
    Null(&'a str),
    /// `e.p.` after a capture en passant.
    EnPassant,
    /// A numeric annotation glyph (NAG), or a separate traditional suffix.
    Glyph,
    /// The start of a variation.
    Open,
    /// The end of a variation.
    Close,
    /// The end of a game, with its result.
    Result(&'a str),
}

/// Reads tokens from the front of a text and tracks the byte offset.
#[derive(Clone, Debug)]
pub(super) struct Tokens<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Tokens<'a> {
    /// Returns the tokens of a text, which may start with a byte order mark.
    pub(super) fn of(text: &'a str) -> Self {
        Self { text, at: if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 } }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Whether the current offset is at the start of a line.
    fn begins_line(&self) -> bool {
        self.text[..self.at].chars().next_back().is_none_or(|sign| matches!(sign, '\n' | '\r' | '\u{feff}'))
    }

    fn skip_line(&mut self) {
        let rest = self.rest();
        self.at += rest.find(['\n', '\r']).unwrap_or(rest.len());
    }

    fn skip_white(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Skips white space, comments, and lines with a percent sign in the first column.
    fn skip_comments(&mut self) -> Result<(), Wrong> {
        loop {
            self.skip_white();
            let rest = self.rest();
            match rest.chars().next() {
                Some('%') if self.begins_line() => self.skip_line(),
                Some(';') => self.skip_line(),
                Some('{') => match rest.find('}') {
                    Some(end) => self.at += end + 1,
                    None => return wrong(self.at, "the comment is not closed by }"),
                },
                _ => return Ok(()),
            }
        }
    }

    /// Reads the next token and returns it after its byte offset; `None` at the end of the text.
    pub(super) fn next(&mut self) -> Result<Option<(usize, Token<'a>)>, Wrong> {
        self.skip_comments()?;
        let at = self.at;
        let rest = self.rest();
        let Some(sign) = rest.chars().next() else { return Ok(None) };
        let token = match sign {
            '[' => self.tag()?,
            '(' => self.sign(Token::Open),
            ')' => self.sign(Token::Close),
            '*' => self.sign(Token::Result(&rest[..1])),
            '$' => self.glyph()?,
            '0'..='9' => match self.number()? {
                Some(token) => token,
                None => self.word()?,
            },
            '}' => return wrong(at, "} without an open comment"),
            ']' => return wrong(at, "] without an open tag"),
            '%' => return wrong(at, "% escapes a line only in its first column"),
            '<' | '>' | '"' | '.' | '\u{2026}' => {
                return wrong(at, format!("{sign:?} is out of place"));
            }
            _ => self.word()?,
        };
        Ok(Some((at, token)))
    }

    /// Reads a token of one character.
    fn sign(&mut self, token: Token<'a>) -> Token<'a> {
        self.at += 1;
        token
    }

    /// Reads a tag: a name and a quoted value, in brackets.
    fn tag(&mut self) -> Result<Token<'a>, Wrong> {
        let begin = self.at;
        self.at += 1;
        self.skip_white();
        let rest = self.rest();
        let name = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        let name = &rest[..name];
        if name.is_empty() {
            return wrong(begin, "a tag has a name and a value, as in [Event \"A game\"]");
        }
        self.at += name.len();
        self.skip_white();
        if !self.rest().starts_with('"') {
            return wrong(
                self.at,
                format!("the value of the tag {name} does not begin with a quotation mark"),
            );
        }
        let value = self.quoted(name)?;
        self.skip_white();
        if !self.rest().starts_with(']') {
            return wrong(self.at, format!("expected ] after the value of the tag {name}"));
        }
        self.at += 1;
        Ok(Token::Tag(name, value))
    }

    /// Reads the value of a tag. A backslash escapes a quotation mark or a backslash; before other characters
    /// it is literal.
    fn quoted(&mut self, name: &str) -> Result<String, Wrong> {
        let (begin, mut value) = (self.at, String::new());
        let mut signs = self.text[begin + 1..].char_indices().peekable();
        while let Some((at, sign)) = signs.next() {
            match sign {
                '"' => {
                    self.at = begin + 1 + at + 1;
                    return Ok(value);
                }
                '\n' | '\r' => break,
                '\\' => value
                    .push(signs.next_if(|(_, next)| matches!(next, '"' | '\\')).map_or(sign, |(_, it)| it)),
                _ => value.push(sign),
            }
        }
        wrong(begin, format!("the value of the tag {name} has no closing quotation mark in its line"))
    }

    /// Reads a numeric annotation glyph (NAG).
    fn glyph(&mut self) -> Result<Token<'a>, Wrong> {
        let digits = digits(&self.rest()[1..]);
        match digits.parse::<u32>() {
            Ok(number) if number <= LAST_GLYPH => {
                self.at += 1 + digits.len();
                Ok(Token::Glyph)
            }
            _ => wrong(
                self.at,
                format!(
                    "\"${digits}\" is not a numeric annotation glyph (NAG), which is $0 to ${LAST_GLYPH}"
                ),
            ),
        }
    }

    /// Reads a result or a move number with its periods; `None` if the digits start another word, as in
    /// `0-0`.
    fn number(&mut self) -> Result<Option<Token<'a>>, Wrong> {
        let rest = self.rest();
        let ends = |end: &str| end.chars().next().is_none_or(|c| c.is_whitespace() || ENDS.contains(c));
        if let Some(result) = RESULTS.into_iter().find(|it| rest.strip_prefix(it).is_some_and(ends)) {
            self.at += result.len();
            return Ok(Some(Token::Result(&rest[..result.len()])));
        }
        let digits = digits(rest);
        let behind = &rest[digits.len()..];
        let periods = behind.len() - behind.trim_start_matches(['.', '\u{2026}']).len();
        if periods == 0 && !ends(behind) {
            return Ok(None);
        }
        let Ok(number) = digits.parse() else {
            return wrong(self.at, format!("move number {digits} is too large"));
        };
        self.at += digits.len() + periods;
        // White space may separate the periods of "1. ..." from the number.
        let rest = self.rest();
        let more = rest.trim_start();
        if periods > 0 && more.starts_with(['.', '\u{2026}']) {
            self.at += rest.len() - more.trim_start_matches(['.', '\u{2026}']).len();
        }
        Ok(Some(Token::Number(number)))
    }

    /// Reads a move with any suffix, or a token that can follow a move, such as `e.p.`.
    fn word(&mut self) -> Result<Token<'a>, Wrong> {
        let (at, rest) = (self.at, self.rest());
        let mut end = rest.find(|c: char| c.is_whitespace() || ENDS.contains(c)).unwrap_or(rest.len());
        if let Some(promotion) = promotion(&rest[..end], &rest[end..]) {
            let behind = &rest[end + promotion..];
            end += promotion
                + behind.find(|c: char| c.is_whitespace() || ENDS.contains(c)).unwrap_or(behind.len());
        }
        let word = &rest[..end];
        let plain = word.trim_end_matches(['!', '?']);
        let suffix = &word[plain.len()..];
        if !suffix.is_empty() && !SUFFIXES.contains(&suffix) {
            return wrong(at + plain.len(), format!("{suffix:?} is not a move suffix such as ! or ?!"));
        }
        self.at += end;
        if plain.is_empty() {
            return Ok(Token::Glyph);
        }
        if matches!(plain, "e.p." | "ep" | "e.p") {
            return Ok(Token::EnPassant);
        }
        if NULL_MOVES.contains(&plain) {
            return Ok(Token::Null(plain));
        }
        match WrittenMove::read(plain) {
            Some(_) => Ok(Token::Move(plain)),
            None => wrong(at, format!("{} is not a move", quote(word))),
        }
    }
}

/// The characters, in addition to white space, that end a word.
const ENDS: &str = "{};[]()<>$*\"";

/// The digits at the start of a text.
fn digits(text: &str) -> &str {
    &text[..text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len())]
}

/// The length of a promotion in parentheses directly after a word, as in `e8(Q)`.
fn promotion(word: &str, behind: &str) -> Option<usize> {
    let last_rank = word.ends_with(['1', '8']);
    let inside = behind.strip_prefix('(')?;
    let piece = inside.starts_with(|c: char| "QRBNqrbn".contains(c));
    (last_rank && piece && inside[1..].starts_with(')')).then_some(3)
}

/// Quotes a part of a text for a message.
pub(super) fn quote(text: &str) -> String {
    const MOST: usize = 20;
    match text.char_indices().nth(MOST) {
        None => format!("{text:?}"),
        Some((end, _)) => format!("{:?}...", &text[..end]),
    }
}
