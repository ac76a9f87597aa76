//! Plays short random games.

use crate::base::{Dice, Stop};
use crate::compare::divergence::{Divergence, Kind};
use crate::compare::lockstep::{Checked, Checks, Lockstep};
use crate::erased::{Move, Player, Position};
use crate::shrink::LONG_ENOUGH;
use crate::shrink::lengths::most_moves;
use crate::shrink::near::Near;
use crate::shrink::replay::{Replayer, finish};

/// The factor by which a preferred move is more likely.
pub(in crate::shrink) const FAVOUR: u32 = 8;

/// The seed of the hunt, an arbitrary constant.
const HUNT: u64 = 0x4275_7374_616e;

/// The seed for drawing the leaning of a game, an arbitrary constant.
const LEANINGS: u64 = 0x4c65_616e;

/// The seed for drawing the number of moves that a game shares with the previous game.
const SHARED: u64 = 0x5368_6172;

/// The weight of sharing all moves but one; sharing all but two has half of it, and so on.
const SHARES: u32 = 1_000;

/// The moves of a random game that are more likely than others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leaning {
    /// The moves of the best game.
    Favoured,
    /// Moves that lead to the state before the last move of the best game.
    Heading,
    /// No move: the shortest game often shares none with a long one.
    Free,
}

impl Leaning {
    /// Returns the leaning of game `number`. Unless time is limited, all games favour the moves of the best
    /// game.
    fn new(replayer: &Replayer<'_>, number: u64) -> Self {
        if !replayer.varies {
            return Self::Favoured;
        }
        match Dice::of_game(LEANINGS, number).below(4) {
            0 => Self::Favoured,
            1 if replayer.heading.has_goal() => Self::Heading,
            1 => Self::Favoured,
            _ => Self::Free,
        }
    }
}

/// Plays random games shorter than `length` from `starts`, the smallest first, until one diverges with the
/// signature that the replayer wants, or `budget` moves have been played. Begins with game number `next`, and
/// increases it.
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
    let mut lockstep = replayer.searching(checks, starts.first()?);
    let mut found = None;
    while replayer.cost < limit && !stop.now() && length >= 2 {
        let mut dice = Dice::of_game(HUNT, *next);
        *next += 1;
        // Smaller boards are tried more often: both draws must be large for a large one.
        let most = starts.len() as u32;
        let start = &starts[dice.below(most).min(dice.below(most)) as usize];
        // If time is limited, most games are much shorter than the best game.
        let moves = if replayer.varies { most_moves(*next, length) } else { length - 1 };
        let mut near = Near::new(start.rules(), *next);
        let leaning = Leaning::new(replayer, *next);
        let ended = match begin(&mut lockstep, start, moves, *next, replayer) {
            Ok(true) => random_game(&mut lockstep, moves, &mut dice, &mut near, leaning, replayer),
            begun => begun.map(|_| ()),
        };
        replayer.explored(&lockstep);
        let Err(divergence) = ended else { continue };
        replayer.meet(&divergence);
        if replayer.wanted.covers(&divergence.signature)
            && divergence.record.moves.len() < length
            && let Some(again) = replayer.confirm(&divergence)
        {
            found = Some(again);
            break;
        }
    }
    replayer.keep(checks, lockstep);
    found
}

/// A source of moves: a game from which moves are removed at random. Each player plays the remaining moves in
/// their order.
struct Thinned<'f> {
    moves: &'f [(Player, Move)],
    /// One move in `every` is removed, on average.
    every: u32,
    /// For each player who has moved, the index in `moves` from which the player continues.
    ahead: Vec<(Player, usize)>,
}

impl<'f> Thinned<'f> {
    fn new(moves: &'f [(Player, Move)], dice: &mut Dice) -> Self {
        const FEWEST_LEFT_OUT: u32 = 5;
        Self { moves, every: 2 + dice.below(FEWEST_LEFT_OUT - 1), ahead: Vec::new() }
    }

    /// Returns the next legal move of `player`; `None` if there are no more.
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

/// Begins game `number`, and returns whether it has begun. If time is limited and moves can be taken back, a
/// short game shares its first moves with the previous game, because then most of the work is spent on the
/// last moves, which vary widely.
fn begin(
    lockstep: &mut Lockstep<'_>,
    start: &Position,
    moves: usize,
    number: u64,
    replayer: &mut Replayer<'_>,
) -> Checked<bool> {
    replayer.cost += 1;
    // Games of many moves that share most of them are too similar.
    let takes_back = replayer.varies && moves <= LONG_ENOUGH && replayer.takes_back();
    let here = lockstep.at_hand().filter(|here| takes_back && here.start == *start);
    let most = here.map_or(0, |here| here.moves.len().min(moves));
    if most > 1 {
        // Leaving out one move is twice as likely as two, three times as likely as three, and so on.
        let weights: Vec<u32> = (1..=most as u32).map(|last| SHARES / last).collect();
        let shared = most - 1 - Dice::of_game(SHARED, number).weighted(&weights);
        if shared > 0 && lockstep.retract(shared, false)? {
            return Ok(true);
        }
        if shared > 0 {
            replayer.stop_taking_back();
        }
    }
    lockstep.begin(start)
}

fn random_game(
    lockstep: &mut Lockstep<'_>,
    moves: usize,
    dice: &mut Dice,
    near: &mut Near,
    leaning: Leaning,
    replayer: &mut Replayer<'_>,
) -> Checked {
    let counters = replayer.counters().unwrap_or_default();
    let Replayer { wanted, cost, favoured, heading, varies, .. } = replayer;
    let favoured: &[_] = if leaning == Leaning::Favoured { favoured } else { &[] };
    let rules = lockstep.rules();
    let heads = *varies && rules.is_opaque();
    // A divergence that shows at one position must be sought at every position. A divergence that shows while
    // undoing is found from the last position.
    let at_each = matches!(wanted.kind(), Kind::Text | Kind::Hash | Kind::Count | Kind::Law);
    let policy = dice.below(rules.policies().len() as u32) as usize;
    // Only the beginning of a favoured game that is much longer than the random game would be thinned.
    let thin = !favoured.is_empty() && favoured.len() <= 2 * moves && dice.one_in(4);
    let mut thinned = thin.then(|| Thinned::new(favoured, dice));
    if heads && lockstep.plies() > 0 {
        lockstep.record().moves.iter().for_each(|(player, mv)| near.note(*player, mv));
    }
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
        let mut weights = weighed(lockstep, policy, &legal, favoured);
        let shown = if heads { lockstep.shown_at(lockstep.plies(), &counters) } else { None };
        if let Some(shown) = shown.as_ref().filter(|_| leaning == Leaning::Heading) {
            heading.weigh(player, &legal, shown, &mut weights);
        }
        near.weigh(player, &legal, &mut weights);
        let mv = &legal[dice.weighted(&weights)];
        near.note(player, mv);
        if !lockstep.step(player, mv, dice.one_in(4))? {
            return Ok(());
        }
        if let Some((before, after)) = shown.zip(lockstep.shown_at(lockstep.plies(), &counters)) {
            heading.learn(player, mv, &before, &after);
        }
    }
    finish(lockstep, wanted, cost)
}

/// Returns the weights of the `legal` moves, given a policy and the favoured moves.
fn weighed(lockstep: &Lockstep<'_>, policy: usize, legal: &[Move], favoured: &[(Player, Move)]) -> Vec<u32> {
    let mut weights = Vec::new();
    if let Some(seen) = lockstep.seen() {
        seen.weigh(policy, legal, &mut weights);
    }
    weights.resize(legal.len(), 1);
    if !favoured.is_empty() {
        let favours = |mv: &Move| favoured.iter().any(|(_, favoured)| favoured == mv);
        let favoured = legal.iter().zip(&mut weights).filter(|(mv, _)| favours(mv));
        favoured.for_each(|(_, weight)| *weight = weight.saturating_mul(FAVOUR));
    }
    weights
}
