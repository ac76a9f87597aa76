//! Helpers for the property tests of Dominions: [`pair`] compares its two engines, [`strategies`] generates
//! positions and texts, and [`symmetry`] maps the board to itself.

pub mod pair;
pub mod strategies;
pub mod symmetry;
