//! Two engines playing one game, compared at every move.
//!
//! [`Lockstep`] plays every move on both engines and compares everything they can tell: who is on turn, the
//! complete observation, the set of legal moves, and the reason for a refused move. It also holds each engine
//! to laws that need no second opinion (see the module `recorder`): undo restores, refusals change nothing,
//! hashes are equal exactly when positions are, duplicates are independent, texts round-trip.
//!
//! The cheap comparisons are made after every move. The others are methods of their own, so that the driver
//! decides how often they are worth their price: [`walk`](Lockstep::walk), [`text`](Lockstep::text),
//! [`laws`](Lockstep::laws), [`branch`](Lockstep::branch), [`ask`](Lockstep::ask),
//! [`count`](Lockstep::count), [`playout`](Lockstep::playout), and the `twin` of a [`step`](Lockstep::step).
//!
//! Anything found wrong, a panic included, comes back as a [`Divergence`] that carries the game so far. After
//! that the engines are taken to be broken, and [`begin`](Lockstep::begin) makes new ones.

mod ahead;
mod ask;
mod back;
mod count;
mod guard;
mod judge;
mod laws;
mod lead;
mod offer;
mod passing;
mod stance;
mod text;
mod trials;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use bustan_guide::Explore;
use bustan_vocabulary::{Draw, NoStart, Record};

use crate::compare::compared::Compared;
use crate::compare::conventions::Held;
use crate::compare::divergence::{Divergence, Kind, Role, Signature, Violation, constant, normalised};
use crate::compare::known::Known;
use crate::compare::participant::{Observed, Participant, Unset, Verdict};
use crate::compare::recorder::Recorder;
use crate::compare::shown::Shown;
use crate::compare::unmade::made;
use crate::compare::watch::{catching, watched};
use crate::erased::{Erased, Identity, Move, Observation, Player, Position, Rules};
use stance::Stance;
pub(crate) use trials::spelled_alike;

/// The answer of a check, or the divergence it found.
pub type Checked<T = ()> = Result<T, Box<Divergence>>;

/// Makes the two participants.
pub struct Factories<'m> {
    /// Makes the engine under test.
    pub subject: &'m (dyn Factory + 'm),
    /// Makes the engine it is compared with.
    pub oracle: &'m (dyn Factory + 'm),
}

/// Makes participants: any function without arguments that returns an [`Engine`](bustan_vocabulary::Engine) is one, and
/// [`Making`](crate::compare::taking::Making) one that returns another participant.
pub trait Factory: Sync {
    /// Makes a new participant, wherever its games begin.
    fn make(&self) -> Box<dyn Participant>;

    /// What makes a quick engine of the same game in this process, if one is known. It finds games to try; nothing is
    /// compared with it.
    fn quick(&self) -> Option<&dyn Factory> {
        None
    }
}

/// Makes participants, and a quick engine of the same game for searches.
pub struct WithQuick<'m> {
    /// Makes the participants.
    pub factory: &'m (dyn Factory + 'm),
    /// Makes the quick engine.
    pub quick: &'m (dyn Factory + 'm),
}

impl Factory for WithQuick<'_> {
    fn make(&self) -> Box<dyn Participant> {
        self.factory.make()
    }

    fn quick(&self) -> Option<&dyn Factory> {
        Some(self.quick)
    }
}

impl Clone for Factories<'_> {
    fn clone(&self) -> Self {
        *self
    }
}

impl Copy for Factories<'_> {}

impl Factories<'_> {
    /// Whether one factory makes both, so that an engine is compared with itself. Factories without fields may share an
    /// address; only their types differ.
    #[allow(ambiguous_wide_pointer_comparisons)]
    pub(crate) fn are_one(&self) -> bool {
        std::ptr::eq(self.subject, self.oracle)
    }

    /// The suffixes that distinguish two engines with the same name; empty if these names differ.
    pub(crate) fn marks(&self, [subject, oracle]: [&str; 2]) -> [&'static str; 2] {
        if subject == oracle && !self.are_one() { [" (1)", " (2)"] } else { [""; 2] }
    }
}

/// What to compare after every move. The player on turn is always compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checks {
    /// The complete observation.
    pub observation: bool,
    /// The set of legal moves.
    pub legal: bool,
    /// Whether hashes along the game are equal exactly when positions are; needs the observation.
    pub hash: bool,
    /// The complete observation is compared after one in this many refused moves, the first included. The
    /// player on turn and the hash are compared after each.
    pub refusals: u32,
}

impl Checks {
    /// Everything.
    pub const ALL: Self = Self { observation: true, legal: true, hash: true, refusals: 1 };

    /// Everything, but only a sample of the refusals, because they are many.
    pub const SAMPLED: Self = Self { refusals: 4, ..Self::ALL };

    /// The checks that show a divergence of this kind, provided that the engines' observations show nothing
    /// before it; everything if the kind does not tell.
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
    /// The preferred move among those with that signature.
    expected: Option<Move>,
    start: Position,
    moves: Vec<(Player, Move)>,
    /// The sorted legal moves, from the start to now, where an engine lists them.
    legal: Vec<Option<Vec<Move>>>,
    /// Which of the engines listed legal moves there: the one under test, and the other.
    listing: Vec<[bool; 2]>,
    /// The moves that both list, after so many moves, where they are known to list others as well.
    common: BTreeMap<usize, Vec<Move>>,
    /// What was found about moves of this game that only one engine lists, and whether that is the one under
    /// test.
    one_sided: HashMap<(bool, Move), Signature>,
    /// The moves that only the engine under test listed, and those that only the other did, where their lists
    /// differed last.
    only: [Vec<Move>; 2],
    /// The differences to pass over.
    known: Known,
    /// The conventions that the engine under test follows, and those that explained a difference since the last time
    /// this was asked.
    held: Held,
    explained: BTreeSet<usize>,
    /// What was compared.
    compared: Compared,
    classes: HashMap<Identity, usize>,
    /// The move being played or asked about.
    pending: Option<(Player, Move)>,
    /// The number of refusals in the game so far.
    refused: u32,
    broken: bool,
    /// Whether one of them can no longer be asked.
    unusable: bool,
    /// Whether to keep engines that are costly to make when they are found to differ, and whether any was
    /// kept.
    keeps: bool,
    kept: bool,
    /// Whether the last looks belong to the game at hand, not to the one before.
    begun: bool,
    /// Whether the engines are new: they have been asked nothing but their names.
    fresh: bool,
    /// Whether the engine under test has taken back a move by itself.
    took_back: bool,
    /// What counts ahead.
    ahead: ahead::Ahead,
    /// Whether small positions may be offered to the engines of a game that is not known; `None` until they were asked.
    offers: Option<bool>,
}

/// A violation with where it shows: the disputed move, and which boards say most.
struct Located {
    violation: Violation,
    question: Option<Box<(Player, Move)>>,
    view: View,
}

/// Which boards go with a divergence. Those of both engines always belong to one moment of the game.
#[derive(Clone, Copy)]
enum View {
    /// The engines' current views.
    Now,
    /// The views of both at the last look: an engine may be unable to show more.
    Kept,
    /// The same for the engines that have played the disputed move since then, and the current view of the other.
    Played([bool; 2]),
    /// The current view of this engine, taken back to where it should be after this many moves, and the view
    /// that the other had there.
    Back(Role, usize),
}

impl Located {
    /// The same with the boards before the disputed move, which these engines have played: the one under test, and
    /// the other.
    fn before_playing(self, played: [bool; 2]) -> Self {
        Self { view: View::Played(played), ..self }
    }
}

impl From<Violation> for Located {
    fn from(violation: Violation) -> Self {
        Self { violation, question: None, view: View::Now }
    }
}

impl<'m> Lockstep<'m> {
    /// Makes two new engines, which [`begin`](Self::begin) is to set up at `start` or elsewhere.
    ///
    /// # Panics
    /// When an engine plays another game.
    pub fn new(factories: Factories<'m>, checks: Checks, start: Position) -> Self {
        let mut subject = Recorder::new(Role::Subject, factories.subject);
        let mut oracle = Recorder::new(Role::Oracle, factories.oracle);
        for recorder in [&subject, &oracle] {
            let rules = recorder.rules().unwrap_or_else(|| start.rules());
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
            known: Known::default(),
            held: Held::default(),
            explained: BTreeSet::new(),
            compared: Compared::default(),
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
            ahead: ahead::Ahead::default(),
            offers: None,
        }
    }

    /// Takes the oracle at its word, or no longer. Then checks that each engine passes by itself are made of the
    /// engine under test alone, and all that the two can be compared in is still compared.
    pub fn trust_oracle(&mut self, trusted: bool) {
        self.oracle.trust(trusted);
    }

    /// Prefers this signature if engines differ on several moves.
    pub fn prefer(&mut self, signature: Signature) {
        self.wanted = Some(signature);
    }

    /// Prefers this move among those with the preferred signature.
    pub(crate) fn expect(&mut self, mv: Option<Move>) {
        self.expected = mv;
    }

    /// Starts a new game at `start`. Returns `false` if both engines refuse the position for the same reason;
    /// then the old game goes on. Also returns `false` if one of them cannot be set up there; then there is
    /// no game at all until the next call.
    ///
    /// # Errors
    /// A divergence about the position, which then is a game without moves.
    pub fn begin(&mut self, start: &Position) -> Checked<bool> {
        Ok(self.setup(start)?.is_ok())
    }

    /// The same as [`begin`](Self::begin), except that legal moves are not compared.
    ///
    /// # Errors
    /// A divergence about the position.
    pub(crate) fn begin_unlisted(&mut self, start: &Position) -> Checked<bool> {
        let legal = std::mem::replace(&mut self.checks.legal, false);
        let begun = self.begin(start);
        self.checks.legal = legal;
        begun
    }

    /// The same as [`begin`](Self::begin), with the reason of a refusal.
    pub(crate) fn setup(&mut self, start: &Position) -> Checked<Result<(), Unset>> {
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
            && let Some(violation) = self.faulty()
        {
            self.start = start.clone();
            return Err(self.divergence(self.about_pending(violation)));
        }
        self.learn_conventions(start);
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

    /// Finds out which conventions the engine under test follows, once for all processes of a program.
    fn learn_conventions(&mut self, like: &Position) {
        let factories = Factories { subject: self.subject.factory(), oracle: self.oracle.factory() };
        self.held = Held::of(self.subject.engine(), factories, like);
    }

    /// The conventions that explained a difference since the last time this was asked, by their numbers.
    pub(crate) fn take_explained(&mut self) -> BTreeSet<usize> {
        std::mem::take(&mut self.explained)
    }

    fn forget(&mut self) {
        self.subject.clear();
        self.oracle.clear();
        self.legal.clear();
        self.listing.clear();
        self.common.clear();
        self.one_sided.clear();
        self.known.restart();
        self.classes.clear();
        self.refused = 0;
        self.moves.clear();
    }

    /// Sets both engines up, but one that takes every position for possible only where the other begins. Then the
    /// answer of the other stands for both.
    fn set_up_both(&mut self, start: &Position) -> (Result<(), Unset>, Result<(), Unset>) {
        // Both list their moves at once when these are compared.
        self.subject.spare_list();
        self.oracle.spare_list();
        let refused = |answer: &Result<(), Unset>| answer.as_ref().is_err_and(NoStart::refuses);
        if self.subject.trusts_positions() {
            let answer = self.oracle.setup(start);
            let subject = if refused(&answer) { answer.clone() } else { self.subject.setup(start) };
            return (subject, answer);
        }
        let trusts = self.oracle.trusts_positions();
        if !trusts {
            self.subject.announce_setup(start);
            self.oracle.announce_setup(start);
        }
        let answer = self.subject.setup(start);
        let oracle = if trusts && refused(&answer) { answer.clone() } else { self.oracle.setup(start) };
        (answer, oracle)
    }

    fn setup_inner(&mut self) -> Result<Result<(), Unset>, Located> {
        let start = self.start.clone();
        if self.legal.is_empty() {
            self.note();
        }
        match self.set_up_both(&start) {
            (Ok(()), Ok(())) => {
                self.forget();
                self.note();
                self.begun = true;
                self.compare()?;
                Ok(Ok(()))
            }
            // One of them may have been set up nevertheless: their current views are not compared.
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
                let words = |answer: &Result<(), Unset>| match answer {
                    Ok(()) => "accepts the position".to_string(),
                    Err(error) => format!("refuses the position, {error}"),
                };
                let text = start.to_string();
                let gist = |answer: &Result<(), Unset>| match answer {
                    Err(NoStart::Refused(message)) => {
                        format!("refuses the position, {}", constant(message, &text))
                    }
                    answer => normalised(&words(answer)),
                };
                let headline =
                    format!("{}: {}; {}: {}", self.oracle.name, words(&b), self.subject.name, words(&a));
                Err(Violation::new(Kind::Setup, &[&gist(&a), &gist(&b)], headline).into())
            }
        }
    }

    /// Plays a move on both engines and compares their views; `false` if both refuse it for the same reason.
    /// With `twin`, makes a duplicate of each before the move and judges it after.
    ///
    /// # Errors
    /// The divergence found.
    pub fn step(&mut self, player: Player, mv: &Move, twin: bool) -> Checked<bool> {
        Ok(self.play(player, mv, twin)?.is_ok())
    }

    /// The same, with the reason of a refusal.
    pub(crate) fn play(&mut self, player: Player, mv: &Move, twin: bool) -> Checked<Verdict> {
        self.pending = Some((player, mv.clone()));
        self.guard(|this| {
            let both = twin && !this.oracle.is_trusted();
            let subject = twin.then(|| this.subject.duplicate()).flatten();
            let twins = (subject, both.then(|| this.oracle.duplicate()).flatten());
            this.subject.announce(player, mv);
            this.oracle.announce(player, mv);
            let (a, b) = (this.subject.play(player, mv), this.oracle.play(player, mv));
            if !this.agree(&a, &b) {
                let played = [a.is_ok(), b.is_ok()];
                return Err(this.moves_differ(player, mv, a, b).before_playing(played));
            }
            if let (Err(reason), Err(other)) = (a, b) {
                if this.turn() == Some(player) && this.legal().binary_search(mv).is_ok() {
                    let refused = this.listed_but_refused(mv, [a, b].map(|said| Some(Stance::played(said))));
                    return Err(this.in_question(player, mv, refused));
                }
                return Ok(Err(other.or(reason)));
            }
            this.moves.push((player, mv.clone()));
            this.pending = None;
            this.note();
            this.compare()?;
            if let Some(twin) = twins.0 {
                let judged = this.subject.judge_twin(twin, player, mv);
                this.unless_known(judged)?;
            }
            if let Some(twin) = twins.1 {
                let judged = this.oracle.judge_twin(twin, player, mv);
                this.unless_known(judged)?;
            }
            Ok(Ok(()))
        })
    }

    /// Keeps engines that are costly to make when they are found to differ, as long as they answer.
    pub(crate) fn keep_costly(&mut self) {
        self.keeps = true;
    }

    /// Whether costly engines are kept.
    pub(crate) fn keeps_costly(&self) -> bool {
        self.keeps
    }

    /// Whether the engine under test has taken back a move by itself, which may have caused anything it shows
    /// since then.
    pub(crate) fn has_taken_back(&self) -> bool {
        self.took_back
    }

    /// Whether any costly engine was kept.
    pub(crate) fn has_kept(&self) -> bool {
        self.kept
    }

    /// Marks both engines to be made anew before the next game, unless they are kept.
    pub(crate) fn spoil(&mut self) {
        self.broken = true;
    }

    /// The player on turn; `None` if the game is over. If neither engine can tell, players take turns as long
    /// as moves are listed.
    pub fn turn(&self) -> Option<Player> {
        self.known_turn().unwrap_or_else(|| self.next_in_order())
    }

    /// The player on turn according to an engine, the oracle before the other.
    fn known_turn(&self) -> Option<Option<Player>> {
        self.oracle.turn().or_else(|| self.subject.turn())
    }

    fn next_in_order(&self) -> Option<Player> {
        let over = self.legal.last()?.as_ref().is_some_and(Vec::is_empty);
        next_in_order(&self.start, &self.moves).filter(|_| !over)
    }

    /// The legal moves, sorted; none if no engine lists them. Where the engines are known to list different
    /// moves, those that both list.
    pub fn legal(&self) -> &[Move] {
        let common = || self.common.get(&self.moves.len()).map(Vec::as_slice);
        self.legal.last().and_then(Option::as_deref).or_else(common).unwrap_or_default()
    }

    /// The legal moves, sorted. Asks for them if they are not compared after every move.
    pub(crate) fn ensure_legal(&mut self) -> Checked<Vec<Move>> {
        self.list()?;
        Ok(self.legal().to_vec())
    }

    /// Compares the lists of legal moves if they are not compared after every move, or the engines were led
    /// here.
    ///
    /// # Errors
    /// The divergence found.
    pub fn list(&mut self) -> Checked {
        let common = self.common.contains_key(&self.moves.len());
        let compared = self.checks.legal && (common || !matches!(self.legal.last(), Some(None)));
        if compared { Ok(()) } else { self.guard(|this| this.compare_legal()) }
    }

    /// The legal moves as the engine under test lists them or, if it does not, as the other does; sorted.
    /// Nothing is compared.
    ///
    /// # Errors
    /// A panic or fault as a divergence.
    pub(crate) fn listed_under_test(&mut self) -> Checked<Vec<Move>> {
        self.guard(|this| {
            let mut moves = this.subject.legal().or_else(|| this.oracle.legal()).unwrap_or_default();
            moves.sort_unstable();
            Ok(moves)
        })
    }

    /// What was compared since the last time this was asked.
    pub(crate) fn take_compared(&mut self) -> Compared {
        self.compared.take()
    }

    /// Whether both engines listed legal moves here, which were compared.
    pub(crate) fn compares_lists(&self) -> bool {
        self.listing() == [true; 2]
    }

    /// Which engines list legal moves now: the one under test, and the other.
    pub(crate) fn listed_by(&self) -> [bool; 2] {
        catching(|| [self.subject.legal().is_some(), self.oracle.legal().is_some()]).unwrap_or_default()
    }

    /// Whether the engine under test is costly to make, and so to talk to.
    pub(crate) fn is_costly(&self) -> bool {
        self.subject.is_costly() || self.oracle.is_costly()
    }

    /// Events of the processes of either engine that are not findings, in sentences; each is returned once.
    pub(crate) fn take_warnings(&self) -> Vec<String> {
        let taken = [&self.subject, &self.oracle].map(Recorder::take_warnings);
        taken.into_iter().flatten().collect()
    }

    /// Whether an engine tells which positions cannot occur.
    pub(crate) fn judges_positions(&self) -> bool {
        catching(|| !(self.subject.trusts_positions() && self.oracle.trusts_positions())).unwrap_or(true)
    }

    /// Whether both engines play by the rules of this position.
    pub(crate) fn knows_rules(&self, position: &Position) -> bool {
        catching(|| self.subject.knows_rules(position) && self.oracle.knows_rules(position)).unwrap_or(true)
    }

    /// What one of the engines shows, as texts by their keys, without those that are ignored; nothing if neither
    /// shows anything.
    pub(crate) fn members(&self) -> BTreeMap<String, String> {
        let seen = self.subject.observation().or_else(|| self.oracle.observation());
        let mut members = seen.map(Observed::members).unwrap_or_default();
        members.retain(|key, _| !self.known.ignored().contains(key));
        members
    }

    /// The moves that only the same engine lists as lists this one, where their lists differed last, with this
    /// one.
    pub(crate) fn listed_alike(&self, mv: &Move) -> Vec<Move> {
        let side = self.only.iter().find(|only| only.contains(mv));
        side.map_or_else(|| vec![mv.clone()], Clone::clone)
    }

    /// Why engines could not be set up the last time, in words.
    pub(crate) fn unset(&self) -> String {
        let words: Vec<String> = [self.subject.unset(), self.oracle.unset()].into_iter().flatten().collect();
        words.join("; ")
    }

    /// Whether both engines may be able to take back.
    pub(crate) fn takes_back(&self) -> bool {
        self.subject.takes_back() && self.oracle.takes_back()
    }

    /// Whether both engines may be able to be set up at any position.
    pub(crate) fn takes_positions(&self) -> bool {
        self.subject.takes_positions() && self.oracle.takes_positions()
    }

    /// At most `most` of the legal moves, spread over their sorted list.
    pub(crate) fn some_legal(&mut self, most: usize) -> Checked<Vec<Move>> {
        let legal = self.ensure_legal()?;
        let stride = legal.len().div_ceil(most.max(1)).max(1);
        Ok(legal.into_iter().step_by(stride).collect())
    }

    /// The oracle's observation, if it is in the game's own terms.
    pub fn seen(&self) -> Option<&Observation> {
        self.oracle.observation().and_then(Observed::own)
    }

    /// The reports of the position that the engine under test and the other gave at the last look; `None` for an
    /// engine that was not asked.
    pub fn reports(&self) -> [Option<Shown>; 2] {
        let last = |engine: &Recorder<'_>| engine.report(Some(engine.looks().checked_sub(1)?));
        Shown::pair([last(&self.subject), last(&self.oracle)])
    }

    /// The name of the oracle, if the engine under test does not report all that [`seen`](Self::seen) shows, or something
    /// else.
    pub fn seen_by_one(&self) -> Option<&str> {
        let [subject, oracle] = self.reports();
        (subject != oracle).then_some(self.oracle.name.as_str())
    }

    /// The oracle's observation before the last move.
    pub fn seen_before(&self) -> Option<&Observation> {
        self.oracle.observation_before().and_then(Observed::own)
    }

    /// The oracle's observations before the last, the latest first.
    pub(crate) fn seen_earlier(&self) -> impl Iterator<Item = &Observation> {
        self.oracle.observations_before().map_while(Observed::own)
    }

    /// What the engine under test observed before the last move and after it, if it observes in the game's
    /// own terms.
    pub(crate) fn shown(&self) -> Option<(&Observation, &Observation)> {
        Some((self.subject.observation_before()?.own()?, self.subject.observation()?.own()?))
    }

    /// A move to ask about: near what the oracle sees or, if the game proposes none for that, one that was
    /// legal before.
    pub(crate) fn proposal(&self, draw: &mut Draw<'_>) -> Option<Move> {
        if let Some(mv) = self.seen().and_then(|seen| Erased::proposal(seen, draw)) {
            return Some(mv);
        }
        let list = self.legal.get(draw(self.legal.len().max(1) as u32) as usize)?.as_ref()?;
        list.get(draw(list.len().max(1) as u32) as usize).cloned()
    }

    /// The rules of the game.
    pub(crate) fn rules(&self) -> Rules {
        self.start.rules()
    }

    /// The players for whom to ask about moves: all of them. In an unknown game only the player on turn,
    /// because others may be allowed to move as well.
    pub(crate) fn players(&self) -> Vec<Player> {
        if self.rules().is_opaque() {
            self.turn().into_iter().collect()
        } else {
            self.rules().players().to_vec()
        }
    }

    /// The position, from whichever engine can tell.
    pub fn position(&self) -> Option<Position> {
        catching(|| self.oracle.position().or_else(|| self.subject.position())).unwrap_or(None)
    }

    /// The number of moves played.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// The game so far.
    pub fn record(&self) -> Record<Erased> {
        Record { start: self.start.clone(), moves: self.moves.clone() }
    }

    fn note(&mut self) {
        self.subject.note(self.checks.observation);
        self.oracle.note(self.checks.observation);
        self.legal.push(None);
        self.listing.push([false; 2]);
        self.common.remove(&(self.legal.len() - 1));
    }
}

/// The player on turn after these moves if players take turns. For players that are not the game's own, the
/// one before the last is next.
pub(crate) fn next_in_order(start: &Position, moves: &[(Player, Move)]) -> Option<Player> {
    let (Some((last, _)), before) = (moves.last(), moves.len().checked_sub(2)) else {
        return Erased::first_to_move(start);
    };
    let players = start.rules().players();
    match players.iter().position(|player| player == last) {
        Some(place) => players.get((place + 1) % players.len()).copied(),
        None => before.map(|at| moves[at].0),
    }
}

/// Why no game starts at a position: the oracle's reason, if new engines both refuse the position for the
/// same reason.
///
/// `None` if one of them starts there, if their reasons differ, if one cannot be given the position, or if
/// one breaks down: these are for a run to find out. The subject is made only if the oracle refuses.
pub fn refused_by_both(factories: Factories<'_>, start: &Position) -> Option<Unset> {
    let refused = || {
        let oracle = made(Role::Oracle, factories.oracle);
        let reason = refusal(Role::Oracle, oracle, start)?;
        let subject = made(Role::Subject, factories.subject);
        let other = refusal(Role::Subject, subject, start)?;
        alike(&other, &reason).then_some(reason)
    };
    catching(refused).unwrap_or(None)
}

/// Why a sound engine does not start at a position.
fn refusal(role: Role, mut engine: Box<dyn Participant>, start: &Position) -> Option<Unset> {
    let begun = watched(role, "setup", || engine.setup(start));
    begun.err().filter(|_| watched(role, "fault", || engine.fault()).is_none())
}

/// Whether two engines that do not start from a position say the same about it, as far as both give reasons.
pub(crate) fn alike<I: PartialEq>(a: &NoStart<I>, b: &NoStart<I>) -> bool {
    match (a, b) {
        (NoStart::Invalid(a), NoStart::Invalid(b)) => a == b,
        _ => a.refuses() && b.refuses(),
    }
}

#[cfg(test)]
pub(crate) mod faulty;
#[cfg(test)]
mod program_tests;
#[cfg(test)]
mod tests;
