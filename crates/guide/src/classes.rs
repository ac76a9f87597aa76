//! Classes of positions, such as all positions with certain pieces, that are enumerated one by one.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Debug;
use core::ops::ControlFlow;

/// The classes that a person asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked<'a> {
    /// Which they are.
    pub which: Which<'a>,
    /// Whether only those of their positions are wanted in which a move may be possible that depends on the moves before,
    /// such as castling.
    pub special: bool,
}

/// Classes of positions by their size or by their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which<'a> {
    /// All with at most this many pieces.
    UpTo(u32),
    /// Those with these names.
    Named(&'a [String]),
}

/// Classes of positions of type `P`. Each position belongs to one block of one class, and occurs in it once, so that
/// nobody has to remember which were visited.
pub trait Classes<P>: Debug + Send + Sync {
    /// The names of the classes.
    fn names(&self) -> Vec<String>;

    /// The number of blocks of each class.
    fn blocks(&self) -> u64;

    /// Calls `visit` with each position of a block, always in the same order, until it breaks. Engines may refuse some of
    /// the positions.
    fn block(&self, class: usize, block: u64, visit: &mut Visit<'_, P>) -> ControlFlow<()>;
}

/// Visits a position, and says whether to continue.
pub type Visit<'v, P> = dyn FnMut(&P) -> ControlFlow<()> + 'v;
