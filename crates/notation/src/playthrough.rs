//! Playthroughs of OpenSpiel, in which each action is described by text, as in `# Apply action "e4"`.

use bustan_harness::erased::{Record, Rules};
use bustan_vocabulary::tictactoe::TicTacToe;
use bustan_vocabulary::{Game as _, RecordError};

use crate::chess::is_chess;
use crate::games::{Game, refusal};
use crate::place::{Wrong, lines, quote, wrong};

/// The games for which the adapter `python:openspiel` uses a different notation of moves, and the names of
/// their players.
const RENAMED: [&str; 10] = [
    "antichess",
    "checkers",
    "connect_four",
    "crazyhouse",
    "go",
    "hex",
    "hive",
    "othello",
    "shogi",
    "xiangqi",
];

/// A playthrough: the name and parameters of the game, and the actions with their players and byte offsets.
struct Playthrough<'a> {
    name: &'a str,
    parameters: &'a str,
    actions: Vec<Action<'a>>,
}

/// The text of an action, and its byte offset.
struct Action<'a> {
    at: usize,
    player: Option<&'a str>,
    words: &'a str,
}

/// The name of the game of a playthrough, if it is a game of Bustan.
pub(crate) fn game(text: &str) -> Option<&'static str> {
    match read(text).ok()?.name {
        "chess" => Some(bustan_vocabulary::chess::Chess::NAME),
        "tic_tac_toe" => Some(TicTacToe::NAME),
        _ => None,
    }
}

/// Parses the only game in a text; `None` if it is not a game with these rules.
pub(crate) fn games(rules: Rules, text: &str) -> Option<Result<Vec<Game>, RecordError>> {
    let playthrough = match read(text) {
        Ok(playthrough) => playthrough,
        Err(wrong) => return Some(Err(wrong.placed(text))),
    };
    let name = playthrough.name;
    if is_chess(rules) && name == "chess" {
        return Some(played(rules, text, &playthrough));
    }
    let read = match name {
        "tic_tac_toe" if rules.name() == TicTacToe::NAME => cells(rules, text, &playthrough),
        _ if rules.is_opaque() && (RENAMED.contains(&name) || matches!(name, "chess" | "tic_tac_toe")) => {
            return Some(Err(refusal(
                text,
                format!(
                    "this is a playthrough of OpenSpiel of {name}, whose moves python:openspiel writes in other words; write them as a session, such as \"play black d3\""
                ),
            )));
        }
        _ if rules.is_opaque() => opaque(rules, text, &playthrough),
        _ => return None,
    };
    Some(read.map_err(|wrong| wrong.placed(text)))
}

/// Parses the name of the game, its parameters and the actions.
fn read(text: &str) -> Result<Playthrough<'_>, Wrong> {
    let mut all = lines(text).filter(|(_, line)| !line.trim().is_empty());
    let (at, first) = all.next().unwrap_or((0, ""));
    let Some(game) = first.trim().trim_start_matches('\u{feff}').strip_prefix("game:").map(str::trim) else {
        return wrong(at, "a playthrough begins with the name of its game");
    };
    let (name, parameters) = game.split_once('(').unwrap_or((game, ""));
    let mut player = None;
    let mut actions = Vec::new();
    for (at, line) in all {
        if let Some(number) = line.strip_prefix("CurrentPlayer() = ") {
            player = Some(number.trim());
        }
        if let Some(words) = line.strip_prefix("# Apply action ") {
            let words = words.trim().trim_matches('"');
            actions.push(Action { at, player, words });
        } else if line.starts_with("# Apply joint action") {
            return wrong(at, "the players of this game move at the same time, which is not supported");
        }
    }
    Ok(Playthrough { name, parameters: parameters.trim_end_matches(')'), actions })
}

/// Parses a game of chess, whose actions are moves in standard algebraic notation.
fn played(rules: Rules, text: &str, playthrough: &Playthrough<'_>) -> Result<Vec<Game>, RecordError> {
    let Playthrough { parameters, actions, .. } = playthrough;
    let start = parameters.split(',').find_map(|parameter| parameter.trim().strip_prefix("fen="));
    let begin = start.map_or("startpos".into(), |fen| format!("fen {fen}"));
    let moves: Vec<&str> = actions.iter().map(|action| action.words).collect();
    let line = format!("position {begin} moves {}", moves.join(" "));
    let games = crate::commands::games(rules, &line);
    let places: Vec<usize> = actions.iter().map(|action| action.at).collect();
    match games {
        Ok(games) => Ok(games.into_iter().map(|game| Game::new(game.record, text, 0, &places)).collect()),
        Err(Wrong { at, problem }) => {
            let ply = line[..at].split_whitespace().skip_while(|word| *word != "moves").count();
            let at = ply.checked_sub(1).and_then(|ply| places.get(ply)).copied().unwrap_or(0);
            Err(Wrong { at, problem }.placed(text))
        }
    }
}

/// Parses a game of Tic-Tac-Toe, whose actions have the form `x(0,2)`: a row from the top and a column.
fn cells(rules: Rules, text: &str, playthrough: &Playthrough<'_>) -> Result<Vec<Game>, Wrong> {
    let start = rules.initial(&[]).or_else(|problem| wrong(0, problem))?;
    let mut record = Record::new(start);
    let mut places = Vec::new();
    for &Action { at, words, .. } in &playthrough.actions {
        let [player, b'(', row @ b'0'..=b'2', b',', column @ b'0'..=b'2', b')'] = *words.as_bytes() else {
            return wrong(at, format!("{} is not an action such as \"x(1,1)\"", quote(words)));
        };
        let cell = format!("{}{}", char::from(b'a' + (column - b'0')), 3 - (row - b'0'));
        let player = rules.player(&char::from(player).to_string()).or_else(|problem| wrong(at, problem))?;
        record.moves.push((player, rules.mv(&cell).or_else(|problem| wrong(at, problem))?));
        places.push(at);
    }
    Ok(vec![Game::new(record, text, 0, &places)])
}

/// Parses a game for two external programs, in the notation of the adapter `python:openspiel`.
fn opaque(rules: Rules, text: &str, playthrough: &Playthrough<'_>) -> Result<Vec<Game>, Wrong> {
    let start = rules.initial(&[]).or_else(|problem| wrong(0, problem))?;
    let mut record = Record::new(start);
    let mut places = Vec::new();
    for Action { at, player, words } in &playthrough.actions {
        let number = player.and_then(|player| player.parse::<usize>().ok());
        let Some(number) = number else {
            return wrong(*at, "nothing says whose action this is, or it is drawn by chance");
        };
        let word = words.split_whitespace().collect::<Vec<_>>().join("_");
        let word = if word.starts_with('#') { word.replacen('#', "~", 1) } else { word };
        let player = rules.player(&format!("p{number}")).or_else(|problem| wrong(*at, problem))?;
        record.moves.push((player, rules.mv(&word).or_else(|problem| wrong(*at, problem))?));
        places.push(*at);
    }
    Ok(vec![Game::new(record, text, 0, &places)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use bustan_games::rules_of;

    fn read(game: &str, text: &str) -> Option<Result<Vec<String>, String>> {
        let read = games(rules_of(game).unwrap(), text)?.map_err(|error| error.to_string());
        Some(read.map(|games| games.iter().map(|game| game.record.to_string()).collect()))
    }

    const CHESS: &str = "game: chess\n\n# State 0\nIsTerminal() = False\nCurrentPlayer() = 1\n\n# Apply action \"e4\"\naction: 1841\n\n# State 1\n# Apply action \"Nc6\"\naction: 9\n";

    #[test]
    fn actions_are_moves() {
        assert_eq!(read("chess", CHESS), Some(Ok(vec!["W[e2e4];B[b8c6]".into()])));
        let cells = "game: tic_tac_toe\n# Apply action \"x(1,1)\"\n# Apply action \"o(0,2)\"\n";
        assert_eq!(read("tictactoe", cells), Some(Ok(vec!["X[b2];O[c3]".into()])));
        let words = "game: breakthrough(rows=6)\nCurrentPlayer() = 0\n# Apply action \"a1 b2\"\nCurrentPlayer() = 1\n# Apply action \"#x\"\n";
        assert_eq!(read("any", words), Some(Ok(vec!["clear_board\nplay p0 a1_b2\nplay p1 ~x".into()])));
        assert_eq!([game(CHESS), game(cells), game(words)], [Some("chess"), Some("tictactoe"), None]);
        assert_eq!(read("margo", CHESS), None);
    }

    #[test]
    fn what_is_wrong_is_reported_with_its_place() {
        for (game, text, problem) in [
            (
                "chess",
                "game: chess\n# Apply action \"e4\"\n# Apply action \"Ke3\"\n",
                "line 3, column 1: \"Ke3\" is not",
            ),
            ("chess", "game: chess(fen=x)\n# Apply action \"e4\"\n", "line 1, column 1: bad position"),
            (
                "tictactoe",
                "game: tic_tac_toe\n# Apply action \"x(1,3)\"\n",
                "line 2, column 1: \"x(1,3)\" is not an action",
            ),
            ("any", "game: go\n", "line 1, column 1: this is a playthrough of OpenSpiel of go, whose moves"),
            (
                "any",
                "game: coin\n# Apply action \"x\"\n",
                "line 2, column 1: nothing says whose action this is",
            ),
            (
                "any",
                "game: rps\n# Apply joint action []\n",
                "line 2, column 1: the players of this game move at",
            ),
        ] {
            let told = read(game, text).unwrap().unwrap_err();
            assert!(told.starts_with(problem), "{text}: {told}");
        }
    }
}
