//! Prints the number of seconds that a check takes to find a flaw, or a dash if it does not find it:
//! `checked dominions_lockstep shared-keys`.

use bustan_flaws::place;
use bustan_games::fuzz::parts;
use bustan_tests::fuzzed::checked;

/// The maximum number of games of a check.
const GAMES: u64 = 100_000;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [target, name] = &words[..] else { panic!("checked TARGET FLAW") };
    match checked(parts(target).1, place(target, name), GAMES) {
        Some(time) => println!("{:.2}", time.as_secs_f64()),
        None => println!("-"),
    }
}
