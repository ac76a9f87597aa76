//! What the laws of Dominions are tried with: [`pair`] holds both of its engines against each other,
//! [`strategies`] makes positions and texts, [`symmetry`] lays the board onto itself.

pub mod pair;
pub mod strategies;
pub mod symmetry;
