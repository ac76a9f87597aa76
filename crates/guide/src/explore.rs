//! Knowledge of a game that helps to test engines well.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use bustan_vocabulary::{Draw, Engine, Game, Record, RecordError};
use thiserror::Error;

use crate::{Asked, Classes, Conventions, Dialect, Form, Line, LineError, Symmetric, epd};

/// Why a text is not a game in the form in which people write it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GameError {
    /// Another game starts at this place, and only one is expected.
    #[error("{0}")]
    Another(RecordError),
    /// It is not a game, or not a game of this kind.
    #[error("{0}")]
    Text(RecordError),
}

/// A way of choosing moves that leads play to certain kinds of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// The name on the command line.
    pub name: &'static str,
    /// The kind of positions it seeks, in a few words.
    pub about: &'static str,
}

/// An effect of a move or a refusal that is worth counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// The name in summaries, such as `captures`.
    pub name: &'static str,
    /// A description, in a few words.
    pub about: &'static str,
    /// The name of the event of a variant: until that event occurs, the variant has not been played, and this
    /// event cannot occur.
    pub within: Option<&'static str>,
}

impl Event {
    /// An event of all variants with its name and description.
    pub const fn new(name: &'static str, about: &'static str) -> Self {
        Self { name, about, within: None }
    }
}

/// The rules under which a short game can be played.
#[derive(Clone, Copy)]
pub enum Playable<'r, P> {
    /// The rules of this position.
    Like(&'r P),
    /// The rules that both engines know: whether they know those of a position.
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

/// A short test game that starts in a small position near something that engines often get wrong.
#[derive(Clone, Debug)]
pub struct Small<G: Game> {
    /// The starting position.
    pub start: G::Position,
    /// The moves that lead to the subject of the game, as far as they are legal.
    pub moves: Vec<G::Move>,
    /// The policy that chooses the moves after them, an index into [`POLICIES`](Explore::POLICIES).
    pub policy: usize,
    /// The ply at which the game is cut off.
    pub plies: usize,
}

/// Whether positions repeat in a game, and the effect of earlier positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recurrence {
    /// No position occurs twice in a game.
    Never,
    /// Positions may repeat, and the rest of a game does not depend on earlier positions.
    Free,
    /// Which moves are legal, or when the game is over, depends on earlier positions.
    Counts,
}

/// Knowledge of a game that helps to test its engines well: starting positions, policies, events to count,
/// ways to make a game smaller, invariants of observations. It reads observations and decides nothing about
/// the rules.
///
/// A wrong start, policy or reduction makes testing poorer. A wrong invariant reports correct engines as
/// faulty; [`inconsistency`](Explore::inconsistency), [`most_points_win`](Explore::most_points_win),
/// [`next_player`](Explore::next_player) and the symmetries are invariants. A wrong
/// [`afresh`](Explore::afresh) makes an enumeration miss positions.
pub trait Explore: Symmetric {
    /// The policies, the uniform one first.
    const POLICIES: &'static [Policy];

    /// The largest number of moves of a test game, for a game that may continue without showing anything new:
    /// many short games show more than few long ones.
    const MOST_MOVES: usize = usize::MAX;

    /// The text of a well-formed position that cannot occur in any game, so that every engine refuses it; empty if the
    /// game has none.
    const IMPOSSIBLE: &'static str = "";

    /// The texts of positions with published perft counts. A run visits them before anything else.
    const PUBLISHED: &'static [&'static str] = &[];

    /// The events worth counting, e.g. `captures`, in the order of the summary.
    const EVENTS: &'static [Event];

    /// The ways to write an observation or a position that are not a difference of rules, if some are known.
    const CONVENTIONS: Option<Conventions<Self>> = None;

    /// The players for the levels `easy`, `normal` and `strong`, in the words of the crate `bustan-players`.
    /// Their limits are numbers of positions, not times, so that their moves are the same on every machine.
    const LEVELS: [&'static str; 3] = ["mcts:30", "mcts:500", "mcts:10000"];

    /// Reads a line of a file of positions. By default a semicolon ends the position, and operations of EPD follow it.
    ///
    /// # Errors
    /// Returns the first fault of the line after the position, with its place.
    fn read_line(line: &str) -> Result<Line, LineError> {
        epd::read(line)
    }

    /// Whether positions repeat in the games that start at `start`. A search that identifies equal positions
    /// relies on it. By default earlier positions count, which is always safe.
    fn recurrence(start: &Self::Position) -> Recurrence {
        let _ = start;
        Recurrence::Counts
    }

    /// Whether two people exchange colours by this move.
    fn is_swap(mv: &Self::Move) -> bool {
        let _ = mv;
        false
    }

    /// Returns a position to start a test game from. Standard and small boards are mixed; small ones are
    /// frequent, because more happens on them per second.
    fn start(draw: &mut Draw<'_>) -> Self::Position;

    /// Returns a position to start a test game from, with the same size and options as `like`. In a game with
    /// random setups it may differ each time; by default it is `like` itself.
    fn start_like(like: &Self::Position, draw: &mut Draw<'_>) -> Self::Position {
        let _ = draw;
        like.clone()
    }

    /// Returns a short game that starts in a small position, for engines that can be set up; `None` if the
    /// game has no such positions. `number` counts the short games of a run from 0, so that they go through
    /// all kinds of positions in turn. Its position need only have a variant that is `playable`:
    /// [`without_draws`](Game::without_draws) adapts a position to engines that know less.
    fn small(
        number: u64,
        playable: &Playable<'_, Self::Position>,
        draw: &mut Draw<'_>,
    ) -> Option<Small<Self>> {
        let _ = (number, playable, draw);
        None
    }

    /// The position under the rules of `like`; `None` if it is not one under these rules.
    fn with_rules_of(position: &Self::Position, like: &Self::Position) -> Option<Self::Position> {
        let _ = (position, like);
        None
    }

    /// Whether games of two engines in this process also start as those of [`small`](Self::small). In a game
    /// in which all subjects of these games occur soon at thousands of plies a second, only the games of
    /// programs do.
    const SMALL_IN_PROCESS: bool = true;

    /// Whether engines whose games start at `home` may be able to start the games of [`small`](Self::small).
    fn offers_small(home: &Self::Position) -> bool {
        let _ = home;
        true
    }

    /// Returns a position, made from another one, that breaks a rule about positions that can be set up, or
    /// nearly breaks it; `None` if the game has none or the change does not apply. Random changes of the text
    /// are tried in any case.
    fn altered(position: &Self::Position, draw: &mut Draw<'_>) -> Option<Self::Position> {
        let _ = (position, draw);
        None
    }

    /// The classes of positions that the user requests, with the options of `like`; `None` if the game has no
    /// classes.
    ///
    /// # Errors
    /// Returns what is wrong with the request, in one line.
    #[allow(clippy::type_complexity)]
    fn classes(
        asked: &Asked<'_>,
        like: &Self::Position,
    ) -> Option<Result<Box<dyn Classes<Self::Position>>, String>> {
        let _ = (asked, like);
        None
    }

    /// Whether games start from this position, as opposed to one that can only be set up. A diverging game is
    /// more useful to a reader if it can be played from the beginning.
    fn is_start(position: &Self::Position) -> bool;

    /// The size of the board, by any measure that grows with it; 0 if all boards of the game are alike. Games
    /// of an engine that answers slowly start on small boards.
    fn area(position: &Self::Position) -> usize {
        let _ = position;
        0
    }

    /// The player on turn in a position at which a game starts, as far as the position itself shows; `None`
    /// if it is over.
    fn first_to_move(position: &Self::Position) -> Option<Self::Player>;

    /// The position as one at which a game can start, without the facts that only earlier moves explain. For
    /// example, it reopens a game that is over because every move left would repeat a position. Games may
    /// never reach some of these positions; enumerations report that.
    fn afresh(position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// Weighs each of the legal `moves` by how much `policy` (an index into [`POLICIES`](Explore::POLICIES))
    /// prefers it: appends weights, parallel to `moves`, to the empty `weights`. A move of weight 0 is chosen
    /// only if all weights are 0.
    fn weigh(policy: usize, seen: &Self::Observation, moves: &[Self::Move], weights: &mut Vec<u32>);

    /// Returns a move to ask both engines about, often an illegal one and near interesting cells, such as
    /// those next to the tiles placed. `None` if the game has nothing to propose.
    fn proposal(seen: &Self::Observation, draw: &mut Draw<'_>) -> Option<Self::Move>;

    /// Reports the [`EVENTS`](Explore::EVENTS) of a move: calls `hit` with the index of each, once per
    /// occurrence.
    fn events(
        before: &Self::Observation,
        mv: &Self::Move,
        after: &Self::Observation,
        hit: &mut dyn FnMut(usize),
    );

    /// Reports the [`EVENTS`](Explore::EVENTS) that depend on more than the last move, such as a repetition
    /// of a position in the same game: calls `hit` with the index of each. `earlier` are the observations
    /// before `now`, the latest first.
    fn repetition_events(
        earlier: &mut dyn Iterator<Item = &Self::Observation>,
        now: &Self::Observation,
        hit: &mut dyn FnMut(usize),
    ) {
        let _ = (earlier, now, hit);
    }

    /// The number of groups on the board, or of another feature that distinguishes kinds of positions; 0 if
    /// the game has no such feature. A fuzzer keeps games that reach more of them than others.
    fn groups(seen: &Self::Observation) -> usize {
        let _ = seen;
        0
    }

    /// The index in [`EVENTS`](Explore::EVENTS) that counts refusals for this reason, if they are worth
    /// counting.
    fn refusal_event(reason: Self::Reason) -> Option<usize>;

    /// The part of an observation that contradicts the rest of it, in words, such as scores that do not add
    /// up; `None` if all is well. This concerns the observation itself, not the legality of moves.
    fn inconsistency(seen: &Self::Observation) -> Option<String> {
        let _ = seen;
        None
    }

    /// Whether the player with the most points wins the game in an observation. If so, the tooling compares
    /// the winner that it names with its scores. It is `false` for a game won in another way, such as by a
    /// capture.
    fn most_points_win(seen: &Self::Observation) -> bool {
        let _ = seen;
        true
    }

    /// The player whose turn is after a move that `player` made, if the game is not over. By default this is
    /// the next one in the order of [`PLAYERS`](bustan_vocabulary::Game::PLAYERS).
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

    /// Reads a move as people write it, if its meaning depends on the position, such as `Nbd7` in chess, or
    /// in its usual form; `None` if the word does not mean a legal move, or if people write moves as programs
    /// do. `legal` are all legal moves.
    fn read_move(seen: &Self::Observation, legal: &[Self::Move], word: &str) -> Option<Self::Move> {
        let _ = (seen, legal, word);
        None
    }

    /// Writes a legal move as people do, such as `Nbd7+` in chess; `None` if people write moves as programs do. `legal`
    /// are all legal moves before it.
    fn write_move(
        before: &Self::Observation,
        legal: &[Self::Move],
        mv: &Self::Move,
        after: &Self::Observation,
    ) -> Option<String> {
        let _ = (before, legal, mv, after);
        None
    }

    /// Writes the moves of a game as people do, such as `1. e4 e5 2. Nf3` in chess, as far as an engine plays
    /// them. If it refuses the last move, that one is included, too. `None` if people write moves as programs
    /// do, or if there are no moves.
    fn write_moves<E>(record: &Record<Self>, engine: E) -> Option<String>
    where
        E: Engine<Game = Self, Observation = Self::Observation>,
    {
        let _ = (record, engine);
        None
    }

    /// Reads a game as people write it, if the meaning of the moves depends on the positions, such as `Nbd7`
    /// in chess; `None` if there is no such form, or the text has another. `number` chooses one of several
    /// games, from 1. Without it a text with several is refused as [`GameError::Another`].
    fn read_game<E>(text: &str, number: Option<usize>, engine: E) -> Option<Result<Record<Self>, GameError>>
    where
        E: Engine<Game = Self, Observation = Self::Observation>,
    {
        let _ = (text, number, engine);
        None
    }

    /// Writes a game in that form; `None` if the form cannot express all of it, or the engine refuses it.
    fn write_game<E>(record: &Record<Self>, engine: E) -> Option<String>
    where
        E: Engine<Game = Self, Observation = Self::Observation>,
    {
        let _ = (record, engine);
        None
    }

    /// Explains why a move after those of `game` is illegal for this reason, in words for people that are
    /// more specific than the reason: `en passant would expose the king`. `seen` is the position before the
    /// move. `None` if the position does not support the reason, or there is nothing to add.
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

    /// The byte of a text at which the fault is that keeps it from being a position; 0 if that is not known.
    fn fault(text: &str) -> usize {
        let _ = text;
        0
    }

    /// The forms in which people paste a game elsewhere, the position at its end first, such as FEN, the command `position`
    /// and PGN for chess. `engine` makes an engine that plays the game, if there is one in this process; `dialect` is the
    /// protocol of the program under test. A form that cannot tell all of the game is left out.
    fn forms<E>(record: &Record<Self>, engine: impl Fn() -> Option<E>, dialect: &Dialect) -> Vec<Form>
    where
        E: Engine<Game = Self, Observation = Self::Observation>,
    {
        let _ = (record, engine, dialect);
        Vec::new()
    }

    /// Smaller or simpler games that may show the same divergence: the same moves on a smaller board,
    /// elsewhere on it, or with simpler tiles, the most promising first. The tooling itself drops moves and
    /// replaces them by passes. The candidates need not be legal games, but must be smaller or simpler than
    /// `record` in some order without infinite descent.
    fn reductions(record: &Record<Self>) -> Vec<Record<Self>>;

    /// Positions from which one move may lead to `position`, with that move, the most promising first. The
    /// tooling plays the move to find out whether it does. In this way it turns a position set up into a game
    /// from the start.
    fn before(position: &Self::Position) -> Vec<(Self::Position, Self::Move)> {
        let _ = position;
        Vec::new()
    }

    /// The same moves from a position like the start of `record` but easier to reach by play, such as one to
    /// which all players have made equally many moves. `None` if the game has no such position, as without
    /// [`before`](Explore::before).
    fn reachable(record: &Record<Self>, draw: &mut Draw<'_>) -> Option<Record<Self>> {
        let _ = (record, draw);
        None
    }

    /// Every move that can be named on the board of a game from `start`, legal or not, each once, without
    /// cells beyond the board, in an order that depends on the board alone: equal lists mean that two
    /// positions are on one board. `None` if the game has no such list. A search that asks about all of these
    /// has asked about everything.
    fn nameable(start: &Self::Position) -> Option<Vec<Self::Move>> {
        let _ = start;
        None
    }

    /// Small starting positions, smallest first, on which an exhaustive search for a game shorter than one
    /// from `like` is worth while. They have the variants of `like`, if the game has variants.
    fn small_starts(like: &Self::Position) -> Vec<Self::Position>;
}
