//! Files with symmetries of games that Bustan does not know.

use std::path::{Path, PathBuf};

use bustan_harness::any::Any;
use bustan_harness::compare::participant::Participant;
use bustan_harness::erased::{Position, unknown};
use bustan_harness::protocol::foreign::{Foreign, Program, Symmetry, SymmetryError};
use bustan_vocabulary::{Game, uncommented};

use crate::failure::Failure;
use crate::files;
use crate::foreign::ComparedEngines;

/// The option that names symmetries.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Mirrors {
    /// File of symmetries of a game that is not known, one per line, in words such as a1->c1 or a1<->c1: the
    /// engine is compared with its own mirror image under each. FILE:N names the one in line N
    #[arg(
        id = "symmetries",
        long = "symmetry",
        value_name = "FILE",
        requires = "against",
        conflicts_with = "with"
    )]
    symmetry: Option<String>,
}

/// A symmetry from a file.
#[derive(Clone, Debug)]
pub(crate) struct Mirror {
    /// The file and the line, as in `symmetries.txt:3`.
    pub(crate) place: String,
    pub(crate) symmetry: Symmetry,
}

impl Mirrors {
    /// Whether a file is given, so that a program is compared with itself.
    pub(crate) const fn is_given(&self) -> bool {
        self.symmetry.is_some()
    }

    /// The file of symmetries.
    pub(crate) fn file(&self) -> Option<PathBuf> {
        self.symmetry.as_deref().map(|named| place(named).0)
    }

    /// The symmetries in the file, or only the named one; empty without the option.
    pub(crate) fn read(&self, game: Option<&str>) -> Result<Vec<Mirror>, Failure> {
        let Some(named) = &self.symmetry else { return Ok(Vec::new()) };
        if game != Some(Any::NAME) {
            return Err(Failure::Usage("--symmetry is only for the game any".into()));
        }
        let (path, line) = place(named);
        if files::is_standard_stream(&path) {
            return Err(Failure::Usage(
                "--symmetry: name a file; commands that replay a finding read it again".into(),
            ));
        }
        let all = listed(&path)?;
        let Some(line) = line else { return Ok(all.into_iter().map(|(_, mirror)| mirror).collect()) };
        let one = all.into_iter().find_map(|(number, mirror)| (number == line).then_some(mirror));
        let one =
            one.ok_or_else(|| Failure::Usage(format!("{}: no symmetry in line {line}", files::name(&path))));
        one.map(|mirror| vec![mirror])
    }

    /// The only symmetry of the option, for a record; `None` without the option.
    pub(crate) fn one(&self, game: &str) -> Result<Option<Mirror>, Failure> {
        let all = self.read(Some(game).filter(|_| self.symmetry.is_some()))?;
        match &all[..] {
            [] => Ok(None),
            [mirror] => Ok(Some(mirror.clone())),
            [first, ..] => Err(Failure::Usage(format!(
                "--symmetry: there are {} symmetries; name one by its line, as in {}",
                all.len(),
                first.place
            ))),
        }
    }
}

/// A file, and the line number in it if one is given.
fn place(named: &str) -> (PathBuf, Option<usize>) {
    let whole = PathBuf::from(named);
    let line = named.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse().ok()?)));
    match line {
        Some((file, line)) if !whole.exists() => (file.into(), Some(line)),
        _ => (whole, None),
    }
}

/// The symmetries in a file, each with its line number.
fn listed(path: &Path) -> Result<Vec<(usize, Mirror)>, Failure> {
    let (name, text) = (files::name(path), files::read(path)?);
    let mut all = Vec::new();
    for (line, whole) in (1..).zip(text.lines()) {
        let words = uncommented(whole).trim();
        if words.is_empty() {
            continue;
        }
        let symmetry = words.parse().map_err(|error: SymmetryError| {
            let column = files::column(whole, place_of(&error, whole));
            Failure::Usage(format!("{name}, line {line}, column {column}: {error}"))
        })?;
        all.push((line, Mirror { place: format!("{name}:{line}"), symmetry }));
    }
    match all.is_empty() {
        true => Err(Failure::Usage(format!("{name}: it contains no symmetries"))),
        false => Ok(all),
    }
}

/// The byte offset of an error in a line: the pair that the error names, or else the first pair.
fn place_of(error: &SymmetryError, line: &str) -> usize {
    let pairs = files::words(line);
    let named = match error {
        SymmetryError::NoPair(pair) => pairs.iter().find(|(_, word)| word == pair),
        _ => None,
    };
    named.or(pairs.first()).map_or(0, |(at, _)| *at)
}

impl Mirror {
    /// Checks that the same player begins with and without the mirror. Otherwise, games from the start do not
    /// have the symmetry, whatever the engine does.
    pub(crate) fn lets_begin(&self, programs: [&Program; 2], home: Option<Position>) -> Result<(), Failure> {
        let rules = unknown();
        let Some(start) = home.or_else(|| rules.initial(&[]).ok()) else { return Ok(()) };
        let first = |program: &Program| {
            let mut engine = Foreign::new(rules, program, Some(start.clone()));
            engine.setup(&start).ok()?;
            engine.turn()
        };
        let [Some(one), Some(other)] = programs.map(first) else { return Ok(()) };
        if one == other || self.symmetry.image(&one.to_string()) == one.to_string() {
            return Ok(());
        }
        Err(Failure::Usage(format!(
            "{}: {one} begins, and {other} in the mirror; games from the start do not have this symmetry",
            self.place
        )))
    }
}

/// The programs, with the program under test compared with itself in the mirror, if any.
pub(crate) fn seen(rivals: Option<ComparedEngines>, mirror: Option<&Mirror>) -> Option<ComparedEngines> {
    match mirror {
        Some(mirror) => rivals.map(|rivals| rivals.mirrored(mirror)),
        None => rivals,
    }
}
