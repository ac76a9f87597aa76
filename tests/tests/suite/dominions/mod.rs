//! Tests of Dominions.

mod board;
mod exhaustive;
mod flawed;
mod notation;
mod planted_flaws;
mod play;
mod sample_game;
mod symmetry;
