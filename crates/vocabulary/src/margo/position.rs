//! Positions from which a game can start or which it can reach.

use alloc::collections::BTreeMap;

use thiserror::Error;

use super::position_text::PositionError;
use super::{Player, Point, Setup};

/// Whether and how a game has ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Stage {
    /// The game has not ended, unless the player on turn turns out to have no legal move.
    #[default]
    Open,
    /// The player on turn has no legal move, perhaps because of repetitions that only the history shows.
    Over,
    /// The player before the one on turn has won by a capture, under the variant `atari`.
    Won,
}

/// A position: size and variants, the balls, the player on turn, and how far the game has come.
///
/// As text it is one line of words:
///
/// ```text
/// 4 swap black 3 WC3:0 BC5:0
/// ```
///
/// the [`Setup`], the player on turn, the number of moves played, then `over` or `won` if the game has ended
/// in that way (see [`Stage`]), then the balls sorted by point, each the initial of its colour and the
/// [`Point`]. The words between the setup and the balls may be left out from the right; then the game is
/// open, the number of moves is the smallest that can lead to the balls, and it determines the player on
/// turn.
///
/// The number of moves and the player on turn determine whether the players have swapped colours: a swap
/// counts as a move and does not change the turn. The history of the game is not part of a position: a game
/// that is set up has no earlier positions, and repetitions count from there.
///
/// A value of this type is consistent as a description: every ball is on a point of the pyramid, and the
/// number of moves suits balls and turn. Only an engine can tell whether a ball floats or should have been
/// lifted; see [`Invalid`]. It need not be known how the position was reached.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    setup: Setup,
    turn: Player,
    ply: u32,
    stage: Stage,
    balls: BTreeMap<Point, Player>,
}

impl Position {
    /// The largest number of moves that a position can record. A game may continue past it; its positions
    /// then leave out as many whole rounds as needed.
    pub const MAX_PLY: u32 = 999_999_999;

    /// The empty board, White on turn.
    pub const fn initial(setup: Setup) -> Self {
        Self { setup, turn: Player::White, ply: 0, stage: Stage::Open, balls: BTreeMap::new() }
    }

    /// A position from its parts; the accessors explain them.
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

    /// A position whose number of moves follows from the balls, and so does the player on turn if `turn` is
    /// `None`. The number is that of the fewest moves in which the players can have placed the balls.
    ///
    /// # Errors
    /// Fails if no number of moves fits the balls, or two balls are on one point.
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
        // After this many moves each player has placed enough balls and has been on turn again.
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

    /// Whether there has been a swap; `None` if the number of moves does not suit the player on turn either
    /// way.
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

    /// The player on turn; when the game is over, the one whose turn it would be.
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

    /// The same position with the game open again, unless its player has no move there.
    #[must_use]
    pub fn reopened(&self) -> Self {
        Self { stage: Stage::Open, ..self.clone() }
    }

    /// Whether the players have swapped colours.
    pub fn swapped(&self) -> bool {
        self.swaps() == Some(true)
    }
}

/// Why an engine refuses a position: no game can lead to it. The first fault in this order is reported.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Invalid {
    /// The first ball floats: the second point, on which it should rest, is empty. Of several such balls the
    /// smallest, with the smallest of its empty points.
    #[error("the ball at {0} floats: nothing lies at {1}")]
    Floating(Point, Point),
    /// This ball could be lifted: its group has no freedom, and no ball that stays rests on it, directly or
    /// through others of its kind. Of several such balls, of whatever colour, the smallest.
    #[error("the ball at {0} would have been lifted: its group has no freedom and nothing pins it")]
    Liftable(Point),
}
