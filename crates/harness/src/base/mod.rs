//! What every other folder may use, and what uses none of them.

mod counts;
pub mod dice;
pub mod duration;
pub mod meter;
pub(crate) mod parallel;
pub mod stop;

pub(crate) use counts::add_counts;
pub use dice::Dice;
pub use meter::Meter;
pub use stop::Stop;
