//! Continues games after differences.
//!
//! A game continues after a difference in the first of the following ways that works:
//!
//! 1. A check that is not part of the game, such as undo, is skipped: both engines are set up again and
//!    replay the game up to the check. After the check has shown the same difference three times, it is no
//!    longer made in the game.
//! 2. A move that only one engine accepts is not played.
//! 3. If the engines report different observations, both are set up with the position of the oracle. If they
//!    then agree, the game continues from this position as a new game, because state left over from earlier
//!    moves had caused the difference. Otherwise, the keys that differ are no longer compared in the game.
//! 4. The move that caused the difference is undone, and another is played.
//!
//! If none of them works, the game ends. Everything depends only on the game, so that a run finds the same
//! differences with any number of jobs.

use std::collections::{BTreeMap, BTreeSet};

use super::Generator;
use crate::compare::audit::Asked;
use crate::compare::divergence::{Divergence, Kind, Signature};
use crate::compare::lockstep::{Checked, Lockstep};
use crate::compare::participant::{End, Unset};
use crate::erased::{Move, Player, Position, Record};

/// The maximum number of times that a game is continued after a difference.
const MOST_TIMES: u32 = 24;

/// The number of times that a check may show the same difference before it is skipped for the rest of the
/// game.
const MOST_FAILED: usize = 3;

/// A check that is not part of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExtraCheck {
    Ask,
    Branch,
    Count,
    CountTwo,
    CountAhead,
    Laws,
    Playout,
    Text,
    Walk,
}

/// The maximum number of moves at one position that are undone because they caused a difference.
const MOST_AVOIDED: usize = 3;

/// A difference that a game has shown.
#[derive(Debug)]
pub struct ShownDifference {
    /// The difference where it first occurred.
    pub divergence: Box<Divergence>,
    /// The moves that had been queried, with their plies, in the order of the queries.
    pub asked: Vec<Asked>,
    /// Whether the game could not continue after the difference.
    pub ended: bool,
    /// The first and the last ply at which the difference occurred. Plies are counted from the start of the
    /// game, even if it continued from a new position.
    pub plies: (usize, usize),
    /// The position that the run offered as the start of the game, in an unknown game. After a difference,
    /// the game may have continued from another position.
    pub offered: Option<Position>,
}

/// The differences found in a game so far.
pub(super) struct GameDifferences {
    found: Vec<ShownDifference>,
    /// The moves that are not played again, with their plies.
    avoided: Vec<(usize, Move)>,
    times: u32,
    /// Whether the game has shown a difference that does not only concern observations, legal moves or
    /// hashes.
    grave: bool,
    /// The checks after which the game was restored, each with the difference that it showed.
    failed: Vec<(ExtraCheck, Signature)>,
    /// The difference because of which a move was last avoided.
    last: Option<Signature>,
    accepted_ends: BTreeSet<Signature>,
    /// The number of moves before the position from which the game continued as a new one.
    base: usize,
    /// The position that the run offered as the start of the game, if any.
    pub(super) offered: Option<Position>,
}

impl GameDifferences {
    pub(super) fn new() -> Self {
        Self {
            found: Vec::new(),
            avoided: Vec::new(),
            times: 0,
            grave: false,
            failed: Vec::new(),
            last: None,
            accepted_ends: BTreeSet::new(),
            base: 0,
            offered: None,
        }
    }

    /// Returns the moves that are not played after `ply` moves.
    pub(super) fn avoided(&self, ply: usize) -> impl Iterator<Item = &Move> {
        self.avoided.iter().filter(move |(at, _)| *at == ply).map(|(_, mv)| mv)
    }

    /// Records that the last avoided difference ended the game.
    fn end_with_last(&mut self) {
        let Some(last) = self.last.take() else { return };
        match self.of(&last) {
            Some(found) => found.ended = true,
            None => {
                self.accepted_ends.insert(last);
            }
        }
    }

    /// Returns the accepted differences that ended the game.
    pub(super) fn accepted_ends(&self) -> BTreeSet<Signature> {
        self.accepted_ends.clone()
    }

    /// Whether the game was continued after a difference.
    pub(super) fn is_disturbed(&self) -> bool {
        self.times > 0
    }

    /// Whether the game has shown only differences that concern observations, legal moves or hashes.
    pub(super) fn is_mild(&self) -> bool {
        !self.grave
    }

    fn of(&mut self, signature: &Signature) -> Option<&mut ShownDifference> {
        let same = |known: &Signature| known == signature || known.cause() == signature.cause();
        self.found.iter_mut().find(|found| same(&found.divergence.signature))
    }

    /// Extends the ranges of plies of the differences by the plies at which they were ignored, counted from
    /// the start of the game or from the position from which it continued.
    pub(super) fn stretch(&mut self, plies: BTreeMap<Signature, (usize, usize)>) {
        let base = self.base;
        for (signature, (first, last)) in plies {
            let covers = |found: &&mut ShownDifference| {
                let known = &found.divergence.signature;
                known.cause() == signature.cause() || known.covers(&signature)
            };
            for found in self.found.iter_mut().filter(covers) {
                found.plies = (found.plies.0.min(base + first), found.plies.1.max(base + last));
            }
        }
    }

    /// Returns all differences found in the game. `last`, if any, is the one that ended it.
    pub(super) fn end(mut self, last: Option<Box<Divergence>>, asked: &[Asked]) -> Vec<ShownDifference> {
        if let Some(divergence) = last {
            let ply = self.base + ply(&divergence);
            match self.of(&divergence.signature) {
                Some(found) => found.ended = true,
                None => {
                    let asked = asked.to_vec();
                    let offered = self.offered.clone();
                    self.found.push(ShownDifference {
                        divergence,
                        asked,
                        ended: true,
                        plies: (ply, ply),
                        offered,
                    });
                }
            }
        }
        self.found
    }
}

/// Returns the number of moves played before a divergence occurred.
fn ply(divergence: &Divergence) -> usize {
    divergence.record.moves.len() - usize::from(divergence.question)
}

/// Whether a comparison can ignore differences of this kind.
fn passes(kind: Kind) -> bool {
    matches!(kind, Kind::Observation | Kind::Verdict | Kind::LegalSet | Kind::Hash)
}

impl<'m> Generator<'_, 'm> {
    /// Continues the game when every move is avoided, by no longer comparing the keys that differ in the
    /// observation. Returns `false` if this is not possible, so that the difference has ended the game.
    pub(super) fn give_in(&mut self) -> bool {
        match &self.differences.last {
            Some(last) if last.kind() == Kind::Observation => {
                self.lockstep.known_mut().record(last);
                self.differences.avoided.clear();
                self.differences.last = None;
                true
            }
            _ => {
                self.differences.end_with_last();
                false
            }
        }
    }

    /// Makes a check that is not part of the game. Returns `None` if it shows a difference after which the
    /// game continues, or has done so too often.
    pub(super) fn attempt<T>(
        &mut self,
        check: ExtraCheck,
        make: impl FnOnce(&mut Lockstep<'m>) -> Checked<T>,
    ) -> Checked<Option<T>> {
        let failed = |(_, one): &(ExtraCheck, Signature)| {
            self.differences.failed.iter().filter(|(other, shown)| *other == check && shown == one).count()
        };
        let mut before = self.differences.failed.iter().filter(|(other, _)| *other == check);
        if before.any(|one| failed(one) >= MOST_FAILED) {
            return Ok(None);
        }
        let plies = self.lockstep.plies();
        match make(self.lockstep) {
            Ok(answer) => Ok(Some(answer)),
            Err(found) => {
                self.differences.failed.push((check, found.signature.clone()));
                let game = self.lockstep.record();
                // The game itself does not reach a position that only the check has visited.
                let passing = found.signature.kind() != Kind::Observation;
                let found = self.meet(found, passing)?;
                self.go_back(&game, plies, found).map(|()| None)
            }
        }
    }

    /// Begins a game. Returns `None` if the engines differ at the start and the game cannot begin.
    pub(super) fn try_start(&mut self, start: &Position) -> Checked<Option<Result<(), Unset>>> {
        self.differences.avoided.clear();
        self.differences.base = 0;
        let found = match self.lockstep.setup(start) {
            Ok(answer) => return Ok(Some(answer)),
            Err(found) => self.meet(found, true)?,
        };
        if !passes(found.signature.kind()) {
            return Ok(None);
        }
        self.go_back(&Record::new(start.clone()), 0, found).map(|()| Some(Ok(())))
    }

    /// Plays a move. Returns `None` if it shows a difference after which the game continues.
    pub(super) fn advance(&mut self, player: Player, mv: &Move, duplicate: bool) -> Checked<Option<bool>> {
        let plies = self.lockstep.plies();
        let found = match self.lockstep.step(player, mv, duplicate) {
            Ok(accepted) => {
                self.differences.avoided.retain(|(at, _)| *at <= plies);
                return Ok(Some(accepted));
            }
            Err(found) => found,
        };
        let kind = found.signature.kind();
        let played = self.lockstep.plies() > plies;
        if played {
            self.count(mv);
        }
        let game = self.lockstep.record();
        let position = if kind == Kind::Observation { self.lockstep.position() } else { None };
        let found = self.meet(found, kind != Kind::Observation)?;
        if kind == Kind::Observation && self.config.goes_on {
            return self.set_up(&game, position, found).map(|()| None);
        }
        let found = match played && (passes(kind) || kind == Kind::Clone) {
            true => match self.go_back(&game, plies + 1, found) {
                Ok(()) => return Ok(None),
                Err(again) => again,
            },
            false => found,
        };
        self.avoid(plies, mv, &found);
        self.go_back(&game, plies, found).map(|()| None)
    }

    /// Avoids the move `mv` after `plies` moves, because it caused a difference.
    fn avoid(&mut self, plies: usize, mv: &Move, found: &Divergence) {
        self.differences.avoided.push((plies, mv.clone()));
        self.differences.last = Some(found.signature.clone());
    }

    /// Continues from a position as if it were the start of a new game.
    fn restart(&mut self, game: &Record) {
        self.differences.stretch(self.lockstep.known_mut().take_plies());
        self.differences.base += game.moves.len();
        self.differences.avoided.clear();
        self.asked.clear();
    }

    /// Continues after the last move of `game` has led to different observations.
    fn set_up(&mut self, game: &Record, position: Option<Position>, mut found: Box<Divergence>) -> Checked {
        if let Some(position) = position {
            self.differences.times += 1;
            match self.lockstep.resume(&Record::new(position.clone()), 0) {
                Ok(true) => {
                    self.restart(game);
                    return Ok(());
                }
                Ok(false) => {}
                Err(again) if found.signature.covers(&again.signature) => {
                    self.lockstep.known_mut().record(&again.signature);
                    return self.go_back(game, game.moves.len(), found);
                }
                Err(other) => {
                    let goes_on = passes(other.signature.kind());
                    if goes_on {
                        self.restart(game);
                    }
                    found = self.meet(other, true)?;
                    if goes_on {
                        return self.go_back(&Record::new(position), 0, found);
                    }
                }
            }
        }
        let Some(((_, mv), before)) = game.moves.split_last() else { return Err(found) };
        let plies = before.len();
        let few =
            self.differences.avoided(plies).count() < MOST_AVOIDED && self.differences.times < MOST_TIMES / 2;
        if few {
            self.avoid(plies, mv, &found);
            return self.go_back(game, plies, found);
        }
        self.lockstep.known_mut().record(&found.signature);
        self.go_back(game, plies + 1, found)
    }

    /// Restores both engines to the position after `plies` moves of `game`. Differences found on the way are
    /// ignored, too.
    fn go_back(&mut self, game: &Record, plies: usize, mut found: Box<Divergence>) -> Checked {
        while self.differences.times < MOST_TIMES {
            self.differences.times += 1;
            match self.lockstep.resume(game, plies) {
                Ok(true) => return Ok(()),
                Ok(false) => break,
                Err(other) => {
                    let same = other.signature == found.signature;
                    found = self.meet(other, true)?;
                    if same || !passes(found.signature.kind()) {
                        break;
                    }
                }
            }
        }
        Err(found)
    }

    /// Whether a difference is ignored only for the moves for which the game has shown it, because a program
    /// that gives no reasons may be wrong about other moves for another reason.
    fn tells_moves_apart(&self, signature: &Signature) -> bool {
        signature.times_elsewhere() > 0 || self.lockstep.is_costly() && signature.is_without_reason()
    }

    /// Records a difference, and returns it if the game continues after it. If `passing` is set, comparisons
    /// ignore the difference from now on.
    fn meet(&mut self, found: Box<Divergence>, passing: bool) -> Checked<Box<Divergence>> {
        let signature = &found.signature;
        self.differences.grave |= !passes(signature.kind());
        let known = self.lockstep.known();
        let accepted = known.accepts(signature);
        // A timeout may be due to a busy machine. The run checks that before the engines are queried again.
        let silent = signature.end() == Some(End::Silence);
        if found.is_interruption() || !(accepted || self.config.goes_on && !silent) {
            return Err(found);
        }
        if passing && !known.has(signature) {
            match found.record.moves.last() {
                Some((_, mv)) if found.question && self.tells_moves_apart(signature) => {
                    let alike =
                        self.lockstep.listed_alike(mv).iter().map(ToString::to_string).collect::<Vec<_>>();
                    self.lockstep.known_mut().meet_about(signature, alike);
                }
                _ => self.lockstep.known_mut().record(signature),
            }
        }
        if accepted {
            self.lockstep.known_mut().pass(signature);
            return Ok(found);
        }
        let ply = self.differences.base + ply(&found);
        match self.differences.of(signature) {
            Some(found) => found.plies = (found.plies.0.min(ply), found.plies.1.max(ply)),
            None => {
                let asked = self.asked.clone();
                let offered = self.differences.offered.clone();
                let first = ShownDifference {
                    divergence: found.clone(),
                    asked,
                    ended: false,
                    plies: (ply, ply),
                    offered,
                };
                (self.tell)(self.policy, &first);
                self.differences.found.push(first);
            }
        }
        Ok(found)
    }
}
