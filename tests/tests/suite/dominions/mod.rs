//! Dominions.

mod board;
mod exhaustive;
mod flawed;
mod notation;
mod observations;
mod planted_flaws;
mod play;
mod playthroughs;
mod sample_game;
mod symmetry;
