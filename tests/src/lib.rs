//! Support for the tests of Bustan.
//!
//! [`flawed`] has an engine of Dominions in which faults can be planted, to test the tester: a check that
//! never fails may be a check that never looks. [`flawed_margo`] has one of Margo, [`flawed_tribolo`] one of
//! Tribolo, [`flawed_tictactoe`] one of Tic-Tac-Toe, and [`planted`] hunts the planted flaws. [`pair`]
//! compares both engines of Dominions, [`strategies`] makes the positions and texts that laws are tried on,
//! [`symmetry`] maps the board onto itself, [`playthrough`] writes down every observable of a game, and
//! [`golden`] compares such texts with the reviewed files.

pub mod flawed;
pub mod flawed_margo;
pub mod flawed_tictactoe;
pub mod flawed_tribolo;
pub mod golden;
pub mod pair;
pub mod planted;
pub mod playthrough;
pub mod strategies;
pub mod symmetry;
