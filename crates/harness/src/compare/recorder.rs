//! One engine of a game with the memory of its answers.
//!
//! A [`Recorder`] has an engine, which the checks call through [`Watched`], and a [`Trail`] of its answers
//! after every move of the game. The [`laws`](crate::compare::laws) compare the two: without a second engine
//! they find out whether undo restores the position, whether a refused move changes something, whether hashes
//! follow positions, whether a duplicate is independent and whether positions survive being written and read.
//! Whether an answer is *right* takes a second engine: [`Lockstep`](crate::compare::lockstep::Lockstep) has
//! two recorders.

use crate::compare::compared::Limit;
use crate::compare::divergence::{Role, plain};
use crate::compare::laws::Walking;
use crate::compare::lockstep::Factory;
use crate::compare::participant::{Drawing, Fault, Observed};
use crate::compare::trail::Trail;
use crate::compare::watched::{Spare, Watched};
use crate::erased::{Move, Player};

/// The longest name of an engine, in characters.
const LONGEST_NAME: usize = 60;

/// The longest words about why an engine could not be set up, in characters.
const LONGEST_WORDS: usize = 200;

/// An engine, another one of its kind, and its answers since the start of the game.
pub(crate) struct Recorder<'m> {
    /// The engine that plays the game.
    pub(crate) engine: Watched,
    /// An engine for positions next to the game.
    pub(crate) spare: Spare<'m>,
    /// The answers of the engine that plays.
    pub(crate) trail: Trail,
    /// The name in reports.
    pub(crate) name: String,
    /// The suffix of the name that distinguishes the engine from another one with the same name.
    mark: &'static str,
    /// Whether the engine is assumed to be sound: checks of its answers alone are then skipped.
    trusted: bool,
    /// The step that a [walk](Self::walk) is at, or was at when the engine panicked or could no longer be
    /// asked.
    pub(super) walking: Option<Walking>,
    /// The number of moves that the engine undoes in a row, if a walk has found that it undoes no more.
    pub(super) limit: Option<Limit>,
}

impl<'m> Recorder<'m> {
    /// A new engine without a game.
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

    /// The role of the engine.
    pub(crate) fn role(&self) -> Role {
        self.engine.role()
    }

    /// Adds a suffix to the engine's name, to distinguish it from another with the same name.
    pub(crate) fn mark(&mut self, mark: &'static str) {
        self.mark = mark;
        self.name += mark;
    }

    /// Assumes that the engine is sound, or no longer: checks of this engine alone are then skipped.
    pub(crate) fn trust(&mut self, trusted: bool) {
        self.trusted = trusted;
    }

    /// Whether the engine is assumed to be sound.
    pub(crate) fn is_trusted(&self) -> bool {
        self.trusted
    }

    /// Replaces the engine by a new one, for example after a panic, unless it is
    /// [costly](Watched::is_costly) and may be kept. Returns whether it was kept.
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

    /// Asks the engine for its answers and remembers them.
    pub(crate) fn note(&mut self, observe: bool) {
        self.trail.push(self.engine.look(observe));
    }

    /// Plays these moves without a look after any of them but the last, which is the caller's. Returns
    /// whether the engine accepts all of them.
    pub(crate) fn lead(&mut self, moves: &[(Player, Move)]) -> bool {
        let led = self.engine.play_all(moves);
        self.trail.pass(moves.len().saturating_sub(1));
        led
    }

    /// Undoes this number of moves, and forgets the looks after them. Returns whether the engine can.
    pub(crate) fn retract(&mut self, moves: usize) -> bool {
        let retracted = self.engine.undo_all(moves) == Some(moves);
        self.trail.forget(moves);
        retracted
    }

    /// Whether the engine itself reports the player on turn.
    pub(crate) fn tells_turn(&self) -> bool {
        self.trail.turn().is_some() && self.engine.tells_turn()
    }

    /// Returns why one of the engines can no longer be asked, if that is so.
    pub(crate) fn fault(&self) -> Option<Fault> {
        self.engine.fault().or_else(|| self.spare.fault())
    }

    /// Returns why the engine could not be set up the last time, with its name.
    pub(crate) fn unset(&self) -> Option<String> {
        let words = self.engine.reported(Watched::unset)?;
        Some(plain(&format!("{} {words}", self.name), LONGEST_WORDS))
    }

    /// The engine's observation now, or after this many moves: `None` if it was not asked for it then,
    /// `Some(None)` if it reported none.
    pub(crate) fn report(&self, ply: Option<usize>) -> Option<Option<Observed>> {
        match ply {
            Some(ply) => self.trail.report(ply),
            None => Some(self.engine.reported(Watched::observe)),
        }
    }

    /// The last commands to the engine and its last answers, if it is a program.
    pub(crate) fn said(&self) -> Vec<String> {
        self.engine.reported(Watched::said)
    }

    /// The board as the engine draws it, if it can.
    pub(crate) fn drawing(&self) -> Option<Drawing> {
        self.engine.reported(Watched::drawing)
    }
}
