//! The reference engine of Dominions.
//!
//! The state consists of the bare board, the player to move, the passes and the number of moves. Every query
//! computes groups, sections, liberties, hands, legal moves and scores from it. The modules, in the order of
//! the rules:
//!
//! | section of the rules | module | contents |
//! |---|---|---|
//! | Material, Notation | `board` | cells and their neighbours, the tiles on them |
//! | Placement | `placement` | `verdict`: `matches`, `contact`, `oscillates` |
//! | Groups, sections, liberties | `groups` | `groups`, `sections`, `liberties` |
//! | Capture | `capture` | `capture` |
//! | End and score | `state` | `over`, `score`, `winner`, and the moves of the game |
//!
//! `setup` rejects positions that no game can reach. This module itself keeps the past states, for undo, and
//! implements the interface to the tooling.
//!
//! The rules, with decisions on points that their sources leave open, are in `docs/rules/dominions.md` in the
//! repository. Comments cite rules by number.

mod board;
mod capture;
mod groups;
mod placement;
mod setup;
mod state;

use bustan_vocabulary::dominions::{Dominions, Invalid, Move, Observation, Player, Position, Reason, Side};
use bustan_vocabulary::{Engine, NoStart, Ruling};

use state::State;

/// The reference engine of Dominions. By default, it is at the empty standard board, with side 9.
///
/// ```
/// use bustan_vocabulary::Engine;
/// use bustan_reference::dominions::ReferenceEngine;
///
/// let mut engine = ReferenceEngine::default();
/// assert_eq!(engine.legal_moves().map(|moves| moves.len()), Some(11320));
/// engine.setup(&"2".parse()?)?;
/// assert_eq!(engine.perft(2), Some(3139));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ReferenceEngine {
    state: State,
    /// The states before each move since the setup, the most recent last.
    history: Vec<State>,
}

impl Default for ReferenceEngine {
    fn default() -> Self {
        Self { state: State::at(&Position::initial(Side::STANDARD)), history: Vec::new() }
    }
}

impl Engine for ReferenceEngine {
    type Game = Dominions;
    type Observation = Observation;

    fn name(&self) -> String {
        "reference".into()
    }

    fn setup(&mut self, position: &Position) -> Result<(), NoStart<Invalid>> {
        let state = State::at(position);
        setup::check(&state.board)?;
        *self = Self { state, history: Vec::new() };
        Ok(())
    }

    fn play(&mut self, player: Player, mv: &Move) -> Result<(), Option<Reason>> {
        placement::verdict(&self.state, player, *mv)?;
        self.history.push(self.state.clone());
        self.state.make(*mv);
        Ok(())
    }

    fn turn(&self) -> Option<Player> {
        self.state.to_move()
    }

    fn verdict(&self, player: Player, mv: &Move) -> Ruling<Reason> {
        placement::verdict(&self.state, player, *mv).into()
    }

    fn legal_moves(&self) -> Option<Vec<Move>> {
        Some(placement::legal_moves(&self.state))
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
