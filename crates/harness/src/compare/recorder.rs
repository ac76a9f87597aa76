//! One engine at the board, and the laws it must obey whatever the rules of the game are.
//!
//! A [`Recorder`] holds an engine and remembers its answers after every move of the game. With that memory it
//! can tell, without a second engine, whether taking back restores, whether a refused move changed something,
//! whether hashes follow positions, whether a duplicate is independent and whether positions survive being
//! written and read. Whether an answer is *right* takes a second engine:
//! [`Lockstep`](crate::compare::lockstep::Lockstep) holds two recorders.

use std::cell::{Cell, OnceCell};
use std::collections::{BTreeSet, HashMap};

use bustan_vocabulary::{Game, NoStart};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::base::{Dice, Stop};
use crate::compare::compared::{Limit, TURN};
use crate::compare::diff::{Diff, diff, json, unprinted};
use crate::compare::divergence::{Aspect, Call, Kind, Role, Violation, plain};
use crate::compare::lockstep::Factory;
use crate::compare::participant::{Drawing, Fault, Observed, Participant, Unset, Verdict};
use crate::compare::unmade::made;
use crate::compare::watch::{catching, draws, unless_broken_off, watched};
use crate::compare::{differing, differing_own, leave_out, odds, plural};
use crate::erased::{Erased, Move, Observation, Player, Position, Rules};

/// An engine's answers at one moment of the game.
struct Seen {
    /// Whether the engine was asked then. If not, the rest means nothing.
    looked: bool,
    /// Whether it was asked for its observation.
    asked: bool,
    /// The player on turn, if the engine can tell: `Some(None)` if the game is over.
    turn: Option<Option<Player>>,
    hash: Option<u64>,
    observation: Option<Observed>,
    /// The number of moves that the observation shows, read from its JSON form once.
    ply: OnceCell<Option<u64>>,
    /// What the text of the position means, if that was asked.
    meaning: Option<Meaning>,
}

/// The text of a position, and what may be played there.
struct Meaning {
    text: String,
    /// The sorted legal moves, each once.
    legal: Vec<Move>,
    /// The hash that the observation shows.
    hash: Option<Value>,
}

impl Seen {
    fn of(role: Role, engine: &dyn Participant, observe: bool) -> Self {
        Self {
            looked: true,
            asked: observe,
            turn: watched(role, "turn", || engine.knows_turn().then(|| engine.turn())),
            hash: watched(role, "hash", || engine.hash()),
            observation: if observe { watched(role, "observe", || engine.observe()) } else { None },
            ply: OnceCell::new(),
            meaning: None,
        }
    }

    /// A moment at which the engine was not asked.
    fn passed() -> Self {
        let ply = OnceCell::new();
        Self { looked: false, asked: false, turn: None, hash: None, observation: None, ply, meaning: None }
    }

    /// The observation as JSON.
    fn shown(&self) -> Option<Value> {
        self.observation.as_ref().map(Observed::json)
    }

    /// The number of moves that the observation shows.
    fn ply(&self) -> Option<u64> {
        *self.ply.get_or_init(|| ply_in(self.observation.as_ref()?))
    }
}

/// The number of moves that an observation shows, from its JSON form; the rest of it is passed over, which is
/// much quicker than to read it all.
fn ply_in(shown: &Observed) -> Option<u64> {
    #[derive(Deserialize)]
    struct Shown {
        ply: Option<u64>,
    }
    // An array would be read as the fields of the structure.
    let text = match shown {
        Observed::Own(seen) => seen.text().ok()?.into(),
        Observed::Said(_) | Observed::Other(_) => shown.text(),
    };
    serde_json::from_str::<Shown>(&text).ok().filter(|_| text.starts_with('{'))?.ply
}

/// The longest name of an engine, in characters.
const LONGEST_NAME: usize = 60;

/// The longest words about why an engine could not be set up, in characters.
const LONGEST_WORDS: usize = 200;

/// On the way back and behind detours, legal moves are compared at this many plies of the start and at one in this many
/// of the others. On the way back they are counted at one in this many, and the oracle makes detours at as few.
const FEW: usize = 8;

/// In a detour, a move changes places with the next other one of its player, if that is at most so many plies ahead. No
/// game has more players.
const SOON: usize = 3;

/// The oracle makes detours in games of at most so many moves.
const LONGEST_STRAYED: usize = 64;

/// The most that an engine draws in a random game before it is broken off.
const MOST_DRAWS: u32 = 1 << 17;

/// A random game of at most this many moves is played a second time.
const SHORT: u64 = 64;

/// An engine, how to make another like it, and its answers since the start of the game.
pub(crate) struct Recorder<'m> {
    pub(crate) role: Role,
    factory: &'m (dyn Factory + 'm),
    engine: Box<dyn Participant>,
    spare: Option<Box<dyn Participant>>,
    pub(crate) name: String,
    /// The suffix of its name that distinguishes it from another engine with the same name.
    mark: &'static str,
    /// The answers from the start, entry 0, to now.
    trail: Vec<Seen>,
    class_of: HashMap<u64, usize>,
    hash_of: HashMap<usize, u64>,
    /// The keys of observations at which nobody is to look.
    ignored: BTreeSet<String>,
    /// Whether it is taken at its word: nothing is asked to find out whether it is sound by itself.
    trusted: bool,
    /// What a walk is at, or was at when the engine panicked or could no longer be asked.
    walking: Option<Walking>,
    /// The start of the game.
    start: Option<Position>,
    /// The number of moves that it takes back, if it was found to take back no more.
    limit: Option<Limit>,
    /// Whether it has taken back any move so far.
    took_back: bool,
}

/// What a [walk](Recorder::walk) is at.
#[derive(Clone, Copy, Debug)]
enum Walking {
    /// It takes back.
    Back,
    /// It plays the game again.
    Again,
    /// It makes a detour, or goes on behind it.
    Aside(Detour),
}

/// Moves that come in another order: the next one changes places with the next other one of its player.
#[derive(Clone, Copy, Debug)]
struct Detour {
    /// After how many moves of the game it begins.
    ply: usize,
    /// How many plies later the other move comes.
    later: usize,
}

impl Detour {
    /// The detour after so many of these moves, if there is one.
    fn at<P: PartialEq, M: PartialEq>(ply: usize, moves: &[(P, M)]) -> Option<Self> {
        let (first, others) = moves[ply..].split_first()?;
        let next = others.iter().take(SOON).position(|(player, mv)| *player == first.0 && *mv != first.1)?;
        Some(Self { ply, later: next + 1 })
    }

    /// Its moves, of all these of the game.
    fn order<P, M>(self, moves: &[(P, M)]) -> impl Iterator<Item = &(P, M)> {
        let (first, second) = (self.ply, self.ply + self.later);
        [second].into_iter().chain(first + 1..second).chain([first]).map(|at| &moves[at])
    }

    /// What was tried, in words.
    fn told<P, M: ToString>(self, moves: &[(P, M)]) -> String {
        let order: Vec<String> = self.order(moves).map(|(_, mv)| mv.to_string()).collect();
        format!(
            "the game was taken back, and after ply {} its next moves were tried in another order, as far as the engine \
             accepts them, and taken back: {}",
            self.ply,
            order.join(", ")
        )
    }
}

/// The extent to which a walk was undone.
enum Back {
    /// The engine does not take back.
    Unable,
    /// The engine keeps no more moves, and has played the game again.
    Limited,
    /// The engine has taken back the whole game.
    AtTheStart,
}

/// What is wrong with an engine, and the number of moves that it should then have on its board.
pub(crate) type Astray = (Option<usize>, Violation);
/// Whether a walk went without a mistake.
pub(crate) type Walked = Result<(), Astray>;

/// Whether lists are compared at this ply of a walk.
const fn is_looked_at(ply: usize) -> bool {
    ply < FEW || ply.is_multiple_of(FEW)
}

impl<'m> Recorder<'m> {
    pub(crate) fn new(role: Role, factory: &'m (dyn Factory + 'm)) -> Self {
        let engine = made(role, factory);
        let name = plain(&engine.name(), LONGEST_NAME);
        Self {
            role,
            factory,
            engine,
            spare: None,
            name,
            mark: "",
            trail: Vec::new(),
            class_of: HashMap::new(),
            hash_of: HashMap::new(),
            ignored: BTreeSet::new(),
            trusted: false,
            walking: None,
            start: None,
            limit: None,
            took_back: false,
        }
    }

    /// Adds a suffix to the engine's name, to distinguish it from another with the same name.
    pub(crate) fn mark(&mut self, mark: &'static str) {
        self.mark = mark;
        self.name += mark;
    }

    /// Takes the engine at its word, or no longer: what needs no other engine is then not checked.
    pub(crate) fn trust(&mut self, trusted: bool) {
        self.trusted = trusted;
    }

    pub(crate) fn is_trusted(&self) -> bool {
        self.trusted
    }

    /// Looks away from these keys of observations, in all checks.
    pub(crate) fn ignore(&mut self, keys: &BTreeSet<String>) {
        self.ignored.clone_from(keys);
    }

    /// Replaces the engine by a new one, for example after a panic, unless it is
    /// [costly](Participant::is_costly) and may be kept. Returns whether it was kept.
    pub(crate) fn renew(&mut self, keeps: bool) -> bool {
        self.walking = None;
        let kept = keeps && self.engine.is_costly();
        if !kept {
            self.engine = made(self.role, self.factory);
            self.name = plain(&self.engine.name(), LONGEST_NAME) + self.mark;
            self.spare = None;
        }
        kept
    }

    /// Announces the position at which the engine is set up next, with nothing asked before.
    pub(crate) fn announce_setup(&mut self, position: &Position) {
        watched(self.role, "announce_setup", || self.engine.announce_setup(position));
    }

    pub(crate) fn setup(&mut self, position: &Position) -> Result<(), Unset> {
        let begun = watched(self.role, "setup", || self.engine.setup(position));
        if begun.is_ok() {
            self.start = Some(position.clone());
        }
        begun
    }

    /// Sets the spare engine up and returns it.
    pub(crate) fn setup_spare(
        &mut self,
        position: &Position,
    ) -> Result<&mut (dyn Participant + 'static), Unset> {
        let spare = self.spare.get_or_insert_with(|| made(self.role, self.factory));
        watched(self.role, "setup", || spare.setup(position)).map(|()| &mut **spare)
    }

    /// The sorted legal moves of the spare engine set up with a position; `None` if it cannot be set up or
    /// cannot tell.
    pub(crate) fn legal_anew(&mut self, position: &Position) -> Option<Vec<Move>> {
        let role = self.role;
        let spare = self.setup_spare(position).ok()?;
        let mut moves = watched(role, "legal_moves", || spare.legal_moves())?;
        moves.sort_unstable();
        Some(moves)
    }

    /// The spare engine's verdict on a move.
    pub(crate) fn spare_verdict(&self, player: Player, mv: &Move) -> Option<Verdict> {
        let spare = self.spare.as_ref()?;
        watched(self.role, "verdict", || spare.verdict(player, mv)).answer()
    }

    /// The spare engine's answer when it is set up with a position and made to play a move; `None` if it cannot be set
    /// up there.
    pub(crate) fn spare_plays(&mut self, position: &Position, player: Player, mv: &Move) -> Option<Verdict> {
        let role = self.role;
        let spare = self.setup_spare(position).ok()?;
        Some(watched(role, "play", || spare.play(player, mv)))
    }

    /// Tells the engine which move is played next, with nothing asked before.
    pub(crate) fn announce(&mut self, player: Player, mv: &Move) {
        watched(self.role, "announce", || self.engine.announce(player, mv));
    }

    /// The same for all moves of the next [`lead`](Self::lead).
    pub(crate) fn announce_all(&mut self, moves: &[(Player, Move)]) {
        watched(self.role, "announce_all", || self.engine.announce_all(moves));
    }

    /// The same for the next [`undo`](Self::undo) or [`retract`](Self::retract) of this number of moves.
    pub(crate) fn announce_undo(&mut self, moves: usize) {
        watched(self.role, "announce_undo", || self.engine.announce_undo(moves));
    }

    /// Announces that it is asked for its legal moves next.
    pub(crate) fn announce_list(&self) {
        watched(self.role, "announce_list", || self.engine.announce_list());
    }

    /// Declares that nobody looks at legal moves after the next change.
    pub(crate) fn spare_list(&mut self) {
        watched(self.role, "spare_list", || self.engine.spare_list());
    }

    pub(crate) fn play(&mut self, player: Player, mv: &Move) -> Verdict {
        watched(self.role, "play", || self.engine.play(player, mv))
    }

    pub(crate) fn verdict(&self, player: Player, mv: &Move) -> Option<Verdict> {
        watched(self.role, "verdict", || self.engine.verdict(player, mv)).answer()
    }

    pub(crate) fn legal(&self) -> Option<Vec<Move>> {
        watched(self.role, "legal_moves", || self.engine.legal_moves())
    }

    /// The moves to try on the engine if it lists none.
    pub(crate) fn trials(&self) -> &[Move] {
        self.engine.trials()
    }

    pub(crate) fn knows_rules(&self, position: &Position) -> bool {
        watched(self.role, "knows_rules", || self.engine.knows_rules(position))
    }

    /// The engine itself.
    pub(crate) fn engine(&self) -> &dyn Participant {
        &*self.engine
    }

    /// The maker of such engines.
    pub(crate) fn factory(&self) -> &'m (dyn Factory + 'm) {
        self.factory
    }

    /// A position without the parts that the engine neither reports nor reads.
    pub(crate) fn told(&self, position: &Position) -> Position {
        watched(self.role, "told", || self.engine.told(position))
    }

    /// The text in which the engine reports a position.
    pub(crate) fn writes(&self, position: &Position) -> String {
        watched(self.role, "writes", || self.engine.writes(position))
    }

    pub(crate) fn trusts_positions(&self) -> bool {
        watched(self.role, "trusts_positions", || self.engine.trusts_positions())
    }

    /// What the engine says when it is asked for a report; nothing if it panics.
    fn unless_it_panics<T: Default>(&self, call: &'static str, ask: impl FnOnce() -> T) -> T {
        catching(|| watched(self.role, call, ask)).unwrap_or_default()
    }

    /// Why the engine could not be set up the last time, with its name.
    pub(crate) fn unset(&self) -> Option<String> {
        let words = self.unless_it_panics("unset", || self.engine.unset())?;
        Some(plain(&format!("{} {words}", self.name), LONGEST_WORDS))
    }

    pub(crate) fn takes_back(&self) -> bool {
        self.engine.takes_back()
    }

    pub(crate) fn takes_positions(&self) -> bool {
        self.engine.takes_positions()
    }

    pub(crate) fn announces_positions(&self) -> bool {
        self.engine.announces_positions()
    }

    /// Whether it may count sequences of moves.
    pub(crate) fn counts_sequences(&self) -> bool {
        self.engine.counts_sequences()
    }

    /// The observations before the last, the latest first, as far as there is one at every look.
    pub(crate) fn observations_before(&self) -> impl Iterator<Item = &Observed> {
        self.trail.iter().rev().skip(1).map_while(|seen| seen.observation.as_ref())
    }

    pub(crate) fn take_warnings(&self) -> Vec<String> {
        self.engine.take_warnings()
    }

    pub(crate) fn is_costly(&self) -> bool {
        self.engine.is_costly()
    }

    pub(crate) fn undo(&mut self) -> Option<bool> {
        let undone = watched(self.role, "undo", || self.engine.undo());
        self.took_back |= undone == Some(true);
        undone
    }

    pub(crate) fn perft(&mut self, depth: u32) -> Option<u64> {
        watched(self.role, "perft", || self.engine.perft(depth))
    }
    /// The rules of the game that the engine plays, if it knows them.
    pub(crate) fn rules(&self) -> Option<Rules> {
        self.engine.rules()
    }

    pub(crate) fn duplicate(&self) -> Option<Box<dyn Participant>> {
        watched(self.role, "duplicate", || self.engine.duplicate())
    }

    pub(crate) fn fault(&self) -> Option<Fault> {
        self.engine.fault().or_else(|| self.spare.as_ref()?.fault())
    }

    /// Applies `tell` to the engine's observation now, or after this many moves.
    pub(crate) fn describe<T>(
        &self,
        ply: Option<usize>,
        tell: impl FnOnce(&Observed) -> Option<T>,
    ) -> Option<T> {
        match ply {
            Some(ply) => self.trail.get(ply)?.observation.as_ref().and_then(tell),
            None => self.unless_it_panics("observe", || self.engine.observe()).as_ref().and_then(tell),
        }
    }

    /// The engine's observation now, or after this many moves: `None` if it was not asked for it then, `Some(None)` if
    /// it reported none.
    pub(crate) fn report(&self, ply: Option<usize>) -> Option<Option<Observed>> {
        match ply {
            Some(ply) => self.trail.get(ply).filter(|seen| seen.asked).map(|seen| seen.observation.clone()),
            None => Some(self.unless_it_panics("observe", || self.engine.observe())),
        }
    }

    /// What was said last to the engine and by it, if it is a program.
    pub(crate) fn said(&self) -> Vec<String> {
        self.unless_it_panics("said", || self.engine.said())
    }

    /// The board as the engine draws it, if it can.
    pub(crate) fn drawing(&self) -> Option<Drawing> {
        self.unless_it_panics("drawing", || self.engine.drawing())
    }

    pub(crate) fn position(&self) -> Option<Position> {
        watched(self.role, "position", || self.engine.position())
    }

    /// Plays these moves, and looks at the engine after none of them; the look after the last is the
    /// caller's. Returns whether it accepts all of them.
    pub(crate) fn lead(&mut self, moves: &[(Player, Move)]) -> bool {
        let led = watched(self.role, "play", || self.engine.play_all(moves)).is_ok();
        self.trail.extend(moves.iter().skip(1).map(|_| Seen::passed()));
        led
    }

    /// Takes this many moves back, and forgets the looks at what came after them. Returns whether it can.
    pub(crate) fn retract(&mut self, moves: usize) -> bool {
        let undone = watched(self.role, "undo", || self.engine.undo_all(moves));
        self.took_back |= undone.is_some_and(|undone| undone > 0);
        let retracted = undone == Some(moves);
        self.trail.truncate(self.trail.len().saturating_sub(moves));
        retracted
    }

    /// Forgets the game and everything observed in it.
    pub(crate) fn clear(&mut self) {
        self.trail.clear();
        self.class_of.clear();
        self.hash_of.clear();
    }

    /// Looks at the engine and remembers its answers.
    pub(crate) fn note(&mut self, observe: bool) {
        self.trail.push(Seen::of(self.role, &*self.engine, observe));
    }

    /// Forgets the last look.
    pub(crate) fn forget(&mut self) {
        self.trail.pop();
    }

    /// The observation at the last look.
    pub(crate) fn observation(&self) -> Option<&Observed> {
        self.trail.last()?.observation.as_ref()
    }

    /// The observation at the look before the last.
    pub(crate) fn observation_before(&self) -> Option<&Observed> {
        self.trail.len().checked_sub(2).and_then(|i| self.trail[i].observation.as_ref())
    }

    /// What the engine showed at the last look, as JSON, without the keys that are ignored.
    pub(crate) fn shown_json(&self) -> Option<Value> {
        let mut shown = self.trail.last()?.shown()?;
        leave_out(&mut shown, &self.ignored);
        Some(shown)
    }

    /// The numbers that the engine shows and that change with every move of the game.
    pub(crate) fn counters(&self) -> BTreeSet<String> {
        let shown: Vec<Value> = self.trail.iter().filter_map(Seen::shown).collect();
        let numbers = |seen: &Value| {
            let members = seen.as_object().into_iter().flatten();
            members.filter(|(_, value)| value.is_number()).map(|(key, _)| key.clone()).collect()
        };
        let mut keys: BTreeSet<String> = shown.first().map(numbers).unwrap_or_default();
        keys.retain(|key| shown.windows(2).all(|pair| pair[0].get(key) != pair[1].get(key)));
        keys
    }

    /// The number of moves that the engine showed `back` looks before the last.
    pub(crate) fn ply_shown(&self, back: usize) -> Option<u64> {
        if self.ignored.contains("ply") {
            return None;
        }
        self.trail[self.trail.len().checked_sub(back + 1)?].ply()
    }

    /// How many looks are remembered.
    pub(crate) fn looks(&self) -> usize {
        self.trail.len()
    }

    /// The hash at the last look.
    pub(crate) fn hash_shown(&self) -> Option<u64> {
        self.trail.last()?.hash
    }

    /// The player on turn at the last look, `Some(None)` if the game is over; `None` if the engine cannot
    /// tell.
    pub(crate) fn turn(&self) -> Option<Option<Player>> {
        self.trail.last()?.turn
    }

    /// Whether the engine said itself who is on turn.
    pub(crate) fn tells_turn(&self) -> bool {
        self.turn().is_some() && watched(self.role, "tells_turn", || self.engine.tells_turn())
    }

    /// The engine's result, if it gives one apart from its observation.
    pub(crate) fn final_score(&self) -> Option<String> {
        watched(self.role, "final_score", || self.engine.final_score())
    }

    /// Checks that the engine's answers are those of `back` looks before the last.
    pub(crate) fn still(&self, back: usize, kind: Kind, when: &str) -> Result<(), Violation> {
        if self.trusted {
            return Ok(());
        }
        self.alike(&*self.engine, back, kind, when)
    }

    /// Checks cheaply that the engine is as it was at the last look: by the player on turn and the hash.
    pub(crate) fn still_at_a_glance(&self, kind: Kind, when: &str) -> Result<(), Violation> {
        if self.trusted {
            return Ok(());
        }
        match self.trail.last() {
            Some(before) => self.same(before, &Seen::of(self.role, &*self.engine, false), kind, when),
            None => Ok(()),
        }
    }

    /// Checks that an engine's answers are those that this one gave `back` looks before the last.
    fn alike(&self, engine: &dyn Participant, back: usize, kind: Kind, when: &str) -> Result<(), Violation> {
        let before = self.trail.len().checked_sub(back + 1).map(|i| &self.trail[i]);
        let Some(before) = before.filter(|before| before.looked) else { return Ok(()) };
        self.same(before, &Seen::of(self.role, engine, before.observation.is_some()), kind, when)
    }

    /// Checks that the answers now are those of before, as far as `now` goes.
    fn same(&self, before: &Seen, now: &Seen, kind: Kind, when: &str) -> Result<(), Violation> {
        let name = &self.name;
        if now.observation.is_some()
            && now.observation != before.observation
            && let Some(found) = self.differs(&before.observation, &now.observation)
        {
            let mut what = vec!["observation"];
            what.extend(found.signature());
            let words = format!("{name}: {when}, the observation differs");
            return Err(Violation::new(kind, &what, words).differing(&found));
        }
        if now.turn != before.turn && !self.ignored.contains(TURN) {
            let tells = watched(self.role, "tells_turn", || self.engine.tells_turn());
            let [is, was] = [now, before].map(|seen| seen.turn.flatten());
            let lists = |turn: Option<Player>| if turn.is_some() { "legal moves" } else { "no legal moves" };
            let words = match tells {
                true => format!("{name}: {when}, {} is on turn, not {}", who(is), who(was)),
                // Then the game is taken to be over where nothing is listed.
                false => format!("{name}: {when}, it lists {}, and before {}", lists(is), lists(was)),
            };
            return Err(Violation::new(kind, &["turn"], words));
        }
        if now.hash != before.hash {
            return Err(Violation::new(kind, &["hash"], format!("{name}: {when}, the hash differs")));
        }
        Ok(())
    }

    /// What differs between two observations of this engine that are not the same, unless it is ignored.
    fn differs(&self, was: &Option<Observed>, is: &Option<Observed>) -> Option<Diff> {
        let own = |seen| Option::as_ref(seen).and_then(Observed::own);
        let unprinted = match (own(was), own(is)) {
            (Some(a), Some(b)) => unprinted(("before", a), ("after", b), &self.ignored),
            _ => Diff::default(),
        };
        let [was, is] = [was, is].map(|seen| self.without_ignored(seen));
        match was == is {
            true => unprinted.some(),
            false => Some(diff(("before", &was), ("after", &is)).and(unprinted)),
        }
    }

    /// The JSON form of an observation without the keys that are ignored.
    fn without_ignored(&self, seen: &impl Serialize) -> Value {
        let mut seen = json(seen);
        leave_out(&mut seen, &self.ignored);
        seen
    }

    /// Checks that the list of legal moves has not changed; `expected` is sorted.
    pub(crate) fn still_lists(&self, expected: &[Move], kind: Kind, when: &str) -> Result<(), Violation> {
        if self.trusted {
            return Ok(());
        }
        let Some(mut moves) = self.legal() else { return Ok(()) };
        moves.sort_unstable();
        if moves == expected {
            return Ok(());
        }
        let words = format!("{}: {when}, the legal moves differ", self.name);
        let side = |mv: &Move| format!("{mv} is {}", if moves.contains(mv) { "new" } else { "missing" });
        let changed = moves.iter().filter(|mv| !expected.contains(mv));
        let changed = changed.chain(expected.iter().filter(|mv| !moves.contains(mv)));
        Err(Violation::new(kind, &["legal"], words).with((changed.take(6).map(side).collect(), Vec::new())))
    }

    /// Checks that the engine counts `listed` legal moves; returns whether it counts at all.
    pub(crate) fn counts(&mut self, listed: usize, when: &str) -> Result<bool, Violation> {
        if self.trusted {
            return Ok(false);
        }
        match self.perft(1) {
            Some(counted) if counted != listed as u64 => {
                let listed = match self.legal() {
                    Some(_) => format!("where {listed} are listed"),
                    None => format!("and the other engine lists {listed}"),
                };
                let words = format!("{}: {when}, it counts {counted} legal moves {listed}", self.name);
                Err(Violation::new(Kind::Count, &["perft"], words).about(Aspect::Call(Call::Perft)))
            }
            counted => Ok(counted.is_some()),
        }
    }

    /// Checks that a random game from here, played on a duplicate, ends where the game is over, and that the engine shows
    /// there what it shows when it is set up there. If it is short, the same dice must lead to the same end; if there are
    /// few games from here and they are `even` to their ends, each must come as often as equal lots make it. A game that is
    /// not over when it is to stop, or after a great many draws, says nothing.
    pub(crate) fn playout(
        &mut self,
        rules: Rules,
        dice: &Dice,
        stop: Stop<'_>,
        even: bool,
    ) -> Result<(), Violation> {
        if self.trusted {
            return Ok(());
        }
        let Some(mut twin) = self.duplicate() else { return Ok(()) };
        let drawn = Cell::new(0u32);
        let play = |twin: &mut dyn Participant| {
            let mut dice = dice.clone();
            drawn.set(0);
            let mut draw = |n| {
                drawn.set(drawn.get() + 1);
                draws(&mut dice, n, drawn.get() > MOST_DRAWS || stop.now())
            };
            unless_broken_off(|| watched(self.role, "playout", || twin.playout(&mut draw)))
        };
        let name = self.name.clone();
        let wrong = |what, words: &str| {
            let words = format!("{name}: a random game {words}");
            Err(Violation::new(Kind::Count, &["playout", what], words).about(Aspect::Call(Call::Playout)))
        };
        let Some(done) = play(&mut *twin) else { return Ok(()) };
        let Some(done) = done else {
            // An engine that has drawn no move does not play random games.
            let plays = drawn.get() > 0 && self.legal().is_some();
            return if plays { wrong("refused", "cannot be played") } else { Ok(()) };
        };
        if watched(self.role, "turn", || twin.turn()).is_some() {
            let (what, words) = odds::UNFINISHED;
            return wrong(what, words);
        }
        let turn = self.turn().flatten();
        if (done.plies == 0) != turn.is_none() {
            return wrong(
                "plies",
                &format!("counts {}, with {} on turn", plural(done.plies as usize, "move"), who(turn)),
            );
        }
        if done.legal < done.plies {
            return wrong(
                "legal",
                &format!(
                    "of {} counts only {} to choose from",
                    plural(done.plies as usize, "move"),
                    done.legal
                ),
            );
        }
        let end = |twin: &dyn Participant| watched(self.role, "position", || twin.position());
        if done.plies <= SHORT
            && let Some(mut other) = self.duplicate()
            && let Some(again) = play(&mut *other)
            && (again != Some(done) || end(&*twin) != end(&*other))
        {
            return wrong("dice", "differs when played again with the same dice");
        }
        let ended = Seen::of(self.role, &*twin, true);
        if let (Some(before), Some(after)) = (self.ply_shown(0), ended.ply())
            && before + done.plies != after
        {
            let counted = plural(done.plies as usize, "move");
            return wrong("ply", &format!("counts {counted}, and shows move {after} after move {before}"));
        }
        if let (Some(position), Some(shown)) =
            (end(&*twin), ended.observation.as_ref().and_then(Observed::own))
            && !position.rules().is_opaque()
        {
            let role = self.role;
            let anew = match self.setup_spare(&position) {
                Err(NoStart::Unable) => None,
                Err(error) => return wrong("end", &format!("ends at {position}, which it refuses: {error}")),
                Ok(spare) => watched(role, "observe", || spare.observe()),
            };
            let differs = |anew: &Observation| {
                let [is, was] = [anew, shown].map(Erased::without_history);
                is != was && differing_own(&was, &is, &self.ignored).is_some()
            };
            if anew.as_ref().and_then(Observed::own).is_some_and(differs) {
                return wrong("end", &format!("ends at {position}, and shows another position there"));
            }
        }
        if even && let Some((what, words)) = odds::wrong(rules, self.role, &*self.engine) {
            return wrong(what, &words);
        }
        self.still(0, Kind::Clone, "after random games on duplicates")
    }

    /// Checks the twin made before the last move was played: it has not moved with its original, it can
    /// follow it, it takes back as many moves as were made, and that leaves the original alone. That it takes back
    /// none, or goes on for ever, is no matter of duplicates.
    pub(crate) fn judge_twin(
        &self,
        mut twin: Box<dyn Participant>,
        player: Player,
        mv: &Move,
    ) -> Result<(), Violation> {
        self.alike(&*twin, 1, Kind::Clone, &format!("after {mv} on its original, in a duplicate"))?;
        if watched(self.role, "play", || twin.play(player, mv)).is_err() {
            let words = format!("{}: a duplicate refuses {mv}, which its original accepts", self.name);
            return Err(Violation::new(Kind::Clone, &["refuses"], words));
        }
        self.alike(
            &*twin,
            0,
            Kind::Clone,
            &format!("after {mv} on a duplicate as on its original, in the duplicate"),
        )?;
        let (made, mut taken) = (self.trail.len() - 1, 0);
        while taken <= made && watched(self.role, "undo", || twin.undo()) == Some(true) {
            taken += 1;
        }
        self.still(0, Kind::Clone, "after a duplicate was taken back to its start")?;
        if (1..made).contains(&taken) {
            let words = format!(
                "{}: a duplicate takes back {}, after a game of {}",
                self.name,
                plural(taken, "move"),
                plural(made, "move"),
            );
            return Err(Violation::new(Kind::Clone, &["undo"], words));
        }
        Ok(())
    }

    /// Checks that the position survives being written and read, and that an engine set up with it answers
    /// the same. `same` tells whether the observation of such an engine is the same position in the sense of
    /// [`Game::identity`]. The keys that are `fleeting` need not be restored; `None` if they are not known. A value
    /// written by a convention need not be read: the one `by_rules` may stand in its place.
    /// For observations in the game's own terms, the game tells better.
    pub(crate) fn text(
        &mut self,
        same: impl Fn(&Observed) -> bool,
        fleeting: Option<&BTreeSet<String>>,
        by_rules: &[(String, Value)],
    ) -> Result<(), Violation> {
        if self.trusted {
            return Ok(());
        }
        let Some(position) = self.position() else { return Ok(()) };
        let (name, text) = (self.name.clone(), position.to_string());
        match position.rules().position(&text) {
            Err(error) => {
                let words = format!("{name}: the position {text:?} cannot be read back: {error}");
                return Err(Violation::new(Kind::Text, &["position", "unreadable"], words));
            }
            Ok(read) if read != position => {
                let words =
                    format!("{name}: the position {text:?} is read back as another: {:?}", read.to_string());
                return Err(Violation::new(Kind::Text, &["position", "changed"], words));
            }
            Ok(_) => {}
        }
        let role = self.role;
        let spare = match self.setup_spare(&position) {
            Err(NoStart::Unable) => return Ok(()),
            Err(error) => {
                let words = format!("{name}: refuses its own position {text:?}: {error}");
                return Err(Violation::new(Kind::Text, &["position", "refused"], words));
            }
            Ok(spare) => Seen::of(role, spare, true),
        };
        let Some(now) = self.trail.last() else { return Ok(()) };
        let shown = if by_rules.is_empty() { None } else { spare.shown() };
        let is_by_rules =
            |(key, value): &&(String, Value)| shown.as_ref().and_then(|is| is.get(key)) == Some(value);
        let unread = by_rules.iter().filter(is_by_rules).map(|(key, _)| key);
        let fleeting =
            fleeting.map(|keys| keys.union(&self.ignored).chain(unread).cloned().collect::<BTreeSet<_>>());
        let own = |seen| Observed::own(seen).filter(|seen| !seen.rules().is_opaque());
        let standing = |seen| own(seen).map(Erased::without_history);
        let differ = |was, is| match (standing(was), standing(is)) {
            (Some(before), Some(after)) if before == after => None,
            (Some(before), Some(after)) => differing_own(&before, &after, &self.ignored),
            _ => differing(was, is, fleeting.as_ref()?),
        };
        if let (Some(was), Some(is)) = (&now.observation, &spare.observation)
            && was != is
            && let Some(found) = differ(was, is)
        {
            let words = format!("{name}: set up with its own position {text:?} it shows another");
            let mut what = vec!["position", "observation"];
            what.extend(found.signature());
            return Err(Violation::new(Kind::Text, &what, words).differing(&found));
        }
        if spare.hash != now.hash && spare.observation.as_ref().is_some_and(same) {
            let words = format!("{name}: set up with its own position {text:?} it has another hash");
            return Err(Violation::new(Kind::Hash, &["equal", "positions"], words));
        }
        Ok(())
    }

    /// Enters the current hash for a position of this class (equal positions, equal classes), and checks that
    /// the hash belongs to this class and to no other.
    pub(crate) fn enter_hash(&mut self, class: usize) -> Result<(), Violation> {
        let Some(hash) = self.trail.last().and_then(|seen| seen.hash) else { return Ok(()) };
        let name = &self.name;
        if *self.class_of.entry(hash).or_insert(class) != class {
            let words = format!("{name}: two different positions of the game have the hash {hash:016x}");
            return Err(Violation::new(Kind::Hash, &["different", "positions"], words));
        }
        let first = *self.hash_of.entry(class).or_insert(hash);
        if first != hash {
            let words =
                format!("{name}: the same position had the hash {first:016x} before and has {hash:016x} now");
            return Err(Violation::new(Kind::Hash, &["equal", "positions"], words));
        }
        Ok(())
    }

    /// Checks that the text of the position, without so many words at its end, means the same as before in
    /// this game: the legal moves, and the hash if one is shown. Returns whether it came before.
    pub(crate) fn keeps_meaning(&mut self, counters: usize) -> Result<bool, Violation> {
        let text = self.position().and_then(|position| without_last(&position.to_string(), counters));
        let (Some(text), Some(mut legal)) = (text, self.legal()) else { return Ok(false) };
        legal.sort_unstable();
        legal.dedup();
        let hash = self.shown_json().and_then(|shown| shown.get("hash").cloned());
        let (ply, name) = (self.trail.len().saturating_sub(1), &self.name);
        let meant = |seen: &Seen| seen.meaning.as_ref().is_some_and(|meaning| meaning.text == text);
        let found = self.trail[..ply].iter().position(meant);
        let before = found.and_then(|at| Some((at, self.trail[at].meaning.as_ref()?)));
        let Some((at, before)) = before else {
            if let Some(last) = self.trail.last_mut() {
                last.meaning = Some(Meaning { text, legal, hash });
            }
            return Ok(false);
        };
        let again = format!("{name}: the position {text:?} of ply {at} comes again at ply {ply}");
        let only = |moves: &[Move], others: &[Move]| {
            moves.iter().find(|mv| others.binary_search(mv).is_err()).map(ToString::to_string)
        };
        let differs = [(&before.legal, &legal, at), (&legal, &before.legal, ply)];
        if let Some((mv, at)) = differs.into_iter().find_map(|(one, other, at)| Some((only(one, other)?, at)))
        {
            let words = format!("{again}, but {mv} is legal only at ply {at}");
            return Err(Violation::new(Kind::Law, &["same", "position", "legal"], words));
        }
        if let (Some(was), Some(is)) = (&before.hash, &hash)
            && was != is
        {
            let words = format!("{again}, but its hash was {was} and is {is}");
            return Err(Violation::new(Kind::Law, &["same", "position", "hash"], words));
        }
        Ok(true)
    }

    /// Takes back to the start, comparing the answers at every step with the earlier ones, plays forward again, and
    /// does both once more [with detours](Self::wander). `legal` are the sorted lists at every moment, if known; on the
    /// way back of long games not every one is compared. A violation comes with the number of moves that the engine
    /// should then have on its board, or with none if it is at no ply of the game.
    pub(crate) fn walk(&mut self, moves: &[(Player, Move)], legal: &[Option<Vec<Move>>]) -> Walked {
        if self.trusted {
            return Ok(());
        }
        let walked = self.walk_twice(moves, legal);
        if self.fault().is_none() {
            self.walking = None;
        }
        walked
    }

    fn walk_twice(&mut self, moves: &[(Player, Move)], legal: &[Option<Vec<Move>>]) -> Walked {
        match self.go_back(moves, legal)? {
            Back::Unable => Ok(()),
            Back::Limited => self.still_at_the_end(moves, legal, "after the game was begun and played again"),
            Back::AtTheStart => {
                self.go_again(moves, legal)?;
                self.wander(moves, legal)
            }
        }
    }

    /// Takes back to the start, as far as the engine can.
    fn go_back(&mut self, moves: &[(Player, Move)], legal: &[Option<Vec<Move>>]) -> Result<Back, Astray> {
        self.walking = Some(Walking::Back);
        for (ply, (_, mv)) in moves.iter().enumerate().rev() {
            match self.undo() {
                None if ply + 1 == moves.len() => return Ok(Back::Unable),
                Some(true) => {}
                Some(false) => {
                    let kept = self.keeps_move(mv, ply);
                    if self.is_limited(moves, ply)? {
                        return Ok(Back::Limited);
                    }
                    return Err((Some(ply + 1), kept));
                }
                None => return Err((Some(ply + 1), self.keeps_move(mv, ply))),
            }
            let when = format!("taken back to ply {ply}, before {mv}");
            let mut check = self.still(moves.len() - ply, Kind::Undo, &when);
            if ply + 1 == moves.len() || is_looked_at(ply) {
                check = check.and_then(|()| self.still_legal(legal, ply, &when));
            }
            if ply + 1 == moves.len() || ply.is_multiple_of(FEW) {
                check = check.and_then(|()| self.still_counts(legal, ply, &when));
            }
            check.map_err(|violation| (Some(ply), violation))?;
        }
        if self.undo() == Some(true) {
            let words = format!("{}: takes back a move at the start of the game", self.name);
            return Err((Some(0), Violation::new(Kind::Undo, &["beyond"], words)));
        }
        let start = self.still(moves.len(), Kind::Undo, "after trying to take back a move at the start");
        start.map_err(|violation| (Some(0), violation))?;
        Ok(Back::AtTheStart)
    }

    /// Plays the game again that was taken back.
    fn go_again(&mut self, moves: &[(Player, Move)], legal: &[Option<Vec<Move>>]) -> Walked {
        self.walking = Some(Walking::Again);
        for ply in 0..moves.len() {
            self.play_again(moves, ply)?;
        }
        self.still_at_the_end(moves, legal, "after the game was taken back and played again")
    }

    /// Takes the game back and plays it again. Before a move, the next ones are played in another order, as far as
    /// the engine accepts them, and taken back: an engine that keeps something of them may go wrong when they come at
    /// other plies. The oracle, which is slow, makes few of these detours, and none in long games; programs make none.
    fn wander(&mut self, moves: &[(Player, Move)], legal: &[Option<Vec<Move>>]) -> Walked {
        if self.is_costly() || self.role == Role::Oracle && moves.len() > LONGEST_STRAYED {
            return Ok(());
        }
        self.walking = Some(Walking::Back);
        for (ply, (_, mv)) in moves.iter().enumerate().rev() {
            if self.undo() != Some(true) {
                return Err((Some(ply + 1), self.keeps_move(mv, ply)));
            }
        }
        self.walking = Some(Walking::Again);
        let walked = self.go_again_with_detours(moves, legal);
        walked.map_err(|(ply, violation)| {
            let tried = self.walking(moves).into_iter().collect();
            (ply, violation.with((tried, Vec::new())))
        })
    }

    fn go_again_with_detours(&mut self, moves: &[(Player, Move)], legal: &[Option<Vec<Move>>]) -> Walked {
        for ply in 0..moves.len() {
            let may_stray = self.role == Role::Subject || ply.is_multiple_of(FEW);
            let detour = Detour::at(ply, moves).filter(|_| may_stray);
            if let Some(detour) = detour {
                self.stray(detour, moves)?;
            }
            self.play_again(moves, ply)?;
            if detour.is_some() && is_looked_at(ply) {
                let check =
                    self.still_legal(legal, ply + 1, "after the game was taken back and played again");
                check.map_err(|violation| (Some(ply + 1), violation))?;
            }
        }
        let when = "after the game was taken back and played again, with moves in another order taken back on the way";
        self.still_at_the_end(moves, legal, when)
    }

    /// Makes a detour, and comes back from it.
    fn stray(&mut self, detour: Detour, moves: &[(Player, Move)]) -> Walked {
        self.walking = Some(Walking::Aside(detour));
        let played: Vec<&Move> = detour
            .order(moves)
            .map_while(|(player, mv)| self.play(*player, mv).is_ok().then_some(mv))
            .collect();
        for (before, mv) in played.iter().enumerate().rev() {
            if self.undo() != Some(true) {
                let place = detour.ply + before + 1;
                let words = format!(
                    "{}: does not take back {mv}, played in another order as move {place}",
                    self.name
                );
                return Err((None, Violation::new(Kind::Undo, &["refused"], words)));
            }
        }
        Ok(())
    }

    fn play_again(&mut self, moves: &[(Player, Move)], ply: usize) -> Walked {
        let (player, mv) = &moves[ply];
        self.play(*player, mv).map_err(|_| {
            let words = format!("{}: refuses {mv}, which it accepted before it was taken back", self.name);
            (Some(ply), Violation::new(Kind::Undo, &["again"], words))
        })
    }

    fn still_at_the_end(&self, moves: &[(Player, Move)], legal: &[Option<Vec<Move>>], when: &str) -> Walked {
        let check = self.still(0, Kind::Undo, when);
        check
            .and_then(|()| self.still_legal(legal, moves.len(), when))
            .map_err(|violation| (Some(moves.len()), violation))
    }

    /// The violation that a move, played after so many others, is not taken back.
    /// What a walk through these moves was at when it did not come to its end, in words.
    pub(crate) fn walking(&self, moves: &[(Player, Move)]) -> Option<String> {
        Some(match self.walking? {
            Walking::Back => "while the game was taken back".into(),
            Walking::Again => "while the game was played again, after it was taken back".into(),
            Walking::Aside(detour) => detour.told(moves),
        })
    }

    fn still_counts(&mut self, legal: &[Option<Vec<Move>>], at: usize, when: &str) -> Result<(), Violation> {
        match legal.get(at) {
            Some(Some(expected)) => self.counts(expected.len(), when).map(|_| ()),
            _ => Ok(()),
        }
    }

    fn still_legal(&self, legal: &[Option<Vec<Move>>], at: usize, when: &str) -> Result<(), Violation> {
        match legal.get(at) {
            Some(Some(expected)) => self.still_lists(expected, Kind::Undo, when),
            _ => Ok(()),
        }
    }
}

/// A text without so many words at its end; `None` if there is nothing else in it.
fn without_last(text: &str, words: usize) -> Option<String> {
    let all: Vec<&str> = text.split_whitespace().collect();
    let kept = all.len().checked_sub(words).filter(|kept| *kept > 0)?;
    Some(all[..kept].join(" "))
}

/// A player as a word.
pub(crate) fn who<P: ToString>(player: Option<P>) -> String {
    player.map_or_else(|| "nobody".into(), |player| player.to_string())
}

mod limit;
#[cfg(test)]
mod long_tests;
#[cfg(test)]
mod tests;
