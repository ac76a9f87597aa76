//! An engine that walks through a tree of moves, and the engines that answer queries which it cannot.

use super::{DescendError, TreeDifference, WalkError, Walked};
use crate::compare::divergence::Role;
use crate::compare::lockstep::{Factories, Factory, next_in_order, spelled_alike};
use crate::compare::panics::watched;
use crate::compare::participant::{End, Observed, Participant};
use crate::erased::{Move, Player, Record};

/// The maximum length of the description of a failure, in characters.
const LONGEST: usize = 400;

/// A second pair of engines, which answers queries that the walking engines cannot. The guide of the other
/// kind than the walker comes first.
pub(super) struct GuideEngines<'w>(pub(super) [&'w mut Walker; 2]);

impl GuideEngines<'_> {
    /// Returns the player to move after the game of `record`; `None` if the game is over or cannot be played.
    fn turn_after(&mut self, record: &Record) -> Option<Player> {
        match self.0.iter_mut().find(|guide| guide.engine.knows_turn()) {
            Some(guide) => guide.begin(record).ok().and_then(|()| guide.turn()),
            None => next_in_order(&record.start, &record.moves),
        }
    }

    /// Returns the moves that one of the guides lists after the game of `record`; empty if neither lists
    /// moves.
    fn moves_after(&mut self, record: &Record) -> Vec<Move> {
        let listed = |guide: &mut &mut Walker| {
            guide.begin(record).ok()?;
            watched(guide.role, "legal_moves", || guide.engine.legal_moves())
        };
        self.0.iter_mut().find_map(listed).unwrap_or_default()
    }
}

/// An engine, and the game that it has played.
pub(super) struct Walker {
    role: Role,
    pub(super) engine: Box<dyn Participant>,
    /// The name of the engine, with a suffix if the other engine has the same name.
    pub(super) name: String,
    record: Record,
    /// Whether the engine has failed to count sequences of several moves.
    uncounted: bool,
}

impl Walker {
    fn new(role: Role, factory: &dyn Factory, record: &Record) -> Self {
        let engine = watched(role, "default", || factory.make());
        let name = watched(role, "name", || engine.name());
        Self { role, engine, name, record: record.clone(), uncounted: false }
    }

    /// Returns the engine under test and the reference.
    pub(super) fn pair(factories: Factories<'_>, record: &Record) -> [Self; 2] {
        let mut subject = Self::new(Role::Subject, factories.subject, record);
        let mut oracle = Self::new(Role::Oracle, factories.oracle, record);
        let [one, other] = factories.marks([&subject.name, &oracle.name]);
        subject.name += one;
        oracle.name += other;
        [subject, oracle]
    }

    /// Starts another game.
    pub(super) fn begin(&mut self, record: &Record) -> Walked<()> {
        self.record = record.clone();
        self.uncounted = false;
        self.enter()
    }

    pub(super) fn part<T>(&self, parting: TreeDifference) -> Walked<T> {
        Err(WalkError::Parted(parting, self.record.clone()))
    }

    /// Plays the game from its start.
    fn enter(&mut self) -> Walked<()> {
        let Self { role, engine, name, record, .. } = self;
        let refused =
            |what: String| Err(WalkError::Failed(DescendError::Start(format!("the engine {name} {what}"))));
        if let Err(why) = watched(*role, "setup", || engine.setup(&record.start)) {
            return refused(format!("does not start at {}: {why}", record.start));
        }
        if let Err(ply) = watched(*role, "play", || engine.play_all(&record.moves)) {
            let (player, mv) = &record.moves[ply];
            return refused(format!("refuses {mv} of {player} on the way there"));
        }
        self.sound()
    }

    /// Checks that the engine has no fault.
    fn sound(&self) -> Walked<()> {
        match self.engine.fault() {
            Some(fault) if fault.end == End::Untold => {
                let why = format!("the engine {} {}", self.name, fault.line(LONGEST));
                Err(WalkError::Failed(DescendError::Untold(why)))
            }
            Some(fault) if fault.end.is_loss() => {
                let starts = if fault.end == End::Unstarted { " does not start" } else { "" };
                let why = format!("{}{starts}: {}", self.name, fault.line(LONGEST));
                Err(WalkError::Failed(DescendError::Lost(why)))
            }
            Some(fault) => self.part(TreeDifference::Broken(self.role, fault.line(LONGEST), fault.end)),
            None => Ok(()),
        }
    }

    fn turn(&self) -> Option<Player> {
        watched(self.role, "turn", || self.engine.turn())
    }

    /// Returns the player to move. For an engine that does not report it, the guides do.
    pub(super) fn player(&self, guides: &mut GuideEngines<'_>) -> Option<Player> {
        if self.engine.knows_turn() { self.turn() } else { guides.turn_after(&self.record) }
    }

    /// Returns the engine's observation.
    pub(super) fn shown(&self) -> Walked<Option<Observed>> {
        let seen = watched(self.role, "observe", || self.engine.observe());
        self.sound().map(|()| seen)
    }

    /// Returns the legal moves, sorted by their texts.
    pub(super) fn legal(&mut self, guides: &mut GuideEngines<'_>) -> Walked<Vec<Move>> {
        let listed = watched(self.role, "legal_moves", || self.engine.legal_moves());
        self.sound()?;
        let mut moves = match listed {
            Some(moves) => moves,
            None if self.engine.probe_moves().is_empty() => {
                return Err(WalkError::Failed(DescendError::Unable(self.name.clone())));
            }
            None => self.tried(guides)?,
        };
        moves.sort_by_cached_key(ToString::to_string);
        moves.dedup();
        Ok(moves)
    }

    /// Returns the moves that an engine without a list of legal moves accepts, of the moves that the other
    /// engine lists and the candidate moves.
    fn tried(&mut self, guides: &mut GuideEngines<'_>) -> Walked<Vec<Move>> {
        let Some(player) = self.player(guides) else { return Ok(Vec::new()) };
        let listed = guides.moves_after(&self.record);
        let mut moves = Vec::new();
        for mv in listed.iter().chain(self.engine.probe_moves().to_vec().iter()) {
            // A word that differs from an accepted move only in case is the same move.
            if moves.iter().any(|other| spelled_alike(mv, other)) {
                continue;
            }
            let played = watched(self.role, "play", || self.engine.play(player, mv));
            self.sound()?;
            if played.is_ok() {
                self.record.moves.push((player, mv.clone()));
                self.back()?;
                moves.push(mv.clone());
            }
        }
        Ok(moves)
    }

    /// Returns the number of sequences of `depth` legal moves.
    pub(super) fn count(&mut self, depth: u32, guides: &mut GuideEngines<'_>) -> Walked<u64> {
        if depth <= 1 || !self.uncounted {
            let counted = watched(self.role, "perft", || self.engine.perft(depth));
            self.sound()?;
            match counted {
                Some(nodes) => return Ok(nodes),
                None if depth == 0 => return Ok(1),
                None if depth == 1 => {}
                None => {
                    // The engine may still be at the position where its counting stopped.
                    self.uncounted = true;
                    self.enter()?;
                }
            }
        }
        let moves = self.legal(guides)?;
        if depth == 1 {
            return Ok(moves.len() as u64);
        }
        let Some(player) = self.player(guides) else { return Ok(0) };
        let mut nodes = 0;
        for mv in moves {
            self.play(player, &mv)?;
            nodes += self.count(depth - 1, guides)?;
            self.back()?;
        }
        Ok(nodes)
    }

    pub(super) fn play(&mut self, player: Player, mv: &Move) -> Walked<()> {
        let played = watched(self.role, "play", || self.engine.play(player, mv));
        self.record.moves.push((player, mv.clone()));
        self.sound()?;
        if let Err(reason) = played {
            self.record.moves.pop();
            let reason = reason.map(|reason| reason.to_string());
            return self.part(TreeDifference::Refused(self.role, mv.clone(), reason));
        }
        Ok(())
    }

    /// Undoes the last move.
    pub(super) fn back(&mut self) -> Walked<()> {
        self.record.moves.pop();
        match watched(self.role, "undo", || self.engine.undo()) {
            Some(true) => self.sound(),
            Some(false) | None => {
                self.sound()?;
                self.enter()
            }
        }
    }
}
