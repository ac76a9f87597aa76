//! The gate to participants: recorders and their invariants call them through a [`Watched`] only.
//!
//! A call that may run code of the participant is [watched]: a panic in it is a finding about the
//! participant, with the name of the call. Statements of a participant about itself, such as whether it is
//! costly, are not watched.

use bustan_vocabulary::{Draw, Playout};

use crate::compare::divergence::Role;
use crate::compare::lockstep::Factory;
use crate::compare::participant::{Drawing, Fault, Observed, Participant, Unset, Verdict};
use crate::compare::trail::Seen;
use crate::compare::unmade::made;
use crate::compare::watch::{catching, watched};
use crate::erased::{Move, Player, Position, Rules};

/// A participant in its role, whose calls are watched.
pub(crate) struct Watched {
    role: Role,
    engine: Box<dyn Participant>,
    /// Whether it, or one that it [replaces](Self::renew), has undone a move.
    has_undone: bool,
}

/// Defines the methods that forward a call to the participant.
macro_rules! watched_calls {
    (
        &self: $($(#[$doc:meta])* fn $call:ident($($argument:ident: $type:ty),*) $(-> $answer:ty)?;)*
        &mut self: $(
            $(#[$doc_mut:meta])* fn $call_mut:ident($($argument_mut:ident: $type_mut:ty),*) $(-> $answer_mut:ty)?;
        )*
    ) => {
        $(
            $(#[$doc])*
            pub(crate) fn $call(&self $(, $argument: $type)*) $(-> $answer)? {
                watched(self.role, stringify!($call), || self.engine.$call($($argument),*))
            }
        )*
        $(
            $(#[$doc_mut])*
            pub(crate) fn $call_mut(&mut self $(, $argument_mut: $type_mut)*) $(-> $answer_mut)? {
                watched(self.role, stringify!($call_mut), || self.engine.$call_mut($($argument_mut),*))
            }
        )*
    };
}

impl Watched {
    watched_calls! {
        &self:
        /// Whether it plays by the rules of this position.
        fn knows_rules(position: &Position) -> bool;
        /// Whether it accepts every position as one that can occur.
        fn trusts_positions() -> bool;
        /// Announces that it is asked for its legal moves next.
        fn announce_list();
        /// The legal moves, in any order.
        fn legal_moves() -> Option<Vec<Move>>;
        /// The player on turn; `None` if the game is over.
        fn turn() -> Option<Player>;
        /// Whether it reports the player on turn itself.
        fn tells_turn() -> bool;
        /// Its observation of the position.
        fn observe() -> Option<Observed>;
        /// The hash of the position.
        fn hash() -> Option<u64>;
        /// The position.
        fn position() -> Option<Position>;
        /// A position without the parts that it neither reports nor reads.
        fn told(position: &Position) -> Position;
        /// The text in which it reports a position.
        fn writes(position: &Position) -> String;
        /// The result, if it gives one separately from its observation.
        fn final_score() -> Option<String>;
        /// Its words when it did not undo the last move, if there were any.
        fn refused_undo() -> Option<String>;
        /// Returns why it could not be set up the last time, in words that follow its name.
        fn unset() -> Option<String>;
        /// The last commands to it and its last answers, if it is a program.
        fn said() -> Vec<String>;
        /// The board as it draws it, if it can.
        fn drawing() -> Option<Drawing>;
        &mut self:
        /// Announces the next [`setup`](Self::setup), with nothing asked before.
        fn announce_setup(position: &Position);
        /// Starts a new game at a position.
        fn setup(position: &Position) -> Result<(), Unset>;
        /// Announces the next [`play`](Self::play), with nothing asked before.
        fn announce(player: Player, mv: &Move);
        /// Announces the next [`play_all`](Self::play_all), with nothing asked before.
        fn announce_all(moves: &[(Player, Move)]);
        /// Announces that this number of moves is undone next, with nothing asked before.
        fn announce_undo(moves: usize);
        /// Declares that nobody asks for legal moves after the next change.
        fn spare_list();
        /// Plays a move.
        fn play(player: Player, mv: &Move) -> Verdict;
        /// The number of legal sequences of `depth` moves.
        fn perft(depth: u32) -> Option<u64>;
        /// Plays random moves to the end of the game.
        fn playout(draw: &mut Draw<'_>) -> Option<Playout>;
    }

    /// A new participant.
    pub(crate) fn new(role: Role, factory: &dyn Factory) -> Self {
        Self::of(role, made(role, factory))
    }

    /// This participant.
    pub(crate) fn of(role: Role, engine: Box<dyn Participant>) -> Self {
        Self { role, engine, has_undone: false }
    }

    /// Replaces the participant by a new one.
    pub(crate) fn renew(&mut self, factory: &dyn Factory) {
        self.engine = made(self.role, factory);
    }

    /// The role that it plays.
    pub(crate) fn role(&self) -> Role {
        self.role
    }

    /// Its answers now.
    pub(crate) fn look(&self, observe: bool) -> Seen {
        let turn = watched(self.role, "turn", || self.engine.knows_turn().then(|| self.engine.turn()));
        let hash = self.hash();
        Seen::new(turn, hash, observe.then(|| self.observe()))
    }

    /// Its verdict on a move; `None` if it gives no answer.
    pub(crate) fn verdict(&self, player: Player, mv: &Move) -> Option<Verdict> {
        watched(self.role, "verdict", || self.engine.verdict(player, mv)).answer()
    }

    /// A copy in the same state.
    pub(crate) fn duplicate(&self) -> Option<Self> {
        let engine = watched(self.role, "duplicate", || self.engine.duplicate())?;
        Some(Self::of(self.role, engine))
    }

    /// Plays the moves of a game, which it is expected to accept. Returns whether it accepts all of them.
    pub(crate) fn play_all(&mut self, moves: &[(Player, Move)]) -> bool {
        watched(self.role, "play", || self.engine.play_all(moves)).is_ok()
    }

    /// Undoes the last move; `Some(false)` if there was none, `None` if it cannot.
    pub(crate) fn undo(&mut self) -> Option<bool> {
        let undone = watched(self.role, "undo", || self.engine.undo());
        self.has_undone |= undone == Some(true);
        undone
    }

    /// Undoes this number of moves. Returns the number that it undid.
    pub(crate) fn undo_all(&mut self, moves: usize) -> Option<usize> {
        let undone = watched(self.role, "undo", || self.engine.undo_all(moves));
        self.has_undone |= undone.is_some_and(|undone| undone > 0);
        undone
    }

    /// Whether it has undone any move so far.
    pub(crate) fn has_undone(&self) -> bool {
        self.has_undone
    }

    /// An answer for a report; nothing if the participant panics.
    pub(crate) fn reported<T: Default>(&self, ask: impl FnOnce(&Self) -> T) -> T {
        catching(|| ask(self)).unwrap_or_default()
    }
}

/// Statements of the participant about itself.
impl Watched {
    /// Its name.
    pub(crate) fn name(&self) -> String {
        self.engine.name()
    }

    /// The rules of the games that it plays, if it knows them.
    pub(crate) fn rules(&self) -> Option<Rules> {
        self.engine.rules()
    }

    /// The moves to try if it lists none.
    pub(crate) fn trials(&self) -> &[Move] {
        self.engine.trials()
    }

    /// Whether it may be able to undo moves.
    pub(crate) fn takes_back(&self) -> bool {
        self.engine.takes_back()
    }

    /// Whether it may be able to be set up at any position.
    pub(crate) fn takes_positions(&self) -> bool {
        self.engine.takes_positions()
    }

    /// Whether it announces that it can be set up at any position.
    pub(crate) fn announces_positions(&self) -> bool {
        self.engine.announces_positions()
    }

    /// Whether it may count sequences of moves.
    pub(crate) fn counts_sequences(&self) -> bool {
        self.engine.counts_sequences()
    }

    /// Whether it takes long to make another one.
    pub(crate) fn is_costly(&self) -> bool {
        self.engine.is_costly()
    }

    /// Returns why it can no longer be asked, if that is so.
    pub(crate) fn fault(&self) -> Option<Fault> {
        self.engine.fault()
    }

    /// Events of its processes that are not findings; each is returned once.
    pub(crate) fn take_warnings(&self) -> Vec<String> {
        self.engine.take_warnings()
    }

    /// Makes it wait longer for each answer.
    pub(crate) fn wait_longer(&mut self) {
        self.engine.wait_longer();
    }

    /// The participant, for questions that have nothing to do with a game.
    pub(crate) fn participant(&self) -> &dyn Participant {
        &*self.engine
    }
}

/// Another engine of the same kind, which is set up at positions next to the game. It is made when it is
/// first needed.
pub(crate) struct Spare<'m> {
    role: Role,
    factory: &'m (dyn Factory + 'm),
    engine: Option<Watched>,
}

impl<'m> Spare<'m> {
    /// Returns a spare without an engine yet.
    pub(crate) fn new(role: Role, factory: &'m (dyn Factory + 'm)) -> Self {
        Self { role, factory, engine: None }
    }

    /// The maker of such engines.
    pub(crate) fn factory(&self) -> &'m (dyn Factory + 'm) {
        self.factory
    }

    /// Forgets the engine, so that another one is made when it is needed.
    pub(crate) fn drop_engine(&mut self) {
        self.engine = None;
    }

    /// Sets the engine up and returns it.
    pub(crate) fn setup(&mut self, position: &Position) -> Result<&mut Watched, Unset> {
        let engine = self.engine.get_or_insert_with(|| Watched::new(self.role, self.factory));
        engine.setup(position).map(|()| engine)
    }

    /// The sorted legal moves of the engine set up with a position; `None` if it cannot be set up or gives no
    /// answer.
    pub(crate) fn legal_moves(&mut self, position: &Position) -> Option<Vec<Move>> {
        let mut moves = self.setup(position).ok()?.legal_moves()?;
        moves.sort_unstable();
        Some(moves)
    }

    /// Returns the verdict on a move of the engine at its last setup.
    pub(crate) fn verdict(&self, player: Player, mv: &Move) -> Option<Verdict> {
        self.engine.as_ref()?.verdict(player, mv)
    }

    /// The answer of the engine when it is set up with a position and made to play a move; `None` if it
    /// cannot be set up there.
    pub(crate) fn play(&mut self, position: &Position, player: Player, mv: &Move) -> Option<Verdict> {
        Some(self.setup(position).ok()?.play(player, mv))
    }

    /// Returns why the engine can no longer be asked, if that is so.
    pub(crate) fn fault(&self) -> Option<Fault> {
        self.engine.as_ref()?.fault()
    }
}
