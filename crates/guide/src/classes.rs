//! Classes of positions, such as all positions with certain pieces, that are enumerated one by one.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Debug;
use core::ops::ControlFlow;

/// The classes that the user requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked<'a> {
    /// The selection of classes.
    pub which: Which<'a>,
    /// Whether only positions are wanted in which a move may be possible that depends on earlier moves, such
    /// as castling.
    pub special: bool,
}

/// Classes of positions by their size or by their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which<'a> {
    /// All classes with at most this many pieces.
    UpTo(u32),
    /// The classes with these names.
    Named(&'a [String]),
}

/// Classes of positions of type `P`. Each position belongs to one block of one class, and occurs in it once,
/// so that no record of visited positions is needed.
pub trait Classes<P>: Debug + Send + Sync {
    /// The names of the classes.
    fn names(&self) -> Vec<String>;

    /// The number of blocks of each class.
    fn blocks(&self) -> u64;

    /// Calls `visit` with each position of a block, always in the same order, until it breaks. Engines may refuse some of
    /// the positions.
    fn block(&self, class: usize, block: u64, visit: &mut Visit<'_, P>) -> ControlFlow<()>;
}

/// Visits a position, and returns whether to continue.
pub type Visit<'v, P> = dyn FnMut(&P) -> ControlFlow<()> + 'v;
