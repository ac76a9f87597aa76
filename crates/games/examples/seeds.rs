//! Writes the seeds of all fuzz targets, and dictionaries for those that parse texts, to the folder `fuzz`:
//! `cargo run --release -p bustan-games --example seeds`. Names after `--` limit the example to these
//! targets.

use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, io};

use bustan_games::fuzz::{played, seeds, targets, words};

/// The maximum number of words in a dictionary.
const WORDS: usize = 120;

fn main() -> io::Result<()> {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    let only: Vec<String> = std::env::args().skip(1).collect();
    for target in targets().filter(|target| only.is_empty() || only.contains(target)) {
        let seeds = seeds(&target);
        let folder = fuzz.join("seeds").join(&target);
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(&folder)?;
        for (number, seed) in seeds.iter().enumerate() {
            fs::write(folder.join(format!("{number:03}")), seed)?;
        }
        let bytes: usize = seeds.iter().map(Vec::len).sum();
        println!("{target}: {} seeds, {bytes} bytes", seeds.len());
        if played(&target).is_none() {
            fs::write(fuzz.join("dictionaries").join(format!("{target}.dict")), dictionary(&target, &seeds))?;
        }
    }
    Ok(())
}

/// The dictionary of a target in the format of libFuzzer: the known words of the target, and at most
/// [`WORDS`] words of its texts, evenly spread over their order.
fn dictionary(target: &str, texts: &[Vec<u8>]) -> String {
    let known = words(target);
    let mut words = BTreeSet::new();
    for text in texts {
        for word in String::from_utf8_lossy(text).split_inclusive([' ', '[', ']', ';', '\n']) {
            words.insert(word.replace('\n', ""));
        }
    }
    words.retain(|word| (2..=24).contains(&word.len()));
    let step = words.len().div_ceil(WORDS).max(1);
    let escaped = |word: &str| word.replace('\\', "\\\\").replace('"', "\\\"").replace('\t', "\\x09");
    let quoted = |word: &String| format!("\"{}\"\n", escaped(word));
    known.iter().chain(words.iter().step_by(step)).map(quoted).collect()
}
