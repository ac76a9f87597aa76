//! Tries one flaw with the tools that `bench/beside/run` compares. The first argument is the task:
//!
//! - `check TARGET FLAW`: runs a check with one job, with shrinking;
//! - `proptest TARGET FLAW`: runs a state machine test of proptest;
//! - `gtp TARGET FLAW`: serves the engine with the flaw over the protocol;
//! - `reference GAME`: serves the reference engine over the protocol;
//! - `list`: prints all flaws, one per line: the target, the name and a description, separated by tabs;
//! - `starts GAME`: prints the start positions for games of other tools, see [`starts`].
//!
//! A tool that finds the flaw prints a line `found after 0.52 s, moves: 7`, and another line whenever it has
//! a shorter game. It ends with the first flaw, or never. Times are CPU times, which depend little on other
//! work of the machine.

mod machine;
mod starts;

use std::io;
use std::time::Duration;

use bustan_flaws::{Flaw, all, place};
use bustan_games::fuzz::parts;
use bustan_games::{Plays, Visit, find, visit};
use bustan_guide::{Explore, Picture};
use bustan_harness::compare::lockstep::Factories;
use bustan_harness::erased::{ErasedEngine, Guided, Record, Rules, rules};
use bustan_harness::generate::GameConfig;
use bustan_harness::protocol::gtp::{Options, Session, serve};
use bustan_harness::run::check::{self, Plan, Progress};
use bustan_harness::run::stall;
use bustan_harness::shrink::Shrunk;
use bustan_tests::fuzzed::{Hold, Subject, hold};
use bustan_vocabulary::Engine;

use starts::starts;

/// The ply at which a check ends a game, as on the command line.
const MAX_PLIES: usize = 2000;

/// The CPU time without a move after which the flaw counts as an infinite loop.
const HANGS: Duration = Duration::from_secs(10);

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["list"] => all().iter().for_each(|Flaw { target, name, what }| println!("{target}\t{name}\t{what}")),
        ["reference", game] => {
            let game = find(game).expect("a game");
            speak(game.reference.engine(), game.rules);
        }
        ["starts", game] => visit(game, Starts).expect("a game"),
        [task, target, name] => {
            let (game, flaw) = (parts(target).1, place(target, name));
            let done = match task {
                "check" => hold(game, flaw, Check),
                "proptest" => hold(game, flaw, machine::Proptest),
                "gtp" => hold(game, flaw, Speak),
                _ => panic!("nothing is called {task}"),
            };
            done.expect("a game with flaws");
        }
        _ => panic!("beside TASK TARGET FLAW, or beside starts GAME"),
    }
}

/// Reports that the flaw was revealed after `moves` moves; with `apart`, in a game from a position that is
/// not a start position.
fn report(begun: Duration, moves: usize, apart: bool) {
    let apart = if apart { " from a position" } else { "" };
    println!("found after {:.2} s, moves: {moves}{apart}", since(begun));
}

/// Calls `work`. Ends the process if `count` does not change during [`HANGS`].
fn watched<C: PartialEq, T>(begun: Duration, count: impl Fn() -> C + Sync, work: impl FnOnce() -> T) -> T {
    let hangs = || {
        println!("found after {:.2} s, hangs", since(begun));
        std::process::exit(0);
    };
    stall::noticed(HANGS, count, hangs, work).0
}

/// Returns the CPU time since `begun`, in seconds.
fn since(begun: Duration) -> f64 {
    stall::taken().saturating_sub(begun).as_secs_f64()
}

/// A check that ends with its first finding, which is shrunk.
struct Check;

impl Hold for Check {
    type Output = ();

    fn hold<G, S, O>(self, subject: Subject<S>, oracle: fn() -> O)
    where
        G: Guided,
        S: Engine<Game = G, Observation = G::Observation> + Clone + Send,
        O: Engine<Game = G, Observation = G::Observation> + Clone,
    {
        let factories = Factories { subject: &|| subject.make(), oracle: &oracle };
        let plan = Plan::new(u64::MAX, GameConfig::drawn(rules::<G>(), MAX_PLIES.min(G::MOST_MOVES)));
        let (begun, progress) = (stall::taken(), Progress::default());
        let check = || {
            check::run(&plan, factories, &progress, &|finding| {
                tell_of(begun, &finding.best().record, finding.shrunk.as_ref());
            })
        };
        let outcome = watched(begun, || progress.moves(), check);
        for finding in outcome.findings.iter().filter(|finding| !finding.met) {
            tell_of(begun, &finding.best().record, finding.shrunk.as_ref());
        }
    }
}

/// Reports the length of the game of a finding: of the game from a start position, if there is one.
fn tell_of(begun: Duration, best: &Record, shrunk: Option<&Shrunk>) {
    let from_start = shrunk.and_then(|shrunk| shrunk.same_signature.as_ref().or(shrunk.from_start.as_ref()));
    let record = from_start.map_or(best, |found| &found.record);
    report(begun, record.moves.len(), !record.start.is_start());
}

/// A protocol session with the engine that has the flaw.
struct Speak;

impl Hold for Speak {
    type Output = ();

    fn hold<G, S, O>(self, subject: Subject<S>, _: fn() -> O)
    where
        G: Guided,
        S: Engine<Game = G, Observation = G::Observation> + Clone + Send,
        O: Engine<Game = G, Observation = G::Observation> + Clone,
    {
        speak(ErasedEngine::new(subject.make()), rules::<G>());
    }
}

fn speak(engine: ErasedEngine, rules: Rules) {
    let home = rules.initial(&[]).expect("every game has a standard start");
    let mut session = Session::new(engine, home, Options::default()).expect("engines begin there");
    serve(io::stdin().lock(), io::stdout().lock(), &mut session).expect("the other end reads");
}

/// Prints the start positions, one per line: `start`, or `position` if games do not start there; the
/// position; and all moves that can be named at the position, separated by tabs.
struct Starts;

impl Visit for Starts {
    type Output = ();

    fn visit<G, F, R>(self)
    where
        G: Explore + Picture,
        F: Plays<G>,
        R: Plays<G>,
    {
        for start in starts::<G, R>(R::default) {
            let kind = if G::is_start(&start.position) { "start" } else { "position" };
            let moves: Vec<String> = start.moves.iter().map(ToString::to_string).collect();
            println!("{kind}\t{}\t{}", start.position, moves.join("\t"));
        }
    }
}
