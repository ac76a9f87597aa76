//! A game being played, whichever game it is.

use bustan_guide::{Overlay, Picture};
use bustan_vocabulary::{Engine, Game, Record};

/// A game being played. Moves, players and records are text, so that one server has tables of all games.
pub trait Table: Send {
    /// Who is on turn; `None` when the game is over.
    fn turn(&self) -> Option<String>;

    /// The legal moves; `None` from an engine that does not list them.
    fn legal_moves(&self) -> Option<Vec<String>>;

    /// Makes a move for whoever is on turn. What was taken back is then forgotten.
    ///
    /// # Errors
    ///
    /// Says in words why there is no such move, or why it is illegal. The game is then as it was.
    fn play(&mut self, mv: &str) -> Result<(), String>;

    /// Takes back the last move; false when there is none.
    fn undo(&mut self) -> bool;

    /// Makes the move that was taken back last once more; false when there is none.
    fn redo(&mut self) -> bool;

    /// The game in its own form, which `bustan replay` reads.
    fn record(&self) -> String;

    /// The board as an SVG document with the last move marked; `None` from an engine that does not tell.
    fn svg(&self) -> Option<String>;
}

/// A table of the game that the engine `E` plays, set up by the words that `boardsize` takes.
///
/// # Errors
///
/// Says in words why no game begins so.
pub fn table<G, E>(words: &[&str]) -> Result<Box<dyn Table>, String>
where
    G: Picture,
    E: Engine<Game = G, Observation = G::Observation> + Default + Send,
{
    let start = G::initial(words)?;
    let mut engine = E::default();
    engine.setup(&start).map_err(|error| error.to_string())?;
    Ok(Box::new(Seated { engine, record: Record::new(start), undone: Vec::new() }))
}

/// A game on an engine.
struct Seated<E: Engine> {
    engine: E,
    record: Record<E::Game>,
    /// The moves that were taken back, the latest to be made once more at the end.
    undone: Vec<<E::Game as Game>::Move>,
}

impl<E: Engine> Seated<E> {
    fn make(&mut self, mv: <E::Game as Game>::Move) -> Result<(), String> {
        let player = self.engine.turn().ok_or("the game is over")?;
        self.engine.play(player, &mv).map_err(|reason| match reason {
            Some(reason) => E::Game::refusal(&mv, &reason),
            None => format!("the engine refuses {mv} and gives no reason"),
        })?;
        self.record.moves.push((player, mv));
        Ok(())
    }
}

impl<G, E> Table for Seated<E>
where
    G: Picture,
    E: Engine<Game = G, Observation = G::Observation> + Send,
{
    fn turn(&self) -> Option<String> {
        self.engine.turn().map(|player| player.to_string())
    }

    fn legal_moves(&self) -> Option<Vec<String>> {
        Some(self.engine.legal_moves()?.iter().map(ToString::to_string).collect())
    }

    fn play(&mut self, mv: &str) -> Result<(), String> {
        let mv = mv.parse::<<E::Game as Game>::Move>().map_err(|error| error.to_string())?;
        self.make(mv)?;
        self.undone.clear();
        Ok(())
    }

    fn undo(&mut self) -> bool {
        if self.record.moves.is_empty() || self.engine.undo() != Some(true) {
            return false;
        }
        self.undone.extend(self.record.moves.pop().map(|(_, mv)| mv));
        true
    }

    fn redo(&mut self) -> bool {
        self.undone.pop().is_some_and(|mv| self.make(mv).is_ok())
    }

    fn record(&self) -> String {
        self.record.to_string()
    }

    fn svg(&self) -> Option<String> {
        let last = self.record.moves.last().map(|(_, mv)| mv);
        Some(G::svg(&self.engine.observe()?, &Overlay { last, ..Overlay::default() }))
    }
}
