//! Implements both sides of the protocol: talking to programs that are engines, and serving an engine.

pub mod foreign;
pub mod gtp;
