//! Tests of Tribolo.

mod exhaustive;
mod flawed;
mod notation;
mod planted_flaws;
