//! An engine of a game, with a record of its answers.
//!
//! A [`Recorder`] has an engine, which the checks call through [`Watched`], and a [`Trail`] of the engine's
//! answers after every move of the game. The [`laws`](crate::compare::laws) compare the two. They need no
//! second engine to find out whether undo restores the position, whether a refused move changes something,
//! whether hashes follow positions, whether a duplicate is independent and whether positions survive being
//! written and read. Whether an answer is *right* takes a second engine:
//! [`Lockstep`](crate::compare::lockstep::Lockstep) has two recorders.

use crate::compare::compared::UndoLimit;
use crate::compare::divergence::{Role, plain};
use crate::compare::laws::WalkStep;
use crate::compare::lockstep::Factory;
use crate::compare::participant::{Drawing, Fault, Observed};
use crate::compare::trail::Trail;
use crate::compare::watched::{Spare, Watched};
use crate::erased::{Move, Player};

/// The longest name of an engine, in characters.
const LONGEST_NAME: usize = 60;

/// The longest reason why an engine could not be set up, in characters.
const LONGEST_WORDS: usize = 200;

/// An engine with its answers since the start of the game, and a spare engine of the same kind.
pub(crate) struct Recorder<'m> {
    /// The engine that plays the game.
    pub(crate) engine: Watched,
    /// The spare engine, which is set up at other positions while the game continues.
    pub(crate) spare: Spare<'m>,
    /// The answers of the engine that plays the game.
    pub(crate) trail: Trail,
    /// The engine's name in reports.
    pub(crate) name: String,
    /// The suffix of the name that distinguishes the engine from another one with the same name.
    mark: &'static str,
    /// Whether the engine is assumed to be sound. Checks that concern only its own answers are then skipped.
    trusted: bool,
    /// The current step of a [walk](Self::walk), or the step at which the engine panicked or became unusable.
    pub(super) walking: Option<WalkStep>,
    /// The limit on the number of moves that the engine undoes in a row, if a walk has found one.
    pub(super) limit: Option<UndoLimit>,
}

impl<'m> Recorder<'m> {
    /// Creates an engine that does not play a game yet.
    pub(crate) fn new(role: Role, factory: &'m (dyn Factory + 'm)) -> Self {
        let engine = Watched::new(role, factory);
        let name = plain(&engine.name(), LONGEST_NAME);
        Self {
            engine,
            spare: Spare::new(role, factory),
            trail: Trail::default(),
            name,
            mark: "",
            trusted: false,
            walking: None,
            limit: None,
        }
    }

    /// Returns the role of the engine.
    pub(crate) fn role(&self) -> Role {
        self.engine.role()
    }

    /// Adds a suffix to the engine's name, to distinguish it from another with the same name.
    pub(crate) fn mark(&mut self, mark: &'static str) {
        self.mark = mark;
        self.name += mark;
    }

    /// Sets whether the engine is assumed to be sound. If it is, checks that concern only its own answers are
    /// skipped.
    pub(crate) fn trust(&mut self, trusted: bool) {
        self.trusted = trusted;
    }

    /// Whether the engine is assumed to be sound.
    pub(crate) fn is_trusted(&self) -> bool {
        self.trusted
    }

    /// Replaces the engine by a new one, for example after a panic, unless it is [costly](Watched::is_costly)
    /// and `keeps` is set. Returns whether it was kept.
    pub(crate) fn renew(&mut self, keeps: bool) -> bool {
        self.walking = None;
        let kept = keeps && self.engine.is_costly();
        if !kept {
            self.engine.renew(self.spare.factory());
            self.name = plain(&self.engine.name(), LONGEST_NAME) + self.mark;
            self.spare.drop_engine();
        }
        kept
    }

    /// Queries the engine and records its answers. The observation is included only if `observe` is set.
    pub(crate) fn note(&mut self, observe: bool) {
        self.trail.push(self.engine.look(observe));
    }

    /// Plays moves without recording any answers; the caller records the answers after the last move. Returns
    /// whether the engine accepts all moves.
    pub(crate) fn lead(&mut self, moves: &[(Player, Move)]) -> bool {
        let led = self.engine.play_all(moves);
        self.trail.pass(moves.len().saturating_sub(1));
        led
    }

    /// Undoes `moves` moves, and removes the recorded answers after them. Returns whether the engine could
    /// undo all of them.
    pub(crate) fn retract(&mut self, moves: usize) -> bool {
        let retracted = self.engine.undo_all(moves) == Some(moves);
        self.trail.forget(moves);
        retracted
    }

    /// Whether the engine itself reports the player to move.
    pub(crate) fn reports_turn(&self) -> bool {
        self.trail.turn().is_some() && self.engine.reports_turn()
    }

    /// Returns why the engine or the spare engine can no longer be used, if that is the case.
    pub(crate) fn fault(&self) -> Option<Fault> {
        self.engine.fault().or_else(|| self.spare.fault())
    }

    /// Returns the name of the engine and the reason why its last setup failed, if it failed.
    pub(crate) fn unset(&self) -> Option<String> {
        let words = self.engine.reported(Watched::unset)?;
        Some(plain(&format!("{} {words}", self.name), LONGEST_WORDS))
    }

    /// Returns the engine's current observation, or the one after `ply` moves: `None` if the engine was not
    /// queried for it, and `Some(None)` if the engine reported none.
    pub(crate) fn report(&self, ply: Option<usize>) -> Option<Option<Observed>> {
        match ply {
            Some(ply) => self.trail.report(ply),
            None => Some(self.engine.reported(Watched::observe)),
        }
    }

    /// Returns the last messages exchanged with the engine, if it is an external program.
    pub(crate) fn transcript(&self) -> Vec<String> {
        self.engine.reported(Watched::transcript)
    }

    /// Returns the board as drawn by the engine, if it can draw the board.
    pub(crate) fn drawing(&self) -> Option<Drawing> {
        self.engine.reported(Watched::drawing)
    }
}
