//! The engine for the tooling.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use bustan_vocabulary::tribolo::{Cell, Invalid, Move, Observation, Player, Position, Reason, Size, Tribolo};
use bustan_vocabulary::{Draw, Engine, NoStart, Playout, Ruling, Standing};

use super::board::{Board, Ply};
use super::lane::Word;

/// A game of Tribolo that keeps the legal moves of the player to move up to date. By default, it is the
/// standard setup of seed 0.
///
/// ```
/// use bustan_vocabulary::Engine;
/// use bustan_core::tribolo::FastEngine;
/// use bustan_vocabulary::tribolo::Player;
///
/// let mut engine = FastEngine::default();
/// engine.setup(&"5x1 .RBG. blue 0".parse()?)?;
/// assert_eq!(engine.turn(), Some(Player::Blue));
/// assert_eq!(engine.moves(Player::Green), []);
/// engine.play(Player::Blue, &"a1".parse()?).unwrap();
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct FastEngine {
    game: Kind,
}

/// The game, with lanes of either width. Narrow lanes are faster.
#[derive(Clone)]
enum Kind {
    Narrow(Box<Game<u64>>),
    Wide(Box<Game<u128>>),
}

/// A board, and the moves that led to its position.
#[derive(Clone)]
struct Game<W: Word> {
    board: Board<W>,
    plies: Vec<Ply<W>>,
}

/// Evaluates an expression for the game in either variant of [`Kind`].
macro_rules! either {
    ($kind:expr, $game:ident => $what:expr) => {
        match $kind {
            Kind::Narrow($game) => $what,
            Kind::Wide($game) => $what,
        }
    };
}

impl FastEngine {
    /// The cells at which `player` has a jump, sorted. It need not be the turn of `player`.
    pub fn moves(&self, player: Player) -> Vec<Cell> {
        either!(&self.game, game => game.board.moves(player))
    }

    /// The cells that `player` would jump over with each move, sorted. It need not be the turn of `player`.
    pub fn jumps(&self, player: Player) -> BTreeMap<Cell, Vec<Cell>> {
        either!(&self.game, game => game.board.jumps(player))
    }
}

impl<W: Word> Game<W> {
    fn new(position: &Position) -> Self {
        Self { board: Board::from_position(position), plies: Vec::new() }
    }

    fn start(&mut self, position: &Position) {
        self.board = Board::from_position(position);
        self.plies.clear();
    }

    fn play(&mut self, player: Player, mv: Move) -> Result<(), Reason> {
        let at = self.board.check(player, mv)?;
        let ply = self.board.make(at);
        self.plies.push(ply);
        Ok(())
    }

    fn undo(&mut self) -> bool {
        let Some(ply) = self.plies.pop() else { return false };
        // This also reverses the skips that the move caused [tribolo 3.7].
        self.board.unmake(&ply);
        self.board.survey();
        true
    }

    fn observe(&self) -> Observation {
        let taken = self.plies.last().map(Board::<W>::taken).unwrap_or_default();
        Observation { taken, ..self.board.observe() }
    }

    fn playout(&mut self, draw: &mut Draw<'_>) -> Playout {
        self.plies.clear();
        self.board.playout(draw)
    }
}

impl Kind {
    fn new(position: &Position) -> Self {
        if Self::is_narrow(position.size()) {
            Self::Narrow(Box::new(Game::new(position)))
        } else {
            Self::Wide(Box::new(Game::new(position)))
        }
    }

    /// Whether every line of a board of this size fits into a narrow lane.
    const fn is_narrow(size: Size) -> bool {
        size.width() <= 16 && size.height() <= 16
    }
}

impl Default for FastEngine {
    fn default() -> Self {
        // The seed determines the owners of the cells [tribolo 1.5] and the player asked first [tribolo 1.6]
        // at random.
        Self { game: Kind::new(&Position::from_seed(Size::STANDARD, 0)) }
    }
}

impl fmt::Debug for FastEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FastEngine({})", either!(&self.game, game => game.board.position()))
    }
}

impl Engine for FastEngine {
    type Game = Tribolo;
    type Observation = Observation;

    fn name(&self) -> String {
        "fast".into()
    }

    fn setup(&mut self, position: &Position) -> Result<(), NoStart<Invalid>> {
        match &mut self.game {
            Kind::Narrow(game) if Kind::is_narrow(position.size()) => game.start(position),
            _ => self.game = Kind::new(position),
        }
        Ok(())
    }

    fn play(&mut self, player: Player, mv: &Move) -> Result<(), Option<Reason>> {
        either!(&mut self.game, game => game.play(player, *mv)).map_err(Some)
    }

    fn turn(&self) -> Option<Player> {
        either!(&self.game, game => game.board.to_move())
    }

    fn verdict(&self, player: Player, mv: &Move) -> Ruling<Reason> {
        either!(&self.game, game => game.board.check(player, *mv)).into()
    }

    fn legal_moves(&self) -> Option<Vec<Move>> {
        Some(either!(&self.game, game => game.board.legal_moves()))
    }

    fn observe(&self) -> Option<Observation> {
        Some(either!(&self.game, game => game.observe()))
    }

    fn standing(&self) -> Option<Standing> {
        Some(Standing::of_points(&either!(&self.game, game => game.board.scores()).map(|score| score as i32)))
    }

    fn undo(&mut self) -> Option<bool> {
        Some(either!(&mut self.game, game => game.undo()))
    }

    fn hash(&self) -> Option<u64> {
        Some(either!(&self.game, game => game.board.hash()))
    }

    fn position(&self) -> Option<Position> {
        Some(either!(&self.game, game => game.board.position()))
    }

    fn duplicate(&self) -> Option<Self> {
        Some(self.clone())
    }

    fn perft(&mut self, depth: u32) -> Option<u64> {
        Some(either!(&mut self.game, game => game.board.perft(depth)))
    }

    fn playout(&mut self, draw: &mut Draw<'_>) -> Option<Playout> {
        Some(either!(&mut self.game, game => game.playout(draw)))
    }
}
