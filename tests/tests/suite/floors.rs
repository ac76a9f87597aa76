//! Checks that no folder of the harness imports a higher folder.

use std::collections::{BTreeSet, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The folders of `crates/harness/src`, lowest first. A folder may only import folders that come before it.
const FLOORS: [&str; 11] = [
    "base", "spill", "any", "erased", "compare", "protocol", "generate", "shrink", "report", "run", "testing",
];

/// The page that lists the folders. `HEADING`: the heading of the list.
const PAGE: &str = "docs/how-it-works/architecture.md";
const HEADING: &str = "## The floors of the harness\n";

/// The source folder of the harness, relative to the workspace root.
const SOURCES: &str = "crates/harness/src";

/// The folder that contains the module with this path.
fn folder(path: &[String]) -> &str {
    path.first().map_or("lib", String::as_str)
}

/// The floor of a name at the root of the crate. A name that is not a folder, such as that of a macro or `*`
/// for everything, counts as the top floor.
/// everything, counts as the top floor.
fn floor(name: &str) -> usize {
    FLOORS.iter().position(|floor| *floor == name).unwrap_or(FLOORS.len() - 1)
}

/// An import of a name at the root of the crate.
#[derive(Debug)]
struct Import {
    from: String,
    to: String,
    line: usize,
}

/// The contents of one file, except for test code: its imports, and the paths of its modules that are in
/// other files.
#[derive(Debug, Default)]
struct Contents {
    imports: Vec<Import>,
    modules: Vec<Vec<String>>,
}

impl Contents {
    /// Parses the text of the module with this path.
    fn read(path: &[String], text: &str) -> Self {
        let tokens = text.parse().unwrap_or_else(|error| panic!("{}: {error}", path.join("::")));
        let mut contents = Self::default();
        contents.scan(path, tokens);
        contents
    }

    /// Collects the imports and modules from the tokens of the module with this path. Tokens in macros are
    /// included; comments and strings are not.
    fn scan(&mut self, path: &[String], tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut rest = &tokens[..];
        while let [first, after @ ..] = rest {
            rest = after;
            match (first, after) {
                (TokenTree::Punct(hash), _) if hash.as_char() == '#' => rest = after_test_item(after),
                (TokenTree::Ident(word), [TokenTree::Ident(name), content, after_it @ ..])
                    if word == "mod" =>
                {
                    let inner = [path, &[name.to_string()]].concat();
                    match content {
                        TokenTree::Group(content) => self.scan(&inner, content.stream()),
                        _ => self.modules.push(inner),
                    }
                    rest = after_it;
                }
                (TokenTree::Ident(word), _) if word == "crate" => self.follow(path, 0, after),
                (TokenTree::Ident(word), _) if word == "super" => {
                    self.follow(path, path.len().saturating_sub(1), after);
                }
                (TokenTree::Group(group), _) => self.scan(path, group.stream()),
                _ => {}
            }
        }
    }

    /// Follows the tokens after `crate` or `super`, which denote the module `depth` levels below the root.
    fn follow(&mut self, path: &[String], depth: usize, tokens: &[TokenTree]) {
        match tokens {
            [colon, other, rest @ ..] if is(colon, ":") && is(other, ":") => self.step(path, depth, rest),
            // Both forms import the root itself under another name: `use crate as x` and
            // `extern crate self as x`.
            [word, name, ..] if depth == 0 && (is(word, "as") || is(word, "self")) => {
                self.note(path, "*", name);
            }
            _ => {}
        }
    }

    /// Follows the next part of a path: a name, `super`, or several paths in braces.
    fn step(&mut self, path: &[String], depth: usize, tokens: &[TokenTree]) {
        match tokens {
            [TokenTree::Group(group), ..] => {
                let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
                tokens.split(|token| is(token, ",")).for_each(|part| self.step(path, depth, part));
            }
            [word, rest @ ..] if is(word, "super") => self.follow(path, depth.saturating_sub(1), rest),
            [name, ..] if depth == 0 => self.note(path, &name.to_string(), name),
            _ => {}
        }
    }

    fn note(&mut self, path: &[String], to: &str, at: &TokenTree) {
        let line = at.span().start().line;
        self.imports.push(Import { from: folder(path).into(), to: to.into(), line });
    }
}

fn is(token: &TokenTree, text: &str) -> bool {
    match token {
        TokenTree::Ident(word) => word == text,
        TokenTree::Punct(sign) => text.starts_with(sign.as_char()),
        _ => false,
    }
}

/// Skips an item that is compiled only for tests, given the tokens after the first `#` of the item. For any
/// other item, returns all tokens.
fn after_test_item(tokens: &[TokenTree]) -> &[TokenTree] {
    let [TokenTree::Group(attribute), rest @ ..] = tokens else { return tokens };
    if !is_for_tests(attribute.stream()) {
        return tokens;
    }
    let mut item = rest;
    while let [hash, _, rest @ ..] = item
        && is(hash, "#")
    {
        item = rest;
    }
    let head = item.iter().find(|token| matches!(token, TokenTree::Ident(word) if word != "pub"));
    let braces =
        |token: &TokenTree| matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
    let is_use = head.is_some_and(|word| is(word, "use"));
    let end = item.iter().position(|token| is(token, ";") || (!is_use && braces(token)));
    end.map_or(&[], |end| &item[end + 1..])
}

/// Whether an attribute is `cfg(test)` or `cfg(all(test, ...))`.
fn is_for_tests(attribute: TokenStream) -> bool {
    let text: String = attribute.to_string().split_whitespace().collect();
    text == "cfg(test)" || text.starts_with("cfg(all(test,")
}

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn text(name: &str) -> String {
    fs::read_to_string(workspace().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Every file of the harness that is compiled without tests, with its contents.
fn files() -> Vec<(String, Contents)> {
    let mut files = Vec::new();
    let mut modules = VecDeque::from([Vec::new()]);
    while let Some(path) = modules.pop_front() {
        let name = match &path[..] {
            [] => format!("{SOURCES}/lib.rs"),
            path => {
                let names = [".rs", "/mod.rs"].map(|end| format!("{SOURCES}/{}{end}", path.join("/")));
                let is_there = |name: &String| workspace().join(name).exists();
                names.into_iter().find(is_there).unwrap_or_else(|| panic!("no file for {}", path.join("::")))
            }
        };
        let contents = Contents::read(&path, &text(&name));
        modules.extend(contents.modules.iter().cloned());
        files.push((name, contents));
    }
    files
}

#[test]
fn no_folder_of_the_harness_imports_one_above_it() {
    let files = files();
    let imports =
        || files.iter().flat_map(|(file, contents)| contents.imports.iter().map(move |it| (file, it)));
    let up = imports().filter(|(_, import)| floor(&import.to) > floor(&import.from));
    let up: Vec<String> = up
        .map(|(file, Import { from, to, line })| {
            format!("{file}:{line}: {from} imports {to}, which is above it")
        })
        .collect();
    assert!(up.is_empty(), "\n{}", up.join("\n"));
    // These imports exist, and the same code must find them.
    for (from, to) in [("testing", "run"), ("run", "base"), ("run", "spill")] {
        assert!(imports().any(|(_, import)| (&*import.from, &*import.to) == (from, to)), "{from}: {to}");
    }
}

#[test]
fn every_folder_of_the_harness_has_a_floor() {
    let entries = fs::read_dir(workspace().join(SOURCES)).expect("the folder is there");
    let names = entries.map(|entry| entry.expect("it can be read").path());
    let there: BTreeSet<String> = names
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_string()))
        .filter(|name| name != "lib")
        .collect();
    let floors: BTreeSet<String> = FLOORS.map(String::from).into();
    assert_eq!(there, floors);
    let root = Contents::read(&[], &text(&format!("{SOURCES}/lib.rs")));
    assert!(root.imports.is_empty(), "a module in lib.rs has no floor: {:?}", root.imports);
    assert_eq!(root.modules.into_iter().map(|path| path.join("::")).collect::<BTreeSet<_>>(), floors);
}

#[test]
fn the_page_lists_the_floors_in_their_order() {
    let page = text(PAGE);
    let (_, section) = page.split_once(HEADING).expect("there is a section");
    let section = section.split_once("\n## ").map_or(section, |(section, _)| section);
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` | "));
    let listed: Vec<&str> =
        rows.inspect(|(name, is)| assert!(is.len() > 9, "{name}: {is}")).map(|(name, _)| name).collect();
    assert_eq!(listed, FLOORS);
}

/// The names at the root that a text in the module `compare::lockstep` imports.
fn imported(text: &str) -> Vec<String> {
    let path = ["compare", "lockstep"].map(String::from);
    let imports = Contents::read(&path, text).imports;
    assert!(imports.iter().all(|import| import.from == "compare" && import.line == 2), "{text}: {imports:?}");
    imports.into_iter().map(|import| import.to).collect()
}

#[test]
fn an_import_is_found_however_it_is_written() {
    for (text, expected) in [
        ("use crate::run::check;", &["run"][..]),
        ("pub(crate) use crate::{base::Dice, run::{check, perft}};", &["base", "run"]),
        ("fn run() { crate::run::check::run(&crate::any::Any) }", &["run", "any"]),
        ("use super::super::run;", &["run"]),
        ("use super::{odds, super::{run::check, base}};", &["run", "base"]),
        ("mod inner { use super::super::super::run; }", &["run"]),
        ("macro_rules! run { () => { $crate::run::check() } }", &["run"]),
        ("fn run() { assert!(crate::run::is_over()) }", &["run"]),
        ("#[cfg(unix)] use crate::run;", &["run"]),
        ("#[cfg(not(test))] use crate::run;", &["run"]),
        ("#[cfg(test)] use crate::{run, report}; use crate::base;", &["base"]),
        ("#[cfg(test)] fn one() {} fn two() { crate::run::two() }", &["run"]),
        ("use crate::*;", &["*"]),
        ("use crate::{self as root};", &["self"]),
        ("use crate as root;", &["*"]),
        ("extern crate self as root;", &["*"]),
        ("pub(crate) extern crate self as root;", &["*"]),
        ("fn run() { extern crate self as root; root::run::check::run(&root::any::Any) }", &["*"]),
    ] {
        assert_eq!(imported(&format!("\n{text}")), expected, "{text}");
    }
}

#[test]
fn nothing_else_is_taken_for_an_import() {
    for text in [
        "use super::run;",
        "extern crate bustan_guide as guide;",
        "extern crate std as system;",
        "use self::run::check;",
        "mod inner { use super::super::run; }",
        "pub(in crate::compare) fn run() -> &'static str { \"crate::run\" } // crate::run",
        "/// Calls [`run`](crate::run).\npub(crate) fn run() {}",
        "#[cfg(test)] mod tests { use crate::run; }",
        "#[cfg(all(test, unix))] #[derive(Debug)] pub(crate) struct Run { run: crate::run::Run }",
    ] {
        let imported = imported(&format!("\n{text}"));
        assert!(imported.iter().all(|name| name == "compare"), "{text}: {imported:?}");
    }
}
