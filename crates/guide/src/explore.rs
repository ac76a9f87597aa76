//! Knowledge of a game that helps to test engines well.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use bustan_vocabulary::{Draw, Engine, Game, Record, RecordError};
use thiserror::Error;

use crate::{Asked, Classes, Conventions, Dialect, Form, Line, LineError, Symmetric, epd};

/// Why a text is not a game as people write it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GameError {
    /// Another game begins at this place, and only one is expected.
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
    /// The name of the event of a variant: as long as that does not occur, the variant was not played, and this event
    /// cannot occur.
    pub within: Option<&'static str>,
}

impl Event {
    /// An event of all variants with its name and description.
    pub const fn new(name: &'static str, about: &'static str) -> Self {
        Self { name, about, within: None }
    }
}

/// The rules by which a short game can be played.
#[derive(Clone, Copy)]
pub enum Playable<'r, P> {
    /// Those of this position.
    Like(&'r P),
    /// Those that both engines know: whether they know those of a position.
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

/// A short test game that begins in a small position near something that engines often get wrong.
#[derive(Clone, Debug)]
pub struct Small<G: Game> {
    /// Where it begins.
    pub start: G::Position,
    /// The moves that lead to what it is about, as far as they are legal.
    pub moves: Vec<G::Move>,
    /// The policy that chooses the moves after them, an index into [`POLICIES`](Explore::POLICIES).
    pub policy: usize,
    /// The ply at which the game is broken off.
    pub plies: usize,
}

/// Whether positions of a game come again, and what that changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recurrence {
    /// No position comes twice in a game.
    Never,
    /// Positions may come again, and what can follow does not depend on what came before.
    Free,
    /// Which moves are legal, or when the game is over, depends on the positions that came before.
    Counts,
}

/// Knowledge of a game that helps to test its engines well: starting positions, policies, events to count,
/// ways to make a game smaller, laws of observations. It reads observations and decides nothing about the
/// rules.
///
/// A wrong start, policy or reduction makes testing poorer. A wrong law reports correct engines as faulty;
/// [`inconsistency`](Explore::inconsistency), [`most_points_win`](Explore::most_points_win),
/// [`next_player`](Explore::next_player) and the symmetries are laws. A wrong [`afresh`](Explore::afresh)
/// lets an enumeration miss positions.
pub trait Explore: Symmetric {
    /// The policies, the uniform one first.
    const POLICIES: &'static [Policy];

    /// The most moves of a test game, for a game that may go on without showing anything new: many short games
    /// show more than few long ones.
    const MOST_MOVES: usize = usize::MAX;

    /// The text of a well-formed position that cannot occur in any game, so that every engine refuses it; empty if the
    /// game has none.
    const IMPOSSIBLE: &'static str = "";

    /// The texts of positions with published counts of sequences of moves. A run visits them before anything else.
    const PUBLISHED: &'static [&'static str] = &[];

    /// The events worth counting, e.g. `captures`, in the order of the summary.
    const EVENTS: &'static [Event];

    /// The ways to write an observation or a position that are not a difference of rules, if some are known.
    const CONVENTIONS: Option<Conventions<Self>> = None;

    /// The players that the levels `easy`, `normal` and `strong` stand for, in the words of the crate
    /// `bustan-players`. They are bounded by what they look at and not by time, so that their moves are the
    /// same on every machine.
    const LEVELS: [&'static str; 3] = ["mcts:30", "mcts:500", "mcts:10000"];

    /// Reads a line of a file of positions. By default a semicolon ends the position, and operations of EPD follow it.
    ///
    /// # Errors
    /// The first fault of the line after the position, with its place.
    fn read_line(line: &str) -> Result<Line, LineError> {
        epd::read(line)
    }

    /// Whether positions come again in the games that begin at `start`. A search that takes equal positions for
    /// one relies on it. By default what came before counts, which is always safe.
    fn recurrence(start: &Self::Position) -> Recurrence {
        let _ = start;
        Recurrence::Counts
    }

    /// Whether two people exchange colours by this move.
    fn is_swap(mv: &Self::Move) -> bool {
        let _ = mv;
        false
    }

    /// A position to start a test game from. Standard and small boards are mixed; small ones are frequent,
    /// since more happens on them per second.
    fn start(draw: &mut Draw<'_>) -> Self::Position;

    /// A position to start a test game from, of the same size and with the same options as `like`. In a game
    /// whose setup is drawn by lot it may differ each time; by default it is `like` itself.
    fn start_like(like: &Self::Position, draw: &mut Draw<'_>) -> Self::Position {
        let _ = draw;
        like.clone()
    }

    /// A short game that begins in a small position, for engines that can be set up; `None` if the game has no such
    /// positions. `number` counts the short games of a run from 0, so that they go through all kinds of positions in
    /// turn. Of what is `playable` only the variant is sure to be one of them: [`without_draws`](Game::without_draws) makes a
    /// position one of engines that know less.
    fn small(
        number: u64,
        playable: &Playable<'_, Self::Position>,
        draw: &mut Draw<'_>,
    ) -> Option<Small<Self>> {
        let _ = (number, playable, draw);
        None
    }

    /// The position by the rules of `like`; `None` if it is not one by these rules.
    fn with_rules_of(position: &Self::Position, like: &Self::Position) -> Option<Self::Position> {
        let _ = (position, like);
        None
    }

    /// Whether games of two engines in this process begin as those of [`small`](Self::small), too. In a game in which all
    /// that these games are about comes up soon where thousands of plies are played a second, only the games of programs
    /// do.
    const SMALL_IN_PROCESS: bool = true;

    /// Whether engines whose games start at `home` may be able to begin the games of [`small`](Self::small).
    fn offers_small(home: &Self::Position) -> bool {
        let _ = home;
        true
    }

    /// A position made from another one that breaks a rule about positions that are set up, or nearly breaks it; `None` if
    /// the game has none or the change does not apply. Random changes of the text are tried in any case.
    fn altered(position: &Self::Position, draw: &mut Draw<'_>) -> Option<Self::Position> {
        let _ = (position, draw);
        None
    }

    /// The classes of positions that a person asks for, with the options of `like`; `None` if the game has no classes.
    ///
    /// # Errors
    /// What is wrong with what is asked, in one line.
    #[allow(clippy::type_complexity)]
    fn classes(
        asked: &Asked<'_>,
        like: &Self::Position,
    ) -> Option<Result<Box<dyn Classes<Self::Position>>, String>> {
        let _ = (asked, like);
        None
    }

    /// Whether games start from this position, as opposed to one that can only be set up. A reader gains more
    /// from a game that diverges if it can be played from the beginning.
    fn is_start(position: &Self::Position) -> bool;

    /// The size of the board, by any measure that grows with it; 0 if all boards of the game are alike. Games of
    /// an engine that answers slowly begin on small boards.
    fn area(position: &Self::Position) -> usize {
        let _ = position;
        0
    }

    /// The player on turn in a position at which a game starts, as far as the position itself shows; `None`
    /// if it is over.
    fn first_to_move(position: &Self::Position) -> Option<Self::Player>;

    /// The position as one at which a game can begin, without the facts that only the moves before it
    /// explain. For example, it reopens a game that is over because every move left would repeat a position.
    /// Games may never reach some of these positions; enumerations say so.
    fn afresh(position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// Weighs each of the legal `moves` by how much `policy` (an index into [`POLICIES`](Explore::POLICIES))
    /// wants it: appends weights, parallel to `moves`, to the empty `weights`. A move of weight 0 is chosen
    /// only if all weights are 0.
    fn weigh(policy: usize, seen: &Self::Observation, moves: &[Self::Move], weights: &mut Vec<u32>);

    /// A move to ask both engines about, often an illegal one and near interesting cells, such as those
    /// beside the tiles placed. `None` if the game has nothing to propose.
    fn proposal(seen: &Self::Observation, draw: &mut Draw<'_>) -> Option<Self::Move>;

    /// Reports the [`EVENTS`](Explore::EVENTS) of a move: calls `hit` with the index of each, once per
    /// occurrence.
    fn events(
        before: &Self::Observation,
        mv: &Self::Move,
        after: &Self::Observation,
        hit: &mut dyn FnMut(usize),
    );

    /// Reports the [`EVENTS`](Explore::EVENTS) that depend on more than the last move, such as a position that came before
    /// in the same game: calls `hit` with the index of each. `earlier` are the observations before `now`, the latest
    /// first.
    fn repetition_events(
        earlier: &mut dyn Iterator<Item = &Self::Observation>,
        now: &Self::Observation,
        hit: &mut dyn FnMut(usize),
    ) {
        let _ = (earlier, now, hit);
    }

    /// The number of groups on the board, or of what else tells one kind of position from another; 0 if the
    /// game has nothing of that kind. A fuzzer keeps games that reach more of them than others.
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

    /// Whether the player with the most points wins the game in an observation. If so, the laws compare the
    /// winner that it names with its scores. It is `false` for a game won in another way, such as by a
    /// capture.
    fn most_points_win(seen: &Self::Observation) -> bool {
        let _ = seen;
        true
    }

    /// The player whose turn comes after a move that `player` made, if the game is not over. By default this
    /// is the next one in the order of [`PLAYERS`](bustan_vocabulary::Game::PLAYERS).
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

    /// Reads a move as people write it, if it takes the position to understand it, such as `Nbd7` in chess, or in its
    /// usual form; `None` if no legal move is meant, or people write moves as programs do. `legal` are all legal
    /// moves.
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

    /// Writes the moves of a game as people do, such as `1. e4 e5 2. Nf3` in chess, as far as an engine plays them. If
    /// it refuses the last, that is there, too. `None` if people write moves as programs do, or there is none.
    fn write_moves<E>(record: &Record<Self>, engine: E) -> Option<String>
    where
        E: Engine<Game = Self, Observation = Self::Observation>,
    {
        let _ = (record, engine);
        None
    }

    /// Reads a game as people write it, if it takes an engine to understand the moves, such as `Nbd7` in chess;
    /// `None` if there is no such form, or the text has another. `number` chooses one of several games, from 1. Without
    /// it a text with several is refused as [`GameError::Another`].
    fn read_game<E>(text: &str, number: Option<usize>, engine: E) -> Option<Result<Record<Self>, GameError>>
    where
        E: Engine<Game = Self, Observation = Self::Observation>,
    {
        let _ = (text, number, engine);
        None
    }

    /// Writes a game in that form; `None` if the form cannot tell all of it, or the engine refuses it.
    fn write_game<E>(record: &Record<Self>, engine: E) -> Option<String>
    where
        E: Engine<Game = Self, Observation = Self::Observation>,
    {
        let _ = (record, engine);
        None
    }

    /// Why a move after those of `game` is illegal, for this reason, in words for people that say more than the reason:
    /// `en passant would expose the king`. `seen` is the position before the move. `None` if the position does not bear
    /// the reason out, or there is no more to say.
    fn explain(
        game: &Record<Self>,
        seen: &Self::Observation,
        mv: &Self::Move,
        reason: &Self::Reason,
    ) -> Option<String> {
        let _ = (game, seen, mv, reason);
        None
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

    /// Smaller or simpler games that may show the same: the same moves on a smaller board, elsewhere on it,
    /// or with simpler tiles, the most promising first. The tooling itself drops moves and replaces them by
    /// passes. The candidates need not be legal games, but must be smaller or simpler than `record` in some
    /// order without infinite descent.
    fn reductions(record: &Record<Self>) -> Vec<Record<Self>>;

    /// Positions from which one move may lead to `position`, with that move, the most promising first. The
    /// tooling plays the move to find out whether it does. In this way it turns a position set up into a game
    /// from the start.
    fn before(position: &Self::Position) -> Vec<(Self::Position, Self::Move)> {
        let _ = position;
        Vec::new()
    }

    /// The same moves from a position like the one where `record` starts but easier to reach by play, such as
    /// one to which all players have made equally many moves. `None` if the game knows no such position, as
    /// without [`before`](Explore::before).
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
