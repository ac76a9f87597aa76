//! Speaks the protocol on both sides: to programs that are engines, and as an engine.

pub mod foreign;
pub mod gtp;
