//! Classes of positions, such as all positions with certain pieces, whose positions are enumerated.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Debug;
use core::ops::ControlFlow;

/// The classes that a user requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassRequest<'a> {
    /// The selection of classes.
    pub which: ClassSelection<'a>,
    /// Whether to restrict the enumeration to positions in which a move that depends on earlier moves, such
    /// as castling, may be possible.
    pub special: bool,
}

/// A selection of classes, by size or by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClassSelection<'a> {
    /// All classes with at most this number of pieces.
    UpTo(u32),
    /// The classes with these names.
    Named(&'a [String]),
}

/// Classes of positions of type `P`. Each position belongs to one block of one class and occurs in it once,
/// so that visited positions need not be recorded.
pub trait Classes<P>: Debug + Send + Sync {
    /// Returns the names of the classes.
    fn names(&self) -> Vec<String>;

    /// Returns the number of blocks of each class.
    fn blocks(&self) -> u64;

    /// Calls `visit` for each position of a block, always in the same order, until `visit` breaks. Engines
    /// may refuse some of the positions.
    fn block(&self, class: usize, block: u64, visit: &mut Visit<'_, P>) -> ControlFlow<()>;
}

/// A callback that visits a position and returns whether to continue.
pub type Visit<'v, P> = dyn FnMut(&P) -> ControlFlow<()> + 'v;
