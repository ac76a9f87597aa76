//! The reports on a run as a whole, which are kept up to date on disk.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use super::entry::FindingEntry;
use super::live::GameProgress;
use super::pace::Pace;
use super::store::STORED;
use super::{REPORT, ReportError, create, html, is_of_finding, json, junit};
use crate::base::atomic_file;
use crate::compare::compared::Comparison;
use crate::compare::plural;
use crate::generate::coverage::Table;
use crate::report::verdict::{Verdict, still_differ};

/// The name of the report for a browser.
pub(super) const INDEX: &str = "index.html";
/// The name of the report for programs.
pub(super) const JSON: &str = "findings.json";
/// The name of the report for continuous integration.
pub(super) const JUNIT: &str = "junit.xml";

/// The progress of a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Figures {
    /// The number of games played to their end or to a divergence.
    pub(crate) games: u64,
    pub(crate) plies: u64,
    /// The duration of the games, if times are reported.
    pub(crate) elapsed: Option<Duration>,
    /// The coverage of the games.
    pub(crate) coverage: Table,
    /// The parts that were compared in them; empty as long as they are played.
    pub(crate) compared: Comparison,
    /// Events that are not findings, in sentences; empty while the games are played.
    pub(crate) warnings: Vec<String>,
}

/// The state of the run for one game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Stage {
    /// The game has not begun.
    #[default]
    Planned,
    /// The game is in progress.
    Running,
    /// The game is over. Holds the verdict if there is no finding, with the reason, if there is one.
    Over(Verdict, Option<String>),
}

/// Everything that the reports contain about one game.
#[derive(Clone, Debug, Default)]
pub(super) struct Section {
    pub(super) game: String,
    /// The names of the engine under test and of the reference; empty until they are known.
    pub(super) engines: [String; 2],
    pub(super) stage: Stage,
    pub(super) figures: Figures,
    /// The parts that were compared and those that were not, one sentence each.
    pub(super) compared: Vec<String>,
    /// The pace of the games.
    pub(super) pace: Pace,
    /// The state of the game in progress, while the run reports it.
    pub(super) now: Option<GameProgress>,
    /// The findings, the shortest games first.
    pub(super) entries: Vec<FindingEntry>,
    /// The names of findings of earlier runs that are still reproduced.
    pub(super) still: Vec<String>,
    /// Whether the run is over.
    pub(super) finished: bool,
}

impl Section {
    /// Returns the verdict on the game.
    pub(super) fn verdict(&self) -> Verdict {
        match &self.stage {
            _ if !self.entries.is_empty() || !self.still.is_empty() => Verdict::Differ,
            Stage::Planned if self.finished => Verdict::NotRun,
            Stage::Planned | Stage::Running => Verdict::Unfinished,
            Stage::Over(verdict, _) => *verdict,
        }
    }

    /// Returns the verdict as a sentence.
    pub(super) fn sentence(&self) -> String {
        let [subject, oracle] = &self.engines;
        match self.verdict() {
            Verdict::Differ if self.entries.is_empty() => still_differ(&self.engines, &self.still),
            Verdict::Differ => format!("{subject} differs from {oracle}"),
            Verdict::Agree => {
                let apart = self.reason().map(|reason| format!(", {reason}")).unwrap_or_default();
                format!("{subject} agrees with {oracle}{apart}")
            }
            Verdict::NotTested => {
                format!("not tested: {}", self.reason().unwrap_or("too few games were finished"))
            }
            Verdict::Interrupted => format!("interrupted; {}", self.until()),
            Verdict::NotRun => "not run: the run ended before".into(),
            Verdict::Unfinished if self.stage == Stage::Planned => {
                "not run yet, or the run was killed".into()
            }
            Verdict::Unfinished => format!("not over, or killed; {}", self.until()),
        }
    }

    /// Describes the result up to the point at which the run ended.
    fn until(&self) -> String {
        let [subject, oracle] = &self.engines;
        match self.figures.plies {
            0 => "nothing was compared until then".into(),
            _ => format!("{subject} agreed with {oracle} until then"),
        }
    }

    /// Returns the reason for the verdict, or a description of the parts that were not compared, if there is
    /// one.
    pub(super) fn reason(&self) -> Option<&str> {
        match &self.stage {
            Stage::Over(_, reason) => reason.as_deref(),
            Stage::Planned | Stage::Running => None,
        }
    }

    /// Describes the amount of work done.
    pub(super) fn amount(&self) -> String {
        let Figures { games, plies, elapsed, .. } = &self.figures;
        let [games, plies] = [
            plural(*games as usize, "game"),
            match plies {
                1 => "1 ply".into(),
                plies => format!("{plies} plies"),
            },
        ];
        let elapsed = elapsed.map(|elapsed| format!(", in {:.1} s", elapsed.as_secs_f64()));
        format!("{games} finished, {plies} compared{}", elapsed.unwrap_or_default())
    }
}

/// Everything that the reports contain about a run.
#[derive(Clone, Debug)]
pub(super) struct Summary {
    pub(super) command: String,
    pub(super) seed: u64,
    pub(super) sections: Vec<Section>,
    pub(super) finished: bool,
    /// Whether times are reported.
    pub(super) timed: bool,
    /// The reports on findings in the directory, including those of other runs.
    pub(super) reports: BTreeSet<String>,
    /// The reports on findings that this run has written, including those that have been or will be removed.
    pub(super) own: BTreeSet<String>,
}

impl Summary {
    /// Returns the number of findings of the run.
    pub(super) fn findings(&self) -> usize {
        self.sections.iter().map(|section| section.entries.len()).sum()
    }

    /// Returns the verdict on the run.
    pub(super) fn verdict(&self) -> Verdict {
        match Verdict::of_all(self.sections.iter().map(Section::verdict)) {
            Verdict::Differ => Verdict::Differ,
            _ if !self.finished => Verdict::Unfinished,
            verdict => verdict,
        }
    }

    /// Returns all findings with their games, the shortest first.
    pub(super) fn entries(&self) -> Vec<(&Section, &FindingEntry)> {
        let all = self
            .sections
            .iter()
            .flat_map(|section| section.entries.iter().map(move |entry| (section, entry)));
        let mut all: Vec<_> = all.collect();
        all.sort_by_key(|(_, entry)| entry.moves);
        all
    }

    /// Returns the reports on findings of other runs, whether earlier or at the same time.
    pub(super) fn others(&self) -> impl Iterator<Item = &String> {
        // A finding that an earlier run also found is already among the findings of this run.
        let summary: BTreeSet<String> =
            self.entries().iter().map(|(_, entry)| format!("{}{REPORT}", entry.stem)).collect();
        let known = move |name: &str| summary.contains(name) || self.own.contains(name);
        self.reports.iter().filter(move |name| match name.strip_suffix(STORED) {
            Some(stem) => !known(&format!("{stem}{REPORT}")),
            None => !known(name),
        })
    }
}

/// The reports on a run, and the directory that contains them.
#[derive(Debug)]
pub(super) struct Overview {
    dir: PathBuf,
    /// Whether to write the reports even if there is no finding.
    wanted: bool,
    contents: Mutex<Contents>,
}

/// The contents of the reports.
#[derive(Debug)]
struct Contents {
    summary: Summary,
    /// Whether anything was written.
    written: bool,
    /// The number of changes, not counting changes of figures.
    changes: u64,
}

impl Overview {
    /// Creates the reports on a run. If they are wanted even without a finding, immediately writes that the
    /// run is unfinished, so that a killed run does not leave the reports of an earlier successful one.
    pub(super) fn new(
        dir: &Path,
        [wanted, timed]: [bool; 2],
        command: &str,
        seed: u64,
        games: &[&str],
    ) -> Self {
        let section = |game: &&str| Section { game: game.to_string(), ..Section::default() };
        let sections = games.iter().map(section).collect();
        let (reports, own) = (BTreeSet::new(), BTreeSet::new());
        let summary =
            Summary { command: command.into(), seed, sections, finished: false, timed, reports, own };
        let contents = Mutex::new(Contents { summary, written: false, changes: 0 });
        let overview = Self { dir: dir.into(), wanted, contents };
        // A file that cannot be written now cannot be written later either, and the error is reported then.
        let _ = overview.change(|_| ());
        overview
    }

    fn contents(&self) -> MutexGuard<'_, Contents> {
        self.contents.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls `read` with the contents of the reports and the number of changes, not counting changes of
    /// figures.
    pub(super) fn read<T>(&self, read: impl FnOnce(&Summary, u64) -> T) -> T {
        let contents = self.contents();
        read(&contents.summary, contents.changes)
    }

    /// Records the state of the game in progress. Does not write to disk.
    pub(super) fn note(&self, now: GameProgress) {
        let mut contents = self.contents();
        let timed = contents.summary.timed;
        let running = |section: &&mut Section| section.stage == Stage::Running;
        let Some(section) = contents.summary.sections.iter_mut().find(running) else { return };
        let figures = &mut section.figures;
        (figures.games, figures.plies) = (now.games, now.plies);
        if timed {
            figures.elapsed = Some(now.elapsed);
            section.pace.add(now.elapsed, now.plies);
        }
        section.now = Some(now);
    }

    /// Records the coverage of the games of a section, unless the reports are being written, because the
    /// caller must not wait for that. Does not write to disk.
    pub(super) fn reached(&self, section: usize, coverage: Table) {
        let Ok(mut contents) = self.contents.try_lock() else { return };
        if let Some(section) = contents.summary.sections.get_mut(section) {
            section.figures.coverage = coverage;
        }
    }

    /// Records that this run writes the report `report` on a finding.
    pub(super) fn writes(&self, report: String) {
        self.contents().summary.own.insert(report);
    }

    /// Whether this run has written the report `report` on a finding.
    pub(super) fn has_written(&self, report: &str) -> bool {
        self.contents().summary.own.contains(report)
    }

    /// Starts the section on a game. Returns its index, and the error if the reports could not be written.
    pub(super) fn begin(
        &self,
        game: &str,
        engines: [String; 2],
        still: Vec<String>,
    ) -> (usize, Result<(), ReportError>) {
        self.change(|summary| {
            let planned = |section: &Section| section.game == game && section.stage == Stage::Planned;
            let place = summary.sections.iter().position(planned).unwrap_or_else(|| {
                summary.sections.push(Section { game: game.into(), ..Section::default() });
                summary.sections.len() - 1
            });
            let section = &mut summary.sections[place];
            (section.engines, section.stage, section.still) = (engines, Stage::Running, still);
            place
        })
    }

    /// Updates the progress and the findings of a game, and its verdict once it is over.
    pub(super) fn update(
        &self,
        section: usize,
        figures: Figures,
        verdict: Option<(Verdict, Option<String>)>,
        mut entries: Vec<FindingEntry>,
    ) -> Result<(), ReportError> {
        entries.sort_by_key(FindingEntry::rank);
        self.change(|summary| {
            if let Some(section) = summary.sections.get_mut(section) {
                entries.iter_mut().for_each(|entry| entry.came(&section.entries, figures.elapsed));
                let sentences =
                    [figures.compared.sentence(), figures.compared.not_compared(&section.engines)];
                section.compared = sentences.into_iter().flatten().collect();
                if let Some(elapsed) = figures.elapsed {
                    section.pace.add(elapsed, figures.plies);
                }
                (section.figures, section.entries) = (figures, entries);
                (section.stage, section.now) = match verdict {
                    Some((verdict, reason)) => (Stage::Over(verdict, reason), None),
                    None => (Stage::Running, section.now.take()),
                };
            }
        })
        .1
    }

    pub(super) fn finish(&self) -> Result<(), ReportError> {
        self.change(|summary| {
            summary.finished = true;
            summary.sections.iter_mut().for_each(|section| section.finished = true);
        })
        .1
    }

    /// Changes the contents, and writes the reports.
    fn change<T>(&self, change: impl FnOnce(&mut Summary) -> T) -> (T, Result<(), ReportError>) {
        let mut contents = self.contents();
        let Contents { summary, written, changes } = &mut *contents;
        let changed = change(summary);
        *changes += 1;
        // Once the reports have been written, they are kept up to date.
        if !self.wanted && summary.findings() == 0 && !*written {
            return (changed, Ok(()));
        }
        // Another run may write findings to the directory at the same time.
        summary.reports = reports_in(&self.dir);
        let done = self.write(summary);
        *written = true;
        (changed, done)
    }

    /// Writes all three files, and returns the first error.
    fn write(&self, summary: &Summary) -> Result<(), ReportError> {
        create(&self.dir).map_err(|error| ReportError { path: self.dir.clone(), error })?;
        let mut texts = [
            (JUNIT, junit::text(summary)),
            (JSON, json::text(summary)),
            (INDEX, html::text(summary, summary.timed.then(SystemTime::now))),
        ];
        if summary.finished {
            // The file that may turn a pipeline green is written last.
            texts.rotate_left(1);
        }
        let mut first = Ok(());
        for (name, text) in texts {
            let path = self.dir.join(name);
            let put = atomic_file::write(&path, text.as_bytes()).map_err(|error| ReportError { path, error });
            first = first.and(put);
        }
        first
    }
}

/// Returns the names of the reports on findings in a directory. If a finding has no report, because its run
/// was killed, the name of its data file counts.
fn reports_in(dir: &Path) -> BTreeSet<String> {
    let files = fs::read_dir(dir).into_iter().flatten().flatten();
    let names = files.filter_map(|file| file.file_name().into_string().ok());
    let names: BTreeSet<String> = names.filter(|name| is_of_finding(name)).collect();
    let lacks_report = |stem: &str| !names.contains(&format!("{stem}{REPORT}"));
    let counts =
        |name: &&String| name.ends_with(REPORT) || name.strip_suffix(STORED).is_some_and(lacks_report);
    names.iter().filter(counts).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::coverage::{Described, Row, Tally};
    use roxmltree::{Document, ParsingOptions};

    const HOSTILE: &str = "]]></failure></pre></style><script>x</script>\0\x1b[1m\u{202e}\u{ffff}'\"&<!--";

    /// Returns a run in which every text is hostile.
    fn hostile() -> Summary {
        let text = || HOSTILE.to_string();
        let entry = FindingEntry {
            stem: text(),
            signature: text(),
            kind: text(),
            headline: text(),
            details: vec![text()],
            record: text(),
            length: text(),
            rate: text(),
            opinions: Some(text()),
            origin: text(),
            commands: vec![text()],
            report: text(),
            pictures: vec![(text(), "<svg xmlns=\"http://www.w3.org/2000/svg\"/>".into())],
            files: vec![text()],
            ..FindingEntry::default()
        };
        let engines = [text(), text()];
        let said = |name: &str| Described { name: name.into(), about: text(), within: None };
        let tally = Tally { games: 1, plies: 1, events: vec![1, 0] };
        let row = Row { policy: said(HOSTILE), tally };
        let coverage =
            Table { policies: vec![row], events: vec![said(HOSTILE), said("never")], ..Table::default() };
        let section = Section {
            game: text(),
            engines,
            stage: Stage::Running,
            figures: Figures { coverage, ..Figures::default() },
            compared: vec![text()],
            now: Some(GameProgress { doing: Some(text()), ..GameProgress::default() }),
            entries: vec![entry],
            ..Section::default()
        };
        let over = Stage::Over(Verdict::NotTested, Some(text()));
        let quiet = Section { entries: Vec::new(), stage: over, ..section.clone() };
        Summary {
            command: text(),
            seed: 0,
            sections: vec![section, quiet],
            finished: false,
            timed: true,
            reports: BTreeSet::from([text()]),
            own: BTreeSet::new(),
        }
    }

    #[test]
    fn nothing_that_is_said_is_taken_for_markup() {
        let summary = hostile();
        let place = html::Place::Server { steps: Some("steps#") };
        let parts = html::parts(&summary, place, |_| None);
        let parts: String = parts.iter().map(|part| part.html.clone()).collect();
        let served = format!("<style>{parts}</style>");
        for text in [html::text(&summary, Some(SystemTime::UNIX_EPOCH)), junit::text(&summary), served] {
            let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
            let document = Document::parse_with_options(&text, options)
                .unwrap_or_else(|error| panic!("{error}: {text}"));
            let name =
                |name: &str| document.descendants().filter(|node| node.tag_name().name() == name).count();
            assert_eq!((name("script"), name("style") + name("testsuites")), (0, 1));
            assert!(!text.contains(['\0', '\x1b', '\u{202e}', '\u{ffff}']));
            assert!(text.matches("&lt;script&gt;x").count() >= 10);
        }
        let object: serde_json::Value = serde_json::from_str(&json::text(&summary)).unwrap();
        assert_eq!(object["command"], HOSTILE);
    }

    #[test]
    fn findings_of_earlier_runs_need_not_show_the_same_nor_be_about_the_same_engines() {
        let engines = ["mine", "theirs"].map(String::from);
        let still = vec!["one".to_string(), "two (another difference now)".to_string()];
        let section = Section { engines, still, ..Section::default() };
        let words = "in games of earlier findings: one, two (another difference now)";
        assert_eq!(section.sentence(), format!("mine differs from theirs {words}"));
        let summary = Summary { sections: vec![section], ..hostile() };
        let page = html::text(&summary, None);
        assert!(page.contains(&format!("<p>: mine differs from theirs {words}.</p>")), "{page}");
        assert!(junit::text(&summary).contains(&format!("mine differs from theirs {words}")));
    }

    #[test]
    fn the_page_says_when_it_was_written_and_by_which_version() {
        let page = html::text(&hostile(), Some(SystemTime::UNIX_EPOCH + Duration::from_secs(1_772_323_199)));
        let version = env!("CARGO_PKG_VERSION");
        let expected = "<time datetime=\"2026-02-28T23:59:59Z\">2026-02-28 23:59:59 UTC</time>";
        assert!(page.contains(&format!("<p>Written {expected} by bustan {version}</p>")), "{page}");
    }

    /// Returns the declarations of the rule for `selector` in the style sheet.
    fn rule(selector: &str) -> &'static str {
        let (_, rest) = html::STYLE.split_once(&format!("\n{selector} {{")).expect("there is such a rule");
        rest.split('}').next().unwrap_or_default()
    }

    #[test]
    fn nothing_is_said_of_times_where_they_are_left_out() {
        let figures = |elapsed| Figures { games: 7, elapsed, ..Figures::default() };
        let texts = |timed: bool| {
            let figures = figures(timed.then(|| Duration::from_millis(98_765)));
            let section =
                Section { game: "game".into(), figures, stage: Stage::Running, ..Section::default() };
            let summary = Summary { timed, sections: vec![section], ..hostile() };
            [html::text(&summary, None), junit::text(&summary), json::text(&summary)]
        };
        for (timed, untimed) in texts(true).into_iter().zip(texts(false)) {
            assert!(timed.contains("98.8 s") || timed.contains("98.765"), "{timed}");
            assert!(
                ["98.", "time=", "seconds", ">time<"].iter().all(|word| !untimed.contains(word)),
                "{untimed}"
            );
        }
    }

    #[test]
    fn pictures_keep_their_proportions_and_are_never_wider_than_the_page() {
        let svg = rule(".boards svg");
        assert!(svg.contains("max-width: 100%") && svg.contains("height: auto"), "{svg}");
        assert!(!svg.contains("max-height"), "it would leave the width as it is");
        let figure = rule(".boards figure");
        assert!(figure.contains("flex: 0 1 auto"), "as wide as its picture, or less: {figure}");
    }

    #[test]
    fn every_verdict_has_a_colour_on_light_and_on_dark_pages() {
        let style = html::STYLE;
        let (light, dark) =
            style.split_once("prefers-color-scheme: dark").expect("dark pages have colours of their own");
        for verdict in ["agree", "differ", "not-tested", "interrupted", "unfinished"] {
            assert!(style.contains(&format!(".{verdict}")), "{verdict}");
        }
        for colour in ["--good", "--bad", "--open"] {
            assert!(
                light.contains(&format!("{colour}:")) && dark.contains(&format!("{colour}:")),
                "{colour}"
            );
            assert!(style.contains(&format!("var({colour})")), "{colour}");
        }
    }

    #[test]
    fn a_report_is_green_only_when_a_run_that_was_not_cut_off_is_over() {
        let section = |stage| Section { game: "game".into(), stage, ..Section::default() };
        let (agreed, planned) = (section(Stage::Over(Verdict::Agree, None)), section(Stage::Planned));
        let errors = |finished, mut sections: Vec<Section>| {
            sections.iter_mut().for_each(|section| section.finished = finished);
            let summary = Summary { finished, sections, ..hostile() };
            let text = junit::text(&summary);
            assert!(text.contains(&format!("errors=\"{}\"", text.matches("<error ").count())), "{text}");
            text.matches("<error ").count()
        };
        assert_eq!(errors(true, vec![agreed.clone(), agreed.clone()]), 0);
        assert_eq!(errors(false, vec![agreed.clone(), agreed.clone()]), 1);
        assert_eq!(errors(true, vec![agreed.clone(), planned.clone(), planned.clone()]), 1);
        assert_eq!(errors(false, vec![agreed, planned]), 1);
    }

    #[test]
    fn the_verdict_is_the_worst_that_came_of_a_game_and_final_only_at_the_end() {
        let section = |stage, entries| {
            let entries = vec![FindingEntry::default(); entries];
            Section { stage, entries, ..Section::default() }
        };
        let summary = |finished, mut sections: Vec<Section>| {
            sections.iter_mut().for_each(|section| section.finished = finished);
            Summary { finished, sections, ..hostile() }.verdict()
        };
        let over = |verdict| section(Stage::Over(verdict, None), 0);
        let [agreed, broken, untested] = [Verdict::Agree, Verdict::Interrupted, Verdict::NotTested].map(over);
        let [planned, running] = [Stage::Planned, Stage::Running].map(|stage| section(stage, 0));
        let found = section(Stage::Running, 1);
        assert_eq!(summary(true, vec![agreed.clone()]), Verdict::Agree);
        assert_eq!(summary(false, vec![agreed.clone()]), Verdict::Unfinished);
        assert_eq!(summary(true, vec![agreed.clone(), untested]), Verdict::NotTested);
        assert_eq!(summary(true, vec![agreed.clone(), broken.clone()]), Verdict::Interrupted);
        assert_eq!(summary(true, vec![agreed.clone(), planned.clone()]), Verdict::Interrupted);
        assert_eq!(summary(false, vec![agreed.clone(), planned]), Verdict::Unfinished);
        assert_eq!(summary(true, vec![agreed.clone(), running]), Verdict::Unfinished);
        assert_eq!(summary(false, vec![found, broken, agreed]), Verdict::Differ);
    }
}
