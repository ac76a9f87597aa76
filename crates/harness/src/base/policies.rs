//! The policies of test games that need no knowledge of a game.

use bustan_guide::Policy;

/// The policies that need no knowledge of a game. The first is available in every game.
pub(crate) const GENERAL: &[Policy] = &[
    Policy { name: "uniform", about: "any legal move" },
    Policy { name: "back", about: "moves that lead to a state seen before, or against an earlier move" },
    Policy { name: "rare", about: "moves of a shape that was seldom played" },
    Policy { name: "narrow", about: "moves of a shape that left few replies" },
    Policy { name: "busy", about: "moves of a shape that changed much of the state" },
];
