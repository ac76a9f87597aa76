//! What is fixed of the games of a run.

use std::fmt;
use std::sync::Arc;

use bustan_vocabulary::Draw;

use super::fuzz;
use crate::compare::lockstep::Factory;
use crate::erased::{Position, Record, Rules};
use crate::protocol::gtp::Chooser;

/// The part of a run's games that is fixed; the rest is drawn.
#[derive(Clone, Debug)]
pub struct GameConfig {
    /// The policy, a place among [those of the game](super::policies::of).
    pub policy: Option<usize>,
    /// The rules of the game.
    pub rules: Rules,
    /// Where games start.
    pub start: Option<Start>,
    /// The ply at which a game is ended if it is not over before.
    pub max_plies: usize,
    /// Whether to make every check after every move of all games, not only of some.
    pub thorough: bool,
    /// Whether a game continues after the differences that it shows.
    pub goes_on: bool,
    /// The game that is played, instead of games of these policies and starts.
    pub given: Option<Given>,
    /// Whether an earlier run has made up the position at which a recorded game begins.
    pub offered: bool,
    /// The players that choose most moves, if the policy is [theirs](super::policies::of_players).
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
    Record(Record),
}

/// Where the games of a run start, if that is not left to the game.
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
    /// Games of all policies from all starts, ended at this ply.
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

    /// Draws a position where a game starts.
    pub(crate) fn draw_start(&self, draw: &mut Draw<'_>) -> Position {
        // The dice of a game fall alike wherever it starts.
        let drawn = self.rules.start(draw);
        match &self.start {
            None => drawn,
            Some(Start::Like(like)) => like.start_like(draw),
            Some(Start::At(position)) => position.clone(),
            Some(Start::Among(positions)) => positions[draw(positions.len() as u32) as usize].clone(),
        }
    }
}
