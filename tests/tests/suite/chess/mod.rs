//! Chess.

mod flawed;
mod pgn;
mod planted_flaws;
