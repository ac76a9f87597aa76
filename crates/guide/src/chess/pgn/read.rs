//! Parsing of a game in Portable Game Notation, whose moves are played on an engine.

use alloc::format;

use bustan_vocabulary::chess::{Chess, Kind, Move, Observation, Player, Position, names_files};
use bustan_vocabulary::{Engine, Game as _, Record, RecordError};

use super::super::misread::misread;
use super::super::san::{SanMatches, WrittenMove};
use super::games::{Game, Games, Ply};
use super::tokens::{RESULTS, Wrong, quote, wrong};
use super::variants::is_chess960;
use crate::GameError;

/// Parses the game with this number, counted from 1, or, without a number, the only game in a text, and plays
/// it on an engine. `None` if the text is in a different notation, or if the engine does not report a state.
pub(crate) fn read<E>(
    text: &str,
    number: Option<usize>,
    engine: E,
) -> Option<Result<Record<Chess>, GameError>>
where
    E: Engine<Game = Chess, Observation = Observation>,
{
    if !Games::begins(text) {
        return None;
    }
    let wrong = |error| GameError::Text(placed(text, error));
    let game = match pick(text, number) {
        Ok((game, None)) => game,
        Ok((_, Some(at))) => {
            let problem = "another game begins here".into();
            return Some(Err(GameError::Another(placed(text, Wrong { at, problem }))));
        }
        Err(error) => return Some(Err(wrong(error))),
    };
    Some(played(&game, engine)?.map_err(wrong))
}

/// Reads the game with this number, or else the first game, and returns it with the byte offset of the next
/// game, if any.
fn pick(text: &str, number: Option<usize>) -> Result<(Game<'_>, Option<usize>), Wrong> {
    let mut games = Games::of(text);
    let (mut found, wanted) = (0, number.unwrap_or(1));
    while let Some(game) = games.next()? {
        found += 1;
        if found == wanted {
            let another = if number.is_none() { games.end()? } else { None };
            return Ok((game, another));
        }
    }
    wrong(text.len(), format!("there is no game {wanted}; the text has {found}"))
}

/// Converts a byte offset to a line and a column.
fn placed(text: &str, Wrong { at, problem }: Wrong) -> RecordError {
    let before = &text[..at];
    let line_start = before.rfind(['\n', '\r']).map_or(0, |line| line + 1);
    let returns = before.matches('\r').count() - before.matches("\r\n").count();
    // A byte order mark at the start of the text does not count as a character of the first line.
    let column = before[line_start..].trim_start_matches('\u{feff}').chars().count() + 1;
    RecordError { line: before.matches('\n').count() + returns + 1, column, problem }
}

/// Plays a game on an engine; `None` if the engine does not report a state.
fn played<E>(game: &Game<'_>, mut engine: E) -> Option<Result<Record<Chess>, Wrong>>
where
    E: Engine<Game = Chess, Observation = Observation>,
{
    let start = match start(game) {
        Ok(start) => start,
        Err(error) => return Some(Err(error)),
    };
    if let Err(refusal) = engine.setup(&start) {
        let at = game.tag("FEN").map_or(game.at, |tag| tag.at);
        return Some(wrong(at, format!("{start}: {refusal}")));
    }
    if game.plies.is_empty() && game.result.is_none() {
        return Some(wrong(game.at, "the game ends after its tags, without moves or a result"));
    }
    let mut record = Record::new(start);
    let mut numbers = None;
    for ply in &game.plies {
        let (seen, legal) = (engine.observe()?, engine.legal_moves()?);
        if let Err(error) = numbered(ply, seen.fullmoves, &mut numbers) {
            return Some(Err(error));
        }
        let said = WrittenMove::read(ply.word)?;
        let (player, mv) = match (engine.turn(), said.among(&seen, &legal)) {
            (Some(player), SanMatches::One(mv)) => (player, mv),
            (_, found) => {
                let is = if found == SanMatches::Several { "ambiguous" } else { "not a legal move there" };
                let why = misread(&record, &seen, &legal, ply.word).map(|why| format!(": {why}"));
                let problem = format!("{} is {is}{}", quote(ply.word), why.unwrap_or_default());
                return Some(wrong(ply.at, problem));
            }
        };
        let en_passant = ply.en_passant.or(said.says_en_passant().then_some(ply.at));
        if let Some(at) = en_passant.filter(|_| !is_en_passant(&seen, &mv)) {
            return Some(wrong(at, format!("{} is not a capture en passant", quote(ply.word))));
        }
        engine.play(player, &mv).ok()?;
        record.moves.push((player, mv));
        if said.falsely_mates(&engine.observe()?) {
            return Some(wrong(ply.at, format!("{} is not checkmate", quote(ply.word))));
        }
    }
    Some(results(game, &engine.observe()?).map(|()| record))
}

/// Whether a legal move captures en passant.
fn is_en_passant(before: &Observation, mv: &Move) -> bool {
    let pawn = before.board.get(&mv.from).is_some_and(|man| man.kind == Kind::Pawn);
    pawn && before.en_passant == Some(mv.to) && mv.from.file() != mv.to.file()
}

/// Checks that the number before a move continues the previous ones. A text may start at any number.
fn numbered(ply: &Ply<'_>, fullmoves: u32, first: &mut Option<i64>) -> Result<(), Wrong> {
    let Some((at, number)) = ply.number else { return Ok(()) };
    let ahead = i64::from(number) - i64::from(fullmoves);
    let expected = i64::from(fullmoves) + *first.get_or_insert(ahead);
    match i64::from(number) == expected {
        true => Ok(()),
        false => wrong(at, format!("expected move number {expected}, found {number}")),
    }
}

/// Checks that the results in the text of a game agree with each other and, if the game is over, with the
/// final position.
fn results(game: &Game<'_>, end: &Observation) -> Result<(), Wrong> {
    let tag = game.tag("Result").filter(|tag| tag.value != "?");
    if let Some(tag) = tag.filter(|tag| !RESULTS.contains(&tag.value.as_str())) {
        return wrong(
            tag.at,
            format!("the result {} is not one of {}", quote(&tag.value), RESULTS.join(", ")),
        );
    }
    let tag = tag.map(|tag| (tag.at, tag.value.as_str()));
    let mut decided: Option<(usize, &str)> = None;
    for (at, result) in [tag, game.result].into_iter().flatten().filter(|(_, result)| *result != "*") {
        match decided {
            Some((_, other)) if other != result => {
                return wrong(at, format!("the result is {result} here, and {other} in the tag"));
            }
            _ => decided = Some((at, result)),
        }
    }
    let is = match end.winner {
        _ if !end.over => return Ok(()),
        Some(Player::White) => RESULTS[0],
        Some(Player::Black) => RESULTS[1],
        None => RESULTS[2],
    };
    match decided {
        Some((at, result)) if result != is => {
            wrong(at, format!("the result is {result} here, but the moves end the game with {is}"))
        }
        _ => Ok(()),
    }
}

/// The position from which a game starts.
fn start(game: &Game<'_>) -> Result<Position, Wrong> {
    let chess960 = is_chess960(&game.tags)?;
    let (fen, set_up) = (game.tag("FEN"), game.tag("SetUp"));
    match (set_up.map(|tag| (tag.at, tag.value.as_str())), fen) {
        (None | Some((_, "0" | "?")), None) | (None | Some((_, "1" | "?")), Some(_)) => {}
        (Some((at, "1")), None) => return wrong(at, "SetUp is 1, but there is no tag FEN"),
        (Some((at, "0")), Some(_)) => return wrong(at, "SetUp is 0, but there is a tag FEN"),
        (Some((at, value)), _) => return wrong(at, format!("SetUp is {}, not 0 or 1", quote(value))),
    }
    let Some(fen) = fen else {
        return match game.tag("Variant").filter(|_| chess960) {
            Some(tag) => wrong(tag.at, "a game of Chess960 needs the tag FEN"),
            None => Chess::initial(&[]).or_else(|problem| wrong(game.at, problem)),
        };
    };
    let options = ["chess960", "draws", "drawn"];
    if let Some(word) = fen.value.split_ascii_whitespace().find(|word| options.contains(word)) {
        return wrong(
            fen.at,
            format!("bad position: {word:?} is not part of a FEN; name a variant in the tag Variant"),
        );
    }
    let files = fen.value.split_ascii_whitespace().nth(2).is_some_and(names_files);
    let text = if chess960 || files { format!("{} chess960", fen.value) } else { fen.value.clone() };
    text.parse().or_else(|problem| wrong(fen.at, format!("bad position: {problem}")))
}
