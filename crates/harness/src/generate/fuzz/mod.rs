//! Entry points for fuzzers, which take arbitrary bytes and panic if an invariant is violated.
//!
//! The bytes for [`lockstep`] and [`undo`] are a script: a start, and up to [`LONGEST`] actions of three
//! bytes that play legal moves by number, propose moves, undo moves, and make checks. Games are short and
//! mostly on small boards, and slow checks are made only at the end and where the script requests them,
//! because a fuzzer needs thousands of games rather than long ones. The first byte is the version, [`DRAWN`]
//! or [`TEXT`]. Inputs of other versions are ignored and pass.
//!
//! All actions have the same size and do not depend on the actions before them, so a fuzzer that changes,
//! copies and joins bytes changes games. [`FeatureCounters`] counts the events that a game reached, for a
//! fuzzer that is guided by counters. [`seed_inputs`] creates seeds, and [`random`] creates inputs for tests.
//! The same functions replay an input that once found a divergence, as an ordinary test.
//!
//! A fuzz target of `cargo fuzz` is a single line, for example for an engine called `Mine`:
//!
//! ```text
//! fuzz_target!(|data: &[u8]| bustan_harness::generate::fuzz::lockstep::<Mine, ReferenceEngine>(data));
//! ```

mod features;
mod inputs;
mod null_participant;
mod play;
mod script;
mod seeds;

use bustan_vocabulary::{Engine, Game};

use crate::compare::engine_participant::FactoryFn;
use crate::compare::lockstep::{Checked, Factories, Factory, Lockstep};
use crate::erased::{ErasedEngine, Guided, Position, Record, Rules, rules};
use crate::protocol::gtp::{Options, Session, survives};
use null_participant::NullParticipant;
use play::{CHECKS, Play};
use script::{Action, Script};

pub use features::{COUNTERS, FeatureCounters};
pub use inputs::{divergence_input, input};
pub use script::{DRAWN, LONGEST, TEXT, random};
pub use seeds::seed_inputs;

/// A game that an input chose, and its outcome.
pub type Ran = (Record, Checked);

/// Checks that two engines agree on everything along any game.
///
/// # Panics
/// When they do not agree, with the divergence and the game.
pub fn lockstep<A, B>(data: &[u8])
where
    A: Engine<Game: Guided> + Default,
    B: Engine<Game = A::Game> + Default,
{
    let factories = Factories { subject: &A::default, oracle: &B::default };
    compare(rules::<A::Game>(), factories, data, None).into_iter().for_each(panic_if_broken);
}

/// Checks that playing, undoing and replaying restores everything that an engine reports, along any game.
///
/// # Panics
/// When something is not restored, with the divergence and the game.
pub fn undo<A>(data: &[u8])
where
    A: Engine<Game: Guided> + Default,
{
    compare_alone(rules::<A::Game>(), &A::default, data, None).into_iter().for_each(panic_if_broken);
}

/// An invariant that is checked on inputs with games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Law {
    /// Two engines agree on everything; see [`lockstep`].
    Lockstep,
    /// Undoing and replaying restores everything; see [`undo`].
    Undo,
}

/// An input that has been parsed as a game.
#[derive(Clone, Debug)]
pub struct Input {
    start: Position,
    actions: Vec<Action>,
    law: Law,
}

impl Input {
    /// Parses an input; `None` if it is of another version or of another game.
    pub fn read(rules: Rules, law: Law, data: &[u8]) -> Option<Self> {
        let script = Script::read(data)?;
        Some(Self { start: script.place.position(rules)?, actions: script.actions, law })
    }

    /// Plays the game on engines and compares them. Returns whether the engines could begin it.
    pub(crate) fn play(&self, lockstep: &mut Lockstep<'_>) -> Checked<bool> {
        self.play_reaching(lockstep, None)
    }

    fn play_reaching(
        &self,
        lockstep: &mut Lockstep<'_>,
        feature_counters: Option<FeatureCounters<'_>>,
    ) -> Checked<bool> {
        Play::new(lockstep, self.law, feature_counters).play(&self.start, &self.actions)
    }
}

/// Plays the game of an input on two engines and compares them; `None` if the input is not a script.
pub fn compare(
    rules: Rules,
    factories: Factories<'_>,
    data: &[u8],
    feature_counters: Option<FeatureCounters<'_>>,
) -> Option<Ran> {
    run(rules, factories, Law::Lockstep, data, feature_counters)
}

/// Plays the game of an input on one engine, undoing moves along the way; `None` if the input is not a
/// script.
pub fn compare_alone(
    rules: Rules,
    factory: &dyn Factory,
    data: &[u8],
    feature_counters: Option<FeatureCounters<'_>>,
) -> Option<Ran> {
    run(
        rules,
        Factories { subject: factory, oracle: &FactoryFn(|| NullParticipant) },
        Law::Undo,
        data,
        feature_counters,
    )
}

fn run(
    rules: Rules,
    factories: Factories<'_>,
    law: Law,
    data: &[u8],
    feature_counters: Option<FeatureCounters<'_>>,
) -> Option<Ran> {
    let input = Input::read(rules, law, data)?;
    let mut lockstep = Lockstep::new(factories, CHECKS, input.start.clone());
    let outcome = input.play_reaching(&mut lockstep, feature_counters).map(|_| ());
    let record = outcome.as_ref().map_or_else(|found| found.record.clone(), |()| lockstep.record());
    Some((record, outcome))
}

/// Panics if a game has violated an invariant.
fn panic_if_broken((_, outcome): Ran) {
    if let Err(divergence) = outcome {
        panic!("{divergence}\n{}", divergence.record);
    }
}

/// Checks that a text that can be parsed as a move, a position or a record is formatted as a text with the
/// same meaning, and that formatting is idempotent.
///
/// # Panics
/// When a text violates this property.
pub fn notation<G: Game>(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Ok(mv) = text.parse::<G::Move>() {
        let printed = mv.to_string();
        assert_eq!(printed.parse().ok().as_ref(), Some(&mv), "the move {text:?}, printed {printed:?}");
    }
    if let Ok(position) = text.parse::<G::Position>() {
        let printed = position.to_string();
        let read = printed.parse::<G::Position>().ok();
        assert_eq!(read.as_ref(), Some(&position), "the position {text:?}, printed {printed:?}");
        assert_eq!(read.map(|read| read.to_string()), Some(printed), "the position {text:?}");
    }
    if let Ok(record) = text.parse::<bustan_vocabulary::Record<G>>() {
        let printed = record.to_string();
        let read = printed.parse::<bustan_vocabulary::Record<G>>().ok();
        let same =
            |read: &bustan_vocabulary::Record<G>| read.start == record.start && read.moves == record.moves;
        assert!(read.as_ref().is_some_and(same), "the record {text:?}, printed {printed:?}");
        assert_eq!(read.map(|read| read.to_string()), Some(printed), "the record {text:?}");
    }
}

/// Checks that a game parsed from human notation is formatted in that notation by `write` and parsed as the
/// same game again, and that no text makes the parser panic.
///
/// # Panics
/// When a game violates this property, or when the parser panics.
pub fn written(
    rules: Rules,
    engine: impl Fn() -> ErasedEngine,
    data: &[u8],
    write: impl Fn(&Record) -> Option<String>,
) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for number in [None, Some(1), Some(2)] {
        let Some(Ok(record)) = rules.read_game(text, number, engine()) else { continue };
        let written = write(&record).unwrap_or_else(|| panic!("the game {text:?} is not written"));
        let read = rules.read_game(&written, None, engine()).and_then(Result::ok);
        let same = |read: &Record| read.start == record.start && read.moves == record.moves;
        assert!(read.as_ref().is_some_and(same), "the game {text:?}, written {written:?}");
        assert_eq!(read.and_then(|read| write(&read)), Some(written), "the game {text:?}");
    }
}

/// Checks that a protocol session survives any bytes: every answer is well-formed, and the session continues
/// to answer. The session begins on a small board, because it would spend its time on listing moves on a
/// large one.
///
/// # Panics
/// When the session does not survive, or when the engine refuses the position.
pub fn protocol(rules: Rules, engine: ErasedEngine, data: &[u8]) {
    // Deeper counts test nothing more and take longer.
    let options = Options { perft_limit: 1, ..Options::default() };
    let start = rules.start(&mut |_| 0);
    let session = Session::new(engine, start, options).expect("an engine takes a small board");
    if let Err(fault) = survives(session, data) {
        panic!("{fault}");
    }
}
