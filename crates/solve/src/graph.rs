//! Type-erased graphs of positions.

use std::marker::PhantomData;
use std::path::Path;

use bustan_harness::erased::{Guided, Move, Player, Position, own_position, shared_move, shared_player};
use bustan_vocabulary::{Engine, Measure, Solve};

use crate::database::Subject;
use crate::history::{self, HistoryError, Searched};
use crate::spilled::{self, Spilled, SpilledError};
use crate::{Limits, Progress, Side, Solution, SolveError};

/// The type-erased operations of [`Solve`] on the graph of a game's positions.
pub trait Graph: Send + Sync {
    /// The unit of the leads.
    fn measure(&self) -> Measure;

    /// The current numbering of positions.
    fn numbering(&self) -> u16;

    /// The number of symmetries.
    fn symmetries(&self) -> u32;

    /// In a game for more than two players, the graph of each player. In a game for two players, only this
    /// graph, without a player.
    fn sides(&self) -> Vec<(Option<Player>, Box<dyn Graph>)>;

    /// The number of the starting position.
    fn start(&self) -> u64;

    /// Whether the player of this graph is to move; `None` in a game for two players.
    fn own_turn(&self, number: u64) -> Option<bool>;

    /// The number of the position that represents all symmetric images.
    fn canonical(&self, number: u64) -> u64;

    /// The number of a position.
    ///
    /// # Errors
    /// Returns the errors of [`Solve::number`].
    fn number(&self, position: &Position) -> Result<u64, String>;

    /// The legal moves of a position, sorted, each with the number of its successor.
    ///
    /// # Errors
    /// Returns the errors of [`moves`](crate::moves).
    fn moves(&self, position: &Position) -> Result<Vec<(Move, u64)>, String>;

    /// [Solves](crate::solve_all) every position.
    ///
    /// # Errors
    /// Returns the errors of [`solve_all`](crate::solve_all).
    fn solve_all(&self, limits: Limits, progress: &Progress) -> Result<Vec<Solution>, SolveError>;

    /// [Solves](spilled::solve_all_in) every position, with the positions in files of a directory.
    ///
    /// # Errors
    /// Returns the errors of [`spilled::solve_all_in`].
    fn solve_all_in(
        &self,
        dir: &Path,
        subject: &Subject,
        limits: Limits,
        progress: &Progress,
    ) -> Result<Spilled, SpilledError>;

    /// [Solves](history::search) the start of a game that forbids repeating a position.
    ///
    /// # Errors
    /// Returns the errors of [`history::search`].
    fn search(&self, limits: Limits, progress: &Progress) -> Result<Searched, HistoryError>;
}

/// Returns the graph `S` from a start. The engine `E` supplies the moves.
///
/// # Errors
/// Returns the errors of [`Solve::from_start`].
pub fn graph<S, E>(start: &Position) -> Result<Box<dyn Graph>, String>
where
    S: Solve<Game: Guided> + 'static,
    E: Engine<Game = S::Game> + Default,
{
    let graph = S::from_start(own_position::<S::Game>(start))?;
    Ok(Box::new(Object::<S, E> { graph, engine: PhantomData }))
}

/// A graph with the types of a game.
struct Object<S, E> {
    graph: S,
    engine: PhantomData<fn() -> E>,
}

impl<S, E> Graph for Object<S, E>
where
    S: Solve<Game: Guided> + 'static,
    E: Engine<Game = S::Game> + Default,
{
    fn measure(&self) -> Measure {
        S::MEASURE
    }

    fn numbering(&self) -> u16 {
        S::NUMBERING
    }

    fn symmetries(&self) -> u32 {
        S::SYMMETRIES
    }

    fn sides(&self) -> Vec<(Option<Player>, Box<dyn Graph>)> {
        let object = |Side { player: of, graph }: Side<S>| {
            let side = Self { graph, engine: PhantomData };
            (of.map(shared_player::<S::Game>), Box::new(side) as Box<dyn Graph>)
        };
        crate::sides(&self.graph).into_iter().map(object).collect()
    }

    fn start(&self) -> u64 {
        self.graph.start()
    }

    fn own_turn(&self, number: u64) -> Option<bool> {
        self.graph.own_turn(number)
    }

    fn canonical(&self, number: u64) -> u64 {
        self.graph.canonical(number)
    }

    fn number(&self, position: &Position) -> Result<u64, String> {
        self.graph.number(own_position::<S::Game>(position))
    }

    fn moves(&self, position: &Position) -> Result<Vec<(Move, u64)>, String> {
        let moves = crate::moves::<S, E>(&self.graph, own_position::<S::Game>(position))?;
        Ok(moves.into_iter().map(|(mv, number)| (shared_move::<S::Game>(&mv), number)).collect())
    }

    fn solve_all(&self, limits: Limits, progress: &Progress) -> Result<Vec<Solution>, SolveError> {
        crate::solve_all(&self.graph, limits, progress).map(|(_, solutions)| solutions)
    }

    fn solve_all_in(
        &self,
        dir: &Path,
        subject: &Subject,
        limits: Limits,
        progress: &Progress,
    ) -> Result<Spilled, SpilledError> {
        spilled::solve_all_in(dir, subject, &self.graph, limits, progress).map(|(_, spilled)| spilled)
    }

    fn search(&self, limits: Limits, progress: &Progress) -> Result<Searched, HistoryError> {
        history::search(&self.graph, limits, progress)
    }
}
