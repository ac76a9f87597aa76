//! Checks engines that do not respond. Each check runs in a separate process of this program.

use std::process::{Command, Stdio};
use std::sync::Once;
use std::thread::sleep;
use std::time::{Duration, Instant};
use std::{env, hint, io};

use bustan_harness::compare::lockstep::Factories;
use bustan_harness::erased::rules;
use bustan_reference::tictactoe::ReferenceEngine;
use bustan_vocabulary::tictactoe::{Invalid, Move, Player, Position, Reason, TicTacToe};
use bustan_vocabulary::{Engine, NoStart};
use serde_json::Value;

/// The environment variable that names the engine that this process must check.
const SUBJECT: &str = "BUSTAN_TRIAL_SUBJECT";

/// The time after which a check is killed.
const MOST: Duration = Duration::from_secs(120);

/// The behaviour of an engine that is asked for the legal moves after three moves.
type Fault = fn();

/// An engine that is correct until it shows its fault.
struct Faulty {
    engine: ReferenceEngine,
    moves: usize,
    fault: Fault,
}

impl Engine for Faulty {
    type Game = TicTacToe;
    type Observation = ();

    fn name(&self) -> String {
        "faulty".into()
    }

    fn setup(&mut self, position: &Position) -> Result<(), NoStart<Invalid>> {
        self.moves = 0;
        self.engine.setup(position)
    }

    fn play(&mut self, player: Player, mv: &Move) -> Result<(), Option<Reason>> {
        self.engine.play(player, mv)?;
        self.moves += 1;
        Ok(())
    }

    fn turn(&self) -> Option<Player> {
        self.engine.turn()
    }

    fn legal_moves(&self) -> Option<Vec<Move>> {
        if self.moves == 3 {
            (self.fault)();
        }
        self.engine.legal_moves()
    }
}

fn loops() {
    while hint::black_box(true) {}
}

fn waits() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| sleep(Duration::from_millis(2_500)));
}

/// Returns the report of a check of the engine named `subject`.
fn told(subject: &str) -> Value {
    let begun = Instant::now();
    let mut check = Command::new(env::current_exe().unwrap())
        .args(["the_check_of_this_process", "--exact", "--nocapture"])
        .env(SUBJECT, subject)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    while check.try_wait().unwrap().is_none() {
        if begun.elapsed() > MOST {
            check.kill().unwrap();
            panic!("the check does not end");
        }
        sleep(Duration::from_millis(5));
    }
    let said = io::read_to_string(check.stdout.take().unwrap()).unwrap();
    let line = said.lines().find_map(|line| line.find('{').map(|at| &line[at..]));
    serde_json::from_str(line.unwrap_or_else(|| panic!("it says {said}"))).unwrap()
}

/// Does nothing unless the environment variable [`SUBJECT`] is set.
#[test]
fn the_check_of_this_process() {
    let (fault, seconds): (Fault, u64) = match env::var(SUBJECT).as_deref() {
        Ok("loops") => (loops, 3_600),
        Ok("waits") => (waits, 1),
        _ => return,
    };
    let subject = move || Faulty { engine: ReferenceEngine::default(), moves: 0, fault };
    bustan_trial::check(
        rules::<TicTacToe>(),
        Factories { subject: &subject, oracle: &ReferenceEngine::default },
        1,
        Some(Duration::from_secs(seconds)),
        None,
        |told| println!("{told}"),
    );
}

#[test]
fn an_engine_that_goes_on_for_ever_is_given_up_before_the_time_is_over() {
    let told = told("loops");
    assert_eq!(told["kind"], "hangs", "{told}");
    assert!(told["seconds"].as_f64().unwrap() > 1.9, "{told}");
}

#[test]
fn an_engine_that_waits_for_the_machine_is_not_given_up() {
    let told = told("waits");
    assert_eq!(told["kind"], Value::Null, "{told}");
    assert_eq!(told["agree"], true, "{told}");
}
