//! Recognises formats of files, so that a file of the wrong kind is refused by the name of its format.

use std::fmt;

/// A format of games or positions that people have files in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Fen,
    Gtp,
    Json,
    Moves,
    Pdn,
    PerftSuite,
    Pgn,
    Playthrough,
    Sfen,
    Sgf,
    Uci,
    Uhp,
    Usi,
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Fen => "a position in FEN",
            Self::Gtp => "a session of GTP",
            Self::Json => "JSON",
            Self::Moves => "a list of moves in coordinates",
            Self::Pdn => "a game of draughts in PDN",
            Self::PerftSuite => "a perft suite as python-chess has them",
            Self::Pgn => "a game in PGN",
            Self::Playthrough => "a playthrough of OpenSpiel",
            Self::Sfen => "a position of shogi in SFEN",
            Self::Sgf => "a game in SGF",
            Self::Uci => "the command position of UCI",
            Self::Uhp => "a game of Hive in UHP",
            Self::Usi => "the command position of USI",
        })
    }
}

/// The commands with which sessions of GTP begin.
const GTP: [&str; 7] =
    ["boardsize", "clear_board", "genmove", "komi", "list_commands", "play", "protocol_version"];

/// The states of a game of Hive in UHP.
const HIVE: [&str; 5] = ["NotStarted", "InProgress", "Draw", "WhiteWins", "BlackWins"];

impl Format {
    /// The format of a text, by how it begins; `None` if it is not one of these.
    pub(crate) fn of(text: &str) -> Option<Self> {
        let text = text.trim_start_matches('\u{feff}').trim_start();
        let line = text.lines().next()?.trim_end();
        let words: Vec<&str> = line.split_whitespace().collect();
        let first = *words.first()?;
        let slashes = first.matches('/').count();
        match first {
            _ if text.starts_with("(;") => Some(Self::Sgf),
            _ if is_tag(line) && text.contains("[GameType \"") => Some(Self::Pdn),
            _ if is_tag(line) => Some(Self::Pgn),
            _ if line.starts_with(['{', '[']) => Some(Self::Json),
            "position" if words.get(1) == Some(&"sfen") || words.iter().any(|word| is_usi(word)) => {
                Some(Self::Usi)
            }
            "position" if matches!(words.get(1), Some(&("startpos" | "fen"))) => Some(Self::Uci),
            "sfen" => Some(Self::Sfen),
            "game:" => Some(Self::Playthrough),
            "id" if text.lines().any(|line| line.starts_with("epd ")) => Some(Self::PerftSuite),
            _ if GTP.contains(&first) => Some(Self::Gtp),
            _ if first.starts_with("Base")
                && HIVE.iter().any(|state| line.contains(&format!(";{state}"))) =>
            {
                Some(Self::Uhp)
            }
            _ if slashes == 7 && words.len() > 1 => Some(Self::Fen),
            _ if slashes == 8 && matches!(words.get(1), Some(&("b" | "w"))) => Some(Self::Sfen),
            _ if is_move(first) => Some(Self::Moves),
            _ => None,
        }
    }
}

/// Whether a line begins with a tag of PGN or PDN.
fn is_tag(line: &str) -> bool {
    let name = line.strip_prefix('[').and_then(|inside| inside.split_once('"')).map(|(name, _)| name.trim());
    name.is_some_and(|name| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'))
}

/// Whether a word is a move of chess as UCI writes it.
fn is_move(word: &str) -> bool {
    let squares = word.strip_suffix(['q', 'r', 'b', 'n']).unwrap_or(word);
    matches!(squares.as_bytes(), [b'a'..=b'h', b'1'..=b'8', b'a'..=b'h', b'1'..=b'8'])
}

/// Whether a word is a move of shogi as USI writes it.
fn is_usi(word: &str) -> bool {
    matches!(
        word.as_bytes(),
        [b'1'..=b'9', b'a'..=b'i', b'1'..=b'9', b'a'..=b'i', ..] | [b'A'..=b'Z', b'*', ..]
    )
}

/// The line and the column, both from 1, at which a text begins after blank lines.
pub(crate) fn beginning(text: &str) -> (usize, usize) {
    let before = &text[..text.len() - text.trim_start().len()];
    let line = before.rfind('\n').map_or(0, |at| at + 1);
    (before.matches('\n').count() + 1, before[line..].chars().count() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_people_have_are_recognised() {
        for (text, format) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20", Format::Fen),
            ("boardsize 5\nkomi 6.5\nplay B C3\n= \n", Format::Gtp),
            ("{\"game\":\"chess\"}", Format::Json),
            ("e2e4 e7e5 g1f3", Format::Moves),
            ("[Event \"x\"]\n[GameType \"20\"]\n\n1. 32-28 *", Format::Pdn),
            (
                "id 0\nepd rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\nperft 1 20\n",
                Format::PerftSuite,
            ),
            ("\u{feff}\n[Event \"x\"]\n\n1. e4 *\n", Format::Pgn),
            ("game: chess\n\n# State 0\nIsTerminal() = False\n", Format::Playthrough),
            ("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", Format::Sfen),
            ("sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", Format::Sfen),
            ("(;GM[1]FF[4];B[cc])", Format::Sgf),
            ("position startpos moves e2e4 e7e5", Format::Uci),
            ("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1", Format::Uci),
            ("Base;InProgress;Black[2];wS1;bG1 -wS1;wQ wS1/", Format::Uhp),
            ("position startpos moves 7g7f 3c3d B*5e", Format::Usi),
            ("position sfen lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/9/LNSGKGSNL b - 1", Format::Usi),
        ] {
            assert_eq!(Format::of(text), Some(format), "{text}");
        }
        for text in
            ["", "W[e2e4];B[e7e5]", "# nothing", "9 white 0 2 W63i9", "1 C5 2 E5", "nonsense", "id 0", "é"]
        {
            assert_eq!(Format::of(text), None, "{text}");
        }
    }

    #[test]
    fn a_text_begins_after_blank_lines() {
        assert_eq!(["", "x", "\n\n  x", "\t"].map(beginning), [(1, 1), (1, 1), (3, 3), (1, 2)]);
    }
}
