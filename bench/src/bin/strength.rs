//! Measures the strength of the players by matches between them, as in the table of the book, and the speed
//! of the tree search, in playouts per second, next to the speed of the engine alone.
//!
//! `cargo run --release -p bustan-bench --bin strength` prints both in about half an hour. The table of
//! strengths does not depend on a clock, so it is the same on every machine.

use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use bustan_games::{Registered, all, bot, find, seats};
use bustan_harness::erased::Record;
use bustan_harness::run::playout;
use bustan_harness::run::playout::Until;
use bustan_players::Spec;
use bustan_players::contest::{Contender, Plan, Progress, run};

/// The matches of each game: the setup, two players, and the number of rounds.
fn matches(game: &str) -> &'static [(&'static str, &'static str, &'static str, u64)] {
    match game {
        "dominions" => &[
            ("9", "strong", "uniform", 20),
            ("9", "normal", "uniform", 50),
            ("9", "easy", "uniform", 50),
            ("9", "normal", "easy", 20),
            ("3", "strong", "uniform", 50),
            ("3", "strong", "normal", 20),
        ],
        "margo" => &[
            ("4", "strong", "uniform", 50),
            ("4", "normal", "uniform", 50),
            ("4", "easy", "uniform", 50),
            ("4", "normal", "easy", 20),
            ("4", "strong", "normal", 20),
        ],
        "tribolo" => &[
            ("", "strong", "uniform", 20),
            ("", "normal", "uniform", 20),
            ("", "easy", "uniform", 20),
            ("", "twoply", "uniform", 20),
            ("", "mcts:200", "twoply", 10),
            ("", "mcts:1000", "twoply", 5),
            ("", "paranoid:3", "twoply", 10),
            ("", "bestreply:2", "twoply", 10),
        ],
        "chess" => &[
            ("", "strong", "uniform", 100),
            ("", "normal", "uniform", 100),
            ("", "easy", "uniform", 100),
            ("", "normal", "easy", 100),
        ],
        _ => &[
            ("", "strong", "uniform", 100),
            ("", "normal", "uniform", 100),
            ("", "easy", "uniform", 100),
            ("", "strong", "easy", 50),
        ],
    }
}

/// Plays the matches of a game.
fn play_matches(game: &'static Registered) {
    let rules = game.rules;
    for &(words, one, other, rounds) in matches(rules.name()) {
        let words: Vec<&str> = words.split_whitespace().collect();
        let start = rules.initial(&words).expect("words for a start");
        let players = seats(&start).expect("who is ahead");
        let contender = |text: &str| {
            let spec: Spec = text.parse().expect("a player");
            let make = move |seed| Box::new(bot(rules, &spec, players, seed).expect("a player")) as _;
            Contender { name: text.to_string(), make: Box::new(make), fresh: true }
        };
        let plan = Plan {
            start,
            drawn: true,
            players,
            rounds,
            opening: if rules.name() == "tictactoe" { 1 } else { 4 },
            plies: 400,
            seed: 1,
            jobs: std::thread::available_parallelism().map_or(1, usize::from),
            sprt: None,
        };
        let contenders = [contender(one), contender(other)];
        let progress = Progress::new(AtomicBool::new(false).into());
        let report = run(&|| game.fast.engine(), &plan, &contenders, &progress, &|_| {});
        let [(share, bar), (rest, _)] = [0, 1].map(|number| report.share(number).expect("games"));
        let board = if words.is_empty() { "standard".into() } else { words.join(" ") };
        println!(
            "| {} | {board} | `{one}` | `{other}` | {} | {:.1} % ± {:.1} | {:.1} % |",
            rules.name(),
            report.games.len(),
            100.0 * share,
            100.0 * bar,
            100.0 * rest,
        );
    }
}

/// The duration of each speed measurement.
const TIME: Duration = Duration::from_secs(2);

/// Measures playouts per second from a setup.
fn measure(game: &Registered, words: &str) {
    let all: Vec<&str> = words.split_whitespace().collect();
    let start = game.rules.initial(&all).expect("words for a start");
    let engine = game.fast.at(&start).expect("it is a start");
    let players = seats(&start).expect("who is ahead");
    let alone =
        playout::run(&engine, 1, Until::Elapsed(TIME), 1, &playout::Progress::default()).expect("playouts");
    let alone = alone.games as f64 / alone.seconds;
    let spec: Spec = format!("mcts,time={}s", TIME.as_secs()).parse().expect("a player");
    let mut bot = bot(game.rules, &spec, players, 1).expect("a player");
    let begun = Instant::now();
    let thought = bot.think(&Record::new(start), &AtomicBool::new(false)).expect("a move");
    let inside = black_box(thought).work as f64 / begun.elapsed().as_secs_f64();
    let name = format!("{} {words}", game.rules.name());
    println!("| {} | {alone:.0} | {inside:.0} | {:.0} % |", name.trim(), 100.0 * inside / alone);
}

fn main() {
    let only: Vec<String> = std::env::args().skip(1).collect();
    let wanted = |what: &str| only.is_empty() || only.iter().any(|word| word == what);
    if wanted("speed") {
        println!("| game | playouts a second | inside `mcts` | share |\n|---|---|---|---|");
        for (game, words) in [
            ("dominions", "9"),
            ("dominions", "3"),
            ("margo", "5"),
            ("tribolo", ""),
            ("abrobad", ""),
            ("chess", ""),
        ] {
            measure(find(game).expect("the game is registered"), words);
        }
        println!();
    }
    println!(
        "| game | board | player | against | games | points | the other's |\n|---|---|---|---|---|---|---|"
    );
    all().iter().filter(|game| wanted(game.rules.name())).for_each(play_matches);
}
