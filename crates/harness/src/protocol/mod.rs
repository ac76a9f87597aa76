//! Speaks the protocol on both sides: to programs that are engines, and as one.

pub mod foreign;
pub mod gtp;
