//! The work of this crate that takes time, on games as objects. These functions are compiled here, so that no other
//! crate compiles them again.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};

use bustan_guide::Explore;
use bustan_vocabulary::{NoStart, Record};

use crate::compare::audit::{self, Audit};
use crate::compare::divergence::Divergence;
use crate::compare::known::Known;
use crate::compare::lockstep::{Factories, Factory, Lockstep};
use crate::erased::{Erased, ErasedEngine, Invalid, Position, Rules};
use crate::generate::fuzz;
use crate::protocol::foreign::{Foreign, Program};
use crate::protocol::gtp::{self, Chooser, Options, Session};
use crate::report::finding::Finding;
use crate::report::stepped::{self, Closely, Stepped};
use crate::run::descend::{DescendError, Descent, Descents, DivideLimits, Divided};
use crate::run::playout::{self, Summary, Until};
use crate::run::{check, classes, exhaust, perft};

/// [Checks](check::run) two engines against each other.
pub fn check(
    plan: &check::Plan<Erased>,
    factories: Factories<'_, Erased>,
    progress: &check::Progress,
    found: &(dyn Fn(&Finding<Erased>) + Sync),
) -> check::Outcome<Erased> {
    check::run(plan, factories, progress, found)
}

/// [Visits](exhaust::run) every position.
pub fn exhaust(
    plan: &exhaust::Plan<Erased>,
    factories: Factories<'_, Erased>,
    progress: &exhaust::Progress,
    found: &(dyn Fn(&Finding<Erased>) + Sync),
) -> exhaust::Outcome<Erased> {
    exhaust::run(plan, factories, progress, found)
}

/// [Visits](classes::run) every position of some classes.
pub fn enumerate(
    plan: &classes::Plan<Erased>,
    factories: Factories<'_, Erased>,
    progress: &classes::Progress,
    found: &(dyn Fn(&Finding<Erased>) + Sync),
) -> classes::Outcome<Erased> {
    classes::run(plan, factories, progress, found)
}

/// [Descends](Descents::descend) to where two engines count differently.
///
/// # Errors
/// Those of [`Descents::descend`].
pub fn descend(
    descents: &mut Descents<'_, Erased>,
    record: &Record<Erased>,
    depth: u32,
) -> Result<Descent<Erased>, DescendError> {
    descents.descend(record, depth)
}

/// [Counts](Descents::divide) on both engines by first move.
///
/// # Errors
/// Those of [`Descents::divide`].
pub fn divide_both(
    descents: &mut Descents<'_, Erased>,
    record: &Record<Erased>,
    depth: u32,
    limits: DivideLimits<'_>,
) -> Result<Divided<Erased>, DescendError> {
    descents.divide(record, depth, limits)
}

/// [Plays](audit::audit_passing) a record with every check.
pub fn audit(
    factories: Factories<'_, Erased>,
    known: &mut Known,
    record: &Record<Erased>,
    reached: &mut dyn FnMut(&Lockstep<'_, Erased>),
) -> Audit<Erased> {
    audit::audit_passing(factories, known, record, reached)
}

/// [Plays](stepped::stepped) a record and keeps what the engines show at every ply.
pub fn stepped(
    factories: Factories<'_, Erased>,
    known: &mut Known,
    record: &Record<Erased>,
    closely: Closely,
) -> Stepped<Erased> {
    stepped::stepped(factories, known, record, closely)
}

/// [Writes](fuzz::keep) the game of a divergence as an input.
pub fn keep(
    factories: Factories<'_, Erased>,
    law: fuzz::Law,
    divergence: &Divergence<Erased>,
) -> Option<Vec<u8>> {
    fuzz::keep(factories, law, divergence)
}

/// [Plays](playout::run) random games, each from where this engine is.
pub fn playouts(engine: &ErasedEngine, seed: u64, until: Until, jobs: usize) -> Option<Summary> {
    playout::run(engine, seed, until, jobs)
}

/// [Counts](perft::divide) the sequences of this many moves by first move.
pub fn divide(engine: &mut ErasedEngine, depth: u32) -> Option<BTreeMap<String, u64>> {
    perft::divide(engine, depth)
}

/// [Answers](gtp::serve) the lines of a session that begins at `home`, until there are no more. The chooser finds the
/// moves of `genmove`; without one they are drawn by lot.
///
/// # Errors
/// When the engine refuses `home`; and inside, when reading or writing fails.
#[allow(clippy::type_complexity)]
pub fn serve(
    engine: ErasedEngine,
    home: Position,
    options: Options,
    chooser: Option<Chooser<Erased>>,
    reader: &mut dyn BufRead,
    writer: &mut dyn Write,
) -> Result<io::Result<()>, NoStart<Invalid>> {
    let session = Session::new(engine, home, options)?;
    let mut session = session.choosing(chooser).reading(<Erased as Explore>::read_move);
    Ok(gtp::serve(reader, writer, &mut session))
}

/// What [starts](Foreign::of) a program whose `clear_board` begins at `home`.
pub fn program<'p>(
    rules: Rules,
    program: &'p Program,
    home: Option<Position>,
) -> Box<dyn Factory<Erased> + 'p> {
    Box::new(move || Foreign::<Erased>::of(rules, program, home.clone()))
}
