//! Assembles solutions on disk from outcomes that are computed elsewhere.

use std::path::Path;

use super::{Done, Figures, Outcome, Spilled, Subject, Table, solved, work};
use crate::Counts;
use bustan_harness::base::journal::Journal;
use bustan_harness::spill::{self, Place, Sorter, SpillError};

/// A directory in which the solutions of a game are assembled.
#[derive(Debug)]
pub struct Gathering {
    place: Place,
    journal: Journal,
}

/// A solution that is being assembled.
pub struct Gathered<'p> {
    place: &'p Place,
    side: usize,
    sorter: Sorter<'p, (u64, Outcome)>,
}

/// An assembled solution: its counts, and its positions in a file.
#[derive(Debug)]
pub struct AssembledSolution {
    figures: Figures,
    name: String,
}

impl Gathering {
    /// Starts in a directory that is new, empty, or left over from an earlier gathering, whose files are
    /// ignored.
    ///
    /// # Errors
    /// Fails if the directory has other contents or cannot be used.
    pub fn begin(dir: &Path, subject: &Subject) -> Result<Self, SpillError> {
        let (place, journal, _) = spill::open::<Done>(dir, words(subject))?;
        Ok(Self { place, journal })
    }

    /// Combines the solutions: one for each player, or a single one.
    pub fn end(self, solutions: Vec<AssembledSolution>) -> Spilled {
        let Self { place, journal } = self;
        let (figures, names) =
            solutions.into_iter().map(|AssembledSolution { figures, name }| (figures, vec![name])).unzip();
        Spilled { place, journal, figures, names }
    }
}

/// The directory of a [`Gathering`] that has been started, for the code that does the work.
pub fn place(dir: &Path, subject: &Subject) -> Place {
    Place::new(dir, words(subject).join(" "))
}

fn words(subject: &Subject) -> Vec<String> {
    let mut words = work(subject);
    words.push("(gathered)".into());
    words
}

impl<'p> Gathered<'p> {
    /// Returns an empty solution, which may use `memory` bytes. `side` is the index of its player among the
    /// players who have a solution.
    pub fn new(place: &'p Place, side: usize, memory: u64) -> Self {
        Self { place, side, sorter: Sorter::new(place, format!("{side}-gathered"), memory, true) }
    }

    /// Adds a position and its outcome.
    ///
    /// # Errors
    /// Fails if the disk is full or not writable.
    pub fn add(&mut self, number: u64, outcome: Outcome) -> Result<(), SpillError> {
        self.sorter.push((number, outcome))
    }

    /// Writes the file of all positions. `start` is the number of the starting position.
    ///
    /// # Errors
    /// Fails if files cannot be read or written.
    pub fn end(self, start: u64, counts: Counts) -> Result<AssembledSolution, SpillError> {
        let name = solved(self.side, 0);
        let mut file = self.place.create(&name)?;
        let (mut table, mut at_start) = (Table::default(), Outcome::default());
        for entry in self.sorter.finish()? {
            let (number, outcome) = entry?;
            table.note(outcome, 1);
            if number == start {
                at_start = outcome;
            }
            file.push((number, outcome))?;
        }
        let positions = self.place.finish(file, true)?;
        Ok(AssembledSolution { figures: Figures { positions, at_start, counts, table: table.rows() }, name })
    }
}
