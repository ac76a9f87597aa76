//! The fixed settings of the games of a run.

use std::fmt;
use std::sync::Arc;

use bustan_vocabulary::Draw;

use super::fuzz;
use crate::compare::lockstep::Factory;
use crate::erased::{Position, Record, Rules};
use crate::protocol::gtp::Chooser;

/// The settings of a run's games that are fixed; the rest is drawn.
#[derive(Clone, Debug)]
pub struct GameConfig {
    /// The policy, as a place among [those of the game](super::policies::of).
    pub policy: Option<usize>,
    /// The rules of the game.
    pub rules: Rules,
    /// The start of the games.
    pub start: Option<Start>,
    /// The ply at which a game is ended if it is not over before.
    pub max_plies: usize,
    /// Whether to make every check after every move of all games, not only of some.
    pub thorough: bool,
    /// Whether a game continues after the differences that it shows.
    pub goes_on: bool,
    /// The game that is played instead of games of these policies and starts.
    pub given: Option<Given>,
    /// Whether an earlier run has made up the position at which a recorded game begins.
    pub offered: bool,
    /// The players that choose most moves, if the policy is [theirs](super::policies::of_players).
    pub experts: Option<Experts>,
    /// The engine that gives the expected numbers of move sequences for a program, if there is one.
    pub counter: Option<Counter>,
}

/// Makes an engine that counts move sequences quickly.
#[derive(Clone, Copy)]
pub struct Counter(pub &'static dyn Factory);

impl fmt::Debug for Counter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Counter")
    }
}

/// Makes a player for a game from a position, with a seed; `None` if none can play there.
pub type Recruit = dyn Fn(&Position, u64) -> Option<Chooser> + Send + Sync;

/// Makes the players that choose the moves of test games.
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
    Record(Record),
}

/// The start of the games of a run, if the game does not choose it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// At a position of the same kind; see [`Explore::start_like`](bustan_guide::Explore::start_like).
    Like(Position),
    /// At this position.
    At(Position),
    /// At one of these positions, of which there is at least one.
    Among(Arc<[Position]>),
}

impl GameConfig {
    /// Configures games of all policies from all starts, ended at this ply.
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

    /// Draws the starting position of a game.
    pub(crate) fn draw_start(&self, draw: &mut Draw<'_>) -> Position {
        // The dice of a game give the same results wherever it starts.
        let drawn = self.rules.start(draw);
        match &self.start {
            None => drawn,
            Some(Start::Like(like)) => like.start_like(draw),
            Some(Start::At(position)) => position.clone(),
            Some(Start::Among(positions)) => positions[draw(positions.len() as u32) as usize].clone(),
        }
    }
}
