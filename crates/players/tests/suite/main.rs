//! Tests of players in the games of Bustan.

mod common;
mod play;
mod solved;
mod standing;
mod strength;
