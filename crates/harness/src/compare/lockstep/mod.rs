//! Two engines playing one game, compared at every move.
//!
//! [`Lockstep`] plays every move on both engines and compares everything they report: the player to move, the
//! complete observation, the set of legal moves, and the reason for a refused move. It also checks each
//! engine against the [`laws`](crate::compare::laws) that need no second engine: undo restores the position,
//! refusals change nothing, hashes are equal if and only if positions are equal, duplicates are independent,
//! and texts round-trip.
//!
//! The cheap comparisons are made after every move. The others are separate methods, so that the driver
//! decides how often they are worth their cost: [`walk`](Lockstep::walk), [`text`](Lockstep::text),
//! [`laws`](Lockstep::laws), [`branch`](Lockstep::branch), [`ask`](Lockstep::ask),
//! [`count`](Lockstep::count), [`playout`](Lockstep::playout), and the `duplicate` of a
//! [`step`](Lockstep::step).
//!
//! Any finding, a panic included, is returned as a [`Divergence`] with the game so far. After a finding, the
//! engines are considered broken, and [`begin`](Lockstep::begin) creates new ones.

mod ahead;
mod ask;
mod back;
mod begin;
mod count;
mod factories;
mod guard;
mod judge;
mod laws;
mod lead;
mod move_verdict;
mod offer;
mod passing;
mod phase;
mod probe_moves;
mod text;
mod view;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use rustc_hash::FxHashMap;

use crate::compare::compared::Compared;
use crate::compare::conventions::FollowedConventions;
use crate::compare::divergence::{Divergence, Kind, Role, Signature, Violation};
use crate::compare::known::KnownDifferences;
use crate::compare::participant::Verdict;
use crate::compare::recorder::Recorder;
use crate::erased::{Identity, Move, Player, Position};
pub(crate) use begin::alike;
pub use begin::refused_by_both;
pub use factories::{Factories, Factory, WithQuick};
use move_verdict::MoveVerdict;
use phase::Phase;
pub(crate) use probe_moves::spelled_alike;
pub(crate) use view::next_in_order;

/// The result of a check, or the divergence it found.
pub type Checked<T = ()> = Result<T, Box<Divergence>>;

/// Selects the comparisons that are made after every move. The player to move is always compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checks {
    /// Whether the complete observation is compared.
    pub observation: bool,
    /// Whether the set of legal moves is compared.
    pub legal: bool,
    /// Whether hashes along the game must be equal if and only if positions are equal. Requires the
    /// observation.
    pub hash: bool,
    /// The complete observation is compared after the first and then after every `refusals`th refused move.
    /// The player to move and the hash are compared after each refused move.
    pub refusals: u32,
}

impl Checks {
    /// All checks.
    pub const ALL: Self = Self { observation: true, legal: true, hash: true, refusals: 1 };

    /// All checks, but only for a sample of the refusals, because there are many.
    pub const SAMPLED: Self = Self { refusals: 4, ..Self::ALL };

    /// Returns the checks that reveal a divergence of the kind `kind`, provided that the engines'
    /// observations do not differ earlier. Returns all checks if the kind does not determine them.
    pub fn for_kind(kind: Kind) -> Self {
        let (legal, hash) = match kind {
            Kind::Turn | Kind::Observation | Kind::Clone | Kind::Refusal | Kind::Text => (false, false),
            Kind::Verdict | Kind::LegalSet | Kind::Undo | Kind::Count | Kind::Law => (true, false),
            Kind::Hash => (false, true),
            Kind::Setup | Kind::Chance | Kind::Panic | Kind::Fault => (true, true),
        };
        Self { observation: true, legal, hash, refusals: 1 }
    }
}

/// Two engines playing the same game.
pub struct Lockstep<'m> {
    subject: Recorder<'m>,
    oracle: Recorder<'m>,
    checks: Checks,
    /// The preferred signature, if the engines differ on several moves.
    wanted: Option<Signature>,
    /// The preferred move among those with the preferred signature.
    expected: Option<Move>,
    start: Position,
    moves: Vec<(Player, Move)>,
    /// The sorted legal moves at each position from the start to now, where an engine lists them.
    legal: Vec<Option<Vec<Move>>>,
    /// Which engines listed legal moves at each position: the engine under test, and the oracle.
    listing: Vec<[bool; 2]>,
    /// The moves that both engines list, by the number of moves played, for positions where their lists are
    /// known to differ.
    common: BTreeMap<usize, Vec<Move>>,
    /// The signature of the difference for each move of the game that only one engine lists. The flag means
    /// that the engine under test lists the move.
    one_sided: HashMap<(bool, Move), Signature>,
    /// The moves that only the engine under test listed, and those that only the oracle listed, at the last
    /// position where their lists differed.
    only: [Vec<Move>; 2],
    /// The differences to ignore.
    known: KnownDifferences,
    /// The conventions that the engine under test follows.
    held: FollowedConventions,
    /// The conventions that explained a difference since the last [`take_explained`](Self::take_explained).
    explained: BTreeSet<usize>,
    /// The comparisons made since the last [`take_compared`](Self::take_compared).
    compared: Compared,
    /// The class of each position of the game; equal positions have equal classes.
    classes: FxHashMap<Identity, usize>,
    /// The move being played or queried.
    pending: Option<(Player, Move)>,
    /// The number of refusals in the game so far.
    refused: u32,
    /// The state of the engines.
    phase: Phase,
    /// Whether engines that are costly to make are kept after a divergence.
    keeps: bool,
    /// Whether any engine has been kept so far.
    kept: bool,
    /// Whether the engine under test has undone a move so far.
    took_back: bool,
    /// Counts sequences of moves ahead.
    ahead: ahead::Ahead,
    /// Whether small positions may be offered to the engines of an unknown game; `None` until the engines
    /// have been queried.
    offers: Option<bool>,
}

/// A violation and its place: the disputed move, and the most informative boards.
struct LocatedViolation {
    violation: Violation,
    question: Option<Box<(Player, Move)>>,
    view: BoardMoment,
}

/// Selects the boards of a divergence. The boards of both engines always belong to the same ply.
#[derive(Clone, Copy)]
enum BoardMoment {
    /// The engines' current boards.
    Now,
    /// The last recorded boards of both engines, because an engine may be unable to report more.
    Kept,
    /// As `Kept` for the engines that have played the disputed move meanwhile, and the current board of the
    /// other engine.
    Played([bool; 2]),
    /// The current board of an engine that has undone the moves after the given ply, and the board that the
    /// other engine had at that ply.
    Back(Role, usize),
}

impl LocatedViolation {
    /// Selects the boards before the disputed move. `played` says which engines have played it: the engine
    /// under test, and the oracle.
    fn before_playing(self, played: [bool; 2]) -> Self {
        Self { view: BoardMoment::Played(played), ..self }
    }
}

impl From<Violation> for LocatedViolation {
    fn from(violation: Violation) -> Self {
        Self { violation, question: None, view: BoardMoment::Now }
    }
}

impl<'m> Lockstep<'m> {
    /// Creates two new engines, which [`begin`](Self::begin) sets up at `start` or elsewhere.
    ///
    /// # Panics
    /// When an engine plays a different game.
    pub fn new(factories: Factories<'m>, checks: Checks, start: Position) -> Self {
        let mut subject = Recorder::new(Role::Subject, factories.subject);
        let mut oracle = Recorder::new(Role::Oracle, factories.oracle);
        for recorder in [&subject, &oracle] {
            let rules = recorder.engine.rules().unwrap_or_else(|| start.rules());
            assert_eq!(rules, start.rules(), "{} plays {rules:?}, not {:?}", recorder.name, start.rules());
        }
        let [one, other] = factories.marks([&subject.name, &oracle.name]);
        subject.mark(one);
        oracle.mark(other);
        Self {
            subject,
            oracle,
            checks,
            wanted: None,
            expected: None,
            start,
            moves: Vec::new(),
            legal: Vec::new(),
            listing: Vec::new(),
            common: BTreeMap::new(),
            one_sided: HashMap::new(),
            only: [Vec::new(), Vec::new()],
            known: KnownDifferences::default(),
            held: FollowedConventions::default(),
            explained: BTreeSet::new(),
            compared: Compared::default(),
            classes: FxHashMap::default(),
            pending: None,
            refused: 0,
            phase: Phase::Fresh,
            keeps: false,
            kept: false,
            took_back: false,
            ahead: ahead::Ahead::default(),
            offers: None,
        }
    }

    /// Sets whether the oracle is assumed to be sound. If it is, checks of a single engine are made on the
    /// engine under test only; everything that can be compared between the engines is still compared.
    pub fn trust_oracle(&mut self, trusted: bool) {
        self.oracle.trust(trusted);
    }

    /// Prefers a divergence with this signature if engines differ on several moves.
    pub fn prefer(&mut self, signature: Signature) {
        self.wanted = Some(signature);
    }

    /// Prefers this move among the moves with the preferred signature.
    pub(crate) fn expect(&mut self, mv: Option<Move>) {
        self.expected = mv;
    }

    fn forget(&mut self) {
        self.subject.trail.clear();
        self.oracle.trail.clear();
        self.legal.clear();
        self.listing.clear();
        self.common.clear();
        self.one_sided.clear();
        self.known.restart();
        self.classes.clear();
        self.refused = 0;
        self.moves.clear();
    }

    /// Plays a move on both engines and compares their answers; `false` if both refuse it for the same
    /// reason. With `duplicate`, duplicates each engine before the move and checks the duplicate after it.
    ///
    /// # Errors
    /// The divergence found.
    pub fn step(&mut self, player: Player, mv: &Move, duplicate: bool) -> Checked<bool> {
        Ok(self.play(player, mv, duplicate)?.is_ok())
    }

    /// Plays a move as [`step`](Self::step) does, and returns the reason for a refusal.
    pub(crate) fn play(&mut self, player: Player, mv: &Move, duplicate: bool) -> Checked<Verdict> {
        self.pending = Some((player, mv.clone()));
        self.guard(|this| {
            let both = duplicate && !this.oracle.is_trusted();
            let subject = duplicate.then(|| this.subject.engine.duplicate()).flatten();
            let duplicates = (subject, both.then(|| this.oracle.engine.duplicate()).flatten());
            this.subject.engine.announce(player, mv);
            this.oracle.engine.announce(player, mv);
            let (a, b) = (this.subject.engine.play(player, mv), this.oracle.engine.play(player, mv));
            if !this.agree(&a, &b) {
                let played = [a.is_ok(), b.is_ok()];
                return Err(this.moves_differ(player, mv, a, b).before_playing(played));
            }
            if let (Err(reason), Err(other)) = (a, b) {
                if this.turn() == Some(player) && this.legal().binary_search(mv).is_ok() {
                    let refused =
                        this.listed_but_refused(mv, [a, b].map(|said| Some(MoveVerdict::played(said))));
                    return Err(this.in_question(player, mv, refused));
                }
                return Ok(Err(other.or(reason)));
            }
            this.moves.push((player, mv.clone()));
            this.pending = None;
            this.note();
            this.compare()?;
            if let Some(duplicate) = duplicates.0 {
                let judged = this.subject.judge_duplicate(duplicate, player, mv);
                this.unless_known(judged)?;
            }
            if let Some(duplicate) = duplicates.1 {
                let judged = this.oracle.judge_duplicate(duplicate, player, mv);
                this.unless_known(judged)?;
            }
            Ok(Ok(()))
        })
    }

    /// Keeps engines that are costly to create after a divergence, as long as they can be used.
    pub(crate) fn keep_costly(&mut self) {
        self.keeps = true;
    }

    /// Whether costly engines are kept.
    pub(crate) fn keeps_costly(&self) -> bool {
        self.keeps
    }

    /// Whether the engine under test has undone a move by itself. The undo may have caused any later
    /// difference.
    pub(crate) fn has_taken_back(&self) -> bool {
        self.took_back
    }

    /// Whether any costly engine has been kept.
    pub(crate) fn has_kept(&self) -> bool {
        self.kept
    }

    /// Marks both engines for replacement before the next game, unless they are kept.
    pub(crate) fn mark_stale(&mut self) {
        self.phase = self.phase.lost();
    }

    /// Returns the numbers of the conventions that explained a difference since the last call.
    pub(crate) fn take_explained(&mut self) -> BTreeSet<usize> {
        std::mem::take(&mut self.explained)
    }

    fn note(&mut self) {
        self.subject.note(self.checks.observation);
        self.oracle.note(self.checks.observation);
        self.legal.push(None);
        self.listing.push([false; 2]);
        self.common.remove(&(self.legal.len() - 1));
    }
}

#[cfg(test)]
pub(crate) mod faulty;
#[cfg(test)]
mod program_tests;
#[cfg(test)]
mod tests;
