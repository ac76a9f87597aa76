//! Playthroughs: everything that can be observed of a game after every move, as text to be reviewed.

use std::fmt::Write;

use bustan_core::dominions::{Cell, Dominions, Each, Move, Observation, Player, Position, Tile};
use bustan_core::{Engine, Picture, Record, Style};

use crate::pair::{seen, sorted_legal};

/// Legal moves are listed where there are at most so many: as many as on the empty board of side 2.
const LISTED: usize = 106;

/// A move of a playthrough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The player on turn plays it.
    Plays(Move),
    /// The player on turn is refused it.
    Refused(Move),
}

/// A game to be written down.
#[derive(Clone, Debug)]
pub struct Playthrough {
    /// What it shows.
    pub about: &'static str,
    /// Where it starts.
    pub start: Position,
    /// What is played.
    pub steps: Vec<Step>,
    /// The number of moves after which writing begins.
    pub from: usize,
}

impl Playthrough {
    /// A game from the text of its start and its moves; those with a `!` before them are to be refused.
    ///
    /// # Panics
    /// When a text is none.
    pub fn new(about: &'static str, start: &str, moves: &str) -> Self {
        let step = |word: &str| match word.strip_prefix('!') {
            Some(refused) => Step::Refused(refused.parse().expect("a move")),
            None => Step::Plays(word.parse().expect("a move")),
        };
        let steps = moves.split_ascii_whitespace().map(step).collect();
        Self { about, start: start.parse().expect("a position"), steps, from: 0 }
    }

    /// A recorded game, written down from its last moves.
    pub fn end_of(about: &'static str, record: &Record<Dominions>, last: usize) -> Self {
        let steps = record.moves.iter().map(|&(_, mv)| Step::Plays(mv)).collect();
        Self { about, start: record.start.clone(), steps, from: record.moves.len().saturating_sub(last) }
    }

    /// The whole text, as this engine plays the game, with the hashes that `hash` gives after so many moves.
    ///
    /// # Panics
    /// When the engine refuses the start, or a move that is to be played, or plays one that is to be refused.
    pub fn text<E>(&self, mut engine: E, hash: impl Fn(usize) -> u64) -> String
    where
        E: Engine<Game = Dominions, Observation = Observation>,
    {
        let mut text = format!("# Dominions. {}\n", self.about);
        engine.setup(&self.start).expect("the start is a position");
        let mut plies = 0;
        if self.from == 0 {
            describe(&mut text, &engine, hash(plies));
        }
        for &step in &self.steps {
            let player = engine.turn().unwrap_or(Player::White);
            match step {
                Step::Plays(mv) => {
                    engine.play(player, &mv).unwrap_or_else(|reason| panic!("{mv} is refused: {reason:?}"));
                    plies += 1;
                    if plies >= self.from {
                        write_to(&mut text, format_args!("\n{player} plays {mv}\n"));
                        describe(&mut text, &engine, hash(plies));
                    }
                }
                Step::Refused(mv) => {
                    let reason = engine.play(player, &mv).expect_err("the move is to be refused");
                    let reason = reason.map_or_else(|| "no reason".into(), |reason| reason.to_string());
                    write_to(&mut text, format_args!("\n{player} may not play {mv}: {reason}\n"));
                }
            }
        }
        text
    }
}

fn write_to(text: &mut String, line: std::fmt::Arguments<'_>) {
    text.write_fmt(line).expect("a string takes any text");
}

/// Everything an engine tells of its position.
fn describe<E>(text: &mut String, engine: &E, hash: u64)
where
    E: Engine<Game = Dominions, Observation = Observation>,
{
    let seen = seen(engine);
    let position = engine.position().expect("the engines of this workspace tell their position");
    let player = |player: Option<Player>| player.map_or_else(|| "nobody".into(), |player| player.to_string());
    let Each { white, black } = seen.scores;
    write_to(
        text,
        format_args!(
            "position: {position}\n\
             ply {}, passes {}, to move {}, over {}, winner {}\n\
             score: white {white}, black {black}\n\
             white's hand: {}\n\
             black's hand: {}\n",
            seen.ply,
            seen.passes,
            player(seen.to_move),
            seen.over,
            player(seen.winner),
            ranges(&seen.hands.white),
            ranges(&seen.hands.black),
        ),
    );
    for group in &seen.groups {
        let (controller, liberties) = (group.controller, group.liberties);
        let (cells, free) = (words(&group.cells), words(&group.liberty_cells));
        write_to(text, format_args!("{controller} group {cells}: liberties {liberties} at {free}\n"));
    }
    for section in &seen.sections {
        write_to(text, format_args!("section {}: liberties {}\n", words(&section.cells), section.liberties));
    }
    legal(text, &sorted_legal(engine));
    write_to(text, format_args!("hash: {hash:016x}\n"));
    text.push_str(&Dominions::board(&seen, Style::default(), &[]));
}

/// How many moves are legal, and which unless they are many.
fn legal(text: &mut String, moves: &[Move]) {
    write_to(text, format_args!("legal: {}\n", moves.len()));
    if moves.len() > LISTED {
        return;
    }
    let mut places: Vec<(Cell, Tile)> = moves
        .iter()
        .filter_map(|&mv| match mv {
            Move::Place(tile, cell) => Some((cell, tile)),
            Move::Pass => None,
        })
        .collect();
    places.sort_unstable();
    for at_cell in places.chunk_by(|a, b| a.0 == b.0) {
        let tiles: Vec<Tile> = at_cell.iter().map(|&(_, tile)| tile).collect();
        write_to(text, format_args!("  {}: {}\n", at_cell[0].0, ranges(&tiles)));
    }
    if moves.contains(&Move::Pass) {
        text.push_str("  pass\n");
    }
}

/// Sorted tiles as `1-3 5 7-63`.
fn ranges(tiles: &[Tile]) -> String {
    let numbers: Vec<u8> = tiles.iter().map(|tile| tile.number()).collect();
    let runs = numbers.chunk_by(|a, b| a + 1 == *b).map(|run| match run {
        [only] => only.to_string(),
        [first, .., last] => format!("{first}-{last}"),
        [] => String::new(),
    });
    let runs: Vec<String> = runs.collect();
    if runs.is_empty() { "-".into() } else { runs.join(" ") }
}

fn words(cells: &[Cell]) -> String {
    let cells: Vec<String> = cells.iter().map(ToString::to_string).collect();
    cells.join(" ")
}
