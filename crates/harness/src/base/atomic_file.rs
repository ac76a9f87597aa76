//! Writes files atomically: a file is complete or absent, whatever happens to the process that writes it.
//!
//! A file is written under a temporary name in its directory, flushed to disk and renamed. Until then, an
//! earlier file of the same name is unchanged. The temporary name is `.bustan-`, some letters and `.part`. A
//! process holds a lock on such a file while writing it, and the system releases the lock when the process
//! ends for any reason. An unlocked temporary file is therefore left over from a killed process, and the next
//! process that writes to the directory removes it.

use std::collections::BTreeSet;
use std::fs::{self, File, FileType};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use same_file::Handle;
use tempfile::{Builder, NamedTempFile};

/// The prefix and the suffix of a temporary name.
const PART: [&str; 2] = [".bustan-", ".part"];

/// Writes a file atomically. A symbolic link is kept, and the file that it points to is written. The new file
/// has the permissions of the file that it replaces.
///
/// # Errors
/// If the file cannot be written, or if the path leads to something that is not a regular file or is
/// write-protected. The earlier content is then unchanged.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut part = AtomicFile::begin(path)?;
    part.file().write_all(bytes)?;
    part.finish(true)
}

/// A file that is written piece by piece and appears under its name only when it is complete. If it is
/// dropped unfinished, nothing remains on disk.
#[derive(Debug)]
pub struct AtomicFile {
    part: NamedTempFile,
    path: PathBuf,
}

impl AtomicFile {
    /// Starts writing the file at `path` under a temporary name.
    ///
    /// # Errors
    /// The errors of [`write()`].
    pub fn begin(path: &Path) -> io::Result<Self> {
        let path = target(path)?;
        let dir = directory(&path);
        sweep(dir);
        Ok(Self { part: part_in(dir)?, path })
    }

    /// Returns the file to write to.
    pub fn file(&mut self) -> &mut File {
        self.part.as_file_mut()
    }

    /// Renames the file to its final name. With `sync`, the file is flushed to disk first, so that it is
    /// complete even after a power failure.
    ///
    /// # Errors
    /// The errors of [`write()`].
    pub fn finish(self, sync: bool) -> io::Result<()> {
        if sync {
            self.part.as_file().sync_all()?;
        }
        if let Ok(replaced) = fs::metadata(&self.path) {
            self.part.as_file().set_permissions(replaced.permissions())?;
        }
        self.part.persist(&self.path)?;
        Ok(())
    }
}

/// Creates a file atomically, and leaves it unlocked. Returns `false` if the file already exists.
///
/// # Errors
/// When the file cannot be written.
pub fn create(path: &Path, bytes: &[u8]) -> io::Result<bool> {
    match written(path, bytes)?.persist_noclobber(path) {
        Ok(file) => {
            // Closing the file does not release the lock at once: a child process that is just starting holds
            // it open until it execs.
            let _ = file.unlock();
            Ok(true)
        }
        Err(error) if error.error.kind() == ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(error.error),
    }
}

/// Checks, as far as possible in advance, that [`write()`] can write `bytes` bytes to `path`. Changes
/// nothing.
///
/// # Errors
/// The errors of [`write()`].
pub fn probe(path: &Path, bytes: usize) -> io::Result<()> {
    written(&target(path)?, &vec![b' '; bytes]).map(drop)
}

/// Opens a regular file for reading. Anything else is refused before it is opened, because opening a FIFO can
/// block for ever.
///
/// # Errors
/// When the file cannot be opened, or is not a regular file.
pub fn open(path: &Path) -> io::Result<File> {
    regular(fs::metadata(path)?.file_type())?;
    File::open(path)
}

/// The largest text file that is read, in bytes.
const MOST: u64 = 64 << 20;

/// Reads a regular text file of at most [`MOST`] bytes.
pub(crate) fn text(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    open(path)?.take(MOST + 1).read_to_string(&mut text)?;
    if text.len() as u64 > MOST {
        return Err(io::Error::new(ErrorKind::FileTooLarge, "it is too long"));
    }
    Ok(text)
}

/// Whether two paths lead to the same file, which need not exist yet. If `first` is `None`, standard input is
/// compared with `second`.
pub fn same(first: Option<&Path>, second: &Path) -> bool {
    // Opening anything but a regular file can block.
    let handle = |path: &Path| open(path).and_then(Handle::from_file);
    let there = match first {
        Some(first) => handle(first),
        None => Handle::stdin(),
    };
    match (there, handle(second)) {
        (Ok(there), Ok(other)) => there == other,
        _ => first.is_some_and(|first| place(first).is_some_and(|place_of| Some(place_of) == place(second))),
    }
}

/// Returns the directory and the name of the file that a path leads to.
fn place(path: &Path) -> Option<(PathBuf, PathBuf)> {
    let path = target(path).ok()?;
    Some((fs::canonicalize(directory(&path)).ok()?, path.file_name()?.into()))
}

/// Returns an error for anything but a regular file.
fn regular(kind: FileType) -> io::Result<()> {
    if kind.is_file() {
        return Ok(());
    }
    let is = if kind.is_dir() { "it is a directory" } else { special(kind) };
    Err(io::Error::new(ErrorKind::InvalidInput, is))
}

#[cfg(unix)]
fn special(kind: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    match () {
        () if kind.is_fifo() => "it is a FIFO, not a regular file",
        () if kind.is_socket() => "it is a socket, not a regular file",
        () if kind.is_char_device() || kind.is_block_device() => "it is a device, not a regular file",
        () => "it is not a regular file",
    }
}

#[cfg(not(unix))]
fn special(_: FileType) -> &'static str {
    "it is not a regular file"
}

/// Returns the file that a path leads to: a writable regular file, or a file that does not exist yet.
fn target(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    loop {
        match fs::metadata(&path) {
            Ok(there) => {
                regular(there.file_type())?;
                // Renaming would replace even a write-protected file.
                File::options().append(true).open(&path)?;
                return fs::canonicalize(path);
            }
            // A dangling link is followed; a cycle of links is a different error.
            Err(error) if error.kind() == ErrorKind::NotFound => match fs::read_link(&path) {
                Ok(link) => path = directory(&path).join(link),
                Err(_) => return Ok(path),
            },
            Err(error) => return Err(error),
        }
    }
}

fn directory(path: &Path) -> &Path {
    path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Writes the content of a file under a temporary name. Dropping the result removes it.
fn written(path: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
    let dir = directory(path);
    sweep(dir);
    let mut part = part_in(dir)?;
    part.as_file_mut().write_all(bytes)?;
    part.as_file().sync_all()?;
    Ok(part)
}

/// Creates a locked file under a temporary name.
fn part_in(dir: &Path) -> io::Result<NamedTempFile> {
    loop {
        let create = |path: &Path| File::options().write(true).create_new(true).open(path);
        let part = Builder::new().prefix(PART[0]).suffix(PART[1]).make_in(dir, create)?;
        // If files cannot be locked, leftovers of dead processes cannot be distinguished from other files,
        // and they stay.
        let _ = part.as_file().lock();
        // Before the file was locked, another process may have taken it for a leftover and removed it.
        if part.path().symlink_metadata().is_ok() {
            return Ok(part);
        }
    }
}

/// Removes the leftovers of dead processes from a directory, when this process first writes to it.
fn sweep(dir: &Path) {
    static SWEPT: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    let Ok(dir) = fs::canonicalize(dir) else { return };
    if !SWEPT.lock().unwrap_or_else(PoisonError::into_inner).insert(dir.clone()) {
        return;
    }
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if !(name.starts_with(PART[0])
            && name.ends_with(PART[1])
            && entry.file_type().is_ok_and(|kind| kind.is_file()))
        {
            continue;
        }
        // The lock is held until the file is gone, so that a process that has just created the file notices.
        if let Ok(left) = File::open(entry.path())
            && left.try_lock().is_ok()
        {
            // A file that cannot be removed does no harm.
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(dir: &Path) -> Vec<String> {
        let entries =
            fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = entries.collect();
        names.sort();
        names
    }

    #[test]
    fn of_several_that_create_a_file_one_does() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("claimed");
        let create = |text: String| create(&path, text.as_bytes()).unwrap();
        let created = std::thread::scope(|scope| {
            let all: Vec<_> = (0..8).map(|i| scope.spawn(move || create(i.to_string()))).collect();
            all.into_iter().map(|one| one.join().unwrap()).filter(|&first| first).count()
        });
        assert_eq!((created, names(dir.path())), (1, vec!["claimed".to_string()]));
    }

    #[test]
    fn what_a_dead_process_left_is_removed_and_what_a_live_one_writes_is_not() {
        let dir = tempfile::tempdir().unwrap();
        let live = part_in(dir.path()).unwrap();
        let own = live.path().file_name().unwrap().to_str().unwrap();
        for name in [".bustan-dead00.part", "film.part", ".bustan-notes", "old.svg"] {
            fs::write(dir.path().join(name), "left").unwrap();
        }
        fs::create_dir(dir.path().join(".bustan-folder.part")).unwrap();
        write(&dir.path().join("new.svg"), b"new").unwrap();
        let mut expected = [own, ".bustan-folder.part", ".bustan-notes", "film.part", "new.svg", "old.svg"];
        expected.sort_unstable();
        assert_eq!(names(dir.path()), expected);
        live.persist(dir.path().join("whole.svg")).unwrap();
    }

    #[test]
    fn a_file_taken_for_one_that_is_left_over_is_begun_again() {
        let dir = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            let thieves: Vec<_> = (0..3)
                .map(|_| {
                    scope.spawn(|| {
                        for _ in 0..300 {
                            for entry in fs::read_dir(dir.path()).unwrap().flatten() {
                                if let Ok(left) = File::open(entry.path())
                                    && left.try_lock().is_ok()
                                {
                                    let _ = fs::remove_file(entry.path());
                                }
                            }
                        }
                    })
                })
                .collect();
            while !thieves.iter().all(std::thread::ScopedJoinHandle::is_finished) {
                let part = part_in(dir.path()).unwrap();
                assert!(part.path().exists(), "nobody takes what is locked");
                part.close().unwrap();
            }
        });
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_is_replaced_hands_on_its_permissions_and_a_new_one_has_the_usual() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        let mode = |name: &str| fs::metadata(dir.path().join(name)).unwrap().permissions().mode() & 0o777;
        File::create(dir.path().join("usual")).unwrap();
        File::create(dir.path().join("old"))
            .unwrap()
            .set_permissions(PermissionsExt::from_mode(0o640))
            .unwrap();
        for name in ["old", "new"] {
            write(&dir.path().join(name), b"whole").unwrap();
        }
        assert_eq!((mode("old"), mode("new")), (0o640, mode("usual")));
    }

    #[test]
    fn the_same_file_is_known_by_any_name() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        fs::create_dir(at("folder")).unwrap();
        for name in ["one", "two"] {
            fs::write(at(name), "the same").unwrap();
        }
        assert!(same(Some(&at("one")), &at("folder/../one")));
        assert!(same(Some(&at("new")), &at("folder/../new")));
        assert!(!same(Some(&at("one")), &at("two")));
        assert!(!same(Some(&at("one")), &at("new")) && !same(Some(&at("new")), &at("other")));
        assert!(!same(None, &at("one")));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("one", at("link")).unwrap();
            fs::hard_link(at("one"), at("hard")).unwrap();
            std::os::unix::fs::symlink("new", at("dangling")).unwrap();
            assert!(same(Some(&at("one")), &at("link")) && same(Some(&at("hard")), &at("one")));
            assert!(same(Some(&at("dangling")), &at("new")));
        }
    }
}
