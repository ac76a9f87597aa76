//! Knowledge of the games for the tooling.
//!
//! [`Explore`] provides starting positions for test games, policies that lead to hard cases of a game, events
//! to count, and reductions that shrink a game. [`Symmetric`] provides the symmetric images of a position.
//! [`Picture`] draws positions, [`Touch`] defines how moves are selected on a drawing, and [`Compose`] how
//! positions are composed on it. The crate is based on observations and positions; it does not decide which
//! moves are legal, which pieces are captured or who has won. The engines of a game do not depend on this
//! crate.
//!
//! The modules of the games contain only implementations of these traits, no public items.

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

pub use classes::{ClassRequest, ClassSelection, Classes, Visit};
pub use compose::{Compose, Draft, Setting, Values};
pub use convention::{Convention, Conventions, Convert};
pub use epd::{Line, LineError};
pub use explore::{Event, Explore, GameError, Playable, Policy, Recurrence, Small};
pub use forms::{Dialect, Form};
pub use picture::{Overlay, Picture, Style};
pub use symmetry::Symmetric;
pub use touch::{Choice, RuleExplanation, Touch};
