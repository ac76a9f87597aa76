//! Chess.

mod events;
mod flawed;
mod pgn;
mod planted_flaws;
mod small;
