//! Differential testing of board-game rule engines.
//!
//! To test an engine of your own, begin at [`testing`].
//!
//! Two engines of a game play the same games, move by move, and the games are generated to be hard. If the
//! engines differ, the game is made as short as it can be and reported with its reason. Nothing in this crate
//! knows the rules of any game: it asks engines through [`Engine`](bustan_vocabulary::Engine), knows games
//! through [`Explore`](bustan_guide::Explore), and draws them through [`Picture`](bustan_guide::Picture).
//!
//! From the bottom up:
//!
//! - [`lockstep`] plays both engines and compares them; a [`divergence`] is what it finds.
//! - [`laws`] check each engine by itself.
//! - [`generate`] plays test games with it, from seeded [`dice`], and counts in [`coverage`] what they reach.
//! - [`verdict`] sums up the evidence of a run.
//! - [`shrink`] makes a diverging game short, [`deepen`] searches for a shorter one from scratch.
//! - [`watch`] tells panics of engines from panics of the tooling.
//! - [`audit`] plays a given game with every check.
//! - [`check`] is the whole run: it plays games on all cores until there is a finding, shrinks it, and writes
//!   it down with [`report`].
//! - [`exhaust`] visits every position of a small board instead.
//! - [`foreign`] makes an engine of any program that speaks the protocol; [`any`](mod@any) is the game of two
//!   programs that play something unknown.
//! - [`fuzz`] is the same lockstep with a fuzzer's bytes in place of dice.
//! - [`testing`] offers all this to the `#[test]`s of an engine's author, in a line each.
//!
//! For the same traits, but apart from the comparison: [`gtp`] speaks the protocol, [`perft`](mod@perft)
//! counts, [`playout`] plays random games, [`decision`] takes back to a player's own last decision, and
//! [`solve`](mod@solve) solves games.

pub mod any;
pub mod audit;
mod backward;
mod boards;
pub mod check;
mod compare;
pub mod coverage;
pub mod decision;
pub mod deepen;
pub mod descend;
pub mod dice;
mod diff;
pub mod divergence;
pub mod exhaust;
pub mod finding;
pub mod foreign;
pub mod fuzz;
pub mod generate;
pub mod gtp;
pub mod laws;
pub mod lockstep;
mod mutate;
pub mod participant;
pub mod perft;
pub mod playout;
mod recorder;
mod replay;
pub mod report;
pub mod shrink;
pub mod solve;
#[cfg(feature = "proptest")]
pub mod strategies;
pub mod testing;
pub mod verdict;
pub mod watch;
pub mod whole;

pub use {bustan_guide, bustan_vocabulary};
