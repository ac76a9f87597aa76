//! Tests of chess.

mod altered;
mod events;
mod flawed;
mod material;
mod pgn;
mod planted_flaws;
mod small;
