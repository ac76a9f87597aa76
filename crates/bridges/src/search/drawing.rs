//! Positions in the output of programs after `d`.

use super::{ReportedPosition, Search};
use crate::child::BridgeError;
use crate::fen::Fen;
use crate::spec::Protocol;

impl Search {
    /// Reads the program's output up to `readyok`.
    pub(super) fn drawn(&mut self) -> Result<ReportedPosition, BridgeError> {
        let mut here = ReportedPosition::default();
        let mut board: Vec<String> = Vec::new();
        let mut named_only = false;
        loop {
            let line = self.child.read_line()?;
            if named_only && !line.trim().is_empty() {
                named_only = false;
                if is_below(&line) {
                    here.check = None;
                }
            }
            match label(&line) {
                Some((label @ (Label::Fen | Label::Sfen), text)) => {
                    // Programs that also play other games print both kinds of text, with different letters
                    // for the first player.
                    let own = self.protocol == Protocol::Usi && label == Label::Sfen;
                    let read = Fen::read(text, self.protocol).filter(|_| own || here.fen.is_none());
                    if let Some(fen) = read {
                        (here.text, here.fen) = (Some(text.into()), Some(fen));
                    }
                }
                Some((Label::Checkers, text)) => {
                    (here.check, named_only) = (is_check(text), text.is_empty());
                }
                None if line.trim() == "readyok" => break,
                None if here.fen.is_none() => board.push(line),
                None => {}
            }
        }
        here.board = board.join("\n");
        Ok(here)
    }
}

/// The meaning of a line.
#[derive(Debug, PartialEq, Eq)]
enum Label {
    Fen,
    Sfen,
    Checkers,
}

fn label(line: &str) -> Option<(Label, &str)> {
    let line = line.trim();
    let line = line.strip_prefix("info string ").unwrap_or(line);
    let Some((name, text)) = line.split_once(':') else {
        return is_board(line).then_some((Label::Fen, line));
    };
    let label = match name.trim().to_ascii_lowercase().as_str() {
        "fen" => Label::Fen,
        "sfen" => Label::Sfen,
        "checkers" => Label::Checkers,
        _ => return None,
    };
    Some((label, text.trim().trim_matches('"')))
}

/// Whether the player to move is in check, according to the text after `Checkers:`: squares or nothing.
/// `None` for any other text, such as a bitboard as a number.
fn is_check(text: &str) -> Option<bool> {
    if text.is_empty() || text == "-" || text.eq_ignore_ascii_case("none") {
        return Some(false);
    }
    let digits = |text: &str| (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_cell = |word: &str| {
        let letter = |c: char| c.is_ascii_alphabetic();
        word.strip_prefix(letter).or_else(|| word.strip_suffix(letter)).is_some_and(digits)
    };
    text.split_whitespace().all(is_cell).then_some(true)
}

/// Whether the line after an empty `Checkers:` belongs to it, as the first row of a drawing of squares: it
/// has no label and is not the last line.
fn is_below(line: &str) -> bool {
    let line = line.trim();
    let labelled = line.contains(':') && line.starts_with(|c: char| c.is_ascii_alphabetic());
    !labelled && line != "readyok"
}

/// Whether a line is a chess position without a label, as some programs print it.
fn is_board(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    (4..=6).contains(&words.len()) && words[0].matches('/').count() == 7 && ["w", "b"].contains(&words[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_and_checkers_are_known_by_their_labels() {
        let bare = "4k3/8/8/8/8/8/8/3RK3 w Q -";
        assert_eq!(label(bare), Some((Label::Fen, bare)));
        assert_eq!(
            label("info string fen: 8/8/8/8/8/8/8/8 b - - 0 1"),
            Some((Label::Fen, "8/8/8/8/8/8/8/8 b - - 0 1"))
        );
        assert_eq!(label("8/8/8/8/8/8/8/8 x"), None);
        assert_eq!(label("Sfen: 9/9 b - 1"), Some((Label::Sfen, "9/9 b - 1")));
        assert_eq!(label("Fen: 8/8 w - - 0 1"), Some((Label::Fen, "8/8 w - - 0 1")));
        assert_eq!(label("FEN: \"8/8 w - - 0 1\""), Some((Label::Fen, "8/8 w - - 0 1")));
        assert_eq!(label("Checkers: e4 "), Some((Label::Checkers, "e4")));
        assert_eq!(label("Checkers:"), Some((Label::Checkers, "")));
        assert_eq!(label("Key: 8F8F"), None);
    }

    #[test]
    fn checkers_are_cells_or_nothing() {
        for (text, check) in [
            ("", Some(false)),
            ("-", Some(false)),
            ("None", Some(false)),
            ("e4", Some(true)),
            ("e4 d5", Some(true)),
            ("5e", Some(true)),
            ("e10", Some(true)),
            ("0x0", None),
            ("0", None),
            ("16", None),
            ("false", None),
            ("e4 and d5", None),
        ] {
            assert_eq!(is_check(text), check, "{text:?}");
        }
        for (line, below) in [
            (". . . . . . . .", true),
            ("0x0000000000000000", true),
            ("8 | . . . |", true),
            ("readyok", false),
            ("Tablebases WDL:   0 (1)", false),
        ] {
            assert_eq!(is_below(line), below, "{line:?}");
        }
    }
}
