//! Positions as text: Forsyth-Edwards notation (FEN), followed by the options of the game.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Write};
use core::str::FromStr;

use super::{Cell, Draws, Kind, Man, Parts, Player, Position, PositionError, Rights, Wing};
use crate::number::number;

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = self.parts();
        print_board(&parts.board, f)?;
        f.write_str([" w ", " b "][parts.turn as usize])?;
        f.write_str(&castling(parts))?;
        match parts.en_passant {
            Some(cell) => write!(f, " {cell}")?,
            None => f.write_str(" -")?,
        }
        write!(f, " {} {}", parts.halfmoves, parts.fullmoves)?;
        f.write_str(if parts.chess960 { " chess960" } else { "" })?;
        f.write_str(parts.draws.words())?;
        f.write_str(if parts.drawn { " drawn" } else { "" })
    }
}

fn print_board(board: &[Option<Man>; 64], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (number, rank) in board.chunks(8).rev().enumerate() {
        f.write_str(if number == 0 { "" } else { "/" })?;
        let mut empty = 0;
        for man in rank {
            match man {
                None => empty += 1,
                Some(man) => {
                    if empty > 0 {
                        write!(f, "{empty}")?;
                    }
                    empty = 0;
                    write!(f, "{man}")?;
                }
            }
        }
        if empty > 0 {
            write!(f, "{empty}")?;
        }
    }
    Ok(())
}

/// Returns the text of the castling rights: for each right, a letter of `KQkq` if that letter means this
/// rook, otherwise the file of the rook, in upper case for White. Returns `-` if there are no rights.
pub fn castling(parts: &Parts) -> String {
    let mut text = String::new();
    for (player, wing, rook) in parts.rights.all() {
        let letter = match wing {
            _ if parts.outermost(player, wing) != Some(rook) => rook.letter(),
            Wing::King => 'k',
            Wing::Queen => 'q',
        };
        text.push(if player == Player::White { letter.to_ascii_uppercase() } else { letter });
    }
    if text.is_empty() {
        text.push('-');
    }
    text
}

/// Whether the text of castling rights names the files of rooks. Shredder-FEN always does, and X-FEN does
/// where `KQkq` would be ambiguous. Only Chess960 needs such letters.
pub fn names_files(castling: &str) -> bool {
    castling.bytes().any(|letter| matches!(letter.to_ascii_lowercase(), b'a'..=b'h'))
        && castling.bytes().all(|letter| letter.is_ascii_alphabetic())
}

impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        Self::read(text).map_err(|(_, error)| error)
    }
}

/// A fault in a text, after its byte offset.
type Fault = (usize, PositionError);

/// A word of a text, after its byte offset.
type Word<'a> = (usize, &'a str);

/// Returns the words of a text.
fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    let mut end = 0;
    let pieces = text.split_inclusive(|c: char| c.is_ascii_whitespace()).map(move |piece| {
        end += piece.len();
        (end - piece.len(), piece.trim_end_matches(|c: char| c.is_ascii_whitespace()))
    });
    pieces.filter(|(_, word)| !word.is_empty())
}

/// A field after the board; the variants are in the order of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Field {
    Turn,
    Castling,
    EnPassant,
    Halfmoves,
    Fullmoves,
}

impl Field {
    const ALL: [Self; 5] = [Self::Turn, Self::Castling, Self::EnPassant, Self::Halfmoves, Self::Fullmoves];

    /// Returns a description of the field, in words that follow `expected`.
    const fn expected(self) -> &'static str {
        match self {
            Self::Turn => "the side to move, w or b",
            Self::Castling => "the castling rights, some of KQkq, or -; in Chess960 also files of rooks",
            Self::EnPassant => "the en passant square, or -",
            Self::Halfmoves => "the halfmove clock",
            Self::Fullmoves => "the fullmove number",
        }
    }

    /// Whether `word` can be a value of the field.
    fn fits(self, word: &str) -> bool {
        let is_right = |c: char| matches!(c.to_ascii_lowercase(), 'a'..='h' | 'k' | 'q');
        match self {
            Self::Turn => word.parse::<Player>().is_ok(),
            Self::Castling => word == "-" || word.chars().all(is_right),
            Self::EnPassant => word == "-" || word.parse::<Cell>().is_ok(),
            Self::Halfmoves | Self::Fullmoves => number::<u32>(word).is_some(),
        }
    }

    /// Checks that the word can be a value of the field.
    fn check(self, (at, word): Word<'_>) -> Result<(), Fault> {
        let (expected, later) = (self.expected(), Self::ALL.into_iter().filter(|field| *field > self));
        let (fits, mut later) = (self.fits(word), later.filter(|field| field.fits(word)));
        match (fits, later.next()) {
            (true, _) => Ok(()),
            (false, Some(_)) => Err((at, PositionError::Missing { word: word.into(), expected })),
            (false, None) => Err((at, PositionError::Word { word: word.into(), expected })),
        }
    }
}

impl Position {
    /// Parses a position.
    ///
    /// # Errors
    /// Returns the first fault, with its byte offset.
    pub fn read(text: &str) -> Result<Self, (usize, PositionError)> {
        let mut words = words(text).peekable();
        let board = words.next().unwrap_or_default();
        let mut parts = Parts { board: read_board(board)?, ..Parts::EMPTY };
        let mut fields = [None; 5];
        for (field, read) in Field::ALL.into_iter().zip(&mut fields) {
            *read = words.next_if(|(_, word)| !is_option(word));
            if let Some(word) = *read {
                field.check(word)?;
            }
        }
        let [turn, rights, passant, halfmoves, fullmoves] = fields;
        let word = |field: Option<Word<'_>>| field.map_or("-", |(_, word)| word).to_string();
        parts.turn = word(turn).parse().unwrap_or(parts.turn);
        parts.en_passant = word(passant).parse().ok();
        parts.halfmoves = number(&word(halfmoves)).unwrap_or(parts.halfmoves);
        // Some programs write 0 for the first move.
        parts.fullmoves = number(&word(fullmoves)).unwrap_or(parts.fullmoves).max(1);
        read_options(&mut words, &mut parts)?;
        if let Some((at, word)) = rights.filter(|(_, word)| *word != "-") {
            parts.rights = read_rights((at, word), &parts)?;
        }
        let most = parts.halfmoves > Self::MOST;
        Self::new(parts).map_err(|error| {
            let field = match error {
                PositionError::Right { .. } => rights,
                PositionError::EnPassant { .. } => passant,
                PositionError::TooMany(_) if most => halfmoves,
                PositionError::TooMany(_) => fullmoves,
                _ => None,
            };
            (field.map_or(0, |(at, _)| at), error)
        })
    }
}

/// Parses the options after the fields.
fn read_options<'a>(words: &mut impl Iterator<Item = Word<'a>>, parts: &mut Parts) -> Result<(), Fault> {
    while let Some((at, word)) = words.next() {
        match word {
            "chess960" if !parts.chess960 && parts.draws == Draws::None => parts.chess960 = true,
            "draws" if parts.draws == Draws::None => {
                let (at, word) = words.next().unwrap_or((at, ""));
                let expected = "claim or auto";
                let unknown = || (at, PositionError::Word { word: word.into(), expected });
                parts.draws = draws(word).ok_or_else(unknown)?;
            }
            "drawn" if !parts.drawn && parts.draws != Draws::None => parts.drawn = true,
            _ => {
                let expected = "one of the options chess960, draws claim and draws auto, or drawn after one of the last two";
                return Err((at, PositionError::Word { word: word.into(), expected }));
            }
        }
    }
    Ok(())
}

/// Whether a word of a position starts an option.
fn is_option(word: &str) -> bool {
    matches!(word, "chess960" | "draws" | "drawn")
}

/// Returns the draws that a word of the option `draws` names.
pub(super) fn draws(word: &str) -> Option<Draws> {
    match word {
        "claim" => Some(Draws::Claim),
        "auto" => Some(Draws::Auto),
        _ => None,
    }
}

fn read_board((at, word): Word<'_>) -> Result<[Option<Man>; 64], Fault> {
    if !word.contains('/') {
        return Err((at, PositionError::Board(word.into())));
    }
    let count = word.split('/').count();
    if count != 8 {
        return Err((at, PositionError::Ranks { word: word.into(), count }));
    }
    let (mut board, mut begin) = ([None; 64], at);
    for (text, rank) in word.split('/').zip((0..8).rev()) {
        read_rank((begin, text), rank, &mut board)?;
        begin += text.len() + 1;
    }
    Ok(board)
}

/// Parses a rank of the board, which is numbered from 0.
fn read_rank((begin, text): Word<'_>, rank: u8, board: &mut [Option<Man>; 64]) -> Result<(), Fault> {
    let (mut count, mut counted, number) = (0, false, rank + 1);
    for (at, letter) in text.char_indices() {
        let empty = letter.to_digit(10).filter(|empty| (1..=8).contains(empty));
        if empty.is_some() && counted {
            return Err((begin + at - 1, PositionError::Digits { rank: number, word: text.into() }));
        }
        counted = empty.is_some();
        if let Some(empty) = empty {
            count += empty as usize;
            continue;
        }
        let man = Man::of_letter(letter);
        let man = man.ok_or((begin + at, PositionError::Letter { rank: number, letter }))?;
        let file = u8::try_from(count).unwrap_or(u8::MAX);
        if let Some(cell) = Cell::new(file, rank) {
            board[cell.place()] = Some(man);
        }
        count += 1;
    }
    match count {
        8 => Ok(()),
        _ => Err((begin, PositionError::Rank { rank: number, word: text.into(), count })),
    }
}

fn read_rights((begin, word): Word<'_>, parts: &Parts) -> Result<Rights, Fault> {
    let mut rights = Rights::default();
    for (at, letter) in word.char_indices().map(|(at, letter)| (begin + at, letter)) {
        let player = if letter.is_ascii_uppercase() { Player::White } else { Player::Black };
        let king = parts.king_at_home(player).ok_or((at, PositionError::NoKing { letter, player }))?;
        let wanted = letter.to_ascii_lowercase();
        let on = |wing| parts.outermost(player, wing).map(|rook| (wing, rook));
        let found = match wanted {
            'k' => on(Wing::King),
            'q' => on(Wing::Queen),
            _ => {
                let rook = Cell::new((wanted as u8).wrapping_sub(b'a'), Parts::home(player));
                let rook =
                    rook.filter(|rook| parts.board[rook.place()] == Some(Man { player, kind: Kind::Rook }));
                rook.map(|rook| (if rook.file() > king.file() { Wing::King } else { Wing::Queen }, rook))
            }
        };
        let (wing, rook) = found.ok_or((at, PositionError::NoRook { letter, player, king }))?;
        if rights.rook(player, wing).is_some() {
            return Err((at, PositionError::Twice(letter)));
        }
        rights.set(player, wing, Some(rook));
    }
    Ok(rights)
}

impl Position {
    /// Returns the FEN without options, for programs that do not know any.
    pub fn fen(&self) -> String {
        let plain = Parts { chess960: true, draws: Draws::None, drawn: false, ..self.parts().clone() };
        let mut text = String::new();
        if let Ok(plain) = Self::new(plain) {
            // Writing to a string cannot fail.
            let _ = write!(text, "{plain}");
        }
        text.truncate(text.len().saturating_sub(" chess960".len()));
        text
    }

    /// The FEN with the options for which `knows` returns `true`. It includes `drawn` only after an option
    /// for draws.
    pub(super) fn fen_for(&self, knows: &mut dyn FnMut(&str) -> bool) -> String {
        let Parts { chess960, draws, drawn, .. } = *self.parts();
        let mut text = self.fen();
        if chess960 && knows("chess960") {
            text += " chess960";
        }
        if draws != Draws::None && knows(draws.words().trim_start()) {
            text += draws.words();
            text += if drawn { " drawn" } else { "" };
        }
        text
    }

    /// Parses a text in which options may be missing; the values of missing options are those of `like`.
    pub(super) fn read_like(text: &str, like: &Self) -> Option<Self> {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let at = words.iter().position(|word| is_option(word)).unwrap_or(words.len());
        let (plain, options) = words.split_at(at);
        let mut text = plain.join(" ");
        if like.parts().chess960 || options.contains(&"chess960") {
            text += " chess960";
        }
        if !options.contains(&"draws") {
            text += like.parts().draws.words();
        }
        for option in options.iter().filter(|option| **option != "chess960") {
            text.push(' ');
            text += option;
        }
        text.parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use alloc::string::ToString;

    #[test]
    fn positions_round_trip() {
        for text in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w Qk - 12 40 draws claim",
            "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1 chess960",
            "1r2k1r1/8/8/8/8/8/8/1RR1K1RR b CGbg - 0 1 chess960 draws auto drawn",
            "8/8/8/8/8/8/8/8 w - - 999999999 999999999",
        ] {
            let position: Position = text.parse().unwrap();
            let expected = text.replace("CGbg", "GCkq");
            assert_eq!(position.to_string(), expected);
            assert_eq!(position.to_string().parse(), Ok(position));
        }
    }

    #[test]
    fn what_is_left_out_is_as_in_a_new_game() {
        for (short, full) in [
            ("8/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/8 w - - 0 1"),
            ("8/8/8/8/8/8/8/8 b", "8/8/8/8/8/8/8/8 b - - 0 1"),
            ("8/8/8/8/8/8/8/8 b - - 3", "8/8/8/8/8/8/8/8 b - - 3 1"),
            ("8/8/8/8/8/8/8/8 w - - 0 0", "8/8/8/8/8/8/8/8 w - - 0 1"),
            ("8/8/8/8/8/8/8/8 chess960", "8/8/8/8/8/8/8/8 w - - 0 1 chess960"),
            ("8/8/8/8/8/8/8/R3K3 White A chess960", "8/8/8/8/8/8/8/R3K3 w Q - 0 1 chess960"),
        ] {
            assert_eq!(short.parse::<Position>().unwrap().to_string(), full);
        }
    }

    #[test]
    fn the_text_for_other_programs_has_no_options() {
        let position: Position =
            "1r2k1r1/8/8/8/8/8/8/1RR1K1RR b - - 3 9 chess960 draws auto".parse().unwrap();
        assert_eq!(position.fen(), "1r2k1r1/8/8/8/8/8/8/1RR1K1RR b - - 3 9");
        let position: Position = "8/8/8/8/8/8/8/R3K2R w KQ - 3 9 draws claim drawn".parse().unwrap();
        assert_eq!(position.fen(), "8/8/8/8/8/8/8/R3K2R w KQ - 3 9");
    }

    #[test]
    fn a_program_is_given_the_options_that_it_knows_and_its_text_is_read_with_the_others() {
        let fen = "1r2k1r1/8/8/8/8/8/8/1RR1K1RR b GCkq - 3 9";
        let position: Position = format!("{fen} chess960 draws auto").parse().unwrap();
        for (known, options) in [
            (&[][..], ""),
            (&["chess960"], " chess960"),
            (&["draws auto"], " draws auto"),
            (&["chess960", "draws auto"], " chess960 draws auto"),
        ] {
            let text = position.fen_for(&mut |option| known.contains(&option));
            assert_eq!(text, format!("{fen}{options}"));
            assert_eq!(Position::read_like(&text, &position), Some(position.clone()), "{text}");
        }
        // Programs print castling rights as files of rooks or as KQkq, and print no options.
        let start: Position = "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq - 0 1 chess960".parse().unwrap();
        let told = "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w HAha - 0 1";
        assert_eq!(Position::read_like(told, &start), Some(start.clone()));
        assert_eq!(Position::read_like("no board", &start), None);
        let drawn: Position = "8/8/8/8/8/8/8/R3K2R w KQ - 3 9 draws claim drawn".parse().unwrap();
        assert_eq!(drawn.fen_for(&mut |_| true), drawn.to_string());
        let plain = drawn.fen_for(&mut |_| false);
        assert_eq!(plain, "8/8/8/8/8/8/8/R3K2R w KQ - 3 9");
        let read = Position::read_like(&plain, &drawn).map(|read| read.to_string());
        assert_eq!(read, Some(format!("{plain} draws claim")));
        assert_eq!(Position::read_like("8/8/8/8/8/8/8/R3K2R w KQ - 3 9 drawn", &start), None);
    }

    #[test]
    fn contradictions_are_named() {
        for (text, words) in [
            ("", "\"\" is not a board"),
            ("8/8/8/8/8/8/8", "is not a board: it has 7 ranks, separated by /, not 8"),
            ("8/8/8/8/8/8/8/8/8", "is not a board: it has 9 ranks"),
            ("8/8/8/8/8/8/8/44", "two digits follow each other in rank 1, \"44\""),
            ("8/8/8/8/8/8/8/7", "rank 1, \"7\", has 7 squares, not 8"),
            ("8/8/8/8/8/8/8/", "rank 1, \"\", has 0 squares, not 8"),
            ("8/8/8/8/8/8/9/8", "'9' in rank 2 is neither a piece"),
            ("8/8/8/8/8/8/8/ppppppppp", "rank 1, \"ppppppppp\", has 9 squares, not 8"),
            ("8/8/8/8/8/8/8/7x", "'x' in rank 1 is neither a piece"),
            ("8/8/8/8/8/8/8/8 x", "expected the side to move, w or b, found \"x\""),
            ("8/8/8/8/8/8/8/8 w x", "in Chess960 also files of rooks, found \"x\""),
            ("8/8/8/8/8/8/8/8 w K", "the castling right 'K' has no king: white has no king on rank 1"),
            (
                "4k3/8/8/8/8/8/8/4K3 w k",
                "the castling right 'k' has no rook on its side of the king on e8, on rank 8",
            ),
            ("8/8/8/8/8/8/8/8 KQkq -", "w or b, found \"KQkq\"; is a field before it missing?"),
            ("8/8/8/8/8/8/8/8 w e3", "files of rooks, found \"e3\"; is a field before it missing?"),
            ("8/8/8/8/8/8/8/3K3R w K", "white cannot castle with h1"),
            ("8/8/8/8/8/8/8/4K2R w KK", "the castling right 'K' is named twice"),
            ("8/8/8/8/8/8/8/8 w - e9", "expected the en passant square, or -, found \"e9\""),
            ("8/8/8/8/8/8/8/8 w - e3", "white cannot capture en passant on e3"),
            ("8/8/8/8/8/8/8/8 w - - x", "expected the halfmove clock, found \"x\""),
            ("8/8/8/8/8/8/8/8 w - - 0 x", "expected the fullmove number, found \"x\""),
            ("8/8/8/8/8/8/8/8 w - - 0 1000000000", "1000000000 moves are too many"),
            ("8/8/8/8/8/8/8/8 w - - 0 1 x", "or drawn after one of the last two, found \"x\""),
            ("8/8/8/8/8/8/8/8 w - - 0 1 draws", "expected claim or auto, found \"\""),
            ("8/8/8/8/8/8/8/8 w - - 0 1 drawn", "last two, found \"drawn\""),
        ] {
            let message = text.parse::<Position>().unwrap_err().to_string();
            assert!(message.contains(words), "{text}: {message}");
        }
    }
}
