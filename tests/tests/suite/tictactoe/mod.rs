//! Tests of Tic-Tac-Toe.

mod exhaustive;
mod planted_flaws;
