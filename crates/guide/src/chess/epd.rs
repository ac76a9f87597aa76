//! Lines of files of chess positions: FEN, or the four fields of EPD with operations.

use alloc::format;
use alloc::vec::Vec;

use crate::epd::{self, Line, LineError, Operations};

/// The operation that sets the halfmove clock.
const HALFMOVES: &str = "hmvc";

/// The operation that sets the fullmove number.
const FULLMOVES: &str = "fmvn";

/// Parses a line. Instead of counters, a position may have EPD operations; the counters are then 0 and 1
/// unless operations set them. If the line does not start like a position of chess, a semicolon ends the
/// position.
pub(super) fn read(line: &str) -> Result<Line, LineError> {
    let semicolon = line.find(';').unwrap_or(line.len());
    let words = words(&line[..semicolon]);
    if !is_position(&words) {
        return epd::read(line);
    }
    let is_short = words.get(4).is_none_or(|(_, word)| !is_counter_or_option(word));
    let end = if is_short { words[3].0 + words[3].1.len() } else { semicolon };
    let operations = Operations::read(&line[end..], end, &[HALFMOVES, FULLMOVES])?;
    let [halfmoves, fullmoves] = [HALFMOVES, FULLMOVES].map(|name| operations.number(name));
    let Operations { counts, unread, .. } = operations;
    if is_short {
        let fields: Vec<&str> = words[..4].iter().map(|(_, word)| *word).collect();
        let [halfmoves, fullmoves] = [halfmoves.unwrap_or(0), fullmoves.unwrap_or(1)];
        let position = format!("{} {halfmoves} {fullmoves}", fields.join(" "));
        return Ok(Line { position, counts, unread });
    }
    for (place, name, number) in [(4, HALFMOVES, halfmoves), (5, FULLMOVES, fullmoves)] {
        if let (Some(&(at, word)), Some(number)) = (words.get(place), number)
            && word != format!("{number}")
        {
            let problem = format!("{word} here, but {number} in the operation {name}");
            return Err(LineError { at, problem });
        }
    }
    Ok(Line { position: line[..end].trim().into(), counts, unread })
}

/// The words of a text, each after its byte offset.
fn words(text: &str) -> Vec<(usize, &str)> {
    let mut at = 0;
    let pieces = text.split_inclusive(char::is_whitespace).map(|piece| {
        at += piece.len();
        (at - piece.len(), piece.trim_end())
    });
    pieces.filter(|(_, word)| !word.is_empty()).collect()
}

/// Whether words start like a position of chess: with the board, the player to move, the castling rights and
/// the en passant square.
fn is_position(words: &[(usize, &str)]) -> bool {
    let [(_, board), (_, "w" | "b"), (_, castling), (_, passant), ..] = words else { return false };
    let square = matches!(passant.as_bytes(), [b'-'] | [b'a'..=b'h', b'3' | b'6']);
    let rights = castling.bytes().all(|byte| byte == b'-' || byte.is_ascii_alphabetic());
    board.matches('/').count() == 7 && rights && square
}

/// Whether a word after the first four fields belongs to the position.
fn is_counter_or_option(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit()) || matches!(word, "chess960" | "draws" | "drawn")
}

#[cfg(test)]
mod tests {
    use alloc::string::String;
    use alloc::vec;

    use super::*;

    #[track_caller]
    fn position(line: &str) -> (String, Vec<(u32, u64)>) {
        let Line { position, counts, .. } = read(line).unwrap();
        (position, counts)
    }

    #[test]
    fn operations_are_not_part_of_a_position() {
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let epd = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        for line in [fen, epd, &format!("{epd} bm e4;"), &format!("\t{fen} ; hmvc 0; fmvn 1; id \"x\"")] {
            assert_eq!(position(line), (fen.into(), vec![]), "{line}");
        }
        for line in [&format!("{fen};D1 20"), &format!("{epd} ; D1 20"), &format!("{epd} D1 20; id \"a;b\";")]
        {
            assert_eq!(position(line), (fen.into(), vec![(1, 20)]), "{line}");
        }
        assert_eq!(position(&format!("{epd} hmvc 37; fmvn 12;")).0, format!("{epd} 37 12"));
        assert_eq!(position(&format!("{epd} chess960 ;D1 20")), (format!("{epd} chess960"), vec![(1, 20)]));
        for other in [
            "4 white 2 WE1:0",
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 4 9",
        ] {
            assert_eq!(position(other), (other.into(), vec![]));
            assert_eq!(position(&format!("{other} ;D1 7")), (other.into(), vec![(1, 7)]));
        }
    }

    #[test]
    fn a_contradiction_is_refused_with_its_place() {
        for (line, at, problem) in [
            ("8/8/8/8/8/8/8/8 w - - 3 1 ;hmvc 4", 22, "3 here, but 4 in the operation hmvc"),
            ("8/8/8/8/8/8/8/8 w - - 3 1 ;fmvn 4", 24, "1 here, but 4 in the operation fmvn"),
            ("8/8/8/8/8/8/8/8 w - - - 1", 22, "\"-\" is not an operation"),
            ("......... x ;foo-bar a1", 13, "\"foo-bar\" is not an operation"),
        ] {
            let wrong = read(line).unwrap_err();
            assert_eq!(wrong.at, at, "{line}: {}", wrong.problem);
            assert!(wrong.problem.starts_with(problem), "{line}: {}", wrong.problem);
        }
    }
}
