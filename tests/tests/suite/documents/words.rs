//! Pages and doc comments avoid some words and constructions that are always, or nearly always, unidiomatic in
//! technical English. The sentences of rules are not searched, because the sources of a game decide their words.

use super::sources::{Source, sources};

/// A phrase in small letters, and the words to use instead.
const PHRASES: [(&str, &str); 24] = [
    ("anew", "again"),
    ("are told", "are informed"),
    ("at hand", "current"),
    ("behind", "after"),
    ("beside", "next to"),
    ("by lot", "at random"),
    ("come again", "occur again"),
    ("come to", "result in"),
    ("come up", "occur"),
    ("comes again", "occurs again"),
    ("comes to", "results in"),
    ("comes up", "occurs"),
    ("go on", "continue"),
    ("goes on", "continues"),
    ("hold to", "check against"),
    ("is told", "is informed"),
    ("likewise", "also"),
    ("made short", "shrunk"),
    ("mend", "fix"),
    ("passed over", "ignored"),
    ("so many", "the number of"),
    ("tells", "reports"),
    ("to tell", "to report"),
    ("whoever", "the player who"),
];

/// Words at which no doc comment begins: it begins with a verb or a noun.
const HEADS: [&str; 6] = ["Who", "What", "That", "Those", "Whoever", "Whatever"];

/// Uses of a phrase that are right: the end of a file's path, and words that contain the phrase.
const EXCEPTIONS: [(&str, &str); 5] = [
    ("players/src/search.rs", "player who is behind"),
    ("players/src/solved.rs", "who is behind"),
    ("solve/src/lib.rs", "must fall behind"),
    ("docs/reference/rules.md", "zombies stay behind"),
    ("reference/src/chess/pawns.rs", "The square behind"),
];

/// The comment in a line of Rust that documents an item or a module.
fn documentation(line: &str) -> Option<&str> {
    let line = line.trim_start();
    line.strip_prefix("///").or_else(|| line.strip_prefix("//!"))
}

/// The paragraphs of a page, without blocks of code.
fn paragraphs(text: &str) -> Vec<String> {
    let (mut code, mut found) = (false, vec![String::new()]);
    for line in text.lines() {
        let fence = line.trim_start().starts_with("```");
        code ^= fence;
        if fence || line.trim().is_empty() {
            found.push(String::new());
        } else if !code && let Some(last) = found.last_mut() {
            last.push_str(line.trim());
            last.push(' ');
        }
    }
    found
}

/// The blocks of doc comments of a Rust file, and the paragraphs of each.
fn comments(text: &str) -> Vec<Vec<String>> {
    let mut blocks = vec![String::new()];
    for line in text.lines() {
        match documentation(line) {
            Some(comment) => blocks.last_mut().expect("there is a block").extend([comment, "\n"]),
            None => blocks.push(String::new()),
        }
    }
    blocks.retain(|block| !block.is_empty());
    blocks.iter().map(|block| paragraphs(block)).collect()
}

/// A paragraph without code, comments and the targets of links.
fn prose(paragraph: &str) -> String {
    let spans: Vec<&str> = paragraph.split('`').step_by(2).collect();
    let mut prose = String::new();
    for (at, rest) in spans.join("``").split("](").enumerate() {
        let shown = if at == 0 { rest } else { rest.split_once(')').map_or("", |(_, shown)| shown) };
        prose.push_str(shown);
    }
    let mut parts = prose.split("<!--");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, rest| text + rest.split_once("-->").map_or("", |(_, after)| after))
}

/// Whether a text has a phrase between other characters than letters.
fn has(text: &str, phrase: &str) -> bool {
    let word = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    text.match_indices(phrase)
        .any(|(at, _)| !text[..at].ends_with(word) && !text[at + phrase.len()..].starts_with(word))
}

/// The phrases in a text, but those that its file may use there.
fn faults(name: &str, text: &str) -> Vec<String> {
    let mut left = prose(text);
    for (end, words) in EXCEPTIONS {
        if name.ends_with(end) {
            left = left.replace(words, "");
        }
    }
    let found = PHRASES.iter().filter(|(phrase, _)| {
        let capital = phrase[..1].to_uppercase() + &phrase[1..];
        // *Go on* is also a game on a board.
        has(&left, phrase) || (*phrase != "go on" && has(&left, &capital))
    });
    found.map(|(phrase, instead)| format!("{name}: {phrase:?}, write {instead:?}: {text}")).collect()
}

/// The phrases in a file of Rust or Markdown, and doc comments with a wrong beginning.
fn faults_of(source: &Source) -> Vec<String> {
    let Source { name, text, .. } = source;
    if name.ends_with(".md") {
        return paragraphs(text).iter().flat_map(|text| faults(name, text)).collect();
    }
    let mut found = Vec::new();
    for block in comments(text) {
        let first = block.first().and_then(|text| text.split_whitespace().next());
        if let Some(head) = first.filter(|first| HEADS.contains(first)) {
            found.push(format!("{name}: a doc comment begins with {head}: {}", block[0]));
        }
        found.extend(block.iter().flat_map(|text| faults(name, text)));
    }
    found
}

#[test]
fn texts_avoid_unidiomatic_words() {
    let mut texts = sources();
    texts.retain(|source| {
        let page = source.name.ends_with(".md") && !source.name.starts_with("docs/rules/");
        page || source.name.ends_with(".rs") && !source.name.ends_with("documents/words.rs")
    });
    let found: Vec<_> = texts.iter().flat_map(faults_of).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn exceptions_from_the_list_of_words_are_needed() {
    let texts = sources();
    for (end, words) in EXCEPTIONS {
        let used = texts.iter().filter(|source| source.name.ends_with(end));
        let mut used = used.flat_map(|source| {
            let blocks =
                if end.ends_with(".md") { vec![paragraphs(&source.text)] } else { comments(&source.text) };
            blocks.into_iter().flatten()
        });
        assert!(used.any(|text| text.contains(words)), "{end} does not have {words:?}");
    }
}

#[test]
fn unidiomatic_words_are_noticed() {
    let found = |name: &str, text: &str| {
        faults_of(&Source { name: name.into(), path: name.into(), text: text.into() }).len()
    };
    assert_eq!(found("a.md", "# A\n\nThe list goes\non. It is made\nanew."), 2);
    assert_eq!(
        found("a.md", "`behind` [a](behind.md) <!-- beside --> remind, Go on a board\n```\nbehind\n```\n"),
        0
    );
    assert_eq!(found("a.rs", "/// What comes after.\nfn behind() {} // behind\n"), 1);
    assert_eq!(found("a.rs", "    //! The moves\n    //! behind it.\n"), 1);
    assert_eq!(found("a.rs", "/// Returns what comes\n/// after.\n///\n/// What else there is.\n"), 0);
}
