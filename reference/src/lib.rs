//! Slow, obviously correct rule engines: what the optimised engines of `bustan-core` are compared with.
//!
//! # What a reference engine is for
//! An engine that is fast is fast because it remembers: groups, liberties, legal moves are carried from move
//! to move and repaired where something changed. Every such memory can go stale, and the games in which it
//! does are rare and long. A reference engine remembers nothing. Its state is what lies on the table - the
//! pieces, whose turn it is, what the rules say has to be known of the past - and it works out everything
//! else afresh, from the definitions, each time it is asked. So it cannot be wrong in the way a fast engine
//! is wrong, and where the two disagree the fast one is the suspect.
//!
//! It can of course be wrong in its own way: it may misread the rules. Against that there is only reading.
//! Each engine here follows the rules of its game in their order and with their words, one small function for
//! each rule, and prefers the plain way to the clever one wherever both are quick enough to play a few
//! hundred moves a second. The rules of each game, with what is decided where the published ones are silent,
//! are in `docs/rules` in the repository. They are numbered, and a comment cites each where it is carried
//! out.
//!
//! # Independence
//! The two engines of a game share its vocabulary - names of cells, moves, positions, reasons - and nothing
//! that decides what is legal, who is captured or who has won. Even the geometry of the board is worked out
//! here anew. This crate builds `bustan-core` without its feature `engine`, so it could not call the engine
//! it checks if it wanted to; that `cargo check -p bustan-reference` succeeds by itself is the proof.
//!
//! # How to read it
//! With the rules beside it. [`dominions`], [`margo`], [`tribolo`], [`tictactoe`] and [`abrobad`] name their
//! modules after the sections of the rules and say in which order to read them.
//!
//! ```
//! use bustan_vocabulary::Engine;
//! use bustan_vocabulary::dominions::{Player, Reason};
//! use bustan_reference::dominions::ReferenceEngine;
//!
//! let mut engine = ReferenceEngine::default();
//! engine.play(Player::White, &"P63i9".parse()?).expect("the first tile may go anywhere");
//! assert_eq!(engine.play(Player::Black, &"P63i9".parse()?), Err(Some(Reason::Occupied)));
//! # Ok::<(), bustan_vocabulary::dominions::MoveError>(())
//! ```

pub mod abrobad;
pub mod dominions;
pub mod margo;
pub mod tictactoe;
pub mod tribolo;
