//! What the harness does with the games, compiled here once for all crates that build on this one.
//!
//! The functions of the harness are generic in the game. Up to `opt-level = 1` the compiler hands instances
//! of generic functions on from crate to crate: the command line and the tests then do not compile the same
//! ones again.

use std::hint::black_box;

use bustan_harness::{run::check, run::descend, run::exhaust, shrink, solve};

macro_rules! compiled {
    ($($module:ident::$Game:ident,)*) => {
        /// Names the instances and does nothing else.
        pub fn instances() {
            $({
                type Game = bustan_vocabulary::$module::$Game;
                type Graph = bustan_core::$module::Graph;
                black_box([
                    check::run::<Game> as *const (),
                    exhaust::run::<Game> as *const (),
                    descend::descend::<Game> as *const (),
                    shrink::shrink::<Game> as *const (),
                    solve::solve_all::<Graph> as *const (),
                    solve::history::search::<Graph> as *const (),
                ]);
            })*
        }
    };
}

crate::games!(compiled);
