//! Games and positions in human notation.

use bustan_guide::{Dialect, Form};
use bustan_harness::compare::panics::answer;
use bustan_harness::erased::{ErasedEngine, Move, Player, Reason, Record, Rules};
use bustan_notation::{Asked, Game, Unread};
use bustan_vocabulary::RecordError;

use crate::failure::Failure;
use crate::watch::reading;

/// The games in the text of a file.
pub(crate) fn games(file: &str, text: &str, asked: &Asked<'_>) -> Result<Vec<Game>, Failure> {
    reading(file, || bustan_notation::games(text, asked)).map_err(|unread| match unread {
        Unread::Text(error) => Failure::Record(file.into(), error),
        Unread::Number(number) => {
            Failure::Usage(format!("--number {number}: {file} is not a file of several games"))
        }
    })
}

/// The only game in the text of a file, or an error.
pub(crate) fn game(file: &str, text: &str, asked: &Asked<'_>) -> Result<Game, Failure> {
    let games = games(file, text, asked)?;
    if let Some(Game { begins: (line, column), .. }) = games.get(1) {
        let problem = "another game begins here; keep one game, or choose one with --number".into();
        return Err(Failure::Record(file.into(), RecordError { line: *line, column: *column, problem }));
    }
    games.into_iter().next().ok_or_else(|| Failure::NoGame(file.into()))
}

/// A record in the game's human notation; `None` if the game has none, or if the notation cannot express the
/// whole record.
pub(crate) fn write(record: &Record) -> Option<String> {
    let game = bustan_games::of(record.start.rules())?;
    record.write_game(game.reference.engine())
}

/// The reason, as text, why the engines refuse the move of a record at `ply`, from 1.
pub(crate) fn refusal(record: &Record, ply: usize, reason: Reason) -> Option<String> {
    let (_, mv) = record.moves.get(ply.checked_sub(1)?)?;
    Some(explained(record, ply, reason).unwrap_or_else(|| reason.refusal(mv)))
}

/// The reason why the engines refuse the move at `ply`, explained by the position before it if that confirms
/// the reason.
fn explained(record: &Record, ply: usize, reason: Reason) -> Option<String> {
    let (before, after) = record.moves.split_at_checked(ply.checked_sub(1)?)?;
    let before = Record { start: record.start.clone(), moves: before.to_vec() };
    let (_, mv) = after.first()?;
    // The engine may have a bug that this game shows.
    answer(|| before.explain(&reach(&before)?.observe()?, mv, reason)).ok().flatten()
}

/// The reference engine after the moves of a record.
fn reach(record: &Record) -> Option<ErasedEngine> {
    let mut engine = bustan_games::of(record.start.rules())?.reference.engine();
    engine.setup(&record.start).ok()?;
    record.moves.iter().try_for_each(|(player, mv)| engine.play(*player, mv)).ok()?;
    Some(engine)
}

/// The reason, as text, why a move of the player to move after a record is illegal by the built-in rules;
/// `None` if the move is legal, or if Bustan does not know the game.
pub(crate) fn forbidden(record: &Record, mv: &Move) -> Option<String> {
    let asked = || -> Option<(Player, Reason)> {
        let mut engine = reach(record)?;
        let player = engine.turn()?;
        Some((player, engine.play(player, mv).err()??))
    };
    // The engine may have a bug that this game shows.
    let (player, reason) = answer(asked).ok().flatten()?;
    let mut longer = record.clone();
    longer.moves.push((player, mv.clone()));
    refusal(&longer, longer.moves.len(), reason)
}

/// The reason why the first illegal move of a record is illegal by the built-in rules, if the game has a text
/// for it.
pub(crate) fn first_refusal(record: &Record) -> Option<String> {
    let refused = || -> Option<(usize, Reason)> {
        let mut engine = reach(&Record::new(record.start.clone()))?;
        let played = |(player, mv): &(Player, Move)| engine.play(*player, mv).err();
        let mut refused = record.moves.iter().map(played).zip(1..);
        refused.find_map(|(reason, ply)| Some((ply, reason??)))
    };
    let (ply, reason) = answer(refused).ok().flatten()?;
    explained(record, ply, reason)
}

/// The formats in which a record, given as text, can be pasted into other programs. The program under test
/// speaks `dialect`.
pub(crate) fn forms(rules: Rules, record: &str, dialect: &Dialect) -> Vec<Form> {
    let Ok(record) = rules.record(record) else { return Vec::new() };
    let engine = || Some(bustan_games::of(rules)?.reference.engine());
    // The engine may have a bug that this game shows.
    answer(|| record.forms(&engine, dialect)).unwrap_or_default()
}

/// The moves of a record, given as text, in human notation; `None` if human notation is the same as the
/// notation of programs.
pub(crate) fn moves(rules: Rules, record: &str) -> Option<String> {
    let game = bustan_games::of(rules)?;
    let record = rules.record(record).ok()?;
    // The engine may have a bug that this game shows.
    answer(|| record.write_moves(game.fast.engine())).ok().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_en_passant_square_is_pasted_if_a_pawn_attacks_it() {
        let rules = bustan_games::rules_of("chess").unwrap();
        let fen = |record: &str| {
            let forms = forms(rules, record, &Dialect::default());
            forms.into_iter().find(|form| form.name == "FEN").expect("a form").text
        };
        // The capture would expose the king, which may be the subject of a finding.
        let exposed = "8/8/8/7K/k1p3R1/8/1P6/8 w - - 0 1";
        assert_eq!(fen(&format!("Start[{exposed}];W[b2b4]")), "8/8/8/7K/kPp3R1/8/8/8 b - b3 0 1");
        // One step; a double step with no pawn next to it; one next to a king.
        assert_eq!(fen(&format!("Start[{exposed}];W[b2b3]")), "8/8/8/7K/k1p3R1/1P6/8/8 b - - 0 1");
        for (start, end) in [
            ("8/8/8/7K/k3p1R1/8/1P6/8 w - - 0 1", "8/8/8/7K/kP2p1R1/8/8/8 b - - 0 1"),
            ("8/8/8/7K/2k5/8/1P6/6R1 w - - 0 1", "8/8/8/7K/1Pk5/8/8/6R1 b - - 0 1"),
        ] {
            assert_eq!(fen(&format!("Start[{start}];W[b2b4]")), end);
        }
    }
}
