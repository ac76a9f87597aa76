//! Slow, obviously correct rule engines, against which `bustan-core` checks its optimised ones.
//!
//! # What a reference engine is for
//! A fast engine is fast because it keeps data between moves: it carries groups, liberties and legal moves
//! from move to move and updates the parts that change. Any such data can become stale, and the games in
//! which it does are rare and long. A reference engine keeps nothing of the kind. Its state is what is on the
//! table: the pieces, the player to move, and the history as far as the rules need it. It computes everything
//! else from the definitions, from scratch for each query. So it cannot fail in the way that a fast engine
//! fails, and if the two disagree, the fast engine is the suspect.
//!
//! A reference engine can fail in another way: it may misread the rules. Only review helps against that. Each
//! engine here follows the rules of its game in their order and in their terms, with one small function for
//! each rule. It prefers simple code to clever code wherever both are fast enough to play a few hundred moves
//! per second. The rules of each game, with decisions on points that the published rules leave open, are in
//! `docs/rules` in the repository. They are numbered, and a comment cites each rule where the code applies
//! it.
//!
//! # Independence
//! The two engines of a game share its vocabulary (names of cells, moves, positions, reasons) and no code
//! that decides which moves are legal, which pieces are captured or who has won. Even the geometry of the
//! board is implemented separately here. This crate depends only on the vocabulary and petgraph, so it cannot
//! call the engine that it checks; continuous integration fails if `bustan-core` is ever among its
//! dependencies.
//!
//! # How to read it
//! Read the code next to the rules. [`dominions`], [`margo`], [`tribolo`], [`tictactoe`], [`abrobad`] and
//! [`chess`] list their modules by the sections of the rules, in the order in which to read them.
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
pub mod chess;
pub mod dominions;
pub mod margo;
pub mod tictactoe;
pub mod tribolo;
