//! The links of the README and the chapters of the book, and the files that they name.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::book::{SUMMARY, pages, parts, root, steps};

/// Files that chapters name and that belong to a reader's crate, not to this repository.
const OF_THE_READER: [&str; 1] = ["tests/bustan.rs"];

/// The code spans of a text without its blocks of code, and the rest, in which two backquotes stand for a
/// span.
fn spans(text: &str) -> (Vec<String>, String) {
    let (mut code, mut prose) = (Vec::new(), String::new());
    for paragraph in parts(text).1.join("\n").split("\n\n") {
        let pieces: Vec<&str> = paragraph.split('`').collect();
        assert!(pieces.len() % 2 == 1, "a code span has no end: {paragraph}");
        code.extend(pieces.iter().skip(1).step_by(2).map(ToString::to_string));
        prose += &pieces.into_iter().step_by(2).collect::<Vec<_>>().join("``");
        prose += "\n\n";
    }
    (code, prose)
}

/// The targets of the links and the images of a text.
fn targets(text: &str) -> Vec<String> {
    let (_, prose) = spans(text);
    let mut targets = Vec::new();
    for (opening, closing) in [("](", ')'), ("src=\"", '"'), ("href=\"", '"')] {
        let behind = prose.split(opening).skip(1);
        targets.extend(behind.map(|rest| rest.split(closing).next().unwrap_or(rest).to_string()));
    }
    let defines = |line: &str| line.starts_with('[') && line.contains("]: ");
    assert!(!prose.lines().any(defines), "links that are defined elsewhere are not followed");
    targets
}

/// The anchors of a page's headings, as GitHub and mdBook make them.
fn anchors(text: &str) -> Vec<String> {
    let prose = parts(text).1.into_iter();
    let headings = prose
        .filter_map(|line| line.trim_start_matches('#').strip_prefix(' ').filter(|_| line.starts_with('#')));
    let anchor = |heading: &str| {
        let kept = heading.trim().chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
        kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    headings.map(anchor).collect()
}

/// The path from the root to which a path in a page leads; `None` if that is outside the repository.
fn place(page: &str, path: &str) -> Option<String> {
    let mut place: Vec<&str> = page.split('/').collect();
    place.pop();
    for step in path.split('/').filter(|step| !["", "."].contains(step)) {
        if step == ".." {
            place.pop()?;
        } else {
            place.push(step);
        }
    }
    Some(place.join("/"))
}

/// Follows a link of a page. Errors say why it leads nowhere.
fn follow(pages: &BTreeMap<String, String>, page: &str, target: &str) -> Result<(), &'static str> {
    if target.contains("://") {
        return Ok(());
    }
    let (path, anchor) = target.split_once('#').map_or((target, None), |(path, anchor)| (path, Some(anchor)));
    let to = if path.is_empty() {
        page.to_string()
    } else {
        place(page, path).ok_or("it leads out of the repository")?
    };
    if !root().join(&to).exists() {
        return Err("there is no such file");
    }
    if page.starts_with("docs/") && !to.starts_with("docs/") {
        return Err("it leads out of the book");
    }
    match (anchor, pages.get(&to)) {
        (None, _) => Ok(()),
        (Some(anchor), Some(text)) if anchors(text).iter().any(|heading| heading == anchor) => Ok(()),
        (Some(_), _) => Err("there is no such heading"),
    }
}

/// Whether a code span is a path in this repository: it begins with one of the root's folders, or it is a
/// source file.
fn is_path(code: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "/._-".contains(c);
    let Some((folder, rest)) = code.split_once('/').filter(|_| code.chars().all(plain)) else { return false };
    let source = rest.split('/').any(|step| step == "src" || step.ends_with(".rs"));
    !folder.is_empty() && (source || root().join(folder).is_dir())
}

/// The folder of a package of this workspace.
fn package(name: &str) -> Option<PathBuf> {
    let folders = [root(), root().join("crates"), root().join("tests/examples")].into_iter();
    let entries = folders.flat_map(|folder| fs::read_dir(folder).expect("a folder can be read"));
    let mut packages = entries.map(|entry| entry.expect("an entry can be read").path());
    let line = format!("name = \"{name}\"");
    packages.find(|folder| {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
        manifest.starts_with("[package]") && manifest.lines().nth(1) == Some(&line)
    })
}

/// Looks up the names in a command for cargo: folders, packages and their targets, and fuzz targets. Returns
/// their number. An error names one that does not exist.
fn look_for_targets(command: &str) -> Result<usize, String> {
    let command = command.split(" # ").next().unwrap_or(command).split(" -- ").next().unwrap_or(command);
    let words: Vec<&str> = command.split_whitespace().collect();
    let value = |option: &str| words.windows(2).find(|pair| pair[0] == option).map(|pair| pair[1]);
    let mut named = Vec::new();
    if let Some(path) = value("--path") {
        named.push((path, root().join(path).join("Cargo.toml")));
    }
    if let Some(name) = value("-p") {
        let folder = package(name).ok_or(name)?;
        named.push((name, folder.clone()));
        for (option, place) in [("--bin", "src/bin"), ("--bench", "benches")] {
            named.extend(
                value(option).map(|target| (target, folder.join(place).join(target).with_extension("rs"))),
            );
        }
        let file = |test: &str| {
            let path = folder.join("tests").join(test);
            if path.is_dir() { path.join("main.rs") } else { path.with_extension("rs") }
        };
        named.extend(value("--test").map(|test| (test, file(test))));
        // Tests are chosen by their module.
        if let Some(module) = value(name).filter(|word| words.contains(&"test") && !word.starts_with('-')) {
            let path = folder.join("tests/suite").join(module.replace("::", "/"));
            named.push((module, if path.is_dir() { path } else { path.with_extension("rs") }));
        }
    }
    if words.contains(&"fuzz") {
        let target = value("run").or(value("fmt")).ok_or("a fuzz target")?;
        named.push((target, root().join("fuzz/regressions").join(target)));
    }
    match named.iter().find(|(_, path)| !path.exists()) {
        Some((name, _)) => Err(name.to_string()),
        None => Ok(named.len()),
    }
}

#[test]
fn everything_that_cargo_is_asked_for_is_there() {
    let commands = pages().into_values().flat_map(|text| {
        let typed = steps(&text).into_iter().map(|step| step.line);
        typed.chain(spans(&text).0).collect::<Vec<_>>()
    });
    let looked: Vec<_> =
        commands.filter(|line| line.contains("cargo ")).map(|line| (look_for_targets(&line), line)).collect();
    let missing: Vec<_> = looked.iter().filter(|(found, _)| found.is_err()).collect();
    assert!(missing.is_empty(), "{missing:#?}");
    let found: usize = looked.iter().flat_map(|(found, _)| found).sum();
    assert!(found > 15, "only {found} names were found");
}

#[test]
fn every_fuzz_target_is_listed() {
    let listed = spans(&pages()["docs/how-to/fuzz.md"]).0;
    for target in bustan_games::fuzz::targets() {
        assert!(listed.contains(&target), "{target}");
    }
}

#[test]
fn every_link_leads_somewhere() {
    let pages = pages();
    let links =
        pages.iter().flat_map(|(page, text)| targets(text).into_iter().map(move |target| (page, target)));
    let followed: Vec<_> =
        links.map(|(page, target)| (follow(&pages, page, &target), page, target)).collect();
    assert!(followed.len() > 100, "only {} links were found", followed.len());
    let broken: Vec<_> = followed.iter().filter(|(end, ..)| end.is_err()).collect();
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn every_file_that_is_named_is_there() {
    let named = pages()
        .into_iter()
        .flat_map(|(page, text)| spans(&text).0.into_iter().map(move |code| (page.clone(), code)));
    let paths: Vec<_> =
        named.filter(|(_, code)| is_path(code) && !OF_THE_READER.contains(&code.as_str())).collect();
    assert!(paths.len() > 10, "only {} paths were found", paths.len());
    let missing: Vec<_> = paths.iter().filter(|(_, path)| !root().join(path).exists()).collect();
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn every_chapter_is_in_the_table_of_contents_once() {
    let pages = pages();
    let mut listed: Vec<_> =
        targets(&pages[SUMMARY]).iter().filter_map(|target| place(SUMMARY, target)).collect();
    listed.sort();
    let chapters = pages.keys().filter(|page| page.starts_with("docs/") && *page != SUMMARY);
    assert_eq!(listed, chapters.cloned().collect::<Vec<_>>());
}

#[test]
fn every_picture_is_shown() {
    let pages = pages();
    let shown: Vec<_> = pages
        .iter()
        .flat_map(|(page, text)| targets(text).into_iter().filter_map(move |target| place(page, &target)))
        .collect();
    for entry in root().join("docs/images").read_dir().expect("there are pictures") {
        let name = entry.expect("an entry can be read").file_name();
        let path = Path::new("docs/images").join(name);
        assert!(shown.iter().any(|shown| Path::new(shown) == path), "{}", path.display());
    }
}

#[test]
fn links_are_taken_out_of_a_text() {
    let text = "a [b](c.md), `[d](e)`\n[f\ng](h#i) ![j](k.svg)\n```sh\n[l](m)\n```\n<img src=\"n\">";
    assert_eq!(targets(text), ["c.md", "h#i", "k.svg", "n"]);
    assert_eq!(spans("a `b` c\n\nd `e/f`").0, ["b", "e/f"]);
    assert_eq!(anchors("# A: \"b\" `c d`\n#e\n```\n# f\n```\n## G-h"), ["a-b-c-d", "g-h"]);
}

#[test]
fn what_cargo_is_asked_for_is_looked_for() {
    for (command, found) in [
        ("cargo test", Ok(0)),
        ("cargo install --path crates/cli", Ok(1)),
        ("cargo install --path cli", Err("cli".into())),
        ("A=b cargo test -p bustan-cli readme    # -p x", Ok(2)),
        ("cargo run -p bustan-bench --bin instructions -- --bench x", Ok(2)),
        ("cargo test -p bustan-cli nothing", Err("nothing".into())),
        ("cargo test -p bustan-tests margo::exhaustive", Ok(2)),
        ("cargo test -p bustan-tests margo::nothing", Err("margo::nothing".into())),
        ("cargo test -p nobody", Err("nobody".into())),
        ("cargo +nightly fuzz run dominions_notation fuzz/corpus", Ok(1)),
        ("cargo +nightly fuzz run nothing", Err("nothing".into())),
    ] {
        assert_eq!(look_for_targets(command), found, "{command}");
    }
}

#[test]
fn links_are_followed() {
    let pages = pages();
    for (page, target, end) in [
        ("README.md", "https://example.org", Ok(())),
        ("README.md", "LICENSE", Ok(())),
        ("README.md", "docs/rules", Ok(())),
        ("README.md", "docs/introduction.md#install", Ok(())),
        ("docs/tutorial.md", "#find-the-mistake", Ok(())),
        ("docs/how-to/ci.md", "../tutorial.md", Ok(())),
        ("docs/how-to/ci.md", "../../LICENSE", Err("it leads out of the book")),
        ("docs/how-to/ci.md", "../../../LICENSE", Err("it leads out of the repository")),
        ("docs/how-to/ci.md", "tutorial.md", Err("there is no such file")),
        ("docs/how-to/ci.md", "../tutorial.md#nowhere", Err("there is no such heading")),
    ] {
        assert_eq!(follow(&pages, page, target), end, "{page}: {target}");
    }
    assert!(
        is_path("tests/examples")
            && is_path("docs/nowhere.md")
            && is_path("nowhere/src")
            && is_path("a/b.rs")
    );
    assert!(!is_path("and/or") && !is_path("/docs") && !is_path("tests/TARGET") && !is_path("tests/a b"));
}
