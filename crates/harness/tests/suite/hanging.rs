//! Tests of engines that hang end, and say in which game. Each runs in a process of its own, which is this program again.

use std::hint::black_box;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use std::{env, io};

use bustan_harness::testing::assert_agrees;
use bustan_reference::tictactoe::ReferenceEngine;
use bustan_vocabulary::tictactoe::{Invalid, Move, Player, Position, Reason, TicTacToe};
use bustan_vocabulary::{Engine, NoStart};

/// Says that this process is to test the engine.
const ASKED: &str = "BUSTAN_TEST_HANGS";

/// How long a process may take before it is killed.
const MOST: Duration = Duration::from_secs(120);

/// An engine that hangs if the middle is played after the corner a1.
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

/// Does nothing unless it is asked to.
#[test]
fn the_test_of_this_process() {
    if env::var_os(ASKED).is_some() {
        assert_agrees::<Hanging, ReferenceEngine>(1_000);
    }
}

#[test]
fn a_test_of_an_engine_that_hangs_says_so_and_ends() {
    let begun = Instant::now();
    let mut test = Command::new(env::current_exe().unwrap())
        .args(["hanging::the_test_of_this_process", "--exact"])
        .envs([(ASKED, "yes"), ("BUSTAN_TIMEOUT", "2")])
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
    let line = said.lines().find(|line| line.starts_with("An engine hangs in game ")).unwrap_or(&said);
    assert!(line.contains("took 2 s of processor time, and no move was completed"), "{said}");
    let again = said.lines().find(|line| line.starts_with("Come to it again: ")).unwrap_or(&said);
    assert!(again.ends_with(" cargo test hanging::the_test_of_this_process"), "{said}");
}
