//! The reference engine of Margo.
//!
//! The state consists of the bare pyramid, the player to move, the number of moves, the balls that the last
//! move lifted, and whether the game was won or set up as over; the history is the list of earlier states.
//! Every query computes groups, freedoms, buried balls, captures, repetitions and legal moves from these. To
//! judge a move, the engine makes it on a copy of the board and examines the result. The modules, in the
//! order of the rules:
//!
//! | section of the rules | module | contents |
//! |---|---|---|
//! | Material | `pyramid`, `board` | points, their supports and what they carry; the balls |
//! | Placement | `placement` | `landing`: the lowest free level, its platform |
//! | Connection | `connection` | `buried`, `cut`, `groups` |
//! | Freedom | `freedom` | `freedoms` |
//! | Capture | `capture` | `capture`: one `iteration` after the other |
//! | Legality | `legality` | `result`: `suicide`, `repetition`, and the variants `swap` and `atari` |
//! | End and score | `end` | `over`, `scores`, `winner` |
//!
//! The variant `cutting off` is a condition in `cut`, and `players 3` changes the number of colours in a
//! round of iterations. `setup` rejects positions that no game can reach, and `state` contains the full state
//! and computes the observation. This module itself keeps the past states and implements the interface to the
//! tooling.
//!
//! The rules, with decisions on points that their sources leave open, are in `docs/rules/margo.md` in the
//! repository. Comments cite rules by number.

mod board;
mod capture;
mod connection;
mod end;
mod freedom;
mod legality;
mod placement;
mod pyramid;
mod setup;
mod state;

use bustan_vocabulary::margo::{Invalid, Margo, Move, Observation, Player, Position, Reason, Setup, Size};
use bustan_vocabulary::{Engine, NoStart, Ruling};

use state::State;

/// The reference engine of Margo. By default, it is at the empty standard board, of size 7.
///
/// ```
/// use bustan_vocabulary::Engine;
/// use bustan_vocabulary::margo::{Player, Reason};
/// use bustan_reference::margo::ReferenceEngine;
///
/// let mut engine = ReferenceEngine::default();
/// engine.play(Player::White, &"C5".parse()?).expect("an empty hole");
/// assert_eq!(engine.play(Player::Black, &"B4".parse()?), Err(Some(Reason::Unsupported)));
/// engine.setup(&"3".parse()?)?;
/// assert_eq!(engine.perft(3), Some(504));
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
        Self { state: State::at(&Position::initial(Setup::standard(Size::STANDARD))), earlier: Vec::new() }
    }
}

impl Engine for ReferenceEngine {
    type Game = Margo;
    type Observation = Observation;

    fn name(&self) -> String {
        "reference".into()
    }

    fn setup(&mut self, position: &Position) -> Result<(), NoStart<Invalid>> {
        let state = State::at(position);
        setup::check(&state.board)?;
        // Positions before the setup do not count [margo 8.6].
        *self = Self { state, earlier: Vec::new() };
        Ok(())
    }

    fn play(&mut self, player: Player, mv: &Move) -> Result<(), Option<Reason>> {
        let next = legality::result(&self.state, &self.earlier, player, *mv)?;
        self.earlier.push(std::mem::replace(&mut self.state, next));
        Ok(())
    }

    fn turn(&self) -> Option<Player> {
        self.state.to_move(&self.earlier)
    }

    fn verdict(&self, player: Player, mv: &Move) -> Ruling<Reason> {
        let result = legality::result(&self.state, &self.earlier, player, *mv);
        result.into()
    }

    fn legal_moves(&self) -> Option<Vec<Move>> {
        if self.turn().is_none() {
            return Some(Vec::new());
        }
        Some(legality::legal_moves(&self.state, &self.earlier).collect())
    }

    fn observe(&self) -> Option<Observation> {
        Some(self.state.observe(&self.earlier))
    }

    fn undo(&mut self) -> Option<bool> {
        let Some(before) = self.earlier.pop() else {
            return Some(false);
        };
        self.state = before;
        Some(true)
    }

    fn hash(&self) -> Option<u64> {
        Some(self.state.hash(&self.earlier))
    }

    fn position(&self) -> Option<Position> {
        self.state.position(&self.earlier)
    }

    fn duplicate(&self) -> Option<Self> {
        Some(self.clone())
    }
}
