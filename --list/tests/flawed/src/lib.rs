//! Engines in which flaws can be planted, to test the tester: a check that never fails may be a check that
//! never looks.
//!
//! They are a crate of their own because they play as much as the engines they are compared with, and are
//! compiled as those are.

pub mod flawed_chess;
pub mod flawed_dominions;
pub mod flawed_margo;
pub mod flawed_tictactoe;
pub mod flawed_tribolo;
