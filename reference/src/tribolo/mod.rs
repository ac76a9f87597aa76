//! The reference engine of Tribolo.
//!
//! The state consists of the bare board, the player asked first, the number of moves and the cells that the
//! last move took; the history is the list of earlier states. Every query computes the jumps from the board,
//! and from the jumps the legal moves, the player to move and the end. To find jumps, every line is split
//! into runs, and three neighbouring runs are examined at a time. The modules, in the order of the rules:
//!
//! | section of the rules | module | contents |
//! |---|---|---|
//! | Material | `board` | cells, lines, `runs` |
//! | Moves | `moves` | `jumps`: windows of three runs; `jumps_at`: why a move is illegal; `after` |
//! | Turns and end | `turn` | `to_move`, `scores`, `winner` |
//!
//! `state` contains the full state and computes the observation. This module itself keeps the past states and
//! implements the interface to the tooling. Every board can be set up.
//!
//! No jump is found twice: only one row, column or diagonal contains all cells of a jump, and this line
//! contains the window of its three runs once.
//!
//! The rules, with decisions on points that their sources leave open, are in `docs/rules/tribolo.md` in the
//! repository. Comments cite rules by number.

mod board;
mod moves;
mod state;
mod turn;

use bustan_vocabulary::tribolo::{Invalid, Move, Observation, Player, Position, Reason, Size, Tribolo};
use bustan_vocabulary::{Engine, NoStart, Ruling};

use state::State;

/// The reference engine of Tribolo. By default, it is at the standard setup of seed 0.
///
/// ```
/// use bustan_vocabulary::Engine;
/// use bustan_vocabulary::tribolo::{Player, Reason};
/// use bustan_reference::tribolo::ReferenceEngine;
///
/// let mut engine = ReferenceEngine::default();
/// engine.setup(&"8x1 .RRB#GR. blue".parse()?)?;
/// assert_eq!(engine.play(Player::Blue, &"h1".parse()?), Err(Some(Reason::NoJump)));
/// engine.play(Player::Blue, &"a1".parse()?).expect("a jump over b1 and c1");
/// assert_eq!(engine.turn(), Some(Player::Green), "red has no move");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ReferenceEngine {
    state: State,
    /// The states before each move since the setup, the most recent last.
    earlier: Vec<State>,
}

impl Default for ReferenceEngine {
    fn default() -> Self {
        // The seed determines the owners of the cells [tribolo 1.5] and the player asked first [tribolo 1.6]
        // at random.
        Self { state: State::at(&Position::from_seed(Size::STANDARD, 0)), earlier: Vec::new() }
    }
}

impl Engine for ReferenceEngine {
    type Game = Tribolo;
    type Observation = Observation;

    fn name(&self) -> String {
        "reference".into()
    }

    fn setup(&mut self, position: &Position) -> Result<(), NoStart<Invalid>> {
        // Any board is allowed [tribolo 4.1], whether or not any player has a legal move [tribolo 4.2].
        *self = Self { state: State::at(position), earlier: Vec::new() };
        Ok(())
    }

    fn play(&mut self, player: Player, mv: &Move) -> Result<(), Option<Reason>> {
        let next = self.state.play(player, *mv)?;
        self.earlier.push(std::mem::replace(&mut self.state, next));
        Ok(())
    }

    fn turn(&self) -> Option<Player> {
        self.state.to_move()
    }

    fn verdict(&self, player: Player, mv: &Move) -> Ruling<Reason> {
        self.state.play(player, *mv).into()
    }

    fn legal_moves(&self) -> Option<Vec<Move>> {
        Some(self.state.legal_moves())
    }

    fn observe(&self) -> Option<Observation> {
        Some(self.state.observe())
    }

    fn undo(&mut self) -> Option<bool> {
        let Some(before) = self.earlier.pop() else {
            return Some(false);
        };
        // The state before the move is also the state before the skips [tribolo 3.7].
        self.state = before;
        Some(true)
    }

    fn hash(&self) -> Option<u64> {
        Some(self.state.hash())
    }

    fn position(&self) -> Option<Position> {
        self.state.position()
    }

    fn duplicate(&self) -> Option<Self> {
        Some(self.clone())
    }
}
