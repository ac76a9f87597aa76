//! Two engines playing one game, compared at every move.
//!
//! [`Lockstep`] plays every move on both engines and compares all they can tell: who is on turn, the complete
//! observation, the set of legal moves, and for a refused move the reason. Beside that it holds each engine
//! to laws that need no second opinion (see the module `recorder`): undo restores, refusals change nothing,
//! hashes are equal exactly when positions are, duplicates are independent, texts round-trip.
//!
//! The cheap comparisons are made after every move. The others are methods of their own, because how often
//! they are worth their price is for the driver to say: [`walk`](Lockstep::walk), [`text`](Lockstep::text),
//! [`laws`](Lockstep::laws), [`branch`](Lockstep::branch), [`ask`](Lockstep::ask),
//! [`count`](Lockstep::count), [`playout`](Lockstep::playout), and the `twin` of a [`step`](Lockstep::step).
//!
//! Whatever is found wrong, a panic included, comes back as a [`Divergence`] that carries the game so far.
//! After one the engines are taken to be broken, and [`begin`](Lockstep::begin) makes new ones.

mod ask;
mod back;
mod count;
mod guard;
mod judge;
mod laws;
mod text;

use std::collections::HashMap;

use bustan_guide::Explore;
use bustan_vocabulary::{Draw, Game, NoStart, Record};

use crate::divergence::{Divergence, Kind, Role, Signature, Violation, normalised};
use crate::participant::{Observed, Participant, Unset, Verdict};
use crate::recorder::Recorder;
use crate::watch::{catching, watched};
use judge::agree;

/// What a check answers, or the divergence it found.
pub type Checked<G, T = ()> = Result<T, Box<Divergence<G>>>;

/// How to make the two participants.
pub struct Factories<'m, G: Game> {
    /// Makes the engine under test.
    pub subject: &'m (dyn Factory<G> + 'm),
    /// Makes the engine it is compared with.
    pub oracle: &'m (dyn Factory<G> + 'm),
}

/// What makes a participant of a game `G`: any function without arguments that answers one.
pub trait Factory<G: Game>: Sync {
    /// A new participant, wherever its games begin.
    fn make(&self) -> Box<dyn Participant<G>>;
}

impl<G: Game, P: Participant<G> + 'static, F: Fn() -> P + Sync> Factory<G> for F {
    fn make(&self) -> Box<dyn Participant<G>> {
        Box::new(self())
    }
}

impl<G: Game> Clone for Factories<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Factories<'_, G> {}

/// What is compared after every move. Who is on turn always is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checks {
    /// The complete observation.
    pub observation: bool,
    /// The set of legal moves.
    pub legal: bool,
    /// That hashes along the game are equal exactly when positions are; needs the observation.
    pub hash: bool,
    /// The complete observation is compared after one in this many refused moves, the first included; the
    /// player on turn and the hash after each.
    pub refusals: u32,
}

impl Checks {
    /// Everything.
    pub const ALL: Self = Self { observation: true, legal: true, hash: true, refusals: 1 };

    /// Everything but for a sample of the refusals, because refusals are many.
    pub const SAMPLED: Self = Self { refusals: 4, ..Self::ALL };

    /// What it takes to see a divergence of this kind, and that nothing in what the engines observe shows
    /// before it; everything when the kind does not tell.
    pub fn for_kind(kind: Kind) -> Self {
        let (legal, hash) = match kind {
            Kind::Turn | Kind::Observation | Kind::Clone | Kind::Refusal | Kind::Text => (false, false),
            Kind::Verdict | Kind::LegalSet | Kind::Undo | Kind::Count | Kind::Law => (true, false),
            Kind::Hash => (false, true),
            Kind::Setup | Kind::Panic | Kind::Fault | Kind::Start => (true, true),
        };
        Self { observation: true, legal, hash, refusals: 1 }
    }
}

/// Two engines playing the same game.
pub struct Lockstep<'m, G: Game> {
    subject: Recorder<'m, G>,
    oracle: Recorder<'m, G>,
    checks: Checks,
    /// Among several moves on which the engines differ, one with this signature is reported.
    wanted: Option<Signature>,
    /// Of those moves, this one before all others.
    expected: Option<G::Move>,
    start: G::Position,
    moves: Vec<(G::Player, G::Move)>,
    /// The sorted legal moves, from the start to now, where an engine lists them.
    legal: Vec<Option<Vec<G::Move>>>,
    classes: HashMap<G::Identity, usize>,
    /// The move being played or asked about.
    pending: Option<(G::Player, G::Move)>,
    /// Refusals of the game so far.
    refused: u32,
    broken: bool,
    /// Whether one of them cannot be asked any more.
    unusable: bool,
    /// Whether engines that are costly to make are kept when they are found to differ, and whether any was.
    keeps: bool,
    kept: bool,
    /// Whether the last looks are of the game at hand, not of the one before.
    begun: bool,
    /// Whether the engines are new: nothing was asked of them but how they are called.
    fresh: bool,
    /// Whether the engine under test has taken back a move by itself.
    took_back: bool,
}

/// What a check found, before it is made a divergence: the move in question, and which boards tell most.
struct Found<G: Game> {
    violation: Violation,
    question: Option<(G::Player, G::Move)>,
    view: View,
}

/// Which boards go with a divergence. Those of both engines are always of one moment of the game.
#[derive(Clone, Copy)]
enum View {
    /// What the engines show now.
    Now,
    /// What both showed when they were last looked at: an engine may be unable to show more.
    Kept,
    /// What this engine shows now, taken back to where it should be as after so many moves, and what the
    /// other showed there.
    Back(Role, usize),
}

impl<G: Game> From<Violation> for Found<G> {
    fn from(violation: Violation) -> Self {
        Self { violation, question: None, view: View::Now }
    }
}

impl<'m, G: Explore> Lockstep<'m, G> {
    /// Two new engines, which [`begin`](Self::begin) is to set up at `start` or elsewhere.
    pub fn new(factories: Factories<'m, G>, checks: Checks, start: G::Position) -> Self {
        Self {
            subject: Recorder::new(Role::Subject, factories.subject),
            oracle: Recorder::new(Role::Oracle, factories.oracle),
            checks,
            wanted: None,
            expected: None,
            start,
            moves: Vec::new(),
            legal: Vec::new(),
            classes: HashMap::new(),
            pending: None,
            refused: 0,
            broken: false,
            unusable: false,
            keeps: false,
            kept: false,
            begun: false,
            fresh: true,
            took_back: false,
        }
    }

    /// Among several moves on which the engines differ, prefers one with this signature.
    pub fn prefer(&mut self, signature: Signature) {
        self.wanted = Some(signature);
    }

    /// Of the moves with the preferred signature, prefers this one.
    pub(crate) fn expect(&mut self, mv: Option<G::Move>) {
        self.expected = mv;
    }

    /// Starts a new game at `start`: `false` when both engines refuse the position, for the same reason; the
    /// old game goes on then. `false` too when one of them has no way to be set up there; then there is
    /// no game at all until the next call.
    ///
    /// # Errors
    /// A divergence about the position, which then is a game without moves.
    pub fn begin(&mut self, start: &G::Position) -> Checked<G, bool> {
        Ok(self.setup(start)?.is_ok())
    }

    /// The same as [`begin`](Self::begin), with the reason of a refusal.
    pub(crate) fn setup(&mut self, start: &G::Position) -> Checked<G, Result<(), Unset<G>>> {
        if self.broken {
            let sound = self.subject.fault().is_none() && self.oracle.fault().is_none() && !self.unusable;
            let keeps = self.keeps && sound;
            let kept = [self.subject.renew(keeps), self.oracle.renew(keeps)];
            self.kept |= kept.contains(&true);
            self.fresh = true;
            self.forget();
            (self.broken, self.unusable) = (false, false);
        }
        if std::mem::take(&mut self.fresh)
            && let Some(violation) = self.unstarted()
        {
            self.start = start.clone();
            return Err(self.divergence(self.about_pending(violation)));
        }
        let before = std::mem::replace(&mut self.start, start.clone());
        let moves = std::mem::take(&mut self.moves);
        let begun = std::mem::replace(&mut self.begun, false);
        let answer = self.guard(|this| this.setup_inner())?;
        if answer.as_ref().is_err_and(NoStart::refuses) {
            self.begun = begun;
            (self.start, self.moves) = (before, moves);
        }
        Ok(answer)
    }

    fn forget(&mut self) {
        self.subject.clear();
        self.oracle.clear();
        self.legal.clear();
        self.classes.clear();
        self.refused = 0;
        self.moves.clear();
    }

    fn setup_inner(&mut self) -> Result<Result<(), Unset<G>>, Found<G>> {
        let start = self.start.clone();
        if self.legal.is_empty() {
            self.note();
        }
        match (self.subject.setup(&start), self.oracle.setup(&start)) {
            (Ok(()), Ok(())) => {
                self.forget();
                self.note();
                self.begun = true;
                self.compare()?;
                Ok(Ok(()))
            }
            // One of them may have been set up nevertheless: what either holds now is not compared.
            (Err(NoStart::Unable), _) | (_, Err(NoStart::Unable)) => {
                self.forget();
                Ok(Err(NoStart::Unable))
            }
            (Err(a), Err(b)) if alike(&a, &b) => {
                let when = format!("after it refused the position {:?}", start.to_string());
                self.subject.still(0, Kind::Setup, &when)?;
                self.oracle.still(0, Kind::Setup, &when)?;
                Ok(Err(b))
            }
            (a, b) => {
                let words = |answer: Result<(), _>| match answer {
                    Ok(()) => "accepts the position".to_string(),
                    Err(error) => format!("refuses the position, {error}"),
                };
                let (a, b) = (words(a), words(b));
                let headline = format!("{}: {b}; {}: {a}", self.oracle.name, self.subject.name);
                Err(Violation::new(Kind::Setup, &[&normalised(&a), &normalised(&b)], headline).into())
            }
        }
    }

    /// Plays a move on both engines and compares what they show; `false` when both refuse it, for the same
    /// reason. With `twin`, a duplicate of each is made before and judged after.
    ///
    /// # Errors
    /// The divergence found.
    pub fn step(&mut self, player: G::Player, mv: &G::Move, twin: bool) -> Checked<G, bool> {
        Ok(self.play(player, mv, twin)?.is_ok())
    }

    /// The same, with the reason of a refusal.
    pub(crate) fn play(&mut self, player: G::Player, mv: &G::Move, twin: bool) -> Checked<G, Verdict<G>> {
        self.pending = Some((player, mv.clone()));
        self.guard(|this| {
            let twins = if twin { (this.subject.duplicate(), this.oracle.duplicate()) } else { (None, None) };
            let (a, b) = (this.subject.play(player, mv), this.oracle.play(player, mv));
            if !agree::<G>(&a, &b) {
                return Err(this.verdicts_differ(player, mv, a, b));
            }
            if let (Err(a), Err(b)) = (a, b) {
                let reason = b.or(a);
                if this.turn() == Some(player) && this.legal().binary_search(mv).is_ok() {
                    return Err(this.in_question(player, mv, this.listed_but_refused(mv, Err(reason))));
                }
                return Ok(Err(reason));
            }
            this.moves.push((player, mv.clone()));
            this.pending = None;
            this.note();
            this.compare()?;
            if let Some(twin) = twins.0 {
                this.subject.judge_twin(twin, player, mv)?;
            }
            if let Some(twin) = twins.1 {
                this.oracle.judge_twin(twin, player, mv)?;
            }
            Ok(Ok(()))
        })
    }

    /// Keeps engines that are costly to make when they are found to differ, as long as they answer.
    pub(crate) fn keep_costly(&mut self) {
        self.keeps = true;
    }

    /// Whether it does.
    pub(crate) fn keeps_costly(&self) -> bool {
        self.keeps
    }

    /// Whether the engine under test has taken back a move by itself, so that what it shows since then may
    /// come from that.
    pub(crate) fn has_taken_back(&self) -> bool {
        self.took_back
    }

    /// Whether any was kept.
    pub(crate) fn has_kept(&self) -> bool {
        self.kept
    }

    /// Has both engines made anew before the next game, unless they are kept.
    pub(crate) fn spoil(&mut self) {
        self.broken = true;
    }

    /// The player on turn, `None` when the game is over. Where neither engine can tell, players take turns as
    /// long as moves are listed.
    pub fn turn(&self) -> Option<G::Player> {
        self.known_turn().unwrap_or_else(|| self.next_in_order())
    }

    /// The player on turn as an engine tells it, the oracle before the other.
    fn known_turn(&self) -> Option<Option<G::Player>> {
        self.oracle.turn().or_else(|| self.subject.turn())
    }

    fn next_in_order(&self) -> Option<G::Player> {
        let over = self.legal.last()?.as_ref().is_some_and(Vec::is_empty);
        next_in_order::<G>(&self.start, &self.moves).filter(|_| !over)
    }

    /// The legal moves, sorted; none when no engine lists them.
    pub fn legal(&self) -> &[G::Move] {
        self.legal.last().and_then(Option::as_deref).unwrap_or_default()
    }

    /// The legal moves, sorted, asking for them if they are not compared after every move.
    pub(crate) fn ensure_legal(&mut self) -> Checked<G, Vec<G::Move>> {
        if !self.checks.legal {
            self.guard(|this| this.compare_legal())?;
        }
        Ok(self.legal().to_vec())
    }

    /// Which engines list legal moves now: the one under test, the other.
    pub(crate) fn listed_by(&self) -> [bool; 2] {
        catching(|| [self.subject.legal().is_some(), self.oracle.legal().is_some()]).unwrap_or_default()
    }

    /// Whether the engine under test is costly to make, and so to talk to.
    pub(crate) fn is_costly(&self) -> bool {
        self.subject.is_costly() || self.oracle.is_costly()
    }

    /// At most `most` of the legal moves, spread over their sorted list.
    pub(crate) fn some_legal(&mut self, most: usize) -> Checked<G, Vec<G::Move>> {
        let legal = self.ensure_legal()?;
        let stride = legal.len().div_ceil(most.max(1)).max(1);
        Ok(legal.into_iter().step_by(stride).collect())
    }

    /// What the oracle believes, where it tells that in the game's own terms.
    pub fn seen(&self) -> Option<&G::Observation> {
        self.oracle.observation().and_then(Observed::own)
    }

    /// What the oracle believed before the last move.
    pub fn seen_before(&self) -> Option<&G::Observation> {
        self.oracle.observation_before().and_then(Observed::own)
    }

    /// A move to ask about: near what the oracle sees, or, where the game proposes none for that, one that
    /// was legal before.
    pub(crate) fn proposal(&self, draw: &mut Draw<'_>) -> Option<G::Move>
    where
        G: Explore,
    {
        if let Some(mv) = self.seen().and_then(|seen| G::proposal(seen, draw)) {
            return Some(mv);
        }
        let list = self.legal.get(draw(self.legal.len().max(1) as u32) as usize)?.as_ref()?;
        list.get(draw(list.len().max(1) as u32) as usize).cloned()
    }

    /// Whom moves can be put to: all players, or only who is on turn in a game that is not known, in which
    /// others may be allowed to move as well.
    pub(crate) fn players(&self) -> Vec<G::Player> {
        if G::OPAQUE { self.turn().into_iter().collect() } else { G::PLAYERS.to_vec() }
    }

    /// The position, from whichever engine can tell.
    pub fn position(&self) -> Option<G::Position> {
        catching(|| self.oracle.position().or_else(|| self.subject.position())).unwrap_or(None)
    }

    /// The number of moves played.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// The game so far.
    pub fn record(&self) -> Record<G> {
        Record { start: self.start.clone(), moves: self.moves.clone() }
    }

    fn note(&mut self) {
        self.subject.note(self.checks.observation);
        self.oracle.note(self.checks.observation);
        self.legal.push(None);
    }
}

/// Who is on turn after these moves where players take turns. Of players that are not the game's own the one
/// before the last is next.
pub(crate) fn next_in_order<G: Explore>(
    start: &G::Position,
    moves: &[(G::Player, G::Move)],
) -> Option<G::Player> {
    let (Some((last, _)), before) = (moves.last(), moves.len().checked_sub(2)) else {
        return G::first_to_move(start);
    };
    match G::PLAYERS.iter().position(|player| player == last) {
        Some(place) => G::PLAYERS.get((place + 1) % G::PLAYERS.len()).copied(),
        None => before.map(|at| moves[at].0),
    }
}

/// Why no game starts at a position: what the oracle says, if new engines both refuse the position, and for
/// the same reason.
///
/// `None` when one of them starts there, when they refuse it for different reasons, when one has no way to be
/// told the position, and when one breaks down: these are for a run to find out. The subject is made only if
/// the oracle refuses.
pub fn refused_by_both<G: Game>(factories: Factories<'_, G>, start: &G::Position) -> Option<Unset<G>> {
    let refused = || {
        let oracle = watched(Role::Oracle, "default", || factories.oracle.make());
        let reason = refusal(Role::Oracle, oracle, start)?;
        let subject = watched(Role::Subject, "default", || factories.subject.make());
        let other = refusal(Role::Subject, subject, start)?;
        alike(&other, &reason).then_some(reason)
    };
    catching(refused).unwrap_or(None)
}

/// Why a sound engine does not start at a position.
fn refusal<G: Game>(
    role: Role,
    mut engine: Box<dyn Participant<G>>,
    start: &G::Position,
) -> Option<Unset<G>> {
    let begun = watched(role, "setup", || engine.setup(start));
    begun.err().filter(|_| watched(role, "fault", || engine.fault()).is_none())
}

/// Whether two engines that do not start from a position say the same about it, as far as both say why.
fn alike<I: PartialEq>(a: &NoStart<I>, b: &NoStart<I>) -> bool {
    match (a, b) {
        (NoStart::Invalid(a), NoStart::Invalid(b)) => a == b,
        _ => a.refuses() && b.refuses(),
    }
}
