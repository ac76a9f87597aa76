//! Inputs of fuzz targets that reveal planted flaws. They are checked in to prove that the test that replays
//! inputs can fail: each input must break the invariant with its flaw, and must not break it without the
//! flaw.

use std::panic::{self, AssertUnwindSafe};
use std::sync::OnceLock;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use bustan_games::fuzz::{Law, parts};
use bustan_games::{Plays, Visit, visit};
use bustan_harness::compare::lockstep::Factories;
use bustan_harness::erased::{ErasedEngine, Guided, Record, rules};
use bustan_harness::generate::fuzz::{self, FeatureCounters, Ran};
use bustan_harness::run::check::{self, Plan, Progress};
use bustan_reference::{chess, dominions, margo, tribolo};
use bustan_vocabulary::Engine;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::flawed_chess::{ChessFlaw, FlawedChess};
use crate::flawed_dominions::{DominionsFlaw, FlawedDominions};
use crate::flawed_margo::{FlawedMargo, MargoFlaw};
use crate::flawed_tictactoe::{Adapted, FlawedTicTacToe, TicTacToeFlaw};
use crate::flawed_tribolo::{FlawedTribolo, TriboloFlaw};
use crate::mistaken::{FORGETS_MOVE, Misspelt, Mistaken, PANICS_AT_THIRD, UNDO_SPOILS_HASH};
use crate::planted::plan;

/// The number of inputs that are tried for a flaw before giving up.
const TRIES: usize = 200_000;

/// The maximum number of bytes that are changed in a seed.
const MOST_CHANGES: usize = 8;

/// The flaws of a target, as the names of their inputs.
pub fn flaws(target: &str) -> Vec<String> {
    let kebab = |flaw: &dyn std::fmt::Debug| {
        let mut name = String::new();
        for c in format!("{flaw:?}").chars() {
            if c.is_uppercase() && !name.is_empty() {
                name.push('-');
            }
            name.extend(c.to_lowercase());
        }
        name
    };
    match parts(target) {
        (Law::OfGames(fuzz::Law::Undo), _) => vec!["undo-spoils-hash".into()],
        (Law::OfGames(_), "dominions") => DominionsFlaw::ALL.iter().map(|flaw| kebab(flaw)).collect(),
        (Law::OfGames(_), "margo") => MargoFlaw::ALL.iter().map(|flaw| kebab(flaw)).collect(),
        (Law::OfGames(_), "tribolo") => TriboloFlaw::ALL.iter().map(|flaw| kebab(flaw)).collect(),
        (Law::OfGames(_), "chess") => ChessFlaw::ALL.iter().map(|flaw| kebab(flaw)).collect(),
        (Law::OfGames(_), "tictactoe") => TicTacToeFlaw::ALL.iter().map(|flaw| kebab(flaw)).collect(),
        (Law::OfGames(_), _) => vec!["forgets-move".into()],
        (Law::Session, _) => vec!["panics-at-third".into()],
        (Law::Notation, _) => vec!["misspelt".into()],
        (Law::Written, _) => vec!["forgets-last".into()],
    }
}

/// The index of a flaw among the flaws of its target.
///
/// # Panics
/// Panics if the target has no flaw named `name`.
pub fn place(target: &str, name: &str) -> usize {
    let place = flaws(target).iter().position(|flaw| flaw == name);
    place.unwrap_or_else(|| panic!("{target} has no flaw {name}"))
}

/// A factory of engines with one flaw.
#[derive(Clone, Copy, Debug)]
pub struct Subject<S> {
    with: fn(usize) -> S,
    flaw: usize,
}

impl<S> Subject<S> {
    /// Creates an engine with the flaw.
    pub fn make(&self) -> S {
        (self.with)(self.flaw)
    }
}

/// A task that takes an engine with a flaw and the engine with which it is compared.
pub trait Hold {
    /// The result of the task.
    type Output;

    /// Runs the task with factories of the engine with the flaw and of the oracle.
    fn hold<G, S, O>(self, subject: Subject<S>, oracle: fn() -> O) -> Self::Output
    where
        G: Guided,
        S: Engine<Game = G, Observation = G::Observation> + Clone + Send,
        O: Engine<Game = G, Observation = G::Observation> + Clone;
}

/// Runs a task for the flaw with the index `flaw`, or for the workspace's engine if `flaw` is `None`. Returns
/// `None` if the game has no engine with planted flaws but a flaw is given.
pub fn hold<H: Hold>(game: &str, flaw: Option<usize>, held: H) -> Option<H::Output> {
    let Some(flaw) = flaw else { return visit(game, Ours(held)) };
    Some(match game {
        "dominions" => held.hold(
            Subject { with: |flaw| FlawedDominions::new(DominionsFlaw::ALL[flaw]), flaw },
            dominions::ReferenceEngine::default,
        ),
        "margo" => held.hold(
            Subject { with: |flaw| FlawedMargo::new(MargoFlaw::ALL[flaw]), flaw },
            margo::ReferenceEngine::default,
        ),
        "tribolo" => held.hold(
            Subject { with: |flaw| FlawedTribolo::new(TriboloFlaw::ALL[flaw]), flaw },
            tribolo::ReferenceEngine::default,
        ),
        "chess" => held.hold(
            Subject { with: |flaw| FlawedChess::new(ChessFlaw::ALL[flaw]), flaw },
            chess::ReferenceEngine::default,
        ),
        "tictactoe" => TicTacToeFlaw::ALL[flaw]
            .plant(|| held.hold(Subject { with: |_| FlawedTicTacToe::default(), flaw }, Adapted::default)),
        _ => return None,
    })
}

/// Runs a task with the two engines of a game.
struct Ours<H>(H);

impl<H: Hold> Visit for Ours<H> {
    type Output = H::Output;

    fn visit<G, F, R>(self) -> H::Output
    where
        G: Guided,
        F: Plays<G>,
        R: Plays<G>,
    {
        self.0.hold(Subject { with: |_| F::default(), flaw: 0 }, R::default)
    }
}

/// The result of an input; `None` if the format of the input has another version.
pub type Judged = Option<Result<(), Breaks>>;

/// Whether an input breaks the invariant of its target if the engine has the flaw with the index `flaw`.
pub fn shows(target: &str, flaw: usize, data: &[u8]) -> bool {
    judge(target, Some(flaw), data, None).is_some_and(|judged| judged.is_err())
}

/// A broken invariant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Breaks {
    /// The number of moves of the game; 0 if the input is a text.
    pub moves: usize,
}

/// Runs an input, and counts the features that its game reaches. Returns `None` if the format of the input
/// has another version. For a target `lockstep`, no flaw means the workspace's engine.
pub fn judge(
    target: &str,
    flaw: Option<usize>,
    data: &[u8],
    feature_counters: Option<FeatureCounters<'_>>,
) -> Judged {
    let (law, game) = parts(target);
    let planted = match law {
        Law::OfGames(fuzz::Law::Lockstep) => hold(game, flaw, Lockstep { data, feature_counters }),
        _ => None,
    };
    let mistaken = || visit(game, Try { law, data }).expect("the game of a target is registered");
    planted.unwrap_or_else(mistaken)
}

/// A task that runs an input with two engines.
struct Lockstep<'a> {
    data: &'a [u8],
    feature_counters: Option<FeatureCounters<'a>>,
}

impl Hold for Lockstep<'_> {
    type Output = Judged;

    fn hold<G, S, O>(self, subject: Subject<S>, oracle: fn() -> O) -> Judged
    where
        G: Guided,
        S: Engine<Game = G, Observation = G::Observation> + Clone + Send,
        O: Engine<Game = G, Observation = G::Observation> + Clone,
    {
        let subject = || subject.make();
        judged(fuzz::compare(
            rules::<G>(),
            Factories { subject: &subject, oracle: &oracle },
            self.data,
            self.feature_counters,
        ))
    }
}

fn judged(ran: Option<Ran>) -> Judged {
    ran.map(|(record, outcome)| outcome.map_err(|_| Breaks { moves: record.moves.len() }))
}

/// A task that runs an input with engines, printers and sessions that make a mistake.
struct Try<'a> {
    law: Law,
    data: &'a [u8],
}

impl Visit for Try<'_> {
    type Output = Judged;

    fn visit<G, F, R>(self) -> Judged
    where
        G: Guided,
        F: Plays<G>,
        R: Plays<G>,
    {
        let panics = |law: &dyn Fn(&[u8])| {
            let held = panic::catch_unwind(AssertUnwindSafe(|| law(self.data)));
            Some(held.map_err(|_| Breaks { moves: 0 }))
        };
        match self.law {
            Law::OfGames(fuzz::Law::Lockstep) => {
                let subject = Mistaken::<F, FORGETS_MOVE>::default;
                judged(fuzz::compare(
                    rules::<G>(),
                    Factories { subject: &subject, oracle: &R::default },
                    self.data,
                    None,
                ))
            }
            Law::OfGames(fuzz::Law::Undo) => judged(fuzz::compare_alone(
                rules::<G>(),
                &Mistaken::<F, UNDO_SPOILS_HASH>::default,
                self.data,
                None,
            )),
            Law::Session => panics(&|data| {
                fuzz::protocol(
                    rules::<G>(),
                    ErasedEngine::new(Mistaken::<F, PANICS_AT_THIRD>::default()),
                    data,
                )
            }),
            Law::Notation => panics(&|data| fuzz::notation::<Misspelt<G>>(data)),
            Law::Written => {
                let engine = || ErasedEngine::new(F::default());
                let forgets_last = |record: &Record| {
                    let moves =
                        record.moves.iter().take(record.moves.len().saturating_sub(1)).cloned().collect();
                    Record { start: record.start.clone(), moves }.write_game(engine())
                };
                panics(&|data| fuzz::written(rules::<G>(), engine, data, forgets_last))
            }
        }
    }
}

/// Finds an input that reveals a flaw of a target: one of the seeds, a mutation of a seed, or the game of a
/// check. The input is shortened until no part can be removed. Returns `None` if no input is found.
pub fn make(target: &str, flaw: usize, seeds: &[Vec<u8>]) -> Option<Vec<u8>> {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(0);
    let varied = seeds.iter().cycle().take(TRIES).map(|seed| {
        let mut data = seed.clone();
        for _ in 0..dice.random_range(1..=MOST_CHANGES) {
            let at = dice.random_range(0..data.len());
            data[at] = dice.random();
        }
        data
    });
    let games = matches!(parts(target).0, Law::OfGames(_));
    let mut tried = seeds.iter().cloned().chain(varied.take_while(|_| games));
    let shown = tried.find(|data| shows(target, flaw, data));
    let mut data = shown.or_else(|| kept(target, flaw).filter(|data| shows(target, flaw, data)))?;
    // An action takes three bytes; a text is shortened byte by byte.
    let step = if games { 3 } else { 1 };
    let mut at = data.len();
    while at >= step {
        at -= step;
        let shorter = [&data[..at], &data[at + step..]].concat();
        if shows(target, flaw, &shorter) {
            data = shorter;
        }
    }
    Some(data)
}

/// The shrunk game of a check that reveals a flaw, as an input. Random mutation does not find all flaws: a
/// repetition, for example, takes a dozen moves.
fn kept(target: &str, flaw: usize) -> Option<Vec<u8>> {
    match parts(target) {
        (Law::OfGames(fuzz::Law::Lockstep), game) => hold(game, Some(flaw), Keep)?,
        _ => None,
    }
}

/// A task that runs a check and turns its finding into an input.
struct Keep;

impl Hold for Keep {
    type Output = Option<Vec<u8>>;

    fn hold<G, S, O>(self, subject: Subject<S>, oracle: fn() -> O) -> Option<Vec<u8>>
    where
        G: Guided,
        S: Engine<Game = G, Observation = G::Observation> + Clone + Send,
        O: Engine<Game = G, Observation = G::Observation> + Clone,
    {
        let factories = Factories { subject: &|| subject.make(), oracle: &oracle };
        let found = check::run(&plan(rules::<G>(), 0), factories, &Progress::default(), &|_| {}).findings;
        found
            .iter()
            .find_map(|finding| fuzz::divergence_input(factories, fuzz::Law::Lockstep, finding.best()))
    }
}

/// Returns the time that a check without shrinking takes to find a flaw of a game, or a bug of the
/// workspace's engine if `flaw` is `None`. Returns `None` if `games` games do not reveal it.
pub fn checked(game: &str, flaw: Option<usize>, games: u64) -> Option<Duration> {
    hold(game, flaw, Check { games })?
}

/// A task that runs a check of `games` games.
struct Check {
    games: u64,
}

impl Hold for Check {
    type Output = Option<Duration>;

    fn hold<G, S, O>(self, subject: Subject<S>, oracle: fn() -> O) -> Option<Duration>
    where
        G: Guided,
        S: Engine<Game = G, Observation = G::Observation> + Clone + Send,
        O: Engine<Game = G, Observation = G::Observation> + Clone,
    {
        let subject = || subject.make();
        let plan = Plan { games: Some(self.games), ..plan(rules::<G>(), 0) };
        let found = OnceLock::new();
        let progress = Progress::default();
        let begun = Instant::now();
        let factories = Factories { subject: &subject, oracle: &oracle };
        check::run(&plan, factories, &progress, &|_| {
            found.get_or_init(|| begun.elapsed());
            progress.stop.store(true, Ordering::Relaxed);
        });
        found.into_inner()
    }
}
