//! Tests of Margo.

mod events;
mod exhaustive;
mod flawed;
mod planted_flaws;
