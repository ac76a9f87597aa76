//! The player that knows the outcome of every position.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use bustan_guide::{Explore, Recurrence};
use bustan_solve::database::Database;
use bustan_solve::{Limits, Outcome, Progress, Solution, moves, of_move, sides, solve_all};
use bustan_vocabulary::{Engine, Game, Record, Solve};

use crate::table::Table;
use crate::{Bot, BotError, Opinion, Thought, Value};

/// Plays perfectly by solved positions. A player who is ahead ends the game as soon as possible, and a player
/// who is behind as late as possible. Among moves with the same outcome, it selects the first by name.
pub struct Solved<S: Solve, E: Engine> {
    name: String,
    known: OutcomeSource,
    /// Whether only one of several symmetric positions is stored.
    symmetry: bool,
    /// The graph of the game; in a game with more than two players, one graph per player.
    graphs: Vec<(Option<<S::Game as Game>::Player>, S)>,
    table: Table<E>,
}

/// The source of outcomes.
enum OutcomeSource {
    /// A file with the positions of all sides.
    File(Database),
    /// Solutions in memory, one per side.
    Here(Vec<Solution>),
}

impl OutcomeSource {
    /// The known outcomes of positions of a side.
    fn find(&self, side: usize, numbers: impl Iterator<Item = u64>) -> BTreeMap<u64, Outcome> {
        match self {
            Self::File(database) => database.find(numbers),
            Self::Here(solutions) => {
                numbers.filter_map(|number| Some((number, solutions.get(side)?.of(number)?))).collect()
            }
        }
    }
}

impl<S: Solve<Game: Explore>, E: Engine<Game = S::Game> + Default> Solved<S, E> {
    /// Solves all positions that can be reached from `start`, with at most `memory` bytes. Setting `stop`
    /// cancels this.
    ///
    /// # Errors
    /// Returns a message that explains why the game cannot be solved: for example, too many positions can be
    /// reached, or their outcomes depend on earlier positions, which the numbers of positions do not include.
    pub fn here(
        start: &<S::Game as Game>::Position,
        memory: u64,
        stop: &Arc<AtomicBool>,
    ) -> Result<Self, String> {
        if S::Game::recurrence(start) == Recurrence::Counts {
            return Err("what can follow depends on the positions before".into());
        }
        let progress = Progress { stop: Arc::clone(stop), ..Progress::default() };
        let limits = Limits { symmetry: false, memory };
        let (sides, solutions) =
            solve_all(&S::from_start(start)?, limits, &progress).map_err(|error| error.to_string())?;
        let graphs = sides.into_iter().map(|side| (side.player, side.graph)).collect();
        let known = OutcomeSource::Here(solutions);
        Ok(Self { name: "solved".into(), known, symmetry: false, graphs, table: Table::new() })
    }

    /// Opens a file that `solve --db` has written. `numbering` returns the current version of the numbering
    /// of a game's positions.
    ///
    /// # Errors
    /// Returns a message that explains why the file cannot be used, or that it is for a different game.
    pub fn open(path: &Path, numbering: impl Fn(&str) -> Option<u16>) -> Result<Self, String> {
        let database = Database::open(path, numbering).map_err(|error| error.to_string())?;
        let subject = database.subject();
        if subject.game != S::Game::NAME {
            return Err(format!("{} is for {}, not for {}", path.display(), subject.game, S::Game::NAME));
        }
        let start: <S::Game as Game>::Position =
            subject.start.parse().map_err(|error| format!("{}: {error}", path.display()))?;
        let graphs = sides(&S::from_start(&start)?);
        let graphs = graphs.into_iter().map(|side| (side.player, side.graph)).collect();
        let symmetry = subject.symmetry;
        let (name, known) = (format!("solved:{}", path.display()), OutcomeSource::File(database));
        Ok(Self { name, known, symmetry, graphs, table: Table::new() })
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

    fn think(
        &mut self,
        game: &Record<S::Game>,
        _: &AtomicBool,
    ) -> Result<Thought<<S::Game as Game>::Move>, BotError> {
        self.table.follow(game)?;
        let engine = self.table.engine();
        let turn = engine.turn().ok_or(BotError::Over)?;
        let position =
            engine.position().ok_or_else(|| BotError::Unanswered(engine.name(), "its position"))?;
        let mut sides = self.graphs.iter().enumerate();
        let (side, (_, graph)) = sides
            .find(|(_, (player, _))| player.is_none_or(|player| player == turn))
            .ok_or(BotError::Over)?;
        let representative = |number| if self.symmetry { graph.canonical(number) } else { number };
        let own_turn = graph.own_turn(graph.number(&position).map_err(BotError::Unsolved)?);
        let leading = moves::<S, E>(graph, &position).map_err(BotError::Unsolved)?;
        let known = self.known.find(side, leading.iter().map(|&(_, child)| representative(child)));
        let unsolved = || BotError::Unsolved(format!("{position} is not among the solved positions"));
        let mut outcomes = Vec::with_capacity(leading.len());
        for (mv, child) in leading {
            let outcome = known.get(&representative(child)).copied().ok_or_else(unsolved)?;
            outcomes.push((mv, of_move(own_turn, outcome)));
        }
        outcomes.sort_by_key(|(_, outcome)| std::cmp::Reverse(outcome.worth()));
        let moves: Vec<Opinion<_>> = outcomes
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
