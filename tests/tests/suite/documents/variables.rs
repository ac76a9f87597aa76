//! Checks that the page of environment variables contains every variable that the sources read, and no other.

use std::collections::BTreeSet;

use super::page;
use super::sources::{Source, sources};

const PAGE: &str = "docs/reference/environment.md";

/// Names in capitals that occur in files that read variables, but are not read. `RUSTC_WRAPPER` is only
/// removed.
const NOT_READ: [&str; 5] =
    ["MUTATED_CRATE", "MUTATED_ENGINE", "OTHER_CRATE", "OTHER_ENGINE", "RUSTC_WRAPPER"];

/// The texts that precede the name of a variable when scripts and adapters read it.
const BEFORE: [&str; 4] = ["os.environ[\"", "os.environ.get(\"", "environ.get('", "process.env."];

/// Returns the name in capitals at the start of a text, if it has at least two characters.
fn name(text: &str) -> Option<&str> {
    let capital = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    let name = &text[..text.find(|c| !capital(c)).unwrap_or(text.len())];
    (name.len() > 1 && name.starts_with(|c: char| c.is_ascii_uppercase())).then_some(name)
}

/// Returns the text after each occurrence of `before` in a text.
fn after<'a>(text: &'a str, before: &str) -> impl Iterator<Item = &'a str> {
    text.match_indices(before).map(move |(at, found)| &text[at + found.len()..])
}

/// Returns the variables that a Rust source reads: those read by name and, if the file reads variables at
/// all, all strings in capitals with an underscore, because they may be names in constants or arguments.
fn in_rust(text: &str) -> BTreeSet<&str> {
    let direct = ["env::var(\"", "env::var_os(\""].into_iter().flat_map(|before| after(text, before));
    let direct = direct.filter_map(name);
    let strings = text.match_indices('"').filter(|(at, _)| !text[..*at].ends_with("env!("));
    let strings = strings.filter_map(|(at, _)| {
        let rest = &text[at + 1..];
        name(rest).filter(|name| name.contains('_') && rest[name.len()..].starts_with('"'))
    });
    match text.contains("env::var") {
        true => direct.chain(strings).collect(),
        false => direct.collect(),
    }
}

/// Returns the variables that a script or an adapter reads: in Python, in JavaScript, or with a default value
/// in a shell.
fn in_scripts(text: &str) -> BTreeSet<&str> {
    let named = BEFORE.into_iter().flat_map(|before| after(text, before)).filter_map(name);
    let defaults = after(text, "${").filter_map(|rest| {
        let name = name(rest)?;
        rest[name.len()..].starts_with(':').then_some(name)
    });
    named.chain(defaults).collect()
}

fn read(source: &Source) -> BTreeSet<&str> {
    let ending = source.name.rsplit_once('.').map(|(_, ending)| ending);
    match ending {
        // These files are about variables, but do not read any.
        Some("md") => BTreeSet::new(),
        _ if source.name.starts_with("tests/tests/suite/documents/") => BTreeSet::new(),
        Some("rs") => in_rust(&source.text),
        _ => in_scripts(&source.text),
    }
}

#[test]
fn every_variable_that_is_read_is_documented_and_no_other() {
    let sources = sources();
    let read: BTreeSet<&str> = sources.iter().flat_map(read).collect();
    let page = page(PAGE);
    let cells = page.lines().filter_map(|line| line.strip_prefix("| `")?.split_once(" | "));
    let listed: BTreeSet<&str> =
        cells.flat_map(|(cell, _)| cell.split('`').filter(|word| name(word) == Some(word))).collect();
    assert!(listed.len() > 40, "only {} variables are listed", listed.len());
    let expected: BTreeSet<&str> = listed.iter().chain(&NOT_READ).copied().collect();
    let missing: Vec<_> = read.difference(&expected).collect();
    assert!(missing.is_empty(), "{PAGE} lacks {missing:?}");
    let stale: Vec<_> = expected.difference(&read).collect();
    assert!(stale.is_empty(), "nothing reads {stale:?}, which {PAGE} or this test lists");
}

#[test]
fn variables_are_taken_out_of_sources() {
    let rust = "use std::env;\nconst A: &str = \"A_B\"; env::var(\"CI\"); env!(\"C_D\"); \"E\"; \"F_G h\"; env::var_os(\"I2\")";
    assert_eq!(in_rust(rust), BTreeSet::from(["A_B", "CI", "I2"]));
    assert_eq!(in_rust("const A: &str = \"A_B\";"), BTreeSet::new());
    let script = "${AB:-c} ${d:-e} ${FG} process.env.HI os.environ[\"JK\"] os.environ.get(\"LM\", 1) environ.get('NO')";
    assert_eq!(in_scripts(script), BTreeSet::from(["AB", "HI", "JK", "LM", "NO"]));
}
