//! The moves of a position and the numbers of its successors.

use bustan_vocabulary::{Engine, Game, Solve};

type Move<S> = <<S as Solve>::Game as Game>::Move;
type Position<S> = <<S as Solve>::Game as Game>::Position;

/// The legal moves of a position, sorted, each with the number of its successor. The game's engine `F` lists
/// the moves.
///
/// # Errors
/// Returns a message that explains why the position does not belong to the graph's game, or which query the
/// engine does not support.
pub fn moves<S, F>(graph: &S, position: &Position<S>) -> Result<Vec<(Move<S>, u64)>, String>
where
    S: Solve,
    F: Engine<Game = S::Game> + Default,
{
    let mut engine = F::default();
    engine.setup(position).map_err(|invalid| invalid.to_string())?;
    let Some(player) = engine.turn() else { return Ok(Vec::new()) };
    let unable = || format!("the engine {} cannot go through the moves of a position", F::default().name());
    let mut moves = engine.legal_moves().ok_or_else(unable)?;
    moves.sort_unstable();
    let mut leading = Vec::with_capacity(moves.len());
    for mv in moves {
        engine.play(player, &mv).map_err(|_| unable())?;
        let number = graph.number(&engine.position().ok_or_else(unable)?)?;
        engine.undo().ok_or_else(unable)?;
        leading.push((mv, number));
    }
    Ok(leading)
}
