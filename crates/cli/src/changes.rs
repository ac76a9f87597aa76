//! Watches files: the programs under test, and the paths of `--watch`.
//!
//! Each path is polled several times a second, because the system's notifications are lost on network file
//! systems and in containers, and when a watched folder is itself replaced. The walk is implemented here,
//! because the polling watcher of the crate `notify` cannot skip folders, and does not watch a path that does
//! not exist yet.

use std::collections::BTreeMap;
use std::fs::{self, Metadata, Permissions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use crate::failure::Failure;

pub(crate) mod program;

/// The interval at which each path is polled.
const LOOK: Duration = Duration::from_millis(300);

/// The time during which changes count as one after the first of them, because programs write a file in
/// several parts. It is longer than [`LOOK`], so that simultaneous changes of several paths also count as
/// one.
const SETTLED: Duration = Duration::from_millis(400);

/// Folders that are skipped inside a watched folder, because interpreters and build systems write into them.
/// Folders whose names begin with a dot are skipped, too.
const SKIPPED: [&str; 3] = ["__pycache__", "node_modules", "target"];

/// The option that names files to watch.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Watched {
    /// Another file or directory to watch; when it changes, the games of findings are played again. The
    /// programs that --against and --with name are always watched. May be given several times
    #[arg(long, value_name = "PATH", requires = "against")]
    watch: Vec<PathBuf>,
}

impl Watched {
    /// Watches the paths of the option and the files of the programs. Skips the files and folders in `own`,
    /// into which this program writes, if a watched folder contains them.
    pub(crate) fn start(&self, programs: Vec<PathBuf>, own: &[&Path]) -> Result<Changes, Failure> {
        if let Some(missing) = self.watch.iter().find(|path| !path.exists()) {
            let problem = format!("--watch {}: no such file or directory", missing.display());
            return Err(Failure::Usage(problem));
        }
        let own: Vec<PathBuf> = own.iter().map(|path| path.to_path_buf()).collect();
        let programs = programs.into_iter().map(|path| Place { path, folders: false, own: Vec::new() });
        let named = self.watch.iter().cloned();
        let named = named.map(|path| Place { path, folders: true, own: own.clone() });
        Changes::of(programs.chain(named)).map_err(|error| Failure::Server("watch files".into(), error))
    }
}

/// The changes of files, which are watched until this value is dropped.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    seen: Arc<Mutex<Seen>>,
}

#[derive(Debug, Default)]
struct Seen {
    /// The number of changes that have settled.
    count: u64,
    /// The time at which the first unsettled change was noticed.
    first: Option<Instant>,
}

impl Changes {
    /// Watches each place in its own thread, so that a large folder or a slow file system does not delay the
    /// others.
    fn of(places: impl Iterator<Item = Place>) -> io::Result<Self> {
        let changes = Self::default();
        for place in places {
            let seen = Arc::downgrade(&changes.seen);
            let mut last = place.look();
            let watch = move || loop {
                thread::sleep(LOOK);
                let now = place.look();
                let Some(seen) = seen.upgrade() else { return };
                if now != last {
                    locked(&seen).first.get_or_insert_with(Instant::now);
                    last = now;
                }
            };
            thread::Builder::new().name("watch".into()).spawn(watch)?;
        }
        Ok(changes)
    }

    /// The number of changes that have settled. Changes in quick succession count as one.
    pub(crate) fn count(&self) -> u64 {
        let mut seen = locked(&self.seen);
        if seen.first.take_if(|first| first.elapsed() >= SETTLED).is_some() {
            seen.count += 1;
        }
        seen.count
    }
}

fn locked(seen: &Mutex<Seen>) -> MutexGuard<'_, Seen> {
    seen.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A path to watch, which need not exist.
#[derive(Clone, Debug)]
struct Place {
    path: PathBuf,
    /// Whether the path may be a folder, which is watched with all its contents.
    folders: bool,
    /// The files and folders to skip inside the folder.
    own: Vec<PathBuf>,
}

/// The files of a place, by their paths without symbolic links.
type Files = BTreeMap<PathBuf, Kind>;

#[derive(Debug, PartialEq, Eq)]
enum Kind {
    File(Stamp),
    Folder,
    /// A symbolic link in a folder, with the path to which it leads.
    Link(PathBuf),
}

/// The properties that change when a file is written or replaced by another.
#[derive(Debug, PartialEq, Eq)]
struct Stamp {
    /// The times at which the file was written and created, where the file system knows them.
    times: [Option<SystemTime>; 2],
    length: u64,
    permissions: Permissions,
}

impl Stamp {
    fn of(file: &Metadata) -> Self {
        let times = [file.modified().ok(), file.created().ok()];
        Self { times, length: file.len(), permissions: file.permissions() }
    }
}

impl Place {
    /// The files that currently exist.
    fn look(&self) -> Files {
        let mut files = Files::new();
        let own: Vec<PathBuf> = self.own.iter().map(|path| resolved(path)).collect();
        self.add(&resolved(&self.path), &own, &mut files);
        files
    }

    /// Adds a file, or a folder with its contents.
    fn add(&self, path: &Path, own: &[PathBuf], files: &mut Files) {
        let Ok(metadata) = fs::metadata(path) else { return };
        if !metadata.is_dir() {
            files.insert(path.into(), Kind::File(Stamp::of(&metadata)));
            return;
        }
        // A symbolic link may lead to a folder that was already visited.
        if !self.folders || files.insert(path.into(), Kind::Folder).is_some() {
            return;
        }
        for entry in fs::read_dir(path).into_iter().flatten().flatten() {
            let (path, name) = (entry.path(), entry.file_name());
            let name = name.to_string_lossy();
            let is_skipped = name.starts_with('.') || SKIPPED.contains(&&*name);
            let is_link = entry.file_type().is_ok_and(|kind| kind.is_symlink());
            let target = if is_link { resolved(&path) } else { path.clone() };
            if own.contains(&target) || is_skipped && path.is_dir() {
                continue;
            }
            self.add(&target, own, files);
            if is_link {
                files.insert(path, Kind::Link(target));
            }
        }
    }
}

/// The path with symbolic links followed; the same path if it does not exist.
fn resolved(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.into())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::thread::sleep;

    use super::*;

    /// An empty folder.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("bustan-changes-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("part")).unwrap();
        folder
    }

    fn place(path: &Path) -> Place {
        Place { path: path.into(), folders: true, own: Vec::new() }
    }

    fn watch(path: &Path) -> Changes {
        Changes::of([place(path)].into_iter()).unwrap()
    }

    /// Waits for `count` changes, and checks that no more follow.
    #[track_caller]
    fn wait(changes: &Changes, count: u64) {
        let begun = Instant::now();
        while changes.count() < count {
            assert!(begun.elapsed() < Duration::from_secs(20), "change {count} was reported");
            sleep(Duration::from_millis(10));
        }
        sleep(LOOK + SETTLED + Duration::from_millis(100));
        assert_eq!(changes.count(), count);
    }

    #[test]
    fn a_file_changes_when_it_is_written_or_replaced_and_no_other_file_counts() {
        let folder = folder("file");
        let [file, other] = ["engine.py", "other.py"].map(|name| folder.join(name));
        fs::write(&file, "1").unwrap();
        let changes = watch(&file);
        (0..9).for_each(|number| fs::write(&file, format!("{number}")).unwrap());
        wait(&changes, 1);
        fs::write(&other, "2").unwrap();
        wait(&changes, 1);
        fs::rename(&other, &file).unwrap();
        wait(&changes, 2);
        fs::remove_file(&file).unwrap();
        wait(&changes, 3);
        fs::write(&file, "3").unwrap();
        wait(&changes, 4);
        let _ = fs::remove_dir_all(&folder);
    }

    #[test]
    fn a_program_is_noticed_when_it_appears_and_when_its_folder_is_made_again() {
        let folder = folder("absent");
        let file = folder.join("target/debug/engine");
        let program = Place { folders: false, ..place(&file) };
        let changes = Changes::of([program].into_iter()).unwrap();
        let build = |text: &str| {
            fs::create_dir_all(folder.join("target/debug")).unwrap();
            fs::write(&file, text).unwrap();
        };
        build("1");
        wait(&changes, 1);
        fs::remove_dir_all(folder.join("target")).unwrap();
        wait(&changes, 2);
        build("2");
        wait(&changes, 3);
        // A clean build may also finish before its changes are noticed.
        fs::remove_dir_all(folder.join("target")).unwrap();
        build("3");
        wait(&changes, 4);
        let _ = fs::remove_dir_all(&folder);
    }

    #[test]
    fn a_program_that_is_a_folder_is_not_watched() {
        let folder = folder("program");
        let program = Place { folders: false, ..place(&folder) };
        let changes = Changes::of([program].into_iter()).unwrap();
        fs::write(folder.join("out.txt"), "1").unwrap();
        wait(&changes, 0);
        let _ = fs::remove_dir_all(&folder);
    }

    #[test]
    fn a_folder_changes_when_a_file_below_it_does_but_not_for_what_tools_write() {
        let folder = folder("folder");
        let own = ["findings", "talk.log"].map(|name| folder.join(name));
        let watched = Place { own: own.to_vec(), ..place(&folder) };
        let changes = Changes::of([watched].into_iter()).unwrap();
        fs::write(folder.join("part/rules.py"), "1").unwrap();
        wait(&changes, 1);
        for name in ["__pycache__", "part/node_modules", "part/target", ".git", "findings"] {
            fs::create_dir_all(folder.join(name)).unwrap();
            fs::write(folder.join(name).join("file"), "1").unwrap();
        }
        fs::write(folder.join("talk.log"), "1").unwrap();
        wait(&changes, 1);
        fs::write(folder.join("target"), "a file").unwrap();
        wait(&changes, 2);
        fs::remove_dir_all(&folder).unwrap();
        wait(&changes, 3);
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("rules.py"), "2").unwrap();
        wait(&changes, 4);
        // A skipped name counts if it is itself the watched path.
        let changes = watch(&folder.join("target"));
        fs::create_dir(folder.join("target")).unwrap();
        fs::write(folder.join("target/engine"), "1").unwrap();
        wait(&changes, 1);
        let _ = fs::remove_dir_all(&folder);
    }

    #[test]
    fn changes_at_one_time_count_as_one() {
        let folder = folder("both");
        let file = folder.join("engine.py");
        fs::write(&file, "1").unwrap();
        let changes = Changes::of([place(&file), place(&folder)].into_iter()).unwrap();
        fs::write(&file, "23").unwrap();
        wait(&changes, 1);
        let _ = fs::remove_dir_all(&folder);
    }

    #[test]
    fn a_steady_stream_of_changes_does_not_delay_a_report() {
        let folder = folder("stream");
        let (stream, program) = (folder.join("part"), folder.join("engine.py"));
        fs::write(&program, "1").unwrap();
        let changes = Changes::of([place(&stream), place(&program)].into_iter()).unwrap();
        let begun = Instant::now();
        let mut written = 0;
        while changes.count() < 3 {
            written += 1;
            fs::write(stream.join("out.txt"), "x".repeat(written)).unwrap();
            sleep(Duration::from_millis(20));
            assert!(begun.elapsed() < Duration::from_secs(20), "the changes are reported");
        }
        let _ = fs::remove_dir_all(&folder);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_wherever_they_lead() {
        use std::os::unix::fs::symlink;
        let folder = folder("link");
        let [one, other, link, new] = ["one", "other", "link", "new"].map(|name| folder.join(name));
        for version in [&one, &other] {
            fs::create_dir(version).unwrap();
            fs::write(version.join("engine.py"), "1").unwrap();
            // Symbolic links that form a cycle.
            symlink(&folder, version.join("up")).unwrap();
        }
        let retarget = |version: &Path| {
            symlink(version, &new).unwrap();
            fs::rename(&new, &link).unwrap();
        };
        retarget(&one);
        // First the folder of the program is a link, and then the program itself.
        let changes = watch(&link.join("engine.py"));
        fs::write(one.join("engine.py"), "23").unwrap();
        wait(&changes, 1);
        retarget(&other);
        wait(&changes, 2);
        retarget(&one.join("engine.py"));
        let changes = [watch(&link), watch(&folder)];
        retarget(&other.join("engine.py"));
        wait(&changes[0], 1);
        wait(&changes[1], 1);
        let _ = fs::remove_dir_all(&folder);
    }

    #[test]
    fn without_a_file_nothing_is_watched() {
        assert_eq!(Changes::of([].into_iter()).unwrap().count(), 0);
    }
}
