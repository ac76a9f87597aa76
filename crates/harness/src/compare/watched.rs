//! The gate to participants: recorders and their invariants call participants only through a [`Watched`].
//!
//! A call that may run code of the participant is [watched]: a panic in it is a finding about the
//! participant, with the name of the call. Statements of a participant about itself, such as whether it is
//! costly, are not watched.

use bustan_vocabulary::{Draw, Playout};

use crate::compare::creation::make_engine;
use crate::compare::divergence::Role;
use crate::compare::lockstep::Factory;
use crate::compare::panics::{catching, watched};
use crate::compare::participant::{Drawing, Fault, Observed, Participant, Unset, Verdict};
use crate::compare::trail::PlyAnswers;
use crate::erased::{Move, Player, Position, Rules};

/// A participant in its role, whose calls are watched.
pub(crate) struct Watched {
    role: Role,
    engine: Box<dyn Participant>,
    /// Whether the participant, or one that it has [replaced](Self::renew), has undone a move.
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
        /// Whether the participant supports the rules of `position`.
        fn knows_rules(position: &Position) -> bool;
        /// Whether the participant accepts every position as valid.
        fn trusts_positions() -> bool;
        /// Announces that the next call is [`legal_moves`](Self::legal_moves).
        fn announce_list();
        /// Returns the legal moves, in any order.
        fn legal_moves() -> Option<Vec<Move>>;
        /// Returns the player to move; `None` if the game is over.
        fn turn() -> Option<Player>;
        /// Whether the participant itself reports the player to move.
        fn reports_turn() -> bool;
        /// Returns the participant's observation of the position.
        fn observe() -> Option<Observed>;
        /// Returns the hash of the position.
        fn hash() -> Option<u64>;
        /// Returns the position.
        fn position() -> Option<Position>;
        /// Returns `position` without the parts that the participant neither reports nor reads.
        fn reportable(position: &Position) -> Position;
        /// Returns the text that the participant prints for `position`.
        fn writes(position: &Position) -> String;
        /// Returns the result, if the participant reports it separately from its observation.
        fn final_score() -> Option<String>;
        /// Returns the participant's message about the last move that it did not undo, if there was one.
        fn refused_undo() -> Option<String>;
        /// Returns why the last setup failed, in words that follow the participant's name.
        fn unset() -> Option<String>;
        /// Returns the last messages exchanged with the participant, if it is an external program.
        fn transcript() -> Vec<String>;
        /// Returns the board as drawn by the participant, if it can draw the board.
        fn drawing() -> Option<Drawing>;
        &mut self:
        /// Announces that the next call is [`setup`](Self::setup).
        fn announce_setup(position: &Position);
        /// Starts a new game at a position.
        fn setup(position: &Position) -> Result<(), Unset>;
        /// Announces that the next call is [`play`](Self::play).
        fn announce(player: Player, mv: &Move);
        /// Announces that the next call is [`play_all`](Self::play_all).
        fn announce_all(moves: &[(Player, Move)]);
        /// Announces that the next call undoes `moves` moves.
        fn announce_undo(moves: usize);
        /// Declares that legal moves are not needed after the next change of the position.
        fn spare_list();
        /// Plays a move.
        fn play(player: Player, mv: &Move) -> Verdict;
        /// Counts the legal sequences of exactly `depth` moves.
        fn perft(depth: u32) -> Option<u64>;
        /// Plays random moves until the game ends.
        fn playout(draw: &mut Draw<'_>) -> Option<Playout>;
    }

    /// Creates a new participant.
    pub(crate) fn new(role: Role, factory: &dyn Factory) -> Self {
        Self::of(role, make_engine(role, factory))
    }

    /// Wraps an existing participant.
    pub(crate) fn of(role: Role, engine: Box<dyn Participant>) -> Self {
        Self { role, engine, has_undone: false }
    }

    /// Replaces the participant by a new one.
    pub(crate) fn renew(&mut self, factory: &dyn Factory) {
        self.engine = make_engine(self.role, factory);
    }

    /// Returns the role of the participant.
    pub(crate) fn role(&self) -> Role {
        self.role
    }

    /// Queries the participant for the player to move, for the hash, and for its observation if `observe` is
    /// set.
    pub(crate) fn look(&self, observe: bool) -> PlyAnswers {
        let turn = watched(self.role, "turn", || self.engine.knows_turn().then(|| self.engine.turn()));
        let hash = self.hash();
        PlyAnswers::new(turn, hash, observe.then(|| self.observe()))
    }

    /// Returns the participant's verdict on a move; `None` if it has no answer.
    pub(crate) fn verdict(&self, player: Player, mv: &Move) -> Option<Verdict> {
        watched(self.role, "verdict", || self.engine.verdict(player, mv)).answer()
    }

    /// Returns a copy in the same state.
    pub(crate) fn duplicate(&self) -> Option<Self> {
        let engine = watched(self.role, "duplicate", || self.engine.duplicate())?;
        Some(Self::of(self.role, engine))
    }

    /// Plays moves that the participant is expected to accept. Returns whether it accepts all of them.
    pub(crate) fn play_all(&mut self, moves: &[(Player, Move)]) -> bool {
        watched(self.role, "play", || self.engine.play_all(moves)).is_ok()
    }

    /// Undoes the last move. Returns `Some(false)` if there was none, and `None` if the participant cannot
    /// undo.
    pub(crate) fn undo(&mut self) -> Option<bool> {
        let undone = watched(self.role, "undo", || self.engine.undo());
        self.has_undone |= undone == Some(true);
        undone
    }

    /// Undoes `moves` moves. Returns the number of moves undone.
    pub(crate) fn undo_all(&mut self, moves: usize) -> Option<usize> {
        let undone = watched(self.role, "undo", || self.engine.undo_all(moves));
        self.has_undone |= undone.is_some_and(|undone| undone > 0);
        undone
    }

    /// Whether the participant has undone any move so far.
    pub(crate) fn has_undone(&self) -> bool {
        self.has_undone
    }

    /// Returns an answer for a report, or the default value if the participant panics.
    pub(crate) fn reported<T: Default>(&self, ask: impl FnOnce(&Self) -> T) -> T {
        catching(|| ask(self)).unwrap_or_default()
    }
}

/// Statements of the participant about itself.
impl Watched {
    /// Returns the participant's name.
    pub(crate) fn name(&self) -> String {
        self.engine.name()
    }

    /// Returns the rules of the game that the participant plays, if it knows them.
    pub(crate) fn rules(&self) -> Option<Rules> {
        self.engine.rules()
    }

    /// Returns the candidate moves to try if the participant does not list its legal moves.
    pub(crate) fn probe_moves(&self) -> &[Move] {
        self.engine.probe_moves()
    }

    /// Whether the participant may be able to undo moves.
    pub(crate) fn takes_back(&self) -> bool {
        self.engine.takes_back()
    }

    /// Whether the participant may accept being set up at any position.
    pub(crate) fn takes_positions(&self) -> bool {
        self.engine.takes_positions()
    }

    /// Whether the participant announces that it can be set up at any position.
    pub(crate) fn announces_positions(&self) -> bool {
        self.engine.announces_positions()
    }

    /// Whether the participant may count sequences of moves.
    pub(crate) fn counts_sequences(&self) -> bool {
        self.engine.counts_sequences()
    }

    /// Whether creating another participant of this kind takes long.
    pub(crate) fn is_costly(&self) -> bool {
        self.engine.is_costly()
    }

    /// Returns why the participant can no longer be used, if that is the case.
    pub(crate) fn fault(&self) -> Option<Fault> {
        self.engine.fault()
    }

    /// Returns the events of the participant's processes that are not findings. Each event is returned only
    /// once.
    pub(crate) fn take_warnings(&self) -> Vec<String> {
        self.engine.take_warnings()
    }

    /// Extends the participant's time limit for each answer.
    pub(crate) fn wait_longer(&mut self) {
        self.engine.wait_longer();
    }

    /// Returns the participant, for queries that have nothing to do with a game.
    pub(crate) fn participant(&self) -> &dyn Participant {
        &*self.engine
    }
}

/// A second engine of the same kind, which is set up at other positions while the game continues. It is
/// created when it is first needed.
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

    /// Returns the factory of the spare engine.
    pub(crate) fn factory(&self) -> &'m (dyn Factory + 'm) {
        self.factory
    }

    /// Drops the engine, so that a new one is created when it is needed.
    pub(crate) fn drop_engine(&mut self) {
        self.engine = None;
    }

    /// Sets up the engine at a position and returns it.
    pub(crate) fn setup(&mut self, position: &Position) -> Result<&mut Watched, Unset> {
        let engine = self.engine.get_or_insert_with(|| Watched::new(self.role, self.factory));
        engine.setup(position).map(|()| engine)
    }

    /// Returns the sorted legal moves of the engine set up at a position; `None` if it cannot be set up or
    /// does not list moves.
    pub(crate) fn legal_moves(&mut self, position: &Position) -> Option<Vec<Move>> {
        let mut moves = self.setup(position).ok()?.legal_moves()?;
        moves.sort_unstable();
        Some(moves)
    }

    /// Returns the engine's verdict on a move at the position of its last setup.
    pub(crate) fn verdict(&self, player: Player, mv: &Move) -> Option<Verdict> {
        self.engine.as_ref()?.verdict(player, mv)
    }

    /// Sets up the engine at a position, makes it play a move, and returns its answer. Returns `None` if the
    /// engine cannot be set up at the position.
    pub(crate) fn play(&mut self, position: &Position, player: Player, mv: &Move) -> Option<Verdict> {
        Some(self.setup(position).ok()?.play(player, mv))
    }

    /// Returns why the engine can no longer be used, if that is the case.
    pub(crate) fn fault(&self) -> Option<Fault> {
        self.engine.as_ref()?.fault()
    }
}
