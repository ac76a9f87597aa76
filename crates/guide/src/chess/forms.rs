//! Texts of a game of chess to copy to other programs: the final position, the commands for an engine, and
//! the game for a database.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use bustan_vocabulary::chess::{Chess, Observation, Position};
use bustan_vocabulary::{Engine, Game, Record};

use super::{changed, conventions, pgn};
use crate::Form;

/// The URL of a page with an interactive board, on which moves can be tried.
const BOARD: &str = "https://lichess.org/analysis";

/// The command that switches an engine to Chess960.
const CHESS960: &str = "setoption name UCI_Chess960 value true";

/// Returns the texts of a game. If `engine` cannot play the game, omits the final position and the moves in
/// algebraic notation.
pub(super) fn forms<E>(record: &Record<Chess>, engine: impl Fn() -> Option<E>) -> Vec<Form>
where
    E: Engine<Game = Chess, Observation = Observation>,
{
    // None of the texts can express the options for draws.
    let record = Record { start: Chess::without_draws(&record.start), moves: record.moves.clone() };
    let end = engine().and_then(|engine| end(&record, engine));
    let mut forms: Vec<Form> = end.iter().map(shown).collect();
    forms.push(Form::new("UCI", commanded(&record)));
    let game = engine().and_then(|engine| pgn::write(&record, engine));
    forms.extend(game.map(|game| Form::new("PGN", game.trim_end())));
    forms
}

/// The position at the end of a game. After a double step next to a pawn that could capture, it has an en
/// passant square even if the capture is illegal, because a finding may be about that capture. `None` if the
/// engine refuses a part of the game.
fn end<E>(record: &Record<Chess>, mut engine: E) -> Option<Position>
where
    E: Engine<Game = Chess, Observation = Observation>,
{
    engine.setup(&record.start).ok()?;
    for (player, mv) in &record.moves {
        engine.play(*player, mv).ok()?;
    }
    let (position, seen) = (engine.position()?, engine.observe()?);
    let last = record.moves.last().map(|(_, mv)| mv);
    let crossed = conventions::attacked(&record.start, last, &seen);
    Some(changed(&position, |parts| parts.en_passant = crossed.or(parts.en_passant)))
}

/// The FEN of a position, with a link to a page that shows it.
fn shown(position: &Position) -> Form {
    let fen = position.fen();
    let kind = if position.parts().chess960 { "chess960" } else { "standard" };
    let link = format!("{BOARD}/{kind}/{}", fen.replace(' ', "_"));
    Form { link: Some(link), ..Form::new("FEN", fen) }
}

/// The commands that lead an engine to the end of a game.
fn commanded(record: &Record<Chess>) -> String {
    let chess960 = record.start.parts().chess960;
    let standard = Chess::initial(&[]).is_ok_and(|start| start.fen() == record.start.fen());
    let start = if standard { "startpos".into() } else { format!("fen {}", record.start.fen()) };
    let mut words = vec!["position".to_string(), start];
    if !record.moves.is_empty() {
        words.push("moves".into());
        words.extend(record.moves.iter().map(|(_, mv)| mv.to_string()));
    }
    let command = words.join(" ");
    if chess960 { format!("{CHESS960}\n{command}") } else { command }
}
