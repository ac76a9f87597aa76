//! The pages of the section *Benchmarks and evidence* show what `docs/evidence/figures.json` has, with the
//! date, the command and the machine of each table. Measuring commands write that file; no figure is typed.
//!
//! After a measurement, write the tables into the pages and review them:
//!
//! ```text
//! BUSTAN_BLESS=1 cargo test -p bustan-tests figures
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::{env, fs};

use bustan_tests::golden::BLESS;
use serde::Deserialize;

use super::page;
use super::sources::{Source, sources};

const FILE: &str = "docs/evidence/figures.json";
const FOLDER: &str = "docs/evidence/";

/// The comments around a table in a page. The name of the table follows the first.
const BEGIN: &str = "<!-- figures: ";
const END: &str = "<!-- end of figures -->";

/// A table of figures that were measured by a command.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    title: String,
    command: String,
    machine: String,
    /// In what the measurement differs from one that the command makes today.
    differs: Option<String>,
    columns: Vec<String>,
    /// The alignment of each column: `l` or `r`.
    align: String,
    /// The cells of each row, after the date of its measurement.
    rows: Vec<Vec<String>>,
}

impl Table {
    /// The dates of the measurements.
    fn dates(&self) -> BTreeSet<&str> {
        self.rows.iter().map(|row| &*row[0]).collect()
    }

    /// Returns the table in Markdown, as pages show it. A table whose rows have different dates gets a column with them.
    fn shown(&self) -> String {
        let dates = self.dates();
        let dated = dates.len() > 1;
        let line = |cells: &[String], last: &str| {
            let last = if dated { format!(" {last} |") } else { String::new() };
            format!("| {} |{last}\n", cells.join(" | ")).replace("|  |", "| |").replace("|  |", "| |")
        };
        let rules = self.align.chars().map(|side| if side == 'r' { "--:|" } else { "---|" });
        let mut text = format!("*{}*\n\n{}|", self.title, line(&self.columns, "measured"));
        text.extend(rules.chain(dated.then_some("---|")));
        text.push('\n');
        text.extend(self.rows.iter().map(|row| line(&row[1..], &row[0])));
        let (first, last) = dates.first().zip(dates.last()).expect("a table has rows");
        let date = if dated { format!("{first} to {last}") } else { (*last).to_owned() };
        let _ =
            write!(text, "\n- Date: {date}\n- Command: `{}`\n- Conditions: {}\n", self.command, self.machine);
        if let Some(differs) = &self.differs {
            let _ = writeln!(text, "- Note: {differs}");
        }
        text
    }
}

fn tables() -> BTreeMap<String, Table> {
    serde_json::from_str(&page(FILE)).unwrap_or_else(|error| panic!("{FILE}: {error}"))
}

/// The pages of the section.
fn evidence() -> Vec<Source> {
    let mut found = sources();
    found.retain(|source| source.name.starts_with(FOLDER) && source.name.ends_with(".md"));
    assert!(found.len() > 5, "only {} pages were found", found.len());
    found
}

/// Splits a page into the texts outside tables and the names of the tables between them.
fn split(text: &str) -> (Vec<&str>, Vec<&str>) {
    let (mut outside, mut names, mut rest) = (Vec::new(), Vec::new(), text);
    while let Some((before, after)) = rest.split_once(BEGIN) {
        let (name, table) = after.split_once(" -->\n").expect("the comment before a table ends");
        let (_, behind) = table.split_once(END).unwrap_or_else(|| panic!("{name} has no {END}"));
        outside.push(before);
        names.push(name);
        rest = behind;
    }
    outside.push(rest);
    (outside, names)
}

/// Returns a page with the tables as they are in the file.
fn written(text: &str, tables: &BTreeMap<String, Table>) -> String {
    let (outside, names) = split(text);
    let mut new = outside[0].to_owned();
    for (name, after) in names.into_iter().zip(&outside[1..]) {
        let table = tables.get(name).unwrap_or_else(|| panic!("{FILE} has no table {name}"));
        let _ = write!(new, "{BEGIN}{name} -->\n\n{}\n{END}{after}", table.shown());
    }
    new
}

/// The first digit of a text outside code and the targets of links, with the words around it.
fn digit(text: &str) -> Option<String> {
    let mut code = false;
    let prose: Vec<&str> = text
        .lines()
        .filter(|line| {
            let fence = line.starts_with("```");
            code ^= fence;
            !code && !fence
        })
        .collect();
    let prose = prose.join("\n");
    let spans: Vec<&str> = prose.split('`').step_by(2).collect();
    let prose = spans.join("``");
    let mut texts = prose.split("](");
    let first = texts.next().unwrap_or_default().to_owned();
    let prose =
        texts.fold(first, |text, rest| text + "](" + rest.split_once(')').map_or("", |(_, after)| after));
    let at = prose.find(|c: char| c.is_ascii_digit())?;
    let (before, after) = prose.split_at(at);
    let before: String = before.chars().rev().take(40).collect::<Vec<_>>().into_iter().rev().collect();
    Some(before + &after.chars().take(40).collect::<String>())
}

fn is_date(text: &str) -> bool {
    let shape: String = text.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
    shape == "0000-00-00" && ("2026-11-01"..="2099-12-31").contains(&text)
}

/// Whether a command exists: a script of the repository, a command of `bustan`, or one of cargo, whose
/// arguments the tests of the book check.
fn exists(command: &str) -> bool {
    let mut words = command.split(' ');
    match words.next() {
        Some("cargo") => true,
        Some("bustan") => {
            let name = words.next().unwrap_or_default();
            let commands = page("docs/reference/commands.md");
            commands.contains(&format!("bustan {name} ")) || commands.contains(&format!("`{name}`"))
        }
        Some(script) => page("justfile").contains(&format!("    {script} ")),
        None => false,
    }
}

#[test]
fn figures_on_pages_are_those_of_the_file() {
    let tables = tables();
    let bless = env::var_os(BLESS).is_some_and(|value| value == "1");
    for source in evidence() {
        let new = written(&source.text, &tables);
        if bless {
            fs::write(&source.path, new).expect("a page can be written");
        } else if new != source.text {
            let line = new.lines().zip(source.text.lines()).find(|(new, old)| new != old);
            panic!("{} differs from {FILE}; write it with {BLESS}=1: {line:?}", source.name);
        }
    }
}

#[test]
fn every_table_of_figures_is_on_one_page() {
    let pages = evidence();
    let mut shown: Vec<_> = pages.iter().flat_map(|source| split(&source.text).1).collect();
    shown.sort_unstable();
    assert_eq!(shown, tables().keys().collect::<Vec<_>>());
}

#[test]
fn figures_have_dates_and_commands_that_exist() {
    for (name, table) in tables() {
        assert!(!table.rows.is_empty(), "{name} has no rows");
        assert_eq!(table.columns.len(), table.align.len(), "{name}");
        assert!(table.align.chars().all(|side| "lr".contains(side)), "{name}: {}", table.align);
        for row in &table.rows {
            assert_eq!(row.len(), table.columns.len() + 1, "{name}: {row:?}");
        }
        let wrong: Vec<_> = table.dates().into_iter().filter(|date| !is_date(date)).collect();
        assert!(wrong.is_empty(), "{name}: {wrong:?}");
        assert!(exists(&table.command), "{name}: there is no command {}", table.command);
    }
}

#[test]
fn no_figure_is_typed_into_a_page_of_evidence() {
    for source in evidence() {
        for text in split(&source.text).0 {
            let found = digit(text);
            assert!(found.is_none(), "{}: {}", source.name, found.unwrap_or_default());
        }
    }
}

/// Pages outside the section with dates: of releases, of errors in published packages, and examples.
const DATED: [&str; 0] = [];

#[test]
fn measurements_are_on_pages_of_evidence() {
    let mut pages = sources();
    pages.retain(|source| source.name.starts_with("docs/") && source.name.ends_with(".md"));
    pages.retain(|source| !source.name.starts_with(FOLDER) && !DATED.contains(&&*source.name));
    for source in pages {
        let spans: Vec<&str> = source.text.split('`').step_by(2).collect();
        for word in spans.join("``").split(|c: char| c.is_whitespace() || "(),;|".contains(c)) {
            assert!(!is_date(word), "{} has {word}: measurements go to {FOLDER}", source.name);
        }
    }
}

#[test]
fn typed_figures_are_noticed() {
    let table = Table {
        title: "Speed".into(),
        command: "bench/figures.py".into(),
        machine: "two cores".into(),
        differs: None,
        columns: vec!["game".into(), "plies/s".into()],
        align: "lr".into(),
        rows: vec![vec!["2026-11-28".into(), "chess".into(), "12".into()]],
    };
    let tables = BTreeMap::from([("speed".to_owned(), table)]);
    let page = format!("# A\n\n{BEGIN}speed -->\nold\n{END}\n\nB.\n");
    let new = written(&page, &tables);
    let shown = "*Speed*\n\n| game | plies/s |\n|---|--:|\n| chess | 12 |\n\n- Date: 2026-11-28\n- Command: `bench/figures.py`\n\
                 - Conditions: two cores\n";
    assert_eq!(new, format!("# A\n\n{BEGIN}speed -->\n\n{shown}\n{END}\n\nB.\n"));
    assert_eq!(written(&new, &tables), new);
    assert_ne!(written(&new.replace("12", "13"), &tables), new.replace("12", "13"));
    assert_eq!(digit("a `1` [b](c#2) d\n```sh\n3\n```\ne"), None);
    assert!(digit("Bustan makes 12 plies").is_some_and(|found| found.contains("makes 12")));
    assert!(is_date("2026-11-28") && !is_date("2026-11") && !is_date("1999-11-28"));
    assert!(exists("bench/figures.py") && exists("bustan check any") && !exists("bench/nothing"));
}
