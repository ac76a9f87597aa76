//! Smaller positions of an unknown game whose positions look like those of chess or shogi.
//!
//! A FEN or an SFEN begins with the rows of the board, separated by `/`. In a row, a letter is a piece, and a
//! number is the number of consecutive empty squares. Another field with letters may contain castling rights
//! or pieces in hand. The meaning of the pieces is unknown, so both programs must decide whether a smaller
//! position is valid.

use std::ops::Range;

/// The minimum and the maximum number of rows of a board.
const ROWS: Range<usize> = 3..27;

/// The kings. Every position has them, so they are never removed.
const KINGS: [char; 2] = ['K', 'k'];

/// A square of a row: empty, or a piece as its letter with the characters that belong to it, such as `+p`.
type Square = Option<String>;

/// Returns positions that are smaller than `text`, the smallest first: without all pieces of a row, all
/// pieces in hand or all rights, and then without a single piece, piece in hand, or right. Returns none if
/// the text does not look like a FEN or an SFEN.
pub(super) fn smaller(text: &str) -> Vec<String> {
    let Some((board, rest)) = text.split_once(' ') else { return Vec::new() };
    let Some(rows) = board.split('/').map(squares).collect::<Option<Vec<_>>>() else { return Vec::new() };
    let even = rows.iter().all(|row| row.len() == rows[0].len() && !row.is_empty());
    if !ROWS.contains(&rows.len()) || !even {
        return Vec::new();
    }
    let with = |at: usize, row: &[Square]| {
        let each = rows.iter().enumerate().map(|(other, own)| written(if other == at { row } else { own }));
        format!("{} {rest}", each.collect::<Vec<_>>().join("/"))
    };
    let mut positions = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        let bare: Vec<Square> =
            row.iter().map(|square| square.clone().filter(|piece| is_king(piece))).collect();
        if pieces(row).count() > pieces(&bare).count() + 1 {
            positions.push(with(at, &bare));
        }
    }
    let fields: Vec<&str> = rest.split(' ').collect();
    let fields_less = |less: fn(&str) -> Vec<String>| {
        let mut texts = Vec::new();
        for (at, field) in fields.iter().enumerate().skip(1) {
            for other in less(field) {
                let each =
                    fields.iter().enumerate().map(|(place, own)| if place == at { &other } else { *own });
                texts.push(format!("{board} {}", each.collect::<Vec<&str>>().join(" ")));
            }
        }
        texts
    };
    positions.extend(fields_less(|field| {
        (letters(field).len() > 1).then(|| "-".to_string()).into_iter().collect()
    }));
    for (at, row) in rows.iter().enumerate() {
        for place in pieces(row).filter(|&place| row[place].as_deref().is_some_and(|piece| !is_king(piece))) {
            let mut less = row.clone();
            less[place] = None;
            positions.push(with(at, &less));
        }
    }
    positions.extend(fields_less(one_less));
    positions
}

/// Whether a piece is a king.
fn is_king(piece: &str) -> bool {
    piece.ends_with(KINGS)
}

/// Returns the indices of the pieces in a row.
fn pieces(row: &[Square]) -> impl Iterator<Item = usize> {
    row.iter().enumerate().filter_map(|(place, square)| square.as_ref().map(|_| place))
}

/// Parses the squares of a row; `None` if the text is not a row.
fn squares(row: &str) -> Option<Vec<Square>> {
    let (mut squares, mut chars) = (Vec::new(), row.chars().peekable());
    while let Some(first) = chars.next() {
        if let Some(mut empty) = first.to_digit(10) {
            while let Some(digit) = chars.peek().and_then(|next| next.to_digit(10)) {
                empty = empty * 10 + digit;
                chars.next();
                if empty as usize >= ROWS.end {
                    return None;
                }
            }
            squares.resize(squares.len() + empty as usize, None);
            continue;
        }
        let mut piece = first.to_string();
        if first == '+' {
            piece.push(chars.next()?);
        }
        if !piece.ends_with(|letter: char| letter.is_ascii_alphabetic()) {
            return None;
        }
        piece.extend(chars.next_if_eq(&'~'));
        squares.push(Some(piece));
    }
    Some(squares)
}

/// Formats the squares of a row.
fn written(row: &[Square]) -> String {
    let (mut text, mut empty) = (String::new(), 0);
    for square in row {
        match square {
            None => empty += 1,
            Some(piece) => {
                if empty > 0 {
                    text += &empty.to_string();
                }
                empty = 0;
                text += piece;
            }
        }
    }
    if empty > 0 {
        text += &empty.to_string();
    }
    text
}

/// Returns the letters of a field of rights or of pieces in hand, each with the number before it, so that
/// `2P` is two pawns. Returns none for any other field, such as a square or the player to move.
fn letters(field: &str) -> Vec<(usize, char)> {
    let (mut letters, mut number) = (Vec::new(), 0);
    for (at, char) in field.chars().enumerate() {
        match char.to_digit(10) {
            Some(digit) => number = number * 10 + digit as usize,
            None if char.is_ascii_alphabetic() => {
                letters.push((number.max(1), char));
                number = 0;
            }
            None if at == 0 && field == "-" => return Vec::new(),
            None => return Vec::new(),
        }
    }
    // A number after the last letter belongs to a square, as in `e3`.
    if number > 0 { Vec::new() } else { letters }
}

/// Returns the fields that result from removing one letter.
fn one_less(field: &str) -> Vec<String> {
    let letters = letters(field);
    let without = |place: usize| {
        let each = letters.iter().enumerate().map(|(other, (number, letter))| {
            match number - usize::from(other == place) {
                0 => String::new(),
                1 => letter.to_string(),
                many => format!("{many}{letter}"),
            }
        });
        let text: String = each.collect();
        if text.is_empty() { "-".into() } else { text }
    };
    (0..letters.len()).map(without).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_of_chess_loses_rows_rights_and_single_pieces() {
        let found = smaller("4k3/8/8/8/8/1pP5/PP6/R3K2R w KQ - 0 1");
        assert_eq!(
            found,
            [
                "4k3/8/8/8/8/8/PP6/R3K2R w KQ - 0 1",
                "4k3/8/8/8/8/1pP5/8/R3K2R w KQ - 0 1",
                "4k3/8/8/8/8/1pP5/PP6/4K3 w KQ - 0 1",
                "4k3/8/8/8/8/1pP5/PP6/R3K2R w - - 0 1",
                "4k3/8/8/8/8/2P5/PP6/R3K2R w KQ - 0 1",
                "4k3/8/8/8/8/1p6/PP6/R3K2R w KQ - 0 1",
                "4k3/8/8/8/8/1pP5/1P6/R3K2R w KQ - 0 1",
                "4k3/8/8/8/8/1pP5/P7/R3K2R w KQ - 0 1",
                "4k3/8/8/8/8/1pP5/PP6/4K2R w KQ - 0 1",
                "4k3/8/8/8/8/1pP5/PP6/R3K3 w KQ - 0 1",
                "4k3/8/8/8/8/1pP5/PP6/R3K2R w Q - 0 1",
                "4k3/8/8/8/8/1pP5/PP6/R3K2R w K - 0 1",
            ]
        );
    }

    #[test]
    fn a_position_of_shogi_loses_pieces_in_hand() {
        let found = smaller("4k4/9/4+P4/9/9/9/9/9/4K4 b 2Pr 1");
        assert_eq!(
            found,
            [
                "4k4/9/4+P4/9/9/9/9/9/4K4 b - 1",
                "4k4/9/9/9/9/9/9/9/4K4 b 2Pr 1",
                "4k4/9/4+P4/9/9/9/9/9/4K4 b Pr 1",
                "4k4/9/4+P4/9/9/9/9/9/4K4 b 2P 1",
            ]
        );
    }

    #[test]
    fn other_texts_are_left_alone() {
        for text in
            ["", "start", "e2/e4/white", "a/b c", "8/8/7 w - - 0 1", "8/8/8", "a,b/c/d w", "999/8/8 w"]
        {
            assert_eq!(smaller(text), Vec::<String>::new(), "{text}");
        }
        // A number with two digits, as on a wide board.
        assert_eq!(smaller("10/4a5/10 w -"), ["10/10/10 w -"]);
        assert!(smaller("8/8/8 w - e3 0 1").is_empty());
    }

    #[test]
    fn positions_only_become_smaller() {
        let mut ahead = vec!["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_string()];
        let mut steps = 0;
        while let Some(text) = ahead.pop() {
            ahead.extend(smaller(&text).pop());
            steps += 1;
        }
        assert_eq!(steps, 1 + 4 + 30);
    }
}
