//! Parsing of single positions and of files of positions.

use bustan_games::of;
use bustan_guide::{Line, LineError};
use bustan_harness::erased::{Position, Reason, Record, Rules};
use bustan_vocabulary::RecordError;

use crate::chess::{is_chess, with_variant};
use crate::commands;
use crate::format::{self, Format};
use crate::games::{Game, refusal, spoken, unmarked};
use crate::place::{Wrong, lines, place, quote, words, wrong};

/// A position in a file.
#[derive(Clone, Debug)]
pub struct Listed {
    /// The line number, from 1.
    pub line: usize,
    /// The position.
    pub position: Position,
    /// The perft counts in the file, each after its depth, in order.
    pub counts: Vec<(u32, u64)>,
}

/// Parses a position in the notation of the game. In chess, it may also be in EPD or a command of UCI, such
/// as `startpos moves e2e4`.
///
/// # Errors
/// Returns a description of the error.
pub fn position(rules: Rules, text: &str) -> Result<Position, String> {
    read(rules, text).map_err(|wrong| match place(text, wrong.at) {
        (1, 1) => wrong.problem,
        (_, column) => format!("column {column}: {}", wrong.problem),
    })
}

/// Parses a position like [`position`], but returns errors with their places.
fn read(rules: Rules, text: &str) -> Result<Position, Wrong> {
    if let Some(read) = in_form_of_command(rules, text) {
        return read;
    }
    if !is_chess(rules) {
        return rules.position(text).or_else(|problem| wrong(0, problem));
    }
    let whole = with_variant(text);
    rules.position(&whole).or_else(|problem| {
        let wrong = Wrong { at: rules.fault(&whole), problem };
        let line = rules.line(text).map_err(|LineError { at, problem }| match at > wrong.at {
            true => Wrong { at, problem },
            false => wrong,
        })?;
        let position = with_variant(&line.position);
        let blanks = text.len() - text.trim_start().len();
        rules.position(&position).map_err(|problem| Wrong { at: blanks + rules.fault(&position), problem })
    })
}

/// Parses the position of a line such as `position startpos moves e2e4`.
fn in_form_of_command(rules: Rules, line: &str) -> Option<Result<Position, Wrong>> {
    if is_chess(rules) || rules.is_opaque() { commands::position(rules, line) } else { None }
}

/// Returns the position after the moves of a game.
///
/// # Errors
/// Returns a description of the error, after the index, from 0, of a move that cannot be played, or after
/// `None` if the error does not concern a move.
pub(crate) fn end(game: &Game) -> Result<Position, (Option<usize>, String)> {
    let record = &game.record;
    if record.moves.is_empty() {
        return Ok(record.start.clone());
    }
    let Some(registered) = of(game.rules()) else {
        let problem = "the position after moves is not known in a game that Bustan does not know; \
             give the position itself, or replay the game";
        return Err((None, problem.into()));
    };
    let mut engine = registered.reference.engine();
    engine.setup(&record.start).map_err(|problem| (None, problem.to_string()))?;
    for (ply, (player, mv)) in record.moves.iter().enumerate() {
        engine.play(*player, mv).map_err(|reason| {
            let before = Record { start: record.start.clone(), moves: record.moves[..ply].to_vec() };
            let why = |reason: Reason| {
                let told = engine.observe().and_then(|seen| before.explain(&seen, mv, reason));
                format!(": {}", told.unwrap_or_else(|| reason.refusal(mv)))
            };
            (
                Some(ply),
                format!("{} is illegal{}", player.describe_move(mv), reason.map(why).unwrap_or_default()),
            )
        })?;
    }
    engine.position().ok_or_else(|| (None, "the engine does not report positions".into()))
}

/// Parses the positions in a file. Each line is a position in the notation of the game or of engines,
/// optionally followed by perft counts, as in `POSITION ;D1 20 ;D2 400`, or by other EPD operations. For a
/// file of games, such as a record of Bustan, returns the position after the moves of each game.
///
/// # Errors
/// Returns the first error, with its place.
pub fn listed(rules: Rules, text: &str) -> Result<Vec<Listed>, RecordError> {
    let text = unmarked(text);
    let format = format::of(text);
    let all = match format {
        Some(Format::PerftSuite) if is_chess(rules) => {
            suite(rules, text).map_err(|wrong| wrong.placed(text))?
        }
        Some(format) if has_games(format, text) => match spoken(format, rules, text, None) {
            Some(games) => ends(text, &games?)?,
            None => return Err(not_a_position(format, rules, text)),
        },
        Some(format) => by_line(rules, text, Some(format))?,
        None => by_line(rules, text, None).or_else(|error| match rules.record(text) {
            Ok(record) => ends(text, &[Game::own(record)]),
            Err(_) => Err(error),
        })?,
    };
    match all.is_empty() {
        true => Err(refusal(text, "it contains no positions".into())),
        false => Ok(all),
    }
}

/// Whether a text consists of games or is a perft suite, as opposed to a position on each line.
pub fn is_of_games(text: &str) -> bool {
    let text = unmarked(text);
    format::of(text).is_some_and(|format| has_games(format, text))
}

/// Whether a text in this format consists of games, as opposed to a position on each line.
fn has_games(format: Format, text: &str) -> bool {
    match format {
        Format::Uci | Format::Usi | Format::Ucci => {
            let first = text.split_whitespace().next().unwrap_or_default();
            commands::is_session(text) || !commands::is_begin(first)
        }
        Format::Json | Format::PerftSuite => true,
        format => !format.lists_positions(),
    }
}

fn not_a_position(format: Format, rules: Rules, text: &str) -> RecordError {
    let (name, remedy) = (rules.name(), format.remedy());
    refusal(text, format!("this is {}, not a position of {name}; {remedy}", format.name()))
}

/// The positions after the moves of games.
fn ends(text: &str, games: &[Game]) -> Result<Vec<Listed>, RecordError> {
    let listed = |game: &Game| {
        let position = end(game).map_err(|(ply, problem)| {
            let place = ply.and_then(|ply| game.place(text, ply + 1)).unwrap_or(game.begins);
            RecordError { line: place.0, column: place.1, problem }
        })?;
        Ok(Listed { line: game.begins.0, position, counts: Vec::new() })
    };
    games.iter().map(listed).collect()
}

/// Parses the positions in a file with one position per line. Blank lines and lines that start with `# ` are
/// ignored.
fn by_line(rules: Rules, text: &str, format: Option<Format>) -> Result<Vec<Listed>, RecordError> {
    // Positions of shogi and xiangqi are only possible if the game is unknown.
    let own = |format: &Format| match format {
        Format::Fen | Format::Uci => is_chess(rules) || rules.is_opaque(),
        _ => rules.is_opaque(),
    };
    let foreign = format.filter(|format| !own(format));
    let mut all = Vec::new();
    for (number, (begin, line)) in (1..).zip(lines(text)) {
        if line.trim().is_empty() || format::is_comment(line.trim()) {
            continue;
        }
        let placed = |at: usize, problem: String| match foreign {
            Some(format) => not_a_position(format, rules, text),
            None => Wrong { at: begin + at, problem }.placed(text),
        };
        if let Some(read) = in_form_of_command(rules, line) {
            let position = read.map_err(|Wrong { at, problem }| placed(at, problem))?;
            all.push(Listed { line: number, position, counts: Vec::new() });
            continue;
        }
        let Line { position, counts, .. } =
            rules.line(line).map_err(|LineError { at, problem }| placed(at, problem))?;
        let comma = if position.contains(',') { COUNTS_HINT } else { "" };
        let position = if is_chess(rules) { with_variant(&position) } else { position };
        let at = line.len() - line.trim_start().len();
        let read = rules.position(&position);
        let position =
            read.map_err(|problem| placed(at + rules.fault(&position), format!("{problem}{comma}")))?;
        all.push(Listed { line: number, position, counts });
    }
    Ok(all)
}

/// The hint after an error about a position that contains commas.
const COUNTS_HINT: &str = "; perft counts follow a semicolon, as in \";D1 20\"";

/// Parses a python-chess perft suite: blocks of `id`, `epd` and `perft`, the latter with a depth and a count.
fn suite(rules: Rules, text: &str) -> Result<Vec<Listed>, Wrong> {
    let mut all: Vec<Listed> = Vec::new();
    for (number, (begin, line)) in (1..).zip(lines(text)) {
        if line.trim().is_empty() || format::is_comment(line.trim()) {
            continue;
        }
        let words = words(line, begin);
        match (words[0].1, &words[1..]) {
            ("id", _) => {}
            ("epd", [(at, _), ..]) => {
                let position = read(rules, line[at - begin..].trim());
                let position = position.map_err(|wrong| Wrong { at: at + wrong.at, ..wrong })?;
                all.push(Listed { line: number, position, counts: Vec::new() });
            }
            ("perft", [(_, depth), (_, nodes)]) => {
                let count = depth.parse().ok().zip(nodes.parse().ok());
                let Some((count, last)) = count.zip(all.last_mut()) else {
                    return wrong(
                        begin,
                        format!("{} is not a count such as \"perft 1 20\" after an epd", quote(line)),
                    );
                };
                last.counts.push(count);
            }
            _ => {
                let problem =
                    format!("expected id, epd or perft with a depth and a count, not {}", quote(line.trim()));
                return wrong(words[0].0, problem);
            }
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bustan_games::rules_of;

    fn read(game: &str, text: &str) -> Result<Vec<String>, String> {
        let all = listed(rules_of(game).unwrap(), text).map_err(|error| error.to_string())?;
        let told = |Listed { line, position, counts }: &Listed| format!("{line}: {position} {counts:?}");
        Ok(all.iter().map(told).collect())
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn files_of_positions_and_of_games_are_read() {
        let after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
        let suite = format!(
            "id 0\nepd {START}\nperft 1 20\nperft 2 400\n\nid 1\nepd 4k3/8/8/8/8/8/8/4K2R w K - 0 1\nperft 1 15\n"
        );
        let files = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
        for (text, expected) in [
            (format!("{START} ;D1 20 ;D2 400\n"), vec![format!("1: {START} [(1, 20), (2, 400)]")]),
            (
                suite,
                vec![
                    format!("2: {START} [(1, 20), (2, 400)]"),
                    "7: 4k3/8/8/8/8/8/8/4K2R w K - 0 1 [(1, 15)]".into(),
                ],
            ),
            (
                "# two\nstartpos\nposition startpos moves e2e4\n".into(),
                vec![format!("2: {START} []"), format!("3: {after} []")],
            ),
            ("1. e4 *".into(), vec![format!("1: {after} []")]),
            ("e2e4".into(), vec![format!("1: {after} []")]),
            ("isready\nposition startpos moves e2e4\n".into(), vec![format!("2: {after} []")]),
            (
                "position startpos moves e2e4\ngo depth 1\ninfo depth 1\nbestmove e7e5\n".into(),
                vec![format!("1: {after} []")],
            ),
            (
                "An engine\n>> position startpos moves e2e4\n<< bestmove\n".into(),
                vec![format!("2: {after} []")],
            ),
            (
                format!("{files} ;D1 21"),
                vec![
                    "1: bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9 chess960 [(1, 21)]"
                        .into(),
                ],
            ),
        ] {
            // A pawn that has made a double step leaves an en passant square.
            let read =
                read("chess", &text).map(|all| all.iter().map(|one| one.replace(" e3 ", " - ")).collect());
            assert_eq!(read, Ok(expected), "{text}");
        }
        let shogi = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
        for text in [shogi.into(), format!("sfen {shogi}"), format!("position sfen {shogi}\n")] {
            assert_eq!(read("any", &text), Ok(vec![format!("1: {shogi} []")]), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_reported_with_its_place() {
        for (game, text, problem) in [
            (
                "chess",
                "(;GM[1])",
                "line 1, column 1: this is a game in SGF, not a position of chess; two programs play it: bustan replay --game any FILE --against CMD --with CMD",
            ),
            (
                "tictactoe",
                "1. e4 *",
                "line 1, column 1: this is a game in PGN, not a position of tictactoe; ",
            ),
            (
                "chess",
                "lnsgkgsnl/9/9/9/9/9/9/9/9 b - 1",
                "line 1, column 1: this is a position of shogi in SFEN, not",
            ),
            (
                "chess",
                "startpos\nposition startpos moves e2e5\n",
                "line 2, column 25: W[e2e5] is illegal: a pawn does not move from e2 to e5",
            ),
            (
                "chess",
                "startpos\n  8/8/8/8/8/8/8/44 w - - 0 1",
                "line 2, column 17: two digits follow each other in rank 1",
            ),
            (
                "chess",
                "id 0\nepd 4k3/8/8/8/8/8/8/4K3 w K -",
                "line 2, column 27: the castling right 'K' has no rook",
            ),
            (
                "chess",
                "position startpos moves Ke3\n",
                "line 1, column 25: \"Ke3\" is not a legal move there",
            ),
            (
                "any",
                "position startpos moves 7g7f",
                "line 1, column 1: the position after moves is not known",
            ),
            ("chess", "id 0\nepd 8/8 w - - 0 1", "line 2, column 5: \"8/8\" is not a board"),
            (
                "chess",
                "id 0\nepd 8/8/8/8/8/8/8/K1k5 w - - 0 1\nperft x",
                "line 3, column 1: expected id, epd or perft",
            ),
            (
                "chess",
                "id 0\nperft 1 20\nepd 8/8/8/8/8/8/8/K1k5 w - - 0 1\n",
                "line 2, column 1: \"perft 1 20\" is not a count",
            ),
            ("chess", "# nothing\n", "line 1, column 1: it contains no positions"),
        ] {
            let told = read(game, text).unwrap_err();
            assert!(told.starts_with(problem), "{text}: {told}");
        }
    }
}
