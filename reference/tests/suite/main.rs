//! The reference engines on positions judged by hand, game by game.

mod abrobad;
mod dominions;
mod margo;
mod tictactoe;
mod tribolo;
