//! Type-erased games, short games and picture overlays.

use std::fmt::{self, Display};

use super::engine::ErasedEngine;
use super::values::{Move, Observation, Player, Position, Reason};
use bustan_guide::{Dialect, Form};
use bustan_vocabulary::Draw;

/// A game: the starting position, and the moves with their players. [`Rules::record`](super::Rules::record)
/// parses one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The position where the game started.
    pub start: Position,
    /// The moves with their players, in order.
    pub moves: Vec<(Player, Move)>,
}

impl Record {
    /// Returns the record of a game from `start` without moves.
    pub const fn new(start: Position) -> Self {
        Self { start, moves: Vec::new() }
    }

    /// The record in the traditional notation of the game; see
    /// [`Game::print_record`](bustan_vocabulary::Game::print_record).
    pub fn traditional(&self, end: Option<&Observation>) -> Option<String> {
        self.start.rules.kit().traditional(self, end)
    }

    /// The moves in human notation; see [`Explore::write_moves`](bustan_guide::Explore::write_moves).
    pub fn write_moves(&self, engine: ErasedEngine) -> Option<String> {
        self.start.rules.kit().write_moves(self, engine)
    }

    /// The game in human notation; see [`Explore::write_game`](bustan_guide::Explore::write_game).
    pub fn write_game(&self, engine: ErasedEngine) -> Option<String> {
        self.start.rules.kit().write_game(self, engine)
    }

    /// Explains why a move after the moves of this game is illegal; see
    /// [`Explore::explain`](bustan_guide::Explore::explain).
    pub fn explain(&self, seen: &Observation, mv: &Move, reason: Reason) -> Option<String> {
        self.start.rules.kit().explain(self, seen, mv, reason)
    }

    /// Returns the number of the rule by which a move after those of the game is illegal; see
    /// [`Explore::rule`](bustan_guide::Explore::rule).
    pub fn rule(&self, seen: &Observation, mv: &Move, reason: Reason) -> Option<&'static str> {
        self.start.rules.kit().rule(self, seen, mv, reason)
    }

    /// Why a word is not one legal move after those of the game; see
    /// [`Explore::explain_word`](bustan_guide::Explore::explain_word).
    pub fn explain_word(&self, seen: &Observation, legal: &[Move], word: &str) -> Option<String> {
        self.start.rules.kit().explain_word(self, seen, legal, word)
    }

    /// The formats in which the game can be pasted into other programs; see
    /// [`Explore::forms`](bustan_guide::Explore::forms).
    pub fn forms(&self, engine: &dyn Fn() -> Option<ErasedEngine>, dialect: &Dialect) -> Vec<Form> {
        self.start.rules.kit().forms(self, engine, dialect)
    }

    /// Smaller or simpler games that may show the same divergence; see
    /// [`Explore::reductions`](bustan_guide::Explore::reductions).
    pub fn reductions(&self) -> Vec<Self> {
        self.start.rules.kit().reductions(self)
    }

    /// The same moves from a position that is easier to reach by play; see
    /// [`Explore::reachable`](bustan_guide::Explore::reachable).
    pub fn reachable(&self, draw: &mut Draw<'_>) -> Option<Self> {
        self.start.rules.kit().reachable(self, draw)
    }
}

impl Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.start.rules.kit().print(self))
    }
}

/// A short test game; see [`Small`](bustan_guide::Small) in the guide.
#[derive(Clone, Debug)]
pub struct Small {
    /// The starting position.
    pub start: Position,
    /// The moves that lead to the situation that the game tests. Illegal ones are skipped.
    pub moves: Vec<Move>,
    /// The index of the policy that chooses the moves after `moves`.
    pub policy: usize,
    /// The ply at which the game ends.
    pub plies: usize,
}

/// The marks that a picture shows on top of a position; see [`Overlay`](bustan_guide::Overlay) in the guide.
#[derive(Clone, Copy, Debug, Default)]
pub struct Overlay<'a> {
    /// The move that led to the position.
    pub last: Option<&'a Move>,
    /// A move that was not played, and the player who would play it.
    pub question: Option<(Player, &'a Move)>,
    /// The cells to highlight, by their names in the observation.
    pub marked: &'a [String],
    /// Whether the picture is for a page on which it can be clicked. The page shows everything but the board
    /// as text.
    pub touch: bool,
    /// Whether only the board and its marks are drawn.
    pub board_only: bool,
    /// Whether the board is drawn from the side of the second player.
    pub flipped: bool,
}
