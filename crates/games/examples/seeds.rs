//! Writes the seeds of all fuzz targets, and the dictionaries of those that read texts, into `fuzz`:
//! `cargo run --release -p bustan-games --example seeds`.

use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, io};

use bustan_games::fuzz::{played, seeds, targets};

/// The most words of a dictionary.
const WORDS: usize = 120;

fn main() -> io::Result<()> {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    for target in targets() {
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
            fs::write(fuzz.join("dictionaries").join(format!("{target}.dict")), dictionary(&seeds))?;
        }
    }
    Ok(())
}

/// The words of texts in the form that libFuzzer reads, at most [`WORDS`] of them, spread over their order.
fn dictionary(texts: &[Vec<u8>]) -> String {
    let mut words = BTreeSet::new();
    for text in texts {
        for word in String::from_utf8_lossy(text).split_inclusive([' ', '[', ']', ';', '\n']) {
            words.insert(word.replace('\n', ""));
        }
    }
    words.retain(|word| (2..=24).contains(&word.len()));
    let step = words.len().div_ceil(WORDS).max(1);
    let quoted = |word: &String| format!("\"{}\"\n", word.replace('\\', "\\\\").replace('"', "\\\""));
    words.iter().step_by(step).map(quoted).collect()
}
