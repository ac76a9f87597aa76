//! The games in a text in Portable Game Notation, before their moves are interpreted.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::tokens::{Token, Tokens, Wrong, quote, wrong};
use super::variants::is_chess960;

/// The result after the moves of a game, and its byte offset before it.
type Ending<'a> = (usize, &'a str);

/// A move in the text of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ply<'a> {
    pub(super) at: usize,
    pub(super) word: &'a str,
    /// The move number before the move, after its byte offset.
    pub(super) number: Option<(usize, u32)>,
    /// The byte offset of `e.p.` after the move.
    pub(super) en_passant: Option<usize>,
}

/// A tag of a game.
#[derive(Clone, Debug)]
pub(super) struct Tag<'a> {
    pub(super) at: usize,
    pub(super) name: &'a str,
    pub(super) value: String,
}

/// A game in a text: its tags, and its moves without variations.
#[derive(Clone, Debug)]
pub(super) struct Game<'a> {
    /// The byte offset at which the game starts.
    pub(super) at: usize,
    pub(super) tags: Vec<Tag<'a>>,
    pub(super) plies: Vec<Ply<'a>>,
    /// The result after the moves.
    pub(super) result: Option<Ending<'a>>,
}

impl Game<'_> {
    /// Returns the tag with this name.
    pub(super) fn tag(&self, name: &str) -> Option<&Tag<'_>> {
        named(&self.tags, name)
    }
}

/// Returns the tag with this name, in any case.
pub(super) fn named<'t, 'a>(tags: &'t [Tag<'a>], name: &str) -> Option<&'t Tag<'a>> {
    tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name))
}

/// Reads games from the front of a text.
#[derive(Debug)]
pub(super) struct Games<'a> {
    tokens: Tokens<'a>,
    /// A token that has been read but belongs to the next game.
    kept: Option<(usize, Token<'a>)>,
}

impl<'a> Games<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        Self { tokens: Tokens::of(text), kept: None }
    }

    fn token(&mut self) -> Result<Option<(usize, Token<'a>)>, Wrong> {
        match self.kept.take() {
            Some(kept) => Ok(Some(kept)),
            None => self.tokens.next(),
        }
    }

    /// Whether a text starts like Portable Game Notation: with a tag, or with a move, with or without a
    /// number.
    pub(super) fn begins(text: &str) -> bool {
        let (mut tokens, mut numbered) = (Tokens::of(text), false);
        loop {
            match tokens.next() {
                Ok(Some((_, Token::Number(_)))) => numbered = true,
                Ok(token) => return matches!(token, Some((_, Token::Tag(..) | Token::Move(_)))),
                // A tag with a fault still counts as a tag, and a number is expected to be followed by a
                // move.
                Err(Wrong { at, .. }) => {
                    return numbered
                        || [&text[at..], text.trim_start()].into_iter().any(Self::looks_like_tag);
                }
            }
        }
    }

    fn looks_like_tag(text: &str) -> bool {
        let inside = text.strip_prefix('[').map(str::trim_start);
        inside.is_some_and(|inside| inside.starts_with(|c: char| c.is_ascii_alphabetic()))
    }

    /// Reads the next game; `None` if only comments remain.
    pub(super) fn next(&mut self) -> Result<Option<Game<'a>>, Wrong> {
        let Some((at, token)) = self.token()? else { return Ok(None) };
        self.kept = Some((at, token));
        let tags = self.tags()?;
        let moves = self.moves();
        // If the game is a game of a different variant, its moves may differ, so the variant is the better
        // error.
        if moves.is_err() {
            is_chess960(&tags)?;
        }
        let (plies, result) = moves?;
        if plies.is_empty() && result.is_none() && (tags.is_empty() || self.kept.is_some()) {
            return wrong(at, "expected moves or a result");
        }
        Ok(Some(Game { at, tags, plies, result }))
    }

    /// The byte offset at which another game starts; `None` if only comments remain.
    pub(super) fn end(&mut self) -> Result<Option<usize>, Wrong> {
        match self.token()? {
            None => Ok(None),
            Some((at, Token::Tag(..) | Token::Number(_) | Token::Move(_) | Token::Result(_))) => Ok(Some(at)),
            Some((at, _)) => wrong(at, "this follows the end of the game"),
        }
    }

    /// Reads the tags of a game.
    fn tags(&mut self) -> Result<Vec<Tag<'a>>, Wrong> {
        let mut tags: Vec<Tag<'a>> = Vec::new();
        while let Some((at, token)) = self.token()? {
            let Token::Tag(name, value) = token else {
                self.kept = Some((at, token));
                break;
            };
            if let Some(other) = named(&tags, name) {
                if other.value != value {
                    let (first, second) = (quote(&other.value), quote(&value));
                    return wrong(at, format!("the tag {name} is given twice: {first} and {second}"));
                }
                continue;
            }
            tags.push(Tag { at, name, value });
        }
        Ok(tags)
    }

    /// Reads the moves of a game and its result.
    fn moves(&mut self) -> Result<(Vec<Ply<'a>>, Option<Ending<'a>>), Wrong> {
        let (mut plies, mut number): (Vec<Ply<'a>>, _) = (Vec::new(), None);
        while let Some((at, token)) = self.token()? {
            match token {
                Token::Number(it) if number.is_none() => number = Some((at, it)),
                Token::Move(word) => {
                    plies.push(Ply { at, word, number: number.take(), en_passant: None });
                }
                Token::Null(word) => {
                    return wrong(at, format!("{} is a null move, which chess does not have", quote(word)));
                }
                Token::Open if plies.is_empty() => return wrong(at, "a variation before the first move"),
                Token::Open => self.skip_variation(at)?,
                Token::Close => return wrong(at, ") without an open variation"),
                Token::EnPassant => match plies.last_mut() {
                    None => return wrong(at, "e.p. before the first move"),
                    Some(Ply { en_passant: None, .. }) if number.is_some() => {
                        return wrong(at, "e.p. follows a number, not a move");
                    }
                    Some(Ply { en_passant: Some(_), .. }) => return wrong(at, "e.p. is given twice"),
                    Some(ply) => ply.en_passant = Some(at),
                },
                Token::Glyph => {}
                Token::Result(word) if number.is_none() => return Ok((plies, Some((at, word)))),
                Token::Number(_) | Token::Result(_) => break,
                Token::Tag(..) => {
                    self.kept = Some((at, token));
                    break;
                }
            }
        }
        match number {
            Some((at, number)) => wrong(at, format!("no move follows the number {number}")),
            None => Ok((plies, None)),
        }
    }

    /// Skips a variation that starts at `begin`, including nested ones.
    fn skip_variation(&mut self, begin: usize) -> Result<(), Wrong> {
        let mut open = Vec::from([begin]);
        while let Some(&innermost) = open.last() {
            match self.token()? {
                Some((at, Token::Open)) => open.push(at),
                Some((_, Token::Close)) => drop(open.pop()),
                Some((_, Token::Tag(..))) | None => {
                    return wrong(innermost, "the variation is not closed by )");
                }
                Some(_) => {}
            }
        }
        Ok(())
    }
}
