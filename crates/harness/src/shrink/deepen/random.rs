//! Plays short random games.

use bustan_guide::Explore;

use crate::base::{Dice, Stop};
use crate::compare::divergence::{Divergence, Kind};
use crate::compare::lockstep::{Checked, Checks, Lockstep};
use crate::erased::{Erased, Move, Player, Position};
use crate::shrink::lengths::most_moves;
use crate::shrink::near::Near;
use crate::shrink::replay::{Replayer, finish};

/// How much likelier a move that is favoured is played.
pub(in crate::shrink) const FAVOUR: u32 = 8;

/// The seed of the hunt: any number, always the same.
const HUNT: u64 = 0x4275_7374_616e;

/// Plays random games shorter than `length` from `starts`, the smallest first, until one diverges with the
/// signature that the replayer wants, or `budget` moves have been played. Begins with game number `next`, and
/// raises it.
pub(crate) fn random_search(
    replayer: &mut Replayer<'_>,
    starts: &[Position],
    next: &mut u64,
    length: usize,
    budget: u64,
    stop: Stop<'_>,
) -> Option<Box<Divergence>> {
    let limit = replayer.limit(budget);
    let checks = Checks::for_kind(replayer.wanted.kind());
    let mut lockstep = Lockstep::new(replayer.factories, checks, starts.first()?.clone());
    lockstep.prefer(replayer.wanted.clone());
    lockstep.pass_over(replayer.lockstep.known().clone());
    if replayer.lockstep.keeps_costly() {
        lockstep.keep_costly();
    }
    while replayer.cost < limit && !stop.now() && length >= 2 {
        let mut dice = Dice::of_game(HUNT, *next);
        *next += 1;
        // Smaller boards are tried more often: both draws must be large to get a large one.
        let most = starts.len() as u32;
        let start = &starts[dice.below(most).min(dice.below(most)) as usize];
        // Where time is limited, most games are much shorter than the best.
        let moves = if replayer.varies { most_moves(*next, length) } else { length - 1 };
        let mut near = Near::new(start.rules(), *next);
        let ended = random_game(&mut lockstep, start, moves, &mut dice, &mut near, replayer);
        replayer.explored(&lockstep);
        let Err(divergence) = ended else { continue };
        replayer.meet(&divergence);
        if replayer.wanted.covers(&divergence.signature)
            && divergence.record.moves.len() < length
            && let Some(again) = replayer.confirm(&divergence)
        {
            return Some(again);
        }
    }
    None
}

/// A game of which each player leaves out moves at random, and plays the others in their order.
struct Thinned<'f> {
    moves: &'f [(Player, Move)],
    /// One move in so many is left out.
    every: u32,
    /// For each player who has moved, where the moves ahead begin.
    ahead: Vec<(Player, usize)>,
}

impl<'f> Thinned<'f> {
    fn new(moves: &'f [(Player, Move)], dice: &mut Dice) -> Self {
        const FEWEST_LEFT_OUT: u32 = 5;
        Self { moves, every: 2 + dice.below(FEWEST_LEFT_OUT - 1), ahead: Vec::new() }
    }

    /// The next move of this player that is legal, `None` if there is none ahead.
    fn next(&mut self, player: Player, legal: &[Move], dice: &mut Dice) -> Option<&'f Move> {
        let place = self.ahead.iter().position(|(other, _)| *other == player).unwrap_or_else(|| {
            self.ahead.push((player, 0));
            self.ahead.len() - 1
        });
        let mut ahead = self.moves.iter().enumerate().skip(self.ahead[place].1);
        let (at, (_, mv)) = ahead
            .find(|(_, (other, mv))| *other == player && legal.contains(mv) && !dice.one_in(self.every))?;
        self.ahead[place].1 = at + 1;
        Some(mv)
    }
}

fn random_game(
    lockstep: &mut Lockstep<'_>,
    start: &Position,
    moves: usize,
    dice: &mut Dice,
    near: &mut Near,
    replayer: &mut Replayer<'_>,
) -> Checked {
    let Replayer { wanted, cost, favoured, .. } = replayer;
    *cost += 1;
    if !lockstep.begin(start)? {
        return Ok(());
    }
    // A divergence that shows at one position must be sought at each; one that shows on the way back is found
    // from the last.
    let at_each = matches!(wanted.kind(), Kind::Text | Kind::Hash | Kind::Count | Kind::Law);
    let policy = dice.below(start.rules().policies().len() as u32) as usize;
    let mut weights = Vec::new();
    // A game much longer than these would only be its own beginning.
    let thin = !favoured.is_empty() && favoured.len() <= 2 * moves && dice.one_in(4);
    let mut thinned = thin.then(|| Thinned::new(favoured, dice));
    while let Some(player) = lockstep.turn().filter(|_| lockstep.plies() < moves) {
        *cost += 1;
        if let Some(proposal) = lockstep.proposal(&mut |n| dice.below(n)) {
            lockstep.forgiving(|lockstep| lockstep.ask(player, &proposal))?;
        }
        let legal = lockstep.ensure_legal()?;
        if legal.is_empty() {
            break;
        }
        if at_each {
            finish(lockstep, wanted, cost)?;
        }
        if let Some(thinned) = &mut thinned {
            let Some(mv) = thinned.next(player, &legal, dice) else { break };
            if !lockstep.step(player, mv, false)? {
                return Ok(());
            }
            continue;
        }
        weights.clear();
        if let Some(seen) = lockstep.seen() {
            Erased::weigh(policy, seen, &legal, &mut weights);
        }
        weights.resize(legal.len(), 1);
        if !favoured.is_empty() {
            let favours = |mv: &Move| favoured.iter().any(|(_, favoured)| favoured == mv);
            let favoured = legal.iter().zip(&mut weights).filter(|(mv, _)| favours(mv));
            favoured.for_each(|(_, weight)| *weight = weight.saturating_mul(FAVOUR));
        }
        near.weigh(player, &legal, &mut weights);
        let mv = &legal[dice.weighted(&weights)];
        near.note(player, mv);
        if !lockstep.step(player, mv, dice.one_in(4))? {
            return Ok(());
        }
    }
    finish(lockstep, wanted, cost)
}
