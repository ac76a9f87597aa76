//! Files of positions, with the expected numbers of sequences from them, if given.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use bustan_harness::compare::lockstep::{Factories, Factory};
use bustan_harness::compare::panics;
use bustan_harness::compare::participant::Lack;
use bustan_harness::erased::{Position, Rules};
pub(crate) use bustan_notation::Listed;
use bustan_vocabulary::RecordError;

use crate::failure::Failure;
use crate::files;
use crate::watch::reading;
use crate::words::count;

/// The text of a file of positions.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    name: String,
    text: String,
}

impl Source {
    /// The name of the file, for messages.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }
}

/// Reads a file of positions, or standard input for `-`.
pub(crate) fn read(path: &Path) -> Result<Source, Failure> {
    Ok(Source { name: files::name(path), text: files::read(path)? })
}

/// Whether a line of a file of positions is empty or a comment.
fn is_silent(line: &str) -> bool {
    line.trim().is_empty() || line.trim().starts_with("# ") || line.trim() == "#"
}

/// A one-line message about ignored operations in a file, which are defined by a particular program, if there
/// are any.
pub(crate) fn unread(rules: Rules, Source { name, text }: &Source) -> Option<String> {
    // Files of games have no operations, because a semicolon begins a comment there.
    if bustan_notation::is_of_games(text) {
        return None;
    }
    let lines = text.lines().filter(|line| !is_silent(line)).filter_map(|line| rules.line(line).ok());
    let of_lines: Vec<Vec<String>> =
        lines.map(|line| line.unread).filter(|unread| !unread.is_empty()).collect();
    let names: BTreeSet<&str> = of_lines.iter().flatten().map(String::as_str).collect();
    let mut names: Vec<&str> = names.into_iter().collect();
    let more = names.len().saturating_sub(MOST_NAMED);
    let more_words = format!("{more} more");
    if more > 0 {
        names.truncate(MOST_NAMED);
        names.push(&more_words);
    }
    let (last, first) = names.split_last()?;
    let lines = count(of_lines.len() as u64, "line", "lines");
    Some(match first {
        [] => format!("{name}: ignored the operation {last} on {lines}"),
        _ => format!("{name}: ignored the operations {} and {last} on {lines}", first.join(", ")),
    })
}

/// The maximum number of ignored operations that a message names.
const MOST_NAMED: usize = 8;

/// The positions of a file, in any format that [`bustan_notation::listed`] reads.
pub(crate) fn listed(rules: Rules, Source { name, text }: &Source) -> Result<Vec<Listed>, Failure> {
    let listed = reading(name, || bustan_notation::listed(rules, text));
    listed.map_err(|error| Failure::Record(name.clone(), error))
}

/// The failure for a position in a file that an engine refuses.
pub(crate) fn impossible(name: &str, line: usize, invalid: &impl ToString) -> Failure {
    let problem = format!("invalid position: {}", invalid.to_string());
    Failure::Record(name.into(), RecordError { line, column: 1, problem })
}

/// A position in a file at which an engine cannot play, with the feature that the engine lacks.
pub(crate) type Skipped = (Listed, Lack);

/// Splits positions into those at which both engines can play, and those at which one cannot. Creates engines
/// only if the file names a variant.
pub(crate) fn playable(listed: Vec<Listed>, factories: Factories<'_>) -> (Vec<Listed>, Vec<Skipped>) {
    let has_variant = |one: &Listed| {
        let options = one.position.rules().options().split(", ").filter(|words| !words.is_empty());
        let text = one.position.to_string();
        options.into_iter().any(|words| text.contains(words))
    };
    if !listed.iter().any(has_variant) {
        return (listed, Vec::new());
    }
    // An engine that cannot be created reports the reason when it has to play.
    let made = |factory: &dyn Factory| panics::answer(|| factory.make()).ok();
    let engines: Vec<_> = [factories.subject, factories.oracle].into_iter().filter_map(made).collect();
    let lack = |position: &Position| {
        engines.iter().find_map(|engine| panics::answer(|| engine.lack(position)).ok().flatten())
    };
    let (mut playable, mut skipped) = (Vec::new(), Vec::new());
    for one in listed {
        match lack(&one.position) {
            None => playable.push(one),
            Some(lack) => skipped.push((one, lack)),
        }
    }
    (playable, skipped)
}

/// Describes the skipped positions, with a line for each reason.
pub(crate) fn skipped(skipped: &[Skipped]) -> Vec<String> {
    let mut counts = BTreeMap::<_, usize>::new();
    for (_, Lack { variant, reason }) in skipped {
        *counts.entry((*variant, reason.as_str())).or_default() += 1;
    }
    let line = |((variant, reason), count): ((&str, &str), usize)| {
        let name = variant[..1].to_uppercase() + &variant[1..];
        let positions = if count == 1 { "position" } else { "positions" };
        match variant.contains(' ') {
            true => format!("{count} {positions} with {variant} skipped: {reason}"),
            false => format!("{count} {name} {positions} skipped: {reason}"),
        }
    };
    counts.into_iter().map(line).collect()
}

/// The failure for a file in which every position is skipped.
pub(crate) fn none_left(name: &str, all: &[Skipped]) -> Failure {
    Failure::Usage(format!("{name}: no usable position: {}", skipped(all).join("; ")))
}

/// The number of counts that were not checked because they are for more moves, as a suffix of a message.
pub(crate) fn deeper(counts: usize) -> String {
    if counts == 0 { String::new() } else { format!("; not checked, because they have more moves: {counts}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_that_are_not_read_are_named_in_one_line() {
        let chess = bustan_games::rules_of("chess").unwrap();
        let unread = |text: &str| unread(chess, &Source { name: "file".into(), text: text.into() });
        let epd = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        assert_eq!(unread(&format!("{epd} bm e4; D1 20;\n")), None);
        let one = "file: ignored the operation Ae on 1 line";
        assert_eq!(unread(&format!("{epd} Ae 1;\n# Ae 2;\n{epd} bm e4;\n")).as_deref(), Some(one));
        let two = "file: ignored the operations Ae and C1 on 2 lines";
        assert_eq!(unread(&format!("{epd} Ae 1;\n{epd} C1 \"x\"; Ae 3;\n")).as_deref(), Some(two));
        let many: String = (0..10).map(|number| format!("o{number} 1; ")).collect();
        let many = unread(&format!("{epd} {many}")).unwrap();
        assert!(many.ends_with(", o7 and 2 more on 1 line"), "{many}");
    }
}
