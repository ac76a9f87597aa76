//! The answers of both engines, and the moves that were played.

use std::collections::BTreeMap;

use bustan_vocabulary::Draw;

use super::{Checked, Lockstep};
use crate::compare::compared::{Compared, Comparison};
use crate::compare::panics::catching;
use crate::compare::participant::Observed;
use crate::compare::recorder::Recorder;
use crate::compare::reported_state::ReportedState;
use crate::erased::{Move, Observation, Player, Position, Record, Rules};

impl Lockstep<'_> {
    /// Returns the player to move; `None` if the game is over. If neither engine reports the player, the
    /// players take turns as long as moves are listed.
    pub fn turn(&self) -> Option<Player> {
        self.known_turn().unwrap_or_else(|| self.next_in_order())
    }

    /// Returns the player to move according to an engine, preferably the oracle.
    pub(super) fn known_turn(&self) -> Option<Option<Player>> {
        self.oracle.trail.turn().or_else(|| self.subject.trail.turn())
    }

    fn next_in_order(&self) -> Option<Player> {
        let over = self.legal.last()?.as_ref().is_some_and(Vec::is_empty);
        next_in_order(&self.start, &self.moves).filter(|_| !over)
    }

    /// Returns the sorted legal moves; empty if no engine lists them. If the engines are known to list
    /// different moves, returns the moves that both list.
    pub fn legal(&self) -> &[Move] {
        let common = || self.common.get(&self.moves.len()).map(Vec::as_slice);
        self.legal.last().and_then(Option::as_deref).or_else(common).unwrap_or_default()
    }

    /// Returns the sorted legal moves. Queries the engines if legal moves are not compared after every move.
    pub(crate) fn ensure_legal(&mut self) -> Checked<Vec<Move>> {
        self.list()?;
        Ok(self.legal().to_vec())
    }

    /// Compares the lists of legal moves if they are not compared after every move, or if the engines were
    /// led to the current position without queries.
    ///
    /// # Errors
    /// The divergence found.
    pub fn list(&mut self) -> Checked {
        let common = self.common.contains_key(&self.moves.len());
        let compared = self.checks.legal && (common || !matches!(self.legal.last(), Some(None)));
        if compared { Ok(()) } else { self.guard(|this| this.compare_legal()) }
    }

    /// Returns the sorted legal moves as listed by the engine under test or, if it does not list them, by the
    /// oracle. Nothing is compared.
    ///
    /// # Errors
    /// A panic or fault as a divergence.
    pub(crate) fn listed_under_test(&mut self) -> Checked<Vec<Move>> {
        self.guard(|this| {
            let mut moves = this
                .subject
                .engine
                .legal_moves()
                .or_else(|| this.oracle.engine.legal_moves())
                .unwrap_or_default();
            moves.sort_unstable();
            Ok(moves)
        })
    }

    /// Describes what was compared so far, in words; `None` if nothing was.
    pub fn told_compared(&self) -> Option<String> {
        let mut comparison = Comparison::default();
        comparison.add(&self.compared);
        comparison.told_of_one(&[self.subject.name.clone(), self.oracle.name.clone()])
    }

    /// Returns the comparisons made since the last call.
    pub(crate) fn take_compared(&mut self) -> Compared {
        self.compared.take()
    }

    /// Whether both engines listed legal moves at the current position, so that the lists were compared.
    pub(crate) fn compares_lists(&self) -> bool {
        self.listing() == [true; 2]
    }

    /// Returns which engines list legal moves now: the engine under test, and the oracle.
    pub(crate) fn listed_by(&self) -> [bool; 2] {
        let engines = [&self.subject, &self.oracle];
        catching(|| engines.map(|recorder| recorder.engine.legal_moves().is_some())).unwrap_or_default()
    }

    /// Whether an engine is costly to create, and therefore costly to communicate with.
    pub(crate) fn is_costly(&self) -> bool {
        self.subject.engine.is_costly() || self.oracle.engine.is_costly()
    }

    /// Returns the events of the processes of both engines that are not findings, as sentences. Each event is
    /// returned only once.
    pub(crate) fn take_warnings(&self) -> Vec<String> {
        let taken = [&self.subject, &self.oracle].map(|recorder| recorder.engine.take_warnings());
        taken.into_iter().flatten().collect()
    }

    /// Whether an engine reports which positions are invalid.
    pub(crate) fn judges_positions(&self) -> bool {
        let engines = [&self.subject, &self.oracle];
        let trust = || engines.into_iter().all(|recorder| recorder.engine.trusts_positions());
        catching(|| !trust()).unwrap_or(true)
    }

    /// Whether both engines support the rules of `position`.
    pub(crate) fn knows_rules(&self, position: &Position) -> bool {
        let mut engines = [&self.subject, &self.oracle].into_iter();
        catching(|| engines.all(|recorder| recorder.engine.knows_rules(position))).unwrap_or(true)
    }

    /// Returns the values of an engine's observation as text, by their keys, without the ignored keys; empty
    /// if neither engine reports an observation.
    pub(crate) fn members(&self) -> BTreeMap<String, String> {
        let seen = self.subject.trail.observation().or_else(|| self.oracle.trail.observation());
        let mut members = seen.map(Observed::members).unwrap_or_default();
        members.retain(|key, _| !self.known.ignored().contains(key));
        members
    }

    /// Returns the moves that, like `mv`, only one and the same engine listed at the last position where the
    /// lists differed. `mv` is among them.
    pub(crate) fn listed_alike(&self, mv: &Move) -> Vec<Move> {
        let side = self.only.iter().find(|only| only.contains(mv));
        side.map_or_else(|| vec![mv.clone()], Clone::clone)
    }

    /// Returns why the last setup of the engines failed, in words.
    pub(crate) fn unset(&self) -> String {
        let words: Vec<String> = [self.subject.unset(), self.oracle.unset()].into_iter().flatten().collect();
        words.join("; ")
    }

    /// Whether both engines may be able to undo moves.
    pub(crate) fn takes_back(&self) -> bool {
        self.subject.engine.takes_back() && self.oracle.engine.takes_back()
    }

    /// Whether both engines may accept being set up at any position.
    pub(crate) fn takes_positions(&self) -> bool {
        self.subject.engine.takes_positions() && self.oracle.engine.takes_positions()
    }

    /// Returns at most `most` of the legal moves, spread over their sorted list.
    pub(crate) fn some_legal(&mut self, most: usize) -> Checked<Vec<Move>> {
        let legal = self.ensure_legal()?;
        let stride = legal.len().div_ceil(most.max(1)).max(1);
        Ok(legal.into_iter().step_by(stride).collect())
    }

    /// Returns the oracle's observation, if it is of the game's own type.
    pub fn seen(&self) -> Option<&Observation> {
        self.oracle.trail.observation().and_then(Observed::own)
    }

    /// Returns the last recorded reports of the engine under test and of the oracle; `None` for an engine
    /// that was not queried.
    pub fn reports(&self) -> [Option<ReportedState>; 2] {
        let last = |engine: &Recorder<'_>| engine.report(Some(engine.trail.looks().checked_sub(1)?));
        ReportedState::pair([last(&self.subject), last(&self.oracle)])
    }

    /// Returns the name of the oracle, if the report of the engine under test contains less than
    /// [`seen`](Self::seen) or differs from it.
    pub fn seen_by_one(&self) -> Option<&str> {
        let [subject, oracle] = self.reports();
        (subject != oracle).then_some(self.oracle.name.as_str())
    }

    /// Returns the oracle's observation before the last move.
    pub fn seen_before(&self) -> Option<&Observation> {
        self.oracle.trail.observation_before().and_then(Observed::own)
    }

    /// Returns the oracle's observations before the last, the latest first.
    pub(crate) fn seen_earlier(&self) -> impl Iterator<Item = &Observation> {
        self.oracle.trail.observations_before().map_while(Observed::own)
    }

    /// Returns the observations of the engine under test before the last move and after it, if they are of
    /// the game's own type.
    pub(crate) fn shown(&self) -> Option<(&Observation, &Observation)> {
        let trail = &self.subject.trail;
        Some((trail.observation_before()?.own()?, trail.observation()?.own()?))
    }

    /// Selects a random move to query: one related to the oracle's observation or, if the game proposes none,
    /// one that was legal earlier.
    pub(crate) fn proposal(&self, draw: &mut Draw<'_>) -> Option<Move> {
        if let Some(mv) = self.seen().and_then(|seen| seen.proposal(draw)) {
            return Some(mv);
        }
        let list = self.legal.get(draw(self.legal.len().max(1) as u32) as usize)?.as_ref()?;
        list.get(draw(list.len().max(1) as u32) as usize).cloned()
    }

    /// Returns the rules of the game.
    pub(crate) fn rules(&self) -> Rules {
        self.start.rules()
    }

    /// Returns the players for whom moves are queried: all players, but in an unknown game only the player to
    /// move, because others may be allowed to move as well.
    pub(crate) fn players(&self) -> Vec<Player> {
        if self.rules().is_opaque() {
            self.turn().into_iter().collect()
        } else {
            self.rules().players().to_vec()
        }
    }

    /// Returns the current position, from whichever engine reports it.
    pub fn position(&self) -> Option<Position> {
        catching(|| self.oracle.engine.position().or_else(|| self.subject.engine.position())).unwrap_or(None)
    }

    /// Returns the number of moves played.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Returns the game so far.
    pub fn record(&self) -> Record {
        Record { start: self.start.clone(), moves: self.moves.clone() }
    }
}

/// Returns the player to move after `moves` if the players take turns. If the players are not the game's own,
/// the next player is the one before the last.
pub(crate) fn next_in_order(start: &Position, moves: &[(Player, Move)]) -> Option<Player> {
    let (Some((last, _)), before) = (moves.last(), moves.len().checked_sub(2)) else {
        return start.first_to_move();
    };
    let players = start.rules().players();
    match players.iter().position(|player| player == last) {
        Some(place) => players.get((place + 1) % players.len()).copied(),
        None => before.map(|at| moves[at].0),
    }
}
