//! Positions that a game can start from or reach.

use alloc::collections::BTreeMap;

use thiserror::Error;

use super::position_text::PositionError;
use super::{Player, Point, Setup};

/// Whether, and how, a game has ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Stage {
    /// The game has not ended, unless an engine finds that the player to move has no legal move.
    #[default]
    Open,
    /// The player to move has no legal move, perhaps because of repetitions, which only the history shows.
    Over,
    /// The previous player has won by a capture, under the variant `atari`.
    Won,
}

/// A position: size and variants, the balls, the player to move, the number of moves played, and whether the
/// game has ended.
///
/// The text form is one line of words:
///
/// ```text
/// 4 swap black 3 WC3:0 BC5:0
/// ```
///
/// The words are the [`Setup`], the player to move, the number of moves played, `over` or `won` if the game
/// has ended (see [`Stage`]), and the balls, sorted by point. Each ball consists of the initial of its colour
/// and its [`Point`]. Trailing words between the setup and the balls may be omitted. By default, the game has
/// not ended, the number of moves is the smallest with which the balls can be placed, and it determines the
/// player to move.
///
/// The number of moves and the player to move determine whether the players have swapped colours: a swap
/// counts as a move and does not change the turn. A position does not contain the history of the game. If a
/// game is set up at a position, repetitions are counted from that position.
///
/// A value of this type is consistent: every ball is on a point of the pyramid, and the number of moves is
/// possible with these balls and this player to move. Only an engine can decide whether a ball lacks support
/// or should have been lifted; see [`Invalid`]. The position need not be reachable in a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    setup: Setup,
    turn: Player,
    ply: u32,
    stage: Stage,
    balls: BTreeMap<Point, Player>,
}

impl Position {
    /// The largest number of moves that a position can record. A game may have more; its positions then omit
    /// the smallest sufficient number of whole rounds.
    pub const MAX_PLY: u32 = 999_999_999;

    /// The empty board, with White to move.
    pub const fn initial(setup: Setup) -> Self {
        Self { setup, turn: Player::White, ply: 0, stage: Stage::Open, balls: BTreeMap::new() }
    }

    /// Returns a position from its parts; see the accessors of the same names.
    ///
    /// # Errors
    /// Fails if the parts contradict each other.
    pub fn new(
        setup: Setup,
        turn: Player,
        ply: u32,
        stage: Stage,
        balls: impl IntoIterator<Item = (Point, Player)>,
    ) -> Result<Self, PositionError> {
        let mut position = Self { setup, turn, ply, stage, balls: BTreeMap::new() };
        position.put(balls)?;
        position.check_counts()?;
        Ok(position)
    }

    /// Returns a position with the smallest number of moves with which the players can have placed the balls.
    /// If `turn` is `None`, the number of moves also determines the player to move.
    ///
    /// # Errors
    /// Fails if no number of moves is possible with these balls, or two balls are on one point.
    pub fn earliest(
        setup: Setup,
        turn: Option<Player>,
        stage: Stage,
        balls: impl IntoIterator<Item = (Point, Player)>,
    ) -> Result<Self, PositionError> {
        let mut position = Self { turn: turn.unwrap_or(Player::White), stage, ..Self::initial(setup) };
        position.put(balls)?;
        let players = setup.players();
        let most = players.iter().map(|&player| position.count(player)).max().unwrap_or_default();
        // After this number of moves, each player has placed enough balls and has been to move once more.
        let enough = (most + 1) * players.len() as u32;
        let mut first_fault = None;
        for ply in 0..=enough {
            position.ply = ply;
            position.turn = turn.unwrap_or(players[ply as usize % players.len()]);
            if position.swaps() == Some(false) {
                match position.check_counts() {
                    Ok(()) => return Ok(position),
                    Err(fault) => first_fault = first_fault.or(Some(fault)),
                }
            }
        }
        Err(first_fault.unwrap_or(PositionError::Player(position.turn)))
    }

    fn put(&mut self, balls: impl IntoIterator<Item = (Point, Player)>) -> Result<(), PositionError> {
        for (point, player) in balls {
            if !self.setup.size.has(point) {
                return Err(PositionError::OffBoard(point, self.setup.size));
            }
            if !self.setup.players().contains(&player) {
                return Err(PositionError::Player(player));
            }
            if self.balls.insert(point, player).is_some() {
                return Err(PositionError::Twice(point));
            }
        }
        Ok(())
    }

    fn check_counts(&self) -> Result<(), PositionError> {
        let Self { setup, turn, ply, stage, .. } = *self;
        if !setup.players().contains(&turn) {
            return Err(PositionError::Player(turn));
        }
        if ply > Self::MAX_PLY {
            return Err(PositionError::Ply(ply));
        }
        let Some(swapped) = self.swaps() else {
            return Err(PositionError::Turn { ply, turn });
        };
        let placed = ply - u32::from(swapped);
        let players = setup.players().len() as u32;
        for (index, &player) in (0..).zip(setup.players()) {
            let (balls, moves) = (self.count(player), (placed + players - 1 - index) / players);
            if balls > moves {
                return Err(PositionError::TooMany { player, balls, moves });
            }
        }
        if ply > 0 && self.balls.is_empty() {
            return Err(PositionError::Empty(ply));
        }
        match stage {
            Stage::Won if !setup.atari => Err(PositionError::NotAtari),
            Stage::Won | Stage::Over if ply == 0 => Err(PositionError::Ended),
            _ => Ok(()),
        }
    }

    /// Whether there has been a swap. `None` if the number of moves is impossible with this player to move,
    /// with or without a swap.
    fn swaps(&self) -> Option<bool> {
        let players = self.setup.players().len() as u32;
        match (self.ply + players - self.turn as u32) % players {
            0 => Some(false),
            1 if self.setup.swap && self.ply >= 2 => Some(true),
            _ => None,
        }
    }

    fn count(&self, player: Player) -> u32 {
        self.balls.values().filter(|&&colour| colour == player).count() as u32
    }

    /// The size of the board and the variants.
    pub const fn setup(&self) -> Setup {
        self.setup
    }

    /// The player to move; when the game is over, the player who would be next to move.
    pub const fn turn(&self) -> Player {
        self.turn
    }

    /// The number of moves played, the swap included.
    pub const fn ply(&self) -> u32 {
        self.ply
    }

    /// Whether the game has ended.
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// The balls on the board.
    pub const fn balls(&self) -> &BTreeMap<Point, Player> {
        &self.balls
    }

    /// Returns the same position with the stage [`Open`](Stage::Open). The game is then over only if the
    /// player to move has no legal move.
    #[must_use]
    pub fn reopened(&self) -> Self {
        Self { stage: Stage::Open, ..self.clone() }
    }

    /// Whether the players have swapped colours.
    pub fn swapped(&self) -> bool {
        self.swaps() == Some(true)
    }
}

/// Why an engine refuses a position: no game can reach it. Engines report the first fault in the order of the
/// variants.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Invalid {
    /// The first ball is not supported: the second point, on which it should rest, is empty. Of several such
    /// pairs, engines report the smallest.
    #[error("the ball at {0} floats: nothing lies at {1}")]
    Floating(Point, Point),
    /// The ball should have been lifted: its group has no freedom, and it does not support, directly or
    /// through other balls that should be lifted, a ball that stays. Of several such balls, of whatever
    /// colour, engines report the smallest.
    #[error("the ball at {0} would have been lifted: its group has no freedom and nothing pins it")]
    Liftable(Point),
}
