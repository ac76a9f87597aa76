//! Compares both engines of every game. There is a folder for each game; the other tests apply to all games.

mod abrobad;
mod cases;
mod chess;
mod documents;
mod dominions;
mod erased;
mod floors;
mod fuzz_replay;
mod graphs;
mod independence;
mod laws;
mod margo;
mod mutants;
mod observations;
mod playthroughs;
mod positions;
mod protocol;
mod rules;
mod seeds;
mod served;
mod short_games;
mod small_games;
mod testing;
mod tictactoe;
mod tribolo;
mod untested;

use bustan_allocator as _;
