//! Watches files: the programs under test, and what `--watch` names.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher};

use crate::failure::Failure;

/// How long files must stay the same until a change counts: programs write a file in several parts.
const SETTLED: Duration = Duration::from_millis(150);

/// The option that names files to watch.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Watched {
    /// A file or folder to watch besides the programs that --against and --with name: when it changes, the games of
    /// findings are played again. May be given several times
    #[arg(long, value_name = "PATH", requires = "against")]
    watch: Vec<PathBuf>,
}

impl Watched {
    /// Watches the paths of the option, and the files of the programs.
    pub(crate) fn start(&self, programs: Vec<PathBuf>) -> Result<Changes, Failure> {
        if let Some(missing) = self.watch.iter().find(|path| !path.exists()) {
            let problem = format!("--watch {}: there is no such file or folder", missing.display());
            return Err(Failure::Usage(problem));
        }
        Changes::of(self.watch.iter().cloned().chain(programs))
    }
}

/// The changes of files, which are watched until this is dropped.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    seen: Arc<Mutex<Seen>>,
    /// Reports the changes; `None` if there is no file to watch.
    _watcher: Option<RecommendedWatcher>,
}

#[derive(Debug, Default)]
struct Seen {
    /// How often the files have changed.
    count: u64,
    /// When a file last changed, if that does not count yet.
    last: Option<Instant>,
}

impl Changes {
    /// Watches files, and folders with all that is in them.
    fn of(paths: impl Iterator<Item = PathBuf>) -> Result<Self, Failure> {
        let targets: Vec<Target> = paths.flat_map(|path| targets(&path)).collect();
        if targets.is_empty() {
            return Ok(Self::default());
        }
        let folders: BTreeSet<(PathBuf, bool)> =
            targets.iter().map(|target| (target.folder.clone(), target.name.is_none())).collect();
        let seen = Arc::<Mutex<Seen>>::default();
        let reported = Arc::clone(&seen);
        let refused = |error: notify::Error| {
            Failure::Usage(format!("this machine does not report changes of files: {error}"))
        };
        let mut watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
            // After an error, events may be missing.
            if event.map_or(true, |event| is_change(&event, &targets)) {
                locked(&reported).last = Some(Instant::now());
            }
        })
        .map_err(refused)?;
        for (folder, whole) in folders {
            let mode = if whole { RecursiveMode::Recursive } else { RecursiveMode::NonRecursive };
            watcher.watch(&folder, mode).map_err(refused)?;
        }
        Ok(Self { seen, _watcher: Some(watcher) })
    }

    /// The number of changes that have settled. Changes in quick succession count as one.
    pub(crate) fn count(&self) -> u64 {
        let mut seen = locked(&self.seen);
        if seen.last.take_if(|last| last.elapsed() >= SETTLED).is_some() {
            seen.count += 1;
        }
        seen.count
    }
}

fn locked(seen: &Mutex<Seen>) -> MutexGuard<'_, Seen> {
    seen.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What is watched: a folder, or one file in it. Editors and compilers put a new file in the place of an old one, which
/// only the folder reports.
#[derive(Debug)]
struct Target {
    folder: PathBuf,
    name: Option<PathBuf>,
}

/// What to watch for a path. For a symbolic link to a file that is the link, and the file to which it leads.
fn targets(path: &Path) -> Vec<Target> {
    let whole = path.canonicalize().ok();
    if let Some(folder) = whole.as_ref().filter(|whole| whole.is_dir()) {
        return vec![Target { folder: folder.clone(), name: None }];
    }
    let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    let link = folder.canonicalize().ok().zip(path.file_name().map(OsStr::to_os_string));
    let link = link.map(|(folder, name)| folder.join(name)).filter(|link| Some(link) != whole.as_ref());
    let files = [whole, link].into_iter().flatten();
    files.filter_map(|file| Some(Target { folder: file.parent()?.into(), name: Some(file) })).collect()
}

/// Whether an event is a change of one of the targets.
fn is_change(event: &Event, targets: &[Target]) -> bool {
    let is_target = |path: &PathBuf| {
        targets.iter().any(|Target { folder, name }| match name {
            Some(file) => path == file,
            None => path.starts_with(folder),
        })
    };
    event.need_rescan() || !event.kind.is_access() && event.paths.iter().any(is_target)
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

    fn watch(path: &Path) -> Changes {
        Changes::of([path.to_path_buf()].into_iter()).unwrap()
    }

    /// Waits until there are this many changes.
    #[track_caller]
    fn wait(changes: &Changes, count: u64) {
        let begun = Instant::now();
        while changes.count() < count {
            assert!(begun.elapsed() < Duration::from_secs(20), "change {count} was reported");
            sleep(Duration::from_millis(10));
        }
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
        sleep(SETTLED * 3);
        assert_eq!(changes.count(), 1);
        fs::rename(&other, &file).unwrap();
        wait(&changes, 2);
        fs::remove_file(&file).unwrap();
        wait(&changes, 3);
        fs::write(&file, "3").unwrap();
        wait(&changes, 4);
        let _ = fs::remove_dir_all(&folder);
    }

    #[test]
    fn a_folder_changes_when_a_file_below_it_does() {
        let folder = folder("folder");
        let changes = watch(&folder);
        fs::write(folder.join("part/rules.py"), "1").unwrap();
        wait(&changes, 1);
        let _ = fs::remove_dir_all(&folder);
    }

    #[cfg(unix)]
    #[test]
    fn the_file_to_which_a_link_leads_is_watched() {
        let folder = folder("link");
        let [file, link] = ["part/engine.py", "link.py"].map(|name| folder.join(name));
        fs::write(&file, "1").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        let changes = watch(&link);
        fs::write(&file, "2").unwrap();
        wait(&changes, 1);
        let _ = fs::remove_dir_all(&folder);
    }

    #[test]
    fn without_a_file_nothing_is_watched() {
        assert_eq!(Changes::of([].into_iter()).unwrap().count(), 0);
    }
}
