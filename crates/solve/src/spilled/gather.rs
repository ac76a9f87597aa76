//! Assembles solutions on disk whose outcomes were found elsewhere.

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

/// The figures of an assembled solution, with its positions in a file.
#[derive(Debug)]
pub struct Whole {
    figures: Figures,
    name: String,
}

impl Gathering {
    /// Begins in a directory that is new, empty or left by an earlier gathering, whose files are not used.
    ///
    /// # Errors
    /// Fails if the directory has other contents, or cannot be used.
    pub fn begin(dir: &Path, subject: &Subject) -> Result<Self, SpillError> {
        let (place, journal, _) = spill::open::<Done>(dir, words(subject))?;
        Ok(Self { place, journal })
    }

    /// Combines the solutions, one for each player, or only one.
    pub fn end(self, solutions: Vec<Whole>) -> Spilled {
        let Self { place, journal } = self;
        let (figures, names) =
            solutions.into_iter().map(|Whole { figures, name }| (figures, vec![name])).unzip();
        Spilled { place, journal, figures, names }
    }
}

/// The directory of a [`Gathering`] that has begun, for the code that does the work.
pub fn place(dir: &Path, subject: &Subject) -> Place {
    Place::new(dir, words(subject).join(" "))
}

fn words(subject: &Subject) -> Vec<String> {
    let mut words = work(subject);
    words.push("(gathered)".into());
    words
}

impl<'p> Gathered<'p> {
    /// An empty solution with this number of bytes of memory, for the player with this index among those who
    /// have a solution.
    pub fn new(place: &'p Place, side: usize, memory: u64) -> Self {
        Self { place, side, sorter: Sorter::new(place, format!("{side}-gathered"), memory, true) }
    }

    /// Adds a position with its outcome.
    ///
    /// # Errors
    /// Fails if there is no more room.
    pub fn add(&mut self, number: u64, outcome: Outcome) -> Result<(), SpillError> {
        self.sorter.push((number, outcome))
    }

    /// Writes the file of all positions. The start has this number.
    ///
    /// # Errors
    /// Fails if files cannot be read or written.
    pub fn end(self, start: u64, counts: Counts) -> Result<Whole, SpillError> {
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
        Ok(Whole { figures: Figures { positions, at_start, counts, table: table.rows() }, name })
    }
}
