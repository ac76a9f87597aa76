//! The work of the harness that takes time, compiled in this crate once for each game.
//!
//! The functions of the harness are generic in the game. Above level 1 of optimisation a crate that calls one
//! compiles it anew. The methods of these traits are not generic: whoever calls them finds them compiled, at
//! the level of this crate.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use bustan_guide::{Explore, Touch};
use bustan_harness::any::Any;
use bustan_harness::compare::audit::{self, Audit};
use bustan_harness::compare::divergence::Divergence;
use bustan_harness::compare::known::Known;
use bustan_harness::compare::lockstep::{Factories, Factory, Lockstep};
use bustan_harness::generate::{Counter, fuzz};
use bustan_harness::protocol::foreign::{Foreign, Program};
use bustan_harness::protocol::gtp::{self, Chooser, Options, Session};
use bustan_harness::report::finding::Finding;
use bustan_harness::report::stepped::{self, Closely, Stepped};
use bustan_harness::run::descend::{DescendError, Descent, Descents, DivideLimits, Divided};
use bustan_harness::run::playout::{self, Summary, Until};
use bustan_harness::run::{check, classes, exhaust, perft};
use bustan_harness::solve::database::Subject;
use bustan_harness::solve::history::{self, HistoryError, Searched};
use bustan_harness::solve::spilled::{self, Spilled, SpilledError};
use bustan_harness::solve::{self, Limits, Progress, Side, Solution, SolveError};
use bustan_players::{Bot, Solved, Spec, SpecError, player};
use bustan_vocabulary::{Engine, Game, NoStart, Record, Solve, Typed};

/// A game, and what is done with two of its engines.
pub trait Compiled: Explore + Typed + Touch {
    /// [Checks](check::run) two engines against each other.
    fn check(
        plan: &check::Plan<Self>,
        factories: Factories<'_, Self>,
        progress: &check::Progress,
        found: &(dyn Fn(&Finding<Self>) + Sync),
    ) -> check::Outcome<Self>;

    /// [Visits](exhaust::run) every position.
    fn exhaust(
        plan: &exhaust::Plan<Self>,
        factories: Factories<'_, Self>,
        progress: &exhaust::Progress,
        found: &(dyn Fn(&Finding<Self>) + Sync),
    ) -> exhaust::Outcome<Self>;

    /// [Visits](classes::run) every position of some classes.
    fn enumerate(
        plan: &classes::Plan<Self>,
        factories: Factories<'_, Self>,
        progress: &classes::Progress,
        found: &(dyn Fn(&Finding<Self>) + Sync),
    ) -> classes::Outcome<Self>;

    /// [Descends](Descents::descend) to where two engines count differently.
    ///
    /// # Errors
    /// Those of [`Descents::descend`].
    fn descend(
        descents: &mut Descents<'_, Self>,
        record: &Record<Self>,
        depth: u32,
    ) -> Result<Descent<Self>, DescendError>;

    /// [Counts](Descents::divide) on both engines by first move.
    ///
    /// # Errors
    /// Those of [`Descents::divide`].
    fn divide_both(
        descents: &mut Descents<'_, Self>,
        record: &Record<Self>,
        depth: u32,
        limits: DivideLimits<'_>,
    ) -> Result<Divided<Self>, DescendError>;

    /// [Plays](audit::audit_passing) a record with every check.
    fn audit(
        factories: Factories<'_, Self>,
        known: &mut Known,
        record: &Record<Self>,
        reached: &mut dyn FnMut(&Lockstep<'_, Self>),
    ) -> Audit<Self>;

    /// [Plays](stepped::stepped) a record and keeps what the engines show at every ply.
    fn stepped(
        factories: Factories<'_, Self>,
        known: &mut Known,
        record: &Record<Self>,
        closely: Closely,
    ) -> Stepped<Self>;

    /// [Writes](fuzz::keep) the game of a divergence as an input.
    fn keep(factories: Factories<'_, Self>, law: fuzz::Law, divergence: &Divergence<Self>)
    -> Option<Vec<u8>>;

    /// The number of players in a game from this position; `None` if no game begins there, or nobody can tell.
    fn seats(start: &Self::Position) -> Option<usize>;

    /// What makes the optimised engine, to count sequences of moves; `None` if there is none.
    fn counter() -> Option<Counter<Self>>;

    /// Makes a [player] that plays on the optimised engine in games with this many players.
    ///
    /// # Errors
    /// Those of [`player`].
    fn player(spec: &Spec, players: usize, seed: u64) -> Result<Box<dyn Bot<Self>>, SpecError>;

    /// [Solves](Solved::here) all that can follow a position, and makes a player that knows it.
    ///
    /// # Errors
    /// Those of [`Solved::here`].
    fn solved(
        start: &Self::Position,
        memory: u64,
        stop: &Arc<AtomicBool>,
    ) -> Result<Box<dyn Bot<Self>>, String>;

    /// What [starts](Foreign::new) a program whose `clear_board` begins at `home`.
    fn program<'p>(program: &'p Program, home: Option<Self::Position>) -> Box<dyn Factory<Self> + 'p>;
}

/// An engine, and what is done with it alone.
pub trait CompiledEngine: Engine<Game: Typed> + Default {
    /// The factory of this engine.
    fn factory() -> &'static dyn Factory<Self::Game>;

    /// [Plays](playout::run) random games, each from here.
    fn playouts(&self, seed: u64, until: Until, jobs: usize) -> Option<Summary>;

    /// [Counts](Engine::perft) the sequences of this many moves.
    fn count(&mut self, depth: u32) -> Option<u64>;

    /// [Counts](perft::divide) them by first move.
    fn divide(&mut self, depth: u32) -> Option<BTreeMap<String, u64>>;

    /// [Answers](gtp::serve) the lines of a session that begins at `home`, until there are no more. The chooser
    /// finds the moves of `genmove`; without one they are drawn by lot.
    ///
    /// # Errors
    /// When the engine refuses `home`; and inside, when reading or writing fails.
    #[allow(clippy::type_complexity)]
    fn serve(
        home: <Self::Game as Game>::Position,
        options: Options,
        chooser: Option<Chooser<Self::Game>>,
        reader: &mut dyn BufRead,
        writer: &mut dyn Write,
    ) -> Result<io::Result<()>, NoStart<<Self::Game as Game>::Invalid>>;
}

/// A graph of a game's positions, and how it is solved.
pub trait CompiledGraph: Solve<Game: Typed> + 'static {
    /// [Solves](solve::solve_all) every position.
    ///
    /// # Errors
    /// Those of [`solve::solve_all`].
    fn solve_all(
        &self,
        limits: Limits,
        progress: &Progress,
    ) -> Result<(Vec<Side<Self>>, Vec<Solution>), SolveError>;

    /// [Solves](spilled::solve_all_in) every position, with the positions in files of this directory.
    ///
    /// # Errors
    /// Those of [`spilled::solve_all_in`].
    fn solve_all_in(
        &self,
        dir: &Path,
        subject: &Subject,
        limits: Limits,
        progress: &Progress,
    ) -> Result<(Vec<Side<Self>>, Spilled), SpilledError>;

    /// [Solves](history::search) the start, where no position may be repeated.
    ///
    /// # Errors
    /// Those of [`history::search`].
    fn search(&self, limits: Limits, progress: &Progress) -> Result<Searched, HistoryError>;
}

macro_rules! game {
    (
        $Game:ty,
        $counter:expr,
        ($home:ident) => $seats:expr,
        ($spec:ident, $players:ident, $seed:ident) => $player:expr,
        ($start:ident, $memory:ident, $stop:ident) => $solved:expr
    ) => {
        impl Compiled for $Game {
            fn check(
                plan: &check::Plan<Self>,
                factories: Factories<'_, Self>,
                progress: &check::Progress,
                found: &(dyn Fn(&Finding<Self>) + Sync),
            ) -> check::Outcome<Self> {
                check::run(plan, factories, progress, found)
            }

            fn exhaust(
                plan: &exhaust::Plan<Self>,
                factories: Factories<'_, Self>,
                progress: &exhaust::Progress,
                found: &(dyn Fn(&Finding<Self>) + Sync),
            ) -> exhaust::Outcome<Self> {
                exhaust::run(plan, factories, progress, found)
            }

            fn enumerate(
                plan: &classes::Plan<Self>,
                factories: Factories<'_, Self>,
                progress: &classes::Progress,
                found: &(dyn Fn(&Finding<Self>) + Sync),
            ) -> classes::Outcome<Self> {
                classes::run(plan, factories, progress, found)
            }

            fn descend(
                descents: &mut Descents<'_, Self>,
                record: &Record<Self>,
                depth: u32,
            ) -> Result<Descent<Self>, DescendError> {
                descents.descend(record, depth)
            }

            fn divide_both(
                descents: &mut Descents<'_, Self>,
                record: &Record<Self>,
                depth: u32,
                limits: DivideLimits<'_>,
            ) -> Result<Divided<Self>, DescendError> {
                descents.divide(record, depth, limits)
            }

            fn audit(
                factories: Factories<'_, Self>,
                known: &mut Known,
                record: &Record<Self>,
                reached: &mut dyn FnMut(&Lockstep<'_, Self>),
            ) -> Audit<Self> {
                audit::audit_passing(factories, known, record, reached)
            }

            fn stepped(
                factories: Factories<'_, Self>,
                known: &mut Known,
                record: &Record<Self>,
                closely: Closely,
            ) -> Stepped<Self> {
                stepped::stepped(factories, known, record, closely)
            }

            fn keep(
                factories: Factories<'_, Self>,
                law: fuzz::Law,
                divergence: &Divergence<Self>,
            ) -> Option<Vec<u8>> {
                fuzz::keep(factories, law, divergence)
            }

            fn seats($home: &Self::Position) -> Option<usize> {
                $seats
            }

            fn counter() -> Option<Counter<Self>> {
                $counter
            }

            fn player($spec: &Spec, $players: usize, $seed: u64) -> Result<Box<dyn Bot<Self>>, SpecError> {
                $player
            }

            fn solved(
                $start: &Self::Position,
                $memory: u64,
                $stop: &Arc<AtomicBool>,
            ) -> Result<Box<dyn Bot<Self>>, String> {
                $solved
            }

            fn program<'p>(
                program: &'p Program,
                home: Option<Self::Position>,
            ) -> Box<dyn Factory<Self> + 'p> {
                Box::new(move || Foreign::<Self>::new(program, home.clone()))
            }
        }
    };
}

macro_rules! engine {
    ($Engine:ty) => {
        impl CompiledEngine for $Engine {
            fn factory() -> &'static dyn Factory<Self::Game> {
                &Self::default
            }

            fn playouts(&self, seed: u64, until: Until, jobs: usize) -> Option<Summary> {
                playout::run(self, seed, until, jobs)
            }

            fn count(&mut self, depth: u32) -> Option<u64> {
                self.perft(depth)
            }

            fn divide(&mut self, depth: u32) -> Option<BTreeMap<String, u64>> {
                perft::divide(self, depth)
            }

            fn serve(
                home: <Self::Game as Game>::Position,
                options: Options,
                chooser: Option<Chooser<Self::Game>>,
                reader: &mut dyn BufRead,
                writer: &mut dyn Write,
            ) -> Result<io::Result<()>, NoStart<<Self::Game as Game>::Invalid>> {
                let session = Session::new(Self::default(), home, options)?;
                let mut session =
                    session.choosing(chooser).reading(<<Self as Engine>::Game as Explore>::read_move);
                Ok(gtp::serve(reader, writer, &mut session))
            }
        }
    };
}

macro_rules! graph {
    ($Graph:ty) => {
        impl CompiledGraph for $Graph {
            fn solve_all(
                &self,
                limits: Limits,
                progress: &Progress,
            ) -> Result<(Vec<Side<Self>>, Vec<Solution>), SolveError> {
                solve::solve_all(self, limits, progress)
            }

            fn solve_all_in(
                &self,
                dir: &Path,
                subject: &Subject,
                limits: Limits,
                progress: &Progress,
            ) -> Result<(Vec<Side<Self>>, Spilled), SpilledError> {
                spilled::solve_all_in(dir, subject, self, limits, progress)
            }

            fn search(&self, limits: Limits, progress: &Progress) -> Result<Searched, HistoryError> {
                history::search(self, limits, progress)
            }
        }
    };
}

macro_rules! compiled {
    ($($module:ident::$Game:ident,)*) => {
        $(
            game!(bustan_vocabulary::$module::$Game, Some(Counter(|| Box::new(crate::fast::$module::FastEngine::default()))), (start) => {
                let mut engine = crate::fast::$module::FastEngine::default();
                engine.setup(start).ok()?;
                engine.standing().map(|standing| standing.players())
            }, (spec, players, seed) => {
                type Graph = crate::fast::$module::Graph;
                player::<Graph, crate::fast::$module::FastEngine>(spec, players, seed, crate::numbering)
            }, (start, memory, stop) => {
                type Graph = crate::fast::$module::Graph;
                let solved = Solved::<Graph, crate::fast::$module::FastEngine>::here(start, memory, stop)?;
                Ok(Box::new(solved))
            });
            engine!(crate::fast::$module::FastEngine);
            engine!(bustan_reference::$module::ReferenceEngine);
            graph!(crate::fast::$module::Graph);
        )*
    };
}

crate::games!(compiled);
game!(
    Any,
    None,
    (_start) => None,
    (spec, _players, _seed) => Err(SpecError::unfit::<Any>(spec, "its rules are not known".into())),
    (_start, _memory, _stop) => Err("its rules are not known".into())
);
