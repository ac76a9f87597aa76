//! The reference engines against known facts and invariants, game by game.

mod abrobad;
mod chess;
mod dominions;
mod margo;
mod tictactoe;
mod tribolo;
