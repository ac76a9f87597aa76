//! The files behind the command lines of programs, which change while somebody works on them.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use bustan_bridges::Spec;
use bustan_harness::protocol::foreign::{Program, split_words};

/// The most files that are looked at: programs may be given directories of any size.
const MOST: usize = 1000;

/// How far a word of a command line is taken apart.
const NESTED: usize = 4;

/// Files with these extensions are code. Others in a directory may be what a program writes there.
const CODE: [&str; 20] = [
    "py", "pyd", "so", "dll", "dylib", "exe", "js", "mjs", "cjs", "ts", "wasm", "jar", "class", "rb", "lua",
    "pl", "php", "jl", "sh", "scm",
];

/// Files with these extensions grow while a program runs.
const WRITTEN: &str = "log";

/// Folders with these names hold nothing that is edited.
const SKIPPED: [&str; 3] = ["__pycache__", "node_modules", "target"];

/// The extensions that `node` and others like it add to the name of a script.
const SCRIPTS: [&str; 4] = ["js", "mjs", "cjs", "ts"];

/// Watches the files behind command lines, and tells who changes them: people, or the programs themselves.
///
/// A file that is no code may be one that a program writes whenever it runs. It counts as changed once when it changes
/// while a program runs, and from then on only when it changes while none does.
#[derive(Debug, Default)]
pub(crate) struct Watch(Mutex<Watched>);

#[derive(Debug, Default)]
struct Watched {
    files: BTreeMap<PathBuf, File>,
    /// How many runs of programs go on.
    running: usize,
    /// Whether one has ended since the files were looked at.
    ended: bool,
    /// How often they have changed.
    changes: u64,
}

/// What was last seen of a file.
#[derive(Clone, Copy, Debug)]
struct File {
    /// Its size and its time; `None` if it is not there.
    seen: Option<(u64, Option<SystemTime>)>,
    /// Whether it is, or ever was, a program or a part of one.
    code: bool,
    /// Whether it has changed while a program ran, and since then never while none did.
    written: bool,
}

/// A run of programs, until dropped.
#[derive(Debug)]
pub(crate) struct Running<'w>(&'w Watch);

impl Drop for Running<'_> {
    fn drop(&mut self) {
        let mut watched = self.0.watched();
        watched.running -= 1;
        watched.ended = true;
    }
}

impl Watch {
    fn watched(&self) -> MutexGuard<'_, Watched> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says that programs run from now on.
    pub(crate) fn run(&self) -> Running<'_> {
        self.watched().running += 1;
        Running(self)
    }

    /// A number that changes when a file of one of these programs does: by its time, its size, or whether it is there.
    pub(crate) fn stamp(&self, programs: &[&Program]) -> u64 {
        let around = Around::here();
        self.look(programs.iter().flat_map(|program| around.files(program.words())).collect())
    }

    fn look(&self, files: BTreeSet<PathBuf>) -> u64 {
        let mut watched = self.watched();
        let first = watched.files.is_empty();
        let during = std::mem::take(&mut watched.ended) || watched.running > 0;
        let gone = watched.files.keys().filter(|file| !files.contains(*file)).cloned();
        let gone: Vec<PathBuf> = gone.collect();
        let mut changed = false;
        for file in files.iter().chain(&gone) {
            let there = fs::metadata(file).ok().filter(|_| files.contains(file));
            let seen = there.as_ref().map(|there| (there.len(), there.modified().ok()));
            let old = watched.files.get(file).copied();
            if old.is_some_and(|old| old.seen == seen) {
                continue;
            }
            let code =
                old.is_some_and(|old| old.code) || is_code(file) || there.as_ref().is_some_and(is_executable);
            changed |= !during || code || !old.is_some_and(|old| old.written);
            watched.files.insert(file.clone(), File { seen, code, written: during && !first });
        }
        watched.changes += u64::from(changed);
        watched.changes
    }
}

/// Whether a file may be started as a program.
#[cfg(unix)]
fn is_executable(there: &Metadata) -> bool {
    std::os::unix::fs::PermissionsExt::mode(&there.permissions()) & 0o111 != 0
}

/// Whether a file may be started as a program, as far as its name does not tell.
#[cfg(not(unix))]
fn is_executable(_: &Metadata) -> bool {
    false
}

/// Where the words of a command line are looked up.
#[derive(Clone, Debug, Default)]
struct Around {
    folder: PathBuf,
    /// The folders of programs.
    path: Option<OsString>,
    /// The folders of modules in Python, besides those of the interpreter.
    modules: Option<OsString>,
}

impl Around {
    fn here() -> Self {
        Self { folder: PathBuf::new(), path: env::var_os("PATH"), modules: env::var_os("PYTHONPATH") }
    }

    /// The files of the program of a command line.
    fn files(&self, words: &[String]) -> BTreeSet<PathBuf> {
        let mut files = BTreeSet::new();
        self.command(words, NESTED, &mut files);
        files
    }

    fn command(&self, words: &[String], nested: usize, files: &mut BTreeSet<PathBuf>) {
        for word in words {
            self.word(word, nested, files);
        }
        for (at, word) in words.iter().enumerate() {
            let name = Path::new(word).file_stem().and_then(OsStr::to_str).unwrap_or_default();
            if ["python", "pypy"].iter().any(|start| name.starts_with(start)) || name == "py" {
                if let Some(module) = module(&words[at + 1..]) {
                    self.module(word, module, files);
                }
            } else if ["node", "nodejs", "bun"].contains(&name)
                && let Some(script) = words[at + 1..].iter().find(|word| !word.starts_with('-'))
            {
                let scripts = SCRIPTS.iter().map(|end| self.folder.join(format!("{script}.{end}")));
                scripts.filter(|script| script.is_file()).for_each(|script| with_neighbours(script, files));
            }
        }
    }

    /// The files that a word names: itself, those of a directory, those of a command line that it is, or those of the
    /// program of this name.
    fn word(&self, word: &str, nested: usize, files: &mut BTreeSet<PathBuf>) {
        if word.is_empty() {
            return;
        }
        let path = self.folder.join(word);
        if path.is_file() {
            if path.extension() != Some(OsStr::new(WRITTEN)) {
                with_neighbours(path, files);
            }
        } else if path.is_dir() {
            code(&path, files);
        } else if let Some(nested) = nested.checked_sub(1) {
            if let Ok(Spec { words, .. }) = word.parse() {
                return self.command(&words, nested, files);
            }
            match split_words(word) {
                Some(words) if words.len() > 1 => return self.command(&words, nested, files),
                _ => {}
            }
            if let Some((_, value)) = word.split_once('=') {
                return self.word(value, nested, files);
            }
            if !word.starts_with('-') && !word.contains(['/', std::path::MAIN_SEPARATOR]) {
                files.extend(self.program(word));
            }
        }
    }

    /// The program of this name.
    fn program(&self, name: &str) -> Option<PathBuf> {
        let path = self.path.as_ref()?;
        let ends = ["", env::consts::EXE_SUFFIX];
        let mut programs =
            env::split_paths(path).flat_map(|folder| ends.map(|end| folder.join(format!("{name}{end}"))));
        programs.find(|program| program.is_file())
    }

    /// The files of a module in Python: one file and those beside it, or a package. It is looked for where the
    /// interpreter would.
    fn module(&self, python: &str, module: &str, files: &mut BTreeSet<PathBuf>) {
        let first = module.split('.').next().unwrap_or_default();
        let own = std::iter::once(self.folder.clone());
        let named =
            self.modules.iter().flat_map(|modules| env::split_paths(modules).map(|it| self.folder.join(it)));
        for root in own.chain(named).chain(self.installed(python)) {
            let (file, package) = (root.join(format!("{first}.py")), root.join(first));
            if package.is_dir() {
                return code(&package, files);
            }
            if file.is_file() {
                return with_neighbours(file, files);
            }
        }
    }

    /// Where the modules lie that were installed for an interpreter, in the environment that it belongs to.
    fn installed(&self, python: &str) -> Vec<PathBuf> {
        let program = if python.contains(['/', std::path::MAIN_SEPARATOR]) {
            Some(self.folder.join(python))
        } else {
            self.program(python)
        };
        let Some(environment) = program.as_deref().and_then(Path::parent).and_then(Path::parent) else {
            return Vec::new();
        };
        let versions =
            entries(&environment.join("lib")).into_iter().map(|version| version.join("site-packages"));
        let packages: Vec<PathBuf> = versions.filter(|packages| packages.is_dir()).collect();
        // What was installed to be edited stays where it is, and a file says where.
        let links = packages.iter().flat_map(|packages| entries(packages));
        let links = links.filter(|file| file.extension() == Some(OsStr::new("pth")));
        let linked: Vec<PathBuf> = links
            .filter_map(|link| fs::read_to_string(link).ok())
            .flat_map(|text| text.lines().map(PathBuf::from).collect::<Vec<_>>())
            .filter(|folder| folder.is_dir())
            .collect();
        [packages, linked].concat()
    }
}

/// The module that the words behind an interpreter of Python run, if it is one.
fn module(words: &[String]) -> Option<&str> {
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.strip_prefix('-') {
            // Options in one letter can be written together, and what they take right behind them.
            Some(letters) if !letters.starts_with('-') => match letters.split_once('m') {
                Some((_, "")) => return words.next().map(String::as_str),
                Some((before, module)) if !before.contains(['c', 'W', 'X']) => return Some(module),
                _ if letters == "W" || letters == "X" => drop(words.next()),
                _ if letters.contains('c') => return None,
                _ => {}
            },
            Some(_) => {}
            None => return None,
        }
    }
    None
}

/// What lies in a folder, in order.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let read = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut entries: Vec<PathBuf> = read.take(MOST).map(|entry| entry.path()).collect();
    entries.sort_unstable();
    entries
}

fn is_code(path: &Path) -> bool {
    path.extension().and_then(OsStr::to_str).is_some_and(|end| CODE.contains(&end))
}

/// Adds a file and, if it is code, the files of the same kind beside it, which it may be made of.
fn with_neighbours(file: PathBuf, files: &mut BTreeSet<PathBuf>) {
    if let (true, Some(folder)) = (is_code(&file), file.parent()) {
        // A relative path may have no folder in it.
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let alike = entries(folder).into_iter().filter(|other| other.extension() == file.extension());
        add(alike.filter(|other| other.is_file()), files);
    }
    files.insert(file);
}

/// Adds the code in a folder and in those below it.
fn code(folder: &Path, files: &mut BTreeSet<PathBuf>) {
    let mut folders = vec![folder.to_path_buf()];
    let mut looked = 0;
    while let Some(folder) = folders.pop()
        && looked < MOST
    {
        let (below, here): (Vec<_>, Vec<_>) = entries(&folder).into_iter().partition(|path| path.is_dir());
        looked += 1 + here.len();
        add(here.into_iter().filter(|file| is_code(file)), files);
        folders.extend(below.into_iter().filter(|folder| {
            let name = folder.file_name().and_then(OsStr::to_str).unwrap_or_default();
            !name.starts_with('.') && !SKIPPED.contains(&name)
        }));
    }
}

/// Adds files as long as there is room.
fn add(more: impl Iterator<Item = PathBuf>, files: &mut BTreeSet<PathBuf>) {
    let room = MOST.saturating_sub(files.len());
    files.extend(more.take(room));
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::time::{Duration, SystemTime};

    use super::*;

    /// A folder with these files, and the words of a command line that is looked at there.
    struct Place(Around);

    impl Place {
        fn with(files: &[&str]) -> Self {
            static NUMBER: AtomicU32 = AtomicU32::new(0);
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let folder = env::temp_dir().join(format!("bustan-sources-{}-{number}", std::process::id()));
            for file in files {
                let path = folder.join(file);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, "").unwrap();
            }
            let path = env::join_paths([folder.join("bin")]).unwrap();
            let modules = env::join_paths([folder.join("modules")]).unwrap();
            Self(Around { folder, path: Some(path), modules: Some(modules) })
        }

        /// The files of a command line, as they are named in the folder.
        #[track_caller]
        fn files(&self, line: &str) -> Vec<String> {
            let files = self.0.files(&split_words(line).unwrap());
            let name = |file: PathBuf| {
                let file = file.strip_prefix(&self.0.folder).unwrap().to_path_buf();
                file.to_string_lossy().replace('\\', "/")
            };
            files.into_iter().map(name).collect()
        }
    }

    impl Drop for Place {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0.folder);
        }
    }

    #[test]
    fn every_way_to_name_a_program_leads_to_its_files() {
        let place = Place::with(&[
            "engine.py",
            "rules.py",
            "notes.txt",
            "run.log",
            "modules/far.py",
            "pack/__main__.py",
            "pack/deep/board.py",
            "pack/__pycache__/board.pyc",
            "pack/.git/hook.py",
            "pack/games.json",
            "web/index.mjs",
            "engine.js",
            "bin/eng",
            "bin/python3",
            "mine",
            "engine.toml",
        ]);
        let both = ["engine.py", "rules.py"];
        let package = ["pack/__main__.py", "pack/deep/board.py"];
        for (line, files) in [
            ("./mine", &["mine"][..]),
            ("mine --config engine.toml", &["engine.toml", "mine"]),
            ("eng --fast", &["bin/eng"]),
            ("uci:eng;Threads=1", &["bin/eng"]),
            ("bustan bridge 'gtp:./mine --mode gtp;boardsize=5'", &["mine"]),
            ("eng --log run.log", &["bin/eng"]),
            ("eng --book=notes.txt", &["bin/eng", "notes.txt"]),
            ("ruby engine.py", &both),
            ("sh -c 'exec ruby engine.py'", &both),
            ("pypy3 -m engine", &both),
            ("pypy3 -Bm engine", &both),
            ("pypy3 -mengine", &both),
            ("pypy3 -X dev -m engine", &both),
            ("env A=1 pypy3 -m engine", &both),
            ("pypy3 -m pack.deep", &package),
            ("pypy3 -m pack", &package),
            ("pypy3 pack", &package),
            ("pypy3 -m far", &["modules/far.py"]),
            ("pypy3 -c -m", &[]),
            ("pypy3 -m none", &[]),
            ("node engine", &["engine.js"]),
            ("node --no-warnings engine.js", &["engine.js"]),
            ("node web", &["web/index.mjs"]),
        ] {
            assert_eq!(place.files(line), files, "{line}");
        }
    }

    #[test]
    fn modules_are_found_where_they_were_installed() {
        let place = Place::with(&[
            "env/bin/python",
            "env/lib/python3.11/site-packages/installed/__main__.py",
            "work/edited.py",
        ]);
        let packages = place.0.folder.join("env/lib/python3.11/site-packages");
        fs::write(packages.join("edited.pth"), place.0.folder.join("work").to_str().unwrap()).unwrap();
        let found = |line: &str| {
            place.files(line).into_iter().filter(|file| file.ends_with(".py")).collect::<Vec<_>>()
        };
        assert_eq!(
            found("env/bin/python -m installed"),
            ["env/lib/python3.11/site-packages/installed/__main__.py"]
        );
        assert_eq!(found("env/bin/python -m edited"), ["work/edited.py"]);
    }

    #[test]
    fn any_change_of_any_file_is_seen() {
        let place = Place::with(&["one.py", "two/two.py"]);
        let [one, two] = ["one.py", "two/two.py"].map(|file| place.0.folder.join(file));
        let programs = [&one, &two]
            .map(|file| Program::of_words(vec!["python3".into(), file.to_str().unwrap().into()]).unwrap());
        let watch = Watch::default();
        let stamp = || watch.stamp(&programs.each_ref());
        let aged = |file: &Path, age: u64| {
            let time = SystemTime::now() - Duration::from_secs(age);
            fs::File::options().write(true).open(file).unwrap().set_modified(time).unwrap();
        };
        aged(&one, 1000);
        aged(&two, 10);
        let mut before = stamp();
        assert_eq!(stamp(), before);
        let mut changes = |what: &str| assert_ne!(std::mem::replace(&mut before, stamp()), stamp(), "{what}");
        aged(&one, 500);
        changes("a file older than another");
        aged(&one, 2000);
        changes("a file that was put back");
        let time = fs::metadata(&one).unwrap().modified().unwrap();
        fs::write(&one, "pass").unwrap();
        fs::File::options().write(true).open(&one).unwrap().set_modified(time).unwrap();
        changes("another size at the same time");
        fs::remove_file(&two).unwrap();
        changes("a file that is gone");
        fs::write(&two, "").unwrap();
        changes("a file that is there again");
    }

    #[test]
    fn what_a_program_writes_while_it_runs_changes_it_no_more_than_once() {
        let place = Place::with(&["mine", "out.txt", "rules.py"]);
        let [mine, out, rules] = ["mine", "out.txt", "rules.py"].map(|file| place.0.folder.join(file));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            fs::set_permissions(&mine, fs::Permissions::from_mode(0o755)).unwrap();
        }
        let written = std::cell::Cell::new(0);
        let write = |file: &Path| {
            written.set(written.get() + 1);
            fs::write(file, "x".repeat(written.get())).unwrap();
        };
        let watch = Watch::default();
        let files = || BTreeSet::from([&mine, &out, &rules].map(Clone::clone));
        let before = std::cell::Cell::new(watch.look(files()));
        let changed = || {
            let now = watch.look(files());
            before.replace(now) != now
        };
        let during = |file: &Path| {
            let _running = watch.run();
            write(file);
            let while_it_runs = changed();
            write(file);
            while_it_runs
        };
        assert!(during(&out), "it may have been somebody else");
        assert!(!changed(), "the run has just ended");
        assert!(!during(&out) && !changed(), "the program writes it");
        assert!(!changed());
        write(&out);
        assert!(changed(), "nothing runs");
        assert!(during(&out) && !changed(), "it may have been somebody else again");
        assert!(!during(&out) && !changed());
        if cfg!(unix) {
            assert!(during(&mine) && changed() && during(&mine) && changed(), "a program is no such file");
        }
        assert!(during(&rules) && changed() && during(&rules) && changed(), "code is no such file");
        {
            let _running = watch.run();
            fs::remove_file(&out).unwrap();
            assert!(!changed());
            write(&out);
            assert!(!changed());
        }
        // A program that is being built is no program for a moment.
        let _running = watch.run();
        fs::remove_file(&mine).unwrap();
        assert!(changed());
        write(&mine);
        assert!(changed());
        write(&mine);
        assert!(changed());
    }
}
