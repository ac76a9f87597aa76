//! A state machine test as in the proptest book. The engine with which the flawed engine is compared is the
//! reference state machine, and the observations of both must be equal after every transition.

use std::any::Any;
use std::fmt;
use std::marker::PhantomData;
use std::panic::{self, AssertUnwindSafe};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use bustan_harness::erased::Guided;
use bustan_harness::run::stall;
use bustan_tests::fuzzed::{Hold, Subject};
use bustan_vocabulary::{Engine, Game};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, RngAlgorithm, TestError, TestRng, TestRunner};
use proptest_state_machine::{ReferenceStateMachine, StateMachineTest};

use crate::starts::{Start, starts};
use crate::{report, watched};

/// The maximum number of transitions of a case.
const LONGEST: usize = 100;

/// The maximum number of legal moves at which sequences of two moves are counted. At other positions, single
/// moves are counted.
const FEW: usize = 30;

/// Values that cannot be passed to a test, because its functions have no parameter for them.
struct Setting<G: Game, S, O> {
    subject: Subject<S>,
    oracle: fn() -> O,
    starts: Vec<Start<G>>,
}

static SETTING: OnceLock<Box<dyn Any + Send + Sync>> = OnceLock::new();

fn setting<G: Game, S: 'static, O: 'static>() -> &'static Setting<G, S, O> {
    let held = SETTING.get().and_then(|held| held.downcast_ref());
    held.expect("it is set before the test begins")
}

/// The number of transitions that the engine has made in the current case.
static MADE: AtomicU64 = AtomicU64::new(0);

/// Runs the test until it fails, and has proptest shrink the case.
pub struct Proptest;

impl Hold for Proptest {
    type Output = ();

    fn hold<G, S, O>(self, subject: Subject<S>, oracle: fn() -> O)
    where
        G: Guided,
        S: Engine<Game = G, Observation = G::Observation> + Clone + Send,
        O: Engine<Game = G, Observation = G::Observation> + Clone,
    {
        let starts = starts::<G, O>(oracle);
        assert!(SETTING.set(Box::new(Setting { subject, oracle, starts })).is_ok(), "one test is run");
        // The only change of the default settings: only the time is limited.
        let config = Config { cases: u32::MAX, failure_persistence: None, ..Config::default() };
        let dice = TestRng::deterministic_rng(RngAlgorithm::default());
        let mut runner = TestRunner::new_with_rng(config.clone(), dice);
        let begun = stall::taken();
        panic::set_hook(Box::new(|_| {}));
        let (cases, trying) = (AtomicU64::new(0), AtomicBool::new(false));
        // No engine is tried while a case is generated. The count then includes the time, so it changes.
        let count = || {
            let idle = !trying.load(Ordering::Relaxed);
            (cases.load(Ordering::Relaxed), MADE.load(Ordering::Relaxed), idle.then(Instant::now))
        };
        let try_case = |(state, transitions, seen): (State<G, O>, Vec<Transition<G>>, _)| {
            let apart = !G::is_start(&setting::<G, S, O>().starts[state.start].position);
            cases.fetch_add(1, Ordering::Relaxed);
            MADE.store(0, Ordering::Relaxed);
            trying.store(true, Ordering::Relaxed);
            let config = config.clone();
            let test = || Test::<G, S, O>::test_sequential(config, state, transitions, seen);
            let passed = panic::catch_unwind(AssertUnwindSafe(test));
            trying.store(false, Ordering::Relaxed);
            passed.map_err(|_| {
                report(begun, MADE.load(Ordering::Relaxed) as usize, apart);
                TestCaseError::fail("the engines differ")
            })
        };
        let all = Model::<G, S, O>::sequential_strategy(1..LONGEST);
        let failed = watched(begun, count, || runner.run(&all, try_case));
        if let Err(TestError::Fail(_, (state, transitions, _))) = failed {
            let start = &setting::<G, S, O>().starts[state.start].position;
            eprintln!("{start}: {transitions:?}");
            report(begun, transitions.len(), !G::is_start(start));
        }
    }
}

/// A transition, which both engines make.
#[derive(Clone, Debug)]
enum Transition<G: Game> {
    /// The player to move makes a legal move.
    Play(G::Move),
    /// Any player tries any move that can be named, which may be refused.
    Propose(G::Player, G::Move),
    /// The last move is taken back.
    Undo,
    /// A duplicate replaces the engine.
    Duplicate,
    /// The engine is set up at its current position.
    Restore,
    /// Sequences of moves are counted.
    Count,
}

/// The result of a transition of an engine.
#[derive(Clone, Debug, PartialEq)]
enum Answer<R> {
    Nothing,
    Played(Result<(), Option<R>>),
    Undone(Option<bool>),
    SetUp(bool),
    Counted(Option<u64>),
}

/// Makes a transition with an engine.
fn make<G: Game, E: Engine<Game = G>>(engine: &mut E, transition: &Transition<G>) -> Answer<G::Reason> {
    match transition {
        Transition::Play(mv) => Answer::Played(engine.play(engine.turn().unwrap_or(G::PLAYERS[0]), mv)),
        Transition::Propose(player, mv) => Answer::Played(engine.play(*player, mv)),
        Transition::Undo => Answer::Undone(engine.undo()),
        Transition::Duplicate => {
            if let Some(duplicate) = engine.duplicate() {
                *engine = duplicate;
            }
            Answer::Nothing
        }
        Transition::Restore => {
            let position = engine.position().expect("it tells its position");
            Answer::SetUp(engine.setup(&position).is_ok())
        }
        Transition::Count => {
            let few = engine.legal_moves().is_some_and(|moves| moves.len() <= FEW);
            Answer::Counted(engine.perft(if few { 2 } else { 1 }))
        }
    }
}

/// The reference state machine.
struct Model<G, S, O>(PhantomData<(G, S, O)>);

/// The state of the reference state machine.
#[derive(Clone)]
struct State<G: Game, O> {
    start: usize,
    engine: O,
    /// The result of the last transition.
    answer: Answer<G::Reason>,
}

impl<G: Game, O> fmt::Debug for State<G, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "start {}", self.start)
    }
}

impl<G, S, O> ReferenceStateMachine for Model<G, S, O>
where
    G: Guided,
    S: Engine<Game = G, Observation = G::Observation> + Clone + Send,
    O: Engine<Game = G, Observation = G::Observation> + Clone,
{
    type State = State<G, O>;
    type Transition = Transition<G>;

    fn init_state() -> BoxedStrategy<Self::State> {
        let setting = setting::<G, S, O>();
        let begun = |start: usize| {
            let mut engine = (setting.oracle)();
            engine.setup(&setting.starts[start].position).expect("it begins there");
            State { start, engine, answer: Answer::Nothing }
        };
        (0..setting.starts.len()).prop_map(begun).boxed()
    }

    fn transitions(state: &Self::State) -> BoxedStrategy<Self::Transition> {
        let named = setting::<G, S, O>().starts[state.start].moves.clone();
        let mut legal = state.engine.legal_moves().unwrap_or_default();
        legal.sort_unstable();
        let others = prop_oneof![
            2 => (select(G::PLAYERS), select(named)).prop_map(|(player, mv)| Transition::Propose(player, mv)),
            1 => Just(Transition::Undo),
            1 => Just(Transition::Duplicate),
            1 => Just(Transition::Restore),
            1 => Just(Transition::Count),
        ];
        if legal.is_empty() {
            return others.boxed();
        }
        prop_oneof![10 => select(legal).prop_map(Transition::Play), 6 => others].boxed()
    }

    fn apply(mut state: Self::State, transition: &Self::Transition) -> Self::State {
        state.answer = make(&mut state.engine, transition);
        state
    }
}

/// The test of the flawed engine.
struct Test<G, S, O>(PhantomData<(G, S, O)>);

/// The flawed engine, and its hashes since the start of the game.
struct Tried<G: Game, S> {
    engine: S,
    hashes: Vec<(G::Identity, u64)>,
}

impl<G, S, O> StateMachineTest for Test<G, S, O>
where
    G: Guided,
    S: Engine<Game = G, Observation = G::Observation> + Clone + Send,
    O: Engine<Game = G, Observation = G::Observation> + Clone,
{
    type SystemUnderTest = Tried<G, S>;
    type Reference = Model<G, S, O>;

    fn init_test(state: &State<G, O>) -> Tried<G, S> {
        let setting = setting::<G, S, O>();
        let mut engine = setting.subject.make();
        engine.setup(&setting.starts[state.start].position).expect("it begins there");
        let hashes = vec![hashed(&engine)];
        Tried { engine, hashes }
    }

    fn apply(mut tried: Tried<G, S>, state: &State<G, O>, transition: Transition<G>) -> Tried<G, S> {
        MADE.fetch_add(1, Ordering::Relaxed);
        let verdict = match &transition {
            Transition::Propose(player, mv) => tried.engine.verdict(*player, mv).answer(),
            _ => None,
        };
        let answer = make(&mut tried.engine, &transition);
        assert_eq!(answer, state.answer);
        if let (Answer::Played(played), Some(verdict)) = (answer, verdict) {
            assert_eq!(played, verdict);
        }
        tried.hashes.push(hashed(&tried.engine));
        tried
    }

    fn check_invariants(tried: &Tried<G, S>, state: &State<G, O>) {
        let (engine, other) = (&tried.engine, &state.engine);
        assert_eq!(engine.turn(), other.turn());
        assert_eq!(engine.observe(), other.observe());
        assert_eq!(engine.position(), other.position());
        let sorted = |moves: Option<Vec<G::Move>>| {
            let mut moves = moves.expect("both list");
            moves.sort_unstable();
            moves
        };
        let legal = sorted(engine.legal_moves());
        assert_eq!(legal, sorted(other.legal_moves()));
        for mv in legal {
            assert_eq!(mv.to_string().parse().ok(), Some(mv));
        }
        let (seen, hash) = hashed(engine);
        for (earlier, then) in &tried.hashes {
            assert_eq!(*earlier == seen, *then == hash);
        }
    }
}

/// Returns the identity of the position that an engine reports, and its hash.
fn hashed<G: Game, E: Engine<Game = G, Observation = G::Observation>>(engine: &E) -> (G::Identity, u64) {
    let seen = engine.observe().expect("it observes");
    (G::identity(&seen), engine.hash().expect("it hashes"))
}
