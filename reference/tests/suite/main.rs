//! Tests of the reference engines with known facts and invariants, game by game.

mod abrobad;
mod chess;
mod dominions;
mod margo;
mod tictactoe;
mod tribolo;
