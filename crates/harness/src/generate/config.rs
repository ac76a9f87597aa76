//! The fixed settings of the games of a run.

use std::fmt;
use std::sync::Arc;

use bustan_vocabulary::Draw;

use super::fuzz;
use crate::compare::lockstep::Factory;
use crate::erased::{Position, Record, Rules};
use crate::protocol::gtp::Chooser;

/// The settings of a run's games that are fixed; the others are drawn.
#[derive(Clone, Debug)]
pub struct GameConfig {
    /// The index of the policy among [those of the game](super::policies::of), if it is fixed.
    pub policy: Option<usize>,
    /// The rules of the game.
    pub rules: Rules,
    /// The start of the games, if it is fixed.
    pub start: Option<Start>,
    /// The ply at which a game is ended, if it is not over by then.
    pub max_plies: usize,
    /// Whether to make every check after every move of all games, instead of in some games only.
    pub thorough: bool,
    /// Whether a game continues after the differences that it shows.
    pub goes_on: bool,
    /// The game to play instead of games with the configured policies and starts.
    pub given: Option<FixedGame>,
    /// Whether the start of a recorded game was made up by an earlier run.
    pub offered: bool,
    /// The players that choose most moves, if the policy is [that of players](super::policies::of_players).
    pub experts: Option<Experts>,
    /// The engine that supplies the expected counts of move sequences for a program, if there is one.
    pub counter: Option<Counter>,
}

/// Makes an engine that is fast at counting move sequences.
#[derive(Clone, Copy)]
pub struct Counter(pub &'static dyn Factory);

impl fmt::Debug for Counter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Counter")
    }
}

/// Creates a player for a game from a position, with a seed; `None` if no player can play from the position.
pub type Recruit = dyn Fn(&Position, u64) -> Option<Chooser> + Send + Sync;

/// Creates the players that choose the moves of test games.
#[derive(Clone)]
pub struct Experts(pub Arc<Recruit>);

impl fmt::Debug for Experts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Experts")
    }
}

/// A game that is given instead of drawn.
#[derive(Clone, Debug)]
pub enum FixedGame {
    /// The game of a fuzzer's input.
    Input(fuzz::Input),
    /// A recorded game. Each move is queried before it is played.
    Record(Record),
}

/// The start of the games of a run, if it is configured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// At a drawn position of the same kind as this one; see
    /// [`Explore::start_like`](bustan_guide::Explore::start_like).
    Like(Position),
    /// At this position.
    At(Position),
    /// At one of these positions. There must be at least one.
    Among(Arc<[Position]>),
}

impl GameConfig {
    /// Configures games of all policies from all starts, which are ended at ply `max_plies`.
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
        // The start is always drawn, so that the dice give the same results wherever the game starts.
        let drawn = self.rules.start(draw);
        match &self.start {
            None => drawn,
            Some(Start::Like(like)) => like.start_like(draw),
            Some(Start::At(position)) => position.clone(),
            Some(Start::Among(positions)) => positions[draw(positions.len() as u32) as usize].clone(),
        }
    }
}
