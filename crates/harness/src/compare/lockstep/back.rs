//! Checks that undo restores the earlier position, move by move and for the whole game.

use super::{BoardMoment, Checked, LocatedViolation, Lockstep};
use crate::compare::compared::Part;
use crate::compare::divergence::{Kind, Role, Violation};
use crate::compare::laws::{Astray, WalkedGame};
use crate::compare::recorder::Recorder;
use crate::erased::{Move, Player, Position};

/// Legal moves are counted after an undo at every `COUNTED`th ply.
const COUNTED: usize = 4;

impl Lockstep<'_> {
    /// Plays a move for the player to move, compares the engines, undoes the move and checks that everything
    /// is as before. An engine that cannot undo is set up again and replays the game.
    ///
    /// # Errors
    /// The divergence found.
    pub fn branch(&mut self, mv: &Move) -> Checked {
        let Some(player) = self.turn() else { return Ok(()) };
        if self.step(player, mv, false)? {
            self.back()?;
        }
        Ok(())
    }

    /// Undoes the last move on both engines and checks that everything is as before the move.
    ///
    /// # Errors
    /// The divergence found.
    pub fn back(&mut self) -> Checked {
        self.guard(|this| {
            let Some((_, mv)) = this.moves.last() else { return Ok(()) };
            let when = format!("after {mv} was taken back");
            let history = &this.moves[..this.moves.len() - 1];
            this.subject.engine.announce_undo(1);
            this.oracle.engine.announce_undo(1);
            // Both engines have started to undo, so both answers must be read.
            let by_subject = withdraw(&mut this.subject, &this.start, history).map_err(kept);
            let by_oracle = withdraw(&mut this.oracle, &this.start, history).map_err(kept);
            let (by_subject, by_oracle) = (by_subject?, by_oracle?);
            this.took_back |= by_subject;
            this.compared.note(Part::Undo, [by_subject, by_oracle]);
            let ply = history.len();
            this.subject.still(1, Kind::Undo, &when).map_err(at(Role::Subject, ply))?;
            this.oracle.still(1, Kind::Undo, &when).map_err(at(Role::Oracle, ply))?;
            let before = this.legal.len().checked_sub(2).and_then(|i| this.legal[i].as_ref());
            if let Some(expected) = before {
                this.subject.still_lists(expected, Kind::Undo, &when).map_err(at(Role::Subject, ply))?;
                this.oracle.still_lists(expected, Kind::Undo, &when).map_err(at(Role::Oracle, ply))?;
                if ply.is_multiple_of(COUNTED) {
                    this.subject.counts(expected.len(), &when).map_err(at(Role::Subject, ply))?;
                    this.oracle.counts(expected.len(), &when).map_err(at(Role::Oracle, ply))?;
                }
            }
            this.shorten();
            Ok(())
        })
    }

    /// Undoes the whole game, move by move, checks at every step that each engine answers as before, and
    /// replays the game. Then undoes and replays the game once more, and plays and undoes transposed moves on
    /// the way. Few steps of the second pass are checked.
    ///
    /// # Errors
    /// The divergence found. Its record is the whole game, at whichever ply the divergence occurs, because
    /// the cause may be a move that was undone earlier.
    pub fn walk(&mut self) -> Checked {
        self.walk_under_test()?;
        self.guard(|this| {
            let walked =
                this.oracle.walk(WalkedGame { start: &this.start, moves: &this.moves, legal: &this.legal });
            this.compared.limit(Role::Oracle, this.oracle.take_limit());
            walked.map_err(astray(Role::Oracle))
        })
    }

    /// Undoes and replays the game as [`walk`](Self::walk) does, on the engine under test alone.
    ///
    /// # Errors
    /// The divergence found.
    pub(crate) fn walk_under_test(&mut self) -> Checked {
        self.guard(|this| {
            let walked =
                this.subject.walk(WalkedGame { start: &this.start, moves: &this.moves, legal: &this.legal });
            this.compared.limit(Role::Subject, this.subject.take_limit());
            walked.map_err(astray(Role::Subject))
        })
    }

    fn shorten(&mut self) {
        self.subject.trail.forget(1);
        self.oracle.trail.forget(1);
        self.legal.pop();
        self.listing.pop();
        self.moves.pop();
    }
}

/// Locates a violation by an engine that is at no ply of the game, or can no longer be used.
fn kept(violation: Violation) -> LocatedViolation {
    LocatedViolation { violation, question: None, view: BoardMoment::Kept }
}

/// Locates a violation by an engine that has undone the moves after `ply`.
fn at(role: Role, ply: usize) -> impl Fn(Violation) -> LocatedViolation {
    move |violation| LocatedViolation { violation, question: None, view: BoardMoment::Back(role, ply) }
}

/// Locates a violation by an engine on a walk, which may be at no ply of the game.
fn astray(role: Role) -> impl Fn(Astray) -> LocatedViolation {
    move |(ply, violation)| match ply {
        Some(ply) => at(role, ply)(violation),
        None => kept(violation),
    }
}

/// Undoes the last move and returns `true`. An engine that cannot undo is set up again and replays the game
/// up to that move; the result is then `false`.
pub(super) fn withdraw(
    recorder: &mut Recorder<'_>,
    start: &Position,
    history: &[(Player, Move)],
) -> Result<bool, Violation> {
    match recorder.engine.undo() {
        Some(true) => Ok(true),
        Some(false) if !recorder.may_never_take_back() => Err(recorder.keeps("the last move")),
        Some(false) | None => tell_again(recorder, start, history).map(|()| false),
    }
}

/// Sets up an engine again and replays `history` on it.
pub(super) fn tell_again(
    recorder: &mut Recorder<'_>,
    start: &Position,
    history: &[(Player, Move)],
) -> Result<(), Violation> {
    let mut again = recorder.engine.setup(start).is_ok();
    for (player, mv) in history {
        again = again && recorder.engine.play(*player, mv).is_ok();
    }
    let words = || format!("{}: refuses to replay the same game", recorder.name);
    if again { Ok(()) } else { Err(Violation::new(Kind::Undo, &["again"], words())) }
}
