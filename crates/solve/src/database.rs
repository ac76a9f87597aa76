//! Files of solutions: compact, written atomically, and searched without decompression.
//!
//! | bytes | hold |
//! |---|---|
//! | 8 | `BUSTANDB` |
//! | 2 | the version of the format, 2 |
//! | 8 | the length of the file |
//! | 2 + n | the name of the game |
//! | 2 | the [numbering](bustan_vocabulary::Solve::NUMBERING) of its positions |
//! | 4 + n | the position at the start, in the game's own text form |
//! | 1 | 1 if only one of symmetric positions is stored, else 0 |
//! | 8 | the number of positions |
//! | 8 | the number of entries |
//! | 4 + 4 n | the outcomes that occur, the most frequent first: lead and remoteness, 2 bytes each; a draw has both at their largest |
//! | the rest but 4 | for each entry, by number: the difference between its number and the one before, and the index of its outcome |
//! | 4 | the CRC-32 of all bytes before |
//!
//! The number of entries equals the number of positions. In a game for more than two players, there is one
//! entry for each position and player. If only one of several symmetric positions is stored, an entry that is
//! the same for several players is stored once.
//!
//! Numbers with a fixed length are little-endian. The two numbers of each entry have a variable length: seven
//! bits per byte, the lowest first, with the top bit set in all bytes but the last. An entry takes about two
//! bytes.
//!
//! A file is [complete or absent](bustan_harness::base::atomic_file), and replaces only a file of its kind or an empty one. Before a file
//! is read, it is checked that it is a regular file, starts with the magic bytes, and has the length that it
//! states. A file that is damaged in another way is refused before the first lookup, and so is a file whose
//! numbering differs from that of this program.

use std::collections::{BTreeMap, HashMap};
use std::error::Error;
use std::fmt;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::{Outcome, Row, Solution};
use bustan_harness::base::atomic_file::{self, AtomicFile};
use bustan_harness::spill::packed::{Reader, put};

const MAGIC: &[u8; 8] = b"BUSTANDB";
const VERSION: u16 = 2;
const DRAW: (i16, u16) = (i16::MAX, u16::MAX);
const CHECKSUM: usize = 4;

/// The length of the first part of a file: magic bytes, version and length.
const HEAD: usize = MAGIC.len() + 2 + 8;

/// The game and the start of a solution, and the numbering of its positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The name of the game.
    pub game: String,
    /// The [numbering](bustan_vocabulary::Solve::NUMBERING) of the positions of the game.
    pub numbering: u16,
    /// The position at the start, in the notation of the game.
    pub start: String,
    /// Whether only one of several symmetric positions was solved.
    pub symmetry: bool,
}

/// Why a file of solved positions cannot be used.
#[derive(Debug)]
pub enum DatabaseError {
    /// The file cannot be read.
    Read(PathBuf, io::Error),
    /// The file cannot be written.
    Write(PathBuf, io::Error),
    /// The file does not start with the magic bytes.
    Foreign(PathBuf),
    /// The file to be replaced does not start with the magic bytes.
    Occupied(PathBuf),
    /// The file has a different version of the format.
    Version(PathBuf, u16),
    /// The length of the file is not the length that it states.
    Length {
        /// The file.
        path: PathBuf,
        /// The actual number of bytes.
        is: u64,
        /// The number of bytes that the file states.
        should: u64,
    },
    /// The checksum of the file does not match its content.
    Damaged(PathBuf),
    /// The checksum is correct, but the content is inconsistent.
    Content(PathBuf),
    /// The file is for a game that this program cannot solve.
    Game(PathBuf, String),
    /// The positions of the game are numbered differently in this program.
    Numbering {
        /// The file.
        path: PathBuf,
        /// The numbering of the file.
        is: u16,
        /// The numbering of this program.
        should: u16,
    },
}

impl fmt::Display for DatabaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(path, error) => write!(f, "cannot read {}: {error}", path.display()),
            Self::Write(path, error) => write!(f, "cannot write {}: {error}", path.display()),
            Self::Foreign(path) => write!(f, "{} is not a file of solved positions", path.display()),
            Self::Occupied(path) => {
                write!(
                    f,
                    "{} exists and is not a file of solved positions, so it is not replaced",
                    path.display()
                )
            }
            Self::Version(path, version) => {
                write!(
                    f,
                    "{} has version {version} of the format; this program reads {VERSION}",
                    path.display()
                )
            }
            Self::Length { path, is, should } => {
                write!(f, "{} is damaged: it has {is} bytes instead of {should}", path.display())
            }
            Self::Damaged(path) => write!(f, "{} is damaged: its checksum is wrong", path.display()),
            Self::Content(path) => write!(f, "{} is damaged: its parts do not fit together", path.display()),
            Self::Game(path, game) => {
                write!(f, "{} is for the game {game:?}, which this program cannot solve", path.display())
            }
            Self::Numbering { path, is, should } => {
                let path = path.display();
                write!(
                    f,
                    "{path} numbers positions in way {is}, this program in way {should}; solve the game again"
                )
            }
        }
    }
}

impl Error for DatabaseError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Read(_, error) | Self::Write(_, error) => Some(error),
            _ => None,
        }
    }
}

/// Checks, before there is a solution, whether one can be written to a file. Leaves no file.
///
/// # Errors
/// Fails if the file cannot be created, or would replace a file of another kind.
pub fn probe(path: &Path) -> Result<(), DatabaseError> {
    atomic_file::probe(path, 0).map_err(|error| DatabaseError::Write(path.into(), error))?;
    replaceable(path)
}

/// Checks that a file is not a file of another kind. An empty file may be replaced.
fn replaceable(path: &Path) -> Result<(), DatabaseError> {
    let read = |error| DatabaseError::Read(path.into(), error);
    let file = match atomic_file::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(read(error)),
    };
    let mut magic = Vec::new();
    file.take(MAGIC.len() as u64).read_to_end(&mut magic).map_err(read)?;
    if magic.is_empty() || magic == MAGIC { Ok(()) } else { Err(DatabaseError::Occupied(path.into())) }
}

/// Writes a solution to a file atomically, and returns the number of bytes. In a game for more than two
/// players, the solutions for all players are in one file.
///
/// # Errors
/// Fails if the file cannot be written, or would replace a file of another kind.
pub fn write(path: &Path, subject: &Subject, solutions: &[Solution]) -> Result<u64, DatabaseError> {
    let rows: Vec<Row> = solutions.iter().flat_map(Solution::table).collect();
    let positions = solutions.first().map_or(0, Solution::positions);
    write_sorted(path, subject, positions, &rows, all(solutions).map(Ok))
}

/// Writes a file like [`write()`], without holding its entries in memory. The entries are positions with
/// their outcomes, sorted by number, each once. `rows` are the outcomes with their numbers of positions, for
/// all players one after the other, and `positions` is the number of positions of one player.
///
/// # Errors
/// Fails if an entry is an error, if the file cannot be written, or if it would replace a file of another
/// kind.
///
/// # Panics
/// Panics if an entry has an outcome that is not in `rows`.
pub fn write_sorted<E: From<DatabaseError>>(
    path: &Path,
    subject: &Subject,
    positions: u64,
    rows: &[Row],
    entries: impl IntoIterator<Item = Result<(u64, Outcome), E>>,
) -> Result<u64, E> {
    replaceable(path)?;
    let unwritten = |error| E::from(DatabaseError::Write(path.into(), error));
    let mut part = AtomicFile::begin(path).map_err(unwritten)?;
    let (outcomes, places) = outcomes(rows);
    let head = |length, entries| head(subject, positions, length, entries, &outcomes);
    let head_length = head(0, 0).len();
    // The head is written again when its values are known.
    part.file().write_all(&head(0, 0)).map_err(unwritten)?;
    let mut checksum = crc32fast::Hasher::new();
    let mut written = (head_length + CHECKSUM) as u64;
    let mut bytes = Vec::with_capacity(PIECE + 2 * 10);
    let mut flush = |part: &mut AtomicFile, bytes: &mut Vec<u8>| {
        checksum.update(bytes);
        written += bytes.len() as u64;
        part.file().write_all(bytes)?;
        bytes.clear();
        Ok(())
    };
    let (mut before, mut count) = (0, 0u64);
    for entry in entries {
        let (number, outcome) = entry?;
        put(&mut bytes, number - before);
        put(&mut bytes, places[&pair(outcome)]);
        before = number;
        count += 1;
        if bytes.len() >= PIECE {
            flush(&mut part, &mut bytes).map_err(unwritten)?;
        }
    }
    flush(&mut part, &mut bytes).map_err(unwritten)?;
    let head = head(written, count);
    let mut all = crc32fast::Hasher::new();
    all.update(&head);
    all.combine(&checksum);
    let file = part.file();
    let finished = file.write_all(&all.finalize().to_le_bytes()).and_then(|()| {
        file.seek(SeekFrom::Start(0))?;
        file.write_all(&head)
    });
    finished.and_then(|()| part.finish(true)).map_err(unwritten)?;
    Ok(written)
}

/// The number of bytes written at a time.
const PIECE: usize = 1 << 16;

/// A lead and a remoteness, as stored in a file.
type Pair = (i16, u16);

/// The stored form of an outcome.
const fn pair(outcome: Outcome) -> Pair {
    match outcome {
        Outcome::Ends { lead, remoteness } => (lead, remoteness),
        Outcome::Draw => DRAW,
    }
}

/// The outcomes that occur, the most frequent first, and the index of each.
fn outcomes(rows: &[Row]) -> (Vec<Pair>, HashMap<Pair, u64>) {
    let mut frequencies: BTreeMap<Pair, u64> = BTreeMap::new();
    for row in rows {
        *frequencies.entry(pair(row.outcome)).or_default() += row.positions;
    }
    let mut outcomes: Vec<_> = frequencies.into_iter().collect();
    outcomes.sort_by_key(|&(_, positions)| std::cmp::Reverse(positions));
    let outcomes: Vec<_> = outcomes.into_iter().map(|(outcome, _)| outcome).collect();
    let places = outcomes.iter().copied().zip(0..).collect();
    (outcomes, places)
}

/// The bytes before the entries.
fn head(subject: &Subject, positions: u64, length: u64, entries: u64, outcomes: &[(i16, u16)]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(length.to_le_bytes());
    bytes.extend((subject.game.len() as u16).to_le_bytes());
    bytes.extend(subject.game.as_bytes());
    bytes.extend(subject.numbering.to_le_bytes());
    bytes.extend((subject.start.len() as u32).to_le_bytes());
    bytes.extend(subject.start.as_bytes());
    bytes.push(subject.symmetry.into());
    bytes.extend(positions.to_le_bytes());
    bytes.extend(entries.to_le_bytes());
    bytes.extend((outcomes.len() as u32).to_le_bytes());
    for (lead, remoteness) in outcomes {
        bytes.extend(lead.to_le_bytes());
        bytes.extend(remoteness.to_le_bytes());
    }
    bytes
}

/// The positions of all solutions, by number. If several solutions contain the same number, the outcome is
/// the same in all of them.
fn all(solutions: &[Solution]) -> impl Iterator<Item = (u64, Outcome)> + '_ {
    let mut rest: Vec<_> = solutions.iter().map(|solution| solution.iter().peekable()).collect();
    std::iter::from_fn(move || {
        let first =
            rest.iter_mut().filter_map(|entries| entries.peek().copied()).min_by_key(|entry| entry.0)?;
        for entries in &mut rest {
            entries.next_if(|entry| entry.0 == first.0);
        }
        Some(first)
    })
}

/// A file of solved positions, loaded into memory and validated.
#[derive(Clone, Debug)]
pub struct Database {
    subject: Subject,
    positions: u64,
    outcomes: Vec<Outcome>,
    /// The entries, encoded as in the file.
    packed: Vec<u8>,
}

impl Database {
    /// Reads a file.
    ///
    /// # Errors
    /// Fails if the file cannot be read, is of another kind, is damaged, or has a different numbering of
    /// positions. `numbering` returns the [current numbering](bustan_vocabulary::Solve::NUMBERING) of the
    /// game with a name, if there is such a game.
    pub fn open(path: &Path, numbering: impl Fn(&str) -> Option<u16>) -> Result<Self, DatabaseError> {
        let unread = |error| DatabaseError::Read(path.into(), error);
        let damaged = || DatabaseError::Damaged(path.into());
        let mut file = atomic_file::open(path).map_err(unread)?;
        let is = file.metadata().map_err(unread)?.len();
        let mut bytes = Vec::new();
        Read::by_ref(&mut file).take(HEAD as u64).read_to_end(&mut bytes).map_err(unread)?;
        let mut head = Reader { bytes: &bytes };
        if head.take(MAGIC.len()) != Some(MAGIC) {
            return Err(DatabaseError::Foreign(path.into()));
        }
        let version = head.number(2).ok_or_else(damaged)? as u16;
        if version != VERSION {
            return Err(DatabaseError::Version(path.into(), version));
        }
        let should = head.number(8).ok_or_else(damaged)?;
        if is != should {
            return Err(DatabaseError::Length { path: path.into(), is, should });
        }
        let rest = usize::try_from(is).ok().and_then(|is| is.checked_sub(HEAD)).ok_or_else(damaged)?;
        bytes.try_reserve_exact(rest).map_err(|_| unread(ErrorKind::OutOfMemory.into()))?;
        file.take(rest as u64).read_to_end(&mut bytes).map_err(unread)?;
        let (content, checksum) = bytes.split_last_chunk::<CHECKSUM>().ok_or_else(damaged)?;
        if crc32fast::hash(content) != u32::from_le_bytes(*checksum) {
            return Err(damaged());
        }
        let rest = content.get(HEAD..).ok_or_else(damaged)?.len();
        bytes.truncate(HEAD + rest);
        bytes.drain(..HEAD);
        let database = Self::decode(bytes).ok_or_else(|| DatabaseError::Content(path.into()))?;
        let Subject { game, numbering: is, .. } = database.subject();
        match numbering(game) {
            None => Err(DatabaseError::Game(path.into(), game.clone())),
            Some(should) if should != *is => {
                Err(DatabaseError::Numbering { path: path.into(), is: *is, should })
            }
            Some(_) => Ok(database),
        }
    }

    /// Decodes the bytes between the head and the checksum.
    fn decode(mut bytes: Vec<u8>) -> Option<Self> {
        let mut reader = Reader { bytes: &bytes };
        let length = reader.number(2)?;
        let game = reader.text(length)?;
        let numbering = reader.number(2)? as u16;
        let length = reader.number(4)?;
        let start = reader.text(length)?;
        let symmetry = reader.number(1)? == 1;
        let (positions, entries) = (reader.number(8)?, reader.number(8)?);
        let mut outcomes = Vec::new();
        for _ in 0..reader.number(4)? {
            let (lead, remoteness) = (reader.number(2)? as i16, reader.number(2)? as u16);
            outcomes.push(match (lead, remoteness) {
                DRAW => Outcome::Draw,
                (i16::MIN | i16::MAX, _) => return None,
                _ => Outcome::Ends { lead, remoteness },
            });
        }
        let unpacked = bytes.len() - reader.bytes.len();
        bytes.drain(..unpacked);
        let packed = bytes;
        let mut read = Entries::of(&packed, &outcomes);
        let whole =
            read.by_ref().count() as u64 == entries && read.rest.bytes.is_empty() && positions <= entries;
        let subject = Subject { game, numbering, start, symmetry };
        whole.then_some(Self { subject, positions, outcomes, packed })
    }

    /// The game and the start that were solved.
    pub const fn subject(&self) -> &Subject {
        &self.subject
    }

    /// The number of positions in the file.
    pub const fn positions(&self) -> u64 {
        self.positions
    }

    /// The outcomes of those `numbers` that are in the file. A single pass looks up all of them, which takes
    /// no longer than looking up one.
    pub fn find(&self, numbers: impl IntoIterator<Item = u64>) -> BTreeMap<u64, Outcome> {
        let mut wanted: Vec<u64> = numbers.into_iter().collect();
        wanted.sort_unstable();
        wanted.dedup();
        let mut wanted = wanted.into_iter().peekable();
        let mut found = BTreeMap::new();
        for (number, outcome) in Entries::of(&self.packed, &self.outcomes) {
            while wanted.next_if(|&next| next < number).is_some() {}
            if wanted.next_if_eq(&number).is_some() {
                found.insert(number, outcome);
            }
            if wanted.peek().is_none() {
                break;
            }
        }
        found
    }
}

/// The entries of a file by number, up to the first invalid one.
struct Entries<'a> {
    rest: Reader<'a>,
    outcomes: &'a [Outcome],
    /// The number of the previous entry.
    before: Option<u64>,
}

impl<'a> Entries<'a> {
    fn of(packed: &'a [u8], outcomes: &'a [Outcome]) -> Self {
        Self { rest: Reader { bytes: packed }, outcomes, before: None }
    }
}

impl Iterator for Entries<'_> {
    type Item = (u64, Outcome);

    fn next(&mut self) -> Option<Self::Item> {
        let (step, place) = (self.rest.packed()?, self.rest.packed()?);
        let number = match self.before {
            None => step,
            Some(before) => before.checked_add(step).filter(|&number| number > before)?,
        };
        self.before = Some(number);
        Some((number, *self.outcomes.get(usize::try_from(place).ok()?)?))
    }
}
