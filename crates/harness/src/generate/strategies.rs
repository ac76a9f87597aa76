//! [proptest](mod@proptest) strategies that play games of any engine.
//!
//! A game is steered by one of the policies that the check itself uses, so that difficult situations occur
//! often. If a property fails, proptest shrinks the game like a check: it removes moves, first many at once
//! and then single ones, and replaces moves by passes. If a game is still long, it tries the last moves from
//! the position before them. Finally, it tries the simpler games that the game itself proposes.
//! ```
//! use bustan_vocabulary::Engine;
//! use bustan_harness::generate::strategies::game;
//! use bustan_reference::tictactoe::ReferenceEngine;
//! use proptest::prelude::*;
//!
//! proptest! {
//!     # #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(20) })]
//!     # /*
//!     #[test]
//!     # */
//!     fn players_take_turns(record in game::<ReferenceEngine>(0..=20)) {
//!         let players: Vec<_> = record.moves.iter().map(|(player, _)| player).collect();
//!         prop_assert!(players.windows(2).all(|two| two[0] != two[1]));
//!     }
//! }
//! # players_take_turns();
//! ```

use std::any::Any;
use std::fmt;
use std::marker::PhantomData;
use std::vec::IntoIter;

use bustan_guide::{Explore, Playable, Small};
use bustan_vocabulary::{Engine, Game, Record};
use proptest::collection::SizeRange;
use proptest::prelude::*;
use proptest::strategy::{NewTree, ValueTree};
use proptest::test_runner::TestRunner;

use crate::base::Dice;
use crate::generate::steer::steer;

/// The number of moves above which a game is also tried from a position before its last moves.
const LONG: usize = 12;

/// The maximum number of moves at the end of a long game that are tried by themselves.
const FEW_MOVES: usize = 3;

/// Returns legal games of engine `E` from any of the positions where test games start. The number of moves is
/// in the given range, or less if the game ends earlier.
///
/// A game that proptest shrinks may begin at any position.
///
/// If the engine observes everything, policies steer the games; otherwise, all legal moves are equally
/// likely.
pub fn game<E>(moves: impl Into<SizeRange>) -> impl Strategy<Value = Record<E::Game>>
where
    E: Engine<Game: Explore> + Default,
{
    let start = any::<u64>().prop_map(|seed| {
        let mut dice = Dice::of_game(seed, 0);
        match E::Game::small(seed / 2, &Playable::Known(&|_| true), &mut |n| dice.below(n))
            .filter(|_| seed % 2 == 0)
        {
            Some(Small { start, moves, policy, .. }) => Opening { start, moves, policy: Some(policy) },
            None => {
                let mut dice = Dice::new(seed);
                Opening::at(E::Game::start(&mut |n| dice.below(n)))
            }
        }
    });
    Games { starts: start, moves: moves.into(), elsewhere: true, engine: PhantomData::<fn() -> E> }
}

/// Returns games like [`game`], but from the given positions; for a single position, use [`Just`].
///
/// If the engine cannot be set up at a position, the result is a game without moves.
pub fn game_from<E>(
    starts: impl Strategy<Value = <E::Game as Game>::Position>,
    moves: impl Into<SizeRange>,
) -> impl Strategy<Value = Record<E::Game>>
where
    E: Engine<Game: Explore> + Default,
{
    let starts = starts.prop_map(Opening::at);
    Games { starts, moves: moves.into(), elsewhere: false, engine: PhantomData::<fn() -> E> }
}

/// The start of a game, and its first moves, as far as they are legal.
#[derive(Clone, Debug)]
struct Opening<G: Game> {
    start: G::Position,
    moves: Vec<G::Move>,
    /// The policy that chooses the moves after `moves`; a random one by default.
    policy: Option<usize>,
}

impl<G: Game> Opening<G> {
    /// Returns an opening without moves at `start`.
    fn at(start: G::Position) -> Self {
        Self { start, moves: Vec::new(), policy: None }
    }
}

/// Games of an engine.
struct Games<E, S> {
    starts: S,
    moves: SizeRange,
    /// Whether a game may begin at any position when it is shrunk.
    elsewhere: bool,
    engine: PhantomData<fn() -> E>,
}

impl<E, S: fmt::Debug> fmt::Debug for Games<E, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Games").field("starts", &self.starts).field("moves", &self.moves).finish()
    }
}

impl<E, S> Strategy for Games<E, S>
where
    E: Engine<Game: Explore> + Default,
    S: Strategy<Value = Opening<E::Game>>,
{
    type Tree = Shrinking<E>;
    type Value = Record<E::Game>;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        let start = self.starts.new_tree(runner)?.current();
        let mut dice = Dice::new(any::<u64>().new_tree(runner)?.current());
        let (least, most) = (self.moves.start(), self.moves.end_incl());
        let length = least + dice.below((most - least + 1) as u32) as usize;
        let game = play::<E>(start, length, &mut dice);
        let (least, chunk) = (least.min(game.moves.len()), game.moves.len());
        let elsewhere = self.elsewhere;
        Ok(Shrinking {
            failed: game.clone(),
            game,
            least,
            elsewhere,
            reduced: false,
            next: Next::Drop(chunk, 0),
            reductions: Vec::new().into_iter(),
            engine: PhantomData,
        })
    }
}

/// A game, and the state of the search for smaller games that also fail.
struct Shrinking<E: Engine> {
    game: Record<E::Game>,
    /// The last game that failed.
    failed: Record<E::Game>,
    /// The minimum number of moves.
    least: usize,
    elsewhere: bool,
    /// Whether a reduction proposed by the game was taken. These reductions have their own order, which does
    /// not consider positions before the last moves.
    reduced: bool,
    next: Next,
    /// The reductions that the game proposes for the failed game, once everything else was tried.
    reductions: IntoIter<Record<E::Game>>,
    engine: PhantomData<fn() -> E>,
}

/// The next change to try.
#[derive(Clone, Copy, Debug)]
enum Next {
    /// Remove a number of moves, from an index on.
    Drop(usize, usize),
    /// Replace the move at this index by a pass.
    Pass(usize),
    /// Begin at the position before this number of last moves.
    Cut(usize),
    /// Take the next reduction that the game proposes.
    Reduce,
}

impl<E: Engine<Game: Explore>> fmt::Debug for Shrinking<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shrinking").field("game", &self.game).field("next", &self.next).finish()
    }
}

impl<E> Shrinking<E>
where
    E: Engine<Game: Explore> + Default,
{
    /// Moves on to the next game that is smaller than the one that failed. Returns `false` if there is none.
    fn advance(&mut self) -> bool {
        loop {
            let Record { start, moves } = &self.failed;
            let mut candidate = None;
            self.next = match self.next {
                Next::Drop(0, _) => Next::Pass(0),
                Next::Drop(chunk, at) if at >= moves.len() => Next::Drop(chunk / 2, 0),
                Next::Drop(chunk, at) => {
                    let end = moves.len().min(at + chunk);
                    let rest = [&moves[..at], &moves[end..]].concat();
                    candidate = Some(Record { start: start.clone(), moves: rest });
                    Next::Drop(chunk, at + chunk)
                }
                Next::Pass(at) => match (E::Game::pass(), moves.get(at)) {
                    (Some(pass), Some((player, mv))) => {
                        if *mv != pass {
                            let mut passed = self.failed.clone();
                            passed.moves[at] = (*player, pass);
                            candidate = Some(passed);
                        }
                        Next::Pass(at + 1)
                    }
                    _ => Next::Cut(1),
                },
                Next::Cut(last)
                    if self.elsewhere && !self.reduced && moves.len() > LONG && last <= FEW_MOVES =>
                {
                    candidate = cut::<E>(&self.failed, last);
                    Next::Cut(last + 1)
                }
                Next::Cut(_) => {
                    self.reductions = E::Game::reductions(&self.failed).into_iter();
                    Next::Reduce
                }
                Next::Reduce => {
                    let Some(reduced) = self.reductions.next() else { return false };
                    candidate = Some(reduced).filter(|it| self.elsewhere || it.start == *start);
                    Next::Reduce
                }
            };
            let Some(played) = candidate.and_then(|candidate| playable::<E>(&candidate)) else { continue };
            let simpler = played.moves.len() < moves.len() || !matches!(self.next, Next::Drop(..));
            if simpler && played.moves.len() >= self.least && !same(&played, &self.failed) {
                self.game = played;
                return true;
            }
        }
    }
}

impl<E> ValueTree for Shrinking<E>
where
    E: Engine<Game: Explore> + Default,
{
    type Value = Record<E::Game>;

    fn current(&self) -> Record<E::Game> {
        self.game.clone()
    }

    fn simplify(&mut self) -> bool {
        let smaller = !same(&self.game, &self.failed);
        self.failed = self.game.clone();
        if smaller {
            self.reduced |= matches!(self.next, Next::Reduce);
            // A change that did not work for the longer game may work for the shorter one.
            self.next = match self.next {
                Next::Drop(chunk, at) => Next::Drop(chunk, at.saturating_sub(chunk)),
                Next::Pass(_) | Next::Cut(_) | Next::Reduce => Next::Drop(1, 0),
            };
        }
        self.advance()
    }

    fn complicate(&mut self) -> bool {
        // The last step returns to the game that failed.
        let passed = !same(&self.game, &self.failed);
        if !self.advance() {
            self.game = self.failed.clone();
        }
        passed
    }
}

/// Whether two games have the same start and the same moves.
fn same<G: Game>(one: &Record<G>, other: &Record<G>) -> bool {
    one.start == other.start && one.moves == other.moves
}

/// Returns the game with only the moves that can be played one after the other; `None` if the game cannot
/// begin.
fn playable<E: Engine + Default>(record: &Record<E::Game>) -> Option<Record<E::Game>> {
    let mut engine = E::default();
    engine.setup(&record.start).ok()?;
    let mut played = record.clone();
    played.moves.retain(|(player, mv)| engine.play(*player, mv).is_ok());
    Some(played)
}

/// Returns the `last` last moves of a game, from the position before them.
fn cut<E: Engine + Default>(record: &Record<E::Game>, last: usize) -> Option<Record<E::Game>> {
    let (before, tail) = record.moves.split_at(record.moves.len().checked_sub(last)?);
    let mut engine = E::default();
    engine.setup(&record.start).ok()?;
    before.iter().try_for_each(|(player, mv)| engine.play(*player, mv)).ok()?;
    Some(Record { start: engine.position()?, moves: tail.to_vec() })
}

/// Plays a game of at most `length` moves that is steered by a policy. In half of the games, passes are
/// chosen only if no other move is legal.
fn play<E>(opening: Opening<E::Game>, length: usize, dice: &mut Dice) -> Record<E::Game>
where
    E: Engine<Game: Explore> + Default,
{
    let mut record = Record::new(opening.start);
    let mut engine = E::default();
    if engine.setup(&record.start).is_err() {
        return record;
    }
    let drawn = dice.below(E::Game::POLICIES.len() as u32) as usize;
    let policy = opening.policy.unwrap_or(drawn);
    let pass = E::Game::pass().filter(|_| dice.one_in(2));
    for mv in opening.moves.into_iter().take(length) {
        let Some(player) = engine.turn().filter(|player| engine.play(*player, &mv).is_ok()) else { break };
        record.moves.push((player, mv));
    }
    while record.moves.len() < length {
        let Some(player) = engine.turn() else { break };
        let Some(legal) = engine.legal_moves() else { break };
        let weigh = |moves: &[_], weights: &mut Vec<u32>| {
            let seen = engine.observe();
            let seen = seen.as_ref().map(|seen| seen as &dyn Any);
            if let Some(seen) = seen.and_then(|seen| seen.downcast_ref::<<E::Game as Game>::Observation>()) {
                E::Game::weigh(policy, seen, moves, weights);
            }
        };
        let Some((mut moves, index)) = steer(legal, pass.as_ref(), weigh, dice) else { break };
        let mv = moves.swap_remove(index);
        if engine.play(player, &mv).is_err() {
            break;
        }
        record.moves.push((player, mv));
    }
    record
}
