//! Test games: seeded, steered by policies, with every check made often enough.
//!
//! A game starts at a position that the game offers, follows one policy or, now and then, changes to another
//! on the way, and ends where the rules end it. At every ply both engines are asked about a few more moves,
//! mostly illegal ones. In some games every check is made after every move. In the others the game's own dice
//! sample the expensive ones, texts and laws more seldom the more games have gone before, but most are made at
//! least once in each: duplicates and taking back one move at the first ply; texts, laws and taking back
//! everything at the last. What an engine passes by itself is looked at on the oracle, which as a rule is the
//! slower engine, in the first games and some of the others only. After the game, positions with a few
//! words changed are offered to both engines, which must refuse or accept them alike, and play goes on from
//! those they accept.

pub mod coverage;
pub mod fuzz;
pub(crate) mod light;
mod memory;
pub(crate) mod mutate;
pub mod past;
pub mod policies;
mod small;
pub(crate) mod steer;
#[cfg(feature = "proptest")]
pub mod strategies;

use std::collections::{BTreeSet, VecDeque};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use bustan_guide::{Explore, Small};
use bustan_vocabulary::{Draw, Game, NoStart, Record};
use serde::{Deserialize, Serialize};

use crate::base::policies::GENERAL;
use crate::base::{Dice, Stop};
use crate::compare::audit::Asked;
use crate::compare::compared::Compared;
use crate::compare::conventions::convention;
use crate::compare::divergence::Signature;
use crate::compare::laws::Symmetries;
use crate::compare::lockstep::{Checked, Factory, Lockstep};
use crate::compare::participant::{End, Unset};
use crate::erased::{Erased, Move, Position, Rules};
use crate::generate::coverage::Coverage;
use crate::generate::memory::Memory;
use crate::generate::mutate::nearly;
use crate::generate::past::{Check, Found, Past};
use crate::generate::policies::{general, own, place};
use crate::protocol::gtp::Chooser;

/// The part of a run's games that is fixed; the rest is drawn.
#[derive(Clone, Debug)]
pub struct GameConfig {
    /// The policy, a place among [those of the game](policies::of).
    pub policy: Option<usize>,
    /// The rules of the game.
    pub rules: Rules,
    /// Where games start.
    pub start: Option<Start>,
    /// The ply at which a game is broken off.
    pub max_plies: usize,
    /// Whether to make every check after every move of all games, not only of some.
    pub thorough: bool,
    /// Whether a game goes on behind the differences that it shows.
    pub goes_on: bool,
    /// The game that is played, instead of games of these policies and starts.
    pub given: Option<Given>,
    /// Whether an earlier run has made up the position at which a recorded game begins.
    pub offered: bool,
    /// The players that choose most moves, if the policy is [theirs](policies::of_players).
    pub experts: Option<Experts>,
    /// The engine that says how many sequences of moves a program should count, if one does.
    pub counter: Option<Counter>,
}

/// What makes an engine that counts sequences of moves quickly.
#[derive(Clone, Copy)]
pub struct Counter(pub &'static dyn Factory);

impl fmt::Debug for Counter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Counter")
    }
}

/// What makes a player for a game from a position, with a seed; nothing if none can play there.
pub type Recruit = dyn Fn(&Position, u64) -> Option<Chooser> + Send + Sync;

/// What makes the players that choose the moves of test games.
#[derive(Clone)]
pub struct Experts(pub Arc<Recruit>);

impl fmt::Debug for Experts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Experts")
    }
}

/// A game that is not drawn.
#[derive(Clone, Debug)]
pub enum Given {
    /// The game of a fuzzer's input.
    Input(fuzz::Input),
    /// A recorded game. Each move is asked about before it is played.
    Record(Record<Erased>),
}

/// Where the games of a run start, if that is not left to the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// At a position of the same kind; see [`Explore::start_like`].
    Like(Position),
    /// At this position.
    At(Position),
    /// At one of these positions, of which there is at least one.
    Among(Arc<[Position]>),
}

impl GameConfig {
    /// Games of all policies from all starts, broken off at this ply.
    pub const fn drawn(rules: Rules, max_plies: usize) -> Self {
        Self {
            rules,
            policy: None,
            start: None,
            max_plies,
            thorough: false,
            goes_on: false,
            given: None,
            offered: false,
            experts: None,
            counter: None,
        }
    }
}

impl GameConfig {
    /// Draws a position where a game starts.
    pub(crate) fn draw_start(&self, draw: &mut Draw<'_>) -> Position {
        // The dice of a game fall alike wherever it starts.
        let drawn = self.rules.start(draw);
        match &self.start {
            None => drawn,
            Some(Start::Like(like)) => Erased::start_like(like, draw),
            Some(Start::At(position)) => position.clone(),
            Some(Start::Among(positions)) => positions[draw(positions.len() as u32) as usize].clone(),
        }
    }
}

/// One game of this many, if the game is known, goes by the policies that need no knowledge of it.
const SUPPLEMENT: u64 = 8;

/// A player that chooses moves leaves one in this many to the dice, so that its games differ.
const ERRS: u32 = 8;

/// Every check is made after every move in one game of this many, if no engine is a program.
const THOROUGH: u32 = 24;

/// What each engine passes by itself is checked of both in the first games of a run, so many, and in one game of
/// [`BOTH`] behind them; in the others of the engine under test alone, because the other is the slower one.
const FIRST: u64 = 4;

/// See [`FIRST`].
const BOTH: u64 = 8;

/// Texts and laws are looked at this many times as seldom in games behind the first [`EARLY`].
const SELDOM: u64 = 4;

/// See [`SELDOM`].
const EARLY: u64 = 64;

/// As many binary digits hold the plies of nearly every game.
const PLIES: u32 = 16;

/// The number of starting positions drawn for engines that cannot begin everywhere.
const DRAWS: usize = 8;

/// How a test game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It was played to the end.
    Played,
    /// It was broken off.
    Stopped,
    /// An engine does not tell whether a move of it is legal.
    Untold,
    /// The engines differ, and it could not go on behind that.
    Cut,
}

/// A test game that was played.
#[derive(Debug)]
pub struct Played {
    /// How the game ended.
    pub ending: Ending,
    /// The differences found, in the order in which they came up.
    pub found: Vec<Found>,
    /// The accepted differences that showed.
    pub accepted: BTreeSet<Signature>,
    /// Those of them behind which the game could not go on.
    pub ended: BTreeSet<Signature>,
    /// Moves played.
    pub plies: u64,
    /// Whether both engines began it.
    pub begun: bool,
    /// The policy it began with.
    pub policy: usize,
    /// The moves that were asked about, with their plies, in the order of asking.
    pub asked: Vec<Asked>,
    /// What was compared.
    pub(crate) compared: Compared,
    /// Why it was not played, or not to its end, if the engines agree in that.
    pub(crate) idle: Option<Idle>,
    /// The description if the system took an engine away, and whether it cannot be replaced.
    pub(crate) loss: Option<(String, bool)>,
    /// The starts that were tried, as texts.
    pub(crate) tried: Vec<String>,
}

/// Why a game was not played, or not to its end, although no difference showed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Idle {
    /// An engine could not be set up where the game starts; the answers of those that could not.
    Unable(String),
    /// Both engines refuse the position at which it starts, with this answer.
    Refused(String),
    /// It is over where it starts.
    Over(String),
    /// No engine lists moves, and both refuse the words that were tried, if any were.
    Unlisted { tried: bool },
    /// Both engines refuse this move of a recorded game, which is its move of this number.
    Illegal(usize, String),
}

/// One game being generated.
struct Generator<'g, 'm> {
    lockstep: &'g mut Lockstep<'m>,
    config: &'g GameConfig,
    dice: Dice,
    coverage: &'g mut Coverage,
    stop: Stop<'g>,
    /// The number of the game in its run.
    number: u64,
    /// Whether to make every check after every move.
    thorough: bool,
    /// Whether to ask no more than a program can answer in good time; see the module `light`.
    light: bool,
    /// Whether moves are chosen by what others did before in this game, not by what is known of the game.
    remembers: bool,
    policy: usize,
    asked: Vec<Asked>,
    plies: u64,
    begun: bool,
    /// The moves of the whole run.
    counter: &'g AtomicU64,
    /// A position of the game, as text.
    sample: Option<String>,
    weights: Vec<u32>,
    /// Why the game is not played, or not to its end, if that is so.
    idle: Option<Idle>,
    /// The starts that were tried, as texts.
    tried: Vec<String>,
    /// Whether all its moves were played, and only checks are left, and positions beside it.
    over: bool,
    /// What the game has shown, if moves are chosen by that.
    memory: Memory,
    /// The short game that this is, unless it has begun, and the policy of the game without it.
    small: Option<(Small<Erased>, usize)>,
    /// The moves that come next, as far as they are legal.
    script: VecDeque<Move>,
    /// The ply at which the game is broken off.
    most: usize,
    /// The player that chooses most moves, if one does.
    expert: Option<Chooser>,
    past: Past,
    /// Is told each difference when it first shows.
    tell: &'g dyn Fn(usize, &Found),
}

/// The policy that the game of this number begins with in spite of what is drawn, by its place in [`GENERAL`], if there is
/// one.
const fn supplement(number: u64) -> Option<usize> {
    match number % SUPPLEMENT {
        rest if rest == SUPPLEMENT - 1 => Some(1 + (number / SUPPLEMENT) as usize % (GENERAL.len() - 1)),
        _ => None,
    }
}

/// Whether what each engine passes by itself is checked of both in this game: the first few, and one in [`BOTH`].
fn is_of_both(number: u64) -> bool {
    number < FIRST || Dice::picks(BOTH, number)
}

/// Whether a text or law that is due at this ply of a game is looked at.
fn is_in_turn(number: u64, ply: u64) -> bool {
    number < EARLY || Dice::picks(SELDOM, number << PLIES ^ ply)
}

/// What a run wants to know of a game while it is played.
pub struct Hooks<'h> {
    /// When to break the game off.
    pub stop: Stop<'h>,
    /// The number of moves of the whole run. The moves of the game are added as they are played.
    pub counter: &'h AtomicU64,
    /// Is called with the place of the policy and each difference that the game continues after, when it first shows and
    /// before an engine is asked anything else.
    pub found: &'h dyn Fn(usize, &Found),
}

impl<'h> Hooks<'h> {
    /// Hooks that do nothing with what is found.
    pub fn new(stop: Stop<'h>, counter: &'h AtomicU64) -> Self {
        Self { stop, counter, found: &|_, _| {} }
    }
}

/// Plays one test game, that of this number in its run.
pub fn play(
    lockstep: &mut Lockstep<'_>,
    config: &GameConfig,
    number: u64,
    mut dice: Dice,
    coverage: &mut Coverage,
    hooks: Hooks<'_>,
) -> Played {
    let Hooks { stop, counter, found: tell } = hooks;
    let policies = config.rules.policies().len() as u32;
    let drawn = dice.below(policies) as usize;
    let supplement = supplement(number).filter(|_| !config.rules.is_opaque() && config.given.is_none());
    let small = small::drawn(lockstep, config, number, &mut dice);
    let small = small.map(|small| (small, drawn));
    let drawn = small.as_ref().map_or(drawn, |(small, _)| small.policy);
    let policy = config.policy.unwrap_or(supplement.map_or(drawn, |general| place(config.rules, general)));
    coverage.policies[policy].games += 1;
    let (costly, drawn) = (lockstep.is_costly(), dice.one_in(THOROUGH));
    let thorough = config.thorough || if costly { light::is_thorough(number) } else { drawn };
    // A run of an unknown game knows nothing that makes one of its engines better than the other.
    let both = config.rules.is_opaque() || costly || config.thorough || is_of_both(number);
    lockstep.trust_oracle(!both && config.given.is_none());
    let mut generator = Generator {
        lockstep,
        config,
        dice,
        coverage,
        stop,
        number,
        thorough,
        light: costly && !thorough,
        remembers: config.rules.is_opaque()
            || (own(config.rules)..policies::of_players(config.rules)).contains(&policy),
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
        past: Past::new(),
        tell,
    };
    let game = match &config.given {
        Some(given) => generator.given(given),
        None => generator.game(),
    };
    let Generator { lockstep, coverage, plies, begun, small, mut past, asked, idle, over, tried, .. } =
        generator;
    let policy = small.map_or(policy, |(_, policy)| policy);
    for one in lockstep.take_explained().into_iter().filter_map(|number| convention(config.rules, number)) {
        *coverage.conventions.entry(one.name.into()).or_default() += 1;
    }
    past.stretch(lockstep.known_mut().take_plies());
    let loss = match &game {
        Err(last) if last.is_loss() => {
            Some((last.headline.to_string(), last.signature.end() == Some(End::Unstarted)))
        }
        _ => None,
    };
    let (ending, last) = match game {
        Ok(true) => (Ending::Played, None),
        Ok(false) => (Ending::Stopped, None),
        Err(last) if last.is_untold() => (if over { Ending::Played } else { Ending::Untold }, None),
        Err(last) if last.is_interruption() => (Ending::Stopped, None),
        Err(last) => (Ending::Cut, Some(last)),
    };
    // Starting a program takes longer than a game. One that was only seen to differ is told to begin anew.
    if past.is_disturbed() && !(past.is_mild() && lockstep.is_costly()) {
        // What the engines were made to do in this game is not to show in the next.
        lockstep.spoil();
    }
    let mut ended = past.accepted_ends();
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
    let found = past.end(last, &asked);
    let compared = lockstep.take_compared();
    Played { ending, found, accepted, ended, plies, begun, policy, asked, compared, idle, loss, tried }
}

impl Generator<'_, '_> {
    /// Plays the game and what comes after it; `false` if broken off.
    fn game(&mut self) -> Checked<bool> {
        self.visit_published()?;
        self.begun = self.begin_small()? || self.begin()?;
        if self.begun && self.lockstep.legal().is_empty() {
            let start = self.lockstep.record().start.to_string();
            let silent = self.lockstep.listed_by() == [false, false];
            self.idle = Some(if silent {
                Idle::Unlisted { tried: self.lockstep.has_words() }
            } else {
                Idle::Over(start)
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

    /// Gives both engines a position that cannot occur: they refuse it, and the game is as it was.
    fn begin_nowhere(&mut self) -> Checked {
        match self.config.rules.position(Erased::impossible_of(self.config.rules)) {
            Ok(position) => self.try_start(&position).map(drop),
            Err(_) => Ok(()),
        }
    }

    /// Has a player choose the moves of this game, if one is to.
    fn recruit(&mut self) {
        if let Some(Experts(recruit)) = &self.config.experts {
            let seed = u64::from(self.dice.below(u32::MAX));
            self.expert = recruit(&self.lockstep.record().start, seed);
        }
    }

    /// The move of the player that chooses, but for one in so many.
    fn expertly(&mut self) -> Option<Move> {
        let expert = self.expert.as_mut().filter(|_| !self.dice.one_in(ERRS))?;
        let mv = expert(&self.lockstep.record()).ok()?;
        let avoided = self.past.avoided(self.lockstep.plies()).any(|other| *other == mv);
        (!avoided && self.lockstep.legal().binary_search(&mv).is_ok()).then_some(mv)
    }

    /// Plays a game that is given.
    fn given(&mut self, given: &Given) -> Checked<bool> {
        let outcome = match given {
            Given::Input(input) => input.play(self.lockstep),
            Given::Record(record) => self.recorded(record),
        };
        self.plies = self.lockstep.plies() as u64;
        self.counter.fetch_add(self.plies, Ordering::Relaxed);
        self.coverage.policies[self.policy].plies += self.plies;
        self.begun = !matches!(outcome, Ok(false));
        outcome.map(|_| true)
    }

    /// Plays a recorded game, as far as both engines accept it; `false` if they cannot begin it.
    fn recorded(&mut self, record: &Record<Erased>) -> Checked<bool> {
        // If the engines list different moves, the next move of the record says most.
        let next = |ply: usize| record.moves.get(ply).map(|(_, mv)| mv.clone());
        self.past.offered = self.config.offered.then(|| record.start.clone());
        self.lockstep.expect(next(0));
        let begun = self.lockstep.setup(&record.start)?;
        if !self.begins(&begun) {
            return Ok(false);
        }
        for (ply, (player, mv)) in record.moves.iter().enumerate() {
            self.lockstep.forgiving(|lockstep| lockstep.ask(*player, mv))?;
            self.lockstep.expect(next(ply + 1));
            if !self.lockstep.step(*player, mv, false)? {
                self.idle = Some(Idle::Illegal(ply + 1, Erased::said(*player, mv)));
                break;
            }
        }
        self.lockstep.forgiving(Lockstep::count)?;
        self.lockstep.forgiving(Lockstep::text)?;
        self.lockstep.forgiving(Lockstep::walk)?;
        self.lockstep.forgiving(|lockstep| lockstep.laws(Symmetries::All))?;
        Ok(true)
    }

    /// Begins where the run says, else where both engines can, on the standard board if nowhere else.
    fn begin(&mut self) -> Checked<bool> {
        self.asked.clear();
        for _ in 0..DRAWS {
            let start = self.drawn();
            self.tried.push(start.to_string());
            match self.try_start(&start)? {
                None => {}
                Some(answer @ Err(NoStart::Unable)) => drop(self.begins(&answer)),
                Some(answer) if answer.is_err() && matches!(self.config.start, Some(Start::Among(_))) => {
                    self.begins(&answer);
                    *self.coverage.refused.entry(start.to_string()).or_default() += 1;
                }
                Some(answer) => return Ok(self.begins(&answer)),
            }
        }
        let standard = self.config.rules.initial(&[]).ok().filter(|_| self.config.start.is_none());
        let start = standard.unwrap_or_else(|| self.config.draw_start(&mut |n| self.dice.below(n)));
        self.tried.push(start.to_string());
        Ok(self.try_start(&start)?.is_some_and(|answer| self.begins(&answer)))
    }

    /// Whether a game begins, after this answer to a position. If not, notes why.
    fn begins(&mut self, answer: &Result<(), Unset>) -> bool {
        self.idle = match answer {
            Ok(()) => None,
            Err(NoStart::Unable) => Some(Idle::Unable(self.lockstep.unset())),
            Err(refusal) => Some(Idle::Refused(refusal.to_string())),
        };
        answer.is_ok()
    }

    fn play_from(&mut self, start: &Position, most: usize) -> Checked<bool> {
        self.asked.clear();
        match self.try_start(start)? {
            Some(Ok(())) => self.play_on(most),
            _ => Ok(true),
        }
    }

    fn play_on(&mut self, most: usize) -> Checked<bool> {
        // The ply after which another policy takes over, in one game of four.
        let change = if self.dice.one_in(4) { self.dice.below(40) as usize } else { usize::MAX };
        // Behind a difference the game may go on from a position of its own.
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
        if self.light {
            self.sample_at_the_end(played(self))?;
            return Ok(true);
        }
        self.ask()?;
        self.attempt(Check::Count, Lockstep::count)?;
        self.attempt(Check::Text, Lockstep::text)?;
        self.attempt(Check::Walk, Lockstep::walk)?;
        let which = Symmetries::drawn(&mut self.dice);
        self.attempt(Check::Laws, |lockstep| lockstep.laws(which))?;
        Ok(true)
    }

    /// Checks one position and plays one move; `false` if there is none to play.
    fn ply(&mut self) -> Checked<bool> {
        let first = self.lockstep.plies() == 0;
        if self.light {
            self.sample()?;
        } else {
            self.probe(first)?;
        }
        if self.lockstep.legal().is_empty() {
            return Ok(false);
        }
        self.count_ahead()?;
        let twin = !self.light && (first || self.due(8));
        let Some(player) = self.lockstep.turn() else { return Ok(false) };
        let Some(mv) = self.choose() else {
            // Whatever is played leads to what the engines differ in.
            return Ok(self.give_in());
        };
        let asked = Instant::now();
        let accepted = self.advance(player, &mv, twin)?;
        self.lockstep.paced(asked.elapsed());
        if accepted == Some(true) {
            self.count(&mv);
        }
        Ok(accepted != Some(false))
    }

    /// Asks about a few moves and makes some of the checks that are not part of the game.
    fn probe(&mut self, first: bool) -> Checked {
        for _ in 0..1 + self.dice.below(3) {
            self.ask()?;
        }
        let probing = first || self.due(8);
        let legal = self.lockstep.legal();
        if legal.is_empty() {
            return Ok(());
        }
        if probing {
            let probe = self.dice.pick(legal).clone();
            self.attempt(Check::Branch, |lockstep| lockstep.branch(&probe))?;
        }
        // Policies seldom pass at once, and "nothing has been played yet" is easily confused with "a pass was
        // played".
        if let Some(pass) =
            self.config.rules.pass().filter(|pass| first && self.lockstep.legal().contains(pass))
        {
            self.attempt(Check::Branch, |lockstep| lockstep.branch(&pass))?;
        }
        let due = self.due(12);
        if due && self.in_turn() {
            self.attempt(Check::Text, Lockstep::text)?;
        }
        if self.due(4) {
            self.attempt(Check::Count, Lockstep::count)?;
        }
        if self.dice.one_in(64) {
            self.attempt(Check::CountTwo, Lockstep::count_two)?;
        }
        if self.due(16) {
            let which = Symmetries::drawn(&mut self.dice);
            if self.in_turn() {
                self.attempt(Check::Laws, |lockstep| lockstep.laws(which))?;
            }
        }
        // On an engine that lists the legal moves at each of its plies, a random game takes as long as the
        // rest of this one.
        if self.dice.one_in(240) {
            let stop = self.stop;
            self.attempt(Check::Playout, |lockstep| lockstep.playout(1, stop))?;
        }
        if self.dice.one_in(200) {
            self.attempt(Check::Walk, Lockstep::walk)?;
        }
        if self.sample.is_none() || self.dice.one_in(8) {
            self.note_sample();
        }
        Ok(())
    }

    /// Remembers the position at hand, if an engine can tell it.
    fn note_sample(&mut self) {
        let position = self.lockstep.position().map(|position| position.to_string());
        self.sample = position.or(self.sample.take());
    }

    /// Whether a check is due that is made after one move in `sampled`, or after every move.
    fn due(&mut self, sampled: u32) -> bool {
        self.thorough || self.dice.one_in(sampled)
    }

    /// Whether a text or law that is due is looked at: always in the first games, later one time in so many. The dice
    /// have no part in it, so that the moves of a game are the same whatever is looked at.
    fn in_turn(&self) -> bool {
        self.thorough || is_in_turn(self.number, self.plies)
    }

    /// Chooses a move; `None` if there is none that is worth playing.
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
            Erased::weigh(policy, seen, legal, &mut self.weights);
        }
        self.weights.resize(legal.len(), 1);
        let mut avoided = self.past.avoided(self.lockstep.plies()).peekable();
        if avoided.peek().is_some() {
            self.weights.iter_mut().for_each(|weight| *weight = weight.saturating_add(1));
            avoided.filter_map(|mv| legal.binary_search(mv).ok()).for_each(|at| self.weights[at] = 0);
            self.weights.iter().find(|&&weight| weight > 0)?;
        }
        Some(legal[self.dice.weighted(&self.weights)].clone())
    }

    /// Counts a move that was played, whether or not the engines differ after it.
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
            let mut hit = |event: usize| tally.events[event] += 1;
            Erased::events(before, mv, after, &mut hit);
            Erased::repetition_events(&mut self.lockstep.seen_earlier(), after, &mut hit);
        }
    }

    /// Asks about a move near something interesting, mostly for the player on turn.
    fn ask(&mut self) -> Checked {
        let Some(mv) = self.lockstep.proposal(&mut |n| self.dice.below(n)) else { return Ok(()) };
        let players = self.lockstep.players();
        if players.is_empty() {
            return Ok(());
        }
        let anyone = *self.dice.pick(&players);
        let player = if self.dice.one_in(16) { anyone } else { self.lockstep.turn().unwrap_or(anyone) };
        self.asked.push((self.lockstep.plies(), player, mv.clone()));
        if let Some(Some(Err(Some(reason)))) =
            self.attempt(Check::Ask, |lockstep| lockstep.ask(player, &mv))?
            && let Some(event) = Erased::refusal_event(reason)
        {
            self.coverage.policies[self.policy].events[event] += 1;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The games of which something is asked, with these remainders by this divisor, among the first so many.
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
                games(shards * 3000, shards, light::is_thorough).all(|games| (5..60).contains(&games)),
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
            assert!((150..350).contains(&with(general, 1_000_000, &light::is_thorough)), "{general}");
            for ply in 0..8 {
                assert!(
                    (600..1000).contains(&with(general, 100_000, &|number| is_in_turn(number, ply))),
                    "{general}"
                );
            }
        }
    }
}
