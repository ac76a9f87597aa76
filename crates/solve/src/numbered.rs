//! The graph of positions as used by the solvers: numbers only, independent of the game.

use bustan_vocabulary::Solve;

/// The part of [`Solve`] that solvers need, without the types of the game, so that solvers are compiled once
/// instead of once per game.
pub(super) trait Numbered: Send + Sync {
    fn start(&self) -> u64;
    fn expand(&mut self, number: u64, each: &mut dyn FnMut(u64)) -> Option<i32>;
    fn own_turn(&self, number: u64) -> Option<bool>;
    fn stuck(&self, number: u64) -> Option<i32>;
    fn bound(&self) -> Option<u64>;
    fn stage(&self, number: u64) -> Option<u32>;
    fn canonical(&self, number: u64) -> u64;
    /// Returns the same graph with separate working memory.
    fn walker(&self) -> Box<dyn Numbered + '_>;
}

impl<S: Solve> Numbered for S {
    fn start(&self) -> u64 {
        Solve::start(self)
    }

    fn expand(&mut self, number: u64, each: &mut dyn FnMut(u64)) -> Option<i32> {
        Solve::expand(self, number, each)
    }

    fn own_turn(&self, number: u64) -> Option<bool> {
        Solve::own_turn(self, number)
    }

    fn stuck(&self, number: u64) -> Option<i32> {
        Solve::stuck(self, number)
    }

    fn bound(&self) -> Option<u64> {
        Solve::bound(self)
    }

    fn stage(&self, number: u64) -> Option<u32> {
        Solve::stage(self, number)
    }

    fn canonical(&self, number: u64) -> u64 {
        Solve::canonical(self, number)
    }

    fn walker(&self) -> Box<dyn Numbered + '_> {
        Box::new(self.clone())
    }
}
