//! The policies by which test games choose their moves: those that a game brings with it, and those that need
//! no knowledge of any.

use bustan_guide::{Explore, Policy};

/// The policies that need no knowledge of a game, with the first that every game has.
pub(crate) const GENERAL: &[Policy] = &[
    Policy { name: "uniform", about: "any legal move" },
    Policy { name: "back", about: "moves that lead to a state seen before, or against an earlier move" },
    Policy { name: "rare", about: "moves of a shape that was seldom played" },
    Policy { name: "narrow", about: "moves of a shape that left few replies" },
    Policy { name: "busy", about: "moves of a shape that changed much of the state" },
];

/// The policy by which a player chooses. It is never drawn.
const PLAYER: Policy =
    Policy { name: "player", about: "what the player named instead plays, such as normal or mcts:1000" };

/// The policies of test games: those of the game, behind them those that need no knowledge of it and, last in a
/// game that is known, that of a [player](crate::generate::Experts).
pub fn of<G: Explore>(rules: G::Rules) -> impl Iterator<Item = Policy> {
    let own = &G::policies_of(rules)[..own::<G>(rules)];
    own.iter().chain(&GENERAL[1..]).chain((!G::is_opaque(rules)).then_some(&PLAYER)).copied()
}

/// The place of the policy by which a player chooses, in a game that is known.
pub fn of_players<G: Explore>(rules: G::Rules) -> usize {
    own::<G>(rules) + GENERAL.len() - 1
}

/// The number of policies that are the game's own: all of a game that is known, but one of any other.
pub(crate) fn own<G: Explore>(rules: G::Rules) -> usize {
    if G::is_opaque(rules) { 1 } else { G::policies_of(rules).len() }
}

/// The place of a policy among those that need no knowledge of the game.
pub(crate) fn general<G: Explore>(rules: G::Rules, policy: usize) -> usize {
    (policy + 1).saturating_sub(own::<G>(rules))
}

/// The place of a policy that needs no knowledge of the game among all of its policies.
pub(crate) fn place<G: Explore>(rules: G::Rules, general: usize) -> usize {
    if general == 0 { 0 } else { own::<G>(rules) + general - 1 }
}
