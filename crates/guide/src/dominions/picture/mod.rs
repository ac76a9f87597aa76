//! Pictures of Dominions: a compact board for terminals, and SVG.
//!
//! Both renderers draw the observation as given, without validating it, and omit cells that are not on the
//! board.

mod caption;
mod shapes;
mod svg;
mod terminal;

use alloc::string::String;

pub(super) use svg::small_tile;

use bustan_vocabulary::dominions::{Dominions, Observation};

use crate::picture::drawn;

drawn!(Dominions);
