//! The reference engine of Abrobad.
//!
//! The state consists of the stones, the player to move and the number of moves. The modules, in the order of
//! the rules:
//!
//! | section of the rules | module | contents |
//! |---|---|---|
//! | Material | `board` | cells, the six directions, the stones on the cells |
//! | Moves | `turn` | `verdict`: `must_place`, `slide`; `make` |
//! | End | `end` | `over`, `groups`, `winner` |
//!
//! `state` contains the full state and computes the observation. This module itself keeps the past states,
//! for undo, and implements the interface to the tooling.
//!
//! The rules, with decisions on points that their sources leave open, are in `docs/rules/abrobad.md` in the
//! repository. Comments cite rules by number.

mod board;
mod end;
mod state;
mod turn;

use bustan_vocabulary::abrobad::{Abrobad, Invalid, Move, Observation, Player, Position, Reason};
use bustan_vocabulary::{Engine, NoStart, Ruling};

use state::State;

/// The reference engine of Abrobad. It starts on the empty board.
///
/// ```
/// use bustan_vocabulary::Engine;
/// use bustan_vocabulary::abrobad::{Player, Reason};
/// use bustan_reference::abrobad::ReferenceEngine;
///
/// let mut engine = ReferenceEngine::default();
/// engine.play(Player::X, &"7".parse()?).expect("an empty board");
/// engine.play(Player::O, &"8".parse()?).expect("beside a stone of the opponent");
/// assert_eq!(engine.play(Player::X, &"3".parse()?), Err(Some(Reason::AdjacentOwn)));
/// # Ok::<(), bustan_vocabulary::abrobad::MoveError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ReferenceEngine {
    state: State,
    /// The states before each move since the setup, the most recent last.
    history: Vec<State>,
}

impl Default for ReferenceEngine {
    fn default() -> Self {
        // The empty board [abrobad 1.4], X to move [abrobad 1.3].
        Self { state: State::at(&Position::initial()), history: Vec::new() }
    }
}

impl Engine for ReferenceEngine {
    type Game = Abrobad;
    type Observation = Observation;

    fn name(&self) -> String {
        "reference".into()
    }

    fn setup(&mut self, position: &Position) -> Result<(), NoStart<Invalid>> {
        // Any arrangement of stones is allowed [abrobad 4.1].
        *self = Self { state: State::at(position), history: Vec::new() };
        Ok(())
    }

    fn play(&mut self, player: Player, mv: &Move) -> Result<(), Option<Reason>> {
        turn::verdict(&self.state, player, *mv)?;
        self.history.push(self.state.clone());
        turn::make(&mut self.state, *mv);
        Ok(())
    }

    fn turn(&self) -> Option<Player> {
        self.state.to_move()
    }

    fn verdict(&self, player: Player, mv: &Move) -> Ruling<Reason> {
        turn::verdict(&self.state, player, *mv).into()
    }

    fn legal_moves(&self) -> Option<Vec<Move>> {
        Some(turn::legal_moves(&self.state))
    }

    fn observe(&self) -> Option<Observation> {
        Some(self.state.observe())
    }

    fn undo(&mut self) -> Option<bool> {
        let Some(before) = self.history.pop() else {
            return Some(false);
        };
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
