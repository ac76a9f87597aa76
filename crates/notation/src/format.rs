//! The formats of texts, and their detection.

use crate::commands::has_command;
use crate::gtp::is_log;
use crate::place::words;

/// A format of games or positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Positions of chess as FEN or EPD, one per line.
    Fen,
    /// A session of GTP.
    Gtp,
    /// JSON.
    Json,
    /// Only moves of chess, in coordinate notation.
    Moves,
    /// Games of draughts.
    Pdn,
    /// Positions with perft counts, in the format of python-chess.
    PerftSuite,
    /// Games of chess.
    Pgn,
    /// A playthrough of OpenSpiel.
    Playthrough,
    /// Positions of shogi, one per line.
    Sfen,
    /// Games in Smart Game Format.
    Sgf,
    /// A game of xiangqi as a command of UCCI.
    Ucci,
    /// A game of chess as a command of UCI.
    Uci,
    /// A game of Hive.
    Uhp,
    /// A game of shogi as a command of USI.
    Usi,
    /// Positions of xiangqi, one per line.
    Xiangqi,
}

impl Format {
    /// The name of the format with its article, such as `a game in PGN`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fen => "a position in FEN",
            Self::Gtp => "a session of GTP",
            Self::Json => "JSON",
            Self::Moves => "a list of moves in coordinates",
            Self::Pdn => "a game of draughts in PDN",
            Self::PerftSuite => "a perft suite in the format of python-chess",
            Self::Pgn => "a game in PGN",
            Self::Playthrough => "a playthrough of OpenSpiel",
            Self::Sfen => "a position of shogi in SFEN",
            Self::Sgf => "a game in SGF",
            Self::Ucci => "a UCCI `position` command",
            Self::Uci => "a UCI `position` command",
            Self::Uhp => "a game of Hive in UHP",
            Self::Usi => "a USI `position` command",
            Self::Xiangqi => "a position of xiangqi in FEN",
        }
    }

    /// Whether each line of a text in this format is a position.
    pub const fn lists_positions(self) -> bool {
        matches!(self, Self::Fen | Self::Sfen | Self::Xiangqi)
    }

    /// Advice for a text in this format that cannot be read in its context, as a phrase that follows a
    /// semicolon.
    pub(crate) const fn remedy(self) -> &'static str {
        match self {
            Self::Fen | Self::PerftSuite => {
                "bustan show reads it, and so does --positions of check, divide and perft, for chess"
            }
            Self::Sfen | Self::Xiangqi => {
                "bustan check any --positions FILE --against CMD --with CMD reads it, with two programs"
            }
            Self::Json => "the game of a finding is in the file NAME.txt next to it",
            Self::Moves | Self::Pgn | Self::Uci => "name the game chess to read it",
            Self::Gtp => {
                "give --game GAME if it is a game of Bustan; otherwise two programs play it: bustan replay --game any FILE \
                 --against CMD --with CMD"
            }
            Self::Pdn | Self::Playthrough | Self::Sgf | Self::Ucci | Self::Uhp | Self::Usi => {
                "two programs play it: bustan replay --game any FILE --against CMD --with CMD"
            }
        }
    }
}

/// The start of a record of Bustan that does not begin at the standard start. The position in it may be a
/// FEN.
const RECORD: &str = "Start[";

/// The commands with which GTP sessions start.
const GTP: [&str; 12] = [
    "boardsize",
    "bustan-setup",
    "clear_board",
    "genmove",
    "komi",
    "known_command",
    "list_commands",
    "name",
    "play",
    "protocol_version",
    "time_settings",
    "version",
];

/// The first words of lines in a session of UCI, USI or UCCI that carry no information about a game.
pub(crate) const SESSION: [&str; 24] = [
    "bestmove",
    "d",
    "debug",
    "eval",
    "gameover",
    "go",
    "id",
    "info",
    "isready",
    "option",
    "ponderhit",
    "quit",
    "readyok",
    "register",
    "setoption",
    "stop",
    "ucci",
    "ucciok",
    "uci",
    "ucinewgame",
    "uciok",
    "usi",
    "usinewgame",
    "usiok",
];

/// The states of a game of Hive in a game string.
const HIVE: [&str; 5] = ["NotStarted", "InProgress", "Draw", "WhiteWins", "BlackWins"];

/// Detects the format of a text by its start; `None` if the format is unknown or the text is a record of
/// Bustan.
pub fn of(text: &str) -> Option<Format> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if text.starts_with('(') && text[1..].trim_start().starts_with(';') {
        return Some(Format::Sgf);
    }
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !is_comment(line));
    let line = lines.next()?;
    let all: Vec<&str> = line.split_whitespace().collect();
    let first = *all.first()?;
    if first.starts_with(RECORD) {
        return None;
    }
    let kind = || kind(text);
    let format = match first {
        _ if line.starts_with(['{', '[']) => Some(bracketed(text, line)),
        "position" | "startpos" | "fen" | "sfen" if is_alone(line) => Some(Format::Sfen),
        "position" | "startpos" | "fen" | "sfen" => Some(kind()),
        ">" if has_command(text) => Some(kind()),
        "id" if text.lines().any(|line| line.starts_with("epd ")) => Some(Format::PerftSuite),
        "game:" => Some(Format::Playthrough),
        _ if GTP.contains(&first) => Some(Format::Gtp),
        _ if first.bytes().all(|byte| byte.is_ascii_digit()) && all.len() > 1 && GTP.contains(&all[1]) => {
            Some(Format::Gtp)
        }
        _ if SESSION.contains(&first) && text.lines().any(|line| line.trim().starts_with("position ")) => {
            Some(kind())
        }
        _ if first.starts_with("Base") && HIVE.iter().any(|state| line.contains(&format!(";{state}"))) => {
            Some(Format::Uhp)
        }
        _ if all.len() > 1 => listed(first, all[1]).or_else(|| moves(text, first)),
        _ => moves(text, first),
    };
    // A log may begin with other lines.
    format.or_else(|| has_command(text).then(kind)).or_else(|| is_log(text).then_some(Format::Gtp))
}

/// Whether a line is a comment.
pub(crate) fn is_comment(line: &str) -> bool {
    line.starts_with("# ") || line == "#"
}

/// Whether a line consists of `sfen` and a position without moves, as in lists of shogi positions.
fn is_alone(line: &str) -> bool {
    line.starts_with("sfen ") && !line.split_whitespace().any(|word| word == "moves")
}

/// The format of a line of positions, given the first two words of a line.
fn listed(board: &str, turn: &str) -> Option<Format> {
    match (board.matches('/').count(), turn) {
        (7, _) => Some(Format::Fen),
        // A rank is missing, or there is one too many. It is not shogi, which has no queens.
        (5 | 6 | 8, "b" | "w") if board.contains(['Q', 'q']) => Some(Format::Fen),
        (8, "b" | "w") => Some(Format::Sfen),
        (9, "b" | "w" | "r") => Some(Format::Xiangqi),
        _ => None,
    }
}

/// The format of a text that starts with a bracket.
fn bracketed(text: &str, line: &str) -> Format {
    let inside = line[1..].trim_start();
    let begins_tag = inside.starts_with(|c: char| c.is_ascii_alphabetic());
    match line.starts_with('[') {
        true if begins_tag && crate::pdn::begins(text) => Format::Pdn,
        true if begins_tag => Format::Pgn,
        // A log may start with the time in brackets.
        true if inside.starts_with(|c: char| c.is_ascii_digit()) && has_command(text) => kind(text),
        true if inside.starts_with(|c: char| c.is_ascii_digit()) && is_log(text) => Format::Gtp,
        false if !inside.is_empty() && !inside.starts_with(['"', '}']) => Format::Pgn,
        _ => Format::Json,
    }
}

/// The format of a text that consists only of moves, with or without numbers.
fn moves(text: &str, first: &str) -> Option<Format> {
    if crate::pdn::begins(text) {
        return Some(Format::Pdn);
    }
    if is_coordinates(first) {
        return Some(kind_of_moves(text, Format::Moves));
    }
    if is_shogi(first) {
        return Some(Format::Usi);
    }
    let behind = first.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = behind.len() < first.len() && behind.starts_with(['.', '\u{2026}']);
    (numbered || is_san(first)).then_some(Format::Pgn)
}

/// The format of a text with the command `position`, which depends on the game.
fn kind(text: &str) -> Format {
    kind_of_moves(text, Format::Uci)
}

/// The format of a text with moves, which depends on the game: shogi and xiangqi have squares that chess does
/// not have.
fn kind_of_moves(text: &str, chess: Format) -> Format {
    let all = words(text, 0);
    let has = |fits: fn(&str) -> bool| all.iter().any(|(_, word)| fits(word));
    if has(|word| word == "sfen") {
        return Format::Usi;
    }
    match has(is_board_of_xiangqi) {
        true => Format::Ucci,
        false if has(is_board_of_chess) => chess,
        false if has(is_shogi) => Format::Usi,
        false if has(|word| is_xiangqi(word) && !is_coordinates(word)) => Format::Ucci,
        false => chess,
    }
}

fn is_board_of_xiangqi(word: &str) -> bool {
    word.matches('/').count() == 9
}

fn is_board_of_chess(word: &str) -> bool {
    word.matches('/').count() == 7
}

/// Whether a word is a move of chess in the notation of UCI.
pub(crate) fn is_coordinates(word: &str) -> bool {
    let squares = word.strip_suffix(['q', 'r', 'b', 'n']).unwrap_or(word);
    matches!(squares.as_bytes(), [b'a'..=b'h', b'1'..=b'8', b'a'..=b'h', b'1'..=b'8'])
}

/// Whether a word is a move of shogi in the notation of USI.
pub(crate) fn is_shogi(word: &str) -> bool {
    matches!(
        word.as_bytes(),
        [b'1'..=b'9', b'a'..=b'i', b'1'..=b'9', b'a'..=b'i']
            | [b'1'..=b'9', b'a'..=b'i', b'1'..=b'9', b'a'..=b'i', b'+']
            | [b'A'..=b'Z', b'*', b'1'..=b'9', b'a'..=b'i']
    )
}

/// Whether a word is a move of xiangqi in the notation of UCCI.
pub(crate) fn is_xiangqi(word: &str) -> bool {
    matches!(word.as_bytes(), [b'a'..=b'i', b'0'..=b'9', b'a'..=b'i', b'0'..=b'9'])
}

/// Whether a word looks like a move in standard algebraic notation.
fn is_san(word: &str) -> bool {
    let plain = word.trim_end_matches(['+', '#', '!', '?']);
    if matches!(plain, "O-O" | "O-O-O" | "0-0" | "0-0-0") {
        return true;
    }
    let plain = plain.split('=').next().unwrap_or_default();
    let squares = plain.trim_start_matches(['K', 'Q', 'R', 'B', 'N']);
    let ends = |text: &str| {
        let bytes = text.as_bytes();
        bytes.len() >= 2 && matches!(bytes[bytes.len() - 2..], [b'a'..=b'h', b'1'..=b'8'])
    };
    plain.len() - squares.len() <= 1
        && squares.len() <= 5
        && ends(squares)
        && squares.bytes().all(|byte| matches!(byte, b'a'..=b'h' | b'1'..=b'8' | b'x' | b'-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_people_have_are_recognised() {
        for (text, format) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20", Format::Fen),
            ("boardsize 5\nkomi 6.5\nplay B C3\n= \n", Format::Gtp),
            ("1 boardsize 5\n=1\n\n", Format::Gtp),
            ("1: gtp:./mine\n1 0.014 > name\n1 0.201 < = A\n1 0.3 > play black D4\n", Format::Gtp),
            ("[12:00:01] boardsize 9\n[12:00:01] =\n", Format::Gtp),
            (">> boardsize 9\n<< =\n<<\n", Format::Gtp),
            ("{\"game\":\"chess\"}", Format::Json),
            ("[1, 2]", Format::Json),
            ("e2e4 e7e5 g1f3", Format::Moves),
            ("{weak} 1. e4", Format::Pgn),
            ("1. e4 e5 2. Nf3", Format::Pgn),
            ("e4 e5 Nf3", Format::Pgn),
            ("[Event \"x\"]\n[GameType \"20\"]\n\n1. 32-28 *", Format::Pdn),
            ("1. 32-28 19-23 2. 28x19 14x23", Format::Pdn),
            (
                "id 0\nepd rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\nperft 1 20\n",
                Format::PerftSuite,
            ),
            ("\u{feff}\n[Event \"x\"]\n\n1. e4 *\n", Format::Pgn),
            ("game: chess\n\n# State 0\nIsTerminal() = False\n", Format::Playthrough),
            ("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", Format::Sfen),
            ("sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", Format::Sfen),
            ("(;GM[1]FF[4];B[cc])", Format::Sgf),
            ("( ;GM[1])", Format::Sgf),
            ("startpos", Format::Uci),
            ("An engine\nreadyok\nposition startpos moves e2e4\n", Format::Uci),
            ("1234 >x(0): uci\n1235 >x(0): position startpos\n", Format::Uci),
            ("[12:00:01] > position startpos\n", Format::Uci),
            ("rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Format::Fen),
            ("rnbqkbnr/pppppppp/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Format::Fen),
            ("position startpos moves e2e4 e7e5", Format::Uci),
            ("uci\nisready\nposition startpos moves e2e4 e7e5\ngo depth 1\n", Format::Uci),
            ("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1", Format::Uci),
            ("Base;InProgress;Black[2];wS1;bG1 -wS1;wQ wS1/", Format::Uhp),
            ("position startpos moves 7g7f 3c3d B*5e", Format::Usi),
            ("7g7f 3c3d 8h2b+", Format::Usi),
            ("position sfen lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/9/LNSGKGSNL b - 1", Format::Usi),
            ("position startpos moves h2e2 h9g7", Format::Ucci),
            ("fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", Format::Ucci),
            ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", Format::Xiangqi),
        ] {
            assert_eq!(of(text), Some(format), "{text}");
        }
        for text in [
            "",
            "W[e2e4];B[e7e5]",
            "# nothing",
            "9 white 0 2 W63i9",
            "5x1 BRG.# red 0",
            "# chess\n\nStart[8/8/8/7K/k1p3R1/8/1P6/8 w - - 0 1];W[b2b4];B[c4b3]",
            "1 C5 2 E5",
            "nonsense",
            "id 0",
            "é",
            "(",
        ] {
            assert_eq!(of(text), None, "{text}");
        }
    }
}
