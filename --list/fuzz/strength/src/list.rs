//! All flaws that are planted by hand, and all mutants.

use bustan_games::fuzz::targets;
use bustan_tests::fuzzed::flaws;
use bustan_tests::mutants::MUTANTS;

/// Prints the target, the name and what it is, with tabs between.
pub fn list() {
    for target in targets().filter(|target| target.ends_with("_lockstep")) {
        // Abrobad has no engine with flaws; the mistake kept for it is one that any engine can make.
        for name in flaws(&target).iter().filter(|_| !target.starts_with("abrobad")) {
            println!("{target}\t{name}\tby hand");
        }
    }
    for (number, mutant) in MUTANTS.iter().enumerate() {
        println!("{}_lockstep\tmutant-{number}\t{}: {}", mutant.game, mutant.file, mutant.change);
    }
}
