//! Knowledge of the games for the tooling.
//!
//! [`Explore`] gives starting positions for test games, policies that steer play into a game's hard cases,
//! events worth counting, and ways to make a game smaller. [`Symmetric`] gives the images of a position.
//! [`Picture`] draws, [`Touch`] defines how moves are chosen on a drawing, and [`Compose`] how positions are
//! composed on it. All of this reads observations and positions; none of it decides which moves are legal,
//! which pieces are captured or who has won. A game's engines cannot name this crate.
//!
//! The modules of the games add no public items, only implementations of these traits.

#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod abrobad;
mod chess;
mod classes;
mod compose;
mod convention;
mod dominions;
mod epd;
mod explore;
mod forms;
mod margo;
mod picture;
mod sheet;
mod small;
mod symmetry;
mod tables;
mod tictactoe;
mod touch;
mod tribolo;
mod xml;

pub use classes::{Asked, Classes, Visit, Which};
pub use compose::{Compose, Draft, Setting, Values};
pub use convention::{Convention, Conventions, Convert};
pub use epd::{Line, LineError};
pub use explore::{Event, Explore, GameError, Playable, Policy, Recurrence, Small};
pub use forms::{Dialect, Form};
pub use picture::{Overlay, Picture, Style};
pub use symmetry::Symmetric;
pub use touch::{Choice, Touch, Why};
