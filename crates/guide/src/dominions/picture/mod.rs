//! Pictures of Dominions: a compact board for terminals and a drawing for publication.
//!
//! Both show an observation and check nothing. They leave out cells that are not on the board.

mod caption;
mod shapes;
mod svg;
mod terminal;

use alloc::string::String;

pub(super) use svg::small_tile;

use bustan_vocabulary::dominions::{Dominions, Observation};

use crate::picture::drawn;

drawn!(Dominions);
