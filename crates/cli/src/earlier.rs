//! Findings that earlier runs have left in the directory for findings: whether they are still there.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use std::{fs, io};

use bustan_games::compiled::Compiled;
use bustan_harness::compare::known::{Accepted, Known};
use bustan_harness::compare::lockstep::Factories;
use bustan_harness::report::{ORIGINAL, REPORT, SHORT};
use bustan_harness::run::audit::Audit;
use bustan_vocabulary::{NoStart, Record};
use serde_json::{Value, json};

use crate::args::word;
use crate::foreign::{AGAINST, Rivals, WITH};

/// The words of a report before the signatures of what is passed over on the way.
const PASSED: &str = "Passed over on the way: ";

/// The words of a report before the command that plays its game again.
const AGAIN: &str = "Play it again: ";

/// The words of a report before the command that finds it again.
const FIND: &str = "Find it again: ";

/// The words of a report before the game of another difference.
const SHORTER: &str = "a shorter game (";

/// The words of a report before its signature.
const SIGNATURE: &str = ", signature ";

/// What became of a finding.
#[derive(Clone, Debug)]
enum Now {
    /// Its game shows the same, in this headline.
    Still(String),
    /// Its game shows another difference, in this headline.
    Other(String),
    /// Its game shows nothing but what is accepted or ignored.
    Apart,
    /// The engines agree on its game.
    Gone,
    /// An engine cannot be set up where its game starts, or there was no time to look.
    Open(&'static str),
    /// It was found with other programs, which may play another game.
    OfOthers,
}

/// A finding of an earlier run.
#[derive(Clone, Debug)]
pub(crate) struct Earlier {
    /// The name of its files, without extension.
    name: String,
    now: Now,
    /// Whether it was found with other programs than those given now.
    of_others: bool,
}

impl Earlier {
    /// Plays the short games of the findings about a game that are in a directory, as far as time allows: of
    /// those about a symmetry, or of those about none.
    pub(crate) fn all<G: Compiled>(
        dir: &Path,
        factories: Factories<'_, G>,
        rivals: Option<&Rivals>,
        known: &Known,
        time: Duration,
        stop: &AtomicBool,
    ) -> Vec<Self> {
        let deadline = Instant::now().checked_add(time);
        let mut all = Vec::new();
        for name in stems(dir).unwrap_or_default() {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            if !name.starts_with(&format!("{}-", G::NAME)) {
                continue;
            }
            let told = Told::read(dir, &name);
            // What is no record is no finding.
            let Ok(record) = told.record.parse::<Record<G>>() else { continue };
            if !told.is_about(rivals.and_then(Rivals::symmetry)) {
                continue;
            }
            let of_others = !told.is_of(rivals);
            let now = match deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                // They may play another game altogether.
                _ if of_others && G::OPAQUE => Now::OfOthers,
                true => Now::Open("there was no time"),
                false => look(factories, known, &record, &told),
            };
            all.push(Self { name, now, of_others });
        }
        all
    }

    /// Its name, if its game shows a difference; with words behind it if it is another one.
    pub(crate) fn shown(&self) -> Option<String> {
        match self.now {
            Now::Still(_) => Some(self.name.clone()),
            Now::Other(_) => Some(format!("{} (another difference now)", self.name)),
            Now::Apart | Now::Gone | Now::Open(_) | Now::OfOthers => None,
        }
    }

    /// Whether it is open what became of it.
    pub(crate) fn is_open(&self) -> bool {
        matches!(self.now, Now::Open(_))
    }

    /// In a line.
    pub(crate) fn line(&self) -> String {
        let name = &self.name;
        match &self.now {
            Now::Still(headline) => format!("still there: {name}: {headline}\n"),
            Now::Other(headline) => format!("another difference now: {name}: {headline}\n"),
            Now::Apart => format!("accepted or ignored: {name}\n"),
            Now::Gone if self.of_others => format!("gone: {name}, which was found with other programs\n"),
            Now::Gone => format!("gone: {name}\n"),
            Now::Open(why) => format!("not looked at, {why}: {name}\n"),
            Now::OfOthers => format!("not looked at, it was found with other programs: {name}\n"),
        }
    }

    /// For programs.
    pub(crate) fn object(&self) -> Value {
        let (now, headline) = match &self.now {
            Now::Still(headline) => ("still there", Some(headline)),
            Now::Other(headline) => ("another difference", Some(headline)),
            Now::Apart => ("accepted or ignored", None),
            Now::Gone => ("gone", None),
            Now::Open(_) | Now::OfOthers => ("not looked at", None),
        };
        json!({ "name": self.name, "now": now, "headline": headline, "other_programs": self.of_others })
    }
}

/// The names of the findings in a directory, each the beginning of the names of its files.
pub(crate) fn stems(dir: &Path) -> io::Result<Vec<String>> {
    let files = fs::read_dir(dir)?.flatten();
    let names = files.filter_map(|file| file.file_name().into_string().ok());
    let mut stems: Vec<String> =
        names.filter_map(|name| Some(name.strip_suffix(ORIGINAL)?.to_string())).collect();
    stems.sort_unstable();
    Ok(stems)
}

/// What lies in a directory as if it belonged to findings and yet is part of none, each with the reason.
pub(crate) fn strays(dir: &Path) -> Vec<String> {
    let mut told = Vec::new();
    for entry in fs::read_dir(dir).into_iter().flatten() {
        let name = match entry {
            Ok(entry) => entry.file_name(),
            Err(error) => {
                told.push(format!("an entry of the directory: {error}"));
                continue;
            }
        };
        let text = name.to_string_lossy();
        if name.to_str().is_none() && text.ends_with(ORIGINAL) {
            told.push(format!("{text}: its name is no text"));
        }
        if let Some(stem) = text.strip_suffix(REPORT)
            && !dir.join(format!("{stem}{ORIGINAL}")).exists()
        {
            told.push(format!("{text}: there is no {stem}{ORIGINAL} beside it"));
        }
    }
    told.sort_unstable();
    told
}

/// What the files of a finding tell.
pub(crate) struct Told {
    /// The text of its shortest game.
    pub(crate) record: String,
    /// The report for people; empty if there is none.
    pub(crate) report: String,
}

impl Told {
    /// Reads the files of this name, as far as they are there.
    pub(crate) fn read(dir: &Path, stem: &str) -> Self {
        let text = |suffix: &str| fs::read_to_string(dir.join(format!("{stem}{suffix}")));
        let record = text(SHORT).or_else(|_| text(ORIGINAL)).unwrap_or_default();
        Self { record, report: text(REPORT).unwrap_or_default() }
    }

    /// What stands behind these words in the first line that has them.
    fn behind(&self, words: &str) -> Option<&str> {
        let line = self.report.lines().find_map(|line| Some(line.split_once(words)?.1))?;
        Some(line.trim_end().trim_end_matches('.'))
    }

    /// The difference, in one line. A shorter game that shows another may be told before it.
    pub(crate) fn headline(&self, game: &str) -> &str {
        let mut told = self.report.lines().filter_map(|line| line.strip_prefix(game)?.strip_prefix(": "));
        told.find(|words| !words.starts_with(SHORTER)).unwrap_or_default()
    }

    /// The words that tell it from others.
    pub(crate) fn signature(&self) -> Option<&str> {
        self.behind(SIGNATURE)
    }

    /// The signatures of what is passed over in its game.
    pub(crate) fn passed(&self) -> Vec<Accepted> {
        let listed = self.behind(PASSED).into_iter().flat_map(|line| line.split(", "));
        listed.filter_map(|text| text.parse().ok()).collect()
    }

    /// The commands that find it again and that play its game again.
    pub(crate) fn commands(&self) -> Vec<&str> {
        [FIND, AGAIN].into_iter().filter_map(|words| self.command(words)).collect()
    }

    /// The command behind these words.
    fn command(&self, words: &str) -> Option<&str> {
        self.report.lines().find_map(|line| line.strip_prefix(words))
    }

    /// The options of the programs it was found with, if there were any.
    pub(crate) fn programs(&self) -> Option<&str> {
        let command = self.command(AGAIN)?;
        Some(&command[command.find(&format!("{AGAINST} "))?..])
    }

    /// Whether it is about this symmetry, or about none.
    fn is_about(&self, symmetry: Option<&str>) -> bool {
        let named = self.command(AGAIN).and_then(|command| Some(command.split_once(" --symmetry ")?.1));
        match (named, symmetry) {
            (Some(named), Some(place)) => {
                named.strip_prefix(&word(place)).is_some_and(|rest| !rest.starts_with(|c| c != ' '))
            }
            (None, None) => true,
            _ => false,
        }
    }

    /// Whether it is about these engines, as far as it says: the programs of its command are those that are
    /// given now.
    pub(crate) fn is_of(&self, rivals: Option<&Rivals>) -> bool {
        let Some(command) = self.command(AGAIN) else { return true };
        let programs = |command: &str| {
            let words = shlex::split(command).unwrap_or_default();
            let named = words.windows(2).filter(|pair| pair[0] == AGAINST || pair[0] == WITH);
            named.map(<[String]>::to_vec).collect::<Vec<_>>()
        };
        programs(command) == programs(rivals.map_or("", Rivals::options))
    }
}

/// Plays the game of a finding again, and passes over what its report says was passed over on the way.
fn look<G: Compiled>(factories: Factories<'_, G>, known: &Known, record: &Record<G>, told: &Told) -> Now {
    let accepted = known.accepted().cloned().chain(told.passed());
    let mut passing = Known::accepting(accepted)
        .ignoring(known.ignored().iter().cloned())
        .with_whole_positions(known.whole_positions())
        .with_reasons(known.compares_reasons());
    match G::audit(factories, &mut passing, record, &mut |_| {}) {
        Audit::Diverged(found) if found.is_untold() => {
            Now::Open("an engine does not tell whether a move is legal")
        }
        Audit::Diverged(found) if found.is_interruption() => Now::Open("the run was interrupted"),
        // Play cannot go on behind this one.
        Audit::Diverged(found) if known.accepts(&found.signature) => Now::Apart,
        Audit::Diverged(found) => {
            let same = told.signature().is_none_or(|signature| signature == found.signature.to_string());
            if same { Now::Still(found.headline) } else { Now::Other(found.headline) }
        }
        Audit::Unstartable(NoStart::Unable) => Now::Open("an engine cannot begin there"),
        Audit::Agreed | Audit::Unstartable(_) | Audit::Unplayable(..) => {
            let by_user = passing.passed().any(|passed| known.includes(passed));
            let words = told.signature().unwrap_or_default();
            let names = |key: &String| words.split('-').any(|word| *word == key.to_ascii_lowercase());
            if by_user || known.ignored().iter().any(names) { Now::Apart } else { Now::Gone }
        }
    }
}
