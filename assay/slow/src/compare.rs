//! Compares how fast two versions of a check find flaws.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use bustan_table::{code, head, row};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// The checks of each flaw, by seed.
type Checks = BTreeMap<String, BTreeMap<u64, Value>>;

/// The compared measurements, in the order of the columns. The first one ranks the flaws.
const FIGURES: [&str; 3] = ["plies", "games", "seconds"];

/// The medians for a flaw over the seeds, first of the version before the change, then of the version after
/// it.
type Medians = [[f64; FIGURES.len()]; 2];

/// Reads JSON lines that `bustan-slow` or `bustan-mutants --spread` has printed.
fn read(file: &Path) -> Result<Checks, String> {
    let named = |error: &dyn ToString| format!("{}: {}", file.display(), error.to_string());
    let mut flaws = Checks::new();
    for line in fs::read_to_string(file).map_err(|error| named(&error))?.lines() {
        let told: Value = serde_json::from_str(line).map_err(|error| named(&error))?;
        let (Some(flaw), Some(seed)) = (told["flaw"].as_str(), told["seed"].as_u64()) else {
            return Err(named(&"a line has no flaw or no seed"));
        };
        flaws.entry(flaw.to_owned()).or_default().insert(seed, told);
    }
    Ok(flaws)
}

/// Returns a measurement of a check; infinity if the check found nothing.
fn figure(told: &Value, key: &str) -> f64 {
    if told["kind"].is_null() { f64::INFINITY } else { told[key].as_f64().unwrap_or(f64::INFINITY) }
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_unstable_by(f64::total_cmp);
    let (low, high) = (numbers[(numbers.len() - 1) / 2], numbers[numbers.len() / 2]);
    f64::midpoint(low, high)
}

/// Returns the medians for each flaw that is in both files, over the seeds that are in both and whose
/// processes ended normally.
fn shared(before: &Checks, after: &Checks) -> BTreeMap<String, Medians> {
    let mut shared = BTreeMap::new();
    for (flaw, checks) in before {
        let Some(others) = after.get(flaw) else { continue };
        let pairs: Vec<[&Value; 2]> = checks
            .iter()
            .filter_map(|(seed, check)| Some([check, others.get(seed)?]))
            .filter(|pair| pair.iter().all(|told| told["ended"].is_null()))
            .collect();
        if !pairs.is_empty() {
            let of =
                |version: usize, key| median(pairs.iter().map(|pair| figure(pair[version], key)).collect());
            shared.insert(flaw.clone(), [0, 1].map(|version| FIGURES.map(|key| of(version, key))));
        }
    }
    shared
}

/// Formats a number with four significant digits.
fn short(number: f64) -> String {
    if !number.is_finite() || number == 0.0 {
        return number.to_string();
    }
    let trimmed = |text: String| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    };
    let scientific = format!("{number:.3e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    match exponent.parse::<i32>().unwrap_or_default() {
        exponent @ -4..=3 => trimmed(format!("{number:.*}", (3 - exponent) as usize)),
        exponent => {
            let sign = if exponent < 0 { '-' } else { '+' };
            format!("{}e{sign}{:02}", trimmed(digits.to_owned()), exponent.abs())
        }
    }
}

/// Whether a flaw is in the half to tune with, as opposed to the half to judge by. Only the name of the flaw
/// decides.
fn is_tuned(flaw: &str) -> bool {
    Sha256::digest(flaw)[0].is_multiple_of(2)
}

/// Returns a row of a table: the name of a flaw or another name, and its medians before and after.
fn line(name: &str, [before, after]: &Medians) -> String {
    let figures = before.iter().zip(after).flat_map(|(before, after)| [short(*before), short(*after)]);
    row(&std::iter::once(name.to_owned()).chain(figures).collect::<Vec<_>>())
}

/// Compares two files. Returns the quarter of the flaws that took the most moves before the change (as the
/// median over the seeds), in two tables: one to tune with and one to judge by.
///
/// # Errors
/// Fails if a file cannot be read.
pub(crate) fn compare([before, after]: [&Path; 2]) -> Result<String, String> {
    let shared = shared(&read(before)?, &read(after)?);
    let mut ranked: Vec<(&String, &Medians)> = shared.iter().collect();
    // Flaws that took the same number of moves stay sorted by name.
    ranked.sort_by(|(_, [one, _]), (_, [other, _])| other[0].total_cmp(&one[0]));
    let slow = &ranked[..ranked.len().div_ceil(4)];
    let mut told = format!("{} flaws, {} of them slow\n", ranked.len(), slow.len());
    for (title, half) in [("to tune with", true), ("to judge by", false)] {
        let chosen: Vec<_> = slow.iter().filter(|(flaw, _)| is_tuned(flaw) == half).collect();
        if chosen.is_empty() {
            continue;
        }
        let columns = ["moves before", "after", "games before", "after", "seconds before", "after"];
        told += &format!("\n{}", head(&[title], &columns));
        for (flaw, medians) in &chosen {
            told += &line(&code(flaw), medians);
        }
        let middle = |version: usize, figure: usize| {
            median(chosen.iter().map(|(_, medians)| medians[version][figure]).collect())
        };
        told += &line("median", &[0, 1].map(|version| [0, 1, 2].map(|figure| middle(version, figure))));
    }
    Ok(told)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_four_digits_that_count() {
        for (number, expected) in [
            (0.0, "0"),
            (3.0, "3"),
            (1234.4, "1234"),
            (12345.0, "1.234e+04"),
            (12355.0, "1.236e+04"),
            (9999.6, "1e+04"),
            (0.052_31, "0.05231"),
            (0.000_012_5, "1.25e-05"),
            (17.5, "17.5"),
            (f64::INFINITY, "inf"),
        ] {
            assert_eq!(short(number), expected);
        }
    }

    #[test]
    fn the_slowest_quarter_is_compared() {
        let dir = std::env::temp_dir().join(format!("bustan-slow-{}", std::process::id()));
        fs::create_dir_all(&dir).unwrap();
        let [before, after] = [100, 50].map(|most| {
            let file = dir.join(most.to_string());
            let told = |flaw: &str, seed: u64, plies: u64| {
                format!(
                    r#"{{"flaw":"{flaw}","seed":{seed},"kind":"x","plies":{plies},"games":2,"seconds":0.25}}"#
                )
            };
            let found = [told("a", 1, most), told("a", 2, 2 * most), told("b", 1, 1)].join("\n");
            let rest = r#"
{"flaw":"a","seed":3,"ended":"by a signal"}
{"flaw":"c|d","seed":1,"kind":null,"plies":7,"games":2,"seconds":9.5}"#;
            fs::write(&file, found + rest).unwrap();
            file
        });
        let told = compare([&before, &after]).unwrap();
        assert!(told.starts_with("3 flaws, 1 of them slow\n\n| to "), "{told}");
        assert!(told.contains("| `c\\|d` | inf | inf | inf | inf | inf | inf |\n| median | inf "), "{told}");
        assert_eq!(shared(&read(&before).unwrap(), &read(&after).unwrap())["a"][1][0], 75.0);
        fs::remove_dir_all(dir).unwrap();
    }
}
