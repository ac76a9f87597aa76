//! Test games: seeded, steered by policies, and with every check made often enough.
//!
//! A game starts at a position that the game offers, follows one policy or sometimes changes to another along
//! the way, and ends according to the rules. At every ply, both engines are also queried about a few moves,
//! mostly illegal ones. In some games, every check is made after every move. In the others, the dice of the
//! game sample the expensive checks, and texts and invariants are checked less often as more games have been
//! played, but most checks are made at least once in each game: duplicates and undoing one move at the first
//! ply; texts, invariants and undoing everything at the last. The invariants of a single engine are checked
//! for the oracle, which is usually the slower engine, only in the first games and in some of the others.
//! After the game, positions in which a few words were changed are offered to both engines, which must either
//! both refuse or both accept them, and play continues from the positions that they accept.

mod begin;
mod checks;
mod config;
pub mod coverage;
pub mod differences;
pub mod fuzz;
mod memory;
pub(crate) mod mutate;
pub mod policies;
pub(crate) mod sampling;
mod small;
pub(crate) mod steer;
#[cfg(feature = "proptest")]
pub mod strategies;

use std::collections::{BTreeSet, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use serde::{Deserialize, Serialize};

use crate::base::policies::GENERAL;
use crate::base::{Dice, Stop};
use crate::compare::audit::Asked;
use crate::compare::compared::Compared;
use crate::compare::conventions::convention;
use crate::compare::divergence::{Divergence, Signature};
use crate::compare::laws::Symmetries;
use crate::compare::lockstep::{Checked, Lockstep};
use crate::compare::participant::End;
use crate::erased::{Move, Position, Small};
use crate::generate::coverage::Coverage;
use crate::generate::differences::{ExtraCheck, GameDifferences, ShownDifference};
use crate::generate::memory::Memory;
use crate::generate::mutate::nearly;
use crate::generate::policies::{general, own, place};
use crate::protocol::gtp::Chooser;
pub use config::{Counter, Experts, FixedGame, GameConfig, Recruit, Start};

/// In a known game, one in `SUPPLEMENT` games is steered by a policy that needs no knowledge of the game.
const SUPPLEMENT: u64 = 8;

/// If a player chooses the moves, one in `ERRS` moves is left to the dice, so that the games differ.
const ERRS: u32 = 8;

/// One in `THOROUGH` games gets every check after every move, if no engine is an external program.
const THOROUGH: u32 = 24;

/// The number of games at the start of a run in which the invariants of a single engine are checked for both
/// engines. After them, this is done in one in [`BOTH`] games. In the other games, they are checked for the
/// engine under test only, because the oracle is the slower one.
const FIRST: u64 = 4;

/// After the first [`FIRST`] games, the invariants of a single engine are checked for both engines in one in
/// `BOTH` games.
const BOTH: u64 = 8;

/// The maximum number of starting positions to draw for engines that cannot begin everywhere.
const DRAWS: usize = 8;

/// The way in which a test game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The game was played to the end.
    Played,
    /// The game was interrupted.
    Stopped,
    /// An engine does not report whether a move is legal.
    Untold,
    /// The engines differ, and the game could not continue.
    Cut,
}

/// A played test game.
#[derive(Debug)]
pub struct Played {
    /// The way in which the game ended.
    pub ending: Ending,
    /// The differences, in the order in which they were found.
    pub found: Vec<ShownDifference>,
    /// The accepted differences that occurred.
    pub accepted: BTreeSet<Signature>,
    /// The accepted differences that ended the game.
    pub ended: BTreeSet<Signature>,
    /// The number of moves played.
    pub plies: u64,
    /// Whether both engines began the game.
    pub begun: bool,
    /// The policy with which the game began.
    pub policy: usize,
    /// The moves that were queried, with their plies, in the order of the queries.
    pub asked: Vec<Asked>,
    /// The parts that were compared.
    pub(crate) compared: Compared,
    /// The reason why the game was not played, or not to its end, if the engines agree about it.
    pub(crate) idle: Option<NotPlayed>,
    /// A description of an engine that the operating system killed, if any, and whether the engine cannot be
    /// replaced.
    pub(crate) loss: Option<(String, bool)>,
    /// The starts that were tried, as texts.
    pub(crate) tried: Vec<String>,
}

/// The reason why a game was not played, or not to its end, although no difference occurred.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum NotPlayed {
    /// An engine could not be set up at the start of the game. Holds the answers of the engines that could
    /// not.
    Unable(String),
    /// Both engines refuse the starting position. Holds the answer.
    Refused(String),
    /// The game is over at its start, which the variant holds.
    Over(String),
    /// No engine lists moves, and both refuse all candidate moves, if any were tried.
    Unlisted { tried: bool },
    /// Both engines refuse a move of the recorded game. Holds the number of the move, from 1, and its text.
    Illegal(usize, String),
}

/// A game that is being generated.
struct Generator<'g, 'm> {
    lockstep: &'g mut Lockstep<'m>,
    config: &'g GameConfig,
    dice: Dice,
    coverage: &'g mut Coverage,
    stop: Stop<'g>,
    /// The number of the game in the run.
    number: u64,
    /// Whether to make every check after every move.
    thorough: bool,
    /// Whether to limit the queries to what a program can answer in reasonable time; see the module
    /// `sampling`.
    sampled: bool,
    /// Whether moves are chosen by the effects of earlier moves of the game, and not by knowledge of the
    /// game.
    remembers: bool,
    policy: usize,
    asked: Vec<Asked>,
    plies: u64,
    begun: bool,
    /// The number of moves played in the whole run.
    counter: &'g AtomicU64,
    /// A position of the game, as text.
    sample: Option<String>,
    weights: Vec<u32>,
    /// The reason why the game is not played, or not to its end, if there is one.
    idle: Option<NotPlayed>,
    /// The starts that were tried, as texts.
    tried: Vec<String>,
    /// Whether all moves of the game have been played, so that only checks and made-up positions are left.
    over: bool,
    /// The states that the game has shown, if moves are chosen by them.
    memory: Memory,
    /// The short game to play, until it has begun, and the policy to use instead if it does not begin.
    small: Option<(Small, usize)>,
    /// The next moves to play, as far as they are legal.
    script: VecDeque<Move>,
    /// The ply at which the game is ended.
    most: usize,
    /// The player that chooses most moves, if there is one.
    expert: Option<Chooser>,
    differences: GameDifferences,
    /// Called with each difference when it first occurs.
    tell: &'g dyn Fn(usize, &ShownDifference),
}

/// Returns the policy with which the game `number` begins regardless of the drawn policy, if there is one, as
/// its index in [`GENERAL`].
const fn supplement(number: u64) -> Option<usize> {
    match number % SUPPLEMENT {
        rest if rest == SUPPLEMENT - 1 => Some(1 + (number / SUPPLEMENT) as usize % (GENERAL.len() - 1)),
        _ => None,
    }
}

/// Whether the invariants of a single engine are checked for both engines in the game `number`: in the first
/// few games, and in one in [`BOTH`].
fn is_of_both(number: u64) -> bool {
    number < FIRST || Dice::picks(BOTH, number)
}

/// The connections of a game with its run.
pub struct Hooks<'h> {
    /// When to interrupt the game.
    pub stop: Stop<'h>,
    /// The number of moves played in the whole run. The moves of the game are added as they are played.
    pub counter: &'h AtomicU64,
    /// Called with the index of the policy and each difference after which the game continues, when the
    /// difference first occurs and before an engine is queried again.
    pub found: &'h dyn Fn(usize, &ShownDifference),
}

impl<'h> Hooks<'h> {
    /// Creates hooks that ignore differences.
    pub fn new(stop: Stop<'h>, counter: &'h AtomicU64) -> Self {
        Self { stop, counter, found: &|_, _| {} }
    }
}

/// Plays the test game `number` of a run.
pub fn play(
    lockstep: &mut Lockstep<'_>,
    config: &GameConfig,
    number: u64,
    dice: Dice,
    coverage: &mut Coverage,
    hooks: Hooks<'_>,
) -> Played {
    let mut generator = Generator::new(lockstep, config, number, dice, coverage, hooks);
    let policy = generator.policy;
    let game = match &config.given {
        Some(given) => generator.given(given),
        None => generator.game(),
    };
    generator.end(game, policy)
}

impl<'g, 'm> Generator<'g, 'm> {
    /// Prepares the game `number`, and draws its properties.
    fn new(
        lockstep: &'g mut Lockstep<'m>,
        config: &'g GameConfig,
        number: u64,
        mut dice: Dice,
        coverage: &'g mut Coverage,
        hooks: Hooks<'g>,
    ) -> Self {
        let Hooks { stop, counter, found: tell } = hooks;
        let rules = config.rules;
        let drawn = dice.below(rules.policies().len() as u32) as usize;
        let supplement = supplement(number).filter(|_| !rules.is_opaque() && config.given.is_none());
        let small = small::drawn(lockstep, config, number, &mut dice).map(|small| (small, drawn));
        let drawn = small.as_ref().map_or(drawn, |(small, _)| small.policy);
        let policy = config.policy.unwrap_or(supplement.map_or(drawn, |general| place(rules, general)));
        coverage.policies[policy].games += 1;
        let (costly, drawn) = (lockstep.is_costly(), dice.one_in(THOROUGH));
        let thorough = config.thorough || if costly { sampling::is_thorough(number) } else { drawn };
        // In an unknown game, neither engine is known to be better than the other.
        let both = rules.is_opaque() || costly || config.thorough || is_of_both(number);
        lockstep.trust_oracle(!both && config.given.is_none());
        Self {
            lockstep,
            config,
            dice,
            coverage,
            stop,
            number,
            thorough,
            sampled: costly && !thorough,
            remembers: rules.is_opaque() || (own(rules)..policies::of_players(rules)).contains(&policy),
            policy,
            asked: Vec::new(),
            plies: 0,
            begun: false,
            counter,
            sample: None,
            weights: Vec::new(),
            idle: None,
            tried: Vec::new(),
            over: false,
            memory: Memory::default(),
            small,
            script: VecDeque::new(),
            most: small::plies(config, number),
            expert: None,
            differences: GameDifferences::new(),
            tell,
        }
    }

    /// Ends the game, which was begun with `policy` and had the outcome `game`, and prepares the engines for
    /// the next game.
    fn end(self, game: Checked<bool>, policy: usize) -> Played {
        let Self {
            config,
            lockstep,
            coverage,
            plies,
            begun,
            small,
            mut differences,
            asked,
            idle,
            over,
            tried,
            ..
        } = self;
        let policy = small.map_or(policy, |(_, policy)| policy);
        for one in lockstep.take_explained().into_iter().filter_map(|number| convention(config.rules, number))
        {
            *coverage.conventions.entry(one.name.into()).or_default() += 1;
        }
        differences.stretch(lockstep.known_mut().take_plies());
        let loss = loss(&game);
        let (ending, last) = ending(game, over);
        // Starting a program takes longer than a game. After differences that only concern observations,
        // legal moves or hashes, a program is therefore only sent the command to begin again.
        if differences.is_disturbed() && !(differences.is_mild() && lockstep.is_costly()) {
            // Unusual commands of this game must not affect the next.
            lockstep.mark_stale();
        }
        let mut ended = differences.accepted_ends();
        let last = match last {
            Some(last) if lockstep.known().accepts(&last.signature) => {
                lockstep.known_mut().notice(&last.signature);
                ended.insert(last.signature);
                None
            }
            last => last,
        };
        let accepted = lockstep.known().seen().clone();
        lockstep.known_mut().forget();
        let found = differences.end(last, &asked);
        let compared = lockstep.take_compared();
        Played { ending, found, accepted, ended, plies, begun, policy, asked, compared, idle, loss, tried }
    }
}

/// Returns a description of an engine that the operating system killed in a game, if any, and whether the
/// engine cannot be replaced.
fn loss(game: &Checked<bool>) -> Option<(String, bool)> {
    let last = game.as_ref().err().filter(|last| last.is_loss())?;
    Some((last.headline.to_string(), last.signature.end() == Some(End::Unstarted)))
}

/// Returns the way in which a game ended, with the difference that ended it. `over` states that all its moves
/// were played.
fn ending(game: Checked<bool>, over: bool) -> (Ending, Option<Box<Divergence>>) {
    match game {
        Ok(true) => (Ending::Played, None),
        Ok(false) => (Ending::Stopped, None),
        Err(last) if last.is_untold() => (if over { Ending::Played } else { Ending::Untold }, None),
        Err(last) if last.is_interruption() => (Ending::Stopped, None),
        Err(last) => (Ending::Cut, Some(last)),
    }
}

impl Generator<'_, '_> {
    /// Plays the game and the made-up positions after it. Returns `false` if interrupted.
    fn game(&mut self) -> Checked<bool> {
        self.visit_published()?;
        self.begun = self.begin_small()? || self.begin()?;
        if self.begun && self.lockstep.legal().is_empty() {
            let start = self.lockstep.record().start.to_string();
            let silent = self.lockstep.listed_by() == [false, false];
            self.idle = Some(if silent {
                NotPlayed::Unlisted { tried: self.lockstep.has_words() }
            } else {
                NotPlayed::Over(start)
            });
        }
        if self.begun {
            self.recruit();
            let played = self.play_on(self.most)?;
            self.expert = None;
            if !played {
                return Ok(false);
            }
        }
        let judged = !self.config.rules.is_opaque() && self.lockstep.judges_positions();
        if judged && self.number == 0 && self.begun {
            self.begin_nowhere()?;
        }
        for number in 0..mutate::POSITIONS {
            let Some(text) = self.sample.as_ref().filter(|_| judged) else { break };
            let Some(position) =
                nearly(self.config.rules, number, text, &mut self.dice, !self.lockstep.is_costly())
            else {
                continue;
            };
            let few = 1 + self.dice.below(12) as usize;
            if !self.play_from(&position, few)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Creates the player that chooses the moves of the game, if one is configured.
    fn recruit(&mut self) {
        if let Some(Experts(recruit)) = &self.config.experts {
            let seed = u64::from(self.dice.below(u32::MAX));
            self.expert = recruit(&self.lockstep.record().start, seed);
        }
    }

    /// Returns a move chosen by the player, if there is one, except for one in [`ERRS`] moves.
    fn expertly(&mut self) -> Option<Move> {
        let expert = self.expert.as_mut().filter(|_| !self.dice.one_in(ERRS))?;
        let mv = expert(&self.lockstep.record()).ok()?;
        let avoided = self.differences.avoided(self.lockstep.plies()).any(|other| *other == mv);
        (!avoided && self.lockstep.legal().binary_search(&mv).is_ok()).then_some(mv)
    }

    fn play_from(&mut self, start: &Position, most: usize) -> Checked<bool> {
        self.asked.clear();
        match self.try_start(start)? {
            Some(Ok(())) => self.play_on(most),
            _ => Ok(true),
        }
    }

    fn play_on(&mut self, most: usize) -> Checked<bool> {
        // The ply after which another policy takes over, in one of four games.
        let change = if self.dice.one_in(4) { self.dice.below(40) as usize } else { usize::MAX };
        // After a difference, the game may continue from a new position.
        let before = self.plies;
        let played = |this: &Self| (this.plies - before) as usize;
        if self.remembers {
            self.memory.begin(self.lockstep.members());
        }
        while self.lockstep.turn().is_some() && played(self) < most {
            if self.stop.now() {
                return Ok(false);
            }
            if self.config.policy.is_none() {
                if self.remembers {
                    let policy = general(self.config.rules, self.policy);
                    self.policy =
                        place(self.config.rules, self.memory.turn(policy, played(self), &mut self.dice));
                } else if played(self) == change {
                    self.policy = self.dice.below(self.config.rules.policies().len() as u32) as usize;
                }
            }
            if !self.ply()? {
                break;
            }
        }
        self.over = true;
        if self.sampled {
            self.sample_at_the_end(played(self))?;
            return Ok(true);
        }
        self.ask()?;
        self.attempt(ExtraCheck::Count, Lockstep::count)?;
        self.attempt(ExtraCheck::Text, Lockstep::text)?;
        self.attempt(ExtraCheck::Walk, Lockstep::walk)?;
        let which = Symmetries::drawn(&mut self.dice);
        self.attempt(ExtraCheck::Laws, |lockstep| lockstep.laws(which))?;
        Ok(true)
    }

    /// Checks one position and plays one move. Returns `false` if there is no move to play.
    fn ply(&mut self) -> Checked<bool> {
        let first = self.lockstep.plies() == 0;
        if self.sampled {
            self.sample()?;
        } else {
            self.probe(first)?;
        }
        if self.lockstep.legal().is_empty() {
            return Ok(false);
        }
        self.count_ahead()?;
        let duplicate = !self.sampled && (first || self.due(8));
        let Some(player) = self.lockstep.turn() else { return Ok(false) };
        let Some(mv) = self.choose() else {
            // Every move leads to a difference that was found before.
            return Ok(self.give_in());
        };
        let asked = Instant::now();
        let accepted = self.advance(player, &mv, duplicate)?;
        self.lockstep.paced(asked.elapsed());
        if accepted == Some(true) {
            self.count(&mv);
        }
        Ok(accepted != Some(false))
    }

    /// Chooses a move; `None` if all legal moves are avoided.
    fn choose(&mut self) -> Option<Move> {
        if let Some(mv) = self.scripted().or_else(|| self.expertly()) {
            return Some(mv);
        }
        let legal = self.lockstep.legal();
        self.weights.clear();
        if self.remembers {
            let moves: Vec<String> = legal.iter().map(ToString::to_string).collect();
            self.memory.weigh(general(self.config.rules, self.policy), &moves, &mut self.weights);
        } else if let Some(seen) = self.lockstep.seen() {
            let policy = if self.policy < own(self.config.rules) { self.policy } else { 0 };
            seen.weigh(policy, legal, &mut self.weights);
        }
        self.weights.resize(legal.len(), 1);
        let mut avoided = self.differences.avoided(self.lockstep.plies()).peekable();
        if avoided.peek().is_some() {
            self.weights.iter_mut().for_each(|weight| *weight = weight.saturating_add(1));
            avoided.filter_map(|mv| legal.binary_search(mv).ok()).for_each(|at| self.weights[at] = 0);
            self.weights.iter().find(|&&weight| weight > 0)?;
        }
        Some(legal[self.dice.weighted(&self.weights)].clone())
    }

    /// Counts a played move, whether or not the engines differ after it.
    fn count(&mut self, mv: &Move) {
        self.plies += 1;
        self.counter.fetch_add(1, Ordering::Relaxed);
        let tally = &mut self.coverage.policies[self.policy];
        tally.plies += 1;
        if self.remembers {
            let state = self.lockstep.members();
            let replies = self.lockstep.legal().len();
            let effect =
                self.memory.note(general(self.config.rules, self.policy), &mv.to_string(), state, replies);
            if self.config.rules.is_opaque() {
                self.coverage.effects.note(effect);
            }
        }
        if let (Some(before), Some(after)) = (self.lockstep.seen_before(), self.lockstep.seen()) {
            self.coverage.looked += 1;
            let mut hit = |event: usize| tally.events[event] += 1;
            before.events(mv, after, &mut hit);
            after.repetition_events(&mut self.lockstep.seen_earlier(), &mut hit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::checks::is_in_turn;
    use super::*;

    /// Counts the first `most` games for which `asked` holds, by their remainders modulo `by`.
    fn games(most: u64, by: u64, asked: impl Fn(u64) -> bool) -> impl Iterator<Item = u64> {
        let mut games = vec![0; by as usize];
        (0..most).filter(|&number| asked(number)).for_each(|number| games[(number % by) as usize] += 1);
        games.into_iter()
    }

    #[test]
    fn what_few_games_are_asked_is_asked_in_every_shard() {
        for shards in [3, 64, 89, 128, 987, 1024] {
            assert!(
                games(shards * 200, shards, is_of_both).all(|games| (5..60).contains(&games)),
                "{shards}"
            );
            assert!(
                games(shards * 3000, shards, sampling::is_thorough).all(|games| (5..60).contains(&games)),
                "{shards}"
            );
            assert!(
                games(shards * 200, shards, |number| is_in_turn(number, 5)).all(|games| games > 20),
                "{shards}"
            );
        }
    }

    #[test]
    fn what_few_games_are_asked_is_asked_with_every_policy() {
        let with = |general: usize, most: u64, asked: &dyn Fn(u64) -> bool| {
            (0..most).filter(|&number| supplement(number) == Some(general) && asked(number)).count()
        };
        for general in 1..GENERAL.len() {
            assert!((300..500).contains(&with(general, 100_000, &is_of_both)), "{general}");
            assert!((150..350).contains(&with(general, 1_000_000, &sampling::is_thorough)), "{general}");
            for ply in 0..8 {
                assert!(
                    (600..1000).contains(&with(general, 100_000, &|number| is_in_turn(number, ply))),
                    "{general}"
                );
            }
        }
    }
}
