//! Tests that runs with hanging engines end, and report the game, or what was found before. Each run has its
//! own process, which runs this program again.

use std::hint::black_box;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};
use std::{env, io};

use bustan_harness::testing::assert_agrees;
use bustan_reference::tictactoe::ReferenceEngine;
use bustan_vocabulary::tictactoe::{Invalid, Move, Player, Position, Reason, TicTacToe};
use bustan_vocabulary::{Engine, NoStart};

/// The variable that makes this process test an engine: the name of the engine.
const ASKED: &str = "BUSTAN_TEST_HANGS";

/// The time after which the process is killed.
const MOST: Duration = Duration::from_secs(120);

/// An engine that hangs if the centre is played after the corner a1.
#[derive(Default)]
struct Hanging(ReferenceEngine, Vec<String>);

impl Engine for Hanging {
    type Game = TicTacToe;
    type Observation = ();

    fn name(&self) -> String {
        "hanging".into()
    }

    fn setup(&mut self, position: &Position) -> Result<(), NoStart<Invalid>> {
        self.1.clear();
        self.0.setup(position)
    }

    fn play(&mut self, player: Player, mv: &Move) -> Result<(), Option<Reason>> {
        self.0.play(player, mv)?;
        self.1.push(mv.to_string());
        while black_box(self.1 == ["a1", "b2"]) {}
        Ok(())
    }

    fn turn(&self) -> Option<Player> {
        self.0.turn()
    }

    fn legal_moves(&self) -> Option<Vec<Move>> {
        self.0.legal_moves()
    }
}

/// The number of times that an engine was set up since any engine first showed the bug.
static SHOWN: AtomicU32 = AtomicU32::new(0);

/// An engine that refuses every second move. When its game is shrunk, it hangs, or is merely slow if `SLOW`.
#[derive(Default)]
struct Late<const SLOW: bool>(ReferenceEngine, u32);

impl<const SLOW: bool> Engine for Late<SLOW> {
    type Game = TicTacToe;
    type Observation = ();

    fn name(&self) -> String {
        "late".into()
    }

    fn setup(&mut self, position: &Position) -> Result<(), NoStart<Invalid>> {
        self.1 = 0;
        let shown = SHOWN.load(Ordering::Relaxed);
        SHOWN.fetch_add(u32::from(shown > 0), Ordering::Relaxed);
        let begun = Instant::now();
        while black_box(shown > 100) && (!SLOW || begun.elapsed() < Duration::from_micros(500)) {}
        self.0.setup(position)
    }

    fn play(&mut self, player: Player, mv: &Move) -> Result<(), Option<Reason>> {
        if self.1 == 1 {
            SHOWN.fetch_max(1, Ordering::Relaxed);
            return Err(None);
        }
        self.0.play(player, mv)?;
        self.1 += 1;
        Ok(())
    }

    fn turn(&self) -> Option<Player> {
        self.0.turn()
    }
}

/// Does nothing unless the environment variable names an engine.
#[test]
fn the_test_of_this_process() {
    match env::var(ASKED).as_deref() {
        Ok("hanging") => assert_agrees::<Hanging, ReferenceEngine>(1_000),
        // In a run of a single game, no other game is played meanwhile.
        Ok("late") => assert_agrees::<Late<false>, ReferenceEngine>(1),
        Ok("slow") => assert_agrees::<Late<true>, ReferenceEngine>(1),
        _ => {}
    }
}

#[test]
fn a_test_of_an_engine_that_hangs_says_so_and_ends() {
    let said = said("hanging");
    let line = said.lines().find(|line| line.starts_with("An engine hangs in game ")).unwrap_or(&said);
    assert!(line.contains("took 2 s of processor time, and no move was completed"), "{said}");
    let again = said.lines().find(|line| line.starts_with("Reproduce it with: ")).unwrap_or(&said);
    assert!(again.ends_with(" cargo test hanging::the_test_of_this_process"), "{said}");
}

#[test]
fn what_was_found_before_an_engine_hangs_is_reported() {
    let said = said("late");
    let line = said.lines().find(|line| line.starts_with("An engine hangs while ")).unwrap_or(&said);
    assert!(line.contains("a game is being shrunk: this process took 2 s of processor time"), "{said}");
    let (_, found) = said.split_once("What was found before:\n").unwrap_or_else(|| panic!("{said}"));
    assert!(found.contains("reference: plays ") && found.contains("; late: refuses it"), "{said}");
}

#[test]
fn an_engine_that_is_slow_while_its_game_is_made_short_does_not_hang() {
    let begun = Instant::now();
    let said = said("slow");
    assert!(said.contains("As a test: "), "{said}");
    assert!(begun.elapsed() > Duration::from_secs(3), "it takes longer than one that hangs may");
}

/// Returns the output of a process that tests the engine named `engine`.
fn said(engine: &str) -> String {
    let begun = Instant::now();
    let mut test = Command::new(env::current_exe().unwrap())
        .args(["hanging::the_test_of_this_process", "--exact", "--nocapture"])
        .envs([(ASKED, engine), ("BUSTAN_TIMEOUT", "2")])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let status = loop {
        if let Some(status) = test.try_wait().unwrap() {
            break status;
        }
        if begun.elapsed() > MOST {
            test.kill().unwrap();
            panic!("it does not end");
        }
        sleep(Duration::from_millis(10));
    };
    let said = io::read_to_string(test.stderr.take().unwrap()).unwrap();
    assert_eq!(status.code(), Some(101), "{said}");
    said
}
