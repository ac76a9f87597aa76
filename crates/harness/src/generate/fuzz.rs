//! Entry points for fuzzers: they take arbitrary bytes and panic when a law is broken.
//!
//! The bytes take the place of the dice: they choose the board, legal moves by their number, moves to
//! propose, and when to make which check. Every input is a valid test, so nothing is wasted on malformed
//! ones, and a shorter input is a shorter game. The same functions replay an input that once found something
//! as an ordinary test.
//!
//! A fuzz target of `cargo fuzz` is one line for each, here for an engine called `Mine`:
//!
//! ```text
//! fuzz_target!(|data: &[u8]| bustan_harness::generate::fuzz::lockstep::<Mine, ReferenceEngine>(data));
//! ```

use arbitrary::Unstructured;
use bustan_guide::{Explore, Picture};
use bustan_vocabulary::{Engine, Game, Record};

use crate::compare::laws::Symmetries;
use crate::compare::lockstep::{Checked, Checks, Factories, Lockstep};
use crate::protocol::gtp::{Options, Session, survives};

/// The most moves an input can play.
const LONGEST: usize = 400;

/// The two engines agree on everything along any game.
///
/// # Panics
/// When they do not, with the divergence and the game.
pub fn lockstep<A, B>(data: &[u8])
where
    A: Engine<Game: Explore> + Default,
    B: Engine<Game = A::Game> + Default,
{
    let factories = Factories { subject: &A::default, oracle: &B::default };
    if let Err(divergence) = compare(factories, data) {
        panic!("{divergence}\n{}", divergence.record);
    }
}

/// Plays the game that the bytes choose on both engines.
pub(crate) fn compare<G: Explore>(factories: Factories<'_, G>, data: &[u8]) -> Checked<G> {
    let mut bytes = Unstructured::new(data);
    let start = G::start(&mut |n| below(&mut bytes, n));
    let mut lockstep = Lockstep::new(factories, Checks::ALL, start.clone());
    session(&mut lockstep, &start, &mut bytes)
}

/// Playing, taking back and playing again restores everything an engine shows, along any game.
///
/// # Panics
/// When it does not, with the divergence and the game.
pub fn undo<A>(data: &[u8])
where
    A: Engine<Game: Explore> + Default,
{
    let mut bytes = Unstructured::new(data);
    let start = A::Game::start(&mut |n| below(&mut bytes, n));
    let factories = Factories { subject: &A::default, oracle: &A::default };
    let mut lockstep = Lockstep::new(factories, Checks::ALL, start.clone());
    if let Err(divergence) = back_and_forth(&mut lockstep, &start, &mut bytes) {
        panic!("{divergence}\n{}", divergence.record);
    }
}

/// A text that is read as a move, a position or a record prints as a text with the same meaning, which prints
/// as itself.
///
/// # Panics
/// When it is not.
pub fn notation<G: Game>(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Ok(mv) = text.parse::<G::Move>() {
        let printed = mv.to_string();
        assert_eq!(
            printed.parse::<G::Move>().ok().as_ref(),
            Some(&mv),
            "the move {text:?}, printed {printed:?}"
        );
    }
    if let Ok(position) = text.parse::<G::Position>() {
        let printed = position.to_string();
        let read = printed.parse::<G::Position>().ok();
        assert_eq!(read.as_ref(), Some(&position), "the position {text:?}, printed {printed:?}");
        assert_eq!(read.map(|read| read.to_string()), Some(printed), "the position {text:?}");
    }
    if let Ok(record) = text.parse::<Record<G>>() {
        let printed = record.to_string();
        let read = printed.parse::<Record<G>>().ok();
        let same = |read: &Record<G>| read.start == record.start && read.moves == record.moves;
        assert!(read.as_ref().is_some_and(same), "the record {text:?}, printed {printed:?}");
        assert_eq!(read.map(|read| read.to_string()), Some(printed), "the record {text:?}");
    }
}

/// A protocol session survives any bytes: every answer has the form of the protocol, and it goes on
/// answering.
///
/// # Panics
/// When it does not, or when the engine refuses its game's standard position.
pub fn protocol<E>(data: &[u8])
where
    E: Engine<Game: Picture, Observation = <<E as Engine>::Game as Game>::Observation> + Default,
{
    // Deeper counts do not differ, they only take longer.
    let options = Options { perft_limit: 2, ..Options::default() };
    let start = E::Game::initial(&[]).expect("every game has a standard position");
    let session = Session::new(E::default(), start, options).expect("an engine takes the standard position");
    if let Err(fault) = survives(session, data) {
        panic!("{fault}");
    }
}

/// A number below `n` from the bytes; 0 if there are none left.
fn below(bytes: &mut Unstructured<'_>, n: u32) -> u32 {
    bytes.int_in_range(0..=n.saturating_sub(1)).unwrap_or(0)
}

/// Begins where the bytes say or, if the engines cannot begin there, on the standard board.
fn begin<G: Explore>(lockstep: &mut Lockstep<'_, G>, start: &G::Position) -> Checked<G, bool> {
    Ok(lockstep.begin(start)? || matches!(G::initial(&[]), Ok(initial) if lockstep.begin(&initial)?))
}

fn session<G: Explore>(
    lockstep: &mut Lockstep<'_, G>,
    start: &G::Position,
    bytes: &mut Unstructured<'_>,
) -> Checked<G> {
    if !begin(lockstep, start)? {
        return Ok(());
    }
    while !bytes.is_empty() && lockstep.plies() < LONGEST {
        match below(bytes, 16) {
            0..=7 => play(lockstep, bytes, false)?,
            8 => play(lockstep, bytes, true)?,
            9..=11 => ask(lockstep, bytes)?,
            12 => {
                let legal = lockstep.legal();
                if !legal.is_empty() {
                    let probe = legal[below(bytes, legal.len() as u32) as usize].clone();
                    lockstep.branch(&probe)?;
                }
            }
            13 => {
                lockstep.back()?;
                lockstep.count()?;
            }
            14 => {
                lockstep.text()?;
                lockstep.laws(Symmetries::Chosen(below(bytes, 1 << 10)))?;
            }
            _ => {
                if let (Some(player), Some(pass)) = (lockstep.turn(), G::pass()) {
                    lockstep.step(player, &pass, false)?;
                }
            }
        }
    }
    lockstep.text()?;
    lockstep.laws(Symmetries::All)?;
    lockstep.walk()
}

fn back_and_forth<G: Explore>(
    lockstep: &mut Lockstep<'_, G>,
    start: &G::Position,
    bytes: &mut Unstructured<'_>,
) -> Checked<G> {
    if !begin(lockstep, start)? {
        return Ok(());
    }
    while !bytes.is_empty() && lockstep.plies() < LONGEST {
        match below(bytes, 8) {
            0..=5 => play(lockstep, bytes, false)?,
            6 => lockstep.back()?,
            _ => lockstep.walk()?,
        }
    }
    lockstep.walk()
}

/// Plays the legal move whose number the bytes give.
fn play<G: Explore>(lockstep: &mut Lockstep<'_, G>, bytes: &mut Unstructured<'_>, twin: bool) -> Checked<G> {
    let legal = lockstep.legal();
    if let Some(player) = lockstep.turn().filter(|_| !legal.is_empty()) {
        let mv = legal[below(bytes, legal.len() as u32) as usize].clone();
        lockstep.step(player, &mv, twin)?;
    }
    Ok(())
}

/// Asks about a move that the bytes choose, for any player.
fn ask<G: Explore>(lockstep: &mut Lockstep<'_, G>, bytes: &mut Unstructured<'_>) -> Checked<G> {
    let anyone = G::PLAYERS[below(bytes, G::PLAYERS.len() as u32) as usize];
    let player = if below(bytes, 8) == 0 { anyone } else { lockstep.turn().unwrap_or(anyone) };
    match lockstep.proposal(&mut |n| below(bytes, n)) {
        Some(mv) => lockstep.ask(player, &mv).map(|_| ()),
        None => Ok(()),
    }
}
