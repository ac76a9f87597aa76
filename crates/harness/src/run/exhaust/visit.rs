//! Visits one position on both engines, and the positions one move later.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::Ordering;

use super::{Found, Plan, Progress};
use crate::base::Dice;
use crate::compare::creation::make_engine;
use crate::compare::divergence::{Divergence, Kind, Role, Signature, Violation};
use crate::compare::laws::Symmetries;
use crate::compare::lockstep::{Checked, Checks, Factories, Lockstep};
use crate::compare::panics::{catching, watched};
use crate::compare::participant::{Observed, Participant, Unset};
use crate::erased::{Observation, Position, Rules};

/// A position that is yet to be visited.
pub(super) struct Child {
    /// The digest that identifies the position.
    pub(super) digest: u128,
    /// The digest that identifies the position up to symmetry, if the game declares symmetries.
    pub(super) class: Option<u128>,
    /// The text of the position.
    pub(super) text: Box<str>,
}

/// A position that was visited.
pub(super) struct Visited {
    /// The index of the position in its ply.
    pub(super) at: usize,
    /// The result, if the game is over.
    pub(super) ended: Option<String>,
    /// The successors of the position, in the order of the moves.
    pub(super) children: Vec<Child>,
}

/// The number of queried moves, among those that the game proposes for the player to move. Most are illegal.
const PROPOSED: usize = 6;

/// After the first, one in `TWINS` successors is reached together with duplicates of the engines.
const TWINS: u32 = 8;

/// Two engines to visit positions with, and a third engine to examine other positions.
pub(super) struct Visitor<'m> {
    lockstep: Lockstep<'m>,
    spare: Box<dyn Participant>,
    /// Two copies of the engine under test, for positions that are not compared: one for the visited
    /// position, and one to examine other positions.
    alone: Option<[Box<dyn Participant>; 2]>,
    factories: Factories<'m>,
    plan: &'m Plan,
}

impl<'m> Visitor<'m> {
    pub(super) fn new(factories: Factories<'m>, plan: &'m Plan) -> Self {
        let lockstep = Lockstep::new(factories, Checks::ALL, plan.start.clone());
        Self { lockstep, spare: make_engine(Role::Oracle, factories.oracle), alone: None, factories, plan }
    }

    /// Returns the start as a position to visit, unless the engines cannot be set up there.
    pub(super) fn first(&mut self) -> Checked<Result<Child, Unset>> {
        if let Err(refused) = self.lockstep.setup(&self.plan.start)? {
            return Ok(Err(refused));
        }
        self.lockstep.laws(Symmetries::All)?;
        self.child().map(Ok)
    }

    /// Visits positions given as texts. The first has the index `from` in its ply, and earlier plies have
    /// `before` positions.
    pub(super) fn visit_all(
        &mut self,
        from: usize,
        before: u64,
        texts: &[Box<str>],
        progress: &Progress,
    ) -> Result<Vec<Visited>, Found> {
        let mut visited = Vec::with_capacity(texts.len());
        for (text, at) in texts.iter().zip(from..) {
            if progress.stop.load(Ordering::Relaxed) {
                break;
            }
            let compared = self.plan.compare.takes(before + at as u64);
            let passed = if compared { None } else { self.pass(text, at) };
            // If the engine under test alone cannot continue, the position is compared regardless of its
            // shard.
            let one = passed.map_or_else(|| self.visit(text, at), Ok);
            visited.push(one.map_err(|divergence| (at, divergence))?);
            progress.positions.fetch_add(1, Ordering::Relaxed);
        }
        Ok(visited)
    }

    /// Visits a position that is not compared, with the engine under test alone.
    fn pass(&mut self, text: &str, at: usize) -> Option<Visited> {
        let factory = self.factories.subject;
        let alone = self.alone.take();
        let [mut led, mut other] =
            alone.unwrap_or_else(|| [(); 2].map(|()| make_engine(Role::Subject, factory)));
        let (rules, symmetry) = (self.lockstep.rules(), self.plan.symmetry);
        let follow = || passed(rules, &mut *led, &mut *other, symmetry, text, at);
        let passed = catching(|| watched(Role::Subject, "play", follow)).ok().flatten();
        // An engine that panicked or failed after a move is not used again.
        self.alone = passed.is_some().then_some([led, other]);
        passed
    }

    fn visit(&mut self, text: &str, at: usize) -> Checked<Visited> {
        let Ok(position) = self.lockstep.rules().position(text) else {
            let start = self.plan.start.clone();
            return Err(self.stray(&start, "cannot be read back", text));
        };
        self.begin(&position)?;
        self.lockstep.text()?;
        self.lockstep.count()?;
        // A position gets the same random numbers wherever it is visited, so that the findings do not depend
        // on the number of jobs.
        let mut dice = Dice::new(crc32fast::hash(text.as_bytes()).into());
        self.lockstep.laws(Symmetries::drawn(&mut dice))?;
        self.ask(&mut dice)?;
        let mut children = Vec::new();
        let Some(player) = self.lockstep.turn() else {
            let ended = self.lockstep.seen().map(Observation::final_score);
            return Ok(Visited { at, ended: Some(ended.unwrap_or_default()), children });
        };
        for (place, mv) in self.lockstep.legal().to_vec().iter().enumerate() {
            for &asked in self.lockstep.rules().players() {
                self.lockstep.ask(asked, mv)?;
            }
            let twin = place == 0 || dice.one_in(TWINS);
            if self.lockstep.step(player, mv, twin)? {
                self.lockstep.succession()?;
                // The move was legal before it was played, and usually is not legal any more.
                self.lockstep.ask(self.lockstep.turn().unwrap_or(player), mv)?;
                children.push(self.child()?);
                self.lockstep.back()?;
            }
        }
        Ok(Visited { at, ended: None, children })
    }

    /// Queries moves that the game proposes: several for the player to move, and one for each player.
    fn ask(&mut self, dice: &mut Dice) -> Checked {
        let on_turn = self.lockstep.turn();
        let players = self.lockstep.rules().players();
        for player in on_turn.into_iter().cycle().take(PROPOSED).chain(players.iter().copied()) {
            let Some(mv) = self.lockstep.proposal(&mut |n| dice.below(n)) else { return Ok(()) };
            self.lockstep.ask(player, &mv)?;
        }
        Ok(())
    }

    /// Sets both engines up at a position that was reached by moves.
    fn begin(&mut self, position: &Position) -> Checked {
        match self.lockstep.setup(position)? {
            Ok(()) => Ok(()),
            Err(invalid) => Err(self.stray(position, "is refused by both engines", &invalid.to_string())),
        }
    }

    /// Returns the current position of the engines as a position to visit.
    fn child(&mut self) -> Checked<Child> {
        let Some((position, seen)) = self.lockstep.position().zip(self.lockstep.seen()) else {
            let start = self.plan.start.clone();
            return Err(self.stray(
                &start,
                "cannot be reported by either engine",
                "position and observation are needed",
            ));
        };
        let seen = seen.clone();
        let symmetry = self.plan.symmetry;
        child(&position, &seen, symmetry, |position| self.digest_of(position))
    }

    /// Returns the digest of a position other than that of the engines.
    fn digest_of(&mut self, position: &Position) -> Checked<u128> {
        let spare = &mut self.spare;
        let looked = catching(|| {
            watched(Role::Oracle, "setup", || spare.setup(position)).map(|()| {
                watched(Role::Oracle, "observe", || spare.observe().as_ref().and_then(Observed::own).cloned())
            })
        });
        match looked {
            Ok(Ok(Some(seen))) => Ok(digest(&seen, position)),
            Ok(Ok(None)) => Err(self.stray(position, "cannot be observed", "")),
            Ok(Err(invalid)) => {
                Err(self.stray(position, "is an image of one reached, and refused", &invalid.to_string()))
            }
            Err(caught) => Err(self.stray(position, "makes an engine panic", &caught.message)),
        }
    }

    /// Returns a divergence for a reached position that violates an invariant on both engines.
    fn stray(&mut self, position: &Position, problem: &str, why: &str) -> Box<Divergence> {
        let headline =
            format!("the position {:?} is reached by moves and {problem}: {why}", position.to_string());
        let signature = Signature::new(Kind::Setup, &["reached", problem]);
        self.lockstep.about(position, Violation::of(signature, headline))
    }
}

/// Returns a reached position as a position to visit. `digest_of` must return the digest of a position other
/// than that of the engine.
fn child<E>(
    position: &Position,
    seen: &Observation,
    symmetry: bool,
    mut digest_of: impl FnMut(&Position) -> Result<u128, E>,
) -> Result<Child, E> {
    let as_start = position.as_start();
    let known = if as_start == *position { Some(digest(seen, &as_start)) } else { None };
    let digest = match known {
        Some(digest) => digest,
        None => digest_of(&as_start)?,
    };
    if as_start.symmetries() == 1 {
        return Ok(Child { digest, class: None, text: as_start.to_string().into() });
    }
    let canonical = as_start.canonical();
    let class = if canonical == as_start { digest } else { digest_of(&canonical)? };
    Ok(match symmetry {
        true => Child { digest: class, class: Some(class), text: canonical.to_string().into() },
        false => Child { digest, class: Some(class), text: as_start.to_string().into() },
    })
}

/// Returns the visited position with its successors, from the engine `led` alone. `other`, an engine of the
/// same kind, examines other positions. Returns `None` if the engine does not report everything.
fn passed(
    rules: Rules,
    led: &mut dyn Participant,
    other: &mut dyn Participant,
    symmetry: bool,
    text: &str,
    at: usize,
) -> Option<Visited> {
    let seen = |engine: &dyn Participant| engine.observe().as_ref().and_then(Observed::own).cloned();
    led.setup(&rules.position(text).ok()?).ok()?;
    let Some(player) = led.turn() else {
        return Some(Visited { at, ended: Some(seen(led)?.final_score()), children: Vec::new() });
    };
    let mut moves = led.legal_moves()?;
    moves.sort_unstable();
    let mut children = Vec::with_capacity(moves.len());
    for mv in &moves {
        led.play(player, mv).ok()?;
        let (position, observed) = (led.position()?, seen(led)?);
        let next = child::<()>(&position, &observed, symmetry, |position| {
            other.setup(position).map_err(drop)?;
            seen(other).map(|seen| digest(&seen, position)).ok_or(())
        });
        children.push(next.ok()?);
        led.undo().filter(|&undone| undone)?;
    }
    Some(Visited { at, ended: None, children })
}

/// Returns a number that identifies a position, with high probability. The player to move is included if the
/// position names one, even if that player has no legal move.
fn digest(seen: &Observation, position: &Position) -> u128 {
    let identity = (seen.identity(), position.first_to_move());
    let half = |salt: u8| {
        let mut hasher = DefaultHasher::new();
        (salt, &identity).hash(&mut hasher);
        hasher.finish()
    };
    u128::from(half(0)) << 64 | u128::from(half(1))
}
