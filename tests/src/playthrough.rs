//! Playthroughs: everything observable of a game after every move, as text for review.
//!
//! The games are in `playthroughs/<game>.txt`, each with a name, a description, the start, and the moves, in
//! which a `!` marks a move that must be refused. The seed of a random game may replace the moves. `from` is
//! the number of moves after which the output begins, and `last` is the number of moves in the output.
//!
//! This module contains what the texts have in common. The state of a game is formatted by the submodule with
//! its name, if there is one, or otherwise as the engine's observation, line by line.

mod dominions;
mod margo;
mod tribolo;

use std::any::Any;
use std::fmt::{Arguments, Write};
use std::str::FromStr;

use bustan_guide::{Overlay, Picture, Style};
use bustan_vocabulary::{Engine, Game};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::sheet::{Block, Entry, Fault};
use crate::words::words as plain;

/// A move of a playthrough.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step<M> {
    /// A move that is played for the player to move.
    Plays(M),
    /// A move that the engine must refuse.
    Refused(M),
}

/// A game whose moves and states are printed.
#[derive(Clone, Debug)]
pub struct Playthrough<G: Game> {
    /// The name of the playthrough, from which the name of the file is derived.
    pub name: String,
    /// A description of what the playthrough demonstrates.
    about: String,
    /// The start position.
    start: G::Position,
    /// The moves.
    steps: Vec<Step<G::Move>>,
    /// The number of moves after which the output begins.
    from: usize,
}

/// Plays a random game from `start`. A pass is chosen only if no other move is legal.
fn random_game<E: Engine>(
    mut engine: E,
    start: &<E::Game as Game>::Position,
    seed: u64,
) -> Vec<Step<<E::Game as Game>::Move>> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut steps = Vec::new();
    engine.setup(start).expect("the start is a position");
    while let Some(player) = engine.turn() {
        let mut moves = engine.legal_moves().expect("the engines of this workspace list the legal moves");
        moves.sort_unstable();
        if moves.len() > 1 {
            moves.retain(|mv| Some(mv) != E::Game::pass().as_ref());
        }
        let mv = moves.swap_remove(random.random_range(0..moves.len()));
        engine.play(player, &mv).expect("a move listed as legal is");
        steps.push(Step::Plays(mv));
    }
    steps
}

/// Parses a value from a line of a file.
fn read<T: FromStr>(line: usize, text: &str) -> Result<T, Fault> {
    text.parse().map_err(|_| Fault::new(line, format!("{text:?} cannot be read")))
}

/// Parses moves. Moves marked with `!` must be refused.
fn read_steps<M: FromStr>(entry: &Entry) -> Result<Vec<Step<M>>, Fault> {
    let step = |word: &str| match word.strip_prefix('!') {
        Some(refused) => read(entry.line, refused).map(Step::Refused),
        None => read(entry.line, word).map(Step::Plays),
    };
    entry.value.split_ascii_whitespace().map(step).collect()
}

impl<G: Picture> Playthrough<G> {
    /// Reads a game from a block of a file. A random game is played by `engine`.
    ///
    /// # Errors
    /// Fails if a line is missing, repeated or malformed, or has an unknown key.
    pub fn of<E: Engine<Game = G>>(block: &Block, engine: E) -> Result<Self, Fault> {
        const KEYS: [&str; 6] = ["about", "start", "moves", "seed", "from", "last"];
        for (number, entry) in block.entries.iter().enumerate() {
            let is_new = block.entries[..number].iter().all(|other| other.key != entry.key);
            if !KEYS.contains(&entry.key.as_str()) || !is_new {
                return Err(Fault::new(entry.line, format!("{:?} is no key, or not a new one", entry.key)));
            }
        }
        let find = |key: &str| block.entries.iter().find(|entry| entry.key == key);
        let need = |key: &str| find(key).ok_or_else(|| Fault::new(block.line, format!("{key:?} is missing")));
        let start = need("start")?;
        let start: G::Position = read(start.line, &start.value)?;
        let steps = match find("seed") {
            Some(seed) if find("moves").is_none() => {
                random_game(engine, &start, read(seed.line, &seed.value)?)
            }
            Some(seed) => return Err(Fault::new(seed.line, "moves and a seed are too much")),
            None => read_steps(need("moves")?)?,
        };
        let number = |key: &str| find(key).map(|entry| read::<usize>(entry.line, &entry.value)).transpose();
        let plays = steps.iter().filter(|step| matches!(step, Step::Plays(_))).count();
        let from = match (number("from")?, number("last")?) {
            (from, None) => from.unwrap_or(0),
            (None, Some(last)) => plays.saturating_sub(last),
            _ => return Err(Fault::new(block.line, "from and last are too much")),
        };
        if from > plays || steps.is_empty() {
            return Err(Fault::new(block.line, "nothing would be written"));
        }
        Ok(Self { name: block.name.clone(), about: need("about")?.value.clone(), start, steps, from })
    }

    /// Returns the hashes of an engine at the start and after each move.
    ///
    /// # Panics
    /// Panics if the engine refuses the start or a move that it must play, or has no hash.
    pub fn hashes<E: Engine<Game = G>>(&self, mut engine: E) -> Vec<u64> {
        engine.setup(&self.start).expect("the start is a position");
        let hash = |engine: &E| engine.hash().expect("the engines of this workspace have hashes");
        let mut hashes = vec![hash(&engine)];
        for step in &self.steps {
            if let Step::Plays(mv) = step {
                let player = engine.turn().unwrap_or(G::PLAYERS[0]);
                engine.play(player, mv).unwrap_or_else(|reason| panic!("{mv} is refused: {reason:?}"));
                hashes.push(hash(&engine));
            }
        }
        hashes
    }

    /// Returns the whole text, with the game played by `engine`. `hash` returns the hash to print after a
    /// given number of moves.
    ///
    /// # Panics
    /// Panics if the engine refuses the start or a move that it must play, or accepts one that it must
    /// refuse.
    pub fn text<E>(&self, mut engine: E, hash: impl Fn(usize) -> u64) -> String
    where
        E: Engine<Game = G, Observation = G::Observation>,
    {
        let mut text = format!("# {}. {}\n", title(G::NAME), self.about);
        engine.setup(&self.start).expect("the start is a position");
        let mut plies = 0;
        if self.from == 0 {
            describe(&mut text, &engine, hash(plies));
        }
        for step in &self.steps {
            let player = engine.turn().unwrap_or(G::PLAYERS[0]);
            match step {
                Step::Plays(mv) => {
                    engine.play(player, mv).unwrap_or_else(|reason| panic!("{mv} is refused: {reason:?}"));
                    plies += 1;
                    if plies >= self.from {
                        write_to(&mut text, format_args!("\n{player} plays {mv}\n"));
                        describe(&mut text, &engine, hash(plies));
                    }
                }
                Step::Refused(mv) => {
                    let Err(reason) = engine.play(player, mv) else { panic!("{mv} is to be refused") };
                    let reason = reason.map_or_else(|| "no reason".into(), |reason| reason.to_string());
                    write_to(&mut text, format_args!("\n{player} may not play {mv}: {reason}\n"));
                }
            }
        }
        text
    }
}

/// The name of a game in a heading.
fn title(name: &str) -> String {
    let (first, rest) = name.split_at(1);
    first.to_uppercase() + rest
}

/// Appends everything that an engine reports about its position.
fn describe<E>(text: &mut String, engine: &E, hash: u64)
where
    E: Engine<Game: Picture, Observation = <<E as Engine>::Game as Game>::Observation>,
{
    let seen = engine.observe().expect("the engines of this workspace tell what they see");
    let position = engine.position().expect("the engines of this workspace tell their position");
    let mut legal = engine.legal_moves().expect("the engines of this workspace list the legal moves");
    legal.sort_unstable();
    write_to(text, format_args!("position: {position}\n"));
    let (mut hash_of, mut style) = ("hash", Style::default());
    let any: &dyn Any = &seen;
    if let Some(seen) = any.downcast_ref() {
        dominions::write_seen(text, seen);
        dominions::tell_legal(text, &legal);
    } else {
        if let Some(seen) = any.downcast_ref() {
            margo::write_seen(text, seen);
        } else if let Some(seen) = any.downcast_ref() {
            tribolo::write_seen(text, seen);
        } else {
            write_state::<E::Game>(text, &seen);
            hash_of = "hash of the engine";
            style.groups = true;
        }
        write_to(text, format_args!("legal: {}", legal.len()));
        write_to(text, format_args!("{}{}\n", if legal.is_empty() { "" } else { ": " }, words(&legal)));
    }
    write_to(text, format_args!("{hash_of}: {hash:016x}\n"));
    text.push_str(&E::Game::board(&seen, style, &Overlay::default()));
}

/// Appends the observation of a game that has no submodule here: first the keys that all games have, then the
/// others in alphabetical order.
fn write_state<G: Game>(text: &mut String, seen: &G::Observation) {
    const FIRST: [&str; 5] = ["ply", "to_move", "over", "winner", "scores"];
    let form = serde_json::to_value(seen).expect("an observation is JSON");
    let mut parts: Vec<_> = form.as_object().expect("an observation is a JSON object").iter().collect();
    let place = |key: &str| FIRST.iter().position(|first| *first == key).unwrap_or(FIRST.len());
    parts.sort_unstable_by_key(|(key, _)| (place(key), key.as_str()));
    for (key, value) in parts {
        write_to(text, format_args!("{key}: {}\n", plain(value)));
    }
    write_to(text, format_args!("result: {}\nstate: {form}\n", G::final_score(seen)));
}

fn write_to(text: &mut String, line: Arguments<'_>) {
    text.write_fmt(line).expect("a string takes any text");
}

/// The name of a player, or "nobody" if there is none.
fn name<P: ToString>(player: Option<P>) -> String {
    player.map_or_else(|| "nobody".into(), |player| player.to_string())
}

/// Formats `things` with spaces between them.
fn words<T: ToString>(things: &[T]) -> String {
    let words: Vec<String> = things.iter().map(ToString::to_string).collect();
    words.join(" ")
}
