//! The player that knows the outcome of every position.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use bustan_guide::Explore;
use bustan_harness::solve::database::Database;
use bustan_harness::solve::{Outcome, moves, of_move, sides};
use bustan_vocabulary::{Engine, Game, Record, Solve};

use crate::table::Table;
use crate::{Bot, BotError, Opinion, Thought, Value};

/// Plays what a file of solved positions says: a player who comes out ahead ends the game as soon as possible,
/// one who falls behind as late as possible. Among moves of equal outcome it plays the first by name.
pub struct Solved<S: Solve, E: Engine> {
    name: String,
    database: Database,
    /// The graph of the game; in a game for more than two, one for each player.
    graphs: Vec<(Option<<S::Game as Game>::Player>, S)>,
    table: Table<E>,
}

impl<S: Solve<Game: Explore>, E: Engine<Game = S::Game> + Default> Solved<S, E> {
    /// Opens a file that `solve --db` has written. `numbering` says which way of numbering the positions of a
    /// game is in use.
    ///
    /// # Errors
    /// The message says why the file cannot be used, or which other game it is for.
    pub fn open(path: &Path, numbering: impl Fn(&str) -> Option<u16>) -> Result<Self, String> {
        let database = Database::open(path, numbering).map_err(|error| error.to_string())?;
        let subject = database.subject();
        if subject.game != S::Game::NAME {
            return Err(format!("{} is for {}, not for {}", path.display(), subject.game, S::Game::NAME));
        }
        let start = subject.start.parse().map_err(|error| format!("{}: {error}", path.display()))?;
        let graphs = sides(&S::from_start(&start)?);
        let graphs = graphs.into_iter().map(|side| (side.player, side.graph)).collect();
        Ok(Self { name: format!("solved:{}", path.display()), database, graphs, table: Table::new() })
    }
}

impl<S, E> Bot<S::Game> for Solved<S, E>
where
    S: Solve<Game: Explore>,
    E: Engine<Game = S::Game> + Default + Send,
{
    fn name(&self) -> String {
        self.name.clone()
    }

    fn think(&mut self, game: &Record<S::Game>, _: &AtomicBool) -> Result<Thought<S::Game>, BotError> {
        self.table.follow(game)?;
        let engine = self.table.engine();
        let turn = engine.turn().ok_or(BotError::Over)?;
        let position =
            engine.position().ok_or_else(|| BotError::Unanswered(engine.name(), "its position"))?;
        let (_, graph) = self
            .graphs
            .iter()
            .find(|(player, _)| player.is_none_or(|player| player == turn))
            .ok_or(BotError::Over)?;
        let representative =
            |number| if self.database.subject().symmetry { graph.canonical(number) } else { number };
        let own_turn = graph.own_turn(graph.number(&position).map_err(BotError::Unsolved)?);
        let leading = moves::<S, E>(graph, &position).map_err(BotError::Unsolved)?;
        let known = self.database.find(leading.iter().map(|&(_, child)| representative(child)));
        let unsolved = || BotError::Unsolved(format!("{position} is not among the solved positions"));
        let mut outcomes = Vec::with_capacity(leading.len());
        for (mv, child) in leading {
            let outcome = known.get(&representative(child)).copied().ok_or_else(unsolved)?;
            outcomes.push((mv, of_move(own_turn, outcome)));
        }
        outcomes.sort_by_key(|(_, outcome)| std::cmp::Reverse(outcome.worth()));
        let moves: Vec<Opinion<S::Game>> = outcomes
            .into_iter()
            .map(|(mv, outcome)| Opinion { mv, value: Some(outcome.into()), work: 0 })
            .collect();
        let best = moves.first().ok_or(BotError::Over)?.mv.clone();
        Ok(Thought { best, work: moves.len() as u64, moves })
    }
}

impl From<Outcome> for Value {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Ends { lead, remoteness } => {
                Self::Lead { lead: lead.into(), moves: Some(remoteness.into()) }
            }
            Outcome::Draw => Self::Draw,
        }
    }
}
