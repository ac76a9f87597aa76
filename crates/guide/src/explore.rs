//! Knowledge of a game that makes testing its engines more effective.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use bustan_vocabulary::{Draw, Engine, Game, Record, RecordError};
use thiserror::Error;

use crate::{ClassRequest, Classes, Conventions, Dialect, Form, Line, LineError, Symmetric, epd};

/// Why a text could not be parsed as a game in human notation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GameError {
    /// Another game starts at this place, but only one is expected.
    #[error("{0}")]
    Another(RecordError),
    /// The text is not a valid game of this kind.
    #[error("{0}")]
    Text(RecordError),
}

/// A policy for the selection of moves, which leads play to certain kinds of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// The name on the command line.
    pub name: &'static str,
    /// A short description of the positions that the policy leads to.
    pub about: &'static str,
}

/// An effect of a move, or a refusal, whose occurrences are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// The name in summaries, such as `captures`.
    pub name: &'static str,
    /// A short description.
    pub about: &'static str,
    /// The name of the event that marks a variant. As long as the marking event has not occurred, the variant
    /// has not been played, so this event cannot occur.
    pub within: Option<&'static str>,
}

impl Event {
    /// Returns an event that can occur in every variant.
    pub const fn new(name: &'static str, about: &'static str) -> Self {
        Self { name, about, within: None }
    }
}

/// The restrictions on the rules of a short game.
#[derive(Clone, Copy)]
pub enum Playable<'r, P> {
    /// The rules must be those of this position.
    Like(&'r P),
    /// Both engines must know the rules; the function returns whether they know those of a position.
    Known(&'r dyn Fn(&P) -> bool),
}

impl<P: fmt::Debug> fmt::Debug for Playable<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Like(position) => f.debug_tuple("Like").field(position).finish(),
            Self::Known(_) => f.write_str("Known"),
        }
    }
}

/// A short test game that starts in a small position and leads to something that engines often get wrong.
#[derive(Clone, Debug)]
pub struct Small<G: Game> {
    /// The starting position.
    pub start: G::Position,
    /// The moves that lead to the subject of the game. Illegal ones are skipped.
    pub moves: Vec<G::Move>,
    /// The policy that selects the following moves, as an index into [`POLICIES`](Explore::POLICIES).
    pub policy: usize,
    /// The ply at which the game is ended.
    pub plies: usize,
}

/// Whether positions can repeat in a game, and whether earlier positions affect it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recurrence {
    /// No position occurs twice in a game.
    Never,
    /// Positions may repeat, but earlier positions do not affect the rest of a game.
    Free,
    /// Earlier positions affect which moves are legal or when the game is over.
    Counts,
}

/// Knowledge of a game that makes testing its engines more effective: starting positions, policies, events,
/// reductions, and invariants of observations. It is based on observations and does not decide what is legal.
///
/// A wrong start, policy or reduction only makes testing less effective. A wrong invariant reports correct
/// engines as faulty; [`inconsistency`](Explore::inconsistency),
/// [`most_points_win`](Explore::most_points_win), [`next_player`](Explore::next_player) and the symmetries
/// are invariants. A wrong [`as_start`](Explore::as_start) makes an enumeration miss positions.
pub trait Explore: Symmetric {
    /// The policies, starting with the uniform one.
    const POLICIES: &'static [Policy];

    /// The maximum number of moves of a test game. Set it for games that can continue without anything new,
    /// because many short games find more than few long ones.
    const MOST_MOVES: usize = usize::MAX;

    /// The text of a well-formed position that no game can reach, so that every engine must refuse it; empty
    /// if the game has none.
    const IMPOSSIBLE: &'static str = "";

    /// The texts of positions with published perft counts, which a run visits first.
    const PUBLISHED: &'static [&'static str] = &[];

    /// The events to count, such as `captures`, in the order of the summary.
    const EVENTS: &'static [Event];

    /// The known notations for observations and positions that are not differences of rules, if any.
    const CONVENTIONS: Option<Conventions<Self>> = None;

    /// The computer players of the levels `easy`, `normal` and `strong`, in the notation of the crate
    /// `bustan-players`. They are limited by numbers of positions, not by time, so that they select the same
    /// moves on every machine.
    const LEVELS: [&'static str; 3] = ["mcts:30", "mcts:500", "mcts:10000"];

    /// Parses a line of a file of positions. By default, a semicolon ends the position and EPD operations
    /// follow.
    ///
    /// # Errors
    /// Returns the first fault after the position, with its byte offset.
    fn read_line(line: &str) -> Result<Line, LineError> {
        epd::read(line)
    }

    /// Whether positions can repeat in games that start at `start`, and whether earlier positions affect
    /// them. A search that merges equal positions relies on this. The default, that earlier positions matter,
    /// is always safe.
    fn recurrence(start: &Self::Position) -> Recurrence {
        let _ = start;
        Recurrence::Counts
    }

    /// Whether two human players exchange colours by this move.
    fn is_swap(mv: &Self::Move) -> bool {
        let _ = mv;
        false
    }

    /// Returns a position from which a test game starts. Standard and small boards are mixed; small boards
    /// are frequent, because more happens on them per second.
    fn start(draw: &mut Draw<'_>) -> Self::Position;

    /// Returns a position from which a test game starts, with the same size and options as `like`. In a game
    /// with random setups, it may differ each time. The default is `like` itself.
    fn start_like(like: &Self::Position, draw: &mut Draw<'_>) -> Self::Position {
        let _ = draw;
        like.clone()
    }

    /// Returns a short game that starts in a small position, for engines that can be set up; `None` if the
    /// game has no such positions. `number` counts the short games of a run from 0, so that they go through
    /// all kinds of positions in turn. Only the variant of the position must be `playable`;
    /// [`without_draws`](Game::without_draws) adapts the position to engines that do not know its options for
    /// draws.
    fn small(
        number: u64,
        playable: &Playable<'_, Self::Position>,
        draw: &mut Draw<'_>,
    ) -> Option<Small<Self>> {
        let _ = (number, playable, draw);
        None
    }

    /// Converts a position to the rules of `like`; `None` if it is not a position under these rules.
    fn with_rules_of(position: &Self::Position, like: &Self::Position) -> Option<Self::Position> {
        let _ = (position, like);
        None
    }

    /// Whether games of two in-process engines also start as short games of [`small`](Self::small). If
    /// `false`, only games with external programs do, because all subjects occur soon enough at thousands of
    /// plies per second.
    const SMALL_IN_PROCESS: bool = true;

    /// Whether engines whose games start at `home` may be able to play the games of [`small`](Self::small).
    fn offers_small(home: &Self::Position) -> bool {
        let _ = home;
        true
    }

    /// Returns a position, derived from another one, that violates or almost violates a condition for
    /// positions that can be set up. `None` if the game has no such conditions, or if the change does not
    /// apply. Random changes of the text are tried in any case.
    fn altered(position: &Self::Position, draw: &mut Draw<'_>) -> Option<Self::Position> {
        let _ = (position, draw);
        None
    }

    /// Returns the classes of positions that the user requests, with the options of `like`; `None` if the
    /// game has no classes.
    ///
    /// # Errors
    /// Returns a one-line message that describes what is wrong with the request.
    #[allow(clippy::type_complexity)]
    fn classes(
        asked: &ClassRequest<'_>,
        like: &Self::Position,
    ) -> Option<Result<Box<dyn Classes<Self::Position>>, String>> {
        let _ = (asked, like);
        None
    }

    /// Whether games start from this position, as opposed to a position that can only be set up. A divergent
    /// game is more useful if it can be played from the beginning.
    fn is_start(position: &Self::Position) -> bool;

    /// The size of the board, in any unit that increases with it; 0 if all boards of the game have the same
    /// size. The games of slow engines start on small boards.
    fn area(position: &Self::Position) -> usize {
        let _ = position;
        0
    }

    /// The player to move in a position at which a game starts, as far as the position itself determines
    /// this; `None` if the game is over.
    fn first_to_move(position: &Self::Position) -> Option<Self::Player>;

    /// Returns the position as a possible start of a game, without facts that only earlier moves explain. For
    /// example, it reopens a game that is over because every possible move would repeat a position. The
    /// result may be a position that no game can reach; enumerations report this.
    fn as_start(position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// Weighs the legal `moves` by the preferences of `policy`, an index into
    /// [`POLICIES`](Explore::POLICIES): appends one weight per move to `weights`, which is empty, in the same
    /// order. A move of weight 0 is selected only if all weights are 0.
    fn weigh(policy: usize, seen: &Self::Observation, moves: &[Self::Move], weights: &mut Vec<u32>);

    /// Proposes a move with which both engines are queried. It is often illegal and close to interesting
    /// cells, such as the neighbours of placed tiles. `None` if the game has nothing to propose.
    fn proposal(seen: &Self::Observation, draw: &mut Draw<'_>) -> Option<Self::Move>;

    /// Reports the [`EVENTS`](Explore::EVENTS) of a move: calls `hit` with the index of each event, once per
    /// occurrence.
    fn events(
        before: &Self::Observation,
        mv: &Self::Move,
        after: &Self::Observation,
        hit: &mut dyn FnMut(usize),
    );

    /// Reports the [`EVENTS`](Explore::EVENTS) that depend on more than the last move, such as a repetition
    /// of a position in the same game: calls `hit` with the index of each event. `earlier` are the
    /// observations before `now`, the latest first.
    fn repetition_events(
        earlier: &mut dyn Iterator<Item = &Self::Observation>,
        now: &Self::Observation,
        hit: &mut dyn FnMut(usize),
    ) {
        let _ = (earlier, now, hit);
    }

    /// The number of groups on the board, or another number that distinguishes kinds of positions; 0 if the
    /// game has none. A fuzzer keeps games that reach a higher number.
    fn groups(seen: &Self::Observation) -> usize {
        let _ = seen;
        0
    }

    /// The index in [`EVENTS`](Explore::EVENTS) of the event that counts refusals with this reason, if any.
    fn refusal_event(reason: Self::Reason) -> Option<usize>;

    /// Describes a part of an observation that contradicts the rest, such as scores that do not add up;
    /// `None` if the observation is consistent. This concerns the observation itself, not the legality of
    /// moves.
    fn inconsistency(seen: &Self::Observation) -> Option<String> {
        let _ = seen;
        None
    }

    /// Whether the player with the most points wins the game. If so, the tooling compares the winner in the
    /// observation with the scores. `false` for a game that was won in another way, such as by a capture.
    fn most_points_win(seen: &Self::Observation) -> bool {
        let _ = seen;
        true
    }

    /// The player to move after a move of `player`, if the game is not over. By default, the next player in
    /// the order of [`PLAYERS`](bustan_vocabulary::Game::PLAYERS).
    fn next_player(
        before: &Self::Observation,
        player: Self::Player,
        mv: &Self::Move,
        after: &Self::Observation,
    ) -> Option<Self::Player> {
        let _ = (before, mv, after);
        let mut turns = Self::PLAYERS.iter().cycle().skip_while(|&&other| other != player);
        turns.nth(1).copied()
    }

    /// Parses a move in human notation, whose meaning may depend on the position, such as `Nbd7` in chess, or
    /// in the protocol's notation. `None` if the word does not denote a legal move, or if the game has no
    /// separate human notation. `legal` are all legal moves.
    fn read_move(seen: &Self::Observation, legal: &[Self::Move], word: &str) -> Option<Self::Move> {
        let _ = (seen, legal, word);
        None
    }

    /// Formats a legal move in human notation, such as `Nbd7+` in chess; `None` if the game has no separate
    /// human notation. `legal` are all legal moves in the position before the move.
    fn write_move(
        before: &Self::Observation,
        legal: &[Self::Move],
        mv: &Self::Move,
        after: &Self::Observation,
    ) -> Option<String> {
        let _ = (before, legal, mv, after);
        None
    }

    /// Formats the moves of a game in human notation, such as `1. e4 e5 2. Nf3` in chess, up to the first
    /// move that `engine` refuses. If only the last move is refused, it is included. Returns `None` if the
    /// game has no separate human notation, or if there are no moves.
    fn write_moves<E>(record: &Record<Self>, engine: E) -> Option<String>
    where
        E: Engine<Game = Self, Observation = Self::Observation>,
    {
        let _ = (record, engine);
        None
    }

    /// Parses a game in human notation if the meaning of its moves depends on the positions, such as `Nbd7`
    /// in chess. `None` if there is no such notation, or if the text is in a different one. `number` selects
    /// one of several games, from 1. Without it, a text with several games is refused with
    /// [`GameError::Another`].
    fn read_game<E>(text: &str, number: Option<usize>, engine: E) -> Option<Result<Record<Self>, GameError>>
    where
        E: Engine<Game = Self, Observation = Self::Observation>,
    {
        let _ = (text, number, engine);
        None
    }

    /// Formats a game in the notation that [`read_game`](Self::read_game) parses. `None` if there is no such
    /// notation, if it cannot express the whole game, or if the engine refuses the game.
    fn write_game<E>(record: &Record<Self>, engine: E) -> Option<String>
    where
        E: Engine<Game = Self, Observation = Self::Observation>,
    {
        let _ = (record, engine);
        None
    }

    /// Explains in a human-readable phrase, which is more specific than the reason, why a move after those of
    /// `game` is illegal: for example, `en passant would expose the king`. `seen` is the observation before
    /// the move. `None` if the position does not support the reason, or if there is nothing to add.
    fn explain(
        game: &Record<Self>,
        seen: &Self::Observation,
        mv: &Self::Move,
        reason: &Self::Reason,
    ) -> Option<String> {
        let _ = (game, seen, mv, reason);
        None
    }

    /// The number of the rule by which a move after those of `game` is illegal for this reason, if the position
    /// before the move shows it and one reason stands for several rules. `None` leaves the rule of
    /// [`Touch::why`](crate::Touch::why).
    fn rule(
        game: &Record<Self>,
        seen: &Self::Observation,
        mv: &Self::Move,
        reason: &Self::Reason,
    ) -> Option<&'static str> {
        let _ = (game, seen, mv, reason);
        None
    }

    /// Why a word that people write for a move, as in [`read_move`](Self::read_move), is not one legal move after those of
    /// `game`, in words that complete a sentence. `seen` is the position, and `legal` are all legal moves. `None` if there
    /// is no more to say than that.
    fn explain_word(
        game: &Record<Self>,
        seen: &Self::Observation,
        legal: &[Self::Move],
        word: &str,
    ) -> Option<String> {
        let _ = (game, seen, legal, word);
        None
    }

    /// The byte offset of the fault that prevents a text from being parsed as a position; 0 if it is unknown.
    fn fault(text: &str) -> usize {
        let _ = text;
        0
    }

    /// Returns the texts of a game for use in other programs, starting with the final position: for chess,
    /// FEN, the command `position` and PGN. `engine` creates an in-process engine that plays the game, if
    /// there is one. `dialect` is the protocol of the program under test. A text that cannot express the
    /// whole game is omitted.
    fn forms<E>(record: &Record<Self>, engine: impl Fn() -> Option<E>, dialect: &Dialect) -> Vec<Form>
    where
        E: Engine<Game = Self, Observation = Self::Observation>,
    {
        let _ = (record, engine, dialect);
        Vec::new()
    }

    /// Returns smaller or simpler games that may show the same divergence, most promising first: for example,
    /// the same moves on a smaller board, elsewhere on the board, or with simpler tiles. Removing moves and
    /// replacing them by passes is done by the tooling itself. Candidates need not be legal games, but must
    /// be smaller or simpler than `record` in an order without infinite descent.
    fn reductions(record: &Record<Self>) -> Vec<Record<Self>>;

    /// Returns positions from which a single move may lead to `position`, with that move, most promising
    /// first. The tooling plays the move to check whether it does, and so turns a position that was set up
    /// into a game from the start.
    fn before(position: &Self::Position) -> Vec<(Self::Position, Self::Move)> {
        let _ = position;
        Vec::new()
    }

    /// Returns the same moves from a position that is similar to the start of `record` but easier to reach,
    /// such as one to which all players have made the same number of moves. `None` if the game has no such
    /// position, or does not implement [`before`](Explore::before).
    fn reachable(record: &Record<Self>, draw: &mut Draw<'_>) -> Option<Record<Self>> {
        let _ = (record, draw);
        None
    }

    /// Returns all moves that can be named on the board of a game from `start`, legal or not, each once.
    /// Moves with cells off the board are not included. The order depends only on the board: two positions
    /// have equal lists if and only if their boards are the same. `None` if the game has no such list. A
    /// search that queries all of these moves is complete.
    fn nameable(start: &Self::Position) -> Option<Vec<Self::Move>> {
        let _ = start;
        None
    }

    /// Returns small starting positions, smallest first, from which an exhaustive search for a shorter game
    /// than one from `like` is feasible. They have the variants of `like`, if any.
    fn small_starts(like: &Self::Position) -> Vec<Self::Position>;
}
