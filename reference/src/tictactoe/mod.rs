//! The reference engine of Tic-Tac-Toe.
//!
//! The state consists of the marks and the player to move. The modules, in the order of the rules:
//!
//! | section of the rules | module | contents |
//! |---|---|---|
//! | The game | `rules` | `verdict`, `has_line`, `over`, `winner` |
//! | Numbers and symmetries | `number` | `number`, `canonical` |
//!
//! `setup` rejects positions that no game can reach, and `state` contains the full state and computes the
//! observation. This module itself keeps the past states, for undo, and implements the interface to the
//! tooling.
//!
//! The rules, with decisions on points that their sources leave open, are in `docs/rules/tictactoe.md` in the
//! repository. Comments cite rules by number.

mod number;
mod rules;
mod setup;
mod state;

use bustan_vocabulary::tictactoe::{Invalid, Move, Observation, Player, Position, Reason, TicTacToe};
use bustan_vocabulary::{Engine, NoStart, Ruling};

use state::State;

/// The reference engine of Tic-Tac-Toe. It starts on the empty board of the standard game.
///
/// ```
/// use bustan_vocabulary::Engine;
/// use bustan_vocabulary::tictactoe::{Player, Reason};
/// use bustan_reference::tictactoe::ReferenceEngine;
///
/// let mut engine = ReferenceEngine::default();
/// assert_eq!(engine.perft(9), Some(127872));
/// engine.play(Player::X, &"b2".parse()?).expect("an empty cell");
/// assert_eq!(engine.play(Player::O, &"b2".parse()?), Err(Some(Reason::Occupied)));
/// # Ok::<(), bustan_vocabulary::tictactoe::MoveError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ReferenceEngine {
    state: State,
    /// The states before each move since the setup, the most recent last.
    history: Vec<State>,
}

impl Default for ReferenceEngine {
    fn default() -> Self {
        Self { state: State::at(&Position::initial(false)), history: Vec::new() }
    }
}

impl Engine for ReferenceEngine {
    type Game = TicTacToe;
    type Observation = Observation;

    fn name(&self) -> String {
        "reference".into()
    }

    fn setup(&mut self, position: &Position) -> Result<(), NoStart<Invalid>> {
        let state = State::at(position);
        setup::check(&state)?;
        *self = Self { state, history: Vec::new() };
        Ok(())
    }

    fn play(&mut self, player: Player, mv: &Move) -> Result<(), Option<Reason>> {
        rules::verdict(&self.state, player, *mv)?;
        self.history.push(self.state.clone());
        self.state.make(*mv);
        Ok(())
    }

    fn turn(&self) -> Option<Player> {
        self.state.to_move()
    }

    fn verdict(&self, player: Player, mv: &Move) -> Ruling<Reason> {
        rules::verdict(&self.state, player, *mv).into()
    }

    fn legal_moves(&self) -> Option<Vec<Move>> {
        Some(rules::legal_moves(&self.state))
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
        Some(self.state.position())
    }

    fn duplicate(&self) -> Option<Self> {
        Some(self.clone())
    }
}
