//! Positions on disk, in sorted files that are read and written sequentially.
//!
//! While a ply is visited, each position that it leads to goes to two places: its digest to a [`Sorter`], and
//! its text to a file of reached positions, in the order in which they are reached. At the end of the ply,
//! the sorted digests are compared with the known ones, and the first reached of equal digests is kept. The
//! numbers of the new positions, sorted again, select their texts from the file of reached positions. The
//! order is therefore the same as in memory.
//!
//! The number of a reached position consists of the index of its parent and the index of the move. The files
//! of earlier plies are kept, so that the numbers lead back to the start. Known digests are in one file per
//! ply until there are [`MOST`] files, which are then merged into one.

use std::collections::{BTreeSet, HashSet};
use std::mem;
use std::path::Path;

use rustc_hash::FxBuildHasher;
use serde::{Deserialize, Serialize};

use super::super::visit::Child;
use super::super::{Layer, Results};
use super::memory::DIGEST;
use super::{NextPly, Store};
use crate::base::journal::Journal;
use crate::spill::{self, Place, Sorter, SpillError, Step, Tier, Writer, merged};

/// The number of files of digests at which they are merged into one.
const MOST: usize = 16;

/// The number of a reached position, and its text.
type Reached = (u64, Box<str>);

/// A finished ply, as recorded in the journal of the directory.
#[derive(Debug, Serialize, Deserialize)]
pub(in super::super) struct Done {
    /// The visited positions; `None` for the start, which is only reached.
    visited: Option<(Layer, Results)>,
    /// The next ply.
    ply: usize,
    /// The number of positions of the next ply.
    positions: u64,
    /// The files of known digests.
    known: Vec<String>,
    /// The files of digests of positions up to symmetry.
    classes: Vec<String>,
}

impl Step for Done {
    fn files(&self, needed: &mut BTreeSet<String>) {
        needed.retain(|name| name.ends_with(WAITING));
        needed.insert(waiting(self.ply));
        needed.extend(self.known.iter().chain(&self.classes).cloned());
    }
}

/// The suffix of files of the positions of a ply.
const WAITING: &str = "-positions.tier";

fn waiting(ply: usize) -> String {
    format!("{ply}{WAITING}")
}

/// Opens a directory for the `work` with these arguments. Returns the directory with its journal and the
/// plies that earlier runs have finished.
///
/// # Errors
/// When the directory contains other files, or files of other work, or cannot be used.
pub(in super::super) fn open(
    dir: &Path,
    work: Vec<String>,
) -> Result<(Place, Journal, Vec<Done>), SpillError> {
    spill::open(dir, work)
}

/// A store that keeps positions on disk.
pub(in super::super) struct OnDisk<'p> {
    place: &'p Place,
    journal: &'p Journal,
    /// The memory that the store may take, in bytes.
    allowed: u64,
    /// The ply that is being visited; `None` while only the start is reached.
    ply: Option<usize>,
    last: bool,
    known: Vec<String>,
    classes: Vec<String>,
    /// The remaining positions of the current ply.
    waiting: Option<Tier<Reached>>,
    /// The positions reached so far, with their numbers and texts.
    reached: Option<Writer<Reached>>,
    digests: Sorter<'p, (u128, u64)>,
    in_classes: Sorter<'p, u128>,
    /// Recently reached digests, because most positions that are reached again are reached again soon.
    lately: HashSet<u128, FxBuildHasher>,
}

impl<'p> OnDisk<'p> {
    /// Opens the store in `place`, with up to `allowed` bytes of memory, after the plies in `done`. Returns
    /// the store, the plies visited so far, and the number of positions of the next ply, if the start has
    /// been reached.
    pub(in super::super) fn new(
        place: &'p Place,
        journal: &'p Journal,
        allowed: u64,
        done: Vec<Done>,
    ) -> (Self, Vec<(Layer, Results)>, Option<u64>) {
        let (mut visited, mut ahead) = (Vec::new(), None);
        let mut store = Self {
            place,
            journal,
            allowed,
            ply: None,
            last: false,
            known: Vec::new(),
            classes: Vec::new(),
            waiting: None,
            reached: None,
            digests: Sorter::new(place, "digests", allowed / 2, false),
            in_classes: Sorter::new(place, "classes", allowed / 8, true),
            lately: HashSet::default(),
        };
        for Done { visited: before, ply, positions, known, classes } in done {
            visited.extend(before);
            ahead = Some(positions);
            store.ply = ply.checked_sub(1);
            (store.known, store.classes) = (known, classes);
        }
        (store, visited, ahead)
    }

    /// Returns the name of the file of reached positions.
    fn reached_name(&self) -> String {
        format!("{}-reached.run", self.ahead())
    }

    /// Returns the ply after the one being visited.
    fn ahead(&self) -> usize {
        self.ply.map_or(0, |ply| ply + 1)
    }

    /// Sorts the reached digests, calls `new` with the numbers of the positions that are not known, and
    /// writes the new digests to `file`, if given.
    fn settle(
        &mut self,
        file: Option<&str>,
        mut new: impl FnMut(u64) -> Result<(), SpillError>,
    ) -> Result<(), SpillError> {
        let empty = Sorter::new(self.place, "digests", self.allowed / 2, false);
        let sorted = mem::replace(&mut self.digests, empty).finish()?;
        let mut known = merged::<u128>(self.place, "known", &self.known, true)?;
        let mut head = known.next().transpose()?;
        let mut file = file.map(|name| self.place.create::<u128>(name)).transpose()?;
        let mut before = None;
        for reached in sorted {
            let (digest, number) = reached?;
            if before.replace(digest) == Some(digest) {
                continue;
            }
            while head.is_some_and(|head| head < digest) {
                head = known.next().transpose()?;
            }
            if head != Some(digest) {
                new(number)?;
                file.as_mut().map_or(Ok(()), |file| file.push(digest))?;
            }
        }
        file.map_or(Ok(0), |file| self.place.finish(file, true)).map(drop)
    }

    /// Copies the reached positions with these numbers, which must be sorted, to the file `name`. Returns how
    /// many there are.
    fn take(
        &self,
        numbers: impl Iterator<Item = Result<u64, SpillError>>,
        name: &str,
    ) -> Result<u64, SpillError> {
        let mut file = self.place.create::<Reached>(name)?;
        let mut reached = self.place.open::<Reached>(&self.reached_name())?;
        for number in numbers {
            let number = number?;
            let position = loop {
                match reached.next().transpose()? {
                    Some(position) if position.0 < number => {}
                    Some(position) if position.0 == number => break position,
                    _ => return Err(reached.unfit()),
                }
            };
            file.push(position)?;
        }
        self.place.finish(file, true)
    }

    /// Writes sorted digests to a file.
    fn write(
        &self,
        digests: impl Iterator<Item = Result<u128, SpillError>>,
        name: &str,
    ) -> Result<(), SpillError> {
        let mut file = self.place.create(name)?;
        for digest in digests {
            file.push(digest?)?;
        }
        self.place.finish(file, true).map(drop)
    }

    /// Adds a file to a list. If the list becomes too long, merges the files into one and returns only that.
    /// The merged files can then be removed.
    fn add(&self, files: &[String], file: String, one: &str) -> Result<Vec<String>, SpillError> {
        let files = [files, &[file]].concat();
        if files.len() < MOST {
            return Ok(files);
        }
        let one = format!("{}-{one}.tier", self.ahead());
        self.write(merged(self.place, "one", &files, true)?, &one)?;
        Ok(vec![one])
    }
}

impl Store for OnDisk<'_> {
    fn begin(&mut self, ahead: NextPly) -> Result<(), SpillError> {
        let ply = self.ahead();
        self.ply = Some(ply);
        self.last = ahead == NextPly::Last;
        self.waiting = Some(self.place.open(&waiting(ply))?);
        Ok(())
    }

    fn next(&mut self, most: usize) -> Result<Vec<Box<str>>, SpillError> {
        let texts = self.waiting.iter_mut().flatten().take(most);
        texts.map(|position| position.map(|(_, text)| text)).collect()
    }

    fn reach(&mut self, parent: usize, mv: usize, child: Child) -> Result<(), SpillError> {
        let Child { digest, class, text } = child;
        if self.lately.len() as u64 * DIGEST >= self.allowed / 8 {
            self.lately.clear();
        }
        if !self.lately.insert(digest) {
            return Ok(());
        }
        let number = (parent as u64) << 16 | mv as u64;
        self.digests.push((digest, number))?;
        if self.last {
            return Ok(());
        }
        if self.reached.is_none() {
            self.reached = Some(self.place.create(&self.reached_name())?);
        }
        self.reached.as_mut().map_or(Ok(()), |file| file.push((number, text)))?;
        class.map_or(Ok(()), |class| self.in_classes.push(class))
    }

    fn end(&mut self, visited: Option<(&Layer, &Results)>) -> Result<u64, SpillError> {
        if self.last {
            let mut more = 0;
            self.settle(None, |_| {
                more += 1;
                Ok(())
            })?;
            return Ok(more);
        }
        let place = self.place;
        // If no position was reached, the file is empty.
        let reached = self.reached.take().map_or_else(|| place.create(&self.reached_name()), Ok)?;
        place.finish(reached, false)?;
        let ply = self.ahead();
        let (known, classes) = (format!("{ply}-known.tier"), format!("{ply}-classes.tier"));
        let mut numbers = Sorter::new(place, "numbers", self.allowed / 4, false);
        self.settle(Some(&known), |number| numbers.push(number))?;
        let positions = self.take(numbers.finish()?, &waiting(ply))?;
        place.remove(&self.reached_name())?;
        let empty = Sorter::new(place, "classes", self.allowed / 8, true);
        let digests = mem::replace(&mut self.in_classes, empty).finish()?;
        self.write(digests, &classes)?;
        let known = self.add(&self.known, known, "all-known")?;
        let classes = self.add(&self.classes, classes, "all-classes")?;
        let done = Done {
            visited: visited.map(|(layer, results)| (*layer, results.clone())),
            ply,
            positions,
            known: known.clone(),
            classes: classes.clone(),
        };
        self.journal.add(&done).map_err(|error| SpillError::write(self.journal.path(), error))?;
        for used in self.known.iter().filter(|name| !known.contains(name)) {
            place.remove(used)?;
        }
        for used in self.classes.iter().filter(|name| !classes.contains(name)) {
            place.remove(used)?;
        }
        (self.known, self.classes) = (known, classes);
        Ok(positions)
    }

    fn is_full(&self) -> bool {
        false
    }

    fn on_disk(&self) -> u64 {
        self.place.bytes()
    }

    fn classes(&mut self) -> Result<u64, SpillError> {
        let mut number = 0;
        let here = Sorter::new(self.place, "classes", self.allowed / 8, true);
        let here = mem::replace(&mut self.in_classes, here);
        let names = [&self.classes[..], &here.into_runs()?].concat();
        for digest in merged::<u128>(self.place, "all-classes", &names, true)? {
            digest?;
            number += 1;
        }
        Ok(number)
    }

    fn way(&mut self, at: usize) -> Result<Vec<usize>, SpillError> {
        let mut way = Vec::new();
        let mut at = at;
        for ply in (1..=self.ply.unwrap_or_default()).rev() {
            let mut positions = self.place.open::<Reached>(&waiting(ply))?;
            let Some(position) = positions.nth(at).transpose()? else { return Err(positions.unfit()) };
            way.push((position.0 & 0xffff) as usize);
            at = (position.0 >> 16) as usize;
        }
        way.reverse();
        Ok(way)
    }
}
