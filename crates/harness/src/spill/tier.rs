//! Files of sorted records. A file that is incomplete or damaged is refused.
//!
//! | bytes | hold |
//! |---|---|
//! | 8 | `BUSTANTR` |
//! | 2 | the version of the format, 1 |
//! | 1 | the [kind](Record::KIND) of the records |
//! | 4 + n | the work that the file belongs to |
//! | 4 + n | the name of the file |
//! | 4 | the CRC-32 of all preceding bytes |
//! | all but the last 16 | blocks |
//! | 4 | 0 |
//! | 8 | the number of records |
//! | 4 | the CRC-32 of the preceding 12 bytes, seeded as for a block |
//!
//! A block consists of the length of its content and the number of its records, 4 bytes each; the
//! [ranks](Record::rank) of its first and its last record, 8 bytes each; the CRC-32 of all these fields and
//! of the content, 4 bytes; and the content. The checksum of a block is seeded with the checksum of the head
//! and the number of earlier blocks, so that a block from another file, or from another place in the file, is
//! detected. All numbers are little-endian.

use std::fs::File;
use std::io::{BufReader, Read, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use super::packed::Reader;
use super::{Problem, Record, SpillError};
use crate::base::atomic_file::{self, AtomicFile};

const MAGIC: &[u8; 8] = b"BUSTANTR";

/// The version of the format.
pub(super) const VERSION: u16 = 1;

/// The size at which the content of a block ends, in bytes; the last record may exceed it.
pub(super) const BLOCK: usize = 1 << 16;

/// The size of a block's head, in bytes.
const HEAD: usize = 4 + 4 + 8 + 8 + 4;

/// The size of the end of a file in bytes, without the zero length that marks it.
const END: usize = 8 + 4;

/// Returns the head of a file, without its checksum.
fn head(kind: u8, work: &str, name: &str) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.push(kind);
    for text in [work, name] {
        bytes.extend((text.len() as u32).to_le_bytes());
        bytes.extend(text.as_bytes());
    }
    bytes
}

/// Returns the hasher for the checksum of a block, seeded with `head`, the checksum of the head, and the
/// number of earlier blocks.
fn seeded(head: u32, blocks: u64) -> crc32fast::Hasher {
    let mut hasher = crc32fast::Hasher::new_with_initial(head);
    hasher.update(&blocks.to_le_bytes());
    hasher
}

/// A file that is being written.
#[derive(Debug)]
pub struct Writer<R> {
    path: PathBuf,
    part: AtomicFile,
    /// The checksum of the head.
    seed: u32,
    blocks: u64,
    records: u64,
    bytes: u64,
    /// The block being filled, with space for its head.
    block: Vec<u8>,
    in_block: u32,
    first: u64,
    before: R,
}

impl<R: Record> Writer<R> {
    /// Starts writing a file that belongs to `work`.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn begin(path: &Path, work: &str, name: &str) -> Result<Self, SpillError> {
        let unwritten = |error| SpillError::write(path, error);
        let mut head = head(R::KIND, work, name);
        let seed = crc32fast::hash(&head);
        head.extend(seed.to_le_bytes());
        let mut part = AtomicFile::begin(path).map_err(unwritten)?;
        part.file().write_all(&head).map_err(unwritten)?;
        Ok(Self {
            path: path.into(),
            part,
            seed,
            blocks: 0,
            records: 0,
            bytes: head.len() as u64,
            block: vec![0; HEAD],
            in_block: 0,
            first: 0,
            before: R::default(),
        })
    }

    /// Appends a record, which must not sort before the previous one.
    ///
    /// # Errors
    /// If the file cannot be written.
    #[inline]
    pub fn push(&mut self, record: R) -> Result<(), SpillError> {
        if self.in_block == 0 {
            self.first = record.rank();
        }
        record.put(&self.before, &mut self.block);
        self.before = record;
        self.in_block += 1;
        if self.block.len() >= BLOCK { self.flush() } else { Ok(()) }
    }

    /// Returns the number of records so far.
    pub fn records(&self) -> u64 {
        self.records + u64::from(self.in_block)
    }

    fn flush(&mut self) -> Result<(), SpillError> {
        let length = (self.block.len() - HEAD) as u32;
        self.block[..4].copy_from_slice(&length.to_le_bytes());
        self.block[4..8].copy_from_slice(&self.in_block.to_le_bytes());
        self.block[8..16].copy_from_slice(&self.first.to_le_bytes());
        self.block[16..24].copy_from_slice(&self.before.rank().to_le_bytes());
        let mut hasher = seeded(self.seed, self.blocks);
        hasher.update(&self.block[..24]);
        hasher.update(&self.block[HEAD..]);
        self.block[24..HEAD].copy_from_slice(&hasher.finalize().to_le_bytes());
        let written = self.part.file().write_all(&self.block);
        written.map_err(|error| SpillError::write(&self.path, error))?;
        self.bytes += self.block.len() as u64;
        self.blocks += 1;
        self.records += u64::from(self.in_block);
        self.in_block = 0;
        self.block.truncate(HEAD);
        self.before = R::default();
        Ok(())
    }

    /// Finishes the file, renames it to its final name, and returns the numbers of its records and bytes.
    /// With `sync`, the file is flushed to disk first.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn finish(mut self, sync: bool) -> Result<(u64, u64), SpillError> {
        if self.in_block > 0 {
            self.flush()?;
        }
        let mut end = vec![0; 4];
        end.extend(self.records.to_le_bytes());
        let mut hasher = seeded(self.seed, self.blocks);
        hasher.update(&end);
        end.extend(hasher.finalize().to_le_bytes());
        let written = self.part.file().write_all(&end).and_then(|()| self.part.finish(sync));
        written.map_err(|error| SpillError::write(&self.path, error))?;
        Ok((self.records, self.bytes + end.len() as u64))
    }
}

/// A block as stored in a file.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The number of earlier blocks in the file.
    at: u64,
    records: u32,
    first: u64,
    last: u64,
    checksum: u32,
    content: Vec<u8>,
}

impl Block {
    /// Returns the ranks of the first and the last record of the block.
    pub const fn range(&self) -> (u64, u64) {
        (self.first, self.last)
    }
}

/// A file being read, block by block or record by record.
#[derive(Debug)]
pub struct Tier<R> {
    path: PathBuf,
    file: BufReader<File>,
    seed: u32,
    blocks: u64,
    /// The number of records in the blocks read so far.
    records: u64,
    over: bool,
    /// The block whose records are being read. `at` is the offset in it, and `left` is the number of
    /// remaining records.
    block: Block,
    at: usize,
    left: u32,
    before: R,
    record: PhantomData<R>,
}

impl<R: Record> Tier<R> {
    /// Opens a file, which must belong to `work`.
    ///
    /// # Errors
    /// If the file cannot be read, has a damaged head or another kind of records, or belongs to other work.
    pub(super) fn open(path: &Path, work: &str, name: &str) -> Result<Self, SpillError> {
        let unread = |error| SpillError::read(path, error);
        let file = atomic_file::open(path).map_err(unread)?;
        let mut tier = Self {
            path: path.into(),
            file: BufReader::with_capacity(BLOCK, file),
            seed: 0,
            blocks: 0,
            records: 0,
            over: false,
            block: Block::default(),
            at: 0,
            left: 0,
            before: R::default(),
            record: PhantomData,
        };
        let foreign = || SpillError::from(Problem::Foreign(path.into()));
        let mut begin = [0; MAGIC.len() + 3];
        tier.file.read_exact(&mut begin).map_err(|_| foreign())?;
        if &begin[..MAGIC.len()] != MAGIC {
            return Err(foreign());
        }
        let version = u16::from_le_bytes([begin[8], begin[9]]);
        if version != VERSION {
            return Err(Problem::Version(path.into(), version).into());
        }
        let kind = begin[10];
        let (is, called) = (tier.text()?, tier.text()?);
        tier.seed = crc32fast::hash(&head(kind, &is, &called));
        if tier.word()? != tier.seed {
            return Err(tier.damaged("the checksum of its head is wrong"));
        }
        if is != work {
            return Err(Problem::Other { path: path.into(), is, should: work.into() }.into());
        }
        if called != name || kind != R::KIND {
            return Err(tier.damaged("it is another file of the same work"));
        }
        Ok(tier)
    }

    fn damaged(&self, how: &'static str) -> SpillError {
        Problem::Damaged(self.path.clone(), how).into()
    }

    /// Returns the error for a file whose checksums are right but whose records are inconsistent.
    pub fn unfit(&self) -> SpillError {
        self.damaged("its parts do not fit together")
    }

    fn exact(&mut self, bytes: &mut [u8]) -> Result<(), SpillError> {
        self.file.read_exact(bytes).map_err(|error| match error.kind() {
            std::io::ErrorKind::UnexpectedEof => self.damaged("its end is missing"),
            _ => SpillError::read(&self.path, error),
        })
    }

    fn word(&mut self) -> Result<u32, SpillError> {
        let mut bytes = [0; 4];
        self.exact(&mut bytes)?;
        Ok(u32::from_le_bytes(bytes))
    }

    fn text(&mut self) -> Result<String, SpillError> {
        let mut bytes = vec![0; (self.word()? as usize).min(1 << 20)];
        self.exact(&mut bytes)?;
        String::from_utf8(bytes).map_err(|_| self.damaged("the checksum of its head is wrong"))
    }

    /// Returns the next block without verifying it; `None` at the end of the file.
    ///
    /// # Errors
    /// If the file cannot be read, or if its end is missing or damaged.
    pub fn block(&mut self) -> Result<Option<Block>, SpillError> {
        self.block_where(|_, _| true)
    }

    /// Returns the next block for which `wanted` returns `true`, given the ranks of the block's first and
    /// last record. Skips the blocks before it.
    ///
    /// # Errors
    /// The errors of [`block`](Self::block).
    pub fn block_where(&mut self, wanted: impl Fn(u64, u64) -> bool) -> Result<Option<Block>, SpillError> {
        loop {
            match self.next_block(&wanted)? {
                Some(None) => {}
                Some(block) => return Ok(block),
                None => return Ok(None),
            }
        }
    }

    /// Returns the next block, or `Some(None)` if it is not wanted and was skipped; `None` at the end of the
    /// file.
    fn next_block(
        &mut self,
        wanted: &impl Fn(u64, u64) -> bool,
    ) -> Result<Option<Option<Block>>, SpillError> {
        if self.over {
            return Ok(None);
        }
        let length = self.word()?;
        if length == 0 {
            return self.end().map(|()| None);
        }
        // The last record of a block is at most as long as the text of a position.
        if length as usize > 2 * BLOCK {
            return Err(self.damaged("a block is too long"));
        }
        let mut head = [0; HEAD - 4];
        self.exact(&mut head)?;
        let mut numbers = Reader { bytes: &head };
        let mut number = |length| numbers.number(length).unwrap_or_default();
        let mut block = Block {
            at: self.blocks,
            records: number(4) as u32,
            first: number(8),
            last: number(8),
            checksum: number(4) as u32,
            content: Vec::new(),
        };
        self.blocks += 1;
        self.records += u64::from(block.records);
        if !wanted(block.first, block.last) {
            let passed = self.file.seek_relative(length.into());
            return passed.map(|()| Some(None)).map_err(|error| SpillError::read(&self.path, error));
        }
        block.content = vec![0; length as usize];
        self.exact(&mut block.content)?;
        Ok(Some(Some(block)))
    }

    fn end(&mut self) -> Result<(), SpillError> {
        let mut end = [0; END];
        self.exact(&mut end)?;
        let (records, checksum) = end.split_at(8);
        let mut hasher = seeded(self.seed, self.blocks);
        hasher.update(&[0; 4]);
        hasher.update(records);
        if hasher.finalize().to_le_bytes() != checksum || self.records.to_le_bytes() != records {
            return Err(self.damaged("the checksum of its end is wrong"));
        }
        let more = self.file.read(&mut [0]).map_err(|error| SpillError::read(&self.path, error))?;
        if more > 0 {
            return Err(self.damaged("it continues after its end"));
        }
        self.over = true;
        Ok(())
    }

    /// Checks that a block of this file is not damaged.
    ///
    /// # Errors
    /// If the block is damaged.
    pub fn check(&self, block: &Block) -> Result<(), SpillError> {
        let mut hasher = seeded(self.seed, block.at);
        hasher.update(&(block.content.len() as u32).to_le_bytes());
        hasher.update(&block.records.to_le_bytes());
        hasher.update(&block.first.to_le_bytes());
        hasher.update(&block.last.to_le_bytes());
        hasher.update(&block.content);
        if hasher.finalize() == block.checksum {
            Ok(())
        } else {
            Err(self.damaged("the checksum of a block is wrong"))
        }
    }

    /// Checks a block of this file and calls `each` for each record.
    ///
    /// # Errors
    /// If the block is damaged, or if its records are inconsistent.
    pub fn unpack(&self, block: &Block, mut each: impl FnMut(R)) -> Result<(), SpillError> {
        self.check(block)?;
        let mut reader = Reader { bytes: &block.content };
        let mut before = R::default();
        for _ in 0..block.records {
            let record = R::take(&before, &mut reader).ok_or_else(|| self.unfit())?;
            each(record.clone());
            before = record;
        }
        if reader.bytes.is_empty() { Ok(()) } else { Err(self.unfit()) }
    }

    fn record(&mut self) -> Result<Option<R>, SpillError> {
        while self.left == 0 {
            let Some(block) = self.block()? else { return Ok(None) };
            self.check(&block)?;
            (self.left, self.at, self.before) = (block.records, 0, R::default());
            self.block = block;
        }
        let rest = &self.block.content[self.at..];
        let mut reader = Reader { bytes: rest };
        let Some(record) = R::take(&self.before, &mut reader) else { return Err(self.unfit()) };
        self.at += rest.len() - reader.bytes.len();
        self.before = record.clone();
        self.left -= 1;
        if self.left == 0 && self.at != self.block.content.len() {
            return Err(self.unfit());
        }
        Ok(Some(record))
    }
}

impl<R: Record> Iterator for Tier<R> {
    type Item = Result<R, SpillError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.record().transpose()
    }
}
