//! Replays a given line to see whether it still diverges, and for the same reason.
//!
//! A [`Line`] is a game without its players: the turn decides who plays a move. So a line stays a sensible
//! game when moves are dropped from it, which shrinking depends on.

use bustan_guide::Explore;
use bustan_vocabulary::{Game, NoStart, Record};

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
    /// How far from the player on turn, in turn order, the player is to whom the last move is put as a
    /// question.
    shift: usize,
    pub(crate) lockstep: Lockstep<'m, G>,
    /// The moves played and asked about: the cost of replaying.
    pub(crate) cost: u64,
    /// The limit of the cost.
    pub(crate) most: u64,
    /// The other divergences that came up on the way: for each cause the one with the best game.
    met: Vec<(String, Box<Divergence<G>>)>,
}

impl<'m, G: Explore> Replayer<'m, G> {
    /// Makes a replayer for lines like the record of this divergence.
    pub(crate) fn new(factories: Factories<'m, G>, divergence: &Divergence<G>) -> Self {
        let wanted = divergence.signature.clone();
        let checks = Checks::for_kind(wanted.kind());
        let record = &divergence.record;
        let mut lockstep = Lockstep::new(factories, checks, record.start.clone());
        lockstep.prefer(wanted.clone());
        let shift = if divergence.question { shift(&mut lockstep, record).unwrap_or(0) } else { 0 };
        lockstep.spoil();
        Self { factories, wanted, shift, lockstep, cost: 0, most: u64::MAX, met: Vec::new() }
    }

    /// The small starting positions at which both engines can begin; if there are none, `like`.
    pub(crate) fn small_starts(&mut self, like: &G::Position) -> Vec<G::Position> {
        let mut starts = G::small_starts(like);
        starts.retain(|start| !matches!(self.lockstep.setup(start), Ok(Err(NoStart::Unable))));
        if starts.is_empty() { vec![like.clone()] } else { starts }
    }

    /// The divergence of the line, if it has one that the wanted signature covers. Its record may differ from
    /// the line, for example if a position beside the line shows it. That record has then been replayed, too,
    /// and shows the same.
    pub(crate) fn run(&mut self, line: &Line<G>) -> Option<Box<Divergence<G>>> {
        let mut line = line.clone();
        for _ in 0..TRIES {
            let divergence = self.follow(&line).err()?;
            if !self.wanted.covers(&divergence.signature) {
                self.meet(&divergence);
                return None;
            }
            self.pay(&divergence);
            let shown = Line::of(&divergence.record);
            if shown == line {
                return Some(divergence);
            }
            line = shown;
        }
        None
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
        let somebody = turn.is_some() || !G::OPAQUE;
        somebody.then(|| shifted::<G>(turn, self.shift))
    }

    /// Adds the cost of a fault: waiting for the answer, and another process.
    fn pay(&mut self, divergence: &Divergence<G>) {
        self.cost += match divergence.signature.kind() {
            Kind::Fault if divergence.signature.end() == Some(End::Silence) => SILENCE,
            Kind::Fault => FAULT,
            _ => 0,
        };
    }

    /// Remembers another divergence than the wanted one, if its game is the best for its cause: games from
    /// the start come first, then those of few moves.
    pub(crate) fn meet(&mut self, divergence: &Divergence<G>) {
        self.pay(divergence);
        let cause = divergence.signature.cause();
        let same = self.wanted.covers(&divergence.signature) || self.wanted.cause() == cause;
        if same || divergence.is_interruption() {
            return;
        }
        let full = self.met.len() >= MOST_MET;
        match self.met.iter_mut().find(|(other, _)| *other == cause) {
            Some((_, known)) if rank(divergence) < rank(known) => **known = divergence.clone(),
            None if !full => self.met.push((cause, Box::new(divergence.clone()))),
            _ => {}
        }
    }

    /// The other divergences that came up, those with the best games first, whether or not they come again.
    pub(crate) fn unconfirmed(&mut self, most: usize) -> Vec<Divergence<G>> {
        let met = self.met().into_iter().filter(|divergence| !divergence.is_interruption());
        met.take(most).map(|divergence| *divergence).collect()
    }

    fn met(&mut self) -> Vec<Box<Divergence<G>>> {
        let mut met = std::mem::take(&mut self.met);
        met.sort_by_cached_key(|(cause, divergence)| (rank(divergence), cause.clone()));
        met.into_iter().map(|(_, divergence)| divergence).collect()
    }

    /// The same, but only those that come again on new engines.
    pub(crate) fn others(&mut self, most: usize) -> Vec<Divergence<G>> {
        let met = self.met();
        let again = |divergence: Box<Divergence<G>>| {
            let shown = Replayer::new(self.factories, &divergence).run(&Line::of(&divergence.record));
            shown.map(|again| *again)
        };
        met.into_iter().take(MOST_TRIED).filter_map(again).take(most).collect()
    }

    fn follow(&mut self, line: &Line<G>) -> Checked<G> {
        let kind = self.wanted.kind();
        self.cost += 1;
        // Another question of the same signature would do as well, but could be less simple than this one.
        self.lockstep.expect(line.moves.last().cloned());
        if !self.lockstep.begin(&line.start)? {
            return Ok(());
        }
        let twin = matches!(kind, Kind::Clone | Kind::Panic | Kind::Fault);
        for (i, mv) in line.moves.iter().enumerate() {
            self.cost += 1;
            let last = i + 1 == line.moves.len();
            if last && asks(kind) {
                self.lockstep.ask(shifted::<G>(self.lockstep.turn(), self.shift), mv)?;
            }
            if kind == Kind::Hash {
                enter_children(
                    &mut self.lockstep,
                    if last { usize::MAX } else { FEW_CHILDREN },
                    &mut self.cost,
                )?;
            }
            let Some(player) = self.lockstep.turn() else { return Ok(()) };
            if !self.lockstep.step(player, mv, twin && last)? {
                return Ok(());
            }
        }
        self.finish()
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

/// The rank of a game, the lower the better: those from the start come first, then those of few moves.
pub(crate) fn rank<G: Explore>(divergence: &Divergence<G>) -> (bool, usize) {
    (!G::is_start(&divergence.record.start), divergence.record.moves.len())
}

/// Makes the checks of the position at hand, and of the way to it, that show a divergence like the wanted one
/// when play alone does not. At the end of a game, they tell whether any ply of it has such a divergence
/// about taking back.
pub(crate) fn finish<G: Explore>(
    lockstep: &mut Lockstep<'_, G>,
    wanted: &Signature,
    cost: &mut u64,
) -> Checked<G> {
    match wanted.kind() {
        Kind::Undo => lockstep.walk(),
        Kind::Text | Kind::Hash => {
            *cost += 1;
            lockstep.text()
        }
        Kind::Law => {
            *cost += 1;
            lockstep.laws(Symmetries::All)
        }
        Kind::Count if wanted.call() == Call::Playout => {
            *cost += PLAYOUTS;
            lockstep.playout(PLAYOUTS)
        }
        Kind::Count => {
            lockstep.count()?;
            if wanted.call() == Call::PerftOfTwo && lockstep.count_two()? {
                *cost += lockstep.legal().len() as u64;
            }
            lockstep.walk()
        }
        Kind::Panic | Kind::Fault => {
            lockstep.text()?;
            lockstep.count()?;
            if wanted.call() == Call::Perft {
                lockstep.count_two()?;
            }
            if wanted.call() == Call::Playout {
                *cost += PLAYOUTS;
                lockstep.playout(PLAYOUTS)?;
            }
            lockstep.walk()
        }
        _ => Ok(()),
    }
}

/// Visits up to `most` of the positions one move on, spread over the legal moves. This enters their hashes.
fn enter_children<G: Explore>(lockstep: &mut Lockstep<'_, G>, most: usize, cost: &mut u64) -> Checked<G> {
    for mv in lockstep.some_legal(most)? {
        *cost += 1;
        lockstep.branch(&mv)?;
    }
    Ok(())
}

/// The number of questions that are as much work as a move, for engines that answer them without playing.
pub(crate) const QUESTIONS: u64 = 8;

/// The work of a fault, in moves; and of a timeout.
const FAULT: u64 = 50;
const SILENCE: u64 = 1_500;

/// The most other divergences that are remembered, and the most that are tried on new engines.
const MOST_MET: usize = 64;
const MOST_TRIED: usize = 16;

/// The number of random games played from a position to see one of them go wrong.
pub(crate) const PLAYOUTS: u64 = 4;

/// How often the record that a replay shows may differ from the line replayed.
const TRIES: usize = 4;

/// The number of children at every ply but the last whose hashes are entered: colliding positions need not
/// both be positions of the game.
const FEW_CHILDREN: usize = 32;

/// Whether a divergence of this kind may be about a move that is not played.
pub(crate) fn asks(kind: Kind) -> bool {
    matches!(kind, Kind::Verdict | Kind::LegalSet | Kind::Refusal | Kind::Panic | Kind::Fault)
}

/// How far from the player on turn the player of the last move of a record is.
fn shift<G: Explore>(lockstep: &mut Lockstep<'_, G>, record: &Record<G>) -> Option<usize> {
    let ((asker, _), played) = record.moves.split_last()?;
    lockstep.begin(&record.start).ok()?;
    for (player, mv) in played {
        lockstep.step(*player, mv, false).ok()?;
    }
    let place = |player: G::Player| G::PLAYERS.iter().position(|&other| other == player);
    let turn = lockstep.turn().map_or(Some(0), place)?;
    let players = G::PLAYERS.len();
    Some((place(*asker)? + players - turn) % players)
}

/// The player this far from the one on turn, or from the first player if the game is over.
fn shifted<G: Game>(turn: Option<G::Player>, shift: usize) -> G::Player {
    let place = G::PLAYERS.iter().position(|&player| Some(player) == turn).unwrap_or(0);
    turn.filter(|_| shift == 0).unwrap_or(G::PLAYERS[(place + shift) % G::PLAYERS.len()])
}
