//! Playthroughs: every observable of a few short games after every move, in files for review.
//!
//! Both engines of each game must report what is in the file. After an intended change, write the files again
//! and review them:
//!
//! ```text
//! BUSTAN_BLESS=1 cargo test -p bustan-tests playthroughs
//! ```

use std::collections::BTreeSet;

use bustan_games::{GAMES, Plays, Visit, visit};
use bustan_guide::{Explore, Picture};
use bustan_tests::golden;
use bustan_tests::playthrough::Playthrough;
use bustan_tests::sheet::{self, Block, blocks};
use bustan_vocabulary::margo::Margo;

/// Checks the playthroughs of a game.
struct Playthroughs;

impl Visit for Playthroughs {
    type Output = ();

    /// The files are written with the reference engine. The optimised engine, whose hashes are guaranteed to
    /// be stable, must yield the same text.
    fn visit<G, F, R>(self)
    where
        G: Explore + Picture,
        F: Plays<G>,
        R: Plays<G>,
    {
        let blocks = sheet::read("playthroughs", G::NAME, "playthrough");
        let folder = format!("playthroughs/{}", G::NAME);
        let mut files = BTreeSet::new();
        for block in &blocks {
            let game = Playthrough::<G>::of(block, R::default())
                .unwrap_or_else(|fault| panic!("playthroughs/{}.txt: {fault}", G::NAME));
            let hashes = game.hashes(F::default());
            let name = format!("{folder}/{}.txt", game.name);
            golden::check(&name, &game.text(R::default(), |plies| hashes[plies]));
            golden::compare(&name, &game.text(F::default(), |plies| hashes[plies]));
            files.insert(format!("{}.txt", game.name));
        }
        assert_eq!(golden::files(&folder), files, "{folder} has the texts of these playthroughs");
    }
}

#[test]
fn both_engines_tell_what_was_reviewed() {
    for game in GAMES {
        visit(game, Playthroughs).expect("the game is registered");
    }
}

fn block(text: &str) -> Block {
    blocks(text, "playthrough").expect("a block can be read").remove(0)
}

fn of(text: &str) -> Result<Playthrough<Margo>, String> {
    let engine = bustan_reference::margo::ReferenceEngine::default();
    let text = format!("playthrough: one\nabout: It.\n{text}");
    Playthrough::of(&block(&text), engine).map_err(|fault| fault.to_string())
}

#[test]
fn a_playthrough_that_would_tell_nothing_is_refused() {
    for (text, fault) in [
        ("start: 3\n", "line 1: \"moves\" is missing"),
        ("moves: A1\n", "line 1: \"start\" is missing"),
        ("start: 3\nmoves: A1\nstart: 4\n", "line 5: \"start\" is no key, or not a new one"),
        ("start: 3\nmoves: A1\nto: 2\n", "line 5: \"to\" is no key, or not a new one"),
        ("start: 3\nmoves: A1 Q\n", "line 4: \"Q\" cannot be read"),
        ("start: 3\nmoves: A1\nseed: 1\n", "line 5: moves and a seed are too much"),
        ("start: 3\nmoves: A1\nfrom: 1\nlast: 1\n", "line 1: from and last are too much"),
        ("start: 3\nmoves: A1\nfrom: 2\n", "line 1: nothing would be written"),
        ("start: 3\nmoves:\n", "line 1: nothing would be written"),
    ] {
        assert_eq!(of(text).map(|game| game.name), Err(fault.into()), "{text}");
    }
    assert_eq!(of("start: 3\nmoves: A1 !A1\n").map(|game| game.name), Ok("one".into()));
}

#[test]
#[should_panic(expected = "A1 is to be refused")]
fn a_move_that_is_to_be_refused_and_is_not_fails() {
    let engine = bustan_reference::margo::ReferenceEngine::default;
    of("start: 3\nmoves: !A1\n").expect("it can be read").text(engine(), |_| 0);
}
