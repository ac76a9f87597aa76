//! Helpers for the property tests of Dominions. [`pair`] compares the two engines, [`strategies`] generates
//! positions and texts, and [`symmetry`] provides the symmetries of the board.

pub mod pair;
pub mod strategies;
pub mod symmetry;
