//! The numbered rules in `docs/rules` serve as an index of both engines: comments cite the rules, and each
//! rules file ends with a table of the citations.
//!
//! A citation consists of the name of the game and the number of the rule in brackets. These tests search the
//! text files of the repository. Every citation must name a rule, and every rule must be in order, state its
//! source and be cited by the reference engine.
//!
//! After an intended change to rules or citations, write the tables again and review them:
//!
//! ```text
//! BUSTAN_BLESS=1 cargo test -p bustan-tests rules
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::{Path, PathBuf};
use std::{env, fs};

use bustan_games::GAMES;
use bustan_tests::golden::BLESS;

/// The folders to search. A folder that does not exist is empty.
const FOLDERS: [&str; 6] = ["docs/rules", "core/src", "crates", "reference/src", "reference/tests", "tests"];

/// The extensions of the files to search: code, Markdown, and the cases of games.
const ENDINGS: [&str; 3] = ["rs", "md", "txt"];

/// The first line of the table at the end of each rules file.
const HEADER: &str = "| rule | reference | fast |";

/// The number of a rule: the section, and the rule within it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Number(u32, u32);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0, self.1)
    }
}

/// A rule of a game.
#[derive(Debug)]
struct Rule {
    number: Number,
    /// The number of the heading above the rule, if any.
    heading: Option<u32>,
    /// The text after the number.
    text: String,
}

/// A text in brackets that begins like a citation.
#[derive(Debug, PartialEq, Eq)]
struct Citation<'a> {
    /// The line of the citation, from 0.
    line: usize,
    /// The text between the brackets, or up to the end of the line.
    text: &'a str,
    game: &'a str,
    /// The rule; `None` if the text after the game is not the number of a rule.
    number: Option<Number>,
}

/// A text file of the repository.
struct Source {
    path: String,
    text: String,
}

/// The rules by game.
type Rules = BTreeMap<String, Vec<Rule>>;

// Parsing texts.

/// Parses a number such as `4.2`, which must be the whole text.
fn number(text: &str) -> Option<Number> {
    let (section, rule) = text.split_once('.')?;
    let read =
        |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?;
    Some(Number(read(section)?, read(rule)?))
}

/// The rules in a rules file: the list items that begin with a number. Each extends to the next item or
/// heading.
fn rules_in(text: &str) -> Vec<Rule> {
    let mut rules: Vec<Rule> = Vec::new();
    let mut heading = None;
    let mut open = false;
    for line in before_index(text).lines() {
        if let Some(title) = line.strip_prefix("## ") {
            heading = title.split(' ').next().and_then(|word| word.parse().ok());
            open = false;
        } else if let Some(item) = line.strip_prefix("- ") {
            let (first, rest) = item.split_once(' ').unwrap_or((item, ""));
            open = false;
            if let Some(number) = number(first) {
                rules.push(Rule { number, heading, text: rest.into() });
                open = true;
            }
        } else if let Some(rule) = rules.last_mut().filter(|_| open) {
            rule.text.push('\n');
            rule.text.push_str(line.trim());
        }
    }
    rules
}

/// The part of a rules file before its table.
fn before_index(text: &str) -> &str {
    text.find(HEADER).map_or(text, |at| &text[..at])
}

/// The sources that a rules file introduces: the names in bold and in brackets.
fn sources_in(text: &str) -> BTreeSet<&str> {
    text.split("**[").skip(1).filter_map(|rest| rest.split_once("]**")).map(|(source, _)| source).collect()
}

/// The numbers of rules that a rules file mentions without brackets, such as the 4.1 in "follows from 4.1".
fn mentioned_in(text: &str) -> BTreeSet<Number> {
    let prose = before_index(text).split(|c: char| c.is_whitespace() || "(),;:`".contains(c));
    prose.filter_map(|word| number(word.strip_suffix('.').unwrap_or(word))).collect()
}

/// The citations in a text of rules of the given games. In code, only comments count.
fn citations<'a>(text: &'a str, code: bool, games: &Rules) -> Vec<Citation<'a>> {
    let mut found = Vec::new();
    for (line, content) in text.lines().enumerate() {
        let comment = if code { content.find("//").map_or("", |at| &content[at..]) } else { content };
        for rest in comment.split('[').skip(1) {
            let text = rest.split(']').next().unwrap_or(rest);
            let (game, behind) = text.split_once(' ').unwrap_or((text, ""));
            let broken_off = text.len() == rest.len();
            if games.contains_key(&game.to_lowercase()) && (text != game || broken_off) {
                let is_known = games.contains_key(game) && !broken_off;
                found.push(Citation { line, text, game, number: number(behind).filter(|_| is_known) });
            } else if game.bytes().all(|byte| byte.is_ascii_lowercase()) && number(behind).is_some() {
                found.push(Citation { line, text, game, number: number(behind) });
            }
        }
    }
    found
}

// Places in code.

/// The indentation of a line.
fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Whether a line consists only of a comment.
fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with("//")
}

/// The name of the item whose declaration starts on a line of code, if any.
fn declared(line: &str) -> Option<&str> {
    if is_comment(line) {
        return None;
    }
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut words = line.split(|c| !is_name(c)).filter(|word| !word.is_empty()).peekable();
    loop {
        match words.next()? {
            "const" if !matches!(words.peek(), Some(&"fn" | &"unsafe")) => return words.next(),
            "pub" | "super" | "crate" | "const" | "unsafe" | "async" => {}
            "fn" | "struct" | "enum" | "trait" | "type" | "static" | "macro_rules" => return words.next(),
            _ => return None,
        }
    }
}

/// The name of the item to which a comment belongs: the item declared directly after it, or otherwise the
/// item around it. `None` for a comment on a whole module.
fn belongs_to<'a>(lines: &[&'a str], comment: usize) -> Option<&'a str> {
    let line = lines[comment];
    if line.trim_start().starts_with("//!") {
        return None;
    }
    let is_passed = |line: &str| is_comment(line) || line.trim_start().starts_with("#[");
    let next = lines[comment..].iter().copied().find(|line| !is_passed(line));
    next.and_then(declared).or_else(|| {
        let mut within = indent(line);
        for line in lines[..comment].iter().copied().rev().filter(|line| !line.trim().is_empty()) {
            if indent(line) < within {
                if let Some(name) = declared(line) {
                    return Some(name);
                }
                // The head of a function may take several lines; the last line is indented like the first.
                let goes_on = [")", "{", "where"].iter().any(|start| line.trim_start().starts_with(start));
                within = indent(line) + usize::from(goes_on);
            }
        }
        None
    })
}

// Faults.

/// Finds rules that occur twice, are out of order, or are under the heading of another section.
fn faults_of_order(game: &str, rules: &[Rule]) -> Vec<String> {
    let mut faults = Vec::new();
    let mut seen = BTreeSet::new();
    let mut before = Number(0, 0);
    for &Rule { number, heading, .. } in rules {
        if !seen.insert(number) {
            faults.push(format!("{game}: there are two rules {number}"));
        } else if number != Number(before.0, before.1 + 1) && number != Number(before.0 + 1, 1) {
            faults.push(format!("{game}: rule {number} comes after {before}"));
        }
        if heading != Some(number.0) {
            faults.push(format!("{game}: rule {number} stands in another section"));
        }
        before = number;
    }
    faults
}

/// Finds rules that do not state their source: a source that the file introduces, a decision, or other rules.
fn faults_of_source(game: &str, text: &str) -> Vec<String> {
    let sources = sources_in(text);
    let has_source = |rule: &Rule| {
        let words = rule.text.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut marks = words.split('[').skip(1).filter_map(|rest| rest.split([']', ',']).next());
        let is_sourced = marks.any(|mark| sources.contains(mark));
        is_sourced || words.contains("**Decided") || words.contains("It follows from ")
    };
    let rules = rules_in(text).into_iter().filter(|rule| !has_source(rule));
    rules.map(|rule| format!("{game}: rule {} does not say where it comes from", rule.number)).collect()
}

/// Finds rules that the rules file of their game mentions but does not contain.
fn faults_of_mention(game: &str, text: &str) -> Vec<String> {
    let known: BTreeSet<Number> = rules_in(text).iter().map(|rule| rule.number).collect();
    mentioned_in(text).difference(&known).map(|number| format!("{game}: there is no rule {number}")).collect()
}

/// Finds citations that do not name a rule.
fn faults_of_citation(source: &Source, rules: &Rules) -> Vec<String> {
    let is_of_rule = |citation: &Citation<'_>| {
        let rules = rules.get(citation.game).into_iter().flatten();
        rules.map(|rule| Some(rule.number)).any(|number| number == citation.number)
    };
    let citations = citations(&source.text, source.path.ends_with(".rs"), rules).into_iter();
    let wrong = citations.filter(|citation| !is_of_rule(citation));
    wrong.map(|wrong| format!("{}:{}: no rule is [{}]", source.path, wrong.line + 1, wrong.text)).collect()
}

/// Finds rules that are not cited in `places`.
fn faults_of_silence(game: &str, rules: &[Rule], places: &Places) -> Vec<String> {
    let silent = rules.iter().filter(|rule| !places.contains_key(&rule.number));
    silent.map(|rule| format!("{game}: the reference engine does not cite rule {}", rule.number)).collect()
}

// The tables.

/// For each rule, the files that cite it, and for each file, the items to which the citations belong, in the
/// order of the text.
type Places = BTreeMap<Number, BTreeMap<String, Vec<String>>>;

/// The places in source files that cite the rules of a game. Paths are relative to `folder`.
fn places(sources: &[Source], folder: &str, game: &str, rules: &Rules) -> Places {
    let mut places = Places::new();
    for Source { path, text } in sources {
        let Some(file) = path.strip_prefix(folder).and_then(|path| path.strip_prefix('/')) else { continue };
        let lines: Vec<&str> = text.lines().collect();
        for citation in citations(text, true, rules).into_iter().filter(|citation| citation.game == game) {
            let Some(number) = citation.number else { continue };
            let names = places.entry(number).or_default().entry(file.into()).or_default();
            let name = belongs_to(&lines, citation.line).map(String::from);
            names.extend(name.filter(|name| !names.contains(name)));
        }
    }
    places
}

/// The table of the rules, with the places in the two engines that cite each rule.
fn table(rules: &[Rule], reference: &Places, fast: &Places) -> String {
    let told = |places: &Places, number: Number| {
        let files = places.get(&number).into_iter().flatten();
        let told = files.map(|(file, names)| match names.join(", ") {
            names if names.is_empty() => format!("`{file}`"),
            names => format!("`{file}: {names}`"),
        });
        told.collect::<Vec<_>>().join(", ")
    };
    let mut table = format!("{HEADER}\n|---|---|---|\n");
    for &Rule { number, .. } in rules {
        let cells = [number.to_string(), told(reference, number), told(fast, number)];
        table += &cells.map(|cell| if cell.is_empty() { "| ".into() } else { format!("| {cell} ") }).concat();
        table += "|\n";
    }
    table
}

/// The text of a rules file with its table replaced by `table`.
fn with_table(text: &str, table: &str) -> String {
    format!("{}\n\n{table}", before_index(text).trim_end())
}

// The repository.

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the package is in the repository")
}

/// Adds all texts in a folder to `sources`, sorted by path.
fn collect(folder: &Path, sources: &mut Vec<Source>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a folder can be read").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            if !path.ends_with("target") {
                collect(&path, sources);
            }
        } else if path.extension().is_some_and(|ending| ENDINGS.iter().any(|known| ending == *known)) {
            let text = fs::read_to_string(&path);
            let text = text.unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()));
            let path = path.strip_prefix(root()).expect("the walk began in the repository");
            let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
            sources.push(Source { path: parts.join("/"), text });
        }
    }
}

/// All texts in the given folders of the repository.
fn sources(folders: &[&str]) -> Vec<Source> {
    let mut sources = Vec::new();
    folders.iter().for_each(|folder| collect(&root().join(folder), &mut sources));
    sources
}

/// The texts of the rules files, by game.
fn rules_files() -> BTreeMap<String, String> {
    let game = |path: &str| Some(path.rsplit('/').next()?.strip_suffix(".md")?.to_string());
    let files = sources(&["docs/rules"]).into_iter();
    files.filter_map(|source| Some((game(&source.path)?, source.text))).collect()
}

fn rules() -> Rules {
    rules_files().into_iter().map(|(game, text)| (game, rules_in(&text))).collect()
}

/// The places where the two engines of a game cite its rules: first the reference engine, then the optimised
/// one.
fn places_of(game: &str, rules: &Rules) -> [Places; 2] {
    // A fast engine that wraps an external package is in a separate crate.
    let own = format!("crates/{game}/src");
    let fast = if root().join(&own).is_dir() { own } else { format!("core/src/{game}") };
    [format!("reference/src/{game}"), fast].map(|folder| places(&sources(&[&folder]), &folder, game, rules))
}

/// Fails with a list of all faults, if there are any.
fn expect_none(faults: impl IntoIterator<Item = String>) {
    let faults: Vec<String> = faults.into_iter().collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn every_game_has_rules() {
    let rules = rules();
    let games: BTreeSet<&str> = GAMES.iter().copied().collect();
    assert!(rules.keys().map(String::as_str).eq(games));
    assert!(rules.values().all(|rules| rules.len() > 10));
}

#[test]
fn rules_are_numbered_in_order() {
    expect_none(rules().iter().flat_map(|(game, rules)| faults_of_order(game, rules)));
}

#[test]
fn every_rule_says_where_it_comes_from() {
    expect_none(rules_files().iter().flat_map(|(game, text)| faults_of_source(game, text)));
}

#[test]
fn rules_mention_only_rules() {
    expect_none(rules_files().iter().flat_map(|(game, text)| faults_of_mention(game, text)));
}

#[test]
fn only_rules_are_cited() {
    let rules = rules();
    expect_none(sources(&FOLDERS).iter().flat_map(|source| faults_of_citation(source, &rules)));
}

#[test]
fn the_reference_engines_cite_every_rule() {
    let rules = rules();
    expect_none(rules.iter().flat_map(|(game, of_game)| {
        let [reference, _] = places_of(game, &rules);
        faults_of_silence(game, of_game, &reference)
    }));
}

#[test]
fn the_tables_say_where_rules_are_cited() {
    let rules = rules();
    let bless = env::var_os(BLESS).is_some_and(|value| value == "1");
    let mut stale = Vec::new();
    for (game, text) in rules_files() {
        let [reference, fast] = places_of(&game, &rules);
        let right = with_table(&text, &table(&rules[&game], &reference, &fast));
        let path = root().join("docs/rules").join(format!("{game}.md"));
        if bless {
            let written = fs::write(&path, right);
            written.unwrap_or_else(|error| panic!("cannot write {}: {error}", path.display()));
        } else if text != right {
            let line = right.lines().zip(text.lines()).find(|(right, is)| right != is);
            let line = line.map_or("the end", |(right, _)| right);
            stale.push(format!("{game}: the table is not that of the citations; it should say: {line}"));
        }
    }
    if !stale.is_empty() {
        stale.push(format!("if the citations are right, write it anew with {BLESS}=1 and review it"));
    }
    expect_none(stale);
}

// Tests of the tester. In these texts « and » replace the brackets of citations, so that they are not
// citations themselves.

/// A small rules file.
const SMALL: &str = "\
# Chess: the rules

**[book]** is a book. Comments cite a rule as in `«chess 1.1»`.

## 1 Material

- 1.1 There is a board. [book]
- 1.2 There are pieces, as many
  as 1.1 holds. [book, page 2]

  ```text
  - 8.8 is no rule
  ```

## 2 Moves

- 2.1 **Decided:** pieces move.

## Notation

- A move is written down.

| rule | reference | fast |
|---|---|---|
| 7.7 | | |
";

fn cited(text: &str) -> String {
    text.replace('«', "[").replace('»', "]")
}

fn small() -> Rules {
    Rules::from([("chess".into(), rules_in(SMALL))])
}

fn code(text: &str) -> Source {
    Source { path: "core/src/chess/board.rs".into(), text: cited(text) }
}

fn faults_in_rules(lines: &str) -> Vec<String> {
    faults_of_order("chess", &rules_in(lines))
}

#[test]
fn a_rules_file_is_read() {
    let rules = rules_in(SMALL);
    let numbers: Vec<String> = rules.iter().map(|rule| rule.number.to_string()).collect();
    assert_eq!(numbers, ["1.1", "1.2", "2.1"]);
    assert!(rules[1].text.starts_with("There are pieces, as many\nas 1.1 holds. [book, page 2]"));
    expect_none(faults_of_order("chess", &rules));
    expect_none(faults_of_source("chess", SMALL));
    expect_none(faults_of_citation(&Source { path: "chess.md".into(), text: cited(SMALL) }, &small()));
}

#[test]
fn a_number_that_appears_twice_is_found() {
    assert_eq!(faults_in_rules("## 1 A\n- 1.1 a\n- 1.2 b\n- 1.1 c\n"), ["chess: there are two rules 1.1"]);
}

#[test]
fn a_number_out_of_order_is_found() {
    assert_eq!(faults_in_rules("## 1 A\n- 1.1 a\n- 1.3 b\n"), ["chess: rule 1.3 comes after 1.1"]);
    assert_eq!(faults_in_rules("## 1 A\n- 1.2 a\n"), ["chess: rule 1.2 comes after 0.0"]);
    let swapped = faults_in_rules("## 1 A\n- 1.1 a\n- 1.3 b\n- 1.2 c\n");
    assert_eq!(swapped, ["chess: rule 1.3 comes after 1.1", "chess: rule 1.2 comes after 1.3"]);
    assert_eq!(faults_in_rules("## 1 A\n- 1.1 a\n## 3 C\n- 3.1 b\n"), ["chess: rule 3.1 comes after 1.1"]);
    assert!(faults_in_rules("## 1 A\n- 1.1 a\n## 2 B\n- 2.1 b\n").is_empty());
    let ten: String = (1..=10).map(|rule| format!("- 1.{rule} a\n")).collect();
    assert!(faults_in_rules(&format!("## 1 A\n{ten}")).is_empty());
}

#[test]
fn a_rule_in_another_section_is_found() {
    assert_eq!(faults_in_rules("## 1 A\n- 1.1 a\n- 2.1 b\n"), ["chess: rule 2.1 stands in another section"]);
    assert_eq!(faults_in_rules("## Notation\n- 1.1 a\n"), ["chess: rule 1.1 stands in another section"]);
}

#[test]
fn a_rule_without_a_source_is_found() {
    let file = |rule: &str| format!("**[book]** is a book.\n## 1 A\n- 1.1 {rule}\n");
    let faults = |rule: &str| faults_of_source("chess", &file(rule));
    assert_eq!(faults("Pieces move."), ["chess: rule 1.1 does not say where it comes from"]);
    assert_eq!(faults("Pieces move. [paper]").len(), 1);
    for rule in [
        "Pieces move. [book]",
        "Pieces move. [book,\n  page 3]",
        "**Decided**, so.",
        "So it is. It\n  follows from 1.2.",
    ] {
        assert_eq!(faults(rule), [""; 0], "{rule}");
    }
}

#[test]
fn a_mention_of_no_rule_is_found() {
    let mentioned: Vec<String> = mentioned_in(SMALL).iter().map(Number::to_string).collect();
    assert_eq!(mentioned, ["1.1", "1.2", "2.1", "8.8"]);
    let faults = |rule: &str| faults_of_mention("chess", &format!("## 1 A\n- 1.1 {rule}\n"));
    let two = ["chess: there is no rule 1.2", "chess: there is no rule 1.3"];
    assert_eq!(faults("As (1.2) and 1.3, and 1.1."), two);
    assert_eq!(faults("Level 1, in 2012. See 1.1."), [""; 0]);
}

#[test]
fn a_citation_of_no_rule_is_found() {
    let faults = |text: &str| faults_of_citation(&code(text), &small());
    assert_eq!(faults("/// A board «chess 1.1» «chess 2.1».\n"), [""; 0]);
    let wrong = cited("core/src/chess/board.rs:2: no rule is «chess 1.3»");
    assert_eq!(faults("/// A board «chess 1.1»\n/// with pieces «chess 1.3».\n"), [wrong]);
    for text in [
        "«chess 7.7»",
        "«chess 1»",
        "«chess 1.1, 1.2»",
        "«chess  1.1»",
        "«chess 1.1.1»",
        "«chess rule 1.1»",
        "«Chess 1.1»",
        "«chess",
        "«chess 1.",
        "«draughts 1.1»",
    ] {
        assert_eq!(faults(&format!("fn board() {{}} // {text}\n")).len(), 1, "{text}");
    }
    for text in ["«`chess`»", "«chess»", "«chess»(https://a.b)", "«n 1»", "«in 2012»", "«0.5 1.5»"]
    {
        assert_eq!(faults(&format!("    // {text}\n")), [""; 0], "{text}");
    }
}

#[test]
fn code_that_is_no_comment_cites_nothing() {
    let text = cited("let told = \"«chess 1.3»\"; // «chess 1.2»\n");
    let rules = small();
    let citations = citations(&text, true, &rules);
    let number = Some(Number(1, 2));
    assert_eq!(citations, [Citation { line: 0, text: "chess 1.2", game: "chess", number }]);
}

#[test]
fn a_rule_that_nothing_cites_is_found() {
    let rules = small();
    let faults = |text: &str| {
        let places = places(&[code(text)], "core/src/chess", "chess", &rules);
        faults_of_silence("chess", &rules["chess"], &places)
    };
    assert_eq!(
        faults("/// «chess 1.1» «chess 2.1»\nfn board() {}\n"),
        ["chess: the reference engine does not cite rule 1.2"]
    );
    assert_eq!(faults("// «chess 1.1» «chess 2.1» «chess 1.2»\n"), [""; 0]);
}

#[test]
fn a_citation_belongs_to_what_follows_or_encloses_it() {
    let text = cited(
        "\
//! The board «chess 1.1».

/// A board «chess 1.1».
#[derive(Clone)]
pub(super) struct Board {
    /// The cells «chess 1.1».
    cells: u8,
}

const SIZE: u8 = 8; // «chess 1.1»

impl Board {
    /// A new board «chess 1.1».
    ///
    /// It is empty.
    pub const fn new() -> Self {
        // «chess 1.1»
        Self { cells: 0 }
    }

    fn long(
        self,
    ) -> u8 {
        if self.cells == 0 {
            0
        } else {
            self.cells // «chess 1.1»
        }
    }

    fn bounded<T>(self, of: T)
    where
        T: Copy,
    {
        drop(of); // «chess 1.1»
    }

    // Of all that follows «chess 1.1».

    fn last() {}
}
",
    );
    let lines: Vec<&str> = text.lines().collect();
    let rules = small();
    let names: Vec<&str> =
        citations(&text, true, &rules).iter().map(|it| belongs_to(&lines, it.line).unwrap_or("-")).collect();
    assert_eq!(names, ["-", "Board", "Board", "SIZE", "new", "new", "long", "bounded", "-"]);
}

#[test]
fn a_table_tells_files_and_what_cites_in_them() {
    let rules = small();
    let source = |path: &str, text: &str| Source { path: path.into(), text: cited(text) };
    let board =
        ["board", "cells", "board"].map(|name| format!("/// «chess 1.1»\nfn {name}() {{}}\n")).concat();
    let sources = [
        code(&board),
        source("core/src/chess/engine/moves.rs", "//! «chess 1.1» «chess 2.1»\n"),
        source("core/src/chess960/board.rs", "//! «chess 1.2»\n"),
    ];
    let fast = places(&sources, "core/src/chess", "chess", &rules);
    let expected = "\
| rule | reference | fast |
|---|---|---|
| 1.1 | | `board.rs: board, cells`, `engine/moves.rs` |
| 1.2 | | |
| 2.1 | | `engine/moves.rs` |
";
    assert_eq!(table(&rules["chess"], &Places::new(), &fast), expected);
    let anew = with_table(SMALL, expected);
    assert!(anew.ends_with(&format!("\n- A move is written down.\n\n{expected}")));
    assert_eq!(with_table(&anew, expected), anew);
    assert_eq!(with_table("# Chess\n", expected), format!("# Chess\n\n{expected}"));
}
