//! Pictures of Dominions: a compact board for terminals and a drawing for publication.
//!
//! Both draw what an observation says and check nothing. What it says of cells that the board does not have
//! is left out.

mod caption;
mod shapes;
mod svg;
mod terminal;

use alloc::string::String;

use bustan_vocabulary::dominions::{Dominions, Observation};

use crate::picture::drawn;

drawn!(Dominions);
