//! Games in Portable Game Notation.

mod games;
mod read;
mod tokens;
mod variants;

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use bustan_vocabulary::chess::{Chess, Draws, Move, Observation, Player};
use bustan_vocabulary::{Engine, Game, Record};

use super::san::{sign, word};
use tokens::RESULTS;

pub(super) use read::read;

/// The maximum length of a line of moves.
const WIDTH: usize = 80;

/// Formats a game with its moves in standard algebraic notation. `None` if the engine cannot play the game,
/// or if the game has an option for draws, which the notation cannot express.
pub(super) fn write<E>(record: &Record<Chess>, mut engine: E) -> Option<String>
where
    E: Engine<Game = Chess, Observation = Observation>,
{
    if record.start.parts().draws != Draws::None {
        return None;
    }
    engine.setup(&record.start).ok()?;
    let mut words = Vec::new();
    for (at, (player, mv)) in record.moves.iter().enumerate() {
        words.extend(number(&engine.observe()?, at == 0));
        let (word, played) = named(&mut engine, *player, mv, record.start.parts().chess960)?;
        words.push(played.then_some(word)?);
    }
    let end = engine.observe()?;
    let result = match end.winner {
        Some(Player::White) => RESULTS[0],
        Some(Player::Black) => RESULTS[1],
        None if end.over => RESULTS[2],
        None => RESULTS[3],
    };
    words.push(result.into());
    let mut tags = format!("[Result \"{result}\"]\n");
    if record.start.parts().chess960 {
        tags += "[Variant \"Chess960\"]\n";
    }
    if Chess::initial(&[]).as_ref() != Ok(&record.start) {
        tags += &format!("[SetUp \"1\"]\n[FEN \"{}\"]\n", record.start.fen());
    }
    Some(tags + "\n" + &lines(&words))
}

/// Formats the moves of a game in standard algebraic notation on one line, with move numbers, up to the first
/// move that the engine refuses. If only the last move is refused, it is included. `None` if there are no
/// moves.
pub(super) fn moves<E>(record: &Record<Chess>, mut engine: E) -> Option<String>
where
    E: Engine<Game = Chess, Observation = Observation>,
{
    engine.setup(&record.start).ok()?;
    let mut words = Vec::new();
    for (at, (player, mv)) in record.moves.iter().enumerate() {
        let number = engine.observe().and_then(|seen| number(&seen, at == 0));
        let last = at + 1 == record.moves.len();
        let named = named(&mut engine, *player, mv, record.start.parts().chess960);
        let Some((word, _)) = named.filter(|(_, played)| *played || last) else {
            words.push("...".into());
            break;
        };
        words.extend(number);
        words.push(word);
    }
    words.iter().any(|word| word != "...").then(|| words.join(" "))
}

/// The move number before a move, if any: it precedes each move of White and the first move.
fn number(before: &Observation, first: bool) -> Option<String> {
    match before.turn {
        Player::White => Some(format!("{}.", before.fullmoves)),
        Player::Black => first.then(|| format!("{}...", before.fullmoves)),
    }
}

/// Formats a move in standard algebraic notation, and returns whether the engine plays it. A refused move is
/// formatted with both of its squares and without a sign for check or checkmate.
fn named<E>(engine: &mut E, player: Player, mv: &Move, chess960: bool) -> Option<(String, bool)>
where
    E: Engine<Game = Chess, Observation = Observation>,
{
    let (before, legal) = (engine.observe()?, engine.legal_moves()?);
    let word = word(&before, &legal, mv, chess960)?;
    match engine.play(player, mv) {
        Ok(()) => Some((word + sign(&engine.observe()?), true)),
        Err(_) => Some((word, false)),
    }
}

/// Distributes words over lines of limited length.
fn lines(words: &[String]) -> String {
    let (mut text, mut line) = (String::new(), String::new());
    for word in words {
        if !line.is_empty() && line.len() + 1 + word.len() > WIDTH {
            text += &(core::mem::take(&mut line) + "\n");
        }
        line += &(if line.is_empty() { word.to_string() } else { format!(" {word}") });
    }
    text + &line + "\n"
}
