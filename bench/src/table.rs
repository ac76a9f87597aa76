//! A table of the measurements of both engines side by side, from the files of criterion.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde_json::Value;

/// Returns a table in Markdown with a row for each benchmark of a fast and a slow engine that was measured
/// after `since`: the mean times of both engines, and the factor by which the fast one is faster. `folder` is
/// the output folder of criterion. Returns `None` if nothing was measured.
pub fn side_by_side(folder: &Path, since: SystemTime) -> Option<String> {
    let mut rows = BTreeMap::<String, [Option<f64>; 2]>::new();
    for file in estimates(folder) {
        let fresh = fs::metadata(&file).and_then(|data| data.modified()).is_ok_and(|time| time >= since);
        if let Some((what, engine, seconds)) = fresh.then(|| measured(&file)).flatten() {
            rows.entry(what).or_default()[engine] = Some(seconds);
        }
    }
    let both = rows.into_iter().filter_map(|(what, [fast, slow])| Some((what, fast?, slow?)));
    let lines = both.map(|(what, fast, slow)| {
        format!("| {what} | {} | {} | {:.0} |\n", time(fast), time(slow), slow / fast)
    });
    let lines: String = lines.collect();
    (!lines.is_empty()).then(|| format!("| | fast | reference | ratio |\n|---|--:|--:|--:|\n{lines}"))
}

/// Returns the files with estimates of the last run in a folder and its subfolders.
fn estimates(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    entries
        .flat_map(|path| match path.join("new/estimates.json") {
            file if file.is_file() => vec![file],
            _ if path.is_dir() => estimates(&path),
            _ => Vec::new(),
        })
        .collect()
}

/// Returns the name of the benchmark, the index of the engine (0 for the fast one, 1 for the reference
/// engine), and the mean time in seconds.
fn measured(file: &Path) -> Option<(String, usize, f64)> {
    let read = |file: &Path| serde_json::from_slice::<Value>(&fs::read(file).ok()?).ok();
    let (benchmark, estimates) = (read(&file.with_file_name("benchmark.json"))?, read(file)?);
    let (group, function) = (benchmark["group_id"].as_str()?, benchmark["function_id"].as_str()?);
    let (engine, of) = function.split_once('/').unwrap_or((function, ""));
    let engine = ["fast", "reference"].iter().position(|name| *name == engine)?;
    let what = if of.is_empty() { group.into() } else { format!("{group}, {of}") };
    Some((what, engine, estimates["mean"]["point_estimate"].as_f64()? * 1e-9))
}

/// Formats a time with a suitable unit and at least two digits.
fn time(seconds: f64) -> String {
    let (figure, unit) = match seconds {
        s if s < 1e-6 => (s * 1e9, "ns"),
        s if s < 1e-3 => (s * 1e6, "µs"),
        s if s < 1.0 => (s * 1e3, "ms"),
        s => (s, "s"),
    };
    if figure < 10.0 { format!("{figure:.1} {unit}") } else { format!("{figure:.0} {unit}") }
}
