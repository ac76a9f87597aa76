//! Parsing of texts whose game is not specified.

use bustan_games::{all, rules_of};
use bustan_harness::any::Any;
use bustan_harness::erased::{Position, Record, Rules};
use bustan_vocabulary::chess::Chess;
use bustan_vocabulary::{Game as _, RecordError};

use crate::format::{self, Format};
use crate::games::{Asked, Game, refusal, spoken};
use crate::place::{place, words};
use crate::positions::{Listed, listed, position};
use crate::{chess, playthrough};

/// Parses the games in a text by the rules of the only game that it fits.
pub(crate) fn games(text: &str, asked: &Asked<'_>) -> Result<Vec<Game>, RecordError> {
    match format::of(text) {
        Some(format) if is_certain(format, text) => of_format(format, text, asked),
        _ => of_some_game(text, asked),
    }
}

/// Whether the detected format is unambiguous. PGN without tags is not, because a record of Margo has numbers
/// before its moves as well.
fn is_certain(format: Format, text: &str) -> bool {
    format != Format::Pgn || text.trim_start().starts_with(['[', '{'])
}

/// The rules of the game for which a format is used; `None` if Bustan does not know the game.
fn home(format: Format, text: &str) -> Option<Rules> {
    match format {
        Format::Fen | Format::Moves | Format::PerftSuite | Format::Pgn | Format::Uci => rules_of(Chess::NAME),
        Format::Playthrough => playthrough::game(text).and_then(rules_of),
        Format::Gtp
        | Format::Json
        | Format::Pdn
        | Format::Sfen
        | Format::Sgf
        | Format::Ucci
        | Format::Uhp
        | Format::Usi
        | Format::Xiangqi => None,
    }
}

/// Parses the games in a text of a known format.
fn of_format(format: Format, text: &str, asked: &Asked<'_>) -> Result<Vec<Game>, RecordError> {
    let programs = rules_of(Any::NAME).filter(|_| asked.programs);
    let refused = |why: &str| refusal(text, format!("this is {}{why}; {}", format.name(), format.remedy()));
    match (home(format, text), programs) {
        (Some(rules), _) | (None, Some(rules)) => {
            spoken(format, rules, text, asked.number).unwrap_or_else(|| Err(refused(", not a game")))
        }
        (None, None) if format == Format::Gtp => Err(refused(", which does not say its game")),
        (None, None) if format == Format::Json || format.lists_positions() => Err(refused(", not a game")),
        (None, None) => Err(refused(", and Bustan has no engine for its game")),
    }
}

/// Parses the games in a record of Bustan or in PGN without tags.
fn of_some_game(text: &str, asked: &Asked<'_>) -> Result<Vec<Game>, RecordError> {
    let (mut fits, mut errors) = (Vec::new(), Vec::new());
    let own = all().iter().map(|game| game.rules.record(text).map(|record| vec![Game::own(record)]));
    let as_pgn = rules_of(Chess::NAME).and_then(|rules| chess::games(rules, text, asked.number));
    for read in own.chain(as_pgn.clone()) {
        match read {
            Ok(games) => fits.push(games),
            Err(error) => errors.push(error),
        }
    }
    if fits.len() > 1 && fits.iter().any(|games| are_playable(games)) {
        fits.retain(|games| are_playable(games));
    }
    // If a text starts like PGN, the error of the PGN parser is reported, unless the first move is not a move
    // of chess.
    let is_pgn = format::of(text) == Some(Format::Pgn) && fits.is_empty();
    if let Some(error) = as_pgn.and_then(Result::err).filter(|error| is_pgn && is_past_first(text, error)) {
        return Err(error);
    }
    match fits.len() {
        0 => Err(furthest(text, errors)),
        1 => Ok(fits.swap_remove(0)),
        _ => {
            let names: Vec<&str> =
                fits.iter().flat_map(|games| games.first()).map(|game| game.rules().name()).collect();
            Err(refusal(text, format!("{}; name the game with --game", several(&names))))
        }
    }
}

/// Whether an error is after the first word of a text that is not a number.
fn is_past_first(text: &str, error: &RecordError) -> bool {
    let is_number = |word: &str| word.trim_end_matches('.').bytes().all(|byte| byte.is_ascii_digit());
    let first = words(text, 0).into_iter().find(|(_, word)| !is_number(word));
    first.is_some_and(|(at, _)| place(text, at) < (error.line, error.column))
}

/// Lists the names of the games that a text fits, for a message.
fn several(names: &[&str]) -> String {
    let (last, first) = names.split_last().map_or(("no game", &[][..]), |(last, first)| (*last, first));
    format!("this fits {} and {last}", first.join(", "))
}

/// Whether an engine can play all moves of these games.
fn are_playable(games: &[Game]) -> bool {
    games.iter().all(|game| is_playable(&game.record))
}

fn is_playable(record: &Record) -> bool {
    bustan_games::of(record.start.rules()).is_some_and(|game| {
        let mut engine = game.reference.engine();
        engine.setup(&record.start).is_ok()
            && record.moves.iter().all(|(player, mv)| engine.play(*player, mv).is_ok())
    })
}

/// Returns the error of the game by whose rules the longest part of the text can be parsed, if there is
/// exactly one such game.
fn furthest(text: &str, errors: Vec<RecordError>) -> RecordError {
    let place = |error: &RecordError| (error.line, error.column);
    let last = errors.iter().map(place).max();
    let mut furthest: Vec<RecordError> =
        errors.into_iter().filter(|error| Some(place(error)) == last).collect();
    match (furthest.pop(), furthest.is_empty()) {
        (Some(error), true) => error,
        (error, _) => {
            let problem =
                "this is not a record of any game; name the game with --game to see what is wrong".into();
            error.map_or_else(|| refusal(text, String::new()), |error| RecordError { problem, ..error })
        }
    }
}

/// Parses the positions in a text whose game is not specified.
///
/// # Errors
/// Returns why the text does not consist of positions of exactly one game.
pub fn listed_of_some_game(text: &str) -> Result<Vec<Listed>, RecordError> {
    match format::of(text).filter(|format| is_certain(*format, text)) {
        Some(format) => match home(format, text) {
            Some(rules) => listed(rules, text),
            None => {
                let (name, remedy) = (format.name(), format.remedy());
                Err(refusal(text, format!("this is {name}, and Bustan has no engine for its game; {remedy}")))
            }
        },
        None => {
            let mut fits: Vec<(Rules, Vec<Listed>)> = Vec::new();
            let mut unplayable = Vec::new();
            for game in all() {
                match listed(game.rules, text) {
                    Ok(listed) => fits.push((game.rules, listed)),
                    Err(error) => unplayable.extend(game.rules.record(text).ok().map(|_| error)),
                }
            }
            if let (true, [error]) = (fits.is_empty(), &unplayable[..]) {
                return Err(error.clone());
            }
            let as_pgn = || match format::of(text) {
                Some(Format::Pgn) => games(text, &Asked::default()).err(),
                _ => None,
            };
            match fits.is_empty().then(as_pgn).flatten() {
                Some(error) => Err(error),
                None => one("this", fits).map_err(|problem| refusal(text, problem)),
            }
        }
    }
}

/// Parses a single position by the rules of the only game that it fits.
///
/// # Errors
/// Returns why the text is not a position of exactly one game.
pub fn position_of_some_game(text: &str) -> Result<Position, String> {
    match format::of(text) {
        Some(format)
            if format.lists_positions() || matches!(format, Format::Usi | Format::Ucci | Format::Uci) =>
        {
            match home(format, text) {
                Some(rules) => position(rules, text),
                None => Err(format!("this is {}, and Bustan has no engine for its game", format.name())),
            }
        }
        _ => {
            let fits = all().iter().filter_map(|game| Some((game.rules, position(game.rules, text).ok()?)));
            one(&format!("{text:?}"), fits.collect())
        }
    }
}

/// Returns the result of parsing by the rules of the only game that a text fits, if there is exactly one.
fn one<T>(text: &str, mut fits: Vec<(Rules, T)>) -> Result<T, String> {
    let names: Vec<&str> = fits.iter().map(|(rules, _)| rules.name()).collect();
    match fits.len() {
        0 => Err(format!(
            "{text} is not a position of any game; name the game with --game to see what is wrong"
        )),
        1 => Ok(fits.swap_remove(0).1),
        _ => Err(format!("{}; name the game with --game", several(&names))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, programs: bool) -> Result<(&'static str, usize), String> {
        let games =
            games(text, &Asked { programs, ..Asked::default() }).map_err(|error| error.to_string())?;
        Ok((games[0].rules().name(), games.len()))
    }

    #[test]
    fn the_game_is_recognised() {
        for (text, game) in [
            ("W[P63i9];B[P55h8]", "dominions"),
            ("W[pass];B[pass]", "dominions"),
            ("Start[2 white 0 0];W[P3a1]", "dominions"),
            ("1 C5* 2 E5 3 C7 4 Resign\nWhite wins\n", "margo"),
            ("W[C5];B[E5]", "margo"),
            ("Start[8x1 .RRB#GR. blue 0];B[a1];G[h1]", "tribolo"),
            ("X[b2];O[a1]", "tictactoe"),
            ("X[7];O[1]", "abrobad"),
            ("W[e2e4];B[e7e5]", "chess"),
            ("[Event \"x\"]\n\n1. e4 *", "chess"),
            ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *", "chess"),
            // At E4, Margo has no point on which the first ball can be placed.
            ("1. e4 e5", "chess"),
            ("e4 e5 Nf3", "chess"),
            ("e2e4 e7e5", "chess"),
            ("position startpos moves e2e4", "chess"),
            ("game: tic_tac_toe\n# Apply action \"x(1,1)\"\n", "tictactoe"),
        ] {
            assert_eq!(read(text, false), Ok((game, 1)), "{text}");
        }
        for text in
            ["(;GM[1];B[aa])", "clear_board\nplay b D4", "position startpos moves 7g7f", "1. 32-28 19-23"]
        {
            assert_eq!(read(text, true), Ok(("any", 1)), "{text}");
        }
        assert_eq!(read("1. f3 e5 2. g4 Qh4# 0-1\n\n1. e4 *\n", false), Ok(("chess", 2)));
    }

    /// The commands printed for findings of Dominions do not specify the game.
    #[test]
    fn records_of_dominions_fit_no_other_game() {
        let rules = rules_of("dominions").unwrap();
        let mut state = 7_u64;
        let mut draw = |most: u32| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            ((state >> 33) % u64::from(most)) as u32
        };
        let sizes = ["2", "3", "8"].map(|size| rules.initial(&[size]).unwrap());
        for start in sizes.into_iter().chain((0..50).map(|_| rules.start(&mut draw))) {
            let text = Record::new(start).to_string();
            assert!(text.is_empty() || read(&text, false) == Ok(("dominions", 1)), "{text}");
        }
    }

    #[test]
    fn what_does_not_fit_one_game_is_refused_with_what_to_do() {
        for (text, problem) in [
            ("Start[9]", "line 1, column 1: this fits dominions and margo; name the game with --game"),
            ("1. e3 e5", "line 1, column 1: this fits margo and chess; name the game with --game"),
            ("hello", "line 1, column 1: this is not a record of any game; name the game with --game"),
            ("W[hello]", "line 1, column 3: this is not a record of any game; name the game with --game"),
            ("W[P63i9];B[P99h8]", "line 1, column 12: \"P99h8\" is not a move: there is no tile 99"),
            ("1 C5 2 E5 3 C", "line 1, column 13: expected a move such as C5"),
            (
                "1. e4 e5 2. Ke3",
                "line 1, column 13: \"Ke3\" is not a legal move there: a king does not move from e1 to e3",
            ),
            ("1. e4 {never closed", "line 1, column 7: the comment is not closed by }"),
            ("1. e4 e5 3. Nf3", "line 1, column 10: expected move number 2, found 3"),
            ("e4 e5 Nf6", "line 1, column 7: \"Nf6\" is not a legal move there"),
            ("1.e4 $x", "line 1, column 6: \"$\" is not a numeric annotation glyph"),
            ("1. e4 ) e5", "line 1, column 7: ) without an open variation"),
            ("1. C5 2. E5 3. C", "line 1, column 16: expected a move such as C5"),
            (
                "(;GM[1])",
                "line 1, column 1: this is a game in SGF, and Bustan has no engine for its game; two programs play it: \
                 bustan replay --game any FILE --against CMD --with CMD",
            ),
            (
                "play b D4",
                "line 1, column 1: this is a session of GTP, which does not say its game; give --game GAME",
            ),
            (
                "{\"a\": 1}",
                "line 1, column 1: this is JSON, not a game; the game of a finding is in the file NAME.txt",
            ),
            (
                "8/8/8/8/8/8/8/8 w - - 0 1",
                "line 1, column 1: this is a position in FEN, not a game; bustan show reads it",
            ),
            ("[Variant \"Atomic\"]\n\n1. e4 *", "line 1, column 1: unsupported variant \"Atomic\""),
        ] {
            let told = read(text, false).unwrap_err();
            assert!(told.starts_with(problem), "{text}: {told}");
        }
    }

    #[test]
    fn typed_positions_and_files_of_them_are_recognised() {
        for (text, game) in [
            ("9 white 0 2 W63i9 B55h8", "dominions"),
            ("4 white 2 WE1:0 BE5:0", "margo"),
            ("x...o....", "tictactoe"),
            ("startpos", "chess"),
            ("position startpos moves e2e4", "chess"),
            ("1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01\";", "chess"),
        ] {
            let position = position_of_some_game(text).unwrap_or_else(|problem| panic!("{text}: {problem}"));
            assert_eq!(position.rules().name(), game, "{text}");
            assert_eq!(listed_of_some_game(text).unwrap()[0].position, position, "{text}");
        }
        for (text, problem) in [
            ("9", "this fits dominions and margo; name the game with --game"),
            ("hello", "\"hello\" is not a position of any game; name the game"),
            ("", "\"\" is not a position of any game"),
            ("sfen lnsgkgsnl/9 b - 1", "this is a position of shogi in SFEN, and Bustan has no engine"),
        ] {
            let told = position_of_some_game(text).unwrap_err();
            assert!(told.starts_with(problem), "{text}: {told}");
        }
    }
}
