//! Tiers on disk: the results of each worker in each phase, so that a run can be resumed.
//!
//! A tier is a phase in which workers receive results about positions. These results are exactly the frames
//! that a worker receives, so the frames are stored, and a resumed run sends them again. A file contains the
//! frames of one tier for one worker:
//!
//! | bytes | hold |
//! |---|---|
//! | 8 | `BUSTANTR` |
//! | 4 + n | the description of the run |
//! | 4 | the CRC-32 of the description |
//! | 1 + 4 + n + 4 | each frame: its kind, its content, and the CRC-32 of both |
//! | 1 | 255: the end |
//!
//! A file gets its name, such as `tier-00012.worker-3-of-4`, when it is complete and on disk, and before its
//! worker starts the next tier. Therefore, all tiers that a run has started, except the last one, are
//! complete in all processes.
//!
//! A run may be resumed with a different number of workers. It then redistributes the frames of each tier,
//! and writes the tiers of the new workers.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tempfile::{Builder, NamedTempFile};

use crate::error::ClusterError;
use crate::pack::{Frame, Kind};

const MAGIC: &[u8; 8] = b"BUSTANTR";
const END: u8 = 255;

/// The maximum length of a frame's content and of a run's description that are accepted when a file is read.
const LONGEST: u32 = 1 << 28;

/// The tiers on a process's disk: for each number of workers, the number of consecutive tiers of each worker,
/// counted from the first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct StoredTiers(BTreeMap<usize, BTreeMap<usize, u64>>);

/// The tiers from which a run resumes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Resume {
    /// The number of tiers.
    pub(crate) tiers: u64,
    /// For each worker that wrote the tiers, the process that reads them.
    pub(crate) readers: Vec<usize>,
}

fn name(tier: u64, worker: usize, workers: usize) -> String {
    format!("tier-{tier:05}.worker-{worker}-of-{workers}")
}

/// Parses the tier, the worker and the number of workers from the name of a file.
fn parts(name: &str) -> Option<(u64, usize, usize)> {
    let (tier, worker) = name.strip_prefix("tier-")?.split_once(".worker-")?;
    let (worker, workers) = worker.split_once("-of-")?;
    Some((tier.parse().ok()?, worker.parse().ok()?, workers.parse().ok()?))
}

/// Creates the directory if necessary, and lists the tiers in it.
///
/// # Errors
/// Fails if the directory cannot be used, or contains tiers of another run.
pub(crate) fn held(directory: &Path, run: &str) -> Result<StoredTiers, ClusterError> {
    let unwritten = |error| ClusterError::Write(directory.into(), error);
    let unread = |error| ClusterError::Read(directory.into(), error);
    fs::create_dir_all(directory).map_err(unwritten)?;
    Builder::new().prefix(".tier-").tempfile_in(directory).map_err(unwritten)?;
    let mut there: BTreeMap<(usize, usize), Vec<u64>> = BTreeMap::new();
    for entry in fs::read_dir(directory).map_err(unread)? {
        let entry = entry.map_err(unread)?;
        if let Some((tier, worker, workers)) = entry.file_name().to_str().and_then(parts) {
            Reader::open(&entry.path(), run)?;
            there.entry((workers, worker)).or_default().push(tier);
        }
    }
    let mut held = StoredTiers::default();
    for ((workers, worker), mut tiers) in there {
        tiers.sort_unstable();
        let whole = tiers.into_iter().zip(0..).take_while(|(tier, at)| tier == at).count() as u64;
        held.0.entry(workers).or_default().insert(worker, whole);
    }
    Ok(held)
}

/// Selects the tiers that are complete in all processes taken together: as many as possible and, in case of a
/// tie, those of the current number of workers. All processes get the same result.
pub(crate) fn agree(held: &[StoredTiers], workers: usize, threads: usize) -> Resume {
    let of = |process: usize, writers: usize, worker: usize| {
        held[process].0.get(&writers).and_then(|tiers| tiers.get(&worker)).copied().unwrap_or_default()
    };
    let mut best = Resume::default();
    let mut numbers: Vec<usize> = held.iter().flat_map(|held| held.0.keys().copied()).collect();
    numbers.sort_by_key(|&writers| (writers != workers, writers));
    numbers.dedup();
    for writers in numbers {
        let most =
            |worker| (0..held.len()).map(|process| of(process, writers, worker)).max().unwrap_or_default();
        let tiers = (0..writers).map(most).min().unwrap_or_default();
        if tiers > best.tiers {
            let reader = |worker: usize| {
                // The process that wrote them is preferred, because other processes may lose access to them.
                let own = (writers == workers).then_some(worker / threads);
                let all = own.into_iter().chain(0..held.len());
                all.into_iter().find(|&process| of(process, writers, worker) >= tiers).unwrap_or_default()
            };
            best = Resume { tiers, readers: (0..writers).map(reader).collect() };
        }
    }
    best
}

/// Removes the tiers of a worker that a resumed run does not use. The worker will write them again, and until
/// then they would look complete.
pub(crate) fn forget(
    directory: &Path,
    worker: usize,
    workers: usize,
    resume: &Resume,
) -> Result<(), ClusterError> {
    let kept = if resume.readers.len() == workers { resume.tiers } else { 0 };
    for entry in fs::read_dir(directory).map_err(|error| ClusterError::Read(directory.into(), error))? {
        let path = entry.map_err(|error| ClusterError::Read(directory.into(), error))?.path();
        let parts = path.file_name().and_then(|name| name.to_str()).and_then(parts);
        if parts.is_some_and(|(tier, of, all)| (of, all) == (worker, workers) && tier >= kept) {
            fs::remove_file(&path).map_err(|error| ClusterError::Write(path, error))?;
        }
    }
    Ok(())
}

/// A tier file that is being written.
pub(crate) struct Writer {
    path: PathBuf,
    file: BufWriter<NamedTempFile>,
}

impl Writer {
    pub(crate) fn create(
        directory: &Path,
        tier: u64,
        worker: usize,
        workers: usize,
        run: &str,
    ) -> Result<Self, ClusterError> {
        let path = directory.join(name(tier, worker, workers));
        let begun = || {
            let file = Builder::new().prefix(".tier-").tempfile_in(directory)?;
            let mut file = BufWriter::with_capacity(1 << 18, file);
            file.write_all(MAGIC)?;
            file.write_all(&(run.len() as u32).to_le_bytes())?;
            file.write_all(run.as_bytes())?;
            file.write_all(&crc32fast::hash(run.as_bytes()).to_le_bytes())?;
            Ok(file)
        };
        let file = begun().map_err(|error| ClusterError::Write(path.clone(), error))?;
        Ok(Self { path, file })
    }

    pub(crate) fn write(&mut self, kind: Kind, bytes: &[u8]) -> Result<(), ClusterError> {
        let head = head(kind as u8, bytes.len() as u32);
        let mut written = || {
            self.file.write_all(&head)?;
            self.file.write_all(bytes)?;
            self.file.write_all(&checksum(&head, bytes).to_le_bytes())
        };
        written().map_err(|error| ClusterError::Write(self.path.clone(), error))
    }

    /// Syncs the file to disk and renames it to its final name.
    pub(crate) fn finish(self) -> Result<(), ClusterError> {
        let Self { path, mut file } = self;
        let finished = || {
            file.write_all(&[END])?;
            let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
            file.as_file().sync_all()?;
            file.persist(&path)?;
            Ok(())
        };
        finished().map_err(|error| ClusterError::Write(path.clone(), error))
    }
}

fn head(kind: u8, length: u32) -> [u8; 5] {
    let [a, b, c, d] = length.to_le_bytes();
    [kind, a, b, c, d]
}

fn checksum(head: &[u8], bytes: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(head);
    hasher.update(bytes);
    hasher.finalize()
}

/// A tier file that is being read.
pub(crate) struct Reader {
    path: PathBuf,
    file: BufReader<File>,
}

impl Reader {
    /// Opens the file of a tier.
    pub(crate) fn of(
        directory: &Path,
        tier: u64,
        worker: usize,
        workers: usize,
        run: &str,
    ) -> Result<Self, ClusterError> {
        Self::open(&directory.join(name(tier, worker, workers)), run)
    }

    fn open(path: &Path, run: &str) -> Result<Self, ClusterError> {
        let file = File::open(path).map_err(|error| ClusterError::Read(path.into(), error))?;
        let mut reader = Self { path: path.into(), file: BufReader::with_capacity(1 << 18, file) };
        if reader.take(MAGIC.len())? != MAGIC {
            return Err(ClusterError::Damaged(path.into()));
        }
        let length = reader.length()?;
        let (words, sum) = (reader.take(length)?, reader.take(4)?);
        if sum != crc32fast::hash(&words).to_le_bytes() {
            return Err(ClusterError::Damaged(path.into()));
        }
        let theirs = String::from_utf8(words).map_err(|_| ClusterError::Damaged(path.into()))?;
        if theirs == run {
            return Ok(reader);
        }
        Err(ClusterError::Foreign { path: path.into(), theirs, ours: run.into() })
    }

    fn take(&mut self, length: usize) -> Result<Vec<u8>, ClusterError> {
        let mut bytes = vec![0; length];
        match self.file.read_exact(&mut bytes) {
            Ok(()) => Ok(bytes),
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
                Err(ClusterError::Damaged(self.path.clone()))
            }
            Err(error) => Err(ClusterError::Read(self.path.clone(), error)),
        }
    }

    fn length(&mut self) -> Result<usize, ClusterError> {
        let mut length = [0; 4];
        length.copy_from_slice(&self.take(4)?);
        match u32::from_le_bytes(length) {
            length @ ..=LONGEST => Ok(length as usize),
            _ => Err(ClusterError::Damaged(self.path.clone())),
        }
    }

    /// Reads the next frame; `None` at the end.
    pub(crate) fn next(&mut self) -> Result<Option<(Kind, Vec<u8>)>, ClusterError> {
        let damaged = || ClusterError::Damaged(self.path.clone());
        let (damaged, kind) = (damaged(), self.take(1)?[0]);
        if kind == END {
            return Ok(None);
        }
        let length = self.length()?;
        let (bytes, sum) = (self.take(length)?, self.take(4)?);
        let right = sum == checksum(&head(kind, length as u32), &bytes).to_le_bytes();
        match Kind::ALL.get(usize::from(kind)) {
            Some(&kind) if right => Ok(Some((kind, bytes))),
            _ => Err(damaged),
        }
    }
}

/// Writes the frames of a tier to disk, if they are to be stored.
pub(crate) struct Keeper(Option<Writer>);

impl Keeper {
    pub(crate) const fn new(writer: Option<Writer>) -> Self {
        Self(writer)
    }

    pub(crate) fn keep(&mut self, frame: &Frame) -> Result<(), ClusterError> {
        self.0.as_mut().map_or(Ok(()), |writer| writer.write(frame.kind, &frame.bytes))
    }

    pub(crate) fn finish(self) -> Result<(), ClusterError> {
        self.0.map_or(Ok(()), Writer::finish)
    }
}
