//! The two engines of Dominions, compared in lockstep.

use bustan_core::dominions::FastEngine;
use bustan_reference::dominions::ReferenceEngine;
use bustan_vocabulary::dominions::{Dominions, Invalid, Move, Observation, Player, Position, Reason};
use bustan_vocabulary::{Engine, NoStart};

/// The optimised engine and the reference engine in the same game. Every method queries both and panics if
/// their results differ, so that the test fails.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The engine under test.
    pub fast: FastEngine,
    /// The reference engine.
    pub reference: ReferenceEngine,
}

impl Pair {
    /// Sets up both engines at a position.
    ///
    /// # Errors
    /// Returns the reason why both engines refuse the position.
    pub fn at(position: &Position) -> Result<Self, NoStart<Invalid>> {
        let mut pair = Self { fast: FastEngine::default(), reference: ReferenceEngine::default() };
        let verdicts = (pair.fast.setup(position), pair.reference.setup(position));
        assert_eq!(verdicts.0, verdicts.1, "fast and reference on setting up {position}");
        verdicts.0.map(|()| pair)
    }

    /// The position.
    pub fn position(&self) -> Position {
        let position = self.reference.position().expect("the reference engine tells its position");
        assert_eq!(self.fast.position().as_ref(), Some(&position), "fast and reference on the position");
        position
    }

    /// The player to move.
    pub fn turn(&self) -> Option<Player> {
        let turn = self.reference.turn();
        assert_eq!(self.fast.turn(), turn, "fast and reference on the turn at {}", self.position());
        turn
    }

    /// The complete observation.
    pub fn seen(&self) -> Observation {
        let expected = seen(&self.reference);
        assert_eq!(seen(&self.fast), expected, "fast and reference at {}", self.position());
        expected
    }

    /// The legal moves, sorted.
    pub fn legal(&self) -> Vec<Move> {
        let legal = sorted_legal(&self.reference);
        assert_eq!(
            sorted_legal(&self.fast),
            legal,
            "fast and reference on what is legal at {}",
            self.position()
        );
        legal
    }

    /// Returns the verdict on a move of `player`.
    ///
    /// # Errors
    /// Returns the reason why both engines refuse the move.
    pub fn verdict(&self, player: Player, mv: Move) -> Result<(), Reason> {
        let verdict = self.reference.verdict(player, &mv);
        let fast = self.fast.verdict(player, &mv);
        assert_eq!(fast, verdict, "fast and reference on {mv} by {player} at {}", self.position());
        said(verdict.answer().expect("the reference engine knows verdicts"))
    }

    /// Plays a move of the player to move.
    ///
    /// # Errors
    /// Returns the reason why both engines refuse the move.
    pub fn play(&mut self, mv: Move) -> Result<(), Reason> {
        let player = self.turn().unwrap_or(Player::White);
        let before = self.position();
        let verdict = self.reference.play(player, &mv);
        assert_eq!(self.fast.play(player, &mv), verdict, "fast and reference on playing {mv} at {before}");
        said(verdict)
    }

    /// Takes back the last move; returns `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let undone = self.reference.undo();
        assert_eq!(self.fast.undo(), undone, "fast and reference on whether a move can be taken back");
        undone.expect("the reference engine takes back")
    }

    /// Everything that can be compared without playing further moves.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            seen: self.seen(),
            legal: self.legal(),
            position: self.position(),
            hashes: [self.fast.hash(), self.reference.hash()],
        }
    }
}

/// The state of a [`Pair`] at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    /// The observation.
    pub seen: Observation,
    /// The legal moves, sorted.
    pub legal: Vec<Move>,
    /// The position.
    pub position: Position,
    /// The hashes of the optimised and of the reference engine, which use different hash functions.
    pub hashes: [Option<u64>; 2],
}

fn said(verdict: Result<(), Option<Reason>>) -> Result<(), Reason> {
    verdict.map_err(|reason| reason.expect("both engines give reasons"))
}

/// The observation of an engine.
pub fn seen<E: Engine<Game = Dominions, Observation = Observation>>(engine: &E) -> Observation {
    engine.observe().expect("the engines of this workspace observe")
}

/// The legal moves of an engine, sorted.
pub fn sorted_legal(engine: &impl Engine<Game = Dominions>) -> Vec<Move> {
    let mut moves = engine.legal_moves().expect("the engines of this workspace list their moves");
    moves.sort_unstable();
    moves
}
