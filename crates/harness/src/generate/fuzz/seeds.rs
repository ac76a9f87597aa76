//! Creates seeds for a fuzzer: short inputs that together reach everything that games steered by policies
//! reach.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU8, Ordering};

use bustan_guide::Playable;

use super::features::{COUNTERS, FeatureCounters};
use super::script::{Action, ActionKind, DRAWS, LONGEST, Script, ScriptStart};
use super::{compare, panic_if_broken};
use crate::base::Dice;
use crate::compare::lockstep::Factories;
use crate::erased::{ErasedEngine, Move, Rules};
use crate::generate::steer::steer;

/// Returns inputs of [`lockstep`](super::lockstep) and [`undo`](super::undo), made from `games` games that
/// the policies of a check steer on engines made by `engine`. Each input reaches something that no earlier
/// input reaches, and ends when it has reached it.
///
/// # Panics
/// When the engines differ, with the game.
pub fn seed_inputs(
    rules: Rules,
    engine: impl Fn() -> ErasedEngine,
    factories: Factories<'_>,
    games: u32,
) -> Vec<Vec<u8>> {
    let counters = [const { AtomicU8::new(0) }; COUNTERS];
    let feature_counters = FeatureCounters::new(&counters);
    let reached = |script: &Script| {
        counters.iter().for_each(|counter| counter.store(0, Ordering::Relaxed));
        let data = script.bytes()?;
        panic_if_broken(compare(rules, factories, &data, Some(feature_counters))?);
        Some(feature_counters.features().collect::<BTreeSet<_>>())
    };
    let mut known = BTreeSet::new();
    let mut seeds = Vec::new();
    for game in 0..games {
        let mut script = steered(rules, engine(), game.into(), &mut Dice::of_game(0, game.into()));
        let features = reached(&script).unwrap_or_default();
        let new: BTreeSet<_> = features.difference(&known).copied().collect();
        if new.is_empty() {
            continue;
        }
        // Actions at the end, and then single actions, are removed as long as everything new is still
        // reached.
        let mut step = script.actions.len();
        while step > 0 {
            let mut shorter = script.clone();
            shorter.actions.truncate(script.actions.len() - step);
            if reached(&shorter).is_some_and(|features| new.is_subset(&features)) {
                script = shorter;
            } else {
                step /= 2;
            }
            step = step.min(script.actions.len());
        }
        for at in (0..script.actions.len()).rev() {
            let mut shorter = script.clone();
            shorter.actions.remove(at);
            if reached(&shorter).is_some_and(|features| new.is_subset(&features)) {
                script = shorter;
            }
        }
        known.extend(features);
        seeds.extend(script.bytes());
    }
    seeds
}

/// Returns a script whose moves are chosen by a policy, mixed with other actions. Every second script begins
/// like a short game of a check, if the game has such games.
fn steered(rules: Rules, mut engine: ErasedEngine, game: u64, dice: &mut Dice) -> Script {
    let small = if game.is_multiple_of(2) {
        None
    } else {
        rules.small(game / 2, &Playable::Known(&|_| true), &mut |n| dice.below(n))
    };
    let (place, moves, aim) = match small {
        Some(small) => (ScriptStart::Text(small.start.to_string()), small.moves, Some(small.policy)),
        None => (ScriptStart::Drawn([(); DRAWS].map(|()| dice.below(1 << 8) as u8)), Vec::new(), None),
    };
    let mut script = Script { place, actions: Vec::new() };
    let start = script.place.position(rules);
    if start.is_none_or(|start| engine.setup(&start).is_err()) {
        return script;
    }
    let drawn = dice.below(rules.policies().len() as u32) as usize;
    let policy = aim.unwrap_or(drawn);
    let length = dice.below(LONGEST as u32 + 1) as usize;
    for mv in moves {
        let mut legal = engine.legal_moves().unwrap_or_default();
        legal.sort_unstable();
        let (Some(player), Ok(index)) = (engine.turn(), legal.binary_search(&mv)) else { break };
        if engine.play(player, &mv).is_err() {
            break;
        }
        script.actions.push(Action::playing(index, legal.len()));
    }
    while script.actions.len() < length {
        if dice.one_in(4) {
            let kind = *dice.pick(&[ActionKind::Ask, ActionKind::Ask, ActionKind::Branch, ActionKind::Check]);
            script.actions.push(Action { kind, number: dice.below(1 << 16) as u16 });
            continue;
        }
        let Some(player) = engine.turn() else { break };
        let Some(legal) = engine.legal_moves() else { break };
        let weigh = |moves: &[Move], weights: &mut Vec<u32>| {
            if let Some(seen) = engine.observe() {
                seen.weigh(policy, moves, weights);
            }
        };
        let Some((moves, index)) = steer(legal, None, weigh, dice) else { break };
        if engine.play(player, &moves[index]).is_err() {
            break;
        }
        script.actions.push(Action::playing(index, moves.len()));
    }
    script
}
