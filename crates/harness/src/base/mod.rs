//! The foundation: code that every other folder may use, and that uses no other folder.

pub mod atomic_file;
mod counts;
mod dice;
pub mod duration;
pub(crate) mod escape;
pub mod journal;
pub mod meter;
pub mod parallel;
pub(crate) mod policies;
pub mod shard;
pub mod stop;
pub(crate) mod svg;

pub(crate) use counts::add_counts;
pub use dice::Dice;
pub use meter::Meter;
pub use shard::{Shard, ShardError};
pub use stop::Stop;
