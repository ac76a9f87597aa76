//! The human-readable results of the mutants.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use bustan_table::{head, row};

use crate::list::{self, Mutant};
use crate::subject::Subject;
use crate::{Fate, Tried};

/// The path of the list of mutants that are argued to be equivalent, relative to the workspace root: one or
/// more names, one per line, followed by the reason on indented lines.
const ARGUED: &str = "assay/mutants/equivalent.txt";

/// Returns the mutants of a subject that are argued to be equivalent, with the reasons.
///
/// # Errors Fails if the file gives no reason for a mutant, or if it names mutants, of any part, that do not
/// exist. Thus the next run detects a change of the sources that renames or removes a mutant, even if it is a
/// run for another game.
pub(crate) fn argued(workspace: &Path, subject: &Subject) -> Result<BTreeMap<String, String>, String> {
    let content = fs::read_to_string(workspace.join(ARGUED)).map_err(|error| format!("{ARGUED}: {error}"))?;
    let mut argued = BTreeMap::new();
    let mut waiting: Vec<&str> = Vec::new();
    for line in content.lines().filter(|line| !line.starts_with('#')) {
        if let Some(reason) = line.strip_prefix("    ") {
            argued.extend(waiting.drain(..).map(|name| (name.to_owned(), reason.to_owned())));
        } else if !line.is_empty() {
            waiting.push(line);
        }
    }
    if let Some(name) = waiting.first() {
        return Err(format!("{ARGUED}: no reason is given for {name}"));
    }
    let missing = list::missing(workspace, argued.keys().map(String::as_str))?;
    if !missing.is_empty() {
        return Err(format!("{ARGUED}: unknown mutant\n    {}", missing.join("\n    ")));
    }
    argued.retain(|name, _| subject.is_named(name));
    Ok(argued)
}

/// Returns the table of a game, in Markdown.
pub(crate) fn table(
    game: &str,
    all: &[Mutant],
    tried: &[&Tried],
    argued: &BTreeMap<String, String>,
) -> String {
    let count = |is: fn(&Fate) -> bool| tried.iter().filter(|tried| is(&tried.fate)).count();
    let survivors: Vec<&&Tried> = tried.iter().filter(|tried| tried.fate.is_left()).collect();
    let equivalent = survivors.iter().filter(|tried| argued.contains_key(&tried.mutant)).count();
    let mut killed: Vec<&&Tried> =
        tried.iter().filter(|tried| matches!(tried.fate, Fate::Killed(_))).collect();
    killed.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
    let counts = [
        ("mutants", all.len()),
        ("tried", tried.len()),
        ("do not compile", count(|fate| matches!(fate, Fate::Unbuilt))),
        ("killed", killed.len()),
        ("by its own tests only", count(|fate| matches!(fate, Fate::Tested(_)))),
        ("equivalent", equivalent),
        ("survive", survivors.len() - equivalent),
    ];
    let mut told = figures(game, &counts, &killed);
    let _ = writeln!(told, "\nKilled by: {}", kinds(&killed));
    let line =
        |tried: &Tried| all.iter().find(|mutant| mutant.name == tried.mutant).map_or(0, |mutant| mutant.line);
    for tried in survivors {
        let why = argued.get(&tried.mutant).map_or("SURVIVES", String::as_str);
        let _ = writeln!(told, "- `{}`, line {}: {why}", tried.mutant, line(tried));
    }
    for tried in tried {
        if let Fate::Tested(test) = &tried.fate {
            let _ = writeln!(told, "- `{}`, line {}: only the test {test} fails", tried.mutant, line(tried));
        }
    }
    for tried in killed.iter().rev().take(10) {
        let _ = writeln!(
            told,
            "- late, after {:.2} s and {} plies: `{}`",
            tried.seconds, tried.plies, tried.mutant
        );
    }
    told
}

/// Returns the head and the row of a table for a game: the given counts, and the time and the plies needed to
/// kill mutants. `killed` must be sorted by time.
fn figures(game: &str, counts: &[(&str, usize)], killed: &[&&Tried]) -> String {
    let at = |part: f64| killed.get(((killed.len() as f64 * part).ceil() as usize).saturating_sub(1));
    let seconds = |part| at(part).map_or("-".into(), |tried| format!("{:.2}", tried.seconds));
    let mut plies: Vec<u64> = killed.iter().map(|tried| tried.plies).collect();
    plies.sort_unstable();
    let median = plies.get(plies.len().saturating_sub(1) / 2).map_or("-".into(), u64::to_string);
    let times = [("median s", 0.5), ("75 % s", 0.75), ("95 % s", 0.95), ("slowest s", 1.0)];
    let titles = counts.iter().map(|(title, _)| *title).chain(times.iter().map(|(title, _)| *title));
    let head = head(&["game"], &titles.chain(["median plies"]).collect::<Vec<_>>());
    let cells = std::iter::once(game.to_owned()).chain(counts.iter().map(|(_, count)| count.to_string()));
    let cells = cells.chain(times.iter().map(|(_, part)| seconds(*part))).chain([median]);
    head + &row(&cells.collect::<Vec<_>>())
}

/// Returns the kinds of findings that killed mutants, with the number of mutants of each kind, the most
/// frequent first.
fn kinds(killed: &[&&Tried]) -> String {
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for tried in killed {
        if let Fate::Killed(how) = &tried.fate {
            *kinds.entry(how.split(['-', ':']).next().unwrap_or(how)).or_default() += 1;
        }
    }
    let mut kinds: Vec<(&str, usize)> = kinds.into_iter().collect();
    kinds.sort_by_key(|&(_, number)| std::cmp::Reverse(number));
    let shown: Vec<String> = kinds.iter().map(|(kind, number)| format!("{kind} {number}")).collect();
    shown.join(", ")
}
