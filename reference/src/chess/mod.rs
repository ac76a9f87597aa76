//! The reference engine of chess.
//!
//! The state consists of the pieces, the player to move, the rights to castle and to capture en passant, the
//! move counts, and the number of times that the position has occurred. The modules, in the order of the
//! rules:
//!
//! | section of the rules | module | contents |
//! |---|---|---|
//! | Board and pieces | `board` | squares and their geometry, the pieces on them |
//! | Moves of the pieces | `pieces` | `attacks`, `moves` |
//! | Pawns | `pawns` | `moves`, `captures_en_passant`, `exchange` |
//! | Castling, Chess960 | `castling` | `castling`, `is_free`, `is_over_attacked_cells` |
//! | Check and legal moves | `check` | `is_in_check`, `verdict`, `legal_moves` |
//! | End | `end` | `is_over`, `winner` |
//! | Draws as options | `draws` | `is_drawn`, `are_same` |
//! | Positions that are set up | `setup` | `validate` |
//!
//! `state` contains the full state, computes the observation, and makes moves. This module itself keeps the
//! past states, for undo and for repetitions, and implements the interface to the tooling.
//!
//! The rules, with decisions on points that their sources leave open, are in `docs/rules/chess.md` in the
//! repository. Comments cite rules by number.

mod board;
mod castling;
mod check;
mod draws;
mod end;
mod pawns;
mod pieces;
mod setup;
mod state;

use bustan_vocabulary::chess::{Chess, Draws, Invalid, Move, Observation, Player, Position, Reason};
use bustan_vocabulary::{Draw, Engine, Game, NoStart, Playout, Ruling};

use state::State;

/// The reference engine of chess. By default, it is at the standard initial position.
///
/// ```
/// use bustan_vocabulary::Engine;
/// use bustan_vocabulary::chess::{Player, Reason};
/// use bustan_reference::chess::ReferenceEngine;
///
/// let mut engine = ReferenceEngine::default();
/// engine.play(Player::White, &"e2e4".parse()?).expect("two cells at first");
/// engine.play(Player::Black, &"f7f5".parse()?).expect("two cells at first");
/// engine.play(Player::White, &"d1h5".parse()?).expect("the diagonal is free");
/// assert_eq!(engine.play(Player::Black, &"b8c6".parse()?), Err(Some(Reason::Check)));
/// # Ok::<(), bustan_vocabulary::chess::MoveError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ReferenceEngine {
    state: State,
    /// The states before each move since the setup, the most recent last.
    history: Vec<State>,
}

impl Default for ReferenceEngine {
    fn default() -> Self {
        // The standard initial position [chess 1.3]. The vocabulary also provides those of Chess960
        // [chess 8.1].
        let position = Chess::initial(&[]).expect("the standard game has a beginning");
        Self { state: State::at(&position), history: Vec::new() }
    }
}

impl ReferenceEngine {
    /// Makes a legal move, and counts how often the new position has occurred.
    fn make(&mut self, mv: Move) {
        self.history.push(self.state.clone());
        self.state.make(mv);
        if self.state.draws != Draws::None {
            let same = self.history.iter().filter(|before| draws::are_same(before, &self.state));
            self.state.appeared = 1 + same.count() as u32;
        }
    }
}

impl Engine for ReferenceEngine {
    type Game = Chess;
    type Observation = Observation;

    fn name(&self) -> String {
        "reference".into()
    }

    fn setup(&mut self, position: &Position) -> Result<(), NoStart<Invalid>> {
        let mut state = State::at(position);
        setup::validate(&state)?;
        state.forget_useless_en_passant();
        *self = Self { state, history: Vec::new() };
        Ok(())
    }

    fn play(&mut self, player: Player, mv: &Move) -> Result<(), Option<Reason>> {
        check::verdict(&self.state, player, *mv)?;
        self.make(*mv);
        Ok(())
    }

    fn turn(&self) -> Option<Player> {
        self.state.to_move()
    }

    fn verdict(&self, player: Player, mv: &Move) -> Ruling<Reason> {
        check::verdict(&self.state, player, *mv).into()
    }

    fn legal_moves(&self) -> Option<Vec<Move>> {
        Some(check::legal_moves(&self.state))
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

    /// Plays until the Laws end the game, with their option from the first move [chess 7.9].
    fn playout(&mut self, draw: &mut Draw<'_>) -> Option<Playout> {
        let mut done = Playout::default();
        let mut moves = check::legal_moves(&self.state);
        while !moves.is_empty() {
            done.legal += moves.len() as u64;
            done.plies += 1;
            self.state.draws = Draws::Auto;
            self.make(moves[draw(moves.len() as u32) as usize]);
            moves = check::legal_moves(&self.state);
        }
        Some(done)
    }
}
