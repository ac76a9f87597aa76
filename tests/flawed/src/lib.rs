//! Engines in which flaws can be planted, to test the tester: a check that never fails may be a check that
//! tests nothing.
//!
//! The engines are in a separate crate because they play as many moves as the engines under test, so they are
//! compiled with the same settings.

pub mod flawed_chess;
pub mod flawed_dominions;
pub mod flawed_margo;
pub mod flawed_tictactoe;
pub mod flawed_tribolo;
