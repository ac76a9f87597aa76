//! The exact distribution of the outcomes of an engine's random games, by enumeration instead of sampling.
//!
//! If only a few games are possible, all of them are enumerated: once move by move, with equal probability
//! for each legal move, and once for every outcome of the dice in the engine's own random games. Both give
//! exact odds, so an engine for which they differ does not draw its moves uniformly.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use crate::base::Dice;
use crate::compare::watched::Watched;
use crate::erased::Rules;

/// The maximum number of moves played to enumerate the games, and the maximum number of outcomes of the dice.
const MOST: usize = 64;

/// The maximum number of dice in one game. An engine that draws again until it gets a suitable number may
/// draw forever.
const DICE: usize = 64;

/// The error that a random game ends before the game is over: its name and its description.
pub(super) const UNFINISHED: (&str, &str) = ("unfinished", "ends before the game is over");

/// A difference in probability that is too large for a rounding error.
const ROUNDING: f64 = 1e-9;

/// The outcome of a game: the position at its end, the number of its moves, and the sum of the numbers of
/// legal moves.
type End = (String, u64, u64);

type Distribution = BTreeMap<End, f64>;

/// Returns the name and the description of an error in the random games from the engine's current position: a
/// game that ends early, or else an outcome with wrong odds. Returns `None` if there is no error, or if there
/// are too many games to check.
pub(super) fn playout_error(rules: Rules, engine: &Watched) -> Option<(&'static str, String)> {
    let mut expected = Distribution::new();
    let mut left = MOST;
    by_moves(rules, engine, 1.0, (0, 0), &mut left, &mut expected)?;
    let Ok(found) = by_dice(engine)? else {
        let (what, words) = UNFINISHED;
        return Some((what, words.into()));
    };
    let odds = |of: &Distribution, end: &End| of.get(end).copied().unwrap_or_default();
    let mut ends = expected.keys().chain(found.keys());
    let end = ends.find(|end| (odds(&expected, end) - odds(&found, end)).abs() > ROUNDING)?;
    let percent = |of: &Distribution| 100.0 * odds(of, end);
    let (position, plies, legal) = end;
    let words = format!(
        "reaches {position:?} after {plies} moves, with {legal} to choose from, in {:.4} % of all cases, and \
         with equal probabilities in {:.4} %",
        percent(&found),
        percent(&expected)
    );
    Some(("odds", words))
}

/// Adds the odds of the games from the engine's current position, which is reached with probability `share`.
/// `so_far` is the number of moves played and the sum of the numbers of legal moves they were drawn from.
/// `left` is the number of moves that may still be played; `None` if there are not enough.
fn by_moves(
    rules: Rules,
    engine: &Watched,
    share: f64,
    so_far: (u64, u64),
    left: &mut usize,
    odds: &mut Distribution,
) -> Option<()> {
    let Some(player) = engine.turn() else {
        let position = engine.position()?;
        *odds.entry((position.to_string(), so_far.0, so_far.1)).or_default() += share;
        return Some(());
    };
    let mut moves = engine.legal_moves()?;
    let count = moves.len();
    if count > 1 {
        let pass = rules.pass();
        moves.retain(|mv| Some(mv) != pass.as_ref());
    }
    *left = left.checked_sub(moves.len())?;
    for mv in &moves {
        let mut after = engine.duplicate()?;
        after.play(player, mv).ok()?;
        let (plies, legal) = (so_far.0 + 1, so_far.1 + count as u64);
        by_moves(rules, &after, share / moves.len() as f64, (plies, legal), left, odds)?;
    }
    Some(())
}

/// A random game ended before the game was over.
struct Unfinished;

/// Returns the odds of the random games that an engine plays from its current position; `None` if there are
/// too many games.
fn by_dice(engine: &Watched) -> Option<Result<Distribution, Unfinished>> {
    let mut odds = Distribution::new();
    // The result of each die of a game, and the number of its sides.
    let dice = RefCell::new(Vec::<(u32, u32)>::new());
    let mut others = Dice::new(0);
    for _ in 0..MOST {
        let (thrown, astray) = (Cell::new(0), Cell::new(false));
        let mut draw = |sides: u32| {
            let mut dice = dice.borrow_mut();
            let at = thrown.replace(thrown.get() + 1);
            if at == dice.len() && at < DICE {
                dice.push((0, sides));
            }
            if dice.get(at).is_none_or(|&(_, before)| before != sides) {
                // The game continues to its end, but its outcome does not count.
                astray.set(true);
                return others.below(sides);
            }
            dice[at].0
        };
        let mut duplicate = engine.duplicate()?;
        let done = duplicate.playout(&mut draw)?;
        if astray.get() {
            return None;
        }
        if duplicate.turn().is_some() {
            return Some(Err(Unfinished));
        }
        let position = duplicate.position()?;
        let mut dice = dice.borrow_mut();
        dice.truncate(thrown.get());
        let share: f64 = dice.iter().map(|&(_, sides)| 1.0 / f64::from(sides)).product();
        *odds.entry((position.to_string(), done.plies, done.legal)).or_default() += share;
        while dice.last().is_some_and(|&(shows, sides)| shows + 1 == sides) {
            dice.pop();
        }
        match dice.last_mut() {
            Some(last) => last.0 += 1,
            None => return Some(Ok(odds)),
        }
    }
    None
}

#[cfg(test)]
mod tests;
