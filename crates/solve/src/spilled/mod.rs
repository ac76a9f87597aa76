//! Solves games with more positions than fit in memory: positions are in files, and only those being
//! processed are in memory.
//!
//! - `layers` is for games in which no position repeats. Forwards, the positions of each stage are written to
//!   a sorted file. Backwards, each stage is read again, in blocks whose positions and children fit in
//!   memory. The outcomes of the children are read sequentially from the files of the later stages.
//! - `loops` is for all other games. All positions are in one sorted file, and all edges are in files that
//!   are sorted by child. Outcomes propagate from children to parents as in memory. For each step, the edges
//!   are read sequentially, and those that cannot matter are skipped.
//!
//! - `gather` is for solutions that are computed elsewhere.
//!
//! Each completed step is recorded in the [journal](bustan_harness::base::journal) of the directory. After a
//! process was killed, only the incomplete step is repeated.

pub mod gather;
mod layers;
mod lookup;
mod loops;
mod record;

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use bustan_vocabulary::Solve;
use serde::{Deserialize, Serialize};

use super::database::{self, DatabaseError, Subject};
use super::numbered::Numbered;
use super::solution::{Counts, Figures, Table};
use super::{LimitCheck, Limits, Outcome, Progress, Row, Side, SolveError, sides};
use bustan_harness::base::journal::Journal;
use bustan_harness::spill::{self, Merge, Place, Source, SpillError, Step, merged};

/// Why a game could not be solved on disk.
#[derive(Debug)]
pub enum SpilledError {
    /// The game cannot be solved, or solving was interrupted.
    Solve(SolveError),
    /// A file cannot be used.
    Spill(SpillError),
    /// The file of solved positions cannot be written.
    Database(DatabaseError),
}

impl fmt::Display for SpilledError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Solve(error @ SolveError::Interrupted(_)) => {
                write!(f, "{error}; run the same command again to resume")
            }
            Self::Solve(error) => error.fmt(f),
            Self::Spill(error) => error.fmt(f),
            Self::Database(error) => write!(f, "{error}; the solution is kept for the same command"),
        }
    }
}

impl Error for SpilledError {}

impl From<SolveError> for SpilledError {
    fn from(error: SolveError) -> Self {
        Self::Solve(error)
    }
}

impl From<SpillError> for SpilledError {
    fn from(error: SpillError) -> Self {
        Self::Spill(error)
    }
}

impl From<DatabaseError> for SpilledError {
    fn from(error: DatabaseError) -> Self {
        Self::Database(error)
    }
}

/// A completed step for one of the players.
#[derive(Debug, Serialize, Deserialize)]
enum Done {
    /// All positions of a stage were found and explored.
    Stage { side: usize, stage: u32, positions: u64, counts: Counts, ahead: Vec<(u32, Vec<String>)> },
    /// All positions of a stage were solved.
    Solved { side: usize, stage: u32, table: Vec<Row> },
    /// A step of a graph with loops.
    Loops { side: usize, step: loops::Step },
}

/// The name of the file with the unsolved positions of a stage.
fn found(side: usize, stage: u32) -> String {
    format!("{side}-{stage}-found.tier")
}

/// The name of the file with the positions of a stage and their outcomes.
fn solved(side: usize, stage: u32) -> String {
    format!("{side}-{stage}-solved.tier")
}

impl Step for Done {
    fn files(&self, needed: &mut BTreeSet<String>) {
        match self {
            Self::Stage { side, stage, ahead, .. } => {
                let used = layers::ahead(*side, *stage);
                needed.retain(|name| !name.starts_with(&used));
                needed.insert(found(*side, *stage));
                needed.extend(ahead.iter().flat_map(|(_, runs)| runs.iter().cloned()));
            }
            Self::Solved { side, stage, .. } => {
                needed.remove(&found(*side, *stage));
                needed.insert(solved(*side, *stage));
            }
            Self::Loops { side, step } => step.files(*side, needed),
        }
    }
}

/// A graph being solved, and its directory.
#[derive(Clone, Copy)]
struct Work<'w> {
    graph: &'w dyn Numbered,
    /// The index of the graph among the graphs of the game.
    side: usize,
    place: &'w Place,
    journal: &'w Journal,
    watch: LimitCheck<'w>,
}

impl Work<'_> {
    /// Records a completed step.
    fn done(&self, step: &Done) -> Result<(), SpillError> {
        self.journal.add(step).map_err(|error| SpillError::write(self.journal.path(), error))
    }

    /// Reports the number of positions found.
    fn found(&self, positions: u64) -> Result<(), SolveError> {
        self.watch.progress.bytes.store(self.place.bytes(), Ordering::Relaxed);
        self.watch.found(positions as usize, 0)
    }

    /// Reports the number of positions solved.
    fn solved(&self, positions: u64) -> Result<(), SolveError> {
        self.watch.progress.bytes.store(self.place.bytes(), Ordering::Relaxed);
        self.watch.solved(positions as usize)
    }

    fn representative(&self, number: u64) -> u64 {
        self.watch.representative(self.graph, number)
    }
}

/// A solved graph: its counts, and the files of its positions.
struct Tiers {
    figures: Figures,
    names: Vec<String>,
}

/// Positions with their outcomes, by number.
pub type Entries<'p> = Merge<(u64, Outcome), Source<'p, (u64, Outcome)>>;

/// A game that was solved on disk.
#[derive(Debug)]
pub struct Spilled {
    place: Place,
    journal: Journal,
    /// The counts of the solutions: one for each player, or a single one.
    pub figures: Vec<Figures>,
    /// The files of each solution.
    names: Vec<Vec<String>>,
}

/// Solves every position that can be reached from the start of a game like [`solve_all`](super::solve_all),
/// with the positions in files of a directory. Resumes where an earlier process stopped.
///
/// # Errors
/// Fails if the directory has other contents, if a file cannot be used, if there is too little memory
/// nevertheless, or if solving is interrupted.
///
/// # Panics
/// Panics in the same cases as [`solve`](fn@super::solve).
pub fn solve_all_in<S: Solve>(
    dir: &Path,
    subject: &Subject,
    graph: &S,
    limits: Limits,
    progress: &Progress,
) -> Result<(Vec<Side<S>>, Spilled), SpilledError> {
    let sides = sides(graph);
    let graphs: Vec<&dyn Numbered> = sides.iter().map(|side| &side.graph as &dyn Numbered).collect();
    let spilled = solve_graphs(dir, subject, &graphs, limits, progress)?;
    Ok((sides, spilled))
}

/// The description of the work in the journal.
fn work(subject: &Subject) -> Vec<String> {
    let Subject { game, numbering, start, symmetry } = subject;
    let mut words = vec!["solve".into(), game.clone(), "--position".into(), start.clone()];
    words.extend(symmetry.then(|| "--symmetry".into()));
    words.push(format!("(numbering {numbering})"));
    words
}

fn solve_graphs(
    dir: &Path,
    subject: &Subject,
    graphs: &[&dyn Numbered],
    limits: Limits,
    progress: &Progress,
) -> Result<Spilled, SpilledError> {
    let (place, journal, done) = spill::open::<Done>(dir, work(subject))?;
    let mut spilled = Spilled { place, journal, figures: Vec::new(), names: Vec::new() };
    for (side, &graph) in graphs.iter().enumerate() {
        let watch = LimitCheck { limits, progress };
        let work = Work { graph, side, place: &spilled.place, journal: &spilled.journal, watch };
        let tiers = match graph.stage(graph.start()) {
            Some(_) => layers::solve(work, &done)?,
            None => loops::solve(work, &done)?,
        };
        spilled.figures.push(tiers.figures);
        spilled.names.push(tiers.names);
    }
    Ok(spilled)
}

impl Spilled {
    /// The outcomes of positions in the solution for the first player; `None` for a position that is not in
    /// the solution.
    ///
    /// # Errors
    /// Fails if a file cannot be read.
    pub fn find(&self, numbers: &[u64]) -> Result<Vec<Option<Outcome>>, SpillError> {
        let mut wanted = numbers.to_vec();
        wanted.sort_unstable();
        wanted.dedup();
        let outcomes = lookup::outcomes(&self.place, self.names.first().into_iter().flatten(), &wanted)?;
        Ok(numbers.iter().map(|number| outcomes[wanted.partition_point(|other| other < number)]).collect())
    }

    /// All positions of all solutions with their outcomes, by number.
    ///
    /// # Errors
    /// Fails if a file cannot be read.
    pub fn entries(&self) -> Result<Entries<'_>, SpillError> {
        let names: Vec<String> = self.names.iter().flatten().cloned().collect();
        merged(&self.place, "all", &names, true)
    }

    /// Writes a file of solved positions, as [`database::write`] does.
    ///
    /// # Errors
    /// Returns the errors of [`database::write`], and an error if a file cannot be read.
    pub fn write(&self, path: &Path, subject: &Subject) -> Result<u64, SpilledError> {
        let rows: Vec<Row> = self.figures.iter().flat_map(Figures::table).copied().collect();
        let positions = self.figures.first().map_or(0, Figures::positions);
        let entries = self.entries()?.map(|entry| entry.map_err(SpilledError::from));
        database::write_sorted(path, subject, positions, &rows, entries)
    }

    /// Removes the files, and the directory if it is then empty.
    ///
    /// # Errors
    /// Fails if a file cannot be removed.
    pub fn clear(self) -> Result<(), SpillError> {
        self.place.clear(self.journal)
    }

    /// The directory.
    pub fn dir(&self) -> PathBuf {
        self.place.dir().into()
    }
}

/// The counts of a solved graph, with the outcome of its start read from its files.
fn tiers(
    work: Work<'_>,
    positions: u64,
    counts: Counts,
    table: Table,
    names: Vec<String>,
) -> Result<Tiers, SpillError> {
    let start = work.representative(work.graph.start());
    let at_start = lookup::outcomes(work.place, &names, &[start])?[0].unwrap_or_default();
    Ok(Tiers { figures: Figures { positions, at_start, counts, table: table.rows() }, names })
}
