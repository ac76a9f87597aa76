//! Creates the inputs in `fuzz/regressions` that reveal planted flaws: `cargo run --release -p bustan-tests
//! --bin regressions`, after `fuzz/seeds.sh`. Arguments after `--` are names of targets, and limit the run to
//! these targets.

use std::path::Path;
use std::{fs, io};

use bustan_games::fuzz::targets;
use bustan_tests::fuzzed::{flaws, make};

fn main() -> io::Result<()> {
    // Without this hook, every panic in a flawed session would be printed.
    std::panic::set_hook(Box::new(|_| {}));
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz");
    let only: Vec<String> = std::env::args().skip(1).collect();
    if let Some(unknown) = only.iter().find(|name| !targets().any(|target| target == **name)) {
        return Err(io::Error::other(format!("unknown target {unknown}")));
    }
    for target in targets().filter(|target| only.is_empty() || only.contains(target)) {
        let mut seeds = Vec::new();
        for entry in fs::read_dir(fuzz.join("seeds").join(&target))? {
            seeds.push(fs::read(entry?.path())?);
        }
        // The order of the entries of a folder differs between machines.
        seeds.sort_unstable();
        for (flaw, name) in flaws(&target).iter().enumerate() {
            match make(&target, flaw, &seeds) {
                Some(data) => {
                    println!("{target}: {name}, {} bytes", data.len());
                    fs::write(fuzz.join("regressions").join(&target).join(name), data)?;
                }
                None => return Err(io::Error::other(format!("{target}: no input shows {name}"))),
            }
        }
    }
    Ok(())
}
