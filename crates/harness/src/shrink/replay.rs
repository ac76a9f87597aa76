//! Replays a given line to see whether it still diverges, and for the same reason.
//!
//! A [`Line`] is a game without its players: the turn decides who plays a move. So a line stays a sensible
//! game when moves are dropped from it, which shrinking depends on.

use std::collections::{BTreeSet, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::{Duration, Instant};

use bustan_guide::Explore;
use bustan_vocabulary::{Game, NoStart, Record};

use super::LONG_ENOUGH;
use super::reached::{Answer, Reached};
use super::scout::Scout;
use super::traces::traces;
use super::ways::{Key, Ways};

use crate::base::Stop;
use crate::compare::audit::{PLAYOUTS, audit_until};
use crate::compare::divergence::{Call, Divergence, Kind, Signature};
use crate::compare::laws::Symmetries;
use crate::compare::lockstep::{Checked, Checks, Factories, Lockstep};
use crate::compare::participant::End;

/// A start and moves; the turn decides the players.
#[derive(Clone, Debug)]
pub(crate) struct Line<G: Game> {
    pub(crate) start: G::Position,
    pub(crate) moves: Vec<G::Move>,
}

impl<G: Game> Line<G> {
    /// A hash of the start and the moves.
    pub(crate) fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.start.to_string().hash(&mut hasher);
        self.moves.hash(&mut hasher);
        hasher.finish()
    }

    /// The line without the moves from this place on, up to so many.
    pub(crate) fn without(&self, at: usize, moves: usize) -> Self {
        let mut line = self.clone();
        line.moves.drain(at..(at + moves).min(self.moves.len()));
        line
    }

    pub(crate) fn of(record: &Record<G>) -> Self {
        Self { start: record.start.clone(), moves: record.moves.iter().map(|(_, mv)| mv.clone()).collect() }
    }
}

// Not derived: that would require `G: PartialEq`, which is not needed.
impl<G: Game> PartialEq for Line<G> {
    fn eq(&self, other: &Self) -> bool {
        self.start == other.start && self.moves == other.moves
    }
}

/// Replays lines and finds those that diverge with one signature, or with one that it covers.
pub(crate) struct Replayer<'m, G: Explore> {
    pub(crate) factories: Factories<'m, G>,
    pub(crate) wanted: Signature,
    /// Positions where games may begin that are no starts: that of the divergence, and those that an engine reported.
    /// In an unknown game others are made up, and what they show besides says nothing about the engines.
    pub(crate) reported: Vec<G::Position>,
    /// The player to whom the last move of the game of the divergence was put as a question.
    asker: Option<G::Player>,
    /// How far that player is from the one on turn, in turn order. Known once that game was replayed, which comes
    /// first.
    shift: Option<usize>,
    pub(crate) lockstep: Lockstep<'m, G>,
    /// The moves played and asked about: the cost of replaying.
    pub(crate) cost: u64,
    /// The limit of the cost.
    pub(crate) most: u64,
    /// The other divergences that came up on the way: for each cause the one with the best game.
    pub(super) met: Vec<(String, Box<Divergence<G>>)>,
    /// The moves of a game of which random games play more than of others.
    pub(crate) favoured: Vec<(G::Player, G::Move)>,
    /// When it was made, and how long its engines took to begin their first game.
    made: Instant,
    start: Option<Duration>,
    /// Whether random games differ in the number of moves that they may have.
    pub(crate) varies: bool,
    /// What saves work where engines are slow; see [`hurry`](Self::hurry).
    hurry: Option<Hurry<G>>,
    /// Whether the system took an engine away.
    pub(super) lost: bool,
    /// Whether moves of the last line were played that have not been compared.
    assumed: bool,
    /// Whether the last line was played to its end, and nothing but the checks there is left.
    late: bool,
    /// The last start at which legal moves were compared, if that is a part of the checks.
    compared_at: Option<G::Position>,
    /// Whether the move at the end of the last line was asked about.
    asked_last: bool,
    /// Whether lists of legal moves showed the wanted divergence the last time, and no question about a move.
    pub(crate) by_lists: bool,
}

/// What a replayer knows that saves it work.
struct Hurry<G: Game> {
    /// How games went on from the start of the last line.
    reached: Reached<G>,
    /// A quick engine of the same game.
    scout: Option<Scout<G>>,
    /// Whether both engines take back moves as they should, as far as was seen.
    takes_back: bool,
    /// The lines played in vain, as hashes.
    failed: HashSet<u64>,
    /// Those of which the last move, which lists show to be in dispute or not, was not asked about.
    unasked: HashSet<u64>,
    /// Whether the wanted divergence shows only in the checks at the end of a line.
    late: bool,
    /// The states passed.
    ways: Ways<G::Move>,
    /// What a state shows that does not belong to it.
    counters: BTreeSet<String>,
    /// The first game, and which of its moves have left a trace before the last, until they were tried.
    traces: Option<(Record<G>, BTreeSet<usize>)>,
    /// What was learned that others have not been told.
    news: News<G>,
}

/// What a replayer learned from engines, for others to know.
pub(crate) struct News<G: Game> {
    answers: Vec<(u64, Answer<G>)>,
    ways: Vec<(Key, G::Move, Key)>,
    failed: Vec<u64>,
    unasked: Vec<u64>,
}

impl<G: Game> Default for News<G> {
    fn default() -> Self {
        Self { answers: Vec::new(), ways: Vec::new(), failed: Vec::new(), unasked: Vec::new() }
    }
}

impl<G: Explore> Hurry<G> {
    /// Leaves out the moves of a line that are known to be refused. Returns whether the line is worth
    /// playing: its last move is not refused, unless it is a `question`, and it has not failed before, even if its last
    /// move was `unasked` then.
    fn repair(&mut self, line: &mut Line<G>, question: bool, unasked: bool) -> bool {
        let sensible = match &mut self.scout {
            Some(scout) => scout.repair(line, question),
            None => self.reached.repair(line),
        };
        sensible && !self.has_failed(line, unasked)
    }

    /// Whether a line has failed before, even if its last move was `unasked` then.
    fn has_failed(&self, line: &Line<G>, unasked: bool) -> bool {
        let hash = line.hash();
        self.failed.contains(&hash) || unasked && self.unasked.contains(&hash)
    }
}

impl<'m, G: Explore> Replayer<'m, G> {
    /// Makes a replayer for lines like the record of this divergence.
    pub(crate) fn new(factories: Factories<'m, G>, divergence: &Divergence<G>) -> Self {
        let made = Instant::now();
        let wanted = divergence.signature.clone();
        let mut checks = Checks::for_kind(wanted.kind());
        // Where the lists differ, known differences of positions set up are passed over.
        checks.legal |= wanted.kind() == Kind::Text && divergence.known.passes_over();
        let record = &divergence.record;
        let mut lockstep = Lockstep::new(factories, checks, record.start.clone());
        lockstep.prefer(wanted.clone());
        lockstep.pass_over(divergence.known.clone());
        let asker = record.moves.last().filter(|_| divergence.question).map(|(player, _)| *player);
        Self {
            factories,
            wanted,
            reported: vec![record.start.clone()],
            asker,
            shift: None,
            lockstep,
            cost: 0,
            most: u64::MAX,
            met: Vec::new(),
            favoured: Vec::new(),
            made,
            start: None,
            varies: false,
            hurry: None,
            lost: false,
            assumed: false,
            late: false,
            compared_at: None,
            asked_last: false,
            by_lists: false,
        }
    }

    /// From now on, saves as much work of slow engines as it can. Moves that were compared before are played
    /// without a look between them, or the engines stay where they are and take moves back. If an engine is
    /// quick, it refuses lines before the slow one sees them.
    ///
    /// Kinds of divergence for which the way to a position matters are replayed move by move nevertheless.
    pub(crate) fn hurry(&mut self) {
        let record = self.lockstep.record();
        let by_position = matches!(
            self.wanted.kind(),
            Kind::Turn | Kind::Observation | Kind::Verdict | Kind::LegalSet | Kind::Fault | Kind::Panic
        );
        if !by_position {
            return;
        }
        let counters = self.lockstep.counters();
        let (mut reached, mut ways) = (Reached::default(), Ways::default());
        let line = Line::of(&record);
        // The line that was followed last shows nothing before its end.
        for (at, (player, mv)) in record.moves.iter().enumerate() {
            let [before, after] = [at, at + 1].map(|ply| self.lockstep.key(ply, &counters));
            if let Some((before, after)) = before.zip(after) {
                ways.learn(before, mv, after);
            }
            if at + 1 < record.moves.len() {
                reached.learn(&line, at, Answer::Accepted { player: *player, compared: true, state: after });
            }
        }
        reached.begin(&line, self.lockstep.key(0, &counters));
        let traces = if self.varies { self.traces(&record, &counters) } else { None };
        self.hurry = Some(Hurry {
            reached,
            scout: Scout::of(self.factories),
            takes_back: self.lockstep.takes_back(),
            failed: HashSet::new(),
            unasked: HashSet::new(),
            late: self.late,
            ways,
            counters,
            traces,
            news: News::default(),
        });
    }

    /// The small starting positions at which both engines can begin, and whose rules they know; if there are
    /// none, `like`.
    pub(crate) fn small_starts(&mut self, like: &G::Position) -> Vec<G::Position> {
        let mut starts = G::small_starts(like);
        starts.retain(|start| {
            self.lockstep.knows_rules(start)
                && !matches!(self.lockstep.setup(start), Ok(Err(NoStart::Unable)))
        });
        if starts.is_empty() { vec![like.clone()] } else { starts }
    }

    /// The divergence of the line, if it has one that the wanted signature covers. Its record may differ from
    /// the line, for example if a position beside the line shows it. That record has then been replayed, too,
    /// and shows the same.
    pub(crate) fn run(&mut self, line: &Line<G>) -> Option<Box<Divergence<G>>> {
        let mut line = line.clone();
        for _ in 0..TRIES {
            let mut divergence = self.shown(&line, true)?;
            if std::mem::take(&mut self.assumed) {
                // The moves that nobody looked at may show something else.
                divergence = self.shown(&Line::of(&divergence.record), false)?;
            }
            let shown = Line::of(&divergence.record);
            if shown == line {
                return Some(divergence);
            }
            line = shown;
        }
        None
    }

    /// The divergence of a game that a search has just seen, if it shows again: whatever showed it, lists or questions.
    pub(crate) fn confirm(&mut self, seen: &Divergence<G>) -> Option<Box<Divergence<G>>> {
        let by_lists = std::mem::take(&mut self.by_lists);
        let shown = self.run(&Line::of(&seen.record));
        if shown.is_none() {
            self.by_lists = by_lists;
        }
        shown
    }

    /// How long new engines need for a short game, if they have just played one of this many moves for the first time.
    pub(crate) fn again(&self, moves: usize) -> Duration {
        let all = self.made.elapsed();
        let start = self.start.unwrap_or(all);
        let few = LONG_ENOUGH as u32;
        start + all.saturating_sub(start) * few / few.max(moves as u32)
    }

    /// How long new engines have played since they began their first game.
    pub(crate) fn played(&self) -> Duration {
        self.made.elapsed().saturating_sub(self.start.unwrap_or_default())
    }

    /// The cost at which to end a search that has this budget from now on.
    pub(crate) fn limit(&self, budget: u64) -> u64 {
        self.cost.saturating_add(budget).min(self.most)
    }

    /// The number of questions that are as much work as a move.
    pub(crate) fn questions_per_move(&self) -> u64 {
        if self.lockstep.is_costly() { 1 } else { QUESTIONS }
    }

    /// The player to whom the last move of a line is put as a question at the position at hand.
    pub(crate) fn asked(&self) -> Option<G::Player> {
        let turn = self.lockstep.turn();
        let somebody = turn.is_some() || !G::is_opaque(self.lockstep.rules());
        somebody.then(|| shifted::<G>(self.lockstep.rules(), turn, self.shift.unwrap_or(0)))
    }

    /// Adds the cost of a fault: waiting for the answer, and another process.
    pub(super) fn pay(&mut self, divergence: &Divergence<G>) {
        self.cost += match divergence.signature.kind() {
            Kind::Fault if divergence.signature.end() == Some(End::Silence) => SILENCE,
            Kind::Fault => FAULT,
            _ => 0,
        };
    }

    /// The divergence that the line shows, if the wanted signature covers it.
    fn shown(&mut self, line: &Line<G>, assuming: bool) -> Option<Box<Divergence<G>>> {
        self.asked_last = false;
        let divergence = self.follow(line, assuming).err()?;
        if !self.wanted.covers(&divergence.signature) {
            self.meet(&divergence);
            return None;
        }
        // What lists of moves show needs no question about the move at the end.
        let listed = matches!(self.wanted.kind(), Kind::Verdict | Kind::LegalSet) && divergence.question;
        self.by_lists = listed && !self.asked_last;
        if self.by_lists {
            // Lists are those of the player on turn.
            self.shift.get_or_insert(0);
        }
        self.pay(&divergence);
        Some(divergence)
    }

    /// Plays a line. If `assuming`, saves what work it can, and leaves out moves that both engines refuse.
    fn follow(&mut self, line: &Line<G>, assuming: bool) -> Checked<G> {
        let kind = self.wanted.kind();
        self.cost += 1;
        let tolerant = assuming && self.hurry.is_some();
        let unasked = self.by_lists && self.varies;
        let mut line = line.clone();
        if let Some(hurry) = self.hurry.as_mut().filter(|_| assuming)
            && !hurry.repair(&mut line, asks(kind), unasked)
        {
            return Ok(());
        }
        // Another question of the same signature would do as well, but could be less simple than this one.
        self.lockstep.expect(line.moves.last().cloned());
        let Some(mut at) = self.approach(&line, assuming)? else { return Ok(()) };
        let mut left_out = if tolerant { LEFT_OUT + line.moves.len() / LEFT_OUT } else { 0 };
        let twin = matches!(kind, Kind::Clone | Kind::Panic | Kind::Fault);
        while let Some(mv) = line.moves.get(at).cloned() {
            self.cost += 1;
            let last = at + 1 == line.moves.len();
            if last && asks(kind) {
                if tolerant && unasked && self.lockstep.compares_lists() {
                    if let Some(hurry) = &mut self.hurry {
                        hurry.unasked.insert(line.hash());
                        hurry.news.unasked.push(line.hash());
                    }
                    return Ok(());
                }
                self.asked_last = true;
                let turn = self.lockstep.turn();
                let (rules, asker) = (self.lockstep.rules(), self.asker);
                let shift = *self
                    .shift
                    .get_or_insert_with(|| asker.map_or(0, |asker| shift::<G>(rules, turn, asker)));
                let asked = shifted::<G>(rules, turn, shift);
                self.lockstep.forgiving(|lockstep| lockstep.ask(asked, &mv))?;
            }
            if kind == Kind::Hash {
                enter_children(
                    &mut self.lockstep,
                    if last { usize::MAX } else { FEW_CHILDREN },
                    &mut self.cost,
                )?;
            }
            let Some(player) = self.lockstep.turn() else { return Ok(()) };
            let accepted = self.lockstep.step(player, &mv, twin && last)?;
            self.learn(&line, at, player, accepted);
            match accepted {
                true => at += 1,
                false if last || left_out == 0 => return Ok(()),
                false => {
                    left_out -= 1;
                    line.moves.remove(at);
                }
            }
        }
        self.late = true;
        if self.hurry.as_ref().is_none_or(|hurry| hurry.late) {
            self.finish()?;
        }
        if let Some(hurry) = &mut self.hurry {
            let failed = line.hash();
            hurry.failed.insert(failed);
            hurry.news.failed.push(failed);
        }
        Ok(())
    }

    /// Remembers the answer to the move at this place of a line.
    fn learn(&mut self, line: &Line<G>, at: usize, player: G::Player, accepted: bool) {
        let Some(hurry) = &mut self.hurry else { return };
        let [before, after] = [at, at + 1].map(|ply| self.lockstep.key(ply, &hurry.counters));
        if let (true, Some((before, after))) = (accepted, before.zip(after)) {
            hurry.ways.learn(before, &line.moves[at], after);
            hurry.news.ways.push((before, line.moves[at].clone(), after));
        }
        let compared = !self.assumed;
        let answer = match accepted {
            true => Answer::Accepted { player, compared, state: after },
            false => Answer::Refused,
        };
        let key = hurry.reached.learn(line, at, answer.clone());
        hurry.news.answers.extend(key.map(|key| (key, answer)));
    }

    /// What was learned since this was asked last.
    pub(crate) fn news(&mut self) -> Arc<News<G>> {
        Arc::new(self.hurry.as_mut().map(|hurry| std::mem::take(&mut hurry.news)).unwrap_or_default())
    }

    /// Learns what another replayer of the same divergence learned.
    pub(crate) fn hear(&mut self, news: &News<G>) {
        let Some(hurry) = &mut self.hurry else { return };
        news.answers.iter().for_each(|(key, answer)| hurry.reached.note(*key, answer.clone()));
        news.ways.iter().for_each(|(from, mv, to)| hurry.ways.learn(*from, mv, *to));
        hurry.failed.extend(&news.failed);
        hurry.unasked.extend(&news.unasked);
    }

    /// Begins a line and plays as much of it as is known, or assumed, to show nothing. Returns the number of
    /// moves played; `None` if the engines do not begin there.
    fn approach(&mut self, line: &Line<G>, assuming: bool) -> Checked<G, Option<usize>> {
        self.assumed = false;
        self.late = false;
        let Some(hurry) = &mut self.hurry else {
            let begun = self.begin(&line.start)?;
            self.start.get_or_insert_with(|| self.made.elapsed());
            return Ok(begun.then_some(0));
        };
        // The last two moves are followed closely if the last is a question: what it means depends on the position
        // before.
        let closely = if self.varies && !asks(self.wanted.kind()) { 1 } else { 2 };
        let most = line.moves.len().saturating_sub(closely);
        let (mut players, compared) = hurry.reached.along(line);
        let compared = compared.min(most);
        let mut led = compared;
        if assuming && let Some(scout) = &hurry.scout {
            (players, led) = (scout.players().to_vec(), most);
        }
        if assuming && self.varies && hurry.scout.is_none() {
            let here = on_the_way(&self.lockstep, line, most);
            if here.len() > led {
                (led, players) = (here.len(), here);
            }
        }
        let moves: Vec<_> = players.into_iter().zip(line.moves.iter().cloned()).take(led).collect();
        if let Ok(true) = self.bring_unlisted(&line.start, &moves) {
            self.assumed = moves.len() > compared;
            return Ok(Some(moves.len()));
        }
        // An engine refuses a move, or ends: move by move it shows where.
        Ok(self.begin(&line.start)?.then_some(0))
    }

    /// Begins a game, and compares everything where it begins.
    fn begin(&mut self, start: &G::Position) -> Checked<G, bool> {
        let begun = self.lockstep.begin(start)?;
        if begun {
            self.compared_at = Some(start.clone());
        }
        Ok(begun)
    }

    /// Brings both engines to where these moves lead, from where they are or from the start, and compares
    /// nothing; `false` if they do not get there.
    pub(crate) fn bring(&mut self, start: &G::Position, moves: &[(G::Player, G::Move)]) -> Checked<G, bool> {
        self.bring_there(start, moves, true)
    }

    /// The same where nobody looks at the legal moves there.
    pub(crate) fn bring_unlisted(
        &mut self,
        start: &G::Position,
        moves: &[(G::Player, G::Move)],
    ) -> Checked<G, bool> {
        self.bring_there(start, moves, false)
    }

    fn bring_there(
        &mut self,
        start: &G::Position,
        moves: &[(G::Player, G::Move)],
        listed: bool,
    ) -> Checked<G, bool> {
        let takes_back = self.takes_back();
        let mut there = None;
        if let Some(here) = self.lockstep.at_hand().filter(|here| takes_back && here.start == *start) {
            let same = here.moves.iter().zip(moves).take_while(|(here, there)| here == there).count();
            let (back, ahead) = (here.moves.len() - same, moves.len() - same);
            // Where time is limited, a new game costs time, too.
            let (gained, least) = if self.varies { (NEW_GAME, 0) } else { (0, 1) };
            if same >= least && back + ahead <= moves.len() + gained {
                self.cost += (back as u64).div_ceil(LED);
                there = Some(same);
                if !self.lockstep.retract(same, listed && ahead == 0)? {
                    self.hurry.iter_mut().for_each(|hurry| hurry.takes_back = false);
                    there = None;
                }
            }
        }
        let begins = there.is_none();
        if begins && listed && moves.is_empty() {
            return self.begin(start);
        }
        let compared = self.varies && self.compared_at.as_ref() == Some(start);
        let begun = match (begins, compared) {
            (false, _) => true,
            (true, false) => self.begin(start)?,
            // What is listed there has been compared.
            (true, true) => self.lockstep.begin_unlisted(start)?,
        };
        if !begun {
            return Ok(false);
        }
        let there = there.unwrap_or(0);
        self.cost += ((moves.len() - there) as u64).div_ceil(LED);
        self.lockstep.lead(&moves[there..], listed)
    }

    /// Whether both engines take back a move of this game; tries it.
    pub(crate) fn tries_taking_back(&mut self, record: &Record<G>) -> bool {
        for moves in [2, 1] {
            let there = record
                .moves
                .get(..moves)
                .is_some_and(|moves| matches!(self.bring(&record.start, moves), Ok(true)));
            if !there {
                return false;
            }
        }
        self.takes_back()
    }

    /// Whether both engines take back moves, as far as was seen.
    pub(super) fn takes_back(&self) -> bool {
        self.hurry.as_ref().is_some_and(|hurry| hurry.takes_back)
    }

    /// What a state shows that does not belong to it; `None` if every line is replayed move by move.
    pub(crate) fn counters(&self) -> Option<BTreeSet<String>> {
        self.hurry.as_ref().map(|hurry| hurry.counters.clone())
    }

    /// The current game, and which of its moves have left a trace before the last.
    fn traces(
        &self,
        record: &Record<G>,
        counters: &BTreeSet<String>,
    ) -> Option<(Record<G>, BTreeSet<usize>)> {
        // A question comes after all moves.
        let last = record.moves.len().checked_sub(usize::from(self.asker.is_none()))?;
        let shown: Option<Vec<_>> = (0..=last).map(|ply| self.lockstep.shown_at(ply, counters)).collect();
        Some((record.clone(), traces(&shown?)))
    }

    /// The moves of this game that have left a trace before the last, if it is the first one; once.
    pub(super) fn take_traces(&mut self, game: &Record<G>) -> Option<BTreeSet<usize>> {
        let (first, traces) = self.hurry.as_mut()?.traces.take()?;
        let same = first.start == game.start && game.moves.starts_with(&first.moves);
        (same && game.moves.len() <= first.moves.len() + 1).then_some(traces)
    }

    /// Remembers where the last move of the game at hand led.
    pub(crate) fn explored_last(&mut self, counters: &BTreeSet<String>) {
        let record = self.lockstep.record();
        let (Some(hurry), Some((_, mv))) = (&mut self.hurry, record.moves.last()) else { return };
        let ply = record.moves.len();
        if let (Some(before), Some(after)) =
            (self.lockstep.key(ply - 1, counters), self.lockstep.key(ply, counters))
        {
            hurry.ways.learn(before, mv, after);
        }
    }

    /// Remembers the states that a game has passed.
    pub(crate) fn explored(&mut self, lockstep: &Lockstep<'_, G>) {
        let Some(hurry) = &mut self.hurry else { return };
        for (at, (_, mv)) in lockstep.record().moves.iter().enumerate() {
            let [before, after] = [at, at + 1].map(|ply| lockstep.key(ply, &hurry.counters));
            if let Some((before, after)) = before.zip(after) {
                hurry.ways.learn(before, mv, after);
            }
        }
    }

    /// The shortest known moves from the start of a game to the state before its last move, and that move; as
    /// far as engines show states.
    pub(crate) fn shortcut(&self, record: &Record<G>) -> Option<Line<G>> {
        let hurry = self.hurry.as_ref()?;
        let [from, to] =
            [0, record.moves.len().checked_sub(1)?].map(|ply| hurry.reached.state(&Line::of(record), ply));
        let mut moves = hurry.ways.shortest(from?, to?)?;
        moves.push(record.moves.last()?.1.clone());
        Some(Line { start: record.start.clone(), moves })
    }

    /// Whether a line was played before and showed nothing, as far as it is known without a replay.
    pub(super) fn has_failed(&self, line: &Line<G>) -> bool {
        self.hurry.as_ref().is_some_and(|hurry| hurry.has_failed(line, self.by_lists && self.varies))
    }

    /// A key for the state before the last move of a game; where none is known, for the game.
    pub(super) fn before_the_last(&self, record: &Record<G>) -> Key {
        let line = Line::of(record);
        let ply = line.moves.len().saturating_sub(1);
        let known = self.hurry.as_ref().and_then(|hurry| hurry.reached.state(&line, ply));
        known.unwrap_or_else(|| line.hash())
    }

    /// Makes the checks that the wanted divergence needs at the end of a line.
    fn finish(&mut self) -> Checked<G> {
        finish(&mut self.lockstep, &self.wanted, &mut self.cost)?;
        if self.wanted.kind() == Kind::Hash {
            enter_children(&mut self.lockstep, usize::MAX, &mut self.cost)?;
        }
        Ok(())
    }
}

/// The players of the current game, if this line begins with its moves and these are at most `most`.
fn on_the_way<G: Explore>(lockstep: &Lockstep<'_, G>, line: &Line<G>, most: usize) -> Vec<G::Player> {
    let here = lockstep.at_hand().filter(|here| here.start == line.start && here.moves.len() <= most);
    let begins = |here: &Record<G>| here.moves.iter().zip(&line.moves).all(|((_, mv), next)| mv == next);
    here.filter(begins)
        .map(|here| here.moves.into_iter().map(|(player, _)| player).collect())
        .unwrap_or_default()
}

/// The rank of a game, the lower the better: those from the start come first, then those of few moves.
pub(crate) fn rank<G: Explore>(divergence: &Divergence<G>) -> (bool, usize) {
    (!G::is_start(&divergence.record.start), divergence.record.moves.len())
}

/// Notes which known differences are passed over in the game of a divergence, if everything is compared: a
/// search for it may have looked at less. Returns whether it could look at everything before it was to stop.
pub(crate) fn note_passed<G: Explore>(
    factories: Factories<'_, G>,
    divergence: &mut Divergence<G>,
    stop: Stop<'_>,
) -> bool {
    let Divergence { known, record, .. } = divergence;
    known.is_empty() || audit_until(stop, factories, known, record, &[], &mut |_| {}).is_some()
}

/// Makes the checks of the position at hand, and of the way to it, that show a divergence like the wanted one
/// when play alone does not. At the end of a game, they tell whether any ply of it has such a divergence
/// about taking back.
pub(crate) fn finish<G: Explore>(
    lockstep: &mut Lockstep<'_, G>,
    wanted: &Signature,
    cost: &mut u64,
) -> Checked<G> {
    // A search that says what it has looked at needs these games to their end.
    let stop = Stop::default();
    match wanted.kind() {
        Kind::Undo => lockstep.forgiving(Lockstep::walk),
        Kind::Text | Kind::Hash => {
            *cost += 1;
            lockstep.forgiving(Lockstep::text)
        }
        Kind::Law => {
            *cost += 1;
            lockstep.forgiving(|lockstep| lockstep.laws(Symmetries::All))
        }
        Kind::Count if wanted.call() == Call::Playout => {
            *cost += PLAYOUTS;
            lockstep.forgiving(|lockstep| lockstep.playout(PLAYOUTS, stop))
        }
        Kind::Count => {
            lockstep.forgiving(Lockstep::count)?;
            if wanted.call() == Call::PerftOfThree {
                *cost += 2 * lockstep.legal().len() as u64;
                lockstep.forgiving(Lockstep::count_three)?;
            }
            if wanted.call() == Call::PerftOfTwo {
                lockstep.forgiving(|lockstep| {
                    if lockstep.count_two()? {
                        *cost += lockstep.legal().len() as u64;
                    }
                    Ok(())
                })?;
            }
            lockstep.forgiving(Lockstep::walk)
        }
        Kind::Panic | Kind::Fault => {
            lockstep.forgiving(Lockstep::text)?;
            lockstep.forgiving(Lockstep::count)?;
            if wanted.call() == Call::Perft {
                lockstep.forgiving(Lockstep::count_two)?;
            }
            if wanted.call() == Call::Playout {
                *cost += PLAYOUTS;
                lockstep.forgiving(|lockstep| lockstep.playout(PLAYOUTS, stop))?;
            }
            lockstep.forgiving(Lockstep::walk)
        }
        _ => Ok(()),
    }
}

/// Visits up to `most` of the positions one move on, spread over the legal moves. This enters their hashes.
fn enter_children<G: Explore>(lockstep: &mut Lockstep<'_, G>, most: usize, cost: &mut u64) -> Checked<G> {
    for mv in lockstep.some_legal(most)? {
        *cost += 1;
        lockstep.forgiving(|lockstep| lockstep.branch(&mv))?;
    }
    Ok(())
}

/// The number of questions that are as much work as a move, for engines that answer them without playing.
pub(crate) const QUESTIONS: u64 = 8;

/// The number of moves played without a look between them that are as much work as one that is compared.
const LED: u64 = 4;

/// A new game costs the same as taking back this many moves.
const NEW_GAME: usize = 2;

/// At least this many refused moves are left out of a line, and one in this many of its moves.
const LEFT_OUT: usize = 4;

/// The work of a fault, in moves; and of a timeout.
const FAULT: u64 = 50;
const SILENCE: u64 = 1_500;

/// How often the record that a replay shows may differ from the line replayed.
const TRIES: usize = 4;

/// The number of children at every ply but the last whose hashes are entered: colliding positions need not
/// both be positions of the game.
const FEW_CHILDREN: usize = 32;

/// Whether a divergence of this kind may be about a move that is not played.
pub(crate) fn asks(kind: Kind) -> bool {
    matches!(kind, Kind::Verdict | Kind::LegalSet | Kind::Refusal | Kind::Panic | Kind::Fault)
}

/// How far a player is from the one on turn, or from the first player if the game is over.
fn shift<G: Game>(rules: G::Rules, turn: Option<G::Player>, player: G::Player) -> usize {
    let place = |player| G::players_of(rules).iter().position(|&other| other == player).unwrap_or(0);
    let players = G::players_of(rules).len();
    (place(player) + players - turn.map_or(0, place)) % players
}

/// The player this far from the one on turn, or from the first player if the game is over.
fn shifted<G: Game>(rules: G::Rules, turn: Option<G::Player>, shift: usize) -> G::Player {
    let place = G::players_of(rules).iter().position(|&player| Some(player) == turn).unwrap_or(0);
    turn.filter(|_| shift == 0).unwrap_or(G::players_of(rules)[(place + shift) % G::players_of(rules).len()])
}

#[cfg(test)]
mod tests {
    use bustan_vocabulary::tictactoe::{Player, TicTacToe};
    use bustan_vocabulary::tribolo::Tribolo;

    use super::*;

    fn line(record: &str) -> Line<TicTacToe> {
        Line::of(&record.parse::<Record<TicTacToe>>().unwrap())
    }

    #[test]
    fn lines_are_equal_by_their_start_and_moves() {
        let one = line("X[a1];O[b2];X[c3]");
        assert!(one == line("X[a1];O[b2];X[c3]") && one.hash() == line("X[a1];O[b2];X[c3]").hash());
        for other in ["X[a1];O[b2]", "X[a1];O[c3];X[b2]", "Start[......... x misere];X[a1];O[b2];X[c3]"] {
            assert!(one != line(other) && one.hash() != line(other).hash(), "{other}");
        }
        assert_eq!(one.without(0, 1).moves, line("X[b2];O[c3]").moves);
        assert_eq!(one.without(1, 1).moves, line("X[a1];O[c3]").moves);
        assert_eq!(one.without(1, 9).moves, line("X[a1]").moves);
    }

    #[test]
    fn a_question_is_put_as_far_from_the_player_on_turn_as_before() {
        let players = Tribolo::PLAYERS;
        for (at, &turn) in players.iter().enumerate() {
            for (of, &asked) in players.iter().enumerate() {
                let far = shift::<Tribolo>((), Some(turn), asked);
                assert_eq!(far, (of + 3 - at) % 3);
                assert_eq!(shifted::<Tribolo>((), Some(turn), far), asked);
            }
        }
        // Where nobody is on turn, the first player stands for whoever would be.
        assert_eq!(
            (shift::<Tribolo>((), None, players[2]), shifted::<Tribolo>((), None, 2)),
            (2, players[2])
        );
        assert_eq!(shifted::<TicTacToe>((), None, 0), Player::X);
    }
}
