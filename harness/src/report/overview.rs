//! What a directory tells of a run as a whole, kept up to date on the disk.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::entry::Entry;
use super::{REPORT, ReportError, create, html, json, junit, write_whole};

/// The files that tell of the run.
pub(super) const INDEX: &str = "index.html";
pub(super) const JSON: &str = "findings.json";
pub(super) const JUNIT: &str = "junit.xml";

/// How far a game has come.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Figures {
    pub(crate) games: u64,
    pub(crate) plies: u64,
    pub(crate) elapsed: Duration,
    /// Once it is over, whether it was ended from outside.
    pub(crate) interrupted: Option<bool>,
}

/// What is told of one game.
#[derive(Clone, Debug)]
pub(super) struct Section {
    pub(super) game: String,
    /// The names of the engine under test and of the other.
    pub(super) engines: [String; 2],
    pub(super) figures: Figures,
    /// Short games first.
    pub(super) entries: Vec<Entry>,
}

impl Section {
    /// What came of it, in a word.
    pub(super) fn verdict(&self) -> &'static str {
        match self.figures.interrupted {
            _ if !self.entries.is_empty() => "diverge",
            None => "unfinished",
            Some(true) => "interrupted",
            Some(false) => "agree",
        }
    }

    /// The same in a few words.
    pub(super) fn sentence(&self) -> String {
        let [subject, oracle] = &self.engines;
        match self.verdict() {
            "diverge" => format!("{subject} differs from {oracle}"),
            "agree" => format!("{subject} agrees with {oracle}"),
            "interrupted" => format!("interrupted; {subject} agreed with {oracle} until then"),
            _ => format!("not over; {subject} agreed with {oracle} until now"),
        }
    }
}

/// What is told of a run.
#[derive(Clone, Debug)]
pub(super) struct Told {
    pub(super) command: String,
    pub(super) seed: u64,
    pub(super) sections: Vec<Section>,
    pub(super) finished: bool,
    /// The reports of findings that earlier runs have left.
    pub(super) earlier: BTreeSet<String>,
}

impl Told {
    /// The number of the run's findings.
    pub(super) fn findings(&self) -> usize {
        self.sections.iter().map(|section| section.entries.len()).sum()
    }

    /// What came of it, in a word.
    pub(super) fn verdict(&self) -> &'static str {
        let any = |verdict: &str| self.sections.iter().any(|section| section.verdict() == verdict);
        match self.finished {
            _ if any("diverge") => "diverge",
            false => "unfinished",
            true => ["unfinished", "interrupted"].into_iter().find(|verdict| any(verdict)).unwrap_or("agree"),
        }
    }

    /// All findings with their games, the shortest first.
    pub(super) fn entries(&self) -> Vec<(&Section, &Entry)> {
        let all = self.sections.iter().flat_map(|section| section.entries.iter().map(move |entry| (section, entry)));
        let mut all: Vec<_> = all.collect();
        all.sort_by_key(|(_, entry)| entry.moves);
        all
    }

    /// The reports of earlier runs' findings that are not findings of this one.
    pub(super) fn others(&self) -> impl Iterator<Item = &String> {
        let own: BTreeSet<String> = self.entries().iter().map(|(_, entry)| format!("{}{REPORT}", entry.stem)).collect();
        self.earlier.iter().filter(move |name| !own.contains(*name))
    }
}

/// What is told of a run and where.
#[derive(Debug)]
pub(super) struct Overview {
    dir: PathBuf,
    /// Whether it is told even when there is no finding.
    wanted: bool,
    /// What is told, and whether anything of it was written.
    told: Mutex<(Told, bool)>,
}

impl Overview {
    /// Nothing is written yet.
    pub(super) fn new(dir: &Path, wanted: bool, command: &str, seed: u64) -> Self {
        let told =
            Told { command: command.into(), seed, sections: Vec::new(), finished: false, earlier: reports_in(dir) };
        Self { dir: dir.into(), wanted, told: Mutex::new((told, false)) }
    }

    pub(super) fn begin(&self, game: &str, engines: [String; 2]) -> (usize, Result<(), ReportError>) {
        self.change(|told| {
            let section = Section { game: game.into(), engines, figures: Figures::default(), entries: Vec::new() };
            told.sections.push(section);
            told.sections.len() - 1
        })
    }

    pub(super) fn update(&self, section: usize, figures: Figures, mut entries: Vec<Entry>) -> Result<(), ReportError> {
        entries.sort_by_key(Entry::rank);
        self.change(|told| {
            if let Some(section) = told.sections.get_mut(section) {
                (section.figures, section.entries) = (figures, entries);
            }
        })
        .1
    }

    pub(super) fn finish(&self) -> Result<(), ReportError> {
        self.change(|told| told.finished = true).1
    }

    /// Changes what is told and writes it.
    fn change<T>(&self, change: impl FnOnce(&mut Told) -> T) -> (T, Result<(), ReportError>) {
        let mut guard = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let (told, written) = &mut *guard;
        let changed = change(told);
        // Once something was written it is kept up to date.
        if !self.wanted && told.findings() == 0 && !*written {
            return (changed, Ok(()));
        }
        let done = self.write(told);
        *written = true;
        (changed, done)
    }

    /// Writes all three files; the first error is that of all.
    fn write(&self, told: &Told) -> Result<(), ReportError> {
        create(&self.dir).map_err(|error| ReportError { path: self.dir.clone(), error })?;
        let texts = [(JSON, json::text(told)), (JUNIT, junit::text(told)), (INDEX, html::text(told))];
        let mut first = Ok(());
        for (name, text) in texts {
            let path = self.dir.join(name);
            let put = write_whole(&path, text.as_bytes()).map_err(|error| ReportError { path, error });
            first = first.and(put);
        }
        first
    }
}

/// The names of the reports in a directory.
fn reports_in(dir: &Path) -> BTreeSet<String> {
    let files = fs::read_dir(dir).into_iter().flatten().flatten();
    files.filter_map(|file| file.file_name().into_string().ok()).filter(|name| name.ends_with(REPORT)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use roxmltree::{Document, ParsingOptions};

    const HOSTILE: &str = "]]></failure></pre></style><script>x</script>\0\x1b[1m\u{202e}\u{ffff}'\"&<!--";

    /// A run of which everything said is hostile.
    fn hostile() -> Told {
        let text = || HOSTILE.to_string();
        let entry = Entry {
            stem: text(),
            signature: text(),
            kind: text(),
            headline: text(),
            details: vec![text()],
            record: text(),
            length: text(),
            rate: text(),
            origin: text(),
            commands: vec![text()],
            report: text(),
            pictures: vec![(text(), "<svg xmlns=\"http://www.w3.org/2000/svg\"/>".into())],
            files: vec![text()],
            ..Entry::default()
        };
        let figures = Figures::default();
        let section = Section { game: text(), engines: [text(), text()], figures, entries: vec![entry] };
        let quiet = Section { entries: Vec::new(), ..section.clone() };
        Told {
            command: text(),
            seed: 0,
            sections: vec![section, quiet],
            finished: false,
            earlier: BTreeSet::from([text()]),
        }
    }

    #[test]
    fn nothing_that_is_said_is_taken_for_markup() {
        let told = hostile();
        for text in [html::text(&told), junit::text(&told)] {
            let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
            let document =
                Document::parse_with_options(&text, options).unwrap_or_else(|error| panic!("{error}: {text}"));
            let name = |name: &str| document.descendants().filter(|node| node.tag_name().name() == name).count();
            assert_eq!((name("script"), name("style") + name("testsuites")), (0, 1));
            assert!(!text.contains(['\0', '\x1b', '\u{202e}', '\u{ffff}']));
            assert!(text.matches("&lt;script&gt;x").count() >= 10);
        }
        let object: serde_json::Value = serde_json::from_str(&json::text(&told)).unwrap();
        assert_eq!(object["command"], HOSTILE);
    }

    #[test]
    fn the_verdict_is_the_worst_that_came_of_a_game_and_final_only_at_the_end() {
        let section = |interrupted, entries| {
            let figures = Figures { interrupted, ..Figures::default() };
            Section { figures, entries: vec![Entry::default(); entries], ..hostile().sections.remove(1) }
        };
        let told = |finished, sections| Told { finished, sections, ..hostile() }.verdict();
        let [agreed, broken] = [Some(false), Some(true)].map(|interrupted| section(interrupted, 0));
        let [running, found] = [section(None, 0), section(None, 1)];
        assert_eq!(told(true, vec![agreed.clone()]), "agree");
        assert_eq!(told(false, vec![agreed.clone()]), "unfinished");
        assert_eq!(told(true, vec![agreed.clone(), broken.clone()]), "interrupted");
        assert_eq!(told(true, vec![agreed.clone(), running]), "unfinished");
        assert_eq!(told(false, vec![found, broken, agreed]), "diverge");
    }
}
