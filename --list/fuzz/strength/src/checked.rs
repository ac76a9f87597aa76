//! Without words, lists all planted flaws and mutants: target, name, what it is, with tabs between. Of one
//! of them, as in `checked dominions_lockstep shared-keys`, prints the seconds that a check takes to find it,
//! or a dash.

mod list;
mod named;

use bustan_games::fuzz::parts;
use bustan_tests::fuzzed::checked;
use list::list;
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
