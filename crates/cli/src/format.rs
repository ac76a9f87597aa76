//! Recognises formats of files, so that a file of the wrong kind is refused by the name of its format.

pub(crate) use bustan_guide::Format;

pub(crate) const GTP: Format = Format::new("a session of GTP");
const JSON: Format = Format::new("JSON");
const PLAYTHROUGH: Format = Format::new("a playthrough of OpenSpiel");
pub(crate) const SFEN: Format = Format::of_positions("a position of shogi in SFEN");
const SGF: Format = Format::new("a game in SGF");
const UHP: Format = Format::new("a game of Hive in UHP");
const USI: Format = Format::new("the command position of USI");

/// The commands with which sessions of GTP begin.
const COMMANDS: [&str; 7] =
    ["boardsize", "clear_board", "genmove", "komi", "list_commands", "play", "protocol_version"];

/// The states of a game of Hive in UHP.
const HIVE: [&str; 5] = ["NotStarted", "InProgress", "Draw", "WhiteWins", "BlackWins"];

/// The format of a text, by how it begins; `None` if it is neither a format of a game of this project nor one of these.
pub(crate) fn of(text: &str) -> Option<Format> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let line = text.lines().next()?.trim_end();
    let words: Vec<&str> = line.split_whitespace().collect();
    let first = *words.first()?;
    let of_a_game = || bustan_games::all().iter().find_map(|game| game.rules.format(text));
    match first {
        _ if text.starts_with("(;") => Some(SGF),
        _ if line.starts_with('{') => Some(JSON),
        _ if line.starts_with('[') => of_a_game().or(Some(JSON)),
        "position" if words.get(1) == Some(&"sfen") || words.iter().any(|word| is_usi(word)) => Some(USI),
        "sfen" => Some(SFEN),
        "game:" => Some(PLAYTHROUGH),
        _ if COMMANDS.contains(&first) => Some(GTP),
        _ if first.starts_with("Base") && HIVE.iter().any(|state| line.contains(&format!(";{state}"))) => {
            Some(UHP)
        }
        _ if first.matches('/').count() == 8 && matches!(words.get(1), Some(&("b" | "w"))) => Some(SFEN),
        _ => of_a_game(),
    }
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

    const PGN: &str = "a game in PGN";
    const UCI: &str = "the command position of UCI";

    #[test]
    fn files_that_people_have_are_recognised() {
        for (text, format) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20", "a position in FEN"),
            ("boardsize 5\nkomi 6.5\nplay B C3\n= \n", GTP.name),
            ("{\"game\":\"chess\"}", JSON.name),
            ("e2e4 e7e5 g1f3", "a list of moves in coordinates"),
            ("[Event \"x\"]\n[GameType \"20\"]\n\n1. 32-28 *", "a game of draughts in PDN"),
            (
                "id 0\nepd rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\nperft 1 20\n",
                "a perft suite as python-chess has them",
            ),
            ("\u{feff}\n[Event \"x\"]\n\n1. e4 *\n", PGN),
            ("game: chess\n\n# State 0\nIsTerminal() = False\n", PLAYTHROUGH.name),
            ("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", SFEN.name),
            ("sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", SFEN.name),
            ("(;GM[1]FF[4];B[cc])", SGF.name),
            ("position startpos moves e2e4 e7e5", UCI),
            ("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1", UCI),
            ("Base;InProgress;Black[2];wS1;bG1 -wS1;wQ wS1/", UHP.name),
            ("position startpos moves 7g7f 3c3d B*5e", USI.name),
            ("position sfen lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/9/LNSGKGSNL b - 1", USI.name),
        ] {
            assert_eq!(of(text).map(|format| format.name), Some(format), "{text}");
        }
        for text in
            ["", "W[e2e4];B[e7e5]", "# nothing", "9 white 0 2 W63i9", "1 C5 2 E5", "nonsense", "id 0", "é"]
        {
            assert_eq!(of(text), None, "{text}");
        }
    }

    #[test]
    fn a_text_begins_after_blank_lines() {
        assert_eq!(["", "x", "\n\n  x", "\t"].map(beginning), [(1, 1), (1, 1), (3, 3), (1, 2)]);
    }
}
