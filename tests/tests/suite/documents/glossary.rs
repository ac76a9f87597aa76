//! Checks that the glossary is short and that the types it names exist.

use std::collections::BTreeSet;

use super::page;

/// The maximum number of terms in the glossary; a longer list would not be read.
const MOST_TERMS: usize = 25;

/// Whether a source text declares `item`: a type or a trait, or, if it contains `::`, a field, a variant, a
/// method or a type of one.
fn declares(source: &str, item: &str) -> bool {
    let in_word = |c: char| c.is_alphanumeric() || c == '_';
    let declares_as = |keyword: &str, name: &str| {
        source.lines().any(|line| {
            let line = line.trim_start();
            let line = line.strip_prefix("pub(crate) ").or_else(|| line.strip_prefix("pub ")).unwrap_or(line);
            let rest = line.strip_prefix(keyword).and_then(|line| line.strip_prefix(name));
            rest.is_some_and(|rest| !rest.starts_with(in_word))
        })
    };
    let (owner, member) = item.split_once("::").map_or((item, None), |(owner, member)| (owner, Some(member)));
    ["struct ", "enum ", "trait "].iter().any(|keyword| declares_as(keyword, owner))
        && member.is_none_or(|name| ["", "fn ", "type "].iter().any(|keyword| declares_as(keyword, name)))
}

#[test]
fn the_glossary_is_short_and_names_items_that_exist() {
    let glossary = page("docs/reference/glossary.md");
    let rows: Vec<Vec<&str>> = glossary
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"))
        .map(|row| row.split(" | ").collect())
        .collect();
    let (heading, rows) = rows.split_first().expect("the glossary has a table");
    assert_eq!(*heading, ["term", "meaning", "in the code"]);
    assert!((1..=MOST_TERMS).contains(&rows.len()), "{} terms", rows.len());
    let mut terms = BTreeSet::new();
    for row in rows {
        let [term, _, place] = row[..] else { panic!("a row has three cells: {row:?}") };
        assert!(terms.insert(term), "{term} is defined twice");
        let words: Vec<&str> = place.split('`').collect();
        let ["", item, " in ", path, ""] = words[..] else { panic!("{term}: {place:?}") };
        assert!(declares(&page(path), item), "{term}: {path} does not declare {item}");
    }
    for name in ["docs/SUMMARY.md", "docs/introduction.md"] {
        assert!(page(name).contains("(reference/glossary.md)"), "{name} does not link the glossary");
    }
}

#[test]
fn declarations_are_recognised() {
    let source = "pub enum Role {\n    Subject,\n}\npub(crate) struct Plan;\n    pub fn perft(&self) {}\n";
    for (item, there) in [
        ("Role", true),
        ("Role::Subject", true),
        ("Plan", true),
        ("Plan::perft", true),
        ("Role::Sub", false),
        ("Pla", false),
        ("Subject", false),
    ] {
        assert_eq!(declares(source, item), there, "{item}");
    }
}
