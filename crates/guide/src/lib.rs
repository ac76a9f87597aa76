//! What the tooling may know of a game.
//!
//! [`Explore`] says where test games start, how play is steered into a game's hard cases, what is worth
//! counting and how a game is made smaller. [`Symmetric`] gives the images of a position. [`Picture`] draws.
//! All of this reads observations and positions; none of it decides what is legal, who is captured or who has
//! won. A game's engines cannot name this crate.
//!
//! The games have no items of their own here, only implementations of these traits.

#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod abrobad;
mod dominions;
mod explore;
mod margo;
mod picture;
mod sheet;
mod symmetry;
mod tables;
mod tictactoe;
mod tribolo;
mod xml;

pub use explore::{Event, Explore, Policy};
pub use picture::{Overlay, Picture, Style};
pub use symmetry::Symmetric;
