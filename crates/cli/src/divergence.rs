//! The printed text of a divergence, shared by all commands.

use bustan_harness::report::verdict::Verdict;

/// The width in columns for which a divergence is formatted on a terminal.
pub(crate) const WIDTH: usize = 120;

/// Describes an engine that ended once. `words` begins with the name of the engine.
pub(crate) fn ended_once(words: &str, engines: &[String; 2]) -> String {
    let after = |name: &String| Some((name.clone(), words.strip_prefix(name)?.strip_prefix(": ")?));
    match engines.iter().find_map(after) {
        Some((name, how)) => format!("{name} ended once: {how}"),
        None => format!("an engine ended once: {words}"),
    }
}

/// The word for the verdict on a complete comparison of two engines.
pub(crate) fn verdict(differ: bool) -> &'static str {
    if differ { Verdict::Differ.word() } else { Verdict::Agree.word() }
}
