//! Differential testing of board-game rule engines.
//!
//! To test your own engine, start with [`testing`].
//!
//! Two engines play the same games, move by move; the games are generated to provoke errors. If the engines
//! differ, the game is shrunk to a minimal counterexample and reported with its cause. This crate does not
//! contain the rules of any game: it queries engines through [`Engine`](bustan_vocabulary::Engine), gets
//! knowledge of games from [`Explore`](bustan_guide::Explore), and draws boards with
//! [`Picture`](bustan_guide::Picture).
//!
//! Each folder is one concept, and imports only from folders that precede it in this list:
//!
//! - [`base`] is shared by all folders: [`Dice`](base::Dice), [`duration`](base::duration) to parse
//!   durations, [`stop`](base::stop) to interrupt work, files that are [always whole](base::atomic_file), the
//!   [`journal`](base::journal) of a run, and its [`shards`](base::shard).
//! - [`spill`] keeps sorted files of data that does not fit in memory.
//! - [`any`](mod@any) is the game of two programs that play a game unknown to Bustan.
//! - [`compare`] plays both engines in [`lockstep`](compare::lockstep) and compares them; a mismatch is a
//!   [`divergence`](compare::divergence). The [`laws`](compare::laws) are invariants that each engine must
//!   satisfy by itself, an [`audit`](compare::audit) makes every check on one record, and
//!   [`panics`](compare::panics) distinguishes panics of engines from panics of the tooling.
//! - [`erased`] has type-erased games: moves, positions and observations have the same types in all games.
//! - [`protocol`] makes an engine of any program ([`foreign`](protocol::foreign)), and a program of any
//!   engine ([`gtp`](protocol::gtp)).
//! - [`generate`] plays test games, from seeded dice or a fuzzer's [bytes](generate::fuzz), and counts the
//!   events that they reach in [`coverage`](generate::coverage).
//! - [`shrink`] shortens a diverging game; [`deepen`](shrink::deepen) searches for a shorter one from
//!   scratch.
//! - [`report`] writes findings to disk, and a [`verdict`](report::verdict) sums up the evidence.
//! - [`run`] has the complete runs: [`check`](run::check) plays games on all cores until there is a finding,
//!   [`exhaust`](run::exhaust) visits every position of a small board, and [`descend`](run::descend) compares
//!   move counts. [`perft`](mod@run::perft) and [`playout`](run::playout) measure one engine.
//! - [`testing`] makes these checks available to the `#[test]`s of an engine's author, in one line each.
//!
//! # Generators, oracles and targets
//!
//! In fuzzing terms, a *generator* makes an input, an *oracle* decides whether the input reveals an error,
//! and a *target* connects the two:
//!
//! | role | modules |
//! |---|---|
//! | generator | [`generate`] makes games from a seed, [`generate::fuzz`] from the bytes of a fuzzer, and [`exhaust`](run::exhaust) by visiting all positions; [`shrink`] makes smaller games from a game |
//! | oracle | [`lockstep`](compare::lockstep) compares two engines, and [`laws`](compare::laws) check each of them |
//! | target | [`check`](run::check), [`exhaust`](run::exhaust), [`descend`](run::descend), the functions of [`testing`], and the targets of `cargo fuzz` in the folder `fuzz` |
//!
//! The code also uses the term *oracle* for an engine: [`Role::Oracle`](compare::divergence::Role::Oracle) is
//! the engine that the [engine under test](compare::divergence::Role::Subject) is compared with.

pub mod any;
pub mod base;
pub mod compare;
pub mod erased;
pub mod generate;
pub mod protocol;
pub mod report;
pub mod run;
pub mod shrink;
pub mod spill;
pub mod testing;

pub use {bustan_guide, bustan_vocabulary};
