//! Without words, lists all planted flaws and mutants: target, name, what it is, with tabs between. Of one
//! of them, as in `checked dominions_lockstep shared-keys`, prints the seconds that a check takes to find it,
//! or a dash.

mod named;

use bustan_games::fuzz::{parts, targets};
use bustan_tests::fuzzed::{checked, flaws};
use bustan_tests::mutants::MUTANTS;
use named::flaw;

/// The most games of a check.
const GAMES: u64 = 100_000;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [target, name] = &words[..] else { return list() };
    match checked(parts(target).1, flaw(target, name), GAMES) {
        Some(time) => println!("{:.2}", time.as_secs_f64()),
        None => println!("-"),
    }
}

fn list() {
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
