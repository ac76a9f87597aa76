//! Games in Portable Game Notation, which can only be parsed with the help of an engine.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use bustan_games::fast::chess::FastEngine;
use bustan_games::fuzz::{run, seeds, words};
use bustan_guide::{Explore, GameError};
use bustan_reference::chess::ReferenceEngine;
use bustan_vocabulary::chess::Chess;
use bustan_vocabulary::{Engine, Record};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn read(text: &str) -> Option<Result<Record<Chess>, GameError>> {
    Chess::read_game(text, None, ReferenceEngine::default())
}

/// Parses a text and formats the record in the notation common to all games.
#[track_caller]
fn told(text: &str) -> String {
    read(text).expect("it is a game").unwrap_or_else(|error| panic!("{error}")).to_string()
}

#[test]
fn comments_variations_and_glyphs_are_passed_over() {
    let text = "[Event \"A game\"]\n[Result \"0-1\"]\n\n1. f3 {weak; (of course)} e5 $2 (1... d5 (1... e6) 2. e4) 2.g4?? ; the end\n\
        Qh4# 0-1\n";
    assert_eq!(told(text), "W[f2f3];B[e7e5];W[g2g4];B[d8h4]");
    assert_eq!(told("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O").matches(';').count(), 8);
    assert_eq!(told("e2e4 e7e5 g1f3"), "W[e2e4];B[e7e5];W[g1f3]");
}

#[test]
fn tags_tell_the_start() {
    let text = "[SetUp \"1\"]\n[FEN \"7k/P7/8/8/8/8/8/K7 b - - 0 9\"]\n\n9... Kg7 10. a8=N+ *";
    assert_eq!(told(text), "Start[7k/P7/8/8/8/8/8/K7 b - - 0 9];B[h8g7];W[a7a8n]");
    let text = "[Variant \"Chess960\"]\n[FEN \"5k2/8/8/8/8/8/8/5KR1 w K - 0 1\"]\n\n1. O-O+ *";
    assert_eq!(told(text), "Start[5k2/8/8/8/8/8/8/5KR1 w K - 0 1 chess960];W[f1g1]");
}

#[test]
fn what_is_wrong_is_reported_with_its_place() {
    for (text, message) in [
        ("1. e4 e5\n2. Ke3 *", "line 2, column 4: \"Ke3\" is not a legal move there"),
        ("[Event \"x\"]\n1. e5", "line 2, column 4: \"e5\" is not a legal move there"),
        ("[FEN \"x\"]\n", "line 1, column 1: bad position: "),
        (
            "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n",
            "line 1, column 1: 8/8/8/8/8/8/8/8 w - - 0 1: white has 0 kings",
        ),
    ] {
        let error = read(text).expect("it is a game").expect_err("something is wrong").to_string();
        assert!(error.starts_with(message), "{error}");
    }
    for text in [
        "",
        "W[e2e4];B[e7e5]",
        "Start[8/8/8/8/8/8/8/8 w - - 0 1]",
        "nonsense",
        "1. 2. 3.",
        "(",
        "{",
        "[",
        "é",
    ] {
        assert!(read(text).is_none(), "{text}");
    }
}

/// Every file in `cases/pgn` must be parsed as the game in `expected.txt`, or refused with the message given
/// there.
#[test]
fn every_file_of_the_table_is_read_or_refused_as_expected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/pgn");
    let table = fs::read_to_string(folder.join("expected.txt")).expect("there is a table");
    let table: BTreeMap<&str, &str> = table.lines().filter_map(|line| line.split_once(": ")).collect();
    let mut files = 0;
    for kind in ["good", "bad"] {
        for entry in fs::read_dir(folder.join(kind)).expect("there are files") {
            let path = entry.expect("a folder can be listed").path();
            let name = format!("{kind}/{}", path.file_stem().expect("a file has a name").to_string_lossy());
            let text = fs::read_to_string(&path).expect("a file can be read");
            let game = read(&text).unwrap_or_else(|| panic!("{name} does not look like PGN"));
            assert_eq!(game.is_ok(), kind == "good", "{name}");
            let told = game.map_or_else(|error| error.to_string(), |record| record.to_string());
            assert_eq!(table.get(&*name), Some(&&*told), "{name}");
            files += 1;
        }
    }
    assert_eq!(files, table.len());
    assert!(files > 100, "of the files only {files} are there");
}

#[test]
fn one_of_several_games_is_read_by_its_number() {
    let text =
        "[Event \"1\"]\n\n1. e4 (1. d4 {[Event \"no\"]}) e5 1-0\n\n[Event \"2\"]\n\n1. c4 *\n1. f4 *\n";
    let read = |number| Chess::read_game(text, number, ReferenceEngine::default()).expect("it is a game");
    let games = ["W[e2e4];B[e7e5]", "W[c2c4]", "W[f2f4]"];
    for (number, game) in (1..).zip(games) {
        assert_eq!(read(Some(number)).expect("there is such a game").to_string(), game);
    }
    let refused = |number| read(number).expect_err("there is no such game").to_string();
    assert_eq!(refused(None), "line 5, column 1: another game begins here");
    assert_eq!(refused(Some(4)), "line 9, column 1: there is no game 4; the text has 3");
    // An error in a later game must not affect an earlier game.
    let text = format!("{text}[Event \"4\"]\n\n1. e4 {{");
    for (number, is_read) in [(Some(3), true), (Some(4), false), (None, false)] {
        let game = Chess::read_game(&text, number, ReferenceEngine::default());
        assert_eq!(game.map(|game| game.is_ok()), Some(is_read), "{number:?}");
    }
}

/// Mutates texts at random, like the fuzz target `pgn` but with stable Rust. `BUSTAN_CASES=300000` tries more
/// texts.
#[test]
fn whatever_is_read_of_changed_texts_is_written_and_read_back() {
    let cases = std::env::var("BUSTAN_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(5_000);
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(14);
    let seeds = seeds("pgn");
    let words: Vec<Vec<u8>> = words("pgn").into_iter().map(String::into_bytes).collect();
    let signs = b" \n\"[](){}.;%$*!?#+=-/0123456789abcdefghKQRBNxO\\";
    let mut read = 0;
    for _ in 0..cases {
        let mut text = seeds[dice.random_range(0..seeds.len())].clone();
        for _ in 0..dice.random_range(1..=4) {
            let at = dice.random_range(0..=text.len());
            let other = &seeds[dice.random_range(0..seeds.len())];
            let from = dice.random_range(0..=other.len());
            match dice.random_range(0..6) {
                0 => text.truncate(at),
                1 if at < text.len() => drop(text.remove(at)),
                2 if at < text.len() => text[at] = dice.random_range(0..128),
                3 => drop(text.splice(at..at, words[dice.random_range(0..words.len())].iter().copied())),
                4 => drop(text.splice(at..at, other[from..].iter().copied())),
                _ => text.insert(at, signs[dice.random_range(0..signs.len())]),
            }
        }
        assert!(run("pgn", &text, None));
        let text = String::from_utf8(text).expect("only ASCII is put in");
        read +=
            u64::from(Chess::read_game(&text, None, FastEngine::default()).is_some_and(|game| game.is_ok()));
    }
    assert!(read > cases / 100, "only {read} of {cases} were games");
}

/// Plays random games with one engine, and parses their records with the other.
#[test]
fn games_are_read_back_as_they_are_written() {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(3);
    let (mut written, mut refused) = (0, 0);
    for _ in 0..60 {
        let start = Chess::start(&mut |n| dice.random_range(0..n));
        let mut engine = FastEngine::default();
        engine.setup(&start).expect("games start there");
        let mut record = Record::<Chess>::new(start);
        while let (Some(player), true) = (engine.turn(), record.moves.len() < 80) {
            let moves = engine.legal_moves().unwrap();
            let mv = moves[dice.random_range(0..moves.len())];
            engine.play(player, &mv).unwrap();
            record.moves.push((player, mv));
        }
        match Chess::write_game(&record, FastEngine::default()) {
            Some(text) => {
                assert_eq!(told(&text), record.to_string(), "{text}");
                written += 1;
            }
            None => refused += 1,
        }
    }
    assert!(written > 20 && refused > 10, "{written} written, {refused} with draws as options");
}

#[test]
fn the_result_and_the_signs_are_written() {
    let record: Record<Chess> = "W[f2f3];B[e7e5];W[g2g4];B[d8h4]".parse().unwrap();
    let written = Chess::write_game(&record, FastEngine::default()).unwrap();
    assert_eq!(written, "[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n");
    let record: Record<Chess> = "Start[7k/5Q2/8/8/8/8/8/K7 w - - 0 1];W[f7g6]".parse().unwrap();
    let written = Chess::write_game(&record, FastEngine::default()).unwrap();
    let start = "[SetUp \"1\"]\n[FEN \"7k/5Q2/8/8/8/8/8/K7 w - - 0 1\"]";
    assert_eq!(written, format!("[Result \"1/2-1/2\"]\n{start}\n\n1. Qg6 1/2-1/2\n"));
}

#[test]
fn moves_are_reported_as_people_write_them_as_far_as_they_are_played() {
    let told = |text: &str| Chess::write_moves(&text.parse().unwrap(), FastEngine::default());
    assert_eq!(told("W[f2f3];B[e7e5];W[g2g4];B[d8h4]").unwrap(), "1. f3 e5 2. g4 Qh4#");
    let start = "Start[7k/P7/8/8/8/8/8/K7 b - - 0 9]";
    assert_eq!(told(&format!("{start};B[h8g7];W[a7a8n]")).unwrap(), "9... Kg7 10. a8=N");
    // If the last move is illegal, it is included; any other illegal move ends the text.
    assert_eq!(told("W[e2e4];B[e7e5];W[e1g1]").unwrap(), "1. e4 e5 2. O-O");
    assert_eq!(told("W[e2e4];B[e7e4];W[g1f3]").unwrap(), "1. e4 ...");
    // A move from an empty square is written as its two squares.
    assert_eq!(told("W[e2e4];B[e5e4]").unwrap(), "1. e4 e5e4");
    assert_eq!(told("W[e5e6]").unwrap(), "1. e5e6");
    for nothing in ["", "Start[8/8/8/8/8/8/8/8 w - - 0 1];W[e2e4]"] {
        assert_eq!(told(nothing), None, "{nothing}");
    }
}
