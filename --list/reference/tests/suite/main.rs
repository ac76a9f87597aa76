//! The reference engines on what is known of the games and holds in all of them, game by game.

mod abrobad;
mod chess;
mod dominions;
mod margo;
mod tictactoe;
mod tribolo;
