//! A third engine of Tribolo, in which one of ten flaws can be planted.
//!
//! A reader of the rules easily makes each of these mistakes. The engine walks outward from every empty cell,
//! updates the scores with each move, and stores whole games for undo. With [`TriboloFlaw::None`] it plays by
//! the rules. It shares only the vocabulary with the other two engines of the project, so that a planted flaw
//! makes it differ from both.
//!
//! A flaw causes wrong answers, but never a panic.

mod game;

use std::fmt;

use bustan_vocabulary::tribolo::{Invalid, Move, Observation, Player, Position, Reason, Size, Tribolo};
use bustan_vocabulary::{Engine, NoStart, Ruling};

use game::Game;

/// A mistake to plant in a [`FlawedTribolo`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TriboloFlaw {
    /// No mistake.
    None,
    /// A line may contain cells of both opponents.
    TwoColours,
    /// A wall ends a line like a cell of the player.
    WallCloses,
    /// The edge of the board ends a line like a cell of the player.
    EdgeCloses,
    /// Only one of several jumps of a move is made.
    OneJump,
    /// If the next player has no move but another player has one, the player after the next is to move, even
    /// without a move.
    OneSkip,
    /// A player may decline to move: the next player in order who can move may move instead.
    Declining,
    /// The cells that a move takes are subtracted from the score of only one of the losing players.
    OneLoser,
    /// There are no jumps towards the upper left.
    SevenDirections,
    /// The game is over when neither of the other two players has a move, even if the mover has one.
    MoverForgotten,
    /// Runs of more than 14 cells cannot be jumped over to the left or upwards.
    LongRuns,
}

impl TriboloFlaw {
    /// All ten mistakes.
    pub const ALL: [Self; 10] = [
        Self::TwoColours,
        Self::WallCloses,
        Self::EdgeCloses,
        Self::OneJump,
        Self::OneSkip,
        Self::Declining,
        Self::OneLoser,
        Self::SevenDirections,
        Self::MoverForgotten,
        Self::LongRuns,
    ];
}

impl fmt::Display for TriboloFlaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::None => "none",
            Self::TwoColours => "two-colours",
            Self::WallCloses => "wall-closes",
            Self::EdgeCloses => "edge-closes",
            Self::OneJump => "one-jump",
            Self::OneSkip => "one-skip",
            Self::Declining => "declining",
            Self::OneLoser => "one-loser",
            Self::SevenDirections => "seven-directions",
            Self::MoverForgotten => "mover-forgotten",
            Self::LongRuns => "long-runs",
        })
    }
}

/// An engine of Tribolo with one planted flaw, or with none.
///
/// ```
/// use bustan_vocabulary::Engine;
/// use bustan_vocabulary::tribolo::Player;
/// use bustan_flawed::flawed_tribolo::{FlawedTribolo, TriboloFlaw};
///
/// let mut engine = FlawedTribolo::new(TriboloFlaw::WallCloses);
/// engine.setup(&"3x1 .R# blue".parse().expect("a position")).expect("any board can be set up");
/// assert_eq!(engine.turn(), Some(Player::Blue)); // Nobody should be: a wall closes no line.
/// ```
#[derive(Clone, Debug)]
pub struct FlawedTribolo {
    game: Game,
    /// The states of the game before each move since the setup, oldest first.
    before: Vec<Game>,
}

impl FlawedTribolo {
    /// Returns an engine with `flaw` at the standard setup of seed 0.
    pub fn new(flaw: TriboloFlaw) -> Self {
        Self { game: Game::at(flaw, &Position::from_seed(Size::STANDARD, 0)), before: Vec::new() }
    }
}

impl Engine for FlawedTribolo {
    type Game = Tribolo;
    type Observation = Observation;

    fn name(&self) -> String {
        format!("flawed ({})", self.game.flaw)
    }

    fn setup(&mut self, position: &Position) -> Result<(), NoStart<Invalid>> {
        self.game = Game::at(self.game.flaw, position);
        self.before.clear();
        Ok(())
    }

    fn play(&mut self, player: Player, mv: &Move) -> Result<(), Option<Reason>> {
        self.game.check(player, *mv)?;
        self.before.push(self.game.clone());
        self.game.make(player, mv.0);
        Ok(())
    }

    fn turn(&self) -> Option<Player> {
        self.game.to_move
    }

    fn verdict(&self, player: Player, mv: &Move) -> Ruling<Reason> {
        self.game.check(player, *mv).into()
    }

    fn legal_moves(&self) -> Option<Vec<Move>> {
        let moves = self.game.to_move.map(|player| self.game.moves(player)).unwrap_or_default();
        Some(moves.into_iter().map(Move).collect())
    }

    fn observe(&self) -> Option<Observation> {
        Some(self.game.observe())
    }

    fn undo(&mut self) -> Option<bool> {
        let last = self.before.pop();
        let undone = last.is_some();
        self.game = last.unwrap_or_else(|| self.game.clone());
        Some(undone)
    }

    fn hash(&self) -> Option<u64> {
        Some(self.game.hash())
    }

    fn position(&self) -> Option<Position> {
        self.game.position()
    }

    fn duplicate(&self) -> Option<Self> {
        Some(self.clone())
    }
}
