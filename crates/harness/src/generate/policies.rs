//! The policies by which test games choose their moves: the policies of the game, and those that need no
//! knowledge of it.

use bustan_guide::Policy;

use crate::base::policies::GENERAL;
use crate::erased::Rules;

/// The policy by which a player chooses the moves. It is never drawn.
const PLAYER: Policy =
    Policy { name: "player", about: "what the player named instead plays, such as normal or mcts:1000" };

/// Returns the policies of test games: those of the game, then those that need no knowledge of it and, last
/// in a known game, the policy of a [player](crate::generate::Experts).
pub fn of(rules: Rules) -> impl Iterator<Item = Policy> {
    let own = &rules.policies()[..own(rules)];
    own.iter().chain(&GENERAL[1..]).chain((!rules.is_opaque()).then_some(&PLAYER)).copied()
}

/// Returns the index of the policy by which a player chooses the moves, in a known game.
pub fn of_players(rules: Rules) -> usize {
    own(rules) + GENERAL.len() - 1
}

/// Returns the number of policies that belong to the game: all policies of a known game, but only one of an
/// unknown game.
pub(crate) fn own(rules: Rules) -> usize {
    if rules.is_opaque() { 1 } else { rules.policies().len() }
}

/// Returns the index of a policy among those that need no knowledge of the game.
pub(crate) fn general(rules: Rules, policy: usize) -> usize {
    (policy + 1).saturating_sub(own(rules))
}

/// Returns the index, among all policies of the game, of a policy that needs no knowledge of it.
pub(crate) fn place(rules: Rules, general: usize) -> usize {
    if general == 0 { 0 } else { own(rules) + general - 1 }
}
