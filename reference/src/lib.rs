//! Slow, obviously correct rule engines, against which `bustan-core` checks its optimised ones.
//!
//! # What a reference engine is for
//! A fast engine is fast because it remembers: it carries groups, liberties and legal moves from move to move
//! and repairs them where something changed. Every such memory can go stale, and the games in which it does
//! are rare and long. A reference engine remembers nothing. Its state is what is on the table: the pieces,
//! whose turn it is, and the past as far as the rules need it. It works out everything else from the
//! definitions, from scratch for each question. So it cannot be wrong in the way a fast engine is wrong, and
//! where the two disagree the fast one is the suspect.
//!
//! It can of course be wrong in another way: it may misread the rules. Only reading helps against that. Each
//! engine here follows the rules of its game in their order and with their words, one small function for each
//! rule. It prefers the plain way to the clever one wherever both are fast enough to play a few hundred moves
//! a second. The rules of each game, with the decisions where the published ones are silent, are in
//! `docs/rules` in the repository. They are numbered, and comments cite each rule where the code applies it.
//!
//! # Independence
//! The two engines of a game share its vocabulary (names of cells, moves, positions, reasons) and nothing
//! that decides which moves are legal, which pieces are captured or who has won. Even the geometry of the
//! board is worked out again here. This crate depends on the vocabulary and petgraph alone, so it cannot call
//! the engine it checks; continuous integration fails if `bustan-core` is ever among its dependencies.
//!
//! # How to read it
//! Read it next to the rules. [`dominions`], [`margo`], [`tribolo`], [`tictactoe`], [`abrobad`] and [`chess`]
//! name their modules after the sections of the rules and give the order in which to read them.
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
