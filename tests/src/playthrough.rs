//! Playthroughs: everything observable of a game after every move, as text to be reviewed.
//!
//! This module has the common part; the parts of each game are in the module of its name.

mod dominions;
mod margo;
mod tribolo;

use std::fmt::{Arguments, Write};

use bustan_guide::{Overlay, Picture, Style};
use bustan_vocabulary::{Engine, Record};

/// A game for which playthroughs can be written.
pub trait Told: Picture {
    /// The game's name in a heading.
    const TITLE: &'static str;

    /// Writes the observation, line by line, except the legal moves and the board.
    fn tell(text: &mut String, seen: &Self::Observation);

    /// Writes how many moves are legal, and which.
    fn tell_legal(text: &mut String, sorted: &[Self::Move]);
}

/// A move of a playthrough.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step<M> {
    /// The player on turn plays it.
    Plays(M),
    /// The player on turn may not play it.
    Refused(M),
}

/// A game to be written down.
#[derive(Clone, Debug)]
pub struct Playthrough<G: Told> {
    /// The subject of the playthrough.
    pub about: &'static str,
    /// Where it starts.
    pub start: G::Position,
    /// The moves.
    pub steps: Vec<Step<G::Move>>,
    /// The number of moves after which writing begins.
    pub from: usize,
}

impl<G: Told> Playthrough<G> {
    /// A game from the text of its start and its moves; those with a `!` before them must be refused.
    ///
    /// # Panics
    /// When a text cannot be read.
    pub fn new(about: &'static str, start: &str, moves: &str) -> Self {
        let read = |word: &str| word.parse().unwrap_or_else(|error| panic!("{word} is not a move: {error}"));
        let step = |word: &str| match word.strip_prefix('!') {
            Some(refused) => Step::Refused(read(refused)),
            None => Step::Plays(read(word)),
        };
        let start = start.parse().unwrap_or_else(|error| panic!("{start} is not a position: {error}"));
        Self { about, start, steps: moves.split_ascii_whitespace().map(step).collect(), from: 0 }
    }

    /// The same game, written down only after this many moves.
    pub fn from(self, plies: usize) -> Self {
        Self { from: plies, ..self }
    }

    /// A recorded game, of which the last moves are written down.
    pub fn end_of(about: &'static str, record: &Record<G>, last: usize) -> Self {
        let steps = record.moves.iter().map(|(_, mv)| Step::Plays(mv.clone())).collect();
        Self { about, start: record.start.clone(), steps, from: record.moves.len().saturating_sub(last) }
    }

    /// The whole text, as this engine plays the game, with the hashes that `hash` gives for each number of
    /// moves.
    ///
    /// # Panics
    /// When the engine refuses the start or a move that should be played, or plays one that should be
    /// refused.
    pub fn text<E>(&self, mut engine: E, hash: impl Fn(usize) -> u64) -> String
    where
        E: Engine<Game = G, Observation = G::Observation>,
    {
        let mut text = format!("# {}. {}\n", G::TITLE, self.about);
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

/// Everything an engine says about its position.
fn describe<E>(text: &mut String, engine: &E, hash: u64)
where
    E: Engine<Game: Told, Observation = <<E as Engine>::Game as bustan_vocabulary::Game>::Observation>,
{
    let seen = engine.observe().expect("the engines of this workspace tell what they see");
    let position = engine.position().expect("the engines of this workspace tell their position");
    let mut legal = engine.legal_moves().expect("the engines of this workspace list the legal moves");
    legal.sort_unstable();
    write_to(text, format_args!("position: {position}\n"));
    E::Game::tell(text, &seen);
    E::Game::tell_legal(text, &legal);
    write_to(text, format_args!("hash: {hash:016x}\n"));
    text.push_str(&E::Game::board(&seen, Style::default(), &Overlay::default()));
}

fn write_to(text: &mut String, line: Arguments<'_>) {
    text.write_fmt(line).expect("a string takes any text");
}

/// A player by name.
fn name<P: ToString>(player: Option<P>) -> String {
    player.map_or_else(|| "nobody".into(), |player| player.to_string())
}

/// Things in a line.
fn words<T: ToString>(things: &[T]) -> String {
    let words: Vec<String> = things.iter().map(ToString::to_string).collect();
    words.join(" ")
}
